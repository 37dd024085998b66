"""A lab opened on nothing but a game shows something that can be played."""

from __future__ import annotations

from random import Random

import pytest

import rulekit


@pytest.mark.parametrize("game", rulekit.GAMES)
def test_the_sample_is_a_position_to_play_from(game: str) -> None:
    made = rulekit.lab(game, name=f"sample {game}")
    position = made.session.position
    made.close()
    assert position.problems() == []
    draw = Random(1)
    for _ in range(10):
        position = position.play(draw.choice(position.legal_actions()))
    assert position.outcome() is None or position.state != made.session.position.state


def test_in_the_samples_of_games_with_cards_there_are_cards() -> None:
    laying = rulekit.lab("quanjiao", name="sample").session.position.state
    assert len(laying.A.hand) == len(laying.B.hand) == 5 and laying.A.moves
    assert sorted(laying.A.hand + laying.A.deck) == sorted(rulekit.new_game("quanjiao").state.A.deck)
    opening = rulekit.lab("shengling", name="sample").session.position.state
    assert len(opening.A.deck) == len(opening.B.deck) == 40 and not opening.A.shuffled


def test_a_set_up_that_is_given_is_taken_as_it_is() -> None:
    assert rulekit.lab("quanjiao", given={}, name="sample").session.position.state.A.deck == ()


@pytest.mark.parametrize("rulings", [{"QJ-R13": "along_actions_only"}, {"QJ-R14": "key_only"}])
def test_the_sample_holds_moves_that_the_readings_allow(rulings: dict[str, str]) -> None:
    position = rulekit.lab("quanjiao", rulings=rulings, name="sample").session.position
    assert position.problems() == [] and position.state.B.moves == ("m02", "m01", "m09")
