"""Writing files that hold people: private from the first byte, and never half-written under their name.

Nothing here writes through a link or into a file that exists: content goes into a new file beside the old one, which
then takes its name in one step. Whether it may is decided before any work; see `standout.outputs`.
"""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from standout.outputs.scratch import lock_now, scratch_folder, scratch_name

_log = logging.getLogger("standout.files")
Content = bytes | Callable[[BinaryIO], None]
"""What goes into a file: its bytes, or who writes them."""


def private_folder(folder: Path) -> Path:
    """Make the folder (and its parents) if need be; only the owner may look inside a new one."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def open_private(file: Path, mode: int = 0o600) -> BinaryIO:
    """Open a new file for writing that only its owner may read; what had the name loses it, and stays as it was."""
    with suppress(FileNotFoundError):
        file.unlink()
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(file, flags, 0o600)
    try:
        if hasattr(os, "fchmod"):
            os.fchmod(descriptor, mode)
        return os.fdopen(descriptor, "wb")
    except BaseException:
        os.close(descriptor)
        raise


@contextmanager
def written_whole(file: Path, mode: int = 0o600, *, lasting: bool = True) -> Iterator[BinaryIO]:
    """A stream whose content appears under the file's name only when all of it is on disk.

    What need not be `lasting` is not waited for: it survives a kill, and may be damaged after a power cut.
    """
    part = file.with_name(scratch_name())
    try:
        with open_private(part, mode) as stream:
            lock_now(stream.fileno())
            yield stream
            if lasting:
                _to_disk(stream)
        part.replace(file)
        if lasting:
            folder_to_disk(file.parent)
    finally:
        part.unlink(missing_ok=True)


def write_whole(file: Path, content: bytes, mode: int = 0o600, *, lasting: bool = True) -> None:
    """Put this content under the file's name, all of it or none; see `written_whole`."""
    with written_whole(file, mode, lasting=lasting) as stream:
        stream.write(content)


def write_together(files: Mapping[Path, Content], public: Collection[Path] = ()) -> None:
    """Write files that belong together, so that never one of before stands beside one of now.

    All are written and on disk before the first takes its name. Then the old ones go and the new ones come; if that
    fails, the old ones are put back. One file alone is replaced in one step. What is `public` is for everyone's eyes.
    """
    with ExitStack() as kept:
        places = {file.parent: None for file in files}
        scratches = {place: kept.enter_context(scratch_folder(place)) for place in places}
        parts = {file: scratches[file.parent] / f"new-{number}" for number, file in enumerate(files)}
        for file, content in files.items():
            with open_private(parts[file], 0o644 if file in public else 0o600) as stream:
                content(stream) if callable(content) else stream.write(content)
                _to_disk(stream)
        if len(files) == 1:
            for file, part in parts.items():
                part.replace(file)
        else:
            _take_names(parts)
        for place in places:
            folder_to_disk(place)
    _log.info("wrote %s", ", ".join(f"{file.name} ({file.stat().st_size:,} bytes)" for file in files))


def _take_names(parts: Mapping[Path, Path]) -> None:
    """Move what has the names aside, and the parts to their names; all of it or nothing."""
    aside = [(file, part.with_name(f"old-{part.name}")) for file, part in parts.items()]
    done: list[tuple[Path, Path]] = []
    try:
        for source, target in (*aside, *((part, file) for file, part in parts.items())):
            if os.path.lexists(source):
                done.append((source, target))
                source.rename(target)
    except BaseException:
        for source, target in reversed(done):
            if os.path.lexists(target) and not os.path.lexists(source):
                target.rename(source)
        raise


def _to_disk(stream: BinaryIO) -> None:
    stream.flush()
    os.fsync(stream.fileno())


def folder_to_disk(folder: Path) -> None:
    """Have the names in a folder on disk; where a system cannot (Windows, some network disks), it is left to it."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as problem:
        if problem.errno in (errno.EIO, errno.ENOSPC, errno.EDQUOT):
            raise
