"""What files hold, by content: to know earlier work again, and to notice a file that changes while it is read.

A size and a time say little: times can be set, and are coarse on many disks. So files are hashed before they are read
and once more when nothing of them is needed any more; the hash that the report names is one of the two.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from standout.common.formats import shown_path
from standout.data.mapped import Seen, identity
from standout.errors import BadInput

_MOST_THREADS = 4


@dataclass(frozen=True)
class Content(Seen):
    """What a file held, all of it, at one time."""

    sha256: bytes


def content_of(file: Path) -> Content:
    """Hash a file; one line if it changes meanwhile."""
    with file.open("rb") as stream:
        before = identity(os.fstat(stream.fileno()))
        content_hash = hashlib.file_digest(stream, "sha256").digest()
        if identity(os.fstat(stream.fileno())) != before:
            raise _changed(file)
    return Content(file, before, content_hash)


def contents_of(files: Iterable[Path]) -> tuple[Content, ...]:
    """Hash files, several at once."""
    with ThreadPoolExecutor(_MOST_THREADS) as pool:
        return tuple(pool.map(content_of, files))


def digest(contents: Sequence[Content]) -> str:
    """SHA-256 of a file as it is stored; of several, over their digests in order of their names."""
    digests = [content.sha256 for content in sorted(contents, key=lambda content: content.path.name)]
    return digests[0].hex() if len(digests) == 1 else hashlib.sha256(b"".join(digests)).hexdigest()


def refuse_changed(contents: Sequence[Content]) -> None:
    """One line if a file does not hold any more what it did, or another lies in its place."""
    for content in contents:
        try:
            same = content_of(content.path) == content
        except OSError:
            same = False
        if not same:
            raise _changed(content.path)


@contextmanager
def told_if_changed(contents: Sequence[Content]) -> Iterator[None]:
    """Read these files here: what goes wrong because one of them changed is told as that."""
    try:
        yield
    except Exception:
        refuse_replaced(contents)
        raise


@contextmanager
def unchanged(*files: Path) -> Iterator[None]:
    """Read these files here; one line if one of them changes meanwhile."""
    contents = contents_of(files)
    with told_if_changed(contents):
        yield
    refuse_changed(contents)


def refuse_replaced(*groups: Iterable[Seen]) -> None:
    """One line if the system says that a file was written to since it was opened, or that another lies in its place."""
    for file in (file for group in groups for file in group):
        try:
            same = identity(file.path.stat()) == file.identity
        except OSError:
            same = False
        if not same:
            raise _changed(file.path)


def _changed(file: Path) -> BadInput:
    return BadInput(f"{shown_path(file)}: changed while it was read; run the command again when nobody writes to it")
