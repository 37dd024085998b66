"""Positions as a scenario file sets them up, actions written as there, refusals looked at from all sides."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

import rulekit
from rulekit import Action, IllegalAction, Position, Trace
from rulekit.core.catalogue import LANGUAGES

__all__ = ["SCRIPT", "act", "check_refusal", "refused", "says", "sentences", "set_up"]

SCRIPT = "<script>alert(1)</script>"


def set_up(game: str, rulings: Mapping[str, str] | None = None, /, **given: Any) -> Position:
    """Return a position of a game; whether a game reaches it is not asked."""
    return rulekit.setup(game, given, rulings, allow_impossible=True)


def act(position: Position, *texts: str, who: str = "A") -> Position:
    """Return the position after actions of one player, written as in a scenario file."""
    for text in texts:
        position = position.play(position.game.parse(who, text))
    return position


def check_refusal(position: Position, action: Action) -> IllegalAction:
    """Check that an illegal action is refused as the project refuses, and that nothing changed."""
    key, mark = position.key(), hash(position)
    with pytest.raises(IllegalAction) as caught:
        position.play(action)
    error = caught.value
    assert error.code
    assert error.clauses, f"{action}: refused without a clause"
    for clause in error.clauses:
        position.game.rulebook.clause(clause)
    assert list(error.legal) == position.legal_actions()
    for lang in LANGUAGES:
        assert error.text(lang) and error.reason(lang)
    assert position.key() == key and hash(position) == mark
    with pytest.raises(IllegalAction):
        position.play_traced(action)
    assert position.why_illegal(action) is not None
    assert position.key() == key and hash(position) == mark
    return error


def refused(position: Position, action: Action | str, code: str, *clauses: str, who: str = "A") -> IllegalAction:
    """Demand a refusal with its code and clauses, in whole sentences of both languages, and that nothing changed."""
    action = position.game.parse(who, action) if isinstance(action, str) else action
    data = json.dumps(position.to_json())
    error = check_refusal(position, action)
    assert json.dumps(position.to_json()) == data
    assert error.code == code
    assert set(clauses) <= set(error.clauses), error.clauses
    assert error.text("zh") != error.text("en")
    for lang in LANGUAGES:
        assert all(clause in error.reason(lang) for clause in error.clauses)
        assert all(odd in repr(action) or odd not in error.text(lang) for odd in ("{", "None"))
    return error


def says(error: IllegalAction, zh: str, en: str) -> None:
    """Demand that a refusal gives a reason with these words."""
    assert zh in error.reason("zh"), error.reason("zh")
    assert en in error.reason("en"), error.reason("en")


def sentences(trace: Trace) -> dict[str, list[str]]:
    """Return everything said of an action, in both languages."""
    return {lang: [trace.phrasebook(lang).step(step) for step in trace] for lang in LANGUAGES}
