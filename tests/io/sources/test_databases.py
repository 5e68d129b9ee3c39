"""Databases: a table or an answer is read; nothing is written, and no other file is reached."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pytest

from standout.errors import BadInput
from standout.io.reading import read

Read = Callable[..., Any]
ROWS = [("a", "x", 1.0, "2020-01-01"), ("a", "y", 2.5, None), ("b", "x", None, "2020-01-03"), ("b", "it's", 4.0, "")]
EXPECTED = {("a", "x"): ("1", 18262), ("a", "y"): ("2.5", None), ("b", "x"): (None, 18264), ("b", "it's"): ("4", None)}


def sqlite_file(file: Path, *tables: str) -> Path:
    with sqlite3.connect(file) as database:
        for table in tables or ("plays",):
            database.execute(f'CREATE TABLE "{table}" ("user" TEXT, item TEXT, rating REAL, time TEXT)')
            database.executemany(f'INSERT INTO "{table}" VALUES (?, ?, ?, ?)', ROWS)
    database.close()
    return file


def duckdb_file(file: Path, *tables: str) -> Path:
    with duckdb.connect(file) as database:
        for table in tables or ("plays",):
            database.execute(f'CREATE TABLE "{table}" ("user" VARCHAR, item VARCHAR, rating DOUBLE, time VARCHAR)')
            database.executemany(f'INSERT INTO "{table}" VALUES (?, ?, ?, ?)', ROWS)
    return file


MAKERS = pytest.mark.parametrize("make", [sqlite_file, duckdb_file])


def refusal(action: Callable[[], object]) -> str:
    with pytest.raises(BadInput) as refused:
        action()
    assert "\n" not in str(refused.value)
    return str(refused.value)


@MAKERS
@pytest.mark.parametrize("name", ["shop.db", "what?is [this].bin"])
def test_the_only_table_is_read(tmp_path: Path, content: Read, make: Read, name: str) -> None:
    file = make(tmp_path / name)
    before = hashlib.sha256(file.read_bytes()).hexdigest()
    tmp_path.joinpath(name).chmod(0o400)
    data = read(file)
    assert content(data) == EXPECTED
    assert data.source.files == (name,)
    assert data.source.sha256 == before == hashlib.sha256(file.read_bytes()).hexdigest()


@MAKERS
def test_one_of_several_tables_is_named(tmp_path: Path, content: Read, make: Read) -> None:
    file = make(tmp_path / "shop.db", "plays", "odd it's")
    message = refusal(lambda: read(file))
    assert "2 tables" in message
    assert "'plays'" in message
    assert "table=NAME" in message or "--table" in message
    assert content(read(file, table="odd it's")) == EXPECTED
    assert "no table 'nope'" in refusal(lambda: read(file, table="nope"))


@MAKERS
def test_an_answer_is_read(tmp_path: Path, content: Read, make: Read) -> None:
    file = make(tmp_path / "shop.db", "plays", "more")
    data = read(file, query="SELECT p.user AS customer, p.item FROM plays p JOIN more USING (item) WHERE p.user = 'a';")
    assert sorted(content(data)) == [("a", "x"), ("a", "y")]


@MAKERS
@pytest.mark.parametrize(
    "query",
    [
        "DELETE FROM plays",
        "INSERT INTO plays SELECT * FROM plays",
        "CREATE TABLE more AS SELECT * FROM plays",
        "DROP TABLE plays",
        "SELECT user, item FROM plays; DELETE FROM plays",
        "ATTACH 'other.db' AS other",
        "PRAGMA user_version = 4",
        "VACUUM INTO 'copy.db'",
        "",
    ],
)
def test_only_a_select_is_taken(tmp_path: Path, content: Read, make: Read, query: str) -> None:
    file = make(tmp_path / "shop.db")
    refusal(lambda: read(file, query=query))
    assert sorted(each.name for each in tmp_path.iterdir()) == ["shop.db"]
    assert content(read(file)) == EXPECTED


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM read_csv('{secret}')",
        "SELECT * FROM '{secret}'",
        "SELECT content AS user, filename AS item FROM read_text('{secret}')",
        "COPY (SELECT * FROM plays) TO '{secret}.out'",
        "SELECT * FROM outside",
    ],
)
def test_no_other_file_is_reached(tmp_path: Path, query: str) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("user,item\nsecret,x\n")
    file = duckdb_file(tmp_path / "shop.duckdb")
    with duckdb.connect(file) as database:
        database.execute(f"CREATE VIEW outside AS SELECT * FROM read_csv('{secret}')")
    message = refusal(lambda: read(file, query=query.format(secret=secret)))
    assert "query" in message
    assert not Path(f"{secret}.out").exists()


def test_what_was_written_last_is_read_from_a_log_beside(tmp_path: Path, content: Read) -> None:
    file = sqlite_file(tmp_path / "shop.db")
    with sqlite3.connect(file) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("INSERT INTO plays VALUES ('c', 'x', 1, NULL)")
        writer.commit()
        assert ("c", "x") in content(read(file))
    writer.close()


def test_cells_of_any_kind_in_sqlite(tmp_path: Path, content: Read) -> None:
    with sqlite3.connect(tmp_path / "shop.db") as database:
        database.execute("CREATE TABLE plays (user, item, rating)")
        rows = [(7, "x", 1), (8.0, "x", 2), ("9", b"\x01\xff", 3), (2**60, "y", 2)]
        database.executemany("INSERT INTO plays VALUES (?, ?, ?)", rows)
    database.close()
    people = {person for person, _ in content(read(tmp_path / "shop.db"))}
    assert people == {"7", "8", "9", str(2**60)}


def test_kinds_of_columns_that_parquet_does_not_have(tmp_path: Path, content: Read) -> None:
    with duckdb.connect(tmp_path / "shop.duckdb") as database:
        database.execute("""CREATE TABLE plays AS SELECT 170141183460469231731687303715884105727::HUGEINT AS user,
            'x'::ENUM('x', 'y') AS item, 2.50::DECIMAL(5, 2) AS rating, uuid() AS id, [1, 2] AS tags""")
    assert content(read(tmp_path / "shop.duckdb")) == {("170141183460469231731687303715884105727", "x"): ("2.5", None)}


def test_empty_and_damaged_databases(tmp_path: Path) -> None:
    with duckdb.connect(tmp_path / "empty.duckdb"):
        pass
    assert "no table in it" in refusal(lambda: read(tmp_path / "empty.duckdb"))
    for make in (sqlite_file, duckdb_file):
        file = make(tmp_path / f"{make.__name__}.db")
        file.write_bytes(file.read_bytes()[:600])
        assert "cannot be read" in refusal(partial(read, file))


def test_table_and_query_belong_to_databases(tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("user,item\na,x\n")
    assert "belongs to a DuckDB or SQLite file" in refusal(lambda: read(tmp_path / "data.csv", table="x"))
    assert "belongs to a DuckDB or SQLite file" in refusal(lambda: read(tmp_path / "data.csv", query="SELECT 1"))
    file = sqlite_file(tmp_path / "shop.db")
    assert "leave one out" in refusal(lambda: read(file, table="plays", query="SELECT 1"))
