"""Utility: held-out entries are held out, better data is more useful, and what cannot be measured is absent."""

from __future__ import annotations

import numpy as np
import pytest

from standout.common.plain import json_text
from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.protections.coarsen import CoarsenValues
from standout.protections.contract import entries_of
from standout.results.compare_measures import Loss
from standout.verification.held_out import divided, last_out
from standout.verification.recommenders import fit_values, holdings, popular, recommended
from standout.verification.utility import losses, refusals, utility
from standout.verification.value_scores import magnitudes
from tests.verification.made import STARS, ratings, renumbered, there, with_more, with_values, without


def test_no_version_teaches_what_is_asked() -> None:
    data = ratings()
    entries = entries_of(data)
    more = with_more(data, list(range(100)), [59] * 100)
    swapped = with_values(data, np.random.default_rng(1).permutation(entries.values))
    for version in (data, more, swapped, renumbered(data, list(range(90, -1, -2)), list(range(40)))):
        split = divided(data, version, seed=1)
        asked, learned = set(split.asked.pairs.tolist()), set(split.learned.pairs.tolist())
        assert not asked & learned
        assert asked == set(divided(data, data, seed=1).asked.pairs.tolist())
    added = set(divided(data, more, 1).hidden.pairs.tolist()) - set(divided(data, data, 1).asked.pairs.tolist())
    assert added, "some invented entries are held out as well"


def test_a_planted_leak_is_not_learned() -> None:
    """Held-out entries whose values are nonsense in the protected data: whoever learned from them would be misled."""
    data = ratings()
    values, hidden = entries_of(data).values.copy(), set(divided(data, data, 1).asked.pairs.tolist())
    pairs = entries_of(data).people * data.items + entries_of(data).items
    leaked = np.array([pair in hidden for pair in pairs.tolist()])
    values[leaked] = 4 - values[leaked]
    honest, misled = utility(data, data, 1), utility(data, with_values(data, values), 1)
    assert there(honest.figures.rmse) == there(misled.figures.rmse)
    assert there(honest.figures.ndcg) == there(misled.figures.ndcg)
    assert there(misled.figures.rmse_on_protected) > 1.2 * there(misled.figures.rmse), "the paper's way tests on them"
    gone = utility(data, without(data, leaked), 1)
    assert there(gone.figures.rmse) == there(honest.figures.rmse), "nor does it help to have them at all"


def test_recommenders_beat_the_mean_and_popularity_where_there_is_taste() -> None:
    data = ratings(400)
    found = utility(data, data, 1).figures
    assert there(found.rmse) < 0.9 * there(found.rmse_of_mean)
    assert there(found.ndcg) > 1.1 * there(found.ndcg_of_popularity)
    assert 0 < there(found.recall) <= 1


def test_shuffled_values_cost_rmse_and_lists_stay() -> None:
    data = ratings()
    shuffled = with_values(data, np.random.default_rng(2).permutation(entries_of(data).values))
    before, after = utility(data, data, 1), utility(data, shuffled, 1)
    lost = losses(before, after)
    rmse = there(lost.rmse)
    assert rmse.loss == pytest.approx(there(after.figures.rmse) / there(before.figures.rmse) - 1)
    assert 0.05 < there(rmse.low) < rmse.loss < there(rmse.high)
    assert there(lost.ndcg).loss == 0
    assert lost.utility_loss == rmse.loss
    assert lost.released_people is None


def test_the_same_data_loses_nothing() -> None:
    data = ratings()
    lost = losses(utility(data, data, 1), utility(data, ratings(), 1))
    assert lost.utility_loss == 0
    assert lost.rmse == Loss(loss=0.0, low=0.0, high=0.0)


def test_people_left_out_are_asked_for_and_told_apart() -> None:
    data = ratings()
    half = renumbered(data, list(range(100)), list(range(60)))
    lost = losses(utility(data, data, 1), utility(data, half, 1))
    left = there(lost.released_people)
    assert left.share == 0.5
    assert there(lost.ndcg).loss > there(left.ndcg).loss


