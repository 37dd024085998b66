"""What lessons are made of: examples, puzzles, galleries, and the reference cards of a game."""

from __future__ import annotations

from typing import Any

import pytest
from ipywidgets.widgets import widget as widget_module

import rulekit
from rulekit.core import scenario
from rulekit.core.show.card import Card
from rulekit.games.tangwu.cards import gesture_card, skill_card
from rulekit.games.tangwu.skills import SKILLS
from rulekit.ui.puzzle_view import PuzzleView
from rulekit.ui.quiz_view import QuizView
from rulekit.ui.words import LabError
from tests.support import ROOT

DUEL = {"step": "act", "A": {"cost": 5, "digit": 3}, "B": {"hp": 10, "无敌": True, "荆棘": True}}
LETHAL = {"step": "act", "A": {"cost": 4, "digit": 1}, "B": {"hp": 2, "cost": 2, "digit": 3}}
FILES = [ROOT / "scenarios" / "tangwu" / f"{n}.yaml" for n in ("cold-wind-into-thorns", "thorns-against-thorns")]


def models() -> int:
    return len(widget_module._instances)


# -- examples ------------------------------------------------------------------------------------------


def test_a_example_plays_and_never_changes() -> None:
    start = rulekit.example(DUEL)
    played = start.play("寒风")
    assert played.end.B.hp == 12 and start.end.B.hp == 10
    assert played.start == start.start and played.position.to_act == "B"
    again = played.play("add cost")
    assert len(again.trace) > len(played.trace) and again.trace.marks[0] == played.trace.marks[0]
    with pytest.raises(rulekit.IllegalAction):
        start.play("拳")
    with pytest.raises(rulekit.ImpossiblePosition):
        rulekit.example({"A": {"cost": 12}})


def test_a_example_shows_position_trace_and_graph() -> None:
    bundle = rulekit.example(DUEL, "寒风")._repr_mimebundle_()
    assert "10→12" in bundle["text/plain"] and "TW-5.2.2" in bundle["text/plain"]
    assert bundle["text/html"].count("<details") == 2 and "data:image/svg+xml" in bundle["text/html"]


def test_readings_side_by_side() -> None:
    blocked = rulekit.example({**DUEL, "A": {"cost": 9, "digit": 9}}, "元毒九泉")
    readings = blocked.compare("TW-R14")
    assert [s.A.hp for s in readings.ends.values()] == [23, 20]
    assert "23" in repr(readings) and "rk-differs" in readings._repr_html_()
    assert blocked.under("TW-R14", "void_whole_skill").end.A.hp == 20
    assert blocked.compare("TW-R1").ends.keys() == {"crossed_index_fingers", "solid_fist"}
    assert "一样" in repr(blocked.compare("TW-R1"))


def test_a_question_shows_its_position_and_then_the_trace() -> None:
    played = rulekit.example(DUEL, "寒风")
    quiz = played.ask("B?", asks="B.hp", explain="TW-5.2.2")
    html = quiz._repr_html_()
    assert html.index("rk-players") < html.index("<b>B?</b>") < html.index('class="rk-trace"')
    assert repr(quiz).startswith("唐五") and "荆棘不触发" in repr(quiz)


def test_a_example_becomes_a_scenario() -> None:
    made = rulekit.example(DUEL, "寒风").scenario("无敌")
    assert scenario.check(made).ok and made.then.fields["B"]["hp"] == 12


def test_a_question_about_a_example_says_what_it_asks() -> None:
    played = rulekit.example(DUEL, "寒风")
    assert played.ask("B?", [10, 12], asks="B.hp", answer=12).answer == 12
    assert played.ask("?", asks=lambda s: s.legal("pass"), answer=False, board=False).answer is False
    for known in ({"answer": 12}, {"answer": 17, "asks": "B.hp"}, {"asks": "B.ph"}, {"answer": 11, "board": False}):
        with pytest.raises(LabError):
            played.ask("B?", **known)  # type: ignore[arg-type]


