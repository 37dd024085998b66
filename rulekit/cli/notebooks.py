"""`rulekit lab` and `rulekit notebook`: JupyterLab and the casebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from rulekit import own
from rulekit.cli import output, terminal
from rulekit.cli.output import CliError, text
from rulekit.core.errors import RulekitError

__all__ = ["lab", "notebook"]


def lab(folder: Path | None, *, browser: bool, port: int | None) -> int:
    """Open JupyterLab on the start notebook; without a browser the address is printed by JupyterLab.

    What comes with the project is copied to a folder of the reader's first, see `rulekit.cli.workplace`.
    Raises CliError when JupyterLab or the notebooks are missing, RulekitError for a folder that cannot be written.
    """
    if find_spec("jupyterlab") is None:
        raise CliError("no_jupyter")
    from rulekit.cli import server, workplace

    lang = output.lang()
    place = workplace.chosen(folder)
    workplace.supply(place, lang)
    workplace.trust(place, lang)
    output.say(text("lab.place", folder=place))
    return server.serve(place, own.START, lang=lang, browser=browser, port=port)


def notebook(files: list[Path], *, out: Path | None, check: bool) -> int:
    """Build a casebook from scenario files, refresh notebooks, or with no file refresh all of them.

    With `check` nothing is written and a stale notebook is a failure; what is wrong is told of and does not stop
    the others.  Raises CliError for a wrong mix.
    """
    if find_spec("nbformat") is None or find_spec("nbclient") is None:
        raise CliError("no_jupyter")
    from rulekit import notebooks

    books = [f for f in files if f.suffix == ".ipynb"]
    scenarios = [f for f in files if f.suffix != ".ipynb"]
    if scenarios and books:
        raise CliError("mixed_files")
    target = out or Path("casebook.ipynb")
    if scenarios and target.suffix != ".ipynb":
        raise CliError("not_notebook", file=str(target))
    if not files and not any(Path(name).is_dir() for name in own.KINDS):
        raise CliError("no_notebooks", folder=Path.cwd())
    stale: list[Path] = []
    wrong: list[RulekitError] = []
    if not files:
        with terminal.bars() as bar:
            task = bar.add_task(text("notebook.running"), total=None)
            stale = notebooks.regenerate_all(
                Path.cwd(), check, lambda path: bar.update(task, advance=1, description=path.name), wrong.append
            )
    if scenarios:
        with _collected(wrong):
            stale += [target] if notebooks.write(scenarios, target, check, failed=wrong.append) else []
    for book in books:
        with _collected(wrong):
            stale += [book] if notebooks.regenerate(book, check) else []
    return _tell(stale, wrong, check)


@contextmanager
def _collected(wrong: list[RulekitError]) -> Iterator[None]:
    try:
        yield
    except RulekitError as error:
        wrong.append(error)


def _tell(stale: Sequence[Path], wrong: Sequence[RulekitError], check: bool) -> int:
    """Print what came of notebooks and return the exit code."""
    for error in wrong:
        output.fail(error)
    for path in stale:
        message = text("notebook.stale", file=path) if check else text("notebook.written", file=Path.cwd() / path)
        output.console().print(message, soft_wrap=True)
    if not (stale or wrong):
        output.console().print(text("notebook.fresh"))
    if wrong:
        return output.USAGE
    return output.FAILED if stale and check else output.OK
