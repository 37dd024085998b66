"""How actions of 唐五 are told."""

from __future__ import annotations

import pytest

from rulekit import Action, load_game


@pytest.mark.parametrize(
    ("args", "zh", "en"),
    [
        (("寒风",), "A 放 寒风", "A casts Cold Wind"),
        (("公平正义", "荆棘"), "A 放 公平正义，指定荆棘", "A casts Fair Justice on Thorns"),
        (("公平正义", "荆棘", "无敌"), "A 放 公平正义，指定荆棘、无敌", "A casts Fair Justice on Thorns, Invincible"),
    ],
)
def test_a_cast_tells_what_it_names(args: tuple[str, ...], zh: str, en: str) -> None:
    tangwu = load_game("tangwu")
    action = Action("A", "cast", args)
    assert (tangwu.phrasebook("zh").action(action), tangwu.phrasebook("en").action(action)) == (zh, en)
