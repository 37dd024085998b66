"""Small pieces every view of the lab is made of: widgets with their classes, one way to change and close them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Protocol, cast

import anywidget
import ipywidgets as ipw

from rulekit.core.record import Path
from rulekit.ui.bridge import Bridge
from rulekit.ui.lock import TURN, in_turn
from rulekit.ui.session import Session

if TYPE_CHECKING:
    from rulekit.core.scenario import Scenario

__all__ = [
    "LAB_STYLE",
    "Acting",
    "Host",
    "Kit",
    "Section",
    "cell_run",
    "close_all",
    "mimebundle",
    "replace_class",
    "show",
    "source_of",
    "speak",
    "take_place",
]

#: The style sheet of the lab's controls.
LAB_STYLE = files(__package__).joinpath("lab.css").read_text("utf-8")

_SHOWN: dict[str, tuple[str, list[ipw.Widget]]] = {}  # what is shown by name or cell, with the run that shows it


class Acting(Protocol):
    """What a view may ask of whatever shows it: a session, widgets, and a way to change and to say things."""

    session: Session
    kit: Kit

    def act(self, change: Callable[[], object], done: str = "") -> None:
        """Run a change of the session, show its error or `done` where a reader looks, draw everything anew."""

    def t(self, key: str, **params: Any) -> str:
        """Return a sentence of the lab in the session's language."""


class Host(Acting, Protocol):
    """What a view may ask of the explorer it is part of."""

    bridge: Bridge

    @property
    def said(self) -> str:
        """Return what the last change had to say, as HTML, where it was made in this part of the lab."""

    @property
    def panels(self) -> Mapping[str, Any]:
        """Return the game's own panels by their names; complete once all of them are made."""

    def replace(self, source: str | Scenario) -> None:
        """Load a scenario or its file in place of what is shown."""

    def open(self, path: Path) -> None:
        """Open the editor at a field of the set-up."""

    def walk(self, kind: str) -> None:
        """Go before the first step of a kind and play on from there by itself."""


_STYLE = {"description_width": "initial", "button_width": "auto"}


class Kit:
    """Makes the widgets of one explorer; they share layouts and styles, which halves the models and more."""

    def __init__(self) -> None:
        self._shared: dict[tuple[Any, ...], Any] = {}

    def _share(self, made: type, **traits: Any) -> Any:
        key = (made, *traits.items())
        if key not in self._shared:
            self._shared[key] = made(**traits)
        return self._shared[key]

    def make(self, widget: type, cls: str, *, width: str = "auto", **traits: Any) -> Any:
        """Return a control of the given type and width with its classes."""
        looks = {"layout": self._share(ipw.Layout, width=width)}
        kind = self._style(widget)
        if kind is not None:
            looks["style"] = self._share(kind, **{k: v for k, v in _STYLE.items() if kind.class_traits().get(k)})
        made = in_turn(widget(_dom_classes=tuple(cls.split()), **looks, **traits))
        if made.has_trait("index"):
            made.observe(_choose_again, "value")
        return made

    @staticmethod
    def _style(widget: Any) -> Any:
        trait = widget.class_traits().get("style")
        return getattr(trait, "klass", None)

    def row(self, *children: ipw.Widget, cls: str = "") -> ipw.Box:
        """Return a row that wraps."""
        layout = self._share(ipw.Layout, display="flex", flex_flow="row wrap", overflow="visible")
        return ipw.Box(children, layout=layout, _dom_classes=("rk-w-row", *cls.split()))

    def column(self, *children: ipw.Widget, cls: str = "") -> ipw.Box:
        """Return a column."""
        layout = self._share(ipw.Layout, display="flex", flex_flow="column", overflow="visible")
        return ipw.Box(children, layout=layout, _dom_classes=("rk-w-column", *cls.split()))

    def note(self, cls: str) -> ipw.HTML:
        """Return a place for escaped HTML."""
        return self.make(ipw.HTML, cls)

    def button(self, cls: str, pressed: Callable[[], None]) -> ipw.Button:
        """Return a button with a text label, set when it is drawn."""
        made = self.make(ipw.Button, f"rk-button {cls}")
        made.on_click(lambda _button: pressed())
        return made


