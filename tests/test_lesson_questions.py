"""What questions, puzzles and hints say of cards and of the position is so: numbers in brackets, life, cost, fuel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rulekit.games.quanjiao.moves import DEMO_MOVES
from rulekit.games.shengling.cards import demo_cards
from rulekit.games.tangwu.skills import SKILLS
from rulekit.ui.puzzle import Puzzle
from rulekit.ui.quiz import Quiz
from tests.support.lessons import LESSONS, Cell, Lesson, lesson

#: How a position is described, by game: the words, and where the number stands in the state.
CLAIMS: dict[str, tuple[tuple[str, str], ...]] = {
    "tangwu": (
        (r"([AB]) ?(?:只|还|本来)?(?:有|剩|只剩) ?(\d+) 血", "hp"),
        (r"([AB]) ?(?:只|还|本来)?(?:有|剩) ?(\d+) 费", "cost"),
        (r"([AB]) 本来 (\d+) 费", "cost"),
    ),
    "shengling": (
        (r"([AB]) ?(?:只|还)?(?:有|剩|只剩) ?(\d+) 点生命", "hp"),
        (r"([AB]) 有 (\d+) 张燃料", "fuel"),
        (r"([AB]) 手里 (\d+) 张", "hand"),
    ),
    "quanjiao": ((r"([AB]) ?(?:还|只)?(?:有|剩) ?(\d+) 点", "life"),),
}
STATED = {"tangwu": 18, "shengling": 12, "quanjiao": 8}  # how many there are at least: none is missed by its wording


@pytest.fixture(params=LESSONS, ids=lambda p: p.parent.name)
def read(request: pytest.FixtureRequest) -> Lesson:
    return lesson(request.param)


def asked(read: Lesson) -> list[Cell]:
    return [*read.of(Quiz), *read.of(Puzzle)]


def starts(cell: Cell) -> Iterator[Any]:
    """Yield the states that a question may speak of: the set-up, and where an earlier example left off."""
    if isinstance(cell.shown, Puzzle):
        yield cell.shown.session.start.state
        return
    if cell.example is not None:
        yield from (cell.example.start.state, cell.example.position.current.state)
    if cell.shown.position is not None:
        yield cell.shown.position.state


@pytest.mark.slow
def test_a_question_describes_its_position(read: Lesson) -> None:
    found = 0
    for cell in asked(read):
        for pattern, field in CLAIMS[read.id]:
            for who, number in re.findall(pattern, cell.shown.question):
                values = [getattr(state.player(who), field) for state in starts(cell)]
                counts = [len(value) if isinstance(value, tuple) else value for value in values]
                assert int(number) in counts, f"[{cell.number}] {cell.shown.question}: {counts}"
                found += 1
    assert found >= STATED[read.id], f"only {found} numbers were found"


def texts(read: Lesson) -> Iterator[str]:
    """Yield all that a lesson says: its prose, questions, options, hints and words for wrong guesses."""
    yield read.prose
    for cell in asked(read):
        yield from (cell.shown.question, *cell.shown._hints)
        if isinstance(cell.shown, Quiz):
            yield from ((cell.shown.options or {}).values())
            yield from cell.shown.wrong.values()


def numbers(name: str, read: Lesson) -> set[int]:
    """Return the numbers that may stand in brackets behind a name."""
    if read.id == "quanjiao":
        move = next(m for m in DEMO_MOVES.values() if m.title("zh") == name)
        printed = {int(n) for n in re.findall(r"\d+", dict(move.text)["zh"])}
        return printed | {need.count for region in move.regions for need in region.need}
    card = next(c for c in demo_cards() if c.title("zh") == name)
    done = {op.n for effect in card.effects for op in effect.ops if op.n is not None}
    return {card.cost, card.power or 0, *done, *_powers(name, read)}


def _powers(name: str, read: Lesson) -> set[int]:
    """Return the powers that a creature has in any position of the lesson, and its bonus and reduction."""
    found: set[int] = set()
    for cell in read.of(Quiz):
        for state in starts(cell):
            for _, creature in (*state.A.creatures(), *state.B.creatures()):
                if creature.card == name:
                    found |= {creature.bonus, creature.reduction}
    return found


def test_numbers_behind_a_name_are_those_of_the_card(read: Lesson) -> None:
    names = {
        "tangwu": sorted(SKILLS, key=len, reverse=True),
        "quanjiao": [m.title("zh") for m in DEMO_MOVES.values()],
        "shengling": [c.title("zh") for c in demo_cards()],
    }[read.id]
    found = 0
    pattern = re.compile(rf"({'|'.join(map(re.escape, names))})(?:\*\*)?（([^（）]*)）")
    for text in texts(read):
        for name, said in pattern.findall(text):
            for token in re.findall(r"(?<!对 )(?<!\d)[+−]?\d+(?: ?[$血伤攻费个])?", said):
                assert _said_of(name, token, said, read), f"{name}（{said}）: {token}"
                found += 1
    assert found >= 10


def _said_of(name: str, token: str, said: str, read: Lesson) -> bool:
    if read.id == "tangwu":
        effect = SKILLS[name].says("zh", read.of(Quiz)[0].shown.game.defaults)
        told, stands = (re.sub(r"\s", "", text).replace("$", "费") for text in (token, effect))
        return told in stands or (f"付 {token}" in said and int(token) == SKILLS[name].digit)
    return abs(int(re.sub(r"[^\d+−]", "", token).replace("−", "-"))) in numbers(name, read)
