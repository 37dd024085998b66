"""What somebody is shown, told or refused follows from nothing that this one may not know: through every door."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from rulekit import GAMES, Action, Position
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.errors import BadArgument, UnknownName
from rulekit.core.game import Game
from rulekit.core.hidden import HIDDEN
from rulekit.core.reach import Reach
from rulekit.core.record import differences, value_at
from rulekit.core.show import printers
from rulekit.core.trace import Trace
from tests.properties.registry import every_game, pick, random_position, random_rulings, samples

PAIRS = 60
LEAST = (30, 20, 6)


def least(game: Game) -> tuple[int, int, int]:
    """Return how many pairs differ, after how many actions they still do, and how many differ in a lab."""
    return getattr(samples(game), "LEAST", LEAST) if keeps_secrets(game) else (0, 0, 0)


def keeps_secrets(game: Game) -> bool:
    """Tell whether a game hides anything; each that users are shown does."""
    return bool(game.State.SECRET) or game.id in GAMES


def exchanged(game: Game, position: Position, viewer: str, draw: Random) -> Position:
    """Return a possible position that differs only in what `viewer` may not know; the same one where none is found."""
    rulings = position.rulings.choices
    seen = game.observe(position.state, viewer, rulings)
    for _ in range(20):
        made, donor = position.state.copy(), samples(game).random_state(draw)
        pools: dict[tuple[Any, str], list[Any]] = {}
        for change in differences(position.state, seen):
            part = value_at(made, change.path[:-1])
            spec = part.BY_LABEL[change.path[-1]]
            held, other = getattr(part, spec.name), value_at(donor, change.path)
            if not isinstance(held, tuple):
                setattr(part, spec.name, draw.choice(spec.choices))
            elif spec.group == "cards" and set(change.after) == {HIDDEN}:
                pools.setdefault((change.path[:-1], spec.group), []).append((part, spec.name))
            elif len(other) == len(held):
                setattr(part, spec.name, other)
        for fields in pools.values():
            cards = [card for part, name in fields for card in getattr(part, name)]
            draw.shuffle(cards)
            for part, name in fields:
                n = len(getattr(part, name))
                cards, taken = cards[n:], cards[:n]
                setattr(part, name, tuple(sorted(taken)) if _unordered(part, name) else tuple(taken))
        found = Position(game, made, position.rulings)
        if made != position.state and game.observe(made, viewer, rulings) == seen and not found.problems():
            return found
    return position


def _unordered(part: Any, name: str) -> bool:
    """Tell whether the cards of a pile lie as they did: in no order, as the field says it or as they lay before."""
    held = getattr(part, name)
    return list(held) == sorted(held)


def opened(game: Game, draw: Random, rulings: Mapping[str, str]) -> Position:
    """Return a position of the first few actions of a game, no decision open."""
    position = Position(
        game, game.start(rulings=game.defaults.replace(rulings).choices), game.defaults.replace(rulings)
    )
    for _ in range(draw.randint(1, 4)):
        following = position.play(pick(game, position.legal_actions(), draw))
        if following.pending is not None or not following.legal_actions():
            break
        position = following
    return position


def pairs(game: Game, seed: int, n: int = PAIRS) -> Iterator[tuple[Position, Position, str]]:
    """Yield positions that look alike to somebody, and that one."""
    draw = Random(seed)
    for i in range(n):
        rulings = random_rulings(game, draw) if i % 2 else {}
        position = opened(game, draw, rulings) if i % 3 == 0 else random_position(game, draw, rulings)
        viewer = draw.choice(game.players)
        yield position, exchanged(game, position, viewer, draw), viewer


def shown(position: Position, viewer: str) -> dict[str, Any]:
    """Return everything that can be got of a position as `viewer` sees it."""
    game, seen = position.game, position.seen_by(viewer)
    found: dict[str, Any] = {
        "position": seen,
        "key": (seen.key(), hash(seen), repr(seen), json.dumps(seen.to_json(), ensure_ascii=False)),
        "due": (seen.to_act, seen.decider, seen.outcome(), seen.decision, seen.pending),
        "legal": seen.legal_actions(),
        "things": (Reach(seen).candidates, Reach(seen).things),
        "pickled": pickle.dumps(seen),
    }
    for lang in LANGUAGES:
        found[f"html {lang}"] = game.view.position_html(seen, lang)
        found[f"text {lang}"] = game.view.position_text(seen, lang)
    return found


def refused(position: Position, viewer: str, action: Action) -> Any:
    """Return why an action is illegal as a viewer is told it."""
    error = position.seen_by(viewer).why_illegal(action)
    return error and [error.code, error.clauses, *(error.text(lang) for lang in LANGUAGES)]


def told(trace: Trace, viewer: str) -> list[Any]:
    """Return a trace as a viewer is told it, in every form."""
    seen = trace.seen_by(viewer)
    data = json.dumps(seen.to_json(), ensure_ascii=False)
    return [data, *(show(seen, lang) for lang in LANGUAGES for show in (printers.text_tree, printers.html))]


@every_game
def test_what_is_seen_follows_from_what_may_be_known(game: Game) -> None:
    draw, differing = Random(8), 0
    for one, two, viewer in pairs(game, 91):
        differing += one != two
        assert shown(one, viewer) == shown(two, viewer)
        actions = [*samples(game).odd_actions(one.state, draw), *one.legal_actions(), *two.legal_actions()]
        for action in draw.sample(actions, min(20, len(actions))):
            assert refused(one, viewer, action) == refused(two, viewer, action), action
    assert differing >= least(game)[0]


@every_game
def test_what_is_told_follows_from_what_may_be_known(game: Game) -> None:
    draw, compared = Random(9), 0
    for one, two, viewer in pairs(game, 92):
        if one == two:
            continue
        both = set(two.legal_actions())
        for action in draw.sample(legal := one.legal_actions(), min(6, len(legal))):
            if action not in both or (other := two.play(action)).pending != (after := one.play(action)).pending:
                continue
            if after.seen_by(viewer) != other.seen_by(viewer):
                continue  # it opens what was hidden, and is told as it is
            compared += 1
            assert told(one.trace(action), viewer) == told(two.trace(action), viewer), action
            assert shown(after, viewer) == shown(other, viewer)
    assert compared >= least(game)[1]


@every_game
def test_the_actor_of_a_secret_is_all_that_is_told_of_it(game: Game) -> None:
    """Two games that differ only in a secret action are told alike as long as it stays one."""
    draw, compared = Random(10), 0
    for i in range(PAIRS):
        rulings = random_rulings(game, draw)
        start = opened(game, draw, rulings) if i % 2 else random_position(game, draw, rulings)
        for viewer in game.players:
            masked = {a: game.verbs.masked(a, viewer, start.rulings.choices) for a in start.legal_actions()}
            secret = [a for a in masked if masked[a] != a]
            for one in draw.sample(secret, min(2, len(secret))):
                two = draw.choice([a for a in secret if masked[a] == masked[one]])
                ends = start.play(one).seen_by(viewer), start.play(two).seen_by(viewer)
                if ends[0] == ends[1]:
                    compared += one != two
                    assert told(start.trace(one), viewer) == told(start.trace(two), viewer), (one, two)
    assert (compared > 0) == keeps_secrets(game)


@every_game
def test_a_seen_position_is_there_to_be_looked_at(game: Game) -> None:
    draw = Random(11)
    position = random_position(game, draw)
    for _ in range(60):
        legal = position.legal_actions()
        if not legal:
            position = random_position(game, draw)
            continue
        public = position.seen_by(None)
        for viewer in game.players:
            seen = position.seen_by(viewer)
            assert seen.viewer == viewer and seen.seen_by(viewer) == seen and public.seen_by(viewer) == public
            assert pickle.loads(pickle.dumps(seen)) == seen != position
            assert all(seen.why_illegal(a) is None for a in seen.legal_actions())
            for attempt in (
                lambda seen=seen, legal=legal: seen.play(legal[0]),
                lambda seen=seen, legal=legal: seen.trace(legal[0]),
                lambda seen=seen: seen.under({}),
                lambda seen=seen: seen.problems(),
                lambda seen=seen: seen.check(),
                lambda seen=seen: seen.pending_trace(),
                lambda seen=seen: seen.before,
            ):
                with pytest.raises(BadArgument, match=r"眼中|may see"):
                    attempt()
        position = position.play(pick(game, legal, draw))


@every_game
def test_only_players_can_look(game: Game) -> None:
    position = random_position(game, Random(12))
    trace = position.trace(position.legal_actions()[0])
    for odd in ("C", "", 3):
        for door in (position.seen_by, trace.seen_by):
            with pytest.raises(UnknownName, match="A, B"):
                door(odd)  # type: ignore[arg-type]


@every_game
def test_what_is_declared_secret_is_there(game: Game) -> None:
    """Rulings and options named beside a field or a kind of step exist, and the parameters are told in a sentence."""
    rulebook = game.rulebook
    for known in game.steps.kinds.values():
        for id, option in known.under.items():
            assert option in {o.key for o in rulebook.ruling(id).options}
    for part in (game.State, *(spec.inner for spec in game.State.FIELDS if spec.inner)):
        for spec in part.FIELDS:
            for id, option in spec.under:
                assert option in {o.key for o in rulebook.ruling(id).options}
