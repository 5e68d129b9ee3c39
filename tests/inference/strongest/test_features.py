"""The features of the strongest attacker against slow, obvious references."""

from __future__ import annotations

import numpy as np
import pytest

from standout.data.index import from_arrays
from standout.inference.strongest.blocks import looked_at
from standout.inference.strongest.entry_fit import SHARES, WORST, traces_table
from standout.inference.strongest.habits import repeats_table, rhythm_table, values_table
from standout.inference.strongest.item_company import FACTORS, learned_company, nearness
from standout.inference.strongest.item_knowledge import SHRINK, Breadth, learned_items
from standout.inference.strongest.item_regression import RIDGE, learned_regression
from standout.inference.strongest.known_labels import labels_of_neighbours
from standout.inference.strongest.oddities import EDGES, oddities_table
from standout.inference.strongest.sight import NO_DATE, Sight, sight_of
from tests.inference.made import STARS


def some(seed: int = 1) -> Sight:
    """A few people with repeats, missing values, missing days, and somebody with a single item."""
    dice = np.random.default_rng(seed)
    people = np.sort(np.concatenate((dice.integers(0, 12, 150), [12])))
    items = dice.integers(0, 15, len(people))
    worths = np.where(dice.random(len(people)) < 0.1, np.nan, dice.integers(1, 6, len(people)))
    dates = np.where(dice.random(len(people)) < 0.1, NO_DATE, dice.integers(10_000, 10_090, len(people)))
    return Sight(people, items, worths, dates, (13, 15))


def test_pairs_are_every_person_and_item_once() -> None:
    sight = some()
    expected = sorted({(int(p), int(i)) for p, i in zip(sight.people, sight.items, strict=True)})
    pairs = sight.pairs
    assert list(zip(pairs.people.tolist(), pairs.items.tolist(), strict=True)) == expected
    for place, (person, item) in enumerate(expected):
        own = (sight.people == person) & (sight.items == item)
        known = sight.worths[own][np.isfinite(sight.worths[own])]
        dated = sight.dates[own][sight.dates[own] != NO_DATE]
        assert pairs.counts[place] == own.sum()
        assert pairs.worths[place] == pytest.approx(known.mean() if len(known) else np.nan, nan_ok=True)
        assert pairs.dates[place] == (dated.min() if len(dated) else NO_DATE)


def test_pairs_are_the_same_whether_entries_come_in_order_or_not() -> None:
    once, dice = some().pairs, np.random.default_rng(2)
    order = dice.permutation(len(once.people))
    assert not np.array_equal(order, np.sort(order))
    ordered = Sight(once.people, once.items, once.worths, once.dates, (13, 15)).pairs
    mixed = Sight(once.people[order], once.items[order], once.worths[order], once.dates[order], (13, 15)).pairs
    for name in ("people", "items", "counts", "worths", "dates"):
        one, other = getattr(ordered, name), getattr(mixed, name)
        assert one.dtype == other.dtype, name
        assert np.array_equal(one, other, equal_nan=name == "worths"), name


def test_blocks_do_not_depend_on_how_many_threads_make_them() -> None:
    sight = some()
    (_, one), (_, two) = (looked_at(sight, np.arange(10), Breadth(5, 3, 2), 1, threads) for threads in (1, 2))
    assert list(one.dense) == list(two.dense)
    for name, block in one.dense.items():
        assert np.array_equal(block, two.dense[name]), name
    for name, matrix in one.sparse.items():
        assert (matrix != two.sparse[name]).nnz == 0, name


def test_nearness_is_the_cosine_with_the_rest_of_the_record() -> None:
    sight = some()
    about = learned_items(sight, np.arange(10), Breadth(5, 3, 2), 1)
    rows = about.factors[:, :FACTORS]
    rows = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    fit = nearness(sight, about.factors)
    for place, (person, item) in enumerate(zip(sight.pairs.people, sight.pairs.items, strict=True)):
        others = [i for p, i in zip(sight.pairs.people, sight.pairs.items, strict=True) if p == person and i != item]
        total = rows[others].sum(axis=0) if others else np.zeros(rows.shape[1])
        size = np.linalg.norm(total)
        assert fit[place] == pytest.approx(rows[item] @ total / size if size > 1e-9 else 0.0, abs=1e-6)


def in_record(sight: Sight, person: int, item: int) -> list[int]:
    """What else the person has."""
    pairs = zip(sight.pairs.people.tolist(), sight.pairs.items.tolist(), strict=True)
    return [other for owner, other in pairs if owner == person and other != item]


