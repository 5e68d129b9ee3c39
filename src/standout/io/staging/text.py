"""Text files made plain: unpacked, checked from the first byte to the last, and in UTF-8.

DuckDB may stop silently at a damaged end and would guess an encoding from the beginning, so the whole file
is looked at here. A file that already is plain UTF-8 is read where it lies; others are copied.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import lzma
import secrets
import shutil
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from standout.common.files import open_private
from standout.common.formats import Packing, shown_path
from standout.errors import BadInput
from standout.io.parts import Part

_BLOCK = 1 << 22
_BOM = codecs.BOM_UTF8


@dataclass(frozen=True)
class PlainText:
    """A file of plain UTF-8 text, and what had to be done to get it."""

    path: Path
    notes: tuple[str, ...] = ()
    lines: int = 0
    """How many lines it has, as line ends part them."""
    quotes: bool = False
    """Whether there is a quotation mark in it."""


@dataclass(frozen=True)
class PlainPart:
    """A part of a table, and its text."""

    part: Part
    text: PlainText


@dataclass
class _Look:
    """What a look at every byte found."""

    is_utf8: bool = True
    size: int = 0
    feeds: int = 0
    returns: int = 0
    quotes: bool = False
    ended: bool = True

    @property
    def lines(self) -> int:
        return (self.feeds or self.returns) + (0 if self.ended else 1)


def plain_text(file: Path, packing: Packing, scratch: Path, name: str = "") -> PlainText:
    """The file's text in UTF-8 without byte order mark, or one line that says what is wrong with it.

    `name` is how messages call the file, where it is not called by its path.
    """
    plain, name = file, name or shown_path(file)
    if packing:
        plain = _unused(scratch, "unpacked")
        _unpack(file, packing, plain, name)
    look = _check(plain, name)
    is_utf8 = look.is_utf8
    with plain.open("rb") as stream:
        has_mark = stream.read(len(_BOM)) == _BOM
    if is_utf8 and not has_mark:
        return PlainText(plain, (), look.lines, look.quotes)
    copy = _unused(scratch, "plain")
    _rewrite(plain, copy, "utf-8-sig" if is_utf8 else "latin-1")
    note = f"{shown_path(Path(file.name))}: not UTF-8, so it was read as Latin-1"
    return PlainText(copy, () if is_utf8 else (note,), look.lines, look.quotes)


def _unused(scratch: Path, name: str) -> Path:
    return scratch / f"{name}-{secrets.token_hex(8)}.txt"


def _unpack(file: Path, packing: Packing, to: Path, name: str) -> None:
    import pyarrow as pa

    try:
        with _unpacked(file, packing) as source, open_private(to) as target:
            shutil.copyfileobj(source, target, _BLOCK)
    except (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error, pa.ArrowException) as problem:
        raise _damaged(name, packing, problem) from None
    except OSError as problem:
        if problem.errno is not None:
            raise
        raise _damaged(name, packing, problem) from None


@contextmanager
def _unpacked(file: Path, packing: Packing) -> Iterator[IO[bytes] | Any]:
    opened: dict[str, Callable[..., Any]] = {"gzip": gzip.open, "bzip2": bz2.open, "xz": lzma.open}
    if packing in opened:
        with opened[packing](file, "rb") as stream:
            yield stream
    else:
        import pyarrow as pa

        with file.open("rb") as packed, pa.input_stream(packed, compression="zstd") as stream:
            yield stream


def _damaged(name: str, packing: str, problem: Exception) -> BadInput:
    return BadInput(f"{name}: damaged or cut-off {packing} file ({problem}); get it again")


def _check(plain: Path, name: str) -> _Look:
    """Look at every byte: refuse what is no text, and say whether it is UTF-8."""
    decoder, look = codecs.getincrementaldecoder("utf-8")(), _Look()
    with plain.open("rb") as stream:
        while block := stream.read(_BLOCK):
            look.size += len(block)
            if (offset := block.find(b"\0")) >= 0:
                where = look.size - len(block) + offset
                raise BadInput(f"{name}: not text (a NUL at byte {where:,}); save it as UTF-8 text")
            look.is_utf8 = look.is_utf8 and _decodes(decoder, block)
            look.feeds += block.count(b"\n")
            look.returns += 0 if look.feeds else block.count(b"\r")
            look.quotes = look.quotes or b'"' in block
            look.ended = block.endswith((b"\n", b"\r"))
    if not look.size:
        raise BadInput(f"{name}: the file is empty; name a file with interactions")
    look.is_utf8 = look.is_utf8 and _decodes(decoder, b"", final=True)
    return look


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
