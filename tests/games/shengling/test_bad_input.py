"""Input no duel would give, and the ends of what is allowed: a clear refusal with its clause, or correct play."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from rulekit import Action, IllegalAction, ImpossiblePosition, Position, RulekitError
from rulekit.core.codec import from_json
from rulekit.core.errors import FileProblem
from rulekit.core.scenario import check, loads
from rulekit.games.shengling import GAME
from rulekit.games.shengling.decks import demo_deck
from rulekit.games.shengling.state import State

SCRIPT = "<script>alert(1)</script>"
SENTRY, VOLE, GUARDS = "稻草哨兵", "抱团田鼠", "同心双卫"


def position(rulings: Mapping[str, str] | None = None, **given: Any) -> Position:
    state = from_json(State, GAME.fill_in(given, GAME.defaults))
    return Position(GAME, state, GAME.defaults.replace(rulings or {})).check()


def on(card: str, **more: Any) -> dict[str, Any]:
    return {"card": card, **more}


def full(card: str = SENTRY, **more: Any) -> dict[str, Any]:
    return {f"slot{n}": on(card, **more) for n in range(1, 6)}


def refused(at: Position, action: Action | str, code: str, *clauses: str, who: str = "A") -> IllegalAction:
    """Demand a refusal with its code and clauses, in both languages, and that nothing changed."""
    action = GAME.parse(who, action) if isinstance(action, str) else action
    before, data, mark = at.key(), json.dumps(at.to_json()), hash(at)
    with pytest.raises(IllegalAction) as caught:
        at.play(action)
    with pytest.raises(IllegalAction):
        at.trace(action)
    assert (at.key(), json.dumps(at.to_json()), hash(at)) == (before, data, mark)
    error = caught.value
    assert error.code == code
    assert set(clauses) <= set(error.clauses), error.clauses
    assert list(error.legal) == at.legal_actions()
    assert error.text("zh") != error.text("en")
    for lang in ("zh", "en"):
        assert "{" not in error.text(lang) and "None" not in error.text(lang)
        for clause in error.clauses:
            GAME.rulebook.clause(clause)
            assert clause in error.reason(lang)
    return error


def says(error: IllegalAction, zh: str, en: str) -> None:
    assert zh in error.reason("zh"), error.reason("zh")
    assert en in error.reason("en"), error.reason("en")


# -- decks --------------------------------------------------------------------------------------------


def decks(cards: list[str]) -> Position:
    return Position(GAME, GAME.start(decks=(demo_deck(), cards), seed=1))


def lawful(n: int) -> list[str]:
    """Return a deck of `n` cards, three of each number at most."""
    return sorted([*demo_deck("deck_60"), *demo_deck()][: max(0, n)]) if n <= 60 else [*demo_deck("deck_60"), GUARDS]


@pytest.mark.parametrize(
    ("cards", "code", "clause", "said"),
    [
        (lawful(39), "deck_size", "SL-2.1", "39"),
        (lawful(61), "deck_size", "SL-2.1", "61"),
        ([], "deck_size", "SL-2.1", "0"),
        ([*lawful(60)[:39], "没有这张卡"], "deck_unknown", "SL-3.3", "没有这张卡"),
        ([*lawful(60)[:39], SCRIPT], "deck_unknown", "SL-3.3", SCRIPT),
        ([*[SENTRY] * 4, *(c for c in demo_deck() if c != SENTRY)], "deck_copies", "SL-2.2", "SLD-01"),
        ([SENTRY] * 40, "deck_copies", "SL-2.2", "40"),
    ],
)
def test_a_deck_that_is_not_allowed(cards: list[str], code: str, clause: str, said: str) -> None:
    start = decks(cards)
    (problem,) = start.problems()
    assert problem.code == {"deck_unknown": "unknown_card"}.get(code, code) and problem.clause == clause
    for lang in ("zh", "en"):
        assert said in GAME.phrasebook(lang).problem(problem) and "B" in GAME.phrasebook(lang).problem(problem)
    with pytest.raises(ImpossiblePosition):
        start.check()
    error = refused(start, "begin", code, clause, who="table")
    for lang in ("zh", "en"):
        assert said in error.reason(lang)
    assert start.legal_actions() == []


@pytest.mark.parametrize("n", [40, 60])
def test_the_smallest_and_the_largest_deck(n: int) -> None:
    start = decks(lawful(n)).check()
    after = start.play(start.legal_actions()[0])
    while after.pending is not None:
        after = after.play(after.legal_actions()[0])
    assert {len(after.state.A.hand), len(after.state.B.hand)} in ({5, 8}, {6, 7})


@pytest.mark.parametrize("options", [{"seed": "7"}, {"seed": 1.5}, {"seed": True}, {"first": "C"}, {"hands": 5}])
def test_an_option_that_a_game_does_not_have(options: dict[str, Any]) -> None:
    with pytest.raises((TypeError, RulekitError)):
        GAME.start(**options)


# -- attacking ----------------------------------------------------------------------------------------


def battle(rulings: Mapping[str, str] | None = None, **creature: Any) -> Position:
    return position(rulings, step="battle", A={"slot2": on("战鼓獾", **creature)}, B={"slot1": on(SENTRY)})


def test_an_attack_with_a_tapped_creature() -> None:
    says(refused(battle(tapped=True), "attack A2", "tapped", "SL-8.1", "SL-4.5"), "战鼓獾", "Wardrum Badger is tapped")


def test_an_attack_with_a_creature_that_came_this_turn() -> None:
    error = refused(battle(entered=True), "attack A2", "entered_this_turn", "SL-8.3", "SL-7.14")
    says(error, "奇袭", "no haste")
    swift = position(step="battle", A={"slot1": on("孤注狂徒", entered=True)})
    assert swift.play(GAME.parse("A", "attack A1")).state.B.hp == 16


def test_a_second_attack() -> None:
    error = refused(battle(attacked=True, tapped=True), "attack A2", "already_attacked", "SL-8.5")
    says(error, "战鼓獾", "Wardrum Badger")
    refused(battle(attacked=True), "attack A2", "already_attacked", "SL-8.5")  # also when something untapped it


@pytest.mark.parametrize("place", ["A1", "A3", "A6", "A0", "B1", "a2", "2", "f1", "战鼓獾", SCRIPT, "A" * 10_000])
def test_an_attack_from_a_place_without_an_own_creature(place: str) -> None:
    refused(battle(), f"attack {place}", "no_creature", "SL-4.1")


@pytest.mark.parametrize("target", ["B1", "A", "A2", "C"])
def test_an_attack_on_anything_but_the_opponent(target: str) -> None:
    refused(battle(), f"attack A2 {target}", "bad_target", "SL-8.9", "SL-8.8")
    named, plain = (battle().play(GAME.parse("A", f"attack A2{b}")) for b in (" B", ""))
    assert named.decision == plain.decision
    assert [named.play(a).state for a in named.legal_actions()] == [plain.play(a).state for a in plain.legal_actions()]


@pytest.mark.parametrize("text", ["attack", "attack A2 B B"])
def test_an_attack_with_words_missing_or_too_many(text: str) -> None:
    refused(battle(), text, "bad_argument", "SL-8.7")


def test_an_attack_outside_the_battle_or_out_of_turn() -> None:
    for step in ("main1", "main2"):
        refused(position(step=step, A={"slot1": on(VOLE)}), "attack A1", "wrong_step", "SL-8.7")
    refused(battle(), "attack B1", "not_your_turn", "SL-6.13", "SL-8.7", who="B")


def test_no_attack_in_the_first_turn_where_a_reading_forbids_it() -> None:
    given = {"step": "battle", "turn": 1, "A": {"slot1": on("孤注狂徒", entered=True)}}
    refused(position({"SL-R36": "forbidden"}, **given), "attack A1", "first_turn", "SL-6.11")
    assert position(**given).play(GAME.parse("A", "attack A1")).state.B.hp == 16


# -- blocking -----------------------------------------------------------------------------------------


def window(rulings: Mapping[str, str] | None = None, **more: Any) -> Position:
    row = {
        "slot1": on(VOLE),
        "slot2": on(SENTRY),
        "slot3": on(SENTRY),
        "slot4": on(GUARDS, tapped=True),
        "slot5": on("泥沼绊手", **more),
    }
    start = position(rulings, step="battle", A={"slot1": on(GUARDS), "slot2": on(VOLE)}, B=row)
    return start.play(GAME.parse("A", "attack A1"))


@pytest.mark.parametrize(
    ("text", "code", "clauses", "zh", "en"),
    [
        ("block B2 B3", "block_no_unity", ("SL-9.5", "SL-7.15"), "团结", "unity"),
        ("block B1 B2 B3", "block_two_without", ("SL-9.5", "SL-7.15"), "团结", "unity"),
        ("block", "block_empty", ("SL-9.2",), "至少写一只", "at least one"),
        ("block B1 B1", "block_twice", ("SL-9.2", "SL-9.4"), "两次", "twice"),
        ("block B2 B1 B2", "block_twice", ("SL-9.2",), "两次", "twice"),
        ("block A1", "block_not_own", ("SL-9.3",), "攻击方", "attacking side"),
        ("block B1 A2", "block_not_own", ("SL-9.3",), "攻击方", "attacking side"),
        ("block B4", "block_tapped", ("SL-9.3", "SL-4.5"), "横置", "tapped"),
        ("block B1 B4", "block_tapped", ("SL-9.3",), "横置", "tapped"),
        ("block B6", "block_nobody", ("SL-9.3",), "B6", "B6"),
        ("block 抱团田鼠", "block_nobody", ("SL-9.3",), "没有生灵", "no creature"),
        (f"block {SCRIPT}", "block_nobody", ("SL-9.3",), "没有生灵", "no creature"),
        ("block " + "B1 " * 5000, "block_twice", ("SL-9.2",), "两次", "twice"),
    ],
)
def test_a_blocking_set_that_is_not_allowed(text: str, code: str, clauses: tuple[str, ...], zh: str, en: str) -> None:
    says(refused(window(), text, code, *clauses, who="B"), zh, en)


def test_a_blocker_blocks_once_in_a_battle() -> None:
    refused(window(blocked=True), "block B5", "block_again", "SL-9.4", who="B")
    free = window({"SL-R39": "tap_only"}, blocked=True)
    assert free.play(GAME.parse("B", "block B5")).state.B.slot5 is None


@pytest.mark.parametrize(
    "action",
    [
        Action("A", "attack", ("A2",)),
        Action("A", "end_battle"),
        Action("A", "end_turn"),
        Action("A", "surrender"),
        Action("B", "play", (SENTRY,)),
        Action("A", "answer", ("B1",)),
        Action("A", "answer", ("decline",)),
        Action("chance", "answer", ("B1",)),
        Action("B", "answer", ()),
        Action("B", "answer", ("B1", "B2")),
        Action("B", "decline"),
        Action("nobody", "nothing", (None,)),
    ],
)
def test_any_other_action_while_a_choice_is_open(action: Action) -> None:
    error = refused(window({"SL-R41": "allowed_any_time"}), action, "decision_open", "SL-9.2")
    assert "B" in error.reason("zh") and "B" in error.reason("en")


@pytest.mark.parametrize("value", [None, 0, 1.5, (), ("B1",), {"B1": 1}, ["B1", "B2"], b"B1", object()])
def test_an_answer_that_is_no_text(value: Any) -> None:
    with pytest.raises(IllegalAction) as caught:
        window().play(Action("B", "answer", (value,)))
    assert caught.value.clauses and caught.value.text("zh")


def test_an_answer_when_nothing_is_asked() -> None:
    for text in ("block B1", "decline", "yes", "choose 献身"):
        refused(battle(), text, "no_window", "SL-7.17", who="B")


# -- sacrificing and the duty -------------------------------------------------------------------------


def main(rulings: Mapping[str, str] | None = None, step: str = "main1", **own: Any) -> Position:
    made = {"hand": [SENTRY, GUARDS, "献身"], **own}
    return position(rulings, step=step, A=made, B={"deck": [SENTRY] * 4, "hand": [VOLE]})


def test_a_second_sacrifice() -> None:
    once = main().play(GAME.parse("A", f"sacrifice {SENTRY}"))
    says(refused(once, f"sacrifice {GUARDS}", "quota_used", "SL-5.8", "SL-6.9"), "额度", "quota")
    late = main(step="main2", sacrificed=1)
    refused(late, f"sacrifice {GUARDS}", "quota_used", "SL-5.8", "SL-5.12")
    assert main(sacrificed=1, quota=2).play(GAME.parse("A", f"sacrifice {GUARDS}")).state.A.sacrificed == 2


def test_ending_with_the_duty_open() -> None:
    says(refused(main(), "enter_battle", "duty_open", "SL-5.9", "SL-5.7", "SL-5.26"), "献祭", "sacrifice")
    refused(main(step="main2"), "end_turn", "duty_open", "SL-5.9", "SL-6.9")
    refused(main(), "end_turn", "wrong_step", "SL-6.5")
    refused(main({"SL-R35": "may_end_from_main1"}), "end_turn", "duty_open", "SL-5.9")
    for free in (main(hand=[]), main(fuel=[SENTRY] * 10), main(sacrificed=1)):
        assert free.play(GAME.parse("A", "enter_battle")).state.step == "battle"


def test_sacrificing_out_of_step_and_turn() -> None:
    refused(main(step="battle"), f"sacrifice {SENTRY}", "wrong_step", "SL-5.6")
    refused(main(), f"sacrifice {VOLE}", "not_your_turn", "SL-5.6", who="B")


def test_a_full_cost_zone_needs_a_card_to_replace() -> None:
    ten = main(fuel=[SENTRY] * 10)
    says(refused(ten, f"sacrifice {GUARDS}", "need_replace", "SL-5.18", "SL-5.17"), "顶替", "replace")
    for place in ("f0", "f11", "f999", "f9999999999", "f", "g1", "A1", "f１", "f-1", SCRIPT):
        refused(ten, Action("A", "sacrifice", (GUARDS, place)), "no_such_fuel", "SL-5.18")
    nine = main(fuel=[SENTRY] * 9)
    says(refused(nine, f"sacrifice {GUARDS} f1", "no_replace", "SL-5.28"), "没满", "not full")
    assert len(ten.play(GAME.parse("A", f"sacrifice {GUARDS} f10")).state.A.fuel) == 10


@pytest.mark.parametrize("card", [VOLE, "没有这张卡", SCRIPT, "？", "x" * 10_000, "同心双卫(-2)", "SLD-02", "Vole"])
@pytest.mark.parametrize("verb", ["sacrifice", "play"])
def test_a_card_that_is_not_in_hand(verb: str, card: str) -> None:
    error = refused(main(fuel=[SENTRY] * 9), Action("A", verb, (card,)), "not_in_hand", "SL-5.5", "SL-7.9")
    says(error, "稻草哨兵", "Straw Sentry")  # what there is instead


# -- playing ------------------------------------------------------------------------------------------


def test_too_little_fuel() -> None:
    poor = main(fuel=[SENTRY] * 5, spent=[1, 3])
    error = refused(poor, f"play {GUARDS}", "cost", "SL-5.3", "SL-5.1")
    says(error, "要横置 4 张燃料，竖置的只有 3 张", "asks for 4 fuel, only 3")
    assert main(fuel=[SENTRY] * 5, spent=[1]).play(GAME.parse("A", f"play {GUARDS}")).state.A.slot1 is not None


def test_a_full_field() -> None:
    crowded = main(**full())
    says(refused(crowded, f"play {SENTRY}", "field_full", "SL-4.2", "SL-2.6"), "满", "taken")
    refused(crowded, f"play {SENTRY} A1", "field_full", "SL-4.2")
    loose = main({"SL-R30": "replace_own"}, **full())
    refused(loose, f"play {SENTRY}", "which_replaced", "SL-4.2")
    refused(loose, f"play {SENTRY} B1", "no_such_slot", "SL-2.6")
    assert loose.play(GAME.parse("A", f"play {SENTRY} A3")).state.A.grave == (SENTRY,)


def test_a_slot_that_is_not_to_be_chosen() -> None:
    says(refused(main(slot1=on(VOLE)), f"play {SENTRY} A4", "slot_not_chosen", "SL-3.6"), "最左边", "leftmost")
    free = main({"SL-R43": "player_chooses"}, slot1=on(VOLE))
    refused(free, f"play {SENTRY}", "which_slot", "SL-3.6")
    refused(free, f"play {SENTRY} A1", "which_slot", "SL-3.6")
    refused(free, Action("A", "play", (SENTRY, "A9")), "no_such_slot", "SL-2.6")
    assert free.play(GAME.parse("A", f"play {SENTRY} A4")).state.A.slot4 is not None
    refused(main(fuel=[SENTRY]), "play 献身 A1", "no_slot_needed", "SL-3.7")


def test_an_effect_that_finds_nothing() -> None:
    empty = main(hand=["溯流归巢"], fuel=[SENTRY] * 2)
    says(refused(empty, "play 溯流归巢", "no_target", "SL-7.24"), "溯流归巢", "Back to the Nest")
    state = {"step": "main1", "A": {"hand": ["溯流归巢"], "fuel": [SENTRY] * 2}, "B": {"slot1": on(VOLE, tapped=True)}}
    refused(position(**state), "play 溯流归巢", "no_target", "SL-7.24")
    wasted = position({"SL-R29": "play_without_effect"}, **state).play(GAME.parse("A", "play 溯流归巢"))
    assert wasted.state.A.grave == ("溯流归巢",) and wasted.state.B.slot1 is not None


@pytest.mark.parametrize("text", ["play", f"play {SENTRY} A1 A2", "sacrifice", "enter_battle now", "activate"])
def test_words_missing_or_too_many(text: str) -> None:
    at = main(fuel=[SENTRY] * 9, sacrificed=0)
    error = GAME.parse("A", text)
    with pytest.raises(IllegalAction) as caught:
        at.play(error)
    assert caught.value.code in ("bad_argument", "not_in_hand") and caught.value.clauses


# -- active effects -----------------------------------------------------------------------------------


def test_an_effect_that_is_not_there() -> None:
    at = main(slot1=on(VOLE), slot2=on("晨露药师"))
    refused(at, "activate A1", "no_effect", "SL-7.8")
    refused(at, "activate A2 b", "no_effect", "SL-7.8")
    refused(at, "activate A3", "no_creature", "SL-4.1")
    refused(at, "activate B1", "no_creature", "SL-4.1")
    refused(at, "activate A2", "not_your_turn", "SL-7.11", who="B")
    refused(main(step="battle", slot2=on("晨露药师")), "activate A2", "wrong_step", "SL-7.8")


def test_an_effect_once_per_turn() -> None:
    once = main(slot2=on("晨露药师"), hp=9).play(GAME.parse("A", "activate A2"))
    assert once.state.A.hp == 11
    says(refused(once, "activate A2", "once_per_turn", "SL-7.10"), "一回合一次", "once per turn")
    refused(once, "activate A2 a", "once_per_turn", "SL-7.10")


def test_an_effect_that_cannot_be_paid_for() -> None:
    says(refused(main(slot1=on("磨石祭司")), "activate A1", "activation_cost", "SL-7.34"), "代价", "price")


@pytest.mark.parametrize(
    ("option", "creature", "code"),
    [
        ("untapped_only", {"tapped": True}, "tapped_effect"),
        ("not_on_entering_turn", {"entered": True}, "entered_effect"),
    ],
)
def test_an_effect_that_a_reading_forbids(option: str, creature: dict[str, Any], code: str) -> None:
    refused(main({"SL-R27": option}, slot1=on("晨露药师", **creature)), "activate A1", code, "SL-7.34")
    assert main(slot1=on("晨露药师", **creature)).play(GAME.parse("A", "activate A1"))


def test_an_effect_that_must_be_used() -> None:
    due = main({"SL-R26": "must_activate"}, slot1=on("晨露药师"), sacrificed=1, hand=[])
    says(refused(due, "enter_battle", "must_activate", "SL-7.12"), "晨露药师", "Dewlight Healer")
    assert due.play(GAME.parse("A", "activate A1")).play(GAME.parse("A", "enter_battle")).state.step == "battle"


def own(effect: dict[str, Any], **face: Any) -> list[dict[str, Any]]:
    card = {"number": "X-01", "name": {"zh": "小石怪", "en": "Pebble"}, "type": "creature", "cost": 0, "power": 2}
    return [{**card, **face, "effects": [{"eid": "a", "timing": "active", **effect}]}]


def test_an_effect_that_has_blown_its_fuse() -> None:
    heal = own({"ops": [{"op": "heal", "who": "self", "n": 1}]})
    with pytest.raises(ImpossiblePosition):
        position(step="main1", own_cards=heal)
    for uses, legal in ((49, True), (50, False)):
        at = position({"SL-R28": "fuse_limit"}, step="main1", own_cards=heal,
                      A={"slot1": on("小石怪", used=["a@main1"] * uses)})  # fmt: skip
        assert (GAME.parse("A", "activate A1 a") in at.legal_actions()) is legal
    says(refused(at, "activate A1", "fuse", "SL-7.10"), "50", "50 times")
    free = position({"SL-R28": "unrestricted"}, **{k: v for k, v in at.to_json()["state"].items() if k != "first"})
    assert free.play(GAME.parse("A", "activate A1"))


def test_a_condition_that_does_not_hold() -> None:
    late = {"ops": [{"op": "draw", "who": "self", "n": 1}], "condition": {"own_hp_at_most": 5}}
    strategy = own(late, type="strategy", power=None)
    for hp, legal in ((5, True), (6, False)):
        at = position(step="main1", own_cards=strategy, A={"hp": hp, "hand": ["小石怪"], "deck": [SENTRY]})
        assert (Action("A", "play", ("小石怪",)) in at.legal_actions()) is legal
    says(refused(at, "play 小石怪", "condition", "SL-7.12"), "小石怪", "Pebble")
    creature = own({**late, "limit": "once_per_turn"})
    at = position(step="main1", own_cards=creature, A={"hp": 6, "slot1": on("小石怪")})
    says(refused(at, "activate A1", "condition", "SL-7.12"), "小石怪", "Pebble")


def test_fuel_that_an_effect_taps() -> None:
    costly = own({"ops": [{"op": "heal", "who": "self", "n": 1}], "cost": {"tap_fuel": 2}})
    poor = position(step="main1", own_cards=costly, A={"slot1": on("小石怪"), "fuel": [SENTRY] * 2, "spent": [2]})
    says(refused(poor, "activate A1", "cost", "SL-5.3", "SL-7.34"), "横置 2 张", "2 fuel")


# -- whoever and whatever -----------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["C", "", "a", "AB", "table", "chance", SCRIPT, "A" * 10_000])
def test_a_player_that_does_not_play(who: str) -> None:
    refused(main(), Action(who, "enter_battle"), "wrong_player", "SL-1.1")


def test_who_begins_is_the_table() -> None:
    start = Position(GAME, GAME.start(seed=1))
    for who in ("A", "B", "chance"):
        refused(start, Action(who, "begin"), "wrong_player", "SL-1.1")
    refused(start, Action("A", "play", (SENTRY,)), "wrong_step", "SL-6.13")
    refused(start, Action("table", "begin", ("now",)), "bad_argument", "SL-2.10")
    refused(main(), Action("table", "begin"), "wrong_step", "SL-2.10")


@pytest.mark.parametrize("verb", ["", "cast", "PLAY", "attack ", "end turn", SCRIPT, "x" * 10_000])
def test_a_verb_that_there_is_not(verb: str) -> None:
    error = refused(main(), Action("A", verb), "unknown_verb", "SL-6.1")
    says(error, "sacrifice", "sacrifice")


@pytest.mark.parametrize("value", [None, 0, 10**30, 1.5, True, [], ["A1"], {}, {"A1"}, b"A1", object, ("A1",)])
@pytest.mark.parametrize("verb", ["play", "sacrifice", "activate"])
def test_an_argument_that_is_no_text(verb: str, value: Any) -> None:
    with pytest.raises(IllegalAction) as caught:
        main(fuel=[SENTRY] * 9).play(Action("A", verb, (value,)))
    assert caught.value.code in ("bad_argument", "not_in_hand", "no_creature") and caught.value.clauses
    assert caught.value.text("zh") and caught.value.text("en")


def test_surrender_only_where_a_reading_has_it() -> None:
    refused(main(), "surrender", "no_surrender", "SL-11.5")
    free = main({"SL-R41": "allowed_any_time"})
    refused(free, "surrender now", "bad_argument", "SL-11.5")
    start = Position(GAME, GAME.start(seed=1), GAME.defaults.replace({"SL-R41": "allowed_any_time"}))
    refused(start, "surrender", "wrong_step", "SL-11.5", "SL-2.10")
    assert free.play(GAME.parse("B", "surrender")).outcome() == ("A", "surrender")


@pytest.mark.parametrize("text", ["surrender", "end_turn", "begin", f"play {SENTRY}", "block B1", "dance"])
def test_nothing_after_the_end(text: str) -> None:
    over = main({"SL-R41": "allowed_any_time"}).play(GAME.parse("B", "surrender"))
    action = Action("A", "dance") if text == "dance" else GAME.parse("A", text)
    refused(over, action, "over", "SL-11.3")


def test_an_unknown_action_names_the_nearest() -> None:
    for text, near in (("atack A1", "attack"), ("sacrifise 献身", "sacrifice"), ("blok B1", "block"), ("x", "")):
        with pytest.raises(RulekitError) as caught:
            GAME.parse("A", text)
        for lang in ("zh", "en"):
            assert near in caught.value.text(lang)
    with pytest.raises(RulekitError) as caught:
        GAME.parse("A", "  ")
    assert caught.value.text("zh") != caught.value.text("en")


# -- cards --------------------------------------------------------------------------------------------

CARD = """\
game: shengling
title: {zh: 自创一张, en: A card of one's own}
given:
  step: main1
  own_cards:
    - number: X-01
      name: {zh: 小石怪, en: Pebble}
      type: creature
      cost: 1
      power: 2
      effects:
        - {eid: a, timing: on_enter, ops: [{op: draw, who: self, n: 1}]}
  A: {hand: [小石怪], fuel: [稻草哨兵], deck: [献身]}
play:
  - A: play 小石怪
then: {A: {slot1: {card: 小石怪}}, decision: none}
"""


def test_a_card_of_ones_own_is_used_at_once() -> None:
    report = check(loads(CARD))
    assert report.ok, report.lines("en")
    assert report.runs[0].positions[-1].state.A.hand == ("献身",)


@pytest.mark.parametrize(
    ("old", "new", "line", "clause", "said"),
    [
        ("power: 2", "power: 0", 10, "SL-3.8", "0"),
        ("power: 2", "power: -1", 10, "SL-3.8", "-1"),
        ("power: 2", "power: 1000000000000", 10, "SL-3.8", "1000000000000"),
        ("      power: 2\n", "", 6, "SL-3.3", "小石怪"),
        ("cost: 1", "cost: 11", 9, "SL-3.5", "11"),
        ("cost: 1", "cost: -1", 9, "SL-3.5", "-1"),
        ("number: X-01", "number: SLD-01", 6, "SL-2.2", "SLD-01"),
        ("zh: 小石怪, en", "zh: 稻草哨兵, en", 7, "SL-3.3", "稻草哨兵"),
        ("n: 1}", "n: 0}", 12, "SL-7.25", "0"),
        ("n: 1}", "n: 1000000000000}", 12, "SL-7.25", "1000000000000"),
        ("who: self, n", "n", 12, "SL-7.25", ""),
        ("timing: on_enter", "timing: end_of_turn", 12, "SL-7.3", ""),
        ("timing: on_enter", "timing: active", 12, "SL-7.10", "a"),
        ("op: draw, who: self", "op: bounce", 12, "SL-7.29", ""),
    ],
)
def test_a_wrong_card_is_refused_with_its_line(old: str, new: str, line: int, clause: str, said: str) -> None:
    assert old in CARD
    with pytest.raises(FileProblem) as caught:
        loads(CARD.replace(old, new, 1))
    error = caught.value
    assert clause in error.clauses and error.line == line, (error.line, error.clauses)
    for lang in ("zh", "en"):
        assert clause in error.text(lang) and (said in error.text(lang) or said == "小石怪")
    assert error.text("zh") != error.text("en")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("power: 2", "power: two", "two"),
        ("type: creature", "type: creatures", "creature"),
        ("op: draw", "op: drew", "draw"),
        ("timing: on_enter", "timing: on_entre", "on_enter"),
        ("number: X-01", "nubmer: X-01", "number"),
    ],
)
def test_a_misspelt_card_names_what_is_known(old: str, new: str, said: str) -> None:
    assert old in CARD
    with pytest.raises(FileProblem) as caught:
        loads(CARD.replace(old, new, 1))
    assert caught.value.line >= 6
    for lang in ("zh", "en"):
        assert said in caught.value.text(lang)


# -- positions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "clause"),
    [
        ({"A": {"hp": 21}}, "SL-1.3"),
        ({"A": {"hp": 0}}, "SL-11.3"),
        ({"A": {"hp": -1}}, "SL-11.4"),
        ({"A": {"fuel": [SENTRY] * 11}}, "SL-5.17"),
        ({"A": {"fuel": [SENTRY], "spent": [2]}}, "SL-4.7"),
        ({"A": {"fuel": [SENTRY] * 2, "spent": [1, 1]}}, "SL-4.7"),
        ({"A": {"sacrificed": 2}}, "SL-5.8"),
        ({"A": {"quota": 0}}, "SL-5.8"),
        ({"A": {"hand": [SENTRY] * 61}}, "SL-2.1"),
        ({"A": {"slot1": on("献身")}}, "SL-3.7"),
        ({"A": {"slot1": on(SENTRY, reduction=1)}}, "SL-8.19"),
        ({"A": {"slot1": on(SENTRY, bonus=-1)}}, "SL-8.16"),
        ({"A": {"hand": ["没有这张卡"]}}, "SL-3.3"),
        ({"A": {"hand": ["同心双卫(-2)"]}}, "SL-4.11"),
        ({"A": {"resolving": "献身"}}, "SL-3.7"),
        ({"A": {"slot1": on(SENTRY, attacked=True)}}, "SL-8.7"),
        ({"B": {"slot1": on(SENTRY, blocked=True)}}, "SL-9.4"),
        ({"B": {"slot1": on(SENTRY, attacked=True, blocked=True)}}, "SL-9.4"),
        ({"result": "A", "reason": "hp"}, "SL-1.1"),
        ({"result": "A", "reason": "hp", "A": {"hp": 0}}, "SL-1.1"),
        ({"result": "draw", "reason": "hp", "A": {"hp": 0}}, "SL-1.1"),
        ({"step": "untap"}, "SL-6.1"),
        ({"turn": 0}, "SL-6.7"),
    ],
)
def test_an_impossible_position_names_the_clause(given: dict[str, Any], clause: str) -> None:
    with pytest.raises(ImpossiblePosition) as caught:
        position(**{"step": "main1", **given})
    assert clause in caught.value.clauses
    for lang in ("zh", "en"):
        assert clause in caught.value.text(lang) and "{" not in caught.value.text(lang)
    assert caught.value.text("zh") != caught.value.text("en")


@pytest.mark.parametrize("op", ["{op: direct_damage_bonus, n: 2}", "{op: battle_break}"])
def test_what_holds_all_the_time_does_nothing_at_a_moment_of_a_forbidden_card(op: str) -> None:
    case = loads(f"""
game: shengling
title: x
allow_impossible: true
given:
  step: main1
  own_cards: [{{number: own-1, name: {{zh: 错卡, en: Wrong}}, type: strategy, cost: 0,
               effects: [{{eid: a, timing: active, ops: [{op}]}}]}}]
  A: {{hand: [错卡]}}
play: [A: play 错卡]
then: {{A: {{hand: [], grave: [错卡]}}, problems: [SL-{"7.32" if "bonus" in op else "10.1"}], skipped: [SL-7.24]}}
""")
    report = check(case)
    assert report.ok, report.lines("en")
