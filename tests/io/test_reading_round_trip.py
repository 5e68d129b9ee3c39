"""Whatever ids, values and times are written comes back, against a reference of a few plain lines."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from standout.io.ids import words_for_none
from standout.io.reading import read

Row = tuple[str, str, float | None, int | None]

FEWER = settings(max_examples=settings().max_examples * 3 // 5)
"""A table takes a while to be read, however many rows it has: fewer of them, with more rows."""

_BLANKS = " \t\r\n\f\v"
_NASTY = [
    "007",
    "7",
    "7.0",
    "=cmd()",
    "<b>",
    '"',
    '""',
    "a\nb",
    "\r",
    ",",
    "::",
    "\\",
    "'",
    "\u202e",
    "Null",
    "#",
    "🤦",
]
ids = st.one_of(
    st.sampled_from(_NASTY),
    st.integers(0, 30).map(str),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=5),
).filter(lambda text: text.strip(_BLANKS) != "" and text not in words_for_none("user"))
values = st.one_of(st.none(), st.integers(1, 10).map(lambda half: half / 2))
times = st.one_of(st.none(), st.integers(10**7 * 3, 1_700_000_000))
tables = st.lists(st.tuples(ids, ids, values, times), min_size=1, max_size=80)


def _reference(rows: list[Row]) -> dict[tuple[str, str], tuple[str | None, int | None]]:
    """Of each (person, item) the latest time, and among equals the last row; no time is the earliest."""
    latest: dict[tuple[str, str], Row] = {}
    for row in rows:
        kept = latest.get(row[:2])
        if kept is None or (-1 if row[3] is None else row[3]) >= (-1 if kept[3] is None else kept[3]):
            latest[row[:2]] = row
    return {
        pair: (None if value is None else f"{value:g}", None if time is None else time // 86_400)
        for pair, (_, _, value, time) in latest.items()
    }


def _write_csv(file: Path, rows: list[Row]) -> None:
    with file.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["user", "item", "rating", "time"])
        writer.writerows(rows)


def _write_json(file: Path, rows: list[Row]) -> None:
    lines = [json.dumps(dict(zip(("user", "item", "rating", "time"), row, strict=True))) for row in rows]
    file.write_text("\n".join(lines))


def _write_iso_json(file: Path, rows: list[Row]) -> None:
    def iso(time: int | None) -> str | None:
        return None if time is None else datetime.fromtimestamp(time, UTC).isoformat()

    names = ("user", "item", "rating", "time")
    lines = [json.dumps(dict(zip(names, (*row[:3], iso(row[3])), strict=True)), ensure_ascii=False) for row in rows]
    file.write_text("\n".join(lines), encoding="utf-8")


def _write_parquet(file: Path, rows: list[Row]) -> None:
    users, items, ratings, seconds = zip(*rows, strict=True)
    stamps = pa.array(seconds, pa.int64()).cast(pa.timestamp("s"))
    pq.write_table(pa.table({"user": users, "item": items, "rating": ratings, "time": stamps}), file)


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("d.csv", _write_csv),
        ("d.jsonl", _write_json),
        ("iso.jsonl", _write_iso_json),
        ("d.parquet", _write_parquet),
    ],
)
@FEWER
@given(rows=tables)
def test_round_trip(
    name: str, write: Callable[[Path, list[Row]], None], content: Callable[..., Any], rows: list[Row]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder) / name, rows)
        data = read(Path(folder) / name, into=Path(folder) / "out", repeats="last")
        assert content(data) == _reference(rows)
        for names in (data.vocabulary.everybody().to_pylist(), data.vocabulary.items.to_pylist()):
            assert names == sorted(names, key=lambda name: (len(name), name))
        assert data.scale.labels == tuple(f"{v:g}" for v in sorted({row[2] for row in rows if row[2] is not None}))


broken_rows = st.lists(
    st.sampled_from(
        ["a,x,3", "b,y,4", 'c,"z,1",5', "", "a", "a,b,c,d", '"q,x,3', 'a"b,x,3', '"a"b,x,3', ",x,3", "d,x,"]
    ),
    min_size=1,
    max_size=30,
)


@FEWER
@given(lines=broken_rows)
def test_every_row_is_read_or_counted(lines: list[str]) -> None:
    from standout.errors import BadInput

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "d.csv"
        good = [f"first,row {number},1" for number in range(13)]
        file.write_text("\n".join(["user,item,rating", *good, *lines]) + "\n")
        data = read(file, into=Path(folder) / "out", skip_bad_rows=True)
        notes, known = data.source.notes, data.source.understood
        assert known is not None
        left_out = sum(int(note.split()[0]) for note in notes if "left out" in note)
        assert left_out == known.rows_refused + known.rows_without_person
        assert known.rows == len(good) + sum(line != "" for line in lines)
        assert data.count + left_out + known.rows_repeated == known.rows
        assert known.rows_without_person <= lines.count(",x,3")
        if known.rows_refused:
            with pytest.raises(BadInput, match=f"{known.rows_refused} bad row"):
                read(file)
