"""`rulekit trace` and `compare`: what is done with one scenario file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulekit.cli import output, terminal
from rulekit.cli.output import CliError, lang, text
from rulekit.core.codec import change_to_json, to_json
from rulekit.core.errors import IllegalAction
from rulekit.core.scenario import Mismatch, Report, Run, Scenario, load, run
from rulekit.core.scenario.checking import judge
from rulekit.core.show import printers
from rulekit.core.trace import Trace

if TYPE_CHECKING:
    from rulekit.core.compare import Comparison

__all__ = ["compare", "mismatch_json", "print_step", "trace"]


# -- trace ------------------------------------------------------------------------------------------


def trace(file: Path, ruling: list[str] | None, *, as_json: bool, as_markdown: bool) -> int:
    """Print what each action does, the position it leads to and whether the expectations hold.

    Under rulings of the caller's that no reading of the file names, nothing is expected.
    """
    if as_json and as_markdown:
        raise CliError("json_or_markdown")
    scenario = load(file)
    changed = output.rulings(ruling, scenario.game.rulebook.rulings)
    ran = run(scenario, changed)
    report = _judged(scenario, ran)
    mismatches = None if report is None else report.mismatches
    if as_json:
        terminal.write_json(_trace_json(scenario, ran, mismatches))
    elif as_markdown:
        terminal.write(_trace_markdown(scenario, ran) + "\n")
    else:
        _print_trace(scenario, ran)
        _print_verdict(report)
    return output.FAILED if mismatches else output.OK


def _judged(scenario: Scenario, ran: Run) -> Report | None:
    """Return how a run stands to its file, None when the file expects nothing under its rulings."""
    rulings = ran.positions[0].rulings
    for reading in (None, *scenario.readings):
        if scenario.start({} if reading is None else reading.rulings).rulings == rulings:
            return judge(ran, reading)
    return None


def _print_trace(scenario: Scenario, ran: Run) -> None:
    out = output.console()
    phrasebook = ran.positions[0].phrasebook(lang())
    output.say(scenario.title[lang()], style="bold")
    changed = ran.positions[0].rulings.changed
    if changed:
        words = "  ".join(f"{k}={v}" for k, v in changed.items())
        output.say(text("trace.rulings", rulings=words), style="yellow")
    if scenario.note:
        output.say(scenario.note[lang()], style="dim")
    out.print(text("trace.given"), style="bold")
    output.print_position(ran.positions[0])
    if ran.trace is not None:  # one tree of all actions, whose numbers are those that mismatches and readings name
        out.print(printers.rich_tree(ran.trace, lang()))
    for refusal in ran.refused:
        output.say(f"✗ {phrasebook.action(scenario.play[refusal.play].action)}", style="red")
        output.say(refusal.error.reason(lang()), indent=2)
    out.print(text("trace.end"), style="bold")
    output.print_position(ran.positions[-1])


def _print_verdict(report: Report | None) -> None:
    if report is None:
        output.say(text("trace.unjudged"), style="yellow")
    elif report.ok:
        output.say(f"✓ {text('trace.holds')}", style="green")
    else:
        output.say(f"✗ {text('trace.fails', n=len(report.mismatches))}", style="red")
        for found in report.mismatches:
            output.say(report.sentence(found, lang()), indent=2, hang=2)


def _trace_markdown(scenario: Scenario, ran: Run) -> str:
    parts = [f"## {printers.escape_markdown(scenario.title[lang()])}"]
    if ran.trace is not None:
        parts.append(printers.markdown(ran.trace, lang()).rstrip())
    if ran.error is not None:
        parts.append(f"✗ {printers.escape_markdown(ran.error.reason(lang()))}")
    return "\n\n".join(parts)


def _trace_json(scenario: Scenario, ran: Run, mismatches: Sequence[Mismatch] | None) -> dict[str, Any]:
    return {
        "file": scenario.file,
        "game": scenario.game.id,
        "title": dict(scenario.title),
        "rulings": ran.positions[0].rulings.changed,
        "start": to_json(ran.positions[0].state),
        "end": to_json(ran.positions[-1].state),
        "trace": None if ran.trace is None else ran.trace.to_json(),
        "refusals": [{"play": r.play, **_refusal_json(r.error)} for r in ran.refusals],
        "rejected": None if ran.error is None else _refusal_json(ran.error),
        "holds": None if mismatches is None else not mismatches,
        "mismatches": [mismatch_json(m) for m in mismatches or ()],
    }


def _refusal_json(error: IllegalAction) -> dict[str, Any]:
    return {"code": error.code, "clauses": list(error.clauses), "reason": error.reason(lang())}


def mismatch_json(found: Mismatch) -> dict[str, Any]:
    """Return one finding for programs."""
    return {
        "what": found.what,
        "path": found.path,
        "expected": _plain(found.expected),
        "actual": _plain(found.actual),
        "reading": dict(found.reading),
        "step": found.step,
    }


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value if isinstance(value, (str, int, type(None))) else str(value)


# -- compare ----------------------------------------------------------------------------------------


def compare(file: Path, ruling_id: str, ruling: list[str] | None, *, as_json: bool) -> int:
    """Play a scenario under every option of a ruling, other rulings as its file or `ruling` has them."""
    from rulekit.core.compare import compare as play_all

    scenario = load(file)
    start = scenario.start(output.rulings(ruling, scenario.game.rulebook.rulings))
    comparison = play_all(start, scenario.actions, ruling_id)
    if as_json:
        terminal.write_json(_compare_json(comparison))
        return output.OK
    _print_compare(comparison)
    return output.OK


def _print_compare(comparison: Comparison) -> None:
    default = comparison.outcomes[0]
    game = default.position.game
    ruling = game.rulebook.ruling(comparison.ruling)
    output.say(f"{ruling.id}  {ruling.question[lang()]}", hang=2, style="bold")
    for outcome in comparison.outcomes:
        mark = "●" if outcome is default else "○"
        output.say(f"{mark} {outcome.option}  {ruling.option(outcome.option).text[lang()]}", hang=2)
        if outcome.error is not None:
            output.say(f"✗ {outcome.error.reason(lang())}", indent=4, style="red")
        if outcome is default:
            continue
        if outcome.same:
            output.say(text("compare.same"), indent=4, style="dim")
        for change in outcome.changes:
            output.say(outcome.position.phrasebook(lang()).change(change), indent=4, hang=2, style="green")
        if outcome.step is not None:
            print_step("compare.default", default.trace, outcome.step)
            print_step("compare.here", outcome.trace, outcome.step)


def print_step(key: str, trace: Trace | None, id: int, indent: int = 4) -> None:
    """Print one step of two that differ, with what it changed."""
    if trace is None or id >= len(trace):
        output.say(text(key, step=text("compare.nothing")), indent=indent, hang=2)
        return
    words = printers.step_text(trace, trace.steps[id], lang())
    output.say(text(key, step=f"{words.id} {words.sentence} [{', '.join(words.clauses)}]"), indent=indent, hang=2)
    for detail in words.details:
        if detail.kind == "change":
            output.say(detail.text, indent=indent + 2, hang=2)


def _compare_json(comparison: Comparison) -> dict[str, Any]:
    return {
        "ruling": comparison.ruling,
        "differs": comparison.differs,
        "options": [
            {
                "option": o.option,
                "changes": [change_to_json(c) for c in o.changes],
                "step": o.step,
                "rejected": None if o.error is None else list(o.error.clauses),
                "end": to_json(o.position.state),
            }
            for o in comparison.outcomes
        ],
    }
