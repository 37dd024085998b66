"""How the steps of a game are drawn in time: for every kind of step its lane, tone and short label, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from rulekit.core.catalogue import LANGUAGES, Catalogue, read_yaml

if TYPE_CHECKING:
    from rulekit.core.trace import Step

__all__ = ["KindTiming", "Timing"]


@dataclass(frozen=True, slots=True)
class KindTiming:
    """Where a kind of step belongs: `lane` may name parameters (`damage.{target}`), `phase` puts it on the
    path over the phases of the turn.  `secret` are the parameters that only the player whose step it is may know,
    with `under` only where those rulings have those options."""

    lane: str
    tone: str
    phase: bool = False
    secret: tuple[str, ...] = ()
    under: Mapping[str, str] = field(default_factory=dict)


class Timing:
    """The lanes of a game in drawing order and what is known of each kind of step.

    `sealed` are the kinds of decisions whose options only the one asked may know.
    """

    def __init__(
        self,
        lanes: Mapping[str, Mapping[str, str]],
        kinds: Mapping[str, KindTiming],
        short: Catalogue,
        sealed: Sequence[str] = (),
    ) -> None:
        self.lanes = lanes
        self.kinds = kinds
        self.short = short
        self._secret = {kind: known for kind, known in kinds.items() if known.secret}
        self._sealed = {f"decision.{kind}": ("options",) for kind in sealed}

    @classmethod
    def load(cls, package: str, name: str = "timing.yaml") -> Timing:
        """Read the timing data of the game in `package`; raises ValueError for a lane that does not exist."""
        data = read_yaml(files(package).joinpath(name).read_text("utf-8"))
        lanes: dict[str, Mapping[str, str]] = data["lanes"]
        kinds: dict[str, KindTiming] = {}
        short: dict[str, Mapping[str, str]] = {}
        for lane, entries in data["kinds"].items():
            stem = lane.split("{")[0]
            if not any(key.startswith(stem) for key in lanes):
                raise ValueError(f"{package}/{name}: no lane {lane}")
            for kind, entry in entries.items():
                if kind in kinds:
                    raise ValueError(f"{package}/{name}: {kind} is defined twice")
                secret, under = tuple(entry.get("secret", ())), entry.get("under", {})
                kinds[kind] = KindTiming(lane, entry["tone"], entry.get("phase", False), secret, under)
                short[kind] = {lang: entry[lang] for lang in LANGUAGES if lang in entry}
        return cls(lanes, kinds, Catalogue(short), data.get("sealed", ()))

    def secrets(self, rulings: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
        """Return the kinds of steps with the parameters that are a secret under these rulings, and the decisions."""
        known = {
            kind: step.secret
            for kind, step in self._secret.items()
            if all(rulings[id] == option for id, option in step.under.items())
        }
        return known | self._sealed

    def of(self, kind: str) -> KindTiming:
        """Return what is known of `kind` or of the longest first parts of it; else the first lane."""
        while kind:
            if kind in self.kinds:
                return self.kinds[kind]
            kind = kind.rpartition(".")[0]
        return KindTiming(next(iter(self.lanes)), "phase")

    def lane(self, step: Step) -> str:
        """Return the lane of a step."""
        names: dict[str, Any] = {"who": step.who, **step.params}
        return self.of(step.kind).lane.format_map(names)

    @cached_property
    def phases(self) -> frozenset[str]:
        """The kinds on the path over the phases of the turn."""
        return frozenset(kind for kind, known in self.kinds.items() if known.phase)
