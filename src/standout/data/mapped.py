"""Files of a prepared dataset, opened with care and mapped: what is checked is what is used later.

A file is opened once, never through a link, and only if it is a plain file; its checksum is taken from the very mapping
that everything else works on. So nobody can put another file in its place between the check and the use.
"""

from __future__ import annotations

import mmap
import os
import stat
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from standout.common.memory import make_room, remember

BLOCK = 1 << 23
_NO_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_AS_IT_IS = getattr(os, "O_BINARY", 0)  # else Windows changes what is read


@dataclass(frozen=True)
class Seen:
    """A file, and what the system said of it when it was opened."""

    path: Path
    identity: tuple[int, ...]


@dataclass(frozen=True)
class Mapped(Seen):
    """The bytes of a file, mapped from disk."""

    content: memoryview

    @property
    def seen(self) -> Seen:
        """The file without its bytes."""
        return Seen(self.path, self.identity)

    def array(self, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """All of it as little-endian numbers; the size must fit them."""
        kind = np.dtype(dtype).newbyteorder("<")
        return np.frombuffer(self.content, kind) if len(self.content) else np.empty(0, kind)

    def checksum(self) -> int:
        """CRC-32: fast enough to look at every byte on every opening, and made to notice damage."""
        crc = 0
        for begin in range(0, len(self.content), BLOCK):
            crc = zlib.crc32(self.content[begin : begin + BLOCK], crc)
            make_room()
        return crc


def identity(status: os.stat_result) -> tuple[int, ...]:
    """What changes when a file is written to or another is put in its place."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def opened(path: Path) -> int:
    """A descriptor of a plain file, for reading; a link, a pipe or a device is not opened."""
    descriptor = os.open(path, os.O_RDONLY | _NO_WAITING | _AS_IT_IS)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError("not a plain file")
    return descriptor


def mapped(path: Path) -> Mapped:
    """Map a plain file from disk."""
    descriptor = opened(path)
    try:
        status = os.fstat(descriptor)
        if not status.st_size:
            return Mapped(path, identity(status), memoryview(b""))
        whole = mmap.mmap(descriptor, status.st_size, access=mmap.ACCESS_READ)
    finally:
        os.close(descriptor)
    remember(whole)
    return Mapped(path, identity(status), memoryview(whole))


def read_bounded(path: Path, most: int) -> bytes:
    """The content of a small plain file, and one byte more than `most` if there is more."""
    with os.fdopen(opened(path), "rb") as stream:
        return stream.read(most + 1)
