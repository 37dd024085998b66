"""The arrows of the design: ui -> analysis -> games -> core, a light import, small modules."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import networkx as nx
import pytest

from tests.support import ROOT
from tests.support.architecture import DOCUMENT, rooms, with_picture
from tests.support.processes import loaded_by

PACKAGE = ROOT / "rulekit"
MODULES = sorted(PACKAGE.rglob("*.py"))
GAMES = sorted(p.name for p in (PACKAGE / "games").iterdir() if (p / "__init__.py").exists())
LONGEST = 600
HEAVY = ("IPython", "ipywidgets", "anywidget", "jupyter", "matplotlib", "networkx", "nbformat", "nbclient", "notebook")
UNPORTABLE = {"threading", "multiprocessing", "subprocess", "concurrent", "asyncio", "ctypes", "socket"}


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Yield every module that a file imports, wherever the import stands."""
    package = name_of(path).split(".") if path.name == "__init__.py" else name_of(path).split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def forbidden(path: Path) -> tuple[str, ...]:
    """Return the prefixes of modules that a file must not import."""
    name = name_of(path)
    top = ("rulekit.cli", *(f"rulekit.{m.stem}" for m in PACKAGE.glob("*.py") if m.stem != "__init__"))
    if name.startswith("rulekit.drawing"):
        return ("rulekit.core", "rulekit.games", "rulekit.analysis", "rulekit.ui", *top)
    if name.startswith("rulekit.core"):
        return ("rulekit.games", "rulekit.analysis", "rulekit.ui", *top)
    if name.startswith("rulekit.games"):
        own = name.split(".")[2] if name.count(".") >= 2 else None
        others = tuple(f"rulekit.games.{g}" for g in GAMES if own in GAMES and g != own)
        return ("rulekit.analysis", "rulekit.ui", *top, *others)
    if name.startswith("rulekit.analysis"):
        return ("rulekit.ui", *top, *(f"rulekit.games.{g}" for g in GAMES))
    if name.startswith("rulekit.ui.panels."):  # the panels of one game know that game, nobody else does
        return (*top, *(f"rulekit.games.{g}" for g in GAMES if g != name.split(".")[3]))
    if name.startswith("rulekit.ui"):
        return (*top, *(f"rulekit.games.{g}" for g in GAMES))
    return tuple(f"rulekit.games.{g}" for g in GAMES)


def within(module: str, prefix: str) -> bool:
    return module == prefix or module.startswith(prefix + ".")


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_follow_the_arrows(path: Path) -> None:
    wrong = sorted({m for m in imports(path) for prefix in forbidden(path) if within(m, prefix)})
    assert not wrong


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_module_is_small_and_says_what_it_offers(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= LONGEST
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "a module opens with what it is for"
    names = [t.id for n in tree.body if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)]
    script = path.name == "__main__.py" or all(isinstance(n, ast.Expr) for n in tree.body)
    assert "__all__" in names or script


@pytest.mark.parametrize(
    "path", [p for p in MODULES if name_of(p).startswith(("rulekit.core", "rulekit.games"))], ids=name_of
)
def test_rules_run_where_there_are_no_threads_or_processes(path: Path) -> None:
    assert not {m.split(".")[0] for m in imports(path)} & UNPORTABLE


@pytest.mark.parametrize(
    "code",
    [
        "import rulekit",
        "import rulekit; p = rulekit.new_game('tangwu', first='A'); p.trace(p.legal_actions()[0])",
    ],
    ids=["import", "trace"],
)
def test_core_loads_nothing_heavy(code: str) -> None:
    assert not [m for m in loaded_by(code) if m.split(".")[0].startswith(HEAVY)]


def test_import_loads_no_game() -> None:
    assert not [m for m in loaded_by("import rulekit") if any(within(m, f"rulekit.games.{g}") for g in GAMES)]


def runtime_requirements() -> list[str]:
    """Return the distributions that installing rulekit brings, without its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [re.match(r"[\w.-]+", r).group() for r in project["dependencies"]]  # type: ignore[union-attr]


@pytest.mark.parametrize("name", runtime_requirements())
def test_runtime_requirement_is_pure_python(name: str) -> None:
    tags = re.findall(r"^Tag: (.+)$", distribution(name).read_text("WHEEL") or "", re.MULTILINE)
    assert tags and all(tag.endswith("-none-any") for tag in tags)


#: What a value offers of what is made of it, and no other way up: imported when it is asked for, or for its type only.
UP = {
    "rulekit.core.compare": {"rulekit.core.show.comparing"},
    "rulekit.core.game": {"rulekit.core.prompt", "rulekit.core.show.view"},
    "rulekit.core.playthrough": {"rulekit.core.scenario", "rulekit.core.scenario.model"},
    "rulekit.core.position": {"rulekit.core.compare", "rulekit.core.seen"},
    "rulekit.core.trace": {"rulekit.core.seen", "rulekit.core.show.printers", "rulekit.core.trace_reading"},
    "rulekit.ui.puzzle": {"rulekit.ui.puzzle_view"},
    "rulekit.ui.quiz": {"rulekit.ui.quiz_view"},
    "rulekit.ui.session": {"rulekit.ui.session_text"},
}


def leads(path: Path, names: set[str]) -> Iterator[str]:
    """Yield the modules of the package that a file takes something of; a name of a package that is a module is that."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            whole = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (m for m in (name if name in names else node.module for name in whole) if m in names)


def test_no_module_leads_back_to_itself_not_even_on_paper() -> None:
    names = set(map(name_of, MODULES))
    found = {name_of(path): set(leads(path, names)) for path in MODULES}
    up = {(one, two) for one, those in UP.items() for two in those}
    assert all(two in found[one] for one, two in up), "a way up that is gone need not be listed"
    graph = nx.DiGraph((one, two) for one, those in found.items() for two in those if (one, two) not in up)
    circles = [sorted(part) for part in nx.strongly_connected_components(graph) if len(part) > 1]
    assert not circles


@pytest.mark.slow
def test_the_picture_of_the_imports_is_the_one_of_today() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert text == with_picture(text), "stale: run python -m tests.support.architecture"
    assert ("drawing", "core") not in rooms() and ("ui", "core") in rooms()
