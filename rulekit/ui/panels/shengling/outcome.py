"""What is foretold of an attack, as HTML: the outcome of one set of blockers, and the table of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulekit.drawing.svg import escape
from rulekit.drawing.table import Cell, clickable, each, row_html, sign, table_html
from rulekit.games.shengling.blocking import DECLINE
from rulekit.games.shengling.forecast import Forecast
from rulekit.games.shengling.zones import power
from rulekit.ui.panels.shengling.battle import Battle
from rulekit.ui.panels.shengling.saying import Saying

__all__ = ["outcome_lines", "outcome_table"]

COLUMNS = ("answer", "powers", "survive", "destroyed", "marked", "damage", "then")


def outcome_lines(battle: Battle, told: Forecast, say: Saying) -> str:
    """Return whether a set may block, and what comes of it, one fact a line."""
    name = say.words.blockers(told.answer)
    if told.refusal is not None:
        reason = say.t("verdict.illegal", answer=name, reason=say.refusal(told.refusal))
        return f'<div class="rk-said rk-failed">{escape(reason)}</div>'
    head = say.t("verdict.free" if not battle.window else "verdict.legal", answer=name)
    items = each("li", filter(None, _facts(battle, told, say)))
    return f'<div class="rk-said rk-right"><b>{escape(head)}</b><ul class="rk-list">{items}</ul></div>'


def _facts(battle: Battle, told: Forecast, say: Saying) -> Iterable[str]:
    if told.places:
        yield say.t("fact.powers", powers=_powers(battle, told))
        yield _compared(told, say)
    gone = say.creatures(told.destroyed)
    yield say.t("fact.destroyed", creatures=gone) if gone else ""
    stays = say.creatures(told.survivors)
    yield say.t("fact.survive", creatures=stays) if stays and told.places else ""
    yield from (say.t("fact.changed", creature=say.creature(p), before=b, after=a) for p, b, a in told.changed)
    marks = say.creatures(told.marked)
    yield say.t("fact.marked", creatures=marks) if marks else ""
    hp = battle.state.player(battle.defender).hp
    key = "fact.damage" if told.damage > 0 else "fact.no_damage" if told.damage == 0 else "fact.gain"
    yield say.t(key, who=battle.defender, n=abs(told.damage), before=hp, after=hp - told.damage)
    yield from _then(told, say)


def _then(told: Forecast, say: Saying) -> Iterable[str]:
    back = say.creatures(told.returned)
    if back:
        yield say.t("fact.returned", creatures=back)
    if told.result is not None:
        yield say.t("fact.result", result=say.phrasebook.value(told.result, "result"))
    if told.open is not None:
        yield say.t("fact.open", question=say.phrasebook.decision(told.open))


def _powers(battle: Battle, told: Forecast) -> str:
    """Return e.g. `8 : 5+2=7`, the powers at the declaration."""
    single = [power(battle.state, c) for p in told.places if (c := battle.state.creature(p)) is not None]
    total = f"{'+'.join(map(str, single))}={told.total}" if len(single) > 1 else str(told.total)
    return f"{told.attack} : {total}"


def _lost(told: Forecast, say: Saying) -> str:
    """Return what the defender loses, "" for nothing; a life that rises is said to."""
    return say.t("cell.gain", n=-told.damage) if told.damage < 0 else str(told.damage or "")


def _survivors(told: Forecast, say: Saying) -> str:
    """Return who stays of those in the battle, with what becomes of a power that changes."""
    powers = {place: f" {before}→{after}" for place, before, after in told.changed}
    shown = told.survivors if told.places else tuple(powers)
    return say.phrasebook.listed(say.creature(p) + powers.get(p, "") for p in shown) if shown else ""


def _compared(told: Forecast, say: Saying) -> str:
    """Return which powers are compared, "" where they are those of the declaration."""
    if told.compared is None:
        return say.t("fact.not_compared") if told.open is None else ""
    attack, total = told.compared
    same = told.compared == (told.attack, told.total)
    return "" if same else say.t("fact.compared", attack=attack, total=total)


def outcome_table(battle: Battle, found: Sequence[Forecast], chosen: str, say: Saying) -> str:
    """Return all sets of blockers, each with its outcome or with the reason why it is illegal; rows can be clicked."""
    return table_html([say.t(f"column.{key}") for key in COLUMNS], (_row(battle, told, chosen, say) for told in found))


def _row(battle: Battle, told: Forecast, chosen: str, say: Saying) -> str:
    name = escape(" ".join(map(str, told.places)) or say.phrasebook.value(DECLINE))
    if battle.phase == "over" and told.answer == (battle.played or DECLINE):
        name += f' <span class="rk-badge">{escape(say.t("column.played"))}</span>'
    cells: list[str | Cell] = [f"{sign(told.refusal is None)} {name}"]
    if told.refusal is not None:
        cells.append(Cell(escape(say.refusal(told.refusal)), f' colspan="{len(COLUMNS) - 1}" class="rk-soft"'))
    else:
        powers = filter(None, (_powers(battle, told), _compared(told, say))) if told.places else ()
        cells += [
            "<br>".join(map(escape, powers)),
            escape(_survivors(told, say)),
            escape(say.creatures(told.destroyed)),
            escape(say.creatures(told.marked)),
            _lost(told, say),
            "<br>".join(map(escape, _then(told, say))),
        ]
    here = " rk-here" if told.answer == chosen else ""
    return row_html(cells, f' class="rk-block-row{here}"{clickable("set", told.answer)}')
