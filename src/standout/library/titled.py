"""Titles as the library takes them: a table of items and titles, data that has titles, or titles in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from standout.common.documents import check_regular
from standout.common.plain import plain_path
from standout.data.prepared import is_prepared
from standout.errors import BadInput
from standout.io.columns.roles import usual
from standout.io.staging.dialects import dialect_of
from standout.io.tables.item_titles import read_names
from standout.label.person.matching import catalogue_in
from standout.library.reading import as_dataset, asked, at_hand
from standout.mentioning.cues import Kind
from standout.mentioning.finder import Finder
from standout.outputs.scratch import scratch_folder, system_place
from standout.results.bulletin import Bulletin


@dataclass(frozen=True)
class Titled:
    """Items by id, with titles and perhaps other names, and how many people have each where that is known."""

    ids: Sequence[str]
    titles: Sequence[str | None]
    holders: Sequence[int] | None = None
    aliases: Mapping[int, Sequence[str]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def finder(self, kind: Kind | None = None) -> Finder:
        """What finds these items in prose."""
        return Finder(self.titles, self.holders, kind, self.aliases)


def titled(source: Any) -> Titled:
    """The titles that are meant by a path, by data, by a bulletin, or by titles one after another."""
    if isinstance(source, Bulletin):
        catalogue = catalogue_in(source)
        return _with_titles(Titled(catalogue.ids, catalogue.titles, catalogue.holders), "the bulletin")
    if isinstance(source, list | tuple):
        titles = [str(title) for title in source]
        return Titled(titles, titles)
    if isinstance(source, str | Path) and _is_title_table(Path(source)):
        with scratch_folder(system_place()) as scratch:
            names, notes = read_names(Path(source), scratch)
        if not names:
            raise BadInput(
                f"{plain_path(source)}: no titles in it; name a table with a column 'item' and a column 'title'"
            )
        aliases = {item: more[1:] for item, more in enumerate(names.values()) if len(more) > 1}
        return Titled([*names], [each[0] for each in names.values()], None, aliases, notes)
    data = at_hand(as_dataset(source, asked()))
    titles_there = data.vocabulary.titles
    return _with_titles(
        Titled(
            data.vocabulary.items.to_pylist(),
            [] if titles_there is None else titles_there.to_pylist(),
            data.holders.tolist(),
        ),
        "the data",
    )


def _with_titles(given: Titled, name: str) -> Titled:
    """Refuse what has no titles: an id is not what people write."""
    if not any(given.titles):
        raise BadInput(f"--titles: {name} has no titles; name a table with a column 'item' and a column 'title'")
    return given


def _is_title_table(path: Path) -> bool:
    """Whether a path is a table of titles, and not data: a file in whose header no column is people."""
    if path.exists() and not path.is_dir():
        check_regular(path)
    if not path.is_file() or is_prepared(path):
        return False
    if path.suffix.lower() in (".parquet", ".feather", ".arrow"):
        return False
    try:
        _, first = dialect_of(path, str(path))
    except BadInput:
        return True
    return "user" not in usual(first) and not all(cell.strip().isdecimal() for cell in first[:2])
