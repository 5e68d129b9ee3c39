"""The marker `.standout`: what a folder of ours is and which files we put there, with a checksum over itself.

Only a folder with it is ever replaced or removed, and only while it holds just these files, byte for byte.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from standout.common.files import folder_to_disk, open_private

MARKER = ".standout"
_LARGEST = 1 << 26
_BLOCK = 1 << 23

Checksum = Sequence[int]
"""Size and CRC-32 of a file."""


def mark(folder: Path, kind: str, known: Mapping[str, Checksum] | None = None, *, lasting: bool = True) -> None:
    """Mark a folder as ours, with the files that are in it; checksums that are known are not computed again.

    With `lasting`, all of it is on disk afterwards.
    """
    files = {name: list((known or {}).get(name) or checksum(folder / name)) for name in sorted(names_in(folder))}
    said = {"standout": kind, "files": files}
    if lasting:
        for name in files:
            _to_disk(folder / name)
    with open_private(folder / MARKER) as stream:
        stream.write(json.dumps(said | {"checksum": _digest(said)}, indent=1).encode())
        stream.flush()
        os.fsync(stream.fileno())
    if lasting:
        folder_to_disk(folder)


def kind_of(folder: Path) -> str | None:
    """What a folder of ours is; none if it has no marker, or one that is not as we wrote it."""
    said = _read(folder)
    return None if said is None else str(said["standout"])


def foreign_in(folder: Path) -> str | None:
    """A file in a marked folder that we did not put there, or that was changed or taken away since; none if all is
    as we left it."""
    said = _read(folder)
    files: dict[str, Any] = {} if said is None else said["files"]
    names = names_in(folder) - {MARKER}
    if other := sorted(names ^ files.keys()):
        return other[0]
    for name in sorted(names):
        if not stat.S_ISREG((folder / name).lstat().st_mode) or list(checksum(folder / name)) != files[name]:
            return name
    return None


def names_in(folder: Path) -> set[str]:
    """The names of all that is in a folder."""
    return {entry.name for entry in folder.iterdir()}


def checksum(file: Path) -> tuple[int, int]:
    """Size and CRC-32 of a file, which is not a link."""
    size = check = 0
    with _opened(file) as stream:
        while block := stream.read(_BLOCK):
            size += len(block)
            check = zlib.crc32(block, check)
    return size, check


def _read(folder: Path) -> dict[str, Any] | None:
    try:
        with _opened(folder / MARKER) as stream:
            said = json.loads(stream.read(_LARGEST))
        digest = said.pop("checksum")
    except (OSError, ValueError, RecursionError, AttributeError, KeyError, TypeError):
        return None
    fits = isinstance(said.get("standout"), str) and isinstance(said.get("files"), dict)
    return said if fits and digest == _digest(said) else None


def _opened(file: Path) -> Any:
    """A file for reading: no link, and nothing that would keep us waiting."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(file, flags), "rb")


def _digest(said: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _to_disk(file: Path) -> None:
    descriptor = os.open(file, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
