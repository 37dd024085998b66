"""`rulekit new`: commented files to start from, a scenario or another kind of file of a game."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from rulekit.cli import output, terminal
from rulekit.cli.output import CliError, lang, text
from rulekit.core.errors import RulekitError, nearest
from rulekit.core.saving import save_text
from rulekit.games import load_game

__all__ = ["new"]

SCENARIO = "scenario"


def new(game_id: str, file: Path | None, kind: str, *, force: bool) -> int:
    """Write a commented file to start from; an existing file is replaced only when `force` says so."""
    game = load_game(game_id)
    kinds = (SCENARIO, *(k.code for k in game.file_kinds))
    if kind not in kinds:
        near = nearest(kind, kinds) or SCENARIO
        raise CliError("unknown_kind", name=kind, nearest=near, known=", ".join(kinds), game=game.id)
    name = "new" if kind == SCENARIO else f"new_{kind}"
    template = files(game.package).joinpath(f"{name}.{lang()}.yaml").read_text("utf-8")
    if file is not None and str(file) == "-":
        terminal.write(template)
        return output.OK
    target = file or Path(f"{game.id}-{'new' if kind == SCENARIO else kind}.yaml")
    try:
        save_text(target, template, overwrite=force)
    except RulekitError as error:
        if error.code != "file_exists":
            raise
        raise CliError("exists", file=str(target)) from None
    out = output.console()
    out.print(text("new.written", file=target), soft_wrap=True)
    command = "trace" if kind == SCENARIO else "check"
    out.print(text("new.next", command=command, file=target), style="dim", soft_wrap=True)
    return output.OK
