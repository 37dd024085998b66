"""One bad file never hides the others: links that lead nowhere, pipes, locked folders, odd names, odd endings."""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path

import pytest

import rulekit
from rulekit import casebook, notebooks
from rulekit.core.errors import FileProblem, RulekitError
from rulekit.core.folder import find, yaml_files
from rulekit.core.game_file import sort_out
from rulekit.core.scenario import load, loads
from rulekit.games import file_kinds
from rulekit.ui.explorer import Explorer
from tests.support.cli import run
from tests.support.odd import HOSTILE_NAME, ODD, lock, make_odd

GOOD = """\
game: tangwu
title: {zh: 甲, en: One}
tags: [拳]
given: {turn: A, step: act, A: {hp: 20, cost: 1, digit: 1}, B: {hp: 21, cost: 1, digit: 1}}
play: [A: 拳]
then: {A: {cost: 0}, B: {hp: 19, cost: 2}}
"""
BROKEN = GOOD.replace("拳]\nthen", "攀]\nthen")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one good file, a broken one and all that is odd."""
    monkeypatch.setenv("RULEKIT_LANG", "en")
    monkeypatch.chdir(tmp_path)
    cases = tmp_path / "scenarios" / "tangwu"
    make_odd(cases)
    (cases / "broken.yaml").write_text(BROKEN, "utf-8")
    (cases / f"good{HOSTILE_NAME}.yaml").write_text(GOOD, "utf-8")
    (cases / "utf16.yaml").write_text(GOOD, "utf-16")
    (cases / "deep" / "locked").mkdir(parents=True)
    (cases / "deep" / "last.yml").write_text(GOOD, "utf-8")
    lock(monkeypatch, "locked")
    return cases


BAD = {*ODD, "broken.yaml", "utf16.yaml", "locked"}
SAID = {**ODD, "locked": "no permission", "utf16.yaml": "UTF-8", "broken.yaml": "there is no skill called"}


def all_told(message: str) -> None:
    for name, said in SAID.items():
        assert any(name in line and said in line for line in message.splitlines()), (name, message)


# -- check -------------------------------------------------------------------------------------------


def test_check_tells_of_each_and_checks_the_others() -> None:
    result = run("check", "scenarios", code=2)
    all_told(result.stderr)
    assert f"2 as expected, 0 not, {len(BAD)} unreadable" in result.stdout
    data = json.loads(run("check", "scenarios", "--json", code=2).stdout)
    assert {Path(bad["file"]).name for bad in data["bad"]} == BAD
    assert [scenario["ok"] for scenario in data["scenarios"]] == [True, True]


def test_each_odd_file_by_its_own_name(folder: Path) -> None:
    (folder / "locked").mkdir()
    for name in BAD:
        result = run("check", folder / name, folder / "deep" / "last.yml", code=2)
        assert SAID[name] in result.stderr
        assert "1 as expected, 0 not, 1 unreadable" in result.stdout
        for command in ("trace", "perft"):
            assert SAID[name] in run(command, folder / name, code=2).stderr


def test_a_path_that_is_missing_hides_no_other(folder: Path) -> None:
    result = run("check", "nowhere", folder / "deep", code=2)
    assert "nowhere: there is no such file" in result.stderr
    assert "1 as expected" in result.stdout


@pytest.mark.parametrize("name", ["a.yml", "b.YAML", "c.Yml", "d.YML"])
def test_every_spelling_of_the_ending_is_checked(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(GOOD, "utf-8")
    assert find([tmp_path])[0].name == name
    (tmp_path / "only").mkdir()
    (tmp_path / "only" / name).write_text(GOOD, "utf-8")
    assert "1 as expected" in run("check", "only").stdout


def test_what_looks_like_no_scenario_gets_a_word(tmp_path: Path) -> None:
    place = tmp_path / "mixed"
    place.mkdir()
    (place / "good.yaml").write_text(GOOD, "utf-8")
    (place / "ci.yaml").write_text("jobs:\n  game: x\n", "utf-8")
    (place / "list.yml").write_text("- 1\n", "utf-8")
    (place / "empty.yaml").write_text("", "utf-8")
    result = run("check", "mixed")
    for name in ("ci.yaml", "list.yml", "empty.yaml"):
        assert f"{name} was not checked" in result.stderr
    assert "1 as expected, 0 not, 0 unreadable" in result.stdout
    data = json.loads(run("check", "mixed", "--json").stdout)
    assert [Path(name).name for name in data["unknown"]] == ["ci.yaml", "empty.yaml", "list.yml"]


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("game:", "gmae:"),
        GOOD.partition("\n")[2],
        json.dumps({"game": "tangwu", "title": "x", "given": {}, "play": 1}),
        GOOD.replace("game:", "  game:"),
        GOOD.replace("game: tangwu", "game tangwu"),
        GOOD.replace("tags: [拳]", "tags: [拳"),
    ],
    ids=["misspelt", "left out", "json", "indented", "no colon", "open bracket"],
)
def test_a_scenario_that_is_wrong_is_never_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong" / "x.yaml").write_text(text, "utf-8")
    assert "x.yaml:" in run("check", "wrong", code=2).stderr


def test_a_scenario_written_as_json_is_checked(tmp_path: Path) -> None:
    data = {"game": "tangwu", "title": "x", "given": {"step": "act", "A": {"cost": 1, "digit": 1}}, "play": []}
    (tmp_path / "json").mkdir()
    for name, indent in (("a.yaml", None), ("b.yaml", 2)):
        (tmp_path / "json" / name).write_text(json.dumps(data, indent=indent), "utf-8")
    assert "2 as expected" in run("check", "json").stdout


def test_links_are_followed_once(tmp_path: Path) -> None:
    place = tmp_path / "linked"
    (place / "a").mkdir(parents=True)
    (place / "a" / "x.yaml").write_text(GOOD, "utf-8")
    (place / "a" / "up").symlink_to("..", target_is_directory=True)
    (place / "a" / "high").symlink_to(tmp_path.parent, target_is_directory=True)
    (place / "a" / "all").symlink_to("/", target_is_directory=True)
    (place / "0").symlink_to("a", target_is_directory=True)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "y.yaml").write_text(GOOD, "utf-8")
    (place / "c").symlink_to(outside, target_is_directory=True)
    assert [p.relative_to(place).as_posix() for p in yaml_files(place)] == ["a/x.yaml", "c/y.yaml"]


def test_deep_folders_and_large_files_are_no_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path / "deeper"
    deep.mkdir()
    (deep / "huge.yaml").write_text("x: " + "甲" * 500_000, "utf-8")
    monkeypatch.chdir(deep)
    levels = 1100  # more than calls may be nested
    for _ in range(levels):
        Path("d").mkdir()
        os.chdir("d")
    Path("x.yaml").write_text(GOOD, "utf-8")
    monkeypatch.chdir(tmp_path)
    result = run("check", "deeper")
    assert "1 as expected" in result.stdout and "huge.yaml was not checked" in result.stderr
    for level in range(levels, 0, -1):  # what is so deep is not cleared away by itself
        folder = deep.joinpath(*["d"] * level)
        (folder / "x.yaml").unlink(missing_ok=True)
        folder.rmdir()


def test_a_folder_is_no_file_whatever_its_name(tmp_path: Path) -> None:
    (tmp_path / "odd" / "x.yaml").mkdir(parents=True)
    (tmp_path / "odd" / "x.yaml" / "y.yaml").write_text(GOOD, "utf-8")
    assert [p.name for p in sort_out([tmp_path / "odd"], file_kinds())[0]] == ["y.yaml"]


def test_a_reading_whose_start_is_impossible_is_refused_with_its_place() -> None:
    # Under SL-R42 below_zero life goes below 0 (SL-11.4), under its default it stops there.
    text = """\
