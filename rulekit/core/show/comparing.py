"""How a comparison looks: one column for each reading of a ruling, the first step that differs marked."""

from __future__ import annotations

from rulekit.core.compare import Branch, Comparison
from rulekit.core.phrasebook import Phrasebook
from rulekit.core.record import value_at
from rulekit.drawing.svg import escape
from rulekit.drawing.width import padded, wrap_label

__all__ = ["differences", "html", "table_html", "text"]

MARK = "▶"
CELL = 24.0  # width of a cell of the written form, in em
LINES = 12  # lines of such a cell


def differences(comparison: Comparison, lang: str) -> list[tuple[str, list[str]]]:
    """Return what differs between the readings: its name and what it is under each."""
    outcomes = comparison.outcomes
    phrasebook = outcomes[0].position.phrasebook(lang)
    paths = dict.fromkeys(c.path for o in outcomes for c in o.changes)
    rows = [
        (phrasebook.path(path), [phrasebook.value(value_at(o.position.state, path)) for o in outcomes])
        for path in paths
    ]
    rows.append((phrasebook.text("compare.first_step"), [_first(phrasebook, o, outcomes[0]) for o in outcomes]))
    if any(o.error for o in outcomes):
        refused = [o.error.reason(lang) if o.error else "—" for o in outcomes]
        rows.append((phrasebook.text("compare.illegal"), refused))
    return rows


def _first(phrasebook: Phrasebook, outcome: Branch, base: Branch) -> str:
    if outcome is base:
        return "—"
    if outcome.step is None:
        return phrasebook.text("compare.no_step")
    steps = outcome.trace.steps if outcome.trace else ()
    if outcome.step >= len(steps):
        return phrasebook.text("compare.stops", {"n": outcome.step})
    step = steps[outcome.step]
    return f"{step.id}. {phrasebook.step(step)} [{', '.join(step.clauses)}]"


def text(comparison: Comparison, lang: str) -> str:
    """Return the question and a table in columns."""
    phrasebook = comparison.outcomes[0].position.phrasebook(lang)
    ruling = phrasebook.rulebook.ruling(comparison.ruling)
    lines = [f"{ruling.id} {ruling.question[lang]}"]
    if comparison.same:
        return "\n".join([*lines, phrasebook.text("compare.same")])
    heads = [ruling.option(o.option).text[lang] for o in comparison.outcomes]
    heads[0] += phrasebook.text("show.default_mark")
    first = phrasebook.text("compare.first_step")
    marked = f"{MARK} {first}" if any(o.step is not None for o in comparison.outcomes) else first
    rows = [["", *heads]]
    rows += [[marked if n == first else n, *values] for n, values in differences(comparison, lang)]
    broken: list[list[str]] = []
    for row in rows:
        cells = [wrap_label(cell, CELL, LINES) for cell in row]
        broken += [[cell[i] if i < len(cell) else "" for cell in cells] for i in range(max(map(len, cells)))]
    return "\n".join([*lines, *("  ".join(row).rstrip() for row in padded(broken))])


def html(comparison: Comparison, lang: str) -> str:
    """Return the question and the table."""
    phrasebook = comparison.outcomes[0].position.phrasebook(lang)
    ruling = phrasebook.rulebook.ruling(comparison.ruling)
    head = f"<p><b>{escape(ruling.id)}</b> {escape(ruling.question[lang])}</p>"
    if comparison.same:
        return f"{head}<p>{escape(phrasebook.text('compare.same'))}</p>"
    return head + table_html(comparison, lang, ruling.default)


def table_html(comparison: Comparison, lang: str, now: str) -> str:
    """Return a table with one column per reading, that of the option `now` marked."""
    ruling = comparison.outcomes[0].position.game.rulebook.ruling(comparison.ruling)
    heads = "".join(
        f'<th scope="col" class="{"rk-now-reading" if o.option == now else "rk-other-reading"}">'
        f"{escape(ruling.option(o.option).text[lang])}</th>"
        for o in comparison.outcomes
    )
    rows = [f'<tr><td scope="row"></td>{heads}</tr>']
    rows += [_row(name, values) for name, values in differences(comparison, lang)]
    return f'<table class="rk-table rk-grid">{"".join(rows)}</table>'


def _row(name: str, values: list[str]) -> str:
    cells = "".join(f'<td class="{"rk-equal" if v == values[0] else "rk-differs"}">{escape(v)}</td>' for v in values)
    return f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>'
