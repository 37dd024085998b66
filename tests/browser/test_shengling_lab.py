"""A reader's way through the lab of 生灵对决, in a real browser: attack, block, step, set up, rule, write, save."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.core import scenario
from tests.browser.harness import Lab

NOTEBOOK = "shengling/lab_tuanjie_blocks.ipynb"

pytestmark = pytest.mark.browser


def test_lab_in_the_browser(lab: Lab) -> None:
    from playwright.sync_api import expect

    page = lab.page
    counts = lab.run_all()
    assert counts == list(range(1, len(counts) + 1)), "every cell ran, once, in order"
    assert lab.complaints() == []

    def at(selector: str) -> Any:
        return page.locator(lab.inside(selector))

    def slot(place: str) -> str:
        return f".rk-slot[data-thing='{place[0]}.slot{place[1]}']"

    at(".rk-block-table .rk-block-row").first.wait_for()
    expect(page.locator(".jp-OutputArea-output .rk-explorer")).to_have_count(6)

    # Attack and block by clicks on the cards: the verdict and the outcome at once.
    lab.click(slot("A1"))
    for place in ("B1", "B2", "B3"):
        lab.click(slot(place))
    verdict = at(".rk-block-verdict")
    expect(verdict).to_contain_text("8 : 3+2+2=7")
    expect(verdict).to_contain_text("B 不掉生命")
    expect(at(".rk-slot.rk-blocking")).to_have_count(3)
    expect(at(".rk-block-tick-3 input")).to_be_checked()
    lab.tick(".rk-block-tick-3", False)
    lab.click(slot("B5"))
    expect(verdict).to_contain_text("B5 晨露药师")
    expect(verdict).to_contain_text("SL-9.5")
    before = lab.status()
    lab.click(".rk-block-go")
    assert "SL-9.5" in lab.changed(".rk-status", before), "an illegal block is refused with its reason"

    # A row of the table ticks its set; the keyboard does the same.
    lab.click(".rk-block-row[data-value='B1 B4']")
    expect(verdict).to_contain_text("8 : 3+5=8")
    at(".rk-block-row[data-value='B2 B3 B4']").focus()
    page.keyboard.press("Enter")
    lab.settle()
    expect(verdict).to_contain_text("8 : 2+2+5=9")
    expect(at(".rk-block-row.rk-here")).to_have_attribute("data-value", "B2 B3 B4")
    expect(at(".rk-block-row[data-value='B2 B3 B4']")).to_be_focused()
    expect(at(".rk-block-graph .rk-onpath")).not_to_have_count(0)
    lab.tick(".rk-block-illegal", False)
    expect(at(".rk-block-table .rk-no")).to_have_count(0)

    # Stop at the window, choose another set, step through what really happens.
    lab.click(".rk-block-declare")
    expect(at(".rk-block-phase")).to_contain_text("阻挡窗口开着")
    lab.click(slot("B4"))
    lab.click(slot("B1"))
    lab.click(".rk-block-go")
    expect(at(".rk-block-phase")).to_contain_text("实际：用 B1、B2、B3 阻挡")
    expect(at(slot("B1") + " .rk-face")).to_have_count(0)
    lab.click(".rk-section-stepper")
    lab.click(".rk-start")
    expect(at(".rk-slot:has-text('B1') .rk-face")).to_have_count(1)
    for _ in range(4):
        lab.click(".rk-next")
    expect(at(".rk-detail")).to_contain_text("8 对 阻挡方 7")
    lab.click(".rk-end")
    expect(at(".rk-tree")).to_contain_text("SL-9.10")

    # Undo, then set an edge case up: a slot, its numbers, fuel, a card of one's own.
    lab.click(".rk-undo")
    lab.click(".rk-undo")
    expect(at(slot("B1") + " .rk-face")).to_have_count(1)
    lab.click(".rk-mode button >> nth=1")
    lab.click(slot("B1"))
    expect(at(".rk-editor .rk-here").first).to_be_in_viewport()
    lab.fill(".rk-set-B-slot1-bonus", "4")
    lab.tick(".rk-set-B-slot1-tapped", True)
    expect(at(slot("B1") + " .rk-power")).to_contain_text("7")
    lab.fill(".rk-set-B-slot1-reduction", "7")
    expect(at(".rk-editor .rk-problems")).to_contain_text("SL-8.19")
    expect(at(".rk-field.rk-here .rk-fault >> text=SL-8.19").first).to_be_visible()
    lab.fill(".rk-set-B-slot1-reduction", "1")
    expect(at(".rk-editor .rk-problems")).not_to_contain_text("SL-8.19")
    at(".rk-set-B-slot1 select").select_option(label="天穹古龙")
    lab.settle()
    expect(at(slot("B1") + " .rk-power")).to_contain_text("11")
    lab.click(".rk-fold-A-fuel button, button.rk-fold-A-fuel")
    at(".rk-pick-A-fuel select").select_option(label="天穹古龙")
    lab.fill(".rk-copies-A-fuel", "3")
    lab.click(".rk-back-A-fuel")
    expect(at("[data-thing='A.fuel.2']")).to_have_count(1)
    lab.click("[data-thing='A.fuel.1']")
    lab.click(".rk-mark-spent-A-fuel")
    expect(at("[data-thing='A.fuel.1'].rk-tapped")).to_have_count(1)

    lab.click(".rk-section-cardfile")
    text = at(".rk-card-text textarea")
    written = text.input_value()
    text.fill(written.replace("power: 3", "power: 0"))
    expect(at(".rk-card-message")).to_contain_text("第 5 行")
    text.fill(written)
    expect(at(".rk-card-message .rk-right")).to_have_count(1)
    lab.click(".rk-card-hand-A")
    expect(at(".rk-position")).to_contain_text("自创生灵")

    # The duty in the main phase, and back.
    lab.click(".rk-section-duty")
    at(".rk-set-step select").select_option(label="主要阶段一")
    lab.settle()
    expect(at(".rk-duty-head")).to_contain_text("还不能进入战斗")
    lab.click(".rk-mode button >> nth=0")
    lab.click(".rk-duty .rk-action:has-text('献祭')")
    expect(at(".rk-duty-head")).to_contain_text("可以进入战斗")
    lab.click(".rk-duty .rk-action:has-text('战斗')")
    expect(at(".rk-duty-head")).to_contain_text("战斗阶段不查献祭义务")

    # Flip a ruling: what is legal changes at once.
    lab.tick(".rk-block-illegal", True)
    refused = at(".rk-block-row[data-value='B2 B3 B5'] .rk-ok")
    expect(refused).to_have_count(1)
    three = at(".rk-block-row[data-value='B1 B2 B5']")
    expect(three.locator(".rk-no")).to_have_count(1)
    lab.click(".rk-section-rulings")
    lab.fill(".rk-search", "SL-R6")
    at(".rk-question").filter(has_text="SL-R6").wait_for()
    at(".rk-readings input[type=radio]").nth(1).check()
    lab.settle()
    expect(three.locator(".rk-ok")).to_have_count(1)

    # One player's eyes: the other's hand is put away.
    lab.click(".rk-viewer button >> nth=2")
    expect(at("[data-thing='A.hand.0']")).to_have_count(0)
    expect(at(".rk-box-files")).to_be_hidden()
    lab.click(".rk-viewer button >> nth=0")

    # Save: the file is a scenario that passes; the same name again is refused.
    lab.click(".rk-section-files")
    lab.fill(".rk-title-zh", "团结 <b>阻挡</b>")
    lab.fill(".rk-save-path", "saved.yaml")
    lab.click(".rk-save")
    at(".rk-status").filter(has_text="saved.yaml").wait_for()
    saved = scenario.load(lab.folder / "saved.yaml")
    assert saved.rulings == {"SL-R6": "one_unity_enough"} and scenario.check(saved).ok
    content = (lab.folder / "saved.yaml").read_bytes()
    lab.click(".rk-save")
    expect(at(".rk-status .rk-failed")).to_have_count(1)
    assert (lab.folder / "saved.yaml").read_bytes() == content

    # A nearby case, then everything in English.
    lab.click(".rk-gallery-7")
    expect(at(".rk-lab-title")).to_contain_text("叠加为 −4")
    expect(at(slot("A1") + " .rk-power")).to_contain_text("4")
    lab.click(".rk-lang button >> nth=1")
    expect(at(".rk-section-blocks")).to_contain_text("Attack and block")
    expect(at(".rk-block-table")).to_contain_text("Ridge Overlord 8→4")
    assert lab.errors == []
    assert lab.foreign == [], "the page works without the network"
