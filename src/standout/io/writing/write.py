"""Writing: changed interactions in the format that the data was read from.

A file stays a file with the same columns, a folder of a known layout stays one, a prepared dataset stays one; what has
a format that is not written (Netflix Prize) becomes Parquet. Rows are in order of person and item. Datasets hold
days, so a time is written as the start of its day. Nothing that exists is ever written over.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from standout.common.files import folder_to_disk, open_private, written_whole
from standout.common.formats import Format, format_from_name, format_of, shown_path
from standout.data.dataset import LocalDataset
from standout.data.prepared import Entries, is_prepared, write_prepared
from standout.errors import BadInput
from standout.io.layouts import Layout, layout_of
from standout.io.readers import reader_of
from standout.io.reading import SAMPLE
from standout.outputs.places import check_new
from standout.outputs.scratch import scratch_folder

_log = logging.getLogger("standout.files")
_COMPANIONS = {
    "sample": ("people.csv", "items.csv"),
    "ml-100k": ("u.user", "u.item", "u.genre", "u.occupation"),
    "ml-1m": ("users.dat", "movies.dat"),
    "ml-latest": ("movies.csv", "links.csv"),
    "Book-Crossing": ("BX-Users.csv", "BX-Books.csv"),
}
"""Files of a layout that say something about people or items, but not what people did."""

_OF_PEOPLE = frozenset(("people.csv", "u.user", "users.dat", "BX-Users.csv"))
_WORDS = {"text": "separated text", "jsonl": "JSON lines", "parquet": "Parquet"}
_ENDINGS = {"text": ".csv", "jsonl": ".jsonl", "parquet": ".parquet"}
_PACKED = {"": "", "gzip": ".gz", "zstd": ".zst"}


@dataclass(frozen=True)
class Place:
    """Where a result goes, checked before the work, and how it is written there."""

    out: Path
    source: str
    layout: Layout | None
    """None: a prepared dataset."""
    as_parquet: bool = False


def default_place(source: str, word: str) -> Path:
    """A name beside nothing of the user's: the data's own, with a word, in the folder where the command runs."""
    path = Path(source)
    name = path.resolve().name if path.exists() else source
    if path.is_dir() and not is_prepared(path):
        return Path(f"{name}-{word}{'.parquet' if layout_of(path).name == 'netflix' else ''}")
    ending = ".standout" if path.is_dir() else _ending(Path(name))
    return Path(f"{name.removesuffix(ending)}-{word}{ending}")


def _ending(file: Path) -> str:
    """What a file's name says of its format: two endings where it is packed."""
    return "".join(file.suffixes[-2:] if file.suffix.lower() in _PACKED.values() else file.suffixes[-1:])


def place_for(source: str, out: Path) -> Place:
    """Look whether the result can be put there; one line if not."""
    check_new(out)
    path, wanted = Path(source), format_from_name(out)
    as_parquet = wanted is not None and wanted.kind == "parquet"
    if is_prepared(path):
        return Place(out, source, None, as_parquet)
    if not path.exists() and source == SAMPLE:
        return Place(out, source, Layout(SAMPLE, (Path("interactions.parquet"),)), as_parquet)
    if path.is_file() and reader_of(path) is not None:
        if not as_parquet:
            raise BadInput(
                f"{shown_path(out)}: what a plug-in reads is written as Parquet; let the name end in .parquet"
            )
        return Place(out, source, None, as_parquet)
    layout = layout_of(path)
    if layout.name == "netflix" and not as_parquet:
        raise BadInput(f"{shown_path(out)}: Netflix Prize data is written as Parquet; let the name end in .parquet")
    if path.is_file() and not as_parquet:
        _check_ending(path, out, wanted)
    return Place(out, source, layout, as_parquet)


def _check_ending(path: Path, out: Path, wanted: Format | None) -> None:
    """A name that says another format than the file's would make the result unreadable."""
    form = format_of(path)
    if wanted != form and _ending(out) != _ending(path):
        fitting = _ending(path) or _ENDINGS[form.kind] + _PACKED[form.packing]
        packed = f" in {form.packing}" if form.packing else ""
        raise BadInput(
            f"{shown_path(out)}: the data is {_WORDS[form.kind]}{packed}; let the name end in {fitting} or .parquet"
        )


