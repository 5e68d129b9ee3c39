"""What somebody who holds the data could link back: for each file of a run, how many rows fit one person only.

    python -m benchmarks.linkage [DATA …]

Whoever holds the data can run the same audit with the same seed and has every figure of everybody, with ids. So a row
about a person is linked if no other row reads the same, whatever is in it: that is counted here. Without DATA, the
built-in sample is measured, and datasets below $STANDOUT_DATA that are there. The tables in docs/files.md are its
output.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from standout.data.dataset import LocalDataset
from standout.io.reading import read
from standout.library.audit import audit
from standout.library.link import link
from standout.report.labels import item_label
from standout.sample.invention import builtin_sample

DATASETS = ("ml-100k", "groceries/Groceries_dataset.csv", "lastfm-2k/user_artists.dat")
COLUMNS = {
    "user_artists.dat": {"user": "userID", "item": "artistID", "value": "weight"},
}


@dataclass(frozen=True)
class Measured:
    """A file: how many rows it has about people, how many of them fit one person only, and how few fit the rarest."""

    file: str
    rows: int
    linked: int
    fewest: int

    def __str__(self) -> str:
        return f"| {self.file} | {self.rows:,} | {self.linked:,} | {self.fewest:,} |"


def alike(rows: Iterable[Any]) -> list[int]:
    """For each row, how many read exactly the same."""
    texts = [json.dumps(row, sort_keys=True, default=str) for row in rows]
    counts = Counter(texts)
    return [counts[text] for text in texts]


def measured(file: str, crowds: list[int]) -> Measured:
    return Measured(file, len(crowds), sum(size == 1 for size in crowds), min(crowds, default=0))


def nameless(rows: Iterable[dict[str, Any]], name: str = "person") -> list[dict[str, Any]]:
    """Rows without their pseudonyms."""
    return [{key: value for key, value in row.items() if key != name} for row in rows]


def fitting(data: LocalDataset, example: dict[str, Any]) -> int:
    """How many people an explained example may be about: those who have all items that it names, if it names any, and
    no more than it was made from."""
    names = {item_label(data, item): item for item in range(data.items) if data.holders[item] >= 5}
    named = [names[row["item"]] for row in example["items"] if row.get("in_record") and row["item"] in names]
    people = int(example.get("people") or 1)
    if not named:
        return people
    holders: Counter[int] = Counter()
    for person in range(data.people):
        record = set(
            data.held.records.items[data.held.records.starts[person] : data.held.records.starts[person + 1]].tolist()
        )
        holders[person] = int(all(item in record for item in named))
    return min(people, sum(holders.values()))


def groups_told(found: dict[str, Any]) -> Iterator[int]:
    """Of how many people the groups in the findings are; empty ones tell nothing of anybody."""
    personal, popularity = found["personal"], found["popularity"]
    told = [row["people"] for key in ("found_share", "by_record_length", "by_rare_share") for row in personal[key]]
    told += [row["count"] for row in popularity["people_by_items"]]
    told += [row["people"] for row in found["revealing_items"]]
    for one in found["findings"]:
        told += [row["targets"] for key in ("by_known", "by_length") for row in one.get(key, [])]
        told += [row["targets"] for row in one.get("calibration", {}).get("reliability", [])]
    yield from (size for size in told if size)


def measure(data: str, folder: Path, columns: dict[str, str] | None = None, **settings: Any) -> list[Measured]:
    """Audit the data and link it with itself, and count what fits one person only."""
    found = audit(data, columns=columns, out=folder / "told", **settings).to_dict()
    audit(data, columns=columns, out=folder / "exact", show_ids=True, **settings)
    rows = pq.read_table(folder / "told" / "people.parquet").to_pylist()
    exact = pq.read_table(folder / "exact" / "people.parquet").to_pylist()
    examples = found.get("explained", {}).get("examples", [])
    interactions = read(data, columns=columns)
    linked = link(data, data, columns=columns, out=folder / "link").to_dict()
    return [
        measured("people.parquet", alike(nameless(rows))),
        measured("people.parquet with --show-ids", alike(nameless(exact))),
        measured("findings.json: groups of people", list(groups_told(found))),
        measured("findings.json: explained examples", [fitting(interactions, one) for one in examples]),
        measured("report.html: people most at risk", alike(nameless(rows))[:50]),
        measured("link.json: lineups", alike(_lineup(row) for row in linked["lineups"])),
    ]


def _lineup(row: dict[str, Any]) -> dict[str, Any]:
    """A lineup without pseudonyms."""
    return {"eccentricity": row["eccentricity"], "candidates": nameless(row["candidates"], "record")}


def datasets(wanted: list[str], folder: Path) -> Iterator[tuple[str, str]]:
    """Vocabulary and paths of what is measured."""
    if wanted:
        yield from ((Path(name).name, name) for name in wanted)
        return
    yield "sample", str(builtin_sample(folder / "sample"))
    place = os.environ.get("STANDOUT_DATA")
    for name in DATASETS if place else ():
        if (path := Path(str(place)) / name).exists():
            yield name.split("/")[0], undated(path, folder) if path.name.startswith("Groceries") else str(path)


def undated(path: Path, folder: Path) -> str:
    """Groceries without their dates, which are written day first."""
    import csv

    with path.open(newline="", encoding="utf-8") as source:
        rows = [(row[0], row[2]) for row in csv.reader(source)][1:]
    file = folder / "groceries.csv"
    with file.open("w", newline="", encoding="utf-8") as target:
        csv.writer(target).writerows([("user", "item"), *rows])
    return str(file)


def main(wanted: list[str]) -> None:
    """Print a table for each dataset."""
    with tempfile.TemporaryDirectory(prefix="standout-linkage-") as place:
        for name, path in datasets(wanted, Path(place)):
            print(f"\n{name}\n\n| file | rows | fit one person only | fewest alike |\n|---|---:|---:|---:|", flush=True)
            for row in measure(path, Path(place) / f"{name}-results", COLUMNS.get(Path(path).name)):
                print(row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
