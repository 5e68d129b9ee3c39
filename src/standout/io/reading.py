"""Reading: from a file or folder of any known kind to interactions.

The steps: find the files (layouts), make text plain (text), bring all cells into one table (staging),
understand values and times (values, times), settle bad rows (faults), encode and sort (encoding), fold returns and
repeats (repeats), and write the result as a prepared dataset, which is what everything else works on.
"""

from __future__ import annotations

import errno
import hashlib
import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from standout.common.formats import no_such_file, shown_path
from standout.data.ahead import load_ahead
from standout.data.contents import Content, contents_of, digest, refuse_changed, told_if_changed
from standout.data.dataset import LocalDataset
from standout.data.model import Source
from standout.data.prepared import KIND, is_prepared, open_prepared
from standout.errors import BadInput
from standout.io.columns.roles import check_roles
from standout.io.layouts import Layout, layout_of
from standout.io.parts import is_pattern
from standout.io.readers import check_format
from standout.io.reading_options import ReadingArguments, ReadingOptions, reading_options
from standout.io.sources.bringing import (
    brought,
    called,
    check_asked,
    is_elsewhere,
    opened,
    remembered,
    stored_files,
    told_as,
)
from standout.outputs.folders import held_folder
from standout.outputs.scratch import passing_folder, scratch_folder, system_place

SAMPLE = "sample"
"""The word that means the built-in sample, where no such file exists."""

_MANY_FILES = 20
_log = logging.getLogger("standout.io")


def read(
    data: Path | str,
    *,
    into: Path | None = None,
    contents: Sequence[Content] | None = None,
    **options: Unpack[ReadingArguments],
) -> LocalDataset:
    """Read interactions from a data file, a folder of a known layout, or a prepared dataset.

    They are prepared in the folder `into`; without it, in a temporary one that is gone when the process ends.
    `contents` are those of `source_files`, where they were looked at before. A file that changes is refused.
    """
    begun = time.monotonic()
    dataset = _read(data, reading_options(**options), into, contents)
    _log.info(
        "read %d people, %d items, %d interactions, values: %s, days: %s, in %.3f s",
        dataset.people, dataset.items, dataset.count, dataset.scale.kind, dataset.has_days, time.monotonic() - begun,
    )  # fmt: skip
    return found_at(data, dataset)


def _read(
    data: Path | str,
    options: ReadingOptions,
    into: Path | None,
    contents: Sequence[Content] | None,
) -> LocalDataset:
    check_roles(options.columns or {})
    if is_elsewhere(str(data)):
        file = brought(str(data), options)
        with told_as(file, called(data)):
            dataset = _read_files(layout_of(file), options, into, contents, str(data))
        return replace(dataset, source=replace(dataset.source, files=(called(data),)))
    path = Path(data)
    check_there(str(data))
    if is_prepared(path):
        if options.columns or options.titles:
            raise BadInput(f"{shown_path(path)}: already prepared; --columns and --titles belong to its making")
        return open_prepared(path)
    if not path.exists() and str(data) == SAMPLE:
        from standout.sample.invention import builtin_sample

        path = builtin_sample(passing_folder() / SAMPLE)
    return _read_files(layout_of(path), options, into, contents)


def _read_files(
    layout: Layout,
    options: ReadingOptions,
    into: Path | None,
    contents: Sequence[Content] | None,
    address: str = "",
) -> LocalDataset:
    check_asked(layout, options, address)
    target = into or passing_folder() / "prepared"
    for file in _files_of(layout, options.titles):
        check_format(file)
    before = contents or contents_of(_files_of(layout, options.titles))
    load_ahead()
    with (
        held_folder(target, KIND),
        scratch_beside(target.parent) as scratch,
        told_if_changed(before),
        full_disk_told(target),
    ):
        return _prepare(opened(layout, options, scratch), options, target, scratch, before)


def found_at(data: Path | str, dataset: LocalDataset) -> LocalDataset:
    """The same dataset, which knows where it was read from."""
    return replace(dataset, source=replace(dataset.source, path=remembered(data)))


