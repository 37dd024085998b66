"""What there is to say of a session: what is wrong, what astray, what stopped it, and all of it as text."""

from __future__ import annotations

from rulekit.core.errors import Problem
from rulekit.core.show.answers import due_text
from rulekit.core.show.printers import text_tree
from rulekit.drawing.visible import visible
from rulekit.ui.session import Session
from rulekit.ui.words import ui_text

__all__ = ["astray_text", "problem_text", "session_text", "stopped_text"]


def problem_text(session: Session, problem: Problem) -> str:
    """Return why a set-up is impossible, with the clause."""
    sentence = session.phrasebook.problem(problem)
    return f"{sentence} [{problem.clause}]" if problem.clause else sentence


def astray_text(session: Session) -> str:
    """Return in what the title speaks of another case, empty where it does not."""
    lang = session.lang
    return ui_text("word.join", lang).join(
        ui_text(f"astray.{what}", lang, readings=_readings(session)) for what in session.astray
    )


def _readings(session: Session) -> str:
    """Return how the rulings read that were changed since the title was given."""
    lang, book, rulings = session.lang, session.game.rulebook, session.start.rulings
    told = session.game.defaults.replace(session.caption.rulings)
    changed = [id for id in book.rulings if rulings[id] != told[id]]
    found = {id: book.ruling(id).option(rulings[id]).text[lang] for id in changed}
    return ui_text("word.and", lang).join(
        ui_text("astray.reading", lang, id=id, reading=text) for id, text in found.items()
    )


def stopped_text(session: Session) -> str:
    """Return which action of the line is illegal now and why; of another player's secrets only the clauses."""
    assert session.stopped is not None
    action, error = session.stopped
    reason = error.reason(session.lang) if session.sees(action.who) else f"[{', '.join(error.clauses)}]"
    return ui_text("stopped", session.lang, action=session.phrasebook.action(session.seen(action)), reason=reason)


def session_text(session: Session) -> str:
    """Return title, set-up, rulings, problems, the whole trace and what is due, one fact a line.

    What may not be known is left out.
    """
    lang, view = session.lang, session.game.view
    parts = [session.title.get(lang) or session.game.rulebook.name[lang], *filter(None, [astray_text(session)])]
    parts.append(ui_text("text.start", lang))
    parts.append(view.position_text(session.look(session.start), lang))
    if session.rulings:
        parts.append(ui_text("text.rulings", lang))
        parts += [f"  {session.phrasebook.ruling(id, option)}" for id, option in session.rulings.items()]
    if session.problems and session.sees_all:
        parts.append(ui_text("text.problems", lang))
        parts += [f"  {problem_text(session, p)}" for p in session.problems]
    for trace in map(session.look, session.traces()):
        parts.append(ui_text("text.trace", lang))
        parts.append(text_tree(trace, lang))
    if session.stopped is not None:
        parts.append(stopped_text(session))
    if session.line:
        parts.append(ui_text("text.end", lang))
        parts.append(view.position_text(session.known, lang))
    parts.append(due_text(session.position, lang))
    return visible("\n".join(parts))
