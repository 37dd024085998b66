"""Reference cards of 拳脚招式 for lessons: moves, one move at every start, a declaration taken apart, all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from rulekit.core.catalogue import default_lang, texts_of
from rulekit.core.errors import speaks
from rulekit.core.position import Position
from rulekit.core.show.card import Card
from rulekit.drawing.svg import image_html
from rulekit.drawing.table import each, grid_html, row_html
from rulekit.games.quanjiao.declaring import activations
from rulekit.games.quanjiao.drawing import drawing_words
from rulekit.games.quanjiao.explain import FitReport, explain_declaration, explain_fit, explain_move
from rulekit.games.quanjiao.game import GAME
from rulekit.games.quanjiao.matching import Activation, Board, Placement
from rulekit.games.quanjiao.moves import DEMO_MOVES, Move
from rulekit.games.quanjiao.scoring import score
from rulekit.games.quanjiao.solver import declarations
from rulekit.games.quanjiao.state import State
from rulekit.games.quanjiao.view import match_svg, move_card_svg

__all__ = ["damage_card", "declarations_card", "move_card", "slide_card"]

CARD_HEIGHT, LAID_HEIGHT = 190, 300  # pixels

_catalogue = texts_of(__package__, "reference.yaml")


def _say(key: str, lang: str, **params: Any) -> str:
    return GAME.phrasebook(lang).word(_catalogue(), key, params)


def _image(svg: str, height: int) -> str:
    return image_html(svg, f'style="max-height:{height}px;width:auto"')


def _table(heads: Iterable[str], rows: Iterable[Sequence[str]], lang: str) -> str:
    """Return a table; the rows hold HTML."""
    return grid_html([_say(f"head.{h}", lang) for h in heads], map(row_html, rows))


def _cited(text: str, clauses: Iterable[str]) -> str:
    return f'{escape(text)} <span class="rk-soft">{escape(" ".join(clauses))}</span>'


# -- moves ------------------------------------------------------------------------------------------


@speaks
def move_card(*moves: str | Move, lang: str | None = None) -> Card:
    """Return the cards of some moves, given by id or as moves: drawn, or region by region with their text."""
    lang = lang or default_lang()
    found = [DEMO_MOVES[m] if isinstance(m, str) else m for m in moves]
    return Card(lang, lambda: "\n".join(_move_text(m, lang) for m in found), lambda: _moves_html(found, lang))


def _move_text(move: Move, lang: str) -> str:
    says = dict(move.text).get(lang, "")
    lines = [_say("move.line", lang, id=move.id, name=move.title(lang), says=says)]
    for region in move.regions:
        need = "".join(_say("move.need", lang, n=n.count, state=n.state, symbol=n.symbol) for n in region.need)
        lines.append(_say("move.region", lang, kind=region.acts_as, cells=" ".join(region.cells), need=need))
    return "\n".join(lines)


def _moves_html(moves: Iterable[Move], lang: str) -> str:
    figures = [
        f'<figure style="margin:0;max-width:230px">{_image(move_card_svg(m, lang, text=False), CARD_HEIGHT)}'
        f'<figcaption class="rk-soft">{escape(dict(m.text).get(lang, ""))}</figcaption></figure>'
        for m in moves
    ]
    return f'<div class="rk-cards">{"".join(figures)}</div>'


# -- one move over a board --------------------------------------------------------------------------


@speaks
def slide_card(position: Position, who: str, move: str | Move, *starts: int, lang: str | None = None) -> Card:
    """Return a move of a player at every start with the reasons; drawn over the board at `starts`."""
    lang = lang or default_lang()
    state: State = position.state
    board = state.board_of(who, position.rulings.choices)
    found = state.moves()[move] if isinstance(move, str) else move
    declared = activations(state, who, board)

    def text() -> str:
        lines = [_say("slide.title", lang, move=found.title(lang))]
        for report in explain_move(board, found, lang, declared):
            lines.append(f"  {_headline(report)}")
            lines += [f"    {r.text} [{', '.join(r.clauses)}]" for r in report.reasons]
        return "\n".join(lines)

    def html() -> str:
        drawn = "".join(_image(match_svg(board, found, Placement(n), lang, declared), LAID_HEIGHT) for n in starts)
        rows = [
            (escape(_headline(r)), "<br>".join(_cited(x.text, x.clauses) for x in r.reasons))
            for r in explain_move(board, found, lang, declared)
        ]
        table = _table(("start", "why"), rows, lang)
        if not drawn:
            return table
        fold = escape(_say("slide.title", lang, move=found.title(lang)))
        return f'<div class="rk-cards">{drawn}</div><details><summary>{fold}</summary>{table}</details>'

    for n in starts:  # a start that makes no sense fails here and not when shown
        explain_fit(board, found, Placement(n), lang)
    return Card(lang, text, html)


def _headline(report: FitReport) -> str:
    return f"{'✓' if report.ok else '✗'} {report.headline}"


# -- declarations -----------------------------------------------------------------------------------


@speaks
def damage_card(position: Position, who: str, lang: str | None = None) -> Card:
    """Return what a player has declared taken apart: symbol by symbol, summand by summand, the sum."""
    lang = lang or default_lang()
    state: State = position.state
    board = state.board_of(who, position.rulings.choices)
    report = explain_declaration(board, state.moves(), activations(state, who, board), lang)

    def text() -> str:
        lines = [use.text for use in report.uses]
        lines += [f"{line.text} [{', '.join(line.clauses)}]" for line in report.lines]
        return "\n".join([*lines, report.text])

    def html() -> str:
        uses = each("li", [use.text for use in report.uses])
        lines = "".join(f"<li>{_cited(line.text, line.clauses)}</li>" for line in report.lines)
        return f'<ul>{uses}</ul><ul>{lines}</ul><p class="rk-sum">{escape(report.text)}</p>'

    return Card(lang, text, html)


def _short(activation: Activation, board: Board, title: str, lang: str) -> str:
    keys = " ".join(
        _say(
            "every.key" if c.valid else "every.key_gone",
            lang,
            limb=drawing_words().text(f"limb.{c.cell[:2]}", lang, {}),
            action=c.place.action,
            n=n,
        )
        for c, n in zip(board.classes, activation.keys, strict=True)
        if n
    )
    return _say("every.move", lang, move=title, start=str(activation.placement), keys=keys)


@speaks
def declarations_card(position: Position, who: str, *, most: int = 10, lang: str | None = None) -> Card:
    """Return all legal declarations of a player, the highest total first; more than `most` are only counted."""
    lang = lang or default_lang()
    state: State = position.state
    board = state.board_of(who, position.rulings.choices)
    moves = state.moves()
    found = [(d, score(board, moves, d)) for d in declarations(board, state.held(who))]
    found.sort(key=lambda row: -row[1].total)
    title = _say("every.title", lang, who=who, n=len(found))
    more = [_say("every.more", lang, n=len(found) - most)] if len(found) > most else []

    def name(declared: Sequence[Activation]) -> str:
        parts = [_short(a, board, moves[a.move].title(lang), lang) for a in declared]
        return " + ".join(parts) or _say("every.empty", lang)

    def rows() -> list[tuple[str, str, str, str]]:
        return [
            (name(d), "+".join(map(str, made.damage)) or "0", str(made.loose), str(made.total))
            for d, made in found[:most]
        ]

    def text() -> str:
        lines = [_say("every.row", lang, declared=d, moves=m, loose=n, total=t) for d, m, n, t in rows()]
        return "\n".join([title, *(f"  {line}" for line in (*lines, *more))])

    def html() -> str:
        table = _table(("declared", "moves", "loose", "total"), [tuple(map(escape, row)) for row in rows()], lang)
        return f"<p><b>{escape(title)}</b></p>{table}{''.join(f'<p>{escape(line)}</p>' for line in more)}"

    return Card(lang, text, html)
