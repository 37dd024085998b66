"""Lessons do what they promise: each question has its answer and says why another is wrong, each puzzle is solvable."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rulekit.core.action import Action
from rulekit.ui.hints import LEVELS
from rulekit.ui.puzzle import Puzzle
from rulekit.ui.quiz import Quiz
from tests.notebook_guard import ROOT

LESSONS = sorted((ROOT / "notebooks").glob("*/lesson.ipynb"))
CLAUSE = re.compile(r"\b[A-Z]{2}-[0-9R][0-9A-Z.]*\b")
CHAPTER = re.compile(r"^## (\d+) (.+)$", re.MULTILINE)


class Lesson(NamedTuple):
    """A lesson run in this process: what its cells show, and the chapter each thing stands in."""

    prose: str
    quizzes: tuple[tuple[int, Quiz], ...]
    puzzles: tuple[tuple[int, Puzzle], ...]
    checked: frozenset[int]


def _cells(path: Path) -> Iterator[tuple[str, str]]:
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        yield cell["cell_type"], "".join(cell["source"])


@cache
def lesson(path: Path) -> Lesson:
    """Run a lesson from top to bottom."""
    names: dict[str, Any] = {"__name__": "__main__"}
    chapter, prose = 0, []
    quizzes: list[tuple[int, Quiz]] = []
    puzzles: list[tuple[int, Puzzle]] = []
    checked = set()
    for kind, source in _cells(path):
        if kind == "markdown":
            prose.append(source)
            chapter = next((int(number) for number, _ in CHAPTER.findall(source)), chapter)
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            shown = _run(source, names)
        if isinstance(shown, Quiz):
            quizzes.append((chapter, shown))
        if isinstance(shown, Puzzle):
            puzzles.append((chapter, shown))
        if "assert " in source:
            checked.add(chapter)
    return Lesson("\n\n".join(prose), tuple(quizzes), tuple(puzzles), frozenset(checked))


def _run(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; return the value of its last line."""
    body = ast.parse(source)
    last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
    exec(compile(body, "<cell>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if isinstance(last, ast.Expr) else None


def _other(quiz: Quiz) -> list[Any]:
    """Return guesses that are wrong."""
    if quiz.options is not None:
        return [value for value in quiz.options if value != quiz.answer]
    return [quiz.answer + 1, f"{quiz.answer + 7}"]


@pytest.fixture(params=LESSONS, ids=lambda p: p.parent.name)
def read(request: pytest.FixtureRequest) -> Lesson:
    return lesson(request.param)


def test_every_game_has_its_lesson() -> None:
    assert [p.parent.name for p in LESSONS] == ["quanjiao", "shengling", "tangwu"]


def test_the_answer_is_right_and_explained(read: Lesson) -> None:
    for _, quiz in read.quizzes:
        verdict = quiz.guess(quiz.answer)
        assert verdict.right and CLAUSE.search("\n".join(verdict.lines)), quiz.question


def test_a_first_wrong_guess_does_not_tell_the_answer(read: Lesson) -> None:
    for _, quiz in read.quizzes:
        quiz.level, quiz.verdict, quiz.missed = 0, None, []  # the tests share the lesson
        verdict = quiz.guess(_other(quiz)[0])
        assert verdict.again is (quiz.options is None or len(quiz.options) > 2), quiz.question
        if verdict.again:
            assert quiz.level == 1 and not quiz.guess(_other(quiz)[1]).again, quiz.question


def test_a_last_wrong_guess_is_told_the_answer_and_why(read: Lesson) -> None:
    for _, quiz in read.quizzes:
        guesses = _other(quiz)
        assert guesses, f"{quiz.question}: nothing else can be guessed"
        quiz.reveal()
        for value in guesses:
            verdict = quiz.guess(value)
            text = "\n".join(verdict.lines)
            assert not verdict.right and quiz.answer_text() in text and CLAUSE.search(text), quiz.question
            assert value not in quiz.wrong or quiz.wrong[value] in verdict.lines
        for value in quiz.wrong:
            assert value in (quiz.options or ()) and value != quiz.answer, f"{quiz.question}: {value} is never wrong"


def test_hints_lead_to_the_answer(read: Lesson) -> None:
    for _, quiz in read.quizzes:
        hints = [quiz.hint_at(level) for level in range(1, LEVELS + 1)]
        assert all(hints) and len(set(hints)) == LEVELS and quiz.answer_text() in hints[-1], quiz.question


def test_no_two_questions_of_a_lesson_are_the_same(read: Lesson) -> None:
    asked = [quiz.question for _, quiz in read.quizzes] + [puzzle.question for _, puzzle in read.puzzles]
    assert len(asked) == len(set(asked)), "a cell run again takes the place of what asks the same"


def test_puzzles_are_solved_by_their_line_and_no_sooner(read: Lesson) -> None:
    assert 6 <= len(read.puzzles) <= 8
    for _, puzzle in read.puzzles:
        line = [puzzle.session.game.format(action) for action in puzzle.line]
        assert line and puzzle.check(*line).right, puzzle.question
        for n in range(len(line)):
            assert not puzzle.check(*line[:n]).right, f"{puzzle.question}: solved after {n} actions"
        assert not puzzle.begun, "the reader has not played"


def test_every_chapter_has_something_to_find_out_and_is_checked(read: Lesson) -> None:
    chapters = [int(number) for number, _ in CHAPTER.findall(read.prose)]
    assert chapters == list(range(1, len(chapters) + 1))
    asked = {chapter for chapter, _ in (*read.quizzes, *read.puzzles)}
    assert {c for c in chapters if c not in asked} == set()
    assert {c for c in chapters if c not in read.checked} == set()


@pytest.mark.parametrize("path", LESSONS, ids=lambda p: p.parent.name)
def test_what_the_prose_points_to_is_there(path: Path) -> None:
    prose = lesson(path).prose
    chapters = {int(number) for number, _ in CHAPTER.findall(prose)}
    assert {int(n) for n in re.findall(r"第 ?(\d+) ?章", prose)} <= chapters
    for target in re.findall(r"\]\(([^)#:]+)\)", prose):
        assert (path.parent / target).exists(), target


# -- 生灵对决 ------------------------------------------------------------------------------------------

SHENGLING = ROOT / "notebooks" / "shengling" / "lesson.ipynb"

#: How many actions the shortest solution of each puzzle has.
SOLUTIONS = (6, 1, 8, 4, 7, 6, 2)


def test_the_puzzles_of_shengling_are_as_hard_as_meant() -> None:
    puzzles = [puzzle for _, puzzle in lesson(SHENGLING).puzzles]
    assert tuple(len(puzzle.line) for puzzle in puzzles) == SOLUTIONS


def solutions(puzzle: Puzzle) -> list[tuple[Action, ...]]:
    """Return every shortest way to solve a puzzle in which only the reader decides, found by trying all."""
    found: list[tuple[Action, ...]] = []
    rim = [(puzzle.session.position, ())]
    for _ in range(len(puzzle.line)):
        rim = [(at.play(a), (*line, a)) for at, line in rim if at.decider == puzzle.who for a in at.legal_actions()]
        found += [line for at, line in rim if puzzle.goal(at)]
    return found


def test_one_block_alone_saves_everybody() -> None:
    _, block = lesson(SHENGLING).puzzles[1]
    assert solutions(block) == [block.line] and block.line[0].args == ("B1 B3 B4 B5",)


def test_clearing_the_way_takes_both_cards() -> None:
    _, clear = lesson(SHENGLING).puzzles[2]
    for line in solutions(clear):
        used = {action.args[0] for action in line if action.verb == "play"}
        assert used == {"溯流归巢", "潮汐驯手"} and line[-1].verb == "attack"


@pytest.mark.parametrize(("place", "first"), [(3, {"溯流归巢", "战鼓獾"}), (4, {"孤注狂徒", "稻草哨兵"})])
def test_only_the_right_card_may_be_sacrificed(place: int, first: set[str]) -> None:
    _, puzzle = lesson(SHENGLING).puzzles[place]
    assert puzzle.force is not None
    start = puzzle.session.position
    offered = [a for a in start.legal_actions() if a.verb == "sacrifice"]
    good = {a.args[0] for a in offered if puzzle.force.needs(start.play(a)) is not None}
    assert good == first and len(offered) == 3


def test_the_table_of_blocks_counts_as_the_question_does() -> None:
    quiz = next(q for _, q in lesson(SHENGLING).quizzes if q.then is not None and "✗" in repr(q.then))
    title, *rows = repr(quiz.then).splitlines()
    assert f" {quiz.answer} " in title
    assert sum(row.lstrip().startswith("✓") for row in rows) == quiz.answer + 1, "the sets and declining"
