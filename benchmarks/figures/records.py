"""A measurement: the command, when and by which version it ran, and what of its output is quoted.

A record is a file in `benchmarks/measured`. What it quotes are `values`, each found in the command's JSON (or by a
pattern in its text) and put into words by a format; or `lines`, the rows of a table as the command prints it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parents[1] / "measured"
_STEP = re.compile(r"([^.\[\]]+)|\[([^\]]+)\]")
_RULE = re.compile(r"^\|[-: |]+\|$")
_SCALED = re.compile(r"^(.*?)\s*\*\s*(-?[\d.]+)$")


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """One figure: where it is in the output, how it is put into words, and what it was."""

    at: dict[str, str]
    """Paths into the JSON by name, such as `findings[attack=tf-idf].identified.1.rate`, or `… * 100`; or patterns
    with one group, for output that is text."""
    shown: str = msgspec.field(name="as")
    """A format with these names: `{rate:.1%}`, `{low:.1f}–{high:.1f}%`."""
    text: str


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A measurement. `{data}` in the command is the folder that datasets are in, `{out}` a folder for results."""

    command: str
    needs: tuple[str, ...] = ()
    """The folders of datasets that it reads."""
    dear: bool = False
    """Whether it takes more than a minute or two, so that it runs only when asked for."""
    date: str
    standout: str
    commit: str
    cpu_seconds: float | None = None
    remark: str = ""
    """What else is to be known of how it came about: such as that it was taken over from the page that quotes it."""
    values: dict[str, Value] = msgspec.field(default_factory=dict)
    lines: tuple[str, ...] = ()
    """Rows of a table as they are printed, quoted whole."""


def read_records(folder: Path = FOLDER) -> dict[str, Record]:
    """All measurements by name; an error that names the file where one is none."""
    records = {}
    for file in sorted(folder.glob("*.json")):
        try:
            records[file.stem] = msgspec.json.decode(file.read_bytes(), type=Record)
        except msgspec.DecodeError as problem:
            raise ValueError(f"{file.name}: {problem}") from None
    return records


def write_record(name: str, record: Record, folder: Path = FOLDER) -> None:
    """Keep a measurement, in a form that reads well in a difference."""
    text = json.dumps(msgspec.to_builtins(record), indent=1, ensure_ascii=False)
    (folder / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")


def measured_again(record: Record, output: str) -> Record:
    """The same record with what this output says."""
    if record.lines or not record.values:
        return msgspec.structs.replace(record, lines=tuple(table_rows(output)))
    document = json.loads(output) if output.lstrip().startswith("{") else None
    values = {name: _again(value, document, output) for name, value in record.values.items()}
    return msgspec.structs.replace(record, values=values)


def table_rows(output: str) -> Iterator[str]:
    """The rows of the tables in a text, without their headings."""
    lines = [*output.splitlines(), ""]
    for line, below in pairwise(lines):
        if line.startswith("|") and not _RULE.match(line) and not _RULE.match(below):
            yield line


def _again(value: Value, document: Any, output: str) -> Value:
    found = {name: found_at(document, path) if document is not None else _by_pattern(output, path)
             for name, path in value.at.items()}  # fmt: skip
    return msgspec.structs.replace(value, text=worded(value.shown, found))


def worded(shown: str, found: Mapping[str, Any]) -> str:
    """Numbers in words: a true minus, and no decimals behind a whole hundred percent."""
    text = shown.format(**found).replace("-", "−")
    return re.sub(r"\b100\.0+(?=%|\b)", "100", text)


def found_at(document: Any, path: str) -> Any:
    """What is at a path: keys with dots between, and `[key=value;inner/key=value]` for the first row of a list that has
    all of these."""
    scaled = _SCALED.match(path)
    plain, factor = (scaled[1], float(scaled[2])) if scaled else (path, None)
    here = document
    for key, chosen in _STEP.findall(plain):
        try:
            here = _chosen(here, chosen) if chosen else here[int(key) if isinstance(here, list) else key]
        except (KeyError, IndexError, ValueError, TypeError, AttributeError):
            raise LookupError(f"'{path}': there is no '{key or chosen}' in the output") from None
    return here if factor is None else here * factor


def _chosen(rows: Any, wanted: str) -> Any:
    """The first row of which all is true that is wanted."""
    pairs = [each.split("=", 1) for each in wanted.split(";")]
    for row in rows:
        if all(str(_inside(row, keys.split("/"))) == value for keys, value in pairs):
            return row
    raise KeyError(wanted)


def _inside(row: Any, keys: list[str]) -> Any:
    for key in keys:
        row = row.get(key) if isinstance(row, dict) else None
    return row


def _by_pattern(output: str, pattern: str) -> Any:
    scaled = _SCALED.match(pattern)
    found = re.search(scaled[1] if scaled else pattern, output, re.MULTILINE)
    if found is None:
        raise LookupError(f"'{pattern}': nothing in the output fits")
    text = found[1].replace(",", "").replace("−", "-")
    try:
        return float(text) * (float(scaled[2]) if scaled else 1)
    except ValueError:
        return found[1]
