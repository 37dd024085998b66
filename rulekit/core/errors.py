"""The one hierarchy of errors; each has a code, clauses and parameters, its sentence comes from a catalogue."""

from __future__ import annotations

import difflib
import os
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copyreg import __newobj__  # type: ignore[attr-defined]
from errno import errorcode
from functools import partial, wraps
from typing import Any, ClassVar, NamedTuple, ParamSpec, TypeVar

from rulekit.core.catalogue import LANGUAGES, common_catalogue, default_lang
from rulekit.core.show.display import Display
from rulekit.drawing.visible import one_line, visible

__all__ = [
    "BadArgument",
    "CardIssue",
    "FileProblem",
    "IllegalAction",
    "ImpossiblePosition",
    "NoStep",
    "Problem",
    "Refusal",
    "RulekitError",
    "UnknownName",
    "UnreadablePosition",
    "UnreportedChange",
    "folded",
    "nearest",
    "speaking",
    "speaks",
    "system_words",
]

P = ParamSpec("P")
R = TypeVar("R")


def nearest(name: object, known: Iterable[str], least: float = 0.4) -> str | None:
    """Return the known name most like `name`, or None when none is near; width and case of letters don't count.

    `least` is how like it must be, from 0 to 1: more where the name may well be one that is not known here.
    """
    spelled = {folded(k): k for k in known}
    found = difflib.get_close_matches(folded(str(name)), list(spelled), n=1, cutoff=least)
    return spelled[found[0]] if found else None


def folded(name: str) -> str:
    """Return a text as it is compared with others: in one width and in small letters."""
    return unicodedata.normalize("NFKC", name).casefold()


def system_words(lang: str, number: int | None) -> str:
    """Return what an error number of the system means; rare ones are told in the words of the system."""
    key = f"system.{errorcode.get(number or 0, '')}"
    return common_catalogue().text(key, lang, {}) if key in common_catalogue() else os.strerror(number or 0)


