"""Documents such as a position in JSON, read part by part: what does not fit is told with the path to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Any, NoReturn, TypeVar

from rulekit.core.action import Action
from rulekit.core.codec import (
    BadData,
    BadValue,
    Fault,
    faults,
    flag_value,
    from_json,
    json_value,
    show,
    text_value,
    unknown_key,
    whole_value,
)
from rulekit.core.errors import UnknownName, nearest
from rulekit.core.game import Game
from rulekit.core.record import Path, Record

__all__ = ["Part", "action", "document"]

MOST_NAMED = 12  # of the names that would do

R = TypeVar("R")
T = TypeVar("T", bound=Record)


class Part:
    """A part of a document and where it stands; whatever is read raises BadData when the part is something else."""

    __slots__ = ("_above", "_key", "value")

    def __init__(self, value: Any, above: Part | None = None, key: str | int = "") -> None:
        self.value = value
        self._above = above
        self._key = key

    @property
    def path(self) -> Path:
        """The keys and indexes that lead to the part."""
        return () if self._above is None else (*self._above.path, self._key)

    def fail(self, code: str, **params: Any) -> NoReturn:
        """Raise BadData: this part is wrong."""
        raise BadData([Fault(self.path, code, params)])

    def fitting(self, make: Callable[[Any], R]) -> R:
        """Return what `make` makes of the value; the faults it finds are in this part."""
        try:
            return make(self.value)
        except (BadData, BadValue) as error:
            found = list(faults(error, Record, self.path))
        raise BadData(found)

    def named(self, find: Callable[[str], R]) -> R:
        """Return what is called by the text that this part is."""
        try:
            return find(self.text())
        except UnknownName as error:
            found = Fault(self.path, error.code, dict(error.params))
        raise BadData([found])

    # -- mappings and lists --------------------------------------------------------------------------

    def mapping(self, needed: Collection[str], besides: Collection[str] = ()) -> Part:
        """Return the part itself, a mapping with the keys needed and none but those and the ones `besides`."""
        if not isinstance(self.value, dict):
            self.fail("not_mapping", value=show(self.value))
        for key in self.value:
            if key not in needed and key not in besides:
                code, params = unknown_key(str(key), [*needed, *besides])
                self.at(key).fail(code, **params)
        for key in needed:
            if key not in self.value:
                self.fail("missing_key", name=key)
        return self

    def at(self, key: str | int) -> Part:
        """Return the part under a key or index that is there."""
        return Part(self.value[key], self, key)

    def maybe(self, key: str, instead: Any) -> Part:
        """Return the part under a key, one that holds something else instead where nothing is there."""
        return Part(self.value.get(key, instead), self, key)

    def has(self, key: str) -> bool:
        """Tell whether a mapping has something under a key."""
        return self.value.get(key) is not None

    def entries(self) -> Iterator[tuple[str, Part]]:
        """Yield keys and parts of a mapping with any keys."""
        if not isinstance(self.value, dict):
            self.fail("not_mapping", value=show(self.value))
        for key in self.value:
            yield Part(key, self, str(key)).text(), self.at(key)

    def items(self, length: int | None = None) -> list[Part]:
        """Return the parts of a list, of a certain length if one is given."""
        if not isinstance(self.value, (list, tuple)):
            self.fail("not_list", value=show(self.value))
        if length is not None and len(self.value) != length:
            self.fail("not_so_many", value=show(self.value), n=length)
        return [Part(value, self, i) for i, value in enumerate(self.value)]

    # -- values --------------------------------------------------------------------------------------

    def text(self) -> str:
        """Return a text."""
        value = self.value
        return value if type(value) is str and value.isascii() else self.fitting(text_value)

    def flag(self) -> bool:
        """Return true or false."""
        return self.fitting(flag_value)

    def whole(self) -> int:
        """Return a whole number."""
        return self.fitting(whole_value)

    def plain(self) -> Any:
        """Return any value of JSON, lists as tuples."""
        return self.fitting(json_value)

    def one_of(self, known: Collection[str]) -> str:
        """Return a text that is one of those known."""
        text = self.text()
        if text not in known:
            names = list(known)
            near = nearest(text, names) or names[0]
            self.fail("not_choice", value=show(text), nearest=near, known=", ".join(names[:MOST_NAMED]))
        return text

    def record(self, cls: type[T]) -> T:
        """Return a record."""
        return self.fitting(partial(from_json, cls))

    # -- what positions and traces share -------------------------------------------------------------

    def rulings(self, game: Game) -> dict[str, str]:
        """Return the options of rulings of a game, by id."""
        made: dict[str, str] = {}
        for id, part in self.entries():
            ruling = Part(id, self, id).named(game.rulebook.ruling)
            made[id] = part.named(ruling.option).key
        return made

    def clauses(self, game: Game) -> tuple[str, ...]:
        """Return the ids of clauses of a game."""
        return tuple(part.named(game.rulebook.clause).id for part in self.items())

    def action(self) -> Action:
        """Return an action, written `[who, verb, arguments]`."""
        return action(*self.items(3))


def action(who: Part, verb: Part, args: Part) -> Action:
    """Return the action whose parts these are."""
    return Action(who.text(), verb.text(), tuple(part.plain() for part in args.items()))


def document(
    data: Any, game: Game, schemas: Sequence[int], code: str, needed: Collection[str], besides: Collection[str]
) -> Part:
    """Return a document of a game with these keys under one of the schemas; `code` words that it is another's."""
    whole = Part(data)
    about = data if isinstance(data, dict) else {}
    if about.get("game") != game.id or type(about.get("schema")) is not int or about["schema"] not in schemas:
        found = f"{show(about.get('game'))} {show(about.get('schema'))}"
        whole.fail(code, found=found, wanted=f"{game.id} {schemas[-1]}")
    return whole.mapping(("schema", "game", *needed), besides)
