"""Whatever a file, a name or an argument holds, a terminal is only told what can be seen, in any encoding."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rulekit
from rulekit.cli.app import app
from rulekit.core.source import write
from rulekit.drawing.visible import UNSEEN, one_line, visible
from tests.support import ROOT
from tests.support.cli import told
from tests.support.odd import HOSTILE, HOSTILE_KEY, HOSTILE_NAME
from tests.support.processes import RULEKIT, program, shell

pytestmark = pytest.mark.slow

PACKAGE = ROOT / "rulekit"
NAME = HOSTILE.replace("\ud800", "")  # no file may hold half a character
STYLE = re.compile(r"\x1b\[[0-9;]*m")  # what the program itself sends to a terminal for colours

TANGWU = {
    "game": "tangwu",
    "title": NAME,
    "note": NAME,
    "given": {"step": "act", "A": {"hp": 20, "cost": 5, "digit": 3}},
    "play": [{"A": "寒风"}],
    "then": {"A": {"cost": 4}},
}
QUANJIAO = {
    "game": "quanjiao",
    "title": NAME,
    "given": {
        "step": "declare",
        "own_moves": [
            {
                "id": "x01",
                "name": {"zh": NAME, "en": NAME},
                "width": 1,
                "regions": [{"rid": "k1", "kind": "key", "cells": ["RH+0"], "need": [{"symbol": "fist", "count": 1}]}],
                "damage": [{"term": "fixed", "value": 1}],
            }
        ],
        "A": {"moves": ["x01"], "board": {"RH1": "F1"}},
    },
    "play": [{"A": "declare x01@1"}, {"A": "declare x01@1"}],
}
CARD = {"number": "my-1", "name": {"zh": NAME, "en": NAME}, "type": "creature", "cost": 1, "power": 2}
SHENGLING = {
    "game": "shengling",
    "title": NAME,
    "given": {"step": "main1", "own_cards": [CARD], "A": {"hand": ["my-1"], "fuel": ["my-1"], "deck": ["my-1"]}},
    "play": [{"A": "play my-1"}],
}
DECK = {"deck": "shengling", "name": {"zh": NAME, "en": NAME}, "own_cards": [CARD], "cards": {"my-1": 3}}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of files that mean no good, which is the current one."""
    documents = {"tangwu": TANGWU, "quanjiao": QUANJIAO, "shengling": SHENGLING, "deck": DECK, "card": CARD}
    documents["key"] = {**TANGWU, HOSTILE_KEY: 1}
    documents["value"] = {**TANGWU, "given": {"step": NAME}}
    documents["skill"] = {**TANGWU, "play": [{"A": NAME}]}
    documents["player"] = {**TANGWU, "play": [{NAME: "寒风"}]}
    documents["option"] = {**TANGWU, "rulings": {"TW-R8": NAME}}
    documents["move"] = {**QUANJIAO, "play": [{"A": f"declare {NAME}"}]}
    documents["card_key"] = {**CARD, HOSTILE_KEY: 1}
    documents["deck_card"] = {**DECK, "cards": {NAME: 3}}
    for name, data in documents.items():
        (tmp_path / f"{name}.yaml").write_text(write(data), "utf-8")
    (tmp_path / "unknown.yaml").write_text("jobs: []\n", "utf-8")
    (tmp_path / "book.ipynb").write_text(json.dumps({"cells": NAME}), "utf-8")
    for path in sorted(tmp_path.iterdir()):
        (tmp_path / f"{path.stem}{HOSTILE_NAME}{path.suffix}").write_bytes(path.read_bytes())
    return tmp_path


def safe(shown: str) -> None:
    assert not UNSEEN.search(shown), sorted(set(UNSEEN.findall(shown)))


FILES = ("tangwu", "quanjiao", "shengling", "deck", "card", "key", "value", "skill", "player", "option", "move")
FILES += ("card_key", "deck_card", "unknown", "nothing")


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("name", [*FILES, *(f"{name}{HOSTILE_NAME}" for name in FILES[::3])], ids=one_line)
def test_a_file_steers_no_terminal(name: str, lang: str) -> None:
    file = f"{name}.yaml"
    for command in (
        ("trace", file),
        ("trace", file, "--markdown"),
        ("trace", file, "--json"),
        ("check", file),
        ("check", file, "--json"),
        ("check", file, "--ruling", "TW-R8=exactly_4_minus_n"),
        ("check", file, "--ruling", "TW-R8=exactly_4_minus_n", "--json"),
        ("compare", file, "TW-R8"),
        ("perft", file, "--depth", "1"),
    ):
        safe(told(*command, "--lang", lang))


