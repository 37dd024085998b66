"""The static form: whole, escaped, the same every time, readable in both themes."""

import base64
import re

import pytest

import rulekit
from rulekit import Action
from rulekit.core.action import Decision
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.position import Pending, Snapshot
from rulekit.drawing import theme
from rulekit.ui.static import graph_image, static_html, trace_svg
from tests.support.positions import set_up

TANGWU = rulekit.load_game("tangwu")
HOSTILE = "<script>alert('x')</script>"


@pytest.fixture
def blocked():
    given = {
        "turn": "A",
        "step": "act",
        "A": {"hp": 20, "cost": 5, "digit": 3},
        "B": {"hp": 10, "cost": 4, "digit": 2, "无敌": True, "荆棘": True},
    }
    start = set_up("tangwu", **given)
    return start.play_traced(Action("A", "cast", ("寒风",)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_holds_position_trace_and_graph(blocked, lang):
    end, trace = blocked
    page = static_html(end, trace, lang)
    assert "10→12" in page and page.count("data-step=") == len(trace)
    assert page.count("<details open>") == 2 and graph_image(trace, lang) in page
    assert "<svg" not in page and "<script" not in page and "http" not in re.sub(r"base64,[^\"]+", "", page)
    assert page == static_html(end, trace, lang)


def test_only_the_current_step_is_marked(blocked):
    end, trace = blocked
    step = next(s for s in trace if s.kind == "damage.blocked")
    page = static_html(end, trace, "zh", current=step.id)
    assert "10→12" in page and '<strong class="rk-delta">5→2' not in page
    assert page.count('aria-current="step"') == 1
    assert "rk-delta" not in static_html(end, trace, "zh", current=-1).replace(theme.STYLE, "")


def test_position_alone(blocked):
    page = static_html(blocked[0])
    assert "<details" not in page and "rk-pos" in page


def test_graph_follows_current_and_path(blocked):
    _, trace = blocked
    plain = trace_svg(trace, "zh")
    assert 'aria-current="step"' in trace_svg(trace, "zh", current=3)
    assert "rk-onpath" in plain and '"rk-node rk-action rk-onpath"' not in trace_svg(trace, "zh", path=())
    data = re.search(r"base64,([^\"]+)", graph_image(trace, "zh")).group(1)
    assert "prefers-color-scheme:dark" in base64.b64decode(data).decode()


def test_pending_position_shows_the_state_at_the_question():
    given = {"turn": "A", "step": "act", "A": {"cost": 9, "digit": 7}, "B": {"无敌": True, "荆棘": True}}
    rulings = TANGWU.defaults.replace({"TW-R23": "victim_chooses"})
    start = set_up("tangwu", rulings, **given)
    pending, trace = start.play_traced(Action("A", "cast", ("公平正义",)))
    page = static_html(pending, trace)
    assert "9→2" in page and "<b>2</b> <small>费用</small>" in page and "荆棘 / 无敌" in page


def test_hostile_options_are_escaped(blocked):
    end, _ = blocked
    decision = Decision("dispel", "B", (HOSTILE,), ("TW-5.6.1",))
    page = static_html(Snapshot(TANGWU, end.state, None, Pending(Action("A", "cast", (HOSTILE,)), (), decision)))
    assert "<script" not in page and "&lt;script&gt;" in page


def _palette(css):
    return dict(re.findall(r"(--rk-[\w-]+):(#[0-9a-f]{6})", css))


def _contrast(one, two):
    def light(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        parts = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((light(one), light(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("css", [theme._LIGHT, theme._DARK], ids=["light", "dark"])
def test_text_contrast(css):
    colours = _palette(css)
    for ground in ("--rk-bg", "--rk-raised"):
        for ink in ("--rk-ink", "--rk-soft", "--rk-accent", "--rk-good"):
            assert _contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
        assert _contrast(colours["--rk-mark"], colours[ground]) >= 3
        assert _contrast(colours["--rk-hp"], colours[ground]) >= 3
    for name in ("accent", "good", "bad", "dummy", "wait", "bet", "mark"):
        assert _contrast(colours[f"--rk-{name}"], colours[f"--rk-{name}-bg"]) >= 4.5, name


def test_both_themes_set_the_same_variables():
    assert set(_palette(theme._LIGHT)) == set(_palette(theme._DARK))
    used = set(re.findall(r"var\((--rk-[\w-]+)", theme.STYLE))
    assert used <= set(_palette(theme._DARK))
    for selector in ("prefers-color-scheme:dark", 'data-jp-theme-light="true"', 'data-jp-theme-light="false"'):
        assert selector in theme.STYLE
