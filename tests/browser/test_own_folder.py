"""`rulekit lab` in a real browser: notebooks open styled, in the language asked for, in a folder of the reader."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.browser.harness import RUN_ALL, WINDOW
from tests.support import ROOT
from tests.support.server import TOKEN, asked, free_port, waited

pytestmark = pytest.mark.browser

SAVE = "() => window.jupyterapp.commands.execute('docmanager:save')"


@contextmanager
def opened(browser: Any, tmp_path: Path, lang: str) -> Iterator[Any]:
    """Run the command on a new folder and open the address it leads to."""
    port = free_port()
    command = [sys.executable, "-m", "rulekit", "lab", str(tmp_path / "mine"), "--no-browser", "--port", str(port)]
    homes = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in ("DATA", "CONFIG", "RUNTIME")}
    homes |= {f"JUPYTERLAB_{name}_DIR": str(tmp_path / name) for name in ("SETTINGS", "WORKSPACES")}
    environment = {**os.environ, **homes, "JUPYTER_TOKEN": TOKEN, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    config = tmp_path / "CONFIG"
    config.mkdir()
    (config / "jupyter_lab_config.py").write_text("c.LabApp.expose_app_in_browser = True\n", "utf-8")
    with (tmp_path / "log").open("wb") as log:
        program = subprocess.Popen([*command, "--lang", lang], env=environment, stdout=log, stderr=log)
    try:
        waited(lambda: asked(port, "/api/status"))
        context = browser.new_context(viewport=WINDOW)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"http://127.0.0.1:{port}/?token={TOKEN}")
        page.wait_for_selector(".jp-Notebook .jp-CodeCell")
        yield page
        context.close()
    finally:
        program.send_signal(signal.SIGTERM)
        program.wait(60)


def state_of_the_checkout() -> str:
    return subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, encoding="utf-8").stdout


def test_the_start_notebook_opens_with_its_styles_and_leaves_the_checkout_clean(browser: Any, tmp_path: Path) -> None:
    before = state_of_the_checkout()
    with opened(browser, tmp_path, "zh") as page:
        page.locator(".jp-OutputArea-output .rk-root").first.wait_for()
        colour = "e => getComputedStyle(e.querySelector('.rk-pos') ?? e).getPropertyValue('--rk-ink')"
        assert page.locator(".jp-OutputArea-output .rk-root").first.evaluate(colour).strip(), "trusted before it is run"
        assert page.locator(".lm-MenuBar").inner_text().split()[0] == "文件"
        page.evaluate(RUN_ALL)
        page.evaluate(SAVE)
    assert (tmp_path / "mine" / "notebooks" / ".ipynb_checkpoints").is_dir(), "it was saved there"
    assert state_of_the_checkout() == before


def test_in_english_everything_is_english(browser: Any, tmp_path: Path) -> None:
    with opened(browser, tmp_path, "en") as page:
        assert page.locator(".lm-MenuBar").inner_text().split()[:2] == ["File", "Edit"]
        page.locator(".jp-Notebook h1", has_text="a rulebook that runs").wait_for()
        page.evaluate(RUN_ALL)
        page.locator(".jp-OutputArea-output .rk-root").first.wait_for()
        shown = page.locator(".jp-OutputArea-output .rk-root").first.inner_text()
        assert "Invincible" in shown and not any("\u4e00" <= c <= "\u9fff" for c in shown), shown