def test_what_is_hidden_is_shown_instead() -> None:
    shown = told("trace", "tangwu.yaml")
    assert shown.startswith(visible(NAME) + "\n")
    assert visible(NAME) in told("trace", "quanjiao.yaml")
    assert visible(NAME) in told("trace", "shengling.yaml")
    assert one_line(HOSTILE_NAME) in told("trace", f"key{HOSTILE_NAME}.yaml")
    assert one_line(HOSTILE_KEY) in told("trace", "key.yaml")
    assert r"\x1b\]0;owned\x07\x08\x00\x7f\x9b31m" in told("trace", "tangwu.yaml", "--markdown")


def test_a_folder_of_such_files_steers_no_terminal() -> None:
    for command in ("check", "."), ("coverage", "tangwu", "--scenarios", "."):
        safe(told(*command, "--json"))
        shown = told(*command)
        safe(shown)
        assert shown.count(one_line(HOSTILE_NAME)) >= 7


def test_notebooks_steer_no_terminal() -> None:
    pytest.importorskip("nbclient")
    for file in ("book.ipynb", f"book{HOSTILE_NAME}.ipynb", f"nothing{HOSTILE_NAME}.ipynb", f"key{HOSTILE_NAME}.yaml"):
        safe(told("notebook", file))
    safe(told("notebook", "tangwu.yaml", "--out", f"x{HOSTILE_NAME}"))


ARGUMENTS = (
    ("{}",),
    ("--{}",),
    ("--lang", "{}", "rules"),
    ("trace", "tangwu.yaml", "--ruling", "{}"),
    ("trace", "tangwu.yaml", "--ruling", "TW-R8={}"),
    ("trace", "tangwu.yaml", "--ruling", "{}=x"),
    ("trace", "tangwu.yaml", "--{}"),
    ("trace", "tangwu.yaml", "{}"),
    ("compare", "tangwu.yaml", "{}"),
    ("compare", "tangwu.yaml", "TW-R8", "--ruling", "{}"),
    ("check", "tangwu.yaml", "--ruling", "{}"),
    ("check", "tangwu.yaml", "--ruling", "TW-R8={}"),
    ("check", "{}"),
    ("rules", "{}"),
    ("rules", "tangwu", "{}"),
    ("rules", "tangwu", "{}", "--json"),
    ("rules", "TW-{}"),
    ("coverage", "{}"),
    ("coverage", "tangwu", "--scenarios", "{}"),
    ("perft", "--game", "{}"),
    ("perft", "--depth", "{}"),
    ("perft", "--set", "{}"),
    ("perft", "--set", "{}=1"),
    ("perft", "--set", "first={}"),
    ("perft", "--game", "shengling", "--set", "decks={}"),
    ("perft", "--game", "shengling", "--set", "cards={}"),
    ("perft", "--game", "quanjiao", "--set", "moves={}"),
    ("new", "{}"),
    ("new", "tangwu", "{}/x.yaml"),
    ("new", "tangwu", "{}"),
    ("new", "tangwu", "{}"),
    ("new", "shengling", "--kind", "{}"),
    ("play", "{}"),
    ("play", "tangwu", "--random", "{}"),
    ("play", "tangwu", "--seed", "{}"),
    ("play", "tangwu", "--set", "bans={}"),
    ("notebook", "{}"),
    ("notebook", "{}.ipynb"),
    ("lab", "--port", "{}"),
    ("new-game", "{}"),
    ("new-game", "pebbles", "--package", "{}/x"),
)


def test_no_command_is_left_out() -> None:
    commands = [command.callback for command in app.registered_commands if command.callback is not None]
    assert {command.__name__.replace("_", "-") for command in commands} == {
        args[0] for args in ARGUMENTS if "{}" not in args[0] and not args[0].startswith("--")
    }


@pytest.mark.parametrize("args", ARGUMENTS, ids=" ".join)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_an_argument_steers_no_terminal(args: tuple[str, ...], lang: str) -> None:
    for hostile in (HOSTILE, HOSTILE_KEY):
        safe(told(*(arg.format(hostile) for arg in args), "--lang", lang, keys=""))


@pytest.mark.parametrize("game", rulekit.GAMES)
def test_what_is_typed_steers_no_terminal(game: str) -> None:
    words = NAME.replace("\r", "").replace("\x85", "").replace("\u2028", "").replace("\u2029", "")
    lines = ["{}", "why {}", "rules {}", "save {}/x", "save {}", "list {}", "board {}", "cards {}", "best {}", "1 {}"]
    keys = "\n".join(["", *lines, "1", *lines]).replace("{}", words)
    safe(told("play", game, "--seed", "1", keys=keys))
    if game == "shengling":
        safe(told("play", game, "--seed", "1", "--set", "cards=card.yaml", keys="\n" * 3 + "list\ncards\nstate\n" * 9))


def test_colours_are_the_only_thing_sent_to_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    for args in (("trace", "tangwu.yaml"), ("trace", "quanjiao.yaml"), ("trace", "key.yaml"), ("rules", NAME)):
        shown = told(*args)
        assert STYLE.search(shown)
        safe(STYLE.sub("", shown))


