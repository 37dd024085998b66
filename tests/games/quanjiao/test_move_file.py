"""Move cards written by people: every wrong one is told its line and what to do, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulekit.core import source
from rulekit.core.catalogue import read_yaml
from rulekit.core.codec import to_json
from rulekit.core.errors import FileProblem
from rulekit.games.quanjiao.game import GAME
from rulekit.games.quanjiao.move_file import load_moves
from rulekit.games.quanjiao.moves import DEMO_MOVES, issues
from tests.support import ROOT

BAD = ROOT / "tests" / "data" / "moves_bad"
MESSAGES: Mapping[str, Mapping[str, str]] = read_yaml((BAD / "messages.yaml").read_text("utf-8"))
LONG = """
id: long
regions:
  - {rid: k, kind: long, role: ROLE, cells: [RH+0, LL+0], need: [{symbol: either, count: 2}]}
  - {rid: k2, kind: key, cells: [LH+0], need: [{count: 1}]}
"""


@pytest.mark.parametrize("name", sorted(MESSAGES))
def test_a_wrong_card_is_told_where_and_why(name: str) -> None:
    with pytest.raises(FileProblem) as caught:
        load_moves(BAD / f"{name}.yaml")
    wanted = MESSAGES[name]
    head = f"{BAD / name}.yaml:{wanted['place']}: "
    assert {lang: caught.value.text(lang) for lang in ("zh", "en")} == {
        lang: head + wanted[lang] for lang in ("zh", "en")
    }


def test_every_wrong_card_has_its_message() -> None:
    assert sorted(MESSAGES) == sorted(p.stem for p in BAD.glob("*.yaml") if p.stem != "messages")


@pytest.mark.parametrize("id", sorted(DEMO_MOVES))
def test_moves_of_the_game_come_back_as_they_were_written(id: str) -> None:
    move = DEMO_MOVES[id]
    assert list(issues(move, GAME.defaults)) == []
    text = source.write(to_json(move), block=frozenset({"regions", "damage"}))
    assert load_moves(text) == (move,)


def test_a_list_of_cards_is_read_in_order() -> None:
    rows = [to_json(DEMO_MOVES[id]) for id in ("m05", "m01")]
    text = "".join(f"- {source.write(row).replace(chr(10), chr(10) + '  ').rstrip()}\n" for row in rows)
    assert [m.id for m in load_moves(text)] == ["m05", "m01"]


@pytest.mark.parametrize(
    ("ruling", "option", "role", "code"),
    [("QJ-R13", "along_actions_only", "key", "long_across_limbs"), ("QJ-R14", "key_only", "black", "long_not_key")],
)
def test_rulings_narrow_long_cells(ruling: str, option: str, role: str, code: str) -> None:
    text = LONG.replace("ROLE", role)
    if role != "key":
        text = text.replace(", need: [{symbol: either, count: 2}]", "")
    assert load_moves(text) and load_moves(text, rulings=GAME.defaults)
    with pytest.raises(FileProblem) as caught:
        load_moves(text, rulings=GAME.defaults.replace({ruling: option}))
    assert caught.value.code == code and caught.value.line == 4


def test_a_file_that_cannot_be_read() -> None:
    for absent in (BAD / "absent.yaml", "absent.yaml"):
        with pytest.raises(FileProblem) as caught:
            load_moves(absent)
        assert (caught.value.code, caught.value.file) == ("file_missing", str(absent))


def test_too_many_cards() -> None:
    card = "- {{id: t{n}, regions: [{{rid: k, kind: key, cells: [LH+0], need: [{{count: 1}}]}}]}}\n"
    assert len(load_moves("".join(card.format(n=n) for n in range(50)))) == 50
    with pytest.raises(FileProblem) as caught:
        load_moves("".join(card.format(n=n) for n in range(51)))
    assert caught.value.code == "how_many"
