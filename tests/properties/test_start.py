"""The start of a game: what a game declares may be told, anything else is refused in words, before the game sees it."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit import GAMES, Position, RulekitError, load_game
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.errors import UnknownName, UnreadablePosition
from rulekit.core.game import Game
from rulekit.core.options import BadOption
from tests.properties.registry import every_game
from tests.support.cli import run

ODD: tuple[Any, ...] = (
    "", "x", "C", "甲", 0, -1, 99, 10**5000, 1.5, True, False, float("nan"), b"A", object(), [], (), {}, {"A": 1},
    {"A", "B"}, ["A"], [1], [None, None], ["x", "y"], [["x"], ["y"]], [[1], [2]], [["x"], 2], [["x"], ["y"], ["z"]],
    ["x"] * 3, [[], []], [True, False], [1.5, 2], ["98K", "98K"], [["m01"], ["m01"]], [3, 4], "\ud800", "a\0b",
    Path("no such file"), range(2),
)  # fmt: skip
RIGHT: dict[str, dict[str, Any]] = {
    "tangwu": {"first": "B", "bans": ("98K", "尤里")},
    "quanjiao": {
        "columns": 3,
        "hand_size": 4,
        "moves": (["m01", "m02"], ["m03", "m04"]),
        "decks": (["F1"] * 15, ["L1"] * 15),
        "life": (3, 4),
        "life_source": ("甲", "乙"),
    },
    "shengling": {"first": "B", "seed": 7, "decks": ("deck_60", "deck_40"), "cards": ()},
}


def given(game: Game, name: str, value: Any) -> dict[str, Any]:
    """Return options with one of them set, and with those that it needs."""
    needed = {"bans": {"first": "A"}, "life": {"life_source": ("甲", "乙")}}
    return needed.get(name, {}) | {name: value}


@every_game
def test_a_game_takes_what_it_declares(game: Game) -> None:
    taken = inspect.signature(game.opening or (lambda rulings, **_: None)).parameters.values()
    named = [p.name for p in taken if p.kind is not inspect.Parameter.VAR_KEYWORD]
    assert ["rulings", *game.options] == named
    assert set(RIGHT.get(game.id, {})) == set(game.options)
    plain = rulekit.new_game(game.id)
    assert rulekit.new_game(game.id, **dict.fromkeys(game.options)) == plain
    for name, value in RIGHT.get(game.id, {}).items():
        position = rulekit.new_game(game.id, **given(game, name, value))
        assert (position == plain) is (value == ())
        assert position.check() is position


@every_game
def test_an_unknown_option_names_the_nearest_and_all_there_are(game: Game) -> None:
    for name in game.options:
        wrong = name[:-1] + "x" + name[-1]
        with pytest.raises(UnknownName) as caught:
            rulekit.new_game(game.id, **{wrong: 1})
        assert caught.value.params["nearest"] == name
        for lang in LANGUAGES:
            text = caught.value.text(lang)
            assert wrong in text and game.id in text and all(known in text for known in game.options)
    with pytest.raises(UnknownName):
        rulekit.new_game(game.id, 颜色="red")


@every_game
def test_any_value_is_taken_or_refused_in_words(game: Game) -> None:
    for name in game.options:
        for value in ODD:
            try:
                position = rulekit.new_game(game.id, **given(game, name, value))
            except UnreadablePosition:
                continue
            except RulekitError as error:
                assert all(error.text(lang) for lang in LANGUAGES)
                if isinstance(error, (BadOption, UnknownName)):
                    assert all(name in error.text(lang) for lang in LANGUAGES), error.text()
            else:
                position.problems()
                assert repr(position) and Position.from_json(game, position.to_json()) == position


@pytest.mark.parametrize(
    ("id", "option", "value", "said"),
    [
        ("tangwu", "first", "C", ("first", '"C"', "A, B")),
        ("tangwu", "first", 1, ("first", "1", "A, B")),
        ("tangwu", "bans", "98K", ("bans", '"98K"')),
        ("tangwu", "bans", ["98K"], ("bans", "2", "98K")),
        ("tangwu", "bans", ["98K", "龙里"], ("bans 1", "龙里", "尤里")),
        ("quanjiao", "columns", 9, ("columns", "3", "8", "9")),
        ("quanjiao", "columns", "5", ("columns", '"5"')),
        ("quanjiao", "hand_size", 0, ("hand_size", "1", "10", "0")),
        ("quanjiao", "life", 20, ("life", "20")),
        ("quanjiao", "life", [20, "x"], ("life 1", '"x"')),
        ("quanjiao", "moves", ["m01", "m02"], ("moves 0", '"m01"')),
        ("quanjiao", "moves", [["m01"], [2]], ("moves 1 0", "2")),
        ("quanjiao", "decks", "F1", ("decks", '"F1"')),
        ("shengling", "first", "b", ("first", '"b"', "A, B")),
        ("shengling", "seed", "7", ("seed", '"7"')),
        ("shengling", "seed", 1.5, ("seed", "1.5")),
        ("shengling", "decks", 3, ("decks", "deck_40", "3")),
        ("shengling", "decks", ["deck_40"], ("decks", "deck_60")),
        ("shengling", "cards", [3], ("cards", "[3]")),
    ],
)
def test_what_is_wrong_is_told_with_what_would_do(id: str, option: str, value: Any, said: tuple[str, ...]) -> None:
    game = load_game(id)
    with pytest.raises(RulekitError) as caught:
        rulekit.new_game(id, **given(game, option, value))
    assert isinstance(caught.value, (BadOption, UnknownName))
    for lang in LANGUAGES:
        assert all(words in caught.value.text(lang) for words in said), caught.value.text(lang)


def test_bans_need_who_begins() -> None:
    with pytest.raises(BadOption) as caught:
        rulekit.new_game("tangwu", bans=("98K", "尤里"))
    assert all("first" in caught.value.text(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("id", [None, 3, [], {}, b"tangwu", "", "tangwoo", ("tangwu",)])
def test_what_is_no_game_is_refused(id: Any) -> None:
    with pytest.raises(UnknownName) as caught:
        rulekit.new_game(id)
    assert all("tangwu, quanjiao, shengling" in caught.value.text(lang) for lang in LANGUAGES)


@pytest.mark.parametrize(
    "rulings", ["TW-R8", ["TW-R8"], 3, {3: "x"}, {"TW-R8": 3}, {"TW-R8": None}, {None: "x"}, {(): []}]
)
@every_game
def test_what_are_no_rulings_is_refused(game: Game, rulings: Any) -> None:
    for make in (
        lambda: rulekit.new_game(game.id, rulings=rulings),
        lambda: rulekit.new_game(game.id).under(rulings),
        lambda: game.defaults.replace(rulings),
    ):
        with pytest.raises(RulekitError) as caught:
            make()
        assert all(caught.value.text(lang) for lang in LANGUAGES)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("tangwu", "--set", "frist=A"), ("frist=A", "first", "bans")),
        (("tangwu", "--set", "first=C"), ("first=C", "A, B")),
        (("tangwu", "--set", "first=A", "--set", "bans=98K"), ("bans",)),
        (("quanjiao", "--set", "columns=5,6"), ("columns", "[5, 6]")),
        (("quanjiao", "--set", "moves=m01,m02"), ("moves 0", '"m01"')),
        (("shengling", "--set", "seed=x"), ("seed", '"x"')),
    ],
)
def test_the_command_line_says_the_same(args: tuple[str, ...], said: tuple[str, ...]) -> None:
    for lang in LANGUAGES:
        result = run("--lang", lang, "play", *args, code=2)
        assert all(words in result.stderr for words in said), result.stderr


def test_every_game_is_there() -> None:
    assert set(RIGHT) == set(GAMES)
