"""The drawn position to be clicked, in every game: things picked are played with, or set up in the editor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import ipywidgets as ipw

from rulekit.core.action import ANSWER
from rulekit.core.position import Position
from rulekit.core.reach import Candidate, Reach
from rulekit.core.record import Path
from rulekit.core.show.view import Things
from rulekit.core.things import read_thing, thing_text
from rulekit.drawing.svg import escape
from rulekit.ui.actions import ActionRow, Entry
from rulekit.ui.panel import CLAIMED, Part
from rulekit.ui.parts import Host

__all__ = ["Table"]

FEW = 8  # as many actions that name nothing drawn are offered beside the position

Marks = tuple[tuple[str, ...], str]


class Table(Part[Host]):
    """What a click means follows from the actions of the moment and the things their arguments name.

    A thing is picked, a second click lets go of it.  What is picked leaves actions: a single legal one that needs
    nothing more is played, of several that need nothing more each is a button, illegal ones with their reason.  A
    panel of the game may claim a click before.  Setting up, a click opens the editor at what was clicked.
    """

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        kit = host.kit
        self.picked: tuple[Path, ...] = ()
        self._reach: Reach | None = None
        self._picked_in: Position | None = None  # picks hold for the position they were made in
        options = [("", "play"), ("", "set")]
        self.mode = self.control(ipw.ToggleButtons, "rk-mode", lambda _mode: self._turned(), options=options)
        self.hint = kit.note("rk-hint rk-table-hint")
        self.ways = ActionRow(host)
        self.box = kit.column(kit.row(self.mode, self.hint), self.ways.box, cls="rk-table-top")
        host.bridge.listen("thing", lambda text: self.click(read_thing(text)))

    # -- where things stand ------------------------------------------------------------------------

    @property
    def setting_up(self) -> bool:
        """Whether clicks change the set-up and not the game; never while one player's secrets are kept."""
        return self.mode.value == "set" and self.session.sees_all

    @property
    def live(self) -> bool:
        """Whether the drawn position can be played on: it is the last one, of a set-up that can be played."""
        session = self.session
        at_end = session.trace is None or session.whole or session.at == len(session.trace) - 1
        return session.ready and at_end and not self.setting_up

    @property
    def reach(self) -> Reach:
        """What can be done with the things of the position, as far as the one looking may know."""
        known = self.session.known
        if self._reach is None or self._reach.position != known:
            self._reach = Reach(known)
        return self._reach

    # -- what a reader does ------------------------------------------------------------------------

    def click(self, thing: Path) -> None:
        """Do what a click on a thing means now; on what is no thing nothing happens."""
        if self.setting_up:
            self.act(lambda: self.host.open(thing))
            self.host.bridge.show(".rk-editor .rk-here")
        elif self.live:
            self.act(self._meaning(thing))

    def _meaning(self, thing: Path) -> Callable[[], object]:
        if thing in self.picked:
            return partial(self._pick, *(other for other in self.picked if other != thing))
        fits = bool(self.picked and self.reach.suiting((*self.picked, thing)))
        if not fits and any(panel.claim(thing) for panel in self.host.panels.values()):
            return self._pick if not self.picked else lambda: None
        refused = None if fits else self.reach.refused(self.picked, thing) if self.picked else None
        if refused is not None:
            return partial(self.session.play, refused[0])
        picked = (*self.picked, thing) if fits else (thing,)
        found = self.reach.suiting(picked)
        if len(found) == 1 and found[0].legal and found[0].needs_no_more(picked):
            return partial(self._play, found[0])
        return partial(self._pick, *picked) if found else lambda: None

    def _pick(self, *things: Path) -> None:
        self.picked, self._picked_in = things, self.session.known

    def _play(self, candidate: Candidate) -> None:
        self.session.play(candidate.action)
        self.picked = ()

    def _turned(self) -> None:
        self.picked = ()
        self.act()

    def reset(self) -> None:
        """Let go of what was picked."""
        self.picked = ()

    # -- drawing -----------------------------------------------------------------------------------

    def paint(self) -> None:
        """Show the controls above the position; the position itself is drawn by `html`."""
        self.mode.options = [(self.t("table.play"), "play"), (self.t("table.set"), "set")]
        self.mode.tooltip = self.t("name.mode")
        self.mode.disabled = not self.session.sees_all
        if not self.live or self._picked_in != self.session.known:
            self.picked = ()
        ways = self._ways() if self.live else []
        if ways:
            self.ways.draw("" if self.picked else self.t("table.rest"), ways, [])
        else:
            self.ways.clear()
        self.hint.value = f"<span>{escape(self._hint())}</span>"

    def _ways(self) -> list[Entry]:
        """Return what can be done with what is picked, else the legal actions for which nothing is clicked."""
        found = [c for c in self.reach.suiting(self.picked) if c.needs_no_more(self.picked)]
        if not self.picked:
            found = [c for c in found if c.legal]
            found = found if len(found) <= FEW else []
        words, known = self.session.phrasebook, self.session.known
        return [(c.action, words.action(c.action), None if c.legal else known.why_illegal(c.action)) for c in found]

    def _hint(self) -> str:
        if self.setting_up:
            return self.t("table.set_up")
        if not self.live:
            return self.t("table.earlier") if self.session.ready else ""
        doing: dict[str, dict[str, None]] = {}  # by what is clicked
        for candidate in (c for c in self.reach.suiting(self.picked) if c.legal):
            verb = candidate.action.verb
            does = self.t("table.answer") if verb == ANSWER else self.session.phrasebook.value(verb, "verb")
            for thing in self._open(candidate):
                doing.setdefault(thing, {})[does] = None
        clicked: dict[str, list[str]] = {}  # by what is done
        for thing, found in doing.items():
            clicked.setdefault(self.t("table.and").join(found), []).append(thing)
        parts = [self.t("table.click", things=self.t("table.or").join(t), verbs=does) for does, t in clicked.items()]
        clicks = self.t("table.then").join(parts)
        if not self.picked:
            return self.t("table.first", clicks=clicks) if parts else ""
        if parts:
            return self.t("table.more", clicks=clicks)
        return self.t("table.choose" if any(c.legal for c in self.reach.suiting(self.picked)) else "table.nothing")

    def _open(self, candidate: Candidate) -> Iterator[str]:
        """Yield words for what an action still names besides what is picked."""
        for need in candidate.needs:
            if not need & {*self.picked}:
                thing = min(need, key=thing_text)
                owners = (candidate.action.who, *self.session.game.players)
                kind = next(kind for who in owners if (kind := self.reach.kind(who, thing)))
                yield self.session.phrasebook.text(f"thing.{kind}")

    def html(self) -> str:
        """Return the position, clickable where something can be done."""
        session, view = self.session, self.session.game.view
        if self.setting_up:
            head = f'<p class="rk-soft">{escape(self.t("table.start"))}</p>'
            return head + view.position_html(session.start, self.lang, things=self._editable)
        things = self._playable() if self.live else self._looked_at
        return view.position_html(session.current, self.lang, highlight=session.highlight, things=things)

    def _editable(self, path: Path, label: str, tip: str = "") -> Marks:
        return (), _button(path, label, tip)

    def _looked_at(self, path: Path, label: str, tip: str = "") -> Marks:
        return tuple(n for n in self._of_panels(path) if n != CLAIMED), f' title="{escape(tip)}"' if tip else ""

    def _of_panels(self, path: Path) -> list[str]:
        return [name for panel in self.host.panels.values() for name in panel.marks(path)]

    def _playable(self) -> Things:
        """Return how things are marked: what is picked, what goes with it, what does not and why."""
        reach = self.reach
        things = reach.things
        asked = bool(self.picked) or self.session.known.decision is not None
        suiting = [c for c in reach.suiting(self.picked) if c.legal] if asked else []
        able = frozenset(path for c in suiting for need in (*c.needs, c.takes) for path in need)

        def marked(path: Path, label: str, tip: str = "") -> Marks:
            names, chosen = self._of_panels(path), path in self.picked
            if path not in things and CLAIMED not in names:
                return self._looked_at(path, label, tip)
            refused = None
            if chosen:
                names.append("rk-chosen")
            elif path in able and not any(path in need and need & {*self.picked} for c in suiting for need in c.needs):
                names.append("rk-can")
            elif self.picked:
                refused = reach.refused(self.picked, path)
                names += ["rk-cannot"] if refused is not None else []
            why = self.refusal(refused[1]) if refused is not None else ""
            return tuple(names), _button(path, label, ": ".join(filter(None, (tip, why))), chosen)

        return marked


def _button(path: Path, label: str, tip: str, pressed: bool | None = None) -> str:
    """Return the attributes of a thing that can be clicked, or pressed with the keyboard."""
    held = "" if pressed is None else f' aria-pressed="{str(pressed).lower()}"'
    name, title = escape(label), escape(tip or label)
    return (
        f' data-thing="{escape(thing_text(path))}" role="button" tabindex="0"{held} title="{title}" aria-label="{name}"'
    )
