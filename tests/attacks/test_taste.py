"""Taste: vectors, habits and scores as written down plainly, and the same in any partition."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.attacks.contract import DenseGains, LikelihoodGains
from standout.attacks.taste import Taste
from standout.attacks.taste_habits import Seen, Side, Ways, different_items, learnt_habits, seen_habits
from standout.attacks.taste_model import HABITS
from standout.attacks.taste_vectors import learnt_tastes, singular, who_has_what
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.engines.partitioned import PartitionedEngine
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, of_targets
from standout.knowledge.presets import PRESETS
from standout.knowledge.time_shift import TimeShift
from standout.risk.taste_learning import taste_learnt
from standout.risk.taste_splits import Split, cut
from tests.asking import draw

SCALE = Scale("numbers", ("1", "2", "3", "4", "5"), (1.0, 2.0, 3.0, 4.0, 5.0))
CUT = TimeShift(99)


def lives(people: int = 160, kinds: int = 8, *, again: bool = False, seed: int = 1) -> LocalDataset:
    """People with a taste and a habit of values each, over 300 days; with `again` they have items several times."""
    dice, rows, columns, values, days = np.random.default_rng(seed), [], [], [], []
    for person in range(people):
        pool = person % kinds * 30 + np.arange(30)
        own = dice.choice(pool[:12], 24) if again else dice.permutation(pool)[:24]
        level = dice.integers(0, 5)
        rows += [person] * 24
        columns += own.tolist()
        values += np.clip(level + dice.integers(-1, 2, 24), 0, 4).tolist()
        days += (np.arange(24) * 12 + dice.integers(0, 12, 24)).tolist()
    return from_arrays(rows, columns, values, days, scale=SCALE, size=(people, kinds * 30), events=again)


def halves(data: LocalDataset) -> Split:
    from standout.engines.whole_records import records_of

    records = records_of(data, np.arange(data.people))
    return cut(records, data, CUT.before(records.days), CUT.after(records.days))


def side(rows: list[list[tuple[int, int, int]]]) -> Side:
    """People's entries of item, value and day."""
    flat = [entry for row in rows for entry in row]
    starts = np.concatenate(([0], np.cumsum([len(row) for row in rows]))).astype(np.int64)
    items, values, days = (np.array([entry[place] for entry in flat], np.int64) for place in range(3))
    return Side(starts, items, values, days)


def test_singular_vectors_are_those_of_the_matrix_exactly_and_by_projection(monkeypatch: pytest.MonkeyPatch) -> None:
    from scipy.sparse import csr_matrix

    dice = np.random.default_rng(1)
    low = dice.random((70, 5)) @ dice.random((5, 40)) + 0.001 * dice.random((70, 40))
    for dense in (low, low.T):
        expected = np.linalg.svd(dense)
        for most in (2_000, 10):
            monkeypatch.setattr("standout.attacks.taste_vectors._DENSE", most)
            strengths, vectors = singular(csr_matrix(dense), 5, seed=1)
            assert np.allclose(strengths, expected[1][:5], rtol=1e-6)
            alike = np.abs(np.sum(vectors * expected[2][:5].T, axis=0))
            assert np.allclose(alike, 1.0, atol=1e-3)


@pytest.mark.parametrize("which", [0, 1], ids=["by rarity", "by chance"])
def test_tastes_do_not_depend_on_the_order_of_items_or_on_who_else_is_looked_at(which: int) -> None:
    data = lives()
    records = data.held.records
    whole = Side(
        records.starts, records.items.astype(np.int64), records.values.astype(np.int64), records.days.astype(np.int64)
    )
    tastes = learnt_tastes(whole, data.items, seed=1)[which]
    everybody = tastes.of(whole)
    alone = Side(
        records.starts[7:9] - records.starts[7], *(_part(whole, name, 7) for name in ("items", "values", "days"))
    )
    assert np.array_equal(tastes.of(alone)[0], everybody[7])
    turned = replace(alone, items=alone.items[::-1].copy())
    assert np.array_equal(tastes.of(turned)[0], everybody[7])
    nothing = Side(np.zeros(2, np.int64), *(np.empty(0, np.int64) for _ in range(3)))
    assert not tastes.of(nothing).any()
    kinds = np.arange(data.people) % 8
    alike = everybody @ everybody.T
    same = kinds[:, None] == kinds
    assert alike[same].mean() > 0.8
    assert abs(alike[~same].mean()) < 0.3


