"""Writing: changed interactions in the format that the data was read from.

A file stays a file with the same columns, a folder of a known layout stays one, a prepared dataset stays one; what has
a format that is not written (Netflix Prize) becomes Parquet. Rows are in order of person and item. Datasets hold
days, so a time is written as the start of its day. Nothing that exists is ever written over.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa

from standout.common.arrays import Int64s
from standout.common.files import folder_to_disk, open_private, write_whole, written_whole
from standout.common.formats import Format, shown_path
from standout.data.counting import people_blocks
from standout.data.dataset import LocalDataset
from standout.data.prepared import Entries, write_prepared
from standout.io.layouts import Layout, layout_of
from standout.io.reading import SAMPLE
from standout.io.reading_options import TimesWanted
from standout.io.writing.kept import Kept
from standout.io.writing.writing_places import Place
from standout.outputs.places import check_new
from standout.outputs.scratch import scratch_folder

_log = logging.getLogger("standout.files")
_COMPANIONS = {
    "sample": ("people.csv", "items.csv"),
    "ml-100k": ("u.user", "u.item", "u.genre", "u.occupation"),
    "ml-1m": ("users.dat", "movies.dat"),
    "ml-latest": ("movies.csv", "links.csv"),
    "lastfm-2k": ("artists.dat",),
    "Book-Crossing": ("BX-Users.csv", "BX-Books.csv"),
}
"""Files of a layout that say something about people or items, but not what people did."""

_OF_PEOPLE = frozenset(("people.csv", "u.user", "users.dat", "BX-Users.csv"))


def write_like(
    data: LocalDataset,
    place: Place,
    columns: Mapping[str, str] | None = None,
    times: TimesWanted = TimesWanted(),  # noqa: B008 - frozen
    new_ids: bool = False,
    kept: Kept | None = None,
    whose: pa.Array | None = None,
) -> tuple[str, ...]:
    """Write the interactions there, in their source's format; what the owner should know of it comes back.

    `columns` and `times` are what was said of them when the data was read. With `new_ids`, people get other ids, and
    the key to them is written first, beside the result; `whose` are the ids in the key, where those of the data are not
    people's own. With `kept`, all columns of the source are written.
    """
    notes: tuple[str, ...] = ()
    if new_ids:
        former = data.vocabulary.everybody()
        data, order, notes = _renamed(data, place, former if whose is None else whose)
        kept = None if kept is None else replace(kept, former_ids=former.take(pa.array(order)))
    return notes + _write(data, place, columns, times, kept, people_tables=not new_ids)


def _renamed(data: LocalDataset, place: Place, ids: pa.Array) -> tuple[LocalDataset, Int64s, tuple[str, ...]]:
    """The data under new ids, and the order that its people had; the key to them is on disk before anything else is."""
    from standout.io.writing.new_ids import key_of, key_place, with_new_ids

    renamed, order = with_new_ids(data)
    key = key_place(place.out)
    write_whole(key, key_of(ids, renamed, order))
    return renamed, order, (f"people have new ids; the key is in {shown_path(key)}: keep it, and give it to nobody",)


def _write(
    data: LocalDataset,
    place: Place,
    columns: Mapping[str, str] | None,
    times: TimesWanted,
    kept: Kept | None,
    people_tables: bool,
) -> tuple[str, ...]:
    with _whole_source(place) as (source, layout):
        write = partial(_write_file, data, layout=layout, columns=columns or {}, times=times)
        if kept is not None:
            write = partial(_write_kept, data, layout=layout, kept=kept, as_parquet=place.as_parquet)
        if layout is not None and source.is_dir() and not (place.as_parquet or layout.parted):
            notes = _write_folder(place.out, source, layout, write, people_tables)
        elif kept is None and (place.as_parquet or layout is None):
            notes = _write_other(data, place, layout, columns or {}, times)
        else:
            notes = write(place.out)
    _log.info("wrote %s (%s bytes)", place.out.name, f"{_size(place.out):,}")
    return (*_silent(data), *notes)


def _size(out: Path) -> int:
    """How many bytes a file has, or all files of a folder."""
    return sum(file.stat().st_size for file in (out.rglob("*") if out.is_dir() else [out]) if file.is_file())


def _write_other(
    data: LocalDataset, place: Place, layout: Layout | None, columns: Mapping[str, str], times: TimesWanted
) -> tuple[str, ...]:
    """A prepared dataset, or Parquet in place of another format."""
    from standout.io.writing.writing_rows import Rows, write_rows
    from standout.io.writing.writing_style import PLAIN, style_of

    if not place.as_parquet:
        _write_prepared(place.out, data)
        return ()
    style = PLAIN
    if layout is not None and layout.name != "netflix":
        own = style_of(layout, columns, times)
        style = own if _has_names(own.columns) else replace(PLAIN, notes=own.notes)
    with written_whole(place.out) as stream:
        write_rows(stream, Rows(data.held.records, data.facts, data.vocabulary), replace(style, form=Format("parquet")))
    return style.notes


def _has_names(columns: tuple[tuple[str, str], ...]) -> bool:
    return not all(name.isdecimal() for _, name in columns)


def _write_file(
    data: LocalDataset, out: Path, *, layout: Layout | None, columns: Mapping[str, str], times: TimesWanted
) -> tuple[str, ...]:
    from standout.io.writing.writing_rows import Rows, write_rows
    from standout.io.writing.writing_style import style_of

    style = style_of(_known(layout), columns, times)
    with written_whole(out) as stream:
        write_rows(stream, Rows(data.held.records, data.facts, data.vocabulary), style)
    return style.notes


def _write_kept(
    data: LocalDataset, out: Path, *, layout: Layout | None, kept: Kept, as_parquet: bool
) -> tuple[str, ...]:
    from standout.io.writing.kept_columns import write_kept

    return write_kept(data, out, _known(layout), kept, as_parquet=as_parquet)


def _known(layout: Layout | None) -> Layout:
    if layout is None:
        raise ValueError("data without files is not written like them")
    return layout


def _write_folder(
    out: Path, source: Path, layout: Layout, write: Callable[[Path], tuple[str, ...]], people_tables: bool
) -> tuple[str, ...]:
    """A folder of the same layout: the interactions, and the files about people and items as they are.

    Without `people_tables` those about people, whose ids are the old ones, are not copied.
    """
    present = {file.name.lower(): file for file in source.iterdir() if file.is_file()}
    companions = [name for name in _COMPANIONS.get(layout.name, ()) if people_tables or name not in _OF_PEOPLE]
    copied = [present[name.lower()] for name in companions if name.lower() in present]
    with _folder_written_whole(out) as part:
        notes = write(part / layout.files[0].name)
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
    write_prepared(
        out, _entries(data), vocabulary=data.vocabulary, scale=data.scale, first_day=data.first_day, source=data.source,
        events=data.events,
    )  # fmt: skip


def _entries(data: LocalDataset) -> Iterator[Entries]:
    """All entries, those of some people at a time."""
    records = data.held.records
    for first, last in people_blocks(records.starts):
        here = slice(int(records.starts[first]), int(records.starts[last]))
        yield Entries(
            np.repeat(np.arange(first, last, dtype=np.int64), data.lengths[first:last]),
            np.asarray(records.items[here], dtype=np.int64),
            np.asarray(records.values[here]) if data.has_values else None,
            np.asarray(records.days[here]) if data.has_days else None,
        )


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
