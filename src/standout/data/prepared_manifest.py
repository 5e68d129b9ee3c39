"""The manifest of a prepared dataset: what it says, sealed with a checksum over itself, and believed in nothing.

A manifest may come from anybody, checksum included. So its size is bounded before it is parsed, every number and word
is looked at, and it cannot name a file: which files there are follows from what it says about sizes.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, get_args, get_type_hints

import msgspec

from standout.common.documents import Unfit, json_document
from standout.data.codes import LAST_DAY, NO_VALUE, SHARD_PEOPLE, Packing, packing_for
from standout.data.model import Scale, Source
from standout.errors import BadInput
from standout.results.understood import Understood

FORMAT = "standout-prepared"
VERSION = 4
LARGEST = 16 << 20
"""No manifest has more bytes: those of half a billion people have two million."""

AGAIN = "make it again with 'standout prepare'"
_MOST_ITEMS = (1 << 31) - 1
_MOST = 1 << 48
_FIRST_DATE, _LAST_DATE = -719_162, 2_932_896
"""The first day of year 1 and the last of year 9999, in days since 1970."""

_KINDS = get_args(get_type_hints(Scale)["kind"])
_CHECKSUM = "checksum"
_EVENTS = "events"


@dataclass(frozen=True)
class Manifest:
    """What a manifest says, checked as far as it can be without looking at any other file."""

    people: int
    items: int
    interactions: int
    first_day: int | None
    last_day: int
    scale: Scale
    source: Source
    titles: bool
    titles_in_rows: bool
    """Whether titles come from people's own rows, and not from a table of items."""
    shard_people: tuple[int, ...]
    files: Mapping[str, tuple[int, int]]
    """Size and CRC-32 of every other file, by name."""
    events: bool = False
    """Whether a record may hold an item several times; datasets that say nothing of it were made without."""

    @property
    def packing(self) -> Packing:
        return packing_for(len(self.scale.labels), None if self.first_day is None else self.last_day)


def sealed(manifest: Manifest) -> bytes:
    """The manifest as it is stored."""
    said: dict[str, Any] = {"format": FORMAT, "version": VERSION, **asdict(manifest)}
    said["source"]["understood"] = msgspec.to_builtins(manifest.source.understood)
    del said["source"]["path"]  # where it was read from is nobody's business who gets the dataset
    if not manifest.scale.lows:
        del said["scale"]["lows"]  # only bands have them
    if not manifest.events:
        del said[_EVENTS]  # such a dataset is read by every Standout of this version of the format
    said[_CHECKSUM] = _checksum(said)
    return json.dumps(said, indent=1, ensure_ascii=False).encode()


def _checksum(said: Mapping[str, Any]) -> str:
    """SHA-256 over all that a manifest says but this."""
    rest = {name: value for name, value in said.items() if name != _CHECKSUM}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def understood(content: bytes, file: str) -> Manifest:
    """What the bytes of a manifest say, or one line that says why they are not believed."""
    said = _parsed(content, file)
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise BadInput(f"{file}: not a prepared dataset of Standout; name the data file itself")
    if said.get("version") != VERSION or isinstance(said["version"], bool | float):
        version = said.get("version")
        version_text = f"version {version}" if isinstance(version, int) and 0 <= version < _MOST else "no known version"
        raise BadInput(f"{file}: of format {version_text}, but this Standout reads version {VERSION}; {AGAIN}")
    wanted = {"format", "version", _CHECKSUM, *Manifest.__dataclass_fields__}
    if missing := sorted(wanted - said.keys() - {_EVENTS}):
        raise BadInput(f"{file}: has no '{missing[0]}'; {AGAIN}")
    if said.keys() | {_EVENTS} != wanted or said[_CHECKSUM] != _checksum(said):
        raise BadInput(f"{file}: damaged, its checksum does not fit; {AGAIN}")
    try:
        return _checked(said)
    except _WrongError as problem:
        raise BadInput(f"{file}: {problem}; {AGAIN}") from None


class _WrongError(Exception):
    """What a manifest says cannot be."""


def _parsed(content: bytes, file: str) -> Any:
    if len(content) > LARGEST:
        raise BadInput(f"{file}: larger than any manifest; {AGAIN}")
    try:
        return json_document(content)
    except Unfit as problem:
        raise BadInput(f"{file}: cannot be read ({problem}); {AGAIN}") from None


