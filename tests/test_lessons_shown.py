"""Nothing that a reader sees with a question tells its answer: no board, no hint, nothing earlier cells showed."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rulekit.core.errors import IllegalAction
from rulekit.ui.quiz import Quiz
from tests.support.lessons import LESSONS, Cell, Lesson, before, evidence, lesson


@pytest.fixture(params=LESSONS, ids=lambda p: p.parent.name)
def read(request: pytest.FixtureRequest) -> Lesson:
    return lesson(request.param)


def test_a_board_above_a_question_says_what_lies_there_and_no_more(read: Lesson) -> None:
    for cell in read.of(Quiz):
        quiz: Quiz = cell.shown
        if quiz.position is None:
            continue
        view = quiz.game.view
        assert quiz.position_html() == view.position_html(quiz.position, "zh", lean=True, plain=True)
        assert repr(quiz).startswith(view.position_text(quiz.position, "zh", plain=True))
        decision = quiz.position.decision
        if decision is not None:
            options = " / ".join(map(quiz.position.phrasebook("zh").value, decision.options))
            assert options not in " ".join(before(quiz).split())


def test_what_is_shown_with_a_question_does_not_tell_its_answer(read: Lesson) -> None:
    for cell in read.of(Quiz):
        quiz: Quiz = cell.shown
        hints = "\n".join(quiz._hints)
        for line in evidence(cell):
            assert line not in hints, f"[{cell.number}] {quiz.question}: {line}"
        if isinstance(quiz.answer, (int, Fraction)) and not isinstance(quiz.answer, bool):
            assert not re.search(rf"= ?{quiz.answer}(?!\d)", hints), f"[{cell.number}] {quiz.question}: {hints}"


@pytest.mark.slow
def test_what_was_shown_before_does_not_tell_the_answer(read: Lesson) -> None:
    seen: list[Cell] = []
    for cell in read.cells:
        if seen and seen[-1].chapter != cell.chapter:
            seen = []
        if isinstance(cell.shown, Quiz):
            for line in evidence(cell):
                for earlier in seen:
                    told = _same(earlier, cell) and line in earlier.seen
                    assert not told, f"[{cell.number}] {cell.shown.question}: [{earlier.number}] says {line}"
        seen.append(cell)


def _same(earlier: Cell, cell: Cell) -> bool:
    """Tell whether an earlier cell is about the same line of play, or about none in particular."""
    if earlier.example is None or cell.example is None:
        return not isinstance(earlier.shown, Quiz)
    lines = [example._session.actions for example in (earlier.example, cell.example)]
    shorter = min(map(len, lines))
    return earlier.example.start.state == cell.example.start.state and lines[0][:shorter] == lines[1][:shorter]


def test_a_refusal_that_is_asked_for_was_not_told_before(read: Lesson) -> None:
    """Which action is asked about is found out by asking again and listening."""
    for cell in read.of(Quiz):
        for reason in _refusals(cell):
            shown = [c for c in read.cells[: cell.number] if c.chapter == cell.chapter and _same(c, cell)]
            for told in (before(cell.shown), *(c.seen for c in shown)):
                assert reason not in told, f"[{cell.number}] {cell.shown.question}: {reason}"


def _refusals(cell: Cell) -> set[str]:
    """Return why the actions are refused that a question is about."""
    if cell.example is None or not callable(cell.shown.asks):
        return set()
    found: set[str] = set()
    why = type(cell.example.position).why_illegal

    def noted(position, action):  # type: ignore[no-untyped-def]
        refused: IllegalAction | None = why(position, action)
        if refused is not None:
            found.add(refused.reason("zh"))
        return refused

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(cell.example.position), "why_illegal", noted)
        cell.shown.asks()
    return found
