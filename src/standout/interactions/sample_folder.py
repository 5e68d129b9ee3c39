"""The folder of a sample: written whole, and never in the place of anything that somebody would miss."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from standout.errors import BadInput
from standout.files import open_private, private_folder

MANIFEST = "sample.json"
FILES = ("interactions.parquet", "people.csv", "items.csv", MANIFEST)


@contextmanager
def lasting(file: Path) -> Iterator[BinaryIO]:
    """A new private file that is on disk, not only in memory, when it is closed."""
    with open_private(file) as stream:
        yield stream
        stream.flush()
        os.fsync(stream.fileno())


@contextmanager
def written_whole(folder: Path) -> Iterator[Path]:
    """A folder to build in: takes this one's name only when complete, and leaves nothing behind if not."""
    folder = folder.resolve()
    _check_replaceable(folder)
    part = folder.with_name(f"{folder.name}.part")
    old = folder.with_name(f"{folder.name}.old")
    _discard(part)
    _discard(old)
    private_folder(part)
    try:
        yield part
        _swap(part, folder, old)
        _discard(old)
    finally:
        _discard(part)


def _swap(part: Path, folder: Path, old: Path) -> None:
    """Give the new folder its name; what had the name keeps it if that fails."""
    if folder.exists():
        folder.rename(old)
    try:
        part.rename(folder)
    except OSError:
        if old.exists():
            old.rename(folder)
        raise


def _check_replaceable(folder: Path) -> None:
    """A sample may take the place of an empty folder or of another sample, of nothing anyone would miss."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise BadInput(f"{folder}: is a file; give a folder for the sample with --out")
    found = {entry.name for entry in folder.iterdir()}
    if found and MANIFEST not in found:
        raise BadInput(f"{folder}: holds {min(found)} and is not a sample; give a new or empty folder with --out")
    if others := found.difference(FILES):
        raise BadInput(f"{folder}: holds {min(others)} beside an earlier sample; move it away or give another --out")


def _discard(folder: Path) -> None:
    """Remove what an earlier run left; refuse if it holds anything that is not ours."""
    if folder.is_symlink() or folder.is_file():
        raise BadInput(f"{folder}: is in the way; move it away or give another folder with --out")
    if not folder.exists():
        return
    if others := {entry.name for entry in folder.iterdir()}.difference(FILES):
        raise BadInput(f"{folder}: holds {min(others)} and is in the way; move it away or give another --out")
    shutil.rmtree(folder)
