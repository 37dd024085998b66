"""Small helpers shared by everything that writes SVG: escaping, numbers, fonts, content hash, embedding.

Notebooks that are not trusted keep an `<img>` and take out an inline SVG, so drawings are shown as images.
"""

from __future__ import annotations

import hashlib
import html
from base64 import b64encode
from functools import lru_cache

from rulekit.drawing.visible import xml_text
from rulekit.drawing.width import text_em

__all__ = [
    "FONT_STACK",
    "content_hash",
    "data_uri",
    "escape",
    "image_html",
    "img_tag",
    "label_of",
    "number",
    "text_width",
]

#: CSS font family that finds a Chinese font on Linux, macOS and Windows.
FONT_STACK = (
    "'Noto Sans SC','Noto Sans CJK SC','PingFang SC','Microsoft YaHei','WenQuanYi Micro Hei',"
    "'Helvetica Neue',Arial,sans-serif"
)


def escape(text: object) -> str:
    """Return `text` safe inside an SVG/HTML element or a quoted attribute, always well-formed XML."""
    return html.escape(xml_text(str(text)), quote=True)


def text_width(text: str, size: float) -> float:
    """Return the estimated width of `text` in pixels at font size `size`."""
    return text_em(text) * size


def number(value: float) -> str:
    """Write a coordinate with at most two decimals and no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def content_hash(*parts: str) -> str:
    """Return ten hex digits that depend on `parts` only; ids in a page are built from it."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "replace")).hexdigest()[:10]


def img_tag(svg: str, alt: str) -> str:
    """Return an `<img>` element that shows `svg`; `alt` is read aloud in its place."""
    return f'<img src="{data_uri(svg)}" alt="{escape(alt)}" style="max-width:100%;height:auto">'


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
