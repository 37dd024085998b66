"""Games that the environment names: found by every command, and refused in words where there is none."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.core.errors import RulekitError
from tests.support.cli import run


def test_a_package_named_in_the_environment_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.games._outside", {})
    monkeypatch.setenv("RULEKIT_GAMES", "tests.nim")
    assert rulekit.load_game("nim").id == "nim" and "NM-R1" in run("rules", "nim").output
    assert "nim" not in rulekit.GAMES


@pytest.mark.parametrize(
    ("package", "why"), [("no.such.package", "No module named"), ("tests.support", "GAME"), ("tests.nim, x y", "x y")]
)
def test_one_that_is_no_game_is_refused_in_words(package: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.games._outside", {})
    monkeypatch.setenv("RULEKIT_GAMES", package)
    with pytest.raises(RulekitError) as caught:
        rulekit.load_game("nim")
    assert caught.value.code == "no_game_package" and "RULEKIT_GAMES" in caught.value.text("en")
    assert why in caught.value.text("en") and caught.value.text("zh")
    run("rules", "nim", code=2)
