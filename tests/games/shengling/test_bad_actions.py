"""Sacrifices, cards, effects and anything else that is not allowed: a clear refusal, or correct play."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit import Action, IllegalAction, ImpossiblePosition, Position, RulekitError
from rulekit.games.shengling import GAME
from tests.games.shengling.set_ups import GUARDS, SENTRY, VOLE, full, main, on, position
from tests.support.positions import SCRIPT, refused, says


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
