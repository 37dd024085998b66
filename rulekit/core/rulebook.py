"""The rulebook as data: clauses, rulings, glossary, in Chinese and English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from rulekit.core.catalogue import common_catalogue, package_data
from rulekit.core.errors import BadArgument, UnknownName, folded, nearest
from rulekit.core.show.display import Display

__all__ = ["Clause", "Option", "Rulebook", "Ruling", "Rulings", "Term"]

_APART = re.compile(r"[\s、，,；;]+")  # what stands between the words of a search


@dataclass(frozen=True, slots=True, repr=False)
class Clause(Display):
    """One clause: its stable id, section, kind and text by language.

    `informative` clauses state nothing a program could do, show or refuse; coverage leaves them out.
    """

    id: str
    section: str
    kind: str
    text: Mapping[str, str]
    informative: bool = False
    because: Mapping[str, str] | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """Everything it says, to be searched."""
        return tuple(self.text.values())

    def to_text(self, lang: str) -> str:
        """Return its id and its sentence."""
        return f"{self.id} {self.text[lang]}"


@dataclass(frozen=True, slots=True)
class Option:
    """One way to read an open rule."""

    key: str
    text: Mapping[str, str]


@dataclass(frozen=True, slots=True, repr=False)
class Ruling(Display):
    """An open question of the rules, its possible readings and the default one.

    `recorded` are readings that stand on the record only and cannot be chosen.  `idle` says why no position can
    tell the options apart, where that is so; coverage asks for no pair then.
    """

    id: str
    question: Mapping[str, str]
    options: tuple[Option, ...]
    default: str
    clauses: tuple[str, ...]
    why: Mapping[str, str]
    idle: Mapping[str, str] | None = None
    recorded: tuple[Option, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The option keys in rulebook order."""
        return tuple(o.key for o in self.options)

    @property
    def words(self) -> tuple[str, ...]:
        """Its id and everything it asks and offers, to be searched."""
        known = (*self.options, *self.recorded)
        return (self.id, *self.question.values(), *(text for o in known for text in o.text.values()))

    def to_text(self, lang: str) -> str:
        """Return the question, its readings with the default marked, and why it is the default."""
        lines = [f"{self.id} {self.question[lang]}"]
        for option in self.options:
            mark = "●" if option.key == self.default else "○"
            lines.append(f"  {mark} {option.key}  {option.text[lang]}")
        return "\n".join([*lines, f"  {self.why[lang]}"])

    def option(self, key: str) -> Option:
        """Return one option; raises UnknownName with the nearest key, also for one that is only recorded."""
        for option in self.options:
            if option.key == key:
                return option
        if any(option.key == key for option in self.recorded):
            raise UnknownName(
                "recorded_option", ruling=self.id, name=key, nearest=self.default, known=", ".join(self.keys)
            )
        raise UnknownName(
            "unknown_option",
            ruling=self.id,
            name=key,
            nearest=nearest(key, self.keys) or self.keys[0],
            known=", ".join(self.keys),
        )


def _options(texts: Mapping[str, Mapping[str, str]]) -> tuple[Option, ...]:
    return tuple(Option(str(key), text) for key, text in texts.items())


@dataclass(frozen=True, slots=True)
class Term:
    """A glossary entry: the Chinese name, the English one and the clauses that use it."""

    zh: str
    en: str
    clauses: tuple[str, ...] = ()


