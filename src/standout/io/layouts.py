"""Folders whose layout is known, and the files in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from standout.common.formats import shown_path
from standout.errors import BadInput
from standout.io.parts import Part, is_pattern, matching_parts, parts_in

_IN_ORDER = {"user": "1", "item": "2", "value": "3", "time": "4"}


@dataclass(frozen=True)
class Layout:
    """Where interactions and titles are, and what is known of them beforehand."""

    name: str
    files: tuple[Path, ...]
    columns: Mapping[str, str] = field(default_factory=dict)
    titles: Path | None = None
    zero_is_no_value: bool = False
    backslash: bool = False
    """Quotes inside a cell are escaped by a backslash, not doubled."""
    label: str = ""
    """How messages call all files together; empty where there is one."""
    parted: tuple[Part, ...] = ()
    """The files once more, where they are parts of one table, or lay in an archive."""
    stored: tuple[Path, ...] = ()
    """What the user has, where the files were made from it: an archive, a database."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The files as parts of one table."""
        return self.parted or tuple(Part(file, shown_path(file)) for file in self.files)


def layout_of(data: Path) -> Layout:
    """The layout of a folder, of a pattern of files, or of a file that is known by its name."""
    if is_pattern(data):
        return of_parts(matching_parts(data), shown_path(data))
    if not data.is_dir():
        return _book_crossing(data) if _is_book_crossing(data) else Layout("", (data,))
    return known_layout(data) or _folder_of_parts(data)


def known_layout(folder: Path) -> Layout | None:
    """The layout of a folder that somebody published; none for any other."""
    return next((layout for find in _KNOWN if (layout := find(folder))), None)


def of_parts(parts: tuple[Part, ...], label: str) -> Layout:
    """Files that are one table; a lone one outside of any `key=value` is just that file."""
    files = tuple(part.path for part in parts)
    if len(parts) == 1 and not parts[0].keys:
        return layout_of(files[0])
    return Layout("", files, label=label, parted=parts)


def _folder_of_parts(folder: Path) -> Layout:
    if parts := parts_in(folder):
        return of_parts(parts, shown_path(folder))
    raise BadInput(
        f"{shown_path(folder)}: a folder with no known layout and no data files (.csv, .parquet, …); name a data file, "
        "a folder of parts, or one of MovieLens (u.data, ratings.dat or ratings.csv), Netflix Prize "
        "(training_set/mv_*.txt or combined_data_*.txt), Book-Crossing (BX-Book-Ratings.csv), Last.fm "
        "(user_artists.dat), a Standout sample (interactions.parquet) or a prepared dataset"
    )


def _sample(folder: Path) -> Layout | None:
    file = folder / "interactions.parquet"
    return Layout("sample", (file,), titles=_if_there(folder / "items.csv")) if file.is_file() else None


def _ml_100k(folder: Path) -> Layout | None:
    file = folder / "u.data"
    return Layout("ml-100k", (file,), _IN_ORDER, _if_there(folder / "u.item")) if file.is_file() else None


def _ml_1m(folder: Path) -> Layout | None:
    file = folder / "ratings.dat"
    return Layout("ml-1m", (file,), _IN_ORDER, _if_there(folder / "movies.dat")) if file.is_file() else None


def _ml_latest(folder: Path) -> Layout | None:
    file = folder / "ratings.csv"
    return Layout("ml-latest", (file,), titles=_if_there(folder / "movies.csv")) if file.is_file() else None


def _lastfm_2k(folder: Path) -> Layout | None:
    file = folder / "user_artists.dat"
    return Layout("lastfm-2k", (file,), titles=_if_there(folder / "artists.dat")) if file.is_file() else None


def _netflix(folder: Path) -> Layout | None:
    files = _matching(folder / "training_set", r"mv_\d+\.txt") or _matching(folder, r"mv_\d+\.txt")
    files = files or _matching(folder, r"combined_data_\d+\.txt")
    if not files:
        return None
    places = (folder, folder.parent) if folder.name == "training_set" else (folder,)
    titles = [place / f"movie_titles.{ending}" for place in places for ending in ("txt", "csv")]
    return Layout("netflix", files, titles=next(filter(Path.is_file, titles), None))


def _book_crossing_folder(folder: Path) -> Layout | None:
    return next((_book_crossing(file) for file in sorted(folder.iterdir()) if _is_book_crossing(file)), None)


def _is_book_crossing(file: Path) -> bool:
    return file.name.lower() == "bx-book-ratings.csv" and file.is_file()


def _book_crossing(file: Path) -> Layout:
    return Layout("Book-Crossing", (file,), zero_is_no_value=True, backslash=True)


def _if_there(file: Path) -> Path | None:
    return file if file.is_file() else None


def _matching(folder: Path, pattern: str) -> tuple[Path, ...]:
    if not folder.is_dir():
        return ()
    return tuple(sorted(file for file in folder.iterdir() if re.fullmatch(pattern, file.name)))


_KNOWN: tuple[Callable[[Path], Layout | None], ...] = (
    _sample,
    _ml_100k,
    _ml_1m,
    _ml_latest,
    _netflix,
    _lastfm_2k,
    _book_crossing_folder,
)
