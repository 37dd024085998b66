"""`rulekit lab`: a folder of the reader's own, trust for what is the project's own, an end of everything at once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit import own
from rulekit.cli import notebooks, server, workplace
from rulekit.cli.output import CliError, set_lang
from rulekit.core import shipped
from rulekit.core.errors import RulekitError
from tests.support import ROOT
from tests.support.server import TOKEN, WAIT, asked, free_port, waited

pytestmark = pytest.mark.slow

BOOKS = [own.START, *(p.relative_to(ROOT).as_posix() for p in sorted((ROOT / "notebooks").glob("*/lab_*.ipynb")))]


def notebook(output: str = "<b>1</b>", **metadata: Any) -> str:
    cell = {
        "cell_type": "code", "id": "a", "metadata": metadata, "source": ["甲"], "execution_count": 1,
        "outputs": [{"output_type": "display_data", "data": {"text/html": output}, "metadata": {}}],
    }  # fmt: skip
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]}, ensure_ascii=False)


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with two notebooks and a scenario, all of them the project's own."""
    made = tmp_path / "checkout"
    for name, text in {
        own.START: notebook(rulekit={"en": "A"}),
        "notebooks/tangwu/lesson.ipynb": notebook(),
        "scenarios/tangwu/x.yaml": "game: tangwu\n",
        "notebooks/.ipynb_checkpoints/00_start.ipynb": notebook(),
    }.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text, "utf-8")
    books = [path for path in own.paths(made) if path.endswith(".ipynb")]
    known = {path: own.digest((made / path).read_text("utf-8")) for path in books}
    monkeypatch.setattr(shipped, "root", lambda: made)
    monkeypatch.setattr(own, "known", lambda: known)
    return made


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "reader"


