"""The panels of 拳脚招式: boards to click, the move explorer, the table of declarations, move cards as text."""

from __future__ import annotations

from functools import partial

from rulekit.ui.panels import PanelEntry
from rulekit.ui.panels.quanjiao.cardfile import CardFilePanel
from rulekit.ui.panels.quanjiao.declarations import DeclarationsPanel
from rulekit.ui.panels.quanjiao.side import panel_text
from rulekit.ui.panels.quanjiao.slide import SlidePanel
from rulekit.ui.panels.quanjiao.table import TablePanel

__all__ = ["PANELS"]

PANELS: tuple[PanelEntry, ...] = (
    PanelEntry("table", partial(panel_text, "title.table"), TablePanel),
    PanelEntry("slide", partial(panel_text, "title.slide"), SlidePanel),
    PanelEntry("declarations", partial(panel_text, "title.declarations"), DeclarationsPanel),
    PanelEntry("cardfile", partial(panel_text, "title.cardfile"), CardFilePanel, opened=False),
)
