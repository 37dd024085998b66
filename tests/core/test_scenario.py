"""Scenario files: every fault has its place, what happened is compared, nothing is lost on saving."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulekit
from rulekit.core.action import Action
from rulekit.core.catalogue import read_yaml
from rulekit.core.errors import FileProblem, IllegalAction, RulekitError
from rulekit.core.scenario import ImpossibleGiven, Report, check, dumps, find, load, loads, record, run, save
from tests.support import ROOT

BAD = ROOT / "tests" / "data" / "bad"
MESSAGES: Mapping[str, Mapping[str, str]] = read_yaml((BAD / "messages.yaml").read_text("utf-8"))
SHIPPED = find([ROOT / "scenarios"])

BASE = """\
game: tangwu
title: {zh: 寒风打荆棘, en: Cold Wind into Thorns}
given:
  turn: A
  step: act
  A: {hp: 20, cost: 8, digit: 3}
  B: {hp: 21, cost: 6, digit: 2, 荆棘: true}
play:
  - A: 寒风
then:
  at: cast
  A: {hp: 18, cost: 5}
  B: {hp: 18, cost: 5, 荆棘: false}
  result: none
  steps: [TW-6.D3.3, TW-5.2.3]
  never: [TW-5.2.2]
"""


def but(old: str, new: str) -> Report:
    assert old in BASE
    return check(loads(BASE.replace(old, new)))


# -- files that are wrong ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(MESSAGES))
def test_a_wrong_file_is_refused_with_place_and_reason(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.games._outside", {})  # games of the tests are no users' games
    wanted = MESSAGES[name]
    with pytest.raises(FileProblem) as caught:
        load(BAD / f"{name}.yaml")
    problem = caught.value
    head = f"{BAD / name}.yaml:{wanted['place']}: "
    assert problem.text("zh") == head + wanted["zh"]
    assert problem.text("en") == head + wanted["en"]
    assert str(problem) == problem.text()


def test_every_wrong_file_has_its_message() -> None:
    assert sorted(MESSAGES) == sorted(p.stem for p in BAD.glob("*.yaml") if p.stem != "messages")


def test_an_impossible_position_lists_every_reason_and_may_be_allowed() -> None:
    text = BASE.replace("cost: 8", "cost: 12").replace("digit: 2,", "digit: 10,")
    with pytest.raises(ImpossibleGiven) as caught:
        loads(text)
    assert {p.clause for p in caught.value.problems} >= {"TW-1.2", "TW-1.5"}
    allowed = loads("allow_impossible: true\n" + text)
    assert allowed.start().state.A.cost == 12


@pytest.mark.parametrize("hp", [10**18, -(10**18), 10**400])
def test_huge_hp_is_computed_exactly_and_only_impossible_below_one(hp: int) -> None:
    text = BASE.replace("hp: 21", f"hp: {hp}").partition("then:")[0]
    if hp <= 0:
        with pytest.raises(ImpossibleGiven):
            loads(text)
        text += "allow_impossible: true\n"
    assert run(loads(text)).trace.end.B.hp == hp - 3  # type: ignore[union-attr]


def test_markup_in_names_is_kept_as_text() -> None:
    scenario = loads(BASE.replace("zh: 寒风打荆棘", 'zh: "<script>alert(1)</script> 🀄"'))
    assert scenario.title["zh"] == "<script>alert(1)</script> 🀄"
    assert loads(dumps(scenario)) == scenario


def test_a_byte_order_mark_and_windows_line_ends_are_accepted(tmp_path: Path) -> None:
    file = tmp_path / "windows.yaml"
    file.write_bytes(BASE.replace("\n", "\r\n").encode("utf-8-sig"))
    assert load(file) == loads(BASE)
    assert find([tmp_path]) == [file]


def test_a_title_in_one_language_serves_for_both() -> None:
    assert loads(BASE.replace("{zh: 寒风打荆棘, en: Cold Wind into Thorns}", "寒风")).title == {
        "zh": "寒风",
        "en": "寒风",
    }


# -- what is compared --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.stem)
def test_shipped_scenarios_hold_and_read_back_equal(path: Path) -> None:
    scenario = load(path)
    report = check(scenario)
    assert report.ok, "\n".join(report.lines("en"))
    assert loads(dumps(scenario)) == scenario


def test_there_are_shipped_scenarios() -> None:
    assert len(SHIPPED) >= 154


@pytest.mark.parametrize(
    ("old", "new", "what", "path", "expected", "actual"),
    [
        ("A: {hp: 18", "A: {hp: 17", "field", "A.hp", 17, 18),
        (", 荆棘: false", "", "field", "B.荆棘", 1, 0),
        ("荆棘: false", "荆棘: false, 延迟: [灼烧]", "field", "B.延迟", ("灼烧",), ()),
        ("result: none", "result: draw", "result", "result", "draw", "none"),
        ("result: none", "awaiting: B act", "awaiting", "awaiting", "B act", "A end"),
        ("never: [TW-5.2.2]", "never: [TW-5.2.3]", "never", "TW-5.2.3", "TW-5.2.3", "TW-5.2.3"),
        ("never: [TW-5.2.2]", "skipped: [TW-5.2.2]", "skipped", "TW-5.2.2", "TW-5.2.2", None),
        ("result: none", "rejected: {clause: TW-4.8}", "rejected", "play[0] (A cast 寒风)", "TW-4.8", "legal"),
        ("- A: 寒风", "- A: 荆棘", "error", "play[0] (A cast 荆棘)", "legal", "wrong_digit"),
        ("- A: 寒风", "- {A: 寒风, by: B}", "decider", "play[0] (A cast 寒风)", "B", "A"),
        ("at: cast", "at: cast#2", "at", "at", "cast#2", None),
        ("at: cast", "at: cast\n  turn: B", "field", "turn", "B", "A"),
        ("at: cast", "at: cast\n  display: {A.cost: TW-2.G4}", "display", "A.cost", "TW-2.G4", "TW-2.G5"),
        ("at: cast", "at: cast\n  problems: [TW-1.2]", "problems", "given", ("TW-1.2",), ()),
    ],
)
def test_a_wrong_expectation_is_found(old: str, new: str, what: str, path: str, expected: Any, actual: Any) -> None:
    report = but(old, new)
    assert not report.ok
    found = report.mismatches[0]
    assert (found.what, found.path, found.expected) == (what, path, expected)
    if actual is not None:
        assert found.actual == actual
    for lang in ("zh", "en"):
        assert len(report.lines(lang)) > len(report.mismatches)


def test_the_first_wrong_step_of_a_field_is_the_one_that_set_it() -> None:
    report = but("A: {hp: 18", "A: {hp: 17")
    step = report.runs[0].trace.steps[report.mismatches[0].step]  # type: ignore[union-attr, index]
    assert [(c.path, c.after) for c in step.changes if c.path == ("A", "hp")] == [(("A", "hp"), 18)]


def test_a_broken_order_of_clauses_points_at_the_last_step_in_order() -> None:
    report = but("steps: [TW-6.D3.3, TW-5.2.3]", "steps: [TW-6.D3.3, TW-6.D2.3, TW-4.14]")
    found = report.mismatches[0]
    assert (found.what, found.path) == ("steps", "TW-4.14")
    assert "TW-6.D2.3" in report.runs[0].trace.steps[found.step].clauses  # type: ignore[union-attr, index]


def test_what_is_not_named_must_be_unchanged_but_for_counters() -> None:
    report = but("  A: {hp: 18, cost: 5}\n", "")
    assert [m.path for m in report.mismatches] == ["A.hp", "A.cost"]
    for lang, said in (("zh", "没有写到，应与开始时一样是 20"), ("en", "not mentioned, so it must stay 20 as it was")):
        assert said in report.sentence(report.mismatches[0], lang)
        assert said[:4] not in but("A: {hp: 18", "A: {hp: 17").lines(lang)[1]


def test_without_then_only_legality_is_checked() -> None:
    text = BASE.partition("then:")[0]
    assert check(loads(text)).ok
    assert not check(loads(text.replace("A: 寒风", "A: 荆棘"))).ok


def test_an_action_of_the_wrong_player_or_after_the_end_is_illegal_and_changes_nothing() -> None:
    for text in (
        BASE.replace("- A: 寒风", "- B: 寒风"),
        BASE.replace("step: act", "step: over\n  result: A\n  reason: hp_zero").replace("hp: 21", "hp: 0"),
    ):
        scenario = loads(text)
        ran = run(scenario)
        assert isinstance(ran.error, IllegalAction)
        assert ran.positions == (scenario.start(),)
        assert [m.what for m in check(scenario).mismatches] == ["error"]


def test_a_refusal_can_be_expected() -> None:
    text = BASE.replace("- A: 寒风", "- A: 荆棘").partition("then:")[0]
    assert check(loads(text + "then: {rejected: {clause: TW-1.6}}\n")).ok
    assert [m.what for m in check(loads(text + "then: {rejected: {clause: TW-4.8}}\n")).mismatches] == ["rejected"]


TWICE = BASE.replace("- A: 寒风", "- {A: 荆棘, rejected: {clause: TW-1.6}}\n  - A: 寒风")


def test_a_refusal_in_the_middle_changes_nothing_and_play_goes_on() -> None:
    scenario = loads(TWICE)
    report = check(scenario)
    assert report.ok, report.lines("en")
    ran = report.runs[0]
    assert ran.positions[1] == ran.positions[0]
    assert [(r.play, r.traces, r.error.code) for r in ran.refusals] == [(0, 0, "wrong_digit")]
    assert ran.error is None
    assert ran.refused == ran.refusals
    assert scenario.actions == (Action("A", "cast", ("寒风",)),)
    assert loads(dumps(scenario)) == scenario
    assert "rejected: {clause: TW-1.6}" in dumps(scenario)


def test_a_refusal_in_the_middle_must_break_the_clause_named() -> None:
    found = check(loads(TWICE.replace("TW-1.6", "TW-4.8"))).mismatches
    assert [(m.what, m.path, m.expected) for m in found] == [("rejected", "play[0] (A cast 荆棘)", "TW-4.8")]
    assert "TW-1.6" in found[0].actual
    text = BASE.replace("- A: 寒风", "- {A: 寒风, rejected: {clause: TW-1.6}}")
    found = check(loads(text)).mismatches
    assert [(m.what, m.expected, m.actual) for m in found] == [("rejected", "TW-1.6", "legal")]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("{clause: TW-1.6}", "{}", "missing_key"),
        ("{clause: TW-1.6}", "TW-1.6", "not_mapping"),
        ("TW-1.6", "TW-99.9", "unknown_clause"),
        ("rejected:", "refused:", "not_play"),
    ],
)
def test_a_wrong_refusal_in_the_middle_is_refused(old: str, new: str, code: str) -> None:
    assert old in TWICE
    with pytest.raises(FileProblem) as caught:
        loads(TWICE.replace(old, new))
    assert caught.value.code == code


def test_figures_of_the_compared_state_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulekit.load_game("tangwu")
    with pytest.raises(FileProblem):
        loads(BASE + "  measure: {A: {sum: 23}}\n")

    def figures(state: Any, rulings: object) -> dict[str, dict[str, int]]:
        return {w: {"sum": state.player(w).hp + state.player(w).cost} for w in "AB"}

    monkeypatch.setattr(game, "statistics", figures)
    scenario = loads(BASE + "  measure: {A: {sum: 23}}\n")
    assert check(scenario).ok
    assert loads(dumps(scenario)) == scenario
    found = check(loads(BASE + "  measure: {A: {sum: 24}}\n")).mismatches
    assert [(m.what, m.path, m.expected, m.actual) for m in found] == [("measure", "A.sum", 24, 23)]
    with pytest.raises(FileProblem) as caught:
        loads(BASE + "  measure: {A: {sun: 24}}\n")
    assert caught.value.params["nearest"] == "sum"


def test_a_reading_is_checked_under_its_rulings_with_then_laid_over() -> None:
    scenario = load(ROOT / "scenarios" / "tangwu" / "one-name-for-two-layers.yaml")
    assert [r.rulings for r in scenario.readings] == [{"TW-R54": "named_only"}, {"TW-R54": "refused"}]
    report = check(scenario)
    assert report.ok
    assert [r.compared.B.breath for r in report.runs] == [1, 2, 3]
    text = dumps(scenario).replace("{呼吸回血: 2}", "{呼吸回血: 1}")
    wrong = check(loads(text)).mismatches
    assert [(m.path, dict(m.reading)) for m in wrong] == [("B.呼吸回血", {"TW-R54": "named_only"})]


# -- recording ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_what_was_played_can_be_recorded_saved_and_checked(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    position = rulekit.new_game("tangwu", first="A", bans=("98K", "呼吸回血"))
    for _ in range(random.randrange(40)):
        if not position.legal_actions():
            break
        position = position.play(random.choice(position.legal_actions()))
    actions = []
    end = position
    for _ in range(random.randrange(1, 8)):
        if not end.legal_actions():
            break
        actions.append(random.choice(end.legal_actions()))
        end = end.play(actions[-1])
    scenario = record(position, actions, title=f"game {seed}", tags=("seed",))
    save(tmp_path / "game.yaml", scenario)
    again = load(tmp_path / "game.yaml")
    assert again == scenario
    report = check(again)
    assert report.ok, "\n".join(report.lines("en"))
    assert report.runs[0].positions[-1] == end


def test_a_refused_action_is_recorded_as_refused() -> None:
    start = loads(BASE).start()
    scenario = record(start, [Action("A", "cast", ("荆棘",))], title={"en": "wrong digit"})
    assert scenario.then.rejected == "TW-1.6"
    assert scenario.title == {"zh": "wrong digit", "en": "wrong digit"}
    assert check(loads(dumps(scenario))).ok
    scenario = record(start, [Action("A", "cast", ("荆棘",)), Action("A", "cast", ("寒风",))], title="x")
    assert [p.rejected for p in scenario.play] == ["TW-1.6", None]
    assert scenario.then.rejected is None
    assert check(loads(dumps(scenario))).ok


def test_answers_are_recorded_as_those_of_whoever_gave_them() -> None:
    """A uses 清点书库: nature says which two cards come up, then A discards."""
    text = """\
