"""An attack from its declaration to its last effect, the block window in the middle (SL-8.*, SL-9.*, SL-10.*)."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.core.action import Decision
from rulekit.core.resolution import Resolution
from rulekit.games.shengling.blocking import DECLINE, block_sets, may_block, set_name
from rulekit.games.shengling.cards import Face, faces
from rulekit.games.shengling.ending import check_hp, lose_hp
from rulekit.games.shengling.moments import resolve_moment, triggers
from rulekit.games.shengling.state import Creature, Place, State, other, read_place
from rulekit.games.shengling.targets import Source
from rulekit.games.shengling.zones import destroy, on_field, power

__all__ = ["attack"]

Blockers = Sequence[tuple[Place, Creature]]

# Whether the damage bonus is one of the two exceptions, so that it counts although the attack is blocked (SL-R5).
_BONUS_IN_SPLASH = {
    "splash_and_on_block_reduction": False,
    "splash_and_death_mark": False,
    "splash_and_damage_bonus": True,
}


def attack(res: Resolution, place: Place) -> None:
    """Settle one attack completely before the next can be declared (SL-8.21)."""
    state: State = res.state
    creature = state.creature(place)
    assert creature is not None
    creature.tapped = creature.attacked = True
    clauses = ["SL-8.1", "SL-8.2", "SL-8.6", "SL-8.8", "SL-9.18"]
    clauses += ("SL-8.4", "SL-7.14") if creature.entered else ()
    clauses += ("SL-10.7",) if creature.marked else ()
    if state.turn == 1:
        res.ruling("SL-R36")
        clauses.append("SL-6.11")
    with res.step("attack", *clauses, who=place.who, place=str(place), card=creature.card):
        blockers = _window(res, place)
        if blockers:
            _blocked(res, place, creature, blockers)
        else:
            _direct(res, place, creature)
        res.step("attack.settled", "SL-8.21", "SL-9.25" if blockers else "SL-8.5", who=place.who, place=str(place))


def _window(res: Resolution, attacker: Place) -> Blockers:
    """Let the defender block or decline; no window without a creature that may block (SL-8.11, SL-9.1, SL-9.2)."""
    state: State = res.state
    who = other(state.active)
    able = []
    barred: tuple[str, ...] = ()
    for slot, creature in state.player(who).creatures():
        if creature.blocked and not creature.tapped:
            res.ruling("SL-R39")
            barred = ("SL-9.4",)
        if may_block(creature, res.rulings):
            able.append(Place(who, slot))
    if not able:
        res.skip("block.no_window", "SL-8.12", "SL-9.1", *barred, who=who)
        return ()
    if len(able) > 2:
        res.ruling("SL-R6")
    options = (*(set_name(s) for s in block_sets(state, res.rulings)), DECLINE)
    clauses = ("SL-9.2", "SL-9.5", "SL-8.11", "SL-7.2")
    answer = res.choose(Decision("block", who, options, clauses, {"place": str(attacker)}))
    if answer == DECLINE:
        res.step("block.declined", "SL-9.2", "SL-9.9", "SL-8.12", who=who)
        return ()
    places = [p for p in map(read_place, str(answer).split()) if p is not None]
    return [(p, c) for p in places if (c := state.creature(p)) is not None]


def _direct(res: Resolution, place: Place, creature: Creature) -> None:
    """Deal the attacker's power and its damage bonus to the defending player (SL-8.10, SL-8.12, SL-8.13)."""
    state: State = res.state
    who = other(place.who)
    n = res.number(power(state, creature), "SL-8.10")
    bonus = _damage_bonus(state, creature)
    if bonus:
        n = res.derive(n, "+", bonus, "SL-7.32")
    lose_hp(res, who, n, "damage.direct", "SL-8.10", "SL-8.12", "SL-8.13", "SL-8.14")
    if _face(state, creature).splash:
        res.skip("splash.not_blocked", "SL-9.24", who=who, because=res.latest("block.declined"))
    check_hp(res)
    _after_attack(res, place, creature)


