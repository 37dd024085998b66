"""Same input, same trace: in one process, in another, under another hash seed; nothing in the rules may vary."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from rulekit.core.game import Game
from tests.properties.fingerprint import fingerprint
from tests.properties.registry import every_game
from tests.support.processes import python

_known = cache(fingerprint)


@every_game
def test_same_trace_in_one_process(game: Game) -> None:
    assert fingerprint(game.id) == _known(game.id)


@pytest.mark.parametrize("seed", ["0", "4242"])
@every_game
def test_same_trace_in_another_process_under_another_hash_seed(game: Game, seed: str) -> None:
    code = f"from tests.properties.fingerprint import fingerprint; print(fingerprint({game.id!r}))"
    assert python(code, PYTHONHASHSEED=seed).strip() == _known(game.id)


# -- the rules code -----------------------------------------------------------------------------------

#: Modules through which time, chance or the machine could get into a result.
VARYING = {"datetime", "os", "platform", "random", "secrets", "socket", "tempfile", "threading", "time", "uuid"}
BUILTINS = {"hash", "id", "input", "vars", "globals"}
DRAWING = ("strategies.py",)  # draws the tests of a game that lies beside them, no part of its rules
CORE = ("action", "position", "record", "resolution", "rulebook", "trace")
ORDERED = {"list", "tuple", "iter", "enumerate", "next", "zip", "map", "filter", "reversed"}
UNORDERED_OK = {"all", "any", "frozenset", "len", "max", "min", "set", "sorted", "sum"}


def _modules(game: Game) -> Iterator[Path]:
    yield from sorted(p for p in Path(str(files(game.package))).rglob("*.py") if p.name not in DRAWING)
    yield from (Path(str(files("rulekit.core"))) / f"{name}.py" for name in CORE)


@every_game
def test_no_clock_no_chance_no_machine_in_rules_code(game: Game) -> None:
    wrong = []
    for path in _modules(game):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [a.name.split(".")[0] for a in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [(node.module or "").split(".")[0]]
            wrong += [f"{path.name}: imports {n}" for n in names if n in VARYING]
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BUILTINS:
                # A hash may be kept and compared, as __hash__ does; no rule may look at one.
                if node.func.id == "hash" and path.parent.name == "core":
                    continue
                wrong.append(f"{path.name}:{node.lineno}: {node.func.id}()")
    assert wrong == []


def set_iterations(source: str) -> list[int]:
    """Return the lines on which the order of a set could get out."""
    tree = ast.parse(source)
    sets = _set_names(tree)

    def is_set(node: ast.AST) -> bool:
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Call(func=ast.Name(id="set" | "frozenset")):
                return True
            case ast.Call(func=ast.Attribute(attr="union" | "intersection" | "difference" | "symmetric_difference")):
                return True
            case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.BitXor() | ast.Sub(), right=right):
                return is_set(left) or is_set(right)
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return name in sets
        return False

    safe = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp() as inner, *_]) if name in UNORDERED_OK:
                safe.add(id(inner))
            case ast.SetComp():
                safe.add(id(node))
    lines = []
    for node in ast.walk(tree):
        match node:
            case ast.For(iter=what) if is_set(what):
                lines.append(node.lineno)
            case ast.ListComp() | ast.GeneratorExp() | ast.DictComp() if id(node) not in safe:
                lines += [node.lineno for g in node.generators if is_set(g.iter)]
            case ast.Call(func=ast.Name(id=name), args=args) if name in ORDERED:
                lines += [node.lineno for a in args if is_set(a)]
            case ast.Call(func=ast.Attribute(attr="join" | "fromkeys" | "extend" | "pop"), args=args):
                lines += [node.lineno for a in args if is_set(a)]
                if node.func.attr == "pop" and is_set(node.func.value):  # type: ignore[attr-defined]
                    lines.append(node.lineno)
            case ast.Starred(value=what) if is_set(what):
                lines.append(what.lineno)
    return sorted(set(lines))


def _set_names(tree: ast.AST) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        match node:
            case (
                ast.AnnAssign(target=ast.Name(id=name), annotation=kind)
                | ast.arg(arg=name, annotation=ast.expr() as kind)
            ):
                if ast.unparse(kind).split("[")[0] in ("set", "frozenset", "Set", "AbstractSet"):
                    names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                match value:
                    case ast.Set() | ast.SetComp() | ast.Call(func=ast.Name(id="set" | "frozenset")):
                        names.add(name)
    return names


@every_game
def test_the_order_of_a_set_never_gets_out(game: Game) -> None:
    wrong = [f"{p.name}:{line}" for p in _modules(game) for line in set_iterations(p.read_text("utf-8"))]
    assert wrong == []


def test_the_search_for_set_iteration_finds_it() -> None:
    assert set_iterations("for x in {1, 2}: pass") == [1]
    assert set_iterations("s = set(y)\na = [x for x in s]\nb = tuple(s)\nc = [*s]\nd = ', '.join(s & t)") == [
        2,
        3,
        4,
        5,
    ]
    assert set_iterations("def f(s: set[int]):\n    s.pop()\n    return dict.fromkeys(s)") == [2, 3]
    assert set_iterations("s = set(y)\na = sorted(s)\nb = any(x for x in s)\nc = {x for x in s}\nd = 1 in s") == []
