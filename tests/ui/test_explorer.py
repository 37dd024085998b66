"""The explorer: what it shows follows the session; nothing leaks, nothing is rebuilt, text stays text."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

import rulekit
from rulekit.core import scenario
from rulekit.core.given import BadGiven
from rulekit.games.tangwu.skills import SKILLS
from rulekit.ui.explorer import Explorer
from rulekit.ui.session import Session
from tests.support.hands import widgets
from tests.support.labs import HOSTILE, html_of, models
from tests.support.processes import loaded_by
from tests.support.timing import seconds
from tests.support.words import chinese
from tests.ui.test_example import LETHAL
from tests.ui.test_session import DUEL, OPTIONAL_EXTRA


@pytest.fixture
def lab() -> Iterator[Explorer]:
    made = rulekit.lab("tangwu", given=DUEL, name="test", lang="zh")
    yield made
    made.close()


def slot(explorer: Explorer, text: str) -> Any:
    """The button of an action written as in a scenario file."""
    game = explorer.session.game
    for group in explorer.actions.groups:
        for found in group.slots:
            if found.action is not None and game.format(found.action) == text:
                return found
    raise AssertionError(f"no button for {text}")


def test_importing_rulekit_loads_no_widgets() -> None:
    assert not loaded_by("import rulekit") & {"ipywidgets", "anywidget", "networkx"}


# -- actions ---------------------------------------------------------------------------------------


def test_a_legal_button_plays_and_everything_follows(lab: Explorer) -> None:
    slot(lab, "寒风").press()
    assert lab.session.position.state.B.hp == 12
    assert "寒风" in lab.status_text()
    assert "10→12" in lab.position.value and "TW-5.2.2" in lab.stepper.tree.value
    assert "<svg" in lab.graph.picture.value
    assert "无敌" in lab.stepper.detail.value


def test_every_legal_action_has_a_button_and_every_illegal_one_a_reason(lab: Explorer) -> None:
    session = lab.session
    shown = {f.action: f for g in lab.actions.groups for f in g.slots if f.action is not None}
    assert set(session.position.legal_actions()) <= set(shown)
    assert len(shown) == 2 + len(SKILLS) + 1, "two additions, the skills, a pass"
    for action, found in shown.items():
        legal = session.position.why_illegal(action) is None
        assert ("rk-legal" in found.button._dom_classes) is legal
        assert ("rk-illegal" in found.button._dom_classes) is not legal
    reasons = lab.actions.reasons()
    assert len(reasons) == len(shown) - len(session.position.legal_actions())
    assert all(re.search(r"\[TW-[\w.]+", text) for text in reasons.values())


def test_an_illegal_button_says_why_and_changes_nothing(lab: Explorer) -> None:
    before = lab.session.position
    slot(lab, "98K").press()
    assert lab.session.position == before and lab.session.actions == ()
    assert "TW-1.6" in lab.status_text() and "rk-failed" in lab.status.value


def test_a_press_that_fails_is_not_hidden(lab: Explorer) -> None:
    # Button.click() swallows exceptions, so the method is called, and the widget is wired to it
    slot(lab, "寒风").button.click()
    assert lab.session.actions != ()


def test_buttons_are_lent_not_rebuilt(lab: Explorer) -> None:
    def there_and_back() -> None:
        slot(lab, "寒风").press()
        slot(lab, "add cost").press()
        lab.act(lab.session.undo)
        lab.act(lab.session.undo)

    before = {id(f.button) for g in lab.actions.groups for f in g.slots}
    there_and_back()  # a group of more actions than any before it has one button more from then on
    count = models()
    there_and_back()
    assert {id(f.button) for g in lab.actions.groups for f in g.slots} >= before
    assert models() == count


def test_an_open_decision_shows_its_options() -> None:
    made = rulekit.lab("tangwu", given=OPTIONAL_EXTRA, rulings={"TW-R35": "optional"}, name="test")
    slot(made, "元毒九泉").press()
    assert [a.args for g in made.actions.shown() for a in g.actions] == [
        (o,) for o in made.session.position.decision.options
    ]  # type: ignore[union-attr]
    slot(made, "answer end").press()
    assert made.session.position.pending is None
    made.close()


def test_only_legal_actions_on_request(lab: Explorer) -> None:
    lab.actions.all.value = False
    visible = [
        f.action
        for g in lab.actions.groups
        if "rk-hidden" not in g.box._dom_classes
        for f in g.slots
        if f.action is not None
    ]
    assert visible == lab.session.position.legal_actions()


# -- stepping --------------------------------------------------------------------------------------


def test_slider_list_tree_and_graph_agree(lab: Explorer) -> None:
    lab.act(lambda: lab.session.play("寒风"))
    lab.stepper.slider.value = 5
    assert lab.session.at == 5 and lab.stepper.list.value == 5
    assert 'data-step="5"' in lab.stepper.tree.value.split("aria-current")[0].split("<li")[-1]
    assert re.search(r'class="rk-node[^"]*rk-now[^"]*" data-id="5"', lab.graph.picture.value)
    lab.stepper.list.value = 2
    assert lab.session.at == 2 and lab.stepper.slider.value == 2


def test_clicks_in_drawings_arrive_through_the_bridge(lab: Explorer) -> None:
    lab.act(lambda: lab.session.play("寒风"))
    receive = lab.bridge._handle_custom_msg
    receive({"type": "pick", "id": 4}, [])
    assert lab.session.at == 4
    receive({"type": "step"}, [])
    assert lab.session.at == 5
    receive({"type": "back"}, [])
    receive({"type": "ruling", "id": "TW-R50"}, [])
    assert lab.sections["rulings"].opened and lab.rulings.list.value == "TW-R50"
    for junk in (
        {"type": "pick", "id": 999},
        {"type": "pick", "id": "x"},
        {"type": "ruling", "id": HOSTILE},
        {},
        "x",
        None,
    ):
        receive(junk, [])
    assert lab.session.at == 4


@pytest.mark.parametrize("game", rulekit.GAMES)
def test_every_part_leads_to_the_code_that_draws_it(game: str) -> None:
    made = rulekit.lab(game, name="test")
    sources = dict(made.bridge.sources)
    assert set(sources) == {"rk-position", "rk-table-top", *(f"rk-box-{name}" for name in made.sections)}
    for cls, source in sources.items():
        module, _, name = source.partition(":")
        assert module.startswith("rulekit.") and hasattr(import_module(module), name)
        assert cls in {c for w in widgets(made.frame) for c in w._dom_classes}
    assert sources["rk-box-stepper"] == "rulekit.ui.stepper:Stepper"
    made.close()


def test_walking_buttons(lab: Explorer) -> None:
    lab.act(lambda: lab.session.play("寒风"))
    stepper = lab.stepper
    stepper.start.click()
    assert lab.session.at == -1 and "rk-failed" not in lab.status.value
    stepper.next.click()
    stepper.next.click()
    assert lab.session.at == 1 and "步 1/12" in lab.status_text()
    stepper.previous.click()
    stepper.over.click()
    assert lab.session.at == 9
    stepper.target.value = ("field", ("B", "cost"))
    stepper.run_to_target()
    assert lab.session.at == 11
    stepper.run_to_target()
    assert lab.session.at == 11 and lab.status_text() == lab.t("stepper.not_found")
    stepper.end.click()
    stepper.toggle()
    assert stepper.player.playing and lab.session.at == -1
    stepper.player.value = 0
    assert lab.session.at == 0


def test_clause_texts_beside_the_step_on_demand(lab: Explorer) -> None:
    lab.act(lambda: lab.session.play("寒风"))
    lab.act(lambda: lab.session.jump(5))
    text = lab.session.game.rulebook.clause("TW-5.2.2").text["zh"]
    assert text in lab.stepper.detail.value
    lab.stepper.texts.value = False
    assert text not in lab.stepper.detail.value and "TW-5.2.2" in lab.stepper.detail.value
    assert 'data-ruling="TW-R50"' in lab.stepper.detail.value


# -- rulings ---------------------------------------------------------------------------------------


def test_a_ruling_is_found_flipped_and_compared(lab: Explorer) -> None:
    lab.act(lambda: lab.session.set_field(("B", "无敌"), False))
    lab.act(lambda: lab.session.play("寒风"))
    lab.sections["rulings"].head.value = True
    lab.rulings.search.value = "TW-R10"
    assert [r.id for r in lab.rulings.found()][:1] == ["TW-R10"]
    assert lab.rulings.list.value == "TW-R10" and "rk-differs" in lab.rulings.table.value
    lab.rulings.readings.value = "taken_by_caster"
    assert lab.session.rulings == {"TW-R10": "taken_by_caster"}
    assert lab.session.position.state.A.total == 2
    lab.rulings.search.value = "没有这样的字"
    assert lab.rulings.found() == [] and lab.rulings.list.value is None
    assert lab.session.rulings == {"TW-R10": "taken_by_caster"}, "searching flips nothing"
    lab.rulings.defaults.click()
    assert lab.session.rulings == {}


def test_a_skill_name_finds_the_rulings_on_it(lab: Explorer) -> None:
    lab.sections["rulings"].head.value = True
    lab.rulings.search.value = "赏金"
    assert "TW-R12" in [r.id for r in lab.rulings.found()]


# -- files -----------------------------------------------------------------------------------------


def test_save_and_load_from_the_files_section(lab: Explorer, tmp_path: Path) -> None:
    lab.act(lambda: lab.session.play("寒风"))
    lab.sections["files"].head.value = True
    path = tmp_path / "saved.yaml"
    lab.files.titles["zh"].value = HOSTILE
    lab.files.path.value = str(path)
    lab.files.save()
    assert scenario.check(scenario.load(path)).ok and str(path) in lab.status_text()
    kept = path.read_bytes()
    lab.files.save()
    assert path.read_bytes() == kept and "rk-failed" in lab.status.value
    other = rulekit.lab("tangwu", name="other")
    other.files.source.value = str(path)
    other.files.load()
    assert other.session.position == lab.session.position
    assert other.editor.fields[("A", "cost")].text.value == "5"  # type: ignore[union-attr]
    assert HOSTILE not in html_of(other) and "&lt;script&gt;" in html_of(other)
    other.close()


@pytest.mark.parametrize("path", ["", ".", "/nowhere/at/all.yaml", "\x00", "x" * 5000])
def test_bad_paths_are_told_in_the_status_line(lab: Explorer, path: str, tmp_path: Path) -> None:
    lab.act(lambda: lab.session.play("寒风"))
    before = lab.session.position
    lab.files.path.value = path
    lab.files.save()
    assert "rk-failed" in lab.status.value
    lab.files.source.value = path
    lab.files.load()
    assert "rk-failed" in lab.status.value and lab.session.position == before


def test_copy_shows_the_code(lab: Explorer) -> None:
    lab.act(lambda: lab.session.play("寒风"))
    lab.files.copy()
    assert lab.files.code.value == lab.session.copy_python()


# -- language, display, life -----------------------------------------------------------------------


def test_everything_changes_language(lab: Explorer) -> None:
    lab.act(lambda: lab.session.play("寒风"))
    for section in lab.sections.values():
        section.head.value = True
    lab.lang.value = "en"
    # clauses and rulings quote skills by their Chinese names in English too
    quoting = (lab.frame.children[0].value, lab.stepper.detail.value, lab.rulings.question.value)
    shown = html_of(lab)
    for text in quoting:
        shown = shown.replace(text, "")
    shown = re.sub(r' title="[^"]*"', "", shown)
    assert not chinese(shown), "no Chinese is left"
    assert lab.stepper.next.description == "Next" and lab.sections["graph"].head.description == "▾ Timing graph"
    lab.lang.value = "zh"
    assert lab.stepper.next.description == "下一步"


def test_hostile_titles_are_shown_as_text() -> None:
    made = rulekit.lab("tangwu", given=DUEL, title=HOSTILE, name="test", play=["寒风"])
    for shown in (html_of(made), made._repr_html_()):
        assert "<script>alert" not in shown and "onerror=" not in shown.replace("onerror=&quot;", "")
    assert HOSTILE in repr(made), "the text form says it literally"
    made.close()


def test_the_bundle_holds_widget_page_and_text(lab: Explorer) -> None:
    lab.act(lambda: lab.session.play("寒风"))
    bundle, _metadata = lab._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert 'src="data:image/svg+xml;base64,' in bundle["text/html"] and "<script" not in bundle["text/html"]
    text = bundle["text/plain"]
    for fact in ("10→12", "A 付 3$，费用 2", "TW-5.2.2", "✗", "算式 3"):
        assert fact in text
    assert "0x" not in text and not re.search(r"[0-9a-f]{32}", text)


COLAB = "https://ssl.gstatic.com/colaboratory-static/widgets/colab-cdn-widget-manager/2b/manager.min.js"


@pytest.mark.parametrize(
    "shown",
    [
        lambda: rulekit.lab("tangwu", name="colab"),
        lambda: rulekit.predict("?", ["荆棘", "无敌"], answer="无敌", game="tangwu"),
        lambda: rulekit.puzzle("?", LETHAL),
    ],
    ids=["lab", "predict", "puzzle"],
)
def test_colab_is_told_where_widgets_of_others_are(shown: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    view = "application/vnd.jupyter.widget-view+json"
    assert shown()._repr_mimebundle_()[1] == {}
    colab = SimpleNamespace(enable_custom_widget_manager=lambda: None, _widgets=SimpleNamespace(_installed_url=COLAB))
    monkeypatch.setitem(sys.modules, "google.colab.output", cast(ModuleType, colab))
    bundle, metadata = shown()._repr_mimebundle_()
    assert metadata == {view: {"colab": {"custom_widget_manager": {"url": COLAB}}}}
    assert {view, "text/html", "text/plain"} == set(bundle)


@pytest.mark.slow
def test_running_a_cell_again_leaks_no_models() -> None:
    rulekit.lab("tangwu", given=DUEL, name="again").act(lambda: None)
    count = models()
    for _ in range(50):
        made = rulekit.lab("tangwu", given=DUEL, name="again")
        made.act(lambda: None)
    assert models() == count
    made.close()
    made.close()


def test_explorers_of_other_names_stay_open(lab: Explorer) -> None:
    other = rulekit.lab("tangwu", name="second")
    assert lab.frame.comm is not None and other.frame.comm is not None
    other.close()


def test_a_scenario_opens_played(tmp_path: Path) -> None:
    path = sorted(Path(__file__).resolve().parents[2].glob("scenarios/tangwu/cold-wind*.yaml"))[0]
    by_path = rulekit.lab(scenario=path, name="test")
    assert by_path.session.line and by_path.session.title["zh"]
    by_value = rulekit.lab(scenario=scenario.load(path), name="test")
    assert by_value.session.position == by_path.session.position
    by_value.close()


def test_a_wrong_set_up_is_an_error_of_the_project() -> None:
    with pytest.raises(BadGiven):
        rulekit.lab("tangwu", given={"A": {"hp": "many"}})
    with pytest.raises(rulekit.RulekitError):
        rulekit.lab("tangvu")


def test_an_action_is_answered_within_a_tenth_of_a_second(lab: Explorer) -> None:
    for section in lab.sections.values():
        section.head.value = True
    taken = []
    for _ in range(5):
        lab.act(lab.session.reset)
        taken.append(seconds(slot(lab, "寒风").press))
    assert min(taken) < 0.1, f"{min(taken):.3f} s with every section open"


def test_a_session_can_be_shown_without_lab() -> None:
    made = Explorer(Session(rulekit.load_game("tangwu")))
    assert "唐五" in repr(made)
    made.close()