def test_data_without_values_has_no_rmse_and_says_so() -> None:
    data = ratings(values=False)
    found = utility(data, data, 1)
    assert found.figures.rmse is None
    assert "no rmse: the data has no values" in found.notes
    lost = losses(found, found)
    assert lost.rmse is None
    assert lost.measured_by == ("next_item@10",), "what has no values and has days is for the next item"


def test_values_that_are_gone_count_as_their_mean() -> None:
    data = ratings()
    bare = CoarsenValues("presence").protect(data, None, 1).data
    before, after = utility(data, data, 1), utility(data, bare, 1)
    assert after.figures.rmse is None
    assert "no rmse: the protected data has no values" in after.notes
    expected = there(before.figures.rmse_of_mean) / there(before.figures.rmse) - 1
    assert losses(before, after).rmse == Loss(loss=expected)


def test_another_scale_counts_by_what_its_values_stood_for() -> None:
    data = ratings(400)
    likes = CoarsenValues("likes").protect(data, None, 1).data
    before, after = utility(data, data, 1), utility(data, likes, 1)
    assert there(before.figures.rmse) < there(after.figures.rmse) < there(before.figures.rmse_of_mean)


def test_nothing_left_is_told() -> None:
    data = ratings()
    empty = without(data, np.ones(data.count, bool))
    found = utility(data, empty, 1)
    assert "no rmse: nothing is left" in found.notes
    assert there(found.figures.ndcg) == 0
    assert there(losses(utility(data, data, 1), found).ndcg).loss == 1


def test_entries_without_a_value_among_others_are_learned_from_as_present_only() -> None:
    data = ratings()
    values = entries_of(data).values.copy()
    values[::2] = NO_VALUE
    found = utility(data, with_values(data, values), 1)
    assert there(found.figures.rmse) > there(utility(data, data, 1).figures.rmse)


def test_statistics_are_those_of_table_10() -> None:
    data = ratings()
    found = utility(data, data, 1).figures.statistics
    worth = np.array(STARS.positions)[entries_of(data).values]
    people, items = len(np.unique(entries_of(data).people)), len(np.unique(entries_of(data).items))
    assert found.interactions == data.count
    assert found.density == data.count / (people * items)
    assert found.mean == pytest.approx(worth.mean())
    assert found.variance == pytest.approx(worth.var())


def test_models_are_the_same_for_the_same_seed_only() -> None:
    people, items = np.array([0, 0, 1], np.int32), np.array([0, 1, 1], np.int32)
    values = np.array([1, 2, 5], np.float32)
    one, two, other = (fit_values(people, items, values, (3, 4), seed) for seed in (1, 1, 2))
    assert (one.predicted(people, items) == two.predicted(people, items)).all()
    assert (one.predicted(people, items) != other.predicted(people, items)).any()
    unseen = one.predicted(np.array([2], np.int32), np.array([3], np.int32))
    assert unseen == pytest.approx(one.mean), "about nobody and nothing there is only the mean to say"


def test_who_has_nothing_is_recommended_what_is_popular() -> None:
    people, items = np.array([0, 1, 2, 2], np.int32), np.array([1, 1, 1, 2], np.int32)
    held = holdings(people, items, (4, 3))
    assert popular(held, np.array([3, 0]), 3).tolist() == [[1, 2, -1], [2, -1, -1]]
    assert recommended(held, np.array([3]), 3, 1).tolist() == [[1, 2, -1]]


def amounts(positions: tuple[float, ...], seed: int = 4) -> LocalDataset:
    """Purchases: how many of an item is a habit of each item, returns among them; values are codes of the amounts."""
    data, dice = ratings(300, seed=seed), np.random.default_rng(seed)
    entries = entries_of(data)
    codes = np.clip(entries.items % len(positions) + dice.integers(-1, 2, data.count), 0, len(positions) - 1)
    scale = Scale("numbers", tuple(f"{position:g}" for position in positions), positions)
    return from_arrays(entries.people, entries.items, codes, entries.days, scale=scale, size=(data.people, data.items))


