"""What can be done in 拳脚招式 (QJ-4.0.2, QJ-4.1.14, QJ-4.2.7 to QJ-4.2.17, QJ-4.4.29 to QJ-4.4.43)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rulekit.core.action import CHANCE, TABLE, Action
from rulekit.core.duel import PLAYERS
from rulekit.core.errors import Refusal
from rulekit.core.resolution import Resolution
from rulekit.core.things import Named, Naming
from rulekit.core.verbs import Secret, Verb, Verbs, alone
from rulekit.games.quanjiao import cards, legality, setup
from rulekit.games.quanjiao.board import CELLS, MAX_COLUMNS
from rulekit.games.quanjiao.declaring import declare, finish_declaring, withdraw
from rulekit.games.quanjiao.placing import Entry, commit, lay, reveal, take
from rulekit.games.quanjiao.settling import settle
from rulekit.games.quanjiao.state import State

__all__ = ["VERBS"]

Rulings = Mapping[str, str]
BEGINNERS: Mapping[str, tuple[str, ...]] = {"begin": (TABLE,), "reveal": (TABLE,), "draw": (CHANCE,)}
_AT_ONCE = {"setup": (TABLE,), "reveal": (TABLE,), "draw": (CHANCE, *PLAYERS)}


# -- carrying out -----------------------------------------------------------------------------------


def _place(res: Resolution, who: str, submission: Sequence[Entry]) -> None:
    for entry in submission:
        lay(res, who, entry)
    commit(res, who)


def _settled(do: Callable[..., None]) -> Callable[..., None]:
    """Let the settling follow as soon as both have finished declaring (QJ-4.4.43)."""

    def run(res: Resolution, who: str, *values: Any) -> None:
        do(res, who, *values)
        state: State = res.state
        if state.step == "declare" and state.A.done and state.B.done:
            settle(res)

    return run


# -- who and when -----------------------------------------------------------------------------------


def _turns(state: State) -> Sequence[str]:
    return _AT_ONCE.get(state.step, PLAYERS)


def _gate(state: State, action: Action, verb: Verb, rulings: Rulings) -> Refusal | None:
    """Refuse what is not due, who does not do it, and words that are none (QJ-4.0.2, QJ-4.1.15, QJ-4.2.17)."""
    if state.step not in verb.steps:
        late = ("QJ-4.2.17",) if "place" in verb.steps and state.step == "declare" else verb.late
        return Refusal("wrong_step", late, {"verb": verb.name, "step": state.step})
    players = BEGINNERS.get(verb.name, PLAYERS)
    if action.who not in players:
        return Refusal("wrong_player", ("QJ-4.1.15",), {"who": action.who, "known": tuple(players)})
    if any(not isinstance(a, str) for a in action.args):
        return Refusal("bad_argument", ("QJ-4.0.2",), {"value": " ".join(map(str, action.args))})
    return None


def _not_listed(state: State, who: str, rulings: Rulings) -> Iterable[Action]:
    """List nothing: what only abbreviates other actions is accepted and not offered."""
    return ()


# -- what lies on the table -------------------------------------------------------------------------


def _listed(field: str) -> Naming:
    """Return what names the items of a player's field by what they are, of declarations by their move."""

    def named(state: State, who: str) -> Named:
        held = [text.split("@")[0] for text in getattr(state.player(who), field)]
        return {item: [(who, field, n) for n, found in enumerate(held) if found == item] for item in held}

    return named


def _starts(state: State, who: str) -> Named:
    """A declaration begins with a held move and where it starts (QJ-4.4.31)."""
    held = _listed("moves")(state, who).items()
    return {f"{move}@{start}": paths for move, paths in held for start in range(-MAX_COLUMNS, MAX_COLUMNS + 2)}


def _cells(state: State, who: str) -> Named:
    return {cell: [(who, state.zone, cell)] for cell in CELLS}


THINGS: Mapping[str, Naming] = {
    "card": _listed("hand"), "cell": _cells, "move": _listed("moves"), "start": _starts,
    "declared": _listed("declared"),
}  # fmt: skip
SEALED = Secret(under=("QJ-R27", "independent"), whole=True)
NOW = ("QJ-4.0.2",)

VERBS = Verbs(
    Verb("begin", ("setup",), lambda res, who: setup.begin(res), alone, NOW, group="table"),
    Verb(
        "draw", ("draw",), lambda res, who, *drawn: cards.draw(res, *drawn), legality.draw_options, NOW,
        read=legality.read_draw, refuse=legality.draw_fault, group=lambda a: ("draw", {"who": a.args[0]}),
        secret=Secret(first=1, owner=0),
    ),
    Verb(
        "swap", ("draw",), setup.swap, legality.swaps, NOW,
        read=legality.read_swap, refuse=legality.swap_fault,
        secret=Secret(under=("QJ-R29", "hidden_until_declared")), names=("move", ""),
    ),
    Verb(
        "lay", ("place",), lay, legality.lays, NOW,
        ready=legality.committed, read=legality.read_lay, refuse=legality.lay_fault, secret=Secret(),
        names=("card", "cell"), written=("摆",),
    ),
    Verb(
        "take", ("place",), take, legality.takes, NOW,
        ready=legality.committed, read=legality.read_take, secret=Secret(), names=("cell",),
    ),
    Verb(
        "commit", ("place",), commit, alone, NOW,
        ready=legality.committed, group="finish", written=("合帘",),
    ),
    Verb(
        "place", ("place",), _place, _not_listed, NOW,
        ready=legality.half_laid, read=legality.read_submission, refuse=legality.submission_fault, secret=Secret(),
    ),
    Verb("reveal", ("reveal",), lambda res, who: reveal(res), alone, NOW, group="table"),
    Verb(
        "declare", ("declare",), declare, legality.declarations, NOW,
        ready=legality.declared, read=lambda state, action: (action.args,), refuse=legality.declaration_fault,
        secret=SEALED, names=("start", ""), written=("发动", "声明"),
    ),
    Verb(
        "withdraw", ("declare",), withdraw, legality.withdrawals, NOW,
        ready=legality.declared, read=legality.read_withdrawal, refuse=legality.withdrawal_fault, secret=SEALED,
        names=("declared",), group="finish",
    ),
    Verb(
        "done", ("declare",), finish_declaring, alone, NOW,
        ready=legality.unfinished, group="finish", written=("完毕",),
    ),
    turns=_turns, gate=_gate, over=("QJ-4.5.19",), unknown=("QJ-4.0.2",), closing="done", around=_settled,
    things=THINGS,
)  # fmt: skip
