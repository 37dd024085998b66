"""Lessons do what they promise: each question has its answer and says why another is wrong, each puzzle is solvable."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from rulekit.core.action import Action
from rulekit.ui.asked import same
from rulekit.ui.hints import LEVELS
from rulekit.ui.puzzle import Puzzle
from rulekit.ui.quiz import Quiz
from tests.support import ROOT
from tests.support.lessons import CHAPTER, HEADING, LESSONS, Lesson, lesson

CLAUSE = re.compile(r"\b[A-Z]{2}-[0-9R][0-9A-Z.]*\b")


def quizzes(read: Lesson) -> list[Quiz]:
    return [cell.shown for cell in read.of(Quiz)]


def puzzles(read: Lesson) -> list[Puzzle]:
    return [cell.shown for cell in read.of(Puzzle)]


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
    for quiz in quizzes(read):
        verdict = quiz.guess(quiz.answer)
        assert verdict.right and CLAUSE.search("\n".join(verdict.lines)), quiz.question


def test_a_first_wrong_guess_does_not_tell_the_answer(read: Lesson) -> None:
    for quiz in quizzes(read):
        quiz.level, quiz.verdict, quiz.missed = 0, None, []  # the tests share the lesson
        verdict = quiz.guess(_other(quiz)[0])
        assert verdict.again is (quiz.options is None or len(quiz.options) > 2), quiz.question
        if verdict.again:
            assert quiz.level == 1 and not quiz.guess(_other(quiz)[1]).again, quiz.question


def test_a_last_wrong_guess_is_told_the_answer_and_why(read: Lesson) -> None:
    for quiz in quizzes(read):
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


def test_every_question_is_worked_out_and_only_its_answer_is_true(read: Lesson) -> None:
    for quiz in quizzes(read):
        assert quiz.asks is not None, f"{quiz.question}: what is asked?"
        if callable(quiz.asks):
            assert same(quiz.asks(), quiz.answer), quiz.question
        else:
            true = {option for option, holds in quiz.asks.items() if holds()}
            assert true == {quiz.answer} and quiz.options is not None and set(quiz.asks) == set(quiz.options)


def test_no_answer_is_written_by_hand(read: Lesson) -> None:
    for cell in read.of(Quiz):
        for node in ast.walk(ast.parse(cell.source)):
            assert not (isinstance(node, ast.keyword) and node.arg == "answer"), cell.source
            if isinstance(node, ast.keyword) and node.arg == "asks":
                lambdas = [n for n in ast.walk(node.value) if isinstance(n, ast.Lambda)]
                assert not any(isinstance(n.body, ast.Constant) for n in lambdas), cell.source


def test_no_question_is_explained_in_letters_and_keys(read: Lesson) -> None:
    """What a learner reads speaks of cost and skill hand, not of E and d; of readings in words, not by their keys."""
    for cell in read.of(Quiz):
        told = "\n".join((*cell.shown.explanation(), *map(cell.shown.hint_at, range(1, LEVELS + 1)), repr(cell.shown)))
        found = re.findall(r"(?<![A-Za-z0-9_-])[Edqxyk](?![A-Za-z0-9_])|模型|\b[a-z]+_[a-z_]+|\w@main", told, re.ASCII)
        assert not found, f"[{cell.number}] {found}"


def test_every_kind_of_step_that_is_looked_for_exists(read: Lesson) -> None:
    """A question that looks for a step of no kind would be answered whatever happens."""
    catalogue = quizzes(read)[0].game.catalogue
    for cell in read.cells:
        for node in ast.walk(ast.parse(cell.source)) if not cell.prose else ():
            if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == "kind":
                for wanted in (n.value for n in ast.walk(node) if isinstance(n, ast.Constant)):
                    assert wanted in catalogue or f"decision.{wanted}" in catalogue, f"[{cell.number}] {wanted}"


def test_every_puzzle_promises_something_and_its_title_stands_above_it(read: Lesson) -> None:
    titles = HEADING.findall(read.prose)
    assert len(titles) == len(puzzles(read)) == len(set(titles))
    for puzzle in puzzles(read):
        assert puzzle.themes, f"{puzzle.question}: what does every solution hold?"


def test_hints_lead_to_the_answer(read: Lesson) -> None:
    for quiz in quizzes(read):
        hints = [quiz.hint_at(level) for level in range(1, LEVELS + 1)]
        assert all(hints) and len(set(hints)) == LEVELS and quiz.answer_text() in hints[-1], quiz.question


def test_no_two_questions_of_a_lesson_are_the_same(read: Lesson) -> None:
    asked = [asking.question for asking in (*quizzes(read), *puzzles(read))]
    assert len(asked) == len(set(asked)), "a cell run again takes the place of what asks the same"


def test_puzzles_are_solved_by_their_line_and_no_sooner(read: Lesson) -> None:
    assert 6 <= len(puzzles(read)) <= 8
    for puzzle in puzzles(read):
        line = [puzzle.session.game.format(action) for action in puzzle.line]
        assert line and puzzle.check(*line).right, puzzle.question
        for n in range(len(line)):
            assert not puzzle.check(*line[:n]).right, f"{puzzle.question}: solved after {n} actions"
        assert not puzzle.begun, "the reader has not played"


def test_every_chapter_has_something_to_find_out_and_is_checked(read: Lesson) -> None:
    chapters = [int(number) for number, _ in CHAPTER.findall(read.prose)]
    assert chapters == list(range(1, len(chapters) + 1))
    asked = {cell.chapter for cell in (*read.of(Quiz), *read.of(Puzzle))}
    checked = {cell.chapter for cell in read.cells if "assert " in cell.source}
    assert set(chapters) - asked == set() and set(chapters) - checked == set()


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
    assert tuple(len(puzzle.line) for puzzle in puzzles(lesson(SHENGLING))) == SOLUTIONS


def solutions(puzzle: Puzzle) -> list[tuple[Action, ...]]:
    """Return every shortest way to solve a puzzle in which only the reader decides, found by trying all."""
    found: list[tuple[Action, ...]] = []
    rim: list[tuple[Any, tuple[Action, ...]]] = [(puzzle.session.position, ())]
    for _ in range(len(puzzle.line)):
        rim = [(at.play(a), (*line, a)) for at, line in rim if at.decider == puzzle.who for a in at.legal_actions()]
        found += [line for at, line in rim if puzzle.goal(at)]
    return found


def test_one_block_alone_saves_everybody() -> None:
    block = puzzles(lesson(SHENGLING))[1]
    assert solutions(block) == [block.line] and block.line[0].args == ("B1 B3 B4 B5",)


def test_clearing_the_way_takes_both_cards() -> None:
    clear = puzzles(lesson(SHENGLING))[2]
    for line in solutions(clear):
        used = {action.args[0] for action in line if action.verb == "play"}
        assert used == {"溯流归巢", "潮汐驯手"} and line[-1].verb == "attack"


@pytest.mark.parametrize(("place", "first"), [(3, {"溯流归巢", "战鼓獾"}), (4, {"孤注狂徒", "稻草哨兵"})])
def test_only_the_right_card_may_be_sacrificed(place: int, first: set[str]) -> None:
    puzzle = puzzles(lesson(SHENGLING))[place]
    assert puzzle.force is not None
    start = puzzle.session.position
    offered = [a for a in start.legal_actions() if a.verb == "sacrifice"]
    good = {a.args[0] for a in offered if puzzle.force.needs(start.play(a)) is not None}
    assert good == first and len(offered) == 3


def test_the_table_of_blocks_counts_as_the_question_does() -> None:
    quiz = next(q for q in quizzes(lesson(SHENGLING)) if q.then is not None and "✗" in repr(q.then))
    title, *rows = repr(quiz.then).splitlines()
    assert f" {quiz.answer} " in title
    assert sum(row.lstrip().startswith("✓") for row in rows) == quiz.answer + 1, "the sets and declining"
