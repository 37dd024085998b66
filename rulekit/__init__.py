"""rulekit: an executable rulebook that works through a position step by step and names every clause it applies.

>>> import rulekit
>>> position = rulekit.new_game("tangwu", first="A", bans=("98K", "尤里"))
>>> [str(action) for action in position.legal_actions()]
['A add cost', 'A add digit']
>>> position = position.play(position.legal_actions()[0])
>>> position.state.A.digit
3
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.core.action import Action, Decision
from rulekit.core.errors import IllegalAction, ImpossiblePosition, RulekitError
from rulekit.core.position import Position
from rulekit.core.trace import Step, Trace
from rulekit.games import GAMES, load_game

if TYPE_CHECKING:
    from rulekit.ui.explorer import Explorer
    from rulekit.ui.gallery import Shelf
    from rulekit.ui.puzzle import Puzzle
    from rulekit.ui.quiz import Quiz
    from rulekit.ui.scene import Scene

__all__ = [
    "GAMES",
    "Action",
    "Decision",
    "IllegalAction",
    "ImpossiblePosition",
    "Position",
    "RulekitError",
    "Step",
    "Trace",
    "lab",
    "load_game",
    "new_game",
    "predict",
    "puzzle",
    "scene",
    "shelf",
]

__version__ = "0.1.0"


def new_game(game: str, *, rulings: dict[str, str] | None = None, **options: Any) -> Position:
    """Return the opening position of `game`.

    Options are those of the game's `start`: first and bans for tangwu; columns, hand_size, moves, decks, life and
    life_source for quanjiao; decks, cards, first and seed for shengling.  Raises UnknownName for an unknown game,
    ruling, option or choice, BadOption for a value of a wrong form, FileProblem for a deck or card file that is
    wrong, UnreadablePosition for moves or cards nobody knows.
    """
    system = load_game(game)
    chosen = system.defaults.replace(rulings or {})
    return Position(system, system.readable(system.start(rulings=chosen.choices, **options)), chosen)


def lab(game: str | None = None, **options: Any) -> Explorer:
    """Return the interactive explorer of a game or a scenario, to be shown by a notebook.

    Options: given, scenario, rulings, play, lang, name, title, allow_impossible, shelf, closed; see
    `rulekit.ui.explorer.lab`, which is loaded, with the widgets, when this is first called.
    """
    from rulekit.ui import explorer

    return explorer.lab(game, **options)


def predict(question: Any, options: Any = None, **known: Any) -> Quiz:
    """Return a question to answer before the engine's result is shown; see `rulekit.ui.quiz.predict`."""
    from rulekit.ui import quiz

    return quiz.predict(question, options, **known)


def scene(given: Any = None, *actions: str, **options: Any) -> Scene:
    """Return a set-up with actions played in it, for lessons; see `rulekit.ui.scene.scene`."""
    from rulekit.ui import scene as scenes

    return scenes.scene(given, *actions, **options)


def puzzle(question: Any, given: Any, **options: Any) -> Puzzle:
    """Return a position to win by playing; see `rulekit.ui.puzzle.puzzle`."""
    from rulekit.ui import puzzle as puzzles

    return puzzles.puzzle(question, given, **options)


def shelf(items: Any, **options: Any) -> Shelf:
    """Return scenarios side by side, also for `lab(shelf=…)`; see `rulekit.ui.gallery.shelf`."""
    from rulekit.ui import gallery as shelves

    return shelves.shelf(items, **options)