@pytest.mark.parametrize("positions", [(-9000.0, -24.0, -1.0, 1.0, 6.0, 120.0, 74215.0), (0.0, 5.0, 60.0, 100.0)])
def test_amounts_and_wide_scales_are_learned_without_running_away(positions: tuple[float, ...]) -> None:
    data = amounts(positions)
    found = utility(data, data, 1)
    assert np.isfinite(found.errors).all()
    assert there(found.figures.rmse) < there(found.figures.rmse_of_mean)
    assert found.figures.purpose == ("amounts" if max(positions) > 100 else "ratings")
    json_text(losses(found, found).to_dict())


def test_amounts_are_counted_in_doublings() -> None:
    scale = Scale("numbers", ("-8", "0", "255"), (-8.0, 0.0, 255.0))
    assert magnitudes(np.array(scale.positions), scale).tolist() == pytest.approx([-np.log2(9), 0, 8])
    assert magnitudes(np.array(STARS.positions), STARS).tolist() == list(STARS.positions)


def test_the_next_item_is_the_last_in_time_and_is_held_out_of_every_version() -> None:
    data = ratings(values=False)
    entries = entries_of(data)
    for version in (
        data,
        with_more(data, list(range(100)), [59] * 100),
        without(data, entries.items % 3 == 0),
    ):
        split = last_out(data, version, 1)
        assert not set(split.asked.pairs.tolist()) & set(split.learned.pairs.tolist())
        for person, item in zip(split.asked.people.tolist(), split.asked.items.tolist(), strict=True):
            own = entries.people == person
            assert entries.days[own & (entries.items == item)] == entries.days[own].max()
        assert len(split.asked.people) == int((data.lengths > 1).sum())


def test_next_item_hit_rate_by_hand() -> None:
    """Two groups of people who have everything of their group but one item, and that one comes last."""
    rows, columns, days = [], [], []
    for person in range(40):
        own = [item for item in range(24) if item % 2 == person % 2]
        last = own[person % len(own)]
        for item in own:
            rows.append(person)
            columns.append(item)
            days.append(9 if item == last else 1)
    data = from_arrays(rows, columns, None, days, size=(40, 24))
    split = last_out(data, data, 1)
    held: dict[int, set[int]] = {person: set() for person in range(40)}
    for person, item in zip(split.learned.people.tolist(), split.learned.items.tolist(), strict=True):
        held[person].add(item)
    counts = np.bincount(split.learned.items, minlength=24)
    by_popularity = 0
    for person, item in zip(split.asked.people.tolist(), split.asked.items.tolist(), strict=True):
        order = sorted(set(range(24)) - held[person], key=lambda candidate: (-counts[candidate], candidate))
        by_popularity += item in order[:10]
    found = utility(data, data, 1).figures
    assert found.next_item == 1, "the only item of the group that is left"
    assert there(found.next_item_of_popularity) == by_popularity / 40
    assert found.scores["next_item@10"].beats


def test_where_popularity_wins_a_loss_says_nothing() -> None:
    """Everybody takes items by their popularity alone: there is no taste to be learned, so none to be lost."""
    dice = np.random.default_rng(5)
    rows, columns = np.nonzero(dice.random((200, 60)) < np.linspace(0.7, 0.02, 60))
    data = from_arrays(rows, columns, size=(200, 60))
    before, after = utility(data, data, 1), utility(data, without(data, dice.random(data.count) < 0.5), 1)
    assert before.beaten("ndcg@10")
    lost = losses(before, after)
    assert lost.ndcg is None
    assert lost.utility_loss is None
    assert "on this data the recommender is not surely better than popularity" in refusals(before)[0]
    tasteful = utility(ratings(400, values=False, days=False), ratings(400, values=False, days=False), 1)
    assert refusals(tasteful) == ()


def test_random_values_give_no_verdict_by_rmse() -> None:
    data = ratings(400)
    random = with_values(data, np.random.default_rng(3).integers(0, 5, data.count).astype(np.uint8))
    before = utility(random, random, 1)
    assert before.beaten("rmse")
    bare = CoarsenValues("presence").protect(random, None, 1).data
    assert losses(before, utility(random, bare, 1)).rmse is None
