"""Set rulekit up and run it; needs nothing but Python 3.11 or newer.

    python3 rulekit/bootstrap.py lab            open JupyterLab on the start notebook
    python3 rulekit/bootstrap.py trace FILE     print the trace of a scenario; so with every rulekit command
    python3 rulekit/bootstrap.py test           install what the tests need and run them all

The first run makes the environment `.venv` beside this checkout; later runs find it ready. This file uses the
standard library only and stays readable for an old Python, so that it can say what is missing.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

__all__ = ["Unready", "ensure", "install", "main", "ready", "run_tests"]

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
OLDEST = (3, 11)

# The texts stand here and not in a catalogue: nothing that could read one is installed yet.
TEXTS = {
    "usage": (
        "用法：python3 rulekit/bootstrap.py lab [文件夹] [--no-browser] | test | 任何 rulekit 命令（如 trace 文件）",
        "usage: python3 rulekit/bootstrap.py lab [FOLDER] [--no-browser] | test | any rulekit command"
        " (such as trace FILE)",
    ),
    "old": (
        "需要 Python {wanted} 或更新的版本，当前是 {found}。",
        "Python {wanted} or newer is needed, this is {found}.",
    ),
    "partial": (
        "找不到 pyproject.toml：请在完整的源码目录里运行。",
        "pyproject.toml is missing: run this from a complete checkout.",
    ),
    "making": ("正在建立环境 .venv …", "Making the environment .venv …"),
    "installing": (
        "正在安装 rulekit（{extras}），只需一次，约一分钟 …",
        "Installing rulekit ({extras}), once, about a minute …",
    ),
    "plain": ("uv 未能完成，改用 pip …", "uv did not manage, trying pip …"),
    "done": ("环境已就绪（{seconds} 秒）。", "The environment is ready ({seconds} s)."),
    "no_venv": (
        "无法建立虚拟环境。Debian/Ubuntu 请先安装：sudo apt install python3-venv。",
        "The virtual environment could not be made. On Debian/Ubuntu first: sudo apt install python3-venv.",
    ),
    "no_install": (
        "安装失败，原因见上。多半是没有网络，或需要设置代理、镜像（pip config）。再次运行会接着安装。",
        "Installing failed, see above; mostly there is no network or a proxy or mirror must be set (pip config)."
        " Running again carries on.",
    ),
    "stage": ("—— {name}", "-- {name}"),
    "failed": ("未通过：{names}", "failed: {names}"),
}


class Unready(Exception):
    """The environment could not be made; the argument is a key of the texts, further ones fill it in."""

    def __init__(self, key: str, **params: str) -> None:
        super().__init__(key)
        self.key = key
        self.params = params


def _say(key: str, **params: object) -> None:
    for text in TEXTS[key]:
        print(text.format(**params), file=sys.stderr, flush=True)


def _in_venv(name: str) -> Path:
    folder, suffix = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
    return VENV / folder / (name + suffix)


def _stamp() -> Path:
    return VENV / "rulekit-setup.json"


def _key(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _wanted() -> dict[str, str]:
    """Return what the environment must have been made of: this Python, this place, these dependencies."""
    return {
        "base": _key(sys.version, str(ROOT)),
        "project": _key((ROOT / "pyproject.toml").read_text("utf-8")),
    }


def _found() -> dict[str, str]:
    try:
        found = json.loads(_stamp().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def ready(extras: tuple[str, ...]) -> bool:
    """Tell whether the environment is complete for `extras`."""
    found = _found()
    return (
        _in_venv("python").exists()
        and _in_venv("rulekit").exists()
        and all(found.get(k) == v for k, v in _wanted().items())
        and set(extras) <= set(found.get("extras", "").split())
    )


def _run(*command: object, quiet: bool = False) -> bool:
    """Run a command in the checkout; tell whether it succeeded."""
    output = subprocess.DEVNULL if quiet else None
    try:
        done = subprocess.run([str(c) for c in command], cwd=ROOT, stdout=output, stderr=output, check=False)
    except OSError:
        return False
    return done.returncode == 0


def _find_uv() -> list[str] | None:
    """Return the command of a working uv, the fast installer, put into the environment if pip can."""
    uv = shutil.which("uv")
    if uv and _run(uv, "--version", quiet=True):
        return [uv]
    python = str(_in_venv("python"))
    if _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv", quiet=True):
        return [python, "-m", "uv"]
    return None


def install(extras: tuple[str, ...]) -> None:
    """Make the environment and install rulekit with `extras`; raises Unready."""
    python = _in_venv("python")
    if _found().get("base") != _wanted()["base"] or not python.exists():
        _say("making")
        if not _run(sys.executable, "-m", "venv", "--clear", VENV):
            raise Unready("no_venv")
    _say("installing", extras=", ".join(extras))
    target = f"-e.[{','.join(extras)}]"
    uv = _find_uv()
    # Compiled once here: otherwise every start of a notebook kernel would compile again.
    done = uv is not None and _run(*uv, "pip", "install", "--quiet", "--python", python, "--compile-bytecode", target)
    if not done:
        if uv is not None:
            _say("plain")
        if not _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", target):
            raise Unready("no_install")
    _stamp().write_text(json.dumps({**_wanted(), "extras": " ".join(extras)}), "utf-8")


def ensure(extras: tuple[str, ...]) -> None:
    """Install whatever is still missing for `extras`; quick when nothing is. Raises Unready."""
    if sys.version_info[:2] < OLDEST:
        raise Unready("old", wanted=".".join(map(str, OLDEST)), found=sys.version.split()[0])
    if not (ROOT / "pyproject.toml").exists():
        raise Unready("partial")
    if not ready(extras):
        begun = time.monotonic()
        install(tuple(sorted({*extras, *_found().get("extras", "").split()})))
        _say("done", seconds=round(time.monotonic() - begun))


# jupyterlab brings rfc3987_syntax, an optional format checker that costs three seconds at import.
_PYTEST = "import sys; sys.modules['rfc3987_syntax'] = None; import pytest; sys.exit(pytest.main())"
# Two workers; all of a file, so all cells of a notebook, go to the same one.
_WORKERS = ["-n", "2", "--dist", "loadfile"]


def run_tests(arguments: list[str]) -> int:
    """Run the linters, the type checker and every test; with `arguments` only pytest with these."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    python = str(_in_venv("python"))
    checks = {
        "ruff check": [python, "-m", "ruff", "check", "."],
        "ruff format": [python, "-m", "ruff", "format", "--check", "."],
        "mypy": [python, "-m", "mypy"],
    }
    failed = []
    for name, command in {} if arguments else checks.items():
        _say("stage", name=name)
        if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
            failed.append(name)
    if failed:
        _say("failed", names=", ".join(failed))
    if not arguments:
        _say("stage", name="pytest")
    # pytest comes last: its closing line is the last one of the whole run.
    command = [python, "-c", _PYTEST, *(arguments or _WORKERS)]
    code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    return code or (1 if failed else 0)


def _run_rulekit(arguments: list[str]) -> int:
    command = [str(_in_venv("rulekit")), *arguments]
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


def main(arguments: list[str] | None = None) -> int:
    """Set up and run; returns the exit code (2 when the environment could not be made)."""
    arguments = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a console that lacks Chinese letters
    if not arguments or arguments[0] in ("-h", "--help"):
        _say("usage")
        return 0 if arguments else 2
    try:
        if arguments[0] == "test":
            ensure(("notebook", "test"))
            return run_tests(arguments[1:])
        ensure(("notebook",))
        return _run_rulekit(arguments)
    except Unready as problem:
        _say(problem.key, **problem.params)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
