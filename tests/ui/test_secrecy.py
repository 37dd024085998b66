"""What a lab shows one player, in whatever it draws, writes or offers, follows from nothing this one may not know."""

from __future__ import annotations

from typing import Any

import rulekit
from rulekit.core.game import Game
from rulekit.core.given import shortest_given
from rulekit.ui.explorer import TELLING, Explorer
from rulekit.ui.session import Session
from tests.properties.registry import every_game
from tests.properties.test_secrecy import least, pairs
from tests.ui.hands import named, widgets

SHOWN = ("value", "description", "tooltip", "options", "disabled", "placeholder")


def page(lab: Explorer) -> dict[str, Any]:
    """Return all that a reader can see or open, by the widget it stands in."""
    telling = {id(w) for key in TELLING for w in widgets(lab.sections[key].box)}
    found: dict[str, Any] = {"text": repr(lab), "static": lab._repr_html_(), "session": lab.session.text()}
    for n, widget in enumerate(w for w in widgets(lab.frame) if id(w) not in telling):
        values = {name: repr(getattr(widget, name)) for name in SHOWN if widget.has_trait(name)}
        found[f"{n} {type(widget).__name__}"] = named(widget), values
    return found


def opened(position: rulekit.Position, viewer: str) -> Explorer:
    """Return a lab of a position with every section open, as one player looks at it."""
    session = Session(position.game, shortest_given(position), rulings=position.rulings.changed, lang="zh")
    session.set_viewer(viewer)
    lab = Explorer(session, name="secrets")
    for section in lab.sections.values():
        section.head.value = True
    return lab


@every_game
def test_a_lab_shows_one_player_nothing_that_follows_from_a_secret(game: Game) -> None:
    differing = 0
    for one, two, viewer in pairs(game, 93, 18):
        if one == two:
            continue
        differing += 1
        labs = [opened(position, viewer) for position in (one, two)]
        first, second = map(page, labs)
        assert [(k, first.get(k), second.get(k)) for k in {**first, **second} if first.get(k) != second.get(k)] == []
        for lab in labs:
            lab.close()
    assert differing >= least(game)[2]
