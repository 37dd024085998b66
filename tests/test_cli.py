"""The command line as its users meet it: both languages, every exit code, narrow screens, bad input."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import rulekit
from rulekit.cli import play
from rulekit.cli.app import app
from rulekit.core.position import Position
from rulekit.core.scenario import check, load, loads
from tests.support import ROOT

SCENARIOS = ROOT / "scenarios" / "tangwu"
BLOCKED = """\
game: tangwu
title: {zh: 无敌挡下寒风, en: Invincible stops Cold Wind}
given: {turn: A, step: act, A: {hp: 20, cost: 5, digit: 3}, B: {hp: 21, cost: 6, digit: 2, 无敌: true, 荆棘: true}}
play: [A: 寒风]
then: {A: {cost: 2}, B: {hp: 23, cost: 7, 无敌: false}, steps: [TW-5.2.2]}
"""
COMMANDS = ("lab", "trace", "check", "compare", "play", "rules", "coverage", "perft", "new", "new-game", "notebook")
BANS = "98K\n尤里\n"


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("RULEKIT_LANG", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def blocked(tmp_path: Path) -> Path:
    path = tmp_path / "blocked.yaml"
    path.write_text(BLOCKED, "utf-8")
    return path


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    path = tmp_path / "failing.yaml"
    path.write_text(BLOCKED.replace("hp: 23", "hp: 22"), "utf-8")
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.yaml"
    path.write_text(BLOCKED.replace("荆棘: true", "荆辣: true"), "utf-8")
    return path


def run(*args: object, keys: str | None = None, code: int = 0) -> Result:
    """Run the command line and demand an exit code and no traceback."""
    result = CliRunner().invoke(app, [str(a) for a in args], input=keys)
    assert result.exit_code == code, (result.output, result.stderr, result.exception)
    assert "Traceback" not in result.output + result.stderr
    return result


def shell(*args: object, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rulekit", *map(str, args)]
    wanted = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **env}
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", env=wanted, check=False, stdin=subprocess.DEVNULL
    )


# -- help and faults in the command itself ----------------------------------------------------------


def test_help_lists_every_command_in_both_languages() -> None:
    chinese = run("--help").output
    english = run("--lang", "en", "--help").output
    for command in COMMANDS:
        assert command in chinese
        assert command in english
        for lang in ("zh", "en"):
            shown = run(command, "--help", "--lang", lang).output
            assert not re.search(r"\b(cli|help|command)\.[a-z]", shown), shown
    assert "用法" in chinese
    assert not re.search("[\u4e00-\u9fff]", english)


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
    assert not re.search("[\u4e00-\u9fff]", result.stderr.replace("荆辣", "").replace("荆棘", ""))


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


# -- trace ------------------------------------------------------------------------------------------


def test_trace_prints_the_steps_the_end_and_the_verdict(blocked: Path) -> None:
    shown = run("trace", blocked).output
    assert "无敌挡下 3 伤" in shown
    assert "TW-5.2.2" in shown
    assert "✗" in shown
    assert "B  血量 23" in shown
    assert "✓ 与预期相符" in shown
    english = run("trace", blocked, "--lang", "en").output
    assert "Invincible stops 3" in english
    assert "✓ as expected" in english


def test_trace_fails_where_the_expectations_do(failing: Path) -> None:
    shown = run("trace", failing, code=1).output
    assert "与预期不符" in shown
    assert "22" in shown


def test_trace_under_a_ruling_the_file_says_nothing_of(failing: Path) -> None:
    shown = run("trace", failing, "--ruling", "TW-R50=any_damage_event").output
    assert "TW-R50=any_damage_event" in shown
    assert "不作判断" in shown


def test_trace_under_a_reading_checks_that_reading() -> None:
    path = next(p for p in sorted(SCENARIOS.glob("*.yaml")) if load(p).readings)
    reading = load(path).readings[0]
    words = [w for id, option in reading.rulings.items() for w in ("--ruling", f"{id}={option}")]
    assert "✓" in run("trace", path, *words).output


@pytest.mark.parametrize(
    ("word", "said"),
    [("TW-R8", "TW-R1="), ("TW-R8=", "TW-R1="), ("TW-R8x=plus3", "TW-R8"), ("TW-R8=exactly", "exactly_4_minus_n")],
)
def test_a_bad_ruling_offers_a_good_one(blocked: Path, word: str, said: str) -> None:
    assert said in run("trace", blocked, "--ruling", word, code=2).stderr


def test_trace_as_json(blocked: Path) -> None:
    from rulekit.core.trace import Trace
    from rulekit.games import load_game

    data = json.loads(run("trace", blocked, "--json").output)
    assert data["holds"] is True
    assert data["end"]["B"]["hp"] == 23
    trace = Trace.from_json(load_game("tangwu"), data["trace"])
    assert trace.to_json() == data["trace"]


def test_trace_as_json_of_a_failure(failing: Path) -> None:
    data = json.loads(run("trace", failing, "--json", code=1).output)
    assert data["holds"] is False
    assert data["mismatches"][0]["path"] == "B.hp"


def test_trace_as_markdown(blocked: Path) -> None:
    assert "- **0** A 放 寒风" in run("trace", blocked, "--markdown").output
    run("trace", blocked, "--markdown", "--json", code=2)


def test_trace_of_a_refused_action_says_why() -> None:
    shown = run("trace", SCENARIOS / "other-group-refused.yaml").output
    assert "✗" in shown
    assert "与预期相符" in shown


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_broken_file_names_line_column_and_nearest(broken: Path, lang: str) -> None:
    for command in ("trace", "check", "perft"):
        message = run(command, broken, "--lang", lang, code=2).stderr
        assert re.search(r"broken\.yaml:3:\d+: ", message)
        assert "荆棘" in message


def test_every_scenario_prints_in_both_languages() -> None:
    for path in sorted(SCENARIOS.glob("*.yaml"))[::10]:
        for lang in ("zh", "en"):
            run("trace", path, "--lang", lang)


def test_markup_in_a_title_is_shown_literally(tmp_path: Path) -> None:
    path = tmp_path / "markup.yaml"
    title = "[bold]x[/bold] <script>alert(1)</script> [/]"
    path.write_text(BLOCKED.replace("无敌挡下寒风", json.dumps(title)), "utf-8")
    assert title in run("trace", path).output
    assert "<script>" not in run("trace", path, "--markdown").output.replace("\\<", "")


# -- check ------------------------------------------------------------------------------------------


def test_check_passes(blocked: Path) -> None:
    assert "符合 1，不符 0，读不了 0" in run("check", blocked).output


def test_check_shows_expected_against_actual_and_the_trace(blocked: Path, failing: Path) -> None:
    shown = run("check", failing, blocked, "--lang", "en", code=1).output
    assert "22" in shown
    assert "23" in shown
    assert "▶" in shown
    assert "1 as expected, 1 not, 0 unreadable" in shown


def test_check_goes_on_after_a_broken_file(broken: Path, failing: Path, tmp_path: Path) -> None:
    result = run("check", tmp_path, code=2)
    assert "broken.yaml:3:" in result.stderr
    assert "符合 0，不符 1，读不了 1" in result.output


def test_check_as_json(broken: Path, failing: Path, blocked: Path, tmp_path: Path) -> None:
    data = json.loads(CliRunner().invoke(app, ["check", str(tmp_path), "--json"]).stdout)
    assert {Path(s["file"]).name: s["ok"] for s in data["scenarios"]} == {"blocked.yaml": True, "failing.yaml": False}
    assert [(Path(b["file"]).name, b["line"]) for b in data["bad"]] == [("broken.yaml", 3)]


def test_check_takes_the_scenarios_folder_by_itself(tmp_path: Path, blocked: Path) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    blocked.rename(folder / "one.yaml")
    assert "符合 1" in run("check").output
    assert run("check").stderr == ""


def test_check_takes_what_comes_with_rulekit_where_there_is_no_folder(tmp_path: Path) -> None:
    from rulekit.core.folder import find

    result = run("--lang", "en", "check")
    assert f"{len(find([ROOT / 'scenarios']))} as expected, 0 not, 0 unreadable" in result.stdout
    assert str(ROOT / "scenarios") in result.stderr.replace("\n", "")
    assert "1 as expected" in run("--lang", "en", "check", "tangwu/cold-wind-into-thorns").stdout
    data = json.loads(run("check", "--ruling", "TW-R8=exactly_4_minus_n", "tangwu", "--json", code=1).stdout)
    assert all(Path(entry["file"]).parent == Path("tangwu") for entry in data["scenarios"])
    assert list(tmp_path.iterdir()) == []


# -- rules ------------------------------------------------------------------------------------------


def test_rules_lists_a_section() -> None:
    shown = run("rules", "tangwu", "5.2").output
    assert "TW-5.2.1" in shown
    assert "TW-5.2.14" in shown
    assert "TW-5.3.1 " not in shown


def test_rules_shows_a_ruling_with_options_and_default() -> None:
    shown = run("rules", "TW-R15", "--lang", "en").output
    assert "● queue_qibu_taunt_bet_idle (default)" in shown
    assert "○ all_by_attach_order" in shown
    assert run("rules", "tangwu", "R15", "--lang", "en").output == shown
    assert run("rules", "tw-r15", "--lang", "en").output == shown


@pytest.mark.parametrize("word", ["无敌", "Invincible", "invincible"])
def test_rules_finds_the_clauses_of_a_skill(word: str) -> None:
    shown = run("rules", "tangwu", word).output
    assert "TW-5.2.2" in shown
    assert "TW-6.D5.3" in shown


def test_rules_finds_every_skill_by_name() -> None:
    from rulekit.games.tangwu.skills import SKILLS

    for skill in SKILLS.values():
        data = json.loads(run("rules", "tangwu", skill.name, "--json").output)
        assert {f["id"] for f in data["found"]} >= set(skill.clauses), skill.name


def test_rules_leads_to_the_lines_that_cite_a_clause_or_ruling() -> None:
    shown = run("rules", "TW-5.2.2", "--where").output
    places = re.findall(r"^  (rulekit/games/tangwu/\w+\.\w+):(\d+)$", shown, re.MULTILINE)
    assert ("rulekit/games/tangwu/damage.py") in {file for file, _ in places}
    for file, line in places:
        assert "TW-5.2.2" in (ROOT / file).read_text("utf-8").splitlines()[int(line) - 1]
    data = json.loads(run("rules", "TW-5.2.2", "--where", "--json").output)["found"]
    assert [(w["file"], str(w["line"])) for w in data[0]["where"]] == places
    assert "rulekit/games/tangwu/" in run("rules", "TW-R15", "--where").output
    assert "where" not in json.loads(run("rules", "TW-5.2.2", "--json").output)["found"][0]


def test_rules_says_when_no_code_cites_a_clause() -> None:
    assert "no code cites it" in run("rules", "TW-0.1", "--where", "--lang", "en").output
    whole = json.loads(run("rules", "tangwu", "--where", "--json").output)["found"]
    assert next(c for c in whole if c["id"] == "TW-0.1")["where"] == []


def test_rules_overview_and_games() -> None:
    assert "TW-R1" in run("rules", "tangwu").output
    assert "唐五" in run("rules").output
    assert run("rules", "唐五").output == run("rules", "tangwu").output
    assert json.loads(run("rules", "--json").output)["games"][0]["prefix"] == "TW"


def test_one_clause_comes_with_the_questions_about_it() -> None:
    from rulekit.games import load_game

    ruling = load_game("tangwu").rulebook.ruling("TW-R15")
    assert ruling.question["zh"] in run("rules", ruling.clauses[0]).output


# -- coverage, perft, compare -----------------------------------------------------------------------


def test_coverage_passes_on_the_scenarios_of_the_project() -> None:
    shown = run("coverage", "tangwu", "--scenarios", SCENARIOS).output
    assert "✗" not in shown


def test_coverage_accounts_for_every_clause_and_ruling() -> None:
    from rulekit.games import load_game

    book = load_game("quanjiao").rulebook
    informative = [c.id for c in book.clauses.values() if c.informative]
    idle = [r.id for r in book.rulings.values() if r.idle]
    rules, asked = len(book.clauses) - len(informative), len(book.rulings) - len(idle)
    folder = ("--scenarios", ROOT / "scenarios" / "quanjiao")
    shown = run("coverage", "quanjiao", *folder).output
    assert shown.count(f"{rules}/{rules}，另有 {len(informative)} 条只作说明") == 2
    assert f"{asked}/{asked}，另有 {len(idle)} 条的选项结果相同" in shown
    assert all(id in shown for id in (*informative, *idle))
    shown = run("coverage", "quanjiao", *folder, "--lang", "en").output
    assert shown.count(f"{rules}/{rules}, {len(informative)} informative") == 2
    assert json.loads(run("coverage", "quanjiao", *folder, "--json").output)["informative"] == informative


def test_coverage_fails_on_a_gap_and_lists_it(blocked: Path) -> None:
    shown = run("coverage", "tangwu", "--scenarios", blocked, code=1).output
    assert "TW-R15" in shown
    assert "TW-7.1" in shown
    data = json.loads(run("coverage", "tangwu", "--scenarios", blocked, "--json", code=1).output)
    assert data["ok"] is False
    assert "TW-5.2.2" not in data["unexercised"]


def test_perft_counts_from_the_opening_and_from_a_file(blocked: Path) -> None:
    opening = ("--set", "first=A", "--set", "bans=98K,尤里")
    data = json.loads(run("perft", *opening, "--depth", 6, "--json").output)
    assert [d["leaves"] for d in data["depths"]] == [2, 10, 23, 68, 151, 257]
    assert "深度" in run("perft", blocked, "--depth", 2).output
    assert json.loads(run("perft", blocked, "--depth", 0, "--json").output)["depths"] == []
    run("perft", blocked, *opening, code=2)


def test_perft_under_a_ruling(blocked: Path) -> None:
    data = json.loads(run("perft", blocked, "--ruling", "TW-R47=auto_pass", "--json").output)
    assert data["rulings"] == {"TW-R47": "auto_pass"}


def test_compare_shows_where_the_readings_part(blocked: Path) -> None:
    shown = run("compare", blocked, "TW-R50").output
    assert "● hp_loss_only" in shown
    assert "○ any_damage_event" in shown
    assert "本回合有人受伤 否→是" in shown
    assert "与默认完全相同" in run("compare", blocked, "TW-R15").output
    assert json.loads(run("compare", blocked, "TW-R15", "--json").output)["differs"] is False
    assert "TW-R5" in run("compare", blocked, "TW-R5O", code=2).stderr


# -- new --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_new_scenario_passes_its_own_check(tmp_path: Path, lang: str) -> None:
    run("new", "tangwu", "mine.yaml", "--lang", lang)
    assert (tmp_path / "mine.yaml").read_text("utf-8").count("#") > 10
    run("check", "mine.yaml")
    run("trace", "mine.yaml")


def test_the_readings_of_the_new_scenario_load_when_uncommented() -> None:
    for lang in ("zh", "en"):
        text = run("new", "tangwu", "-", "--lang", lang).output
        lines = [line.removeprefix("# ") if re.match(r"# (readings:|  )", line) else line for line in text.splitlines()]
        assert loads("\n".join(lines)).readings


def test_new_never_overwrites_silently(tmp_path: Path) -> None:
    run("new", "tangwu")
    path = tmp_path / "tangwu-new.yaml"
    path.write_text("mine", "utf-8")
    assert "--force" in run("new", "tangwu", code=2).stderr
    assert path.read_text("utf-8") == "mine"
    run("new", "tangwu", "--force")
    assert check(load(path)).ok


def test_new_in_a_folder_that_is_not_there() -> None:
    assert "missing" in run("new", "tangwu", "missing/x.yaml", code=2).stderr


# -- lab and notebook -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b"{}",
        b"[]",
        b"x",
        b"",
        b"\xff\xfe",
        b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "source": "1"}]}',
        b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "raw"}]}',
        b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": 7}',
        b'{"nbformat": 2, "nbformat_minor": 0, "worksheets": [{}]}',
        b'{"nbformat": "four"}',
        b"[" * 100_000,
    ],
)
def test_a_file_that_is_no_notebook_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.ipynb"
    path.write_bytes(content)
    for lang, said in (("en", "x.ipynb is no notebook"), ("zh", "x.ipynb 不是笔记本")):
        assert said in run("--lang", lang, "notebook", path, code=2).stderr.replace("\n", " ")
    assert path.read_bytes() == content


def test_lab_starts_jupyterlab_on_the_start_notebook(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from rulekit.cli import notebooks, server, workplace

    calls = []

    class Launched:
        def __init__(self, command: list[str], cwd: Path, **more: Any) -> None:
            calls.append((command, cwd, more))

        def wait(self, _timeout: float) -> int:
            return 0

    monkeypatch.setattr(notebooks, "find_spec", lambda name: object())
    monkeypatch.setattr(workplace, "trust", lambda folder, lang: None)
    monkeypatch.setattr(server.subprocess, "Popen", Launched)
    place = tmp_path / "mine"
    run("lab", place, "--no-browser", "--port", 8899, "--lang", "en")
    command, folder, more = calls[0]
    assert command[1:3] == ["-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={place}" in command
    assert "--LabApp.default_url=/lab/tree/notebooks/00_start.ipynb" in command
    assert (place / "notebooks" / "00_start.ipynb").is_file()
    assert "--no-browser" in command
    assert "--port=8899" in command
    assert folder == place and more["env"]["RULEKIT_LANG"] == "en"
    run("lab", place)
    assert "--no-browser" not in calls[1][0] and calls[1][2]["env"]["RULEKIT_LANG"] == "zh"


def test_lab_without_jupyterlab_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulekit.cli import notebooks

    monkeypatch.setattr(notebooks, "find_spec", lambda name: None)
    assert "rulekit[notebook]" in run("lab", code=2).stderr
    assert "rulekit[notebook]" in run("notebook", code=2).stderr


def test_notebook_refuses_a_mix(blocked: Path, tmp_path: Path) -> None:
    pytest.importorskip("nbclient")
    book = tmp_path / "book.ipynb"
    book.write_text("{}", "utf-8")
    run("notebook", blocked, book, code=2)
    run("notebook", blocked, "--out", "book.txt", code=2)


# -- play -------------------------------------------------------------------------------------------


def playing(keys: str, *args: object) -> str:
    return run("play", "tangwu", "--seed", 1, *args, keys=keys).output


def test_a_game_starts_with_secret_bans_and_ends_politely() -> None:
    shown = playing(BANS)
    assert shown.count("把键盘交给") == 2
    assert "公示禁用" in shown
    assert shown.rstrip().endswith("再见。")
    before = shown[: shown.index("公示禁用")]
    assert "98K" not in before.split("\nA 禁用")[0].split("\nB 禁用")[0]


def test_actions_by_number_by_name_and_in_english() -> None:
    for keys in ("1\n3\n", "add cost\n寒风\n", "add cost\nCold Wind\n", "add cost\n3\n"):
        shown = playing(BANS + keys)
        assert "放 寒风" in shown.split("公示禁用")[1]


@pytest.mark.parametrize("name", ["/", "~", ".", "~nobody-of-this-name/x", "x" * 300, "new/", "no/such/folder/x"])
def test_a_name_that_no_file_can_have_is_told_and_the_game_goes_on(name: str) -> None:
    shown = playing(BANS + f"save {name}\nsave game.yaml\n")
    assert shown.count("已存") == 1 and load("game.yaml").actions
    assert "没有存成" in shown or "用户目录" in shown


def test_words_after_quit_are_no_leave(tmp_path: Path) -> None:
    shown = playing(BANS + "quit game\n退出 战斗\nsave game.yaml\n")
    assert shown.count("只写 quit（退出）一个词") == 2 and "已存 game.yaml" in shown
    assert "只写" not in playing(BANS + "退出\nsave game.yaml\n")


def test_lines_that_are_no_text_are_told_and_the_game_goes_on(tmp_path: Path) -> None:
    """In a terminal of another encoding."""
    keys = "尤里\n笑\n".encode() + b"\xff\xfe\nwhy \x80\nsave \xff.yaml\nanswer \xe4\xb8\nsave game.yaml\n"
    command = [sys.executable, "-m", "rulekit", "play", "tangwu", "--seed", "1"]
    environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, input=keys, capture_output=True, cwd=tmp_path, env=environment, check=False)
    assert done.returncode == 0 and b"Traceback" not in done.stderr, done.stderr
    assert load(tmp_path / "game.yaml").actions and done.stdout.decode().rstrip().endswith("再见。")


def test_a_secret_line_that_is_no_text_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    typed: list[object] = [UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no text"), "98K", EOFError()]

    def ask(_prompt: str) -> str:
        line = typed.pop(0)
        if isinstance(line, BaseException):
            raise line
        return str(line)

    session = play.Session(rulekit.new_game("tangwu", first="A"), Random(1))
    monkeypatch.setattr("builtins.input", ask)
    with pytest.raises(EOFError):
        session.run()
    assert session.position.state.A.pick == "98K"


def test_undo_goes_back_one_choice() -> None:
    shown = playing(BANS + "add cost\nundo\n")
    assert "撤销了" in shown
    assert shown.count("1 B 加对手的费用手") + shown.count("1 A 加对手的费用手") == 2
    assert "没有可撤销的行动" in playing("undo\n")
    secret = playing("98K\nundo\n笑\n尤里\n")
    assert "撤销了一次暗选" in secret
    assert "笑" in secret.split("公示禁用：")[1].splitlines()[0]


def test_every_text_command(tmp_path: Path) -> None:
    keys = (
        BANS + "help\nstate\nadd cost\ntrace\nwhy 拳\nwhy 寒风\nrules TW-R15\nrules 荆棘\nsave game.yaml\nlist\nquit\n"
    )
    shown = playing(keys)
    for part in ("撤销上一个行动", "裁定 TW-", "不能：", "：可以", "TW-5.3.12", "已存 game.yaml", "再见。"):
        assert part in shown, part
    run("check", tmp_path / "game.yaml")
    assert load(tmp_path / "game.yaml").given == {"step": "setup"}
    again = playing(BANS + "save game.yaml\n")
    assert "game.yaml" in again
    assert "已存" not in again


def test_chinese_commands_work_too() -> None:
    shown = playing(BANS + "帮助\n局面\nadd cost\n推演\n撤销\n退出\n")
    assert "撤销了" in shown


def test_faults_at_the_keyboard_are_told_and_change_nothing() -> None:
    keys = (
        BANS
        + "0\n99\n９９９\nnonsense\nadd both\nwhy\nsave\nrules 没有的词\nsave missing/x.yaml\ncast\npass\n\n公平正义\n"
    )
    shown = playing(keys)
    assert "没有编号 99" in shown
    assert "nonsense" in shown
    assert "写成：why" in shown
    assert "写成：save" in shown
    assert "本局：安静回合 0/24" in shown.splitlines()[-30:] or "相加" in shown


def test_secrets_are_not_shown_before_both_have_chosen() -> None:
    shown = playing("98K\ntrace\nsave x.yaml\nstate\n")
    after = shown.split("已选好", 1)[1]
    assert "98K" not in after
    assert "暗选公示前不能看" in after
    assert "暗选公示前不能存" in after
    assert "已选，保密" in after


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_random_opponent_plays_its_side(side: str) -> None:
    other = "B" if side == "A" else "A"
    shown = playing("98K\n" + "1\n" * 400, "--random", side)
    assert f"随机对手 {side}" in shown
    assert f"随机对手 {other}" not in shown
    assert f"把键盘交给 {side}" not in shown


def test_the_same_seed_gives_the_same_game() -> None:
    keys = "98K\n" + "1\n" * 40
    assert playing(keys, "--random", "B") == playing(keys, "--random", "B")


def test_a_whole_game_is_played_to_its_end() -> None:
    shown = playing(BANS + "1\n" * 3000, "--lang", "en")
    assert re.match("The game is over: ([AB] wins|a draw)", shown.rstrip().splitlines()[-1])
    assert shown.count("The game is over") == 2, "once as a step and once below the last position"


def test_a_decision_in_the_middle_is_asked() -> None:
    from rulekit.cli.play import Session
    from rulekit.core.action import Action

    scenario = load(SCENARIOS / "death-bet-extra-act-declined.yaml")
    session = Session(scenario.start(), Random(1))
    session.take(scenario.actions[0])
    assert session.position.decision is not None
    legal = session.legal()
    assert session.understand("2", legal) == legal[1]
    assert session.understand("end", legal) == Action("A", "answer", ("end",))
    session.obey("nonsense", legal)
    assert session.position.decision is not None
    session.obey("end", legal)
    assert session.position.decision is None
    session.do_undo("", [])
    assert session.position.decision is not None


def test_the_controller_decides_under_yuri() -> None:
    from rulekit.cli.play import Session

    path = next(p for p in sorted(SCENARIOS.glob("*.yaml")) if any(q.by for q in load(p).play))
    scenario = load(path)
    session = Session(scenario.start(), Random(1))
    for played in scenario.play:
        assert played.by in (None, session.position.decider)
        assert all(a.who == played.action.who for a in session.legal())
        session.take(played.action)


# -- the real program -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args", [["--help"], ["trace", "blocked.yaml"], ["rules", "tangwu"], ["rules", "TW-R15"], ["trace", "--help"]]
)
def test_a_narrow_terminal_loses_nothing(blocked: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]) -> None:
    def letters(columns: str) -> list[str]:
        monkeypatch.setenv("COLUMNS", columns)
        return sorted(re.sub(r"[\s│├└─]", "", run(*args).output))

    assert letters("40") == letters("200")


def test_play_fits_sixty_columns(blocked: Path) -> None:
    from rich.cells import cell_len

    command = [sys.executable, "-m", "rulekit", "play", "tangwu", "--seed", "1"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "60", "PYTHONIOENCODING": "utf-8"}
    keys = BANS + "1\n" * 60
    shown = subprocess.run(command, input=keys, capture_output=True, encoding="utf-8", env=env, check=False)
    assert shown.returncode == 0
    assert shown.stderr == ""
    assert max(cell_len(line.split("> ")[-1]) for line in shown.stdout.splitlines()) <= 60


def test_exit_codes_and_streams_of_the_program(blocked: Path, failing: Path, broken: Path) -> None:
    assert shell("check", blocked).returncode == 0
    assert shell("check", failing).returncode == 1
    bad = shell("check", broken)
    assert bad.returncode == 2
    assert "broken.yaml:3:" in bad.stderr
    assert shell("nothing").returncode == 2
    good = shell("check", blocked, "--json")
    assert good.stderr == ""
    json.loads(good.stdout)


def test_a_reader_that_stops_early_is_no_fault() -> None:
    command = f"{sys.executable} -m rulekit rules tangwu --json | head -1"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(["sh", "-c", command], capture_output=True, encoding="utf-8", env=env, check=False)
    assert ended.stdout == "{\n"
    assert ended.stderr == ""


def test_a_terminal_without_chinese_is_no_fault(blocked: Path) -> None:
    shown = shell("trace", blocked, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert shown.returncode == 0
    assert "Traceback" not in shown.stderr


def test_completion_knows_commands_and_options() -> None:
    words = {"COMP_WORDS": "rulekit co", "COMP_CWORD": "1", "_RULEKIT_COMPLETE": "complete_bash"}
    done = shell(**words)
    assert done.returncode == 0
    assert done.stdout.split() == ["compare", "coverage"]


def test_help_comes_fast() -> None:
    shell("--help")
    took = []
    for _ in range(3):
        began = time.perf_counter()
        shell("--help")
        took.append(time.perf_counter() - began)
    assert min(took) < 1.0  # about 0.3 s on an idle machine


def test_trace_plays_a_file_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed and what is judged is one run, also where a reading of the file is asked for."""
    scenario = load(ROOT / "scenarios" / "tangwu" / "cold-wind-into-thorns.yaml")
    played: list[object] = []
    play_traced = Position.play_traced
    monkeypatch.setattr(
        Position, "play_traced", lambda self, action: played.append(action) or play_traced(self, action)
    )
    run("trace", str(ROOT / "scenarios" / "tangwu" / "cold-wind-into-thorns.yaml"))
    assert len(played) == len(scenario.play)
