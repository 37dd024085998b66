"""The six steps of a turn (SL-6.*), the sacrifice and its duty (SL-5.5 to SL-5.28)."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.core.resolution import Resolution
from rulekit.games.shengling import limits
from rulekit.games.shengling.effects import pick_cards
from rulekit.games.shengling.memory import bare, carry, kept
from rulekit.games.shengling.moments import resolve_moment, triggers
from rulekit.games.shengling.state import PLAYERS, Place, Player, State, other
from rulekit.games.shengling.targets import Source
from rulekit.games.shengling.zones import destroy, discard, draw, drop_fuel, in_turn_order, without

__all__ = ["DUTY_CLAUSES", "begin_turn", "duty", "end_battle", "end_turn", "enter_battle", "latch_duty", "sacrifice"]


def duty(player: Player, rulings: Mapping[str, str]) -> str:
    """Return how the sacrifice duty stands: `open`, or why it counts as met (SL-5.7, SL-5.13, SL-5.15, SL-R18).

    The reasons are `sacrificed`, `hand_empty`, `zone_full` and, only under SL-R18 latched_once_met, `latched`.
    """
    if player.sacrificed >= 1:
        return "sacrificed"
    if not player.hand:
        return "hand_empty"
    if len(player.fuel) >= limits.COST_ZONE:
        return "zone_full"
    return "latched" if player.duty_met and rulings["SL-R18"] == "latched_once_met" else "open"


EXEMPT = ("hand_empty", "zone_full")  # may cease to hold; what was sacrificed stays so for the turn
DUTY_CLAUSES = {"sacrificed": "SL-5.7", "hand_empty": "SL-5.15", "zone_full": "SL-5.13", "latched": "SL-5.26"}


# -- steps 1 and 2 ----------------------------------------------------------------------------------


def begin_turn(res: Resolution, who: str) -> None:
    """Untap, turn-start effects and the draw of 2, in the order of SL-R1; then main phase 1 (SL-6.1 to SL-6.3)."""
    state: State = res.state
    state.active, state.step = who, "untap"
    state.turn += 1
    with res.step("turn_begin", "SL-6.1", "SL-6.2", "SL-6.7", who=who, turn=state.turn):
        _reset_records(res, who)
        order = {
            "untap_effects_draw": (_untap, _turn_start, _draw_step),
            "untap_draw_effects": (_untap, _draw_step, _turn_start),
            "draw_untap_effects": (_draw_step, _untap, _turn_start),
        }[res.ruling("SL-R1")]
        for part in order:
            part(res, who)
    state.step = "main1"
    res.step("step.main1", "SL-6.1", "SL-6.4", "SL-6.8", who=who)


def _reset_records(res: Resolution, who: str) -> None:
    """Give the quota anew and forget what the last own turn counted (SL-5.11, SL-6.2)."""
    player: Player = res.state.player(who)
    player.sacrificed, player.quota, player.duty_met = 0, limits.BASE_QUOTA, False
    for _, creature in player.creatures():
        creature.attacked = False
    for side in PLAYERS:  # in a new turn nobody has entered yet or used an effect (SL-7.10, SL-R2)
        res.state.player(side).used = ()
        for _, creature in res.state.player(side).creatures():
            creature.entered, creature.used = False, ()
    res.step("records.reset", "SL-6.2", "SL-5.8", "SL-5.11", who=who)


def _untap(res: Resolution, who: str) -> None:
    """Untap everything of the turn player, battlefield and cost zone alike (SL-5.21)."""
    player: Player = res.state.player(who)
    tapped = [c for _, c in player.creatures() if c.tapped]
    if tapped or player.spent:
        for creature in tapped:
            creature.tapped = False
        player.spent = ()
        res.step("untap", "SL-5.21", "SL-4.6", "SL-4.7", "SL-5.22", who=who)
    if any(c.tapped for _, c in res.state.player(other(who)).creatures()):
        res.skip("untap.not_yours", "SL-5.23", who=other(who))


def _turn_start(res: Resolution, who: str) -> None:
    """Resolve turn-start effects of the turn player, under SL-R2 every_turn of both (SL-7.20)."""
    state: State = res.state
    sides = [who]
    if _has_turn_start(state, other(who)) and res.ruling("SL-R2") == "every_turn":
        sides.append(other(who))
    sources = [Source(s, c.card, Place(s, slot), c) for s in sides for slot, c in state.player(s).creatures()]
    resolve_moment(res, "turn_start", triggers(state, "turn_start", sources), "SL-7.20")


def _has_turn_start(state: State, who: str) -> bool:
    sources = [Source(who, c.card) for _, c in state.player(who).creatures()]
    return bool(triggers(state, "turn_start", sources))


def _draw_step(res: Resolution, who: str) -> None:
    """Draw 2, fatigue for every card that is not there (SL-6.3, SL-1.5)."""
    res.state.step = "draw"
    empty = ("SL-1.5",) if not res.state.player(who).deck else ()
    with res.step("step.draw", "SL-6.3", *empty, who=who):
        draw(res, who, limits.DRAW, "SL-6.3", "SL-1.7")


# -- main phases and battle -------------------------------------------------------------------------


def sacrifice(res: Resolution, who: str, card: str, replaced: int | None) -> None:
    """Put a hand card into the cost zone, at ten in place of an old one whose state it takes (SL-5.5, SL-5.18)."""
    player: Player = res.state.player(who)
    player.sacrificed += 1
    clauses = ("SL-5.5", "SL-5.6", "SL-5.24", "SL-5.25", "SL-4.3", "SL-4.4")
    with res.step("sacrifice", *clauses, who=who, card=bare(card), left=player.quota - player.sacrificed):
        at = len(player.fuel)
        tapped = False
        if replaced is not None:
            at = replaced - 1
            later = ("SL-5.14",) if res.state.step == "main2" else ()
            tapped = drop_fuel(res, who, replaced, "replace", "SL-5.18", "SL-5.20", *later)
        player.hand = without(player.hand, card)
        player.fuel = (*player.fuel[:at], bare(card), *player.fuel[at:])
        player.spent = tuple(sorted([*(p + (p > at) for p in player.spent), *((at + 1,) if tapped else ())]))
        kept = ("SL-5.19",) if replaced is not None else ("SL-5.16",)
        res.step("fuel", *kept, "SL-5.17", who=who, card=bare(card), place=at + 1, tapped=tapped)


def enter_battle(res: Resolution, who: str) -> None:
    """Leave main phase 1; the duty is checked at this gate (SL-5.9, SL-5.26, SL-6.5)."""
    _gate(res, who)
    res.state.step = "battle"
    res.step("step.battle", "SL-6.1", "SL-6.5", "SL-6.8", who=who)


def _gate(res: Resolution, who: str) -> None:
    player: Player = res.state.player(who)
    if player.sacrificed == 0 and player.duty_met:
        res.ruling("SL-R18")
    reason = duty(player, res.rulings)
    res.step("duty.met", "SL-5.9", "SL-5.26", DUTY_CLAUSES[reason], who=who, reason=reason)


def end_battle(res: Resolution, who: str) -> None:
    """End the battle phase on purpose, also without an attack; main phase 2 follows (SL-6.10, SL-6.12)."""
    state: State = res.state
    idle = not any(c.attacked for _, c in state.player(who).creatures())
    for player in (state.A, state.B):
        for _, creature in player.creatures():
            creature.blocked = False  # once per battle phase (SL-9.4)
    state.step = "main2"
    res.step("step.main2", "SL-6.10", "SL-6.6", "SL-5.12", "SL-6.8", *(("SL-6.12",) if idle else ()), who=who)


def latch_duty(res: Resolution) -> None:
    """Remember, before an action, an exemption that holds now, for SL-R18 latched_once_met (SL-5.26)."""
    state: State = res.state
    player = state.player(state.active)
    if state.step not in ("main1", "battle", "main2") or player.duty_met:
        return
    if duty(player, res.rulings) in EXEMPT and res.ruling("SL-R18") == "latched_once_met":
        player.duty_met = True
        res.step("duty.latched", "SL-5.26", who=state.active)


# -- step 6 -----------------------------------------------------------------------------------------


def end_turn(res: Resolution, who: str) -> None:
    """The end step: marked creatures, then the hand limit, nothing else; then the opponent's turn (SL-7.3, SL-7.7)."""
    state: State = res.state
    _gate(res, who)
    state.step = "end"
    with res.step("step.end", "SL-6.1", "SL-7.3", "SL-7.7", who=who):
        _destroy_marked(res)
        _forget_marks(res)
        for side in in_turn_order(state):
            _hand_limit(res, side)
        res.step("turn_end", "SL-6.7", who=who)
    begin_turn(res, other(who))


