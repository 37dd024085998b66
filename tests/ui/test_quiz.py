"""Predictions: the answer comes from the engine, wrong guesses are explained, three levels of hints."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from ipywidgets.widgets import widget as widget_module

import rulekit
from rulekit.core.errors import UnknownName
from rulekit.ui.quiz import Quiz
from rulekit.ui.quiz_view import QuizView
from rulekit.ui.session import Session
from rulekit.ui.words import LabError
from tests.ui.test_session import DUEL, GAME

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture
def session() -> Session:
    made = Session(GAME, DUEL)
    made.play("寒风")
    return made


def hp_question(session: Session, **options: Any) -> Quiz:
    return rulekit.predict(
        {"zh": "B 的血量变成多少？", "en": "What is B's HP then?"},
        asks=lambda: session.position.state.B.hp,
        trace=session.trace,
        explain=["TW-5.2.2"],
        **options,
    )


def test_the_answer_is_computed_by_the_engine(session: Session) -> None:
    assert hp_question(session).answer == 12
    session.set_field(("B", "hp"), 30)
    assert hp_question(session).answer == 32


def test_a_right_guess(session: Session) -> None:
    quiz = hp_question(session)
    verdict = quiz.guess("12")
    assert verdict.right and "12" in verdict.lines[0] and quiz.verdict is verdict


def test_a_wrong_guess_leaves_another_with_a_hint(session: Session) -> None:
    quiz = hp_question(session, wrong={7: "无敌挡下了这一段"})
    verdict = quiz.guess(7)
    assert not verdict.right and verdict.again and verdict.lines == ("7 不对，再猜一次。", "无敌挡下了这一段")
    assert quiz.level == 1 and "TW-5.2.2" in quiz.hint_at(quiz.level) and "12" not in quiz.hint_at(quiz.level)
    assert quiz.guess(7).again, "the same guess is no other one"
    assert quiz.guess(12).right
    assert not quiz.guess(7).again, "the answer is known by now"


def test_the_answer_is_told_when_asked_for(session: Session) -> None:
    quiz = hp_question(session)
    quiz.guess(7)
    verdict = quiz.reveal()
    assert verdict.lines[0] == "答案：12" and "TW-5.2.2" in verdict.lines[-1] and not verdict.again
    assert not quiz.guess(7).again


def test_a_second_wrong_guess_is_explained_by_step_and_clause(session: Session) -> None:
    quiz = hp_question(session)
    quiz.guess(8)
    verdict = quiz.guess(7)
    text = "\n".join(verdict.lines)
    assert not verdict.right and not verdict.again and "7" in verdict.lines[0] and "12" in verdict.lines[0]
    assert "10→12" in text and "步 5" in text and "TW-5.2.2" in text
    assert GAME.rulebook.clause("TW-5.2.2").text["zh"] in text


def test_three_hints_the_last_is_the_answer(session: Session) -> None:
    quiz = hp_question(session)
    first, second, third = quiz.hint(), quiz.hint(), quiz.hint()
    assert "TW-5.2.2" in first and "12" not in first
    assert GAME.rulebook.clause("TW-5.2.2").text["zh"] in second
    assert "12" in third and quiz.hint() == third


def test_own_hints_come_first(session: Session) -> None:
    quiz = hp_question(session, hints=["谁有无敌？"])
    assert quiz.hint() == "谁有无敌？" and "TW-5.2.2" in quiz.hint() and "12" in quiz.hint()


def test_options_with_texts_and_a_word_for_a_wrong_one(session: Session) -> None:
    quiz = rulekit.predict(
        "荆棘触发吗？",
        {True: {"zh": "触发", "en": "it fires"}, False: {"zh": "不触发", "en": "it does not"}},
        asks=lambda: session.position.state.B.thorns == 0,
        trace=session.trace,
        explain=[6],
        wrong={True: "被挡下的伤害不算受伤"},
    )
    verdict = quiz.guess(True)
    assert not verdict.right and not verdict.again, "only the answer is left"
    assert "被挡下的伤害不算受伤" in verdict.lines
    assert quiz.guess(False).right and "不触发" in quiz.verdict.lines[0]  # type: ignore[union-attr]


def test_a_number_is_no_flag_and_a_fraction_is_a_number() -> None:
    quiz = rulekit.predict("?", answer=1, game="tangwu")
    assert not quiz.guess(True).right and quiz.guess("2/2").right
    assert rulekit.predict("?", answer=Fraction(1, 3), game="tangwu").guess("1/3").right


@pytest.mark.parametrize("text", ["", "twelve", "1/0", "9" * 1000, "nan", HOSTILE])
def test_what_is_no_number(text: str, session: Session) -> None:
    quiz = hp_question(session)
    with pytest.raises(LabError):
        quiz.guess(text)
    assert quiz.verdict is None


def test_a_question_that_contradicts_the_rules_cannot_be_made(session: Session) -> None:
    with pytest.raises(LabError):
        rulekit.predict("?", [1, 2], answer=3, game="tangwu")
    with pytest.raises(UnknownName):
        rulekit.predict("?", answer=3, game="tangwu", explain=["TW-99.9"])
    with pytest.raises(LabError):
        rulekit.predict("?", answer=3, game="tangwu", explain=[1])


def asked(session: Session, options: Any = None, **known: Any) -> Quiz:
    return rulekit.predict("B?", options, trace=session.trace, explain="TW-5.2.2", **known)


def test_an_answer_written_by_hand_is_the_engines(session: Session) -> None:
    def hp() -> int:
        return int(session.position.state.B.hp)

    assert asked(session, answer=12, asks=hp).answer == 12
    for wrong in (17, True, "12", 12.5):
        with pytest.raises(LabError) as refused:
            asked(session, answer=wrong, asks=hp)
        assert "12" in refused.value.text("zh") and str(wrong) in refused.value.text("en")
    for known in ({"answer": 12}, {"answer": 17}, {}):
        with pytest.raises(LabError) as refused:
            asked(session, **known)
        assert "asks=" in refused.value.text("zh"), "what it asks must be said"


def test_exactly_one_option_is_true(session: Session) -> None:
    options = {"more": "多了", "even": "是双数", "ten": "正好 10"}
    hp = session.position.state.B.hp
    asks = {"more": lambda: hp > 10, "even": lambda: hp % 2 == 0, "ten": lambda: hp == 10}
    with pytest.raises(LabError) as refused:
        asked(session, options, asks=asks)
    assert "多了" in refused.value.text("zh") and "是双数" in refused.value.text("en")
    with pytest.raises(LabError):
        asked(session, options, asks=asks | {"more": lambda: False, "even": lambda: False})
    assert asked(session, options, asks=asks | {"even": lambda: hp % 2}).answer == "more"
    with pytest.raises(LabError):
        asked(session, {"more": "多了", "ten": "正好 10"}, asks=asks)
    with pytest.raises(LabError):
        asked(session, {10: "一样", 12: "一样"}, asks=lambda: hp)
    with pytest.raises(LabError):
        asked(session, [12, 10, 12], asks=lambda: hp)


def test_text_and_page_are_complete_without_widgets(session: Session) -> None:
    quiz = hp_question(session, lang="en")
    bundle, _metadata = quiz._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "What is B's HP then?" in bundle["text/plain"] and "Answer: 12" in bundle["text/plain"]
    page = bundle["text/html"]
    before, _, folded = page.rpartition("<details>")
    assert "Answer: 12" in folded and "Answer: 12" not in before, "the answer is folded away"


def test_the_view_follows_the_quiz(session: Session) -> None:
    view = QuizView(hp_question(session))
    view.hint()
    assert "TW-5.2.2" in view.hints.note.value and "2/3" in view.hints.button.description
    view.input.value = HOSTILE
    view.check()
    assert "<img" not in view.result.value and "&lt;img" in view.result.value
    view.input.value = "12"
    view.check()
    assert view.quiz.verdict is not None and view.quiz.verdict.right and "rk-right" in view.result.value


def test_the_view_keeps_the_answer_until_the_second_wrong_guess(session: Session) -> None:
    view = QuizView(hp_question(session, whole=True))
    hidden = "rk-hidden" in view.revealer._dom_classes
    view.choose("7")
    offered = "rk-hidden" not in view.revealer._dom_classes
    assert hidden and offered, "the answer is offered once there was a guess"
    assert "TW-5.2.2" in view.hints.note.value
    assert "再猜一次" in view.result.value and "12" not in view.result.value and "<details>" not in view.result.value
    view.choose("8")
    assert "12" in view.result.value and "<details>" in view.result.value
    assert "rk-hidden" in view.revealer._dom_classes


def test_the_answer_is_one_button_away_after_a_wrong_guess(session: Session) -> None:
    view = QuizView(hp_question(session, lang="en"))
    view.choose("7")
    view.revealer.click()
    assert "Answer: 12" in view.result.value and "rk-hidden" in view.revealer._dom_classes


def test_a_button_per_option(session: Session) -> None:
    view = QuizView(rulekit.predict(HOSTILE, ["荆棘", "无敌"], answer="无敌", game="tangwu", lang="en"))
    assert [b.description for b in view.choices] == ["Thorns", "Invincible"]
    assert "<img" not in view.question.value
    view.choices[0].click()
    assert view.quiz.verdict is not None and not view.quiz.verdict.right


def test_running_the_cell_again_leaks_no_models(session: Session) -> None:
    hp_question(session)._repr_mimebundle_()
    count = len(widget_module._instances)
    for _ in range(50):
        hp_question(session)._repr_mimebundle_()
    assert len(widget_module._instances) == count
