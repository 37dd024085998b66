"""How a position of 生灵对决 looks: battlefields, cost zones and hands with their cards drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from html import escape
from itertools import groupby
from typing import Any, ClassVar

from rulekit.core.hidden import HIDDEN
from rulekit.core.show.sheet import Chip, Group
from rulekit.core.show.sheet_html import changed_class, delta_html, groups_html
from rulekit.core.show.sheet_text import folded
from rulekit.core.show.view import View as Frame
from rulekit.games.shengling import limits
from rulekit.games.shengling.card_face import Look, back_html, card_html, current, mini_html, printed
from rulekit.games.shengling.cards import Face, faces, own_cards
from rulekit.games.shengling.memory import kept
from rulekit.games.shengling.state import SLOTS, Creature, Player, State
from rulekit.games.shengling.turn import duty
from rulekit.games.shengling.words import Words

__all__ = ["View"]

CARDS = ("fuel", "hand", "deck", "grave")  # lists of cards, shown as what came and what went
DRAWN = ("fuel", "hand")  # those that are drawn as cards
STATES = {"marked": "debuff", "entered": "wait", "attacked": "", "blocked": "", "damage_bonus": "buff"}  # with tones
TOP = 3  # cards named from the top of a deck whose order is known
FEW = 5  # a deck so small is named as a whole


class View(Frame):
    """One position of 生灵对决; its text is for narrow terminals."""

    state: State
    FULL: ClassVar[int] = limits.MAX_HP
    WIDTH: ClassVar[int | None] = 60

    # -- words -------------------------------------------------------------------------------------

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        """The cards there are, by name."""
        return faces(self.state.own_cards)

    @cached_property
    def pieces(self) -> Words:
        """How cards and places are worded."""
        return Words(self.phrasebook)

    def value(self, value: Any, field: str = "") -> str:
        """Word the value of a field, own cards and creatures by their names."""
        if isinstance(value, tuple) and value:
            return self.phrasebook.listed(self.value(item, field) for item in value)
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

    # -- a player ----------------------------------------------------------------------------------

    def on(self, who: str) -> bool:
        """Tell whether a player is to do or to decide something."""
        return self.position.decider == who

    def badges(self, who: str) -> Iterable[Chip]:
        """Return whose turn it is and who is to decide."""
        if self.state.step != "setup" and self.state.active == who:
            yield Chip(self.say("badge.active"))
        if self.position.decider == who and self.position.pending is not None:
            yield Chip(self.say("badge.decides"))

    def lines(self, who: str) -> Iterator[str]:
        """Return the creatures, a line each, the free slots, and the other facts."""
        free = []
        for n in range(1, limits.SLOTS + 1):
            creature = self.state.player(who).at(n)
            if creature is None:
                free.append(f"{who}{n}")
                continue
            look = self.creature(who, n, creature)
            name = self.say("text.creature", place=f"{who}{n}", card=look.name)
            yield from folded([name, *self._facts(look)], self.inner)
        if free:
            yield self.say("slot.free", places=" ".join(free))
        yield from super().lines(who)

    def _facts(self, look: Look) -> Iterator[str]:
        yield self.say("text.power", power=look.power, sum=look.parts) if look.parts else str(look.power)
        yield from (chip.text for chip in (*look.tags, *look.states) if not chip.gone)

    # -- the battlefield ---------------------------------------------------------------------------

    def body(self, who: str) -> str:
        """Return the battlefield with the other facts beside it, and the cards of cost zone and hand."""
        groups = {group.key: group for group in self.groups(who)}
        rest = [group for key, group in groups.items() if key not in DRAWN]
        slots = "".join(self._slot(who, n) for n in range(1, limits.SLOTS + 1))  # left to right (SL-2.6)
        label = escape(self.say("zone.field", who=who))
        field = f'<div class="rk-battlefield" role="group" aria-label="{label}">{slots}</div>'
        front = f'<div class="rk-front">{field}{groups_html(rest, lean=self.lean, things=self.things)}</div>'
        zones = "".join(self._zone(who, zone, groups[zone]) for zone in DRAWN)
        return f'<div class="rk-arena">{front}<div class="rk-zones">{zones}</div></div>'

    def _slot(self, who: str, n: int) -> str:
        """Return one slot: its creature, or that it is empty, or who has just left it."""
        creature, label = self.state.player(who).at(n), SLOTS[n - 1]
        change = self.changes.get((who, label))
        delta, place = "", f"{who}{n}"
        if creature is not None:
            delta = self.say("slot.came") if change is not None else ""
            look = self.creature(who, n, creature)
            place += f" {look.name}"
            body = card_html(look)
        elif change is not None and change.before is not None:
            delta = self.say("slot.left")
            left = escape(self.pieces.card(change.before.card))
            body = f'<span class="rk-noone rk-gone"><span>{left}</span></span>'
        else:
            empty = self.say("slot.empty")
            place += f" {empty}"
            body = f'<span class="rk-noone">{escape(empty)}</span>'
        attributes = self.attributes(["rk-slot", *(["rk-changed"] if delta else [])], (who, label), place)
        head = f'<span class="rk-slotname">{who}{n}{delta_html(Chip("", delta=delta))}</span>'
        return f"<div{attributes}>{head} {body}</div>"

    def creature(self, who: str, n: int, creature: Creature) -> Look:
        """Return a creature as it stands in a slot."""
        above = (who, SLOTS[n - 1])
        chips = [self._turned(creature, above)]
        chips += [self.chip(creature, name, *above, tone=tone) for name, tone in STATES.items()]
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

    def _turned(self, creature: Creature, above: tuple[str, str]) -> Chip | None:
        """Return how a creature stands; upright is only said when it just became so (SL-4.5)."""
        delta = self.delta(*above, "tapped")
        if not creature.tapped and not delta:
            return None
        return Chip(self.say("card.tapped" if creature.tapped else "card.untapped"), self.tip("SL-4.5"), delta)

    # -- cost zone and hand ------------------------------------------------------------------------

    def _zone(self, who: str, zone: str, group: Group) -> str:
        player = self.state.player(who)
        held: Sequence[str] = getattr(player, zone)
        if self.lean and not held and not group.delta:
            return ""
        numbers = {"n": len(held), "most": limits.COST_ZONE, "ready": len(player.fuel) - len(player.spent)}
        cards = []
        for n, card in enumerate(held):
            tapped = zone == "fuel" and n + 1 in player.spent
            if card == HIDDEN:
                cards.append(back_html(self.lang, tapped))
                continue
            look = self._fuel_look(card, tapped) if zone == "fuel" else self._hand_look(card)
            thing = (who, zone, n)
            cards.append(mini_html(look, self.lang, power=zone == "hand", thing=thing, things=self.things))
        row = f'<div class="rk-minis">{"".join(cards)}</div>' if cards else ""
        title = self.say(f"zone.{zone}", **numbers)
        head = f"<span{self.attributes(['rk-soft'], (who, zone), title)}>{escape(title)}</span>"
        return f'<div class="rk-zone{changed_class(group)}">{head}{delta_html(group)}{row}</div>'

    def _look(self, name: str) -> Look:
        return printed(self.faces[name], self.phrasebook, self.position.rulings)

    def _fuel_look(self, card: str, tapped: bool) -> Look:
        look = self._look(card)
        state = self.say("card.tapped" if tapped else "card.untapped")
        return replace(look, tapped=tapped, tip="\n".join((look.tip, state, self.field_tip(Player, "spent"))))

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

    # -- groups ------------------------------------------------------------------------------------

    def groups(self, who: str) -> Iterable[Group]:
        """Return the zones in words, the duty, and what is remembered of the turn."""
        player = self.state.player(who)
        yield from self.group("fuel", self._fuel(player), self.delta(who, "fuel"))
        yield from self.group("hand", self._hand(player), self.delta(who, "hand"))
        yield from self.group("piles", [self._deck(who, player), self._grave(who, player)])
        yield from self.group("duty", self._duty(who, player))
        yield from self.group("turn", self.chips(player, ("duty_met", "used", "resolving"), who))
        yield from self.group("changed", self.touched(("spent", "shuffled"), who))

    def _fuel(self, player: Player) -> Iterable[Chip]:
        """Yield the fuel in order, equal neighbours together: `2–4 献身`."""
        cards = [(card, n in player.spent) for n, card in enumerate(player.fuel, 1)]
        n = 0
        for (card, tapped), run in groupby(cards):
            first, n = n + 1, n + len(list(run))
            places = str(n) if n == first else f"{first}–{n}"
            key = "fuel.tapped" if tapped else "fuel.ready"
            yield Chip(self.say(key, n=places, card=self.pieces.card(card)), self.field_tip(player, "fuel"))
        if not player.fuel:
            yield Chip(self.say("fuel.none"), faint=True)

    def _hand(self, player: Player) -> Iterable[Chip]:
        hidden = player.hand.count(HIDDEN)
        for card in player.hand:
            if card != HIDDEN:
                yield Chip(self.pieces.card(card), self.field_tip(player, "hand"))
        if hidden:
            yield Chip(self.say("hand.hidden", n=hidden), self.tip("SL-4.10"))
        if not player.hand:
            yield Chip(self.say("hand.none"), faint=True)

    def _deck(self, who: str, player: Player) -> Chip:
        cards, delta = player.deck, self.delta(who, "deck")
        thing = (who, "deck")
        if not cards:
            return Chip(self.say("deck.none"), self.tip("SL-1.4"), delta, faint=not delta, thing=thing)
        n = len(cards)
        if HIDDEN in cards:
            return Chip(self.say("deck.unknown", n=n), self.tip("SL-4.10"), delta, thing=thing)
        counted = self.pieces.cards(cards)
        if player.shuffled:
            return Chip(self.say("deck.shuffled", n=n), self.say("deck.mixed", cards=counted), delta, thing=thing)
        if n <= FEW or len(set(cards)) == 1:
            return Chip(self.say("deck.same", n=n, top=counted), self.field_tip(player, "deck"), delta, thing=thing)
        top = self.phrasebook.listed(map(self.pieces.card, cards[:TOP]))
        tip = self.say("deck.all", cards=self.phrasebook.listed(map(self.pieces.card, cards)))
        return Chip(self.say("deck.ordered", n=n, top=top), tip, delta, thing=thing)

    def _grave(self, who: str, player: Player) -> Chip:
        key = "grave.some" if player.grave else "grave.none"
        text = self.say(key, n=len(player.grave), cards=self.pieces.cards(player.grave))
        delta, tip = self.delta(who, "grave"), self.field_tip(player, "grave")
        return Chip(text, tip, delta, faint=not player.grave and not delta, thing=(who, "grave"))

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

    def headline(self) -> Iterable[Chip]:
        """Return the turn, whose it is, and the step."""
        state = self.state
        if state.step == "setup":
            yield Chip(self.say("head.setup"), delta=self.delta("step"), thing=("step",))
            yield from self.touched(("turn",))
        else:
            yield self.head("turn", turn=state.turn)
            yield self.head("step", who=state.active, step=state.step)
        yield from self.touched(("active",))

    def table(self) -> Iterable[Group]:
        """Return who began, and the cards brought along."""
        state = self.state
        ended = [self.chip(state, name) for name in ("result", "reason") if self.delta(name)]
        yield from self.group("game", [self.chip(state, "first"), *ended])
        own = [self._look(card.id) for card in own_cards(state.own_cards)]
        chips = [Chip(look.name, look.tip, thing=("own_cards",)) for look in own]
        yield from self.group("own_cards", chips, self.delta("own_cards"))
