"""Drawings of the twelve number gestures (TW-2.G0 to TW-2.G11) as self-contained SVG.

The hand is a small parametric model: every finger is a chain of phalanges that turns at its joints, every
body is a union of tapered capsules, and a gesture is a row of data saying which way each finger points. All
figures are written for a right hand on a 100 x 100 canvas; the left hand is its mirror image. Angles are
degrees from straight up, clockwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from itertools import pairwise
from math import acos, atan2, cos, hypot, pi, radians, sin
from typing import Any, Literal, get_args

from rulekit.core.catalogue import LANGUAGES, package_data
from rulekit.core.errors import BadArgument, nearest

__all__ = ["Hand", "TenStyle", "gesture_clause", "gesture_svg"]

Hand = Literal["left", "right"]
TenStyle = Literal["crossed_index_fingers", "solid_fist"]
Point = tuple[float, float]
Circle = tuple[float, float, float]

LINE = 1.5  # outline outside a body, in canvas units
_PAINT = {  # CSS variable without its prefix -> fallback that reads on white and on near-black
    "skin": "#f2c79c",
    "nail": "#fbe6d3",
    "line": "#5b3620",
    "cuff": "#6f8fb3",
}


# ----------------------------------------------------------------------------------------------------
# Geometry: circles to outlines


def _num(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _xy(x: float, y: float) -> str:
    return f"{_num(x)} {_num(y)}"


def _capsule(a: Circle, b: Circle) -> str:
    """The hull of two circles as one closed subpath."""
    (ax, ay, ar), (bx, by, br) = a, b
    gap = hypot(bx - ax, by - ay)
    if gap <= abs(ar - br):
        x, y, r = a if ar >= br else b
        half = f"A{_num(r)} {_num(r)} 0 1 0 "
        return f"M{_xy(x - r, y)}{half}{_xy(x + r, y)}{half}{_xy(x - r, y)}Z"
    along, spread = atan2(by - ay, bx - ax), acos((ar - br) / gap)

    def at(x: float, y: float, r: float, turn: float) -> str:
        return _xy(x + r * cos(turn), y + r * sin(turn))

    far = f"A{_num(br)} {_num(br)} 0 {int(spread > pi / 2)} 0 "
    near = f"A{_num(ar)} {_num(ar)} 0 {int(spread < pi / 2)} 0 "
    start = at(ax, ay, ar, along + spread)
    return (
        f"M{start}L{at(bx, by, br, along + spread)}{far}{at(bx, by, br, along - spread)}"
        f"L{at(ax, ay, ar, along - spread)}{near}{start}Z"
    )


def _limb(circles: Sequence[Circle]) -> str:
    """A chain of tapered capsules, the outline of a finger."""
    return "".join(_capsule(a, b) for a, b in pairwise(circles))


def _blob(circles: Sequence[Circle]) -> str:
    """A closed ring of capsules with its inside filled, the outline of a palm."""
    ring = list(circles)
    twice_area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))
    if twice_area > 0:  # same turning direction as the capsules, or the nonzero rule would cut a hole
        ring.reverse()
    inside = "L".join(_xy(x, y) for x, y, _ in ring)
    return _limb([*ring, ring[0]]) + f"M{inside}Z"


def _step(origin: Point, heading: float, length: float) -> Point:
    turn = radians(heading)
    return origin[0] + length * sin(turn), origin[1] - length * cos(turn)


@dataclass(frozen=True, slots=True)
class Frame:
    """Placement of one hand on the canvas: mirror, scale about (50, 60), turn, move."""

    scale: float = 1.0
    turn: float = 0.0
    dx: float = 0.0
    dy: float = 0.0
    mirror: bool = False

    def point(self, p: Point) -> Point:
        x, y = (p[0] - 50) * self.scale, (p[1] - 60) * self.scale
        if self.mirror:
            x = -x
        a = radians(self.turn)
        return 50 + x * cos(a) - y * sin(a) + self.dx, 60 + x * sin(a) + y * cos(a) + self.dy

    def circles(self, circles: Iterable[Circle]) -> list[Circle]:
        return [(*self.point((x, y)), r * self.scale) for x, y, r in circles]


# ----------------------------------------------------------------------------------------------------
# The hand


@dataclass(frozen=True, slots=True)
class Finger:
    """Size of one finger: where it leaves the palm, its phalanges, its thickness from base to tip."""

    base: Point
    lengths: tuple[float, float, float]
    radii: tuple[float, float, float, float]
    fold: float  # visible length when folded down onto the palm

    def chain(
        self, heading: float, bends: Sequence[float] = (0, 0), base: Point | None = None, stretch: float = 1.0
    ) -> list[Circle]:
        """Circles from base to tip of a finger that sets out at `heading` and turns by `bends`."""
        at = base or self.base
        circles = [(*at, self.radii[0])]
        for length, bend, radius in zip(self.lengths, (0, *bends), self.radii[1:], strict=True):
            heading += bend
            at = _step(at, heading, length * stretch)
            circles.append((*at, radius))
        return circles

    def folded(self, *, tucked: bool = False) -> list[Circle]:
        """Circles of a finger lying on the palm; a tucked tip ends beneath the thumb."""
        x, y = self.base
        r, fold = self.radii[0], self.fold * (0.75 if tucked else 1)
        return [(x, y - 1.5, r + 0.3), (x + 0.3, y + fold * 0.55, r), (x + 0.8, y + fold, r - 0.6)]


FINGERS: Mapping[str, Finger] = {
    "little": Finger((31.5, 55.5), (13.5, 8.5, 7.5), (5.0, 4.7, 4.4, 3.9), 15.5),
    "ring": Finger((42.3, 52.0), (17.5, 11.5, 8.5), (5.5, 5.2, 4.9, 4.3), 19.0),
    "middle": Finger((53.6, 50.8), (19.0, 12.5, 9.0), (5.7, 5.4, 5.0, 4.4), 20.5),
    "index": Finger((64.8, 52.8), (17.5, 11.0, 8.5), (5.6, 5.3, 4.9, 4.3), 19.0),
}
PALM: tuple[Circle, ...] = (
    (32, 58, 5.2),
    (42.5, 55, 5.2),
    (54, 54, 5.2),
    (64, 56, 6.2),
    (62, 78, 9),
    (40, 80, 9),
)
WRIST: tuple[Circle, ...] = ((50.5, 80, 13.5), (50.5, 86, 11.5))
CUFF_Y = 94.6

THUMBS: Mapping[str, tuple[Circle, ...]] = {
    "wide": ((60, 79, 8.5), (73.5, 69, 6.6), (83, 58, 5.6), (88.5, 48.5, 4.6)),
    "level": ((60, 77, 9), (71, 69, 6.8), (82, 68.4, 5.8), (93, 68, 4.8)),
    "across": ((63, 80, 7.5), (69.5, 72, 6.6), (59, 67.5, 5.8), (46.8, 69.5, 4.9)),
    "long": ((63, 80, 7.5), (69.5, 72, 6.6), (56, 67.5, 5.8), (39.5, 69.5, 4.9)),
    "palm": ((62, 80, 7.5), (67.5, 73.5, 6.6), (57, 67.5, 5.6), (45.5, 66.5, 4.7)),
}


@dataclass(frozen=True, slots=True)
class Pose:
    """One hand seen from the palm: heading of every straight finger (the others are folded) and the thumb."""

    thumb: str
    straight: Mapping[str, float] = field(default_factory=dict)


POSES: Mapping[int, Pose] = {
    0: Pose("across"),
    1: Pose("across", {"index": 3}),
    2: Pose("across", {"index": 11, "middle": -9}),
    3: Pose("long", {"index": 12, "middle": 0, "ring": -11}),
    4: Pose("palm", {"index": 13, "middle": 4, "ring": -6, "little": -17}),
    5: Pose("wide", {"index": 13, "middle": 2, "ring": -10, "little": -25}),
    6: Pose("wide", {"little": -24}),
    8: Pose("level", {"index": 0}),
    11: Pose("across", {"index": 8, "little": -10}),
}

# The same hand turned so that the thumb side faces the viewer and the palm looks left (used by 7 and 9).
SIDE_PALM: tuple[Circle, ...] = ((66, 54, 6.5), (65, 79, 9), (55, 80, 9), (60, 60, 6))
SIDE_WRIST: tuple[Circle, ...] = ((59, 80, 13.5), (59, 86, 11.5))


@dataclass(frozen=True, slots=True)
class SidePose:
    """One hand seen from the thumb side: per finger its knuckle, first heading and bends, plus the thumb."""

    behind: Sequence[tuple[str, Point, float, tuple[float, float]]]
    front: Sequence[tuple[str, Point, float, tuple[float, float]]]
    thumb: tuple[Circle, ...]
    stretch: float  # bent fingers seen from the side show more of their length


SIDE_POSES: Mapping[int, SidePose] = {
    7: SidePose(
        behind=[
            ("little", (51, 76), -90, (-108, -60)),
            ("ring", (52, 67.5), -90, (-108, -60)),
            ("middle", (58, 51.5), -45, (-10, -30)),
        ],
        front=[("index", (65, 54), -22, (-38, -42))],
        thumb=((60, 80, 8), (54, 67, 6.8), (42, 52, 5.8), (28, 37, 4.7)),
        stretch=1.3,
    ),
    9: SidePose(
        behind=[
            ("little", (52, 77), -90, (-108, -60)),
            ("ring", (53, 68.5), -90, (-108, -60)),
            ("middle", (55, 60), -90, (-108, -60)),
        ],
        front=[("index", (66, 54), -4, (-68, -80))],
        thumb=((60, 80, 8), (60, 73, 6.8), (51, 68.5, 5.8), (42, 69, 4.8)),
        stretch=1.15,
    ),
}


class Pen:
    """Collects the SVG elements of one drawing; every figure passes through the frame of its hand."""

    def __init__(self) -> None:
        self.items: list[str] = []
        self.frame = Frame()

    def body(self, circles: Sequence[Circle], *, closed: bool = False) -> None:
        """An outlined part of the hand."""
        self.items.append(f'<path d="{self._path(circles, closed)}"/>')

    def patch(self, circles: Sequence[Circle], *, closed: bool = False) -> None:
        """Skin without an outline, which joins the parts beneath it."""
        self.items.append(f'<path d="{self._path(circles, closed)}" stroke="none"/>')

    def tinted(self, circles: Sequence[Circle], paint: str, width: float) -> None:
        """A small part in another colour: a nail or the cuff."""
        fill = f'fill="{_PAINT[paint]}" style="fill:{_var(paint)}"'
        self.items.append(f'<path d="{self._path(circles, False)}" {fill} stroke-width="{_num(width)}"/>')

    def crease(self, start: Point, bow: Point, end: Point) -> None:
        """A thin curved line: a joint, a knuckle or a fold of the palm."""
        a, b, c = (_xy(*self.frame.point(p)) for p in (start, bow, end))
        self.items.append(f'<path d="M{a}Q{b} {c}" fill="none" stroke-width="1.3" opacity=".7"/>')

    def nail(self, circles: Sequence[Circle]) -> None:
        """The nail on the last phalanx of a finger chain."""
        (ax, ay, _), (bx, by, r) = circles[-2:]
        gap = hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / gap, (by - ay) / gap
        root = (bx - ux * r * 0.55, by - uy * r * 0.55, r * 0.5)
        self.tinted([root, (bx + ux * r * 0.3, by + uy * r * 0.3, r * 0.55)], "nail", 0.9)

    def joints(self, circles: Sequence[Circle]) -> None:
        """Short creases across a straight finger at its two joints."""
        for (ax, ay, _), (x, y, r) in pairwise(circles[:-1]):
            gap = hypot(x - ax, y - ay)
            ux, uy = (x - ax) / gap, (y - ay) / gap
            w = r * 0.62
            self.crease((x + uy * w, y - ux * w), (x - ux * 1.6, y - uy * 1.6), (x - uy * w, y + ux * w))

    def _path(self, circles: Sequence[Circle], closed: bool) -> str:
        placed = self.frame.circles(circles)
        return _blob(placed) if closed else _limb(placed)


def _draw_base(pen: Pen, palm: Sequence[Circle], wrist: Sequence[Circle]) -> None:
    (x, y, r), (_, end, narrow) = wrist
    pen.body(wrist)
    pen.body(palm, closed=True)
    pen.patch([(x, y - 2, r - 2), (x, end, narrow)])


def _draw_cuff(pen: Pen, wrist: Sequence[Circle]) -> None:
    x = wrist[0][0]
    pen.tinted([(x - 11, CUFF_Y, 3.6), (x + 11, CUFF_Y, 3.6)], "cuff", 2 * LINE)


def _draw_palm_view(pen: Pen, pose: Pose) -> None:
    thumb = THUMBS[pose.thumb]
    out = pose.thumb in ("wide", "level")
    _draw_base(pen, PALM, WRIST)
    if out:
        pen.body(thumb)
    for name, finger in FINGERS.items():
        if name in pose.straight:
            chain = finger.chain(pose.straight[name])
            pen.body(chain)
            pen.joints(chain)
    pen.patch(PALM, closed=True)
    if len(pose.straight) >= 4 and out:
        pen.crease((31, 66), (44, 70), (55, 60))
        pen.crease((68, 65), (50, 66), (36, 74))
        pen.crease((63, 64), (49, 69), (51, 85))
    for name, finger in FINGERS.items():
        if name not in pose.straight:
            tucked = not out and finger.base[0] > thumb[-1][0]
            folded = finger.folded(tucked=tucked)
            pen.body(folded)
            if not tucked:
                pen.nail(folded)
    if not out:
        pen.body(thumb)
        pen.nail(thumb)
        pen.patch([(58, 81.5, 6.2), (62, 79.3, 7.3)])
    _draw_cuff(pen, WRIST)


def _draw_side_view(pen: Pen, pose: SidePose) -> None:
    _draw_base(pen, SIDE_PALM, SIDE_WRIST)
    for name, knuckle, heading, bends in pose.behind:
        pen.body(FINGERS[name].chain(heading, bends, knuckle), closed=True)
    pen.patch(SIDE_PALM, closed=True)
    for name, knuckle, heading, bends in pose.front:
        pen.body(FINGERS[name].chain(heading, bends, knuckle, pose.stretch))
    pen.patch(SIDE_PALM, closed=True)
    pen.body(pose.thumb)
    pen.nail(pose.thumb)
    pen.patch([(59, 83, 7), (59, 80, 7.3)])
    _draw_cuff(pen, SIDE_WRIST)


def _draw_solid_fist(pen: Pen) -> None:
    """A fist from the back of the hand: knuckles instead of nails, unlike the fist of 0 (TW-R1)."""
    pen.frame = Frame(mirror=True)  # what the palm shows on the right, the back shows on the left
    _draw_base(pen, PALM, WRIST)
    pen.body(((60, 73, 7), (69, 69, 6.4), (69.5, 62, 5.2)))
    for finger in FINGERS.values():
        x, y = finger.base
        pen.body(((x, y + 1, 6.1), (x, y + 11, 5.6)))
        pen.crease((x - 3, y + 3), (x, y), (x + 3, y + 3))
    pen.patch(((35.5, 73, 6), (61, 71, 6.5), (60, 77, 8), (42, 78, 8)), closed=True)
    for x, foot in ((59, 55), (48.5, 48.5), (38, 42)):
        pen.crease((x, 66), (x, 72), (foot, 77))
    _draw_cuff(pen, WRIST)


def _draw_crossed(pen: Pen) -> None:
    """Two hands leaning inwards until their index fingers cross (TW-2.G10)."""
    pose = Pose("across", {"index": 0})
    for mirror in (True, False):
        side = -1 if mirror else 1
        pen.frame = Frame(scale=0.82, turn=-side * 54, dx=side * 11.5, dy=2, mirror=mirror)
        _draw_palm_view(pen, pose)
    pen.frame = Frame()


@cache
def _body(value: int, ten: TenStyle) -> str:
    pen = Pen()
    if value == 10 and ten == "solid_fist":
        _draw_solid_fist(pen)
    elif value == 10:
        _draw_crossed(pen)
    elif value in SIDE_POSES:
        _draw_side_view(pen, SIDE_POSES[value])
    else:
        _draw_palm_view(pen, POSES[value])
    return "".join(pen.items)


# ----------------------------------------------------------------------------------------------------
# Public functions


def _var(paint: str) -> str:
    return f"var(--rulekit-hand-{paint},{_PAINT[paint]})"


@cache
def _catalogue() -> Mapping[str, Any]:
    data: dict[str, Any] = package_data(__package__, "gestures.yaml")
    return {**data, "gestures": {row["value"]: row for row in data["gestures"]}}


def _row(value: int) -> Mapping[str, Any]:
    rows = _catalogue()["gestures"]
    if type(value) is not int or value not in rows:
        raise BadArgument("no_gesture", value=repr(value), low=min(rows), high=max(rows))
    row: Mapping[str, Any] = rows[value]
    return row


def gesture_clause(value: int) -> str:
    """Id of the clause that names the gesture for `value`, for example ``TW-2.G6``."""
    return str(_row(value)["clause"])


def gesture_svg(
    value: int,
    *,
    hand: Hand,
    lang: str = "zh",
    ten: TenStyle = "crossed_index_fingers",
    size: int = 72,
) -> str:
    """Draw the gesture of one hand as an SVG element that needs neither scripts nor ids.

    `ten` is the choice of ruling TW-R1. Colours follow the CSS variables ``--rulekit-hand-skin``, ``-nail``,
    ``-line`` and ``-cuff`` where a page sets them.
    """
    row, texts = _row(value), _catalogue()
    for given, known in ((hand, get_args(Hand)), (ten, get_args(TenStyle))):
        if given not in known:
            near = nearest(str(given), known) or known[0]
            raise BadArgument("not_choice", value=repr(given), nearest=repr(near), known=", ".join(map(repr, known)))
    if lang not in LANGUAGES:
        raise BadArgument("unknown_language", name=lang, known=", ".join(LANGUAGES))
    if hand == "right" and value > 9:
        raise BadArgument("cost_hand_only", clauses=("TW-2.1",), value=value)
    if type(size) is not int or size <= 0:
        raise BadArgument("not_positive", value=repr(size))
    names = row["solid_fist"] if value == 10 and ten == "solid_fist" else row["name"]
    side = texts["hands"][hand][lang]
    label = escape(texts["label"][lang].format(hand=side, value=value, name=names[lang]))
    mirror = ' transform="matrix(-1 0 0 1 100 0)"' if hand == "left" else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" viewBox="0 0 100 100" '
        f'width="{size}" height="{size}" class="rulekit-gesture" data-clause="{escape(str(row["clause"]))}">'
        f"<title>{label}</title>"
        f'<g{mirror} fill="{_PAINT["skin"]}" stroke="{_PAINT["line"]}" stroke-width="{_num(2 * LINE)}" '
        f'stroke-linecap="round" stroke-linejoin="round" '
        f'style="fill:{_var("skin")};stroke:{_var("line")};paint-order:stroke">'
        f"{_body(value, ten)}</g></svg>"
    )
