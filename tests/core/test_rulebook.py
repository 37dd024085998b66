"""Searching a rulebook: one search for the command line and the lab."""

from __future__ import annotations

import json

import pytest

import rulekit
from tests.support.cli import run

BOOK = rulekit.load_game("tangwu").rulebook


def ids(text: str) -> list[str]:
    return [item.id for item in BOOK.find(text)]


@pytest.mark.parametrize(
    "text",
    [
        "无敌 荆棘",
        "荆棘 无敌",
        "荆棘　无敌",
        " 荆棘、无敌 ",
        "Thorns invincible",
        "荆棘 INVINCIBLE",
        "Ｔｈｏｒｎｓ，无敌",
    ],
)
def test_every_word_must_occur_in_any_order(text: str) -> None:
    assert "TW-5.2.2" in ids(text)
    assert "TW-6.D3.3" not in ids(text), "寒风 alone has neither"


@pytest.mark.parametrize("text", ["无敌 没有这样的字", "没有这样的字"])
def test_a_word_that_occurs_nowhere_finds_nothing(text: str) -> None:
    assert ids(text) == []


def test_several_words_find_no_more_than_each_of_them() -> None:
    assert set(ids("无敌 荆棘")) == set(ids("无敌")) & set(ids("荆棘"))
    assert ids("无敌 荆棘") == [id for id in (*BOOK.clauses, *BOOK.rulings) if id in ids("荆棘 无敌")]


@pytest.mark.slow
@pytest.mark.parametrize("game", rulekit.GAMES)
def test_every_term_finds_its_clauses_in_either_language(game: str) -> None:
    book = rulekit.load_game(game).rulebook
    for term in book.glossary.values():
        for name in (term.zh, term.en):
            assert {item.id for item in book.find(name)} >= set(term.clauses), name


@pytest.mark.slow
@pytest.mark.parametrize("game", rulekit.GAMES)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_two_words_of_a_clause_find_it_in_the_command_line_and_its_rulings_in_the_lab(game: str, lang: str) -> None:
    book = rulekit.load_game(game).rulebook
    lab = rulekit.lab(game, lang=lang, name="search")
    for ruling in list(book.rulings.values())[::9]:
        clause = book.clause(ruling.clauses[0])
        words = f"{clause.text[lang][-4:]} {clause.text[lang][:4]}"
        found = json.loads(run("rules", game, words, "--json").stdout)["found"]
        assert clause.id in [item["id"] for item in found], words
        lab.rulings.search.value = words
        assert ruling.id in [r.id for r in lab.rulings.found()], words


def test_a_ruling_is_found_by_what_it_offers_and_by_its_id() -> None:
    ruling = BOOK.ruling("TW-R14")
    words = f"{ruling.options[-1].text['zh'][-4:]} {ruling.question['zh'][:4]}"
    assert ruling.id in ids(words) and ruling.id in ids("tw-r14")
    assert [r.id for r in BOOK.find_rulings("")] == list(BOOK.rulings)
