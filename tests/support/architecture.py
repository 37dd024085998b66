"""The picture of ARCHITECTURE.md, drawn from imports: `python -m tests.support.architecture` brings it up to date."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support import ROOT

__all__ = ["DOCUMENT", "picture", "rooms", "with_picture"]

PACKAGE = ROOT / "rulekit"
DOCUMENT = ROOT / "ARCHITECTURE.md"
START, END = "<!-- imports: begin -->\n", "<!-- imports: end -->\n"
INNER = ("core.scenario", "core.show", "ui.panels")  # folders that are rooms beside the one they lie in
FACE = "rulekit"  # the modules at the top


def room(module: str) -> str:
    """Return the room of a module: the folder below the package it lies in; all games are one."""
    inside = module.removeprefix("rulekit.")
    for name in INNER:
        if inside == name or inside.startswith(name + "."):
            return name
    top = inside.split(".")[0]
    return top if (PACKAGE / top).is_dir() and top != "rulekit" else FACE


def _module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(node: ast.AST, late: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield every module a file imports and whether that waits for a call; what only type checkers read is none."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((alias.name, late) for alias in child.names)
        elif isinstance(child, ast.ImportFrom) and child.module:
            yield from ((f"{child.module}.{alias.name}", late) for alias in child.names)
        elif not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            yield from _imports(child, late or isinstance(child, (ast.FunctionDef, ast.Lambda)))


def rooms() -> dict[tuple[str, str], bool]:
    """Return which room imports from which, and whether only when something is called."""
    found: dict[tuple[str, str], bool] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for module, late in _imports(ast.parse(path.read_text("utf-8"))):
            pair = (room(_module(path)), room(module))
            if module.split(".")[0] == "rulekit" and pair[0] != pair[1]:
                found[pair] = late and found.get(pair, True)
    return found


def picture() -> str:
    """Return the imports between rooms as a Mermaid flowchart; dotted ones wait for a call."""
    found = rooms()
    names = sorted({name for pair in found for name in pair})
    lines = [f"  {name.replace('.', '_')}[{name}]" for name in names]
    for (one, two), late in sorted(found.items()):
        arrow = "-.->" if late else "-->"
        lines.append(f"  {one.replace('.', '_')} {arrow} {two.replace('.', '_')}")
    return "\n".join(["```mermaid", "flowchart TD", *lines, "```", ""])


def with_picture(text: str) -> str:
    """Return the text of the document with the picture of today."""
    head, _, rest = text.partition(START)
    return f"{head}{START}{picture()}{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    DOCUMENT.write_text(with_picture(DOCUMENT.read_text("utf-8")), "utf-8")
