"""Whatever was named as data, as files here: fetched, copied, unpacked or exported where it is no plain file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from standout.common.formats import container_of, shown_path
from standout.errors import BadInput
from standout.io.layouts import Layout
from standout.io.parts import Part, is_pattern
from standout.io.readers import reader_of
from standout.io.reading_options import ReadingOptions
from standout.io.sources import addresses, archives, databases, standard_input
from standout.outputs.scratch import passing_folder


def is_elsewhere(data: str) -> bool:
    """Whether data has to be brought here first: standard input, or an address."""
    return (data == standard_input.WORD and not Path(data).exists()) or addresses.is_address(data)


def called(data: Path | str) -> str:
    """How messages call data: without the secrets of an address, and standard input by its name."""
    return standard_input.NAME if str(data) == standard_input.WORD else remembered(data)


def remembered(data: Path | str) -> str:
    """The name by which data is known later on: as it was given, but without the secrets of an address."""
    return addresses.shown_address(str(data)) if addresses.is_address(str(data)) else str(data)


def stem_of(data: str) -> str:
    """What results are called after: the data's own name, without signs of patterns."""
    if data == standard_input.WORD:
        return "standard-input"
    if addresses.is_address(data):
        last = addresses.shown_address(data).split("?")[0].rstrip("/").rpartition("/")[2]
        return "".join(sign for sign in last if sign.isalnum() or sign in "._-") or "data"
    if is_pattern(Path(data)):
        plain = [name for name in Path(data).absolute().parts[1:] if not any(sign in name for sign in "*?[")]
        return plain[-1] if plain else "data"
    return Path(data).resolve().name


def is_written_as_parquet(data: str) -> bool:
    """Whether data is of a kind that is not written as it was read: many files, archives, databases, addresses."""
    if is_elsewhere(data) or is_pattern(Path(data)):
        return True
    return container_of(Path(data)) is not None and reader_of(Path(data)) is None


def brought(data: str, options: ReadingOptions) -> Path:
    """The file that data from elsewhere was brought into."""
    if data == standard_input.WORD:
        return standard_input.copied()
    return addresses.fetched(data, options.allow_network, options.table, options.query, passing_folder())


@contextmanager
def told_as(file: Path, name: str) -> Iterator[None]:
    """What goes wrong with a file is told of what it was made from."""
    try:
        yield
    except BadInput as problem:
        raise BadInput(problem.as_typed.replace(shown_path(file), name).replace(file.name, name)) from None


def stored_files(layout: Layout) -> tuple[Path, ...]:
    """The files as the user has them: for a database, also what was written to it last."""
    if len(layout.files) == 1 and container_of(layout.files[0]) in ("sqlite", "duckdb"):
        return databases.files_of(layout.files[0])
    return layout.stored or layout.files


def check_asked(layout: Layout, options: ReadingOptions, address: str = "") -> None:
    """Refuse --table and --query where there is no database."""
    if options.table is not None and options.query is not None:
        raise BadInput("--table and --query: a query says which table it asks; leave one out")
    for option, given in (("--table", options.table), ("--query", options.query)):
        if given is not None and not address.startswith("postgres") and not _is_database(layout):
            raise BadInput(f"{option}: belongs to a DuckDB or SQLite file or to postgres://; leave it out")


def _is_database(layout: Layout) -> bool:
    return len(layout.files) == 1 and container_of(layout.files[0]) in ("sqlite", "duckdb")


def opened(layout: Layout, options: ReadingOptions, scratch: Path) -> Layout:
    """The layout with files that can be read as they are: archives unpacked, tables of databases exported."""
    if len(layout.files) != 1 or reader_of(layout.files[0]) is not None:
        return layout
    file = layout.files[0]
    kind = container_of(file)
    if kind is None:
        return layout
    if kind == "zip":
        return archives.unpacked(file, scratch)
    table = databases.exported(file, kind, options.table, options.query, scratch)
    part = Part(table, shown_path(file))
    return replace(layout, files=(table,), parted=(part,), label=part.name, stored=databases.files_of(file))
