"""`--keep-columns`: all columns and the grain of rows, in every format, read back as exactly the protected data."""

from __future__ import annotations

import csv
import gzip
import json
import random
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import standout as so
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.io.reading import read
from standout.io.reading_options import ReadingOptions
from standout.io.writing.kept import Kept
from standout.io.writing.write import write_like
from standout.io.writing.writing_places import place_for
from standout.library.protect import protect

COLUMNS = ("Invoice", "customer_id", "sku", "quantity", "date", "Remark", "Country")
Row = tuple[str, ...]
Writer = Callable[[Path, list[Row]], Path]

PURCHASES: list[Row] = [
    ("i1", "ann", "tea", "2", "2024-01-03 08:15:00", 'says "no"', "Österreich"),
    ("i2", "ann", "tea", "3", "2024-02-03 18:15:30", "two\nlines, a comma", "日本"),
    ("i3", "bob", "tea", "4", "2024-01-04 09:00:00", "", "UK"),
    ("i4", "bob", "milk", "6", "2024-01-05 09:00:00", "  blanks  ", "UK"),
    ("i5", "bob", "milk", "-2", "2024-01-06 09:00:00", "came back", "UK"),
    ("i6", "", "milk", "1", "2024-01-06 10:00:00", "guest", "UK"),
    ("i7", "cid", "salt", "5", "2024-01-07 11:00:00", "x", "FR"),
    ("i8", "cid", "salt", "-5", "2024-01-08 11:00:00", "all came back", "FR"),
    ("i9", "cid", "milk", "1", "2024-01-09 11:00:00", "y", "FR"),
]


def as_csv(place: Path, rows: list[Row]) -> Path:
    with place.with_suffix(".csv").open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, lineterminator="\n").writerows([COLUMNS, *rows])
    return place.with_suffix(".csv")