def test_unusual_company_is_the_mean_fit_less_that_of_the_item() -> None:
    sight, train = some(), np.arange(10)
    learned = learned_company(sight, train, 1)
    pairs = list(zip(sight.pairs.people.tolist(), sight.pairs.items.tolist(), strict=True))
    fit = {}
    for person, item in pairs:
        others = in_record(sight, person, item)
        fit[person, item] = float(np.mean([learned.rows[item] @ learned.rows[other] for other in others] or [0.0]))
    taught = {pair: mean for pair, mean in fit.items() if pair[0] < 10}
    average = float(np.mean(list(taught.values())))
    told = learned.unusual(sight)
    for place, (person, item) in enumerate(pairs):
        own = [mean for (_, other), mean in taught.items() if other == item]
        usual = (sum(own) + 5 * average) / (len(own) + 5)
        assert learned.usual[item] == pytest.approx(usual)
        expected = fit[person, item] - usual if in_record(sight, person, item) else 0.0
        assert told[place] == pytest.approx(expected, abs=1e-12)


def test_the_entries_that_fit_least_are_looked_at_by_themselves() -> None:
    sight = some()
    about = learned_items(sight, np.arange(10), Breadth(5, 3, 2), 1)
    table, off = traces_table(sight, about, about.fits(sight)), about.surprises(sight)
    popular = about.popularity[sight.pairs.items]
    for person in range(13):
        own = sight.pairs.people == person
        columns = [popular[own].mean(), off[own].mean()]
        assert table[person, :2] == pytest.approx(columns)
        for first, fit in ((6, nearness(sight, about.factors)), (6 + 28, about.company.unusual(sight))):
            order = np.argsort(fit[own], kind="stable")
            fits, many = fit[own][order], len(order)
            columns = [fits.mean(), fits.std(), *(fits[int(share * (many - 1))] for share in SHARES)]
            columns.append(((fit[own] - fits.mean()) * off[own]).mean())
            for number in (fit, popular, off):
                ranked = number[own][order]
                usual = 0.0 if number is fit else ranked.mean()
                columns += [ranked[np.arange(many) < max(share * many, 1)].mean() - usual for share in WORST]
            assert table[person, first : first + len(columns)] == pytest.approx(columns, abs=1e-9)


def two_tastes() -> Sight:
    """Forty people have all six items of one taste or of the other; the first has one of the other taste besides."""
    people = np.concatenate((np.repeat(np.arange(40), 6), [0]))
    items = np.concatenate((np.tile(np.arange(6), 20), np.tile(np.arange(6, 12), 20), [7]))
    order = np.argsort(people, kind="stable")
    nothing = np.full(len(people), np.nan)
    return Sight(people[order], items[order], nothing, np.full(len(people), NO_DATE), (40, 12))


def test_rows_of_items_are_near_the_cosine_between_their_holders() -> None:
    sight, train = two_tastes(), np.arange(1, 40)
    rows = learned_company(sight, train, 1).rows
    has = sight.presence[train].toarray()
    holders = has.sum(axis=0)
    cosine = (has.T @ has) / np.sqrt(np.outer(holders + 1, holders + 1))
    assert rows @ rows.T == pytest.approx(cosine, abs=1e-6)


def test_what_was_put_into_a_record_is_in_unusual_company() -> None:
    sight = two_tastes()
    told = learned_company(sight, np.arange(1, 40), 1).unusual(sight)
    odd = (sight.pairs.people == 0) & (sight.pairs.items == 7)
    assert told[odd][0] < -0.5
    assert told[sight.pairs.people > 0].min() > -0.01


def test_values_are_centred_by_item_and_by_person() -> None:
    sight = some()
    train = np.arange(8)
    about = learned_items(sight, train, Breadth(4, 3, 0), 1)
    pairs = sight.pairs
    among = np.isin(pairs.people, train) & np.isfinite(pairs.worths)
    average = pairs.worths[among].mean()
    for item in range(15):
        own = pairs.worths[among & (pairs.items == item)]
        assert about.means[item] == pytest.approx((own.sum() + SHRINK * average) / (len(own) + SHRINK))
    off = about.surprises(sight)
    for person in range(13):
        own = (pairs.people == person) & np.isfinite(pairs.worths)
        assert off[own].sum() == pytest.approx(0.0, abs=1e-9)
    assert (off[~np.isfinite(pairs.worths)] == 0).all()


def test_what_is_learned_of_items_comes_from_training_people_alone() -> None:
    sight = some()
    train = np.arange(6)
    other = some(2)
    mixed = sight.people < 6
    rest = other.people >= 6
    changed = Sight(
        np.concatenate((sight.people[mixed], other.people[rest])),
        np.concatenate((sight.items[mixed], other.items[rest])),
        np.concatenate((sight.worths[mixed], other.worths[rest])),
        np.concatenate((sight.dates[mixed], other.dates[rest])),
        sight.size,
    )
    one, two = (learned_items(each, train, Breadth(4, 3, 2), 1) for each in (sight, changed))
    for name in ("weights", "popularity", "means", "since", "steps", "borders", "factors", "tastes", "parts", "liked"):
        assert np.allclose(getattr(one, name), getattr(two, name)), name
    assert np.allclose(one.company.rows, two.company.rows)
    assert np.allclose(one.company.usual, two.company.usual)


