"""Files of users are written whole or not at all, keep their permissions and names, and every refusal is a sentence."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path
from typing import Any

import pytest

from rulekit.core.errors import FileProblem, RulekitError
from rulekit.core.saving import located, save_text
from rulekit.core.source import read_file
from rulekit.drawing.visible import visible


def refused(path: Path | str, *, overwrite: bool = False, text: str = "new") -> str:
    """Return the code of the refusal; nothing is left beside the file."""
    with pytest.raises(RulekitError) as caught:
        save_text(path, text, overwrite=overwrite)
    for lang in ("zh", "en"):
        assert visible(str(path)) in caught.value.text(lang)
    return caught.value.code


def contents(folder: Path) -> dict[str, str]:
    return {p.name: p.read_text("utf-8") for p in folder.iterdir()}


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("x" * 300, "save_bad_name"),
        ("汉" * 86, "save_bad_name"),  # 258 bytes
        ("a\0b", "save_bad_name"),
        ("\ud800", "save_bad_name"),
        ("~nobody-of-this-name/x", "no_home"),
        ("~\0/x", "no_home"),
        ("/", "save_is_folder"),
        (".", "save_is_folder"),
        ("..", "save_is_folder"),
        ("", "save_is_folder"),
        ("~", "save_is_folder"),
        ("not there yet/", "save_is_folder"),
        ("no/such/folder", "save_no_folder"),
    ],
)
def test_what_no_file_can_be_called_is_refused(tmp_path: Path, name: str, code: str, overwrite: bool) -> None:
    assert refused(name, overwrite=overwrite) == code
    assert contents(tmp_path) == {}


def test_the_longest_name_there_can_be_will_do(tmp_path: Path) -> None:
    name = "x" * 250 + ".yaml"
    save_text(name, "old")
    save_text(name, "new", overwrite=True)
    assert contents(tmp_path) == {name: "new"}


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_loop_of_links_and_what_lies_behind_a_file_are_refused(tmp_path: Path, overwrite: bool) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert refused("loop", overwrite=overwrite) == "save_failed"
    (tmp_path / "loop").unlink()
    (tmp_path / "file").write_text("old", "utf-8")
    assert refused("file/x", overwrite=overwrite) == "save_no_folder"
    assert contents(tmp_path) == {"file": "old"}


@pytest.mark.parametrize("overwrite", [False, True])
def test_pipes_and_sockets_are_left_alone(tmp_path: Path, overwrite: bool) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")  # the path of a socket must be short
        for name in ("pipe", "link", "socket"):
            assert refused(name, overwrite=overwrite) == "save_no_file"
        assert stat.S_ISFIFO(os.stat("pipe").st_mode) and stat.S_ISSOCK(os.stat("socket").st_mode)
    assert sorted(os.listdir()) == ["link", "pipe", "socket"]


def test_half_a_character_in_the_text_is_refused(tmp_path: Path) -> None:
    save_text("a", "old")
    assert refused("a", overwrite=True, text="\ud800") == "save_not_text"
    assert contents(tmp_path) == {"a": "old"}


def test_temporary_files_that_were_left_behind_stand_in_nobodys_way(tmp_path: Path) -> None:
    stale = tmp_path / f".a.yaml.{os.getpid()}.tmp"
    stale.write_text("stale", "utf-8")
    save_text("a.yaml", "new")
    assert contents(tmp_path) == {"a.yaml": "new", stale.name: "stale"}


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o664, 0o755])
def test_permissions_are_kept(mode: int) -> None:
    save_text("a", "old")
    os.chmod("a", mode)
    save_text("a", "new", overwrite=True)
    assert stat.S_IMODE(os.stat("a").st_mode) == mode and Path("a").read_text() == "new"


def test_a_new_file_has_the_permissions_that_new_files_have() -> None:
    Path("usual").touch()
    save_text("a", "new")
    assert os.stat("a").st_mode == os.stat("usual").st_mode


def test_a_file_that_may_not_be_written_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_text("a", "old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # whoever runs the tests may write everything
    assert refused("a", overwrite=True) == "save_no_permission"
    assert contents(tmp_path) == {"a": "old"}


@pytest.mark.parametrize("new", ["longer than it was before", "x"])
def test_all_names_of_a_file_see_what_was_written(tmp_path: Path, new: str) -> None:
    save_text("a", "as it was")
    os.link("a", "b")
    (tmp_path / "c").symlink_to("b")
    save_text("c", new, overwrite=True)
    assert contents(tmp_path) == {"a": new, "b": new, "c": new}
    assert os.path.samefile("a", "b") and (tmp_path / "c").is_symlink() and os.stat("a").st_nlink == 2


def test_a_file_of_another_owner_or_group_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    save_text("a", "old")
    number = os.stat("a").st_ino
    real = os.stat

    def another(path: Any, **more: Any) -> Any:
        found = real(path, **more)
        values = list(found)[:10]
        values[stat.ST_UID] += str(path).endswith("a")
        return os.stat_result(values)

    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", another)
        save_text("a", "new", overwrite=True)
    assert os.stat("a").st_ino == number and Path("a").read_text("utf-8") == "new"


def test_what_cannot_be_written_into_a_file_of_several_names_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_text("a", "as it was")
    os.link("a", "b")
    synced: list[int] = []

    def fails_later(handle: int) -> None:
        synced.append(handle)
        if len(synced) == 2:
            raise OSError(28, "disk full")

    monkeypatch.setattr(os, "fsync", fails_later)
    assert refused("a", overwrite=True, text="other") == "save_disk_full"
    assert contents(tmp_path) == {"a": "as it was", "b": "as it was"}


def test_a_link_to_a_file_that_is_not_there_yet_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    save_text("link", "new")
    assert (tmp_path / "link").is_symlink() and contents(tmp_path) == {"link": "new", "real": "new"}


def test_the_home_folder_is_written_alike_for_saving_and_loading(tmp_path: Path) -> None:
    save_text("~/a.yaml", "x: 1\n")
    assert contents(tmp_path) == {"a.yaml": "x: 1\n"}
    assert located("~/a.yaml") == tmp_path / "a.yaml"
    for name in ("~/a.yaml", Path("~/a.yaml")):
        assert read_file(name).data == {"x": 1}
        assert refused(name) == "file_exists"


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "\ud800", "~nobody-of-this-name/x", "~\0", "~/none", "/", "", "~"])
def test_what_cannot_be_read_is_a_problem_of_the_file(name: str) -> None:
    with pytest.raises(FileProblem) as caught:
        read_file(name)
    for lang in ("zh", "en"):
        assert caught.value.text(lang)
