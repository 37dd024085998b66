"""Sentences out of catalogues: parameters, numbers and the words that follow them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import rulekit
from rulekit.core.catalogue import LANGUAGES, Catalogue, read_yaml

PACKAGE = Path(rulekit.__file__).parent

#: Parameters that no counted thing follows.
NAMES = frozenset(
    "a a0 action actual answer args asked attack attacker b card cell chips command decision expected file folder"
    " found game guess id key kind known label name nearest other package path place query reason rest result rid"
    " round ruling skill sort source state status step symbol target term text title to value what where who word"
    " words".split()
)
#: Words with an s at the end that are no plurals.
HARMLESS = frozenset(
    "as beats comes fits gives goes has is its less lies loses mentions one's reaches stays takes this was"
    " whose".split()
)
ONE = "①"  # stands for the number 1 where a parameter gives it
AFTER = re.compile(rf"{ONE}((?: \(?[A-Za-z'’-]+){{1,3}})")
BEFORE = re.compile(rf"\b(are|were) {ONE}")


def templates(lang: str) -> Iterator[tuple[str, str]]:
    """Yield every sentence of the package in a language, with the file and key it has."""

    def walk(data: object, key: str) -> Iterator[tuple[str, str]]:
        if isinstance(data, dict) and set(data) >= set(LANGUAGES) and isinstance(data[lang], str | list):
            yield from ((key, said) for said in ([data[lang]] if isinstance(data[lang], str) else data[lang]))
        elif isinstance(data, dict):
            for name, inner in data.items():
                yield from walk(inner, f"{key} {name}")
        elif isinstance(data, list):
            for inner in data:
                yield from walk(inner, key)

    for path in sorted(PACKAGE.rglob("*.yaml")):
        if not path.name.startswith("new"):  # what `rulekit new` writes is a file of a user
            yield from walk(read_yaml(path.read_text("utf-8")), path.relative_to(PACKAGE).as_posix())


def about_one(template: str) -> str:
    """Return a sentence with 1 for everything that may be a number."""
    out = []
    for text, name, spec, _ in Formatter().parse(template):
        out.append(text)
        if name is not None:
            one, bar, _many = (spec or "").partition("|")
            out.append(one if bar else "X" if spec or name in NAMES else ONE)
    return "".join(out)


def several(template: str) -> list[str]:
    """Return what a sentence says in the plural about one thing."""
    sentence = about_one(template)
    found = [words for words in AFTER.findall(sentence) if _plural(words.replace("(", "").split())]
    return found + BEFORE.findall(sentence)


def _plural(words: list[str]) -> bool:
    return any(w in ("are", "were", "have") or (w.endswith("s") and w not in HARMLESS) for w in words)


@pytest.mark.parametrize(
    "wrong",
    ["{n} cards", "draws {n} more cards", "there are {n}", "{n} hidden cards lie here", "{n} of them are left"],
)
def test_a_plural_of_one_is_seen(wrong: str) -> None:
    assert several(wrong)


@pytest.mark.slow
def test_english_says_one_card_and_two_cards() -> None:
    wrong = {key: text for key, text in templates("en") if several(text)}
    assert wrong == {}


def test_the_words_of_a_number_follow_it() -> None:
    book = Catalogue({"k": {"zh": "{n} 张", "en": "{n} {n:card is|cards are} left"}})
    said = {n: book.text("k", "en", {"n": n}) for n in (0, 1, 2)}
    assert said == {0: "0 cards are left", 1: "1 card is left", 2: "2 cards are left"}
    assert book.text("k", "zh", {"n": 1}) == "1 张"
