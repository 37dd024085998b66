"""Cards of reference for lessons and notebooks: cards drawn with their texts, the whole list, a shown position.

Each is written for terminals and drawn for notebooks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from rulekit.core.catalogue import default_lang
from rulekit.core.errors import UnknownName, nearest, speaks
from rulekit.core.show.card import Card as ReferenceCard
from rulekit.core.show.view import view_words
from rulekit.games.shengling.card_face import card_html, card_text, printed
from rulekit.games.shengling.cards import Card, Face, face_of, faces, spelled
from rulekit.games.shengling.game import GAME

__all__ = ["all_cards", "shown_cards"]


@speaks
def shown_cards(*cards: str | Card, lang: str | None = None, rulings: Mapping[str, str] | None = None) -> ReferenceCard:
    """Return some cards with their texts, demo cards by name or number, own ones as cards.

    `rulings` are those that differ from their defaults; the texts follow them.  Raises UnknownName with the nearest
    name of a card, a ruling or an option.
    """
    lang = lang or default_lang()
    found = [_face(card) for card in cards]
    return _shown([("", found)], lang, rulings)


def all_cards(lang: str | None = None, rulings: Mapping[str, str] | None = None) -> ReferenceCard:
    """Return all demo cards, creatures first, each with its cost, power, keywords and text (SL-3.2).

    `rulings` are those that differ from their defaults; the texts follow them.
    """
    lang = lang or default_lang()
    known = faces("").values()
    parts = [(kind, [face for face in known if face.creature == (kind == "creature")]) for kind in _KINDS]
    return _shown(
        [(view_words(__package__).text(f"list.{kind}", lang, {"n": len(found)}), found) for kind, found in parts],
        lang,
        rulings,
    )


_KINDS = ("creature", "strategy")


def _face(card: str | Card) -> Face:
    if isinstance(card, Card):
        return face_of(card)
    known = faces("")
    name = spelled(card)
    if name not in known:
        spellings = [word for face in known.values() for word in (face.name, face.card.title("en"), face.number)]
        raise UnknownName("no_card_called", name=card, nearest=nearest(card, spellings) or next(iter(known)))
    return known[name]


def _shown(parts: Iterable[tuple[str, list[Face]]], lang: str, rulings: Mapping[str, str] | None) -> ReferenceCard:
    phrasebook, chosen = GAME.phrasebook(lang), GAME.defaults.replace(rulings or {})
    looks = [(title, [printed(face, phrasebook, chosen) for face in found]) for title, found in parts]

    def text() -> str:
        lines: list[str] = []
        for title, found in looks:
            lines += [title] if title else []
            lines += [card_text(look, lang) for look in found]
        return "\n".join(lines)

    def html() -> str:
        out = []
        for title, found in looks:
            out.append(f'<p class="rk-heading">{escape(title)}</p>' if title else "")
            out.append(f'<div class="rk-cards">{"".join(card_html(look, full=True) for look in found)}</div>')
        return "".join(out)

    return ReferenceCard(lang, text, html)
