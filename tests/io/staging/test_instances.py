"""Instances of DuckDB that are lent: alone, with limits of one's own, and again only where they are as they were."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import duckdb
import pytest

from standout.errors import BadInput
from standout.io.staging import instances
from standout.io.staging.instances import lent


@pytest.fixture(autouse=True)
def _none_before() -> Iterator[None]:
    instances.end_all()
    yield
    instances.end_all()


def borrowed(
    folder: Path, memory: str = "200MB", threads: int = 2
) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
    folder.mkdir()
    limits: dict[str, str | int] = {"memory_limit": memory, "threads": threads}
    return lent(folder / "o'brien's.duckdb", folder / "spill", limits)


def free() -> list[duckdb.DuckDBPyConnection]:
    return list(instances._free.get(os.getpid(), ()))


def setting(database: duckdb.DuckDBPyConnection, name: str) -> str:
    ((said,),) = database.execute(f"SELECT current_setting('{name}')::VARCHAR").fetchall()
    return str(said)


def test_the_next_gets_the_same_instance_empty_and_with_limits_of_their_own(tmp_path: Path) -> None:
    with borrowed(tmp_path / "a") as database:
        database.execute("CREATE TABLE raw AS SELECT range AS a FROM range(10)")
        database.execute("CREATE TEMP TABLE passing AS SELECT 1 AS a")
        assert setting(database, "threads") == "2"
        assert setting(database, "temp_directory") == str(tmp_path / "a" / "spill")
    (kept,) = free()
    assert setting(kept, "threads") == "1"
    with borrowed(tmp_path / "b", "100MB", 3) as database:
        assert free() == []
        assert database.execute("SHOW ALL TABLES").fetchall() == []
        assert [setting(database, name) for name in ("memory_limit", "threads")] == ["95.3 MiB", "3"]
        assert setting(database, "temp_directory") == str(tmp_path / "b" / "spill")
    assert free() == [kept]


def test_who_asks_meanwhile_gets_another_and_few_are_kept(tmp_path: Path) -> None:
    with borrowed(tmp_path / "a") as one, borrowed(tmp_path / "b") as two, borrowed(tmp_path / "c") as three:
        for number, database in enumerate((one, two, three)):
            database.execute(f"CREATE TABLE raw AS SELECT {number} AS a")
        assert [each.execute("SELECT a FROM raw").fetchall() for each in (one, two, three)] == [[(0,)], [(1,)], [(2,)]]
    assert len(free()) == 2


def test_a_refusal_leaves_an_instance_as_it_was(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no rows"), borrowed(tmp_path / "a"):
        raise BadInput("no rows")
    assert len(free()) == 1


@pytest.mark.parametrize("problem", [KeyboardInterrupt(), duckdb.InterruptException(), ZeroDivisionError()])
def test_what_went_wrong_in_is_not_lent_again(tmp_path: Path, problem: BaseException) -> None:
    with pytest.raises(type(problem)), borrowed(tmp_path / "a"):
        raise problem
    assert free() == []


def test_what_spilled_is_not_lent_again(tmp_path: Path) -> None:
    with borrowed(tmp_path / "a", "40MB", 1) as database:
        database.execute("CREATE TEMP TABLE a AS SELECT range AS a, hash(range)::VARCHAR AS b FROM range(2_000_000)")
        assert (tmp_path / "a" / "spill").exists()
    assert free() == []
    assert not (tmp_path / "a" / "spill").exists()


def test_what_did_much_is_not_lent_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instances, "_LITTLE", 100_000)
    with borrowed(tmp_path / "a") as database:
        database.execute("CREATE TABLE raw AS SELECT hash(range)::VARCHAR AS a FROM range(100_000)")
    assert free() == []


def test_a_database_can_be_borrowed_for_as_long_as_rows_of_it_are_read(tmp_path: Path) -> None:
    with borrowed(tmp_path / "a") as database:
        database.execute("CREATE TABLE raw AS SELECT range AS a FROM range(100_000)")
        rows = database.sql("FROM raw").to_arrow_reader(1_000)
        assert rows.read_next_batch().num_rows == 1_000
    with borrowed(tmp_path / "b") as database:
        assert database.execute("SHOW ALL TABLES").fetchall() == []


def test_another_process_has_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with borrowed(tmp_path / "a"):
        pass
    ours = free()
    with monkeypatch.context() as patched:
        patched.setattr(os, "getpid", lambda: 0)
        with borrowed(tmp_path / "b"):
            assert ours == instances._free[next(pid for pid in instances._free if pid)]
        instances.end_all()
    assert free() == ours
