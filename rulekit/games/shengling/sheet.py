"""What a shown position of 生灵对决 says: the sheets of its players with their cards, and of its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from rulekit.core.hidden import HIDDEN
from rulekit.core.position import Position
from rulekit.core.record import Change
from rulekit.core.show.sheet import Chip, Group, PlayerSheet, Sheet, SheetMaker
from rulekit.games.shengling import limits
from rulekit.games.shengling.card_face import Look, current, printed, view_words
from rulekit.games.shengling.cards import faces, own_cards
from rulekit.games.shengling.memory import kept
from rulekit.games.shengling.state import SLOTS, Creature, Player, State
from rulekit.games.shengling.turn import duty
from rulekit.games.shengling.words import Words

__all__ = ["ShenglingPlayer", "Slot", "make_sheet"]

CARDS = ("fuel", "hand", "deck", "grave")  # lists of cards, shown as what came and what went
STATES = {"marked": "debuff", "entered": "wait", "attacked": "", "blocked": "", "damage_bonus": "buff"}  # with tones
TOP = 3  # cards named from the top of a deck whose order is known
FEW = 5  # a deck so small is named as a whole


@dataclass(frozen=True, slots=True)
class Slot:
    """One battlefield slot: its name `A1`, the creature on it if any, what came or went."""

    place: str
    look: Look | None
    delta: str = ""
    left: str = ""


@dataclass(frozen=True, slots=True)
class ShenglingPlayer(PlayerSheet):
    """One player: the five slots, fuel and hand as cards; a None among these is a card the viewer may not see."""

    badges: tuple[str, ...]
    slots: tuple[Slot, ...]
    fuel: tuple[Look | None, ...]
    spent: tuple[int, ...]
    hand: tuple[Look | None, ...]
    fuel_title: str
    hand_title: str


class _Maker(SheetMaker[ShenglingPlayer]):
    state: State
    whole: State

    def __init__(self, position: Position, lang: str, highlight: Iterable[Change], plain: bool) -> None:
        super().__init__(view_words(), position, lang, highlight, plain)
        self.faces = faces(self.state.own_cards)
        self.pieces = Words(self.phrasebook)

    # -- words -------------------------------------------------------------------------------------

    def value(self, value: Any, field: str = "") -> str:
        """Word the value of a field, own cards and creatures by their names."""
        if isinstance(value, tuple) and value:
            return self.pieces.listed(self.value(item, field) for item in value)
        if field in ("step", "result", "reason"):
            return self.phrasebook.value(value, field)
        return self.pieces.plain(value) if isinstance(value, (str, Creature)) else self.phrasebook.value(value, field)

    def delta(self, *path: str | int) -> str:
        """Return what changed at a path; of lists of cards what came and what went."""
        change = self.changes.get(path)
        if change is not None and path[-1] in CARDS:
            return self._moved(tuple(change.before or ()), tuple(change.after or ()))
        if change is not None and path[-1] == "own_cards":
            return self.say("cards.changed")
        return super().delta(*path)

    def _moved(self, before: Sequence[str], after: Sequence[str]) -> str:
        gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
        parts = [self.say("moved.out", card=self.pieces.cards([c] * n)) for c, n in gone.items()]
        parts += [self.say("moved.in", card=self.pieces.cards([c] * n)) for c, n in come.items()]
        return " ".join(parts) or self.say("moved.order")

    def _tip(self, label: str, record: type[Player] | type[Creature] = Player) -> str:
        return self.tip(record.BY_LABEL[label].clause)

    # -- a player ----------------------------------------------------------------------------------

    def player(self, who: str) -> ShenglingPlayer:
        state, player = self.state, self.state.player(who)
        decides = self.position.decider == who and self.position.pending is not None
        badges = []
        if state.step != "setup" and state.active == who:
            badges.append(self.say("badge.active"))
        if decides:
            badges.append(self.say("badge.decides"))
        ready = len(player.fuel) - len(player.spent)
        numbers = {"n": len(player.fuel), "most": limits.COST_ZONE, "ready": ready}
        return ShenglingPlayer(
            who,
            self.position.decider == who,
            self.number(player, "hp", who),
            tuple(self._groups(who, player)),
            badges=tuple(badges),
            slots=tuple(self._slot(who, n, player) for n in range(1, limits.SLOTS + 1)),
            fuel=tuple(
                None if card == HIDDEN else self._fuel_look(card, n in player.spent)
                for n, card in enumerate(player.fuel, 1)
            ),
            spent=player.spent,
            hand=tuple(None if card == HIDDEN else self._hand_look(card) for card in player.hand),
            fuel_title=self.say("zone.fuel", **numbers),
            hand_title=self.say("zone.hand", n=len(player.hand)),
        )

    # -- cards -------------------------------------------------------------------------------------

    def _look(self, name: str) -> Look:
        return printed(self.faces[name], self.phrasebook, self.position.rulings)

    def _fuel_look(self, card: str, tapped: bool) -> Look:
        look = self._look(card)
        state = self.say("card.tapped" if tapped else "card.untapped")
        return replace(look, tapped=tapped, tip="\n".join((look.tip, state, self._tip("spent"))))

    def _hand_look(self, card: str) -> Look:
        name, reduction, marked = kept(card)
        look = replace(self._look(name), card=card)
        states = []
        if reduction:
            label = self.phrasebook.label("reduction")
            states.append(Chip(self.say("chip.reduction", label=label, value=reduction), self.tip("SL-4.11")))
        if marked:
            states.append(Chip(self.phrasebook.label("marked"), self.tip("SL-10.8"), tone="debuff"))
        return replace(look, states=tuple(states))

    def _slot(self, who: str, n: int, player: Player) -> Slot:
        place, label, creature = f"{who}{n}", SLOTS[n - 1], player.at(n)
        change = self.changes.get((who, label))
        if creature is None:
            left = change.before if change is not None else None
            return Slot(
                place,
                None,
                self.say("slot.left") if left is not None else "",
                self.pieces.card(left.card) if left is not None else "",
            )
        return Slot(place, self._creature(creature, who, label), self.say("slot.came") if change is not None else "")

    def _creature(self, creature: Creature, who: str, label: str) -> Look:
        above = (who, label)
        chips = [self._turned(creature, above)]
        chips += [self._toned(self.chip(creature, name, *above), tone) for name, tone in STATES.items()]
        chips += [self.chip(creature, name, *above) for name in ("bonus", "reduction") if self.delta(*above, name)]
        chips.append(self.chip(creature, "used", *above))
        if self.delta(*above, "arrived") or self.position.rulings["SL-R3"] == "entry_order":
            chips.append(self.chip(creature, "arrived", *above, always=True))
        look = current(self._look(creature.card), creature.bonus, creature.reduction, self.phrasebook)
        return replace(
            look,
            states=tuple(chip for chip in chips if chip is not None),
            tapped=creature.tapped,
            delta=self.delta(*above, "card"),
        )

    def _toned(self, chip: Chip | None, tone: str) -> Chip | None:
        return replace(chip, tone=tone) if chip is not None and not chip.gone else chip

    def _turned(self, creature: Creature, above: tuple[str, str]) -> Chip | None:
        """Return how a creature stands; upright is only said when it just became so (SL-4.5)."""
        delta = self.delta(*above, "tapped")
        if not creature.tapped and not delta:
            return None
        return Chip(self.say("card.tapped" if creature.tapped else "card.untapped"), self.tip("SL-4.5"), delta)

    # -- groups ------------------------------------------------------------------------------------

    def _groups(self, who: str, player: Player) -> Iterable[Group]:
        yield from self.group("fuel", self._fuel(player), self.delta(who, "fuel"))
        yield from self.group("hand", self._hand(player), self.delta(who, "hand"))
        yield from self.group("piles", [self._deck(who, player), self._grave(who, player)])
        yield from self.group("duty", self._duty(who, player))
        names = ("duty_met", "used", "resolving")
        yield from self.group("turn", [self.chip(player, name, who) for name in names])
        touched = [(name, self.delta(who, name)) for name in ("spent", "shuffled")]
        yield from self.group("changed", [Chip(self.phrasebook.label(n), delta=d) for n, d in touched if d])

    def _fuel(self, player: Player) -> Iterable[Chip]:
        """Yield the fuel in order, equal neighbours together: `2–4 献身`."""
        cards = [(card, n in player.spent) for n, card in enumerate(player.fuel, 1)]
        n = 0
        for (card, tapped), run in groupby(cards):
            first, n = n + 1, n + len(list(run))
            places = str(n) if n == first else f"{first}–{n}"
            key = "fuel.tapped" if tapped else "fuel.ready"
            yield Chip(self.say(key, n=places, card=self.pieces.card(card)), self._tip("fuel"))
        if not player.fuel:
            yield Chip(self.say("fuel.none"), faint=True)

    def _hand(self, player: Player) -> Iterable[Chip]:
        hidden = player.hand.count(HIDDEN)
        for card in player.hand:
            if card != HIDDEN:
                yield Chip(self.pieces.card(card), self._tip("hand"))
        if hidden:
            yield Chip(self.say("hand.hidden", n=hidden), self.tip("SL-4.10"))
        if not player.hand:
            yield Chip(self.say("hand.none"), faint=True)

    def _deck(self, who: str, player: Player) -> Chip:
        cards, delta = player.deck, self.delta(who, "deck")
        if not cards:
            return Chip(self.say("deck.none"), self.tip("SL-1.4"), delta, faint=not delta, thing=(who, "deck"))
        n = len(cards)
        if HIDDEN in cards:
            return Chip(self.say("deck.unknown", n=n), self.tip("SL-4.10"), delta, thing=(who, "deck"))
        counted = self.pieces.cards(cards)
        if player.shuffled:
            mixed = self.say("deck.mixed", cards=counted)
            return Chip(self.say("deck.shuffled", n=n), mixed, delta, thing=(who, "deck"))
        if n <= FEW or len(set(cards)) == 1:
            return Chip(self.say("deck.same", n=n, top=counted), self._tip("deck"), delta, thing=(who, "deck"))
        top = self.pieces.listed(map(self.pieces.card, cards[:TOP]))
        tip = self.say("deck.all", cards=self.pieces.listed(map(self.pieces.card, cards)))
        return Chip(self.say("deck.ordered", n=n, top=top), tip, delta, thing=(who, "deck"))

    def _grave(self, who: str, player: Player) -> Chip:
        delta = self.delta(who, "grave")
        if not player.grave:
            return Chip(self.say("grave.none"), self._tip("grave"), delta, faint=not delta, thing=(who, "grave"))
        text = self.say("grave.some", n=len(player.grave), cards=self.pieces.cards(player.grave))
        return Chip(text, self._tip("grave"), delta, thing=(who, "grave"))

    def _duty(self, who: str, player: Player) -> Iterable[Chip | None]:
        """How the duty of the turn player stands, why battle is still closed, and what was sacrificed (SL-5.9)."""
        state = self.state
        counts = [self.delta(who, "sacrificed"), self.delta(who, "quota")]
        if state.active == who and state.step in ("main1", "main2") and state.result is None:
            reason = "" if self.plain else duty(player, self.position.rulings.choices)
            if reason == "open":
                yield Chip(self.say("duty.open"), self.tip("SL-5.9"), tone="debuff")
            elif reason:
                yield Chip(self.say("duty.met", reason=reason), self.tip("SL-5.26"), tone="buff")
        elif not (player.sacrificed or player.quota > limits.BASE_QUOTA or any(counts)):
            return
        count = self.say("duty.count", n=player.sacrificed, quota=player.quota)
        yield Chip(count, self.tip("SL-5.8"), " ".join(filter(None, counts)), thing=(who, "sacrificed"))

    # -- the table ---------------------------------------------------------------------------------

    def table(self) -> Iterable[Group]:
        state = self.state
        touched = [self.chip(state, name) for name in ("result", "reason") if self.delta(name)]
        yield from self.group("game", [self.chip(state, "first"), *touched])
        own = [
            printed(self.faces[card.id], self.phrasebook, self.position.rulings) for card in own_cards(state.own_cards)
        ]
        cards = [Chip(look.name, look.tip, thing=("own_cards",)) for look in own]
        yield from self.group("own_cards", cards, self.delta("own_cards"))

    def headline(self) -> Iterable[Chip]:
        state = self.state
        if state.step == "setup":
            yield Chip(self.say("head.setup"), delta=self.delta("step"), thing=("step",))
        else:
            yield Chip(self.say("head.turn", turn=state.turn), delta=self.delta("turn"), thing=("turn",))
            step = self.say("head.step", who=state.active, step=state.step)
            yield Chip(step, delta=self.delta("step"), thing=("step",))
        for label in ("turn",) if state.step == "setup" else ():
            if self.delta(label):
                yield Chip(self.phrasebook.label(label), delta=self.delta(label))
        if self.delta("active"):
            yield Chip(self.phrasebook.label("active"), delta=self.delta("active"))

    def result(self) -> str:
        state = self.state
        return self.say("result", result=state.result, reason=state.reason) if state.result is not None else ""


def make_sheet(
    position: Position,
    lang: str,
    highlight: Iterable[Change] = (),
    plain: bool = False,
) -> Sheet[ShenglingPlayer]:
    """Return what a position says in `lang`.

    A `plain` one does not say how the duty to sacrifice stands.
    """
    return _Maker(position, lang, highlight, plain).sheet()
