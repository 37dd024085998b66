"""Saving a session as a scenario file, loading one, and copying it as Python code."""

from __future__ import annotations

from functools import partial
from typing import Any

import ipywidgets as ipw

from rulekit.core.catalogue import LANGUAGES
from rulekit.ui.parts import Host

__all__ = ["Files"]


class Files:
    """Paths, a title in each language, and buttons; nothing is overwritten unless the box is ticked."""

    def __init__(self, host: Host) -> None:
        self.host = host
        kit = host.kit
        self.titles: dict[str, ipw.Text] = {
            lang: kit.make(ipw.Text, f"rk-title-{lang}", width="26em") for lang in LANGUAGES
        }
        self._typed: set[str] = set()  # titles that are the reader's own
        self._quiet = False
        for lang, box in self.titles.items():
            box.observe(partial(self._on_title, lang), "value")
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
        host = self.host
        self.draw()
        typed = {lang: box.value.strip() for lang, box in self.titles.items()}
        fallback = next((t for t in typed.values() if t), host.t("files.untitled"))
        title = {lang: text or fallback for lang, text in typed.items()}
        path = self.path.value.strip()
        overwrite = self.overwrite.value

        def change() -> None:
            host.session.save(path, title=title, overwrite=overwrite)
            self._typed.clear()

        host.act(change, host.t("done.saved", path=path))
        self.overwrite.value = False

    def _on_title(self, lang: str, _change: Any) -> None:
        if not self._quiet:
            self._typed.add(lang)

    def load(self) -> None:
        """Load a scenario in place of what is shown."""
        host = self.host
        path = self.source.value.strip()
        host.act(lambda: host.replace(path), host.t("done.loaded", path=path))

    def copy(self) -> None:
        """Show the code and put it on the clipboard where the front end allows it."""
        self.draw()
        self.host.bridge.copy(self.code.value)
        self.host.act(lambda: None, self.host.t("done.copied"))

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show labels and the code of the session as it is, to those who may know all of it."""
        host = self.host
        if host.session.viewer is not None:
            return
        title = {} if host.session.astray else host.session.title  # that of another case is not kept
        self._quiet = True
        for lang, box in self.titles.items():
            box.description = host.t(f"files.title_{lang}")
            if lang not in self._typed:
                box.value = title.get(lang, "")
        self._quiet = False
        self.path.description = host.t("files.path")
        self.source.description = host.t("files.source")
        self.saver.description = host.t("files.save")
        self.loader.description = host.t("files.load")
        self.copier.description = host.t("files.copy")
        self.overwrite.description = host.t("files.overwrite")
        self.code.tooltip = host.t("name.code")
        self.code.value = host.session.copy_python()

    def reset(self) -> None:
        """Forget what was typed for another case."""
        self._typed.clear()
