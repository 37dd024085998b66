"""A scenario of 唐五 and one of 生灵对决, and either with one thing changed."""

from __future__ import annotations

from rulekit.core.scenario import Report, check, loads

BASE = """\
game: tangwu
title: {zh: 寒风打荆棘, en: Cold Wind into Thorns}
given:
  turn: A
  step: act
  A: {hp: 20, cost: 8, digit: 3}
  B: {hp: 21, cost: 6, digit: 2, 荆棘: true}
play:
  - A: 寒风
then:
  at: cast
  A: {hp: 18, cost: 5}
  B: {hp: 18, cost: 5, 荆棘: false}
  result: none
  steps: [TW-6.D3.3, TW-5.2.3]
  never: [TW-5.2.2]
"""


def but(old: str, new: str) -> Report:
    assert old in BASE
    return check(loads(BASE.replace(old, new)))


FIGHT = """\
game: shengling
title: {zh: 同心双卫打稻草哨兵, en: Twin Guards into a Straw Sentry}
given:
  step: battle
  A: {hp: 9, slot2: {card: 同心双卫, bonus: 2}}
  B: {hp: 12, slot1: {card: 稻草哨兵}, slot3: {card: 抱团田鼠, bonus: 1, reduction: 1}}
play:
  - A: attack A2
  - B: block B1
then:
  A: {slot2: {bonus: 2}}
  B: {slot1: null, grave: [稻草哨兵]}
  decision: none
  awaiting: A battle
"""
OPEN = FIGHT.replace("  - B: block B1\n", "").partition("then:")[0]


def fight(old: str, new: str) -> Report:
    assert old in FIGHT
    return check(loads(FIGHT.replace(old, new)))
