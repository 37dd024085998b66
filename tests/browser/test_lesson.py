"""A reader's way through a lesson, in a real browser: guess, take a hint, solve a puzzle against a defender."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.harness import Lab

NOTEBOOK = "shengling/lesson.ipynb"

pytestmark = pytest.mark.browser


def test_lesson_in_the_browser(lab: Lab) -> None:
    from playwright.sync_api import expect

    page = lab.page
    expect.set_options(timeout=30_000)  # a hundred cells draw their widgets one after the other
    counts = lab.run_all()
    assert counts == list(range(1, len(counts) + 1)), "every cell ran, once, in order"
    assert lab.complaints() == []

    # A wrong guess opens a hint and leaves another one; the answer waits behind a button; then the right one.
    first = page.locator(".rk-quiz").first
    first.wait_for()
    expect(first.locator(".rk-reveal")).to_be_hidden()
    first.locator(".rk-option-0").click()
    expect(first.locator(".rk-verdict .rk-failed")).to_contain_text("再猜一次")
    expect(first.locator(".rk-hints")).to_contain_text("SL-8.10")
    expect(first.locator(".rk-verdict")).not_to_contain_text("SL-8.10")
    first.locator(".rk-reveal").click()
    expect(first.locator(".rk-verdict")).to_contain_text("15")
    expect(first.locator(".rk-verdict")).to_contain_text("SL-8.10")
    expect(first.locator(".rk-reveal")).to_be_hidden()
    first.locator(".rk-option-1").click()
    expect(first.locator(".rk-right")).to_be_visible()

    # The defender's puzzle begins in the block window; the wrong set does not do, and is taken back.
    puzzles = page.locator(".rk-puzzle")
    expect(puzzles).to_have_count(7)
    block = puzzles.nth(1)
    expect(block.locator(".rk-undo")).to_be_disabled()
    choose(lab, block, "B1、B3、B4")
    expect(block.locator(".rk-verdict .rk-failed")).to_be_visible()
    block.locator(".rk-undo").click()
    lab.settle()
    choose(lab, block, "B1、B3、B4、B5")
    expect(block.locator(".rk-verdict .rk-right")).to_be_visible()

    # The attacker's puzzle: the defender replies by itself, and to no avail.
    attack = puzzles.nth(3)
    choose(lab, attack.locator(".rk-group").filter(has_text="献祭"), "战鼓獾")
    choose(lab, attack.locator(".rk-group").filter(has_text="使用手牌"), "神威-降格")
    choose(lab, attack, "进入战斗")
    choose(lab, attack, "A1")
    expect(attack.locator(".rk-verdict .rk-right")).to_contain_text("4")
    expect(attack.locator(".rk-position")).to_contain_text("7→0")

    assert lab.errors == []
    assert lab.foreign == [], "the page works without the network"


def choose(lab: Lab, where: Any, name: str) -> None:
    """Press the visible action called exactly so and wait until the kernel has answered."""
    where.locator(".rk-action:visible").get_by_text(name, exact=True).click()
    lab.settle()
