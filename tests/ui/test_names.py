"""Every control of a lab that can be seen has a name for those who hear the page."""

from __future__ import annotations

import ipywidgets as ipw
import pytest

import rulekit
from rulekit.core.catalogue import LANGUAGES
from rulekit.ui.explorer import Explorer
from tests.support.hands import controls, hidden


def nameless(lab: Explorer) -> set[str]:
    """Return the controls to be seen that have neither label nor title."""
    away = hidden(lab)
    seen = [c for c in controls(lab) if id(c) not in away and not isinstance(c, ipw.HTML)]
    return {" ".join(c._dom_classes) for c in seen if not (c.description.strip() or (c.tooltip or "").strip())}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", rulekit.GAMES)
def test_every_control_has_a_name(game: str, lang: str) -> None:
    lab = rulekit.lab(game, name="names", lang=lang)
    for section in lab.sections.values():
        section.head.value = True
    found = nameless(lab)
    if lab.table is not None:
        mode = next(c for c in controls(lab) if "rk-mode" in c._dom_classes)
        mode.value = "set"
        found |= nameless(lab)
        mode.value = "play"
    for _ in range(8):
        lab.session.play(lab.session.position.legal_actions()[0])
        lab.draw()
        found |= nameless(lab)
    lab.viewer.value = "A"
    found |= nameless(lab)
    lab.close()
    assert found == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quizzes_and_puzzles_too(lang: str) -> None:
    from rulekit.ui.puzzle_view import PuzzleView
    from rulekit.ui.quiz_view import QuizView
    from tests.ui.test_example import LETHAL

    views = [
        QuizView(rulekit.predict("?", answer=3, game="tangwu", lang=lang)),
        QuizView(rulekit.predict("?", ["荆棘", "无敌"], answer="无敌", game="tangwu", lang=lang)),
        PuzzleView(rulekit.puzzle("?", LETHAL, lang=lang)),
    ]
    for view in views:
        assert nameless(view) == set()  # type: ignore[arg-type]
