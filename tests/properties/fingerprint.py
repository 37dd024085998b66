"""One number for many traces: run as a program to compare processes."""

from __future__ import annotations

import hashlib
import json
from random import Random

from rulekit import Position, load_game
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.record import differences
from tests.properties.registry import random_position, random_rulings

__all__ = ["fingerprint"]

LONGEST = 300  # actions of a game; later ones bring nothing new


def fingerprint(id: str) -> str:
    """Return a digest of the traces and positions of random games and random positions, the latter drawn as well."""
    game = load_game(id)
    digest = hashlib.sha256()

    def add(position: Position, draw: Random) -> Position:
        legal = position.legal_actions()
        after, trace = position.play_traced(draw.choice(legal))
        for data in ([str(a) for a in legal], trace.to_json(), after.to_json()):
            digest.update(json.dumps(data, ensure_ascii=False).encode())  # key order counts
        return after

    for seed in range(4):
        draw = Random(seed)
        rulings = random_rulings(game, draw) if seed % 2 else {}
        chosen = game.defaults.replace(rulings)
        position = Position(game, game.start(rulings=chosen.choices), chosen)
        for _ in range(LONGEST):
            if position.legal_actions():
                position = add(position, draw)
    draw = Random(99)
    for _ in range(100):
        start = random_position(game, draw, random_rulings(game, draw))
        after = add(start, draw)
        changes = differences(start.state, after.state)
        for lang in LANGUAGES:
            digest.update(game.view.position_text(after, lang).encode())
            digest.update(game.view.position_html(after, lang, highlight=changes).encode())
    return digest.hexdigest()
