"""Lines that fit: where Chinese and English may be broken, and that nothing is lost."""

from __future__ import annotations

import io

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from rulekit.core.show.lines import Fitted


def lines(text: str, width: int, **shape: int) -> list[str]:
    out = Console(file=io.StringIO(), width=width)
    out.print(Fitted(Text(text), **shape))
    return out.file.getvalue().splitlines()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "width", "wanted"),
    [
        ("至少把 1 张手牌献祭", 12, ["至少把 1 张", "手牌献祭"]),
        ("选一只，再破坏它", 8, ["选一只，", "再破坏它"]),
        ("选两只生，再破坏", 8, ["选两只", "生，再破", "坏"]),
        ("选一只（竖置的）", 8, ["选一只", "（竖置", "的）"]),
        ("used up and gone", 9, ["used up", "and gone"]),
        ("只有 on_block_first 时", 14, ["只有", "on_block_first", "时"]),
        ("abcdefghijklmnopqrst", 8, ["abcdefgh", "ijklmnop", "qrst"]),
        ("一\n\n二", 9, ["一", "", "二"]),
        ("", 9, [""]),
    ],
)
def test_where_lines_break(text: str, width: int, wanted: list[str]) -> None:
    assert lines(text, width) == wanted


def test_facts_stay_whole_where_a_line_is_not_too_short_for_it() -> None:
    assert lines("计数：连出 0/24  本局伤害 0  本回合 伤害 0", 34) == ["计数：连出 0/24  本局伤害 0", "本回合 伤害 0"]
    assert lines("SL-9.1  对手宣言攻击时才得到窗口", 20) == ["SL-9.1  对手宣言攻击", "时才得到窗口"]


def test_later_lines_hang() -> None:
    assert lines("SL-9.1  对手宣言攻击时才得到窗口", 20, indent=1, hang=2) == [
        " SL-9.1  对手宣言攻",
        "   击时才得到窗口",
    ]


@pytest.mark.parametrize("width", range(9, 40))
def test_no_line_is_too_long_and_nothing_is_lost(width: int) -> None:
    text = "战鼓獾（攻击力 4） blocks A2 with 团结，TW-R27=nine_skills；  然后 横置。"
    shown = lines(text, width)
    assert max(map(cell_len, shown)) <= width
    assert "".join("".join(shown).split()) == "".join(text.split())


def test_a_tree_breaks_its_lines_the_same_way() -> None:
    tree = Tree(Text("攻击"))
    tree.add(Fitted(Text("比大小：攻击方 5 对 阻挡方 4，攻击方大")))
    out = Console(file=io.StringIO(), width=20)
    out.print(tree)
    assert out.file.getvalue().splitlines() == [  # type: ignore[attr-defined]
        "攻击",
        "└── 比大小：攻击方 5",
        "    对 阻挡方 4，攻",
        "    击方大",
    ]
