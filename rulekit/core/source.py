"""YAML written by people: plain data with the line and column of every key and value.

Files are data: explicit tags, anchors and aliases are refused, so that loading one neither runs code nor
blows up.  Words that YAML 1.1 took for booleans and digits of other scripts are refused rather than guessed.
Text is brought to Unicode form NFC, so that a name compares equal however a keyboard composed it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from math import isfinite
from pathlib import Path as FilePath
from typing import Any, NoReturn

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from rulekit.core.codec import MAX_DEPTH
from rulekit.core.errors import FileProblem, RulekitError
from rulekit.core.folder import MAX_BYTES, is_yaml, read_bytes
from rulekit.core.number import MAX_DIGITS, is_whole, read_whole
from rulekit.core.record import Path
from rulekit.core.scanner import NO_CHARACTER, PlaceScanner

__all__ = ["MAX_BYTES", "MAX_DEPTH", "Source", "read", "read_file", "read_text", "write"]


# What the parser says, and the sentence that tells a player what to do about it.
_EXPLAINED = {
    NO_CHARACTER: "not_character",
    "'\\t'": "yaml_tab",
    "expected ',' or": "yaml_bracket",
    "mapping values are not allowed": "yaml_colon",
    "could not find expected ':'": "yaml_no_colon",
    "expected <block end>": "yaml_indent",
    "while scanning a quoted scalar": "yaml_quote",
    "unexpected end of stream": "yaml_quote",
}
_WORDS = {"yes", "no", "on", "off", "y", "n"}
_CONSTANTS: Mapping[str, Any] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
}
_INT = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_CONTROL = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LINE_END = re.compile(r"\r\n?|\n")
_SURROGATE = re.compile(r"\\(?:u|U(?=0000))(?=(?:0000)?[dD][89a-fA-F])")


class Source:
    """A document with the place of each of its parts; paths are tuples of keys and indexes."""

    def __init__(self, file: str, data: Any) -> None:
        self.file = file
        self.data = data
        self._values: dict[Path, tuple[int, int]] = {}
        self._keys: dict[Path, tuple[int, int]] = {}

    def note(self, path: Path, value: tuple[int, int], key: tuple[int, int] | None = None) -> None:
        """Remember where the value at `path`, and its key, begin."""
        self._values[path] = value
        if key is not None:
            self._keys[path] = key

    def has(self, path: Path) -> bool:
        """Tell whether the document holds something at `path`."""
        return path in self._values

    def at(self, path: Path = (), *, key: bool = False) -> tuple[int, int]:
        """Return line and column (from 1) of the value, or its key, at `path` or the nearest part above it."""
        if key and path in self._keys:
            return self._keys[path]
        while path and path not in self._values:
            path = path[:-1]
        return self._values.get(path, (1, 1))

    def problem(
        self, code: str, path: Path = (), *, key: bool = False, clauses: tuple[str, ...] = (), **params: Any
    ) -> FileProblem:
        """Return the error `code` placed at `path`."""
        line, column = self.at(path, key=key)
        return FileProblem(code, file=self.file, line=line, column=column, clauses=clauses, **params)


def read(source: FilePath | str) -> Source:
    """Read a file, given as a path or by its name (one line that ends in .yaml or .yml), or else a text."""
    named = isinstance(source, FilePath) or ("\n" not in source and is_yaml(FilePath(source)))
    return read_file(source) if named else read_text(str(source))


def read_file(path: FilePath | str) -> Source:
    """Read a YAML file, a leading `~` being a home folder; raises FileProblem when it cannot be read or is wrong."""
    name = str(path)
    raw = read_bytes(path)
    if len(raw) > MAX_BYTES:
        raise FileProblem("file_too_large", file=name, limit=MAX_BYTES // 1024)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = _where(raw[: error.start].decode("utf-8").removeprefix("\ufeff"))
        raise FileProblem("not_utf8", file=name, line=line + 1, column=column + 1) from None
    return read_text(text, file=name)


def read_text(text: str, *, file: str = "<text>") -> Source:
    """Read YAML text; raises FileProblem when it is wrong."""
    if len(text) > MAX_BYTES:
        raise FileProblem("file_too_large", file=file, limit=MAX_BYTES // 1024)
    return _Builder(text.removeprefix("\ufeff"), file).build()


class _Builder:
    """Builds a Source from parser events, refusing what is not plain data."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.source = Source(file, None)
        self.events = self._parse()

    def _parse(self) -> Iterator[Event]:
        bad = _CONTROL.search(self.text)
        if bad:
            self._fail("control_character", _where(self.text[: bad.start()]), char=f"U+{ord(bad.group()):04X}")
        parser = YAML(typ="safe", pure=True)
        parser.Scanner = PlaceScanner
        try:
            yield from parser.parse(self.text)
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            place = (mark.line, mark.column) if mark is not None else (0, 0)
            self._fail(*self._explain(error, place))
        except YAMLError as error:
            self._fail("yaml_syntax", (0, 0), detail=str(error).splitlines()[0])

    def _explain(self, error: MarkedYAMLError, place: tuple[int, int]) -> Any:
        detail = str(error.problem or error.context or "").strip()
        lines = _LINE_END.split(self.text)
        near = lines[max(0, place[0] - 1) : place[0] + 1]
        for offset, line in enumerate(near):
            found = re.match(r"[\s\-{,]*[\w.]+：", line)
            if found:
                return "fullwidth_colon", (max(0, place[0] - 1) + offset, found.end() - 1)
        return next((code for part, code in _EXPLAINED.items() if part in detail), "yaml_syntax"), place, detail

    def _fail(self, code: str, place: tuple[int, int], detail: str = "", **params: Any) -> NoReturn:
        line, column = place[0] + 1, place[1] + 1
        raise FileProblem(code, file=self.source.file, line=line, column=column, detail=detail, **params) from None

    def build(self) -> Source:
        documents = 0
        for event in self.events:
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._fail("many_documents", _place(event))
            elif isinstance(event, NodeEvent):
                self.source.data = self._node(event, ())
                self.source.note((), _mark(event))
        if not documents:
            self._fail("empty_file", (0, 0))
        return self.source

    def _node(self, event: NodeEvent, path: Path) -> Any:
        self._plain(event)
        if isinstance(event, ScalarEvent):
            return self._scalar(event)
        if len(path) >= MAX_DEPTH:
            self._fail("too_deep", _place(event), limit=MAX_DEPTH)
        return self._mapping(event, path) if isinstance(event, MappingStartEvent) else self._sequence(event, path)

    def _plain(self, event: NodeEvent) -> None:
        if isinstance(event, AliasEvent) or event.anchor is not None:
            self._fail("yaml_alias", _place(event), name=event.anchor)
        tag = getattr(event, "tag", None)
        if tag is not None:
            self._fail("yaml_tag", _place(event), name=str(tag).replace("tag:yaml.org,2002:", "!!"))

    def _text(self, event: ScalarEvent) -> str:
        """Return the text of a scalar; the halves of a character that JSON writes as a pair are put together."""
        try:
            text = str(event.value).encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            found = _SURROGATE.search(self.text, event.start_mark.index)
            assert found is not None, "only an escape makes half a character"
            self._fail("not_character", _where(self.text[: found.end()]))
        return unicodedata.normalize("NFC", text)

    def _scalar(self, event: ScalarEvent) -> Any:
        text = self._text(event)
        if event.style is not None:
            return text
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        if text.casefold() in _WORDS:
            known = "true" if text.casefold() in ("yes", "on", "y") else "false"
            self._fail("word_for_flag", _place(event), value=text, nearest=known)
        if is_whole(text):
            number = read_whole(text)
            if number is None:
                self._fail("number_too_long", _place(event), limit=MAX_DIGITS)
            if not _INT.match(text):
                self._fail("foreign_digits", _place(event), value=text, nearest=str(number))
            return number
        if not _FLOAT.match(text):
            return text
        if not isfinite(float(text)):
            self._fail("number_too_long", _place(event), limit=MAX_DIGITS)
        return float(text)

    def _sequence(self, _: NodeEvent, path: Path) -> list[Any]:
        made: list[Any] = []
        for event in self.events:
            if isinstance(event, SequenceEndEvent):
                break
            assert isinstance(event, NodeEvent)
            here = (*path, len(made))
            self.source.note(here, _mark(event))
            made.append(self._node(event, here))
        return made

    def _mapping(self, _: NodeEvent, path: Path) -> dict[str, Any]:
        made: dict[str, Any] = {}
        first: dict[str, int] = {}
        for event in self.events:
            if isinstance(event, MappingEndEvent):
                break
            assert isinstance(event, NodeEvent)
            if isinstance(event, (MappingStartEvent, SequenceStartEvent)):
                self._fail("key_not_text", _place(event))
            self._plain(event)
            assert isinstance(event, ScalarEvent)
            key = self._text(event)
            if key in made:
                self._fail("duplicate_key", _place(event), name=key, first=first[key])
            first[key] = event.start_mark.line + 1
            here = (*path, key)
            value = next(self.events)
            assert isinstance(value, NodeEvent)
            self.source.note(here, _mark(value), _mark(event))
            made[key] = self._node(value, here)
        return made


