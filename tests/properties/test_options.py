"""An option that can be chosen does something, or the rulebook says why it cannot differ; every game opens under it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.core.action import CHANCE, Action
from rulekit.core.catalogue import LANGUAGES, read_yaml
from rulekit.core.codec import from_json
from rulekit.core.errors import UnknownName
from rulekit.core.game import Game
from rulekit.core.rulebook import Ruling
from rulekit.core.scenario import loads
from tests.properties.registry import every_game


def package(game: Game) -> Path:
    return Path(str(files(game.package)))


def texts_in_code(game: Game) -> set[str]:
    """Return every text that stands by itself in the code of a game, docstrings apart."""
    found: set[str] = set()
    for path in sorted(package(game).glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        statements = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        found |= {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in statements
        }
    return found


def read_by_components(game: Game) -> set[tuple[str, str]]:
    """Return the rulings and options under which components read otherwise, as their data say."""
    found: set[tuple[str, str]] = set()

    def walk(value: Any) -> None:
        if isinstance(value, dict) and {"ruling", "option"} <= set(value):
            found.add((value["ruling"], value["option"]))
        for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            walk(item)

    for path in sorted(package(game).glob("*.yaml")):
        walk(read_yaml(path.read_text("utf-8")))
    return found


@every_game
def test_every_option_is_read_by_the_code_or_marked_as_without_effect(game: Game) -> None:
    code, components = texts_in_code(game), read_by_components(game)
    for ruling in game.rulebook.rulings.values():
        if ruling.idle:
            continue
        if ruling.id in code:
            named = [key for key in ruling.keys if key in code]
        else:
            named = [key for key in ruling.keys if (ruling.id, key) in components]
        # One option may be what happens otherwise; each of the others is named where it is read.
        assert len(named) >= len(ruling.keys) - 1, f"{ruling.id}: only {named} are told apart"


@every_game
def test_what_cannot_differ_or_be_chosen_says_why(game: Game) -> None:
    for ruling in game.rulebook.rulings.values():
        if ruling.recorded or len(ruling.options) < 2:
            assert ruling.idle, ruling.id
        if ruling.idle:
            assert all(ruling.idle[lang] for lang in LANGUAGES), ruling.id
            assert "recorded" in ruling.idle["en"] or not ruling.recorded, ruling.id


def recorded(game: Game) -> list[tuple[Ruling, str]]:
    return [(r, o.key) for r in game.rulebook.rulings.values() for o in r.recorded]


@every_game
def test_a_reading_that_is_only_recorded_is_refused(game: Game) -> None:
    for ruling, key in recorded(game):
        assert key not in ruling.keys
        scenario = (
            f"game: {game.id}\ntitle: {{zh: 一, en: one}}\nrulings: {{{ruling.id}: {key}}}\ngiven: {{}}\nplay: []\n"
        )
        for choose in (
            lambda id=ruling.id, key=key: game.defaults.replace({id: key}),
            lambda id=ruling.id, key=key: rulekit.new_game(game.id, rulings={id: key}),
            lambda text=scenario: loads(text),
        ):
            with pytest.raises(rulekit.RulekitError) as caught:
                choose()
            for lang in LANGUAGES:
                assert ruling.id in caught.value.text(lang) and key in caught.value.text(lang)
        with pytest.raises(UnknownName) as refused:
            game.defaults.replace({ruling.id: key})
        assert refused.value.code == "recorded_option"


def test_what_the_rules_cannot_offer_is_recorded() -> None:
    known = {(r.id, key) for id in rulekit.GAMES for r, key in recorded(rulekit.load_game(id))}
    assert {("QJ-R31", "by_number"), ("QJ-R32", "distinct")} <= known


def one_or_two(game: Game) -> Iterator[dict[str, str]]:
    """Yield every option off its default, and every pair of them."""
    options = [(r.id, key) for r in game.rulebook.rulings.values() for key in r.keys if key != r.default]
    for n in (1, 2):
        for some in combinations(options, n):
            if len({id for id, _ in some}) == n:
                yield dict(some)


@every_game
def test_every_game_opens_legally_under_every_option_and_pair_of_options(game: Game) -> None:
    for rulings in one_or_two(game):
        chosen = game.defaults.replace(rulings).choices
        start = game.start(rulings=chosen)
        assert game.problems(start, chosen) == [], rulings
        assert game.verbs.legal_actions(start, chosen), rulings


@every_game
def test_every_sample_of_the_lab_is_possible_under_every_option(game: Game) -> None:
    for ruling in game.rulebook.rulings.values():
        for key in ruling.keys:
            chosen = game.defaults.replace({ruling.id: key}).choices
            state = from_json(game.State, game.fill_in(game.sample(chosen), game.defaults))
            assert game.problems(state, chosen) == [], (ruling.id, key)
            assert game.verbs.legal_actions(state, chosen), (ruling.id, key)


def test_an_opening_with_choices_made_is_what_playing_them_leads_to() -> None:
    tangwu = rulekit.load_game("tangwu")
    made = [Action(CHANCE, "first", ("A",)), Action("A", "ban", ("98K",)), Action("B", "ban", ("尤里",))]
    for rulings in one_or_two(tangwu):
        position = rulekit.new_game("tangwu", rulings=rulings)
        for action in made:
            position = position.play(action)
        opened = rulekit.new_game("tangwu", first="A", bans=("98K", "尤里"), rulings=rulings)
        assert position.pending is None and position == opened, rulings


@every_game
def test_every_number_of_the_rules_is_used(game: Game) -> None:
    limits = import_module(f"{game.package}.limits")
    used: Counter[str] = Counter()
    for path in sorted(package(game).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if path.name != "limits.py":
                used[node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")] += 1
    assert [name for name in limits.__all__ if not used[name]] == []
