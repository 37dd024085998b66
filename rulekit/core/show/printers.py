"""Printers: a trace as text, as a rich tree for terminals, as Markdown and as HTML, in Chinese and English.

All of them show the same: the number of the step, its sentence, the clauses, the observed changes, how
numbers were derived (once, where the number first comes up) and which rulings were consulted.  Steps that
did not happen are marked with ✗.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Literal

from rulekit.core.action import Action
from rulekit.core.amount import Operation
from rulekit.core.show.lines import Fitted
from rulekit.core.step import Step
from rulekit.core.trace import Trace
from rulekit.drawing.visible import visible

if TYPE_CHECKING:
    from rich.text import Text
    from rich.tree import Tree

__all__ = [
    "Detail",
    "StepText",
    "escape_markdown",
    "html",
    "markdown",
    "rich_tree",
    "step_text",
    "text_lines",
    "text_tree",
]

MARK = "▶"
NOT = "✗"
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~$&])")

Kind = Literal["change", "derivation", "ruling"]


@dataclass(frozen=True, slots=True)
class Detail:
    """One line below a step: an observed change, a derivation or a consulted ruling, already worded."""

    kind: Kind
    text: str
    changed_ruling: bool = False


@dataclass(frozen=True, slots=True)
class StepText:
    """A step in words: what every printer lays out in its own way."""

    id: int
    sentence: str
    clauses: tuple[str, ...]
    details: tuple[Detail, ...]
    happened: bool


def step_text(trace: Trace, step: Step, lang: str, *, brief: bool = False) -> StepText:
    """Return a step in words; the sentence of a step that did not happen says so by itself.

    In `brief` a list says only what came and went, and rulings at their defaults are left out.
    """
    phrasebook = trace.phrasebook(lang)
    defaults = trace.game.rulebook.defaults
    sentence = phrasebook.step(step)
    changes = [phrasebook.change(c, brief=brief) for c in step.changes]
    details = [Detail("change", phrasebook.text("printer.change", {"change": change})) for change in changes]
    shown = _shown_above(trace, step)
    for operations in dict.fromkeys(step.derivations.values()):
        if operations in shown:
            continue
        text = phrasebook.text("printer.derivation", {"derivation": phrasebook.derivation(operations)})
        details.append(Detail("derivation", text))
    for changed, key in ((True, "printer.ruling_changed"), (False, "printer.ruling")):
        if brief and not changed:
            continue
        for id, option in step.rulings.items():
            if (option != defaults[id]) is changed:
                text = phrasebook.text(key, {"ruling": phrasebook.ruling(id, option)})
                details.append(Detail("ruling", text, changed))
    return StepText(step.id, sentence, step.clauses, tuple(details), step.happened)


def _shown_above(trace: Trace, step: Step) -> set[tuple[Operation, ...]]:
    """Return the derivations that the causes of a step show already."""
    found: set[tuple[Operation, ...]] = set()
    parent = step.parent
    while parent is not None:
        found.update(trace.steps[parent].derivations.values())
        parent = trace.steps[parent].parent
    return found


def _parts(trace: Trace) -> Iterator[tuple[Action, list[Step]]]:
    """Yield each action with its outermost steps."""
    for mark, end in zip(trace.marks, [*(m.step for m in trace.marks[1:]), len(trace.steps)], strict=False):
        yield mark.action, [s for s in trace.steps[mark.step : end] if s.parent is None]


def _children(trace: Trace) -> dict[int, list[Step]]:
    found: dict[int, list[Step]] = {}
    for step in trace.steps:
        if step.parent is not None:
            found.setdefault(step.parent, []).append(step)
    return found


def _question(trace: Trace, lang: str) -> str | None:
    """Return the open decision as a question, None when the run came to its end."""
    if trace.decision is None:
        return None
    phrasebook = trace.phrasebook(lang)
    question = phrasebook.decision(trace.decision)
    options = " / ".join(map(phrasebook.value, trace.decision.options))
    return phrasebook.text("printer.decision", {"question": question, "options": options})


# -- text -------------------------------------------------------------------------------------------


def text_tree(trace: Trace, lang: str, *, marked: int | None = None) -> str:
    """Return the trace as a drawn tree; the step `marked` carries an arrow."""
    children = _children(trace)
    lines: list[str] = []

    def walk(step: Step, indent: str, last: bool) -> None:
        words = step_text(trace, step, lang)
        below = children.get(step.id, [])
        sign = f"{MARK} " if step.id == marked else ""
        cross = "" if step.happened else f"{NOT} "
        branch = "└─ " if last else "├─ "
        lines.append(f"{indent}{branch}{sign}{step.id} {cross}{words.sentence} [{', '.join(words.clauses)}]")
        inner = indent + ("   " if last else "│  ")
        stem = inner + ("│  " if below else "   ")
        lines.extend(f"{stem}{detail.text}" for detail in words.details)
        for child in below:
            walk(child, inner, child is below[-1])

    for action, roots in _parts(trace):
        lines.append(trace.phrasebook(lang).action(action))
        for root in roots:
            walk(root, "", root is roots[-1])
    question = _question(trace, lang)
    return visible("\n".join([*lines, question] if question else lines))


def text_lines(trace: Trace, steps: Iterable[Step], lang: str) -> str:
    """Return some steps of a trace as lines, each with what it changed below it."""
    lines: list[str] = []
    for step in steps:
        words = step_text(trace, step, lang)
        cross = "" if step.happened else f"{NOT} "
        lines.append(f"{step.id} {cross}{words.sentence} [{', '.join(words.clauses)}]")
        lines += [f"   {detail.text}" for detail in words.details]
    return visible("\n".join(lines))


# -- terminal ---------------------------------------------------------------------------------------


def rich_tree(
    trace: Trace, lang: str, *, brief: bool = False, fresh: Callable[[Step], bool] = lambda step: True
) -> Tree:
    """Return the trace as a rich tree; print it with a rich console.

    `brief` is explained at `step_text`.  Steps that are not `fresh` are left out, or shown without what they changed
    where a fresh one follows from them.
    """
    from rich.text import Text
    from rich.tree import Tree

    phrasebook = trace.phrasebook(lang)
    children = _children(trace)
    parts = list(_parts(trace))

    def add(parent: Tree, step: Step) -> None:
        node = Tree(Fitted(_rich_step(step_text(trace, step, lang, brief=brief), fresh(step))))
        for child in children.get(step.id, []):
            add(node, child)
        if fresh(step) or node.children:
            parent.children.append(node)

    title = Text("") if len(parts) != 1 else Text(visible(phrasebook.action(parts[0][0])), style="bold")
    top = Tree(title, guide_style="dim", hide_root=len(parts) != 1)
    for action, roots in parts:
        branch = top if len(parts) == 1 else top.add(Text(visible(phrasebook.action(action)), style="bold"))
        for root in roots:
            add(branch, root)
    question = _question(trace, lang)
    if question:
        top.add(Fitted(Text(visible(question), style="bold magenta")))
    return top


_STYLES: dict[Kind, str] = {"change": "green", "derivation": "blue", "ruling": "dim"}


def _rich_step(words: StepText, fresh: bool) -> Text:
    from rich.text import Text

    line = Text()
    line.append(f"{words.id} ", style="dim")
    if not words.happened:
        line.append(f"{NOT} ", style="red")
    line.append(visible(words.sentence), style="dim" if not fresh else "" if words.happened else "italic")
    if not fresh:
        return line
    for clause in words.clauses:
        line.append(" ")
        line.append(clause, style="cyan")
    for detail in words.details:
        line.append("\n")
        line.append(visible(detail.text), style="yellow" if detail.changed_ruling else _STYLES[detail.kind])
    return line


# -- Markdown ---------------------------------------------------------------------------------------


def escape_markdown(text: str) -> str:
    """Escape what Markdown (and the math of notebooks) would read as markup.

    JupyterLab still sees a formula between two `\\$`, but not where each stands in an element of its own.
    """
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split())).replace(r"\$", r"<span>\$</span>")


def markdown(trace: Trace, lang: str) -> str:
    """Return the trace as nested Markdown lists, one list an action."""
    children = _children(trace)
    phrasebook = trace.phrasebook(lang)
    blocks: list[str] = []

    def walk(step: Step, indent: str, lines: list[str]) -> None:
        words = step_text(trace, step, lang)
        sentence = escape_markdown(words.sentence) if step.happened else f"{NOT} *{escape_markdown(words.sentence)}*"
        clauses = " ".join(f"`{c}`" for c in words.clauses)
        lines.append(f"{indent}- **{step.id}** {sentence} {clauses}".rstrip())
        lines.extend(f"{indent}  - {escape_markdown(detail.text)}" for detail in words.details)
        for child in children.get(step.id, []):
            walk(child, indent + "  ", lines)

    for action, roots in _parts(trace):
        lines = [f"**{escape_markdown(phrasebook.action(action))}**", ""]
        for root in roots:
            walk(root, "", lines)
        blocks.append("\n".join(lines))
    question = _question(trace, lang)
    return "\n\n".join([*blocks, f"**{escape_markdown(question)}**"] if question else blocks) + "\n"


# -- HTML -------------------------------------------------------------------------------------------

# Styles stand on the elements because notebooks that are not trusted drop style sheets.
_INK = "color:var(--jp-content-font-color1,inherit)"
_SOFT = "color:var(--jp-content-font-color2,#666)"
_CLAUSE = "color:var(--jp-content-link-color,#0b62c4);font-size:.85em;white-space:nowrap"
_LIST = "list-style:none;margin:0;padding-left:1.1em;border-left:1px solid var(--jp-border-color2,#ccc)"
_CURRENT = "background:var(--jp-warn-color3,#ffe9a8);color:#111;border-radius:3px"
_DETAIL: dict[Kind, str] = {
    "change": "color:var(--jp-success-color1,#1b7a2f)",
    "derivation": "color:var(--jp-info-color1,#0b62c4)",
    "ruling": _SOFT,
}


def html(trace: Trace, lang: str, *, current: int | None = None) -> str:
    """Return the trace as nested HTML lists with everything escaped; step `current` is highlighted.

    Hovering over a clause shows its text.  Colours follow the theme of JupyterLab where there is one.
    """
    children = _children(trace)
    phrasebook = trace.phrasebook(lang)
    book = trace.game.rulebook.clauses
    never = escape(phrasebook.text("printer.not"))
    out: list[str] = [f'<div class="rk-trace" lang="{escape(lang)}" style="{_INK};line-height:1.5">']

    def clause(id: str) -> str:
        known = book.get(id)
        title = f' title="{escape(known.text[lang])}"' if known else ""
        return f'<span class="rk-clause" style="{_CLAUSE}"{title}>{escape(id)}</span>'

    def walk(step: Step) -> None:
        words = step_text(trace, step, lang)
        here = step.id == current
        classes = "rk-step" + ("" if step.happened else " rk-not") + (" rk-current" if here else "")
        style = _CURRENT if here else ("" if step.happened else _SOFT + ";font-style:italic")
        aria = ' aria-current="step"' if here else ""
        cross = "" if step.happened else f'<span class="rk-cross" title="{never}">{NOT}</span> '
        clauses = " ".join(map(clause, words.clauses))
        out.append(
            f'<li class="{classes}" data-step="{step.id}"{aria}><span style="{style}">'
            f'<b class="rk-number">{step.id}</b> {cross}{escape(words.sentence)}</span> {clauses}'
        )
        out.extend(
            f'<div class="rk-{d.kind}" style="{_DETAIL[d.kind]};padding-left:1.1em">{escape(d.text)}</div>'
            for d in words.details
        )
        branch(children.get(step.id, []))
        out.append("</li>")

    def branch(steps: list[Step]) -> None:
        if steps:
            out.append(f'<ul style="{_LIST}">')
            for step in steps:
                walk(step)
            out.append("</ul>")

    for action, roots in _parts(trace):
        out.append(f'<p class="rk-action" style="margin:.3em 0"><b>{escape(phrasebook.action(action))}</b></p>')
        branch(roots)
    question = _question(trace, lang)
    if question:
        out.append(f'<p class="rk-decision"><b>{escape(question)}</b></p>')
    return "".join([*out, "</div>"])