@pytest.fixture(autouse=True)
def jupyter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing of these tests is noted in the home of whoever runs them."""
    for name in ("DATA", "CONFIG", "RUNTIME"):
        monkeypatch.setenv(f"JUPYTER_{name}_DIR", str(tmp_path / name))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    yield
    set_lang(None)


def files(folder: Path) -> dict[str, str]:
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != workplace.NOTE)
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in found}


def trusted(folder: Path) -> list[str]:
    import nbformat
    from nbformat.sign import NotebookNotary

    notary = NotebookNotary()
    books = [path for path in own.paths(folder) if path.endswith(".ipynb")]
    return [p for p in books if notary.check_signature(nbformat.read(folder / p, as_version=4))]


# -- the folder ------------------------------------------------------------------------------------


def test_everything_is_copied_on_first_use(source: Path, place: Path) -> None:
    workplace.supply(place, "zh")
    assert files(place) == {path: (source / path).read_text("utf-8") for path in own.paths(source)}
    assert not (place / "notebooks" / ".ipynb_checkpoints").exists()


def test_what_was_changed_is_never_written_over(source: Path, place: Path) -> None:
    workplace.supply(place, "zh")
    (place / own.START).write_text("mine", "utf-8")
    (place / "scenarios/tangwu/mine.yaml").write_text("mine too", "utf-8")
    (source / own.START).write_text(notebook("<b>2</b>"), "utf-8")
    (source / "scenarios/tangwu/x.yaml").write_text("game: tangwu # new\n", "utf-8")
    for _ in range(2):
        workplace.supply(place, "zh")
        assert (place / own.START).read_text("utf-8") == "mine"
        assert (place / "scenarios/tangwu/mine.yaml").read_text("utf-8") == "mine too"
        assert (place / "scenarios/tangwu/x.yaml").read_text("utf-8") == "game: tangwu # new\n", "it was not changed"


def test_what_was_there_before_is_not_written_over(source: Path, place: Path) -> None:
    (place / own.START).parent.mkdir(parents=True)
    (place / own.START).write_text("mine", "utf-8")
    elsewhere = place.parent / "elsewhere"
    elsewhere.write_text("mine", "utf-8")
    (place / "scenarios" / "tangwu").mkdir(parents=True)
    (place / "scenarios" / "tangwu" / "x.yaml").symlink_to(elsewhere)
    (place / "notebooks" / "tangwu" / "lesson.ipynb").mkdir(parents=True)
    workplace.supply(place, "zh")
    workplace.supply(place, "en")
    assert (place / own.START).read_text("utf-8") == elsewhere.read_text("utf-8") == "mine"


def test_what_is_gone_is_copied_again_and_a_damaged_note_loses_nothing(source: Path, place: Path) -> None:
    workplace.supply(place, "zh")
    (place / own.START).unlink()
    (place / "scenarios/tangwu/x.yaml").write_text("mine", "utf-8")
    for damage in ("{", "[]", '"x"', "\x00"):
        (place / workplace.NOTE).write_text(damage, "utf-8")
        workplace.supply(place, "zh")
        assert (place / own.START).read_text("utf-8") == (source / own.START).read_text("utf-8")
        assert (place / "scenarios/tangwu/x.yaml").read_text("utf-8") == "mine"


def test_the_checkout_itself_is_left_as_it_is(source: Path) -> None:
    before = files(source)
    workplace.supply(source, "en")
    workplace.trust(source, "en")
    assert files(source) == before and not (source / workplace.NOTE).exists()
    assert trusted(source) == [own.START, "notebooks/tangwu/lesson.ipynb"]


def test_the_folder_is_the_one_named_or_this_one_or_one_at_home(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert workplace.chosen(None) == tmp_path / "home" / "rulekit-lab"
    assert workplace.chosen(Path("~/x")) == tmp_path / "home" / "x"
    (tmp_path / workplace.NOTE).write_text("{}", "utf-8")
    assert workplace.chosen(None) == tmp_path
    assert workplace.chosen(place) == place
    place.write_text("a file", "utf-8")
    with pytest.raises(CliError, match="不是文件夹"):
        workplace.chosen(place)


def test_a_folder_that_cannot_be_made_is_an_error_of_the_project(source: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(RulekitError, match="没有存成"):
        workplace.supply(tmp_path / "file" / "below", "zh")


def test_without_the_notebooks_it_says_so(monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    monkeypatch.setattr(shipped, "root", lambda: None)
    with pytest.raises(CliError, match="00_start"):
        workplace.supply(place, "zh")


# -- languages -------------------------------------------------------------------------------------


def test_in_english_cells_are_english_where_they_can_and_no_chinese_output_is_stored(source: Path, place: Path) -> None:
    workplace.supply(place, "en")
    (cell,) = json.loads((place / own.START).read_text("utf-8"))["cells"]
    assert cell["source"] == "A" and cell["outputs"] == [] and cell["execution_count"] is None
    workplace.supply(place, "zh")
    assert files(place) == {path: (source / path).read_text("utf-8") for path in own.paths(source)}


@pytest.mark.parametrize(("lang", "locale"), [("zh", "zh_CN"), ("en", "en")])
def test_jupyterlab_and_its_kernels_get_the_language(lang: str, locale: str, tmp_path: Path) -> None:
    made = server.environment(tmp_path, lang)
    assert made["RULEKIT_LANG"] == lang
    assert made["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0] == str(tmp_path)
    told = json.loads((tmp_path / "labconfig" / "default_setting_overrides.json").read_text("utf-8"))
    assert told["@jupyterlab/translation-extension:plugin"] == {"locale": locale}


def test_the_start_notebook_and_the_labs_have_english_in_every_cell_of_words() -> None:
    for path in (ROOT / name for name in BOOKS):
        for cell in json.loads(own.edition(path.read_text("utf-8"), "en"))["cells"]:
            text = "".join(cell["source"])
            if cell["cell_type"] == "markdown":
                assert sum("\u4e00" <= c <= "\u9fff" for c in text) < len(text) / 20, (path.name, text[:60])


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_computed_in_the_english_ones_is_english(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat = pytest.importorskip("nbformat")
    from rulekit.notebooks import execute

    monkeypatch.setenv("RULEKIT_LANG", "en")
    path = ROOT / name
    done = execute(nbformat.reads(own.edition(path.read_text("utf-8"), "en"), as_version=4), path)
    shown = [o for cell in done.cells if cell.cell_type == "code" for o in cell.outputs]
    texts = [o.get("text") or o.data["text/plain"] for o in shown]
    assert len(texts) >= 3
    for text in texts:
        written = "game: tangwu" in text or "A cast" in text  # files and actions are written with Chinese names
        assert written or not any("\u4e00" <= c <= "\u9fff" for c in text), text


# -- trust -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_projects_own_notebooks_are_trusted(source: Path, place: Path, lang: str) -> None:
    workplace.supply(place, lang)
    assert trusted(place) == []
    workplace.trust(place, lang)
    assert trusted(place) == [own.START, "notebooks/tangwu/lesson.ipynb"]


def test_a_notebook_that_was_changed_is_not(source: Path, place: Path) -> None:
    workplace.supply(place, "zh")
    (place / own.START).write_text(notebook("<script>1</script>"), "utf-8")
    (place / "notebooks" / "mine.ipynb").write_text(notebook("<i>mine</i>"), "utf-8")
    workplace.trust(place, "zh")
    assert trusted(place) == ["notebooks/tangwu/lesson.ipynb"]


def test_one_that_was_changed_in_the_checkout_is_copied_but_not_trusted(source: Path, place: Path) -> None:
    (source / own.START).write_text(notebook("<script>1</script>"), "utf-8")
    workplace.supply(place, "zh")
    workplace.trust(place, "zh")
    assert "<script>" in (place / own.START).read_text("utf-8")
    assert trusted(place) == ["notebooks/tangwu/lesson.ipynb"]


def test_line_ends_of_a_version_control_are_no_change() -> None:
    assert own.digest("a\r\nb\r\n") == own.digest("a\nb\n") != own.digest("a\nb")


def test_the_notebooks_of_the_checkout_are_the_ones_listed() -> None:
    books = [path for path in own.paths(ROOT) if path.endswith(".ipynb")]
    assert dict(own.known()) == {path: own.digest((ROOT / path).read_text("utf-8")) for path in books}, (
        "`rulekit notebook` lists them anew"
    )


# -- the server ------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_jupyterlab_and_its_kernels(number: signal.Signals, tmp_path: Path) -> None:
    psutil = pytest.importorskip("psutil")
    pytest.importorskip("jupyterlab")
    port = free_port()
    command = [sys.executable, "-m", "rulekit", "lab", str(tmp_path / "lab"), "--no-browser", "--port", str(port)]
    environment = {**os.environ, "JUPYTER_TOKEN": TOKEN, "PYTHONPATH": str(ROOT)}
    log = (tmp_path / "log").open("wb")
    program = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True)
    try:
        waited(lambda: asked(port, "/api/status"))
        asked(port, "/api/kernels", {"name": "python3"})
        parts = psutil.Process(program.pid).children(recursive=True)
        assert len(parts) >= 2, "the server and a kernel"
        program.send_signal(number)
        program.wait(WAIT)
        _, alive = psutil.wait_procs(parts, timeout=10)
        assert alive == []
    finally:
        log.close()
        for part in psutil.Process().children(recursive=True):
            if part.pid == program.pid:
                program.kill()
    assert program.returncode == 0, (tmp_path / "log").read_text("utf-8", "replace")[-2000:]


def test_the_command_supplies_trusts_and_serves(
    source: Path, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served: list[Any] = []
    monkeypatch.setattr(server, "serve", lambda *args, **options: served.append((args, options)) or 0)
    set_lang("en")
    assert notebooks.lab(place, browser=False, port=8899) == 0
    assert served == [((place, own.START), {"lang": "en", "browser": False, "port": 8899})]
    assert str(place) in capsys.readouterr().out.replace("\n", "")
    assert trusted(place) == [own.START, "notebooks/tangwu/lesson.ipynb"]
