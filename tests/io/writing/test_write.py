"""Writing: what is written is read back as it was, in the source's own format, and nothing is written over."""

from __future__ import annotations

import gzip
import json
import stat
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.io.reading import read
from standout.io.reading_options import TimesWanted
from standout.io.writing.write import write_like
from standout.io.writing.writing_places import default_place, place_for
from standout.io.writing.writing_rows import quoted_cell
from standout.io.writing.writing_times import TimeStyle, day_text, time_style
from standout.protections.contract import changes, entries_of, rebuilt

ROWS = [
    ("ann", "x1", "4", 1_104_537_600 + 3_600),
    ("ann", "x2", "3.5", 1_104_624_000),
    ("bob", "x1", "1", 1_107_302_400 + 50_000),
    ("cid", "x 4", "3.5", 1_112_400_000),
]


def text(separator: str, header: str = "", form: Callable[[int], str] = str) -> str:
    lines = [separator.join((who, what, value, form(time))) for who, what, value, time in ROWS]
    return "\n".join(([header] if header else []) + lines) + "\n"


def moment(form: str) -> Callable[[int], str]:
    return lambda time: datetime.fromtimestamp(time, tz=UTC).strftime(form)


def again(source: Path, out: Path, columns: Mapping[str, str] | None = None) -> tuple[LocalDataset, LocalDataset]:
    """The data, and what is read from what was written of it."""
    data = read(source, columns=columns)
    write_like(data, place_for(str(source), out), columns)
    return data, read(out, columns=columns)


def assert_same(data: LocalDataset, other: LocalDataset) -> None:
    counted = changes(data, other)
    assert (counted.added, counted.removed, counted.altered) == (0, 0, 0)
    assert data.vocabulary.everybody().equals(other.vocabulary.people)
    assert data.vocabulary.items.equals(other.vocabulary.items)
    assert data.scale == other.scale
    assert (data.first_day, data.last_day) == (other.first_day, other.last_day)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("d.csv", text(",", "user,item,rating,timestamp")),
        ("d.tsv", text("\t", "reader\tbook\tscore\tdate", moment("%Y-%m-%d"))),
        ("d.dat", text("::")),
        ("d.txt", text("|", "", moment("%Y/%m/%d"))),
        ("semi.csv", text(";", "userId;itemId;rating;time", moment("%Y-%m-%dT%H:%M:%SZ"))),
        ("ms.csv", text(",", "user,item,rating,timestamp", lambda time: str(time * 1000))),
        ("ns.csv", text(",", "user,item,rating,timestamp", lambda time: str(time * 10**9))),
        ("compact.csv", text(",", "user,item,rating,day", moment("%Y%m%d"))),
        ("bare.csv", "user,item\na,1\nb,1\nb,2\n"),
        ("grades.csv", "user,item,grade\na,1,A-\nb,1,B\nb,2,A-\n"),
        ("plays.csv", "user,item,plays\na,1,1\nb,1,5\nb,2,900\nc,2,0\n"),
        ("gaps.csv", "user,item,rating,date\na,1,5,2020-01-02\nb,1,,2020-02-03\nb,2,3,\n"),
        ("titled.csv", 'user,title,item,rating\na,"The X, again",1,5\nb,Why,2,3\n'),
        ("quoted.csv", 'user,item,rating\n"a,b","say ""x""",5\n"two\nlines",y,3\n'),
    ],
)
def test_text_is_read_back_as_it_was(tmp_path: Path, name: str, content: str) -> None:
    source = tmp_path / name
    source.write_text(content)
    out = tmp_path / f"out{source.suffix}"
    data, other = again(source, out)
    assert_same(data, other)
    assert (data.vocabulary.titles is None) == (other.vocabulary.titles is None)
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    first, old = out.read_text().partition("\n")[0], content.partition("\n")[0]
    assert first == old if "user" in old.lower() or "reader" in old else first.count("::") == old.count("::")


def test_times_are_written_as_the_start_of_their_day(tmp_path: Path) -> None:
    (tmp_path / "d.dat").write_text(text("::"))
    again(tmp_path / "d.dat", tmp_path / "out.dat")
    assert (tmp_path / "out.dat").read_text().splitlines()[0] == "ann::x1::4::1104537600"


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_packed_text_stays_packed(tmp_path: Path, packing: str) -> None:
    content = text(",", "user,item,rating,timestamp").encode()
    source = tmp_path / f"d.csv.{packing}"
    if packing == "gz":
        source.write_bytes(gzip.compress(content))
    else:
        with pa.OSFile(str(source), "wb") as file, pa.CompressedOutputStream(file, "zstd") as stream:
            stream.write(content)
    assert_same(*again(source, tmp_path / f"out.csv.{packing}"))


