"""Dense scores: as added up by hand, the same on every engine, and refused where they could not be exact."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from standout.attacks.contract import DenseGains, Probabilities, Verdict
from standout.attacks.likelihood import SURE
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.engines.checked import GainsError
from standout.engines.local import LocalEngine
from standout.engines.partitioned import PartitionedEngine
from standout.engines.tally import Tally
from standout.knowledge.draw import ANY_LENGTH, Knowledge

PEOPLE, ITEMS, COLUMNS = 60, 15, 3
GRID = 2.0**24


@dataclass(frozen=True, eq=False)
class Made:
    """An attack that yields tables made up beforehand, the same for a person in whichever partition."""

    table: Floats
    rows: Floats
    units: Floats
    worth: Floats
    """Of each item."""
    scale: Floats
    name: str = "made"
    summary: str = "Made up."
    needs: Needs = NOTHING
    verdict: Verdict = SURE
    probabilities: Probabilities = "posterior"
    present: float = 0.5
    other: tuple[tuple[str, Any], ...] = ()

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> DenseGains:  # noqa: ARG002
        here = slice(partition.first_person, partition.first_person + partition.size)
        weights = np.where(knowledge.items >= 0, self.worth[np.maximum(knowledge.items, 0)], 0.0)
        gains = DenseGains(
            targets=self.rows[: knowledge.targets], people=self.table[here], units=self.units[: knowledge.targets],
            starts=np.linspace(-1, 1, knowledge.targets), weights=weights, person_scale=self.scale[here],
        )  # fmt: skip
        return replace(gains, **dict(self.other))


def made(seed: int, targets: int) -> Made:
    """Small whole numbers, so that many records tie."""
    dice = np.random.default_rng(seed)
    return Made(
        dice.integers(-2, 3, (PEOPLE, COLUMNS)).astype(float), dice.integers(-2, 3, (targets, COLUMNS)).astype(float),
        dice.choice([0.25, 1.0, 1 / 3], targets), dice.choice([-2.0, 0.0, 0.5, 0.7], ITEMS),
        dice.choice([0.0, 0.5, 1.0], PEOPLE),
    )  # fmt: skip


def world(seed: int, events: bool) -> LocalDataset:
    dice = np.random.default_rng(seed)
    who, what = dice.integers(0, PEOPLE - 2, 400), dice.integers(0, ITEMS, 400)
    if not events:
        who, what = np.unique(np.stack((who, what)), axis=1)
    return from_arrays(who, what, size=(PEOPLE, ITEMS), shard_people=25, events=events)


def asked(seed: int, targets: int) -> Knowledge:
    """Of some nothing is known, and some of what is known nobody has."""
    dice = np.random.default_rng(seed)
    known = [dice.permutation(np.arange(-1, ITEMS))[: dice.integers(0, 6)] for _ in range(targets)]
    starts = np.concatenate(([0], np.cumsum([len(one) for one in known]))).astype(np.int64)
    items = np.concatenate(known).astype(np.int32)
    longest = np.where(np.arange(targets) % 5 == 4, 6, ANY_LENGTH)
    return Knowledge(
        starts, items, np.full(len(items), 255, np.uint8), np.full(len(items), -(1 << 31), np.int32),
        np.zeros(targets, np.int64), longest, NO_SCALE,
    )  # fmt: skip


def by_hand(data: LocalDataset, known: Knowledge, attack: Made) -> list[list[float | None]]:
    """Every record's score for every target, as the formula says; none for records of the wrong length."""
    records, starts = data.held.records, np.linspace(-1, 1, known.targets)
    table: list[list[float | None]] = []
    for target in range(known.targets):
        items, row = known.items[known.starts[target] : known.starts[target + 1]].tolist(), []
        for person in range(data.people):
            own = records.items[records.starts[person] : records.starts[person + 1]].tolist()
            product = sum(a * b for a, b in zip(attack.rows[target], attack.table[person], strict=True))
            matches = sum(attack.worth[item] for item in items if item in own) * attack.scale[person]
            fits = len(own) <= known.longest[target]
            row.append(starts[target] + attack.units[target] * product + matches if fits else None)
        table.append(row)
    return table


def close(one: float, other: float) -> bool:
    return abs(one - other) < 16 / GRID


