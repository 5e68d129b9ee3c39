"""Passing files and folders: unique names beside the result, gone at the end, swept later if their owner died.

A name says that it is ours and whose: `.standout-PID-START-RANDOM-CHECK`. CHECK is a checksum over the rest, so no
file of the user is taken for one. Besides, an owner that lives holds a lock on it: nothing that is in use is swept,
not even that of a process in another container, whose number means nothing here.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import secrets
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

from standout.outputs.owners import Owner, this_process

_NAME = re.compile(r"\.standout-(\d{1,10})-(\d{1,20})-([0-9a-f]{16})-([0-9a-f]{16})")
_home: ContextVar[Path | None] = ContextVar("_home", default=None)
_run: ContextVar[ExitStack | None] = ContextVar("_run", default=None)


def scratch_name() -> str:
    """A name that nothing has and that only a scratch of this process can have."""
    owner = this_process()
    said = f".standout-{owner.pid}-{owner.start}-{secrets.token_hex(8)}"
    return f"{said}-{_check(said)}"


def owner_of(name: str) -> Owner | None:
    """Whose scratch this is; none if the name is not one of ours."""
    match = _NAME.fullmatch(name)
    if match is None or _check(name.rpartition("-")[0]) != match[4]:
        return None
    return Owner(int(match[1]), int(match[2]))


def _check(said: str) -> str:
    return hashlib.sha256(b"a passing file of standout: " + said.encode()).hexdigest()[:16]


@contextmanager
def one_run(beside: Path | None = None) -> Iterator[None]:
    """A run of a command: passing folders that are asked for meanwhile are gone when it ends, however it does."""
    with ExitStack() as passing:
        before = _run.set(passing), _home.set(beside)
        try:
            yield
        finally:
            _run.reset(before[0])
            _home.reset(before[1])


def settle(beside: Path) -> None:
    """Say where the result of this run goes, so that passing folders lie beside it; sweep what the dead left there.

    Also above: when an earlier run began, the folder of the result may not have been there yet.
    """
    result = place = beside.absolute()
    while not place.is_dir() and place != place.parent:
        place = place.parent
    sweep(place)
    if place == result:
        sweep(place.parent)
    if _run.get() is not None and os.access(place, os.W_OK):
        _home.set(place)


@contextmanager
def scratch_folder(beside: Path | None = None) -> Iterator[Path]:
    """A private folder for passing files: in the given place, else beside the run's result, else in the system's.

    The second not where its path has a '?': DuckDB takes what follows it in a database's name for settings.
    """
    home = _home.get()
    place = beside or (home if home is not None and "?" not in str(home) else system_place())
    folder = place.absolute() / scratch_name()
    folder.mkdir(mode=0o700)
    held = _held(folder)
    try:
        yield folder
    finally:
        if owner_of(folder.name) == this_process():  # and not a child that was forked meanwhile
            discard(folder)
        _let_go(held)


def passing_folder() -> Path:
    """A private folder that is gone when the run ends; outside of a run, when the process does."""
    passing = _run.get()
    return process_folder() if passing is None else passing.enter_context(scratch_folder())


def process_folder() -> Path:
    """A private folder in the system's place for such, gone when the process ends."""
    sweep(system_place())
    passing = ExitStack()
    atexit.register(passing.close)
    return passing.enter_context(scratch_folder(system_place()))


def system_place() -> Path:
    """Where the system wants passing files that have no result to lie beside."""
    return Path(tempfile.gettempdir())


def is_passing(place: Path) -> bool:
    """Whether something lies in a scratch or in the folder for unfinished work: it need not outlast a power cut."""
    return any(part == ".work" or owner_of(part) is not None for part in place.absolute().parts)


def clear(place: Path) -> None:
    """Remove a file or folder of ours: out of the way in one step, or not at all, then gone."""
    away = place.with_name(scratch_name())
    with suppress(FileNotFoundError):
        place.rename(away)
    discard(away)


def sweep(place: Path) -> None:
    """Remove scratch in this folder whose owner is gone; what cannot be removed stays for another time."""
    with suppress(OSError), os.scandir(place) as entries:
        for entry in entries:
            owner = owner_of(entry.name)
            if owner is not None and not owner.lives:
                _sweep_one(Path(entry.path))


def _sweep_one(place: Path) -> None:
    held = _held(place)
    if held is None and os.name == "posix":
        return  # in use after all, or a link
    try:
        discard(place)
    finally:
        _let_go(held)


def discard(place: Path) -> None:
    """Remove a file, a link or a folder of ours with all that is in it; links are removed, never followed."""
    with suppress(OSError):
        if stat.S_ISDIR(place.lstat().st_mode):
            shutil.rmtree(place, ignore_errors=True)
        else:
            place.unlink()


def lock_now(descriptor: int) -> bool | None:
    """Lock an open file or folder for as long as it is open; false if another has it, none where there are no locks."""
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return None
    return True


def _held(place: Path) -> int | None:
    """A lock on a scratch, which says that somebody uses it, until it is let go; none if it cannot be had."""
    try:
        descriptor = os.open(place, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    if lock_now(descriptor):
        return descriptor
    os.close(descriptor)
    return None


def _let_go(held: int | None) -> None:
    if held is not None:
        os.close(held)
