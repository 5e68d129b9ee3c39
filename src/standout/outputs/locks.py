"""One run at a time in a place. The lock lies beside it, with the number of the process that holds it.

The system lets go of it however that process ends; where a system cannot lock files, the number inside decides.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from standout.errors import BadInput
from standout.outputs.owners import Owner, this_process
from standout.outputs.scratch import lock_now

_ours: set[tuple[int, Path]] = set()
"""What this process (not its parent, if it was forked) holds."""


@contextmanager
def alone(place: Path) -> Iterator[None]:
    """Keep a second run out of a place, whose folder exists; within one process, locks of the same place nest."""
    place = place.parent.resolve() / place.name
    mine = (os.getpid(), place)
    if mine in _ours:
        yield
        return
    file = lock_of(place)
    descriptor = _locked(file, place)
    _ours.add(mine)
    try:
        yield
    finally:
        _ours.discard(mine)
        gone = _removed(file)
        os.close(descriptor)
        if not gone:  # Windows removes nothing that is open
            _removed(file)


def lock_of(place: Path) -> Path:
    """The file with the lock of a place; its name is that of no file of the user."""
    digest = hashlib.sha256(b"a lock of standout: " + os.fsencode(place.name)).hexdigest()
    return place.with_name(f".standout-lock-{digest[:24]}")


def is_lock(name: str) -> bool:
    """Whether a file is the lock of some place beside it."""
    return name.startswith(".standout-lock-") and len(name) == len(".standout-lock-") + 24


def _locked(file: Path, place: Path) -> int:
    """The open and locked file, with our number in it."""
    while True:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        descriptor = os.open(file, flags, 0o600)
        try:
            _take(descriptor, place)
            if _is_still(file, descriptor):
                said = this_process()
                os.ftruncate(descriptor, 0)
                os.lseek(descriptor, 0, os.SEEK_SET)
                os.write(descriptor, json.dumps({"standout": "lock", "pid": said.pid, "start": said.start}).encode())
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # its last holder removed it between our opening and our locking


def _take(descriptor: int, place: Path) -> None:
    holder, taken = _holder(descriptor), lock_now(descriptor)
    if taken is False or (taken is None and holder is not None and holder.lives):
        who = "another run" if holder is None else f"another run (process {holder.pid})"
        raise BadInput(f"{place.parent if place.name == '.work' else place}: {who} is writing there; "
                       "wait for it or choose another --out")  # fmt: skip


def _holder(descriptor: int) -> Owner | None:
    """Whose number is in the lock; none if it is empty. Anything else than a lock of ours has no business there."""
    content = os.read(descriptor, 1000)
    if not content:
        return None
    try:
        said = json.loads(content)
        return Owner(int(said["pid"]), int(said["start"]))
    except (ValueError, TypeError, KeyError):
        return None


def _removed(file: Path) -> bool:
    with suppress(OSError):
        file.unlink()
        return True
    return False


def _is_still(file: Path, descriptor: int) -> bool:
    with suppress(OSError):
        return os.path.samestat(file.lstat(), os.fstat(descriptor))
    return False