@pytest.mark.parametrize("whole", [True, False])
def test_json_lines_are_read_back_as_they_were(tmp_path: Path, whole: bool) -> None:
    rows: list[dict[str, Any]] = [
        {"item": 7 if whole else 'x "7"', "user": 1 if whole else "ann", "rating": 4.5, "timestamp": 1_104_537_600},
        {"item": 8 if whole else "x\n8", "user": 2 if whole else "b", "rating": 3, "timestamp": 1_105_537_600},
        {"item": 7 if whole else "y", "user": 2 if whole else "b", "rating": None, "timestamp": None},
    ]
    source, out = tmp_path / "d.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert_same(*again(source, out))
    written = [json.loads(line) for line in out.read_text().splitlines()]
    assert list(written[0]) == ["item", "user", "rating", "timestamp"]
    assert rows[0] in written


@pytest.mark.parametrize("kind", ["date", "timestamp", "seconds", "text"])
def test_parquet_keeps_names_and_types(tmp_path: Path, kind: str) -> None:
    times: dict[str, Any] = {
        "date": pa.array([date(2020, 1, 1), date(2020, 5, 5), None]),
        "timestamp": pa.array([datetime(2020, 1, 1), datetime(2020, 5, 5), None], pa.timestamp("ms")),
        "seconds": pa.array([1_577_836_800, 1_588_636_800, None], pa.int64()),
        "text": pa.array(["2020-01-01", "2020-05-05", None]),
    }
    table = pa.table(
        {
            "customer": pa.array([3, 1, 3], pa.int32()),
            "sku": ["a", "b", "b"],
            "stars": pa.array([1.5, 2.0, None], pa.float32()),
            "date": times[kind],
        }
    )
    source, out = tmp_path / "d.parquet", tmp_path / "out.parquet"
    pq.write_table(table, source)
    assert_same(*again(source, out))
    assert pq.read_schema(out).remove_metadata().equals(table.schema.remove_metadata())


def test_columns_named_by_the_user_are_used_and_others_left_out_with_a_note(tmp_path: Path) -> None:
    source, out = tmp_path / "d.csv", tmp_path / "out.csv"
    source.write_text("who,where,what,note\na,here,x,1\nb,there,y,2\n")
    columns = {"user": "who", "item": "what"}
    data = read(source, columns=columns)
    notes = write_like(data, place_for(str(source), out), columns)
    assert out.read_text() == "who,what\na,x\nb,y\n"
    assert any("'where', 'note'" in note for note in notes)
    assert_same(data, read(out, columns=columns))


def movielens(folder: Path) -> Path:
    folder.mkdir()
    (folder / "ratings.dat").write_text("1::10::5::978300760\n1::11::3::978302109\n2::10::4::978301968\n")
    (folder / "users.dat").write_text("1::F::1::10::48067\n2::M::56::16::70072\n")
    (folder / "movies.dat").write_text("10::A (1999)::Comedy\n11::B (1998)::Drama\n")
    (folder / "tags.dat").write_text("1::10::secret::978300760\n")
    return folder


def test_a_known_folder_stays_one_without_files_that_say_what_people_did(tmp_path: Path) -> None:
    source = movielens(tmp_path / "ml")
    data = read(source)
    notes = write_like(data, place_for(str(source), tmp_path / "out"))
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"ratings.dat", "users.dat", "movies.dat"}
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in (tmp_path / "out").iterdir())
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o700
    assert_same(data, read(tmp_path / "out"))
    assert "users.dat was copied as it is" in " ".join(notes)
    assert "1 other file of the folder was not copied" in " ".join(notes)


def test_book_crossing_keeps_its_zeros_and_quotes(tmp_path: Path) -> None:
    source = tmp_path / "bx"
    source.mkdir()
    content = '"User-ID";"ISBN";"Book-Rating"\n"1";"0\\"a";"0"\n"1";"b";"7"\n"2";"b";"10"\n'
    (source / "BX-Book-Ratings.csv").write_text(content)
    assert_same(*again(source, tmp_path / "out"))
    written = (tmp_path / "out" / "BX-Book-Ratings.csv").read_text()
    assert sorted(written.splitlines()) == sorted(content.splitlines())


def test_the_sample_becomes_a_sample_s_folder(tmp_path: Path) -> None:
    data = read("sample")
    write_like(data, place_for("sample", tmp_path / "out"))
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"interactions.parquet", "people.csv", "items.csv"}
    assert_same(data, read(tmp_path / "out"))


