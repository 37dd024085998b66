"""The wheel is whole: what it holds, what it is built from, and that it works where nothing else is."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekit import own
from tests.support import ROOT
from tests.support.server import TOKEN, asked, free_port, waited

SHIPPED = "rulekit/shipped/"
NAME = "tangwu/cold-wind-into-thorns"
LARGEST = 4_000_000  # bytes; most of them are notebooks
#: Of the top folder: what building, testing and reading the project needs.
TOP = {
    ".ci", ".github", ".gitignore", ".pre-commit-config.yaml", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md",
    "LICENSE", "README.md", "README.zh.md", "environment.yml", "notebooks", "pyproject.toml", "rulekit", "scenarios",
    "tests",
}  # fmt: skip
LEFT_OUT = {"__pycache__", ".ipynb_checkpoints", ".cache"}


def build(source: Path, into: Path, *targets: str) -> list[Path]:
    wanted = [word for target in targets for word in ("-t", target)]
    subprocess.run([sys.executable, "-m", "hatchling", "build", *wanted, "-d", str(into)], cwd=source, check=True)
    return sorted(into.iterdir())


def held(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def files(folder: Path) -> dict[str, bytes]:
    """Return what lies below a folder, by path, without what running leaves behind."""
    found = (path for path in folder.rglob("*") if path.is_file() and not LEFT_OUT & set(path.parts))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the source archive, built without a network."""
    wheel, source = build(ROOT, tmp_path_factory.mktemp("dist"), "wheel", "sdist")
    return wheel, source


# -- what it holds ---------------------------------------------------------------------------------


def test_the_wheel_holds_the_package_and_what_comes_with_it(built: tuple[Path, Path]) -> None:
    found = {name: data for name, data in held(built[0]).items() if ".dist-info/" not in name}
    package = {f"rulekit/{path}": data for path, data in files(ROOT / "rulekit").items()}
    shipped = {SHIPPED + path: (ROOT / path).read_bytes() for path in own.paths(ROOT)}
    assert own.START in own.paths(ROOT) and f"scenarios/{NAME}.yaml" in own.paths(ROOT)
    assert sorted(found) == sorted({**package, **shipped})
    assert found == {**package, **shipped}


def test_the_wheel_is_small(built: tuple[Path, Path]) -> None:
    assert built[0].stat().st_size < LARGEST


def test_the_source_archive_is_enough_to_build_and_test(built: tuple[Path, Path], tmp_path: Path) -> None:
    wheel, source = built
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    assert {path.name for path in unpacked.iterdir()} == TOP | {"PKG-INFO"}
    assert {path.name for path in ROOT.iterdir() if path.name in TOP} == TOP
    for name in sorted(TOP):
        if (ROOT / name).is_dir():
            assert sorted(files(unpacked / name)) == sorted(files(ROOT / name)), name
    (again,) = build(unpacked, tmp_path / "dist", "wheel")
    assert held(again) == held(wheel)


def test_an_editable_installation_copies_nothing(tmp_path: Path) -> None:
    code = "import hatchling.build, sys; print(hatchling.build.build_editable(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, check=True)
    (wheel,) = tmp_path.iterdir()
    found = {name: data for name, data in held(wheel).items() if ".dist-info/" not in name}
    assert [data.decode().strip() for data in found.values()] == [str(ROOT)]


# -- at work ---------------------------------------------------------------------------------------


def outside() -> dict[str, str]:
    """Return this environment without what leads to the checkout or says how to run it."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("RULEKIT", "JUPYTER", "PYTHON"))}


class Installed:
    """A wheel somewhere, used from an empty folder by a reader whose home is empty too."""

    def __init__(self, python: Path | str, package: Path, place: Path, **more: str) -> None:
        self.python = str(python)
        self.package = package
        self.place = place
        self.home = place.parent / "home"
        for folder in (place, self.home):
            folder.mkdir()
        self.environment = {
            **outside(), "HOME": str(self.home), "RULEKIT_LANG": "en", "PYTHONUTF8": "1", "COLUMNS": "200", **more,
        }  # fmt: skip

    def run(self, *args: str, code: int = 0, typed: str = "") -> str:
        """Run the program and return all that it says."""
        done = subprocess.run(
            [self.python, "-m", "rulekit", *args],
            cwd=self.place,
            env=self.environment,
            input=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == code, (args, done.stdout)
        return done.stdout

    def python_says(self, text: str) -> str:
        """Return what a piece of Python prints."""
        command = [self.python, "-c", text]
        done = subprocess.run(command, cwd=self.place, env=self.environment, capture_output=True, text=True, check=True)
        return done.stdout.strip()


USED = f"""
from pathlib import Path
import rulekit as rk
from rulekit.cli import workplace

