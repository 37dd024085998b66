"""JupyterLab as a child of this program: in the language of this run, and ended together with it, kernels too."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rulekit.core.catalogue import LANG_VARIABLE

__all__ = ["environment", "serve", "settings"]

PATIENCE = 20.0  # seconds that JupyterLab has to stop its kernels and itself
LOCALES = {"zh": "zh_CN", "en": "en"}
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # those there are on this system


def settings(lang: str) -> Mapping[str, Any]:
    """Return what JupyterLab is set to where a person has not set it: the language, and to ask nobody for news."""
    return {
        "@jupyterlab/translation-extension:plugin": {"locale": LOCALES[lang]},
        "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    }


def environment(folder: Path, lang: str) -> dict[str, str]:
    """Return the environment of JupyterLab and its kernels; the settings for it are written below `folder`."""
    config = folder / "labconfig"
    config.mkdir()
    (config / "default_setting_overrides.json").write_text(json.dumps(settings(lang)), "utf-8")
    search = [str(folder), *filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])]
    return {**os.environ, LANG_VARIABLE: lang, "JUPYTER_CONFIG_PATH": os.pathsep.join(search)}


def serve(root: Path, start: str, *, lang: str, browser: bool, port: int | None) -> int:
    """Run JupyterLab on a folder, at one of its files, until it ends or this program is told to; return its code."""
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={root}"]
    command.append(f"--LabApp.default_url=/lab/tree/{start}")
    if not browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # in containers; JupyterLab refuses root otherwise
        command.append("--allow-root")
    if port is not None:
        command.append(f"--port={port}")
    with TemporaryDirectory(prefix="rulekit-") as made:
        # In a session of its own the keys of the terminal reach this program alone, which passes them on.
        child = subprocess.Popen(command, cwd=root, env=environment(Path(made), lang), start_new_session=True)
        with _told(child) as told:
            return _ended(child, told)


@contextmanager
def _told(child: subprocess.Popen[bytes]) -> Iterator[list[float]]:
    """Tell JupyterLab to stop when this program is told to; yields the times at which it was."""
    told: list[float] = []

    def stop(_number: int, _frame: object) -> None:
        told.append(time.monotonic())
        child.terminate()  # it stops its kernels then, without asking

    known = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    before = {number: signal.signal(number, stop) for number in known}
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _ended(child: subprocess.Popen[bytes], told: list[float]) -> int:
    """Wait until JupyterLab has ended; one that does not stop in time is killed."""
    while True:
        with suppress(subprocess.TimeoutExpired):
            return child.wait(0.5)
        if told and time.monotonic() - told[0] > PATIENCE:
            child.kill()
