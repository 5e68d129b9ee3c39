"""Rows that are too long are bad rows like others; cells may be long."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest

from standout.errors import BadInput
from standout.io.staging.long_lines import LONGEST, bounded_lines, is_cut

Read = Callable[..., Any]
LONG = "x" * (LONGEST + 9)


@pytest.mark.parametrize("separator", [",", "\t", ";", "::"])
def test_a_long_row_is_named_and_skipped_only_when_asked(read_text: Read, separator: str) -> None:
    rows = [("user", "item"), ("a", "x"), ("b", LONG), ("c", "y")]
    text = "\n".join(separator.join(row) for row in rows) + "\n"
    with pytest.raises(BadInput, match=r"row 3 has more than 2,000,000 bytes: 'b.*1 bad row in all"):
        read_text(text)
    data = read_text(text, skip_bad_rows=True)
    assert data.vocabulary.people.to_pylist() == ["a", "c"]
    assert "1 row left out: more than 2,000,000 bytes" in data.source.notes


def test_rows_after_a_long_one_keep_their_numbers(read_text: Read) -> None:
    text = f'user,item,rating\na,x,1\nb,"{LONG}",1\nc,y,1\nd,z,bad\n'
    with pytest.raises(BadInput, match=r"2 bad rows in all"):
        read_text(text)
    with pytest.raises(BadInput, match=r"row 5, column 'rating': 'bad'"):
        read_text(text.replace(LONG, "x"))


def test_a_long_json_line_is_named(read_text: Read) -> None:
    long = f'{{"user":"b","item":"{LONG}"}}'
    for text in (f'{{"user":"a","item":"x"}}\n{long}\n', f'{long}\n{{"user":"a","item":"x"}}\n'):
        with pytest.raises(BadInput, match=r"more than 2,000,000 bytes: .*1 bad row in all"):
            read_text(text, "d.jsonl")
        assert read_text(text, "d.jsonl", skip_bad_rows=True).vocabulary.people.to_pylist() == ["a"]


@pytest.mark.parametrize("more", [-40, -1, 0, 1, 40])
@pytest.mark.parametrize("other", ["c,y\n", "c,y,z,w\n"], ids=["sound", "broken"])
def test_nothing_else_happens_at_the_border(read_text: Read, more: int, other: str) -> None:
    """Also where the file is read slowly, because another row is broken."""
    row = "b," + "x" * (LONGEST + more - 2)
    people = read_text(f"user,item\na,x\n{row}\n{other}", skip_bad_rows=True).vocabulary.people.to_pylist()
    assert "a" in people
    assert ("b" in people) or more > -40


def test_a_cell_may_be_long_in_a_row_and_in_the_header(read_text: Read) -> None:
    cell = "y" * 140_000
    for more in ("", "d,z,1,2\n"):
        data = read_text(f"user,item,{cell}\na,x,1\nb,{cell},2\n{more}", skip_bad_rows=True)
        assert data.vocabulary.items.to_pylist() == ["x", cell]


def test_an_endless_line_is_never_held() -> None:
    class Endless(io.StringIO):
        largest = 0

        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            line = super().readline(-1 if size is None else size)
            self.largest = max(self.largest, len(line))
            return line

    stream = Endless("a\n" + "x" * (5 * LONGEST) + "\nb\n")
    lines = list(bounded_lines(stream))
    assert [line for line in lines if not is_cut(line)] == ["a\n", "b\n"]
    assert len(lines) == 3
    assert len(lines[1]) < 100
    assert stream.largest <= LONGEST + 1