def _face(state: State, creature: Creature) -> Face:
    return faces(state.own_cards)[creature.card]


def _damage_bonus(state: State, creature: Creature) -> int:
    return _face(state, creature).damage_bonus + creature.damage_bonus


# -- blocked ----------------------------------------------------------------------------------------


def _blocked(res: Resolution, place: Place, creature: Creature, blockers: Blockers) -> None:
    """Settle a block stage by stage (SL-9.22)."""
    _declare(res, blockers)
    _mark(res, place, creature, blockers)
    compared: tuple[int, int] | None = None
    for stage in _stages(res, creature, blockers):
        match stage:
            case "compare" if on_field(res.state, place, creature):
                compared = _compare(res, place, creature, blockers)
            case "compare":
                left = res.changer(place.path, None)
                res.skip("compare.attacker_gone", "SL-9.22", place=str(place), card=creature.card, because=left)
            case "splash":
                _splash(res, place, creature, compared)
            case "after_block":
                _after_block(res, place, creature, blockers)
            case "after_attack":
                _after_attack(res, place, creature, blocked=True)
    _rest(res, blockers)


def _stages(res: Resolution, creature: Creature, blockers: Blockers) -> list[str]:
    """Return the stages after the marks in their order; SL-R4, SL-R7 and SL-R12 place the after-block effects."""
    state: State = res.state
    if not any(_face(state, c).timed["after_block"] for _, c in blockers):
        return ["compare", "splash", "after_attack"]
    if res.ruling("SL-R4") == "before_comparison":
        return ["after_block", "compare", "splash", "after_attack"]
    stages = ["compare", "splash", "after_block"]
    if _face(state, creature).splash and res.ruling("SL-R7") == "on_block_first":
        stages = ["compare", "after_block", "splash"]
    at = len(stages)
    if _face(state, creature).timed["after_attack"] and res.ruling("SL-R12") == "after_attack_first":
        at = stages.index("after_block")
    return [*stages[:at], "after_attack", *stages[at:]]


def _declare(res: Resolution, blockers: Blockers) -> None:
    """The blockers tap at once, unless SL-R38 lets them tap after the block (SL-9.4)."""
    places = [p for p, _ in blockers]
    clauses = ("SL-9.3", "SL-9.5") if len(blockers) > 1 else ("SL-9.3", "SL-9.21")
    tap = res.ruling("SL-R38") == "on_declaration"
    for _, creature in blockers:
        creature.blocked = True
        creature.tapped = tap
    fresh = ("SL-9.8",) if any(c.entered for _, c in blockers) else ()
    res.step("block", *clauses, "SL-9.4", *fresh, who=places[0].who, places=tuple(map(str, places)))


def _rest(res: Resolution, blockers: Blockers) -> None:
    """Tap the surviving blockers where SL-R38 has them tap only now (SL-9.4)."""
    late = [(p, c) for p, c in blockers if on_field(res.state, p, c) and not c.tapped]
    if not late or res.ruling("SL-R38") == "on_declaration":
        return
    for _, creature in late:
        creature.tapped = True
    res.step("block.tapped", "SL-9.4", who=late[0][0].who, places=tuple(str(p) for p, _ in late))


def _mark(res: Resolution, place: Place, creature: Creature, blockers: Blockers) -> None:
    """Place death marks before anything is compared (SL-9.16, SL-10.1 to SL-10.5)."""
    state: State = res.state
    marked: list[tuple[Place, Creature, Place]] = []
    breaker = next((p for p, c in blockers if _face(state, c).breaks), None)
    if breaker is not None:
        marked.append((place, creature, breaker))
    if _face(state, creature).breaks:
        marked += [(p, c, place) for p, c in blockers]
    for here, one, source in marked:
        if one.marked:
            res.skip("mark.already", "SL-10.5", place=str(here), card=one.card)
            continue
        one.marked = True
        clauses = ["SL-9.16", "SL-10.1", "SL-10.2", "SL-10.3"]
        clauses += ("SL-10.6",) if source == place else ()
        res.step("mark", *clauses, who=source.who, place=str(here), card=one.card, source=str(source))


