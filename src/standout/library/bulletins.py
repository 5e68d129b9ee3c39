"""Bulletins as the library takes and gives them: a file, an address of the web, or what `publish` returned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standout.common.languages.messages import checked_language
from standout.errors import BadInput
from standout.label.bulletin.fetching import fetched, host_of, is_address
from standout.label.label_page import write_published
from standout.outputs.places import Inputs, check_files
from standout.results.base import no_such_table
from standout.results.bulletin import Bulletin
from standout.results.publish import PublishSummary

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

Tell = Callable[[str], None]
"""Told, in a line, what somebody should know while a function works."""


def tell_nobody(_line: str) -> None:
    """Keep it to oneself."""


@dataclass(frozen=True)
class Published:
    """What `publish` made: the bulletin, and what is said of it."""

    bulletin: Bulletin
    summary: PublishSummary

    def __repr__(self) -> str:
        return repr(self.summary)

    def to_dict(self) -> dict[str, Any]:
        """The summary as JSON has it, its schema first."""
        return self.summary.to_dict()

    def to_json(self) -> str:
        """What `standout publish --json` prints."""
        return self.summary.to_json()

    @staticmethod
    def from_json(text: str | bytes, name: str = "the document") -> PublishSummary:
        """What `to_json` says of a bulletin; the bulletin is in a file of its own."""
        return PublishSummary.from_json(text, name)

    @staticmethod
    def read(path: str | Path) -> Bulletin:
        """The bulletin that `save` wrote."""
        return Bulletin.read(path)

    def to_arrow(self, table: str | None = None) -> pa.Table:
        """The named items (or the `groups`) as an Arrow table."""
        tables = self.bulletin.tables()
        if table is not None and table not in tables:
            raise no_such_table(PublishSummary.KIND, table, tables)
        return self.bulletin.to_arrow(table)

    def to_pandas(self, table: str | None = None) -> pd.DataFrame:
        """The named items (or the `groups`) as a pandas data frame."""
        frame: pd.DataFrame = self.to_arrow(table).to_pandas()
        return frame

    def _repr_html_(self) -> str:
        return self.summary._repr_html_()

    def save(self, file: str | Path, *, page: str | Path | None = None, language: str | None = None) -> Path:
        """Write the bulletin, and perhaps the page on which people see their label; both are for everyone's eyes.

        The page opens in the reader's language, or in the `language` that is given.
        """
        place, page_place = Path(file), None if page is None else Path(page)
        check_places(place, page_place, ())
        write_published(self.bulletin, place, page_place, checked_language(language))
        return place


def check_page(page: object, language: str | None) -> None:
    """Refuse a language that pages do not speak, and one without a page."""
    if checked_language(language) is not None and page is None:
        raise BadInput(f"--language {language}: goes with --page; give both or neither")


def check_places(file: Path, page: Path | None, inputs: Inputs, kind: str = "bulletin") -> None:
    """Say before the work that what is published, or its page, cannot be put there."""
    for place in (file, page):
        if place is not None and place.is_dir():
            raise BadInput(f"{place}: is a folder; name a file in it")
        if place is not None and not place.parent.is_dir():
            raise BadInput(f"{place.parent}: no such folder; make it first")
    if page is not None and page.resolve() == file.resolve():
        raise BadInput(f"--page {page}: the bulletin gets this name; choose another one")
    check_files({file: kind} | ({} if page is None else {page: "page"}), inputs)


def as_bulletin(bulletin: str | Path | Bulletin | Published, tell: Tell = tell_nobody) -> Bulletin:
    """The bulletin that is meant by a file, by where it is published, or by itself.

    Only an address of the web is fetched, and then nothing but it is sent.
    """
    if isinstance(bulletin, Published):
        return bulletin.bulletin
    if isinstance(bulletin, Bulletin):
        return bulletin
    if isinstance(bulletin, str) and is_address(bulletin):
        tell(f"fetching the bulletin from {host_of(bulletin)}; nothing about you is sent")
        return Bulletin.from_json(fetched(bulletin))
    if not isinstance(bulletin, str | Path):
        raise BadInput(
            f"--bulletin: cannot read a bulletin from a {type(bulletin).__name__}; give a file, an address, or what "
            "publish returned"
        )
    return Bulletin.read(bulletin)


def place_of(given: object) -> str | Path | None:
    """The place that an argument names, if it names one: what is read there is not written over."""
    return given if isinstance(given, str | Path) else None
