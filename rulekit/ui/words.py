"""The sentences of the lab, and its own errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.core.catalogue import texts_of
from rulekit.core.errors import RulekitError

__all__ = [
    "LabError",
    "Text",
    "in_language",
    "ui_catalogue",
    "ui_text",
]

Text = str | Mapping[str, str]  # what a lesson says: the same in all languages, or by language

ui_catalogue = texts_of("rulekit.ui")  # the sentences of the lab


def ui_text(key: str, lang: str, **params: Any) -> str:
    """Return the sentence `ui.<key>` in `lang`."""
    return ui_catalogue().text(f"ui.{key}", lang, params)


def in_language(text: Text, lang: str) -> str:
    """Return the text of one language; a plain text is the same in all."""
    return text if isinstance(text, str) else text[lang]


class LabError(RulekitError):
    """Something the lab cannot do now; worded as `ui.error.<code>`."""

    def worded(self, lang: str) -> str:
        """Return the sentence for a person."""
        return ui_text(f"error.{self.code}", lang, **self.params)
