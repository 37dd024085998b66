"""The four printers say the same: numbers, sentences, clauses, changes, derivations, rulings, why-nots."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

import rulekit
from rulekit import Action, Position
from rulekit.core.codec import from_json
from rulekit.core.record import Change
from rulekit.core.show import printers
from rulekit.core.trace import Trace


def cold_wind(rulings: dict[str, str] | None = None, **b: object) -> Trace:
    """A, with a charge of 2, casts 寒风 into B."""
    game = rulekit.load_game("tangwu")
    given = {
        "turn": "A",
        "step": "act",
        "A": {"hp": 20, "cost": 8, "digit": 3, "盈能": 2},
        "B": {"hp": 21, "cost": 6, "digit": 2, **b},
    }
    position = Position(game, from_json(game.State, given), game.defaults.replace(rulings or {}))
    return position.trace(Action("A", "cast", ("寒风",)))


@pytest.fixture(scope="module")
def trace() -> Trace:
    return cold_wind(荆棘=True)


@pytest.fixture(scope="module")
def blocked() -> Trace:
    return cold_wind(荆棘=True, 无敌=True)


def terminal(trace: Trace, lang: str, width: int = 200, **options: Any) -> str:
    stream = io.StringIO()
    Console(file=stream, width=width).print(printers.rich_tree(trace, lang, **options))
    return stream.getvalue()


def bare(markup: str) -> str:
    import html

    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def printed(trace: Trace, lang: str) -> dict[str, str]:
    """What each printer shows, without its own markup."""
    return {
        "text": printers.text_tree(trace, lang),
        "terminal": terminal(trace, lang),
        "markdown": printers.markdown(trace, lang).replace("\\", "").replace("<span>$</span>", "$"),
        "html": bare(printers.html(trace, lang)),
    }


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("kind", ["text", "terminal", "markdown", "html"])
def test_every_printer_shows_everything_of_every_step(trace: Trace, lang: str, kind: str) -> None:
    shown = printed(trace, lang)[kind]
    phrasebook = trace.game.phrasebook(lang)
    for step in trace:
        words = printers.step_text(trace, step, lang)
        assert words.sentence == phrasebook.step(step)
        assert words.sentence in shown
        for clause in step.clauses:
            assert clause in shown
        for change in step.changes:
            assert phrasebook.change(change) in shown
        for operations in step.derivations.values():
            assert phrasebook.derivation(operations) in shown
        for id, option in step.rulings.items():
            assert phrasebook.ruling(id, option) in shown and f"={option}" not in shown


def test_steps_are_numbered_in_order(trace: Trace) -> None:
    assert [int(n) for n in re.findall(r"─ (\d+) ", printers.text_tree(trace, "zh"))] == list(range(len(trace)))
    assert [int(n) for n in re.findall(r"\*\*(\d+)\*\*", printers.markdown(trace, "zh"))] == list(range(len(trace)))
    numbers = re.findall(r'data-step="(\d+)"', printers.html(trace, "zh"))
    assert [int(n) for n in numbers] == list(range(len(trace)))


def test_a_derivation_is_shown_where_the_number_first_comes_up(trace: Trace) -> None:
    words = trace.game.phrasebook("en").derivation(next(s for s in trace if s.kind == "damage").derivations["amount"])
    assert words == "3 (TW-6.D3.3) +2 (TW-5.2.1) = 5"
    assert printers.text_tree(trace, "en").count(words) == 1


def test_a_why_not_is_marked_in_every_printer(blocked: Trace) -> None:
    missing = [s for s in blocked if not s.happened]
    assert missing
    for kind, shown in printed(blocked, "zh").items():
        assert shown.count("✗") == len(missing), kind
    assert 'title="did not happen"' in printers.html(blocked, "en")


def test_nesting_follows_the_causes(trace: Trace) -> None:
    markdown = printers.markdown(trace, "en").splitlines()
    for step in trace:
        line = next(m for m in markdown if m.lstrip().startswith(f"- **{step.id}** "))
        assert len(line) - len(line.lstrip()) == 2 * trace.depth(step.id)


def test_a_changed_ruling_stands_out(trace: Trace) -> None:
    id = next(iter(trace.consulted()))
    ruling = trace.game.rulebook.ruling(id)
    option = next(k for k in ruling.keys if k != ruling.default)
    read = trace.game.phrasebook("en").ruling(id, option)
    assert f"changed ruling {read}" in printers.text_tree(cold_wind({id: option}, 荆棘=True), "en")
    assert ruling.question["en"] in read and ruling.option(option).text["en"] in read
    assert "changed" not in printers.text_tree(trace, "en")


def test_a_brief_terminal_tree_leaves_out_default_rulings(trace: Trace) -> None:
    id = next(iter(trace.consulted()))
    assert f"{id} " in terminal(trace, "zh")
    assert f"{id} " not in terminal(trace, "zh", brief=True)


def test_the_marked_step_carries_an_arrow(trace: Trace) -> None:
    assert [line for line in printers.text_tree(trace, "zh", marked=3).splitlines() if "▶ 3 " in line]
    assert "▶" not in printers.text_tree(trace, "zh")


def test_the_current_step_is_highlighted_once(trace: Trace) -> None:
    shown = printers.html(trace, "zh", current=2)
    assert shown.count('aria-current="step"') == 1
    assert re.search(r'data-step="2" aria-current="step"', shown)


def test_several_actions_have_a_heading_each() -> None:
    position = rulekit.new_game("tangwu", first="A", bans=("98K", "尤里"))
    traces = []
    for action in (Action("A", "add", ("cost",)), Action("A", "pass")):
        position, trace = position.play_traced(action)
        traces.append(trace)
    joined = Trace.join(traces)
    for shown in printed(joined, "zh").values():
        assert shown.index("A 加对手的费用手") < shown.index("A 空过")


def test_an_open_decision_is_asked() -> None:
    game = rulekit.load_game("tangwu")
    given = {
        "turn": "A",
        "step": "act",
        "A": {"hp": 20, "cost": 9, "digit": 9, "赌命": 4, "赌命已用": True},
        "B": {"hp": 30, "cost": 6, "digit": 1},
    }
    rulings = game.defaults.replace({"TW-R35": "optional"})
    position = Position(game, from_json(game.State, given), rulings)
    trace = position.trace(Action("A", "cast", ("元毒九泉",)))
    assert trace.decision is not None
    question = game.phrasebook("zh").decision(trace.decision)
    for kind, shown in printed(trace, "zh").items():
        assert question in shown, kind


def test_markup_in_a_parameter_is_shown_literally(trace: Trace) -> None:
    evil = "<script>alert(1)</script> **b** [red]x[/red] `c` $y$"
    step = replace(trace.steps[0], params={**trace.steps[0].params, "skill": evil})
    spoiled = replace(trace, steps=(step, *trace.steps[1:]))
    assert "<script>" not in printers.html(spoiled, "zh")
    assert "&lt;script&gt;" in printers.html(spoiled, "zh")
    assert evil in terminal(spoiled, "zh")
    escaped = r"\<script\>alert(1)\</script\> \*\*b\*\* \[red\]x\[/red\] \`c\` <span>\$</span>y<span>\$</span>"
    assert escaped in printers.markdown(spoiled, "zh")


def test_a_narrow_terminal_loses_nothing(trace: Trace) -> None:
    narrow = re.sub(r"[│├└─\s]", "", terminal(trace, "en", width=40))
    for step in trace:
        assert re.sub(r"\s", "", printers.step_text(trace, step, "en").sentence) in narrow


def test_printing_is_the_same_every_time(trace: Trace) -> None:
    again = cold_wind(荆棘=True)
    assert printed(again, "zh") == printed(trace, "zh")
    assert printers.html(again, "en") == printers.html(trace, "en")


def test_a_trace_prints_as_a_tree_and_notebooks_find_no_formula_in_it(trace: Trace) -> None:
    assert str(trace) == printers.text_tree(trace, "zh")
    assert "mathjax_ignore" in trace._repr_html_()  # 2$，最多 6$ is no formula


def test_what_was_told_before_is_left_out_or_only_names_what_the_new_follows_from(trace: Trace) -> None:
    last = max(step.id for step in trace if step.parent is not None and step.changes)
    shown = terminal(trace, "en", fresh=lambda step: step.id == last)
    words = printers.step_text(trace, trace.steps[last], "en")
    assert words.sentence in shown and words.details[0].text in shown
    above = trace.steps[trace.steps[last].parent or 0]
    assert trace.game.phrasebook("en").step(above) in shown
    assert not any(f"→ {trace.game.phrasebook('en').change(change)}" in shown for change in above.changes)
    assert len(shown.splitlines()) < len(terminal(trace, "en").splitlines())


def test_a_brief_change_of_a_list_says_what_came_and_went() -> None:
    words = rulekit.load_game("shengling").phrasebook("zh")
    change = Change(("A", "hand"), ("献身", "战鼓獾", "战鼓獾"), ("战鼓獾", "稻草哨兵"))
    assert words.change(change, brief=True) == "A 手牌 −献身 −战鼓獾 +稻草哨兵"
    assert words.change(change) == "A 手牌 [献身、战鼓獾、战鼓獾]→[战鼓獾、稻草哨兵]"
    turned = Change(("A", "deck"), ("献身", "战鼓獾"), ("战鼓獾", "献身"))
    assert words.change(turned, brief=True) == words.change(turned)
