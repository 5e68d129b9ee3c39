"""Where pages quote a measurement: by marks that no reader sees.

`93.8%<!--=found-ml-1m:told-->` quotes a value, just before the mark. `<!--=linking:begin-->` and `<!--=linking:end-->`
are around rows that are quoted as they were printed. GitHub and the site show neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures.records import Record, table_rows

ROOT = Path(__file__).parents[2]
MARK = re.compile(r"<!--=([\w.-]+):([\w./-]+)-->")
_BEGIN, _END = "begin", "end"
_NUMBER = re.compile(r"[\d.,−-]$")


@dataclass(frozen=True)
class Quoted:
    """A mark on a page: which value of which record, and what stands before it."""

    page: Path
    line: int
    record: str
    value: str
    before: str
    """The text of the page up to the mark."""

    @property
    def where(self) -> str:
        return f"{self.page.relative_to(ROOT) if self.page.is_relative_to(ROOT) else self.page}, line {self.line}"


def pages(root: Path = ROOT) -> list[Path]:
    """Everything that may quote a figure."""
    return [root / "README.md", *sorted((root / "docs").rglob("*.md")), *sorted((root / "benchmarks").glob("*.md"))]


def quoted(page: Path) -> Iterator[Quoted]:
    """Every mark on a page."""
    text = page.read_text(encoding="utf-8")
    for mark in MARK.finditer(text):
        line = text.count("\n", 0, mark.start()) + 1
        yield Quoted(page, line, mark[1], mark[2], text[: mark.start()])


def wrong_with(mark: Quoted, records: dict[str, Record]) -> str | None:
    """What is wrong with a quoted figure; none if it is what was measured."""
    record = records.get(mark.record)
    if record is None:
        return f"{mark.where}: there is no measurement '{mark.record}' in benchmarks/measured"
    if mark.value == _BEGIN:
        return _wrong_rows(mark, record)
    if mark.value == _END:
        return None
    value = record.values.get(mark.value)
    if value is None:
        return f"{mark.where}: '{mark.record}' has no value '{mark.value}'"
    if ends_with(mark.before, value.text):
        return None
    return f"{mark.where}: says “{mark.before[-len(value.text) - 6 :]}”, but `{record.command}` gave {value.text}"


def ends_with(text: str, figure: str) -> bool:
    """Whether a text ends with just this figure, and not with a longer one."""
    return text.endswith(figure) and not _NUMBER.search(text[: len(text) - len(figure)][-1:])


def _wrong_rows(mark: Quoted, record: Record) -> str | None:
    """Whether the rows between two marks are those that were printed."""
    rest = mark.page.read_text(encoding="utf-8")[len(mark.before) :]
    end = rest.find(f"<!--={mark.record}:{_END}-->")
    if end < 0:
        return f"{mark.where}: '{mark.record}:{_BEGIN}' has no '{mark.record}:{_END}' after it"
    rows = [_plainly(line) for line in table_rows(rest[:end])]
    missing = [line for line in record.lines if _plainly(line) not in rows]
    if missing:
        return f"{mark.where}: `{record.command}` printed a row that is not there: {missing[0]}"
    more = [line for line in rows if line not in {_plainly(each) for each in record.lines}]
    return f"{mark.where}: `{record.command}` printed no such row: {more[0]}" if more else None


def _plainly(row: str) -> str:
    """A row without what makes it bold."""
    return row.replace("*", "")


def between_marks(text: str, name: str) -> str:
    """What of a page stands between the marks of a measurement; all of a text that has none."""
    begin, end = (text.find(f"<!--={name}:{each}-->") for each in (_BEGIN, _END))
    return text[begin:end] if 0 <= begin < end else text


def put_right(text: str, name: str, old: Record, new: Record) -> str:
    """The text of a page with the figures of one measurement as they are now."""
    for key, value in new.values.items():
        before = old.values[key].text if key in old.values else value.text
        text = text.replace(f"{before}<!--={name}:{key}-->", f"{value.text}<!--={name}:{key}-->")
    for was, now in zip(old.lines, new.lines, strict=False):
        text = text.replace(f"{was}\n", f"{now}\n")
    return text
