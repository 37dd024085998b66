"""How actions of 唐五 are told, and that clauses which count or list the skills agree with them."""

from __future__ import annotations

import pytest

from rulekit import Action, load_game
from rulekit.games.tangwu.skills import SKILLS


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


def test_clauses_that_list_skills_agree_with_the_data() -> None:
    book = load_game("tangwu").rulebook
    attacks = [s for s in SKILLS.values() if s.attack]
    listed = book.clause("TW-6.4").text["zh"]
    assert listed.startswith(f"攻击技能共 {len(attacks)} 个：{'、'.join(s.name for s in attacks)}；")
    assert f"其余 {len(SKILLS) - len(attacks)} 个" in listed
    assert f"全部 {len(SKILLS)} 个" in book.clause("TW-3.1.1").text["zh"]
    narrow = book.ruling("TW-R27").option("pure_damage_six").text["zh"]
    assert narrow == f"只有{'、'.join(s.name for s in attacks if s.pure)}"
