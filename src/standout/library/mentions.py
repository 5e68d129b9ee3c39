"""`mentions`: find the items that many people's posts mention, as data with names for `link`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standout.auditing.settings import Progress, no_progress
from standout.common.files import private_folder, write_whole
from standout.common.plain import plain_path
from standout.common.wording import counted
from standout.errors import BadInput
from standout.library.titled import titled
from standout.mentioning.collecting import Collected, collected
from standout.mentioning.cues import KINDS, Kind
from standout.mentioning.post_lines import posts_of, read_posts
from standout.outputs.places import check_files
from standout.results.base import Rows
from standout.results.mentions import MentionsResult

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

COLUMNS = ("user", "item", "title", "value", "time")


@dataclass(frozen=True, eq=False)
class FoundMentions:
    """The document that sums up what was found, and the table of who mentions what."""

    document: MentionsResult
    rows: tuple[tuple[str, str, str, int | None, str | None], ...]
    """User, item, title, value, time; each item of a person once."""

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return repr(self.document)

    def to_dict(self) -> dict[str, Any]:
        """The document as JSON has it."""
        return self.document.to_dict()

    def to_json(self) -> str:
        """The document as JSON."""
        return self.document.to_json()

    def tables(self) -> Mapping[str, Rows]:
        """All mentions, and the tables of the document."""
        rows: Rows = [dict(zip(COLUMNS, row, strict=True)) for row in self.rows]
        return {"mentions": rows, **self.document.tables()}

    def to_arrow(self) -> pa.Table:
        """All mentions as an Arrow table, which `link` takes as public data."""
        import pyarrow as pa

        kinds = (pa.string(), pa.string(), pa.string(), pa.int64(), pa.string())
        columns = [[row[place] for row in self.rows] for place in range(len(COLUMNS))]
        arrays = [pa.array(column, kind) for column, kind in zip(columns, kinds, strict=True)]
        kept = [place for place, array in enumerate(arrays) if place < 3 or array.null_count < len(array)]
        return pa.table({COLUMNS[place]: arrays[place] for place in kept})

    def to_pandas(self) -> pd.DataFrame:
        """All mentions as a pandas data frame."""
        frame: pd.DataFrame = self.to_arrow().to_pandas()
        return frame

    def write(self, file: Path) -> Path:
        """Write the table as CSV, for its owner's eyes only."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows([["" if cell is None else cell for cell in row] for row in self.rows])
        write_whole(file, text.getvalue().encode("utf-8", errors="replace"))
        return file


def mentions(
    posts: str | Path | Iterable[Mapping[str, Any]],
    *,
    titles: Any,
    kind: Kind | None = None,
    least: float = 0.5,
    opinions: bool = False,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> FoundMentions:
    """Find the items that posts mention. Nothing leaves this machine.

    `posts` is a file of JSON lines with `user`, `text` and perhaps `time`, or such posts one after another. `titles`
    says what to look for: a table with a column `item` and a column `title` (an item that comes again has a further
    name), data that has titles, a bulletin, or titles one after another. A mention counts from a certainty of `least`
    on. With `opinions`, the value is 1 where the writer liked it and -1 where not. With `out`, the table is written
    there, as CSV.

    >>> import standout as so
    >>> posts = [{"user": "ann", "text": "Just saw Heat (1995). Brilliant!"}, {"user": "bob", "text": "What heat!"}]
    >>> found = so.mentions(posts, titles=["Heat (1995)", "Fargo (1996)"], opinions=True)
    >>> found.rows
    (('ann', 'Heat (1995)', 'Heat (1995)', 1, None),)
    """
    if kind is not None and kind not in KINDS:
        raise BadInput(f"--kind is '{kind}', but must be one of {', '.join(KINDS)}")
    if not 0 <= least <= 1:
        raise BadInput(f"--least is {least}, but must be from 0 to 1")
    progress, file = progress or no_progress, None if out is None else Path(out)
    if file is not None:
        if file.is_dir():
            raise BadInput(f"--out {plain_path(file)}: is a folder; name a file, such as mentions.csv")
        inputs = [given for given in (posts, titles) if isinstance(given, str | Path)]
        check_files({file: "mentions"}, inputs)
    looked_for = titled(titles)
    finder = looked_for.finder(kind)
    given = read_posts(Path(posts)) if isinstance(posts, str | Path) else posts_of(posts)
    found = collected(
        given,
        finder,
        least=least,
        with_opinions=opinions,
        progress=lambda count: progress("reading posts", count, count),
    )
    told = opinions and not found.one_sided
    rows = tuple(
        (
            user,
            looked_for.ids[item],
            looked_for.titles[item] or "",
            row.value if told or (opinions and file is None) else None,
            row.time or None,
        )
        for (user, item), row in found.rows.items()
    )
    result = FoundMentions(_document(found, looked_for.notes, finder, least, opinions, told, file), rows)
    if file is not None:
        if not file.parent.exists():
            private_folder(file.parent)
        result.write(file)
    return result


def _document(
    found: Collected, notes: tuple[str, ...], finder: Any, least: float, opinions: bool, told: bool, file: Path | None
) -> MentionsResult:
    rows = list(found.rows.values())
    said = list(notes)
    if opinions and not told and any(row.value for row in rows) and file is not None:
        said.append("all opinions are alike, so they tell nobody apart; the values were left empty")
    if found.repeated:
        said.append(
            f"{counted(found.repeated, 'post')} came again, word for word and by the same person, and counted once"
        )
    if not rows:
        said.append("no post mentions any of the titles; check that they are the right ones")
    return MentionsResult(
        posts=found.posts,
        people=len(found.people),
        mentioning=len({user for user, _ in found.rows}),
        mentions=len(rows),
        items=len({item for _, item in found.rows}),
        titles=len(finder.phrases.years),
        kind=finder.kind,
        least=least,
        certain=round(sum(row.certain for row in rows) / len(rows), 4) if rows else None,
        opinions=opinions,
        liked=sum(row.value == 1 for row in rows) if opinions else 0,
        disliked=sum(row.value == -1 for row in rows) if opinions else 0,
        out=None if file is None else str(file),
        notes=tuple(said),
    )
