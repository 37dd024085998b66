"""A card of reference for lessons: every way to answer an attack with what comes of it, or why it is refused."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from rulekit.core.catalogue import default_lang, texts_of
from rulekit.core.errors import BadArgument, speaks
from rulekit.core.position import Position
from rulekit.core.show.card import Card
from rulekit.drawing.table import Cell, each, grid_html, row_html
from rulekit.games.shengling.forecast import Forecast, forecasts
from rulekit.games.shengling.state import Place, State, other, read_place
from rulekit.games.shengling.words import Words, standing

__all__ = ["blocks_card"]

_catalogue = texts_of(__package__, "block_table.yaml")


class _Table:
    """The rows of one attack in one language."""

    def __init__(self, position: Position, attacker: Place, lang: str) -> None:
        self.lang = lang
        self.state: State = position.state
        self.attacker = attacker
        self.phrasebook = position.game.phrasebook(lang, position.state)
        self.words = Words(self.phrasebook)
        self.found = forecasts(position.state, attacker, position.rulings.choices)

    def say(self, key: str, **params: Any) -> str:
        return _catalogue().text(key, self.lang, params)

    def title(self) -> str:
        legal = sum(told.refusal is None for told in self.found if told.places)
        return self.say(
            "title", attacker=standing(self.words, self.state, self.attacker), who=other(self.attacker.who), n=legal
        )

    def heads(self) -> tuple[str, ...]:
        return tuple(self.say(f"head.{key}") for key in ("answer", "powers", "destroyed", "damage"))

    def cells(self, told: Forecast) -> Sequence[str]:
        """Return answer, powers, who is destroyed and what is lost; of an illegal set the answer and the reason."""
        answer = standing(self.words, self.state, *told.places) if told.places else self.phrasebook.value(told.answer)
        if told.refusal is not None:
            why = self.phrasebook.text(f"illegal.{told.refusal.code}", told.refusal.params)
            return answer, f"{why} [{', '.join(told.refusal.clauses)}]"
        powers = self.say("powers", attack=told.attack, total=told.total) if told.places else str(told.attack)
        gone = standing(self.words, self.state, *told.destroyed) or self.say("nobody")
        if told.returned:
            gone = self.say("with_returned", destroyed=gone, returned=standing(self.words, self.state, *told.returned))
        return answer, powers, gone, self._gained(told) or str(told.damage)

    def _gained(self, told: Forecast) -> str:
        return self.say("gained", n=-told.damage) if told.damage < 0 else ""

    def text(self) -> str:
        lines = [self.title()]
        for told in self.found:
            cells = self.cells(told)
            if told.refusal is None:
                row = dict(zip(("answer", "powers", "destroyed"), cells, strict=False))
                life = self._gained(told) or self.say("lost", n=told.damage)
                lines.append(f"  {self.say('row.legal', **row, life=life)}")
            else:
                lines.append(f"  {self.say('row.illegal', answer=cells[0], why=cells[1])}")
        return "\n".join(lines)

    def html(self) -> str:
        return f"<p>{each('b', [self.title()])}</p>{grid_html(self.heads(), map(self._row, self.found))}"

    def _row(self, told: Forecast) -> str:
        first, *rest = map(escape, self.cells(told))
        if told.refusal is not None:
            return row_html([f"✗ {first}", Cell(rest[0], ' colspan="3" class="rk-soft"')])
        return row_html([f"✓ {first}", *rest])


@speaks
def blocks_card(position: Position, attacker: str, *, lang: str | None = None) -> Card:
    """Return what every answer to the attack of a creature, named by its slot, leads to (SL-9.2 to SL-9.12).

    Illegal sets are listed with the reason (SL-9.7).  Raises BadArgument for a slot without a creature.
    """
    place = read_place(attacker)
    if place is None or position.state.creature(place) is None:
        raise BadArgument("no_creature", place=repr(attacker))
    lang = lang or default_lang()
    table = _Table(position, place, lang)
    return Card(lang, table.text, table.html)
