"""Every sentence of a lesson's prose is held against the engine and the rulebook."""

from __future__ import annotations

import re
from importlib import import_module
from types import SimpleNamespace

import pytest

from tests.statements.said import Said
from tests.support.lessons import LESSONS, Lesson, lesson
from tests.support.words import chinese

NOT_SAID = re.compile(r"^#.*$|^- \*\*.*$|^\*English summary.*$", re.MULTILINE)  # headings, where to go on, English


def statements(id: str) -> tuple[Said, ...]:
    found: tuple[Said, ...] = import_module(f"tests.statements.{id}").STATEMENTS
    return found


CASES = [(path.parent.name, n) for path in LESSONS for n in range(len(statements(path.parent.name)))]


@pytest.fixture(params=LESSONS, ids=lambda p: p.parent.name)
def read(request: pytest.FixtureRequest) -> Lesson:
    return lesson(request.param)


@pytest.mark.parametrize(("id", "n"), CASES, ids=[f"{id}-{n}" for id, n in CASES])
def test_what_the_prose_says_holds(id: str, n: int) -> None:
    said = statements(id)[n]
    read = lesson(next(p for p in LESSONS if p.parent.name == id))
    if said.holds is not None and not said.holds(SimpleNamespace(**read.names)):
        pytest.fail(said.text, pytrace=False)


def test_every_sentence_is_looked_at_and_stands_there(read: Lesson) -> None:
    prose = NOT_SAID.sub("", read.prose)
    for said in statements(read.id):
        if said.text not in prose:
            pytest.fail(f"no longer said: {said.text}", pytrace=False)
        prose = prose.replace(said.text, "", 1)
    left = [line for line in prose.splitlines() if chinese(line)]
    assert not left, "not looked at: " + "\n".join(left)


def test_asides_say_nothing_of_the_rules(read: Lesson) -> None:
    for said in statements(read.id):
        if said.holds is None:
            assert not re.search(r"\d(?![章级])|[+−]", re.sub(r"`[^`]*`|Shift\+Enter", "", said.text)), said.text
