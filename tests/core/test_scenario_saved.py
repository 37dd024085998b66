"""Scenarios saved: nothing is lost, nothing is overwritten."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from rulekit.core.errors import RulekitError
from rulekit.core.scenario import dumps, load, loads, save
from tests.core.scenario_files import BASE


def test_saving_never_overwrites_silently(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    save(file, loads(BASE))
    before = file.read_bytes()
    with pytest.raises(RulekitError) as caught:
        save(file, loads(BASE.replace("hp: 21", "hp: 9")))
    assert caught.value.code == "file_exists"
    assert file.read_bytes() == before
    save(file, loads(BASE.replace("hp: 21", "hp: 9")), overwrite=True)
    assert load(file).given["B"]["hp"] == 9
    assert os.listdir(tmp_path) == ["a.yaml"]


def test_a_file_made_meanwhile_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.yaml"

    def sync(_: int) -> None:
        file.write_text("somebody else's", "utf-8")

    monkeypatch.setattr(os, "fsync", sync)
    with pytest.raises(RulekitError):
        save(file, loads(BASE))
    assert file.read_text("utf-8") == "somebody else's"
    assert os.listdir(tmp_path) == ["a.yaml"]


def test_file_systems_without_hard_links_work_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: Any) -> None:
        raise PermissionError(errno.EPERM, "not supported")

    monkeypatch.setattr(os, "link", no_links)
    save(tmp_path / "a.yaml", loads(BASE))
    assert load(tmp_path / "a.yaml") == loads(BASE)
    assert os.listdir(tmp_path) == ["a.yaml"]


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "save_disk_full"),
        (errno.EROFS, "save_no_permission"),
        (errno.EACCES, "save_no_permission"),
        (errno.EIO, "save_failed"),
    ],
)
@pytest.mark.parametrize("overwrite", [True, False])
def test_a_full_disk_or_a_read_only_folder_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str, overwrite: bool
) -> None:
    file = tmp_path / "a.yaml"
    if overwrite:
        save(file, loads(BASE))
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}

    def fails(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fails)
    scenario = loads(BASE.replace("hp: 21", "hp: 9"))
    with pytest.raises(RulekitError) as caught:
        save(file, scenario, overwrite=overwrite)
    assert caught.value.code == code
    assert str(file) in caught.value.text("zh")
    assert str(file) in caught.value.text("en")
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before
    assert loads(dumps(scenario)) == scenario


def test_saving_into_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulekitError) as caught:
        save(tmp_path / "no" / "a.yaml", loads(BASE))
    assert caught.value.code == "save_no_folder"
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(RulekitError):
        save(tmp_path / "file" / "a.yaml", loads(BASE))
    with pytest.raises(RulekitError):
        save(tmp_path, loads(BASE), overwrite=True)


def test_a_linked_file_is_replaced_where_it_lies(tmp_path: Path) -> None:
    (tmp_path / "real.yaml").write_text("old", "utf-8")
    (tmp_path / "link.yaml").symlink_to(tmp_path / "real.yaml")
    save(tmp_path / "link.yaml", loads(BASE), overwrite=True)
    assert (tmp_path / "link.yaml").is_symlink()
    assert load(tmp_path / "real.yaml") == loads(BASE)
