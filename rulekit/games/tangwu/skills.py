"""The skills as data, and the lists the rules make of them (TW-6.*)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulekit.core.catalogue import package_data
from rulekit.core.readings import Part, parts

__all__ = ["BY_DIGIT", "DISPELLABLE", "SKILLS", "Skill"]


@dataclass(frozen=True, slots=True)
class Skill:
    """One skill; its digit is also its price (TW-1.6, TW-6.3).

    `digit_skill` marks 一 三 四 八 (TW-6.5), `star` the heals 强化 improves (TW-6.1), `react` those that
    grant a further addition and action (TW-4.10), `pure` the attacks that are some under the narrow reading too.
    """

    name: str
    digit: int
    attack: bool
    digit_skill: bool
    star: bool
    react: bool
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]
    en: str
    effect: tuple[Part, ...]
    pure: bool = False

    @property
    def clause(self) -> str:
        """The clause that states the effect."""
        return self.clauses[0]

    def says(self, lang: str, rulings: Mapping[str, str]) -> str:
        """Return the short text of the skill, as it reads under these rulings."""
        return "".join(part.under(rulings)[lang] for part in self.effect)

    def attacks(self, rulings: Mapping[str, str]) -> bool:
        """Tell whether it is an attack skill under these rulings (TW-6.4, TW-R27)."""
        return self.attack and (rulings["TW-R27"] == "nine_skills" or self.pure)


def _load() -> dict[str, Skill]:
    rows = package_data(__package__, "skills.yaml")
    made = {}
    for row in rows:
        row["clauses"] = tuple(row["clauses"])
        row["rulings"] = tuple(row["rulings"])
        row["name"] = str(row["name"])
        row["effect"] = parts(row["effect"])
        made[row["name"]] = Skill(**row)
    return made


SKILLS: Mapping[str, Skill] = _load()
BY_DIGIT: tuple[tuple[Skill, ...], ...] = tuple(
    tuple(s for s in SKILLS.values() if s.digit == digit) for digit in range(10)
)

# What 公平正义 can remove, in the order of the list (TW-5.6.1); the order decides for unnamed layers (TW-5.6.8).
DISPELLABLE: tuple[str, ...] = ("荆棘", "无敌", "盈能", "双倍圣水", "呼吸回血", "强化", "鄙视", "淬毒")
