"""The commands and their options; what they do stands in the modules beside this one, loaded when needed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulekit.cli import output, terminal
from rulekit.cli.localized import SpeakingCommand, SpeakingGroup

__all__ = ["app"]

app = typer.Typer(
    name="rulekit",
    cls=SpeakingGroup,
    help="help.rulekit",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _set_lang(value: str | None) -> None:
    if value is not None:
        output.set_lang(value)


def _games(incomplete: str) -> list[str]:
    from rulekit.games import GAMES

    return [g for g in GAMES if g.startswith(incomplete)]


def _rulings(incomplete: str) -> list[str]:
    from rulekit.games import GAMES, load_game

    books = [load_game(g).rulebook for g in GAMES]
    known = [f"{r.id}={o.key}" for b in books for r in b.rulings.values() for o in r.options]
    return [k for k in known if k.startswith(incomplete)]


Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="zh|en", help="help.lang", callback=_set_lang, is_eager=True, expose_value=True),
]
Json = Annotated[bool, typer.Option("--json", help="help.json")]
Ruling = Annotated[
    list[str] | None,
    typer.Option("--ruling", metavar="ID=OPTION", help="help.ruling", autocompletion=_rulings),
]
Option = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="help.set")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="help.file")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="help.game", autocompletion=_games)]
MaybeGame = Annotated[str | None, typer.Argument(metavar="[GAME]", help="help.game_or_all", autocompletion=_games)]


def _show_version(wanted: bool) -> None:
    if wanted:
        import rulekit

        terminal.write(f"rulekit {rulekit.__version__}\n")
        raise typer.Exit


@app.callback()
def rulekit(
    lang: Lang = None,
    version: Annotated[
        bool, typer.Option("--version", help="help.version", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Take the options that come before the command."""


@app.command(cls=SpeakingCommand, help="command.lab")
def lab(
    folder: Annotated[Path | None, typer.Argument(metavar="[FOLDER]", help="help.folder")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="help.browser")] = True,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="help.port")] = None,
    lang: Lang = None,
) -> None:
    """Open JupyterLab."""
    from rulekit.cli.notebooks import lab

    raise typer.Exit(lab(folder, browser=browser, port=port))


@app.command(cls=SpeakingCommand, help="command.trace")
def trace(
    file: File,
    ruling: Ruling = None,
    json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="help.markdown")] = False,
    lang: Lang = None,
) -> None:
    """Print what happens in a scenario."""
    from rulekit.cli.scenarios import trace

    raise typer.Exit(trace(file, ruling, as_json=json, as_markdown=markdown))


@app.command(cls=SpeakingCommand, help="command.check")
def check(
    paths: Annotated[list[Path] | None, typer.Argument(metavar="[PATHS]", help="help.paths")] = None,
    ruling: Annotated[
        list[str] | None,
        typer.Option("--ruling", metavar="ID=OPTION", help="help.check_ruling", autocompletion=_rulings),
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Compare scenarios with what happens, read cards and decks; or play scenarios under another ruling."""
    from rulekit.cli.checking import check
    from rulekit.cli.varying import check_under

    raise typer.Exit(check_under(paths or [], ruling, as_json=json) if ruling else check(paths or [], as_json=json))


@app.command(cls=SpeakingCommand, help="command.compare")
def compare(
    file: File,
    compared: Annotated[str, typer.Argument(metavar="RULING", help="help.compared")],
    ruling: Ruling = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Play a scenario under every option of a ruling."""
    from rulekit.cli.scenarios import compare

    raise typer.Exit(compare(file, compared, ruling, as_json=json))


@app.command(cls=SpeakingCommand, help="command.play")
def play(
    game: GameName,
    random: Annotated[str | None, typer.Option("--random", metavar="A|B", help="help.random")] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="help.seed")] = None,
    option: Option = None,
    ruling: Ruling = None,
    lang: Lang = None,
) -> None:
    """Play a game in the terminal."""
    from rulekit.cli.play import play

    raise typer.Exit(play(game, option or [], ruling, random_player=random, seed=seed))


@app.command(cls=SpeakingCommand, help="command.rules")
def rules(
    words: Annotated[list[str] | None, typer.Argument(metavar="[GAME] [ID|TEXT]", help="help.rules")] = None,
    where: Annotated[bool, typer.Option("--where", help="help.where")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Read the rules."""
    from rulekit.cli.rules import rules

    raise typer.Exit(rules(words or [], where=where, as_json=json))


@app.command(cls=SpeakingCommand, help="command.coverage")
def coverage(
    game: MaybeGame = None,
    scenarios: Annotated[list[Path] | None, typer.Option("--scenarios", metavar="PATH", help="help.scenarios")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Say what no scenario exercises."""
    from rulekit.cli.measures import coverage

    raise typer.Exit(coverage(game, scenarios or [], as_json=json))


@app.command(cls=SpeakingCommand, help="command.perft")
def perft(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="help.perft_file")] = None,
    depth: Annotated[int, typer.Option("--depth", min=0, max=99, help="help.depth")] = 4,
    game: Annotated[str, typer.Option("--game", help="help.game", autocompletion=_games)] = "tangwu",
    option: Option = None,
    ruling: Ruling = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Count what can follow a position."""
    from rulekit.cli.measures import perft

    raise typer.Exit(perft(file, depth, game, option or [], ruling, as_json=json))


@app.command(cls=SpeakingCommand, help="command.new")
def new(
    game: GameName,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="help.new_file")] = None,
    kind: Annotated[str, typer.Option("--kind", metavar="KIND", help="help.kind")] = "scenario",
    force: Annotated[bool, typer.Option("--force", help="help.force")] = False,
    lang: Lang = None,
) -> None:
    """Write a file to start from."""
    from rulekit.cli.templates import new

    raise typer.Exit(new(game, file, kind, force=force))


@app.command("new-game", cls=SpeakingCommand, help="command.new_game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="help.new_game_name")],
    package: Annotated[Path | None, typer.Option("--package", metavar="DIR", help="help.package")] = None,
    lang: Lang = None,
) -> None:
    """Write the skeleton of a game."""
    from rulekit.cli.new_game import new_game

    raise typer.Exit(new_game(name, package))


@app.command(cls=SpeakingCommand, help="command.notebook")
def notebook(
    files: Annotated[list[Path] | None, typer.Argument(metavar="FILE…", help="help.notebook_files")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="help.out")] = None,
    check: Annotated[bool, typer.Option("--check", help="help.stale")] = False,
    lang: Lang = None,
) -> None:
    """Make or refresh casebook notebooks."""
    from rulekit.cli.notebooks import notebook

    raise typer.Exit(notebook(files or [], out=out, check=check))