def test_tables_have_a_row_for_everybody_and_no_holes() -> None:
    sight = some()
    about = learned_items(sight, np.arange(9), Breadth(4, 3, 2), 1)
    fits = about.fits(sight)
    tables = (
        rhythm_table(sight), repeats_table(sight), values_table(sight, about.steps), traces_table(sight, about, fits),
        oddities_table(sight, about, about.standard_fits(sight, fits)), about.leanings(sight), about.commonness(sight),
    )  # fmt: skip
    for table in tables:
        assert len(table) == 13
        assert np.isfinite(table).all()


def test_weekdays_and_sessions_are_counted() -> None:
    # 1970-01-01 was a Thursday: days 4 and 11 are Mondays
    data = from_arrays([0, 0, 0], [0, 1, 2], [0, 1, 2], [0, 0, 7], scale=STARS, size=(1, 3), first_day=4)
    table = rhythm_table(sight_of(data))
    assert table[0, 4] == 1.0
    assert table[0, 19:21].tolist() == [4, 11]
    assert table[0, 22] == pytest.approx(np.log1p(2)), "two sessions"


def test_nobodys_own_label_is_in_what_is_told_of_them() -> None:
    near = labels_of_neighbours(np.array([[1, 0], [1, 0.01], [0, 1.0]]), np.array([0, 1, 1], np.int32), 2, 1)
    assert near.tolist() == [[0, 1], [1, 0], [0, 1]]


def test_every_item_is_guessed_from_the_others_by_least_squares() -> None:
    sight, train = some(), np.arange(10)
    learned = learned_regression(sight, train)
    has = np.asarray(sight.presence.todense())
    ridge = max(RIDGE * len(train), 1.0)
    guess = learned.guessed(sight)
    for place, (person, item) in enumerate(zip(sight.pairs.people, sight.pairs.items, strict=True)):
        if not has[train, item].any():
            assert guess[place] == 0
            continue
        others = [other for other in range(15) if other != item and has[train, other].any()]
        known = has[train][:, others]
        weights = np.linalg.solve(known.T @ known + ridge * np.eye(len(others)), known.T @ has[train, item])
        assert guess[place] == pytest.approx(has[person, others] @ weights, abs=1e-3)


def test_a_fit_is_held_against_how_the_same_item_fits_others() -> None:
    sight, train = some(), np.arange(10)
    about = learned_items(sight, train, Breadth(5, 3, 2), 1)
    pairs = sight.pairs
    for fit, told in zip(about.fits(sight), about.standard_fits(sight, about.fits(sight)), strict=True):
        own = {item: fit[np.isin(pairs.people, train) & (pairs.items == item)] for item in range(15)}
        every = np.concatenate([numbers - numbers.mean() for numbers in own.values() if len(numbers)])
        for place, item in enumerate(pairs.items):
            mean, spread = (own[item].mean(), own[item].var()) if len(own[item]) else (0.0, 0.0)
            assert told[place] == pytest.approx((fit[place] - mean) / np.sqrt(spread + 0.1 * every.var()))


def test_odd_entries_are_counted_with_their_values_and_kinds() -> None:
    sight = some()
    about = learned_items(sight, np.arange(10), Breadth(5, 3, 2), 1)
    standard = about.standard_fits(sight, about.fits(sight))
    table, off, pairs = oddities_table(sight, about, standard), about.surprises(sight), sight.pairs
    fit = standard[0]
    wide = 2 + 4 * len(EDGES)
    for person in range(13):
        own = pairs.people == person
        odd = fit[own] < EDGES[1]
        share = odd.mean()
        expected = [(off[own] * fit[own]).mean(), (np.abs(off[own]) * fit[own]).mean()]
        assert table[person, :2] == pytest.approx(expected)
        valued = [number[own][odd].sum() / own.sum() for number in (about.popularity[pairs.items], off, np.abs(off))]
        expected = [share, *(value / max(share, 1e-3) for value in valued)]
        assert table[person, 6:10] == pytest.approx(expected, abs=1e-9)
        against = fit[own] - fit[own].mean()
        place = against @ about.directions[pairs.items[own]] / np.sqrt(own.sum())
        assert table[person, 2 * wide : 2 * wide + about.directions.shape[1]] == pytest.approx(place, abs=1e-9)
