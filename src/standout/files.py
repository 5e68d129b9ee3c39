"""Writing files that hold people: private from the first byte, and never half-written under their name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def private_folder(folder: Path) -> Path:
    """Make the folder (and its parents) if need be; only the owner may look inside a new one."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def open_private(file: Path) -> BinaryIO:
    """Open a new or emptied file for writing that only its owner may read."""
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.fchmod(descriptor, 0o600)
    return os.fdopen(descriptor, "wb")


@contextmanager
def written_whole(file: Path) -> Iterator[BinaryIO]:
    """A stream whose content appears under the file's name only when all of it is on disk."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        with open_private(part) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def write_whole(file: Path, content: bytes) -> None:
    """Put this content under the file's name, all of it or none."""
    with written_whole(file) as stream:
        stream.write(content)