def source_files(data: Path | str, titles: Path | None) -> tuple[Path, ...]:
    """The files that reading this data would read; none for a prepared dataset, the built-in sample, and what has to
    be brought here first."""
    path = Path(data)
    if is_elsewhere(str(data)) or is_prepared(path) or not (path.exists() or is_pattern(path)):
        return ()
    files = _files_of(layout_of(path), titles)
    for file in files:
        check_format(file)
    return files


def _files_of(layout: Layout, titles: Path | None) -> tuple[Path, ...]:
    """The files as the user has them."""
    return (*stored_files(layout), *filter(None, [titles or layout.titles]))


def check_there(data: str) -> None:
    """Refuse data that is not there, or cannot be, before any work."""
    if is_elsewhere(data):
        return
    if is_pattern(Path(data)):
        layout_of(Path(data))
        return
    try:
        exists = Path(data).exists()
    except OSError:
        exists = False
    if not exists and data != SAMPLE:
        raise no_such_file(Path(data))


@contextmanager
def scratch_beside(beside: Path) -> Iterator[Path]:
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
    options: ReadingOptions,
    target: Path,
    scratch: Path,
    before: Sequence[Content],
) -> LocalDataset:
    from standout.data.prepared import write_prepared
    from standout.io import encoding, repeats
    from standout.io.coding import coded
    from standout.io.staging.raw import workspace
    from standout.io.tables.item_titles import read_titles
    from standout.io.understanding import understood_of, with_days

    titles_file = options.titles or layout.titles
    titles, notes = read_titles(titles_file, scratch) if titles_file else (None, ())
    with workspace(scratch) as database:
        rows = coded(database, layout, options, scratch)
        staged, settled, first_day = rows.staged, rows.settled, rows.first_day
        notes = rows.notes + notes + rows.value_notes
        folded = repeats.folded_rows(database, rows.plan, first_day, scratch, staged.name)
        names = encoding.names_of(database, titles, "title" in staged.columns.at)
        if titles_file and names.titles is None:
            notes += (f"{shown_path(Path(titles_file.name))}: has no title for any item of the data",)
        refuse_changed(before)
        files = _file_names(layout)
        known = understood_of(
            files, staged.columns, staged.unused, settled, folded.values, with_days(database, rows.timed.understood),
            folded=folded,
        )  # fmt: skip
        source = Source(files, digest_of(layout, before), notes + settled.notes + folded.notes(), known)
        return write_prepared(
            target, folded.entries(), vocabulary=names, scale=folded.scale, first_day=first_day, source=source,
            events=options.repeats == "events",
        )  # fmt: skip


def digest_at(data: Path) -> str | None:
    """The checksum that reading this file or folder would give it; none for a prepared dataset, which has its own."""
    if is_prepared(data):
        return None
    layout = layout_of(data)
    return digest_of(layout, contents_of(stored_files(layout)))


def digest_of(layout: Layout, contents: Sequence[Content]) -> str:
    """SHA-256 over what the files hold, and over what the folders that they lie in say."""
    stored = layout.stored or layout.files
    own = digest([content for content in contents if content.path in stored])
    keys = [part.keys for part in layout.parts if part.keys]
    return own if layout.stored or not keys else hashlib.sha256(f"{own} {keys}".encode()).hexdigest()


def _file_names(layout: Layout) -> tuple[str, ...]:
    """Names of the files as the user has them, with the `key=value` folders that they lie in."""
    deep = len(layout.parts[0].keys) if not layout.stored else 0
    files = (Path(*file.parts[-1 - deep :]) for file in layout.stored or layout.files)
    names = sorted(str(file).encode("utf-8", "backslashreplace").decode() for file in files)
    if len(names) <= _MANY_FILES:
        return tuple(names)
    return (f"{names[0]} … {names[-1]} ({len(names):,} files)",)


@contextmanager
def full_disk_told(target: Path) -> Iterator[None]:
    """Turn DuckDB's words for a full disk into the error that the command line knows."""
    import duckdb

    try:
        yield
    except duckdb.Error as problem:
        if "No space left" not in str(problem) and "max_temp_directory_size" not in str(problem):
            raise
        raise OSError(errno.ENOSPC, "no space left", str(target.parent)) from None
