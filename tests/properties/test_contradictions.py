"""Set-ups that contradict themselves: each is refused with its clause and place, and explored only where allowed."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.core.scenario import ImpossibleGiven, check, loads
from rulekit.core.source import read_text, write

TW, QJ, SL = "tangwu", "quanjiao", "shengling"
LAID = "A: {laid: [F1@LH1], committed: true}, B: {laid: [F1@RH1], committed: true}"

# game, rulings, set-up, code, clause, and what makes it possible again
CASES = [
    # a reason and no result, a result and no reason, a reason that does not lead to it
    (TW, "", "reason: quiet", "out_of_step", "TW-7.1", ""),
    (TW, "", "step: over, reason: quiet, idle: 24", "over_without_result", "TW-7.1", "result: draw"),
    (TW, "", "step: over, result: A", "over_without_result", "TW-7.1", "reason: hp_zero, B: {hp: 0}"),
    (TW, "", "step: over, result: A, reason: hp_zero", "loser_stands", "TW-7.1", "B: {hp: -2}"),
    (TW, "", "step: over, result: draw, reason: quiet, idle: 3", "not_quiet_yet", "TW-8.16", "idle: 24"),
    (TW, "", "step: over, result: A, reason: bet_timeout, B: {hp: 0}", "bet_runs_on", "TW-8.8",
     "B: {hp: 0, 赌命: 0}"),
    (TW, "", "step: over, result: draw, reason: combo, A: {hp: 0}, B: {hp: 0}", "reason_of_another_result", "TW-7.3",
     "reason: hp_zero"),
    (QJ, "", "reason: life", "out_of_step", "QJ-4.5.19", "reason: null"),
    (QJ, "", "step: over, reason: life", "over_without_result", "QJ-4.5.19", "result: A, B: {life: 0}"),
    (QJ, "", "step: over, result: A, reason: life", "loser_stands", "QJ-4.5.20", "B: {life: 0}"),
    (QJ, "", "step: over, result: both_lose, reason: life, A: {life: 0}, B: {life: 0}", "not_both_lose", "QJ-4.5.20",
     "result: draw"),
    (QJ, "", "step: over, result: draw, reason: quiet, round: 6, quiet: 5", "no_stalemate", "QJ-4.6.12", ""),
    (QJ, "QJ-R34: stalemate_draw", "step: over, result: draw, reason: quiet, round: 6, quiet: 4", "not_quiet",
     "QJ-4.6.12", "quiet: 5"),
    (QJ, "", "step: over, result: A, reason: no_cards", "no_loss_of_cards", "QJ-4.6.9", ""),
    (SL, "", "step: main1, reason: hp", "reason_without_result", "SL-11.3", "reason: null"),
    (SL, "", "step: main1, result: A", "no_reason", "SL-11.3", "reason: hp, B: {hp: 0}"),
    (SL, "", "step: main1, result: A, reason: hp, A: {hp: 0}", "winner_down", "SL-1.1", "A: {hp: 1}, B: {hp: 0}"),
    (SL, "", "step: main1, result: A, reason: hp, A: {hp: 0}, B: {hp: 0}", "both_down", "SL-11.2", "result: draw"),
    (SL, "SL-R22: active_player_loses", "step: main1, result: draw, reason: hp, A: {hp: 0}, B: {hp: 0}", "both_down",
     "SL-11.2", "result: B"),
    (SL, "", "step: main1, result: A, reason: surrender", "no_surrender", "SL-11.5", ""),
    # what is not there yet, or no more
    (TW, "", "A: {pick: 98K}", "out_of_step", "TW-3.1.1", "step: ban, B: {hp: 21}, A: {pick: 98K}"),
    (TW, "", "step: ban, A: {pick: 98K}, B: {pick: 98K, hp: 21}", "both_picked", "TW-3.1.3", "B: {hp: 21}"),
    (TW, "", "step: setup, controller: B", "out_of_step", "TW-6.D9.1", "controller: null"),
    (TW, "", "step: start, controller: B", "out_of_step", "TW-6.D9.1", "controller: null"),
    (TW, "", "step: setup, B: {hp: 21}", "not_as_at_the_start", "TW-3.1", "B: {}"),
    (TW, "", "step: ban, B: {hp: 20}", "not_as_at_the_start", "TW-3.1", "B: {hp: 21}"),
    (TW, "", "step: ban, B: {hp: 21, 荆棘: true}", "not_as_at_the_start", "TW-3.1", "B: {hp: 21}"),
    (TW, "", "step: ban, B: {hp: 21}, banned: [98K]", "out_of_step", "TW-3.1.4", "banned: []"),
    (TW, "", "step: start, actions: 2, A: {streak: 2}", "out_of_step", "TW-8.2", "step: add"),
    (TW, "", "step: start, hurt: true", "out_of_step", "TW-8.16", "hurt: false"),
    (TW, "", "step: act, hurt: true", "hurt_without_cast", "TW-8.16", "actions: 1"),
    (TW, "", "step: act, acted: true", "cast_not_counted", "TW-8.2", "actions: 1"),
    (TW, "", "step: act, actions: 1, acted: false", "actions_without_cast", "TW-8.2", "acted: true"),
    (TW, "", "step: act, digit_cast: true", "digit_without_cast", "TW-5.6.4", "actions: 1"),
    (TW, "", "step: act, actions: 50, A: {streak: 24}", "actions_used_up", "TW-8.2", ""),
    (TW, "", "step: act, A: {turn_damage: 3}", "damage_without_cast", "TW-6.D5.4", "actions: 1"),
    (TW, "", "step: act, A: {尤里: true}", "control_takes_effect", "TW-6.D9.1", "A: {}, controller: B"),
    (QJ, "", "A: {hand: [F1]}", "out_of_step", "QJ-4.2.7", "step: draw"),
    (QJ, "", "round: 3", "out_of_step", "QJ-4.0.2", "step: draw"),
    (QJ, "", "step: draw, A: {laid: [F1@LH1]}", "out_of_step", "QJ-4.2.8", "step: place"),
    (QJ, "", "step: place, A: {board: {LH1: F1}}", "out_of_step", "QJ-4.2.6",
     "step: declare, A: {board: {LH1: F1}, moves: [m01]}"),
    (QJ, "", "step: place, A: {done: true}", "out_of_step", "QJ-4.4.40", "A: {done: false}"),
    (QJ, "", "step: place, A: {cancelled_fists: {LH1: 1}}", "out_of_step", "QJ-4.3.6", "A: {}"),
    (QJ, "", "step: declare, A: {laid: [F1@LH1], moves: [m01]}", "out_of_step", "QJ-4.2.8", "A: {moves: [m01]}"),
    (QJ, "", "step: reveal, A: {declared: [m01@1], moves: [m01]}", "out_of_step", "QJ-4.4.31", "A: {moves: [m01]}"),
    (QJ, "", "step: draw, A: {dealt: 3}", "dealt_early", "QJ-4.5.17", "round: 2"),
    (QJ, "", "step: draw, round: 2, quiet: 2", "quiet_too_long", "QJ-4.6.12", "quiet: 1"),
    (QJ, "", "step: draw, round: 2, quiet: 1, B: {dealt: 4}", "quiet_after_damage", "QJ-4.6.12", "quiet: 0"),
    (QJ, "QJ-R34: stalemate_draw", "step: draw, round: 9, quiet: 5", "quiet_ended", "QJ-4.6.12", "quiet: 4"),
    (QJ, "", "step: place, round: 2, drawing: true", "not_drawing", "QJ-4.1.14", "drawing: false"),
    (QJ, "QJ-R37: between_rounds", "step: draw, round: 2, drawing: true", "not_drawing", "QJ-4.1.14",
     "A: {drawn: true}"),
    (QJ, "QJ-R37: between_rounds", "step: place, drawing: true", "not_drawing", "QJ-4.1.14", "round: 2"),
    (QJ, "QJ-R25: mandatory", "step: declare, A: {lost: [m01], moves: [m01]}", "not_lost", "QJ-4.4.41",
     "A: {moves: [m01]}"),
    (QJ, "", "step: place, A: {lost: [m01], moves: [m01]}", "out_of_step", "QJ-4.4.41", "A: {moves: [m01]}"),
    (QJ, "", "step: declare, A: {lost: [m01], moves: [m01]}", "not_lost", "QJ-4.4.41", "A: {moves: [m01]}"),
    (SL, "", "active: B", "out_of_step", "SL-6.7", "step: main1"),
    (SL, "", "turn: 3", "out_of_step", "SL-6.7", "step: main1"),
    (SL, "", "A: {sacrificed: 1}", "out_of_step", "SL-5.7", "step: main1"),
    (SL, "", "A: {spent: [1]}", "out_of_step", "SL-4.7", "step: main1, A: {fuel: [献身], spent: [1]}"),
    (SL, "", "result: A, reason: hp, B: {hp: 0}", "out_of_step", "SL-1.1", "step: main2"),
    (SL, "", "step: main1, first: A, turn: 2", "not_the_turn", "SL-6.7", "active: B"),
    (SL, "", "step: main2, A: {slot1: {card: 稻草哨兵, entered: true, attacked: true}}", "attacked_at_once", "SL-8.3",
     "A: {slot1: {card: 孤注狂徒, entered: true, attacked: true}}"),
    (SL, "", "step: main1, A: {slot1: {card: 晨露药师, used: [a@main2]}}", "used_later", "SL-7.10", "step: main2"),
    # too many
    (QJ, "", "step: place, A: {hand: [F1, F1, F1, F1, F2, F2, F2, F3, L1]}", "hand_too_large", "QJ-4.2.7",
     "hand_size: 9"),
    (QJ, "", "step: place, A: {hand: [F1, F1, F1, F1, F2], laid: [F3@LH1]}", "hand_too_large", "QJ-4.2.7",
     "A: {hand: [F1, F1, F1, F1], laid: [F3@LH1]}"),
    (QJ, "", "step: place, A: {laid: [F3@LH1, F1@LH1]}", "laid_wrong", "QJ-4.2.12", "A: {laid: [F3@LH1, F1@RH1]}"),
    (QJ, "", "step: place, A: {laid: [F3@LL1]}", "laid_wrong", "QJ-4.2.9", "A: {laid: [F3@LH1]}"),
    (QJ, "", "step: place, columns: 4, A: {laid: [F3@LH5]}", "laid_wrong", "QJ-4.2.5", "columns: 5"),
    (QJ, "", "step: draw, A: {life: 100}", "range", "QJ-4.1.4", "A: {life: 99}"),
    # what happens by itself
    (TW, "", "step: add, A: {幻雾: true}", "mist_skips_addition", "TW-4.6", "step: act"),
    (TW, "TW-R47: auto_pass", "step: act, A: {cost: 0, digit: 5}", "passes_by_itself", "TW-4.18",
     "A: {cost: 5, digit: 5}"),
    (TW, "TW-R52: turn_ends_at_once", "step: add, actions: 3, A: {streak: 24}", "turn_ended", "TW-4.19",
     "A: {streak: 23}"),
    (QJ, "", "step: draw, A: {drawn: true}, B: {drawn: true}", "both_drawn", "QJ-4.1.15", "B: {}"),
    (QJ, "", f"step: place, {LAID}", "both_committed", "QJ-4.2.18", "step: reveal"),
    (QJ, "", "step: declare, A: {board: {LH1: F1}}, B: {board: {LL1: L1}}", "both_done", "QJ-4.5.1",
     "A: {board: {LH1: F1}, moves: [m01]}"),
    (QJ, "", "step: declare, A: {board: {LH1: F2}, moves: [m01]}, B: {board: {LH1: F1}}", "other_markers", "QJ-4.3.2",
     "A: {board: {LH1: F2}, moves: [m01], cancelled_fists: {LH1: 1}},"
     " B: {board: {LH1: F1}, cancelled_fists: {LH1: 1}}"),
    (QJ, "QJ-R27: open_alternating", "step: declare, A: {moves: [m01]}, B: {moves: [m01], done: true}",
     "a_declares_first", "QJ-4.4.40", "B: {moves: [m01]}"),
    (SL, "", "step: draw", "automatic_step", "SL-6.1", "step: main1"),
]  # fmt: skip


def text(game: str, rulings: str, given: dict[str, Any], allow: bool) -> str:
    data = {"game": game, "title": "x", "allow_impossible": allow, "given": given, "play": []}
    data["rulings"] = read_text(f"{{{rulings}}}").data
    return write(data)


@pytest.mark.parametrize(("game", "rulings", "given", "code", "clause", "instead"), CASES)
def test_a_contradiction_is_refused(game: str, rulings: str, given: str, code: str, clause: str, instead: str) -> None:
    data, better = read_text(f"{{{given}}}").data, read_text(f"{{{instead}}}").data
    with pytest.raises(ImpossibleGiven) as caught:
        loads(text(game, rulings, data, False))
    assert (code, clause) in {(p.code, p.clause) for p in caught.value.problems}, caught.value.text("en")
    for lang in ("zh", "en"):
        assert f"[{clause}]" in caught.value.text(lang) and "{" not in caught.value.text(lang)
    allowed = loads(text(game, rulings, data, True))
    assert check(allowed).ok
    if better:
        codes = {p.code for p in loads(text(game, rulings, {**data, **better}, True)).start().problems()}
        assert code not in codes
        assert game == SL or not codes, codes
