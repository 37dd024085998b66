"""Which symbol can meet which need, as a plain structure that a graph can be drawn from; a pure function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulekit.games.quanjiao.board import SymbolClass, cell_name
from rulekit.games.quanjiao.explain import Teller
from rulekit.games.quanjiao.matching import Activation, Board, Placement, images
from rulekit.games.quanjiao.moves import Move

__all__ = ["matching_data", "symbol_names"]


def symbol_names(classes: Sequence[SymbolClass]) -> list[list[str]]:
    """Return the names of the symbols of each class; cancelled ones have the lowest numbers (QJ-4.3.14)."""
    mixed = {c.cell for c in classes if c.symbol == "fist"} & {c.cell for c in classes if c.symbol == "leg"}
    cancelled = {(c.cell, c.symbol): c.n for c in classes if not c.valid}
    made = []
    for c in classes:
        first = cancelled.get((c.cell, c.symbol), 0) + 1 if c.valid else 1
        kind = ("F" if c.symbol == "fist" else "L") if c.cell in mixed else ""
        made.append([f"{c.cell}{kind}#{n}" for n in range(first, first + c.n)])
    return made


def matching_data(
    board: Board, moves: Mapping[str, Move], laid: Sequence[Activation | tuple[str, Placement]], lang: str
) -> dict[str, Any]:
    """Return symbols, needs and the edges between them for moves laid on a board.

    `laid` holds activations, whose key marks are taken as declared, or moves with a placement, for which as
    many needs as possible are met.  The structure has `title`, `symbols` and `needs` (each with `id`, `label`
    and what they are) and `edges` (symbol id, need id, whether it is chosen).
    """
    tell = Teller(lang, moves)
    names = symbol_names(board.classes)
    free = [list(ids) for ids in names]
    of = {id: i for i, ids in enumerate(names) for id in ids}
    data: dict[str, Any] = {"title": "", "symbols": [], "needs": [], "edges": []}
    for i, ids in enumerate(names):
        c = board.classes[i]
        state = "valid" if c.valid else "cancelled"
        label = tell("matching.symbol", cell=c.cell, symbol=c.symbol, state=state)
        data["symbols"] += [
            {"id": id, "label": label, "cell": c.cell, "symbol": c.symbol, "valid": c.valid} for id in ids
        ]
    titles = []
    for item in laid:
        move, placement = (
            (moves[item.move], item.placement) if isinstance(item, Activation) else (moves[item[0]], item[1])
        )
        titles.append(move.id)
        if isinstance(item, Activation):
            pool = [id for i, n in enumerate(item.keys) for id in free[i][:n]]
        else:
            pool = [id for ids in free for id in ids]
        again = titles.count(move.id)  # another copy of the same move (QJ-R26)
        name = f"{move.id}@{placement}" if again == 1 else f"{move.id}@{placement}#{again}"
        chosen = _pair(data, tell, board, move, placement, name, pool, of, free)
        for id in chosen.values():
            free[of[id]].remove(id)
    data["title"] = tell("matching.title", moves=titles)
    return data


def _pair(
    data: dict[str, Any],
    tell: Teller,
    board: Board,
    move: Move,
    placement: Placement,
    name: str,
    pool: Sequence[str],
    of: Mapping[str, int],
    free: Sequence[Sequence[str]],
) -> dict[str, str]:
    """Add the needs of one move with their edges; return the symbol chosen for each need that is met."""
    wants: dict[str, list[str]] = {}
    usable: dict[str, list[str]] = {}
    everything = [id for ids in free for id in ids]
    for region in move.regions:
        if region.acts_as != "key":
            continue
        places = images(region, placement)
        for j, need in enumerate(region.need):
            able = set(board.matching(need, places))
            label = tell(
                "matching.need",
                move=move.id,
                cells=[cell_name(p) for p in places],
                symbol=need.symbol,
                state=need.state,
            )
            for k in range(1, need.count + 1):
                id = f"{name}:{region.rid}.{j + 1}.{k}"
                usable[id] = [s for s in everything if of[s] in able]
                wants[id] = [s for s in pool if of[s] in able]
                data["needs"].append({"id": id, "label": label, "move": move.id, "region": region.rid})
    chosen = _match(wants)
    for need_node in data["needs"]:
        if need_node["id"] in wants:
            need_node["met"] = need_node["id"] in chosen
    data["edges"] += [[s, id, chosen.get(id) == s] for id, found in usable.items() for s in found]
    return chosen


def _match(wants: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return a largest matching of needs to symbols by augmenting paths, in the order given."""
    taken: dict[str, str] = {}

    def place(need: str, seen: set[str]) -> bool:
        for symbol in wants[need]:
            if symbol in seen:
                continue
            seen.add(symbol)
            if symbol not in taken or place(taken[symbol], seen):
                taken[symbol] = need
                return True
        return False

    for need in wants:
        place(need, set())
    return {need: symbol for symbol, need in taken.items()}
