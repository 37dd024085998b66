"""Which kind of file a document is: a scenario, cards or a deck, also when something in it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.core.errors import FileProblem
from rulekit.core.file_kind import FileKind
from rulekit.core.game_file import recognise, sort_out
from rulekit.core.source import read_text
from rulekit.games import GAMES, load_game

KINDS = [kind for id in GAMES for kind in load_game(id).file_kinds]
CARD = "number: my-1\nname: {zh: 甲, en: One}\ntype: creature\ncost: 1\npower: 2\n"
MOVE = "id: x01\nname: {zh: 乙, en: Two}\nregions: [{rid: k, kind: key, cells: [LH+0], need: [{}]}]\n"
DECK = "deck: shengling\nname: {zh: 丙, en: Three}\ncards: {战鼓獾: 3}\n"


def named(kind: FileKind | None) -> str:
    return "scenario" if kind is None else f"{kind.game} {kind.code}"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (CARD, "shengling cards"),
        (f"- {{{', '.join(CARD.splitlines())}}}\n", "shengling cards"),
        (CARD.replace("number", "nubmer").replace("power", "pwoer"), "shengling cards"),
        (MOVE, "quanjiao cards"),
        (MOVE.replace("regions", "region"), "quanjiao cards"),
        (DECK, "shengling deck"),
        (DECK.removeprefix("deck: shengling\n"), "shengling deck"),
        ("number: my-1\n", "shengling cards"),
        ("title: 甲\ngiven: {}\nplay: []\n", "scenario"),
        ("name: 甲\ntitle: 甲\n", "scenario"),
        ("colour: red\n", "scenario"),
        ("[]\n", "scenario"),
        ("甲\n", "scenario"),
    ],
)
def test_the_keys_tell_what_a_document_is(text: str, wanted: str) -> None:
    assert named(recognise(read_text(text), KINDS)) == wanted


def test_a_kind_reads_and_words_what_a_document_holds() -> None:
    for text, lang, wanted in (
        (CARD, "zh", {"n": 1, "names": ["甲"]}),
        (MOVE, "en", {"n": 1, "names": ["Two"]}),
    ):
        source = read_text(text)
        kind = recognise(source, KINDS)
        assert kind is not None and kind.params(kind.read(source, ()), lang) == wanted
    source = read_text(DECK)
    kind = recognise(source, KINDS)
    assert kind is not None
    with pytest.raises(FileProblem):
        kind.read(source, ())


def test_files_in_folders_are_found_also_when_they_cannot_be_read(tmp_path: Path) -> None:
    texts = {
        "card.yaml": CARD,
        "deck/mine.yaml": DECK,
        "deck/broken.yaml": DECK.replace("Three}", "Three"),
        "move.yaml": MOVE,
        "scenario.yaml": "game: tangwu\nname: 甲\nnumber: 1\ntype: 2\n",
        "other.yaml": "colour: red\nid: 3\n",
        "broken.yaml": "colour: {\n",
        ".hidden/card.yaml": CARD,
        "card.txt": CARD,
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    wanted, unknown = sort_out([tmp_path, tmp_path / "card.yaml"], KINDS)
    assert [str(p.relative_to(tmp_path)) for p in wanted] == [
        "card.yaml", "deck/broken.yaml", "deck/mine.yaml", "move.yaml", "scenario.yaml",
    ]  # fmt: skip
    assert [p.name for p in unknown] == ["broken.yaml", "other.yaml"]


def test_each_kind_of_a_game_is_worded() -> None:
    for kind in KINDS:
        assert f"file.{kind.code}" in load_game(kind.game).catalogue
