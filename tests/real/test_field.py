"""What an owner does with a shop's purchases and with play counts: the flow of the README, with hard settings.

The headline is compared with a plain count that shares nothing with the attacks.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import standout

Dataset = Callable[[str], Path]
DOCS = Path(__file__).resolve().parents[2] / "docs"

SOURCES = {
    "online-retail": ("with-dates.csv", ()),
    "groceries": ("Groceries_dataset.csv", ("--columns", "user=transaction_number,item=items,time=date")),
    "lastfm-2k": ("user_artists.dat", ()),
}
HARD = ("--targets", "40", "--draws", "1", "--adversary", "receipt", "--adversary", "rarest", "--adversary", "mentions")

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]


def screen(name: str) -> list[str]:
    """The text blocks of the page that walks through a first audit."""
    page = (DOCS / name).read_text(encoding="utf-8")
    return [block.strip() for block in re.findall(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)]


def in_a_row(text: str) -> str:
    """Text without the breaks of its lines."""
    return " ".join(text.split())


def test_the_walk_with_purchases_shows_what_is_printed(dataset: Dataset, tmp_path: Path) -> None:
    understood, refused, headline = screen("first-audit.md")
    file = dataset("online-retail") / "with-dates.csv"
    checked = standout("audit", str(file), "--check", folder=tmp_path)
    assert understood in checked.output
    other = standout("audit", str(dataset("groceries") / "Groceries_dataset.csv"), folder=tmp_path)
    assert other.status == 2
    assert in_a_row(refused) in in_a_row(other.errors)
    audited = standout("audit", str(file), "--adversary", "acquaintance", "--draws", "1", "--out", "a", folder=tmp_path)
    said = in_a_row(headline)
    sentence = said[said.index("of the 303 people") :]
    assert sentence in in_a_row(audited.output), "with all adversaries the interval is wider, the sentence is the same"


@pytest.mark.parametrize("name", SOURCES)
def test_the_flow_of_the_readme_runs_and_no_figure_is_missing(name: str, dataset: Dataset, tmp_path: Path) -> None:
    file, how = SOURCES[name]
    data = str(dataset(name) / file)
    for words in (
        ("audit", data, *how, *HARD, "--out", "before"),
        ("protect", data, *how, "--with", "trim", "--keep", "5", "--out", f"trimmed{Path(file).suffix}"),
        (
            "compare",
            data,
            *how,
            "--with",
            "trim:keep=5",
            "--targets",
            "40",
            "--adversary",
            "rarest",
            "--out",
            "compared",
        ),
    ):
        done = standout(*words, folder=tmp_path)
        assert done.status == 0, done.errors
    released = tmp_path / f"trimmed{Path(file).suffix}"
    after = standout("audit", data, "--released", str(released), *how, *HARD, "--out", "after", folder=tmp_path)
    assert after.status == 0, after.errors
    for document in ("before/findings.json", "after/findings.json", "compared/compare.json"):
        text = (tmp_path / document).read_text()
        assert all(math.isfinite(number) for number in _numbers(json.loads(text)))


def _numbers(node: object) -> list[float]:
    if isinstance(node, dict):
        return [number for part in node.values() for number in _numbers(part)]
    if isinstance(node, list):
        return [number for part in node for number in _numbers(part)]
    return [float(node)] if isinstance(node, int | float) else []


def test_the_headline_on_groceries_is_not_below_a_plain_count(dataset: Dataset, tmp_path: Path) -> None:
    """A receipt is everything of one day. Whoever has a day on which all that they bought, with the day, was bought by
    nobody else, is found by whoever knows that receipt exactly. The attack draws one of a person's days; a person whose
    every receipt is their own must be found, one whose receipts are all others' too must not."""
    rows = (dataset("groceries") / "Groceries_dataset.csv").read_text().splitlines()[1:]
    last: dict[tuple[str, str], tuple[int, int, int]] = {}
    for row in rows:
        person, written, item = row.split(",", 2)
        when = [int(part) for part in reversed(written.split("-"))]
        last[person, item] = max(last.get((person, item), (0, 0, 0)), (when[0], when[1], when[2]))
    holders: Counter[tuple[str, tuple[int, int, int]]] = Counter((item, day) for (_, item), day in last.items())
    receipts: dict[str, dict[tuple[int, int, int], set[str]]] = {}
    for (person, item), day in last.items():
        receipts.setdefault(person, {}).setdefault(day, set()).add(item)
    surely = sum(
        all(any(holders[item, day] == 1 for item in items) for day, items in days.items()) for days in receipts.values()
    )
    columns = ("--columns", "user=transaction_number,item=items,time=date")
    words = ("--adversary", "receipt", "--attack", "likelihood", "--targets", "all", "--draws", "1", "--json")
    file = str(dataset("groceries") / "Groceries_dataset.csv")
    found = standout("audit", file, *columns, *words, "--out", "a", folder=tmp_path)
    headline = json.loads(found.output)["headline"]
    assert headline["of"] == len(receipts) == 3_898
    assert headline["found"] >= surely > 0
