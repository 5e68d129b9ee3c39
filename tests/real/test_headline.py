"""The headline against counting with plain sets, on all datasets; on play counts, where nearly everybody has exactly 50
artists, against attacks that never tie."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
import pytest

import standout
from standout.knowledge.adversary import Adversary

pytestmark = pytest.mark.real

SEED = 1
KNOWS = Adversary("knows", items=2, values="unknown")


Held = dict[str, set[str]]


@pytest.fixture(scope="module")
def listens(dataset: Callable[[str], Path]) -> Path:
    return dataset("lastfm-2k") / "user_artists.dat"


def records(rows: Iterable[Sequence[str]]) -> Held:
    """What everybody has, by rows of person and item."""
    held: Held = {}
    for person, item, *_ in rows:
        held.setdefault(person, set()).add(item)
    return held


def cells(file: Path, separator: str, encoding: str = "utf-8") -> list[list[str]]:
    return [line.split(separator) for line in file.read_text(encoding).splitlines()]


def purchases(file: Path) -> Held:
    """Of which something is left, once returns are set off; guests are nobody."""
    left: Counter[tuple[str, str]] = Counter()
    with file.open(newline="", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            if row["CustomerID"]:
                left[row["CustomerID"], row["StockCode"]] += int(row["Quantity"])
    return records(pair for pair, amount in left.items() if amount > 0)


PLAIN: dict[str, tuple[str, dict[str, str] | None, Callable[[Path], Held]]] = {
    "online-retail": ("with-dates.csv", None, purchases),
    "groceries": (
        "Groceries_dataset.csv",
        {"user": "transaction_number", "item": "items", "time": "date"},
        lambda file: records((row[0], row[2]) for row in cells(file, ",")[1:]),
    ),
    "lastfm-2k": ("user_artists.dat", None, lambda file: records(cells(file, "\t")[1:])),
    "ml-100k": ("u.data", None, lambda file: records(cells(file, "\t"))),
    "ml-1m": ("ratings.dat", None, lambda file: records(cells(file, "::"))),
    "book-crossing": (
        "BX-Book-Ratings.csv",
        None,
        lambda file: records(
            (row[0].strip('"'), row[1].replace('\\"', '"')) for row in cells(file, '";"', "latin-1")[1:]
        ),
    ),
}
"""The file of each dataset, its columns where they must be said, and a plain way to read it."""


@pytest.mark.parametrize("name", PLAIN)
def test_the_headline_agrees_with_sets_that_are_counted(name: str, dataset: Callable[[str], Path]) -> None:
    """Whoever has all that is known fits; somebody is found who fits alone, and by lot in one of as many cases."""
    place, columns, plainly = PLAIN[name]
    file = dataset(name) / place
    data, held = standout.read(file, columns=columns), plainly(file)
    report = standout.audit(data, adversaries=[KNOWS], attacks=["set-intersection"], targets="all", draws=1, seed=SEED)
    names, holders = data.vocabulary, records((item, person) for person, has in held.items() for item in has)
    assert (data.people, data.items) == (len(held), len(holders))
    drawn = data.engine.draw(data, KNOWS, np.arange(data.people, dtype=np.int64), SEED)
    known = drawn.knowledge
    alone, by_lot = 0, 0.0
    for target, person in enumerate(drawn.people.tolist()):
        items = [names.item(int(item)) for item in known.items[known.starts[target] : known.starts[target + 1]]]
        assert set(items) <= held[names.person(person)]
        fits = len(set.intersection(*(holders[item] for item in items)))
        alone += fits == 1
        by_lot += 1 / fits
    headline = report.headline()
    assert headline is not None
    assert (headline.found, headline.of, headline.not_known) == (alone, len(held), len(held) - len(drawn.people))
    assert headline.by_lot.rate == pytest.approx(by_lot / len(held))
    assert 0 < alone < by_lot


def test_an_attack_is_not_called_better_because_it_never_ties(listens: Path) -> None:
    report = standout.audit(
        listens, adversaries=[KNOWS], attacks=["likelihood", "tf-idf"], targets=1_000, draws=1, seed=SEED
    )
    ours, theirs = report.findings
    assert ours.found is not None
    assert theirs.found is not None
    assert ours.found_by_lot is not None
    assert theirs.found_by_lot is not None
    assert ours.found.rate < theirs.found.rate == theirs.found_by_lot.rate < ours.found_by_lot.rate
    assert report.best_by_adversary()["knows"].attack == "likelihood"
    headline = report.headline()
    assert headline is not None
    assert headline.attack == "likelihood"
    assert not headline.none_finds_more
