"""Standard input as data: copied once, privately, and then read like a file."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from standout.common.files import open_private
from standout.errors import BadInput
from standout.outputs.scratch import process_folder

WORD = "-"
"""What stands for standard input where a file is named."""

NAME = "standard input"

_BLOCK = 1 << 20
_ENDINGS = (
    (b"\x1f\x8b", ".gz"),
    (b"\x28\xb5\x2f\xfd", ".zst"),
    (b"BZh", ".bz2"),
    (b"\xfd7zXZ\x00", ".xz"),
    (b"PAR1", ".parquet"),
)
_copies: list[Path] = []


def copied() -> Path:
    """What came in, in a file whose ending says what its first bytes are; it comes only once, so one copy is kept."""
    if not _copies:
        _copies.append(_copy(process_folder()))
    return _copies[0]


def _copy(folder: Path) -> Path:
    if sys.stdin is None or sys.stdin.closed or sys.stdin.isatty():
        raise BadInput(f"{NAME}: nothing comes in; pipe data into the command, or name a file")
    stream = sys.stdin.buffer
    head = stream.read(_BLOCK)
    if not head:
        raise BadInput(f"{NAME}: is empty; pipe data into the command, or name a file")
    ending = next((ending for mark, ending in _ENDINGS if head.startswith(mark)), "")
    file = folder / f"standard-input{ending}"
    with open_private(file) as target:
        target.write(head)
        shutil.copyfileobj(stream, target, _BLOCK)
    return file
