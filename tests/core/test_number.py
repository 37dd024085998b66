"""Whole numbers as people type them, in files and at the keyboard: read, or refused where they are too long."""

from __future__ import annotations

import pytest

import rulekit
from rulekit import GAMES, Action, IllegalAction, RulekitError
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.number import MAX_DIGITS, brief, is_whole, read_digits, read_whole, too_long
from tests.support.cli import run

HUGE = "9" * 5000  # more than Python turns into a number
LONG = "9" * (MAX_DIGITS + 1)
OPENINGS = {
    "tangwu": ("first",),
    "quanjiao": ("columns", "hand_size", "life", "decks", "moves"),
    "shengling": ("seed", "first", "decks"),
}


def short(value: object) -> str:
    """Return the name of a test."""
    return str(value)[:40]


@pytest.mark.parametrize(
    ("text", "value"),
    [("12", 12), ("-3", -3), ("+3", 3), ("－３", -3), ("٣", 3), ("007", 7), ("-0", 0), ("9" * 1000, 10**1000 - 1)],
    ids=short,
)
def test_numbers_are_read(text: str, value: int) -> None:
    assert read_whole(text) == value and is_whole(text)


@pytest.mark.parametrize("text", ["", "-", "--3", "+-3", "3-", "1.5", "1e5", "½", "²", "三", " 3", "0x1", "1_000"])
def test_what_is_no_number_is_none(text: str) -> None:
    assert read_whole(text) is None and not is_whole(text)


@pytest.mark.parametrize("text", [LONG, "-" + LONG, HUGE, "１" * 5000], ids=short)
def test_a_number_may_be_too_long(text: str) -> None:
    assert read_whole(text) is None and is_whole(text)


def test_digits_are_plain() -> None:
    assert read_digits("12") == 12
    assert [read_digits(text) for text in ("-1", "+1", "１", "", HUGE)] == [None] * 5


def test_a_number_too_long_is_shown_by_its_size() -> None:
    assert (brief(10**5000), brief(-(10**5000)), brief(-12)) == ("1e5000", "-1e5000", "-12")
    assert not too_long(10**MAX_DIGITS - 1) and too_long(10**MAX_DIGITS) and too_long(-(10**MAX_DIGITS))
    assert not too_long(1e300) and not too_long(True)


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("text", ["--3", "-3", "+-3", "٣", HUGE, "-" + HUGE], ids=short)
def test_an_answer_typed_is_read_and_refused_as_any_other(id: str, text: str) -> None:
    position = rulekit.new_game(id)
    action = position.game.parse("A", f"answer {text}")
    assert action.verb == "answer"
    error = position.why_illegal(action)
    assert error is not None and all(error.text(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("id", GAMES)
def test_a_number_too_long_in_an_action_is_refused_in_words(id: str) -> None:
    position = rulekit.new_game(id)
    for value in (10**5000, -(10**5000), (1, (10**5000,))):
        for verb in ("answer", "cast", "place", "first"):
            with pytest.raises(IllegalAction) as caught:
                position.play(Action("A", verb, (value,)))
            assert all(caught.value.text(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("id", GAMES)
def test_no_number_typed_ends_a_game(id: str) -> None:
    lines = [HUGE, "-" + HUGE, f"answer {HUGE}", "answer --3", "why answer --3", f"why {HUGE}", f"list {HUGE}", "quit"]
    run("play", id, "--random", "B", "--seed", 3, keys="\n".join(lines))


@pytest.mark.parametrize(
    "args", [(id, "--set", f"{name}={HUGE}") for id in GAMES for name in OPENINGS.get(id, ())], ids=short
)
def test_no_number_of_an_opening_is_too_long_to_be_refused(args: tuple[str, ...]) -> None:
    run("play", *args, keys="quit", code=2)


@pytest.mark.parametrize(
    "args",
    [
        ("perft", "--depth", HUGE),
        ("play", "tangwu", "--seed", HUGE),
        ("lab", "--port", HUGE),
        ("play", "tangwu", "--ruling", f"TW-R8={HUGE}"),
        ("play", "tangwu", "--ruling", f"{HUGE}={HUGE}"),
        ("rules", "tangwu", HUGE),
        ("rules", "TW-" + HUGE),
        ("compare", "scenarios/tangwu/cold-wind-into-thorns.yaml", HUGE),
        ("coverage", HUGE),
    ],
    ids=short,
)
def test_no_number_on_the_command_line_is_too_long_to_be_refused(args: tuple[str, ...]) -> None:
    run(*args, keys="quit", code=2)


@pytest.mark.parametrize(
    ("id", "given"),
    [
        ("quanjiao", f"{{A: {{moves: ['m{HUGE}']}}}}"),
        ("quanjiao", f"{{A: {{hand: ['F{HUGE}']}}}}"),
        ("quanjiao", f"{{A: {{board: {{'LH{HUGE}': F1}}}}}}"),
        ("quanjiao", f"{{A: {{life: {HUGE}}}}}"),
        ("quanjiao", f"{{A: {{declared: ['m01@{HUGE}']}}}}"),
        ("tangwu", f"{{A: {{hp: {HUGE}}}}}"),
        ("tangwu", f"{{A: {{假人: [{HUGE}]}}}}"),
        ("shengling", f"{{A: {{spent: [{HUGE}]}}}}"),
        ("shengling", f"{{A: {{hand: ['献身(-{HUGE})']}}}}"),
        ("shengling", f"{{own_cards: [{{number: X1, power: {HUGE}}}]}}"),
    ],
    ids=short,
)
def test_no_number_of_a_set_up_is_too_long_to_be_refused(id: str, given: str) -> None:
    with pytest.raises(RulekitError) as caught:
        rulekit.core.scenario.loads(f"game: {id}\ntitle: x\ngiven: {given}\nplay: []\n")
    assert all(caught.value.text(lang) for lang in LANGUAGES)
