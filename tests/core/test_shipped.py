"""Scenarios are found by their name: here, in a folder above, else among those that come with the package."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit as rk
from rulekit.casebook import case, casebook
from rulekit.core import shipped
from rulekit.core.folder import find
from rulekit.core.game_file import sort_out
from tests.support import ROOT

NAME = "tangwu/cold-wind-into-thorns"
MINE = """\
game: tangwu
title: {zh: 我的, en: Mine}
given: {turn: A, step: act, A: {hp: 20, cost: 1, digit: 1}, B: {hp: 21, cost: 1, digit: 1}}
play: [A: 拳]
"""


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    made = tmp_path / "notebooks" / "tangwu"
    made.mkdir(parents=True)
    monkeypatch.chdir(made)
    return made


def mine(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(MINE, "utf-8")


def title(name: str | Path) -> str:
    return rk.load(name).title["en"]


@pytest.mark.parametrize(
    "name",
    [
        NAME,
        f"{NAME}.yaml",
        f"./{NAME}",
        f"scenarios/{NAME}.yaml",
        f"scenarios/{NAME}",
        NAME.replace("/", "\\"),
        Path(NAME),
    ],
)
def test_what_comes_with_the_package_is_found_by_its_name(name: str | Path) -> None:
    assert title(name) == rk.load(ROOT / "scenarios" / f"{NAME}.yaml").title["en"]
    assert rk.load(name).file == str(name)


def test_names_stand_wherever_files_do() -> None:
    assert rk.check(NAME).ok and rk.check(f"{NAME}.yaml").ok
    assert case(NAME).ok
    assert len(rk.gallery([NAME, "tangwu/thorns-against-thorns"])) == 2
    assert rk.lab(scenario=NAME).session.title["en"] == title(NAME)


def test_a_folder_is_found_by_its_name() -> None:
    files = find(["tangwu"])
    assert Path(f"{NAME}.yaml") in files and len(files) == len(list((ROOT / "scenarios/tangwu").glob("*.yaml")))
    assert sort_out(["tangwu"], ()) == (tuple(files), ())
    assert Path(f"scenarios/{NAME}.yaml") in find(["scenarios"])


def test_a_file_here_comes_first_then_one_of_a_folder_above(empty: Path, tmp_path: Path) -> None:
    mine(tmp_path / "scenarios" / f"{NAME}.yaml")
    assert title(NAME) == "Mine"
    (tmp_path / "scenarios" / f"{NAME}.yaml").write_text(MINE.replace("Mine", "Above"), "utf-8")
    assert title(NAME) == "Above"
    mine(empty / f"{NAME}.yaml")
    assert title(f"{NAME}.yaml") == "Mine"


def test_what_lies_in_scenarios_here_is_never_taken_from_elsewhere(empty: Path) -> None:
    (empty / "scenarios").mkdir()
    with pytest.raises(rk.FileProblem) as caught:
        rk.load(f"scenarios/{NAME}.yaml")
    assert caught.value.code == "no_file" and NAME in caught.value.text("en")
    assert find(["scenarios"]) == []


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("tangwu/cold-wnd-into-thorn", NAME),
        ("tangwu/cold-wnd-into-thorn.yaml", NAME),
        ("cold-wind-into-thorns", NAME),
        ("tangwo/cold-wind-into-thorns", NAME),
        ("../../scenarios/tangwu/cold-wind-into-thorns.yaml", NAME),
        ("mine.yaml", None),
        ("tangwu/qqqqq", None),
        ("chess/cold-wnd", None),
        (f"../{NAME}", NAME),
        (f"tangwu/../{NAME}", NAME),
        ("", None),
        ("\0", None),
        ("x" * 5000, None),
        ("tangwu/casebook_basics.ipynb", None),
    ],
)
def test_the_nearest_name_is_told(name: str, near: str | None) -> None:
    with pytest.raises(rk.FileProblem) as caught:
        rk.load(name)
    assert caught.value.params.get("nearest") == near


@pytest.mark.parametrize("name", [str(ROOT / "scenarios" / "nothing.yaml"), "~/nothing.yaml", "C:/tangwu/x", "C:\\x"])
def test_a_path_from_a_root_or_home_is_no_name(name: str) -> None:
    assert shipped.found(name) == Path(name).expanduser()


def test_a_casebook_calls_a_scenario_found_elsewhere_by_its_name(empty: Path) -> None:
    mine(empty / "mine.yaml")
    cells = casebook([Path(NAME), Path("mine.yaml")], empty).cells
    assert f'case("{NAME}")' in cells[3].source and 'case("mine.yaml")' in cells[6].source


def test_without_what_comes_with_the_package_names_are_paths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shipped, "PACKAGE", tmp_path / "rulekit")
    assert shipped.root() is None
    with pytest.raises(rk.FileProblem) as caught:
        rk.load(NAME)
    assert caught.value.code == "file_missing"


def test_the_folder_one_is_in_may_be_gone(empty: Path) -> None:
    empty.rmdir()
    assert rk.check(NAME).ok
