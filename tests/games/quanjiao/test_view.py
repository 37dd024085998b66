"""The drawn position, move cards and matches: complete, escaped, deterministic, secrets kept, changes marked."""

import xml.etree.ElementTree as ET
from functools import partial
from random import Random

import pytest

import rulekit
from rulekit import Action
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.position import Position
from rulekit.core.record import Change
from rulekit.games.quanjiao.board import CELLS
from rulekit.games.quanjiao.matching import Placement, placements
from rulekit.games.quanjiao.moves import DEMO_MOVES, Move
from rulekit.games.quanjiao.state import Player, State
from rulekit.games.quanjiao.view import View, match_svg, move_card_svg
from tests.games.quanjiao.strategies import random_state
from tests.support.page import HOSTILE, Page
from tests.support.positions import set_up
from tests.support.processes import under_hash_seeds
from tests.support.words import chinese

QUANJIAO = rulekit.load_game("quanjiao")

FULL = {
    "step": "declare",
    "round": 4,
    "quiet": 2,
    "A": {
        "life": 20,
        "life_source": "jade",
        "moves": ["m01", "m05", "m07"],
        "hand": ["F1", "L1", "L1"],
        "deck": ["F1", "F1", "L2"],
        "used": ["L3"],
        "board": {"LH1": "F2", "RH2": "F1", "RH3": "F3", "LL2": "L2", "LL3": "L1"},
        "cancelled_fists": {"RH3": 1},
        "declared": ["m01@1 LH1x1", "m07@2 RH3x2", "m05@2 LL2x2 LL3x1"],
    },
    "B": {"life": 3, "moves": ["m09"], "board": {"LH5": "F2", "RH3": "F1"}, "cancelled_fists": {"RH3": 1}},
}


position = partial(set_up, "quanjiao")


