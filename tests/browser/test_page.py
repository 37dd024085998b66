"""What a page of labs must do in any state: every control has a name, and a kernel that is gone is spoken of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.games import load_game
from tests.browser.harness import Server, open_lab

pytestmark = pytest.mark.browser

ROLES = {"button", "checkbox", "combobox", "listbox", "radio", "slider", "spinbutton", "textbox", "treeitem"}
NAMES = {load_game(game).rulebook.name["zh"] for game in rulekit.GAMES}
QUIZ = "rulekit.predict('?', ['荆棘', '无敌'], answer='无敌', lang='en')"
RESTART = """async () => {
  for (const w of window.jupyterapp.shell.widgets('main'))
    if (w.context && w.content.widgets) await w.context.sessionContext.session.kernel.restart();
}"""


def notebook(path: Path, *sources: str) -> Path:
    import nbformat

    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), path)
    return path


def controls(page: Any) -> list[tuple[str, str]]:
    """Return role and name, as read out, of every control inside labs."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    below = {child: node["nodeId"] for node in nodes for child in node.get("childIds", ())}
    known = {node["nodeId"]: node for node in nodes}

    def inside(id: str | None) -> bool:
        while id is not None:
            node = known[id]
            if node.get("role", {}).get("value") == "region" and node.get("name", {}).get("value") in NAMES:
                return True
            id = below.get(id)
        return False

    found = []
    for node in nodes:
        role = node.get("role", {}).get("value")
        if role in ROLES and not node.get("ignored") and inside(node["nodeId"]):
            found.append((role, node.get("name", {}).get("value", "").strip()))
    return found


def test_every_control_has_a_name_that_is_read_out(browser: Any, server: Server, folder: Path) -> None:
    opened = "\nfor section in lab.sections.values():\n    section.head.value = True\n"
    opened += "lab.act(lambda: lab.session.play(lab.session.position.legal_actions()[0]))\nlab"
    cells = [f"import rulekit\nlab = rulekit.lab({game!r}){opened}" for game in rulekit.GAMES]
    with open_lab(browser, server, notebook(folder / "labs.ipynb", *cells)) as lab:
        lab.run_all()
        assert lab.complaints() == []
        for n in range(len(rulekit.GAMES)):
            lab.page.locator(".rk-explorer[data-rk-bridge]").nth(n).scroll_into_view_if_needed()
        sources = {"rulekit.ui.stepper:Stepper": len(rulekit.GAMES), "rulekit.ui.table:Table": len(rulekit.GAMES)}
        for source, n in sources.items():
            assert lab.page.locator(f'[data-source="{source}"]').count() == n
        found = controls(lab.page)
        assert len(found) > 200 and {"slider", "combobox", "checkbox", "button"} <= {role for role, _ in found}
        assert [role for role, name in found if name in ("", "null")] == []


def test_a_page_says_that_the_kernel_is_gone(browser: Any, server: Server, folder: Path) -> None:
    cells = ["import rulekit\nrulekit.lab('tangwu')", QUIZ]
    with open_lab(browser, server, notebook(folder / "gone.ipynb", *cells)) as lab:
        page = lab.page
        lab.run_all()
        page.locator(".rk-explorer[data-rk-bridge]").nth(1).wait_for()
        lab.click(".rk-lang button >> nth=0")
        assert page.locator(".rk-lost").count() == 0
        said = page.locator(".rk-explorer [role=alert]")
        assert said.count() == 2 and not any(line.is_visible() for line in said.all()), "nothing is said yet"
        page.evaluate(RESTART)
        page.locator(".rk-explorer.rk-lost").nth(1).wait_for()
        assert "内核没有回应" in said.nth(0).inner_text() and "The kernel does not answer" in said.nth(1).inner_text()
        lab.run_all()
        page.locator(".rk-explorer[data-rk-bridge]").nth(1).wait_for()
        assert page.locator(".rk-lost").count() == 0
