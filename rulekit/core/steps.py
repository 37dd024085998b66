"""What is known of each kind of step of a game, as data: sentence, short label, place in drawings, what is secret.

`steps.yaml` of a game lists the `lanes` of drawings in time in their order, under `kinds` for every lane the kinds of
step in it, and under `sealed` the kinds of decisions whose options only the one asked may know.  A lane over kinds may
name parameters of the step, `damage.{target}`.  A kind has

- `zh` and `en`: its sentence and its short label, `[sentence, short label]`; one text alone is both;
- `tone`: one of `TONES`;
- `phase`: true for one on the path over the phases of the turn;
- `secret`: the parameters that only the player whose step it is may know, with `under` only where those rulings have
  those options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rulekit.core.catalogue import LANGUAGES, Catalogue, package_data
from rulekit.core.step import Step

__all__ = ["TONES", "StepKind", "Steps"]

#: What a step can be for a reader, in the order of a legend; `skip` is for what did not happen.
TONES = ("phase", "action", "damage", "heal", "status", "cost", "choice", "chance", "result", "skip")
_KEYS = {*LANGUAGES, "tone", "phase", "secret", "under"}


@dataclass(frozen=True, slots=True)
class StepKind:
    """One kind of step; `texts` are its sentence and its short label by language."""

    lane: str
    tone: str
    phase: bool = False
    secret: tuple[str, ...] = ()
    under: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, tuple[str, str]] = field(default_factory=dict)


class Steps:
    """The lanes of a game in drawing order and its kinds of step, with the catalogues of their `sentences` and
    `short` labels."""

    def __init__(
        self, lanes: Mapping[str, Mapping[str, str]], kinds: Mapping[str, StepKind], sealed: Sequence[str] = ()
    ) -> None:
        self.lanes = lanes
        self.kinds = kinds
        self.sentences, self.short = (
            Catalogue({name: {lang: kind.texts[lang][i] for lang in LANGUAGES} for name, kind in kinds.items()})
            for i in (0, 1)
        )
        self._secret = {name: kind for name, kind in kinds.items() if kind.secret}
        self._sealed = {f"decision.{kind}": ("options",) for kind in sealed}

    @classmethod
    def load(cls, package: str) -> Steps:
        """Read `steps.yaml` of the game in `package`; raises ValueError, with file and kind, for a fault."""
        data = package_data(package, "steps.yaml")
        kinds: dict[str, StepKind] = {}
        for lane, entries in data["kinds"].items():
            for name, entry in entries.items():
                for fault in _faults(entry, lane, data["lanes"], known=name in kinds):
                    raise ValueError(f"{package}/steps.yaml: {name} {fault}")
                kinds[name] = _kind(lane, entry)
        return cls(data["lanes"], kinds, data.get("sealed", ()))

    def secrets(self, rulings: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
        """Return the kinds of steps with the parameters that are a secret under these rulings, and the decisions."""
        known = {
            name: kind.secret
            for name, kind in self._secret.items()
            if all(rulings[id] == option for id, option in kind.under.items())
        }
        return known | self._sealed

    def of(self, kind: str) -> StepKind:
        """Return what is known of `kind` or of the longest first parts of it; else the first lane."""
        while kind:
            if kind in self.kinds:
                return self.kinds[kind]
            kind = kind.rpartition(".")[0]
        return StepKind(next(iter(self.lanes)), "phase")

    def lane(self, step: Step) -> str:
        """Return the lane of a step."""
        names: dict[str, Any] = {"who": step.who, **step.params}
        return self.of(step.kind).lane.format_map(names)

    @cached_property
    def phases(self) -> frozenset[str]:
        """The kinds on the path over the phases of the turn."""
        return frozenset(name for name, kind in self.kinds.items() if kind.phase)


def _kind(lane: str, entry: Mapping[str, Any]) -> StepKind:
    pairs = {lang: (text, text) if isinstance(text := entry[lang], str) else tuple(text) for lang in LANGUAGES}
    secret, under = tuple(entry.get("secret", ())), entry.get("under", {})
    return StepKind(lane, entry["tone"], entry.get("phase", False), secret, under, pairs)


def _faults(
    entry: Mapping[str, Any], lane: str, lanes: Mapping[str, Mapping[str, str]], *, known: bool
) -> Iterator[str]:
    """Yield what is wrong with the entry of a kind of step."""
    if known:
        yield "is defined twice"
    if not any(key.startswith(lane.split("{")[0]) for key in lanes):
        yield f"is in the lane {lane}, which there is not; lanes: {', '.join(lanes)}"
    if odd := set(entry) - _KEYS:
        yield f"has the unknown key {min(odd)}; known: {', '.join(sorted(_KEYS))}"
    if entry.get("tone") not in TONES:
        yield f"has the tone {entry.get('tone')}; one of: {', '.join(TONES)}"
    for lang in LANGUAGES:
        text = entry.get(lang)
        if not isinstance(text, str) and not (isinstance(text, list) and list(map(type, text)) == [str, str]):
            yield f"needs {lang}: a sentence, or a sentence and a short label"
