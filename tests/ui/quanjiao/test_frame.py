"""The lab of 拳脚招式 as a whole: its parts, both languages, its speed, its files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import ipywidgets as ipw
import pytest

import rulekit
from rulekit.core.catalogue import LANGUAGES
from rulekit.ui.explorer import Explorer
from rulekit.ui.panels import panels_of
from rulekit.ui.session import Session
from tests.support.labs import HOSTILE, click, html_of, models
from tests.support.timing import seconds
from tests.support.words import chinese
from tests.ui.quanjiao.opened import CONTEST, cards, decl

SECOND = 1e-3
REACTION = 0.1  # seconds for a changed cell, promised to the reader


def test_other_games_have_no_panels_and_an_open_editor() -> None:
    assert panels_of("tangwu") == () and panels_of("no_such_game") == ()
    made = rulekit.lab("tangwu", name="test")
    assert made.panels == {} and made.sections["editor"].opened
    assert "rk-hidden" in made.viewer._dom_classes, "nothing is hidden in that game"
    made.close()


def test_the_panels_stand_in_the_frame(lab: Explorer) -> None:
    names = list(lab.sections)
    assert names == [
        "editor",
        "actions",
        "clash",
        "slide",
        "declarations",
        "cardfile",
        "stepper",
        "graph",
        "rulings",
        "files",
    ]
    assert not lab.sections["editor"].opened and lab.sections["slide"].head.description == "▾ 招式滑动"


@pytest.mark.parametrize("act", ["thing", "start", "first", "second", "no_such_act"])
@pytest.mark.parametrize("value", ["", "A", "A.laid.LH9", "C.laid.LH1", ".", "99", "-99~", "A.hand.9", HOSTILE])
def test_a_message_that_means_nothing_changes_nothing(lab: Explorer, act: str, value: str) -> None:
    lab.table.mode.value = "set"
    before = lab.session.given, lab.session.actions
    click(lab, act, value)
    assert (lab.session.given, lab.session.actions) == before


def test_everything_is_worded_in_both_languages(lab: Explorer) -> None:
    cards(lab)
    for lang in LANGUAGES:
        lab.lang.value = lang
        text = re.sub(r"<style>.*?</style>|<[^>]*>", " ", html_of(lab), flags=re.S)
        for panel in (lab.panels["slide"], lab.panels["declarations"], lab.table):
            for widget in _controls(panel.box):
                text += f" {widget.description}"
        if lang == "en":
            text = text.replace(cards(lab).text.value, "").replace("中文", "")
            assert not chinese(text), re.findall(".{20}[\u4e00-\u9fff]+.{20}", text)[:3]
        assert "{" not in text.replace("{zh", "").replace("{en", "")


def _controls(widget: Any) -> Iterator[Any]:
    if hasattr(widget, "description") and not isinstance(widget, ipw.HTML):
        yield widget
    for child in getattr(widget, "children", ()):
        yield from _controls(child)


def test_the_static_form_tells_everything(lab: Explorer) -> None:
    text, html = repr(lab), lab._repr_html_()
    assert "QJ-4.3.2" in text and "左手第1动" in text and text.count("\n") > 20
    assert (
        "rk-board" in html
        and "data-act" not in html
        and "data-thing" not in html
        and "<details" in html
        and "data:image/svg+xml" in html
    )


def test_nothing_leaks() -> None:
    rulekit.lab("quanjiao", given=CONTEST, play=["reveal"], name="leak").close()
    before = models()
    for _ in range(3):
        made = rulekit.lab("quanjiao", given=CONTEST, play=["reveal"], name="leak")
        cards(made)
        made.table.mode.value = "set"
        decl(made).choose(second="2")
    made.close()
    assert models() == before


def test_no_control_is_rebuilt(lab: Explorer) -> None:
    lab.draw()
    count = models()
    for cell in ("LL1", "LL2", "RL4"):
        click(lab, "thing", f"A.board.{cell}")
    lab.lang.value = "en"
    assert models() == count


def test_a_changed_cell_shows_within_the_promised_time(lab: Explorer) -> None:
    cells = [f"{limb}{a}" for a in range(1, 6) for limb in (("LH", "RH", "LL") if a % 2 else ("RH", "LL", "RL"))]
    full = [f"{'F' if c[1] == 'H' else 'L'}3@{c}" for c in cells]
    lab.act(lambda: lab.session.set_fields({("A", "laid"): full, ("A", "moves"): ["m15", "m13", "m05"]}))
    assert decl(lab).found is not None and len(decl(lab).found.rows) > 1000  # type: ignore[union-attr]
    taken = []
    for n in range(10):
        laid = full if n % 2 else [card for card in full if not card.endswith("@RH2")]
        change = partial(lab.session.set_field, ("A", "laid"), laid)
        taken.append(seconds(partial(lab.act, change)))
    assert min(taken) < REACTION, f"{min(taken) / SECOND:.0f} ms"


def test_a_saved_session_comes_back(lab: Explorer, tmp_path: Any) -> None:
    decl(lab).play.click()
    cards(lab).uses["B"].click()
    path = lab.session.save(tmp_path / "s.yaml", title={"zh": "试", "en": "Try"})
    again = Session.of_scenario(rulekit.ui.explorer.load(path))  # type: ignore[attr-defined]
    assert again.position == lab.session.position
