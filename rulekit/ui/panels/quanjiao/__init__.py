"""The panels of 拳脚招式: the clash, the move explorer, the table of declarations, move cards as text."""

from __future__ import annotations

from rulekit.ui.panel import Panel
from rulekit.ui.panels.quanjiao.cardfile import CardFilePanel
from rulekit.ui.panels.quanjiao.clash import ClashPanel
from rulekit.ui.panels.quanjiao.declarations import DeclarationsPanel
from rulekit.ui.panels.quanjiao.slide import SlidePanel

__all__ = ["PANELS"]

PANELS: tuple[type[Panel], ...] = (ClashPanel, SlidePanel, DeclarationsPanel, CardFilePanel)
