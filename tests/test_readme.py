"""The two READMEs say the same, and what they say is true."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from rulekit.core import scenario
from tests.support import ROOT

pytestmark = pytest.mark.slow

READMES = {"en": ROOT / "README.md", "zh": ROOT / "README.zh.md"}
TEXTS = {lang: path.read_text("utf-8") for lang, path in READMES.items()}
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
both = pytest.mark.parametrize("lang", READMES)


def blocks(lang: str, language: str) -> list[str]:
    return [body for kind, body in BLOCK.findall(TEXTS[lang]) if kind == language]


def prose(lang: str) -> str:
    return BLOCK.sub("", TEXTS[lang])


def shape(lang: str) -> list[str]:
    """Return headings, list items, table rows and code blocks, in order, without their words."""
    text = BLOCK.sub(lambda m: f"```{m.group(1)}", TEXTS[lang])
    found = re.findall(r"^(#+ |- |\d\. |\||```\w*)", text, re.MULTILINE)
    return [part.strip() for part in found]


def test_both_have_the_same_structure() -> None:
    assert shape("en") == shape("zh")


def test_both_have_the_same_commands_names_and_files() -> None:
    assert blocks("en", "sh") == blocks("zh", "sh")
    assert blocks("en", "yaml") == blocks("zh", "yaml")
    code = {lang: sorted(re.findall(r"`([^`\n]+)`", prose(lang))) for lang in READMES}
    assert code["en"] == code["zh"]


@both
def test_example_runs(lang: str) -> None:
    example = "\n".join(blocks(lang, "pycon"))
    test = doctest.DocTestParser().get_doctest(example, {}, READMES[lang].name, str(READMES[lang]), 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


@both
def test_scenario_passes(lang: str) -> None:
    text, *_ = blocks(lang, "yaml")
    report = scenario.check(scenario.loads(text))
    assert report.ok, report.lines("en")


@both
def test_move_card_is_right(lang: str) -> None:
    from rulekit.games.quanjiao.move_file import load_moves

    _, text, _ = blocks(lang, "yaml")
    (move,) = load_moves(text)
    assert move.title(lang) == {"en": "Rising Knee", "zh": "提膝"}[lang]


@both
def test_card_is_right(lang: str) -> None:
    from rulekit.games.shengling.card_file import load_cards

    *_, text = blocks(lang, "yaml")
    (card,) = load_cards(text)
    assert card.title(lang) == {"en": "Lamp Sprite", "zh": "小灯灵"}[lang]


def test_deck_and_card_commands_run(tmp_path: Path) -> None:
    commands = [line for line in blocks("en", "sh")[-1].splitlines() if line.startswith("rulekit ")]
    assert len(commands) == 4
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-m", *command.split()],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


@both
def test_paths_exist(lang: str) -> None:
    shell = re.findall(r"[\w./-]+/[\w./-]+\.(?:py|yaml)", "".join(blocks(lang, "sh")))
    named = re.findall(r"`([\w.-]+/[\w/.-]+|LICENSE|environment\.yml)`", prose(lang))
    assert shell and named
    assert [p for p in (*shell, *named) if not (ROOT / p).exists()] == []


@both
def test_every_command_of_the_program_is_listed(lang: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rulekit", "--lang", "en", "--help"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    offered = set(re.findall(r"^  ([a-z]+)  +\S", done.stdout, re.MULTILINE))
    listed = set(re.findall(r"^\| `rulekit ([a-z]+)", TEXTS[lang], re.MULTILINE))
    assert listed == offered


@both
def test_figures_are_those_of_the_rulebook(lang: str) -> None:
    from rulekit.games import load_game
    from rulekit.games.quanjiao.moves import DEMO_MOVES
    from rulekit.games.shengling.cards import demo_cards
    from rulekit.games.tangwu.skills import SKILLS

    for name, id, pieces in (
        ("唐五", "tangwu", SKILLS),
        ("拳脚招式", "quanjiao", DEMO_MOVES),
        ("生灵对决", "shengling", demo_cards()),
    ):
        book = load_game(id).rulebook
        assert re.findall(r"\d+", prose(lang).split(name, 1)[1])[:3] == [
            str(len(part)) for part in (book.clauses, book.rulings, pieces)
        ]


def test_ci_runs_the_test_command() -> None:
    lines = [line for block in blocks("en", "sh") for line in block.splitlines()]
    (command,) = [line for line in lines if line.endswith("bootstrap.py test")]
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    last = script.rstrip().splitlines()[-1]
    assert last.replace('exec "${PYTHON:-python3}"', "python3") == command


def test_conda_environment_installs_the_same() -> None:
    wanted = YAML(typ="safe", pure=True).load((ROOT / "environment.yml").read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (pip,) = [entry["pip"] for entry in wanted["dependencies"] if isinstance(entry, dict)]
    (target,) = pip
    extras = re.fullmatch(r"-e \.\[([\w,]+)\]", target)
    assert extras is not None
    assert set(extras.group(1).split(",")) == set(project["optional-dependencies"])
    assert f"python{project['requires-python']},<3.15" in wanted["dependencies"]