def test_a_prepared_dataset_stays_one_and_remembers_people_without_entries(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text(text(",", "user,item,rating,timestamp"))
    data = read(tmp_path / "d.csv", into=tmp_path / "d.standout")
    fewer = rebuilt(data, entries_of(data).kept(entries_of(data).people != 1))
    notes = write_like(fewer, place_for(str(tmp_path / "d.standout"), tmp_path / "out.standout"))
    other = read(tmp_path / "out.standout")
    assert other.people == data.people
    facts = replace(fewer.facts, first_day=other.first_day, last_day=other.last_day)
    assert_same(replace(fewer, facts=facts, held=replace(fewer.held, shards=())), other)
    assert notes == ("1 people have no entry left",)


def test_netflix_becomes_parquet(tmp_path: Path) -> None:
    source = tmp_path / "nf"
    source.mkdir()
    (source / "mv_0000001.txt").write_text("1:\n7,3,2005-09-06\n8,5,2005-05-13\n")
    assert default_place(str(source), "trim") == Path("nf-trim.parquet")
    with pytest.raises(BadInput, match=r"let the name end in \.parquet"):
        place_for(str(source), tmp_path / "out")
    assert_same(*again(source, tmp_path / "out.parquet"))


@pytest.mark.parametrize("name", ["d.csv", "d.dat"])
def test_anything_can_be_written_as_parquet(tmp_path: Path, name: str) -> None:
    header = "reader,book,stars,when" if name == "d.csv" else ""
    (tmp_path / name).write_text(text("," if header else "::", header.replace("when", "date")))
    assert_same(*again(tmp_path / name, tmp_path / "out.parquet"))
    named = pq.read_schema(tmp_path / "out.parquet").names
    assert named == (["reader", "book", "stars", "date"] if header else ["user", "item", "value", "date"])


def test_an_ending_that_says_nothing_may_stay(tmp_path: Path) -> None:
    (tmp_path / "d.odd").write_text(text(",", "user,item,rating,timestamp"))
    assert_same(*again(tmp_path / "d.odd", tmp_path / "out.odd"))


def test_nothing_is_written_over_and_endings_must_fit(tmp_path: Path) -> None:
    source = tmp_path / "d.csv"
    source.write_text(text(",", "user,item,rating,timestamp"))
    for out, said in (
        (source, "exists already"),
        (tmp_path, "exists already"),
        (tmp_path / "no" / "out.csv", "no such folder"),
        (tmp_path / "out.jsonl", r"is separated text; let the name end in \.csv or \.parquet"),
        (tmp_path / "out.csv.gz", r"let the name end in \.csv or"),
        (tmp_path / "out", r"let the name end in \.csv or"),
    ):
        with pytest.raises(BadInput, match=said):
            place_for(str(source), out)


def test_nothing_is_left_behind_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = movielens(tmp_path / "ml")
    data = read(source)

    def fail(*_: Any) -> None:
        raise OSError("full")

    monkeypatch.setattr("standout.io.writing.writing_rows.write_lines", fail)
    with pytest.raises(OSError, match="full"):
        write_like(data, place_for(str(source), tmp_path / "out"))
    assert [file.name for file in tmp_path.iterdir()] == ["ml"]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("d.csv", "d-blurme.csv"),
        ("d.csv.gz", "d-blurme.csv.gz"),
        ("folder", "folder-blurme"),
        ("v1.2.odd", "v1.2-blurme.odd"),
        ("sample", "sample-blurme"),
    ],
)
def test_the_usual_place_is_named_after_the_data(tmp_path: Path, source: str, name: str) -> None:
    if "." in source:
        (tmp_path / source).write_text("x")
    elif source == "folder":
        movielens(tmp_path / source)
    path = source if source == "sample" else str(tmp_path / source)
    assert default_place(path, "blurme") == Path(name)


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("2005-07-31", "2020-02-03"),
        ("2005/7/31", "2020/02/03"),
        ("2005-07-31 10:11:12", "2020-02-03 00:00:00"),
        ("2005-07-31T10:11:12Z", "2020-02-03T00:00:00Z"),
        ("20050731", "20200203"),
        ("1122854400", "1580688000"),
        ("1122854400000", "1580688000000"),
        (1_122_854_400.5, "1580688000"),
        ("", "2020-02-03"),
        ("31.12.2010 10:11", "03.02.2020 00:00"),
        ("12/31/10", "02/03/20"),
        ("31-Dec-2010", "03-Feb-2020"),
        ("December 31, 2010 10:11 AM", "February 03, 2020 12:00 AM"),
        ("40513.35", "43864"),
        (40513, "43864"),
    ],
)
def test_days_are_written_as_the_source_writes_times(cell: Any, written: str) -> None:
    day = (date(2020, 2, 3) - date(1970, 1, 1)).days
    assert day_text(day, time_style([None, "", cell])) == written
    assert time_style(()) == TimeStyle()


def test_cells_are_quoted_only_where_needed() -> None:
    from standout.io.staging.scanning import Dialect

    assert quoted_cell("a b", Dialect(","), False) == "a b"
    assert quoted_cell('a,"b"', Dialect(","), False) == '"a,""b"""'
    assert quoted_cell('a\\"b', Dialect(";", escape="\\"), True) == '"a\\\\\\"b"'
    assert quoted_cell("a,b", Dialect("::", quote="", escape=""), True) == "a,b"


