"""The panels of 生灵对决: the battlefield to click, attack and block, the sacrifice duty, cards as text."""

from __future__ import annotations

from rulekit.ui.panel import Panel
from rulekit.ui.panels.shengling.blocks import BlocksPanel
from rulekit.ui.panels.shengling.cardfile import CardFilePanel
from rulekit.ui.panels.shengling.duty import DutyPanel
from rulekit.ui.panels.shengling.table import TablePanel

__all__ = ["PANELS"]

PANELS: tuple[type[Panel], ...] = (TablePanel, BlocksPanel, DutyPanel, CardFilePanel)
