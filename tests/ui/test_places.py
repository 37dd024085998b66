"""Running a cell again shows its views anew and closes the old ones; other cells keep theirs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from IPython.core import getipython

import rulekit
from rulekit.ui.explorer import Explorer
from rulekit.ui.quiz_view import QuizView


class Kernel:
    """What a front end sends with a cell it runs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, ids: bool) -> None:
        self.ids = ids
        self.runs = 0
        self.message: dict[str, Any] = {}
        shell = SimpleNamespace(kernel=SimpleNamespace(get_parent=lambda: self.message))
        monkeypatch.setattr(getipython, "get_ipython", lambda: shell)

    def run(self, cell: str) -> None:
        self.runs += 1
        metadata = {"cellId": cell} if self.ids else {}
        self.message = {
            "header": {"msg_id": f"run {self.runs}"},
            "metadata": metadata,
            "content": {"code": f"rulekit.lab()  # {cell}"},
        }


@pytest.fixture(params=[True, False], ids=["with ids", "without ids"])
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    return Kernel(monkeypatch, ids=request.param)


def alive(lab: Explorer) -> bool:
    return lab.frame.comm is not None


def test_a_second_lab_of_a_game_leaves_the_first_alone(kernel: Kernel) -> None:
    kernel.run("one")
    first = rulekit.lab("tangwu")
    kernel.run("two")
    second = rulekit.lab("tangwu")
    assert alive(first) and alive(second)
    first.lang.value = "en"
    assert first.session.lang == "en" and second.session.lang == "zh"
    kernel.run("one")
    third = rulekit.lab("tangwu")
    assert not alive(first) and alive(second) and alive(third)


def test_labs_of_one_cell_live_together_and_go_together(kernel: Kernel) -> None:
    kernel.run("one")
    before = [rulekit.lab(game) for game in rulekit.GAMES]
    assert all(map(alive, before))
    kernel.run("one")
    (after,) = [rulekit.lab("tangwu")]
    assert not any(map(alive, before)) and alive(after)


def test_a_name_is_one_lab_wherever_it_is_made(kernel: Kernel) -> None:
    kernel.run("one")
    first = rulekit.lab("tangwu", name="mine")
    kernel.run("two")
    second = rulekit.lab("quanjiao", name="mine")
    assert not alive(first) and alive(second)


def test_a_question_asked_in_two_cells_is_open_in_both(kernel: Kernel) -> None:
    def ask() -> QuizView:
        return QuizView.show(rulekit.predict("B 还剩多少血？", answer=3, game="tangwu"))

    kernel.run("one")
    first, twice = ask(), ask()
    kernel.run("two")
    second = ask()
    assert all(view.frame.comm is not None for view in (first, twice, second))
    kernel.run("one")
    again = ask()
    assert first.frame.comm is twice.frame.comm is None
    assert second.frame.comm is not None and again.frame.comm is not None


def test_outside_of_notebooks_labs_are_each_for_themselves() -> None:
    first, second = rulekit.lab("tangwu"), rulekit.lab("tangwu")
    assert alive(first) and alive(second)
    first.close()
    second.close()
