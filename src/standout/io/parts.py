"""Files that are parts of one table: all of a folder, those that fit a pattern, and what `key=value` folders say.

A folder is searched no further than into `key=value` folders, as Hive and Spark make them; links are followed only
where the user names them, or as files.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from urllib.parse import unquote

from standout.common.formats import format_from_name, shown_path
from standout.errors import BadInput

MOST_FILES = 10_000
"""A table of more parts than this is not read."""

_MOST_ENTRIES = 100_000
"""Names that are looked at in a folder before it is given up."""

_NO_CELL = "__HIVE_DEFAULT_PARTITION__"
_ABOUT = re.compile(
    r"(read.?me|licen[cs]e|provenance|notice|copying|authors|citation|changelog|changes|about|checksums?|md5sums?"
    r"|sha\d+sums?)([._-].*)?",
    re.IGNORECASE,
)
"""Files that tell about data."""
_PART = re.compile(r"part-\d+([-_.].*)?")
"""How Hadoop and Spark call parts, with an ending or without."""


@dataclass(frozen=True)
class Part:
    """A file of interactions, how messages call it, and what the folders it lies in say of all its rows."""

    path: Path
    name: str
    keys: tuple[tuple[str, str | None], ...] = ()
    """Names and cells, as `year=2024/month=05` gives them."""


def is_pattern(data: Path) -> bool:
    """Whether this stands for files rather than being one."""
    try:
        return glob.has_magic(str(data)) and not data.exists()
    except OSError:
        return False


def matching_parts(pattern: Path) -> tuple[Part, ...]:
    """The files that fit a pattern, and those in folders that fit, in order of their names."""
    label, root = shown_path(pattern), _plain_beginning(pattern)
    files: list[Path] = []
    matches = glob.iglob(str(pattern), recursive=True)  # noqa: PTH207  (a pattern may begin at the root)
    for match in islice(matches, _MOST_ENTRIES):
        place = Path(match)
        files += [part.path for part in parts_in(place)] if place.is_dir() else [place]
        _check_number(label, len(files))
    if not files:
        raise BadInput(f"{label}: no file fits this pattern; check it")
    return _as_parts(dict.fromkeys(files), root, label)


def parts_in(folder: Path) -> tuple[Part, ...]:
    """The data files of a folder and of `key=value` folders in it; files that tell about data are none."""
    label, files = shown_path(folder), []
    for entry in _entries(folder, label):
        if is_data(entry):
            files.append(Path(entry.path))
            _check_number(label, len(files))
    return _as_parts(dict.fromkeys(files), folder, label)


def is_data(entry: os.DirEntry[str] | Path) -> bool:
    """Whether a name is that of a file of data."""
    name = entry.name
    if name.startswith((".", "_")) or _ABOUT.fullmatch(name) or not entry.is_file():
        return False
    return format_from_name(Path(name)) is not None or _PART.fullmatch(name) is not None


def _entries(folder: Path, label: str) -> Iterator[os.DirEntry[str]]:
    """Everything in a folder and in `key=value` folders below it, at most so much."""
    waiting, seen = [str(folder)], 0
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                seen += 1
                if seen > _MOST_ENTRIES:
                    raise BadInput(f"{label}: more than {_MOST_ENTRIES:,} files; name a data file or a smaller folder")
                if entry.is_dir(follow_symlinks=False) and _key(entry.name):
                    waiting.append(entry.path)
                yield entry


def _check_number(label: str, count: int) -> None:
    if count > MOST_FILES:
        raise BadInput(f"{label}: more than {MOST_FILES:,} data files; join some, or name fewer with a pattern")


def _as_parts(files: dict[Path, None], root: Path, label: str) -> tuple[Part, ...]:
    parts = tuple(
        Part(file, shown_path(file), _keys_of(file, root)) for file in sorted(files, key=lambda file: file.as_posix())
    )
    for part in parts[1:]:
        first = parts[0]
        if [name for name, _ in part.keys] != [name for name, _ in first.keys]:
            raise BadInput(
                f"{label}: {first.name} lies in {_named(first)}, {part.name} in {_named(part)}; "
                "name those of one kind with a pattern"
            )
    return parts


def _named(part: Part) -> str:
    return "/".join(f"{name}=…" for name, _ in part.keys) or "no key=value folder"


def _keys_of(file: Path, root: Path) -> tuple[tuple[str, str | None], ...]:
    """What the folders between the root and the file say."""
    try:
        between = file.relative_to(root).parent.parts
    except ValueError:
        between = file.parent.parts
    return tuple(key for name in between if (key := _key(name)))


def _key(name: str) -> tuple[str, str | None] | None:
    """Name and cell of a `key=value` folder; none for any other."""
    key, equals, cell = name.partition("=")
    if not equals or not key or name.startswith((".", "_")):
        return None
    return unquote(key), None if cell == _NO_CELL else unquote(cell)


def _plain_beginning(pattern: Path) -> Path:
    """The folders of a pattern before its first part that is one."""
    plain: list[str] = []
    for name in pattern.parts[:-1]:
        if glob.has_magic(name):
            break
        plain.append(name)
    return Path(*plain)
