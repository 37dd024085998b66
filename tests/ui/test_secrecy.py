"""With one player's view, what the page is sent depends on nothing that this player may not know."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import ipywidgets as ipw
import pytest

import rulekit
from rulekit.core.action import Action
from rulekit.core.game import Game
from rulekit.core.given import exact_given
from rulekit.core.position import Position
from rulekit.ui.explorer import Explorer
from tests.properties.registry import every_game
from tests.properties.test_secrecy import least, pairs
from tests.support.hands import custom

pytestmark = pytest.mark.slow

Pair = tuple[Position, Position]
LOOKED_AT = 12  # pairs of positions that look the same


def alike(pair: Pair, viewer: str, draw: Random) -> tuple[Action, Action] | None:
    """Return an action for each of two positions of which `viewer` is told the same; None when there is none."""
    one, two = pair
    game, rulings = one.game, one.rulings.choices
    others = two.legal_actions()
    draw.shuffle(others)
    own = one.legal_actions()
    for action in draw.sample(own, min(len(own), 12)):
        for other in others[:60]:
            if game.verbs.masked(action, viewer, rulings) == game.verbs.masked(other, viewer, rulings):
                told = (position.trace(a).seen_by(viewer) for position, a in ((one, action), (two, other)))
                if len({repr(trace.to_json()) for trace in told}) == 1:
                    return action, other
    return None


# -- what is sent ----------------------------------------------------------------------------------


def sent(lab: Explorer) -> list[tuple[str, dict[str, Any]]]:
    """Return the state of every widget the page holds, references to others by their place."""
    found: dict[int, ipw.Widget] = {}

    def walk(value: Any) -> None:
        if isinstance(value, ipw.Widget):
            if id(value) not in found:
                found[id(value)] = value
                for name in value.keys:
                    walk(getattr(value, name))
        elif isinstance(value, (tuple, list)):
            for item in value:
                walk(item)

    walk(lab.frame)
    place = {f"IPY_MODEL_{widget.model_id}": n for n, widget in enumerate(found.values())}

    def plain(value: Any) -> Any:
        if isinstance(value, str):
            return place.get(value, value)
        return [plain(v) for v in value] if isinstance(value, (tuple, list)) else value

    return [
        (" ".join(getattr(w, "_dom_classes", ())), {k: plain(v) for k, v in w.get_state().items()})
        for w in found.values()
    ]


def opened(position: Position) -> Explorer:
    """Open a lab on a position with everything unfolded, for both eyes."""
    game = position.game
    lab = rulekit.lab(
        game.id,
        given=exact_given(game, position.state, position.rulings.choices),
        rulings=position.rulings.changed,
        allow_impossible=True,
    )
    for section in lab.sections.values():
        section.head.value = True
    return lab


def consulted(lab: Explorer) -> list[str]:
    """Rulings that the trace consulted, first those that make a difference."""
    trace = lab.session.trace
    return [*(trace.consulted() if trace is not None else ()), *lab.session.game.rulebook.rulings]


def same(labs: tuple[Explorer, Explorer]) -> None:
    one, two = map(sent, labs)
    for (name, first), (other, second) in zip(one, two, strict=False):
        assert name == other
        wrong = {key: (first[key], second[key]) for key in first if first[key] != second[key]}
        assert wrong == {}, name
    assert len(one) == len(two)
    assert repr(labs[0]) == repr(labs[1]) and labs[0]._repr_html_() == labs[1]._repr_html_()


@every_game
def test_positions_that_look_the_same_are_sent_the_same(game: Game) -> None:
    draw = Random(11)
    differing = 0
    for one, two, viewer in pairs(game, 93, LOOKED_AT):
        if one == two:
            continue
        differing += 1
        labs = opened(one), opened(two)
        for lab in labs:
            lab.viewer.value = viewer
        same(labs)
        things = re.findall(r'data-thing="([^"]*)"', labs[0].position.value)
        for thing in draw.sample(things, min(4, len(things))):
            for lab in labs:
                custom(lab.bridge, type="act", act="thing", value=thing)()
            if any(lab.session.actions or lab._failed for lab in labs):  # played: that may tell what was secret
                for lab in labs:
                    lab.act(lab.session.reset)
            same(labs)
        actions = alike((one, two), viewer, draw)
        if actions is not None:
            for lab, action in zip(labs, actions, strict=True):
                lab.act(lambda: lab.session.play(action))  # noqa: B023
                assert not lab._failed, lab.status_text()
            same(labs)
            for lab in labs:
                lab.act(lab.session.back)
                lab.lang.value = "en"
                custom(lab.bridge, type="ruling", id=next(iter(consulted(lab)), ""))()
                lab.files.copy()
                lab.rulings.search.value = "1"
            same(labs)
        for lab in labs:
            lab.close()
    assert differing >= least(game)[2] * LOOKED_AT / 18


def test_who_looks_can_be_chosen_wherever_something_is_secret() -> None:
    for step, hidden in (("ban", False), ("act", True)):
        picks = {"A": {"pick": "98K"}} if step == "ban" else {}
        lab = rulekit.lab("tangwu", given={"turn": "B", "step": step, **picks})
        assert ("rk-hidden" in lab.viewer._dom_classes) is hidden
        lab.close()


@every_game
def test_what_was_shown_to_both_is_gone_when_one_looks(game: Game) -> None:
    """The actions that made the difference were played with both eyes, and the other one looked, before."""
    draw = Random(12)
    compared = 0
    for one, two, viewer in pairs(game, 94, LOOKED_AT):
        actions = alike((one, two), viewer, draw) if one != two else None
        if actions is None:
            continue
        labs = opened(one), opened(two)
        for lab, action in zip(labs, actions, strict=True):
            lab.act(lambda: lab.session.play(action))  # noqa: B023
            for who in (*game.players, viewer):
                lab.viewer.value = who
        same(labs)
        for lab in labs:
            lab.close()
        compared += 1
    assert compared >= least(game)[2] / 3
