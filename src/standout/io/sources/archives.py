"""Zip archives: unpacked into a passing folder, which is then read like any other.

An archive is not trusted: neither with the sizes it names, nor with where its files want to lie.
"""

from __future__ import annotations

import shutil
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from standout.common.files import open_private, private_folder
from standout.common.formats import shown_path
from standout.common.wording import shown
from standout.errors import BadInput
from standout.io.layouts import Layout, layout_of
from standout.io.parts import MOST_FILES, Part, is_data

MOST_TIMES = 200
"""An archive that unpacks to more than so many times its size is not unpacked, if that is more than a gigabyte."""

_LITTLE = 1 << 30
_BLOCK = 1 << 20
_ENCRYPTED = 0x1


def unpacked(archive: Path, scratch: Path) -> Layout:
    """The layout of what is in an archive, which is unpacked for it."""
    name, folder = shown_path(archive), private_folder(scratch / "unpacked")
    try:
        with zipfile.ZipFile(archive) as opened:
            members = _members(name, opened)
            _check_size(name, archive, members, shutil.disk_usage(scratch).free)
            for member in members:
                _unpack(name, opened, member, folder)
    except (zipfile.BadZipFile, zlib.error, EOFError) as problem:
        raise BadInput(f"{name}: damaged or cut-off zip archive ({shown(str(problem), 100)}); get it again") from None
    except (NotImplementedError, RuntimeError) as problem:
        raise BadInput(f"{name}: packed in a way that is not read ({shown(str(problem), 100)}); unpack it") from None
    return _called(name, archive, folder)


def _members(name: str, opened: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The files that may be data or tell about it; refuses what is no archive of data."""
    members = [each for each in opened.infolist() if not each.is_dir()]
    if any(each.filename == "[Content_Types].xml" for each in members):
        raise BadInput(f"{name}: this is a workbook or another office document; save the sheet as CSV")
    if len(members) > MOST_FILES:
        raise BadInput(f"{name}: more than {MOST_FILES:,} files in it; unpack it, and name those that are meant")
    seen: set[str] = set()
    for each in members:
        place = PurePosixPath(each.filename)
        if place.is_absolute() or ".." in place.parts or "\\" in each.filename or ":" in place.parts[0]:
            raise BadInput(f"{name}: '{shown(each.filename)}' would lie outside of the archive; unpack it with care")
        if each.flag_bits & _ENCRYPTED:
            raise BadInput(f"{name}: '{shown(each.filename)}' is encrypted; unpack it first")
        if each.filename in seen:
            raise BadInput(f"{name}: two files in it are called '{shown(each.filename)}'; unpack it first")
        seen.add(each.filename)
    return [each for each in members if not _is_hidden(PurePosixPath(each.filename))]


def _is_hidden(place: PurePosixPath) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in place.parts)


def _check_size(name: str, archive: Path, members: Sequence[zipfile.ZipInfo], free: int) -> None:
    size, packed = sum(each.file_size for each in members), archive.stat().st_size
    if size > MOST_TIMES * packed and size > _LITTLE:
        raise BadInput(
            f"{name}: unpacks to {size:,} bytes, {size // max(packed, 1):,} times its size; unpack it if you trust it"
        )
    if size > free:
        raise BadInput(f"{name}: unpacks to {size:,} bytes, but {free:,} are free; make room, or set TMPDIR elsewhere")


def _unpack(name: str, opened: zipfile.ZipFile, member: zipfile.ZipInfo, folder: Path) -> None:
    """One file, under its name, as long as it keeps to the size that it names."""
    place = folder.joinpath(*PurePosixPath(member.filename).parts)
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    left = member.file_size
    with opened.open(member) as source, open_private(place) as target:
        while block := source.read(_BLOCK):
            left -= len(block)
            if left < 0:
                raise BadInput(f"{name}: '{shown(member.filename)}' is larger than the archive says; get it again")
            target.write(block)


def _called(name: str, archive: Path, folder: Path) -> Layout:
    """The layout of the unpacked folder, with its files called after the archive."""
    try:
        layout = layout_of(_innermost(folder))
    except BadInput as problem:
        if "no known layout" in problem.as_typed:
            raise BadInput(f"{name}: no data file in it (.csv, .parquet, …); name an archive of data") from None
        raise BadInput(problem.as_typed.replace(shown_path(folder), name)) from None
    parts = tuple(
        Part(part.path, f"{name}/{shown_path(part.path.relative_to(folder))}", part.keys) for part in layout.parts
    )
    return replace(layout, parted=parts, label=name, stored=(archive,))


def _innermost(folder: Path) -> Path:
    """The folder itself, or the one folder in it, where nothing else is data."""
    inside = list(folder.iterdir())
    folders = [each for each in inside if each.is_dir()]
    if len(folders) == 1 and "=" not in folders[0].name and not any(is_data(each) for each in inside):
        return _innermost(folders[0])
    return folder
