"""The headline on play counts, where nearly everybody has exactly 50 artists: against counting with plain sets."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import standout
from standout.knowledge.adversary import Adversary

pytestmark = pytest.mark.real

SEED = 1
KNOWS = Adversary("knows", items=2, values="unknown")


@pytest.fixture(scope="module")
def listens(dataset: Callable[[str], Path]) -> Path:
    return dataset("lastfm-2k") / "user_artists.dat"


def records(file: Path) -> dict[str, set[str]]:
    """What everybody has, read line by line."""
    held: dict[str, set[str]] = {}
    with file.open(encoding="utf-8") as stream:
        for person, artist, _ in list(csv.reader(stream, delimiter="\t"))[1:]:
            held.setdefault(person, set()).add(artist)
    return held


def test_the_headline_agrees_with_sets_that_are_counted(listens: Path) -> None:
    """Whoever has all that is known fits; somebody is found who fits alone, and by lot in one of as many cases."""
    data = standout.read(listens)
    report = standout.audit(data, adversaries=[KNOWS], attacks=["set-intersection"], draws=1, seed=SEED)
    held, names = records(listens), data.vocabulary
    drawn = data.engine.draw(data, KNOWS, np.arange(data.people, dtype=np.int64), SEED)
    known = drawn.knowledge
    alone, by_lot = 0, 0.0
    for target, person in enumerate(drawn.people.tolist()):
        items = {names.item(int(item)) for item in known.items[known.starts[target] : known.starts[target + 1]]}
        fits = sum(items <= has for has in held.values())
        assert items <= held[names.person(person)]
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
