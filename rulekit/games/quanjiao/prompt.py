"""What helps a player of 拳脚招式 at the keyboard: move cards, near misses, spellings, short lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rulekit.core.action import Action
from rulekit.core.catalogue import texts_of
from rulekit.core.errors import UnknownName, nearest
from rulekit.core.hidden import HIDDEN
from rulekit.core.position import Position
from rulekit.core.seen import SeenPosition
from rulekit.games.quanjiao.board import LIMBS, classes, sort_cells
from rulekit.games.quanjiao.declaring import activations, describe
from rulekit.games.quanjiao.explain import explain_move
from rulekit.games.quanjiao.grids import board_grid, move_grid
from rulekit.games.quanjiao.matching import Board
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.placing import entries
from rulekit.games.quanjiao.solver import best
from rulekit.games.quanjiao.state import PLAYERS, State, other
from rulekit.games.quanjiao.view import View
from rulekit.games.quanjiao.words import Words

__all__ = ["QUESTIONS", "answer", "glance", "help", "short", "spelled", "table"]

QUESTIONS = {
    "moves": "moves", "招式": "moves", "m": "moves",
    "fits": "fits", "试招": "fits", "f": "fits",
    "best": "best", "提示": "best", "hint": "best",
}  # fmt: skip
# What may be written in place of a verb; the same word takes back a card or a declaration.
VERBS = {
    "摆": "lay", "摆牌": "lay", "收回": "take", "撤回": "withdraw", "合帘": "commit", "合上布帘": "commit",
    "一次摆好": "place", "发动": "declare", "声明": "declare", "换招": "swap", "完毕": "done", "声明完毕": "done",
}  # fmt: skip
LIMB_NAMES = {"左手": "LH", "右手": "RH", "左腿": "LL", "右腿": "RL"}
_CELL = re.compile(rf"({'|'.join((*LIMB_NAMES, *LIMBS))})第?([1-9])动?(.*)", re.IGNORECASE)
_FACE = re.compile(r"(?:拳+|腿+)+|[FL][1-9](?:[FL][1-9])?", re.IGNORECASE)

_catalogue = texts_of(__package__, "prompt.yaml")


class _Teller:
    """The sentences of one position in one language, moves of the position under their names."""

    def __init__(self, position: Position, lang: str) -> None:
        self.lang = lang
        self.phrasebook = position.phrasebook(lang)
        self.words = Words(self.phrasebook)

    def __call__(self, key: str, **params: Any) -> str:
        return self.phrasebook.word(_catalogue(), key, params)


def help(lang: str) -> str:
    """Return the ways to write actions and the questions of this game."""
    return _catalogue().text("help", lang, {}) + "\n" + _catalogue().text("cells", lang, {})


def table(position: SeenPosition, lang: str) -> str:
    """Return the boards the viewer may see as grids, the opponent's above; nothing before a card is laid."""
    tell = _Teller(position, lang)
    state: State = position.state
    columns = state.width(position.rulings.choices)
    parts = []
    viewer = position.viewers[0]
    for who in (other(viewer), viewer):
        player = state.player(who)
        if player.board or (player.laid and HIDDEN not in player.laid):
            parts += [tell("board.title", who=who), board_grid(player, columns, lang)]
    if any(state.player(who).cancelled_fists or state.player(who).cancelled_legs for who in PLAYERS):
        parts.append(tell("board.legend"))
    return "\n".join(parts)


def glance(position: SeenPosition, lang: str) -> str:
    """Return the own board, hand and declarations, and the damage so far."""
    tell = _Teller(position, lang)
    viewer = position.viewers[0]
    view = View(position, lang)
    columns = position.state.width(position.rulings.choices)
    parts = [tell("board.title", who=viewer), board_grid(position.state.player(viewer), columns, lang)]
    for group in view.groups(viewer):
        if group.key in ("hand", "declared"):
            parts.append(tell("glance.group", label=group.label, chips="  ".join(c.text for c in group.chips)))
    return "\n".join(filter(None, [*parts, view.total(viewer)]))


# -- questions --------------------------------------------------------------------------------------


def answer(position: Position, viewer: str, question: str, rest: str, lang: str) -> str:
    """Answer one of QUESTIONS as far as the viewer may know; raises UnknownName for an unknown move."""
    tell = _Teller(position, lang)
    state: State = position.before.seen_by(viewer).state
    match question:
        case "moves":
            return "\n".join(_moves(tell, state, viewer, rest))
        case "fits":
            return "\n".join(_fits(tell, position, state, viewer, rest))
    return "\n".join(_best(tell, position, state, viewer))


def _find(state: State, text: str) -> Move:
    """Return the move called `text`, by id or by its name in either language."""
    table = state.moves()
    by_name = {title.casefold(): m for m in table.values() for title in (m.id, m.title("zh"), m.title("en"))}
    found = by_name.get(text.casefold())
    if found is None:
        raise UnknownName("unknown_move", name=text, nearest=nearest(text, by_name) or next(iter(table)))
    return found


