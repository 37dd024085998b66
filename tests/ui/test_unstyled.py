"""What is drawn as read where no style sheet is applied, as on GitHub: nothing runs into what stands before it."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

import rulekit
from rulekit.core import scenario
from rulekit.core.catalogue import LANGUAGES
from rulekit.games import load_game
from rulekit.games.shengling.card_face import card_html, printed
from rulekit.games.shengling.cards import faces
from rulekit.ui.session import Session
from rulekit.ui.static import static_html
from tests.support import ROOT

INLINE = {"span", "b", "strong", "i", "em", "small", "code", "a"}  # elements that are set apart by style only
ARROWS = {"▲", "▼"}  # behind a power, which is raised or lowered
SYMBOLS = {"拳", "腿", "F", "L"}  # those of one card of 拳脚招式 stand side by side as they are printed


class Seams(HTMLParser):
    """Finds text of one inline element that touches that of the next."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._before = ""
        self._edge = self._style = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._style = tag == "style"
        self._tag(tag)

    def handle_endtag(self, tag: str) -> None:
        self._style = False
        self._tag(tag)

    def _tag(self, tag: str) -> None:
        self._edge = True
        if tag not in INLINE:
            self._before = ""

    def handle_data(self, data: str) -> None:
        if self._style:
            return
        touching = self._before and not self._before[-1].isspace() and not data[0].isspace()
        if self._edge and touching and data not in ARROWS and not {self._before, data} <= SYMBOLS:
            self.found.append(f"{self._before}|{data}")
        self._before, self._edge = data, False


def test_the_seams_are_found() -> None:
    assert Seams("<p><span>0/24</span><strong>0→1</strong></p>").found == ["0/24|0→1"]
    assert Seams("<p><span>0/24</span> <strong>0→1</strong></p><p>1</p>").found == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", rulekit.GAMES)
def test_nothing_drawn_runs_into_what_stands_before_it(game: str, lang: str) -> None:
    drawn = 0
    for path in scenario.find([ROOT / "scenarios" / game])[::6]:
        session = Session.of_scenario(scenario.load(path), lang=lang)
        for at in (None, 0) if session.trace is not None else (None,):
            if at is not None:
                session.jump(at)
            html = static_html(session.current, session.trace, lang, current=at)
            assert Seams(html).found == [], path.name
            drawn += "rk-delta" in html
    assert drawn > 20, "something changed in them"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_and_their_tags_are_told_apart(lang: str) -> None:
    phrasebook = load_game("shengling").phrasebook(lang)
    for face in faces("").values():
        assert Seams(card_html(printed(face, phrasebook, load_game("shengling").defaults), full=True)).found == []
