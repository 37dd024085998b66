"""The style sheet: a fragment brings the rules it uses and no others."""

from __future__ import annotations

from rulekit.drawing import theme
from rulekit.drawing.theme import STYLE, styled


def style_of(fragment: str) -> str:
    return styled(fragment, "zh").partition("</style>")[0].removeprefix("<style>")


def test_every_rule_is_read() -> None:
    assert "".join(m[0] for m in theme._RULE.finditer(STYLE)) == STYLE


def test_a_fragment_with_every_class_brings_everything() -> None:
    every = " ".join(theme._CLASS.findall(STYLE))
    assert style_of(f'<i class="{every}"></i>') == STYLE


def test_colours_and_plain_elements_always_come() -> None:
    plain = style_of("<p>x</p>")
    assert "prefers-color-scheme:dark" in plain and "data-jp-theme-light" in plain and ".rk-root summary" in plain
    assert ".rk-board" not in plain and ".rk-grid" not in plain


def test_a_class_brings_its_rules() -> None:
    assert ".rk-root .rk-grid" in style_of('<table class="rk-grid"><td class="rk-soft"></td></table>')