def _checked(said: Mapping[str, Any]) -> Manifest:
    people, interactions = _whole(said, "people", 0, _MOST), _whole(said, "interactions", 0, _MOST)
    items = _whole(said, "items", 0, _MOST_ITEMS)
    first_day, last_day = None, _whole(said, "last_day", 0, LAST_DAY)
    if said["first_day"] is not None:
        first_day = _whole(said, "first_day", _FIRST_DATE, _LAST_DATE - last_day)
    elif last_day:
        raise _WrongError("'last_day' is given, but no 'first_day'")
    shards = _list(said, "shard_people")
    if not all(_is_whole(size) and 0 < size <= SHARD_PEOPLE for size in shards) or sum(shards) != people:
        raise _WrongError("'shard_people' does not add up to the people")
    manifest = Manifest(
        people=people,
        items=items,
        interactions=interactions,
        first_day=first_day,
        last_day=last_day,
        scale=_scale(said["scale"]),
        source=_source(said["source"]),
        titles=_flag(said, "titles"),
        titles_in_rows=_flag(said, "titles_in_rows"),
        shard_people=tuple(shards),
        files=_files(said["files"]),
        events=_EVENTS in said and _flag(said, _EVENTS),
    )
    if manifest.titles_in_rows and not manifest.titles:
        raise _WrongError("'titles_in_rows' is true, but there are no 'titles'")
    _check_files(manifest)
    return manifest


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _whole(said: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = said[name]
    if not _is_whole(value) or not least <= value <= most:
        raise _WrongError(f"'{name}' is no whole number between {least:,} and {most:,}")
    return int(value)


def _flag(said: Mapping[str, Any], name: str) -> bool:
    if not isinstance(said[name], bool):
        raise _WrongError(f"'{name}' is neither true nor false")
    return bool(said[name])


def _list(said: Mapping[str, Any], name: str) -> list[Any]:
    value = said[name]
    if not isinstance(value, list):
        raise _WrongError(f"'{name}' is no list")
    return value


def _texts(said: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = _list(said, name)
    if not all(_is_text(text) for text in value):
        raise _WrongError(f"'{name}' holds something that is no text")
    return tuple(value)


def _is_text(value: Any) -> bool:
    """Whether this is text that can be written: half a character out of two cannot."""
    return isinstance(value, str) and not any(0xD800 <= ord(character) <= 0xDFFF for character in value)


def _object(value: Any, name: str, names: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict) or value.keys() != names:
        raise _WrongError(f"'{name}' does not hold {', '.join(sorted(names))}")
    return value


def _scale(value: Any) -> Scale:
    banded = isinstance(value, dict) and "lows" in value
    said = _object(value, "scale", {"kind", "labels", "positions", *(("lows",) if banded else ())})
    labels, positions = _texts(said, "labels"), _list(said, "positions")
    lows = _list(said, "lows") if banded else []
    if said["kind"] not in _KINDS or (said["kind"] == "none") != (not labels) or len(labels) > NO_VALUE:
        raise _WrongError("'scale' is of no known kind, or of the wrong size")
    if not all(
        (_is_whole(position) or isinstance(position, float)) and abs(position) <= 1e300 for position in positions
    ):
        raise _WrongError("'positions' holds something that is no number")
    if not all(isinstance(low, float) and math.isfinite(low) for low in lows) or lows != sorted(set(lows)):
        raise _WrongError("'lows' holds something that is no number, or they do not ascend")
    if len(lows) != (len(labels) if said["kind"] == "bands" else 0):
        raise _WrongError("'scale' has lowest numbers that do not fit its kind")
    places = tuple(float(position) for position in positions)
    if len(places) != len(labels) or list(places) != sorted(set(places)):
        raise _WrongError("'scale' has labels and positions that do not fit each other")
    if places and not math.isfinite(places[-1] - places[0]):
        raise _WrongError("'positions' are too far apart")
    return Scale(said["kind"], labels, places, tuple(lows))


def _source(value: Any) -> Source:
    said = _object(value, "source", {"files", "sha256", "notes", "understood"})
    digest = said["sha256"]
    if not isinstance(digest, str) or len(digest) > 64 or not set(digest) <= set("0123456789abcdef"):
        raise _WrongError("'sha256' is no checksum")
    try:
        known = msgspec.convert(said["understood"], Understood | None)
    except msgspec.ValidationError:
        raise _WrongError("'understood' does not say how the data was read") from None
    return Source(_texts(said, "files"), digest, _texts(said, "notes"), known)


def _files(value: Any) -> dict[str, tuple[int, int]]:
    if not isinstance(value, dict):
        raise _WrongError("'files' is no table of files")
    for pair in value.values():
        if not isinstance(pair, list) or len(pair) != 2 or not all(_is_whole(part) and part >= 0 for part in pair):
            raise _WrongError("'files' does not say size and checksum of each")
    return {name: (size, checksum) for name, (size, checksum) in value.items()}


def _check_files(manifest: Manifest) -> None:
    """Files are those that belong to a dataset of this size, and as long as it makes them."""
    wanted = sizes(manifest)
    if manifest.files.keys() != wanted.keys():
        raise _WrongError("'files' are not those of a prepared dataset of this size")
    for name, size in wanted.items():
        if size is not None and manifest.files[name][0] != size:
            raise _WrongError(f"'{name}' has another size than 'people', 'items' and 'interactions' make it")


def sizes(manifest: Manifest) -> dict[str, int | None]:
    """Every file that belongs to a dataset like this, and its size; none for text, whose size is in another file, and
    for the index, whose parts must add up."""
    people, items, count = manifest.people, manifest.items, manifest.interactions
    file_sizes: dict[str, int | None] = {
        "record_starts.bin": 8 * (people + 1),
        "record_items.bin": 4 * count,
        "record_values.bin": count if manifest.scale.kind != "none" else 0,
        "record_days.bin": 0 if manifest.first_day is None else 2 * count,
        "holders.bin": 8 * items,
        "people_starts.bin": 8 * (people + 1),
        "people_text.bin": None,
        "items_starts.bin": 8 * (items + 1),
        "items_text.bin": None,
    }
    if manifest.titles:
        file_sizes |= {"titles_starts.bin": 8 * (items + 1), "titles_text.bin": None, "titles_known.bin": items}
    if manifest.titles_in_rows:
        file_sizes["titles_agree.bin"] = items
    for number in range(len(manifest.shard_people)):
        file_sizes |= {shard_file(number, "starts"): 4 * (items + 1), shard_file(number, "entries"): None}
    return file_sizes


def shard_file(number: int, field: str) -> str:
    """The file with one array of a shard."""
    return f"shard{number:05}_{field}.bin"