def _moves(tell: _Teller, state: State, viewer: str, rest: str) -> Iterable[str]:
    who = rest.upper() if rest.upper() in PLAYERS else viewer
    if rest and rest.upper() not in PLAYERS:
        shown = [_find(state, rest)]
    else:
        held = state.player(who).moves
        shown = [state.moves()[m] for m in dict.fromkeys(held) if m in state.moves()]
        secret = held.count(HIDDEN)
        if secret:
            yield tell("card.secret", n=secret)
        elif not held:
            yield tell("card.none", who=who)
    for move in shown:
        key = "card.title" if move.fixed_start is None else "card.fixed"
        yield tell(key, id=move.id, name=move.title(tell.lang), start=move.fixed_start)
        yield move_grid(move, tell.lang)
        text = dict(move.text)
        if text:
            yield text.get(tell.lang) or next(iter(text.values()))
    if shown:
        yield tell("card.legend")


def _board(state: State, who: str, rulings: Mapping[str, str]) -> Board:
    """Return the symbols of a side; before the reveal those behind its curtain, nothing cancelled."""
    player = state.player(who)
    if not player.laid:
        return state.board_of(who, rulings)
    laid = sort_cells((e.cell, e.face) for e in entries(player.laid))
    return Board(classes(laid, (), ()), state.width(rulings), rulings)


def _fits(tell: _Teller, position: Position, state: State, viewer: str, rest: str) -> Iterable[str]:
    if not rest:
        yield tell("fits.usage")
        return
    move = _find(state, rest)
    board = _board(state, viewer, position.rulings.choices)
    if state.player(viewer).laid:
        yield tell("fits.before")
    if not board.classes:
        yield tell("fits.empty")
    reports = explain_move(board, move, tell.lang, activations(state, viewer, board))
    if not reports:
        yield tell("fits.none", move=move.id)
    for report in reports:
        yield f"{'✓' if report.ok else '✗'} {report.headline}"
        if report.ok:
            yield from (f"    {describe(a, board.classes)}" for a in report.fit.activations)
        else:
            yield from (f"    {reason.text} [{', '.join(reason.clauses)}]" for reason in report.reasons)


def _best(tell: _Teller, position: Position, state: State, viewer: str) -> Iterable[str]:
    if state.step != "declare":
        yield tell("best.later")
        return
    board = state.board_of(viewer, position.rulings.choices)
    made, found = best(board, state.held(viewer))
    if not made:
        yield tell("best.nothing", n=found.total)
        return
    yield tell("best.line", n=found.total)
    yield from (f"    declare {describe(a, board.classes)}" for a in made)


# -- writing and listing actions --------------------------------------------------------------------


def spelled(position: Position, line: str) -> str:
    """Return a line with Chinese verbs, limbs, cards and the names of moves as scenario files write them.

    >>> from rulekit import new_game
    >>> spelled(new_game("quanjiao"), "摆 拳拳 左手第1动")
    'lay F2 LH1'
    >>> spelled(new_game("quanjiao"), "declare Door-Knock Straight@1 lh1X1")
    'declare m01@1 LH1x1'
    """
    for move in position.state.moves().values():
        for title in dict(move.name).values():
            line = re.sub(re.escape(title), move.id, line, flags=re.IGNORECASE)
    words = line.split()
    made = [VERBS.get(words[0], words[0].lower()) if i == 0 else _word(w) for i, w in enumerate(words)]
    if made and made[0] == "withdraw" and len(made) == 2 and _CELL.fullmatch(words[1]):
        made[0] = "take"
    if made and made[0] == "take" and len(made) == 2 and not _CELL.fullmatch(words[1]):
        made[0] = "withdraw"
    return " ".join(made)


def _word(word: str) -> str:
    """Read one word: a card, a cell, a key mark, or a card and its cell with @ between."""
    head, at, tail = word.partition("@")
    if at and _FACE.fullmatch(head):
        return f"{_word(head)}@{_word(tail)}"
    if _FACE.fullmatch(word):
        return _face(word)
    cell = _CELL.fullmatch(word)
    if cell is None:
        return word
    limb = LIMB_NAMES.get(cell[1], cell[1].upper())
    rest = re.sub(r"[fl]", lambda m: m[0].upper(), cell[3].lower()) if cell[3] else ""
    return f"{limb}{cell[2]}{rest}"


def _face(word: str) -> str:
    if word[0] not in "拳腿":
        return word.upper()
    runs = re.findall(r"拳+|腿+", word)
    return "".join(("F" if run[0] == "拳" else "L") + str(len(run)) for run in runs)


def short(position: Position, action: Action, lang: str) -> tuple[str, str]:
    """Return an action for a list: cards and moves are headings, cells and placements the items."""
    tell = _Teller(position, lang)
    match action.verb:
        case "lay":
            return tell("short.lay", a0=action.args[0]), _cell(tell, action.args[1])
        case "take":
            return tell("short.take"), _cell(tell, action.args[0])
        case "declare":
            code = " ".join(action.args)
            move = code.partition("@")[0]
            return tell("short.declare", move=move), tell("short.declared", args=code, code=code)
        case "swap":
            old, new = action.args
            return tell("short.swap", move=old), tell("card.title", id=new, name=tell.words.move(new))
        case "withdraw":
            return tell("short.withdraw"), tell.words.move(action.args[0])
        case "answer":
            return "", position.game.phrasebook(lang).action(action)
    return tell("short.other"), position.game.phrasebook(lang).action(action)


def _cell(tell: _Teller, cell: str) -> str:
    return tell("short.cell", limb=cell[:2], action=cell[2:], code=cell)
