"""CONTRIBUTING.md keeps to what it says: few steps, files that exist, sentences that are in the catalogues."""

from __future__ import annotations

import re

from rulekit.core.catalogue import common_catalogue, read_yaml
from tests.support import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
SKELETON = ROOT / "rulekit" / "cli" / "game_template"


def section(title: str) -> str:
    return TEXT.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_a_game_takes_at_most_eleven_steps() -> None:
    steps = re.findall(r"^(\d+)\. ", section("Adding a game"), re.MULTILINE)
    assert steps == [str(n) for n in range(1, len(steps) + 1)] and len(steps) <= 11


def test_setting_up_takes_three_lines() -> None:
    assert len(section("Setting up").strip().splitlines()) == 5  # with the fences


def test_the_steps_name_every_file_of_the_skeleton() -> None:
    named = set(re.findall(r"`(\w+(?:\.\w+)?\.(?:py|yaml))`", section("Adding a game")))
    made = {path.name.removesuffix(".txt") for path in SKELETON.glob("*.txt")}
    assert named - {"rulekit/games/__init__.py"} == made - {"__init__.py"}


def test_good_messages_are_those_of_the_program() -> None:
    shown = read_yaml(TEXT.partition("```yaml\n")[2].partition("```")[0])
    for key, entry in shown.items():
        for lang, sentence in entry.items():
            parts = re.split("……| … ", sentence)
            assert all(part in common_catalogue().template(key, lang) for part in parts), key


def test_names_in_code_exist() -> None:
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "rulekit").rglob("*.py"))
    for row in section("Names").strip().splitlines()[4:]:
        for name in re.findall(r"`([A-Za-z_.]+)`", row.split("|")[3]):
            assert name.rpartition(".")[2] in code, name
