"""Rows are sorted the same whether that is done in one go or part by part."""

from __future__ import annotations

import random
from pathlib import Path

import duckdb
import pytest

from standout.io import encoding
from standout.io.encoding import make_codes, sorted_rows
from standout.io.folding import joined
from standout.io.reading import read
from standout.io.staging.raw import workspace


def _rows(count: int) -> list[tuple[str, str, str | None, int | None]]:
    """People with many rows and with few, repeats, times that are the same and that are missing."""
    dice = random.Random(count)
    whose = [f"p{int(dice.expovariate(0.2))}" for _ in range(count)]
    times = (None, 0, 86_400_000_000, 86_400_000_001)
    return [(person, f"i{dice.randrange(9)}", dice.choice(("3", "4")), dice.choice(times)) for person in whose]


def _made(database: duckdb.DuckDBPyConnection, rows: list[tuple[str, str, str | None, int | None]]) -> None:
    database.execute('CREATE TABLE raw ("user" VARCHAR, "item" VARCHAR, "value" VARCHAR, "at" BIGINT, place BIGINT)')
    placed = [(*row, place) for place, row in enumerate(rows)]
    database.executemany("INSERT INTO raw VALUES (?, ?, ?, ?, ?)", placed)
    for role, table in (("user", "people"), ("item", "items")):
        database.execute(f'CREATE TABLE {table} AS SELECT DISTINCT "{role}" AS id FROM raw')
    make_codes(database)


def _in_order(rows: list[tuple[str, str, str | None, int | None]], last: bool) -> list[int]:
    """The obvious way: where the rows stand in the file, by person, item, time and that."""

    def key(place: int) -> tuple[object, ...]:
        person, item, _, at = rows[place]
        return (len(person), person), item, (at is None) == last, at or 0, place

    return sorted(range(len(rows)), key=key)


@pytest.mark.parametrize("undated_last", [True, False])
@pytest.mark.parametrize("at_once", [1, 7, 40, 10_000])
def test_rows_come_in_order_however_many_are_sorted_at_once(
    at_once: int, undated_last: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoding, "SORTED_AT_ONCE", at_once)
    rows = _rows(300)
    with workspace(tmp_path) as database:
        _made(database, rows)
        found = joined(list(sorted_rows(database, "numbers", 0, undated_last=undated_last, placed=True)))
        tables = {name for (name,) in database.execute("SHOW TABLES").fetchall()}
    order = _in_order(rows, undated_last)
    assert found.places is not None
    assert found.places.tolist() == order
    assert found.amounts is not None
    assert [f"{amount:.0f}" for amount in found.amounts] == [rows[place][2] for place in order]
    assert tables == {"raw", "people", "items"}


def test_no_part_is_larger_than_what_is_sorted_at_once_but_one_of_a_single_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoding, "SORTED_AT_ONCE", 40)
    with workspace(tmp_path) as database:
        _made(database, _rows(300))
        parts = [rows.people for rows in sorted_rows(database, "none", None)]
    assert len(parts) > 4
    assert all(len(people) < 2 * 40 or len(set(people.tolist())) == 1 for people in parts)


def test_data_read_in_parts_is_the_same_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ratings.csv"
    lines = [
        f"{person},{item},{value},{'' if at is None else 10**9 + at // 10**6}" for person, item, value, at in _rows(400)
    ]
    file.write_text("\n".join(["user,item,rating,timestamp", *lines, ""]), "utf-8")
    whole = read(file)
    monkeypatch.setattr(encoding, "SORTED_AT_ONCE", 30)
    parted = read(file)
    assert parted.held.records.items.tolist() == whole.held.records.items.tolist()
    assert parted.held.records.starts.tolist() == whole.held.records.starts.tolist()
    assert parted.source.notes == whole.source.notes
    assert parted.vocabulary.everybody().equals(whole.vocabulary.people)
