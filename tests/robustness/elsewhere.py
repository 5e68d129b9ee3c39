"""Another system, as far as it can be had here: what Windows or macOS lack is taken away before Standout is loaded.

Run as a program: `python -m tests.robustness.elsewhere windows FOLDER` works in the folder as a user would and leaves
with 1 at the first command that fails. On Windows a file that is open or mapped can neither be removed nor get
another name, a name that exists is not given again by `os.rename`, folders cannot be opened, modes say nothing, and a
file that is not opened as binary is changed while it is read.
"""

from __future__ import annotations

import builtins
import ctypes
import mmap
import os
import select
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

MODULES = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline")
NO_WINDOWS = (
    *("fork", "forkpty", "getuid", "geteuid", "getgid", "getegid", "getgroups", "getpgid", "setsid", "killpg", "nice"),
    *("fchmod", "fchown", "chown", "lchown", "lchmod", "mkfifo", "mknod", "statvfs", "fstatvfs", "sysconf"),
    *("set_blocking", "get_blocking", "pread", "pwrite", "fdatasync", "posix_fadvise", "getloadavg", "confstr"),
    *("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_DIRECTORY", "O_NOCTTY", "O_SYNC", "O_DSYNC", "wait3", "wait4"),
)
NO_LINUX = ("sched_getaffinity", "sched_setaffinity", "sched_yield", "memfd_create", "splice", "sendfile", "getxattr")
SIGNALS = ("SIGKILL", "SIGHUP", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGQUIT", "SIGPIPE", "SIGCHLD", "pthread_sigmask",
           "sigwait", "setitimer", "pthread_kill", "sigtimedwait")  # fmt: skip
BINARY = 0x8000
"""Where Windows has this flag, Linux has one that changes nothing."""

_stat, _open, _listdir, _readlink = os.stat, os.open, os.listdir, os.readlink
_read = builtins.open


def hide(windows: bool) -> None:
    """Take away what the other system does not have."""
    _without_proc()
    _without(os, NO_LINUX)
    _cannot_swap()
    if windows:
        _wakes_by_any_pipe()
        _without(os, NO_WINDOWS)
        _without(signal, SIGNALS)
        _without(select, ("poll", "epoll"))
        _without(mmap, [name for name in dir(mmap) if name.startswith("MADV_")])
        for name in MODULES:
            sys.modules[name] = None  # type: ignore[assignment]
        _keeps_open_files()
        _opens_as_text()
        shutil._use_fd_functions = False  # type: ignore[attr-defined]


def _without(module: Any, names: Any) -> None:
    for name in names:
        if hasattr(module, name):
            delattr(module, name)


def _ours() -> bool:
    """Whether Standout called what asks this, perhaps by way of a path; libraries have other ways on other systems."""
    return str(sys._getframe(2).f_globals.get("__name__", "")).startswith(("standout", "pathlib", "shutil"))


def _without_proc() -> None:
    def hidden(real: Callable[..., Any]) -> Callable[..., Any]:
        def called(path: Any, *words: Any, **named: Any) -> Any:
            if isinstance(path, str | os.PathLike) and os.fspath(path).startswith("/proc") and _ours():
                raise FileNotFoundError(2, "No such file or directory", os.fspath(path))
            return real(path, *words, **named)

        return called

    os.stat, os.open = hidden(os.stat), hidden(os.open)
    import io

    io.open = hidden(io.open)


def _cannot_swap() -> None:
    """Only Linux swaps two names at once."""
    real = ctypes.CDLL

    def called(name: str | None = None, *words: Any, **named: Any) -> Any:
        if name is None and _ours():
            raise OSError("no such library")
        return real(name, *words, **named)

    ctypes.CDLL = called  # type: ignore[assignment, misc]


def _held(path: str) -> str | None:
    """Which file at or below a path this process has open or mapped."""
    whole = os.path.abspath(path)  # noqa: PTH100
    held = []
    for number in _listdir("/proc/self/fd"):
        try:
            held.append(_readlink(f"/proc/self/fd/{number}"))
        except OSError:
            continue
    with _read("/proc/self/maps") as lines:
        held += [line.split(maxsplit=5)[5].strip() for line in lines if line.count("/")]
    return next((one for one in held if one == whole or one.startswith(whole + "/")), None)


def _wakes_by_any_pipe() -> None:
    """Linux refuses a pipe that may block where Windows does not ask."""
    wake, set_blocking = signal.set_wakeup_fd, os.set_blocking

    def called(number: int, **named: Any) -> int:
        if number >= 0:
            set_blocking(number, False)
        return wake(number, **named)

    signal.set_wakeup_fd = called


def _keeps_open_files() -> None:
    def kept(real: Callable[..., Any], renames: bool = False, replaces: bool = False) -> Callable[..., Any]:
        def called(path: Any, *words: Any, **named: Any) -> Any:
            if not _ours():
                return real(path, *words, **named)
            places = [path, words[0]] if renames else [path]
            for place in places:
                if (held := _held(os.fspath(place))) is not None:
                    raise PermissionError(13, f"The process cannot access the file, since {held} is open", str(place))
            if renames and not replaces and os.path.lexists(words[0]):
                raise FileExistsError(17, "Cannot create a file when that file already exists", str(words[0]))
            if replaces and os.path.isdir(words[0]):  # noqa: PTH112
                raise PermissionError(13, "Access is denied", str(words[0]))
            return real(path, *words, **named)

        return called

    os.unlink, os.remove, os.rmdir = kept(os.unlink), kept(os.remove), kept(os.rmdir)
    os.rename, os.replace = kept(os.rename, renames=True), kept(os.replace, renames=True, replaces=True)
    os.chmod = lambda *_, **__: None


def _opens_as_text() -> None:
    os.O_BINARY = BINARY  # type: ignore[attr-defined]
    real = os.open

    def called(path: Any, flags: int, *words: Any, **named: Any) -> int:
        if os.path.isdir(path):  # noqa: PTH112
            raise PermissionError(13, "Permission denied", str(path))
        if not flags & BINARY and str(sys._getframe(1).f_globals.get("__name__", "")).startswith("standout"):
            raise AssertionError(f"{path}: opened without O_BINARY, so Windows would change what is read or written")
        return int(real(path, flags, *words, **named))

    os.open = called


_PREPARE = "prepare data/interactions.parquet --out data.standout"
_PUBLISH = "publish data.standout --out bulletin.json --page label.html"
COMMANDS = (
    "sample --out data --people 120 --items 90 --interactions 3000 --seed 3",
    *(_PREPARE, _PREPARE),
    "audit data.standout --out audited --adversary acquaintance --targets 20",
    "protect data.standout --with trim --keep 5 --out trimmed.csv",
    *(_PUBLISH, _PUBLISH),
)
"""What may be replaced is: a folder, and files that belong together."""


def main(system: str, folder: str) -> int:
    """Run each command; say which one failed, and what is left behind of scratch and locks."""
    hide(windows=system == "windows")
    os.chdir(folder)
    from standout.cli import main as standout

    for command in COMMANDS if system == "windows" else COMMANDS[:3]:
        sys.argv = ["standout", *command.split()]
        try:
            standout()
        except SystemExit as end:
            if end.code:
                print(f"failed ({end.code}): {command}", file=sys.stderr)
                return 1
    left = sorted(str(one) for one in Path().rglob(".standout-*"))
    print(f"left: {', '.join(left) or 'nothing'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