def _destroy_marked(res: Resolution) -> None:
    """Destroy all marked creatures of both players together, whoever's turn it is (SL-7.5, SL-10.9)."""
    state: State = res.state
    doomed = [Place(w, slot) for w in PLAYERS for slot, c in state.player(w).creatures() if c.marked]
    if not doomed:
        res.skip("mark.none", "SL-10.4", "SL-7.5")
        return
    destroy(res, doomed, "mark_destroy", "SL-7.5", "SL-10.3", "SL-10.5", "SL-10.9")


def _forget_marks(res: Resolution) -> None:
    """Marks are gone at the end of the turn, also those a hand card kept under SL-R15 mark_follows (SL-10.5)."""
    state: State = res.state
    for who in in_turn_order(state):
        player = state.player(who)
        for card in [c for c in player.hand if kept(c)[2]]:
            name, reduction, _ = kept(card)
            at = player.hand.index(card)
            player.hand = (*player.hand[:at], carry(name, reduction, False), *player.hand[at + 1 :])
            res.step("mark.gone", "SL-10.5", who=who, card=name)


def _hand_limit(res: Resolution, who: str) -> None:
    """Discard down to 20; by default only the turn player, who picks (SL-7.6, SL-R24, SL-R25)."""
    state: State = res.state
    player = state.player(who)
    n = len(player.hand) - limits.HAND_LIMIT
    if n <= 0:
        return
    if who != state.active and res.ruling("SL-R24") == "turn_player_only":
        res.skip("hand_limit.later", "SL-7.6", who=who, n=n)
        return
    reading = res.ruling("SL-R25")
    with res.step("hand_limit", "SL-7.6", "SL-4.8", who=who, n=n):
        if reading == "newest_first":
            cards = list(player.hand[: -n - 1 : -1])
        else:
            picker = who if reading == "owner_chooses" else "chance"
            cards = pick_cards(res, picker, player.hand, n, "hand_limit")
        discard(res, who, cards, "SL-7.6")
