"""What can be done in 生灵对决 (SL-2.10, SL-5.5, SL-6.5, SL-6.13, SL-7.8, SL-8.7, SL-11.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rulekit.core.action import TABLE, Action
from rulekit.core.duel import PLAYERS
from rulekit.core.errors import Refusal
from rulekit.core.resolution import Resolution
from rulekit.core.things import Named, Naming
from rulekit.core.verbs import Secret, Verb, Verbs, alone
from rulekit.games.shengling import legality, playing, turn
from rulekit.games.shengling.attack import attack
from rulekit.games.shengling.blocking import DECLINE, read_block
from rulekit.games.shengling.cards import faces, spelled
from rulekit.games.shengling.ending import last_check, surrender
from rulekit.games.shengling.setup import begin
from rulekit.games.shengling.state import PLACES, STEPS, Place, State, read_fuel, read_place

__all__ = ["VERBS"]

Rulings = Mapping[str, str]
Options = Callable[[State, str, Rulings], Iterable[Action]]
MAIN = ("main1", "main2")


def _with_checks(do: Callable[..., None]) -> Callable[..., None]:
    """Let an exemption be remembered before an action and the result be checked after it (SL-R18, SL-R21)."""

    def run(res: Resolution, who: str, *values: Any) -> None:
        turn.latch_duty(res)
        do(res, who, *values)
        last_check(res)

    return run


# -- who and when -----------------------------------------------------------------------------------


def _turns(state: State) -> Sequence[str]:
    return (TABLE,) if state.step == "setup" else (state.active,)


def _gate(state: State, action: Action, verb: Verb, rulings: Rulings) -> Refusal | None:
    """Refuse words that are none, who is not due, and what is not due (SL-6.9, SL-1.1, SL-6.13)."""
    who = action.who
    if any(not isinstance(a, str) for a in action.args):
        return Refusal("bad_argument", ("SL-6.9",), {"value": " ".join(map(str, action.args))})
    known = (TABLE,) if verb.name == "begin" else PLAYERS
    if who not in known:
        return Refusal("wrong_player", ("SL-1.1",), {"who": who, "known": tuple(known)})
    if not verb.steps:  # bound to no step and to no turn
        return None
    if state.step != "setup" and who not in (state.active, TABLE):
        clause = {"activate": ("SL-7.11",), "sacrifice": ("SL-5.6",), "attack": ("SL-6.13", "SL-8.7")}
        return Refusal("not_your_turn", clause.get(verb.name, ("SL-6.13",)), {"who": who})
    if verb not in VERBS.due(state.step, rulings):
        return Refusal("wrong_step", verb.late, {"verb": verb.name, "step": state.step})
    return None


def _may_surrender(state: State, who: str, rulings: Rulings) -> Refusal | None:
    """Nobody can give up a game that has not begun, and only SL-R41 allowed_any_time lets anybody (SL-11.5)."""
    if rulings["SL-R41"] == "not_a_rule":
        return Refusal("no_surrender", ("SL-11.5",), {})
    if state.step == "setup":
        return Refusal("wrong_step", ("SL-11.5", "SL-2.10"), {"verb": "surrender", "step": state.step})
    return None


# -- texts ------------------------------------------------------------------------------------------


def _named(words: Sequence[str]) -> tuple[str, ...]:
    """Take a card called by several words, its number or its English name, and the place that may follow."""
    if not words:
        return ()
    last = words[-1]
    tail = (last,) if len(words) > 1 and (read_place(last) or read_fuel(last) is not None) else ()
    return (spelled(" ".join(words[: len(words) - len(tail)])), *tail)


def _word(answer: str) -> Callable[[Sequence[str]], str | None]:
    return lambda rest: None if rest else answer


ANSWERS: Mapping[str, Callable[[Sequence[str]], str | None]] = {
    "block": lambda rest: read_block(" ".join(rest)),
    DECLINE: _word(DECLINE),
    "choose": lambda rest: spelled(" ".join(rest)) if rest else None,
    "yes": _word("yes"),
    "no": _word("no"),
}
WRITTEN = {
    "阻挡": "block", "挡": "block", "放弃阻挡": DECLINE, "不挡": DECLINE, "选择": "choose", "选": "choose",
    "是": "yes", "可以": "yes", "否": "no", "不用": "no",
}  # fmt: skip


# -- what is worth showing --------------------------------------------------------------------------


def _playing(state: State) -> bool:
    return state.step != "setup" and state.result is None


def _with_hand(verb: str, options: Options) -> Options:
    """Show a card in hand with which nothing can be done now as one that might be."""

    def shown(state: State, who: str, rulings: Rulings) -> Iterable[Action]:
        if not _playing(state):
            return ()
        there = {a.args[0] for a in options(state, who, rulings)} if state.step in MAIN else set()
        return [Action(who, verb, (c,)) for c in dict.fromkeys(state.player(who).hand) if c not in there]

    return shown


def _all_effects(state: State, who: str, rulings: Rulings) -> Iterable[Action]:
    if not _playing(state):
        return ()
    table = faces(state.own_cards)
    there = state.player(who).creatures()
    return [
        Action(who, "activate", (str(Place(who, n)), e.eid)) for n, c in there for e in table[c.card].timed["active"]
    ]


def _all_attackers(state: State, who: str, rulings: Rulings) -> Iterable[Action]:
    there = state.player(who).creatures() if _playing(state) else ()
    return [Action(who, "attack", (str(Place(who, n)),)) for n, _ in there]


def _way_on(verb: str, *steps: str) -> Options:
    return lambda state, who, rulings: [Action(who, verb)] if state.step in steps and _playing(state) else ()


# -- what lies on the table -------------------------------------------------------------------------


def _cards(state: State, who: str) -> Named:
    hand = state.player(who).hand
    return {card: [(who, "hand", n) for n, held in enumerate(hand) if held == card] for card in hand}


def _fuel(state: State, who: str) -> Named:
    return {f"f{n + 1}": [(who, "fuel", n)] for n in range(len(state.player(who).fuel))}


def _slots(state: State, who: str) -> Named:
    return {str(place): [place.path] for place in PLACES}


def _landings(state: State, who: str) -> Named:
    """The own slots; a card may be put on any of them where none is chosen (SL-3.6)."""
    own = {str(place): [place.path] for place in PLACES if place.who == who}
    return own | {"": [path for paths in own.values() for path in paths]}


THINGS: Mapping[str, Naming] = {"hand": _cards, "fuel": _fuel, "slot": _slots, "landing": _landings}
BETWEEN = tuple(s for s in STEPS if s not in ("setup", "battle", "main2"))

VERBS = Verbs(
    Verb(
        "begin", ("setup",), lambda res, who: begin(res), alone, ("SL-2.10",),
        ready=legality.decks_fault, group="step", written=("开始",),
    ),
    Verb(
        "sacrifice", MAIN, turn.sacrifice, legality.sacrifices, ("SL-5.6",),
        read=legality.read_sacrifice, refuse=legality.sacrifice_fault, spell=_named,
        shown=_with_hand("sacrifice", legality.sacrifices),
        secret=Secret(count=1, under=("SL-R40", "fuel_face_down")), names=("hand", "fuel"),
    ),
    Verb(
        "play", MAIN, playing.play, legality.plays, ("SL-6.13",),
        read=legality.read_play, refuse=legality.play_fault, spell=_named, shown=_with_hand("play", legality.plays),
        names=("hand", "landing"), written=("使用", "打出"),
    ),
    Verb(
        "activate", MAIN, lambda res, who, *meant: playing.activate(res, *meant), legality.activations,
        ("SL-7.8",), read=legality.read_activation, refuse=legality.activation_fault, shown=_all_effects,
        names=("slot", ""), written=("发动",),
    ),
    Verb(
        "enter_battle", ("main1",), turn.enter_battle, alone,
        ("SL-6.5", "SL-6.1"), refuse=legality.gate_fault, group="step", shown=_way_on("enter_battle", *BETWEEN),
    ),
    Verb(
        "attack", ("battle",), lambda res, who, place: attack(res, place), legality.attacks,
        ("SL-8.7", "SL-6.6"), read=legality.read_attack, refuse=legality.attack_refusal, shown=_all_attackers,
        names=("slot", ""),
    ),
    Verb(
        "end_battle", ("battle",), turn.end_battle, alone,
        ("SL-6.10",), group="step",
    ),
    Verb(
        "end_turn", ("main2",), turn.end_turn, alone, ("SL-6.5",),
        under={"main1": ("SL-R35", "may_end_from_main1")}, refuse=legality.gate_fault, group="step",
        shown=_way_on("end_turn", "main2"),
    ),
    Verb(
        "surrender", (), surrender, lambda s, who, r: [Action(w, "surrender") for w in PLAYERS],
        ("SL-11.5",), under={s: ("SL-R41", "allowed_any_time") for s in STEPS if s != "setup"},
        ready=_may_surrender, group="step",
    ),
    turns=_turns, gate=_gate, closing="end_turn", over=("SL-11.3",), unknown=("SL-6.1",), window=("SL-7.17", "SL-9.2"),
    around=_with_checks, answers=ANSWERS, written_answers=WRITTEN,
    headings=("play", "sacrifice", "activate", "attack", "step"), things=THINGS,
)  # fmt: skip