def test_the_setting_up_steers_no_terminal() -> None:
    command = [sys.executable, "-I", "-S", str(PACKAGE / "bootstrap.py"), "--help"]
    done = subprocess.run(command, capture_output=True, check=False)
    safe(done.stderr.decode("utf-8"))


# -- encodings ---------------------------------------------------------------------------------------

ENCODINGS = ("utf-8", "cp1252", "cp936", "ascii", "latin-1", "utf-16")
EMOJI = "🀄 寒风 é \x9b \U0001f469\u200d\U0001f33e"


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_json_is_json_in_every_encoding(folder: Path, encoding: str) -> None:
    (folder / "emoji.yaml").write_text(write({**TANGWU, "title": EMOJI}), "utf-8")
    done = program("trace", "emoji.yaml", "--json", encoding=None, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert done.returncode == 1, done.stderr
    text = done.stdout.decode(encoding)
    assert json.loads(text)["title"] == {"zh": EMOJI, "en": EMOJI}
    assert encoding == "utf-8" or text.isascii()
    assert ("寒风" in text) is (encoding == "utf-8")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_text_is_printed_in_every_encoding(folder: Path, encoding: str) -> None:
    (folder / "emoji.yaml").write_text(write({**TANGWU, "title": EMOJI, "play": [{"A": "拳"}]}), "utf-8")
    for args in (("trace", "emoji.yaml"), ("trace", "emoji.yaml", "--markdown"), ("check", "."), ("rules", "🀄"), ()):
        result = CliRunner(charset=encoding).invoke(app, list(args))
        assert isinstance(result.exception, SystemExit | None) and result.exit_code in (0, 1, 2)
        safe(result.stdout_bytes.decode(encoding) + result.stderr_bytes.decode(encoding))


def test_the_real_program_prints_in_any_encoding() -> None:
    done = program("trace", "tangwu.yaml", encoding=None, PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
    shown = done.stdout.decode("cp1252")
    assert r"\u5bd2\u98ce" in shown
    safe(shown)


# -- streams that are none ---------------------------------------------------------------------------


@pytest.mark.parametrize(("closed", "code"), [(">&-", 0), ("2>&-", 0), ("<&-", 0), (">&- 2>&- <&-", 0)])
def test_a_closed_stream_is_no_fault(closed: str, code: int) -> None:
    for command in ("rules tangwu --json", "play tangwu --seed 1"):
        done = shell(f"{RULEKIT} {command} {closed}")
        assert done.returncode == code and "Traceback" not in done.stderr, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
@pytest.mark.parametrize(("lang", "said"), [("zh", "磁盘满了"), ("en", "the disk is full")])
def test_a_full_disk_is_told_in_the_language(lang: str, said: str) -> None:
    done = shell(f"{RULEKIT} --lang {lang} rules tangwu > /dev/full")
    assert done.returncode == 2 and said in done.stderr


# -- one place ---------------------------------------------------------------------------------------

#: What writes to a terminal, or asks at one.
WRITERS = {"print", "input", "getpass", "echo", "secho", "prompt", "confirm", "Console", "Progress", "print_exc"}
STREAMS = {"stdout", "stderr", "stdin", "__stdout__", "__stderr__"}
#: The place; and the set-up, which runs before anything is installed and says fixed sentences only.
PLACES = {"cli/terminal.py", "bootstrap.py"}


def writers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            own = isinstance(node.func, ast.Attribute) and name in ("print", "prompt")
            if name in WRITERS and not own:
                yield name
        if isinstance(node, ast.Attribute) and node.attr in STREAMS and getattr(node.value, "id", "") == "sys":
            yield f"sys.{node.attr}"
        if isinstance(node, ast.ImportFrom) and node.module in ("sys", "rich", "click", "getpass", "logging"):
            yield f"from {node.module}"


def test_nothing_is_printed_anywhere_else() -> None:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        names = set(writers(ast.parse(path.read_text("utf-8"))))
        if names and path.relative_to(PACKAGE).as_posix() not in PLACES:
            found[path.relative_to(PACKAGE).as_posix()] = names
    assert found == {}


def test_the_set_up_says_fixed_sentences() -> None:
    source = (PACKAGE / "bootstrap.py").read_text("utf-8")
    assert source.count("print(") == 1


@pytest.mark.parametrize("letter", sorted(set(HOSTILE) - set("[]0123456789;Jmownedx")), ids=ascii)
def test_each_letter_is_written_out(letter: str) -> None:
    assert visible(letter) != letter
    assert visible(letter).isascii() and visible(letter).startswith("\\")
    assert visible(visible(letter)) == visible(letter)


@pytest.mark.parametrize("text", ["寒风", "é", "🀄", "\U0001f469\u200d\U0001f33e", "a\nb", "✓ ✗ →", "\\x1b"])
def test_what_can_be_seen_stays(text: str) -> None:
    assert visible(text) == text
