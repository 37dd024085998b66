"""JupyterLab on a free port and headless Chromium on one of its notebooks, both ended whatever happens."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.support.server import free_port

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
START_SECONDS = 90
WINDOW = {"width": 1280, "height": 1400}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

# Single-document mode shows the notebook alone; the command returns when every cell has run.
RUN_ALL = """async () => {
  const app = window.jupyterapp; await app.restored;
  let w = app.shell.currentWidget;
  if (!w || !w.context) for (const x of app.shell.widgets('main')) if (x.context && x.content.widgets) w = x;
  app.shell.activateById(w.id);
  await w.context.ready; await w.context.sessionContext.ready;
  await app.commands.execute('notebook:run-all-cells');
  return w.content.widgets.filter(c => c.model.type === 'code').map(c => c.model.executionCount);
}"""

# A message is waited for until the kernel is idle after it; what the page held back meanwhile has gone out by then.
_SETTLE = """async () => {
  const app = window.jupyterapp;
  const waiting = kernel => [...kernel._futures.values()].some(f => f.msg.header.msg_type === 'comm_msg');
  for (const w of app.shell.widgets('main')) if (w.context && w.content.widgets) {
    const kernel = w.context.sessionContext.session.kernel;
    while (waiting(kernel)) await new Promise(done => setTimeout(done, 10));
  }
}"""


def find_browser() -> str:
    """Return the path of a Chromium, or of what RULEKIT_CHROMIUM names; a test that finds none is skipped."""
    named = os.environ.get("RULEKIT_CHROMIUM")
    found = named or next((p for p in map(shutil.which, BROWSERS) if p), None)
    if found is None:
        pytest.skip("no Chromium found (put it on PATH or name it in RULEKIT_CHROMIUM)")
    return found


@dataclass(frozen=True)
class Server:
    """A JupyterLab that runs: its address, its token, the folder it serves."""

    base: str
    token: str
    folder: Path

    def asked(self, path: str, method: str = "GET") -> Any:
        """Return what it answers."""
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(f"{self.base}{path}", headers=headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or b"null")

    def end_kernels(self) -> None:
        """End the kernels of all notebooks."""
        for session in self.asked("/api/sessions"):
            self.asked(f"/api/sessions/{session['id']}", "DELETE")


@contextmanager
def lab_server(folder: Path, scratch: Path) -> Iterator[Server]:
    """Run JupyterLab on `folder` with settings of its own in `scratch`."""
    port, token = free_port(), secrets.token_hex(16)
    settings = scratch / "config" / "labconfig"
    settings.mkdir(parents=True)
    # Else an announcement asks about news and covers the page.
    disabled = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (settings / "page_config.json").write_text(json.dumps(disabled), "utf-8")
    environment = {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(scratch / "config"),
        "JUPYTER_DATA_DIR": str(scratch / "data"),
        "JUPYTER_RUNTIME_DIR": str(scratch / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(scratch / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(scratch / "workspaces"),
    }
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--expose-app-in-browser"]
    command += ["--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
    command += [f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder}"]
    log = scratch / "jupyter.log"
    with log.open("wb") as out:
        server = subprocess.Popen(command, env=environment, stdout=out, stderr=out, start_new_session=True)
    base = f"http://127.0.0.1:{port}"
    try:
        _wait(server, f"{base}/api/status?token={token}", log)
        yield Server(base, token, folder)
    finally:
        _end(server)


def _wait(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise RuntimeError("JupyterLab did not start:\n" + log.read_text("utf-8", "replace")[-3000:])


def _end(server: subprocess.Popen[bytes]) -> None:
    """End the server and the kernels it started: all of its own process group."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(server.pid, sign)
            server.wait(10)
            return
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


@dataclass
class Lab:
    """A notebook open in the browser: the page and what went wrong in it."""

    page: Any
    base: str
    folder: Path
    errors: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def run_all(self) -> list[int | None]:
        """Run every cell; returns the execution counts."""
        counts: list[int | None] = self.page.evaluate(RUN_ALL)
        return counts

    def settle(self) -> None:
        """Wait until the kernel has answered all that was done so far."""
        self.page.evaluate(_SETTLE)

    def inside(self, selector: str) -> str:
        """Return the selector of something in the first explorer of the page."""
        return f".jp-OutputArea-output .rk-explorer >> nth=0 >> {selector}"

    def status(self) -> str:
        """Return what the status line says."""
        return str(self.page.locator(self.inside(".widget-html.rk-status")).inner_text())

    def changed(self, selector: str, before: str) -> str:
        """Wait until an element shows something else and return that."""
        place = self.page.locator(self.inside(selector)).first
        for _ in range(100):
            now = str(place.inner_text())
            if now != before:
                return now
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{selector} still shows {before!r}")

    def tick(self, selector: str, wanted: bool) -> None:
        """Set a check box."""
        self.page.locator(self.inside(f"{selector} input[type=checkbox]")).first.set_checked(wanted)
        self.settle()

    def fill(self, selector: str, text: str) -> None:
        """Type a text into an input and leave it."""
        box = self.page.locator(self.inside(f"{selector} input")).first
        box.fill(text)
        box.press("Tab")
        self.settle()

    def click(self, selector: str) -> None:
        """Click something and wait until the kernel has answered."""
        self.page.locator(self.inside(selector)).first.click()
        self.settle()

    def complaints(self) -> list[str]:
        """Return what the cells wrote as errors."""
        written = self.page.locator('[data-mime-type="application/vnd.jupyter.stderr"]')
        return [str(text) for text in written.all_inner_texts()]


@contextmanager
def open_browser() -> Iterator[Any]:
    """Start a headless browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def open_lab(browser: Any, server: Server, notebook: Path) -> Iterator[Lab]:
    """Open a notebook below the folder of a server, in a window that knows nothing of others; its kernel is ended."""
    context = browser.new_context(locale="zh-CN", viewport=WINDOW)
    page = context.new_page()
    page.set_default_timeout(30_000)
    lab = Lab(page, server.base, notebook.parent)
    page.on("pageerror", lambda error: lab.errors.append(str(error)))
    page.on("request", lambda r: _note_foreign(lab, r.url))
    try:
        place = notebook.relative_to(server.folder).as_posix()
        page.goto(f"{server.base}/doc/tree/{place}?token={server.token}&reset", timeout=60_000)
        page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=60_000)
        yield lab
    finally:
        context.close()
        server.end_kernels()


def _note_foreign(lab: Lab, url: str) -> None:
    host = lab.base.removeprefix("http://")
    if not url.startswith((f"http://{host}", f"ws://{host}", "data:", "blob:", "about:")):
        lab.foreign.append(url)
