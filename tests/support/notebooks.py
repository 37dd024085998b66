"""Notebooks as stored and as run: reasons why a stored one proves nothing, nbval over copies of them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient

from tests.support import ROOT
from tests.support.server import WAIT

__all__ = ["Outcome", "nbval", "notebooks", "one_kernel", "reasons"]

KINDS = {"image/png", "image/jpeg", "application/vnd.jupyter.widget-view+json"}
OPT_OUT_TAGS = {"nbval-skip", "nbval-ignore-output", "nbval-raises-exception", "nbval-check-output"}
OPT_OUT_COMMENT = re.compile(r"#\s*(NBVAL|PYTEST_VALIDATE)_\w+")
MACHINE = re.compile(r"0x[0-9a-f]{6,}|/tmp/|/root/|/home/|/Users/|[A-Z]:\\Users|ipykernel_\d+")
FORBIDDEN_CODE = re.compile(r"^\s*[%!]|\b(clear_output|update_display|interact|Output)\s*\(", re.MULTILINE)
# jupyterlab brings rfc3987_syntax, which costs three seconds at import and is not needed here.
_PYTEST = "import sys; sys.modules['rfc3987_syntax'] = None; import pytest; sys.exit(pytest.main())"


def notebooks() -> list[Path]:
    """Return the notebooks that are committed, or will be."""
    found = [*(ROOT / "notebooks").rglob("*.ipynb"), *(ROOT / "scenarios").rglob("*.ipynb")]
    return sorted(p for p in found if ".ipynb_checkpoints" not in p.parts)


def reasons(text: str) -> list[str]:
    """Return everything wrong with a notebook given as its JSON text."""
    notebook = json.loads(text)
    return list(_reasons(notebook))


def _text(value: Any) -> str:
    return "".join(value) if isinstance(value, list) else str(value)


def _reasons(notebook: dict[str, Any]) -> Iterator[str]:
    if "widgets" in notebook["metadata"]:
        yield "widget state is stored"
    code = [c for c in notebook["cells"] if c["cell_type"] == "code"]
    if not code:
        yield "there is no code cell"
    counts = [c["execution_count"] for c in code]
    if counts != list(range(1, len(code) + 1)):
        yield f"the cells were not run once each from top to bottom: {counts}"
    compared = 0
    for number, cell in enumerate(code):
        tags = set(cell["metadata"].get("tags", ()))
        source = _text(cell["source"])
        if tags & OPT_OUT_TAGS or OPT_OUT_COMMENT.search(source):
            yield f"cell {number} opts out of the comparison"
        if FORBIDDEN_CODE.search(source):
            yield f"cell {number} uses a magic or an output that nbval cannot compare"
        for output in cell["outputs"]:
            if output["output_type"] == "error" and "raises-exception" not in tags:
                yield f"cell {number} failed: {output['ename']}"
            if output["output_type"] == "stream" and output["name"] == "stderr":
                yield f"cell {number} wrote to stderr"
            texts = {k: _text(v) for k, v in output.get("data", {}).items() if k not in KINDS}
            texts.update({k: _text(output[k]) for k in ("text", "evalue") if k in output})
            compared += any(t.strip() for t in texts.values())
            found = {m.group() for t in texts.values() for m in MACHINE.finditer(t)}
            if found:
                yield f"cell {number} shows what differs between machines: {sorted(found)}"
    if not compared:
        yield "no output could be compared"


@dataclass(frozen=True)
class Outcome:
    """How a run ended: exit code, numbers of the cells that failed, how many passed, everything it said."""

    code: int
    failed: set[int]
    passed: int
    output: str


def nbval(notebook: Path, package: Path = ROOT, *, lax: bool = False) -> Outcome:
    """Compare a notebook with what the `rulekit` in the folder `package` computes now; `lax` compares no output."""
    config = notebook.parent / "pytest.ini"
    config.write_text("[pytest]\n", "utf-8")
    arguments = [
        "-c",
        str(config),
        "--nbval-lax" if lax else "--nbval",
        "--nbval-current-env",
        "-rf",
        "-q",
        "-p",
        "no:cacheprovider",
    ]
    arguments.append(f"--nbval-sanitize-with={ROOT / 'tests' / 'nbval_sanitize.cfg'}")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    environment["PYTHONPATH"] = str(package)
    done = subprocess.run(
        [sys.executable, "-c", _PYTEST, *arguments, str(notebook)],
        cwd=notebook.parent,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    failed = {int(n) for n in re.findall(r"^FAILED .*::Cell (\d+)", done.stdout, re.MULTILINE)}
    passed = re.search(r"(\d+) passed", done.stdout)
    return Outcome(done.returncode, failed, int(passed.group(1)) if passed else 0, done.stdout + done.stderr)


@contextmanager
def one_kernel() -> Iterator[None]:
    """Run every notebook that is executed meanwhile in one kernel, which forgets between two of them.

    Starting a kernel takes longer than most notebooks do. What one leaves behind can only make the next differ.
    """
    options = ["--log-level=ERROR", "--HistoryManager.enabled=False"]
    manager, client = start_new_kernel(kernel_name="python3", extra_arguments=options)

    class Again(NotebookClient):
        """Takes the kernel that is there."""

        def __init__(self, nb: Any, resources: Any, **options: Any) -> None:
            super().__init__(nb, km=manager, resources=resources, **options)
            self.kc = client
            code = f"import os; os.chdir({resources['metadata']['path']!r}); get_ipython().reset()"
            client.execute_interactive(code, silent=True, timeout=WAIT)

    try:
        with mock.patch("nbclient.NotebookClient", Again):
            yield
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