game: shengling
title: x
rulings: {SL-R42: RULING}
given: {step: main1, A: {hp: -1}, result: B, reason: hp}
play: []
readings:
  - rulings: {SL-R42: floor_zero}
    then: {result: B}
"""
    ruling = rulekit.load_game("shengling").rulebook.ruling("SL-R42")
    other = next(key for key in ruling.keys if key != "floor_zero")
    with pytest.raises(FileProblem) as caught:
        loads(text.replace("RULING", other))
    assert (caught.value.code, caught.value.line) == ("impossible", 7)


# -- coverage ----------------------------------------------------------------------------------------


def test_coverage_counts_the_others() -> None:
    result = run("coverage", "tangwu", code=2)
    all_told(result.stderr)
    assert "clauses exercised" in result.stdout
    data = json.loads(run("coverage", "tangwu", "--json", code=2).stdout)
    assert {Path(bad["file"]).name for bad in data["bad"]} == BAD
    assert "TW-6.D1.2" not in data["unexercised"]


# -- notebooks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [f"x{HOSTILE_NAME}.yaml", 'quote".yaml', "back\\slash.yaml", "`tick`.yaml", "甲.yaml"])
def test_the_cell_of_a_case_is_python_whatever_the_name(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text(GOOD, "utf-8")
    cells = casebook.casebook([file], tmp_path).cells
    call = ast.parse(cells[3].source).body[0]
    assert isinstance(call, ast.Assign) and isinstance(call.value, ast.Call)
    assert ast.literal_eval(call.value.args[0]) == name
    assert cells[2].source.split("\n\n")[-2].count("\n") == 0, "the name stays on its line"


def test_a_book_of_files_leaves_out_what_is_wrong(folder: Path) -> None:
    wrong: list[RulekitError] = []
    paths = [folder / name for name in sorted(BAD)] + [folder / "deep" / "last.yml"]
    cells = casebook.casebook(paths, folder, failed=wrong.append).cells
    assert len(wrong) == len(BAD)
    assert sum(cell.cell_type == "code" for cell in cells) == 3
    with pytest.raises(FileProblem):
        casebook.casebook(paths, folder)


def test_the_notebooks_of_a_folder_go_on(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def execute(notebook: object, path: Path) -> object:
        ran.append(path.name)
        return notebook

    monkeypatch.setattr(notebooks, "execute", execute)
    left = folder / "casebook_of_the_broken_one.ipynb"
    left.write_text("{}", "utf-8")
    (tmp_path / "scenarios" / "mine").mkdir()
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "a.ipynb").write_text("{}", "utf-8")
    (tmp_path / "notebooks" / "b.ipynb").symlink_to("nowhere.ipynb")
    (tmp_path / "notebooks" / "c.ipynb").write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
    result = run("notebook", code=2)
    all_told(result.stderr)
    assert "a.ipynb" in result.stderr and "b.ipynb" in result.stderr
    assert ran == ["casebook_basics.ipynb", "c.ipynb"] or "c.ipynb" in ran
    assert left.exists(), "what is wrong may belong there"


def test_notebooks_named_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebooks, "execute", lambda notebook, path: notebook)
    (tmp_path / "a.ipynb").write_text("{", "utf-8")
    good = '{"cells": [], "metadata": {"x": 1}, "nbformat": 4, "nbformat_minor": 5}'
    (tmp_path / "b.ipynb").write_text(good, "utf-8")
    result = run("notebook", "nowhere.ipynb", "a.ipynb", "b.ipynb", code=2)
    assert "nowhere.ipynb: there is no such file" in result.stderr and "a.ipynb" in result.stderr
    assert "b.ipynb" in result.stdout


# -- the lab -----------------------------------------------------------------------------------------


def test_a_gallery_shows_the_others_and_says_what_is_wrong(folder: Path) -> None:
    files = find([folder])
    gallery = rulekit.gallery(files)
    assert len(gallery) == 2 and not gallery.ok
    all_told(repr(gallery))
    assert all(said in gallery._repr_html_() for said in SAID.values())
    lab = rulekit.lab("tangwu", gallery=files, lang="en")
    assert isinstance(lab, Explorer) and lab.gallery is not None
    assert len(lab.gallery.buttons) == 3
    assert all(said in lab.gallery.wrong.value for said in SAID.values())
    assert "\n" not in lab.gallery.wrong.value


def test_every_file_found_loads_or_says_why(folder: Path) -> None:
    found = find([folder])
    assert {path.name for path in found} == {*BAD, f"good{HOSTILE_NAME}.yaml", "last.yml"}
    for path in found:
        if path.name in BAD:
            with pytest.raises(FileProblem) as caught:
                load(path)
            assert SAID[path.name] in caught.value.text("en")
        else:
            assert load(path).title["en"] == "One"
