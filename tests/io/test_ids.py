"""Ids: a missing one is never an id of its own, and what differs only by how it is written is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import standout
from standout.errors import BadInput
from standout.io.reading import read

Read = Callable[..., Any]
NAN = float("nan")


@pytest.mark.parametrize("role", ["user", "item"])
@pytest.mark.parametrize("kind", [pa.float64(), pa.float32(), pa.float16()])
@pytest.mark.parametrize("odd", [NAN, float("inf"), None])
def test_a_number_that_is_none_is_no_id_in_parquet(tmp_path: Path, role: str, kind: pa.DataType, odd: float) -> None:
    other = "item" if role == "user" else "user"
    table = pa.table({role: pa.array([1.0, odd, 2.0], pa.float64()).cast(kind, safe=False), other: ["x", "y", "z"]})
    pq.write_table(table, tmp_path / "d.parquet")
    if role == "item":
        with pytest.raises(BadInput, match=r"row 2, column 'item'.*1 bad row in all"):
            read(tmp_path / "d.parquet")
    data = read(tmp_path / "d.parquet", skip_bad_rows=role == "item")
    ids = data.vocabulary.everybody() if role == "user" else data.vocabulary.items
    assert ids.to_pylist() == ["1", "2"]


@pytest.mark.parametrize("word", ["nan", "NaN", "<NA>", "None", "null", "NULL", "N/A", "\\N", "NaT"])
def test_a_word_for_none_is_no_id(read_text: Read, word: str) -> None:
    for role, row in (("user", f"{word},x"), ("item", f"a,{word}")):
        text = f"user,item\na,x\n{row}\nb,y\n"
        if role == "item":
            with pytest.raises(BadInput, match=r"row 3, column 'item': .* is what programs write for a missing id"):
                read_text(text)
        data = read_text(text, skip_bad_rows=role == "item")
        assert (data.people, data.items) == (2, 2)
        assert any("1 row left out: a word for a missing" in note for note in data.source.notes)


def test_a_missing_id_in_json_lines_is_named(read_text: Read) -> None:
    for cell in ("NaN", '"nan"', "null"):
        with pytest.raises(BadInput, match="row 2"):
            read_text(f'{{"user": 1, "item": 2}}\n{{"user": 3, "item": {cell}}}\n', "d.jsonl")


def test_a_missing_id_in_a_table_in_memory_is_named() -> None:
    with pytest.raises(BadInput, match="row 2, column 'item'"):
        standout.audit(pa.table({"user": ["x", "y"], "item": [1.0, NAN]}))


@pytest.mark.parametrize(
    ("ids", "note"),
    [
        (["1.0", "1", "2.0"], "1 person id differs from others only by '.0'; they are kept apart"),
        (["7.0", "8.0"], "2 person ids end in '.0'; a file without it matches none of them"),
        (["a ", "a", " a"], "2 person ids differ from others only by blanks at the ends"),
        (["a\u00a0", "a"], "1 person id differs from others only by blanks at the ends"),
        (["cafe\u0301", "caf\u00e9"], "1 person id differs from others only by how accents are stored"),
        (
            ["1.23457E+11", "7"],
            "1 person ids are shortened numbers; several may have become one",
        ),
        ([" a", " b"], "2 of 2 person ids have blanks around them, which are kept"),
    ],
)
def test_ids_that_may_be_the_same_are_said(read_text: Read, ids: list[str], note: str) -> None:
    data = read_text("user,item\n" + "".join(f'"{name}",x\n' for name in ids))
    assert data.people == len(ids)
    assert any(each.startswith(note) for each in data.source.notes), data.source.notes


def test_plain_ids_need_no_word(read_text: Read) -> None:
    assert not read_text("user,item\n1,x\n2,y\n07,z\n7,v\n1.5,w\nA,x\na,x\n").source.notes
