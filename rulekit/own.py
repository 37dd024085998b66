"""The notebooks and scenarios that come with the project: which there are, and by digest which are as they came."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from rulekit.core import shipped
from rulekit.core.saving import save_text

__all__ = ["LISTED", "START", "digest", "edition", "known", "note", "paths"]

START = "notebooks/00_start.ipynb"
#: The digest of every notebook, as `rulekit notebook` left it.
LISTED = Path(__file__).resolve().with_name("own_notebooks.json")
KINDS = {"notebooks": (".ipynb",), shipped.FOLDER: (".ipynb", ".yaml")}


def paths(folder: Path) -> Iterator[str]:
    """Yield the notebooks and scenarios in the folders of these names, as paths with slashes, in a fixed order."""
    for name, suffixes in KINDS.items():
        for path in sorted((folder / name).rglob("*")):
            parts = path.relative_to(folder).parts
            if path.suffix in suffixes and path.is_file() and not any(part.startswith(".") for part in parts):
                yield "/".join(parts)


def digest(text: str) -> str:
    """Return what tells a file from any other; line ends don't count, for a version control may change them."""
    return hashlib.sha256(text.replace("\r\n", "\n").encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=1)
def known() -> Mapping[str, str]:
    """Return the digests of the project's notebooks by path."""
    found: Mapping[str, str] = json.loads(LISTED.read_text("utf-8"))
    return found


def note(folder: Path, check: bool = False) -> bool:
    """Write the digests of the notebooks in a checkout; tell whether they were others. With `check` nothing is written.

    Elsewhere than in the checkout of this package nothing is noted.
    """
    if shipped.root() != folder.resolve():
        return False
    books = [path for path in paths(folder) if path.endswith(".ipynb")]
    found = {path: digest((folder / path).read_text("utf-8", "surrogateescape")) for path in books}
    text = json.dumps(found, indent=1) + "\n"
    if LISTED.exists() and LISTED.read_text("utf-8") == text:
        return False
    if not check:
        save_text(LISTED, text, overwrite=True)
        known.cache_clear()
    return True


def edition(text: str, lang: str) -> str:
    """Return a notebook for readers of `lang`: for others than Chinese ones without stored outputs, which are Chinese.

    A cell may bring its text in another language along, in its metadata: `rulekit: {en: …}`.
    """
    if lang == "zh":
        return text
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        said = cell["metadata"].get("rulekit", {}).get(lang)
        if said is not None:
            cell["source"] = said
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
