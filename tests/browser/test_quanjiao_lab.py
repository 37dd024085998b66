"""A reader's way through the lab of 拳脚招式, in a real browser: lay, step, slide, declare, rule, write, save."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rulekit.core import scenario
from tests.browser.harness import Lab

NOTEBOOK = "quanjiao/lab_move_matching.ipynb"

pytestmark = pytest.mark.browser


def cell(who: str, name: str) -> str:
    """Return the selector of a cell of a board, whether cards lie there openly or behind the curtain."""
    return f".rk-board td[data-thing^='{who}.'][data-thing$='.{name}']"


def test_lab_in_the_browser(lab: Lab) -> None:
    from playwright.sync_api import expect

    page = lab.page
    counts = lab.run_all()
    assert counts == list(range(1, len(counts) + 1)), "every cell ran, once, in order"
    assert lab.complaints() == []

    def at(selector: str) -> Any:
        return page.locator(lab.inside(selector))

    at(".rk-slide-table .rk-placement").first.wait_for()

    # Set up: by keys the arrows go from cell to cell, Enter opens the editor at the board and brings it into sight.
    lab.click(".rk-mode button >> nth=1")
    at(cell("B", "RH1")).focus()
    page.keyboard.press("ArrowRight")
    expect(at(cell("B", "RH2"))).to_be_focused()
    page.keyboard.press("Enter")
    lab.settle()
    expect(at(".rk-editor .rk-here")).to_be_in_viewport()
    lab.click(".rk-section-editor")

    # Step the clash: the cell is marked on both boards.
    lab.click(".rk-mode button >> nth=0")
    lab.click(".rk-clash-play")
    marked = page.locator(lab.inside(".rk-board td.rk-at"))
    expect(marked).to_have_count(2)
    lab.click(".rk-play")
    lab.click(".rk-tree .rk-row:has-text('QJ-4.3.2')")
    expect(marked).to_have_count(2)
    expect(at(".rk-detail")).to_contain_text("QJ-4.3.2")
    lab.click(".rk-end")

    # Slide a move: the slider and the rows of the table say the same.
    at(".rk-slide-move select").select_option(label="★ 穿花连环")
    lab.settle()
    lab.click(".rk-slide-table [data-value='2']")
    expect(at(".rk-slide-cells .rk-mark-short")).not_to_have_count(0)
    lab.click(".rk-slide-table [data-value='1']")
    expect(at(".rk-slide-cells .rk-mark-short")).to_have_count(0)
    before = lab.status()
    lab.click(".rk-declare-0")
    assert "穿花连环" in lab.changed(".rk-status", before)

    # Compare two declarations and play the best.
    expect(at(".rk-decl-table .rk-badge")).to_have_count(1)
    lab.click("[data-act='second'][data-value='2']")
    expect(at(".rk-decl-compare")).to_contain_text("13")
    lab.click(".rk-decl-play")
    expect(at(".rk-decl-table tr.rk-here .rk-badge")).to_have_count(1)
    expect(at(".rk-position .rk-sum").first).to_contain_text("14")

    # Flip a ruling: loose damage by the card.
    lab.click(".rk-section-rulings")
    lab.fill(".rk-search", "QJ-R9")
    at(".rk-question").filter(has_text="QJ-R9").wait_for()
    at(".rk-readings input[type=radio]").nth(1).check()
    lab.settle()
    at(".rk-ruling-list option").filter(has_text=re.compile("●.*QJ-R9")).wait_for(state="attached")

    # Write a move: refused with its line, then used.
    lab.click(".rk-section-cardfile")
    text = at(".rk-card-text textarea")
    written = text.input_value()
    text.fill(written.replace("[LL+0]", "[LH+0]"))
    expect(at(".rk-card-message")).to_contain_text("第 6 行")
    text.fill(written)
    expect(at(".rk-card-message .rk-right")).to_have_count(1)
    lab.click(".rk-card-use-B")
    expect(at(".rk-position")).to_contain_text("自创一式")

    # One player's eyes: what would tell the other's secrets is put away.
    lab.click(".rk-viewer button >> nth=1")
    expect(at(".rk-box-files")).to_be_hidden()
    lab.click(".rk-viewer button >> nth=0")

    # Save: the file is a scenario that passes.
    lab.click(".rk-section-files")
    lab.fill(".rk-title-zh", "三招 <b>争</b> 符号")
    lab.fill(".rk-save-path", "saved.yaml")
    lab.click(".rk-save")
    at(".rk-status").filter(has_text="saved.yaml").wait_for()
    saved = scenario.load(lab.folder / "saved.yaml")
    assert list(saved.rulings) == ["QJ-R9"] and scenario.check(saved).ok

    # A nearby case, then everything in English.
    lab.click(".rk-gallery-4")
    expect(at(".rk-lab-title")).to_contain_text("两招争同一个左拳")
    lab.click(".rk-lang button >> nth=1")
    expect(at(".rk-section-slide")).to_contain_text("Slide a move")
    assert lab.errors == []
    assert lab.foreign == [], "the page works without the network"
