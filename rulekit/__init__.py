"""rulekit: an executable rulebook that works through a position step by step and names every clause it applies.

This module is the whole face: set up a position, play, look at what happened and why, save it, show it.

>>> import rulekit as rk
>>> pos = rk.setup("tangwu", {"turn": "A", "step": "act", "A": {"hp": 20, "cost": 5, "digit": 3},
...     "B": {"hp": 9, "无敌": True, "荆棘": True}})
>>> pos.legal_actions()
小烈焰    A 放 小烈焰    A casts Small Blaze
三        A 放 三        A casts Three
寒风      A 放 寒风      A casts Cold Wind
假人唐化  A 放 假人唐化  A casts Dummy Tang-mode
pass      A 空过         A passes
>>> pos.why_illegal("四")
四属于数字 4，现在数字是 3 [TW-1.6, TW-4.7] 此刻合法的有：A 放 小烈焰, A 放 三, A 放 寒风, A 放 假人唐化, A 空过
>>> after = pos.play("寒风")
>>> pos.state.B.hp, after.state.B.hp
(9, 11)
>>> trace = pos.trace("寒风")
>>> trace[5].clauses
('TW-5.2.2', 'TW-5.4.1', 'TW-5.4.3')
>>> trace["TW-8.3"]
6 ✗ B 没有受伤，荆棘不触发 [TW-5.2.2, TW-8.3]
>>> rk.rules("tangwu")["TW-1.6"]
TW-1.6 技能手的数字同时决定两件事：本次行动能选哪一组技能，以及放出技能要付的费用。
>>> rk.rules("tangwu")["TW-R8"]
TW-R8 嘲讽伤害是否得到赌命的 +3？
  ● plus3  得到，造成 7−n
  ○ exactly_4_minus_n  不得到，只造成 4−n
  规则说赌命时每段都加 3，又给嘲讽写明了 4−n 这个数。
>>> pos.compare("寒风", "TW-R8")
TW-R8 嘲讽伤害是否得到赌命的 +3？
在这里，各种读法结果一样
>>> pos.compare("寒风", "TW-R50")
TW-R50 被无敌挡住的伤害算“有人受伤”吗？
                  不算，只看真正掉血（默认）  算
▶ 从哪一步起不同  —                           5. B 的无敌挡下 3 伤，+2 血，无敌消耗
                                              [TW-5.2.2, TW-5.4.1, TW-5.4.3]
>>> rk.perft(pos, 3)
[5, 10, 27]
>>> game = rk.Playthrough(pos).play("寒风", "add cost")
>>> game.undo(), len(game)
(True, 1)
>>> game.under({"TW-R8": "exactly_4_minus_n"}).position.state == after.state
True
>>> print(game.to_python())  # doctest: +NORMALIZE_WHITESPACE
import rulekit as rk
game = rk.Playthrough(rk.setup('tangwu',
    {'step': 'act', 'A': {'cost': 5, 'digit': 3}, 'B': {'hp': 9, '荆棘': True, '无敌': True}}))
game.play('寒风')
>>> case = game.to_scenario("Invincible stops Cold Wind")
>>> case
唐五：Invincible stops Cold Wind
  行动：A 放 寒风
  应用到：TW-1.6, TW-4.14, TW-5.2.2, TW-4.9, TW-4.1, TW-4.2, TW-4.3
>>> rk.check(rk.loads(rk.dumps(case)))
Invincible stops Cold Wind：符合
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulekit.core.action import Action, Decision
from rulekit.core.errors import FileProblem, IllegalAction, ImpossiblePosition, RulekitError, UnknownName
from rulekit.core.given import BadGiven, set_up
from rulekit.core.later import later
from rulekit.core.playthrough import Playthrough
from rulekit.core.position import Position
from rulekit.core.rulebook import Clause, Rulebook, Ruling
from rulekit.core.step import Step
from rulekit.core.trace import Trace
from rulekit.games import GAMES, load_game

if TYPE_CHECKING:
    from rulekit.analysis.coverage import coverage
    from rulekit.analysis.explore import perft, random_game, reachable
    from rulekit.core.codec import to_json
    from rulekit.core.compare import Comparison, compare
    from rulekit.core.debugger import Debugger
    from rulekit.core.scenario import Report, Run, Scenario, check, dumps, load, load_all, loads, record, run, save
    from rulekit.ui.example import Example
    from rulekit.ui.explorer import Explorer
    from rulekit.ui.gallery import Gallery
    from rulekit.ui.puzzle import Puzzle
    from rulekit.ui.quiz import Quiz

__all__ = [
    "GAMES",
    "Action",
    "BadGiven",
    "Clause",
    "Comparison",
    "Debugger",
    "Decision",
    "FileProblem",
    "IllegalAction",
    "ImpossiblePosition",
    "Playthrough",
    "Position",
    "Report",
    "Rulebook",
    "RulekitError",
    "Ruling",
    "Run",
    "Scenario",
    "Step",
    "Trace",
    "UnknownName",
    "check",
    "compare",
    "coverage",
    "dumps",
    "example",
    "gallery",
    "lab",
    "load",
    "load_all",
    "load_game",
    "loads",
    "new_game",
    "perft",
    "predict",
    "puzzle",
    "random_game",
    "reachable",
    "record",
    "rules",
    "run",
    "save",
    "setup",
    "to_json",
]

__version__ = "0.1.0"

if not TYPE_CHECKING:
    __getattr__ = later(
        __name__,
        {
            "analysis.coverage": ("coverage",),
            "analysis.explore": ("perft", "random_game", "reachable"),
            "core.codec": ("to_json",),
            "core.compare": ("Comparison", "compare"),
            "core.debugger": ("Debugger",),
            "core.scenario": ("Report", "Run", "Scenario", "check", "dumps", "load", "load_all", "loads", "record"),
            "core.scenario.checking": ("run",),
            "core.scenario.writing": ("save",),
        },
    )


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def setup(
    game: str,
    given: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    *,
    allow_impossible: bool = False,
) -> Position:
    """Return the position that a set-up describes, as a scenario file has it under `given`.

    What it does not say has its default.  Raises UnknownName for an unknown game, ruling or option, BadGiven for a
    set-up of wrong types or names, UnreadablePosition for what the rules cannot read, and ImpossiblePosition for a
    position that no game reaches unless `allow_impossible` is true.
    """
    system = load_game(game)
    position = set_up(system, given or {}, system.defaults.replace(rulings or {}))
    return position if allow_impossible else position.check()


def rules(game: str) -> Rulebook:
    """Return the rulebook of a game; `rules("tangwu")["TW-5.2.2"]` is a clause, `…["TW-R8"]` a ruling.

    Raises UnknownName for an unknown game.
    """
    return load_game(game).rulebook


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


def lab(game: str | Position | Playthrough | Scenario | None = None, **options: Any) -> Explorer:
    """Return the interactive explorer of a game, a position, a playthrough or a scenario, to be shown by a notebook.

    Options: given, scenario, rulings, play, lang, name, title, allow_impossible, gallery, closed; see
    `rulekit.ui.explorer.lab`, which is loaded, with the widgets, when this is first called.
    """
    from rulekit.ui import explorer

    return explorer.lab(game, **options)


def predict(question: Any, options: Any = None, **known: Any) -> Quiz:
    """Return a question to answer before the engine's result is shown; see `rulekit.ui.quiz.predict`."""
    from rulekit.ui import quiz

    return quiz.predict(question, options, **known)


def example(given: Any = None, *actions: str, **options: Any) -> Example:
    """Return a set-up with actions played in it, for lessons; see `rulekit.ui.example.example`."""
    from rulekit.ui import example as examples

    return examples.example(given, *actions, **options)


def puzzle(question: Any, given: Any, **options: Any) -> Puzzle:
    """Return a position, a set-up or a scenario to be won by playing; see `rulekit.ui.puzzle.puzzle`."""
    from rulekit.ui import puzzle as puzzles

    return puzzles.puzzle(question, given, **options)


def gallery(items: Any, **options: Any) -> Gallery:
    """Return scenarios side by side, also for `lab(gallery=…)`; see `rulekit.ui.gallery.gallery`."""
    from rulekit.ui import gallery as galleries

    return galleries.gallery(items, **options)
