"""A scenario that commands are tried on: 寒风 against 无敌 and 荆棘."""

BLOCKED = """\
game: tangwu
title: {zh: 无敌挡下寒风, en: Invincible stops Cold Wind}
given: {turn: A, step: act, A: {hp: 20, cost: 5, digit: 3}, B: {hp: 21, cost: 6, digit: 2, 无敌: true, 荆棘: true}}
play: [A: 寒风]
then: {A: {cost: 2}, B: {hp: 23, cost: 7, 无敌: false}, steps: [TW-5.2.2]}
"""