class RulekitError(Display, Exception):
    """Base of every error the project raises on purpose.

    `code` names the catalogue entry `error.<code>`, `params` fill it, `clauses` are the clauses broken.  `lang` is
    the language it speaks where none is asked for; None means the one in force then, `settings.default_lang`.
    """

    lang: str | None = None

    def __init__(self, code: str, *, clauses: Sequence[str] = (), **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.clauses = tuple(clauses)
        self.params: Mapping[str, Any] = params

    def text(self, lang: str | None = None) -> str:
        """Return the sentence for a person, with the clauses it rests on, safe to print."""
        return visible(self.worded(self.language(lang)))

    def to_text(self, lang: str) -> str:
        """Return the sentence for a person, as `text` does."""
        return self.text(lang)

    def language(self, wanted: str | None) -> str:
        """Return the language to speak: the one wanted, else the error's own, else the one in force."""
        return wanted or self.lang or default_lang()

    def worded(self, lang: str) -> str:
        """Return the sentence in a language; what `text` gives is made here."""
        params = {name: one_line(value) if isinstance(value, str) else value for name, value in self.params.items()}
        sentence = common_catalogue().text(f"error.{self.code}", lang, params, {"system": partial(system_words, lang)})
        return f"{sentence} [{', '.join(self.clauses)}]" if self.clauses else sentence

    def __str__(self) -> str:
        return self.text()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), self.code, self.clauses))

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel whole, for instance out of a worker process, whatever `__init__` asks for."""
        return __newobj__, (type(self), *self.args), vars(self)


@contextmanager
def speaking(lang: str | None) -> Iterator[None]:
    """Let errors that the block raises speak a language by themselves, None for the one in force."""
    try:
        yield
    except RulekitError as error:
        if lang in LANGUAGES:
            error.lang = lang
        raise


def speaks(function: Callable[P, R]) -> Callable[P, R]:
    """Let the errors of a function speak the language that it is given as `lang`."""

    @wraps(function)
    def spoken(*args: P.args, **kwargs: P.kwargs) -> R:
        lang = kwargs.get("lang")
        with speaking(lang if isinstance(lang, str) else None):
            return function(*args, **kwargs)

    return spoken


class BadArgument(RulekitError, ValueError):
    """A call in Python that asks for what is not there."""


class NoStep(RulekitError, IndexError):
    """A step that a trace does not have."""

    def __init__(self, step: int, n: int) -> None:
        super().__init__("no_step", step=step, n=n)


class UnknownName(RulekitError):
    """A game, clause, ruling, option, skill or field that does not exist; offers the nearest one."""


class IllegalAction(RulekitError):
    """An action the rules do not allow here; `legal` lists what would have been.

    The sentence comes from the game's own catalogue through `phrasebook`.
    """

    def __init__(
        self, code: str, *, clauses: Sequence[str], phrasebook: Any, legal: Sequence[Any] = (), **params: Any
    ) -> None:
        super().__init__(code, clauses=clauses, **params)
        self.legal = tuple(legal)
        self._phrasebook = phrasebook

    def reason(self, lang: str | None = None) -> str:
        """Return why it is illegal, without the list of legal actions."""
        sentence: str = self._phrasebook(self.language(lang)).text(f"illegal.{self.code}", self.params)
        return visible(f"{sentence} [{', '.join(self.clauses)}]")

    def worded(self, lang: str) -> str:
        """Return why it is illegal and what would have been legal."""
        reason = self.reason(lang)
        if not self.legal:
            return reason
        phrasebook = self._phrasebook(lang)
        options = ", ".join(phrasebook.action(a) for a in self.legal[:12])
        more = len(self.legal) - 12
        if more > 0:
            options += f" … (+{more})"
        return reason + " " + common_catalogue().text("error.legal", lang, {"options": options})


class Refusal(NamedTuple):
    """Why an action or answer is illegal: a code worded as `illegal.<code>`, the clauses broken, parameters."""

    code: str
    clauses: tuple[str, ...]
    params: Mapping[str, Any]


class CardIssue(NamedTuple):
    """One thing wrong with a card: the path inside it, a code worded as `card.<code>`, parameters, clauses broken."""

    path: tuple[str | int, ...]
    code: str
    params: Mapping[str, Any]
    clauses: tuple[str, ...] = ()


class Problem:
    """One reason why a position is impossible: a code for the catalogue, the clause broken, parameters."""

    __slots__ = ("clause", "code", "params")

    def __init__(self, code: str, clause: str, **params: Any) -> None:
        self.code = code
        self.clause = clause
        self.params = params

    def __repr__(self) -> str:
        return f"Problem({self.code!r}, {self.clause!r}, {self.params!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Problem) and (self.code, self.clause, self.params) == (
            other.code,
            other.clause,
            other.params,
        )

    def __hash__(self) -> int:
        return hash((self.code, self.clause))


class ImpossiblePosition(RulekitError):
    """A position no game can reach; `problems` lists every reason."""

    CODE: ClassVar[str] = "impossible"

    def __init__(self, problems: Sequence[Problem], phrasebook: Any) -> None:
        super().__init__(self.CODE, clauses=tuple(dict.fromkeys(p.clause for p in problems)))
        self.problems = tuple(problems)
        self.phrasebook = phrasebook

    def worded(self, lang: str) -> str:
        """Return the headline and one line per reason."""
        return "\n".join([common_catalogue().text(f"error.{self.code}", lang, {}), *self.reasons(lang)])

    def reasons(self, lang: str) -> list[str]:
        """Return one line per reason, each with its clause."""
        phrasebook = self.phrasebook(lang)
        return [f"  {phrasebook.problem(p)} [{p.clause}]" for p in self.problems]


class UnreadablePosition(ImpossiblePosition):
    """A position that the rules cannot read, such as one with a card nobody knows; refused also where impossible
    ones are allowed.

    The parameter `where` of each problem is the path to what cannot be read.
    """

    CODE: ClassVar[str] = "unreadable"

    def reasons(self, lang: str) -> list[str]:
        """Return one line per reason, each with the place of what cannot be read."""
        places = [" ".join(map(str, p.params["where"])) for p in self.problems]
        return [f"  {place}: {reason.strip()}" for place, reason in zip(places, super().reasons(lang), strict=True)]


#: Codes of files that hold no text to point into.
NO_TEXT = frozenset(
    (
        "file_missing",
        "no_file",
        "file_is_folder",
        "file_unreadable",
        "file_no_permission",
        "file_not_plain",
        "link_broken",
        "link_loop",
    )
)


class FileProblem(RulekitError):
    """A file that is wrong: where it is wrong (line and column from 1), what was expected, what to do."""

    def __init__(
        self,
        code: str,
        *,
        file: str,
        line: int = 1,
        column: int = 1,
        clauses: Sequence[str] = (),
        **params: Any,
    ) -> None:
        super().__init__(code, clauses=clauses, **params)
        self.file = file
        self.line = line
        self.column = column

    @property
    def place(self) -> str:
        """The place as `file:line:column`, the file alone when there is no text to look into."""
        file = one_line(self.file)
        return file if self.code in NO_TEXT else f"{file}:{self.line}:{self.column}"

    def worded(self, lang: str) -> str:
        """Return `file:line:column: what is wrong`."""
        return f"{self.place}: {super().worded(lang)}"


class UnreportedChange(AssertionError):
    """A resolver changed the state without saying so: a fault of the resolver, never of its user."""
