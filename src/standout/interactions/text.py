"""Text files made plain: unpacked, checked from the first byte to the last, and in UTF-8.

DuckDB may stop silently at a damaged end and would guess an encoding from the beginning, so the whole file
is looked at here. A file that already is plain UTF-8 is read where it lies; others are copied.
"""

from __future__ import annotations

import codecs
import gzip
import hashlib
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from standout.errors import BadInput
from standout.files import open_private
from standout.interactions.formats import Packing, shown_path

_BLOCK = 1 << 22
_BOM = codecs.BOM_UTF8


@dataclass(frozen=True)
class PlainText:
    """A file of plain UTF-8 text, and what had to be done to get it."""

    path: Path
    notes: tuple[str, ...] = ()


def digest(files: list[Path]) -> str:
    """SHA-256 of a file as it is stored; of several, over their digests in order of their names."""
    digests = []
    for file in sorted(files, key=lambda file: file.name):
        with file.open("rb") as stream:
            digests.append(hashlib.file_digest(stream, "sha256"))
    if len(digests) == 1:
        return digests[0].hexdigest()
    return hashlib.sha256(b"".join(each.digest() for each in digests)).hexdigest()


def plain_text(file: Path, packing: Packing, scratch: Path) -> PlainText:
    """The file's text in UTF-8 without byte order mark, or one line that says what is wrong with it."""
    plain = file
    if packing:
        plain = _unused(scratch, "unpacked")
        _unpack(file, packing, plain)
    is_utf8 = _check(plain, file)
    with plain.open("rb") as stream:
        has_mark = stream.read(len(_BOM)) == _BOM
    if is_utf8 and not has_mark:
        return PlainText(plain)
    copy = _unused(scratch, "plain")
    _rewrite(plain, copy, "utf-8-sig" if is_utf8 else "latin-1")
    note = f"{shown_path(Path(file.name))}: not UTF-8, so it was read as Latin-1"
    return PlainText(copy, () if is_utf8 else (note,))


def _unused(scratch: Path, name: str) -> Path:
    number = 0
    while (path := scratch / f"{name}{number}.txt").exists():
        number += 1
    return path


def _unpack(file: Path, packing: Packing, to: Path) -> None:
    import pyarrow as pa

    try:
        with _unpacked(file, packing) as source, open_private(to) as target:
            shutil.copyfileobj(source, target, _BLOCK)
    except (EOFError, gzip.BadGzipFile, zlib.error, pa.ArrowException) as problem:
        raise _damaged(file, packing, problem) from None
    except OSError as problem:
        if problem.errno is not None:
            raise
        raise _damaged(file, packing, problem) from None


@contextmanager
def _unpacked(file: Path, packing: Packing) -> Iterator[IO[bytes] | Any]:
    if packing == "gzip":
        with gzip.open(file, "rb") as stream:
            yield stream
    else:
        import pyarrow as pa

        with file.open("rb") as packed, pa.input_stream(packed, compression="zstd") as stream:
            yield stream


def _damaged(file: Path, packing: str, problem: Exception) -> BadInput:
    return BadInput(f"{shown_path(file)}: damaged or cut-off {packing} file ({problem}); get it again")


def _check(plain: Path, file: Path) -> bool:
    """Look at every byte: refuse what is no text, and say whether it is UTF-8."""
    decoder, is_utf8, size = codecs.getincrementaldecoder("utf-8")(), True, 0
    with plain.open("rb") as stream:
        while block := stream.read(_BLOCK):
            size += len(block)
            if (at := block.find(b"\0")) >= 0:
                where = size - len(block) + at
                raise BadInput(f"{shown_path(file)}: not text (a NUL at byte {where:,}); save it as UTF-8 text")
            is_utf8 = is_utf8 and _decodes(decoder, block)
    if not size:
        raise BadInput(f"{shown_path(file)}: the file is empty; name a file with interactions")
    return is_utf8 and _decodes(decoder, b"", final=True)


def _decodes(decoder: codecs.IncrementalDecoder, block: bytes, final: bool = False) -> bool:
    if not final and block.isascii() and not decoder.getstate()[0]:
        return True
    try:
        decoder.decode(block, final)
    except UnicodeDecodeError:
        return False
    return True


def _rewrite(plain: Path, copy: Path, encoding: str) -> None:
    with plain.open(encoding=encoding, newline="") as source, open_private(copy) as target:
        while text := source.read(_BLOCK):
            target.write(text.encode())
