"""A drawn page as tests read it: well nested, its elements, its text."""

from __future__ import annotations

from html.parser import HTMLParser

__all__ = ["HOSTILE", "Page"]

HOSTILE = "<img src=x onerror=alert(1)>&\"'"
VOID = {"img", "br"}


class Page(HTMLParser):
    """Checks that elements nest and collects tags and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def count(self, name: str) -> int:
        """Return how many elements have a class."""
        return sum(name in (attrs.get("class") or "").split() for _, attrs in self.tags)
