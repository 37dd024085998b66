"""What a game's `view` module offers: pure functions from a position to HTML and to text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Protocol

from rulekit.core.record import Change, Path
from rulekit.core.things import thing_text

if TYPE_CHECKING:
    from rulekit.core.position import Position

__all__ = ["Things", "View", "marked"]


class Things(Protocol):
    """What a drawing adds to a thing where things are marked; a static one has none (`marked`)."""

    def __call__(self, path: Path, label: str, tip: str = "") -> tuple[tuple[str, ...], str]:
        """Return classes and, escaped and with a space before each, attributes, `title` among them if any.

        `label` is what the thing is called, `tip` what is said of it besides.
        """


def marked(path: Path, label: str, tip: str = "") -> tuple[tuple[str, ...], str]:
    """Mark every thing with its path, and no more."""
    title = f' title="{escape(tip)}"' if tip else ""
    return (), f' data-thing="{escape(thing_text(path))}"{title}'


class View(Protocol):
    """The functions of a view module; `lang` is "zh" or "en".

    While a decision is open the position is shown as it stands in the middle of the action, with the question.
    """

    def position_html(
        self,
        position: Position,
        lang: str,
        *,
        highlight: Iterable[Change] = (),
        lean: bool = False,
        plain: bool = False,
        things: Things | None = None,
    ) -> str:
        """Return the position as an HTML fragment styled by `rulekit.drawing.theme`, all text escaped.

        What the changes in `highlight` touched is marked with its value before and after.  With `lean`
        counters that say nothing yet are left out, with `plain` everything that the rules make of what lies on the
        table: the options of an open decision, duties, sums.  With `things` what stands for a place in the state is
        marked as they say.
        """

    def position_text(self, position: Position, lang: str, *, plain: bool = False) -> str:
        """Return the position as text: every field that differs from its default, in a fixed order.

        `plain` as in `position_html`.
        """
