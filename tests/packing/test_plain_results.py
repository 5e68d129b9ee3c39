"""Nothing of the data itself, and no folder of a machine, goes into a pack."""

from __future__ import annotations

import msgspec
import pyarrow as pa
import pytest

import standout as so
from standout.common.plain import without_examples
from standout.packing.plain_results import plain_account, plain_audit, without_folder
from tests.packing.packs import audited


@pytest.mark.parametrize(
    ("note", "left"),
    [
        ("2 of 167 item ids have blanks around them, which are kept (such as 'cream cheese ')",
         "2 of 167 item ids have blanks around them, which are kept"),
        ("rows are bad, such as 'u17'; they were left out", "rows are bad; they were left out"),
        ("3 item ids have blanks around them, which are kept (such as ' Toy Story (1995)')",
         "3 item ids have blanks around them, which are kept"),
        ("ids have blanks around them (such as ' it's (a) sin ')", "ids have blanks around them"),
        ("column 'date' was read as dd-mm-yyyy", "column 'date' was read as dd-mm-yyyy"),
    ],
)  # fmt: skip
def test_notes_lose_what_they_quote(note: str, left: str) -> None:
    assert without_examples([note]) == (left,)


def test_findings_lose_items_and_examples_and_nothing_else() -> None:
    before, after = audited(), plain_audit(audited())
    assert before.revealing_items
    assert after.revealing_items == ()
    assert after.explained is None
    assert after.findings == before.findings
    assert after.personal == before.personal


@pytest.mark.parametrize(
    ("word", "left"),
    [
        ("/home/a/b.csv", "b.csv"),
        ("b.csv", "b.csv"),
        ("s3://bucket/x", "s3://bucket/x"),
        ("a/", "a"),
        ("--with", "--with"),
    ],
)
def test_paths_lose_their_folders(word: str, left: str) -> None:
    assert without_folder(word) == left


def test_an_account_loses_examples_and_folders_and_nothing_else() -> None:
    notes = ("2 item ids have blanks around them, which are kept (such as 'cream ')",)
    made = so.protect(pa.table({"user": [1, 1, 2, 2], "item": [1, 2, 1, 2]}), so.Crowds(k=2)).document
    steps = tuple(msgspec.structs.replace(step, options={"k": 2, "kept": "/home/a/kept.json"}) for step in made.steps)
    told = msgspec.structs.replace(made, notes=notes, out="/home/a/r.csv", steps=steps)
    plain = plain_account(told)
    assert plain.out == "r.csv"
    assert plain.notes == ("2 item ids have blanks around them, which are kept",)
    assert plain.steps[0].options == {"k": 2, "kept": "kept.json"}
    assert msgspec.structs.replace(plain, out=told.out, notes=told.notes, steps=told.steps) == told
