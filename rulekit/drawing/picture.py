"""Drawings as images: notebooks that are not trusted keep an `<img>` and take out an inline SVG."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache

__all__ = ["data_uri", "image_html", "label_of"]


def data_uri(svg: str) -> str:
    """Return an SVG as a base64 data URI."""
    return "data:image/svg+xml;base64," + b64encode(svg.encode("utf-8")).decode("ascii")


def label_of(svg: str) -> str:
    """Return the `aria-label` of a drawing as it stands there, that is, escaped."""
    return svg.split('aria-label="', 1)[1].split('"', 1)[0]


@lru_cache(maxsize=256)
def image_html(svg: str, attributes: str) -> str:
    """Return the `<img>` that shows a drawing under its `aria-label`, with more attributes."""
    return f'<img src="{data_uri(svg)}" alt="{label_of(svg)}" {attributes}>'