def write_like(data: LocalDataset, place: Place, columns: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Write the interactions there, in their source's format; what the owner should know of it comes back."""
    with _whole_source(place) as (source, layout):
        if place.as_parquet or layout is None:
            notes = _write_other(data, place, layout, columns or {})
        elif source.is_dir():
            notes = _write_folder(data, place.out, source, layout, columns or {})
        else:
            notes = _write_file(data, place.out, layout, columns or {})
    _log.info("wrote %s (%s bytes)", place.out.name, f"{_size(place.out):,}")
    return (*_silent(data), *notes)


def _size(out: Path) -> int:
    """How many bytes a file has, or all files of a folder."""
    return sum(file.stat().st_size for file in (out.rglob("*") if out.is_dir() else [out]) if file.is_file())


def _write_other(
    data: LocalDataset, place: Place, layout: Layout | None, columns: Mapping[str, str]
) -> tuple[str, ...]:
    """A prepared dataset, or Parquet in place of another format."""
    from standout.io.writing.writing_rows import Rows, write_rows
    from standout.io.writing.writing_style import PLAIN, style_of

    if not place.as_parquet:
        _write_prepared(place.out, data)
        return ()
    style = PLAIN
    if layout is not None and layout.name != "netflix":
        own = style_of(layout, columns)
        style = own if _has_names(own.columns) else replace(PLAIN, notes=own.notes)
    with written_whole(place.out) as stream:
        write_rows(stream, Rows(data.held.records, data.facts, data.vocabulary), replace(style, form=Format("parquet")))
    return style.notes


def _has_names(columns: tuple[tuple[str, str], ...]) -> bool:
    return not all(name.isdecimal() for _, name in columns)


def _write_file(data: LocalDataset, out: Path, layout: Layout, columns: Mapping[str, str]) -> tuple[str, ...]:
    from standout.io.writing.writing_rows import Rows, write_rows
    from standout.io.writing.writing_style import style_of

    style = style_of(layout, columns)
    with written_whole(out) as stream:
        write_rows(stream, Rows(data.held.records, data.facts, data.vocabulary), style)
    return style.notes


def _write_folder(
    data: LocalDataset, out: Path, source: Path, layout: Layout, columns: Mapping[str, str]
) -> tuple[str, ...]:
    """A folder of the same layout: the interactions, and the files about people and items as they are."""
    present = {file.name.lower(): file for file in source.iterdir() if file.is_file()}
    copied = [present[name.lower()] for name in _COMPANIONS.get(layout.name, ()) if name.lower() in present]
    with _folder_written_whole(out) as part:
        notes = _write_file(data, part / layout.files[0].name, layout, columns)
        for file in copied:
            with file.open("rb") as original, open_private(part / file.name) as copy:
                shutil.copyfileobj(original, copy)
    personal = [file.name for file in copied if file.name in _OF_PEOPLE]
    if personal:
        notes += (f"{personal[0]} was copied as it is, with people's attributes: do not publish it with the rest",)
    others = sorted(file.name for file in present.values() if file not in (*copied, *layout.files))
    if others:
        what = "1 other file of the folder was" if len(others) == 1 else f"{len(others)} other files of the folder were"
        notes += (f"{what} not copied: what people did may be in there",)
    return notes


def _write_prepared(out: Path, data: LocalDataset) -> None:
    records = data.held.records
    entries = Entries(
        np.repeat(np.arange(data.people, dtype=np.int64), data.lengths),
        np.asarray(records.items, dtype=np.int64),
        np.asarray(records.values) if data.has_values else None,
        np.asarray(records.days) if data.has_days else None,
    )
    write_prepared(
        out, [entries], vocabulary=data.vocabulary, scale=data.scale, first_day=data.first_day, source=data.source
    )  # fmt: skip


@contextmanager
def _whole_source(place: Place) -> Iterator[tuple[Path, Layout | None]]:
    """The source and its layout; the built-in sample is made again for its files."""
    if place.layout is None or place.layout.name != SAMPLE or Path(place.source).exists():
        yield Path(place.source), place.layout
        return
    from standout.sample.invention import builtin_sample

    with scratch_folder() as folder:
        sample = builtin_sample(folder / SAMPLE)
        yield sample, layout_of(sample)


@contextmanager
def _folder_written_whole(folder: Path) -> Iterator[Path]:
    """A folder to write into that takes its name only when everything in it is written."""
    with scratch_folder(folder.parent) as scratch:
        part = scratch / "new"
        part.mkdir(mode=0o700)
        yield part
        for file in part.iterdir():
            with file.open("rb+") as stream:
                os.fsync(stream.fileno())
        folder_to_disk(part)
        check_new(folder)
        part.rename(folder)
        folder_to_disk(folder.parent)


def _silent(data: LocalDataset) -> tuple[str, ...]:
    """A note about people who have nothing left: a file of entries does not mention them."""
    empty = int((data.lengths == 0).sum())
    return (f"{empty:,} people have no entry left",) if empty else ()
