"""No field of a position is left out of its drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulekit import Position
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.record import differences
from rulekit.games.shengling import GAME
from rulekit.games.shengling.state import Creature, Player, State
from rulekit.games.shengling.view import View
from tests.support.page import Page
from tests.support.positions import set_up

PLAYER = {
    "hp": 3,
    "fuel": ("献身", "献身", "天穹古龙"),
    "spent": (1,),
    "hand": ("献身",),
    "deck": ("天穹古龙", "献身"),
    "shuffled": True,
    "grave": ("献身",),
    "resolving": "献身",
    "sacrificed": 1,
    "quota": 3,
    "duty_met": True,
    "used": ("晨露药师/a",),
    **{f"slot{n}": Creature("战鼓獾") for n in range(1, 6)},
}
CREATURE = {"card": "天穹古龙", "used": ("a@main1",), "bonus": 2, "reduction": 1, "damage_bonus": 1, "arrived": 4}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("spec", Player.FIELDS, ids=lambda s: s.name)
def test_no_field_of_a_player_is_left_out(spec: Any, lang: str) -> None:
    base = set_up("shengling", step="main1", B={"fuel": ["献身", "战鼓獾"], "deck": ["献身", "战鼓獾"]}).state
    changed = base.copy()
    setattr(changed.B, spec.name, PLAYER[spec.name])
    _differ(base, changed, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("spec", Creature.FIELDS, ids=lambda s: s.name)
def test_no_field_of_a_creature_is_left_out(spec: Any, lang: str) -> None:
    base = set_up("shengling", step="battle", B={"slot3": {"card": "战鼓獾"}}).state
    changed = base.copy()
    setattr(changed.B.slot3, spec.name, CREATURE.get(spec.name, True))
    _differ(base, changed, lang, {"SL-R3": "entry_order"})


@pytest.mark.parametrize("spec", [s for s in State.FIELDS if s.kind != "record"], ids=lambda s: s.name)
def test_no_field_of_the_table_is_left_out(spec: Any) -> None:
    base = set_up("shengling", step="main1").state.copy()
    if spec.name in ("result", "reason"):
        base.result, base.reason = "A", "hp"
    changed = base.copy()
    own = '[{"cost":1,"name":{"zh":"影狼"},"number":"X1","power":2,"type":"creature"}]'
    other = {"turn": 9, "own_cards": own, "step": "main2", "active": "B", "first": "A"}
    setattr(changed, spec.name, other.get(spec.name) or next(c for c in spec.choices if c != getattr(base, spec.name)))
    _differ(base, changed, "zh")


def _differ(one: State, two: State, lang: str, rulings: Mapping[str, str] | None = None) -> None:
    shown = [Position(GAME, state, GAME.defaults.replace(rulings or {})) for state in (one, two)]
    assert View.position_text(shown[0], lang) != View.position_text(shown[1], lang)
    pages = [Page(View.position_html(p, lang)) for p in shown]
    assert (pages[0].tags, pages[0].words) != (pages[1].tags, pages[1].words)
    changes = differences(one, two)
    assert Page(View.position_html(shown[1], lang, highlight=changes)).count("rk-changed") >= 1
