"""Nothing of the data itself, and no folder of a machine, goes into a pack."""

from __future__ import annotations

import pytest

from standout.packing.plain_results import plain_audit, plain_notes, without_folder
from tests.packing.packs import audited


@pytest.mark.parametrize(
    ("note", "left"),
    [
        ("2 of 167 item ids have blanks around them, which are kept (such as 'cream cheese ')",
         "2 of 167 item ids have blanks around them, which are kept"),
        ("rows are bad, such as 'u17'; they were left out", "rows are bad; they were left out"),
        ("column 'date' was read as dd-mm-yyyy", "column 'date' was read as dd-mm-yyyy"),
    ],
)  # fmt: skip
def test_notes_lose_what_they_quote(note: str, left: str) -> None:
    assert plain_notes([note]) == (left,)


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