game: shengling
title: x
given:
  step: main1
  A: {fuel: [献身, 献身], hand: [清点书库, 献身], deck: [抱团田鼠, 稻草哨兵, 战鼓獾], shuffled: true}
play: [A: play 清点书库]
"""
    position = run(loads(text)).positions[-1]
    while position.decision is not None and position.decision.who == "chance":
        position = position.play(position.legal_actions()[0])
    assert position.decision is not None and position.decision.kind == "pick_hand"
    discard = position.legal_actions()[0]
    for actions, end in (((), position), ((discard,), position.play(discard))):
        made = record(position, actions, title="x")
        assert [p.action.who for p in made.play] == ["A", "chance", "chance", *("A" for _ in actions)]
        assert loads(dumps(made)) == made and check(made).ok
        assert run(loads(dumps(made))).positions[-1] == end


def test_who_acts_before_nature_draws_decides_alone() -> None:
    text = """\
game: quanjiao
title: x
rulings: {QJ-R37: between_rounds}
given:
  step: draw
  round: 2
  A: {moves: [m01, m02, m03], hand: [L2], deck: [F1, F1, L1, L1]}
  B: {hand: [F1, F1, F2, L1, L1], drawn: true}
play: [A: swap m03 m05, chance: draw A F1 F1 L1 L1]
"""
    case = loads(text)
    made = record(case.start(), case.actions, title="x")
    assert [p.by for p in made.play] == [None, None]
    assert loads(dumps(made)) == made and check(made).ok


def test_both_lay_their_cards_as_they_like_and_each_decides_alone() -> None:
    text = """\
