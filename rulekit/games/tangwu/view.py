"""How a position of 唐五 looks: both players with their two hands drawn, statuses as chips."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import ClassVar, cast

from rulekit.core.hidden import HIDDEN
from rulekit.core.record import FieldSpec
from rulekit.core.show.sheet import Chip, Group
from rulekit.core.show.sheet_html import delta_html
from rulekit.core.show.view import View as Frame
from rulekit.core.show.view import view_words
from rulekit.drawing.svg import image_html, label_of
from rulekit.games.tangwu.ending import quiet_limit
from rulekit.games.tangwu.gestures import Hand, TenStyle, gesture_svg
from rulekit.games.tangwu.limits import SECOND_HP
from rulekit.games.tangwu.state import Player, State

__all__ = ["View", "hand_html"]

HAND_SIZE = 76  # pixels
# Groups in the order they are shown, those with a colour of their own, and the fields that stand there even at
# their defaults.
PLAYER_GROUPS = ("buff", "debuff", "dummy", "wait", "bet", "count")
TONES = frozenset(("buff", "debuff", "dummy", "wait", "bet"))
ALWAYS = frozenset(("streak", "total", "turn_damage", "idle", "actions"))
LISTED = ("chain", "banned", "result", "reason")  # fields of the table that are no chips of their own


class View(Frame):
    """One position of 唐五."""

    state: State
    FULL: ClassVar[int] = SECOND_HP

    def high(self, spec: FieldSpec) -> int | None:
        """Return the most a field is shown to reach; of the quiet count the limit beyond which the game is over."""
        return quiet_limit(self.position.rulings["TW-R49"]) if spec.name == "idle" else spec.high

    # -- a player --------------------------------------------------------------------------------------

    def badges(self, who: str) -> Iterable[Chip]:
        """Return who is on turn, who controls, and who else decides."""
        on = self.on(who)
        if on:
            yield Chip(self.say("html.on_turn"))
        if on and self.state.controller is not None:
            yield Chip(self.say("head.controller", who=self.state.controller), tone="control")
        elif self.position.decider == who and not on:
            yield Chip(self.say("html.decides"))

    def groups(self, who: str) -> Iterable[Group]:
        """Return the statuses by kind, what is counted, and the secret pick."""
        player = self.state.player(who)
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
        tip = self.field_tip(player, "pick")
        if player.pick in (None, HIDDEN):
            made = player.pick is not None
            return Chip(
                self.say("chip.picked" if made else "chip.not_picked"), tip, faint=not made, thing=(who, "pick")
            )
        return Chip(self.phrasebook.term(player.pick), tip, self.delta(who, "pick"), thing=(who, "pick"))

    def body(self, who: str) -> str:
        """Return the two hands and the statuses."""
        hands = self._hand(who, "cost", "left") + self._hand(who, "digit", "right")
        nothing = f'<p class="rk-soft">{escape(self.say("group.none"))}</p>'
        return f'<div class="rk-hands">{hands}</div>{super().body(who) or nothing}'

    def _hand(self, who: str, name: str, side: str) -> str:
        chip = self.number(self.state.player(who), name, who)
        ten = cast(TenStyle, self.position.rulings["TW-R1"])
        picture = hand_html(int(chip.text), side, self.lang, ten)
        label = self.say(f"hand.{name}")
        number = f"<b>{escape(chip.text)}</b> <small>{escape(label)}</small>{delta_html(chip)}"
        body = f"{picture}<div>{number}</div>" if side == "left" else f"<div>{number}</div>{picture}"
        names = ["rk-hand", *(["rk-changed"] if chip.delta else [])]
        return f"<div{self.attributes(names, chip.thing, f'{label} {chip.text}', chip.tip)}>{body}</div>"

    # -- the table -------------------------------------------------------------------------------------

    def headline(self) -> Iterable[Chip]:
        """Return whose turn it is, the step, and who controls."""
        state = self.state
        if state.step not in ("setup", "over"):
            yield self.head("turn", who=self.game.to_act(state))
        yield self.head("step", step=state.step)
        if state.controller is not None:
            yield self.head("controller", who=state.controller)

    def table(self) -> Iterable[Group]:
        """Return the digit chain, the bans, and what is counted in the turn and in the game."""
        state = self.state
        yield from self.group("chain", self.items(state, "chain"), self.delta("chain"), ordered=True)
        yield from self.group("bans", self.items(state, "banned"), self.delta("banned"))
        for key in ("turn", "game"):
            specs = [s for s in State.FIELDS if s.group == key and s.name not in LISTED]
            yield from self.group(key, [self.chip(state, s.label, always=s.name in ALWAYS) for s in specs])

    def result(self) -> str:
        """Return who won, or that it is a draw, and why."""
        state = self.state
        if state.step != "over":
            return ""
        return self.say(
            "result.draw" if state.result == "draw" else "result.won", result=state.result, reason=state.reason
        )


@lru_cache(maxsize=128)
def hand_html(value: int, hand: str, lang: str, ten: TenStyle, size: int = HAND_SIZE) -> str:
    """Return the drawn gesture as an `<img>`, or a note when no gesture shows this number.

    An image survives notebooks that are not trusted; an inline SVG would be taken out of them.
    """
    try:
        svg = gesture_svg(value, hand=cast(Hand, hand), lang=lang, ten=ten, size=size)
    except ValueError:  # only in an impossible position
        return f'<span class="rk-soft">{escape(view_words(__package__).text("hand.none", lang, {}))}</span>'
    return image_html(svg, f'title="{label_of(svg)}" width="{size}" height="{size}"')
