"""`rulekit lab` and `rulekit notebook`: JupyterLab and the casebooks."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from rulekit.cli import output
from rulekit.cli.output import CliError, text

__all__ = ["lab", "notebook"]

START = Path("notebooks", "00_start.ipynb")


def lab(*, browser: bool, port: int | None) -> int:
    """Open JupyterLab on the start notebook; without a browser the address is printed by JupyterLab.

    Raises CliError when JupyterLab or the notebook is missing.
    """
    if find_spec("jupyterlab") is None:
        raise CliError("no_jupyter")
    for root in (Path.cwd(), Path(__file__).resolve().parents[2]):
        if (root / START).is_file():
            break
    else:
        raise CliError("no_start", file=START.as_posix())
    # The root is the checkout, so that scenarios are in reach; the address leads to the start notebook.
    url = f"--LabApp.default_url=/lab/tree/{START.as_posix()}"
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={root}", url]
    if not browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # in containers; JupyterLab refuses root otherwise
        command.append("--allow-root")
    if port is not None:
        command.append(f"--port={port}")
    process = subprocess.Popen(command, cwd=root)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:  # JupyterLab gets the key too, asks, and stops its kernels itself
            continue


def notebook(files: list[Path], *, out: Path | None, check: bool) -> int:
    """Build a casebook from scenario files, refresh notebooks, or with no file refresh all of them.

    With `check` nothing is written and a stale notebook is a failure.  Raises CliError for a wrong mix.
    """
    if find_spec("nbformat") is None or find_spec("nbclient") is None:
        raise CliError("no_jupyter")
    from rulekit import notebooks

    for file in files:
        if not file.exists():
            raise CliError("no_file", file=str(file))
    books = [f for f in files if f.suffix == ".ipynb"]
    scenarios = [f for f in files if f.suffix != ".ipynb"]
    if scenarios and books:
        raise CliError("mixed_files")
    stale: list[Path] = []
    if not files:
        with output.progress() as bar:
            task = bar.add_task(text("notebook.running"), total=None)
            stale = notebooks.regenerate_all(
                Path.cwd(), check, lambda path: bar.update(task, advance=1, description=path.name)
            )
    elif scenarios:
        target = out or Path("casebook.ipynb")
        if target.suffix != ".ipynb":
            raise CliError("not_notebook", file=str(target))
        stale = [target] if notebooks.write(scenarios, target, check) else []
    else:
        stale = [book for book in books if notebooks.regenerate(book, check)]
    for path in stale:
        output.console().print(text("notebook.stale" if check else "notebook.written", file=path), markup=False)
    if not stale:
        output.console().print(text("notebook.fresh"), markup=False)
    return output.FAILED if stale and check else output.OK
