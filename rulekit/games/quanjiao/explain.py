"""Why a move fits or not, what a declaration takes and how its damage adds up, in words; pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulekit.core.amount import Operation
from rulekit.core.catalogue import texts_of
from rulekit.core.game import Phrasebooks
from rulekit.games.quanjiao import limits
from rulekit.games.quanjiao.board import Place, cell_name
from rulekit.games.quanjiao.game import GAME
from rulekit.games.quanjiao.matching import Activation, Board, Fit, Placement, images, key_marks, match_of, placements
from rulekit.games.quanjiao.moves import Move, Region
from rulekit.games.quanjiao.scoring import Score, TermScore, grey_symbols, score
from rulekit.games.quanjiao.words import titles_text

__all__ = [
    "CellReport",
    "Comparison",
    "DeclarationReport",
    "FitReport",
    "Line",
    "Reason",
    "SymbolUse",
    "Teller",
    "compare",
    "explain_declaration",
    "explain_fit",
    "explain_move",
    "explain_words",
]

explain_words = texts_of(__package__, "explain.yaml")  # the sentences of explanations


class Teller:
    """Words explanations in one language; `moves` gives the names of moves that do not come with the game."""

    def __init__(self, lang: str, moves: Mapping[str, Move] | None = None) -> None:
        self.phrasebook = Phrasebooks(GAME, titles_text((moves or {}).values()))(lang)
        self.separator = self.phrasebook.text("word.semicolon")

    def __call__(self, key: str, **params: Any) -> str:
        """Return one sentence."""
        return self.phrasebook.word(explain_words(), key, params)


class Reason(NamedTuple):
    """One reason for or against a placement, with the clauses it rests on."""

    code: str
    clauses: tuple[str, ...]
    text: str


class CellReport(NamedTuple):
    """One cell under a move: what the card asks there and whether it is so.

    `mark` is met, short or off_board (key), clear or blocked (black), counted (grey) or free (no demand);
    `n` is how many symbols a grey cell counts; `text` says so, with the reason where there is one.
    """

    place: Place
    cell: str
    rid: str
    kind: str
    mark: str
    n: int
    text: str


@dataclass(frozen=True, slots=True)
class FitReport:
    """A placement explained: its headline, every reason against it (what is met when it fits) and its cells."""

    fit: Fit
    headline: str
    reasons: tuple[Reason, ...]
    cells: tuple[CellReport, ...]

    @property
    def ok(self) -> bool:
        """Whether the move can be activated here."""
        return self.fit.ok


def explain_move(board: Board, move: Move, lang: str, declared: Sequence[Activation] = ()) -> list[FitReport]:
    """Return every placement of a move explained, starts ascending."""
    return [explain_fit(board, move, placement, lang, declared) for placement in placements(move, board)]


def explain_fit(
    board: Board, move: Move, placement: Placement, lang: str, declared: Sequence[Activation] = ()
) -> FitReport:
    """Return one placement explained: unmet needs, blocking cells, cells off the board, a fixed start.

    Key marks of other moves `declared` may spare black cells (QJ-R10) and not be counted in grey ones (QJ-R17).
    """
    used = key_marks(board, [a for a in declared if a.move != move.id])
    fit = match_of(move, placement, board, used)
    tell = Teller(lang, {move.id: move})
    against = _against(tell, board, move, fit)
    cells = tuple(_cells(tell, board, move, fit, used))
    ways = len(fit.activations)
    if fit.ok:
        headline = tell("fit.ok_one" if ways == 1 else "fit.ok", start=placement, ways=ways)
        return FitReport(fit, headline, tuple(_met(tell, board, move, placement)), cells)
    return FitReport(fit, tell("fit.fails", start=placement), tuple(against), cells)


def _against(tell: Teller, board: Board, move: Move, fit: Fit) -> list[Reason]:
    """Return every reason against a placement, in the order in which a declaration is checked."""
    made: list[Reason] = []
    placement = fit.placement

    def add(code: str, *clauses: str, **params: Any) -> None:
        made.append(Reason(code, clauses, tell(f"reason.{code}", **params)))

    if placement.mirrored and board.rulings["QJ-R12"] == "none":
        add("mirror", "QJ-4.4.23")
    if move.fixed_start is not None and placement.start != move.fixed_start:
        add("fixed_start", "QJ-4.4.24", only=move.fixed_start)
    for cell in fit.off_board:
        add("off_board", "QJ-4.4.25", cell=cell)
    last = placement.start + move.width - 1
    if board.rulings["QJ-R11"] == "whole_grid_on_board" and not (placement.start >= 1 and last <= board.columns):
        add("grid_off_board", "QJ-4.4.25", first=placement.start, last=last, columns=board.columns)
    own = _sums(board)
    for cell in fit.blocked:
        add("blocked", "QJ-4.4.10", cell=cell, n=own[cell])
    for cell in fit.opposed:
        add("blocked_by_opponent", "QJ-4.4.10", "QJ-4.4.13", cell=cell)
    for lack in fit.short:
        need = lack.need
        add("short", "QJ-4.4.5", "QJ-4.4.6", cells=lack.cells, have=lack.have, need=need.count, symbol=need.symbol,
            state=need.state)  # fmt: skip
    return made


def _sums(board: Board) -> dict[str, int]:
    """Return the valid symbols by cell."""
    made: dict[str, int] = {}
    for c in board.classes:
        if c.valid:
            made[c.cell] = made.get(c.cell, 0) + c.n
    return made


def _met(tell: Teller, board: Board, move: Move, placement: Placement) -> list[Reason]:
    """Return what is met where a move fits, need by need."""
    made = []
    for region in move.regions:
        if region.acts_as == "key":
            places = images(region, placement)
            for need in region.need:
                have = sum(board.classes[i].n for i in board.matching(need, places))
                text = tell(
                    "reason.met", cells=[cell_name(p) for p in places], need=need.count, symbol=need.symbol,
                    state=need.state, have=have,
                )  # fmt: skip
                made.append(Reason("met", ("QJ-4.4.5",), text))
    return made


def _cells(tell: Teller, board: Board, move: Move, fit: Fit, used: Sequence[int]) -> list[CellReport]:
    """Return the cells of the printed grid as they lie, by action and row; blank ones ask for nothing.

    `used` are the key marks of other moves, by class.
    """
    short = {s.rid: s for s in fit.short}
    made: dict[Place, CellReport] = {}
    for region in move.regions:
        for place in images(region, fit.placement):
            cell = cell_name(place)
            mark = _mark(board, region, place, fit, region.rid in short)
            n = _counted(board, move, region, place, used)
            text = tell(f"cell.{mark}", cell=cell, n=n)
            if mark == "short":
                lack = short[region.rid]
                text += tell.separator + tell(
                    "reason.short", cells=lack.cells, have=lack.have, need=lack.need.count, symbol=lack.need.symbol,
                    state=lack.need.state,
                )  # fmt: skip
            made[place] = CellReport(place, cell, region.rid, region.acts_as, mark, n, text)
    for column in range(move.width):
        for row in range(4):
            place = Place(row, fit.placement.start + column)
            if place not in made:
                cell = cell_name(place)
                made[place] = CellReport(place, cell, "", "blank", "free", 0, tell("cell.free", cell=cell))
    return [made[p] for p in sorted(made, key=lambda p: (p.action, p.row))]


def _mark(board: Board, region: Region, place: Place, fit: Fit, short: bool) -> str:
    cell = cell_name(place)
    match region.acts_as:
        case "black":
            return "blocked" if cell in fit.blocked or cell in fit.opposed else "clear"
        case "grey":
            return "counted"
        case "key":
            if cell in fit.off_board or (not board.on_board(place) and short):
                return "off_board"
            return "short" if short else "met"
    return "free"


def _counted(board: Board, move: Move, region: Region, place: Place, used: Sequence[int]) -> int:
    """Return how many symbols the damage texts of a move count on one cell of a grey region."""
    found: dict[int, int] = {}
    for term in move.damage:
        if term.count.of == "grey" and region.rid in term.count.rids:
            found |= grey_symbols(board, term.count, {place}, used)
    return sum(found.values())


# -- declarations -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SymbolUse:
    """What becomes of one class of symbols: key marks by move, who counts it, how many are contained and loose."""

    cell: str
    symbol: str
    valid: bool
    n: int
    keys: tuple[tuple[str, int], ...]
    counted: tuple[str, ...]
    contained: int
    loose: int
    text: str


class Line(NamedTuple):
    """One summand: the move ("" for loose symbols), its damage, the clauses, the sentence."""

    move: str
    n: int
    clauses: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class DeclarationReport:
    """A declaration explained: symbol by symbol, summand by summand, and the sum as a derivation."""

    uses: tuple[SymbolUse, ...]
    lines: tuple[Line, ...]
    derivation: tuple[Operation, ...]
    total: int
    text: str


def explain_declaration(
    board: Board, moves: Mapping[str, Move], declared: Sequence[Activation], lang: str
) -> DeclarationReport:
    """Return which symbols are key, counted, contained and loose, and how the damage adds up (QJ-4.5.17)."""
    tell = Teller(lang, moves)
    result = score(board, moves, declared)
    uses = tuple(_use(tell, board, declared, result, i) for i in range(len(board.classes)))
    lines = [_line(tell, a.move, t) for a, terms in zip(declared, result.terms, strict=True) for t in terms]
    loose = result.loose * limits.LOOSE_DAMAGE
    lines.append(Line("", loose, ("QJ-4.5.3",), tell(_loose_key(board, "line"), n=loose)))
    derivation = [Operation("=", loose, loose, "QJ-4.5.3")]
    for damage in result.damage:
        derivation.append(Operation("+", damage, derivation[-1].result + damage, "QJ-4.5.2"))
    summands = " + ".join(str(n) for n in (loose, *result.damage))
    text = tell("line.total", sum=summands, n=result.total)
    return DeclarationReport(uses, tuple(lines), tuple(derivation), result.total, text)


def _loose_key(board: Board, about: str) -> str:
    """Return the sentence on loose damage, which is counted by symbol or by card (QJ-R9)."""
    return f"{about}.loose_card" if board.rulings["QJ-R9"] == "per_card" else f"{about}.loose"


def _line(tell: Teller, move: str, found: TermScore) -> Line:
    term = found.term
    if term.term == "fixed":
        return Line(move, found.damage, ("QJ-4.5.2",), tell("line.fixed", move=move, n=found.damage))
    source = term.count.of or "each"
    clause = {"grey": "QJ-4.5.6", "each": "QJ-4.5.9", "contained": "QJ-4.5.4"}[source]
    params = {"move": move, "source": source, "counted": found.counted, "n": found.damage}
    if term.term == "table":
        return Line(move, found.damage, ("QJ-4.5.2", clause), tell("line.table", **params))
    key = "line.per" if term.max is None else "line.per_capped"
    return Line(move, found.damage, ("QJ-4.5.2", clause), tell(key, **params, each=term.each, most=term.max))


def _use(
    tell: Teller,
    board: Board,
    declared: Sequence[Activation],
    result: Score,
    i: int,
) -> SymbolUse:
    c = board.classes[i]
    keys = tuple((a.move, a.keys[i]) for a in declared if a.keys[i])
    told = zip(declared, result.terms, strict=True)
    counted = tuple(dict.fromkeys(a.move for a, terms in told if any(t.by_class.get(i) for t in terms)))
    contained, loose = result.contained[i], result.loose_by_class[i]
    parts = [tell("use.key", n=n, move=move) for move, n in keys]
    parts += [tell("use.counted", move=move) for move in counted]
    rest = contained - sum(n for _, n in keys)
    parts += [tell("use.contained", n=rest)] if rest > 0 else []
    parts += [tell(_loose_key(board, "use"), n=loose)] if loose else []
    state = "valid" if c.valid else "cancelled"
    uses = tell.separator.join(parts or [tell("use.nothing")])
    text = tell("use.line", cell=c.cell, n=c.n, state=state, symbol=c.symbol, uses=uses)
    return SymbolUse(c.cell, c.symbol, c.valid, c.n, keys, counted, contained, loose, text)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two declarations side by side: both totals, how the second differs, and the lines that say where."""

    one: int
    two: int
    difference: int
    headline: str
    lines: tuple[str, ...]


