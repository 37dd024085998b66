"""One name for one thing, in the words of players: catalogues, rulebooks, components, templates and scenario titles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import rulekit
from rulekit import GAMES, load_game
from rulekit.core.catalogue import LANGUAGES, read_yaml

ROOT = Path(rulekit.__file__).parent
SCENARIOS = ROOT.parent / "scenarios"


class Text(NamedTuple):
    place: str
    lang: str
    said: str


class Name(NamedTuple):
    """A term of the glossary, and what must not stand in its place in one language."""

    term: str
    lang: str
    instead: str


#: The language is that of the forbidden words; the right one is the term itself or what the glossary says for it.
NAMES = {
    "tangwu": [
        Name("控制者", "zh", "操控者"),
        Name("尤里控制", "zh", "操控"),
        Name("无行动计数", "zh", "安静(回合)?|闲置"),
        Name("无行动计数", "en", r"\bquiet\b|\bidle count\b"),
        Name("幻雾", "en", r"(?<!Phantom )\b[Mm]ist(y)?\b"),
        Name("假人唐化", "zh", "(?<!假人)唐化"),
        Name("假人唐化", "en", "(?<!Dummy )Tang-mode"),
        Name("冰封", "zh", "冰冻|冻结"),
        Name("冰封", "en", r"\bfreeze\b|\bIced?\b"),
        Name("去除", "zh", "驱散"),
        Name("毒", "en", r"\bvenom(ed|s)?\b"),
        Name("元毒九泉", "en", "Nine-Springs(?! Venom)"),
        Name("双倍圣水", "en", "(?<!Double )Elixir"),
        Name("呼吸回血", "en", "Breath(?! Recovery)"),
        Name("赌命归零", "zh", "赌命(倒计时)?(已)?到期"),
        Name("嘲讽伤害", "zh", "反伤"),
        Name("累计伤害", "zh", "本局伤害|总伤害"),
        Name("累计伤害", "en", r"\bgame damage\b|\btotal damage\b"),
    ],
    "quanjiao": [
        Name("牌库", "en", r"(?<!demo )\bdeck\b(?! \(draw pile\))"),
        Name("牌库", "zh", "抽牌堆|摸牌堆"),
        Name("已用堆", "zh", "弃牌堆|用过的牌堆"),
        Name("已用堆", "en", r"\bdiscard pile\b"),
        Name("生命", "zh", "血量|体力"),
        Name("生命", "en", r"\bHP\b|\bhit points\b"),
        Name("回合", "en", r"\bthis turn\b|\bnext turn\b|\bturn end\b"),
        Name("空白格", "zh", "空格子|白格(?!子)(?<!空白格)"),
    ],
    "shengling": [
        Name("登场", "zh", "入场(?!时|效果)"),
        Name("回血", "zh", "回复|恢复[^，。；：]{0,4}(生命|血)|恢复只补"),
        Name("生命", "zh", "血量"),
        Name("生命", "en", r"\blife\b"),
        Name("免除", "zh", "豁免"),
        Name("墓地", "zh", "墓场|弃牌堆"),
        Name("墓地", "en", r"\bdiscard pile\b"),
        Name("牌库", "en", r"\blibrary\b"),
        Name("攻击力", "en", r"\bstrength\b"),
        Name("主要阶段", "zh", "主[1２2一二](?!要)|主阶段"),
    ],
}
#: What the program itself calls things, whatever the game; in no glossary.
COMMON = {
    "zh": {"甲|乙": "A, B", "条款(?<!每有”条款)(?<!计数条款)|条文": "条目", "局面文件|一份局面": "场景"},
    "en": {},
}
#: Words of the workshop: a clause, a ruling and a term speak to players.
WORKSHOP = {
    "zh": "引擎|参数|数据|插件|写死|校验|截断|日志|三元组|接口|有理数|容量",
    "en": r"engine|parameter|\bdata\b|plug-in|hard-cod|validat|clamp|\btriple\b|\btraces?\b|\blog\b|\binteger|solver"
    r"|rational|contained-count",
}
#: `主要阶段一` and a word that begins with 一 run into each other: 一起, 一直, 一只, 一定 …
RUN_TOGETHER = re.compile("主要阶段一(?=[起直只定样般些旦律共概切])")


def _walk(node: Any, place: str) -> Iterator[Text]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key in LANGUAGES and isinstance(value, str):
                yield Text(place, key, re.sub(r"\{[^{}]*\}", "…", value))
            else:
                yield from _walk(value, f"{place}.{key}")
    elif isinstance(node, list):
        for i, value in enumerate(node):
            yield from _walk(value, f"{place}[{i}]")


def _file(path: Path) -> Iterator[Text]:
    template = re.fullmatch(r"new.*\.(zh|en)\.yaml", path.name)
    if template:
        said = [line.partition("#")[2] for line in path.read_text("utf-8").splitlines()]
        yield Text(path.name, template[1], "\n".join(said))
    yield from _walk(read_yaml(path.read_text("utf-8")), path.name)


@cache
def texts(game: str) -> tuple[Text, ...]:
    """Return every text of a game, component names left out where they are keys."""
    folders = (Path(str(files(load_game(game).package))), ROOT / "ui" / "panels" / game, SCENARIOS / game)
    return tuple(text for folder in folders for path in sorted(folder.glob("*.yaml")) for text in _file(path))


@cache
def common() -> tuple[Text, ...]:
    """Return the texts that belong to no game."""
    folders = (ROOT, ROOT / "core", ROOT / "cli", ROOT / "ui", ROOT / "analysis")
    return tuple(text for folder in folders for path in sorted(folder.glob("*.yaml")) for text in _file(path))


def _wrong(found: tuple[Text, ...], lang: str, pattern: str) -> list[str]:
    return [f"{t.place}: {t.said}" for t in found if t.lang == lang and re.search(pattern, t.said)]


def _names() -> list[Any]:
    return [
        pytest.param(game, name, id=f"{game}-{name.term}-{name.lang}") for game in GAMES for name in NAMES.get(game, [])
    ]


@pytest.mark.parametrize(("game", "name"), _names())
def test_one_name_for_one_thing(game: str, name: Name) -> None:
    term = load_game(game).rulebook.glossary[name.term]
    right = term.zh if name.lang == "zh" else term.en
    assert not re.search(name.instead, right), "the table forbids the name itself"
    assert _wrong(texts(game), name.lang, name.instead) == []


@pytest.mark.parametrize("game", [*GAMES, ""])
def test_players_and_clauses_have_one_name(game: str) -> None:
    found = texts(game) if game else common()
    assert found
    for lang, variants in COMMON.items():
        for pattern, name in variants.items():
            assert _wrong(found, lang, pattern) == [], name


def _pairs(game: str) -> Iterator[tuple[str, str, str]]:
    held: dict[str, dict[str, str]] = {}
    for text in texts(game):
        held.setdefault(text.place, {})[text.lang] = text.said
    return ((place, said["zh"], said["en"]) for place, said in held.items() if len(said) == len(LANGUAGES))


@pytest.mark.parametrize("game", GAMES)
def test_a_name_with_an_exclamation_mark_keeps_it(game: str) -> None:
    """冰！ is a skill and 冰封 the status it gives: Freeze! and Freeze; so with 赌命！ and Death Bet."""
    names = {t.zh: t.en for t in load_game(game).rulebook.glossary.values() if t.zh.endswith("！")}
    assert all(en.endswith("!") for en in names.values())
    wrong = [
        f"{place}: {zh} | {en}"
        for place, zh, en in _pairs(game)
        for term, english in names.items()
        if (term in zh) != (english in en)
    ]
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_rulebooks_speak_to_players(game: str) -> None:
    book = [text for text in texts(game) if text.place.startswith("rulebook.yaml")]
    assert len(book) >= len(LANGUAGES) * len(load_game(game).rulebook.clauses)
    for lang, pattern in WORKSHOP.items():
        assert _wrong(tuple(book), lang, pattern) == []


@pytest.mark.parametrize("game", GAMES)
def test_rulebooks_name_options_by_their_words(game: str) -> None:
    """An option has a key for files; what players read says it in words."""
    keys = {key for ruling in load_game(game).rulebook.rulings.values() for key in ruling.keys if "_" in key}
    book = [text for text in texts(game) if text.place.startswith("rulebook.yaml")]
    assert [f"{t.place}: {t.said}" for t in book if keys & set(re.findall(r"\w+_\w+", t.said))] == []


def test_main_phase_one_runs_into_no_other_word() -> None:
    assert _wrong(texts("shengling"), "zh", RUN_TOGETHER.pattern) == []
