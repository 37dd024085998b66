"""The sentences of 生灵对决: every kind, code, field and value has one in both languages, and none is left over."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulekit import Action, Position
from rulekit.core.action import ANSWER
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.record import Record
from rulekit.games.shengling import GAME
from rulekit.games.shengling.cards import KEYWORDS, OPS, TIMINGS, Card
from rulekit.games.shengling.state import STEPS, State
from rulekit.games.shengling.statistics import CLAUSES as MEASURED
from rulekit.games.shengling.turn import DUTY_CLAUSES
from tests.games.shengling.strategies import odd_actions, random_state
from tests.properties.registry import random_rulings
from tests.support.positions import set_up
from tests.support.words import chinese


def constants(pattern: str = "*.py") -> set[str]:
    """Return every string constant of the game's modules."""
    folder = Path(str(files(GAME.package)))
    trees = [ast.parse(path.read_text("utf-8")) for path in sorted(folder.glob(pattern))]
    return {
        n.value for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)
    }


def keys(family: str) -> set[str]:
    return {key.partition(".")[2] for key in GAME.catalogue.keys() if key.startswith(f"{family}.")}  # noqa: SIM118


def worded(key: str) -> bool:
    """Tell whether the game has a sentence, its own or the common one."""
    return GAME.phrasebook("zh").has(key)


def labels(record: type[Record]) -> Iterator[str]:
    for spec in record.FIELDS:
        yield spec.label
        if spec.kind in ("record", "records", "maybe"):
            yield from labels(spec.inner)


position = partial(set_up, "shengling")


# -- completeness -----------------------------------------------------------------------------------


def test_every_field_has_a_name_and_every_name_a_field() -> None:
    wanted = {*labels(State), *labels(Card), *MEASURED} - {"A", "B"}
    assert keys("field") - wanted == set() and [w for w in wanted if not worded(f"field.{w}")] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_value_has_a_word(lang: str) -> None:
    phrasebook = GAME.phrasebook(lang)
    families = {
        "step": STEPS,
        "verb": GAME.verbs.by_name,
        "op": OPS,
        "timing": (*TIMINGS, "end_of_turn"),
        "keyword": KEYWORDS,
        "duty": (*DUTY_CLAUSES, "open"),
        "type": ("creature", "strategy"),
        "result": ("A", "B", "draw"),
    }
    for family, values in families.items():
        for value in values:
            assert worded(f"value.{family}.{value}"), f"{family}.{value}"
    for word in ("hp", "surrender", "yes", "no", "decline", "green", "red", "plain"):
        assert phrasebook.value(word) != word or lang == "en"
    for family in families:
        assert {k.partition(".")[2] for k in keys("value") if k.startswith(f"{family}.")} <= {
            *families[family],
            "begin",
        }


def test_every_verb_has_a_sentence() -> None:
    assert keys("action") == set(GAME.verbs.by_name)


def test_every_flaw_of_a_card_has_a_sentence_and_every_sentence_a_flaw() -> None:
    tree = ast.parse(Path(str(files(GAME.package)), "issues.py").read_text("utf-8"))
    codes = {
        node.args[1].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "CardIssue"
        and isinstance(node.args[1], ast.Constant)
    }
    assert len(codes) > 25 and [code for code in codes if not worded(f"card.{code}")] == []
    assert keys("card") - constants() - {"how_many"} == set()  # the core counts the cards of a file


def test_every_piece_of_words_is_used() -> None:
    assert keys("word") - constants("words.py") == set()


def test_every_group_of_actions_has_a_heading() -> None:
    assert keys("group") <= constants("verbs.py")


# -- what a game says -------------------------------------------------------------------------------


@pytest.mark.slow
def test_everything_said_in_random_games_has_words_in_both_languages() -> None:
    draw = Random(11)
    for n in range(40):
        at = Position(GAME, random_state(draw), GAME.defaults.replace(random_rulings(GAME, draw) if n % 2 else {}))
        for _ in range(6):
            for action in odd_actions(at.state, draw):
                if action.verb in (*GAME.verbs.by_name, ANSWER) and (action.args or action.verb != ANSWER):
                    _said(at, [GAME.phrasebook(lang).action(action) for lang in LANGUAGES], action)
                refused = at.why_illegal(action)
                if refused is not None:
                    assert "{" not in refused.text("zh") + refused.text("en")
            legal = at.legal_actions()
            if not legal:
                break
            for action in legal:
                _said(at, [at.phrasebook(lang).label_of(action) for lang in LANGUAGES], action)
            at, trace = at.play_traced(draw.choice(legal))
            for step in trace:
                assert step.kind in GAME.steps.kinds
                for lang in LANGUAGES:
                    words = trace.phrasebook(lang)
                    said = [words.step(step), *map(words.change, step.changes)]
                    assert not any("{" in text for text in said)
                    assert lang == "zh" or not any(map(chinese, said)), said
            if at.decision is not None:
                _said(at, [at.phrasebook(lang).decision(at.decision) for lang in LANGUAGES], at.decision)


def _said(at: Position, texts: list[str], what: object) -> None:
    assert all(text and "{" not in text for text in texts), what


