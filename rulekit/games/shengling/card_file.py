"""Cards of 生灵对决 written by people: YAML to cards that can be played at once, or the line that is wrong and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rulekit.core.card_file import CardForm
from rulekit.core.errors import CardIssue
from rulekit.core.file_kind import Hint
from rulekit.games.shengling.cards import Card, demo_cards
from rulekit.games.shengling.issues import card_flaws, duplicate_flaws

__all__ = ["CARDS", "hints", "load_cards"]


def _issues(card: Card, before: Sequence[Card], rulings: Mapping[str, str]) -> Iterator[CardIssue]:
    yield from card_flaws(card, rulings)
    for issue in duplicate_flaws([card], [*demo_cards(), *before]):
        yield issue._replace(path=issue.path[1:])


def hints(cards: Sequence[Card], lang: str) -> Iterator[Hint]:
    """Name the cards with an effect of which the face can only say what it is called; a static one says it all."""
    silent = [card for card in cards if any(e.timing != "static" and not e.text for e in card.effects)]
    if silent:
        yield "no_text", {"names": [card.title(lang) for card in silent]}


CARDS = CardForm("shengling", Card, "SL-3.3", _issues, hints)


def load_cards(source: str | Path, *, rulings: Mapping[str, str] | None = None) -> tuple[Card, ...]:
    """Return the cards of a file (given as a path or by its name) or of a text: one card, or a list of them.

    `rulings` say whether a card may have power 0 (SL-R17) and a free active effect without a limit (SL-R28).
    Raises FileProblem with line and column for the first thing that is wrong.

    >>> [card] = load_cards('''
    ... number: my-1
    ... name: {zh: 小灯灵, en: Lamp Sprite}
    ... type: creature
    ... cost: 1
    ... power: 2
    ... effects: [{eid: a, timing: on_enter, ops: [{op: heal, who: self, n: 1}]}]
    ... ''')
    >>> card.title("en"), card.power
    ('Lamp Sprite', 2)
    """
    return CARDS.load(source, rulings)
