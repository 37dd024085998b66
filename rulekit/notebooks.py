"""Notebooks that are committed executed: run anew to the same bytes, casebooks built from scenario files.

What nbval cannot compare or what differs between two runs is taken out: execution times, widget state,
random ids, widget references beside which static HTML stands.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulekit import own
from rulekit.core.errors import FileProblem, RulekitError
from rulekit.core.folder import read_bytes
from rulekit.core.saving import save_text
from rulekit.games import GAMES

if TYPE_CHECKING:
    from rulekit.casebook import Failed

__all__ = ["execute", "regenerate", "regenerate_all", "write"]

WIDGET = "application/vnd.jupyter.widget-view+json"
REASON = 200  # characters of a reason that a message shows
CELL_TIMEOUT = 120  # seconds; a cell that takes longer is a fault

_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def regenerate(path: Path, check: bool = False) -> bool:
    """Run a notebook from top to bottom and store it again; tell whether it was stale.

    With `check` nothing is written. Raises CasebookError for a file that is no notebook, and when a cell fails
    that is not tagged raises-exception.
    """
    return _store(execute(_read(path), path), path, check)


def _read(path: Path) -> Any:
    """Return a notebook; raises CasebookError for a file that is none, FileProblem for what cannot be read."""
    import nbformat

    from rulekit.casebook import CasebookError

    try:
        with warnings.catch_warnings(action="ignore"):  # cells without an id get one
            notebook = nbformat.reads(read_bytes(path, -1).decode("utf-8"), as_version=4)
            nbformat.validate(notebook)
    except FileProblem:
        raise
    except Exception as error:  # the library raises whatever its converters meet
        reason = f"{type(error).__name__}: {error}".partition("\n")[0][:REASON]
        raise CasebookError("no_notebook", file=path.name, reason=reason) from None
    return notebook


def write(
    files: Iterable[Path],
    out: Path,
    check: bool = False,
    title: Mapping[str, str] | None = None,
    failed: Failed = None,
) -> bool:
    """Write the casebook of some scenario files to `out`; tell whether it was stale.

    With `check` nothing is written. Raises CasebookError when a case fails, and the errors of scenario files that
    cannot be read, unless `failed` is told of these.
    """
    from rulekit.casebook import casebook

    return _store(execute(casebook(files, out.parent, title, failed), out), out, check)


def regenerate_all(
    root: Path, check: bool = False, progress: Callable[[Path], None] | None = None, failed: Failed = None
) -> list[Path]:
    """Bring every notebook below `root` up to date; return those that were stale.

    Casebooks in `scenarios/<game>` are built from the scenario files as the game's casebooks.yaml groups
    them (one that no group makes any more is removed, where all files can be read); those in `notebooks` are run
    again; in the checkout of this package their digests are noted last.  With `check` nothing is written.
    `progress` is told of each notebook before it runs, `failed` of each scenario file and notebook that is wrong;
    without it the first such error is raised.
    """
    from rulekit.casebook import books

    announce = progress or (lambda path: None)
    stale: list[Path] = []

    def bring(path: Path, make: Callable[[], bool]) -> None:
        announce(path)
        try:
            stale.extend([path] if make() else [])
        except RulekitError as error:
            if failed is None:
                raise
            failed(error)

    for folder in sorted(root / "scenarios" / id for id in GAMES if (root / "scenarios" / id).is_dir()):
        wrong: list[RulekitError] = []
        wanted = books(folder, None if failed is None else wrong.append)
        if failed is not None:
            for error in wrong:
                failed(error)
        for book in wanted:
            bring(book.path, partial(write, book.files, book.path, check, book.title))
        left = set(folder.glob("casebook_*.ipynb")) - {book.path for book in wanted}
        for path in sorted(left if not wrong else ()):
            stale.append(path)
            if not check:
                path.unlink()
    for path in sorted((root / "notebooks").rglob("*.ipynb")):
        if ".ipynb_checkpoints" not in path.parts:
            bring(path, partial(regenerate, path, check))
    return [*stale, *([own.LISTED] if own.note(root, check) else [])]


def execute(notebook: Any, path: Path) -> Any:
    """Run the cells in a new kernel, where the notebook lies, and return it tidied.

    Raises CasebookError when a cell fails that is not tagged raises-exception.
    """
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    from rulekit.casebook import CasebookError

    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
            cell.execution_count = None
    client = NotebookClient(
        notebook,
        timeout=CELL_TIMEOUT,
        kernel_name=_KERNEL["name"],
        extra_arguments=["--log-level=ERROR"],  # else the kernel greets every start with a warning
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        client.execute()
    except CellExecutionError as error:
        done = [c for c in notebook.cells if c.cell_type == "code" and c.execution_count is not None]
        reason = f"{error.ename}: {error.evalue}"
        raise CasebookError("failed", file=path.name, cell=len(done) - 1, reason=reason) from None
    return _tidy(notebook)


def _tidy(notebook: Any) -> Any:
    from nbformat import from_dict

    notebook.nbformat, notebook.nbformat_minor = 4, 5
    notebook.metadata = from_dict({"kernelspec": _KERNEL, "language_info": {"name": "python"}})
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"c{number:03d}"
        cell.metadata = from_dict(_kept(cell.metadata))
        if cell.cell_type == "code":
            cell.outputs = _joined(cell.outputs)
    return notebook


def _kept(metadata: Any) -> dict[str, Any]:
    """Return what of a cell's metadata is its author's: tags, its text in other languages, whether it is folded."""
    kept: dict[str, Any] = {}
    if metadata.get("tags"):
        kept["tags"] = metadata["tags"]
    if metadata.get("jupyter", {}).get("source_hidden"):
        kept["jupyter"] = {"source_hidden": True}
    if metadata.get("rulekit"):
        kept["rulekit"] = metadata["rulekit"]
    return kept


def _joined(outputs: list[Any]) -> list[Any]:
    """Return the outputs with neighbouring text of one stream joined and what varies removed."""
    kept: list[Any] = []
    for output in outputs:
        if output.output_type == "stream" and kept and kept[-1].get("name") == output.name:
            kept[-1].text += output.text
            continue
        if output.output_type == "error":
            output.traceback = [f"{output.ename}: {output.evalue}"]
        elif output.output_type != "stream" and "text/html" in output.data:
            output.data.pop(WIDGET, None)
        kept.append(output)
    return kept


def _store(notebook: Any, path: Path, check: bool) -> bool:
    """Write the notebook if its bytes differ, whole or not at all; tell whether they differed."""
    import nbformat

    text = nbformat.writes(notebook).rstrip("\n") + "\n"
    if os.path.isfile(path) and path.read_bytes() == text.encode("utf-8"):
        return False
    if not check:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_text(path, text, overwrite=True)
    return True
