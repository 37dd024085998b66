"""Typer commands that speak the language of the run: help texts are catalogue keys, errors are our sentences."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from rulekit.cli import output, terminal
from rulekit.core.errors import RulekitError, nearest

__all__ = ["SpeakingCommand", "SpeakingGroup"]

# Typer may bring click under a name of its own, so its error classes are reached through a public one.
UsageFault: Any = typer.BadParameter.__bases__[0]

HELP_WIDTH = 100  # columns; longer lines are hard to read
_OWN = {"install_completion": "help.install", "show_completion": "help.show", "help": "help.help"}


def _translate(command: Any) -> None:
    """Put the sentences for the help keys of a command, its parameters and its commands."""
    for item in (command, *command.params):
        key = getattr(item, "help_key", None) or _OWN.get(item.name or "") or item.help
        if key and key.startswith(("help.", "command.")):
            item.help_key = key
            item.help = output.text(key)
    for child in getattr(command, "commands", {}).values():
        _translate(child)


def _names(param: Any) -> str:
    """Return how a parameter is written."""
    if param.param_type_name == "argument":
        return str(param.metavar or param.name.upper())
    names = ", ".join([*param.opts, *param.secondary_opts])
    return names if param.is_flag or not param.metavar else f"{names} {param.metavar}"


def _help(command: Any, ctx: Any) -> str:
    """Return the help of a command; long Chinese lines are folded and never cut."""
    from io import StringIO
    from shutil import get_terminal_size

    from rich.table import Table
    from rich.text import Text

    _translate(command)
    shown: dict[str, list[tuple[str, str]]] = {"arguments": [], "options": [], "commands": []}
    usage = [ctx.command_path]
    for param in command.get_params(ctx):
        if getattr(param, "hidden", False):
            continue
        argument = param.param_type_name == "argument"
        words = [param.help or ""]
        if argument:
            usage.append(_names(param))
            words += [output.text("help.required")] if param.required else []
        elif isinstance(param.default, (int, str)) and not isinstance(param.default, bool):
            words.append(output.text("help.default", value=param.default))
        shown["arguments" if argument else "options"].append((_names(param), " ".join(words)))
    usage.insert(1, output.text("help.some_options"))
    commands = getattr(command, "commands", {})
    if commands:
        usage.append(output.text("help.some_command"))
        shown["commands"] = [(name, child.help or "") for name, child in commands.items() if not child.hidden]
    width = min(get_terminal_size().columns, HELP_WIDTH)
    out = terminal.Terminal(StringIO(), width)
    out.print(output.text("help.usage") + " ".join(usage))
    out.print("\n" + command.help)
    for key, rows in shown.items():
        if rows:
            out.print("\n" + output.text(f"help.{key}"))
            table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
            table.add_column(overflow="fold", min_width=min(12, width // 3))
            table.add_column(overflow="fold", ratio=1)
            for name, sentence in rows:
                table.add_row(Text("  " + name), Text(sentence))
            out.print(table)
    lines = out.file.getvalue().splitlines()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in lines) + "\n"


class _Speaking:
    """Shared by commands and groups."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(_help(self, ctx))

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.help = output.text("help.help")
            option.is_eager = False  # so that --lang counts wherever it stands
        return option


class SpeakingCommand(_Speaking, TyperCommand):
    """A command whose help is worded by the catalogue."""


class SpeakingGroup(_Speaking, TyperGroup):
    """The whole command line: one place that turns every fault of a user into a sentence and an exit code."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; raises CliError with the nearest name."""
        name = args[0] if args else ""
        if args and not name.startswith("-") and self.get_command(ctx, name) is None:
            known = self.list_commands(ctx)
            near = nearest(name, known)
            if near is None:
                raise output.CliError("unknown_command_any", name=name, known=", ".join(known))
            raise output.CliError("unknown_command", name=name, nearest=near, known=", ".join(known))
        return super().resolve_command(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run; every way to fail ends in a sentence on the error stream and an exit code."""
        output.set_lang(None)
        terminal.prepare()
        code: Any
        try:
            code = super().main(args, prog_name or "rulekit", complete_var, False, windows_expand_args, **extra)
        except RulekitError as error:
            output.fail(error)
            code = output.USAGE
        except UsageFault as error:
            _explain(error)
            code = output.USAGE
        except typer.Abort:
            terminal.errors().print(output.text("stopped"))
            code = 130
        except BrokenPipeError:  # the reader of our output has seen enough
            terminal.silence()
            code = output.OK
        except OSError as error:
            output.fail(output.CliError("os", number=error.errno, file=str(error.filename or "")))
            code = output.USAGE
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else output.OK)
        return code


def _explain(error: Any) -> None:
    """Print a fault in the arguments in the language of the run."""
    kind = type(error).__name__
    param = getattr(error, "param", None)
    name = "" if param is None else (param.opts[-1] if param.opts[-1].startswith("-") else param.name.upper())
    command = error.ctx.command_path if error.ctx is not None else "rulekit"
    if kind == "NoArgsIsHelpError":
        terminal.errors().print(error.format_message())
        return
    if kind == "NoSuchOption":
        near = (error.possibilities or ["--help"])[0]
        message = output.text("error.no_option", name=error.option_name, nearest=near)
    elif kind == "MissingParameter":
        message = output.text("error.missing", name=name)
    elif kind == "BadOptionUsage":
        message = output.text("error.option_value", name=error.option_name)
    elif kind == "BadParameter" and param is not None:
        message = output.text("error.value", name=name)
    else:
        message = output.text("error.usage")
    output.fail(message + "\n" + output.text("error.see_help", command=command))
