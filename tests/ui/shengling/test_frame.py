"""The lab of 生灵对决 as a whole: its parts, both languages, its speed, its files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.core import scenario
from rulekit.core.action import ANSWER, Action
from rulekit.core.catalogue import LANGUAGES, read_yaml
from rulekit.ui.explorer import Explorer
from rulekit.ui.panels.shengling import blocks as panels
from tests.support.labs import HOSTILE, click, hidden, html_of, models
from tests.support.timing import seconds
from tests.support.words import chinese
from tests.ui.shengling.opened import FIGHT, MAIN, blocks, cards, duty, lab_of

UNITED: dict[str, Any] = {
    "step": "battle",
    "A": {"slot1": {"card": "天穹古龙"}},
    "B": {f"slot{n}": {"card": "同心双卫"} for n in range(1, 6)},
}
REACTION = 0.1  # seconds for a tick, promised to the reader
SECOND = 1e-3


def test_the_panels_stand_in_the_frame(fight: Explorer) -> None:
    assert list(fight.sections) == [
        "editor", "actions", "blocks", "duty", "cardfile", "stepper", "graph", "rulings", "files"
    ]  # fmt: skip
    assert fight.sections["blocks"].head.description == "▾ 攻击与阻挡" and not fight.sections["cardfile"].opened
    assert not hidden(fight.viewer), "hands are secret in this game"


def test_every_sentence_of_the_panels_is_used() -> None:
    folder = Path(panels.__file__).parent
    known = read_yaml((folder / "messages.yaml").read_text("utf-8"))
    source = "\n".join(p.read_text("utf-8") for p in (*folder.glob("*.py"), folder.parent / "card_writing.py"))
    made = "title. column. duty. card.use blocks.over blocks.waiting blocks.go"
    assert {key for key in known if key.startswith("title.")} == {"title.blocks", "title.duty", "title.cardfile"}
    for key, text in known.items():
        assert set(text) == set(LANGUAGES), key
        assert f'"{key}"' in source or f"'{key}'" in source or key.startswith(tuple(made.split())), f"{key} is not used"


@pytest.mark.parametrize("act", ["thing", "set", "no_such_act"])
@pytest.mark.parametrize(
    "value", ["", "A", "A.slot9", "C.slot1", "B.hand.0", "A.hand.99", "A.hand.-1", "A.²", "..", "B1 C9", HOSTILE]
)
def test_a_message_that_means_nothing_changes_nothing(main: Explorer, act: str, value: str) -> None:
    for mode in ("play", "set"):
        main.table.mode.value = mode
        before = main.session.given, main.session.actions
        click(main, act, value)
        assert (main.session.given, main.session.actions) == before


@pytest.mark.parametrize("given", [FIGHT, MAIN], ids=["fight", "main"])
@pytest.mark.parametrize("mode", ["play", "set"])
def test_everything_is_said_in_english_too(given: dict[str, Any], mode: str) -> None:
    made = lab_of(given, lang="en")
    made.sections["cardfile"].head.value = True
    made.table.mode.value = mode
    click(made, "thing", "B.slot1")
    if given is MAIN:
        click(made, "thing", "A.hand.0")
    parts = [blocks(made), duty(made), made.table]
    shown = [html_of(type("Part", (), {"frame": part.box})()) for part in parts]  # type: ignore[arg-type]
    shown += [made.position.value.replace('lang="zh"', ""), blocks(made).go.description]
    shown += [t.description for t in blocks(made).ticks]
    assert chinese("\n".join(shown)) == []
    made.close()


def test_no_widget_is_rebuilt(fight: Explorer) -> None:
    fight.table.mode.value = "set"
    fight.table.mode.value = "play"
    fight.draw()
    count = models()
    for answer in ("B1", "B1 B2", "B3 B5", "decline"):
        click(fight, "set", answer)
    click(fight, "thing", "A.slot2")
    fight.lang.value = "en"
    assert models() == count


def test_a_tick_shows_within_the_promised_time() -> None:
    made = lab_of(UNITED)
    taken = [seconds(lambda n=n: click(made, "thing", f"B.slot{n}")) for n in range(1, 6)]
    assert min(taken) < REACTION, f"{min(taken) / SECOND:.0f} ms"
    assert "11 : 5+5+5+5+5=25" in blocks(made).verdict.value
    made.close()


def test_a_gallery_tells_what_becomes_of_the_creatures() -> None:
    text = scenario.loads("""
    game: shengling
    title: {zh: 减攻, en: Reduced}
    given: {step: battle, A: {slot1: {card: 山脊霸主}}, B: {slot1: {card: 盾藤守卫}}}
    play: [A: attack A1, B: block B1]
    then: {A: {slot1: {reduction: 2}}, B: {slot1: null, grave: [盾藤守卫]}}
    """)
    gallery = rulekit.gallery([text], lang="zh")
    [(_, _, changes, _)] = gallery.rows()
    assert gallery.ok and "A 1 号格 减攻 0→2" in changes and not any("横置" in c for c in changes)


def test_a_saved_session_comes_back_and_a_file_is_not_overwritten(fight: Explorer, tmp_path: Path) -> None:
    cards(fight).uses["A", "hand"].click()
    click(fight, "set", "B1 B2")
    blocks(fight).play()
    fight.sections["files"].head.value = True
    target = tmp_path / "s.yaml"
    path = fight.session.save(target, title={"zh": "试", "en": "Try"})
    again = scenario.load(path)
    assert scenario.check(again).ok and again.actions[1] == Action("B", ANSWER, ("B1 B2",))
    made = rulekit.lab(scenario=path, name="again", lang="zh")
    assert made.session.position == fight.session.position
    made.close()
    with pytest.raises(rulekit.RulekitError):
        fight.session.save(target, title={"zh": "另", "en": "Other"})