def _compare(res: Resolution, place: Place, creature: Creature, blockers: Blockers) -> tuple[int, int]:
    """Compare the powers and destroy the smaller side, or both; survivors keep theirs (SL-9.6, SL-9.10 to SL-9.13)."""
    state: State = res.state
    standing = [(p, c) for p, c in blockers if on_field(state, p, c)]
    attack = res.number(power(state, creature), "SL-8.15")
    total = res.number(0, "SL-9.6")
    for _, blocker in standing:
        total = res.derive(total, "+", power(state, blocker), "SL-9.6")
    losers = [p for p, _ in standing] if attack >= total else []
    losers += [place] if attack <= total else []
    clause = "SL-9.10" if attack > total else "SL-9.11" if attack == total else "SL-9.12"
    example = ("SL-9.20",) if len(standing) > 1 else ()
    with res.step("compare", "SL-9.6", clause, "SL-9.13", *example, who=place.who, attack=attack, total=total):
        destroy(res, losers, "destroy.compared", clause)
    return int(attack), int(total)


def _splash(res: Resolution, place: Place, creature: Creature, compared: tuple[int, int] | None) -> None:
    """Splash costs the defender the difference; a blocked attack costs nothing else (SL-7.16, SL-9.17, SL-9.24).

    Without a comparison there is no difference, nor under SL-R8 after_on_block once the attacker has left.
    """
    state: State = res.state
    who = other(place.who)
    if not _face(state, creature).splash:
        res.skip("damage.blocked", "SL-9.17", who=who, because=res.latest("block"))
        return
    afterwards = res.ruling("SL-R8") == "after_on_block"
    if compared is None or (afterwards and not on_field(state, place, creature)):
        left = res.changer(place.path, None)
        res.skip("splash.attacker_gone", "SL-9.24", who=who, place=str(place), card=creature.card, because=left)
        return
    attack, total = compared
    if afterwards:
        attack = power(state, creature)
    if attack <= total:
        compare = None if afterwards else res.latest("compare")
        res.skip("splash.no_difference", "SL-9.24", who=who, because=compare, attack=attack, total=total)
        return
    n = res.derive(res.number(attack, "SL-7.16"), "-", total, "SL-7.16")
    bonus = _damage_bonus(state, creature)
    if bonus and (res.ruling("SL-R9") == "added" or _BONUS_IN_SPLASH[res.ruling("SL-R5")]):
        n = res.derive(n, "+", bonus, "SL-7.32")
    lose_hp(res, who, n, "damage.splash", "SL-7.16", "SL-9.19")
    check_hp(res)


# -- effects after ----------------------------------------------------------------------------------


def _after_block(res: Resolution, place: Place, creature: Creature, blockers: Blockers) -> None:
    """Every blocker's effects, of destroyed ones too (SL-9.14, SL-9.15, SL-9.23)."""
    sources = [Source(p.who, c.card, p, c, place, creature) for p, c in blockers]
    due = triggers(res.state, "after_block", sources)
    resolve_moment(res, "after_block", due, "SL-7.22", "SL-9.14", "SL-9.15")


def _after_attack(res: Resolution, place: Place, creature: Creature, *, blocked: bool = False) -> None:
    """The attacker's own effects; it must still be there unless SL-R11 says otherwise (SL-7.21)."""
    due = triggers(res.state, "after_attack", [Source(place.who, creature.card, place, creature)])
    if not due:
        return
    if blocked and res.ruling("SL-R10") == "unblocked_only":
        res.skip("after_attack.blocked", "SL-7.21", place=str(place), card=creature.card, because=res.latest("block"))
        return
    resolve_moment(res, "after_attack", due, "SL-7.21")
