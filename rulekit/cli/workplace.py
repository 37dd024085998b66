"""The folder a reader works in: what comes with the project is copied there, and never over what was changed."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from rulekit import own
from rulekit.cli.output import CliError
from rulekit.core import shipped
from rulekit.core.saving import located, save_text

__all__ = ["NOTE", "chosen", "supply", "trust"]

NOTE = ".rulekit-lab.json"  # in the folder: the digest of every file as it was copied there
HOME = "~/rulekit-lab"


def chosen(folder: Path | None) -> Path:
    """Return the folder to work in: the one named, else this one if it is a folder of `lab`, else one at home.

    Raises CliError for what is no folder.
    """
    here = Path.cwd()
    found = located(folder) if folder is not None else here if (here / NOTE).is_file() else located(HOME)
    if found.exists() and not found.is_dir():
        raise CliError("not_folder", folder=str(found))
    return found.resolve()


def supply(folder: Path, lang: str) -> None:
    """Copy the project's notebooks and scenarios to where they are missing or as they were copied before.

    In the checkout itself nothing is copied.  Raises CliError where nothing came with the project, RulekitError
    for a folder that cannot be written.
    """
    source = shipped.root()
    if source is None:
        raise CliError("no_start", file=own.START)
    if source == folder:
        return
    copied = _copied(folder)
    before = dict(copied)
    for path in own.paths(source):
        text = _edition(source, path, lang)
        target = folder / path
        found = _text(target)
        if found == text:
            copied[path] = own.digest(text)
        elif found is None and not target.is_symlink() and not target.exists():
            with suppress(OSError):  # the file that cannot be written says it
                target.parent.mkdir(parents=True, exist_ok=True)
            save_text(target, text)
            copied[path] = own.digest(text)
        elif found is not None and own.digest(found) == copied.get(path):
            save_text(target, text, overwrite=True)
            copied[path] = own.digest(text)
    if copied != before:
        save_text(folder / NOTE, json.dumps(copied, indent=1) + "\n", overwrite=True)


def trust(folder: Path, lang: str) -> None:
    """Tell Jupyter to trust the project's own notebooks in a folder, where they are as they came, and no others.

    Only a trusted notebook is shown with its styles before it is run.  Where Jupyter cannot note it, nothing is.
    """
    import nbformat
    from nbformat.sign import NotebookNotary

    source = shipped.root()
    assert source is not None
    notary = NotebookNotary()
    for path, digest in own.known().items():
        text = _text(source / path)
        if text is None or own.digest(text) != digest:
            continue
        made = own.edition(text, lang) if source != folder else text
        if _text(folder / path) == made:
            notebook = nbformat.v4.reads(made)  # without the checks of its form, which take long
            with suppress(OSError):
                if not notary.check_signature(notebook):
                    notary.sign(notebook)


def _edition(source: Path, path: str, lang: str) -> str:
    text = (source / path).read_text("utf-8")
    return own.edition(text, lang) if path.endswith(".ipynb") else text


def _copied(folder: Path) -> dict[str, str]:
    """Return what is noted of copies made before; a note that cannot be read counts as none."""
    with suppress(OSError, ValueError):
        found = json.loads((folder / NOTE).read_text("utf-8"))
        if isinstance(found, dict):
            return {str(path): str(digest) for path, digest in found.items()}
    return {}


def _text(path: Path) -> str | None:
    """Return the text of a file, None for what is none."""
    if path.is_symlink() or not path.is_file():
        return None
    with suppress(OSError, ValueError):
        return path.read_bytes().decode("utf-8")
    return None
