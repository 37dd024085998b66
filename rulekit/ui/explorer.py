"""The explorer: one frame around editor, actions, trace, graph, rulings and files of a session."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path as FilePath
from typing import Any

import ipywidgets as ipw

from rulekit.core.errors import IllegalAction, RulekitError, speaks, system_words
from rulekit.core.playthrough import Playthrough
from rulekit.core.position import Position
from rulekit.core.record import Path
from rulekit.core.scenario import Scenario, load
from rulekit.core.show.answers import due_text
from rulekit.drawing.svg import escape
from rulekit.drawing.theme import STYLE
from rulekit.games import load_game
from rulekit.ui.actions import Actions
from rulekit.ui.bridge import Bridge
from rulekit.ui.editor import Editor
from rulekit.ui.files import Files
from rulekit.ui.gallery import Gallery, GalleryPanel
from rulekit.ui.gallery import gallery as make_gallery
from rulekit.ui.graph import GraphPanel
from rulekit.ui.panel import Panel, offer
from rulekit.ui.panels import panels_of
from rulekit.ui.parts import LAB_STYLE, Kit, Section, close_all, mimebundle, show, source_of, speak, take_place
from rulekit.ui.rulings import RulingsPanel
from rulekit.ui.session import Session, session_of
from rulekit.ui.session_text import astray_text, stopped_text
from rulekit.ui.spot import Spot
from rulekit.ui.static import static_html
from rulekit.ui.stepper import Stepper
from rulekit.ui.table import Table
from rulekit.ui.words import LabError, ui_text

__all__ = ["Explorer", "lab"]


class Explorer:
    """A session with its controls; shown by a notebook as widgets, elsewhere as a static page or as text."""

    def __init__(
        self, session: Session, *, name: str = "", gallery: Gallery | None = None, closed: Iterable[str] = ()
    ) -> None:
        self.session = session
        self.name = name
        self._drawing = False
        self._said = ""
        self._failed = False
        self.spot: Spot | None = None  # where the last change was made, if in a part of the lab
        self.bridge = Bridge(
            {
                "pick": lambda message: self._picked(message.get("id")),
                "step": lambda _message: self.act(session.step),
                "back": lambda _message: self.act(session.back),
                "ruling": lambda message: self.open_ruling(str(message.get("id"))),
            }
        )
        self.kit = kit = Kit()
        self.title = kit.note("rk-lab-title")
        self.lang = kit.make(ipw.ToggleButtons, "rk-lang", options=[("中文", "zh"), ("English", "en")])
        self.lang.value = session.lang
        self.lang.observe(self._on_lang, "value")
        self.undo = kit.button("rk-undo", lambda: self.act(self._undo))
        self.redo = kit.button("rk-redo", lambda: self.act(self._redo))
        self.reset = kit.button("rk-reset", lambda: self.act(session.reset))
        sides = [("", ""), *((who, who) for who in session.game.players)]
        self.viewer = kit.make(ipw.ToggleButtons, "rk-viewer", options=sides)
        self.viewer.observe(self._on_viewer, "value")
        self.status = kit.note("rk-status")
        self.gallery = GalleryPanel(self, gallery) if gallery is not None else None
        style = kit.note("rk-style")
        style.value = f"<style>{STYLE}\n{LAB_STYLE}</style>"
        self._head = (
            style,
            self.bridge,
            kit.row(self.title, self.viewer, self.lang, self.undo, self.redo, self.reset, cls="rk-head"),
            *([self.gallery.box] if self.gallery is not None else []),
            self.status,
        )
        self.frame = kit.column(*self._head, cls="rk-root rk-explorer")
        self.sections: dict[str, Section] = {}
        self._furnished = session.viewer
        self._furnish(frozenset(closed))
        self.draw()

    def _furnish(self, shut: frozenset[str]) -> None:
        """Make every part below the head anew, for whoever looks now; nothing is left of what others were shown."""
        session = self.session
        self.kit = kit = Kit()
        self.position = kit.note("rk-position")
        entries = panels_of(session.game.id)
        common = ("editor", "actions", "table", "stepper", "graph", "rulings", "files")
        self.spots = spots = {name: Spot(self) for name in (*common, *(e.name for e in entries))}
        self.editor = Editor(spots["editor"])
        self.actions = Actions(spots["actions"])
        self.stepper = Stepper(spots["stepper"])
        self.graph = GraphPanel(spots["graph"])
        self.rulings = RulingsPanel(spots["rulings"])
        self.files = Files(spots["files"])
        self.panels: dict[str, Panel] = {}
        for entry in entries:
            self.panels[entry.name] = entry(spots[entry.name])
        self.table = Table(spots["table"])
        parts: list[tuple[str, Any, bool]] = [
            ("editor", self.editor, not entries),
            ("actions", self.actions, True),
            *((e.name, self.panels[e.name], e.opened) for e in entries),
            ("stepper", self.stepper, True),
            ("graph", self.graph, True),
            ("rulings", self.rulings, False),
            ("files", self.files, False),
        ]
        opened = {name: self.sections[name].opened if self.sections else open and name not in shut
                  for name, _, open in parts}  # fmt: skip
        self.sections = {
            name: Section(kit, name, spots[name].reply, part.box, opened=opened[name], changed=self.draw)
            for name, part, _ in parts
        }
        self._parts: dict[str, Any] = {name: part for name, part, _opened in parts}
        self.bridge.sources = self._sources()
        self._body: tuple[ipw.Widget, ...] = (
            self.sections["editor"].box,
            self.sections["actions"].box,
            self.table.box,
            spots["table"].reply,
            self.position,
            *(self.sections[e.name].box for e in entries),
            self.sections["stepper"].box,
            self.sections["graph"].box,
            self.sections["rulings"].box,
            self.sections["files"].box,
        )

    def _place(self) -> None:
        """Put parts that were made anew, and are drawn by now, in place of those before them."""
        before = self.frame.children[len(self._head) :]
        if before != self._body:
            self.frame.children = (*self._head, *self._body)
            close_all(before)

    def _sources(self) -> dict[str, str]:
        """Return which code draws the part of each CSS class, as module:class."""
        drawn = {f"rk-box-{name}": source_of(part) for name, part in self._parts.items()}
        view = self.session.game.view
        return {
            **drawn,
            "rk-table-top": source_of(self.table),
            "rk-position": f"{view.__module__}:{view.__qualname__}",
        }

    # -- what a reader does ------------------------------------------------------------------------

    def act(self, change: Callable[[], object], done: str = "", *, spot: Spot | None = None) -> None:
        """Run a change of the session, say what came of it in the status line and at the spot, draw everything anew.

        An error of the project or of the file system becomes a sentence; the session is then as before.
        """
        if self._drawing:
            return
        self._said, self._failed, self.spot = done, False, spot
        try:
            change()
        except RulekitError as error:
            self._said, self._failed = self._refusal(error), True
        except (OSError, UnicodeError, ValueError) as error:
            what = system_words(self.session.lang, error.errno) if isinstance(error, OSError) else str(error)
            self._said, self._failed = self.t("error.system", what=what), True
        self.draw()

    def _refusal(self, error: RulekitError) -> str:
        """Return what is wrong, of what the other player tried only the clauses; a viewer is told no legal actions."""
        session = self.session
        if isinstance(error, IllegalAction) and not session.sees_all:
            known = session.sees(session.position.decider)
            return error.reason(session.lang) if known else f"[{', '.join(error.clauses)}]"
        return error.text(session.lang)

    def t(self, key: str, **params: Any) -> str:
        """Return a sentence of the lab in the session's language."""
        return ui_text(key, self.session.lang, **params)

    def replace(self, source: str | Scenario) -> None:
        """Load a scenario or its file in place of what is shown; raises as `Session.load`."""
        self.session.load(source)
        if self.gallery is not None:
            self.gallery.mark(source)
        self._forget()
        if isinstance(source, Scenario):
            self.look_at(source)
        self.files.reset()

    def look_at(self, scenario: Scenario) -> None:
        """Go to the step at which a scenario states what it expects, where that is not the end."""
        if scenario.then.at:
            self.session.run_to(kind=scenario.then.at)

    def walk(self, kind: str, *, spot: Spot | None = None) -> None:
        """Go before the first step of a kind, in whatever was played, and play on from there by itself."""
        session = self.session

        def change() -> None:
            session.set_scope("all")
            session.to_start()
            if not session.run_to(kind=kind):
                raise LabError("no_such_step")
            session.back()

        self.act(change, spot=spot)
        if not self._failed and not self.stepper.player.playing:
            self.stepper.toggle()

    def open(self, path: Path) -> None:
        """Open the section of the editor at a field of the set-up."""
        self.sections["editor"].head.value = True
        self.editor.open(path)

    def open_ruling(self, id: str) -> None:
        """Open the section of rulings at one of them; an unknown id is ignored."""
        if id in self.session.game.rulebook.rulings:
            self.sections["rulings"].head.value = True
            self.rulings.open(id)

    def _picked(self, id: object) -> None:
        trace = self.session.trace
        if isinstance(id, int) and trace is not None and 0 <= id < len(trace):
            self.act(lambda: self.session.jump(id))

    def _on_lang(self, change: Any) -> None:
        if change["new"] is not None:
            self.act(lambda: self.session.set_lang(change["new"]))

    def _on_viewer(self, change: Any) -> None:
        if change["new"] is not None:
            self.act(lambda: self.session.set_viewer(change["new"] or None))

    def _undo(self) -> None:
        self.session.undo()
        self._forget()

    def _redo(self) -> None:
        self.session.redo()
        self._forget()

    def _forget(self) -> None:
        """Let go of what was being typed or picked, after the set-up was replaced."""
        self.editor.reset()
        self.table.reset()
        for panel in self.panels.values():
            panel.reset()

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Bring everything shown up to date; closed sections are left as they are.

        No control is rebuilt, but all of them when it is one player who looks from now on.
        """
        if self._drawing:
            return
        self._drawing = True
        try:
            session = self.session
            if session.viewer not in (None, self._furnished):
                self._furnish(frozenset())
            self._furnished = session.viewer
            name = session.title.get(session.lang) or session.game.rulebook.name[session.lang]
            astray = astray_text(session)
            sign = f' <span class="rk-astray" role="note">⚠ {escape(astray)}</span>' if astray else ""
            self.title.value = f"<b>{escape(name)}</b>{sign}"
            self.lang.value = session.lang
            speak(self.frame, session.lang)
            self.lang.tooltip = self.t("name.lang")
            for control, key in ((self.undo, "undo"), (self.redo, "redo"), (self.reset, "reset")):
                control.description = self.t(f"head.{key}")
            self.undo.disabled = not session.can_undo
            self.redo.disabled = not session.can_redo
            self.reset.disabled = not session.actions
            self.status.value = self._line(self.status_text())
            self._draw_viewer()
            self.table.draw()
            self.position.value = self.table.html()
            if self.gallery is not None:
                self.gallery.draw()
            for spot in self.spots.values():
                spot.draw()
            for key, section in self.sections.items():
                panel = self.panels.get(key)
                section.draw(self.t(f"section.{key}") if panel is None else panel.t(f"title.{key}"))
                if section.opened:
                    self._parts[key].draw()
        finally:
            self._place()  # a page that is given parts before they are drawn may miss what is hidden meanwhile
            self._drawing = False

    def _draw_viewer(self) -> None:
        session = self.session
        labels = [(self.t("head.both"), ""), *((who, who) for who in session.game.players)]
        offer(self.viewer, labels, session.viewer or "")
        show(self.viewer, session.keeps_secrets or not session.sees_all)
        self.viewer.tooltip = self.t("head.viewer")
        for key, part in self._parts.items():
            show(self.sections[key].box, session.sees_all or not part.tells_all)

    def _line(self, text: str) -> str:
        cls = "rk-said rk-failed" if self._failed else "rk-said"
        return f'<div class="{cls}">{escape(text)}</div>' if text else ""

    @property
    def said(self) -> str:
        """What the last change had to say, as HTML, for showing beside a control far from the status line."""
        return self._line(self._said)

    def status_text(self) -> str:
        """Return what was just done or went wrong; else where in the trace the reader is."""
        session = self.session
        if self._said:
            return self._said
        if session.stopped is not None:
            return stopped_text(session)
        step = session.step_now
        if session.trace is not None and not session.whole:
            if step is None:
                return self.t("stepper.before_first")
            sentence = session.phrasebook.step(step)
            return self.t("status.step", at=step.id, last=len(session.trace) - 1, sentence=sentence)
        if session.trace is not None:
            words = session.phrasebook.action(session.trace.marks[-1].action)
            return self.t(
                "status.played", action=words, n=len(session.trace), due=due_text(session.position, session.lang)
            )
        return due_text(session.position, session.lang)

    # -- display -----------------------------------------------------------------------------------

    def close(self) -> None:
        """Close every widget of this explorer."""
        close_all([self.frame])

    def __repr__(self) -> str:
        return self.session.text()

    def _repr_html_(self) -> str:
        session = self.session
        current = None if session.whole else session.at
        trace = session.trace
        return static_html(session.current, trace, session.lang, current=current)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        return mimebundle(self.frame, self._repr_html_(), repr(self))


@speaks
def lab(
    game: str | Position | Playthrough | Scenario | None = None,
    *,
    given: Mapping[str, Any] | Scenario | Position | Playthrough | None = None,
    scenario: Scenario | str | FilePath | None = None,
    rulings: Mapping[str, str] | None = None,
    play: tuple[str, ...] | list[str] = (),
    lang: str | None = None,
    name: str | None = None,
    title: Mapping[str, str] | str | None = None,
    allow_impossible: bool = False,
    gallery: Gallery | Iterable[Scenario | str | FilePath] | None = None,
    closed: Iterable[str] = (),
) -> Explorer:
    """Return an explorer of a game from a set-up (as in a scenario file; without one a sample) or of a scenario.

    A position, a playthrough or a scenario may also stand in place of the game.

    `play` are actions, written as in scenario files, each of the player who is next.  Every scenario of the
    `gallery` gets a button that puts it in place of what is shown; sections named in `closed` (editor, actions,
    stepper, graph) are folded at first.  An explorer of the same `name` is closed, without one those that the same
    cell of a notebook showed when it was run before.
    Raises UnknownName for an unknown game, ruling or action, BadGiven for a set-up that is no position,
    FileProblem for a scenario file that is wrong, LabError for a scenario of another game.
    """
    if game is not None and not isinstance(game, str):
        game, given = None, game
    if isinstance(given, Scenario):
        scenario, given = given, None
    if scenario is not None:
        loaded = scenario if isinstance(scenario, Scenario) else load(scenario)
        session = session_of(loaded, game=game, rulings=rulings, lang=lang, allow_impossible=allow_impossible)
    else:
        if given is None:
            system = load_game(game or "tangwu")
            given = system.sample(system.defaults.replace(rulings or {}).choices)
        names = {"zh": title, "en": title} if isinstance(title, str) else title
        session = session_of(
            given, game=game, rulings=rulings, lang=lang, allow_impossible=allow_impossible, title=names
        )
    for text in play:
        session.play(text)
    books = gallery if gallery is None or isinstance(gallery, Gallery) else make_gallery(gallery, lang=session.lang)
    made = Explorer(session, name=name or "", gallery=books, closed=closed)
    if scenario is not None:
        made.look_at(loaded)
        made.draw()
    take_place(made.frame, name=f"lab {name}" if name else "")
    return made
