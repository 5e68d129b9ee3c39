"""Rows are begun in an order of their own, and come out in the order in which they were asked for."""

from __future__ import annotations

import numpy as np
import pytest

from standout.attacks import attacks
from standout.auditing.settings import AuditSettings
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.presets import PRESETS
from standout.protections import names
from standout.verification.comparing import CompareSettings, compare
from standout.verification.every_row import LONGEST, turn_of
from standout.verification.grid import candidate
from standout.verification.realism import Halving


def some_data() -> LocalDataset:
    dice = np.random.default_rng(4)
    pairs = [(person, item) for person in range(60) for item in dice.choice(40, dice.integers(6, 15), replace=False)]
    people, items = np.array(pairs).T
    return from_arrays(people, items, size=(60, 40))


def test_the_longest_rows_begin_first() -> None:
    texts = ["trim:keep=5", "misdirect:add=2", "crowds:k=5", "coarsen-days:to=none + split:size=5", "blurme", "split"]
    order = sorted(texts, key=lambda text: turn_of(candidate(text)))
    assert order == ["blurme", texts[3], "split", "crowds:k=5", "misdirect:add=2", "trim:keep=5"]
    assert set(LONGEST) <= {*names(), "misdirect"}


@pytest.mark.parametrize("threads", [1, 3])
def test_rows_come_out_as_they_were_asked_for_whoever_begins(threads: int) -> None:
    texts = ("trim:keep=5", "hide-rarest:share=0.5", "sample:people=0.5", "split:size=5", "trim:keep=2")
    settings = CompareSettings(
        texts,
        AuditSettings((PRESETS["share"],), tuple(attacks(["tf-idf"])), targets=30, threads=threads),
        halving=Halving(folds=2, assignments=1, classifiers=("multinomial",)),
    )
    told: list[tuple[str, int, int]] = []
    found = compare(some_data(), settings, progress=lambda name, done, total: told.append((name, done, total)))
    assert tuple(row.text for row in found.protections) == texts
    done, total = [each[1] for each in told], {each[2] for each in told}
    assert done == list(range(len(told)))
    assert total == {len(told) - 1}
    assert {name for name, _, _ in told} >= {*texts, "learned · before", "lists for others · before"}
