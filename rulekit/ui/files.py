"""Saving a session as a scenario file, loading one, and copying it as Python code."""

from __future__ import annotations

from functools import partial

import ipywidgets as ipw

from rulekit.core.catalogue import LANGUAGES
from rulekit.core.playthrough import Playthrough
from rulekit.ui.panel import Part
from rulekit.ui.parts import Host

__all__ = ["Files"]


class Files(Part[Host]):
    """Paths, a title in each language, and buttons; nothing is overwritten unless the box is ticked."""

    tells_all = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        kit = host.kit
        self.titles: dict[str, ipw.Text] = {
            lang: self.control(ipw.Text, f"rk-title-{lang}", partial(self._on_title, lang), width="26em")
            for lang in LANGUAGES
        }
        self._typed: set[str] = set()  # titles that are the reader's own
        self._written: tuple[Playthrough, str] | None = None  # what is played and its code; it is not written twice
        self.path = kit.make(ipw.Text, "rk-save-path", width="26em", value=f"my-{host.session.game.id}.yaml")
        self.overwrite = kit.make(ipw.Checkbox, "rk-overwrite", indent=False)
        self.saver = kit.button("rk-save", self.save)
        self.source = kit.make(ipw.Text, "rk-load-path", width="26em")
        self.loader = kit.button("rk-load", self.load)
        self.code = kit.make(ipw.Textarea, "rk-code", width="100%", rows=12)
        self.copier = kit.button("rk-copy", self.copy)
        self.box = kit.column(
            kit.row(*self.titles.values()),
            kit.row(self.path, self.saver, self.overwrite),
            kit.row(self.source, self.loader),
            kit.row(self.copier),
            self.code,
            cls="rk-files",
        )

    # -- what a reader does ------------------------------------------------------------------------

    def save(self) -> None:
        """Save the session; the status line says where, or what went wrong."""
        session = self.session
        self.draw()
        typed = {lang: box.value.strip() for lang, box in self.titles.items()}
        fallback = next((t for t in typed.values() if t), self.t("files.untitled"))
        title = {lang: text or fallback for lang, text in typed.items()}
        path = self.path.value.strip()
        overwrite = self.overwrite.value

        def change() -> None:
            session.save(path, title=title, overwrite=overwrite)
            self._typed.clear()

        self.act(change, self.t("done.saved", path=path))
        self.overwrite.value = False

    def _on_title(self, lang: str, _text: str) -> None:
        self._typed.add(lang)

    def load(self) -> None:
        """Load a scenario in place of what is shown."""
        path = self.source.value.strip()
        self.act(lambda: self.host.replace(path), self.t("done.loaded", path=path))

    def copy(self) -> None:
        """Show the code and put it on the clipboard where the front end allows it."""
        self.draw()
        self.host.bridge.copy(self.code.value)
        self.act(done=self.t("done.copied"))

    # -- drawing -----------------------------------------------------------------------------------

    def paint(self) -> None:
        """Show labels and the code of the session as it is."""
        session = self.session
        title = {} if session.astray else session.title  # that of another case is not kept
        for lang, box in self.titles.items():
            box.description = self.t(f"files.title_{lang}")
            if lang not in self._typed:
                box.value = title.get(lang, "")
        for control, key in (
            (self.path, "path"),
            (self.source, "source"),
            (self.saver, "save"),
            (self.loader, "load"),
            (self.copier, "copy"),
            (self.overwrite, "overwrite"),
        ):
            control.description = self.t(f"files.{key}")
        self.code.tooltip = self.t("name.code")
        if self._written is None or self._written[0] is not session.played:
            self._written = session.played, session.copy_python()
        self.code.value = self._written[1]

    def reset(self) -> None:
        """Forget what was typed for another case."""
        self._typed.clear()
