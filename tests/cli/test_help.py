"""Help in both languages, and a wrong use explained."""

from __future__ import annotations

import re

import pytest

from tests.support import ROOT
from tests.support.cli import run
from tests.support.words import chinese

COMMANDS = ("lab", "trace", "check", "compare", "play", "rules", "coverage", "perft", "new", "new-game", "notebook")


def test_help_lists_every_command_in_both_languages() -> None:
    plain = run("--help").output
    english = run("--lang", "en", "--help").output
    for command in COMMANDS:
        assert command in plain
        assert command in english
        for lang in ("zh", "en"):
            shown = run(command, "--help", "--lang", lang).output
            assert not re.search(r"\b(cli|help|command)\.[a-z]", shown), shown
    assert "用法" in plain
    assert not chinese(english)


def test_no_command_shows_the_help_and_is_a_wrong_use() -> None:
    assert "rulekit" in run(code=2).stderr


def test_the_language_comes_from_the_environment_and_the_option_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_LANG", "en")
    assert "options" in run("--help").output.casefold()
    assert "用法" in run("--lang", "zh", "--help").output
    assert "用法" in run("check", "--lang", "zh", "--help").output


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["tarce"], "nearest is trace"),
        (["check", "--jsn"], "nearest is --json"),
        (["trace"], "FILE is missing"),
        (["trace", "a", "b"], "too much"),
        (["perft", "--depth", "deep"], "--depth"),
        (["perft", "--depth", "-1"], "--depth"),
        (["trace", "nothing.yaml"], "nothing.yaml"),
        (["check", "nowhere"], "nowhere"),
        (["trace", "tangwu/cold-wnd-into-thorns"], "tangwu/cold-wind-into-thorns"),
        (["notebook"], "rulekit lab"),
        (["rules", "tangwoo"], "tangwu"),
        (["rules", "TW-R99"], "TW-R9"),
        (["rules", "tangwu", "9.9.9"], "TW-"),
        (["rules", "tangwu", "荆辣"], "荆棘"),
        (["coverage", "chess"], "tangwu"),
        (["play", "tangwu", "--random", "C"], "A, B"),
        (["new", "tangwoo"], "tangwu"),
        (["perft", "--set", "first"], "NAME=VALUE"),
        (["perft", "--set", "color=red"], "color=red"),
        (["notebook", "nothing.yaml"], "nothing.yaml"),
    ],
)
def test_a_wrong_use_is_explained_with_what_would_do(args: list[str], said: str) -> None:
    result = run("--lang", "en", *args, code=2)
    assert said in result.stderr
    assert not chinese(result.stderr.replace("荆辣", "").replace("荆棘", ""))


def test_every_sentence_of_the_code_is_in_the_catalogue() -> None:
    from rulekit.cli.output import catalogue

    code = "\n".join(p.read_text("utf-8") for p in (ROOT / "rulekit" / "cli").glob("*.py"))
    used = set(re.findall(r'text\(\s*"([a-z_.]+)"', code)) | set(re.findall(r'help="([a-z_.]+)"', code))
    used = {key.removeprefix("cli.") for key in used}
    used |= {f"error.{name}" for name in re.findall(r'CliError\(\s*"([a-z_]+)"', code)}
    assert len(used) > 80
    assert {f"cli.{key}" for key in used} <= set(catalogue().keys())


def test_an_unknown_language_is_refused() -> None:
    assert "fr" in run("--lang", "fr", "rules", code=2).stderr
