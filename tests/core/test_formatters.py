"""What fills the blanks of sentences: formatters of all games, of families of values, of one game, of several."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulekit.core.catalogue import Catalogue
from rulekit.core.phrasebook import Formatters
from tests.nim import GAME

OUT = {"field": "turn", "value": 3, "low": 1, "high": 2}


class Own(Formatters):
    """The formatters of a game with cards, some of which lie face down."""

    def card(self, card: Any) -> str:
        """Word a card."""
        return f"<{card}>"

    def heap(self, heap: Any) -> str:
        """Word a heap."""
        return f"heap {heap}"

    def heaps(self, heaps: Any) -> str:
        """Word several heaps, equal ones together."""
        return self.phrasebook.counted(map(self.heap, heaps))

    def plain(self, value: Any) -> str:
        """Word a value without a sentence."""
        return f"‘{value}’"


def said(blank: str, value: Any, lang: str = "en", formatters: type[Formatters] = Own) -> str:
    texts = Catalogue({"k": {"zh": f"{{x:{blank}}}", "en": f"{{x:{blank}}}"}})
    return replace(GAME, formatters=formatters).phrasebook(lang).word(texts, "k", {"x": value})


@pytest.mark.parametrize(
    ("blank", "value", "words"),
    [
        ("card", "F2", "<F2>"),
        ("cards", ("F2", "F1"), "<F2>, <F1>"),
        ("cards", "F2 F1", "<F2>, <F1>"),
        ("cards", (), "none"),
        ("heaps", (1, 2, 1), "heap 1 ×2, heap 2"),
        ("value", "take", "take"),
        ("value", "over", "‘over’"),
        ("value", True, "yes"),
        ("step", "over", "over"),
        ("steps", ("begin", "over"), "to begin, over"),
        ("result", "A", "A wins"),
        ("actors", ("A", "chance"), "‘A’, chance"),
        ("label", "heaps", "heaps"),
        ("names", ("x", 3), "x, 3"),
        ("issue", ("out_of_range", OUT), "“turn” is 3, it must lie between 1 and 2"),
    ],
)
def test_a_blank_is_filled_by_its_formatter(blank: str, value: Any, words: str) -> None:
    assert said(blank, value) == words


def test_lists_are_joined_as_the_language_joins() -> None:
    assert said("cards", ("F2", "F1"), "zh") == "<F2>、<F1>" and said("cards", (), "zh") == "无"


def test_without_formatters_of_its_own_a_game_has_those_of_all() -> None:
    assert said("values", ("take", "F2"), formatters=Formatters) == "take, F2"
    with pytest.raises(ValueError):
        said("card", "F2", formatters=Formatters)
