"""The panels of 生灵对决: attack and block, the sacrifice duty, cards as text."""

from __future__ import annotations

from rulekit.ui.panel import Panel
from rulekit.ui.panels.shengling.blocks import BlocksPanel
from rulekit.ui.panels.shengling.cardfile import CardFilePanel
from rulekit.ui.panels.shengling.duty import DutyPanel

__all__ = ["PANELS"]

PANELS: tuple[type[Panel], ...] = (BlocksPanel, DutyPanel, CardFilePanel)