def test_a_figure_is_a_field_or_measured() -> None:
    board = {"step": "declare", "A": {"moves": ["m01"], "board": {"LH1": "F2"}}}
    made = rulekit.example(board, game="quanjiao")
    assert (made.value("A.best"), made.value("A.life"), made.value("step")) == (4, 25, "declare")
    creature = {"step": "battle", "A": {"slot1": {"card": "战鼓獾", "bonus": 2}}}
    assert rulekit.example(creature, game="shengling").value("A.power1") == 5
    with pytest.raises(LabError) as refused:
        made.value("A.bets")
    assert "A.best" in refused.value.text("zh")


def test_the_result_is_known_by_name() -> None:
    assert rulekit.example(DUEL).result == "none" and rulekit.example(LETHAL, "拳").result == "A"


# -- scenarios are set-ups -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", rulekit.GAMES)
def test_every_scenario_is_an_example(game: str) -> None:
    for path in sorted((ROOT / "scenarios" / game).glob("*.yaml"))[::7]:
        case = scenario.load(path)
        made = rulekit.example(case)
        ran = scenario.run(case)
        assert made.end == ran.positions[-1].state and made.start.rulings == ran.positions[0].rulings, path.name
    with pytest.raises(LabError):
        rulekit.example(case, game=next(g for g in rulekit.GAMES if g != game))


def test_a_scenario_is_an_example_to_go_on_from() -> None:
    case = scenario.load(FILES[0])
    made = rulekit.example(case, "add cost")
    assert made.end == rulekit.example(case).play("add cost").end and made.trace.marks[0].action.args == ("寒风",)
    assert rulekit.example(case, rulings={"TW-R1": "solid_fist"}).start.rulings["TW-R1"] == "solid_fist"


def test_a_scenario_is_a_puzzle() -> None:
    won = scenario.load(ROOT / "scenarios" / "tangwu" / "combo-kills-through-everything.yaml")
    made = rulekit.puzzle("A 胜", won)
    assert made.line == won.actions and made.session.line == [], "nothing of it is played yet"
    case = scenario.load(FILES[0])
    there = rulekit.puzzle("怎么做到？", case)
    assert there.line == case.actions and there.check("寒风").right and not there.check("pass").right
    with pytest.raises(LabError):
        rulekit.puzzle("?", case, game="shengling")


# -- puzzles -----------------------------------------------------------------------------------------


def press(view: PuzzleView, text: str) -> None:
    game = view.session.game
    slots = [s for g in view.actions.groups for s in g.slots if s.action is not None]
    next(s for s in slots if game.format(s.action) == text).press()


def test_a_puzzle_is_solved_by_playing() -> None:
    puzzle = rulekit.puzzle("A 胜", LETHAL)
    view = PuzzleView.show(puzzle)
    press(view, "拳")
    assert puzzle.judge().right and "rk-right" in view.verdict.value and "rk-trace" in view.trace.value
    view.act(view.session.undo)
    assert view.verdict.value == "" and not puzzle.judge().right
    press(view, "桃")
    assert "rk-failed" in view.verdict.value and "rk-hidden" in view.actions.box._dom_classes
    view.act(view.session.reset)
    assert "rk-hidden" not in view.actions.box._dom_classes


def test_hints_of_a_puzzle_end_with_the_line() -> None:
    puzzle = rulekit.puzzle("A 胜", LETHAL, hints=["看 B 的血量"])
    assert puzzle.hint() == "看 B 的血量"
    puzzle.hint()
    assert "拳" in puzzle.hint() and puzzle.hint() == puzzle.hint_at(3)
    assert puzzle.check("拳").right and not puzzle.check("pass").right
    assert puzzle.session.line == [], "checking a line leaves the reader's own alone"


def test_a_puzzle_without_a_solution_is_refused() -> None:
    with pytest.raises(LabError):
        rulekit.puzzle("A 胜", {"step": "act", "B": {"hp": 50}})
    with pytest.raises(LabError):
        rulekit.puzzle("什么也不用做", LETHAL, goal=lambda p: p.state.B.hp == 2)