def as_json_lines(place: Path, rows: list[Row]) -> Path:
    lines = []
    for row in rows:
        record: dict[str, Any] = dict(zip(COLUMNS, row, strict=True))
        record["quantity"] = int(record["quantity"]) if record["quantity"] else None
        record["customer_id"] = record["customer_id"] or None
        lines.append(json.dumps(record, ensure_ascii=False))
    place.with_suffix(".jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return place.with_suffix(".jsonl")


def as_parquet(place: Path, rows: list[Row]) -> Path:
    columns: dict[str, Any] = {name: [row[at] or None for row in rows] for at, name in enumerate(COLUMNS)}
    columns["quantity"] = pa.array([None if cell is None else int(cell) for cell in columns["quantity"]], pa.int16())
    columns["date"] = pa.array(columns["date"], pa.string()).cast(pa.timestamp("us"))
    columns["Country"] = pa.array(columns["Country"], pa.string()).dictionary_encode()
    pq.write_table(pa.table(columns), place.with_suffix(".parquet"))
    return place.with_suffix(".parquet")


WRITERS: list[Writer] = [as_csv, as_json_lines, as_parquet]


def cells_of(file: Path) -> list[dict[str, str]]:
    """All cells of a file as text, empty where there is nothing."""
    records: list[dict[str, Any]]
    if file.suffix == ".parquet":
        records = pq.read_table(file).to_pylist()
    elif file.suffix == ".jsonl":
        records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    else:
        with file.open(newline="", encoding="utf-8") as stream:
            records = list(csv.DictReader(stream))
    return [{key: "" if cell is None else str(cell) for key, cell in record.items()} for record in records]


Entry = tuple[str, str, str | None, date | None]


def entries(data: LocalDataset) -> list[Entry]:
    """What everybody has, in the words of the outside."""
    records, said = data.held.records, []
    for person in range(data.people):
        for at in range(int(records.starts[person]), int(records.starts[person + 1])):
            value = int(records.values[at]) if data.has_values else NO_VALUE
            day = int(records.days[at]) if data.has_days else NO_DAY
            when = None if day == NO_DAY else date(1970, 1, 1) + timedelta(days=day + (data.first_day or 0))
            label = None if value == NO_VALUE else data.scale.labels[value]
            said.append((data.vocabulary.person(person), data.vocabulary.item(int(records.items[at])), label, when))
    return sorted(said, key=str)


@pytest.mark.parametrize("writer", WRITERS)
def test_an_unchanged_entry_keeps_its_rows_cell_by_cell(tmp_path: Path, writer: Writer) -> None:
    file = writer(tmp_path / "data", PURCHASES)
    out = tmp_path / f"out{file.suffix}"
    result = protect(file, so.Trim(keep=9), out=out, keep_columns=True)
    wanted = [row for row in cells_of(file) if row["Invoice"] not in ("i6", "i7", "i8")]
    assert cells_of(out) == wanted
    assert entries(read(out)) == entries(result.dataset) == entries(read(file))


@pytest.mark.parametrize("writer", WRITERS)
def test_rows_of_removed_entries_are_gone_and_new_ids_are_in_every_row(tmp_path: Path, writer: Writer) -> None:
    file = writer(tmp_path / "data", PURCHASES)
    out = tmp_path / f"out{file.suffix}"
    result = protect(file, so.Trim(keep=1), out=out, keep_columns=True, new_ids=True)
    with (tmp_path / f"{out.name}.key.csv").open(newline="") as stream:
        former = {row["released"]: row["public"] for row in csv.DictReader(stream)}
    rows = cells_of(out)
    assert [row["customer_id"] for row in rows] == sorted(row["customer_id"] for row in rows)
    assert set(former.values()) == {"ann", "bob", "cid"}
    invoices = {row["Invoice"]: row for row in cells_of(file)}
    for row in rows:
        assert row | {"customer_id": former[row["customer_id"]]} == invoices[row["Invoice"]]
    read_back = [(former[person], *rest) for person, *rest in entries(read(out))]
    assert sorted(read_back, key=str) == entries(result.dataset)


def test_the_kind_of_columns_in_parquet_stays(tmp_path: Path) -> None:
    file = as_parquet(tmp_path / "data", PURCHASES)
    table = pq.read_table(file).append_column("tags", pa.array([["a", "b"]] * 9, pa.list_(pa.string())))
    table = table.append_column("raw", pa.array([b"ab"] * 9, pa.binary()))
    pq.write_table(table, file)
    protect(file, so.Perturb(values=1, days=3), out=tmp_path / "out.parquet", keep_columns=True)
    written = pq.read_table(tmp_path / "out.parquet")
    assert [(field.name, field.type) for field in written.schema] == [
        (field.name, field.type) for field in table.schema
    ]
    assert set(written.column("raw").to_pylist()) == {b"ab"}
    assert written.column("tags")[0].as_py() == ["a", "b"]


@pytest.mark.parametrize("writer", WRITERS)
def test_an_added_entry_has_only_the_known_columns(tmp_path: Path, writer: Writer) -> None:
    file = writer(tmp_path / "data", PURCHASES)
    out = tmp_path / f"out{file.suffix}"
    result = protect(file, so.Swap(share=0.5), out=out, keep_columns=True, seed=3)
    added = [row for row in cells_of(out) if not row.get("Invoice")]
    assert len(added) == result.document.added > 0
    assert all(row["customer_id"] and row["sku"] and not row.get("Country") for row in added)
    (told,) = (note for note in result.document.notes if "added, with nothing in" in note)
    assert all(f"'{name}'" in told for name in ("Invoice", "Remark", "Country"))
    assert entries(read(out)) == entries(result.dataset)


@pytest.mark.parametrize("repeats", ["sum", "last"])
def test_no_day_is_finer_than_it_was_made(tmp_path: Path, repeats: Any) -> None:
    rows = [(f"i{day}", "ann", "tea", "1", f"2024-01-{day:02} 10:00:00", "", "") for day in (3, 10, 15)]
    others = [(f"j{day}", "bob", "tea", "1", f"2024-01-{day:02} 10:00:00", "", "") for day in (4, 9)]
    file = as_csv(tmp_path / "data", [*rows, *others])
    protect(file, so.CoarsenDays(to="week"), out=tmp_path / "out.csv", keep_columns=True, repeats=repeats)
    days = [date.fromisoformat(row["date"][:10]) for row in cells_of(tmp_path / "out.csv")]
    assert len(days) == (5 if repeats == "sum" else 2)
    assert {day.weekday() for day in days} == {0}


def test_what_was_done_is_said(tmp_path: Path) -> None:
    file = as_csv(tmp_path / "data", PURCHASES)
    result = protect(file, so.Trim(keep=9), out=tmp_path / "out.csv", keep_columns=True)
    said = "\n".join(result.document.notes)
    assert "all 7 columns are written, in 6 rows; the data has 9" in said
    assert "'Invoice', 'Remark', 'Country' were kept as they are: they were not protected" in said
    assert "times keep their time of day" in said
    assert "not written" not in said
    assert "4 rows are repeats that were protected as one entry" in said


def test_what_was_written_can_be_audited_against_its_source(tmp_path: Path) -> None:
    random_ = random.Random(4)
    file = as_csv(tmp_path / "data", random_rows(random_, "sum") + random_rows(random_, "sum"))
    out = tmp_path / "out.csv"
    protect(file, so.Trim(keep=3), out=out, keep_columns=True)
    result = so.audit(file, released=out, targets=5)
    assert result.document.findings


def test_without_the_option_only_known_columns_are_written(tmp_path: Path) -> None:
    file = as_csv(tmp_path / "data", PURCHASES)
    protect(file, so.Trim(keep=9), out=tmp_path / "out.csv")
    assert list(cells_of(tmp_path / "out.csv")[0]) == ["customer_id", "sku", "quantity", "date"]


def test_packed_text_stays_packed(tmp_path: Path) -> None:
    file = as_csv(tmp_path / "data", PURCHASES)
    packed = tmp_path / "data.csv.gz"
    packed.write_bytes(gzip.compress(file.read_bytes()))
    protect(packed, so.Trim(keep=9), out=tmp_path / "out.csv.gz", keep_columns=True)
    (tmp_path / "out.csv").write_bytes(gzip.decompress((tmp_path / "out.csv.gz").read_bytes()))
    assert len(cells_of(tmp_path / "out.csv")) == 6


@pytest.mark.parametrize(
    ("writer", "ending"), [(as_csv, "csv"), (as_csv, "parquet"), (as_json_lines, "jsonl"), (as_parquet, "parquet")]
)
def test_parts_become_one_file_with_what_their_folders_say(tmp_path: Path, writer: Writer, ending: str) -> None:
    folder = tmp_path / "parts"
    for region, rows in (("north", PURCHASES[:4]), ("south", PURCHASES[4:])):
        (folder / f"region={region}").mkdir(parents=True)
        writer(folder / f"region={region}" / "part", rows)
    out = tmp_path / f"out.{ending}"
    result = protect(folder, so.Trim(keep=9), out=out, keep_columns=True)
    assert {row["Invoice"]: row["region"] for row in cells_of(out)} == {
        "i1": "north", "i2": "north", "i3": "north", "i4": "north", "i5": "south", "i9": "south",
    }  # fmt: skip
    assert entries(read(out)) == entries(result.dataset)


def test_bad_rows_that_were_left_out_are_not_written(tmp_path: Path) -> None:
    file = tmp_path / "data.csv"
    file.write_text('user,item,rating,note\na,x,5,1\na,y\nb,x,odd,2\n\nb,y,4,3\nc,,4,4\nc,x,3,"5"\n')
    out = tmp_path / "out.csv"
    protect(file, so.Trim(keep=9), out=out, keep_columns=True, skip_bad_rows=True)
    assert out.read_text() == "user,item,rating,note\na,x,5,1\nb,y,4,3\nc,x,3,5\n"


def test_files_without_header_and_with_other_separators_stay_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "data.dat"
    file.write_text("2::10::5::978300760::extra\n1::10::4::978300761::more\n")
    out = tmp_path / "out.dat"
    protect(
        file, so.Trim(keep=9), out=out, keep_columns=True, columns={"user": "1", "item": "2", "value": "3", "time": "4"}
    )
    assert out.read_text() == "1::10::4::978300761::more\n2::10::5::978300760::extra\n"


def test_other_sources_are_refused_before_any_work(tmp_path: Path) -> None:
    file = as_csv(tmp_path / "data", PURCHASES)
    so.prepare(file, out=tmp_path / "data.standout")
    netflix = tmp_path / "netflix"
    netflix.mkdir()
    (netflix / "mv_0000001.txt").write_text("1:\n5,3,2005-01-01\n")
    for source in (tmp_path / "data.standout", netflix):
        with pytest.raises(BadInput, match="leave out keep_columns=True"):
            protect(source, so.Trim(keep=9), out=tmp_path / "out.parquet", keep_columns=True)
    with pytest.raises(BadInput, match="read from a file"):
        protect(read(file), so.Trim(keep=9), out=tmp_path / "out.parquet", keep_columns=True)
    with pytest.raises(BadInput, match="nothing is written; say where"):
        protect(file, so.Trim(keep=9), keep_columns=True)
    with pytest.raises(BadInput, match=r"let the name end in \.jsonl"):
        protect(
            as_json_lines(tmp_path / "d", PURCHASES), so.Trim(keep=9), out=tmp_path / "o.parquet", keep_columns=True
        )


def test_a_source_that_changed_since_it_was_read_is_refused(tmp_path: Path) -> None:
    file = as_csv(tmp_path / "data", PURCHASES)
    data = read(file)
    file.write_text(file.read_text().replace("bob", "rob"))
    kept = Kept(data, ReadingOptions(), {})
    with pytest.raises(BadInput, match="changed since it was read"):
        write_like(data, place_for(str(file), tmp_path / "out.csv", keep_columns=True), kept=kept)
    assert not (tmp_path / "out.csv").exists()


def random_rows(random_: random.Random, repeats: str) -> list[Row]:
    """Purchases with ties, repeats, returns, empty cells, rows without a day."""
    rows: list[Row] = []
    for number in range(random_.randint(12, 60)):
        amount = (
            random_.choice(["1", "2", "3", "5", "8", "8", "40", ""])
            if repeats != "sum"
            else str(random_.randint(-3, 9))
        )
        day = date(2024, 1, 1) + timedelta(days=random_.randint(0, 40))
        when = f"{day} {random_.randint(0, 23):02}:00:00" if random_.random() < 0.95 else ""
        remark = random_.choice(['"', ",", "\n", "é", " ", ""])
        rows.append(
            (f"i{number}", f"p{random_.randint(1, 6)}", f"s{random_.randint(1, 5)}", amount, when, remark, "UK")
        )
    return rows


STEPS: list[tuple[Any, ...]] = [
    (so.Trim(keep=3),),
    (so.Sample(people=0.7), so.Swap(share=0.4)),
    (so.CoarsenDays(to="none"),),
    (so.CoarsenDays(to="week"),),
    (so.CoarsenValues(to="presence"), so.Trim(keep=4)),
]
REPEATS = ["sum", "count", "first", "last", "events"]


def reads_back(file: Path, steps: tuple[Any, ...], seed: int, **reading: Any) -> None:
    out = file.with_name(f"{'-'.join(step.name for step in steps)}-{seed}{file.suffix}")
    result = protect(file, *steps, out=out, keep_columns=True, seed=seed, **reading)
    assert entries(read(out, **reading)) == entries(result.dataset), file.read_bytes()


@pytest.mark.parametrize("repeats", REPEATS)
@pytest.mark.parametrize("writer", WRITERS)
def test_reading_what_was_written_gives_the_protected_data(tmp_path: Path, writer: Writer, repeats: Any) -> None:
    random_ = random.Random(f"{writer.__name__} {repeats}")
    usable = STEPS if repeats != "events" else STEPS[:2]  # reading folds events of one day, and needs days
    for turn, steps in enumerate(usable if writer is as_csv else usable[:2]):
        file = writer(tmp_path / f"data{turn}", random_rows(random_, repeats))
        reads_back(file, steps, turn, repeats=repeats)


@pytest.mark.parametrize("repeats", ["first", "last"])
@pytest.mark.parametrize(
    "steps",
    [
        (so.Perturb(values=2, days=9),),
        (so.Swap(share=0.4), so.Perturb(values=2, days=9), so.Trim(keep=4)),
        (so.CoarsenValues(to="likes"),),
    ],
    ids=lambda steps: "+".join(step.name for step in steps),
)
def test_ratings_with_other_values_and_days_are_read_back(tmp_path: Path, steps: tuple[Any, ...], repeats: Any) -> None:
    random_ = random.Random(f"{repeats} {len(steps)}")
    for turn in range(2):
        lines = ["user,note,item,rating,date"]
        for number in range(40):
            day = date(2024, 1, 1) + timedelta(days=random_.randint(0, 40))
            who, what, value = (
                random_.randint(1, 6),
                random_.randint(1, 9),
                random_.choice(["1", "2", "3.0", "4", "5", ""]),
            )
            lines.append(f"p{who},note {number},i{what},{value},{random_.choice([str(day), f'{day} 07:30:00', ''])}")
        file = tmp_path / f"ratings{turn}.csv"
        file.write_text("\n".join(lines) + "\n")
        reads_back(file, steps, turn, repeats=repeats)
