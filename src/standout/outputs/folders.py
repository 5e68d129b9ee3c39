"""Folders that appear, or are replaced, by one atomic swap; and the folder for unfinished work.

Linux swaps two names in one step. Where a system or a disk cannot, the old folder is moved aside, the new one takes
its name, and if the run is killed between the two, the next one puts the old folder back.
"""

from __future__ import annotations

import ctypes
import errno
import hashlib
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from standout.common.files import folder_to_disk, private_folder
from standout.errors import BadInput
from standout.outputs.locks import alone
from standout.outputs.markers import MARKER, foreign_in, kind_of, mark, names_in
from standout.outputs.scratch import clear, discard, scratch_folder, scratch_name, sweep

WORK = ".work"
"""Where an unfinished run keeps what it has; gone when the run is complete."""

_CANNOT_SWAP = {errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EPERM}
_EXCHANGE = 2


def check_replaceable(folder: Path, kind: str) -> None:
    """A result may take the place of an empty folder or of an earlier result of its kind, and of nothing else."""
    if folder.is_symlink():
        raise BadInput(f"{folder}: is a link; name the folder it points to, or choose another --out")
    if not folder.exists():
        return
    if not folder.is_dir():
        raise BadInput(f"{folder}: is a file; choose another --out")
    names = sorted(names_in(folder))
    if not names:
        return
    if kind_of(folder) != kind:
        raise BadInput(f"{folder}: holds {names[0]} and is not {kind} that standout wrote; "
                       "choose another --out, or remove it yourself")  # fmt: skip
    if (other := foreign_in(folder)) is not None:
        raise BadInput(f"{folder}: '{other}' in it was changed, added or removed since standout wrote {kind}; "
                       "choose another --out, or remove it yourself")  # fmt: skip


@contextmanager
def held_folder(folder: Path, kind: str) -> Iterator[None]:
    """Keep a folder for this run from before the work until it is replaced; refuse what may not be replaced."""
    if not folder.parent.exists():
        private_folder(folder.parent)
    with alone(folder):
        _recover(folder)
        sweep(folder.parent)
        check_replaceable(folder, kind)
        yield


@contextmanager
def folder_written_whole(folder: Path, kind: str, *, lasting: bool = True) -> Iterator[Path]:
    """A folder to write into that takes its final name when all is written, and whose old content is gone only then.

    With `lasting`, everything is on disk before that.
    """
    with held_folder(folder, kind), scratch_folder(folder.parent) as scratch:
        part = scratch / "new"
        part.mkdir(mode=0o700)
        yield part
        if not (part / MARKER).exists():
            mark(part, kind, lasting=lasting)
        check_replaceable(folder, kind)
        swap(part, folder)
        if lasting:
            folder_to_disk(folder.parent)


def swap(part: Path, folder: Path) -> None:
    """Give a new folder its name. What had the name is under the new one's old name afterwards."""
    if not folder.exists() or (folder.is_dir() and not names_in(folder)):
        try:
            part.rename(folder)
        except FileExistsError:  # Windows gives no name a second time, not even that of an empty folder
            folder.rmdir()
            part.rename(folder)
    elif not exchanged(part, folder):
        aside = _aside(folder)
        folder.rename(aside)
        try:
            part.rename(folder)
        except BaseException:
            aside.rename(folder)
            raise
        aside.rename(part)


def exchanged(one: Path, other: Path) -> bool:
    """Swap two names in one step; false where the system or the disk cannot."""
    if sys.platform != "linux":
        return False
    try:
        call = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    current = ctypes.c_int(-100)  # relative to the folder where we are
    if call(current, os.fsencode(one), current, os.fsencode(other), ctypes.c_uint(_EXCHANGE)) == 0:
        return True
    number = ctypes.get_errno()
    if number in _CANNOT_SWAP:
        return False
    raise OSError(number, os.strerror(number), str(one), None, str(other))


def _aside(folder: Path) -> Path:
    """Where the old folder waits where names cannot be swapped; only this folder's next run may touch it."""
    digest = hashlib.sha256(b"the old folder of standout: " + os.fsencode(folder.name)).hexdigest()
    return folder.with_name(f".standout-old-{digest[:24]}")


def _recover(folder: Path) -> None:
    """Put an old folder back that a killed run had moved aside; if the new one was there already, it goes."""
    aside = _aside(folder)
    if not os.path.lexists(aside) or kind_of(aside) is None:
        return
    if not os.path.lexists(folder):
        aside.rename(folder)
    elif foreign_in(aside) is None:
        discard(aside)


@contextmanager
def working_folder(folder: Path) -> Iterator[Path]:
    """A place for unfinished work below the folder for results; gone when the work is done or refused, kept when
    it was interrupted."""
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder}: is a file; choose another --out")
    new, work = not folder.exists(), private_folder(folder) / WORK
    try:
        with alone(work):
            sweep(folder)
            fresh = _begun(work)
            try:
                yield work
            except BaseException as problem:
                if fresh and (isinstance(problem, BadInput) or names_in(work) <= {MARKER}):
                    clear(work)
                raise
            clear(work)
    except BaseException:
        if new:
            with suppress(OSError):
                folder.rmdir()
        raise


def _begun(work: Path) -> bool:
    """Make the folder for work, marked from its first moment, or go on in one of ours; whether it is new."""
    if work.is_symlink() or (work.exists() and kind_of(work) != "work" and (not work.is_dir() or names_in(work))):
        raise BadInput(f"{work}: is not a folder that standout made; move it away, or choose another --out")
    if work.exists() and kind_of(work) == "work":
        _check_no_links(work)
        return False
    part = work.with_name(scratch_name())
    try:
        part.mkdir(mode=0o700)
        mark(part, "work", lasting=False)
        part.rename(work)
    finally:
        discard(part)
    return True


def _check_no_links(work: Path) -> None:
    for place, folders, files in os.walk(work):
        for name in (*folders, *files):
            if stat.S_ISLNK((Path(place) / name).lstat().st_mode):
                raise BadInput(f"{Path(place) / name}: is a link, which standout never makes there; "
                               "move it away, or choose another --out")  # fmt: skip