def _choose_again(change: Any) -> None:
    """Put back what was chosen when nothing is, of what there is; no page does that, a program may."""
    menu = change["owner"]
    if change["new"] is None and menu.options:
        menu.value = change["old"]


def show(widget: ipw.Widget, visible: bool) -> None:
    """Show or hide a widget without rebuilding it."""
    replace_class(widget, "rk-hidden", not visible)


def source_of(part: object) -> str:
    """Return where the code of a part stands, as module:class."""
    return f"{type(part).__module__}:{type(part).__qualname__}"


def speak(frame: ipw.Widget, lang: str) -> None:
    """Note the language of a view, for the page to say it."""
    replace_class(frame, "rk-in-en", lang == "en")


def replace_class(widget: Any, cls: str, on: bool) -> None:
    """Add or remove one class."""
    if on:
        widget.add_class(cls)
    else:
        widget.remove_class(cls)


class Section:
    """A part of the lab under a heading that opens and closes it; `reply` is where it is answered."""

    def __init__(
        self, kit: Kit, name: str, reply: ipw.Widget, body: ipw.Widget, *, opened: bool, changed: Callable[[], None]
    ) -> None:
        self.name = name
        self.body = body
        self.head = kit.make(ipw.ToggleButton, f"rk-section-head rk-section-{name}", value=opened)
        self.head.observe(lambda _change: changed(), "value")
        self.box = kit.column(self.head, reply, body, cls=f"rk-section rk-box-{name}")

    @property
    def opened(self) -> bool:
        """Whether the body is shown."""
        return bool(self.head.value)

    def draw(self, title: str) -> None:
        """Show the heading, and the body when open."""
        self.head.description = f"{'▾' if self.opened else '▸'} {title}"
        show(self.body, self.opened)


def _tree(widget: ipw.Widget, seen: dict[int, ipw.Widget]) -> None:
    # without a comm it is closed already
    if widget.comm is None or id(widget) in seen or widget in Bridge.common:
        return
    seen[id(widget)] = widget
    for name in widget.keys:
        for child in _widgets(getattr(widget, name, None)):
            _tree(child, seen)


def _widgets(value: Any) -> Iterator[ipw.Widget]:
    if isinstance(value, ipw.Widget):
        yield value
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _widgets(item)


def close_all(roots: Iterable[ipw.Widget]) -> None:
    """Close widgets and all they hold, layouts and styles too, so that no model and no callback is left."""
    seen: dict[int, ipw.Widget] = {}
    for root in roots:
        _tree(root, seen)
    for widget in seen.values():
        widget.unobserve_all()
        widget.close()


def mimebundle(frame: ipw.Widget, html: str, text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what a notebook shows of a widget, with HTML and text for where none runs, and its metadata.

    The metadata are those that let Colab find widgets that are not its own.
    """
    bundle, metadata = anywidget.AnyWidget._repr_mimebundle_(cast("Any", frame)) or ({}, {})
    return {**bundle, "text/html": html, "text/plain": text}, metadata


def cell_run() -> tuple[str, str]:
    """Return which notebook cell is being run and in which run of it; two empty texts outside of a cell.

    A front end that sends no id of its cells is told them apart by their code.
    """
    from IPython.core.getipython import get_ipython

    shell: Any = get_ipython()
    kernel = getattr(shell, "kernel", None)
    message: Any = (kernel.get_parent() if kernel is not None else None) or {}
    cell = (message.get("metadata") or {}).get("cellId") or (message.get("content") or {}).get("code")
    return (str(cell), str((message.get("header") or {}).get("msg_id"))) if cell else ("", "")


def take_place(frame: ipw.Widget, name: str = "", otherwise: str = "") -> None:
    """Note what is shown, and close what it is shown instead of.

    That is what was shown under the same name; without one all that the same cell showed when it was run before,
    and outside of cells what was shown under the name `otherwise`, if there is one.
    """
    cell, run = ("", "") if name else cell_run()
    key = name or cell or otherwise
    if not key:
        return
    with TURN:
        before, shown = _SHOWN.get(key, ("", []))
        if not cell or before != run:
            close_all(shown)
            shown = []
        _SHOWN[key] = run, [*shown, frame]
