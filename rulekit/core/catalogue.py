"""Catalogues: every sentence shown to a person, by key and language, out of YAML files; the language in force."""

from __future__ import annotations

import os
import string
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from importlib.resources import files
from typing import Any

__all__ = [
    "LANGUAGES",
    "LANG_VARIABLE",
    "Catalogue",
    "common_catalogue",
    "default_lang",
    "layered",
    "package_data",
    "read_yaml",
    "texts_of",
]

LANGUAGES = ("zh", "en")

#: Environment variable that chooses the language of what notebooks show.
LANG_VARIABLE = "RULEKIT_LANG"


def default_lang() -> str:
    """Return the language to use where none is asked for: `RULEKIT_LANG`, else "zh".

    Forms such as `en_GB.UTF-8` count by their first part; an unknown language counts as not set.
    """
    wanted = os.environ.get(LANG_VARIABLE, "").replace("-", "_").split("_")[0].lower()
    return wanted if wanted in LANGUAGES else LANGUAGES[0]


def read_yaml(text: str) -> Any:
    """Parse trusted package data; user files go through `rulekit.core.source`."""
    from ruamel.yaml import YAML

    return YAML(typ="safe", pure=True).load(text)


def package_data(package: str, name: str) -> Any:
    """Return what a YAML file of a package holds."""
    return read_yaml(files(package).joinpath(name).read_text("utf-8"))


class _Formatter(string.Formatter):
    """Fills `{name}`, `{name:term}` and `{name:card|cards}`; the spec says how the value is worded."""

    def __init__(self, words: Mapping[str, Callable[[Any], str]]) -> None:
        self._words = words

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in self._words:
            return self._words[format_spec](value)
        one, bar, many = format_spec.partition("|")
        if bar:
            return one if value == 1 else many
        return str(format(value, format_spec))


class Catalogue:
    """Texts by dotted key, each in every language.

    A template names its parameters in braces; `{skill:term}` words the value through the given word formatter,
    `{n:card|cards}` is the first word where the number is 1, else the second.
    """

    def __init__(self, texts: Mapping[str, Mapping[str, str]]) -> None:
        self._texts = dict(texts)

    @classmethod
    def load(cls, package: str, name: str, beside: Catalogue | None = None) -> Catalogue:
        """Read a file of a package; its texts come after those `beside`.

        Raises ValueError for a key defined twice or lacking a language.
        """
        texts = {} if beside is None else dict(beside._texts)
        for key, entry in _flatten(package_data(package, name)):
            if key in texts:
                raise ValueError(f"{package}/{name}: {key} is defined twice")
            if set(entry) != set(LANGUAGES):
                raise ValueError(f"{package}/{name}: {key} needs exactly {LANGUAGES}")
            texts[key] = entry
        return cls(texts)

    def over(self, common: Catalogue) -> Catalogue:
        """Return a catalogue that has the texts of `common` where this one has none."""
        return Catalogue({**common._texts, **self._texts})

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def keys(self) -> list[str]:
        """Return all keys in file order."""
        return list(self._texts)

    def template(self, key: str, lang: str) -> str:
        """Return the raw template; raises KeyError for an unknown key."""
        return self._texts[key][lang]

    def fields(self, key: str, lang: str) -> frozenset[str]:
        """Return the names of the parameters that the sentence `key` shows; raises KeyError for an unknown key."""
        return frozenset(name for _, name, _, _ in string.Formatter().parse(self.template(key, lang)) if name)

    def text(
        self,
        key: str,
        lang: str,
        params: Mapping[str, Any],
        words: Mapping[str, Callable[[Any], str]] | None = None,
    ) -> str:
        """Return the sentence `key` in `lang` with `params` filled in."""
        return _Formatter(words or {}).vformat(self.template(key, lang), (), params)


def _flatten(data: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, Mapping[str, str]]]:
    for key, value in data.items():
        name = f"{prefix}{key}"
        if set(value) <= set(LANGUAGES):
            yield name, value
        else:
            yield from _flatten(value, name + ".")


def texts_of(package: str, name: str = "messages.yaml") -> Callable[[], Catalogue]:
    """Return what gives the texts of a file of a package; it is read when they are first asked for."""
    return cache(partial(Catalogue.load, package, name))


@cache
def layered(package: str, name: str, common: str) -> Catalogue:
    """Return the texts of a file of a package, if there is one, and for what it lacks those of the package `common`."""
    below = Catalogue.load(common, name)
    return Catalogue.load(package, name).over(below) if files(package).joinpath(name).is_file() else below


common_catalogue = texts_of("rulekit.core")  # the texts that belong to no game
