"""The twelve number gestures: well formed, distinct, mirrored, labelled, refused where impossible."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from rulekit.games.tangwu import gestures
from rulekit.games.tangwu.gestures import Hand, gesture_clause, gesture_svg

SVG = "{http://www.w3.org/2000/svg}"
MIRROR = "matrix(-1 0 0 1 100 0)"
SHOWN: list[tuple[int, Hand]] = [(v, "left") for v in range(12)] + [(v, "right") for v in range(10)]


def _figure(svg: str) -> str:
    """The drawing without label and mirroring."""
    group = ET.fromstring(svg).find(f"{SVG}g")
    assert group is not None
    return "".join(ET.tostring(child, encoding="unicode") for child in group)


@pytest.mark.parametrize(("value", "hand"), SHOWN)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_well_formed_and_labelled(value: int, hand: Hand, lang: str) -> None:
    root = ET.fromstring(gesture_svg(value, hand=hand, lang=lang, size=48))
    assert root.tag == f"{SVG}svg"
    assert (root.get("role"), root.get("width"), root.get("height")) == ("img", "48", "48")
    label = root.get("aria-label")
    assert label is not None and label == root.findtext(f"{SVG}title")
    assert str(value) in label
    assert ("手" in label) == (lang == "zh")
    assert root.get("data-clause") == f"TW-2.G{value}" == gesture_clause(value)
    assert all(node.get("id") is None for node in root.iter())


def test_thirteen_distinct_drawings() -> None:
    figures = {_figure(gesture_svg(v, hand="left")) for v in range(12)}
    assert len(figures) == 12
    figures.add(_figure(gesture_svg(10, hand="left", ten="solid_fist")))
    assert len(figures) == 13


def test_labels_are_distinct_and_follow_the_choice_for_ten() -> None:
    for lang in ("zh", "en"):
        labels = {ET.fromstring(gesture_svg(v, hand="left", lang=lang)).get("aria-label") for v in range(12)}
        assert len(labels) == 12
    assert "两手食指交叉" in gesture_svg(10, hand="left")
    assert "实心拳" in gesture_svg(10, hand="left", ten="solid_fist")


@pytest.mark.parametrize("value", range(10))
def test_left_is_the_mirror_image_of_right(value: int) -> None:
    left, right = gesture_svg(value, hand="left"), gesture_svg(value, hand="right")
    assert _figure(left) == _figure(right)
    assert MIRROR in left
    assert MIRROR not in right


@pytest.mark.parametrize(("value", "hand"), SHOWN)
def test_drawing_stays_on_the_canvas(value: int, hand: Hand) -> None:
    for path in ET.fromstring(gesture_svg(value, hand=hand)).iter(f"{SVG}path"):
        outline = re.sub(r"A[\d.]+ [\d.]+ 0 [01] 0 ", "L", path.get("d", ""))
        numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", outline)]
        assert numbers and len(numbers) % 2 == 0
        assert min(numbers) >= gestures.LINE and max(numbers) <= 100 - gestures.LINE


@pytest.mark.parametrize(
    ("value", "fingers"),
    [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (6, 1), (8, 1), (11, 2)],
)
def test_straight_fingers_agree_with_the_clause(value: int, fingers: int) -> None:
    pose = gestures.POSES[value]
    assert len(pose.straight) == fingers
    assert (pose.thumb in ("wide", "level")) == (value in (5, 6, 8))


def test_thumb_and_index_of_eight_form_a_right_angle() -> None:
    assert gestures.POSES[8].straight["index"] == 0
    (ax, ay, _), (bx, by, _) = gestures.THUMBS["level"][1:4:2]
    assert abs(by - ay) / (bx - ax) < 0.1


def test_colours_can_be_set_by_the_page() -> None:
    svg = gesture_svg(5, hand="right")
    for name in ("skin", "line", "cuff"):
        assert f"var(--rulekit-hand-{name},#" in svg


def test_same_call_same_text() -> None:
    assert gesture_svg(7, hand="left", lang="en") == gesture_svg(7, hand="left", lang="en")


def test_names_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = dict(gestures._catalogue())
    row: dict[str, Any] = {**catalogue["gestures"][1], "name": {"zh": '<b onload="x">&', "en": "'"}}
    catalogue["gestures"] = {**catalogue["gestures"], 1: row}

    def fake() -> Mapping[str, Any]:
        return catalogue

    monkeypatch.setattr(gestures, "_catalogue", fake)
    svg = gesture_svg(1, hand="left")
    assert "<b" not in svg
    assert '<b onload="x">&' in (ET.fromstring(svg).get("aria-label") or "")


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_LANG", "en")


@pytest.mark.parametrize("value", [-1, 12, 100, True, 3.0, "3", None])
@pytest.mark.usefixtures("english")
def test_no_such_value(value: Any) -> None:
    with pytest.raises(ValueError, match="0 to 11"):
        gesture_svg(value, hand="left")
    with pytest.raises(ValueError, match="0 to 11"):
        gesture_clause(value)


@pytest.mark.parametrize("value", [10, 11])
@pytest.mark.usefixtures("english")
def test_ten_and_eleven_only_on_the_cost_hand(value: int) -> None:
    with pytest.raises(ValueError, match="left"):
        gesture_svg(value, hand="right")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hand": "both"}, "'left'"),
        ({"hand": "left", "lang": "xx"}, "zh, en"),
        ({"hand": "left", "ten": "open"}, "solid_fist"),
        ({"hand": "left", "size": 0}, "positive"),
        ({"hand": "left", "size": '1" onload="x'}, "positive"),
    ],
)
@pytest.mark.usefixtures("english")
def test_wrong_options_say_what_is_allowed(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        gesture_svg(1, **options)
