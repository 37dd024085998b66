"""The session behind the lab: set-up, line, undo, cursor, rulings, files; no widget is involved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulekit import Action, IllegalAction, ImpossiblePosition, RulekitError, load_game
from rulekit.core import scenario
from rulekit.core.errors import UnknownName
from rulekit.core.given import BadGiven
from rulekit.ui.session import Session
from rulekit.ui.words import LabError
from tests.support import ROOT
from tests.support.processes import python

GAME = load_game("tangwu")
SCENARIOS = ROOT / "scenarios" / "tangwu"
DUEL: dict[str, Any] = {
    "turn": "A",
    "step": "act",
    "A": {"hp": 20, "cost": 5, "digit": 3},
    "B": {"hp": 10, "cost": 2, "无敌": True, "荆棘": True},
}
OPTIONAL_EXTRA: dict[str, Any] = {
    "turn": "A",
    "step": "act",
    "A": {"hp": 20, "cost": 9, "digit": 9, "赌命": 4},
    "B": {"hp": 30, "cost": 6, "digit": 1},
}


def duel(**options: Any) -> Session:
    return Session(GAME, DUEL, **options)


def test_a_played_action_is_looked_at_as_a_whole() -> None:
    session = duel()
    session.play("寒风")
    assert session.position.state.B.hp == 12
    assert session.whole and session.at == len(session.trace or ()) - 1
    assert ("B", "hp") in {c.path for c in session.highlight}
    assert session.current == session.position


def test_changing_the_set_up_plays_the_same_line_again() -> None:
    session = duel()
    session.play("寒风")
    session.set_field(("B", "无敌"), False)
    assert session.position.state.B.hp == 7
    assert session.position.state.A.hp == 18, "without Invincible the Thorns reflect"
    assert session.actions == (Action("A", "cast", ("寒风",)),)


def test_undo_and_redo_walk_over_set_up_rulings_and_actions() -> None:
    session = duel()
    start = session.position
    session.play("寒风")
    played = session.position
    session.set_ruling("TW-R50", "any_damage_event")
    session.set_field(("B", "hp"), 1)
    assert session.undo() and session.undo()
    assert session.position == played and session.rulings == {}
    assert session.undo() and session.position == start and not session.can_undo
    assert not session.undo()
    assert session.redo() and session.position == played
    assert session.redo() and session.rulings == {"TW-R50": "any_damage_event"}


def test_beginning_anew_may_keep_the_first_actions() -> None:
    session = duel()
    for action in ("寒风", "add cost", "pass"):
        session.play(action)
    three = session.actions
    session.reset(keep=2)
    assert session.actions == three[:2]
    session.reset(keep=2)
    assert session.undo() and session.actions == three, "to keep all there is changes nothing"
    session.reset()
    assert session.actions == () and session.position == session.start


def test_typing_into_one_field_is_one_change_for_undo() -> None:
    session = duel()
    for value in (1, 12, 123):
        session.set_field(("A", "hp"), value)
    assert session.undo()
    assert session.start.state.A.hp == 20 and not session.can_undo


def test_an_illegal_action_leaves_everything_as_it_was() -> None:
    session = duel()
    before = session.position, session.actions, session.can_undo
    with pytest.raises(IllegalAction) as caught:
        session.play("98K")
    assert "TW-1.6" in caught.value.clauses
    with pytest.raises(UnknownName):
        session.play("寒疯")
    assert (session.position, session.actions, session.can_undo) == before


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("A", "hp"), "many"),
        (("A", "hp"), True),
        (("B", "荆棘"), "yes"),
        (("A", "赌命"), 1.5),
        (("A", "延迟"), ["火"]),
        (("A", "unknown"), 1),
        (("nobody", "hp"), 1),
        (("turn",), "C"),
    ],
)
def test_a_value_of_a_wrong_type_is_refused(path: tuple[str, ...], value: object) -> None:
    session = duel()
    before = session.start, dict(session.given)
    with pytest.raises(BadGiven) as caught:
        session.set_field(path, value)
    assert path[-1] in caught.value.text("zh") or path[0] in caught.value.text("zh")
    assert (session.start, dict(session.given)) == before and not session.can_undo


def test_a_wrong_set_up_names_every_fault() -> None:
    with pytest.raises(BadGiven) as caught:
        Session(GAME, {"A": {"hp": "x"}, "B": {"无故": True}})
    text = caught.value.text("en")
    assert "A hp" in text and "B" in text and "无敌" in text


def test_huge_numbers_are_kept_exactly() -> None:
    session = duel()
    session.set_field(("A", "hp"), 10**18 + 1)
    session.play("寒风")
    assert session.position.state.A.hp == 10**18 + 1


def test_an_impossible_set_up_is_not_played_unless_allowed() -> None:
    session = duel()
    session.play("寒风")
    session.set_field(("A", "cost"), 12)
    assert [p.clause for p in session.problems] == ["TW-1.2"]
    assert not session.ready and session.line == [] and session.trace is None
    with pytest.raises(ImpossiblePosition):
        session.play("寒风")
    session.set_allow_impossible(True)
    assert session.position.state.B.hp == 12, "the kept line is played again"
    session.set_allow_impossible(False)
    session.set_field(("A", "cost"), 5)
    assert session.position.state.B.hp == 12


def test_implied_fields_are_filled_in() -> None:
    session = duel()
    session.set_field(("A", "赌命"), 4)
    assert session.start.state.A.bet_used and session.problems == []


def test_a_change_that_makes_the_line_illegal_stops_before_it() -> None:
    session = duel()
    session.play("寒风")
    session.set_field(("A", "digit"), 4)
    assert session.line == [] and session.stopped is not None
    assert session.stopped[1].code == "wrong_digit"
    session.set_field(("A", "digit"), 3)
    assert session.stopped is None and len(session.line) == 1


def test_a_decision_is_answered_and_belongs_to_the_same_trace() -> None:
    session = Session(GAME, OPTIONAL_EXTRA, rulings={"TW-R35": "optional"})
    session.play("元毒九泉")
    assert session.position.decision is not None and session.trace is not None
    pending = len(session.trace)
    with pytest.raises(IllegalAction):
        session.answer("perhaps")
    session.answer("end")
    assert session.position.pending is None
    assert len(session.traces()) == 1 and len(session.trace) > pending
    assert session.undo() and session.position.decision is not None
    with pytest.raises(LabError):
        duel().answer("end")


def test_the_cursor_walks_both_ways_and_shows_the_state_inside() -> None:
    session = duel()
    session.play("寒风")
    assert session.trace is not None
    assert session.step() and session.at == 0 and not session.whole
    assert session.run_to(field=("B", "hp"))
    assert session.current.state.B.hp == 12 and session.current.state.step == "act"
    assert {c.path for c in session.highlight} == {("B", "hp"), ("B", "无敌")}
    assert session.back() and session.current.state.B.hp == 10
    assert session.to_start() and session.at == -1 and session.current.state == session.start.state
    assert session.into() and session.over() and session.at == 9, "everything the cast caused is passed"
    assert session.to_end() and session.current.state == session.position.state
    assert not session.step()
    with pytest.raises(IndexError):
        session.jump(99)
    assert not session.run_to(clause="TW-5.2.4") and session.at == len(session.trace) - 1


def test_run_to_starts_at_the_beginning_from_the_whole() -> None:
    session = duel()
    session.play("寒风")
    assert session.run_to(clause="TW-5.2.2") and session.at == 5
    assert session.run_to(clause="TW-5.2.2") and session.at == 6
    assert not session.run_to(clause="TW-5.2.2") and session.at == 6


def test_both_scopes_of_the_trace() -> None:
    session = duel()
    session.play("寒风")
    session.play("add cost")
    last = len(session.trace or ())
    session.set_scope("all")
    assert session.trace is not None and len(session.trace.marks) == 2 and len(session.trace) > last


def test_starting_anew_at_a_step() -> None:
    session = duel()
    session.play("寒风")
    state = session.position.state
    session.restart_here()
    assert session.start.state == state and session.actions == ()
    session.undo()
    assert session.start.state.B.hp == 10 and len(session.line) == 1


def test_a_decision_cannot_be_a_new_start() -> None:
    session = Session(GAME, OPTIONAL_EXTRA, rulings={"TW-R35": "optional"})
    session.play("元毒九泉")
    with pytest.raises(LabError):
        session.restart_here()
    assert session.run_to(kind="damage.taken")
    session.restart_here()
    assert session.start.state.B.hp == 17 and session.actions == ()


def test_comparing_the_readings_of_a_ruling() -> None:
    session = duel()
    session.set_field(("B", "无敌"), False)
    session.play("寒风")
    found = session.compare("TW-R10")
    assert [o.option for o in found.outcomes] == ["dealt_by_caster_all", "dealt_by_attack_skills", "taken_by_caster"]
    assert found.differs
    assert [(c.path, c.before, c.after) for c in found.outcomes[1].changes] == [(("B", "total"), 2, 0)]
    with pytest.raises(UnknownName):
        session.compare("TW-R999")


def test_unknown_rulings_options_and_languages() -> None:
    session = duel()
    for change in (
        lambda: session.set_ruling("TW-R999", "x"),
        lambda: session.set_ruling("TW-R50", "x"),
        lambda: session.set_lang("fr"),
    ):
        with pytest.raises(UnknownName):
            change()
    assert not session.can_undo and session.lang == "zh"


def test_save_load_round_trip(tmp_path: Path) -> None:
    session = duel(rulings={"TW-R50": "any_damage_event"})
    session.play("寒风")
    path = session.save(tmp_path / "a.yaml", title={"zh": "挡 <script>", "en": "stopped"})
    assert scenario.check(scenario.load(path)).ok
    again = Session(GAME)
    again.load(path)
    assert again.position == session.position and again.title["zh"] == "挡 <script>"
    assert again.undo() and again.line == []


def test_nothing_is_overwritten_silently(tmp_path: Path) -> None:
    session = duel()
    session.play("寒风")
    path = tmp_path / "a.yaml"
    path.write_text("precious", "utf-8")
    with pytest.raises(RulekitError):
        session.save(path, title={"zh": "x", "en": "x"})
    assert path.read_text("utf-8") == "precious"
    session.save(path, title={"zh": "x", "en": "x"}, overwrite=True)
    assert scenario.check(scenario.load(path)).ok


def test_what_cannot_be_saved_or_loaded(tmp_path: Path) -> None:
    session = duel()
    with pytest.raises(LabError):
        session.save(tmp_path / "a.yaml", title={"zh": "x", "en": "x"})
    session.play("寒风")
    with pytest.raises(RulekitError):
        session.save(tmp_path / "no" / "folder" / "a.yaml", title={"zh": "x", "en": "x"})
    before = session.position
    bad = tmp_path / "bad.yaml"
    bad.write_text("game: tangwu\ngiven: {A: {hp: yes}}\n", "utf-8")
    for path in (bad, tmp_path / "missing.yaml"):
        with pytest.raises(RulekitError):
            session.load(path)
    assert session.position == before


@pytest.mark.parametrize("name", ["", " ", "/", "~", "~nobody-of-this-name/x", "a\0b", "\ud800", "x" * 300, "new/"])
def test_names_that_no_file_can_have_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    session = duel()
    session.play("寒风")
    before = session.position
    for attempt in (lambda: session.save(name, title={"zh": "x", "en": "x"}), lambda: session.load(name)):
        with pytest.raises(RulekitError):
            attempt()
    assert session.position == before and not session.title and not list(tmp_path.iterdir())


def test_the_home_folder_is_written_alike_for_saving_and_loading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    session = duel()
    session.play("寒风")
    assert session.save(" ~/a.yaml ", title={"zh": "x", "en": "x"}) == tmp_path / "a.yaml"
    again = Session(GAME)
    again.load(" ~/a.yaml ")
    assert again.position == session.position


def test_an_action_that_became_illegal_is_saved_as_a_refusal(tmp_path: Path) -> None:
    session = duel()
    session.play("寒风")
    session.set_field(("A", "digit"), 4)
    path = session.save(tmp_path / "a.yaml", title={"zh": "不行", "en": "refused"})
    made = scenario.load(path)
    assert made.then.rejected == "TW-1.6" and scenario.check(made).ok


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.yaml"))[::9], ids=lambda p: p.stem)
def test_scenarios_open_in_a_session(path: Path) -> None:
    loaded = scenario.load(path)
    session = Session.of_scenario(loaded)
    run = scenario.run(loaded)
    if run.error is None:
        assert session.position.state == run.positions[-1].state
    assert session.text()


@pytest.mark.parametrize("given", [DUEL, OPTIONAL_EXTRA], ids=["plain", "decision"])
def test_copied_python_runs_and_gives_the_same_position(given: dict[str, Any]) -> None:
    session = Session(GAME, given, rulings={"TW-R35": "optional"})
    session.play("寒风" if given is DUEL else "元毒九泉")
    code = session.copy_python() + "import json; print(json.dumps(game.position.to_json()))"
    assert json.loads(python(code)) == session.position.to_json()


def test_the_shortest_set_up_gives_the_same_start() -> None:
    session = Session(GAME, OPTIONAL_EXTRA)
    short = session.minimal_given()
    assert short["A"] == {"cost": 9, "digit": 9, "赌命": 4}
    assert Session(GAME, short).start == session.start


def test_text_is_complete_and_in_the_chosen_language() -> None:
    session = duel(title={"zh": "无敌对荆棘", "en": "Invincible v Thorns"})
    session.play("寒风")
    zh = session.text()
    assert "无敌对荆棘" in zh and "10→12" in zh and "✗" in zh and "TW-5.2.2" in zh
    session.set_lang("en")
    assert "Cold Wind" in session.text() and "寒风" not in session.text()
    assert session.text() == session.text()
