"""Files that change while they are read are refused; earlier work is known again by what files hold."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from standout.data.contents import contents_of, refuse_replaced
from standout.data.prepared import open_prepared
from standout.errors import BadInput
from standout.io import reading
from standout.io.staging import cells, into_raw
from standout.io.staging.text import plain_text
from standout.io.tables import people_tables
from standout.library.reading import asked
from tests.data.crafted import write

ROWS = "user,item,value\n" + "".join(f"{p},{i},{(p + i) % 5 + 1}\n" for p in range(30) for i in range(5))
OTHER = ROWS.replace("7,3,1", "7,3,2")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "data.csv"
    made.write_text(ROWS)
    return made


def in_place_with_the_old_time(file: Path) -> None:
    """Same size, and the time set back: a size and a time would not tell."""
    status = file.stat()
    file.write_text(OTHER)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


def replaced(file: Path) -> None:
    other = file.with_name("other")
    other.write_text(OTHER)
    other.replace(file)


def grown(file: Path) -> None:
    with file.open("a") as stream:
        stream.write("99,1,5\n")


def cut_off(file: Path) -> None:
    file.write_text(ROWS[: len(ROWS) // 2].rpartition("\n")[0] + "\n")


def gone(file: Path) -> None:
    file.unlink()


CHANGES = [in_place_with_the_old_time, replaced, grown, cut_off, gone]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("when", ["before staging", "after staging"])
def test_data_that_changes_while_it_is_read_is_refused(
    file: Path, change: Callable[[Path], None], when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = into_raw.stage

    def meddled(*given: Any, **named: Any) -> Any:
        if when == "before staging":
            change(file)
        found = stage(*given, **named)
        if when == "after staging":
            change(file)
        return found

    monkeypatch.setattr("standout.io.coding.stage", meddled)
    out = file.with_name("prepared")
    with pytest.raises(BadInput, match=r"data\.csv: changed while it was read"):
        reading.read(file, into=out)
    assert not out.exists()


@pytest.mark.parametrize("change", CHANGES)
def test_a_table_of_people_that_changes_while_it_is_read_is_refused(
    tmp_path: Path, change: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "people.csv"
    table.write_text(ROWS.replace("value", "gender"))

    def meddled(*given: Any) -> Any:
        found = plain_text(*given)
        change(table)
        return found

    monkeypatch.setattr(cells, "plain_text", meddled)
    with pytest.raises(BadInput, match=r"people\.csv: changed while it was read"):
        people_tables.attribute_names("sample", table)


def test_a_file_that_grows_while_it_is_hashed_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed = hashlib.file_digest

    def meddled(*given: Any) -> Any:
        found = hashed(*given)
        grown(file)
        return found

    monkeypatch.setattr(hashlib, "file_digest", meddled)
    with pytest.raises(BadInput, match="changed while it was read"):
        contents_of([file])


def counted_readings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    times: list[int] = []
    stage = into_raw.stage

    def counting(*given: Any, **named: Any) -> Any:
        times.append(1)
        return stage(*given, **named)

    monkeypatch.setattr("standout.io.coding.stage", counting)
    return times


@pytest.fixture
def into(tmp_path: Path) -> Path:
    """As a run has it: the folder of results, in it the folder of unfinished work, in it the data."""
    folder = tmp_path / "out" / ".work" / "data"
    folder.parent.mkdir(parents=True)
    return folder


def test_what_was_read_is_used_again_for_the_same_content_whatever_its_time(
    file: Path, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = counted_readings(monkeypatch)
    first = asked().read(str(file), into)
    os.utime(file, ns=(1, 1))
    again = asked().read(str(file), into)
    assert len(times) == 1
    assert again.source == first.source


def test_other_content_of_the_same_size_and_time_is_read_again(
    file: Path, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = counted_readings(monkeypatch)
    asked().read(str(file), into)
    in_place_with_the_old_time(file)
    again = asked().read(str(file), into)
    assert len(times) == 2
    assert again.source.sha256 == contents_of([file])[0].sha256.hex()


def test_titles_belong_to_what_was_read(file: Path, into: Path, tmp_path: Path) -> None:
    titles = tmp_path / "titles.csv"
    titles.write_text("item,title\n1,One\n")
    how = asked(titles=titles)
    assert how.read(str(file), into).vocabulary.title(1) == "One"
    status = titles.stat()
    titles.write_text("item,title\n1,Uno\n")
    os.utime(titles, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert how.read(str(file), into).vocabulary.title(1) == "Uno"


def test_what_was_read_and_is_damaged_since_is_read_again(
    file: Path, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = counted_readings(monkeypatch)
    whole = asked().read(str(file), into).held.records.items.tolist()
    content = bytearray((into / "record_items.bin").read_bytes())
    content[8] ^= 1
    (into / "record_items.bin").write_bytes(content)
    assert asked().read(str(file), into).held.records.items.tolist() == whole
    assert len(times) == 2


@pytest.mark.parametrize("change", ["written to", "replaced", "gone"])
def test_a_prepared_dataset_that_changes_after_it_was_opened_is_noticed(tmp_path: Path, change: str) -> None:
    write(tmp_path / "prepared")
    data = open_prepared(tmp_path / "prepared")
    refuse_replaced(data.mapped_from)
    holders = data.holders.tolist()
    if change == "written to":
        with (tmp_path / "prepared" / "record_days.bin").open("r+b") as stream:
            stream.write(b"\1")
    else:
        (tmp_path / "prepared").rename(tmp_path / "before")
        if change == "replaced":
            write(tmp_path / "prepared", people=11)
    with pytest.raises(BadInput, match="changed while it was read"):
        refuse_replaced(data.mapped_from)
    assert data.holders.tolist() == holders
