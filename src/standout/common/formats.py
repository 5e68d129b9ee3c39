"""What kind of file this is, by its ending and by its first bytes, which must agree."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from standout.common.documents import open_regular
from standout.common.plain import plain_path
from standout.errors import BadInput

Kind = Literal["text", "jsonl", "parquet"]
Packing = Literal["", "gzip", "zstd", "bzip2", "xz"]

_PACKINGS: dict[str, Packing] = {".gz": "gzip", ".zst": "zstd", ".bz2": "bzip2", ".xz": "xz"}
_KINDS: dict[str, Kind] = {
    ".csv": "text",
    ".tsv": "text",
    ".txt": "text",
    ".dat": "text",
    ".data": "text",
    ".tab": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
}
WORDS: dict[Kind, str] = {"text": "separated text", "jsonl": "JSON lines", "parquet": "Parquet"}
"""What formats are called."""
ENDINGS = frozenset(ending.removeprefix(".") for ending in (*_KINDS, *_PACKINGS))
"""Endings of files that we read ourselves."""
_MAGIC: tuple[tuple[bytes, str, str], ...] = (
    (b"\x1f\x8b", "gzip", "a gzip file; let its name end in .gz"),
    (b"\x28\xb5\x2f\xfd", "zstd", "a zstd file; let its name end in .zst"),
    (b"PAR1", "parquet", "a Parquet file; let its name end in .parquet"),
    (b"PK\x03\x04", "zip", "a zip archive; unpack it first"),
    (b"BZh", "bzip2", "a bzip2 file; let its name end in .bz2"),
    (b"\xfd7zXZ\x00", "xz", "an xz file; let its name end in .xz"),
    (b"SQLite format 3\x00", "sqlite", "an SQLite database; export the table as CSV first"),
    (b"\xff\xfe", "utf16", "text in UTF-16; save it as UTF-8"),
    (b"\xfe\xff", "utf16", "text in UTF-16; save it as UTF-8"),
)


Container = Literal["zip", "sqlite", "duckdb"]
"""Files that hold others, or tables."""


def container_of(file: Path) -> Container | None:
    """What a file is by its first bytes, if it holds files or tables and its name does not promise something else."""
    if not file.is_file() or format_from_name(file) is not None:
        return None
    with open_regular(file) as stream:
        head = stream.read(16)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if head.startswith(b"SQLite format 3\x00"):
        return "sqlite"
    return "duckdb" if head[8:12] == b"DUCK" else None


@dataclass(frozen=True)
class Format:
    """How a file's content is laid out, and how that is packed."""

    kind: Kind
    packing: Packing = ""


def no_such_file(file: Path) -> BadInput:
    """The refusal of a file that is not there; one that may be inside of an archive has to be taken out first."""
    try:
        packed = next((each for each in file.parents if container_of(each) == "zip"), None)
    except OSError:
        packed = None
    if packed is not None:
        return BadInput(f"{shown_path(file)}: no file can be named inside of {shown_path(packed)}; unpack it first")
    return BadInput(f"{shown_path(file)}: no such file or folder; check the name")


def format_of(file: Path) -> Format:
    """The file's format, or one line that says why it cannot be what its name says."""
    if not file.exists():
        raise no_such_file(file)
    if not file.is_file():
        raise BadInput(f"{shown_path(file)}: not a regular file; name a data file or a folder")
    with open_regular(file) as stream:
        head = stream.read(16)
    if not head:
        raise BadInput(f"{shown_path(file)}: the file is empty; name a file with interactions")
    return _agreed(file, head)


def format_from_name(file: Path) -> Format | None:
    """The format that a file's name promises; none if it promises nothing."""
    kind, packing = _promised(file)
    return Format(kind, packing) if kind else None


def _promised(file: Path) -> tuple[Kind | None, Packing]:
    endings = [ending.lower() for ending in file.suffixes]
    packing = _PACKINGS.get(endings[-1], "") if endings else ""
    if packing:
        endings.pop()
    return _KINDS.get(endings[-1]) if endings else None, packing


def _agreed(file: Path, head: bytes) -> Format:
    kind, packing = _promised(file)
    magic, meaning = next(((name, said) for mark, name, said in _MAGIC if head.startswith(mark)), ("", ""))
    if packing:
        if magic != packing:
            raise BadInput(f"{shown_path(file)}: not a {packing} file, though its name says so; rename or pack it")
        if kind == "parquet":
            raise BadInput(f"{shown_path(file)}: Parquet inside {packing} is not read; unpack it first")
        return Format(kind or "text", packing)
    if magic == "parquet" and kind in (None, "parquet"):
        return Format("parquet")
    if magic:
        raise BadInput(f"{shown_path(file)}: this is {meaning}")
    if kind == "parquet":
        raise BadInput(f"{shown_path(file)}: not a Parquet file, though its name says so; name it as what it is")
    return Format(kind or ("jsonl" if head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{" else "text"))


def shown_path(file: Path) -> str:
    """A path as it may be printed: control characters escaped, never shortened."""
    return plain_path(file)
