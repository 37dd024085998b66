"""What every part of the lab is made on: its words, its controls, and the silence in which it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, Generic, TypeVar

import ipywidgets as ipw

from rulekit.core.catalogue import Catalogue
from rulekit.core.errors import Refusal
from rulekit.core.phrasebook import Phrasebook
from rulekit.core.record import Path
from rulekit.ui.parts import Acting, Host, replace_class
from rulekit.ui.words import ui_text

__all__ = ["CLAIMED", "Panel", "Part", "judge", "offer"]

H = TypeVar("H", bound=Acting)
CLAIMED = "rk-pick"  # the class of a thing of which a panel claims the click


class Part(Generic[H]):
    """A part of the lab: built once, drawn whenever something changed, never rebuilt.

    A part of which `tells_all` is true draws nothing for a player who may not know everything.
    """

    box: ipw.Widget
    tells_all: ClassVar[bool] = False

    def __init__(self, host: H) -> None:
        self.host = host
        self.kit = host.kit
        self.session = host.session
        self._quiet = False

    # -- words -------------------------------------------------------------------------------------

    @property
    def lang(self) -> str:
        """The language of the session."""
        return self.session.lang

    def t(self, key: str, **params: Any) -> str:
        """Return a sentence in the session's language: of the part's own package, else of the lab."""
        return self.in_lang(key, self.lang, **params)

    def in_lang(self, key: str, lang: str, **params: Any) -> str:
        """Return a sentence in a language of its own."""
        own = _catalogue(type(self).__module__.rpartition(".")[0])
        return own.text(key, lang, params) if key in own else ui_text(key, lang, **params)

    def refusal(self, refused: Refusal | None, phrasebook: Phrasebook | None = None) -> str:
        """Return why something is illegal, with the clauses; "" for what is legal."""
        if refused is None:
            return ""
        sentence = (phrasebook or self.session.phrasebook).text(f"illegal.{refused.code}", refused.params)
        return f"{sentence} [{', '.join(refused.clauses)}]"

    # -- controls ----------------------------------------------------------------------------------

    def control(self, kind: type, cls: str, heard: Callable[[Any], object], **traits: Any) -> Any:
        """Return a control; what a reader sets it to is told to `heard`, what is set while drawing is not."""
        made = self.kit.make(kind, cls, **traits)
        made.observe(lambda change: None if self._quiet or change["new"] is None else heard(change["new"]), "value")
        return made

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Set controls without hearing them."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before

    def act(self, change: Callable[[], object] = lambda: None, done: str = "") -> None:
        """Change the session, or only what is looked at, and draw everything anew."""
        self.host.act(change, done)

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Bring everything shown up to date, unless it tells more than the one looking may know."""
        if self.tells_all and not self.session.sees_all:
            return
        with self.silence():
            self.paint()

    def paint(self) -> None:
        """Set what is shown."""

    def reset(self) -> None:
        """Forget what was typed or chosen, after the set-up was replaced."""


class Panel(Part[Host]):
    """A part that a game adds: its name, by which its heading is `title.<name>`, and whether it is open at first."""

    name: ClassVar[str] = ""
    opened: ClassVar[bool] = True

    def claim(self, thing: Path) -> bool:
        """Take a click on a thing of the drawn position before its common meaning; False leaves it that."""
        return False

    def marks(self, thing: Path) -> tuple[str, ...]:
        """Return the CSS classes that a thing has for this panel, `CLAIMED` among them if it may be clicked."""
        return ()


@cache
def _catalogue(package: str) -> Catalogue:
    there = files(package).joinpath("messages.yaml").is_file()
    return Catalogue.load(package, "messages.yaml") if there else Catalogue({})


def offer(menu: Any, options: Sequence[tuple[str, Any]], chosen: Any = None) -> None:
    """Set what a menu offers, where that differs, and what is chosen: what was before unless told, else the first."""
    wanted = menu.value if chosen is None else chosen
    if tuple(options) != tuple(menu.options):
        menu.options = tuple(options)
    values = [value for _, value in options]
    menu.value = wanted if wanted in values else next(iter(values), None)


def judge(button: Any, refused: str, tip: str = "", *, ready: bool = True) -> None:
    """Show a button as what can be done, or as what is refused and why."""
    replace_class(button, "rk-legal", ready and not refused)
    replace_class(button, "rk-illegal", bool(refused))
    button.tooltip = refused or tip
