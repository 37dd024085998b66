"""The rulebook of 生灵对决: complete, in both languages, and every reference in it leads somewhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files

import pytest

from rulekit.core.catalogue import LANGUAGES, read_yaml
from rulekit.core.rulebook import Rulebook
from tests.support.words import chinese

PACKAGE = "rulekit.games.shengling"

#: How many clauses each section has; they are numbered without a gap.
CLAUSES = {1: 9, 2: 10, 3: 8, 4: 12, 5: 28, 6: 14, 7: 35, 8: 22, 9: 25, 10: 9, 11: 6}

#: The options of every ruling, the default first.
OPTIONS = """
 1 untap_effects_draw untap_draw_effects draw_untap_effects
 2 own_turn every_turn
 3 slot_order controller_chooses entry_order
 4 after_comparison before_comparison
 5 splash_and_on_block_reduction splash_and_death_mark splash_and_damage_bonus
 6 strict_at_most_one one_unity_enough
 7 splash_first on_block_first
 8 at_comparison after_on_block
 9 not_added added
10 every_attack unblocked_only
11 needs_survival still_resolves
12 on_block_first after_attack_first
13 bonus_and_reduction bonus_only
14 cleared reduction_persists
15 mark_lost mark_follows
16 after_each_change after_whole_effect
17 not_allowed allowed_until_reduced
18 live_check latched_once_met
19 additive highest_only
20 oldest_first newest_first
21 immediate after_action
22 draw active_player_loses active_player_wins
23 lockstep active_player_first
24 turn_player_only both_players
25 owner_chooses random newest_first
26 players_choice must_activate
27 any_time untapped_only not_on_entering_turn
28 validator_rejects fuse_limit unrestricted
29 refuse_to_play play_without_effect
30 refuse replace_own
31 reveal_and_shuffle hidden_no_shuffle
32 hand_owner_chooses random effect_owner_chooses
33 seeded_random by_agreement
34 none one_redraw
35 must_pass_battle may_end_from_main1
36 allowed forbidden
37 all_enemy one_enemy all_both_sides
38 on_declaration after_resolution
39 once_per_battle tap_only
40 public fuel_face_down
41 not_a_rule allowed_any_time
42 floor_zero negative
43 leftmost_empty player_chooses
44 per_instance per_number
45 when_reached at_the_moment
"""

#: Terms the game cannot do without: zones, states, steps, timings, keywords, effects, actions.
TERMS = {
    "战场": "battlefield",
    "费用区": "cost zone",
    "手牌": "hand",
    "牌库": "deck",
    "墓地": "graveyard",
    "竖置": "untapped",
    "横置": "tapped",
    "恢复": "untap",
    "抽牌": "draw",
    "主要阶段一": "main phase 1",
    "战斗阶段": "battle phase",
    "主要阶段二": "main phase 2",
    "结束阶段": "end step",
    "入场时": "on enter",
    "回合开始": "turn start",
    "攻击后": "after attack",
    "阻挡后": "after block",
    "主动": "active",
    "常驻": "static",
    "奇袭": "haste",
    "团结": "unity",
    "溅射": "splash",
    "战破解场": "Battle-break",
    "死亡标记": "death mark",
    "伤害加成": "damage bonus",
    "献祭": "sacrifice",
    "顶替": "replacement",
    "使用": "play",
    "发动": "activate",
    "攻击": "attack",
    "阻挡": "block",
    "放弃阻挡": "decline to block",
}


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return Rulebook.load(PACKAGE)


def texts(book: Rulebook) -> Iterator[tuple[str, str, str]]:
    """Yield every sentence with its id and language."""
    for lang in LANGUAGES:
        yield "system", lang, book.name[lang]
        yield "system", lang, book.summary[lang]
        for number, title in book.sections.items():
            yield number, lang, title[lang]
        for clause in book.clauses.values():
            yield clause.id, lang, clause.text[lang]
            if clause.because:
                yield clause.id, lang, clause.because[lang]
        for ruling in book.rulings.values():
            for text in (ruling.question, ruling.why, *(o.text for o in ruling.options)):
                yield ruling.id, lang, text[lang]
    for term in book.glossary.values():
        yield term.zh, "zh", term.zh
        yield term.zh, "en", term.en


# -- complete ---------------------------------------------------------------------------------------


def test_every_clause_is_there_in_order(book: Rulebook) -> None:
    assert list(book.clauses) == [f"SL-{s}.{n}" for s, last in CLAUSES.items() for n in range(1, last + 1)]
    assert len(book.clauses) == 178


def test_every_clause_stands_in_the_section_of_its_number(book: Rulebook) -> None:
    assert list(book.sections) == [str(s) for s in CLAUSES]
    assert [c.id for c in book.clauses.values() if c.section != c.id.removeprefix("SL-").split(".")[0]] == []
    assert {s: len(book.section(s)) for s in book.sections} == {str(s): n for s, n in CLAUSES.items()}


def test_every_ruling_is_there_with_its_options_and_default(book: Rulebook) -> None:
    wanted = {f"SL-R{n}": tuple(keys) for n, *keys in map(str.split, OPTIONS.strip().splitlines())}
    assert {r.id: r.keys for r in book.rulings.values()} == wanted
    assert dict(book.defaults) == {id: keys[0] for id, keys in wanted.items()}
    assert len(book.rulings) == 45


def test_ids_are_written_once() -> None:
    text = files(PACKAGE).joinpath("rulebook.yaml").read_text("utf-8")
    ids = Counter(re.findall(r"^  (SL-[R0-9.]+):$", text, re.M))
    assert len(ids) == 178 + 45
    assert [id for id, n in ids.items() if n > 1] == []


def test_only_the_two_lost_tables_without_a_rule_are_informative(book: Rulebook) -> None:
    assert [c.id for c in book.clauses.values() if c.informative] == ["SL-3.2", "SL-11.1"]
    assert [c.id for c in book.clauses.values() if c.informative is not bool(c.because)] == []


def test_every_ruling_can_be_told_by_a_position(book: Rulebook) -> None:
    assert [r.id for r in book.rulings.values() if r.idle] == []


# -- sentences --------------------------------------------------------------------------------------


def test_every_sentence_is_there_in_its_language(book: Rulebook) -> None:
    said = list(texts(book))
    assert [(id, lang) for id, lang, text in said if not text.strip()] == []
    assert [(id, text) for id, lang, text in said if lang == "en" and re.search(r"[\u3000-\u9fff]", text)] == []
    prose = [(id, text) for id, lang, text in said if lang == "zh" and id.startswith("SL-")]
    assert [(id, text) for id, text in prose if not chinese(text)] == []


def test_no_two_clauses_say_the_same(book: Rulebook) -> None:
    for lang in LANGUAGES:
        assert [t for t, n in Counter(c.text[lang] for c in book.clauses.values()).items() if n > 1] == []


# -- references -------------------------------------------------------------------------------------


def test_every_id_in_a_sentence_exists(book: Rulebook) -> None:
    known = {*book.clauses, *book.rulings}
    wrong = [
        (id, named)
        for id, _, text in texts(book)
        for named in re.findall(r"SL-R?\d+(?:\.\d+)*", text)
        if named not in known
    ]
    assert wrong == []


def test_every_ruling_and_term_names_clauses_once(book: Rulebook) -> None:
    lists = {r.id: r.clauses for r in book.rulings.values()} | {t.zh: t.clauses for t in book.glossary.values()}
    assert [name for name, clauses in lists.items() if not clauses or len(set(clauses)) < len(clauses)] == []
    assert [name for name, clauses in lists.items() if not set(clauses) <= set(book.clauses)] == []


# -- glossary ---------------------------------------------------------------------------------------


def test_the_words_of_the_game_are_in_the_glossary(book: Rulebook) -> None:
    assert {zh: book.glossary[zh].en for zh in TERMS} == TERMS


def test_a_term_leads_back_from_english(book: Rulebook) -> None:
    english = Counter(t.en.casefold() for t in book.glossary.values())
    assert [en for en, n in english.items() if n > 1] == []


def test_card_names_are_the_same_in_glossary_and_card_file(book: Rulebook) -> None:
    cards = read_yaml(files(PACKAGE).joinpath("cards.yaml").read_text("utf-8"))["cards"]
    names = {c["name"]["zh"]: c["name"]["en"] for c in cards}
    assert len(names) == len(cards)
    assert {zh: book.glossary[zh].en for zh in names if zh in book.glossary} == names
