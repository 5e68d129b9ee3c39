"""Zip archives that anybody may have made: their directory is read and checked before anything is unpacked.

Nothing is written anywhere, and nothing is unpacked beyond what its directory promised. Refused are archives that are
cut off, locked, larger than 4 GB, or that hold too many files, names that lead outside, files that lie in each other,
or other contents than they say. The page does the same in JavaScript (`templates/unpacking.js`).
"""

from __future__ import annotations

import re
import struct
import zlib
from dataclasses import dataclass
from itertools import pairwise
from typing import BinaryIO

from standout.common.wording import shown

MOST_FILES = 10_000
LARGEST_DIRECTORY = 16 * 1024 * 1024

_END = struct.Struct("<4s4H2LH")
_ENTRY = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")
_LONGEST_COMMENT = 0xFFFF
_SATURATED = (0xFFFF, 0xFFFFFFFF)
_LOCKED = 0x0001

CUT = "not a whole zip archive; download it again"
LARGE = "a zip archive of more than 4 GB, or made like one; unpack it, and take the file with your history"
LOCKED = "a zip archive with a password; unpack it, and take the file with your history"
LYING = "a zip archive that does not hold what it says; download it again from the service itself"


class BadArchive(Exception):  # noqa: N818  (it says what is wrong)
    """What is wrong with an archive, without its name."""


@dataclass(frozen=True)
class Packed:
    """A file in an archive, as its directory has it."""

    name: str
    raw_name: bytes
    flags: int
    method: int
    checksum: int
    packed: int
    size: int
    begin: int
    limit: int
    """Where the next file begins, or the directory: nothing of this one may lie beyond."""


def files_in(stream: BinaryIO) -> list[Packed]:
    """The files of an archive, none of them unpacked; folders are left out."""
    count, begin, size = _end_of(stream)
    if count > MOST_FILES:
        raise BadArchive(f"a zip archive with {count:,} files, and {MOST_FILES:,} are the most; take the history alone")
    if size > LARGEST_DIRECTORY:
        raise BadArchive(LYING)
    stream.seek(begin)
    entries = _entries(stream.read(size), count, begin)
    names = [entry.name for entry in entries]
    if len(set(names)) < len(names):
        raise BadArchive(LYING)
    return [entry for entry in entries if not entry.name.endswith("/")]


def unpacked(stream: BinaryIO, entry: Packed, largest: int) -> bytes:
    """The contents of a file, if they are what the directory says."""
    if entry.flags & _LOCKED:
        raise BadArchive(LOCKED)
    if entry.size > largest:
        raise BadArchive(
            f"a zip archive whose '{shown(entry.name)}' unpacks to more than {largest >> 20} MB; leave it out"
        )
    if entry.method not in (0, 8):
        raise BadArchive(f"a zip archive that packs '{shown(entry.name)}' in an unusual way; unpack it yourself first")
    stream.seek(entry.begin)
    head = stream.read(_LOCAL.size)
    if len(head) < _LOCAL.size:
        raise BadArchive(CUT)
    mark, _, flags, method, _, _, _, _, _, name_length, extra = _LOCAL.unpack(head)
    name = stream.read(name_length)
    if mark != b"PK\x03\x04" or name != entry.raw_name or method != entry.method or flags & _LOCKED:
        raise BadArchive(LYING)
    start = entry.begin + _LOCAL.size + name_length + extra
    if start + entry.packed > entry.limit:
        raise BadArchive(LYING)
    stream.seek(start)
    content = _inflated(stream.read(entry.packed), entry)
    if len(content) != entry.size or zlib.crc32(content) != entry.checksum:
        raise BadArchive(LYING)
    return content


def _inflated(packed: bytes, entry: Packed) -> bytes:
    if len(packed) < entry.packed:
        raise BadArchive(CUT)
    if entry.method == 0:
        return packed
    unpacker = zlib.decompressobj(-15)
    try:
        content = unpacker.decompress(packed, entry.size + 1)
        ended = unpacker.eof or (unpacker.decompress(unpacker.unconsumed_tail, 1) == b"" and unpacker.eof)
    except zlib.error:
        raise BadArchive(LYING) from None
    if not ended or unpacker.unused_data:
        raise BadArchive(LYING)
    return content


def _end_of(stream: BinaryIO) -> tuple[int, int, int]:
    """How many files the directory has, where it begins, and how long it is."""
    length = stream.seek(0, 2)
    stream.seek(max(0, length - _END.size - _LONGEST_COMMENT))
    tail = stream.read()
    place = tail.rfind(b"PK\x05\x06")
    while place >= 0:
        if len(tail) - place >= _END.size:
            _, disk, first_disk, here, count, size, begin, comment = _END.unpack_from(tail, place)
            if place + _END.size + comment == len(tail):
                break
        place = tail.rfind(b"PK\x05\x06", 0, place)
    else:
        raise BadArchive(CUT)
    if count in _SATURATED or size in _SATURATED or begin in _SATURATED:
        raise BadArchive(LARGE)
    if disk or first_disk or here != count or begin + size > length - len(tail) + place:
        raise BadArchive(CUT)
    return count, begin, size


def _entries(directory: bytes, count: int, end: int) -> list[Packed]:
    found, place = [], 0
    for _ in range(count):
        if place + _ENTRY.size > len(directory):
            raise BadArchive(LYING)
        (mark, _, _, flags, method, _, _, checksum, packed, size, name_length, extra, comment, disk, _, _, begin) = (
            _ENTRY.unpack_from(directory, place)
        )
        place += _ENTRY.size
        raw = directory[place : place + name_length]
        place += name_length + extra + comment
        if mark != b"PK\x01\x02" or disk or place > len(directory):
            raise BadArchive(LYING)
        if _SATURATED[1] in (packed, size, begin):
            raise BadArchive(LARGE)
        found.append(Packed(_inside(raw), raw, flags, method, checksum, packed, size, begin, end))
    if place != len(directory):
        raise BadArchive(LYING)
    return _apart(found, end)


def _inside(raw: bytes) -> str:
    """The name of a file, if it leads nowhere else."""
    name = raw.decode("utf-8", errors="replace").replace("\\", "/")
    parts = name.split("/")
    if (
        name == ""
        or parts[0] == ""
        or ".." in parts
        or re.match(r"[A-Za-z]:", name)
        or re.search(r"[\x00-\x1f\x7f]", name)
    ):
        raise BadArchive(
            f"a zip archive with a name that leads outside of it ('{shown(name)}'); do not open it anywhere"
        )
    return name


def _apart(entries: list[Packed], end: int) -> list[Packed]:
    """The files, each with where the next one begins; refused if one lies in another."""
    ordered = sorted(entries, key=lambda entry: entry.begin)
    limits = {one.begin: two.begin for one, two in pairwise(ordered)} | ({ordered[-1].begin: end} if ordered else {})
    if len(limits) < len(entries):
        raise BadArchive(LYING)
    checked = [Packed(**(vars(entry) | {"limit": limits[entry.begin]})) for entry in entries]
    if any(one.begin + _LOCAL.size + len(one.raw_name) + one.packed > one.limit for one in checked):
        raise BadArchive(LYING)
    return checked