def test_a_puzzle_keeps_what_it_promises_in_every_solution() -> None:
    # the fist (2) and the small blaze (3) both do it
    given = {"step": "add", "A": {"cost": 3, "digit": 1}, "B": {"hp": 2, "cost": 2, "digit": 0}}
    either = rulekit.puzzle("A 胜", given)
    assert {line[-1].args[0] for line in either.solutions()} == {"拳", "小烈焰", "寒风"}
    for promised in ("TW-6.D1.2", lambda trace: trace.marks[-1].action.args == ("拳",), ["TW-5.2.3", "TW-6.D1.2"]):
        with pytest.raises(LabError) as refused:
            rulekit.puzzle("用拳", given, theme=promised)
        assert "小烈焰" in refused.value.text("zh")
    assert rulekit.puzzle("伤害", given, theme="TW-5.2.3").themes == ("TW-5.2.3",)


def test_a_puzzle_against_replies_keeps_its_promise_too() -> None:
    promised = rulekit.puzzle("攻", SPLASH, game="shengling", against=True, theme="SL-8.2")
    assert promised.themes == ("SL-8.2",)
    with pytest.raises(LabError) as refused:
        rulekit.puzzle("溅射", SPLASH, game="shengling", against=True, theme="SL-7.16")
    assert "A2 攻击" in refused.value.text("zh"), "the vole first, and the crocodile meets nobody"


SPLASH: dict[str, Any] = {"step": "battle", "A": {"slot1": {"card": "溅浪巨鳄"}, "slot2": {"card": "抱团田鼠"}},
                          "B": {"hp": 8, "slot1": {"card": "抱团田鼠"}}}  # fmt: skip


def test_a_puzzle_against_replies_lets_the_other_reply() -> None:
    with pytest.raises(LabError):
        rulekit.puzzle("A 胜", SPLASH, game="shengling")
    # the crocodile is blocked, 8 - 2 by splash, then nobody is left to block the vole
    puzzle = rulekit.puzzle("A 胜", SPLASH, game="shengling", against=True)
    assert [a.args for a in puzzle.line] == [("A1",), ("A2",)]
    assert puzzle.check("attack A1", "attack A2").right and "2" in puzzle.check("attack A1", "attack A2").lines[0]
    assert not puzzle.check("attack A1").right
    view = PuzzleView.show(puzzle)
    press(view, "attack A1")
    assert view.session.position.state.B.hp == 2 and view.session.position.decider == "A", "B has replied"
    view.act(puzzle.undo)
    assert view.session.line == [] and not puzzle.begun
    press(view, "attack A1")
    press(view, "attack A2")
    assert puzzle.judge().right and "rk-right" in view.verdict.value
    view.act(puzzle.reset)
    assert view.session.line == []


def test_a_puzzle_may_begin_in_the_middle_of_an_action() -> None:
    given = {"step": "battle", "A": {"slot1": {"card": "山脊霸主"}},
             "B": {"hp": 8, "slot1": {"card": "同心双卫"}, "slot2": {"card": "抱团田鼠", "bonus": 1}}}  # fmt: skip
    puzzle = rulekit.puzzle(
        "挡下来，再也没有攻击者", given, who="B", play=["attack A1"], game="shengling",
        goal=lambda p: p.pending is None and p.state.A.slot1 is None,
    )  # fmt: skip
    assert [a.args for a in puzzle.line] == [("B1 B2",)]
    assert (
        puzzle.check("block B2 B1").right and not puzzle.check("block B1").right and not puzzle.check("decline").right
    )
    text = repr(puzzle)
    assert "阻挡窗口" in text, "the open decision is asked"
    view = PuzzleView.show(puzzle)
    assert not view.session.can_undo and view.reset.disabled, "what led up to it cannot be taken back"
    press(view, "answer B1 B2")
    assert puzzle.judge().right
    view.act(puzzle.undo)
    assert view.session.position.pending is not None and not puzzle.begun
    press(view, "answer decline")
    view.act(puzzle.reset)
    assert view.session.position.pending is not None and len(view.session.line) == 1