workplace.supply(Path("lab").resolve(), "zh")
print(Path(rk.__file__).parent)
print(rk.check("{NAME}").ok, len(rk.gallery(["{NAME}"])), "HP" in repr(rk.lab("tangwu")))
"""


def test_it_works_in_an_empty_folder(built: tuple[Path, Path], tmp_path: Path) -> None:
    place = tmp_path / "site"
    with zipfile.ZipFile(built[0]) as archive:
        archive.extractall(place)
    here = Installed(sys.executable, place / "rulekit", tmp_path / "empty", PYTHONPATH=str(place))
    before = files(place)
    assert "as expected" in here.run("trace", NAME)
    assert list(here.place.iterdir()) == []
    assert here.python_says(USED).splitlines() == [str(here.package), "True 1 True"]
    made = files(here.place / "lab")
    assert set(json.loads(made.pop(".rulekit-lab.json"))) == set(own.paths(ROOT))
    assert made == {path: (ROOT / path).read_bytes() for path in own.paths(ROOT)}
    assert files(place) == before


def digests(folder: Path) -> dict[str, str]:
    return {path: hashlib.sha256(data).hexdigest() for path, data in files(folder).items()}


@pytest.fixture
def fresh(built: tuple[Path, Path], tmp_path: Path) -> Iterator[Installed]:
    """The wheel with its notebook extra in an environment of its own, which nobody may write to."""
    place = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    wanted = f"{built[0]}[notebook]"
    subprocess.run([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", wanted], check=True)
    where = [str(python), "-c", "import rulekit; print(rulekit.__file__)"]
    found = subprocess.run(where, cwd=tmp_path, env=outside(), capture_output=True, text=True, check=True)
    package = Path(found.stdout.strip()).parent
    folders = [package, *(path for path in package.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    yield Installed(python, package, tmp_path / "empty")
    for folder in folders:
        folder.chmod(0o755)


@pytest.mark.nightly
def test_it_works_in_a_fresh_environment(fresh: Installed) -> None:
    before = digests(fresh.package)
    assert fresh.python_says(USED).splitlines() == [str(fresh.package), "True 1 True"]
    assert "as expected" in fresh.run("trace", NAME)
    assert NAME in fresh.run("trace", "tangwu/cold-wnd-into-thorns", code=2)
    assert "0 not, 0 unreadable" in fresh.run("check")
    assert "1 as expected, 0 not" in fresh.run("check", NAME)
    assert "✗" not in fresh.run("coverage")
    assert "damage.py" in fresh.run("rules", "TW-5.2.2", "--where")
    fresh.run("new", "tangwu")
    assert "as expected" in fresh.run("trace", "tangwu-new.yaml")
    played = fresh.run("play", "tangwu", "--random", "B", "--seed", "1", "--set", "first=A", typed="1\nquit\n")
    assert "Goodbye" in played
    assert "rulekit lab" in fresh.run("notebook", code=2)
    assert str(fresh.place / "casebook.ipynb") in fresh.run("notebook", NAME)
    assert "nothing to change" in fresh.run("notebook", NAME, "--check")
    use_lab(fresh)
    books = [own.START, *(path for path in own.paths(ROOT) if "/lab_" in path)]
    copied = [str(fresh.home / "rulekit-lab" / path) for path in books]
    fresh.environment["RULEKIT_LANG"] = "zh"  # as they are stored
    assert "没有要改的" in fresh.run("notebook", "--check", *copied)
    assert digests(fresh.package) == before


def use_lab(here: Installed) -> None:
    """Start JupyterLab twice on the folder at home and end it; what the reader changed between is not written over."""
    place = here.home / "rulekit-lab"
    lesson = place / "notebooks/tangwu/lesson.ipynb"
    for mine in (None, "mine"):
        if mine is not None:
            lesson.write_text(mine, "utf-8")
        port = free_port()
        command = [here.python, "-m", "rulekit", "lab", "--lang", "zh", "--no-browser", "--port", str(port)]
        program = subprocess.Popen(command, cwd=here.place, env={**here.environment, "JUPYTER_TOKEN": TOKEN})
        try:
            waited(lambda port=port: asked(port, "/api/status"))
            names = [entry["name"] for entry in asked(port, "/api/contents/notebooks")["content"]]
            assert sorted(names) == ["00_start.ipynb", "quanjiao", "shengling", "tangwu"]
        finally:
            program.terminate()
            program.wait(60)
        made = files(place)
        shipped = {path: (ROOT / path).read_bytes() for path in own.paths(ROOT)}
        if mine is not None:
            shipped["notebooks/tangwu/lesson.ipynb"] = mine.encode()
        assert {path: made[path] for path in shipped} == shipped