game: quanjiao
title: x
given:
  step: place
  A: {hand: [F1, F1, F2, L1, L1], drawn: true}
  B: {hand: [F1, F1, F2, L1, L1], drawn: true}
play: [B: lay F1 LH1, A: commit, B: commit]
"""
    case = loads(text)
    made = record(case.start(), case.actions, title="x")
    assert [p.by for p in made.play] == [None, None, None]
    by = loads(text.replace("B: lay F1 LH1", "{B: lay F1 LH1, by: B}"))
    assert check(by).ok and not check(loads(text.replace("B: lay F1 LH1", "{B: lay F1 LH1, by: A}"))).ok


# -- saving ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["", {}, {"zh": "", "en": ""}])
def test_what_is_recorded_without_a_title_has_the_name_of_the_game(title: Any) -> None:
    start = rulekit.new_game("tangwu", first="A")
    assert record(start, [], title=title).title == {"zh": "唐五", "en": "Tangwu"}
    assert record(start, [], title={"zh": "", "en": "opening"}).title == {"zh": "opening", "en": "opening"}


def test_saving_never_overwrites_silently(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    save(file, loads(BASE))
    before = file.read_bytes()
    with pytest.raises(RulekitError) as caught:
        save(file, loads(BASE.replace("hp: 21", "hp: 9")))
    assert caught.value.code == "file_exists"
    assert file.read_bytes() == before
    save(file, loads(BASE.replace("hp: 21", "hp: 9")), overwrite=True)
    assert load(file).given["B"]["hp"] == 9
    assert os.listdir(tmp_path) == ["a.yaml"]


def test_a_file_made_meanwhile_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.yaml"

    def sync(_: int) -> None:
        file.write_text("somebody else's", "utf-8")

    monkeypatch.setattr(os, "fsync", sync)
    with pytest.raises(RulekitError):
        save(file, loads(BASE))
    assert file.read_text("utf-8") == "somebody else's"
    assert os.listdir(tmp_path) == ["a.yaml"]


def test_file_systems_without_hard_links_work_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: Any) -> None:
        raise PermissionError(errno.EPERM, "not supported")

    monkeypatch.setattr(os, "link", no_links)
    save(tmp_path / "a.yaml", loads(BASE))
    assert load(tmp_path / "a.yaml") == loads(BASE)
    assert os.listdir(tmp_path) == ["a.yaml"]


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "save_disk_full"),
        (errno.EROFS, "save_no_permission"),
        (errno.EACCES, "save_no_permission"),
        (errno.EIO, "save_failed"),
    ],
)
@pytest.mark.parametrize("overwrite", [True, False])
def test_a_full_disk_or_a_read_only_folder_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str, overwrite: bool
) -> None:
    file = tmp_path / "a.yaml"
    if overwrite:
        save(file, loads(BASE))
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}

    def fails(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fails)
    scenario = loads(BASE.replace("hp: 21", "hp: 9"))
    with pytest.raises(RulekitError) as caught:
        save(file, scenario, overwrite=overwrite)
    assert caught.value.code == code
    assert str(file) in caught.value.text("zh")
    assert str(file) in caught.value.text("en")
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before
    assert loads(dumps(scenario)) == scenario


def test_saving_into_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulekitError) as caught:
        save(tmp_path / "no" / "a.yaml", loads(BASE))
    assert caught.value.code == "save_no_folder"
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(RulekitError):
        save(tmp_path / "file" / "a.yaml", loads(BASE))
    with pytest.raises(RulekitError):
        save(tmp_path, loads(BASE), overwrite=True)


def test_a_linked_file_is_replaced_where_it_lies(tmp_path: Path) -> None:
    (tmp_path / "real.yaml").write_text("old", "utf-8")
    (tmp_path / "link.yaml").symlink_to(tmp_path / "real.yaml")
    save(tmp_path / "link.yaml", loads(BASE), overwrite=True)
    assert (tmp_path / "link.yaml").is_symlink()
    assert load(tmp_path / "real.yaml") == loads(BASE)


# -- finding -----------------------------------------------------------------------------------------


def test_find_takes_scenarios_below_folders_and_every_named_file(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yaml", "deep/c.yaml", ".hidden/d.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(BASE, "utf-8")
    (tmp_path / "other.yaml").write_text("jobs: []\n", "utf-8")
    assert [p.name for p in find([tmp_path, tmp_path / "a.yaml"])] == ["a.yaml", "b.yaml", "c.yaml"]
    assert find([tmp_path / "other.yaml"]) == [tmp_path / "other.yaml"]
    with pytest.raises(FileProblem):
        find([tmp_path / "missing"])


# -- records that may be missing, and ends in the middle of an action -----------------------------------

FIGHT = """\
game: shengling
title: {zh: 同心双卫打稻草哨兵, en: Twin Guards into a Straw Sentry}
given:
  step: battle
  A: {hp: 9, slot2: {card: 同心双卫, bonus: 2}}
  B: {hp: 12, slot1: {card: 稻草哨兵}, slot3: {card: 抱团田鼠, bonus: 1, reduction: 1}}
