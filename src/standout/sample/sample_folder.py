"""The folder of a sample: written whole, and never in the place of anything that somebody would miss."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from standout.common.files import open_private
from standout.outputs.folders import folder_written_whole
from standout.outputs.scratch import is_passing

MANIFEST = "sample.json"
FILES = ("interactions.parquet", "people.csv", "items.csv", MANIFEST)
KIND = "a sample"
"""What its marker says."""


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
    with folder_written_whole(folder, KIND, lasting=not is_passing(folder)) as part:
        yield part