def compare(
    board: Board, moves: Mapping[str, Move], one: Sequence[Activation], two: Sequence[Activation], lang: str
) -> Comparison:
    """Return where two declarations differ in damage, move by move and in loose symbols."""
    tell = Teller(lang, moves)
    first, second = score(board, moves, one), score(board, moves, two)
    by_move: list[dict[str, int]] = [{}, {}]
    for found, declared, made in zip(by_move, (one, two), (first, second), strict=True):
        for activation, damage in zip(declared, made.damage, strict=True):
            found[activation.move] = found.get(activation.move, 0) + damage
    lines = []
    for move in dict.fromkeys([*by_move[0], *by_move[1]]):
        key = "move" if move in by_move[0] and move in by_move[1] else None
        key = key or ("only_first" if move in by_move[0] else "only_second")
        lines.append(tell(f"compare.{key}", move=move, one=by_move[0].get(move, 0), two=by_move[1].get(move, 0)))
    if first.loose != second.loose:
        lines.append(tell("compare.loose", one=first.loose, two=second.loose))
    n = second.total - first.total
    which = "same_total" if n == 0 else "second_better" if n > 0 else "first_better"
    headline = tell(f"compare.{which}", one=first.total, two=second.total, n=abs(n))
    if set(one) == set(two):
        headline = tell("compare.equal")
    return Comparison(first.total, second.total, n, headline, tuple(lines))
