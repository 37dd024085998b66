"""生灵对决 at the keyboard."""

from __future__ import annotations

from random import Random

import pytest

from rulekit.cli import output
from rulekit.cli.play import Session
from rulekit.core.action import Action
from rulekit.core.scenario import loads
from tests.support.cli import run

both = pytest.mark.parametrize("lang", ["zh", "en"])
WINDOW = """\
game: shengling
title: 阻挡
given:
  step: battle
  A: {slot1: {card: 同心双卫}, slot2: {card: 泥沼绊手}, fuel: [献身]}
  B: {slot1: {card: 盾藤守卫}, slot2: {card: 战鼓獾}, slot3: {card: 溅浪巨鳄}, hand: [献身]}
play: []
"""


def playing(keys: str, *args: object) -> str:
    return run("play", "shengling", "--seed", 3, *args, keys=keys).output


def window(lang: str = "zh") -> Session:
    """Return a game in which 同心双卫 (5, 团结) of A attacks and B may block."""
    output.set_lang(lang)
    session = Session(loads(WINDOW).start(), Random(1))
    session.at_keyboard = "B"
    session.take(Action("A", "attack", ("A1",)))
    return session
