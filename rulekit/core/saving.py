"""Writing files of users: whole or not at all, under the name they have, readable by whom they were."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rulekit.core.errors import RulekitError

__all__ = ["located", "save_text"]

_REASONS = {
    errno.ENOSPC: "save_disk_full",
    errno.EDQUOT: "save_disk_full",
    errno.EACCES: "save_no_permission",
    errno.EPERM: "save_no_permission",
    errno.EROFS: "save_no_permission",
    errno.ENOENT: "save_no_folder",
    errno.ENOTDIR: "save_no_folder",
    errno.EISDIR: "save_is_folder",
    errno.EEXIST: "file_exists",
    errno.ENXIO: "save_no_file",
    errno.ENAMETOOLONG: "save_bad_name",
    errno.EINVAL: "save_bad_name",
    errno.EILSEQ: "save_bad_name",
}


def located(path: Path | str) -> Path:
    """Return the path a user means, a leading `~` being a home folder; raises RulekitError when there is none."""
    try:
        return Path(path).expanduser()
    except (RuntimeError, ValueError):
        raise RulekitError("no_home", path=str(path)) from None


def save_text(path: Path | str, text: str, *, overwrite: bool = False) -> None:
    """Write a file whole or not at all; a leading `~` is a home folder.

    An existing file keeps its permissions, its owner and all its names, a symbolic link stays one.  Raises
    RulekitError when the file exists (unless `overwrite`), when what has that name is no file, when no file can
    have it, and when the disk is full or the folder cannot be written; then nothing changed.
    """
    target = located(path)
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:
        raise RulekitError("save_not_text", path=str(path)) from None
    try:
        if os.fspath(path).endswith(("/", os.sep)):
            raise _refused(errno.EISDIR)
        _write(Path(os.path.realpath(target)), data, overwrite)
    except OSError as error:
        code = _REASONS.get(error.errno or 0, "save_failed")
        raise RulekitError(code, path=str(path), number=error.errno) from None
    except ValueError:  # NUL or half a character
        raise RulekitError("save_bad_name", path=str(path)) from None


def _refused(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def _write(target: Path, data: bytes, overwrite: bool) -> None:
    try:
        there = os.stat(target)
    except FileNotFoundError:
        with _beside(target, data, 0o666) as made:
            _take_name(made, target)
        return
    if stat.S_ISDIR(there.st_mode):
        raise _refused(errno.EISDIR)
    if not stat.S_ISREG(there.st_mode):
        raise _refused(errno.ENXIO)
    if not overwrite:
        raise _refused(errno.EEXIST)
    if not os.access(target, os.W_OK):
        raise _refused(errno.EACCES)
    with _beside(target, data, 0o600) as made:
        ours = os.stat(made)
        if there.st_nlink > 1 or (ours.st_uid, ours.st_gid) != (there.st_uid, there.st_gid):
            _write_through(target, data)
        else:
            shutil.copystat(target, made)
            os.utime(made)
            os.replace(made, target)


@contextmanager
def _beside(target: Path, data: bytes, mode: int) -> Iterator[Path]:
    """Write a file of another name in the same folder; it is gone at the end unless it took a name of its own."""
    made = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with open(made, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        yield made
    finally:
        with suppress(OSError):
            os.unlink(made)


def _take_name(made: Path, target: Path) -> None:
    try:
        os.link(made, target)  # fails, unlike a rename, when somebody made the file meanwhile
    except FileExistsError:
        raise
    except (OSError, NotImplementedError, AttributeError):  # no hard links on this file system
        if target.exists():
            raise _refused(errno.EEXIST) from None
        os.replace(made, target)


def _write_through(target: Path, data: bytes) -> None:
    """Write into a file that has other names or another owner; when that fails, what was there is put back."""
    before = target.read_bytes()
    try:
        _fill(target, data)
    except BaseException:
        with suppress(OSError):
            _fill(target, before)
        raise


def _fill(target: Path, data: bytes) -> None:
    with open(target, "r+b") as stream:
        stream.write(data)
        stream.truncate()
        stream.flush()
        os.fsync(stream.fileno())
