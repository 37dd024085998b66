"""Deck files: YAML to a deck that can be played at once, or the line that is wrong and why; and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from rulekit.core import source as yaml
from rulekit.core.card_file import read_record
from rulekit.core.codec import show, to_json
from rulekit.core.errors import FileProblem
from rulekit.core.file_kind import FileKind
from rulekit.core.saving import save_text
from rulekit.core.source import Source
from rulekit.games.shengling import limits
from rulekit.games.shengling.card_file import CARDS, hints
from rulekit.games.shengling.cards import Card, cards_text, spelled
from rulekit.games.shengling.decks import Deck, deck_flaws

__all__ = ["DECKS", "dump_deck", "load_deck", "save_deck"]


def load_deck(source: str | Path, *, cards: Iterable[Card] = (), rulings: Mapping[str, str] | None = None) -> Deck:
    """Return the deck of a file (given as a path or by its name) or of a text; its cards go by name or number.

    `cards` are known besides the demo cards and its own, which are looked at under `rulings`.  Raises FileProblem
    with line and column for the first thing that is wrong.
    """
    try:
        read = yaml.read(source)
    except FileProblem as error:
        if error.code != "empty_file":
            raise
        low, high = limits.DECK
        raise FileProblem("deck_size", file=error.file, clauses=("SL-2.1",), n=0, low=low, high=high) from None
    return _read(read, cards=cards, rulings=rulings)


def _read(source: Source, *, cards: Iterable[Card] = (), rulings: Mapping[str, str] | None = None) -> Deck:
    """Return the deck a document describes; see `load_deck`."""
    data = source.data
    if not isinstance(data, dict):
        raise source.problem("not_mapping", value=show(data), clauses=("SL-2.1",))
    own: Any = data.get("own_cards")
    brought = CARDS.read(source, own, ("own_cards",), rulings) if own not in (None, []) else ()
    deck = read_record(source, Deck, {k: v for k, v in data.items() if k != "own_cards"})
    deck = replace(deck, own_cards=list(brought))
    for issue in deck_flaws(deck, cards):
        raise source.problem(issue.code, issue.path, key=len(issue.path) == 2, clauses=issue.clauses, **issue.params)
    known = cards_text([*brought, *cards])
    return replace(deck, cards=tuple((spelled(card, known), n) for card, n in deck.cards))


def _told(deck: Deck, lang: str) -> Mapping[str, Any]:
    return {"name": deck.title(lang), "n": len(deck.names()), "own": len(deck.own_cards)}


DECKS = FileKind(
    "shengling",
    "deck",
    tuple(spec.label for spec in Deck.FIELDS),
    lambda source, beside: _read(source, cards=list(chain.from_iterable(beside))),
    _told,
    uses=CARDS.file_kind.code,
    hints=lambda deck, lang: hints(deck.own_cards, lang),
)


def dump_deck(deck: Deck) -> str:
    """Return a deck as the text of a file that loads back equal."""
    data = to_json(deck)
    return yaml.write(data, block=frozenset({"cards", "own_cards", "effects"}))


def save_deck(path: Path | str, deck: Deck, *, overwrite: bool = False) -> None:
    """Write a deck file whole or not at all; an existing one is replaced only when told to.

    Raises RulekitError when the file exists (unless `overwrite`) or cannot be written; then nothing changed.
    """
    save_text(path, dump_deck(deck), overwrite=overwrite)