def placing():
    """A has committed two cards, B has laid one; nobody sees the other's."""
    state = State(step="place")
    for who in "AB":
        player = state.player(who)
        player.moves, player.drawn = ("m01",), True
        player.hand, player.deck = ("F1", "F2", "L1", "L2", "L3"), ("F3", "L1")
    now = Position(QUANJIAO, state)
    for who, *args in (("A", "F2", "LH1"), ("A", "L3", "RL4"), ("B", "F1", "RH2")):
        now = now.play(Action(who, "lay", tuple(args)))
    return now.play(Action("A", "commit"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_full_position_nests_and_says_everything(lang):
    page, text = Page(View.position_html(position(**FULL), lang)), View.position_text(position(**FULL), lang)
    wanted = {
        "zh": [
            "生命",
            "20",
            "叩门直拳",
            "腿 ×2",
            "牌库 3 张（拳 ×2、腿腿）",
            "已用堆 1 张（腿腿腿）",
            "= 18",
            "第 4 回合",
            "jade",
        ],
        "en": [
            "life",
            "20",
            "Door-Knock Straight",
            "1 leg (×2)",
            "draw pile 3 (1 fist (×2), 2 legs)",
            "= 18",
            "round 4",
        ],
    }[lang]
    for word in wanted:
        assert word in page.text and word in text, word
    if lang == "en":
        assert not chinese(text) and not chinese(page.text)
    assert text.index("A  ") < text.index("B  ")


def test_the_board_tells_kinds_of_symbols_apart():
    board = Page(View.position_html(position(**FULL), "zh")).text
    assert "第5动" in board and "左手" in board
    first = Page(
        View.position_html(position(**FULL), "zh").split('<div class="rk-legend">')[0] + "</section></div></div>"
    )
    assert first.count("rk-sym") == 9
    assert (first.count("rk-m1"), first.count("rk-m2"), first.count("rk-m3")) == (1, 3, 2)
    assert first.count("rk-covered") == 1  # on RH3
    assert first.count("rk-counted") == 1  # RH2, in the grey cell of m07
    assert first.count("rk-leg") == 3


def test_held_symbols_that_are_no_key_marks():
    shown = position(
        step="declare",
        A={"moves": ["m09"], "board": {"LH1": "F2", "LH3": "F1"}, "declared": ["m09@1 LH1x1"]},
    )
    page = Page(View.position_html(shown, "zh"))
    assert page.count("rk-m1") >= 2 and "属于招式" in page.text and "无框" not in page.text
    assert "招式外 0 + 百川归拳 6 = 6" in page.text
    assert "招式外" in View.position_text(shown, "zh") and "招式外" not in View.position_text(shown, "zh", plain=True)
    plain = Page(View.position_html(shown, "zh", plain=True))
    assert plain.count("rk-m1") >= 1 and plain.count("rk-held") == plain.count("rk-counted") == 0
    assert "伤害" not in plain.text and "属于招式" not in plain.text and "单独计" not in plain.text


def test_cards_show_every_held_move_by_name():
    page = Page(View.position_html(position(**FULL), "en"))
    names = [attrs["alt"] for tag, attrs in page.tags if tag == "img"]
    assert names == [
        "move card Door-Knock Straight",
        "move card Whirlwind Sweep",
        "move card Stored-Force Burst",
        "move card Hundred Rivers to the Fist",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("spec", Player.FIELDS, ids=lambda s: s.name)
def test_no_field_of_a_player_is_left_out(spec, lang):
    texts = {"moves": ("m05",), "laid": ("F2@LH1",), "declared": ("m01@1 LH1x1",), "lost": ("m02",), "shown": ("m03",)}
    other = {
        "int": 7,
        "flag": True,
        "text": "jade",
        "texts": texts.get(spec.name, ("L3",)),
        "pairs": (("LH2", "F3"),) if spec.name == "board" else (("LH2", 1),),
    }[spec.kind]
    state = State()
    if spec.name.startswith("cancelled"):
        state.B.board = (("LH2", "F1L1"),)
    base = state.copy()
    setattr(state.B, spec.name, other)
    plain, changed = (Position(QUANJIAO, s) for s in (base, state))
    assert View.position_text(plain, lang) != View.position_text(changed, lang)
    assert Page(View.position_html(plain, lang)).tags != Page(View.position_html(changed, lang)).tags


@pytest.mark.parametrize("spec", [s for s in State.FIELDS if s.kind != "record"], ids=lambda s: s.name)
def test_no_field_of_the_table_is_left_out(spec):
    base = State(step="over", result="A", reason="life") if spec.name in ("result", "reason") else State()
    changed = base.copy()
    other = {"int": 7, "optional": 4, "flag": True, "records": [Move(id="t1", name=(("zh", "自定"),))]}.get(spec.kind)
    if other is None:
        other = next(c for c in reversed(spec.choices) if c != getattr(base, spec.name))
    setattr(changed, spec.name, other)
    assert View.position_text(Position(QUANJIAO, base), "zh") != View.position_text(Position(QUANJIAO, changed), "zh")


def test_the_curtain_hides_the_board_from_the_opponent():
    now = placing()
    own, theirs = (View.position_html(now.seen_by(v), "zh") for v in "AB")
    assert "布帘后有 1 张牌" in own and own.count("rk-curtain") == 1 and Page(own).count("rk-behind") == 2
    assert "布帘后有 2 张牌" in theirs and Page(theirs).count("rk-behind") == 1
    assert "rk-curtain" not in View.position_html(now, "zh")
    text = View.position_text(now.seen_by("B"), "zh")
    assert "布帘后有 2 张牌" in text and "暗牌 ×3" in text and "腿腿腿 @" not in text
    assert "右腿第4动" not in text and "左手第1动" not in text


def test_the_draw_pile_does_not_tell_the_hand():
    text = View.position_text(placing().seen_by("B"), "zh")
    mine, theirs = text.split("B  生命")[1], text.split("B  生命")[0]
    assert "牌库 2 张（" in mine and "牌库 2 张" in theirs and "牌库 2 张（" not in theirs
    assert View.position_text(placing(), "zh").count("牌库 2 张（") == 2


def test_sealed_declarations_are_counted_not_told():
    text = View.position_text(position(**FULL).seen_by("B"), "zh")
    assert "已密封 3 个声明" in text and "关键标记" not in text and "= 18" not in text
    page = Page(View.position_html(position(**FULL).seen_by("B"), "zh"))
    assert "已密封 3 个声明" in page.text


def test_nothing_is_hidden_once_the_duel_is_over():
    state = State(step="over", result="draw", reason="life")
    state.A.hand, state.B.hand = ("F3",), ("L2",)
    over = Position(QUANJIAO, state)
    assert View.position_text(over.seen_by("A"), "zh") == View.position_text(over, "zh")
    assert "平局（生命耗尽）" in View.position_html(over, "zh")


def test_changes_are_marked_with_before_and_after():
    start = placing()
    end, trace = start.play_traced(Action("B", "commit"))
    changes = [c for s in trace for c in s.changes]
    page = Page(View.position_html(end, "zh", highlight=changes))
    assert "无→左手第1动：拳拳、右腿第4动：腿腿腿" in page.text and "摆牌→声明招式" in page.text
    assert sum(t == "td" and "rk-changed" in (a.get("class") or "") for t, a in page.tags) == 3
    assert "→" not in Page(View.position_html(end, "zh")).text


def test_hidden_changes_are_not_marked():
    before = State(step="place")
    before.A.hand = ("F3", "L1")
    start = Position(QUANJIAO, before)
    end, trace = start.play_traced(Action("A", "lay", ("F3", "LH2")))
    changes = [c for s in trace for c in s.changes]
    assert "拳拳拳" in View.position_html(end.seen_by("A"), "zh", highlight=changes)
    html = View.position_html(end.seen_by("B"), "zh", highlight=changes)
    assert "拳拳拳" not in html and "左手第2动" not in html


def test_hostile_text_is_shown_literally():
    state = State(own_moves=[Move(id="t1", name=(("zh", HOSTILE),), text=(("zh", HOSTILE),))])
    player = state.A
    player.moves, player.hand, player.life_source = ("t1", HOSTILE), (HOSTILE,), HOSTILE
    player.board, player.declared, player.laid = ((HOSTILE, HOSTILE),), (HOSTILE,), (HOSTILE,)
    changes = [Change(("A", "hand"), (HOSTILE,), ()), Change(("A", "board"), (), ((HOSTILE, HOSTILE),))]
    html = View.position_html(Position(QUANJIAO, state), "zh", highlight=changes)
    page = Page(html)
    assert HOSTILE in page.text and "<img src=x" not in html
    assert all("onerror" not in attrs for _, attrs in page.tags)
    View.position_text(Position(QUANJIAO, state), "zh")


def test_cells_the_grid_cannot_show_stand_in_words():
    state = State(columns=3)
    state.A.board = (("LH8", "F1"),)
    assert "左手第8动 拳" in Page(View.position_html(Position(QUANJIAO, state), "zh")).text


def test_open_decision_is_asked():
    shown = position({"QJ-R38": "consent_needed"}, step="declare", A={"moves": ["m01"], "board": {"LH1": "F1"}})
    pending = shown.play(Action("A", "declare", ("m01@1", "LH1x1")))
    for made in (View.position_text(pending, "zh"), Page(View.position_html(pending, "zh")).text):
        assert "B 同意对手发动叩门直拳吗：同意 / 不同意" in made and "QJ-R38 必须对手同意" in made


def test_who_is_asked_to_consent_to_a_reshuffle_does_not_see_what_is_drawn():
    given = {"A": {"used": ["F1", "F2", "F3", "L1", "L2"]}, "B": {"hand": ["F1"] * 5, "drawn": True}}
    pending = position({"QJ-R38": "consent_needed"}, step="draw", **given).play(
        Action("chance", "draw", ("A", "F1", "F2", "F3", "L1", "L2"))
    )
    for made in (
        View.position_text(pending.seen_by("B"), "zh"),
        Page(View.position_html(pending.seen_by("B"), "zh")).text,
    ):
        assert "A 抽牌：暗牌 ×5——B 同意对手重洗已用堆吗：同意 / 不同意" in made
    assert "A 抽牌：拳、拳拳、拳拳拳、腿、腿腿——" in View.position_text(pending.seen_by("A"), "zh")


# -- move cards and matches -------------------------------------------------------------------------


def svg(text):
    """Parse a drawing; it must be well formed and stand for itself."""
    assert "<script" not in text and "href" not in text
    return ET.fromstring(text)


def shapes(text, css):
    return sum(css in (node.get("style") or "") for node in svg(text).iter())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("move", DEMO_MOVES.values(), ids=lambda m: m.id)
def test_every_card_is_drawn_with_its_cells(move, lang):
    made = move_card_svg(move, lang)
    root = svg(made)
    assert root.get("aria-label").endswith(move.title(lang)) and made == move_card_svg(move, lang)
    kinds = [r.acts_as for r in move.regions]
    assert shapes(made, "fill:var(--q-key);") == kinds.count("key")
    assert shapes(made, "fill:var(--q-black);") == kinds.count("black")
    assert shapes(made, "fill:var(--q-grey);") == kinds.count("grey")
    words = " ".join("".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text"))
    if lang == "en":
        assert not chinese(words)
    assert "".join(dict(move.text)[lang].split())[:12] in "".join(words.split())
    assert "".join(dict(move.text)[lang].split())[:12] not in "".join(move_card_svg(move, lang, text=False).split())


def test_a_long_cell_is_one_box():
    made = move_card_svg(DEMO_MOVES["m05"], "zh")
    boxes = [n for n in svg(made).iter() if "fill:var(--q-key);" in (n.get("style") or "")]
    assert len(boxes) == 1 and float(boxes[0].get("width")) > 120 and "合计" in made


def test_cards_escape_what_people_write():
    made = move_card_svg(Move(id="x", name=(("zh", HOSTILE + "\x00"),), text=(("zh", HOSTILE * 3),), width=2), "zh")
    assert HOSTILE in "".join(svg(made).itertext())


def test_match_marks_every_cell():
    state = position(**FULL).state
    board = state.board_of("A", QUANJIAO.defaults.choices)
    good = match_svg(board, DEMO_MOVES["m05"], Placement(2), "zh")
    assert "成立" in good and "不成立" not in good and good.count("✓") >= 3 and "✗" not in good
    bad = match_svg(board, DEMO_MOVES["m12"], Placement(2), "zh")
    assert "黑格右手第2动上有 1 个有效符号" in bad and "✗" in bad and "✓" in bad
    off = match_svg(board, DEMO_MOVES["m05"], Placement(0), "en")
    assert "off board" in off and "does not fit" in off


def test_a_mirrored_match_says_so_in_words():
    state = position(**FULL).state
    board = state.board_of("A", QUANJIAO.defaults.replace({"QJ-R12": "mirror_left_right"}).choices)
    made = match_svg(board, DEMO_MOVES["m04"], Placement(1, True), "zh")
    assert "第1动（左右互换）" in svg(made).get("aria-label") and "~" not in made.split("</style>")[1]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_match_can_be_drawn(lang):
    draw = Random(4)
    for _ in range(12):
        state = random_state(draw)
        for rulings in ({}, {"QJ-R12": "mirror_left_right", "QJ-R11": "on_board_part", "QJ-R39": "both"}):
            board = state.board_of("A", QUANJIAO.defaults.replace(rulings).choices)
            for move in DEMO_MOVES.values():
                for placement in placements(move, board):
                    made = match_svg(board, move, placement, lang)
                    words = "".join(svg(made).itertext())
                    assert lang == "zh" or not chinese(words.split("}")[-1])


@pytest.mark.slow
def test_same_bytes_under_another_hash_seed():
    code = (
        "import rulekit,hashlib;g=rulekit.load_game('quanjiao');p=rulekit.new_game('quanjiao');"
        "from rulekit.games.quanjiao.view import move_card_svg;from rulekit.games.quanjiao.moves import DEMO_MOVES;"
        "t=repr(p._repr_mimebundle_())+''.join(move_card_svg(m,'zh') for m in DEMO_MOVES.values());"
        "print(hashlib.sha256(t.encode()).hexdigest())"
    )
    assert len(under_hash_seeds(code)) == 1


def test_cells_and_cards_are_worded():
    for lang, first in (("zh", "左手第1动"), ("en", "left hand, action 1")):
        phrasebook = QUANJIAO.phrasebook(lang)
        assert phrasebook.value("LH1") == first
        words = {phrasebook.value(cell) for cell in CELLS}
        assert len(words) == len(CELLS)
        faces = [f"{k}{n}" for k in "FL" for n in range(1, 7)] + ["F1L2", "L2F1"]
        assert len({phrasebook.value(face) for face in faces}) == len(faces)
    assert (
        QUANJIAO.phrasebook("zh").value("F3") == "拳拳拳"
        and QUANJIAO.phrasebook("en").value("L1F2") == "1 leg + 2 fists"
    )
