"""Errors of the project: one place words each of them, in the language in force."""

from __future__ import annotations

import ast
import errno
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import rulekit
from rulekit.analysis.solve import SearchTooLarge
from rulekit.casebook import casebook
from rulekit.core import scenario
from rulekit.core.catalogue import LANG_VARIABLE, common_catalogue
from rulekit.core.errors import BadArgument, FileProblem, RulekitError, UnknownName, speaking, system_words
from rulekit.core.trace import Trace
from rulekit.games.quanjiao.move_file import load_moves
from rulekit.games.shengling.block_table import blocks_card
from rulekit.games.tangwu.gestures import gesture_svg
from rulekit.ui.quiz import predict

CHINESE = re.compile("[\u4e00-\u9fff]")
COSTLY = {"step": "act", "A": {"cost": 1, "digit": 3}}  # 寒风 costs 3 (TW-6.D3.3)

#: Every way to be told of a fault in Python, none of which names a Chinese term by itself.
FAULTS: dict[str, Callable[[], object]] = {
    "illegal action": lambda: rulekit.example(COSTLY, "寒风"),
    "set-up without such a field": lambda: rulekit.lab("tangwu", given={"A": {"hpp": 3}}),
    "set-up with a wrong type": lambda: rulekit.example({"A": {"hp": "x"}}),
    "impossible position": lambda: rulekit.example({"step": "act", "A": {"hp": -1}}),
    "unknown game": lambda: rulekit.load_game("chess"),
    "unknown ruling": lambda: rulekit.new_game("tangwu", rulings={"TW-R99": "x"}),
    "unknown action": lambda: rulekit.example(COSTLY, "nothing"),
    "missing file": lambda: scenario.load("nowhere.yaml"),
    "wrong file": lambda: scenario.loads("game: tangwu\ntitle: x\ngiven: {}\nplay: []\nthe: {}\n"),
    "impossible scenario": lambda: scenario.loads("game: tangwu\ntitle: x\ngiven: {A: {hp: -1}}\nplay: []\n"),
    "wrong move card": lambda: load_moves("id: x\nname: x\nwidth: 9\nregions: []\ndamage: []\n"),
    "no casebook": lambda: casebook([], Path()),
    "question without its answer": lambda: predict("x", [1, 2], answer=3),
    "no gesture": lambda: gesture_svg(99, hand="left"),
    "no such hand": lambda: gesture_svg(1, hand="third"),  # type: ignore[arg-type]
    "no such step": lambda: rulekit.lab("tangwu").session.jump(999),
    "nothing joined": lambda: Trace.join([]),
    "no creature": lambda: blocks_card(rulekit.new_game("shengling"), "A1"),
    "search given up": lambda: _raise(SearchTooLarge(5)),
}


def _raise(error: Exception) -> None:
    raise error


def told(fault: Callable[[], object]) -> str:
    with pytest.raises(RulekitError) as caught:
        fault()
    return str(caught.value)


@pytest.mark.parametrize("name", FAULTS)
def test_an_error_speaks_the_language_in_force(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(LANG_VARIABLE, raising=False)
    chinese = told(FAULTS[name])
    assert CHINESE.search(chinese), chinese
    monkeypatch.setenv(LANG_VARIABLE, "en")
    english = told(FAULTS[name])
    assert not CHINESE.search(english.replace("寒风", "")), english
    assert english != chinese


def test_a_caught_error_follows_the_language_when_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    error = UnknownName("unknown_clause", name="x", nearest="y")
    monkeypatch.setenv(LANG_VARIABLE, "en")
    assert str(error) == error.text("en") == error.text()
    monkeypatch.setenv(LANG_VARIABLE, "zh")
    assert str(error) == error.text("zh") == error.text()


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("force", ["zh", "en"])
def test_the_language_asked_for_wins(lang: str, force: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LANG_VARIABLE, force)
    for fault in (
        lambda: rulekit.example(COSTLY, "寒风", lang=lang),
        lambda: rulekit.example(COSTLY, lang=lang).play("寒风"),
        lambda: rulekit.lab("tangwu", given={"A": {"hpp": 3}}, lang=lang),
        lambda: rulekit.puzzle("x", {"A": {"hpp": 3}}, lang=lang),
        lambda: rulekit.predict("x", [1, 2], answer=3, lang=lang),
    ):
        assert bool(CHINESE.search(told(fault).replace("寒风", ""))) is (lang == "zh")


def test_an_unknown_language_is_told_in_the_one_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LANG_VARIABLE, "zh")
    assert CHINESE.search(told(lambda: rulekit.example({}, lang="fr")))
    with pytest.raises(UnknownName) as caught, speaking("fr"):
        rulekit.load_game("chess")
    assert caught.value.lang is None


def test_what_is_a_value_error_stays_one() -> None:
    assert issubclass(BadArgument, ValueError) and issubclass(SearchTooLarge, RuntimeError)


def test_errors_are_worded_in_one_place_each() -> None:
    """A class of errors words itself in `worded`; what picks the language stands in the base class alone."""

    def below(cls: type) -> set[type]:
        return {cls}.union(*map(below, cls.__subclasses__()))

    for cls in below(RulekitError) - {RulekitError}:
        assert not {"text", "__str__"} & set(vars(cls)), cls


@pytest.mark.parametrize(("lang", "said"), [("zh", "磁盘读写出错"), ("en", "the disk cannot be read or written")])
def test_what_the_system_says_is_in_the_language(lang: str, said: str, tmp_path: Path) -> None:
    assert system_words(lang, errno.EIO) == said
    assert said in FileProblem("file_unreadable", file="x", number=errno.EIO).text(lang)
    assert system_words(lang, errno.EXDEV) == os.strerror(errno.EXDEV), "a rare one as the system tells it"
    told = [key.removeprefix("system.") for key in list(common_catalogue().keys()) if key.startswith("system.")]
    assert told and all(hasattr(errno, name) for name in told)


#: Faults of whoever writes a game, never of its users: their sentences are for developers.
FOR_DEVELOPERS = {
    "core/record.py",
    "core/catalogue.py",
    "core/steps.py",
    "drawing/layout.py",
    "games/__init__.py",
}


def test_no_sentence_for_a_user_is_built_where_it_is_raised() -> None:
    package = Path(rulekit.__file__).parent
    found = set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            raised = node.exc if isinstance(node, ast.Raise) else None
            if isinstance(raised, ast.Call) and getattr(raised.func, "id", "") in (
                "ValueError",
                "RuntimeError",
                "IndexError",
            ):
                found.add(path.relative_to(package).as_posix())
    assert found <= FOR_DEVELOPERS
