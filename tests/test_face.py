"""`import rulekit as rk` is enough: what the face offers, and that everything shows itself."""

from __future__ import annotations

import ast
import json
import pickle
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import rulekit as rk
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.show.display import Display
from tests.support import ROOT

GIVEN: dict[str, Any] = {
    "turn": "A",
    "step": "act",
    "A": {"hp": 20, "cost": 5, "digit": 3},
    "B": {"hp": 9, "无敌": True, "荆棘": True},
}
PENDING: dict[str, Any] = {"step": "act", "A": {"cost": 9, "digit": 9, "赌命": 4}, "B": {"hp": 30}}


def position() -> rk.Position:
    return rk.setup("tangwu", GIVEN)


def pending() -> rk.Position:
    return rk.setup("tangwu", PENDING, {"TW-R35": "optional"}).play("元毒九泉")


def case() -> rk.Scenario:
    return rk.Playthrough(position()).play("寒风").to_scenario("Invincible stops Cold Wind")


def test_every_name_of_the_face_is_there() -> None:
    assert all(hasattr(rk, name) for name in rk.__all__)
    assert set(rk.__all__) <= set(dir(rk))
    with pytest.raises(AttributeError, match="nonsense"):
        rk.nonsense  # noqa: B018


def test_a_set_up_is_checked_as_in_a_scenario_file() -> None:
    with pytest.raises(rk.UnknownName):
        rk.setup("tangwo")
    with pytest.raises(rk.UnknownName):
        rk.setup("tangwu", GIVEN, {"TW-R8": "plus4"})
    with pytest.raises(rk.BadGiven):
        rk.setup("tangwu", {"A": {"hp": "many"}})
    impossible = {**GIVEN, "A": {"cost": 99}}
    with pytest.raises(rk.ImpossiblePosition):
        rk.setup("tangwu", impossible)
    assert rk.setup("tangwu", impossible, allow_impossible=True).problems()
    assert rk.setup("tangwu", GIVEN, {"TW-R8": "exactly_4_minus_n"}).rulings["TW-R8"] == "exactly_4_minus_n"


def test_a_list_of_actions_prints_what_may_be_written() -> None:
    for at in (position(), pending(), position().play("寒风")):
        legal = at.legal_actions()
        lines = repr(legal).splitlines()
        assert len(lines) == len(legal)
        assert type(at.game.verbs.legal_actions(at.state, at.rulings.choices)) is list
        for line, action in zip(lines, legal, strict=True):
            assert at.read(line.split("  ")[0]) == action
            assert all(at.phrasebook(lang).action(action) in line for lang in LANGUAGES)
    assert pickle.loads(pickle.dumps(legal)) == legal


def test_steps_are_found_by_number_and_by_clause() -> None:
    trace = position().trace("寒风")
    assert trace[5] == trace.steps[5] and trace[-1] == trace.steps[-1]
    assert [step.id for step in trace["TW-8.3"]] == [6]
    assert list(trace["TW-R49"]) == [s for s in trace if "TW-R49" in s.rulings]
    assert "TW-6.1" in repr(trace["TW-6.1"]) and not trace["TW-6.1"]
    with pytest.raises(IndexError):
        trace[len(trace)]
    with pytest.raises(rk.UnknownName):
        trace["TW-99"]


def test_a_clause_and_a_ruling_are_looked_up_in_the_rulebook() -> None:
    book = rk.rules("tangwu")
    assert book["TW-5.2.2"] is book.clause("TW-5.2.2") and book["TW-R8"] is book.ruling("TW-R8")
    assert book["TW-5.2.2"].to_text("en").startswith("TW-5.2.2 ")
    for option in book.ruling("TW-R8").options:
        assert option.text["en"] in book["TW-R8"].to_text("en")
    with pytest.raises(rk.UnknownName):
        book["TW-R999"]


