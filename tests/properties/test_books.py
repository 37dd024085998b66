"""What the code cites, says and reads exists in the books, and what the books hold is used by the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any

from rulekit.core import verbs
from rulekit.core.catalogue import LANGUAGES, Catalogue, common_catalogue
from rulekit.core.game import Game
from tests.properties.registry import every_game

#: Files of a game that hold words about the rules, not uses of them.
WORDS = ("rulebook.yaml", "messages.yaml", "steps.yaml")


def _folder(game: Game) -> Path:
    return Path(str(files(game.package)))


@cache
def _trees(folder: Path) -> dict[str, ast.Module]:
    return {p.name: ast.parse(p.read_text("utf-8")) for p in sorted(folder.rglob("*.py"))}


def _nodes(game: Game) -> Iterator[tuple[str, ast.AST]]:
    for name, tree in _trees(_folder(game)).items():
        for node in ast.walk(tree):
            yield name, node


def _texts(game: Game) -> Iterator[tuple[str, str]]:
    for path in sorted(_folder(game).rglob("*")):
        if path.suffix in (".py", ".yaml"):
            yield path.name, path.read_text("utf-8")


def _strings(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the string constants of the code that are no docstrings."""
    for name, tree in _trees(_folder(game)).items():
        docs = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                yield name, node.value


def _ids(game: Game, text: str) -> list[str]:
    return re.findall(rf"\b{game.rulebook.prefix}-[0-9A-Z]+(?:\.[0-9A-Z]+)*(?:\.\*)?", text)


_TABLE = ast.parse(Path(str(verbs.__file__)).read_text("utf-8"))


def _is_ruling(game: Game, id: str) -> bool:
    return re.fullmatch(rf"{game.rulebook.prefix}-R\d+", id) is not None


def _is_case(game: Game, id: str) -> bool:
    return re.fullmatch(rf"{game.rulebook.prefix}-C\d+", id) is not None


# -- clauses and rulings ----------------------------------------------------------------------------


@every_game
def test_every_id_written_anywhere_in_the_game_exists(game: Game) -> None:
    book = game.rulebook
    wrong = []
    for name, text in _texts(game):
        for id in _ids(game, text):
            if id.endswith(".*"):
                known = bool(book.section(id[:-2]))
            elif _is_ruling(game, id):
                known = id in book.rulings
            else:
                known = id in book.clauses or _is_case(game, id)
            if not known:
                wrong.append(f"{name}: {id}")
    assert wrong == []


@every_game
def test_every_clause_that_states_a_rule_is_cited_by_code(game: Game) -> None:
    cited = {value for _, value in _strings(game)}
    for name, text in _texts(game):
        if name.endswith(".yaml") and name not in WORDS:
            cited |= set(_ids(game, text))
    cited |= set(_drawn(game))
    left = [c.id for c in game.rulebook.clauses.values() if not c.informative and c.id not in cited]
    assert left == []


def _drawn(game: Game) -> list[str]:
    """Return the clauses a game names when it shows a position."""
    return list(game.display(game.start(), game.defaults.choices).values())


def _lookups(game: Game) -> Iterator[tuple[str, ast.AST, str]]:
    """Yield each look-up of a ruling: `res.ruling("…")`, `rulings["…"]` or `rulings.get("…")`."""
    for name, node in _nodes(game):
        value: ast.expr | None = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            got = node.func.attr == "get" and ast.unparse(node.func.value).endswith("rulings")
            value = node.args[0] if node.func.attr == "ruling" or got else None
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("rulings"):
            value = node.slice
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield name, node, value.value


