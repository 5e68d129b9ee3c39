"""Reading: from a file or folder of any known kind to interactions.

The steps: find the files (layouts), make text plain (text), bring all cells into one table (staging),
understand values and times (values, times), settle bad rows (faults), encode and sort (encoding), and write
the result as a prepared dataset, which is what everything else works on.
"""

from __future__ import annotations

import errno
import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from standout.common.formats import shown_path
from standout.data.contents import Content, contents_of, digest, refuse_changed, told_if_changed
from standout.data.dataset import LocalDataset
from standout.data.model import Source
from standout.data.prepared import KIND, is_prepared, open_prepared
from standout.errors import BadInput
from standout.io.columns.roles import check_roles
from standout.io.layouts import Layout, layout_of
from standout.io.readers import check_format
from standout.outputs.folders import held_folder
from standout.outputs.scratch import passing_folder, scratch_folder, system_place

SAMPLE = "sample"
"""The word that means the built-in sample, where no such file exists."""

_MANY_FILES = 20
_log = logging.getLogger("standout.io")


def read(
    data: Path | str,
    *,
    columns: Mapping[str, str] | None = None,
    skip_bad_rows: bool = False,
    titles: Path | None = None,
    into: Path | None = None,
    any_year: bool = False,
    contents: Sequence[Content] | None = None,
) -> LocalDataset:
    """Read interactions from a data file, a folder of a known layout, or a prepared dataset.

    They are prepared in the folder `into`; without it, in a temporary one that is gone when the process ends.
    `contents` are those of `source_files`, where they were looked at before. A file that changes is refused.
    """
    begun = time.monotonic()
    dataset = _read(data, columns, skip_bad_rows, titles, into, any_year, contents)
    _log.info(
        "read %d people, %d items, %d interactions, values: %s, days: %s, in %.3f s",
        dataset.people, dataset.items, dataset.count, dataset.scale.kind, dataset.has_days, time.monotonic() - begun,
    )  # fmt: skip
    return found_at(data, dataset)


def _read(
    data: Path | str,
    columns: Mapping[str, str] | None,
    skip_bad_rows: bool,
    titles: Path | None,
    into: Path | None,
    any_year: bool,
    contents: Sequence[Content] | None,
) -> LocalDataset:
    check_roles(columns or {})
    path = Path(data)
    check_there(str(data))
    if is_prepared(path):
        if columns or titles:
            raise BadInput(f"{shown_path(path)}: already prepared; --columns and --titles belong to its making")
        return open_prepared(path)
    if not path.exists() and str(data) == SAMPLE:
        from standout.sample.invention import builtin_sample

        path = builtin_sample(passing_folder() / SAMPLE)
    target = into or passing_folder() / "prepared"
    layout = layout_of(path)
    for file in _files_of(layout, titles):
        check_format(file)
    before = contents or contents_of(_files_of(layout, titles))
    with (
        held_folder(target, KIND),
        _scratch(target.parent) as scratch,
        told_if_changed(before),
        _full_disk_told(target),
    ):
        return _prepare(layout, columns or {}, skip_bad_rows, any_year, titles, target, scratch, before)


def found_at(data: Path | str, dataset: LocalDataset) -> LocalDataset:
    """The same dataset, which knows where it was read from."""
    return replace(dataset, source=replace(dataset.source, path=str(data)))


def source_files(data: Path | str, titles: Path | None) -> tuple[Path, ...]:
    """The files that reading this data would read; none for a prepared dataset and for the built-in sample."""
    path = Path(data)
    if is_prepared(path) or not path.exists():
        return ()
    files = _files_of(layout_of(path), titles)
    for file in files:
        check_format(file)
    return files


def _files_of(layout: Layout, titles: Path | None) -> tuple[Path, ...]:
    return (*layout.files, *filter(None, [titles or layout.titles]))


def check_there(data: str) -> None:
    """Refuse data that is not there, or cannot be, before any work."""
    try:
        exists = Path(data).exists()
    except OSError:
        exists = False
    if not exists and data != SAMPLE:
        raise BadInput(f"{shown_path(Path(data))}: no such file or folder; check the name")


@contextmanager
def _scratch(beside: Path) -> Iterator[Path]:
    """A folder for passing files, on the disk that the result goes to.

    Not where its path has a '?', since DuckDB takes what follows it in a database's name for settings; and not where
    the path is not in UTF-8.
    """
    from standout.io.staging.raw import is_text

    path = str(beside.absolute())
    with scratch_folder(beside if is_text(path) and "?" not in path else system_place()) as folder:
        yield folder


def _prepare(
    layout: Layout,
    wanted: Mapping[str, str],
    skip: bool,
    any_year: bool,
    titles_file: Path | None,
    target: Path,
    scratch: Path,
    before: Sequence[Content],
) -> LocalDataset:
    from standout.data.prepared import write_prepared
    from standout.io import encoding, faults, ids
    from standout.io.columns import times, values
    from standout.io.columns.time_columns import settle_times
    from standout.io.staging.into_raw import stage
    from standout.io.staging.raw import row_count, workspace
    from standout.io.tables.item_titles import read_titles

    titles_file = titles_file or layout.titles
    titles, notes = read_titles(titles_file, scratch) if titles_file else (None, ())
    with workspace(scratch) as database:
        staged = stage(database, layout, wanted, scratch)
        if not row_count(database) and not staged.broken:
            raise BadInput(f"{staged.name}: no rows of data; name a file with interactions")
        timed = settle_times(database, staged, any_year)
        kind = values.gather(database)
        ids.gather_ids(database)
        left_out = faults.settle(database, staged, kind, skip, timed, ids.missing_ids(database))
        if left_out:
            kind = values.gather(database)
            ids.gather_ids(database)
        if not row_count(database):
            raise BadInput(f"{staged.name}: no good rows remain ({'; '.join(left_out)}); mend the file")
        scale = values.encode(database, kind, staged.name, staged.columns.names.get("value", ""))
        first_day = times.first_day(database, staged.name, staged.columns.names.get("time", ""))
        notes = staged.notes + timed.notes + ids.notes_on_ids(database) + notes
        notes += values.notes_on_values(database, staged.columns.names.get("value", ""))
        encoding.make_codes(database)
        names = encoding.names_of(database, titles, "title" in staged.columns.at)
        if titles_file and names.titles is None:
            notes += (f"{shown_path(Path(titles_file.name))}: has no title for any item of the data",)
        refuse_changed(before)
        held = [content for content in before if content.path in layout.files]
        source = Source(_file_names(layout), digest(held), notes + left_out)
        entries = encoding.entries_of(database, scale.kind != "none", first_day)
        return write_prepared(target, entries, vocabulary=names, scale=scale, first_day=first_day, source=source)


def _file_names(layout: Layout) -> tuple[str, ...]:
    names = sorted(file.name.encode("utf-8", "backslashreplace").decode() for file in layout.files)
    if len(names) <= _MANY_FILES:
        return tuple(names)
    return (f"{names[0]} … {names[-1]} ({len(names):,} files)",)


@contextmanager
def _full_disk_told(target: Path) -> Iterator[None]:
    """Turn DuckDB's words for a full disk into the error that the command line knows."""
    import duckdb

    try:
        yield
    except duckdb.Error as problem:
        if "No space left" not in str(problem) and "max_temp_directory_size" not in str(problem):
            raise
        raise OSError(errno.ENOSPC, "no space left", str(target.parent)) from None
