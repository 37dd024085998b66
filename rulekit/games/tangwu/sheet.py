"""What a shown position of 唐五 says: the sheets of its players and of its table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulekit.core.catalogue import texts_of
from rulekit.core.hidden import HIDDEN
from rulekit.core.position import Position
from rulekit.core.record import Change, FieldSpec
from rulekit.core.show.sheet import Chip, Group, PlayerSheet, Sheet, SheetMaker
from rulekit.games.tangwu.ending import quiet_limit
from rulekit.games.tangwu.state import Player, State

__all__ = ["TangwuPlayer", "make_sheet", "view_words"]

# Groups in the order they are shown, those with a colour of their own, and the fields that stand there even at
# their defaults.
PLAYER_GROUPS = ("buff", "debuff", "dummy", "wait", "bet", "count")
TONES = frozenset(("buff", "debuff", "dummy", "wait", "bet"))
ALWAYS = frozenset(("streak", "total", "turn_damage", "idle", "actions"))
LISTED = ("chain", "banned", "result", "reason")  # fields of the table that are no chips of their own

view_words = texts_of(__package__, "view.yaml")  # the words of the drawn position


@dataclass(frozen=True, slots=True)
class TangwuPlayer(PlayerSheet):
    """One player: the two hands, and who decides."""

    decides: bool
    controlled_by: str
    cost: Chip
    digit: Chip


class _Maker(SheetMaker[TangwuPlayer]):
    state: State
    whole: State

    def high(self, spec: FieldSpec) -> int | None:
        if spec.name == "idle":  # beyond it the game is over
            return quiet_limit(self.position.rulings["TW-R49"])
        return spec.high

    # -- a player --------------------------------------------------------------------------------------

    def player(self, who: str) -> TangwuPlayer:
        state, player = self.state, self.state.player(who)
        on_turn = self.game.to_act(state) == who
        return TangwuPlayer(
            who,
            on_turn,
            self.number(player, "hp", who),
            tuple(self._player_groups(who, player)),
            decides=self.position.decider == who and not (on_turn and state.controller is None),
            controlled_by=(state.controller or "") if on_turn else "",
            cost=self.number(player, "cost", who),
            digit=self.number(player, "digit", who),
        )

    def _player_groups(self, who: str, player: Player) -> Iterable[Group]:
        for key in PLAYER_GROUPS:
            chips: list[Chip | None] = []
            delta = ""
            for spec in Player.FIELDS:
                if ("wait" if spec.name == "delayed" else spec.group) != key:
                    continue
                if isinstance(getattr(player, spec.name), tuple):
                    chips += self.items(player, spec.label, who, tone="pip" if spec.name == "dummies" else "")
                    delta = self.delta(who, spec.label)
                else:
                    chips.append(self.chip(player, spec.label, who, always=spec.name in ALWAYS))
            yield from self.group(key, chips, delta, ordered=key == "wait", tone=key if key in TONES else "")
        if self.state.step == "ban" or player.pick is not None:
            yield from self.group("secret", [self._pick(who, player)])

    def _pick(self, who: str, player: Player) -> Chip:
        """The secret pick: shown to its owner and to a referee, to others only that it is made (TW-3.1.3)."""
        tip = self.tip(Player.BY_LABEL["pick"].clause)
        if player.pick in (None, HIDDEN):
            made = player.pick is not None
            text = self.say("chip.picked" if made else "chip.not_picked")
            return Chip(text, tip, faint=not made, thing=(who, "pick"))
        return Chip(self.phrasebook.term(player.pick), tip, self.delta(who, "pick"), thing=(who, "pick"))

    # -- the table -------------------------------------------------------------------------------------

    def table(self) -> Iterable[Group]:
        state = self.state
        yield from self.group("chain", self.items(state, "chain"), self.delta("chain"), ordered=True)
        yield from self.group("bans", self.items(state, "banned"), self.delta("banned"))
        for key in ("turn", "game"):
            specs = [s for s in State.FIELDS if s.group == key and s.name not in LISTED]
            yield from self.group(key, [self.chip(state, s.label, always=s.name in ALWAYS) for s in specs])

    def headline(self) -> Iterable[Chip]:
        state = self.state
        if state.step not in ("setup", "over"):
            yield Chip(self.say("head.turn", who=self.game.to_act(state)), delta=self.delta("turn"), thing=("turn",))
        yield Chip(self.say("head.step", step=state.step), delta=self.delta("step"), thing=("step",))
        if state.controller is not None:
            control = self.say("head.control", who=state.controller)
            yield Chip(control, delta=self.delta("controller"), thing=("controller",))

    def result(self) -> str:
        state = self.state
        if state.step != "over":
            return ""
        key = "result.draw" if state.result == "draw" else "result.won"
        return self.say(key, result=state.result, reason=state.reason)


def make_sheet(
    position: Position,
    lang: str,
    highlight: Iterable[Change] = (),
    plain: bool = False,
) -> Sheet[TangwuPlayer]:
    """Return what a position says in `lang`."""
    return _Maker(view_words(), position, lang, highlight, plain).sheet()
