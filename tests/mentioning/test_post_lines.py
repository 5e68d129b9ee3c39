"""Posts as JSON lines: read one by one, and refused by file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from standout.errors import BadInput
from standout.mentioning import post_lines
from standout.mentioning.post_lines import Post, posts_of, read_posts


def file_with(tmp_path: Path, *lines: str | bytes) -> Path:
    file = tmp_path / "posts.jsonl"
    file.write_bytes(b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines) + b"\n")
    return file


def test_posts_are_read_in_order(tmp_path: Path) -> None:
    dated = '{"user": "ann", "text": "Saw Heat", "time": "2024-01-02"}'
    file = file_with(tmp_path, dated, "", '{"user": 7, "text": "ok", "time": 1.5e9}')
    assert list(read_posts(file)) == [Post("ann", "Saw Heat", "2024-01-02"), Post("7", "ok", "1500000000")]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"user": "ann"}', "line 2: has no 'text'"),
        ('{"text": "x"}', "line 2: has no 'user'"),
        ('{"user": null, "text": "x"}', "line 2: has no 'user'"),
        ('{"user": " ", "text": "x"}', "line 2: 'user' is empty"),
        ('{"user": true, "text": "x"}', "line 2: 'user' must be a text"),
        ('{"user": "a", "text": 3}', "line 2: 'text' must be a text"),
        ('{"user": "a", "text": "x", "time": [1]}', "line 2: 'time' must be a date"),
        ('{"user": "a", "text": "x\\u0000"}', "line 2: 'text' holds a NUL"),
        ('{"user": "a\\u0000", "text": "x"}', "line 2: 'user' holds a NUL"),
        ('{"user": "a\\nb", "text": "x"}', "line 2: 'user' is longer"),
        ('{"user": "a", "user": "b", "text": "x"}', "line 2: .*twice"),
        ('["a"]', "line 2: not a JSON object"),
        ("not json", "line 2: not valid JSON"),
        ('{"user": "a", "text": "x"', "line 2: not valid JSON"),
        ("[" * 100_000, "line 2: not valid JSON, or nested"),
        (b'{"user": "a", "text": "\xff"}', "line 2: not text in UTF-8"),
        ('{"user": "a", "text": NaN}', "line 2: "),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, line: str | bytes, said: str) -> None:
    file = file_with(tmp_path, '{"user": "ann", "text": "Saw Heat"}', line)
    with pytest.raises(BadInput, match=f"posts.jsonl: {said}") as refused:
        list(read_posts(file))
    assert "\n" not in str(refused.value)


def test_a_huge_line_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post_lines, "LONGEST_LINE", 1_000)
    with pytest.raises(BadInput, match="line 1 is longer than 1,000 bytes"):
        list(read_posts(file_with(tmp_path, '{"user": "a", "text": "' + "x" * 2_000 + '"}')))


def test_nothing_at_all_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"posts\.jsonl: empty"):
        list(read_posts(file_with(tmp_path, "")))
    with pytest.raises(BadInput, match="no such file"):
        list(read_posts(tmp_path / "none.jsonl"))
    with pytest.raises(BadInput, match="no posts"):
        list(posts_of([]))