class Rulebook(Display):
    """All clauses, rulings and terms of one game."""

    def __init__(
        self,
        prefix: str,
        name: Mapping[str, str],
        summary: Mapping[str, str],
        sections: Mapping[str, Mapping[str, str]],
        clauses: Mapping[str, Clause],
        rulings: Mapping[str, Ruling],
        glossary: Mapping[str, Term],
    ) -> None:
        self.prefix = prefix
        self.name = name
        self.summary = summary
        self.sections = sections
        self.clauses = clauses
        self.rulings = rulings
        self.glossary = glossary
        self._package = ""
        self.defaults: Mapping[str, str] = MappingProxyType({r.id: r.default for r in rulings.values()})

    @staticmethod
    @cache
    def load(package: str) -> Rulebook:
        """Return the rulebook shipped in `package`, always the same; raises ValueError for an inconsistent one."""
        data = package_data(package, "rulebook.yaml")
        clauses = {
            key: Clause(
                key,
                str(c["section"]),
                c["kind"],
                {"zh": c["zh"], "en": c["en"]},
                c.get("informative", False),
                c.get("because"),
            )
            for key, c in data["clauses"].items()
        }
        rulings = {
            key: Ruling(
                key,
                r["question"],
                _options(r["options"]),
                r["default"],
                tuple(r["clauses"]),
                r["why"],
                r.get("idle"),
                _options(r.get("recorded", {})),
            )
            for key, r in data["rulings"].items()
        }
        glossary = {str(zh): Term(str(zh), t["en"], tuple(t.get("clauses", ()))) for zh, t in data["glossary"].items()}
        book = Rulebook(
            data["system"]["id"],
            data["system"]["name"],
            data["system"]["summary"],
            {str(k): v for k, v in data["sections"].items()},
            clauses,
            rulings,
            glossary,
        )
        book._check()
        book._package = package
        return book

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel by name: one that is shipped in a package is one object."""
        return Rulebook.load, (self._package,)

    def _check(self) -> None:
        for ruling in self.rulings.values():
            ruling.option(ruling.default)
            for clause in ruling.clauses:
                self.clause(clause)
        for term in self.glossary.values():
            for clause in term.clauses:
                self.clause(clause)

    def to_text(self, lang: str) -> str:
        """Return the name of the game, what it is and how much is written of it."""
        numbers = {"clauses": len(self.clauses), "rulings": len(self.rulings)}
        count = common_catalogue().text("show.rulebook", lang, numbers)
        return f"{self.name[lang]} ({self.prefix})\n{self.summary[lang]}\n{count}"

    def __getitem__(self, id: str) -> Clause | Ruling:
        """Return a clause or a ruling; raises UnknownName with the nearest id."""
        return self.rulings[id] if id in self.rulings else self.clause(id)

    def clause(self, id: str) -> Clause:
        """Return one clause; raises UnknownName with the nearest id."""
        try:
            return self.clauses[id]
        except (KeyError, TypeError):  # no such name, or nothing that could be one
            raise UnknownName("unknown_clause", name=id, nearest=nearest(id, self.clauses) or "-") from None

    def ruling(self, id: str) -> Ruling:
        """Return one ruling; raises UnknownName with the nearest id."""
        try:
            return self.rulings[id]
        except (KeyError, TypeError):
            raise UnknownName("unknown_ruling", name=id, nearest=nearest(id, self.rulings) or "-") from None

    def rulings_on(self, clause: str) -> list[Ruling]:
        """Return the rulings that decide how a clause is read."""
        return [r for r in self.rulings.values() if clause in r.clauses]

    def section(self, prefix: str) -> list[Clause]:
        """Return the clauses whose id, without the game's prefix, is `prefix` or lies below it."""
        prefix = prefix.removeprefix(self.prefix + "-").rstrip(".")
        found = []
        for clause in self.clauses.values():
            number = clause.id.removeprefix(self.prefix + "-")
            if number == prefix or number.startswith(prefix + ".") or clause.section == prefix:
                found.append(clause)
        return found

    def find(self, text: str) -> list[Clause | Ruling]:
        """Return clauses, then rulings, in which every word of a text occurs, in any order and either language.

        The name of a term occurs in the clauses that the glossary gives for it.  Width and case don't count.
        """
        occurs = self._search(text)
        found: list[Clause | Ruling] = [c for c in self.clauses.values() if occurs(c)]
        return [*found, *(r for r in self.rulings.values() if occurs(r))]

    def find_rulings(self, text: str) -> list[Ruling]:
        """Return the rulings that `find` finds, and those on how a clause it finds is read; all for an empty text."""
        if not text.strip():
            return list(self.rulings.values())
        found = self.find(text)
        ids = {item.id for item in found if isinstance(item, Ruling)}
        ids |= {ruling.id for item in found if isinstance(item, Clause) for ruling in self.rulings_on(item.id)}
        return [ruling for ruling in self.rulings.values() if ruling.id in ids]

    def _search(self, text: str) -> Callable[[Clause | Ruling], bool]:
        """Return what tells whether a clause or ruling has what a text asks for."""
        whole = folded(text).strip()
        words = [word for word in _APART.split(whole) if word]
        terms = {folded(name): term for term in self.glossary.values() for name in (term.zh, term.en)}
        named = {word: terms[word].clauses if word in terms else () for word in (whole, *words)}

        def occurs(item: Clause | Ruling) -> bool:
            said = folded("\n".join(item.words))
            return item.id in named[whole] or all(word in said or item.id in named[word] for word in words)

        return occurs


class Rulings(Mapping[str, str]):
    """The readings a position is resolved under: the rulebook's defaults with some replaced.

    Immutable and hashable; iterates over all rulings in rulebook order.
    """

    __slots__ = ("_hash", "book", "choices")
    book: Rulebook
    choices: Mapping[str, str]
    _hash: int

    def __init__(self, book: Rulebook, changed: Mapping[str, str] | None = None) -> None:
        choices = dict(book.defaults)
        for id, key in _mapping(changed, book).items():
            choices[id] = book.ruling(id).option(key).key
        for name, value in (("book", book), ("choices", MappingProxyType(choices))):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_hash", hash(tuple(choices.values())))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"rulings never change, so {name} cannot be set; replace() returns others")

    @property
    def changed(self) -> dict[str, str]:
        """Only the rulings that differ from their default."""
        return {k: v for k, v in self.choices.items() if v != self.book.defaults[k]}

    def replace(self, changed: Mapping[str, str]) -> Rulings:
        """Return these rulings with some changed; raises UnknownName for a bad id or option."""
        more = _mapping(changed, self.book)
        return Rulings(self.book, {**self.changed, **more}) if more else self

    def __getitem__(self, id: str) -> str:
        return self.choices[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.choices)

    def __len__(self) -> int:
        return len(self.choices)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rulings) and self.book is other.book and self.choices == other.choices

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Rulings, (self.book, self.changed)  # hashes of text differ from process to process

    def __repr__(self) -> str:
        return f"Rulings({self.changed!r})"


def _mapping(changed: Mapping[str, str] | None, book: Rulebook) -> Mapping[str, str]:
    """Return rulings as they are, none for None; raises BadArgument for what is no mapping."""
    if changed is not None and not isinstance(changed, Mapping):
        example = next(iter(book.rulings.values()))
        raise BadArgument("not_rulings", value=repr(changed)[:60], example={example.id: example.default})
    return changed or {}
