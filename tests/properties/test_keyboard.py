"""Nothing typed in a game in progress ends it: odd lines are answered with a sentence and the game goes on."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from rulekit import Position
from rulekit.cli import output, play, terminal
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.game import Game
from tests.properties.registry import every_game, pick, random_position, random_rulings

LINES = 400  # typed in each game in the normal run
HUGE = "9" * 5000
PIECES = (
    "", " ", "\t", "-", "--", "-1", "--3", "0", "1", "2", "00", "007", "+1", "1.5", "1e9", "٣", "²", "½", "１", HUGE,
    f"-{HUGE}", "\0", "\x1b[2J", "\x1b]0;x\x07", "\x07", "\x08", "\x7f", "\x9b31m", "\u202e", "\u200b", "\ufeff",
    "\ud800",
    "\udc80", "\udfff", "\U0010ffff", "é", "e\u0301", "🀄", "𠀀", "：", "？", "，", "　", "'", '"', "''", '"a',
    "`", "$HOME", "~", "~x", "~nobody-of-this-name/x", "/", "//", "/.", "..", "../..", ".", "\\", "*", "[red]", "[/]",
    "[bold", "{who}", "{", "}", "{0}", "%s", "%", "#", "#1", "&", "<b>", "|", ";", "@", "=", "a=b",
    "x" * 300, "汉" * 90,
    "y" * 20_000, "( " * 3000, "[" * 5000, "/dev/null", "/dev/full", "no/such/x", "new/", "--json", "--help", "-h",
    "--lang", "en", "None", "null", "true", "nan", "inf", "answer", "answer x", "answer 1", "answer --3", "answer -",
    f"answer {HUGE}", "answer [1]", "answer \ud800", "A", "B", "C", "chance", "table", "A:", "?", "??", "who",
)  # fmt: skip
ROUNDS = 4  # of playing, undoing and playing again in a game
ENOUGH = 30  # lines typed in a row of which none is an action


def odd_line(session: play.Session, draw: Random) -> str:
    """Return what somebody might type: a command, an action or a question, whole, spoilt or with odd words after it."""
    legal = session.legal()
    words = [*play.COMMANDS, *(word for question in session.game.prompt.QUESTIONS for word in question.words)]
    words.remove("quit"), words.remove("退出"), words.remove("q")
    action = draw.choice(legal)
    told = [session.position.phrasebook(lang).action(action) for lang in LANGUAGES]
    base = draw.choice((draw.choice(words), session.game.format(action), draw.choice(told), ""))
    more = [draw.choice(PIECES) for _ in range(draw.choice((0, 1, 1, 2)))]
    if draw.random() < 0.2:
        more.append(session.game.format(draw.choice(legal)))
    line = " ".join([base, *more])
    spoilt = draw.random()
    if spoilt < 0.1:
        at = draw.randrange(len(line) + 1)
        return line[:at] + draw.choice(PIECES) + line[at:]
    return line[: draw.randrange(len(line) + 1)] if spoilt < 0.2 else line


class Typist:
    """Somebody at the keyboard; every other line or so plays on, so that many positions are met."""

    def __init__(self, draw: Random, lines: int) -> None:
        self.draw = draw
        self.left = lines
        self.since = 0
        self.session: play.Session | None = None

    def type(self, prompt: str) -> str:
        """Return the next line; raises EOFError when enough was typed."""
        session = self.session
        assert session is not None
        if self.left == 0:
            raise EOFError
        self.left -= 1
        self.since += 1
        legal = session.legal()
        if self.draw.random() < 0.3 or self.since > ENOUGH:
            self.since = 0
            chosen = pick(session.game, legal, self.draw)
            return str(legal.index(chosen) + 1)
        return odd_line(session, self.draw)


def play_on(start: Callable[[Random], Position], draw: Random, lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play games from such positions until so many lines were typed."""
    typist = Typist(draw, lines)
    monkeypatch.setattr("builtins.input", typist.type)
    monkeypatch.setattr(terminal, "getpass", typist.type)
    while typist.left:
        random_player = draw.choice((None, None, "A", "B"))
        typist.session = play.Session(start(draw), Random(draw.random()), random_player)
        try:
            typist.session.run()
        except EOFError:
            assert typist.left == 0


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace"))


every_seed = pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(1, 40))])


@every_game
@every_seed
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_line_ends_a_game(game: Game, seed: int, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    output.set_lang(lang)

    def start(draw: Random) -> Position:
        rulings = random_rulings(game, draw, draw.choice((0.0, 0.3)))
        opening = Position(game, game.start(), game.defaults.replace(rulings))
        if draw.random() < 0.4 and not opening.problems():
            return opening
        return random_position(game, draw, rulings)

    play_on(start, Random(f"{game.id} {seed} {lang}"), LINES, monkeypatch)


def undoing(session: play.Session, draw: Random) -> Iterator[str]:
    """Yield three actions, then as often "undo" as one likes and the same actions once more, and so on."""
    for _ in range(ROUNDS):
        lines: list[str] = []
        seen = [session.position]
        for _ in range(3):
            legal = session.legal()
            lines.append(str(legal.index(pick(session.game, legal, draw)) + 1))
            yield lines[-1]
            seen.append(session.position)
        back = draw.randint(1, 3)
        for n in range(1, back + 1):
            yield "undo"
            assert session.position == seen[-1 - n], f"undo after {lines} came to another position"
        for n in reversed(range(back)):
            yield lines[-1 - n]
            assert session.position == seen[-1 - n], f"{lines} met another fate when played again"
    raise EOFError


@every_game
@every_seed
def test_after_undo_the_same_actions_meet_the_same_fate(game: Game, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Random(f"{game.id} {seed}")
    monkeypatch.setattr("builtins.input", lambda _prompt: "")
    for n in range(10):
        start = Position(game, game.start()) if n % 2 else random_position(game, draw, random_rulings(game, draw))
        session = play.Session(start, Random(n), draw.choice((None, None, "A", "B")))
        lines = undoing(session, draw)
        monkeypatch.setattr(session, "read", lambda _secret, lines=lines: next(lines))
        with suppress(EOFError):
            session.run()
