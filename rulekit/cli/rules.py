"""`rulekit rules`: read clauses and rulings by number, section or words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rulekit.analysis.coverage import Citation, citations
from rulekit.cli import output, terminal
from rulekit.cli.output import CliError, lang, text
from rulekit.core.errors import UnknownName, nearest
from rulekit.core.game import Game
from rulekit.core.rulebook import Clause, Ruling
from rulekit.games import GAMES, known_games, load_game

__all__ = ["rules"]

_NUMBER = re.compile(r"(?:[0-9]+|[A-Z][0-9]*)(?:\.[A-Z]?[0-9]+)*\.?\Z", re.I)


def rules(words: list[str], *, where: bool = False, as_json: bool) -> int:
    """Show what the words ask for: an overview of a game, a ruling, a section, or what mentions a text.

    With `where` each clause and ruling comes with the lines of code and data that cite it.
    """
    game, query = _split(words)
    if game is None:
        _games(as_json)
        return output.OK
    if not query:
        _overview(game, where, as_json)
        return output.OK
    found, title = _find(game, query)
    lines = citations(game) if where else None
    if as_json:
        terminal.write_json({"game": game.id, "query": query, "found": [_json(game, f, lines) for f in found]})
        return output.OK
    if title:
        output.say(title, style="bold")
    for item in found:
        if isinstance(item, Ruling):
            _print_ruling(game, item)
        else:
            _print_clause(game, item, alone=len(found) == 1)
        if lines is not None:
            _print_where(lines.get(item.id, ()))
    return output.OK


def _print_where(lines: Sequence[Citation]) -> None:
    for line in map(str, lines):
        output.console().print(f"  {line}", soft_wrap=True, style="dim", highlight=False)
    if not lines:
        output.say(text("rules.nowhere"), indent=2, style="dim")


def _split(words: list[str]) -> tuple[Game | None, str]:
    """Tell the game from the query; the game may be left out when an id carries its prefix or there is one only."""
    if not words:
        return None, ""
    if words[0].casefold() in known_games():
        return load_game(words[0].casefold()), " ".join(words[1:]).strip()
    query = " ".join(words).strip()
    prefix = query.partition("-")[0].upper()
    games = [load_game(g) for g in GAMES]
    for game in games:
        if "-" in query and game.rulebook.prefix == prefix:
            return game, query
        if query in (game.rulebook.name["zh"], game.rulebook.name["en"]):
            return game, ""
        if words[0] in (game.rulebook.name["zh"], game.rulebook.name["en"]):
            return game, " ".join(words[1:]).strip()
    if len(games) == 1 and (_NUMBER.fullmatch(query) or games[0].rulebook.find(query)):
        return games[0], query
    raise UnknownName(
        "unknown_game", name=words[0], nearest=nearest(words[0], GAMES) or GAMES[0], known=", ".join(GAMES)
    )


def _find(game: Game, query: str) -> tuple[list[Clause | Ruling], str]:
    """Return what a query means, with a heading where it is more than one thing.

    Raises RulekitError with the nearest name.
    """
    book = game.rulebook
    bare = re.sub(rf"^{re.escape(book.prefix)}-", "", query, flags=re.I)
    by_case = {id.casefold(): id for id in (*book.rulings, *book.clauses)}
    exact = by_case.get(f"{book.prefix}-{bare}".casefold(), "")
    if exact in book.rulings:
        return [book.ruling(exact)], ""
    term = query in book.glossary  # the skill 一 comes before the section 一, which is also 1
    section: list[Clause | Ruling] = [] if term else [*(book.section(bare) or book.section(bare.upper()))]
    if exact and len(section) <= 1:
        return [book.clause(exact)], ""
    if section:
        first = section[0]
        heading = book.sections.get(first.section, {}) if isinstance(first, Clause) else {}
        return section, heading.get(lang(), "")
    found = book.find(query)
    if not found and (bare != query or _NUMBER.fullmatch(bare)):
        code = "unknown_ruling" if bare[:1] in "Rr" else "unknown_clause"
        known = book.rulings if bare[:1] in "Rr" else book.clauses
        near = nearest(f"{book.prefix}-{bare.upper()}", known) or next(iter(known))
        raise UnknownName(code, name=query, nearest=near)
    if not found:
        terms = [*book.glossary, *(t.en for t in book.glossary.values())]
        raise CliError("nothing_found", query=query, nearest=nearest(query, terms) or terms[0])
    return found, text("rules.mention", query=query, n=len(found))


def _print_clause(game: Game, clause: Clause, *, alone: bool) -> None:
    from rich.text import Text

    line = Text()
    line.append(clause.id, style="bold cyan")
    line.append(f"  {clause.text[lang()]}")
    if clause.informative:
        line.append(f"  {text('rules.informative')}", style="dim")
    rulings = game.rulebook.rulings_on(clause.id)
    if not alone:
        for ruling in rulings:
            line.append(f"  {ruling.id}", style="magenta")
    output.say(line, hang=2)
    if alone:
        for ruling in rulings:
            output.say(f"{ruling.id} {ruling.question[lang()]}", indent=2, hang=2, style="magenta")
        if clause.because:
            output.say(clause.because[lang()], indent=2, style="dim")


def _print_ruling(game: Game, ruling: Ruling) -> None:
    from rich.text import Text

    output.say(f"{ruling.id}  {ruling.question[lang()]}", hang=2, style="bold magenta")
    output.say(ruling.why[lang()], indent=2, style="dim")
    for option in ruling.options:
        chosen = option.key == ruling.default
        line = Text("● " if chosen else "○ ")
        line.append(option.key, style="bold green" if chosen else "bold")
        line.append(f"{text('rules.default') if chosen else ''}  {option.text[lang()]}")
        output.say(line, indent=2, hang=2)
    for option in ruling.recorded:
        output.say(f"· {option.key}{text('rules.recorded')}  {option.text[lang()]}", indent=2, hang=2, style="dim")
    if ruling.idle:
        output.say(ruling.idle[lang()], indent=2)
    output.say(text("rules.on", clauses=", ".join(ruling.clauses)), indent=2, style="dim")


def _overview(game: Game, where: bool, as_json: bool) -> None:
    book = game.rulebook
    lines = citations(game) if where else None
    if as_json:
        items: list[Clause | Ruling] = [*book.clauses.values(), *book.rulings.values()]
        terminal.write_json({"game": game.id, "query": "", "found": [_json(game, i, lines) for i in items]})
        return
    from rich.table import Table
    from rich.text import Text

    out = output.console()
    output.say(f"{book.name[lang()]} ({game.id}, {book.prefix})", style="bold")
    output.say(book.summary[lang()])
    table = Table(box=None, pad_edge=False)
    for key in ("rules.section", "rules.title", "rules.clauses"):
        table.add_column(text(key), justify="right" if key == "rules.clauses" else "left")
    for section, title in book.sections.items():
        count = sum(c.section == section for c in book.clauses.values())
        table.add_row(Text(section), Text(title[lang()]), str(count))
    out.print(table)
    output.say(text("rules.count", clauses=len(book.clauses), rulings=len(book.rulings)))
    output.say(text("rules.hint", game=game.id, ruling=next(iter(book.rulings))), style="dim")


def _games(as_json: bool) -> None:
    games = [load_game(g) for g in GAMES]
    if as_json:
        terminal.write_json(
            {"games": [{"id": g.id, "prefix": g.rulebook.prefix, "name": dict(g.rulebook.name)} for g in games]}
        )
        return
    for game in games:
        book = game.rulebook
        output.console().print(f"{game.id}  {book.name[lang()]}  {book.prefix}")


def _json(game: Game, item: Clause | Ruling, lines: Mapping[str, Sequence[Citation]] | None) -> dict[str, Any]:
    cited = {} if lines is None else {"where": [line._asdict() for line in lines.get(item.id, ())]}
    if isinstance(item, Ruling):
        return {
            "id": item.id,
            "question": dict(item.question),
            "default": item.default,
            "options": {o.key: dict(o.text) for o in item.options},
            "recorded": {o.key: dict(o.text) for o in item.recorded},
            "idle": dict(item.idle or {}),
            "why": dict(item.why),
            "clauses": list(item.clauses),
            **cited,
        }
    return {
        "id": item.id,
        "section": item.section,
        "kind": item.kind,
        "text": dict(item.text),
        "informative": item.informative,
        "rulings": [r.id for r in game.rulebook.rulings_on(item.id)],
        **cited,
    }