SHOWN = {
    "position": position,
    "trace": lambda: position().trace("寒风"),
    "steps": lambda: position().trace("寒风")["TW-5.2.2"],
    "step": lambda: position().trace("寒风")[5],
    "bare step": lambda: position().trace("寒风").steps[6],
    "actions": lambda: position().legal_actions(),
    "refusal": lambda: position().why_illegal("四"),
    "decision": lambda: pending().decision,
    "outcome": lambda: rk.setup("tangwu", {**GIVEN, "B": {"hp": 1}}).play("寒风").outcome(),
    "comparison": lambda: position().compare("寒风", "TW-R50"),
    "playthrough": lambda: rk.Playthrough(position()).play("寒风"),
    "scenario": case,
    "report": lambda: rk.check(case()),
    "run": lambda: rk.run(case()),
    "coverage": lambda: rk.coverage(rk.load_game("tangwu"), [case()]),
    "clause": lambda: rk.rules("tangwu")["TW-5.2.2"],
    "ruling": lambda: rk.rules("tangwu")["TW-R8"],
    "rulebook": lambda: rk.rules("tangwu"),
    "example": lambda: rk.example(position(), "寒风"),
    "puzzle": lambda: rk.puzzle("Win this turn", rk.setup("tangwu", {**GIVEN, "B": {"hp": 3}})),
    "quiz": lambda: rk.example(position(), "寒风").ask("B?", asks="B.hp"),
    "gallery": lambda: rk.gallery([case()]),
}


@pytest.mark.parametrize("make", SHOWN.values(), ids=SHOWN)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_shows_itself_in_both_languages(lang: str, make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_LANG", lang)
    value = make()
    assert isinstance(value, Display)
    bundle = value._repr_mimebundle_()
    bundle = bundle[0] if isinstance(bundle, tuple) else bundle  # widgets bring metadata
    assert set(bundle) >= {"text/plain", "text/html"} and bundle["text/plain"].strip()
    assert "object at 0x" not in repr(value) and "(" not in repr(value).split()[0]
    assert bundle["text/html"] == value._repr_html_()
    if isinstance(value, rk.Report | rk.Run | rk.Decision):
        assert len(repr(value)) < 400


def test_the_comparison_has_a_column_for_each_reading_and_marks_the_first_difference() -> None:
    made = position().compare("寒风", "TW-R50")
    texts = [
        made.outcomes[0].position.game.rulebook.ruling("TW-R50").option(o.option).text["zh"] for o in made.outcomes
    ]
    head, first, *_ = made.to_text("zh").splitlines()[1:]
    assert all(text in head for text in texts) and first.startswith("▶") and "5. " in first
    assert made.to_html("zh").count('<th scope="col"') == len(texts)
    assert made == position().compare(["寒风"], "TW-R50")


@pytest.mark.parametrize("at", [position(), pending()], ids=["plain", "pending"])
def test_copied_python_is_three_lines_that_run(at: rk.Position) -> None:
    code = rk.Playthrough.of(at).to_python()
    scope: dict[str, Any] = {}
    exec(code, scope)
    assert scope["game"].position == at
    lines = rk.Playthrough(position()).play("寒风", "add cost").to_python().splitlines()
    assert len(lines) <= 4 and lines[-1] == "game.play('寒风', 'add cost')"


def test_a_position_stands_where_a_set_up_does() -> None:
    pytest.importorskip("ipywidgets")
    at = pending()
    for given in (at, rk.Playthrough.of(at)):
        lab = rk.lab(given, title="Mine")
        assert lab.session.position == at and lab.session.title == {"zh": "Mine", "en": "Mine"}
        lab.close()
    assert rk.example(position()).position == position()
    near = rk.setup("tangwu", {**GIVEN, "B": {"hp": 3}})
    assert rk.puzzle("Win this turn", near).session.start.state == near.state


def test_a_saved_scenario_is_loaded_and_as_expected(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    rk.save(str(file), case())
    report = rk.check(rk.load(file))
    assert report.ok and repr(report) == "Invincible stops Cold Wind：符合"


FACES = {"rulekit", *(f"rulekit.games.{game}" for game in rk.GAMES)}


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").rglob("*.ipynb")), ids=lambda path: path.stem)
def test_shipped_notebooks_import_faces_only(path: Path) -> None:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    trees = [ast.parse("".join(cell["source"])) for cell in cells if cell["cell_type"] == "code"]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    found |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    ours = {name for name in found if name.split(".")[0] == "rulekit"}
    assert ours and ours <= FACES


@pytest.mark.parametrize("game", rk.GAMES)
def test_the_face_of_a_game_has_what_it_names(game: str) -> None:
    face = import_module(f"rulekit.games.{game}")
    assert all(getattr(face, name) is not None for name in face.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        face.nonsense  # noqa: B018
