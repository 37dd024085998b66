"""The panels of 生灵对决: the battlefield to click, attack and block, the sacrifice duty, cards as text."""

from __future__ import annotations

from functools import partial

from rulekit.ui.panels import PanelEntry
from rulekit.ui.panels.shengling.blocks import BlocksPanel
from rulekit.ui.panels.shengling.cardfile import CardFilePanel
from rulekit.ui.panels.shengling.duty import DutyPanel
from rulekit.ui.panels.shengling.saying import panel_text
from rulekit.ui.panels.shengling.table import TablePanel

__all__ = ["PANELS"]

PANELS: tuple[PanelEntry, ...] = (
    PanelEntry("table", partial(panel_text, "title.table"), TablePanel),
    PanelEntry("blocks", partial(panel_text, "title.blocks"), BlocksPanel),
    PanelEntry("duty", partial(panel_text, "title.duty"), DutyPanel),
    PanelEntry("cardfile", partial(panel_text, "title.cardfile"), CardFilePanel, opened=False),
)