play:
  - A: attack A2
  - B: block B1
then:
  A: {slot2: {bonus: 2}}
  B: {slot1: null, grave: [稻草哨兵]}
  decision: none
  awaiting: A battle
"""
OPEN = FIGHT.replace("  - B: block B1\n", "").partition("then:")[0]


def fight(old: str, new: str) -> Report:
    assert old in FIGHT
    return check(loads(FIGHT.replace(old, new)))


def found(report: Report) -> list[tuple[str, str, Any, Any]]:
    for lang in ("zh", "en"):
        assert len(report.lines(lang)) > len(report.mismatches)
    return [(m.what, m.path, m.expected, m.actual) for m in report.mismatches]


def test_what_is_gone_is_expected_as_null() -> None:
    report = check(loads(FIGHT))
    assert report.ok, report.lines("en")
    assert loads(dumps(loads(FIGHT))) == loads(FIGHT)
    state = loads(FIGHT).start().state
    assert found(fight("slot1: null, ", "")) == [("field", "B.slot1", state.B.slot1, None)]
    survivor = state.A.slot2.copy()
    survivor.tapped = survivor.attacked = True
    assert found(fight("{slot2: {bonus: 2}}", "{slot2: null}")) == [("field", "A.slot2", None, survivor)]


def test_a_record_that_is_there_is_laid_over_part_by_part() -> None:
    assert fight("{slot2: {bonus: 2}}", "{slot2: {}}").ok
    assert fight("{slot2: {bonus: 2}}", "{slot2: {tapped: true, attacked: true}}").ok
    assert found(fight("{slot2: {bonus: 2}}", "{slot2: {bonus: 0}}")) == [("field", "A.slot2.bonus", 0, 2)]
    assert found(fight("{slot2: {bonus: 2}}", "{slot2: {tapped: false}}")) == [("field", "A.slot2.tapped", False, True)]
    assert found(fight("{slot1: null", "{slot3: {reduction: 0}, slot1: null")) == [("field", "B.slot3.reduction", 0, 1)]
    assert found(fight("{slot2: {bonus: 2}}", "{slot2: {card: 抱团田鼠}}")) == [
        ("field", "A.slot2.card", "抱团田鼠", "同心双卫")
    ]


def test_a_record_expected_where_none_was_begins_at_its_defaults() -> None:
    state = loads(FIGHT).start().state
    wanted = type(state.A.slot2)(card="稻草哨兵", bonus=1)
    assert found(fight("{slot2: {bonus: 2}}", "{slot4: {card: 稻草哨兵, bonus: 1}}")) == [
        ("field", "A.slot4", wanted, None)
    ]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("slot1: null", "slot1: {crad: 稻草哨兵}", "unknown_key"),
        ("slot1: null", "slot1: [稻草哨兵]", "not_mapping"),
        ("slot1: null", "slot1: {tapped: 1}", "not_flag"),
        ("slot1: null", "slot6: null", "unknown_key"),
        ("decision: none", "decision: blocks", "not_choice"),
        ("decision: none", "decision: [block]", "not_choice"),
        ("decision: none", "decision: 3", "not_choice"),
    ],
)
def test_a_wrong_expectation_of_such_a_field_is_refused(old: str, new: str, code: str) -> None:
    assert old in FIGHT
    with pytest.raises(FileProblem) as caught:
        loads(FIGHT.replace(old, new))
    error = caught.value
    assert error.code == code and error.line >= 11
    for lang in ("zh", "en"):
        assert error.text(lang)


def test_an_unknown_decision_names_the_nearest() -> None:
    with pytest.raises(FileProblem) as caught:
        loads(OPEN + "then: {decision: pick_creatur}\n")
    assert caught.value.params["nearest"] == "pick_creature"
    for lang in ("zh", "en"):
        assert "pick_creature" in caught.value.text(lang)


def test_an_open_decision_can_be_expected() -> None:
    text = OPEN + "then: {decision: block, result: none, awaiting: A battle, A: {slot2: {tapped: true}}}\n"
    scenario = loads(text)
    assert check(scenario).ok, check(scenario).lines("en")
    assert loads(dumps(scenario)) == scenario and "decision: block" in dumps(scenario)


@pytest.mark.parametrize(
    ("text", "wanted", "actual"),
    [
        (OPEN + "then: {decision: none}\n", "none", "block"),
        (OPEN + "then: {decision: yes_no}\n", "yes_no", "block"),
        (FIGHT.replace("decision: none", "decision: block"), "block", "none"),
    ],
)
def test_another_decision_than_the_one_expected_is_found(text: str, wanted: str, actual: str) -> None:
    report = check(loads(text))
    assert found(report) == [("decision", "decision", wanted, actual)]
    assert "待定的选择" in report.lines("zh")[-1] and "open decision" in report.lines("en")[-1]


def test_while_a_decision_is_open_the_middle_of_the_action_is_compared() -> None:
    scenario = loads(OPEN + "then: {decision: block, A: {slot2: {tapped: true, attacked: true}}}\n")
    report = check(scenario)
    assert report.ok, report.lines("en")
    (ran,) = report.runs
    assert ran.positions[-1].pending is not None
    assert ran.compared.A.slot2.tapped and not ran.positions[-1].state.A.slot2.tapped
    wrong = check(loads(OPEN + "then: {decision: block, A: {slot2: {tapped: false}}}\n"))
    assert found(wrong) == [("field", "A.slot2.tapped", False, True)]
    assert wrong.mismatches[0].step == 0


def test_an_end_in_the_middle_can_be_recorded_saved_and_checked(tmp_path: Path) -> None:
    start = loads(OPEN).start()
    attack = Action("A", "attack", ("A2",))
    scenario = record(start, [attack], title="open")
    assert scenario.then.decision == "block" and scenario.then.fields == {} and scenario.then.result == "none"
    save(tmp_path / "open.yaml", scenario)
    assert load(tmp_path / "open.yaml") == scenario
    assert check(scenario).ok, check(scenario).lines("en")
    open_ = start.play(attack)
    for answer, grave in (("B1", ["稻草哨兵"]), ("decline", None), ("B1 B3", ["稻草哨兵", "抱团田鼠"])):
        made = record(open_, [Action("B", "answer", (answer,))], title="answered")
        assert [p.action for p in made.play] == [attack, Action("B", "answer", (answer,))]
        assert made.then.decision is None
        assert made.then.fields["B"].get("grave") == grave
        assert check(loads(dumps(made))).ok
    assert record(open_, [Action("B", "answer", ("B1",))], title="x").then.fields["B"]["slot1"] is None


# -- what a record pins ------------------------------------------------------------------------------


def test_a_record_pins_what_changed_something_and_what_did_not_happen() -> None:
    start = loads(BASE.replace("荆棘: true", "荆棘: true, 无敌: true")).start()
    made = record(start, [Action("A", "cast", ("寒风",))], title="x")
    # paid, counted, blocked; the turn of B begins and its income is paid; and what 无敌 kept from happening
    assert made.then.steps == ("TW-1.6", "TW-4.14", "TW-5.2.2", "TW-4.9", "TW-4.1", "TW-4.2", "TW-4.3")
    assert made.then.skipped == ("TW-5.2.2", "TW-5.4.2")
    assert made.then.never == ("TW-5.4.2",)


@pytest.mark.parametrize("game", rulekit.GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_record_names_few_clauses_of_its_trace_and_holds(game: str, seed: int) -> None:
    position, draw = rulekit.new_game(game), Random(seed)
    for _ in range(30):
        if not (legal := position.legal_actions()):
            break
        action = draw.choice(legal)
        made = record(position, [action], title="x")
        report = check(loads(dumps(made)))
        assert report.ok, "\n".join(report.lines("en"))
        (ran, *_) = report.runs
        assert set(made.then.steps) <= set(ran.trace.clauses(True)) if ran.trace is not None else True
        position = position.play(action)