def _where(before: str) -> tuple[int, int]:
    """Return line and column, from 0, of what stands behind a text."""
    lines = _LINE_END.split(before)
    return len(lines) - 1, len(lines[-1])


def _place(event: Event) -> tuple[int, int]:
    return event.start_mark.line, event.start_mark.column


def _mark(event: Event) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1


# -- writing ----------------------------------------------------------------------------------------

_PLAIN = re.compile(r"[^\W\d_](?:[\w.+#%=!！？?；。、/·-]|(?<=[\w！]) (?=\w))*\Z")
_HALF = re.compile("[\ud800-\udfff]")
_ESCAPED = re.compile(r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def write(data: Any, *, block: frozenset[str] = frozenset()) -> str:
    """Return `data` as YAML that `read_text` reads back equal.

    Mappings under the keys named by `block` spread over lines, everything deeper is written on one line.  Raises
    RulekitError for a text that no file can hold, with half of a character in it.
    """
    text = "".join(_block(data, "", block))
    if _HALF.search(text):
        raise RulekitError("not_character")
    return text


def _block(data: Mapping[str, Any], indent: str, block: frozenset[str]) -> Iterator[str]:
    for key, value in data.items():
        head = f"{indent}{_flow(key)}:"
        if key in block and isinstance(value, Mapping) and value:
            yield f"{head}\n"
            yield from _block(value, indent + "  ", block)
        elif key in block and isinstance(value, (list, tuple)) and value:
            yield f"{head}\n"
            for item in value:
                if isinstance(item, Mapping) and len(item) > 1 and block & set(item):
                    lines = list(_block(item, indent + "    ", block))
                    yield f"{indent}  - {lines[0].lstrip(' ')}"
                    yield from lines[1:]
                elif isinstance(item, Mapping) and len(item) == 1:
                    yield f"{indent}  - {_flow(item)[1:-1]}\n"
                else:
                    yield f"{indent}  - {_flow(item)}\n"
        else:
            yield f"{head} {_flow(value)}\n"


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flow(k)}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str):
        return value if _is_plain(value) else _quoted(value)
    return "null" if value is None else json.dumps(value)


def _is_plain(text: str) -> bool:
    return bool(_PLAIN.match(text)) and text not in _CONSTANTS and text.casefold() not in _WORDS


def _quoted(text: str) -> str:
    made = json.dumps(text, ensure_ascii=False)
    return _ESCAPED.sub(lambda m: f"\\u{ord(m.group()):04x}", made)