def _read_in_data(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the rulings and options that components name for themselves, as a card that reads otherwise under them."""
    for name, text in _texts(game):
        if name.endswith(".yaml") and name not in WORDS:
            yield from re.findall(r"\bruling: ([\w-]+)\n\s+option: (\w+)", text)


def _read_in_table(game: Game) -> Iterator[str]:
    """Yield the rulings that the table of verbs names, which the core looks up."""
    for verb in game.verbs.by_name.values():
        yield from (id for id, _ in verb.under.values())
        if verb.secret is not None and verb.secret.under is not None:
            yield verb.secret.under[0]


@every_game
def test_every_ruling_is_consulted_by_code(game: Game) -> None:
    looked_up = {id for _, _, id in _lookups(game)} | {id for id, _ in _read_in_data(game)} | {*_read_in_table(game)}
    assert [id for id, r in game.rulebook.rulings.items() if id not in looked_up and not r.idle] == []


@every_game
def test_every_option_is_told_apart_by_code(game: Game) -> None:
    """Of n options the code must name n-1; the last one may be the rest."""
    named = {value for _, value in _strings(game)} | {option for _, option in _read_in_data(game)}
    for ruling in game.rulebook.rulings.values():
        keys = [o.key for o in ruling.options]
        if ruling.idle:
            continue
        assert sum(k in named for k in keys) >= len(keys) - 1, f"{ruling.id}: {keys}"


@every_game
def test_code_compares_rulings_with_options_they_have(game: Game) -> None:
    sites = {id(node): ruling for _, node, ruling in _lookups(game)}
    for name, node in _nodes(game):
        if not isinstance(node, ast.Compare) or id(node.left) not in sites:
            continue
        for constant in ast.walk(node.comparators[0]):
            if isinstance(constant, ast.Constant):
                keys = [o.key for o in game.rulebook.ruling(sites[id(node.left)]).options]
                assert constant.value in keys, f"{name}:{node.lineno}: {constant.value}"


# -- sentences --------------------------------------------------------------------------------------


def _said(game: Game) -> Iterator[tuple[str, str, set[str]]]:
    """Yield the place, kind and parameters of every `step` and `skip` in the code."""
    for name, node in _nodes(game):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("step", "skip")
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            params = {k.arg for k in node.keywords if k.arg not in (None, "because")}  # the step that prevented it
            yield f"{name}:{node.lineno}", node.args[0].value, params


def _blanks(game: Game, key: str, lang: str) -> set[str]:
    source = game.catalogue if key in game.catalogue else common_catalogue()
    return {name for _, name, _, _ in Formatter().parse(source.template(key, lang)) if name}


@every_game
def test_every_kind_of_step_has_sentences_with_the_parameters_it_gives(game: Game) -> None:
    wrong = []
    kinds = 0
    for place, kind, params in _said(game):
        kinds += 1
        if kind not in game.steps.kinds:
            wrong.append(f"{place}: {kind} does not stand in steps.yaml")
            continue
        for lang in LANGUAGES:
            if missing := _blanks(game, kind, lang) - params:
                wrong.append(f"{place}: {kind} ({lang}) lacks {sorted(missing)}")
    assert wrong == []
    assert kinds >= len(game.steps.kinds) / 2


@every_game
def test_no_step_gives_a_parameter_that_no_language_says(game: Game) -> None:
    """A parameter that is not worded is noise; `names` and the like may serve programs instead."""
    unsaid = {}
    for _, kind, params in _said(game):
        blanks = _blanks(game, kind, "zh") | _blanks(game, kind, "en")
        if left := params - blanks - {"who"}:
            unsaid[kind] = sorted(left)
    assert unsaid == {}


@every_game
def test_both_languages_say_the_same_things(game: Game) -> None:
    wrong = [key for key in game.catalogue.keys() if _blanks(game, key, "zh") != _blanks(game, key, "en")]  # noqa: SIM118
    assert wrong == []


@every_game
def test_every_blank_asks_for_a_formatter_there_is(game: Game) -> None:
    known = game.phrasebook("en").formatters
    parts = ("prompt.yaml", "view.yaml")
    catalogues = [game.catalogue, game.steps.short, common_catalogue()]
    catalogues += [Catalogue.load(game.package, p) for p in parts if files(game.package).joinpath(p).is_file()]
    wrong = [
        f"{key} ({lang}): {spec}"
        for catalogue in catalogues
        for key in catalogue.keys()  # noqa: SIM118
        for lang in LANGUAGES
        for _, _, spec, _ in Formatter().parse(catalogue.template(key, lang))
        if spec and "|" not in spec and spec not in known
    ]
    assert [w for w in wrong if not w.endswith(": system")] == []  # errors of the system have a formatter of their own


@every_game
def test_what_all_games_say_alike_is_worded_once(game: Game) -> None:
    """A sentence of the core is worded again only where the game says it otherwise."""
    own, common = game.catalogue, common_catalogue()
    both = [key for key in own.keys() if key in common]  # noqa: SIM118
    assert [k for k in both if all(own.template(k, lang) == common.template(k, lang) for lang in LANGUAGES)] == []


@every_game
def test_every_kind_of_step_is_used(game: Game) -> None:
    """A kind that no code names is left over; it may be handed on by its name, as that of a choice is."""
    named = {value for _, value in _strings(game)}
    assert [kind for kind in game.steps.kinds if kind.removeprefix("choice.") not in named] == []


@every_game
def test_short_labels_are_short_and_say_nothing_that_the_sentence_does_not(game: Game) -> None:
    wrong = []
    for kind in game.steps.kinds:
        for lang in LANGUAGES:
            short, sentence = game.steps.short.template(kind, lang), game.steps.sentences.template(kind, lang)
            more = game.steps.short.fields(kind, lang) - game.steps.sentences.fields(kind, lang) - {"who"}
            if more or (short != sentence and len(short) >= 44):
                wrong.append(f"{kind} ({lang}): {short}")
    assert wrong == []


@every_game
def test_every_problem_and_refusal_in_code_has_a_sentence(game: Game) -> None:
    used: dict[str, Any] = {}
    for name, node in _nodes(game):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            formatter = node.func.id if isinstance(node.func, ast.Name) else ""
            family = {"Problem": "problem", "Refusal": "illegal"}.get(formatter)
            if family:
                used[f"{family}.{node.args[0].value}"] = name
            elif isinstance(node.func, ast.Name) and node.func.id == "Decision":
                used[f"decision.{node.args[0].value}"] = name
                used[f"choice.{node.args[0].value}"] = name
    assert used
    assert [key for key in used if not game.phrasebook("en").has(key)] == []
    shared = {node.value for node in ast.walk(_TABLE) if isinstance(node, ast.Constant)}  # what every table refuses
    named = shared | {value for _, value in _strings(game)}  # a code may come out of a table
    left = [
        key
        for key in game.catalogue.keys()  # noqa: SIM118
        if key.split(".")[0] in ("problem", "illegal", "decision", "choice")
        and key not in used
        and key.partition(".")[2] not in named
    ]
    assert left == []
