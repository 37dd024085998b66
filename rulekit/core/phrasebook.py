"""Phrasebook: turns keys, steps, actions and problems of one game into sentences in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from rulekit.core.action import ANSWER, Action, Decision, plain
from rulekit.core.amount import Operation
from rulekit.core.catalogue import LANGUAGES, Catalogue, common_catalogue
from rulekit.core.errors import Problem, UnknownName
from rulekit.core.record import Change, Path
from rulekit.core.rulebook import Rulebook
from rulekit.core.step import Step

__all__ = ["Formatters", "Phrasebook", "params_of"]


def params_of(action: Action) -> dict[str, Any]:
    """Return what a sentence about an action may name: who, all its words, those after the first, and each."""
    words = tuple(map(str, action.args))
    return {"who": action.who, "args": words, "rest": words[1:]} | {f"a{i}": word for i, word in enumerate(words)}


def _written(action: Action) -> str:
    return " ".join([action.verb, *map(str, action.args)])


def _names(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(item, (str, int)) for item in value)


class Formatters:
    """How the blanks of a game's sentences are worded: a public method of a game's subclass for each, `{name:method}`.

    A formatter takes what a step holds and leaves what it cannot read as it is.  What every game has is asked of the
    phrasebook itself: `term`, `actor`, `value`, `label`, `path`, `issue`, one for every family of values (`step` for
    `value.step.…`, `verb`, `result`); and of each formatter `card` there is one for several, `cards`.
    """

    def __init__(self, phrasebook: Phrasebook) -> None:
        self.phrasebook = phrasebook

    def plain(self, value: Any) -> str:
        """Word a value that has no sentence of its own; a term here."""
        return self.phrasebook.term(value)

    def word(self, key: str, **params: Any) -> str:
        """Return one of the pieces `word.*` that formatters are made of."""
        return self.phrasebook.text(f"word.{key}", params)


class Phrasebook:
    """All sentences about one game in one language ("zh" or "en")."""

    def __init__(
        self,
        catalogue: Catalogue,
        rulebook: Rulebook,
        lang: str,
        formatters: type[Formatters],
        message_key: Callable[[Action], str],
        custom: str = "",
    ) -> None:
        if lang not in LANGUAGES:
            raise UnknownName("unknown_language", name=lang, nearest="zh", known=", ".join(LANGUAGES))
        self.catalogue = catalogue
        self._texts = catalogue.over(common_catalogue())
        self.rulebook = rulebook
        self.lang = lang
        self.custom = custom  # what the position at hand has names for; see `Game.custom`
        self._own = formatters(self)
        self._message_key = message_key
        self.formatters = self._known(formatters)  # by the name a blank asks for

    def __reduce__(self) -> tuple[Any, ...]:
        return Phrasebook, (self.catalogue, self.rulebook, self.lang, type(self._own), self._message_key, self.custom)

    def _known(self, formatters: type[Formatters]) -> Mapping[str, Callable[[Any], str]]:
        """Return every formatter by name: those of all games, of the families of values, of this game, of several."""
        values = [key for key in self._texts.keys() if key.startswith("value.")]  # noqa: SIM118
        families = {"step", "verb"} | {key.split(".")[1] for key in values if key.count(".") > 1}
        known: dict[str, Callable[[Any], str]] = {
            **{family: partial(self.value, field=family) for family in families},
            "term": self.term,
            "actor": partial(self.value, field="who"),
            "value": self.value,
            "name": str,
            "label": self.label,
            "path": self.path,
            "issue": self.issue,
            **{name: getattr(self._own, name) for name in dir(formatters) if not name.startswith("_")},
        }
        return {f"{name}s": partial(self._several, one) for name, one in known.items()} | known

    def _several(self, one: Callable[[Any], str], values: Any) -> str:
        return self.listed(map(one, values.split() if isinstance(values, str) else values))

    def text(self, key: str, params: Mapping[str, Any] | None = None) -> str:
        """Return the sentence for `key`, the game's or else the common one."""
        who = f"value.who.{params.get('who')}" if params else ""
        if params and self.has(who):  # nature and the table are no names of players
            params = {**params, "who": self.text(who)}
        return self._texts.text(key, self.lang, params or {}, self.formatters)

    def word(self, catalogue: Catalogue, key: str, params: Mapping[str, Any] | None = None) -> str:
        """Return the sentence for `key` of another catalogue, its parameters worded as in this game."""
        return catalogue.text(key, self.lang, params or {}, self.formatters)

    def has(self, key: str) -> bool:
        """Tell whether a sentence for `key` exists."""
        return key in self._texts

    def term(self, name: Any) -> str:
        """Return a Chinese term in this language; what is no term is shown as it is."""
        found = self.rulebook.glossary.get(str(name))
        return found.en if found is not None and self.lang == "en" else str(name)

    def listed(self, words: Iterable[str]) -> str:
        """Return several words, joined as this language joins; for none at all the word for none."""
        return self.text("word.list").join(words) or self.text("word.none")

    def counted(self, words: Iterable[str]) -> str:
        """Return several words as a list, equal ones together with their number."""
        counts = Counter(words)
        return self.listed(w if n == 1 else self.text("word.repeated", {"word": w, "n": n}) for w, n in counts.items())

    def value(self, value: Any, field: str = "") -> str:
        """Return a field value for a person: yes/no, none, lists, pairs, terms.

        `value.<field>.<value>` words a value of one field only, `value.<value>` any other; what has no sentence
        is worded by the game's formatter `plain`.
        """
        if value is None or value == ():
            return self.text("word.none")
        if isinstance(value, bool):
            return self.text("word.yes" if value else "word.no")
        if isinstance(value, (tuple, list)):
            return f"[{self.listed(self._item(v, field) for v in value)}]"
        for key in (f"value.{field}.{value}", f"value.{value}"):
            if self.has(key):
                return self.text(key)
        return self._own.plain(value)

    def _item(self, item: Any, field: str) -> str:
        """Return one item of a list; a pair is an entry of an ordered mapping."""
        if isinstance(item, tuple) and len(item) == 2:
            return self.text("word.pair", {"key": self.value(item[0]), "value": self.value(item[1])})
        return self.value(item, field)

    def label(self, label: str) -> str:
        """Return the name of a field."""
        key = f"field.{label}"
        return self.text(key) if self.has(key) else self.term(label)

    def path(self, path: Path) -> str:
        """Return the name of a field with its owner, e.g. `B 荆棘`."""
        return " ".join(
            str(p) if isinstance(p, int) or (len(path) > 1 and p == path[0]) else self.label(p) for p in path
        )

    def change(self, change: Change, *, brief: bool = False) -> str:
        """Return one observed difference, e.g. `B 血量 21→18`; a `brief` one of lists says what came and went."""
        field = next((p for p in reversed(change.path) if isinstance(p, str)), "")
        before, after = change.before, change.after
        if brief and _names(before) and _names(after):
            counts = Counter(before), Counter(after)
            words = [f"−{self.value(gone, field)}" for gone in (counts[0] - counts[1]).elements()]
            words += [f"+{self.value(came, field)}" for came in (counts[1] - counts[0]).elements()]
            if words:
                return f"{self.path(change.path)} {' '.join(words)}"
        return f"{self.path(change.path)} {self.value(before, field)}→{self.value(after, field)}"

    def step(self, step: Step) -> str:
        """Return the sentence of a trace step."""
        return self.text(step.kind, {"who": step.who, **step.params})

    def derivation(self, operations: tuple[Operation, ...]) -> str:
        """Return how a number came about, e.g. `9 (TW-6.D6.6) +3 (TW-5.2.1) = 12`."""
        parts = []
        for op in operations:
            sign = "" if op.op == "=" else self.text(f"operation.{op.op}")
            parts.append(f"{sign}{op.operand} ({op.clause})")
        return " ".join(parts) + f" = {operations[-1].result}"

    def action(self, action: Action) -> str:
        """Return an action as a sentence; one that its sentence has no words for, as a file would write it."""
        action = plain(action)
        if action.verb == ANSWER and len(action.args) == 1:
            return self.text("action.answer", {"who": action.who, "answer": self.value(action.args[0])})
        key = f"action.{self._message_key(action)}"
        if self._covers(key, action):
            return self.text(key, params_of(action))
        return self.text("action.as_written", {"who": action.who, "words": _written(action)})

    def label_of(self, action: Action) -> str:
        """Return an action for a button under a heading that says whose it is and of what kind.

        A game may have a sentence `label.<verb>`; else the values named stand there, or the verb.
        """
        action = plain(action)
        if self._covers(f"label.{action.verb}", action):
            return self.text(f"label.{action.verb}", params_of(action))
        return " · ".join(map(self.value, action.args)) or self.value(action.verb, "verb")

    def _covers(self, key: str, action: Action) -> bool:
        """Tell whether the game has a sentence `key` that names as many arguments as an action has.

        `{a0}`, `{a1}` … name one each, `{rest}` any number after the first, `{args}` any number.
        """
        if key not in self.catalogue:
            return False
        named = self.catalogue.fields(key, self.lang)
        n, single = len(action.args), sum(name[:1] == "a" and name[1:].isdecimal() for name in named)
        return "args" in named or (n >= max(1, single) if "rest" in named else n == single)

    def issue(self, issue: tuple[str, Mapping[str, Any]]) -> str:
        """Return what is wrong with a card, given as its code and its parameters; one of the form as for any file."""
        code, params = issue
        return self.text(f"error.{code[5:]}" if code.startswith("form.") else f"card.{code}", dict(params))

    def ruling(self, id: str, option: str) -> str:
        """Return a ruling as it is read here: its question and the text of an option."""
        ruling = self.rulebook.ruling(id)
        question, reading = ruling.question[self.lang], ruling.option(option).text[self.lang]
        return self.text("ruling.read", {"id": id, "question": question, "reading": reading})

    def decision(self, decision: Decision) -> str:
        """Return the question a decision asks."""
        return self.text(f"decision.{decision.kind}", {"who": decision.who, **decision.params})

    def problem(self, problem: Problem) -> str:
        """Return why a position is impossible."""
        return self.text(f"problem.{problem.code}", problem.params)
