"""Which files of a downloaded archive hold the history, by the names that services give them.

| service | files |
|---|---|
| Netflix | `ViewingActivity.csv`, `NetflixViewingHistory.csv` |
| Letterboxd | `diary.csv`, `ratings.csv`, `reviews.csv`, `watched.csv`, but not those that were deleted, and no lists |
| Spotify | `StreamingHistory….json`, `Streaming_History_Audio….json` and `…Video…`, `endsong….json`; no podcasts |
| YouTube | whatever in the folder `YouTube…` turns out to be a history of videos: its name depends on the language |
| Trakt | `history-….json`, `watched-….json`, `ratings-….json` |
| Amazon | `Retail.OrderHistory.1.csv`, `Order History.csv`, `Digital Items.csv`, `Digital Content Orders.csv` |
| Goodreads | `goodreads_library_export.csv` |

Another archive is taken if it holds a single file that can be read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from standout.label.person.unpacking import BadArchive, Packed

LARGEST_TOGETHER = 256 * 1024 * 1024
"""More bytes than this, unpacked, are not one person's history."""

YOUTUBE = re.compile(r"(?:^|/)youtube[^/]*/.*\.(?:json|html)$")
_SERVICES = (
    re.compile(r"(?:^|/)(?:viewingactivity|netflixviewinghistory)\.csv$"),
    re.compile(r"^(?:(?!deleted|orphaned|likes|lists)[^/]+/)?(?:diary|ratings|reviews|watched)\.csv$"),
    re.compile(
        r"(?:^|/)(?:streaminghistory(?:_music)?_?\d*|streaming_history_(?:audio|video)[^/]*|endsong[^/]*)\.json$"
    ),
    YOUTUBE,
    re.compile(r"(?:^|/)(?:history|watched|ratings)-[^/]*\.json$"),
    re.compile(r"(?:^|/)(?:retail\.orderhistory\.\d+|order history|digital items|digital content orders)\.csv$"),
    re.compile(r"(?:^|/)goodreads_library_export\.csv$"),
)
_READABLE = re.compile(r"\.(?:csv|tsv|txt|json|html|xml)$")
_HIDDEN = re.compile(r"(?:^|/)(?:__macosx/|\.)")


def holding_history(files: Sequence[Packed]) -> list[Packed]:
    """The files to read, by name."""
    named = {file.name.lower(): file for file in files if not _HIDDEN.search(file.name.lower())}
    if "[content_types].xml" in named:
        raise BadArchive("a spreadsheet; save the sheet as CSV")
    for service in _SERVICES:
        if found := [named[name] for name in sorted(named) if service.search(name)]:
            return _bounded(found)
    readable = [named[name] for name in sorted(named) if _READABLE.search(name)]
    if len(readable) != 1:
        raise BadArchive(
            "a zip archive without a history that is known; unpack it, and take the file with your history"
        )
    return _bounded(readable)


def _bounded(files: list[Packed]) -> list[Packed]:
    if sum(file.size for file in files) > LARGEST_TOGETHER:
        raise BadArchive(
            f"a zip archive that unpacks to more than {LARGEST_TOGETHER >> 20} MB; take one person's history"
        )
    return files
