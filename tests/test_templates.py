"""The commented files to start from are right as they are, with every option uncommented, and in what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from itertools import takewhile
from typing import Any

import pytest

from rulekit import GAMES, load_game
from rulekit.core import scenario
from rulekit.core.catalogue import LANGUAGES
from rulekit.games.quanjiao import moves
from rulekit.games.quanjiao.move_file import load_moves
from rulekit.games.shengling import cards
from rulekit.games.shengling.card_file import load_cards
from rulekit.games.shengling.deck_file import load_deck

KINDS = [(game, kind) for game in GAMES for kind in ("scenario", *(k.code for k in load_game(game).file_kinds))]
CARDS = {"shengling": load_cards, "quanjiao": load_moves}
OPTION = re.compile(r"^( *)# (\w+):$")


def template(game: str, kind: str, lang: str) -> str:
    name = "new" if kind == "scenario" else f"new_{kind}"
    return files(f"rulekit.games.{game}").joinpath(f"{name}.{lang}.yaml").read_text("utf-8")


def options(text: str) -> list[str]:
    return [found[2] for line in text.splitlines() if (found := OPTION.match(line))]


def uncommented(text: str, *names: str) -> str:
    """Return the file with the options called so made part of it."""
    lines: list[str] = []
    inside = ""
    for line in text.splitlines():
        found = OPTION.match(line)
        if found:
            inside = f"{found[1]}# " if found[2] in names else ""
        elif not line.startswith(f"{inside}  "):
            inside = ""
        lines.append(line.replace("# ", "", 1) if inside else line)
    return "\n".join(lines) + "\n"


def read(game: str, kind: str, text: str) -> Any:
    """Read a file of that kind; what is wrong raises."""
    if kind == "deck":
        return load_deck(text)
    if kind == "cards":
        return CARDS[game](text)
    report = scenario.check(scenario.loads(text))
    assert report.ok, report.text("en")
    return report.scenario


def cases() -> Iterator[Any]:
    for game, kind in KINDS:
        for lang in LANGUAGES:
            found = options(template(game, kind, lang))
            for chosen in [[], *([name] for name in found), found if len(found) > 1 else []]:
                yield pytest.param(game, kind, lang, chosen, id=f"{game}-{kind}-{lang}-{'+'.join(chosen) or 'plain'}")


@pytest.mark.parametrize(("game", "kind", "lang", "chosen"), list(cases()))
def test_a_template_is_right_with_every_option_uncommented(game: str, kind: str, lang: str, chosen: list[str]) -> None:
    text = uncommented(template(game, kind, lang), *chosen)
    assert sum(line.lstrip().startswith(f"{name}:") for name in chosen for line in text.splitlines()) == len(chosen)
    read(game, kind, text)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_both_languages_offer_the_same(game: str, kind: str, lang: str) -> None:
    assert options(template(game, kind, lang)) == options(template(game, kind, "zh"))
    if kind == "scenario":
        assert "readings" in options(template(game, kind, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_other_reading_of_a_template_differs(game: str, lang: str) -> None:
    """What "follows under another reading" does not follow under the default one."""
    case = read(game, "scenario", uncommented(template(game, "scenario", lang), "readings"))
    (reading,) = case.readings
    assert not scenario.check(replace(case, then=reading.then, readings=())).ok


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rulings_named_in_a_template_exist(game: str, lang: str) -> None:
    book = load_game(game).rulebook
    named = [m for kind in ("scenario", "cards", "deck") if (game, kind) in KINDS
             for m in re.findall(r"([A-Z]{2}-R\d+)(?:: (\w+))?", template(game, kind, lang))]  # fmt: skip
    assert named
    for id, option in named:
        assert not option or book.ruling(id).option(option)


def remark(text: str, *starts: str) -> str:
    """Return the comment that begins so, its lines joined."""
    lines = [line.strip() for line in text.splitlines()]
    first = next(i for i, line in enumerate(lines) if line.removeprefix("# ").startswith(starts))
    said = takewhile(lambda line: line.startswith("#"), lines[first:])
    return "".join(line.removeprefix("#") for line in said).strip()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_actions_a_template_names_are_actions(game: str, lang: str) -> None:
    said = remark(template(game, "scenario", lang), "Actions:", "行动：")
    said = re.sub(r"[（(][^）)]*[）)]", "", said.removeprefix("Actions:").removeprefix("行动："))
    written = [part.strip(" 。.") for part in re.split(r"[、,]", said.split("。")[0].split(". ")[0])]
    assert len(written) >= min(6, len(load_game(game).verbs.by_name))
    for text in written:
        assert load_game(game).parse("A", text)


def labels(record: Any) -> set[str]:
    return {spec.label for spec in record.FIELDS}


# -- what the templates of cards list ---------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_shengling_card_can_do_what_its_template_lists(lang: str) -> None:
    """SL-7.26, SL-7.27: every primitive with every player named for it makes a card, and no primitive is left out."""
    text = template("shengling", "cards", lang)
    listed = [line.strip(" #") for line in text.splitlines() if re.search(r"# .*\bwho\b", line)]
    tried = []
    for part in re.split("[;；]", listed[0]):
        ops, whom = re.findall("[a-z]+", part.split("who")[0]), re.findall("self|opponent|both", part)
        assert ops and whom
        for op in ops:
            for who in whom:
                tried.append((op, who))
                load_cards(
                    "{number: my-9, name: {zh: 试, en: Try}, type: strategy, cost: 0, effects: [{eid: a,"
                    f" timing: active, ops: [{{op: {op}, who: {who}, n: 1}}]}}]}}"
                )
    assert len(tried) == 8
    for name in (*cards.OPS, *cards.TIMINGS, *cards.KEYWORDS, *labels(cards.Condition), *labels(cards.Cost)):
        assert re.search(rf"\b{name}\b", text), name
    for name in (*labels(cards.Filter), *labels(cards.CardFilter)):
        assert re.search(rf"\b{name}\b", text), name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_move_card_template_lists_everything_there_is(lang: str) -> None:
    text = template("quanjiao", "cards", lang)
    fields = {"Region": "kind", "Count": "of", "Need": "symbol", "Term": "term"}
    for name in (choice for cls, label in fields.items() for choice in getattr(moves, cls).BY_LABEL[label].choices):
        assert re.search(rf"\b{name}\b", text), name
    for name in moves.STATES:
        assert re.search(rf"\b{name}\b", text), name