def test_a_question_goes_on_from_an_open_decision() -> None:
    given = {"step": "battle", "A": {"slot1": {"card": "山脊霸主"}, "slot2": {"card": "抱团田鼠"}},
             "B": {"slot1": {"card": "守书石龟"}, "deck": ["献身"]}}  # fmt: skip
    attacked = rulekit.example(given, "attack A1", game="shengling", lang="zh")
    assert attacked.current.pending is not None and attacked.current.state.A.slot1.tapped, "as it is in the middle"
    drawn = attacked.play("block B1", "yes")
    quiz = drawn.ask("?", asks=lambda s: len(s.end.B.hand), since=attacked)
    assert quiz.answer == 1 and quiz.position == attacked.current and "阻挡窗口" in repr(quiz)
    assert quiz.trace is not None and quiz.trace.steps[0].kind == "attack", "all of the action that was under way"
    second = drawn.play("attack A2")
    later = second.ask("?", asks="B.hp", since=drawn)
    assert later.trace is not None and [m.action.verb for m in later.trace.marks] == ["attack"]
    assert later.trace.start == drawn.end, "answers are no actions of their own"


def test_showing_a_puzzle_again_leaks_no_models() -> None:
    rulekit.puzzle("漏吗", LETHAL)._repr_mimebundle_()
    before = models()
    for _ in range(3):
        bundle, _metadata = rulekit.puzzle("漏吗", LETHAL)._repr_mimebundle_()
    assert models() == before
    assert "拳" in bundle["text/plain"] and "<details" in bundle["text/html"]


# -- galleries -----------------------------------------------------------------------------------------


def test_a_gallery_tells_what_each_case_leads_to() -> None:
    gallery = rulekit.gallery(FILES)
    assert gallery.ok and len(gallery) == 2
    text: Any = repr(gallery)
    assert "B 血量 21→18" in text and "连出" not in text and text.count("TW-5.2.3") == 2
    assert gallery._repr_html_().count("<tr>") == 3


def test_a_gallery_puts_cases_into_the_lab() -> None:
    lab = rulekit.lab("tangwu", given=DUEL, title="开头", name="gallery", gallery=FILES, closed=["editor"])
    assert not lab.sections["editor"].opened and lab.sections["stepper"].opened
    assert lab.gallery is not None
    lab.gallery.open(1)
    assert lab.session.position.state.B.hp == 18 and "rk-open" in lab.gallery.buttons[1]._dom_classes
    lab.act(lab.session.undo)
    lab.gallery.open(0)
    assert lab.session.line == [] and lab.session.start.state.B.hp == 10
    lab._on_lang({"new": "en"})
    assert "Thorns" in lab.gallery.buttons[1].description
    lab.close()


# -- cards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_cards_hold_everything(lang: str) -> None:
    skills = skill_card(lang=lang)._repr_mimebundle_()
    defaults = rulekit.load_game("tangwu").defaults
    for skill in SKILLS.values():
        assert skill.says(lang, defaults) in skills["text/plain"] and skill.clause in skills["text/html"]
    gestures = gesture_card(lang)._repr_mimebundle_()
    assert gestures["text/html"].count("<img") == 12 and gestures["text/plain"].count("TW-2.G") == 12


def test_an_action_may_name_its_player() -> None:
    given = {"step": "place", "A": {"hand": ["F1"]}, "B": {"hand": ["F2"]}}
    made = rulekit.example(given, "B: lay F2 LH1", "A: lay F1 LH1", game="quanjiao")
    assert (made.end.A.laid, made.end.B.laid) == (("F1@LH1",), ("F2@LH1",))
    assert made.refusal("B: lay F1 LH2")
    assert not made.refusal("B: commit")