@pytest.mark.parametrize(
    ("who", "written", "zh", "en"),
    [
        ("A", "play 战鼓獾", "A 使用 战鼓獾", "A plays Wardrum Badger"),
        ("A", "play 战鼓獾 A4", "A 使用 战鼓獾 → A4", "A plays Wardrum Badger → A4"),
        ("B", "sacrifice 献身", "B 献祭 献身", "B sacrifices Devotion"),
        ("B", "sacrifice 献身 f3", "B 献祭 献身 → 第 3 张燃料", "B sacrifices Devotion → fuel card 3"),
        ("A", "activate A1", "A 发动 A1", "A activates A1"),
        ("A", "activate A1 a", "A 发动 A1 的第 1 个效果", "A activates effect 1 of A1"),
        ("A", "attack A2", "A 用 A2 攻击", "A attacks with A2"),
        ("B", "block B2 B1", "B 决定：B1、B2", "B decides: B1, B2"),
        ("B", "decline", "B 决定：放弃阻挡", "B decides: decline"),
        ("A", "end_turn", "A 结束回合", "A ends the turn"),
    ],
)
def test_how_actions_are_told(who: str, written: str, zh: str, en: str) -> None:
    action = GAME.parse(who, written)
    assert (GAME.phrasebook("zh").action(action), GAME.phrasebook("en").action(action)) == (zh, en)


FIELD = {
    "step": "battle",
    "A": {
        "slot1": {"card": "溅浪巨鳄"},
        "slot2": {"card": "毒雾领主", "tapped": True},
        "slot3": {"card": "战鼓獾", "entered": True},
    },
    "B": {
        "slot1": {"card": "战鼓獾"},
        "slot2": {"card": "稻草哨兵"},
        "slot3": {"card": "盾藤守卫"},
        "slot4": {"card": "泥沼绊手", "tapped": True},
    },
}


@pytest.mark.parametrize(
    ("written", "zh", "en"),
    [
        (
            "attack A2",
            "A2 毒雾领主 横置着，要竖置才能攻击",
            "A2 Miasma Lord is tapped: only an untapped creature can attack",
        ),
        ("attack A3", "A3 战鼓獾 本回合才登场，没有奇袭，下个自己的回合才能攻击", "it can attack in your next turn"),
        ("attack A4", "A 在“A4”没有生灵（有：A1、A2、A3）", "A has no creature on “A4” (there are: A1, A2, A3)"),
        (
            "play 战鼓獾",
            "现在是战斗阶段，不能使用手牌",
            "this is the battle phase: it is not possible to play a card here",
        ),
    ],
)
def test_refusals_say_what_is_wrong_where_and_what_to_do(written: str, zh: str, en: str) -> None:
    refused = position(**FIELD).why_illegal(GAME.parse("A", written))
    assert refused is not None and zh in refused.reason("zh") and en in refused.reason("en")


@pytest.mark.parametrize(
    ("written", "zh", "en"),
    [
        (
            "block B1 B2",
            "B1 战鼓獾、B2 稻草哨兵 都没有团结；多只一起挡至少要一只带团结",
            "B1 Wardrum Badger, B2 Straw Sentry have no",
        ),
        (
            "block B1 B2 B3",
            "B1 战鼓獾、B2 稻草哨兵 都没有团结；一起挡的生灵里不带团结的最多一只",
            "at most one creature without",
        ),
        ("block B4", "B4 泥沼绊手 横置着，要竖置才能阻挡", "B4 Mire Snarer is tapped"),
        ("block B5", "“B5”没有生灵，挡不了", "there is no creature on “B5”"),
        ("block A1", "A1 溅浪巨鳄 是攻击方的生灵", "A1 Surge Crocodile belongs to the attacking side"),
        ("block B1 B1", "B1 写了两次", "B1 is named twice"),
    ],
)
def test_a_wrong_block_is_told_with_its_creature(written: str, zh: str, en: str) -> None:
    window = position(**FIELD).play(GAME.parse("A", "attack A1"))
    refused = window.why_illegal(GAME.parse("B", written))
    assert refused is not None and zh in refused.reason("zh") and en in refused.reason("en")


def test_a_duty_that_is_open_says_what_to_do() -> None:
    at = position(step="main1", A={"hand": ["献身", "战鼓獾"]})
    refused = at.why_illegal(Action("A", "enter_battle"))
    assert refused is not None
    assert "A 本回合还没献祭；手里有 2 张，先献祭 1 张" in refused.reason("zh") and "SL-5.9" in refused.reason("zh")


def test_own_cards_are_called_by_their_name_in_the_language_of_the_reader() -> None:
    own = {"number": "X1", "name": {"zh": "影狼", "en": "Shade Wolf"}, "type": "creature", "cost": 0, "power": 2}
    at = position(step="main1", own_cards=[own], A={"hand": ["影狼"], "sacrificed": 1})
    after, trace = at.play_traced(GAME.parse("A", "play 影狼"))
    assert "Shade Wolf enters A1 untapped" in str_of(trace, "en") and "影狼 竖置登场在 A1" in str_of(trace, "zh")
    assert at.phrasebook("en").label_of(at.legal_actions()[0]) == "Shade Wolf"
    refused = after.why_illegal(GAME.parse("A", "play 影狼"))
    assert refused is not None and "A has no Shade Wolf in hand (in hand: none)" in refused.reason("en")


def str_of(trace: Any, lang: str) -> str:
    return "\n".join(trace.phrasebook(lang).step(step) for step in trace)


def test_what_a_hand_card_keeps_is_told() -> None:
    value = GAME.phrasebook("zh").value
    assert value("同心双卫(-2†)") == "同心双卫（减攻 2、死亡标记）" and value("同心双卫(-3)") == "同心双卫（减攻 3）"
    assert GAME.phrasebook("en").value("同心双卫(†)") == "Twin Guards (death mark)"
