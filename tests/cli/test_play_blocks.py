"""Block windows of 生灵对决 at the keyboard: what may block, what comes of it, how it is written."""

from __future__ import annotations

from random import Random

import pytest

from rulekit.cli import output
from rulekit.cli.play import Session
from rulekit.core.action import ANSWER, Action
from rulekit.core.scenario import loads
from tests.cli.shengling import WINDOW, both, window


@both
def test_every_legal_block_is_listed_with_what_comes_of_it(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    session = window(lang)
    capsys.readouterr()
    session.show_state()
    session.show_legal(session.legal())
    shown = capsys.readouterr().out
    # B1 has unity: alone or with one of the others; 5 of the attacker against 2, 3, 8, 5 and 10
    said = {
        "zh": (
            "阻挡窗口：B 挡住 A1 的攻击吗",
            "1 B1 盾藤守卫：5 对 2，破坏 B1 盾藤守卫",
            "2 B2 战鼓獾：5 对 3，破坏 B2 战鼓獾",
            "3 B3 溅浪巨鳄：5 对 8，破坏 A1 同心双卫",
            "4 B1 盾藤守卫、B2 战鼓獾：5 对 5，破坏",
            "5 B1 盾藤守卫、B3 溅浪巨鳄：5 对 10，破坏 A1 同心双卫",
            "6 放弃阻挡：失 5 点生命",
        ),
        "en": (
            "Block window: does B block the attack of A1?",
            "1 B1 Shieldvine Warden: 5 against 2, destroys B1 Shieldvine Warden",
            "2 B2 Wardrum Badger: 5 against 3, destroys B2 Wardrum Badger",
            "3 B3 Surge Crocodile: 5 against 8, destroys A1 Twin Guards",
            "4 B1 Shieldvine Warden, B2 Wardrum Badger: 5 against 5, destroys",
            "5 B1 Shieldvine Warden, B3 Surge Crocodile: 5 against 10, destroys A1 Twin Guards",
            "6 decline: 5 HP lost",
        ),
    }[lang]
    for line in said:
        assert line in shown, line
    assert shown.count(said[0]) == 1, "the question is asked once"
    assert "A1 同心双卫  5  团结  横置  已攻击" in shown or lang == "en", "the attacker is tapped in the middle of it"
    assert "手牌：献身" in shown or lang == "en"


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("5", "B1 B3"),
        ("B3 B1", "B1 B3"),
        ("b1 b3", "B1 B3"),
        ("block B3 B1", "B1 B3"),
        ("挡 B1 B3", "B1 B3"),
        ("挡b2", "B2"),
        ("阻挡 B2", "B2"),
        ("不挡", "decline"),
        ("放弃阻挡", "decline"),
        ("decline", "decline"),
    ],
)
def test_blocks_are_written_in_many_ways(line: str, wanted: str) -> None:
    session = window()
    session.obey(line, session.legal())
    assert session.played.actions[-1].verb == ANSWER
    assert session.position.decision is None
    assert session.position == window().position.play(Action("B", ANSWER, (wanted,)))


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("B2 B3", "SL-9.5"),
        ("block", "SL-9.2"),
        ("B1 B1", "SL-9.2"),
        ("A2", "SL-9.3"),
        ("B5", "SL-9.3"),
        ("B1 B2 B3", "SL-9.5"),
    ],
)
@both
def test_an_illegal_block_is_told_its_reason(
    capsys: pytest.CaptureFixture[str], line: str, clause: str, lang: str
) -> None:
    session = window(lang)
    capsys.readouterr()
    session.obey(line, session.legal())
    shown = capsys.readouterr().out
    assert session.position.decision is not None, "the window stays open"
    assert clause in shown


@both
def test_an_attack_and_its_block_are_told_once_to_who_looked_on(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    session = window(lang)
    capsys.readouterr()
    session.obey("5", session.legal())
    shown = capsys.readouterr().out
    assert shown.count("SL-9.12") >= 1
    assert "SL-8.1 " not in shown, "the declaration was told before"
    taps = {"zh": "A1 同心双卫 横置", "en": "A1 Twin Guards taps"}[lang]
    assert shown.count(taps) == 1, "it only says what the rest follows from"


@both
def test_what_an_attack_would_lead_to_can_be_asked_before_and_in_the_window(
    capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    output.set_lang(lang)
    session = Session(loads(WINDOW).start(), Random(1))
    for line in ("blocks A1", "试挡 a2", "blocks", "blocks B1"):
        session.obey(line, session.legal())
    before = capsys.readouterr().out
    assert {"zh": "A1 同心双卫 攻击，B 的每种挡法", "en": "A1 Twin Guards attacks: every answer of B"}[lang] in before
    assert {"zh": "写成：blocks A1", "en": "write: blocks A1"}[lang] in before
    session = window(lang)
    capsys.readouterr()
    session.obey("blocks", session.legal())
    inside = capsys.readouterr().out
    assert "✗" in inside and "SL-9.5" in inside, "illegal sets are told with their reason"