def test_a_question_goes_on_from_an_earlier_example_and_shows_a_card_with_the_answer() -> None:
    given = {"step": "declare", "A": {"moves": ["m01"], "board": {"LH1": "F2"}}}
    earlier = rulekit.example(given, "declare m01@1", game="quanjiao", lang="zh")
    later = earlier.play("done")
    card = Card("zh", lambda: "SHOWN", lambda: "<i>shown</i>")
    quiz = later.ask("?", asks="B.life", since=earlier, then=card)
    assert quiz.answer == 21 and quiz.trace is not None and quiz.trace.start == earlier.end
    assert quiz.position == earlier.position
    assert "SHOWN" in repr(quiz) and "<i>shown</i>" in quiz._repr_html_()
    view = QuizView(quiz)
    assert "<i>shown</i>" not in view.result.value
    view.choose("21")
    assert "<i>shown</i>" in view.result.value


def test_a_question_about_a_set_up_needs_no_action() -> None:
    quiz = rulekit.example({"step": "place", "A": {"hand": ["F1"]}}, game="quanjiao").ask(
        "?", [1, 2], asks=lambda s: len(s.end.A.hand), explain="QJ-4.2.9"
    )
    assert quiz.trace is None and quiz.guess(1).right


def test_a_ruling_explains_as_it_is_read() -> None:
    given = {"step": "declare", "A": {"moves": ["m01"], "board": {"LH1": "F2"}}}
    made = rulekit.example(given, "declare m01@1", "done", game="quanjiao", lang="zh")
    for shown, life, reading in ((made, 21, "不属于"), (made.under("QJ-R8", "cell_contained"), 22, "属于")):
        quiz = shown.ask("?", asks="B.life", explain=["QJ-4.4.7", "QJ-R8"])
        assert quiz.answer == life and f"这里：{reading}" in quiz.explanation()[-1]
        assert "QJ-R8" not in quiz.hint()


def test_a_lab_takes_a_scenario_where_a_set_up_is() -> None:
    case = scenario.load(FILES[0])
    lab = rulekit.lab(given=case, name="case")
    assert lab.session.position.state.B.hp == 18 and lab.session.title == case.title
    lab.close()
    for known in ({"given": case}, {"scenario": case}):
        with pytest.raises(LabError):
            rulekit.lab("shengling", **known)  # type: ignore[arg-type]


def moves_of(trace: Any) -> set[str]:
    """Moves declared in a solution, by id."""
    return {m.action.args[0].partition("@")[0] for m in trace.marks if m.action.verb == "declare"}


def test_titles_that_promised_too_much_are_refused() -> None:
    greedy = {"step": "declare", "B": {"life": 12}, "A": {"moves": ["m03", "m02", "m04"],
              "board": {"LH1": "F1", "RH1": "F1", "RH2": "F3", "LH3": "F1"}}}  # fmt: skip
    with pytest.raises(LabError) as refused:
        rulekit.puzzle("不贪", greedy, theme=lambda trace: "m03" not in moves_of(trace), game="quanjiao", lang="zh")
    assert "穿花连环" in refused.value.text("zh"), "7 + 6 + 1 does it as fast as 5 + 6 + 2"
    lent = {"step": "place", "columns": 3, "A": {"hand": ["F1", "F2", "L1"], "moves": ["m04", "m01"]},
            "B": {"life": 10, "laid": ["F1@LH1", "F1@RH2", "L3@RL3", "F1@LH3"], "committed": True}}  # fmt: skip
    with pytest.raises(LabError):
        rulekit.puzzle("借对手的拳", lent, theme="clash.cell", game="quanjiao")


def test_an_option_too_many_is_refused() -> None:
    given = {"step": "declare", "A": {"moves": ["m05"], "board": {"LL5": "L2"}}}
    edge = rulekit.example(given, game="quanjiao", lang="zh")
    options = {"short": "关键格里的有效符号不够", "off_board": "关键格落到盘外"}
    with pytest.raises(LabError) as refused:
        edge.ask("从第5动发动旋风扫堂？", options, asks={
            "short": lambda s: s.end.A.board[0][1] == "L2",
            "off_board": lambda s: "QJ-4.4.25" in s.refusal("declare m05@5"),
        })  # fmt: skip
    assert all(text in refused.value.text("zh") for text in options.values())
