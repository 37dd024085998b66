"""Reference cards of 唐五 for lessons: the skills and the twelve gestures, made from the data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from rulekit.core.catalogue import default_lang
from rulekit.core.errors import speaks
from rulekit.core.show.card import Card
from rulekit.core.show.view import view_words
from rulekit.drawing.table import Cell, each, grid_html, row_html
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.game import GAME
from rulekit.games.tangwu.gestures import gesture_clause
from rulekit.games.tangwu.skills import BY_DIGIT, Skill
from rulekit.games.tangwu.view import hand_html

__all__ = ["gesture_card", "skill_card"]

ORDER = (*range(1, limits.DIGIT_MAX + 1), 0)  # the rules list the digits 1 to 9 and 0 last
MARKS = ("attack", "digit_skill", "star", "react")


@speaks
def skill_card(*digits: int, lang: str | None = None, rulings: Mapping[str, str] | None = None) -> Card:
    """Return the table of all skills, or of those of some digits: name, kind, effect and clauses.

    `rulings` are those that differ from their defaults; the texts follow them.
    """
    wanted = digits or ORDER
    lang = lang or default_lang()
    chosen = GAME.defaults.replace(rulings or {})
    return Card(lang, lambda: _skills_text(wanted, lang, chosen), lambda: _skills_html(wanted, lang, chosen))


def gesture_card(lang: str | None = None) -> Card:
    """Return the twelve gestures, drawn: 0 to 9 as the right hand shows them, 10 and 11 on the left."""
    lang = lang or default_lang()
    return Card(lang, lambda: _gestures_text(lang), lambda: _gestures_html(lang))


def _word(key: str, lang: str, **params: object) -> str:
    return view_words(__package__).text(f"card.{key}", lang, params)


def _name(skill: Skill, lang: str) -> str:
    return skill.name if lang == "zh" else f"{skill.name} {skill.en}"


def _kinds(skill: Skill, lang: str, rulings: Mapping[str, str]) -> str:
    marks = {mark: getattr(skill, mark) for mark in MARKS} | {"attack": skill.attacks(rulings)}
    return " ".join(_word(mark, lang) for mark in MARKS if marks[mark])


def _skills_text(digits: Iterable[int], lang: str, rulings: Mapping[str, str]) -> str:
    lines = []
    for digit in digits:
        lines.append(_word("digit", lang, digit=digit))
        for skill in BY_DIGIT[digit]:
            kinds = f" [{found}]" if (found := _kinds(skill, lang, rulings)) else ""
            lines.append(f"  {_name(skill, lang)}{kinds} {skill.says(lang, rulings)} ({' '.join(skill.clauses)})")
    return "\n".join(lines)


def _skills_html(digits: Iterable[int], lang: str, rulings: Mapping[str, str]) -> str:
    rows = []
    for digit in digits:
        hand = hand_html(digit, "right", lang, "crossed_index_fingers", 40)
        title = escape(_word("digit", lang, digit=digit))
        rows.append(row_html([Cell(f"{hand} {title}", ' scope="rowgroup" colspan="4" class="rk-part"', "th")]))
        rows += [
            row_html(
                [
                    each("b", [_name(s, lang)]),
                    escape(_kinds(s, lang, rulings)),
                    escape(s.says(lang, rulings)),
                    Cell(escape(s.clause), ' class="rk-soft"'),
                ]
            )
            for s in BY_DIGIT[digit]
        ]
    return grid_html([_word(k, lang) for k in ("name", "kind", "effect", "clause")], rows)


def _gestures() -> Iterable[tuple[int, str]]:
    return ((value, "right" if value <= limits.DIGIT_MAX else "left") for value in range(limits.COST_MAX + 1))


def _drawn(value: int, hand: str, lang: str) -> tuple[str, str]:
    """Return the picture and what it shows in words."""
    picture = hand_html(value, hand, lang, "crossed_index_fingers", 84)
    return picture, picture.split('alt="', 1)[1].split('"', 1)[0]


def _gestures_text(lang: str) -> str:
    from html import unescape

    return "\n".join(f"{unescape(_drawn(v, hand, lang)[1])} ({gesture_clause(v)})" for v, hand in _gestures())


def _gestures_html(lang: str) -> str:
    figures = []
    for value, hand in _gestures():
        picture, words = _drawn(value, hand, lang)
        figures.append(
            f'<figure class="rk-gesture">{picture}<figcaption><b>{value}</b><br>'
            f'{words}<br><span class="rk-soft">{escape(gesture_clause(value))}</span></figcaption></figure>'
        )
    return f'<div class="rk-gestures">{"".join(figures)}</div>'
