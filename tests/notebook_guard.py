"""What nbval lets through: reasons why a stored notebook proves nothing, or differs on every machine."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
KINDS = {"image/png", "image/jpeg", "application/vnd.jupyter.widget-view+json"}
OPT_OUT_TAGS = {"nbval-skip", "nbval-ignore-output", "nbval-raises-exception", "nbval-check-output"}
OPT_OUT_COMMENT = re.compile(r"#\s*(NBVAL|PYTEST_VALIDATE)_\w+")
MACHINE = re.compile(r"0x[0-9a-f]{6,}|/tmp/|/root/|/home/|/Users/|[A-Z]:\\Users|ipykernel_\d+")
FORBIDDEN_CODE = re.compile(r"^\s*[%!]|\b(clear_output|update_display|interact|Output)\s*\(", re.MULTILINE)


def notebooks() -> list[Path]:
    """Return the notebooks that are committed, or will be."""
    found = [*(ROOT / "notebooks").rglob("*.ipynb"), *(ROOT / "scenarios").rglob("*.ipynb")]
    return sorted(p for p in found if ".ipynb_checkpoints" not in p.parts)


def reasons(text: str) -> list[str]:
    """Return everything wrong with a notebook given as its JSON text."""
    notebook = json.loads(text)
    return list(_reasons(notebook))


def _text(value: Any) -> str:
    return "".join(value) if isinstance(value, list) else str(value)


def _reasons(notebook: dict[str, Any]) -> Iterator[str]:
    if "widgets" in notebook["metadata"]:
        yield "widget state is stored"
    code = [c for c in notebook["cells"] if c["cell_type"] == "code"]
    if not code:
        yield "there is no code cell"
    counts = [c["execution_count"] for c in code]
    if counts != list(range(1, len(code) + 1)):
        yield f"the cells were not run once each from top to bottom: {counts}"
    compared = 0
    for number, cell in enumerate(code):
        tags = set(cell["metadata"].get("tags", ()))
        source = _text(cell["source"])
        if tags & OPT_OUT_TAGS or OPT_OUT_COMMENT.search(source):
            yield f"cell {number} opts out of the comparison"
        if FORBIDDEN_CODE.search(source):
            yield f"cell {number} uses a magic or an output that nbval cannot compare"
        for output in cell["outputs"]:
            if output["output_type"] == "error" and "raises-exception" not in tags:
                yield f"cell {number} failed: {output['ename']}"
            if output["output_type"] == "stream" and output["name"] == "stderr":
                yield f"cell {number} wrote to stderr"
            texts = {k: _text(v) for k, v in output.get("data", {}).items() if k not in KINDS}
            texts.update({k: _text(output[k]) for k in ("text", "evalue") if k in output})
            compared += any(t.strip() for t in texts.values())
            found = {m.group() for t in texts.values() for m in MACHINE.finditer(t)}
            if found:
                yield f"cell {number} shows what differs between machines: {sorted(found)}"
    if not compared:
        yield "no output could be compared"
