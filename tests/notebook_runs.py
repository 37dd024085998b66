"""Runs nbval over copies of notebooks in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# jupyterlab brings rfc3987_syntax, which costs three seconds at import and is not needed here.
_PYTEST = "import sys; sys.modules['rfc3987_syntax'] = None; import pytest; sys.exit(pytest.main())"


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
