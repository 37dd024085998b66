"""A reader's way through the lab, in a real browser: set up, act, step, flip a ruling, save."""

from __future__ import annotations

import re

import pytest

from rulekit.core import scenario
from tests.browser.harness import Lab

NOTEBOOK = "tangwu/lab_wudi_jingji.ipynb"

pytestmark = pytest.mark.browser


def test_lab_in_the_browser(lab: Lab) -> None:
    from playwright.sync_api import expect

    page = lab.page
    counts = lab.run_all()
    assert counts == list(range(1, len(counts) + 1)), "every cell ran, once, in order"
    assert lab.complaints() == []
    explorer = page.locator(".jp-OutputArea-output .rk-explorer").first
    explorer.wait_for()

    inside, status, changed, tick, fill = lab.inside, lab.status, lab.changed, lab.tick, lab.fill
    if page.locator(inside(".rk-reset")).is_enabled():
        page.locator(inside(".rk-reset")).click()

    if not page.locator(inside(".rk-set-A-hp")).is_visible():
        page.locator(inside(".rk-section-editor")).click()
    # Set up: A to act with 寒风 at hand, B with 无敌 and 荆棘.
    fill(".rk-set-A-hp", "20")
    fill(".rk-set-A-cost", "5")
    fill(".rk-set-A-digit", "3")
    fill(".rk-set-B-hp", "10")
    tick(".rk-set-B-无敌", True)
    tick(".rk-set-B-荆棘", True)
    page.locator(inside(".rk-fine")).wait_for()

    # A fault shows beside the field while it is typed, and goes when it is put right.
    fill(".rk-set-A-digit", "10")
    page.locator(inside(".rk-field.rk-bad")).first.wait_for()
    fill(".rk-set-A-digit", "3")
    page.locator(inside(".rk-fine")).wait_for()

    # An illegal action is greyed and says why; the legal one plays.
    refused = page.locator(inside(".rk-action-假人.rk-illegal")).first
    assert "TW-" in (refused.get_attribute("title") or "")
    before = status()
    page.locator(inside(".rk-action-寒风.rk-legal")).first.click()
    before = changed(".rk-status", before)
    assert "寒风" in before
    tree = page.locator(inside(".rk-tree"))
    expect(tree).to_contain_text("TW-5.2.2")
    expect(tree).to_contain_text("10→12")
    missed = page.locator(inside(".rk-tree .rk-row.rk-not")).filter(has_text="荆棘").first
    expect(missed).to_contain_text("✗")

    # Step: from the beginning, forward, back, and by a click on the tree and on the graph.
    page.locator(inside(".rk-start")).click()
    at_start = changed(".rk-status", before)
    page.locator(inside(".rk-next")).click()
    first = changed(".rk-status", at_start)
    page.locator(inside(".rk-next")).click()
    second = changed(".rk-status", first)
    page.locator(inside(".rk-back")).click()
    assert changed(".rk-status", second) == first
    blocked = page.locator(inside(".rk-tree .rk-row")).filter(has_text="TW-5.2.2").first
    blocked.click()
    assert "无敌" in changed(".rk-status", first)
    here = page.locator(inside(".rk-tree .rk-row.rk-here"))
    expect(here).to_have_count(1)
    expect(page.locator(inside(".rk-detail"))).to_contain_text("TW-5.2.2")
    page.locator(inside(".rk-graph [data-id='0']")).first.click()
    expect(here).to_have_attribute("data-step", "0")

    # The same by keys: the row has the focus, arrows walk, Enter on a box of the graph jumps.
    here.focus()
    page.keyboard.press("ArrowDown")
    expect(here).to_have_attribute("data-step", "1")
    page.locator(inside(".rk-graph [data-id='3']")).first.focus()
    page.keyboard.press("Enter")
    expect(here).to_have_attribute("data-step", "3")

    # Flip a ruling and see the readings side by side.
    page.locator(inside(".rk-section-rulings")).click()
    fill(".rk-search", "TW-R50")
    page.locator(inside(".rk-question")).filter(has_text="TW-R50").wait_for()
    readings = page.locator(inside(".rk-readings input[type=radio]"))
    expect(readings).to_have_count(2)
    expect(readings.nth(0)).to_be_checked()
    readings.nth(1).check()
    page.locator(inside(".rk-ruling-list option")).filter(has_text=re.compile("●.*TW-R50")).wait_for(state="attached")
    page.locator(inside(".rk-table .rk-differs")).first.wait_for()

    # Save: the file is a scenario that passes.
    page.locator(inside(".rk-section-files")).click()
    fill(".rk-title-zh", "无敌 <b>挡</b> 寒风")
    fill(".rk-save-path", "saved.yaml")
    page.locator(inside(".rk-save")).click()
    page.locator(inside(".rk-status")).filter(has_text="saved.yaml").wait_for()
    saved = scenario.load(lab.folder / "saved.yaml")
    assert saved.title["zh"] == "无敌 <b>挡</b> 寒风"
    assert saved.rulings == {"TW-R50": "any_damage_event"}
    assert scenario.check(saved).ok
    assert page.locator(inside(".rk-root b")).filter(has_text=re.compile("^挡$")).count() == 0

    # Everything in English.
    page.locator(inside(".rk-lang button")).filter(has_text="English").click()
    page.locator(inside(".rk-section-rulings")).filter(has_text="Rulings").wait_for()

    # Running the cells again replaces what they showed.
    shown = page.locator(".jp-OutputArea-output .rk-explorer").count()
    again = lab.run_all()
    assert again == list(range(len(counts) + 1, 2 * len(counts) + 1))
    page.locator(inside(".rk-position")).wait_for()
    expect(page.locator(".jp-OutputArea-output .rk-explorer")).to_have_count(shown)

    assert lab.errors == []
    assert lab.foreign == [], "the page works without the network"