def test_many_rows_are_written_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("standout.io.writing.writing_rows._BLOCK", 7)
    random = np.random.default_rng(1)
    rows = "".join(f"u{person},i{item},{random.integers(1, 6)}\n" for person in range(9) for item in range(5))
    (tmp_path / "d.csv").write_text("user,item,rating\n" + rows)
    assert_same(*again(tmp_path / "d.csv", tmp_path / "out.csv"))
    assert_same(*again(tmp_path / "out.csv", tmp_path / "out.parquet"))


@pytest.mark.parametrize(
    "pattern", ["%d-%m-%Y", "%m/%d/%y %H:%M", "%d.%m.%Y %H:%M:%S", "%b %d, %Y", "%d/%m/%Y %H:%M:%SZ"]
)
def test_unusual_dates_are_written_as_they_were_read(tmp_path: Path, pattern: str, content: Callable[..., Any]) -> None:
    days = [date(2010, 12, 1 + 3 * row) for row in range(10)]
    cells = [datetime(day.year, day.month, day.day, 0, 0, tzinfo=UTC).strftime(pattern) for day in days]
    lines = [f'u{row},x,"{cell}"\n' for row, cell in enumerate(cells)]
    source = tmp_path / "data.csv"
    source.write_text("user,item,date\n" + "".join(lines))
    data, back = again(source, tmp_path / "out.csv")
    assert content(back) == content(data)
    written = (tmp_path / "out.csv").read_text().replace('"', "").splitlines()
    assert sorted(written) == sorted(["user,item,date", *(line.strip().replace('"', "") for line in lines)])


def test_where_only_the_whole_column_tells_day_from_month_so_does_writing(tmp_path: Path) -> None:
    early = "".join(f"u{row},x,03/04/2011\n" for row in range(1_500))
    (tmp_path / "data.csv").write_text(f"user,item,date\n{early}v,x,04/13/2011\n")
    data, back = again(tmp_path / "data.csv", tmp_path / "out.csv")
    assert (back.first_day, back.facts.last_day) == (data.first_day, data.facts.last_day)
    assert "u7,x,03/04/2011" in (tmp_path / "out.csv").read_text()


def test_what_was_said_of_times_holds_for_writing(tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("user,item,date\na,x,03/04/2011\nb,x,05/06/2011\n")
    said = TimesWanted("%m/%d/%Y")
    data = read(tmp_path / "data.csv", date_format=said.date_format)
    write_like(data, place_for(str(tmp_path / "data.csv"), tmp_path / "out.csv"), None, said)
    assert (tmp_path / "out.csv").read_text() == (tmp_path / "data.csv").read_text()


@pytest.mark.parametrize("cell", ["1122854400", "2005-07-31T23:30:00Z", "31.07.2005 23:30:00+0000"])
def test_days_of_another_zone_are_written_so_that_they_are_read_again(
    tmp_path: Path, cell: str, content: Callable[..., Any]
) -> None:
    (tmp_path / "data.csv").write_text(
        f"user,item,time\na,x,{cell}\nb,x,{cell.replace('31', '15').replace('54400', '00000')}\n"
    )
    for zone in ("America/New_York", "Asia/Tokyo"):
        data = read(tmp_path / "data.csv", timezone=zone)
        out = tmp_path / f"{zone[:4]}.csv"
        write_like(data, place_for(str(tmp_path / "data.csv"), out), None, TimesWanted(timezone=zone))
        assert content(read(out, timezone=zone)) == content(data)


@pytest.mark.parametrize("form", ["dat", "jsonl", "parquet"])
def test_columns_of_day_month_and_year_are_written_as_such(
    tmp_path: Path, form: str, content: Callable[..., Any]
) -> None:
    table = pa.table(
        {
            "user": ["a", "b", "c"],
            "item": ["x"] * 3,
            "day": [1, 31, None],
            "month": [4, 12, None],
            "year": [2009, 2010, None],
        }
    )
    source = tmp_path / f"data.{form}"
    if form == "parquet":
        pq.write_table(table, source)
    elif form == "jsonl":
        source.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))
    else:
        rows = ["\t".join("" if cell is None else str(cell) for cell in row.values()) for row in table.to_pylist()]
        source.write_text("\n".join(["\t".join(table.column_names), *rows]) + "\n")
    data, back = again(source, tmp_path / f"out.{form}")
    assert data.has_days
    assert content(back) == content(data)
    if form == "parquet":
        assert pq.read_table(tmp_path / "out.parquet").column_names == table.column_names
    else:
        assert sorted((tmp_path / f"out.{form}").read_text().split()) == sorted(source.read_text().split())
