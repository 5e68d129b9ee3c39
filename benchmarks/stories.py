"""`python -m benchmarks.stories`: the stories in `docs/papers` anew, from the results in `reproductions`.

`--tables PAPER` first reads the results from `reproductions/<paper>.md`: for tables that were made by a version that
did not write `<paper>.json`. Figures are then as exact as the tables show them.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from standout.reproductions.stories.story import IMAGES, write_story
from standout.results.reproduction import ReproducedOn, Reproduction, Row, Unit

ROOT = Path(__file__).parents[1]
TABLES, STORIES = ROOT / "reproductions", ROOT / "docs" / "papers"
_MADE = re.compile(r"^Standout (\S+) on (.*) \(SHA-256 `([0-9a-f]+)…`\), seed (\d+), draws (\d+)\.", re.MULTILINE)
_SIZES = re.compile(r"([\d,]+) people, ([\d,]+) items and ([\d,]+) interactions")
_CELL = re.compile(r"^(-?[\d,.]+)(%| bits)?(?: \[(-?[\d.]+)–(-?[\d.]+)\])?$")


def from_tables(text: str, paper: str) -> Reproduction:
    """The document that a page of tables was written from, as far as it can be read back."""
    made = _MADE.search(text)
    if made is None:
        raise ValueError(f"{paper}.md: no line says which version made it, on what and with which seed")
    sizes = _SIZES.search(made[2])
    people, items, interactions = (int(each.replace(",", "")) for each in sizes.groups()) if sizes else (None,) * 3
    findings = text.partition("## What comes out")[2].partition("\n## ")[0]
    return Reproduction(
        paper=paper,
        rows=tuple(_rows(text)),
        data=ReproducedOn(
            people=people, items=items, interactions=interactions, sha256=made[3],
            words=None if sizes and sizes[0] == made[2] else made[2],
        ),
        seed=int(made[4]),
        draws=int(made[5]),
        findings=tuple(line[2:] for line in findings.splitlines() if line.startswith("- ")),
        title=text.partition("\n")[0].removeprefix("# "),
        standout=made[1],
    )  # fmt: skip


def _rows(text: str) -> Iterator[Row]:
    """Every row of every table, with its remark."""
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[2:]:
        name = section.partition(": ")[0]
        table = f"{name[0].lower()}{name[1:]}"
        remarks = dict(re.findall(r"^(\d+)\. (.*)$", section, re.MULTILINE))
        for line in re.findall(r"^\| (.*) \|$", section, re.MULTILINE):
            cells = re.split(r"(?<!\\) ?\| ?", line)
            if cells[0] == "what":
                continue
            what, published, ours = (cell.replace("\\|", "|") for cell in cells[:3])
            (there, _, _, theirs), (figure, low, high, unit) = _figure(published), _figure(ours)
            many = int(cells[3].replace(",", "")) if len(cells) == 5 and cells[3] else None
            remark = remarks.get(cells[-1], "")
            yield Row(table, what, there, figure, low, high, remark, unit or theirs or "number", many)


def _figure(cell: str) -> tuple[float | None, float | None, float | None, Unit | None]:
    """A figure with its interval, and its unit as it is written."""
    if cell in ("–", ""):
        return None, None, None, None
    if cell in ("holds", "does not"):
        return float(cell == "holds"), None, None, "order"
    found = _CELL.match(cell)
    if found is None:
        raise ValueError(f"'{cell}' is no figure")
    number, mark = found[1].replace(",", ""), found[2]
    unit: Unit = (
        "share" if mark == "%" else "bits" if mark else "decimal" if re.search(r"\.\d{3}$", number) else "number"
    )
    scale = 100 if unit == "share" else 1
    low, high = (None if part is None else float(part) / scale for part in (found[3], found[4]))
    return float(number) / scale, low, high, unit


def digest(document: Reproduction) -> str:
    """What results are, in short: to see whether two files have the same."""
    return hashlib.sha256(document.content()).hexdigest()[:12]


def main(arguments: Sequence[str] | None = None) -> None:
    """Write every story whose results are there."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stories", description=__doc__)
    parser.add_argument("--tables", metavar="PAPER", action="append", default=[])
    asked = parser.parse_args(arguments)
    for paper in asked.tables:
        document = from_tables((TABLES / f"{paper}.md").read_text(encoding="utf-8"), paper)
        (TABLES / f"{paper}.json").write_bytes(document.content())
    for file in sorted(TABLES.glob("*.json")):
        document = Reproduction.read(file)
        page = write_story(document, STORIES / f"{file.stem}.md")
        for made in (page, page.parent / IMAGES / f"{file.stem}-story.svg"):
            made.chmod(0o644)
        sys.stdout.write(f"{page.relative_to(ROOT)} from {file.relative_to(ROOT)} ({digest(document)})\n")


if __name__ == "__main__":
    main()
