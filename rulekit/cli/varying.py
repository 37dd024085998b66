"""`rulekit check --ruling`: every scenario of a game under other rulings, what comes out otherwise and how often."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulekit.analysis.vary import Variation, vary
from rulekit.cli import output, terminal
from rulekit.cli.checking import bad_json, each_read, files_in
from rulekit.cli.output import CliError, lang, text
from rulekit.cli.scenarios import print_step
from rulekit.core.codec import change_to_json
from rulekit.core.errors import FileProblem
from rulekit.core.scenario import Refusal, Scenario
from rulekit.core.shipped import FOLDER
from rulekit.drawing.visible import one_line
from rulekit.games import known_games, load_game

__all__ = ["check_under"]

Found = tuple[Path, Variation]


def check_under(paths: Sequence[Path], ruling: list[str], *, as_json: bool) -> int:
    """Play the scenarios of the rulings' games under them; a scenario that comes out otherwise is a failure.

    Raises UnknownName for a ruling or option that no game has, CliError where no scenario is of its game.
    """
    books = {id: load_game(id).rulebook.rulings for id in known_games()}
    chosen = output.rulings(ruling, {id: found for book in books.values() for id, found in book.items()})
    by_game = {game: {id: o for id, o in chosen.items() if id in book} for game, book in books.items()}
    names, unknown = files_in(paths)
    found: list[Found] = []
    bad: list[FileProblem] = []
    for name, read in each_read(names, paths):
        if isinstance(read, FileProblem):
            bad.append(read)
        elif isinstance(read, Scenario) and by_game[read.game.id]:
            found.append((name, vary(read, by_game[read.game.id])))
    if not (found or bad):
        games = ", ".join(load_game(game).rulebook.name[lang()] for game, rulings in by_game.items() if rulings)
        raise CliError("no_scenarios_of", game=games, path=", ".join(map(str, paths or [Path(FOLDER)])))
    if as_json:
        terminal.write_json(_json(chosen, found, bad, unknown))
    else:
        _print(chosen, found, bad)
    if bad:
        return output.USAGE
    return output.FAILED if any(variation.differs for _, variation in found) else output.OK


def _print(chosen: dict[str, str], found: Sequence[Found], bad: Sequence[FileProblem]) -> None:
    for problem in bad:
        output.fail(problem)
    differing = [(name, variation) for name, variation in found if variation.differs]
    for name, variation in differing:
        _print_variation(name, variation)
    ways = sum(variation.step is not None and not variation.differs for _, variation in found)
    rulings = "  ".join(f"{id}={option}" for id, option in chosen.items())
    style = "yellow" if differing else "green"
    output.say(text("vary.summary", rulings=rulings, n=len(differing), total=len(found)), style=style)
    if ways:
        output.say(text("vary.ways", n=ways), style="dim")
    if bad:
        output.say(text("vary.bad", n=len(bad)), style="red")


def _print_variation(name: Path, variation: Variation) -> None:
    output.say(f"≠ {one_line(str(name))}  {variation.scenario.title[lang()]}", hang=2, style="bold")
    other = variation.other
    if other is None:
        assert variation.impossible is not None
        output.say(variation.impossible.text(lang()), indent=2, hang=2, style="red")
        return
    phrasebook = other.positions[-1].phrasebook(lang())
    for change in variation.changes:
        output.say(phrasebook.change(change), indent=2, hang=2, style="green")
    for key, refusals in (
        ("vary.refused", variation.newly_refused),
        ("vary.allowed", variation.no_longer_refused),
    ):
        for refusal in refusals:
            action = phrasebook.action(variation.scenario.play[refusal.play].action)
            output.say(text(key, action=action, reason=refusal.error.reason(lang())), indent=2, hang=2, style="red")
    if variation.asks_otherwise:
        decision = other.positions[-1].decision
        asked = text("vary.no_question") if decision is None else phrasebook.decision(decision)
        output.say(text("vary.asks", question=asked), indent=2, hang=2, style="magenta")
    if variation.step is not None:
        print_step("vary.own", variation.own.trace, variation.step, indent=2)
        print_step("compare.here", other.trace, variation.step, indent=2)


def _json(
    chosen: dict[str, str], found: Sequence[Found], bad: Sequence[FileProblem], unknown: Sequence[Path]
) -> dict[str, Any]:
    return {
        "rulings": chosen,
        "played": len(found),
        "differs": sum(variation.differs for _, variation in found),
        "scenarios": [_variation_json(name, variation) for name, variation in found],
        "bad": bad_json(bad),
        "unknown": [str(file) for file in unknown],
    }


def _variation_json(name: Path, variation: Variation) -> dict[str, Any]:
    return {
        "file": str(name),
        "differs": variation.differs,
        "changes": [change_to_json(change) for change in variation.changes],
        "refused": [_refusal_json(refusal) for refusal in variation.newly_refused],
        "allowed": [_refusal_json(refusal) for refusal in variation.no_longer_refused],
        "asks_otherwise": variation.asks_otherwise,
        "impossible": None if variation.impossible is None else list(variation.impossible.clauses),
        "step": variation.step,
    }


def _refusal_json(refusal: Refusal) -> dict[str, Any]:
    return {"play": refusal.play, "clauses": list(refusal.error.clauses)}