def _part(whole: Side, name: str, person: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    array = getattr(whole, name)[whole.starts[person] : whole.starts[person + 1]]
    return np.asarray(array, np.int64)


def test_habits_are_counted_as_by_hand() -> None:
    """Values 0 and 4 of a scale from 1 to 5, seen against what items get; days 0 and 7 are the same weekday."""
    people = side([[(0, 0, 0), (0, 0, 7), (1, 4, 9)], [(1, -1, UNKNOWN_DAY)], []])
    ways = Ways(np.log1p(np.array([1, 2])), 5, np.array([2.0, 4.0]), np.array(SCALE.positions), "earlier", False, 10, 0)
    seen = seen_habits(people, ways, released=False)
    popular, around, many, again, bias, spread, *used = seen.habits[0, :11].tolist()
    logs = [np.log(2), np.log(2), np.log(3)]
    assert popular == pytest.approx(np.mean(logs))
    assert around == pytest.approx(np.std(logs))
    assert (many, again) == (pytest.approx(np.log(2)), pytest.approx(np.log(1.5)))
    assert bias == pytest.approx((-1 - 1 + 1) / 3)
    assert spread == pytest.approx(np.std([-1, -1, 1]))
    assert used == pytest.approx([2 / 3, 0, 0, 0, 1 / 3])
    week, (active, span, apart) = seen.habits[0, 11:18], seen.habits[0, 18:]
    assert week.tolist() == pytest.approx([2 / 3, 0, 1 / 3, 0, 0, 0, 0])
    assert (active, span, apart) == (pytest.approx(np.log(3)), pytest.approx(np.log(10)), pytest.approx(np.log(2)))
    assert np.isnan(seen.habits[1, [4, 11, 19, 20]]).all(), "no value and no day show no habit"
    assert seen.trust[0, 0] == pytest.approx(3 / 8)
    assert seen.trust[2, 0] == 0.0
    assert different_items(people).tolist() == [2, 1, 0]


def test_habits_that_stay_say_who_is_who_as_two_normal_variables_do() -> None:
    dice = np.random.default_rng(4)
    own, noise = dice.standard_normal((4_000, 1)), dice.standard_normal((2, 4_000, 1))
    known, released = (Seen(own + part, np.ones((4_000, 1))) for part in noise)
    habits = learnt_habits(known, released)
    assert habits.correlations == pytest.approx([0.5], abs=0.04), "half of the spread is one's own"
    row, fixed = habits.known(known.of(np.arange(50)))
    table = row @ habits.released(released).T + fixed[:, None]
    assert np.exp(table).mean() == pytest.approx(1.0, abs=0.15), "a likelihood ratio is 1 on average over others"
    assert np.diag(table[:, :50]).mean() > 0 > table.mean()


def test_habits_of_few_people_that_go_together_by_luck_do_not_count() -> None:
    """Thirty habits of forty people: within these, some direction goes together by nine tenths, and means nothing."""
    dice, strongest = np.random.default_rng(5), []
    for _ in range(10):
        known, released = (Seen(dice.standard_normal((40, 30)), np.ones((40, 30))) for _ in range(2))
        strongest.append(float(learnt_habits(known, released).correlations.max(initial=0.0)))
    assert max(strongest) < 0.6
    assert float(np.mean(strongest)) < 0.35
    nobody = Seen(np.zeros((0, 3)), np.zeros((0, 3)))
    assert not len(learnt_habits(nobody, nobody).correlations)


def test_months_are_a_habit_where_there_are_years() -> None:
    people = side([[(0, -1, 0), (1, -1, 31), (0, -1, 366)], []])
    ways = Ways(np.log1p(np.array([1, 2])), 0, np.zeros(2), np.zeros(0), "earlier", True, 400, 0)
    year = seen_habits(people, ways, released=False).habits[0, 11:23]
    assert year.tolist() == pytest.approx([2 / 3, 1 / 3, *[0] * 10])
    fewer = seen_habits(people, replace(ways, months=False), released=False)
    assert fewer.habits.shape[1] == seen_habits(people, ways, released=False).habits.shape[1] - 12


def test_until_something_is_learnt_it_is_likelihood() -> None:
    data = lives()
    drawn = draw(data, PRESETS["acquaintance"], np.arange(20), 1)
    told = Taste().for_adversary(PRESETS["acquaintance"])
    gains = told.gains(drawn.knowledge, data.held, data.facts)
    assert isinstance(gains, LikelihoodGains)
    plain = ATTACKS["likelihood"]
    expected = plain.for_adversary(PRESETS["acquaintance"]).gains(drawn.knowledge, data.held, data.facts)  # type: ignore[attr-defined]
    assert np.array_equal(gains.weights, expected.weights)


@pytest.fixture(scope="module", params=[False, True], ids=["once", "again"])
def learnt(request: pytest.FixtureRequest) -> tuple[Split, Taste]:
    parts = halves(lives(again=request.param))
    found = taste_learnt(Taste(), parts.known, parts.released, seed=1)
    assert found.trial is not None, found.note
    assert found.attack.model is not None
    assert found.attack.model.basis.exclusive is not request.param
    return parts, found.attack


def by_hand(parts: Split, attack: Taste, target: int, person: int) -> float:
    """A score from the features, one after the other."""
    from standout.attacks.taste_habits import known_side, released_side

    model, data = attack.model, parts.released
    assert model is not None
    known = model.basis.known_rows(known_side(of_targets(parts.known, np.array([target]))))
    rows = model.basis.released_rows(released_side(data.held, data.facts, person, person + 1))
    score = float(known.alone[0] @ model.alone) + model.weights[HABITS] * known.fixed[0]
    for weight, own, theirs in zip(model.weights, known.rows, rows, strict=True):
        score += weight * float(own[0] @ theirs[0])
    items = parts.known.items[parts.known.starts[target] : parts.known.starts[target + 1]].tolist()
    had = set(data.held.records.items[data.held.records.starts[person] : data.held.records.starts[person + 1]].tolist())
    if model.basis.exclusive:
        return float(score - model.against * sum(item in had for item in items))
    rarity = model.basis.rarity
    norm = float(np.sqrt(sum(rarity[item] ** 2 for item in items)))
    by_weight = model.by_weight * sum(rarity[item] ** 2 for item in items if item in had) / max(norm, 1e-9)
    in_nats = model.by_nats * sum(rarity[item] for item in items if item in had)
    return float(score + (by_weight + in_nats) / np.sqrt(max(len(had), 1) / model.basis.usual_length + 0.1))


def test_scores_are_those_of_the_features(learnt: tuple[Split, Taste]) -> None:
    parts, attack = learnt
    data, some = parts.released, np.arange(0, 160, 23)
    known = of_targets(parts.known, some)
    tally = data.engine.score(data, known, attack, top=data.people)
    for place, target in enumerate(some.tolist()):
        found = dict(zip(tally.top_records[place].tolist(), tally.top_scores[place].tolist(), strict=True))
        for person in (0, 7, target):
            assert found[person] == pytest.approx(by_hand(parts, attack, target, person), abs=2e-3)


def test_any_partition_gives_the_same_scores(learnt: tuple[Split, Taste]) -> None:
    parts, attack = learnt
    far = PartitionedEngine((0, 3, 77, 150)).take(parts.released)
    truths = np.arange(parts.known.targets)
    here = parts.released.engine.score(parts.released, parts.known, attack, truths, top=5)
    there = far.engine.score(far, parts.known, attack, truths, top=5)
    for name in ("top_scores", "top_records", "beat", "tied", "true_scores"):
        assert np.array_equal(getattr(here, name), getattr(there, name)), name
    assert np.allclose(here.exponentials, there.exponentials, rtol=1e-9)


def test_what_is_learnt_does_not_depend_on_where_records_are() -> None:
    parts = halves(lives())
    far = PartitionedEngine((0, 50, 51)).take(parts.released)
    here, there = (taste_learnt(Taste(), parts.known, data, 1).attack.model for data in (parts.released, far))
    assert here is not None
    assert there is not None
    assert here.key == there.key


def test_a_target_scores_the_same_whoever_else_is_looked_for(learnt: tuple[Split, Taste]) -> None:
    parts, attack = learnt
    data, some = parts.released, np.array([31, 5])
    alone = attack.gains(of_targets(parts.known, some), data.held, data.facts)
    every = attack.gains(parts.known, data.held, data.facts)
    assert isinstance(alone, DenseGains)
    assert isinstance(every, DenseGains)
    assert np.array_equal(alone.targets, every.targets[some])
    assert np.array_equal(alone.starts, every.starts[some])


def test_nothing_known_and_an_item_that_nobody_has_are_no_problem(learnt: tuple[Split, Taste]) -> None:
    parts, attack = learnt
    data = parts.released
    known = of_targets(parts.known, np.array([4]))
    unknown: Knowledge = replace(known, items=np.full_like(known.items, -1))
    tally = data.engine.score(data, unknown, attack, np.array([4]))
    assert np.isfinite(tally.top_scores[0]).all()
    empty = of_targets(parts.known, np.empty(0, np.int64))
    assert data.engine.score(data, empty, attack, np.empty(0, np.int64)).targets == 0


def test_who_has_what_counts_once() -> None:
    table = who_has_what(side([[(0, 0, 0), (0, 1, 5), (2, 0, 1)], []]), 3)
    assert table.toarray().tolist() == [[1, 0, 1], [0, 0, 0]]
