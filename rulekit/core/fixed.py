"""Read-only twins of records: what a position or a trace holds is looked at and copied, never changed by accident.

A twin has the fields of its record and no others, so that an object becomes read-only by changing its class; reading
costs nothing more, and the record itself, which resolvers change, knows nothing of it.
"""

from __future__ import annotations

from typing import Any, NoReturn

from rulekit.core.errors import RulekitError

__all__ = ["FixedList", "twin"]


def _refuse(self: Any, *_: Any, **__: Any) -> NoReturn:
    raise RulekitError("read_only")


class FixedList(list[Any]):
    """A list that refuses to be changed; it equals a list with the same items."""

    __slots__ = ()
    append = extend = insert = pop = remove = clear = sort = reverse = _refuse
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (list(self),)


def twin(cls: Any) -> Any:
    """Return the read-only twin of a record class; what is called by its name makes an ordinary record."""
    methods = {
        "__slots__": (),
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "__doc__": cls.__doc__,
        "__new__": lambda _, *values, **named: cls(*values, **named),
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__reduce__": lambda self: (cls.fix, (self.copy(),)),
        "fix": lambda self: self,
        "fixed": lambda self: self,
    }
    return type(cls.__name__, (cls,), methods)
