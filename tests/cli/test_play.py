"""`rulekit play tangwu`: secret bans, actions in words and numbers, questions, whole games."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.cli import play
from rulekit.core.scenario import load
from tests.support import SCENARIOS
from tests.support.cli import run, widest
from tests.support.processes import program

BANS = "98K\n尤里\n"


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
    done = program("play", "tangwu", "--seed", 1, keys=keys, encoding=None, PYTHONUTF8="1")
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
    assert shown.count("加对手的\n1 费用手") == 2
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


@pytest.mark.slow
@pytest.mark.parametrize("side", ["A", "B"])
def test_a_random_opponent_plays_its_side(side: str) -> None:
    other = "B" if side == "A" else "A"
    shown = playing("98K\n" + "1\n" * 400, "--random", side)
    assert f"随机对手 {side}" in shown
    assert f"随机对手 {other}" not in shown
    assert f"把键盘交给 {side}" not in shown


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game() -> None:
    keys = "98K\n" + "1\n" * 40
    assert playing(keys, "--random", "B") == playing(keys, "--random", "B")


@pytest.mark.slow
def test_a_whole_game_is_played_to_its_end() -> None:
    shown = playing(BANS + "1\n" * 3000, "--lang", "en")
    assert re.match("The game is over: ([AB] wins|a draw)", shown.rstrip().splitlines()[-1])
    assert shown.count("The game is over") == 2, "once as a step and once below the last position"


def test_a_decision_in_the_middle_is_asked() -> None:
    from rulekit.cli.play import Session
    from rulekit.core.action import Action

    scenario = load(SCENARIOS / "tangwu" / "death-bet-extra-act-declined.yaml")
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

    path = next(p for p in sorted((SCENARIOS / "tangwu").glob("*.yaml")) if any(q.by for q in load(p).play))
    scenario = load(path)
    session = Session(scenario.start(), Random(1))
    for played in scenario.play:
        assert played.by in (None, session.position.decider)
        assert all(a.who == played.action.who for a in session.legal())
        session.take(played.action)


@pytest.mark.slow
def test_play_fits_sixty_columns() -> None:
    shown = program("play", "tangwu", "--seed", 1, keys=BANS + "1\n" * 60, COLUMNS="60")
    assert shown.returncode == 0 and shown.stderr == ""
    assert widest(shown.stdout) <= 60
