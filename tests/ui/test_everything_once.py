"""Every section of every lab opened and everything in it done once, as a page sends it; nothing raises or goes dead."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from traitlets import TraitError

import rulekit
from rulekit.core import scenario
from rulekit.ui.explorer import Explorer
from rulekit.ui.session import Session
from tests.support import ROOT
from tests.support.hands import clicks, controls, deeds, hidden, widgets

pytestmark = pytest.mark.slow

ROUNDS = 3  # what a round brings up is used in the next


def opened(game: str, **options: Any) -> Explorer:
    """A lab with every section open."""
    lab = rulekit.lab(game, name=f"everything {game}", lang="zh", **options)
    for section in lab.sections.values():
        section.head.value = True
    return lab


@pytest.fixture(params=rulekit.GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def lab(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Explorer]:
    monkeypatch.chdir(tmp_path)  # saving writes into the folder of the notebook
    made = opened(game)
    yield made
    made.close()


def alive(lab: Explorer) -> None:
    """A lab that went dead takes a change and shows nothing of it."""
    for lang, word in (("en", "Timing graph"), ("zh", "时序图")):
        lab.lang.value = lang
        assert word in lab.sections["graph"].head.description


def same_by_code(session: Session) -> None:
    scope: dict[str, Any] = {}
    exec(session.copy_python(), scope)
    assert scope["game"].position == session.position


def saved(lab: Explorer, path: Path) -> None:
    lab.files.path.value = str(path)
    lab.files.save()
    assert not lab._failed, lab.status_text()
    report = scenario.check(scenario.load(path))
    assert report.ok, report


@pytest.mark.parametrize("viewer", ["", "A", "B"])
def test_everything_is_done_once(lab: Explorer, viewer: str) -> None:
    lab.viewer.value = viewer
    done: set[str] = set()
    for _ in range(ROUNDS):
        for control in controls(lab):
            for words, deed in list(deeds(control)):
                if words not in done:
                    done.add(words)
                    deed()
        for words, click in clicks(lab).items():
            if words not in done:
                done.add(words)
                click()
    alive(lab)


def test_a_random_game_is_played_saved_and_copied_at_every_position(lab: Explorer, tmp_path: Path) -> None:
    draw = Random(8)
    session = lab.session
    same_by_code(session)
    for n in range(12):
        legal = session.position.legal_actions()
        if not legal:
            break
        lab.act(lambda: session.play(draw.choice(legal)))  # noqa: B023
        assert not lab._failed, lab.status_text()
        same_by_code(session)
        saved(lab, tmp_path / f"{n}.yaml")
        lab.lang.value = draw.choice(("zh", "en"))
    played = session.actions
    while session.can_undo:
        lab.undo.click()
    assert session.actions == ()
    while session.can_redo:
        lab.redo.click()
    assert session.actions == played
    lab.files.source.value = str(tmp_path / "3.yaml")
    lab.files.load()
    assert not lab._failed and len(session.actions) == 4
    alive(lab)


def test_a_gallery_opens_every_scenario(game: str) -> None:
    files = scenario.find([ROOT / "scenarios" / game])[::9]
    lab = opened(game, gallery=files)
    assert lab.gallery is not None
    for n in range(len(lab.gallery.items)):
        lab.gallery.open(n)
        assert not lab._failed, lab.status_text()
        same_by_code(lab.session)
        for lang in ("en", "zh"):
            lab.lang.value = lang
    lab.close()


# -- what no page should send ----------------------------------------------------------------------


def test_a_menu_keeps_what_was_chosen_when_nothing_is(lab: Explorer) -> None:
    found, before = 0, lab.session.position
    for control in controls(lab):
        if control.has_trait("index") and control.options:
            kept = control.value
            control.value = None
            assert control.value == kept, control._dom_classes
            found += 1
    assert found > 8 and lab.session.position == before
    alive(lab)


@pytest.mark.parametrize("odd", [0, 3.5, "xx", ("zh",)])
def test_a_language_that_is_none_is_refused_by_name(lab: Explorer, odd: Any) -> None:
    with pytest.raises(TraitError):
        lab.lang.value = odd
    for name in (odd, None):
        with pytest.raises(rulekit.core.errors.UnknownName, match="zh, en"):
            lab.session.set_lang(name)
    with pytest.raises(rulekit.core.errors.UnknownName, match="A, B"):
        lab.session.set_viewer(odd)
    alive(lab)


def test_nothing_shown_is_a_control_that_is_left_out_of_the_test(lab: Explorer) -> None:
    passive = {"HTML", "Box", "Bridge"}
    kinds = {type(w).__name__ for w in widgets(lab.frame)} - passive
    assert kinds <= {type(c).__name__ for c in controls(lab) if list(deeds(c))}
    assert id(lab.frame) not in hidden(lab)
