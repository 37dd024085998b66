"""A game's kernel without its narration, derived from its source: what tracing costs when it is off."""

from __future__ import annotations

import ast
import importlib
import shutil
import sys
from importlib.resources import files
from pathlib import Path

from rulekit.core.game import Game

__all__ = ["bare_game", "strip"]


def bare_game(game: Game, folder: Path) -> Game:
    """Write the stripped package of a game into `folder`, import it from there, return its game."""
    package = game.package
    name = f"bare_{game.id}"
    target = folder / name
    target.mkdir()
    for path in sorted(Path(str(files(package))).rglob("*")):
        there = target / path.relative_to(str(files(package)))
        if path.suffix in (".py", ".yaml"):
            there.parent.mkdir(exist_ok=True)
        if path.suffix == ".py":
            there.write_text(strip(path.read_text("utf-8"), package, name), "utf-8")
        elif path.suffix == ".yaml":
            shutil.copy(path, there)
    sys.path.insert(0, str(folder))
    try:
        bare: Game = importlib.import_module(name).GAME
    finally:
        sys.path.remove(str(folder))
    return bare


def strip(source: str, package: str, name: str) -> str:
    """Delete `res.step` and `res.skip`, unwrap their blocks, read rulings from the dict, rename the package."""
    tree = _Strip(package, name).visit(ast.parse(source))
    return ast.unparse(ast.fix_missing_locations(tree))


def _says(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("step", "skip")


def _registers(node: ast.AST) -> bool:
    """Tell whether a game makes itself known, which its copy must not."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "register"


class _Strip(ast.NodeTransformer):
    def __init__(self, package: str, name: str) -> None:
        self.package = package
        self.name = name

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if node.module and node.module.startswith(self.package):
            node.module = self.name + node.module.removeprefix(self.package)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        if _says(node.value) or _registers(node.value):
            return None
        return self.generic_visit(node)

    def visit_With(self, node: ast.With) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        node.items = [item for item in node.items if not _says(item.context_expr)]
        return node if node.items else node.body

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "ruling":
            rulings = ast.Attribute(node.func.value, "rulings", ast.Load())
            return ast.Subscript(rulings, node.args[0], ast.Load())
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            if getattr(node, field, None) == [] and (field == "body" and not isinstance(node, ast.Module)):
                node.body = [ast.Pass()]  # type: ignore[attr-defined]
        return node