@pytest.mark.parametrize("events", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_tallies_are_those_added_up_by_hand(seed: int, events: bool) -> None:
    data, known, attack = world(seed, events), asked(seed, 20), made(seed, 20)
    truths = np.random.default_rng(seed).integers(-1, PEOPLE, 20)
    tally = LocalEngine(2).score(data, known, attack, truths, top=PEOPLE)
    for target, row in enumerate(by_hand(data, known, attack)):
        real = {person: score for person, score in enumerate(row) if score is not None}
        found = dict(zip(tally.top_records[target].tolist(), tally.top_scores[target].tolist(), strict=True))
        found.pop(-1, None)
        assert found.keys() == real.keys()
        assert all(close(found[person], score) for person, score in real.items())
        assert tally.candidates[target] == len(real)
        assert tally.total[target] == pytest.approx(sum(real.values()), abs=1e-4)
        assert tally.squares[target] == pytest.approx(sum(score**2 for score in real.values()), abs=1e-3)
        best, second = sorted(real.values(), reverse=True)[:2]
        rest = sum(math.exp(score - second) for score in real.values()) - math.exp(best - second)
        assert tally.exponentials[target] == pytest.approx(rest, rel=1e-4)
        truth = int(truths[target])
        assert bool(tally.counted[target]) == (truth in real)
        if truth in real:
            others = [score for person, score in real.items() if person != truth]
            assert tally.beat[target] == sum(score > real[truth] and not close(score, real[truth]) for score in others)
            assert tally.tied[target] == sum(close(score, real[truth]) for score in others)
            assert close(float(tally.true_scores[target]), real[truth])


def same(one: Tally, other: Tally) -> None:
    for name in ("top_scores", "top_records", "candidates", "beat", "tied", "true_scores", "counted", "listed"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    for name in ("total", "squares", "exponentials"):
        assert np.allclose(getattr(one, name), getattr(other, name), rtol=1e-9), name


@pytest.mark.parametrize("firsts", [(0,), (0, 1), (0, 20, 20 + 1, 59), ()])
def test_any_cut_into_partitions_gives_the_same_tally(firsts: tuple[int, ...]) -> None:
    data, known, attack = world(5, True), asked(5, 30), made(5, 30)
    truths = np.random.default_rng(5).integers(-1, PEOPLE, 30)
    whole = LocalEngine(1).score(data, known, attack, truths, top=4)
    cut = PartitionedEngine(firsts).take(data)
    same(whole, cut.engine.score(cut, known, attack, truths, top=4))
    candidates = truths[::-1].copy()
    here, there = (on.engine.item_scores(on, known, attack, candidates) for on in (data, cut))
    assert np.allclose(here, there, atol=1e-12)


def test_large_tables_are_exact_however_they_are_cut() -> None:
    """Numbers as large as they may be: sums in double precision are the same in any order."""
    dice, targets = np.random.default_rng(3), 70
    attack = made(3, targets)
    table, rows = (np.trunc(dice.standard_normal((size, 80)) * 2.0**22) for size in (PEOPLE, targets))
    attack = replace(attack, table=table, rows=rows, units=np.full(targets, 2.0**-45))
    data, known = world(3, False), asked(3, targets)
    truths = np.arange(targets) % PEOPLE
    cut = PartitionedEngine((0, 7, 33)).take(data)
    same(LocalEngine(2).score(data, known, attack, truths), cut.engine.score(cut, known, attack, truths))
    exact = [[sum(int(a) * int(b) for a, b in zip(row, own, strict=True)) for own in table[:5]] for row in rows[:5]]
    assert np.array_equal(rows[:5] @ table[:5].T, np.array(exact, dtype=np.float64))


def test_what_items_add_sums_up_to_the_score() -> None:
    data, known, attack = world(6, True), asked(6, 20), made(6, 20)
    candidates = np.random.default_rng(6).integers(0, PEOPLE, 20)
    parts = LocalEngine(1).item_scores(data, known, attack, candidates)
    own = LocalEngine(1).score(data, replace(known, longest=np.full(20, ANY_LENGTH)), attack, candidates).true_scores
    sums = np.add.reduceat(np.append(parts, 0.0), known.starts[:-1])
    filled = known.sizes > 0
    assert np.allclose(sums[filled], own[filled], atol=1e-5)


def test_nobody_and_nothing_are_no_problem() -> None:
    data, attack = world(7, False), made(7, 3)
    nobody = replace(asked(7, 3), starts=np.zeros(4, np.int64), **_nothing())
    tally = LocalEngine(1).score(data, nobody, attack, np.full(3, -1))
    assert tally.candidates.tolist() == [PEOPLE] * 3
    assert not tally.counted.any()


def _nothing() -> dict[str, Any]:
    return {"items": np.empty(0, np.int32), "values": np.empty(0, np.uint8), "days": np.empty(0, np.int32)}


def _with(attack: Made, **other: Any) -> Made:
    return replace(attack, other=tuple(other.items()))


def _halved(rows: Floats) -> Floats:
    return rows + 0.5


@pytest.mark.parametrize(
    ("field", "make", "complaint"),
    [
        ("people", _halved, "people of made must hold whole numbers; round it"),
        ("targets", _halved, "targets of made must hold whole numbers"),
        ("people", lambda rows: rows + 2.0**27, "rows of a length up to 67,108,864; divide it"),
        ("targets", lambda rows: rows[:, :2], "targets of made must have the shape .*as many columns as people"),
        ("people", lambda rows: rows[:5], "people of made must have the shape"),
        ("people", lambda rows: rows.astype(np.float32), "people of made must be an array of float64"),
        ("units", lambda units: -units, "units of made must be from 0 to"),
        ("starts", lambda starts: starts * np.nan, "starts of made must be finite"),
        ("person_scale", lambda scale: scale - 1.0, "person_scale of made must be from 0 to"),
        ("weights", lambda weights: weights[1:], "weights of made must have the shape"),
    ],
)  # fmt: skip
def test_what_cannot_be_exact_is_refused_by_name(field: str, make: Any, complaint: str) -> None:
    data, known, attack = world(8, False), asked(8, 6), made(8, 6)
    gains = attack.gains(known, data.held, data.facts)
    with pytest.raises(GainsError, match=complaint):
        LocalEngine(1).score(data, known, _with(attack, **{field: make(getattr(gains, field))}), _truths(6))


def test_dense_gains_are_likelihoods() -> None:
    data, known, attack = world(9, False), asked(9, 6), made(9, 6)
    with pytest.raises(GainsError, match="must be 'posterior' with DenseGains, not 'none'"):
        LocalEngine(1).score(data, known, replace(attack, probabilities="none"), _truths(6))


def _truths(count: int) -> Int64s:
    return np.full(count, -1, np.int64)
