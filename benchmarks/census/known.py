"""The datasets of the census: where their folders are, and how their files are read."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.places import dataset


@dataclass(frozen=True)
class Known:
    """A dataset: its folder and file, how it is read, and what else it has."""

    key: str
    name: str
    about: str
    folder: str
    file: str = ""
    columns: dict[str, str] = field(default_factory=dict)
    attribute: str | None = None
    """What stands beside the data about its people, of two classes."""
    targets: int = 2_000
    """How many people an audit looks for, at most; fewer where a search takes long."""

    @property
    def path(self) -> Path | None:
        """Where it is on this machine; none if it is not."""
        folder = dataset(self.folder)
        return folder / self.file if folder is not None and (folder / self.file).exists() else None

    @property
    def options(self) -> dict[str, Any]:
        """How the library is told to read it."""
        return {"columns": self.columns} if self.columns else {}

    def command(self, name: str, *more: str) -> str:
        """The same as a command, from the folder that datasets are in."""
        columns = ("--columns", ",".join(f"{role}={column}" for role, column in self.columns.items()))
        words = ["standout", name, str(Path(self.folder) / self.file), *(columns if self.columns else ()), *more]
        return shlex.join(words)


TAGS = {"user": "userID", "time": "year+month+day"}
KNOWN = (
    Known("ml-100k", "MovieLens 100K", "ratings of films", "ml-100k", attribute="gender"),
    Known("ml-1m", "MovieLens 1M", "ratings of films", "ml-1m", attribute="gender"),
    Known("ml-latest-small", "MovieLens latest-small (2018)", "ratings of films", "ml-latest-small-2018"),
    Known("ml-10m", "MovieLens 10M", "ratings of films", "ml-10m", targets=1_000),
    Known("ml-20m", "MovieLens 20M", "ratings of films", "ml-20m", targets=1_000),
    Known("ml-25m", "MovieLens 25M", "ratings of films", "ml-25m", targets=1_000),
    Known("ml-32m", "MovieLens 32M", "ratings of films", "ml-32m", targets=1_000),
    Known("netflix", "Netflix Prize", "ratings of films", "netflix", targets=1_000),
    Known("book-crossing", "Book-Crossing", "ratings of books, most without a value", "book-crossing", targets=1_000),
    Known(
        "groceries", "Groceries", "purchases of kinds of goods", "groceries", "Groceries_dataset.csv",
        {"user": "transaction_number", "item": "items", "time": "date"},
    ),
    Known("online-retail", "Online Retail (first 10,000 rows)", "orders of a wholesaler", "online-retail",
          "with-dates.csv"),
    Known("lastfm-2k", "Last.fm 2k, listens", "how often artists were heard", "lastfm-2k"),
    Known("lastfm-tags", "Last.fm 2k, tags", "tags that people gave to artists", "lastfm-2k",
          "user_taggedartists.dat", {**TAGS, "item": "tagID"}),
    Known("lastfm-tagged", "Last.fm 2k, tagged artists", "artists that people tagged", "lastfm-2k",
          "user_taggedartists.dat", {**TAGS, "item": "artistID"}),
)  # fmt: skip
"""Well-known public datasets; those that are not on a machine keep the row that they have."""


def at_hand(wanted: tuple[str, ...] = ()) -> Iterator[Known]:
    """Those that are on this machine, or those of them that are wanted."""
    return (known for known in KNOWN if known.path is not None and (not wanted or known.key in wanted))
