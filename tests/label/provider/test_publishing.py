"""Making a bulletin: what is in it, and what must not be."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace

from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.index import from_arrays
from standout.data.vocabulary import Vocabulary, numbered
from standout.errors import BadInput
from standout.io.tables.catalogue import Catalogue
from standout.label.person.assessing import assess
from standout.label.provider import noise
from standout.label.provider.noise import Budget, Ledger
from standout.label.provider.people_scores import held_at_most, marked_of_each
from standout.label.provider.publishing import PublishSettings, make_bulletin
from standout.results.bulletin import Bulletin


def crowd(people: int = 400, items: int = 120, seed: int = 1) -> LocalDataset:
    """People with few or many items, popular ones mostly."""
    dice = np.random.default_rng(seed)
    lengths = np.maximum(2, (dice.gamma(1.0, 18, people)).astype(int))
    weights = 1 / np.arange(1, items + 1) ** 1.3
    rows = [
        (person, int(item))
        for person, length in enumerate(lengths)
        for item in dice.choice(items, min(int(length), items), replace=False, p=weights / weights.sum())
    ]
    rows += [(person, items + person % 40) for person in range(60)]  # items of one or two people
    import pyarrow as pa

    plain = numbered(people, items + 40)
    titles = pa.array([f"Title {code}" if code % 7 else None for code in range(items + 40)])
    return from_arrays(
        [row[0] for row in rows], [row[1] for row in rows], vocabulary=Vocabulary(plain.people, plain.items, titles)
    )


@pytest.fixture(scope="module")
def data() -> LocalDataset:
    return crowd()


@pytest.fixture(scope="module")
def bulletin(data: LocalDataset) -> Bulletin:
    return make_bulletin(data, PublishSettings(rare_below=50, date="2026-02-03", threads=1))


def test_items_with_few_holders_have_no_name_no_title_and_no_count(data: LocalDataset, bulletin: Bulletin) -> None:
    few = data.holders < 5
    assert few.any()
    assert sorted(bulletin.ids) == sorted(data.vocabulary.item(int(code)) for code in np.flatnonzero(~few))
    assert list(bulletin.ids) == sorted(bulletin.ids), "the order tells nothing"
    assert (bulletin.folded.items, bulletin.folded.interactions) == (int(few.sum()), int(data.holders[few].sum()))
    assert min(bulletin.holders) >= 5
    text = bulletin.to_json()
    for code in np.flatnonzero(few).tolist():
        assert f'"Title {code}"' not in text
        assert f'"{data.vocabulary.item(code)}"' not in text


def test_counts_and_titles_are_those_of_the_data(data: LocalDataset, bulletin: Bulletin) -> None:
    assert bulletin.titles is not None
    for name, title, count in zip(bulletin.ids, bulletin.titles, bulletin.holders, strict=True):
        assert count == data.holders[int(name)]
        assert title == data.vocabulary.title(int(name))
    assert (bulletin.people, bulletin.interactions, bulletin.date) == (data.people, data.count, "2026-02-03")


def test_norms_are_means_over_several_people_and_with_one_holder_the_papers(data: LocalDataset) -> None:
    raw = np.sort([
        (held < 50).mean() + math.log(len(held))
        for person in range(data.people)
        for held in [data.holders[data.held.records.items[slice(*data.held.records.starts[person : person + 2])]]]
    ])  # fmt: skip
    for fewest in (1, 5, 20):
        made = make_bulletin(data, PublishSettings(rare_below=50, min_holders=fewest, threads=1))
        norm = made.scores["paper"].norm
        assert norm.min == pytest.approx(raw[:fewest].mean(), abs=1e-6)
        assert norm.max == pytest.approx(raw[-fewest:].mean(), abs=1e-6)


def test_people_find_themselves_in_the_groups(data: LocalDataset, bulletin: Bulletin) -> None:
    counts = dict(zip(bulletin.ids, bulletin.holders, strict=True))
    for name, scored in bulletin.scores.items():
        found = np.zeros(len(scored.groups), int)
        for person in range(data.people):
            items = data.held.records.items[
                data.held.records.starts[person] : data.held.records.starts[person + 1]
            ].tolist()
            found[assess([counts.get(str(item), 0) for item in items], bulletin, name).group] += 1
        published = np.array([group.people for group in scored.groups])
        if name == "hiding":
            assert published.tolist() == (found // 5 * 5).tolist(), "exact, but for what is about fewer than five"
            continue
        assert published.sum() == data.people
        assert np.abs(found - published).max() <= 0.05 * data.people, "trimming moves the centroids a little"


def test_a_bulletin_says_until_when_it_is_valid(data: LocalDataset, bulletin: Bulletin) -> None:
    assert bulletin.valid_until is None
    assert "valid_until" not in bulletin.to_dict()
    settings = PublishSettings(rare_below=50, date="2026-02-03", valid_days=28, threads=1)
    assert make_bulletin(data, settings).to_dict()["valid_until"] == "2026-03-03"
    with pytest.raises(BadInput, match="goes beyond the year 9999"):
        PublishSettings(date="9999-12-30", valid_days=2)


def test_the_same_data_gives_the_same_bytes_whatever_the_threads(data: LocalDataset, bulletin: Bulletin) -> None:
    again = make_bulletin(data, PublishSettings(rare_below=50, date="2026-02-03", threads=2))
    assert again.to_json() == bulletin.to_json()
    assert Bulletin.from_json(again.to_json().encode()).canonical() == bulletin.canonical()


def test_groups_can_be_forced(data: LocalDataset) -> None:
    made = make_bulletin(data, PublishSettings(groups=4))
    assert [len(scored.groups) for name, scored in made.scores.items() if name != "hiding"] == [4, 4]
    assert made.made.groups == "forced"


def test_settings_that_cannot_be_are_refused() -> None:
    for wrong, says in (
        ({"rare_below": 0}, "rare_below=0"),
        ({"min_holders": 0}, "min_holders=0"),
        ({"groups": 1}, "groups=1"),
        ({"groups": 8}, "groups=8"),
        ({"date": "soon"}, "date='soon'"),
        ({"valid_days": 0}, "valid_days=0"),
        ({"valid_days": 10**400}, "valid_days=1000"),
    ):
        with pytest.raises(BadInput, match=says):
            PublishSettings(**wrong)
    for epsilon, items, says in ((0.0, 5, "epsilon"), (float("nan"), 5, "epsilon"), (1.0, 0, "max_items")):
        with pytest.raises(BadInput, match=says):
            Budget(epsilon, items)


def test_too_little_to_publish_is_refused() -> None:
    with pytest.raises(BadInput, match="20 people are too few"):
        make_bulletin(from_arrays(np.arange(20), np.zeros(20, int)), PublishSettings())
    lonely = from_arrays(np.arange(80), np.arange(80))
    with pytest.raises(BadInput, match="no item has 5 holders"):
        make_bulletin(lonely, PublishSettings())
    alike = from_arrays(np.arange(80), np.zeros(80, int))
    with pytest.raises(BadInput, match="only 1 groups can be told apart"):
        make_bulletin(alike, PublishSettings(groups=3))
    assert [group.name for group in make_bulletin(alike, PublishSettings()).scores["better"].groups] == ["all alike"]


# Numbers about few people


def test_what_few_people_have_alone_is_not_counted_together_either() -> None:
    """Three people have items that nobody else has: neither `folded` nor a sum from which it could be taken tells."""
    rows = [(person, item) for person in range(100) for item in range(6)]
    extra = [(person, 6 + person) for person in range(3)]
    without, made = (
        make_bulletin(from_arrays(*zip(*some, strict=True)), PublishSettings(threads=1))
        for some in (rows, rows + extra)
    )
    assert (made.folded.items, made.folded.interactions) == (0, 0)
    assert made.interactions == sum(made.holders) == without.interactions
    assert made.crowd == without.crowd
    five = rows + [(person, 6 + person) for person in range(5)]
    told = make_bulletin(from_arrays(*zip(*five, strict=True)), PublishSettings(threads=1))
    assert (told.folded.items, told.folded.interactions, told.interactions) == (5, 5, 605)


def test_no_part_of_the_crowd_and_no_border_is_about_fewer_people_than_said() -> None:
    dice = np.random.default_rng(4)
    for fewest in (5, 19, 30):
        people = 2 * max(fewest, 25)
        rows = [(person, int(item)) for person in range(people) for item in range(dice.integers(1, 40))]
        made = make_bulletin(from_arrays(*zip(*rows, strict=True)), PublishSettings(min_holders=fewest, threads=1))
        assert people // len(made.crowd) >= fewest
        for name, scored in made.scores.items():
            assert all(group.people >= fewest or (name == "hiding" and not group.people) for group in scored.groups)
            assert all(found.targets >= fewest for group in scored.groups for found in (group.found_by or {}).values())


# Noise


def test_noise_is_there_every_time_anew_and_as_large_as_the_budget_says() -> None:
    data, counts = crowd(60, 10), np.full(2_000, 1_000)
    one, two = (Ledger(data, 0.5, {"all": 1.0}).counts("all", lambda _: counts, 10) for _ in range(2))
    assert one.tolist() != two.tolist()
    # The mean of 2,000 distances has a spread of 20 / sqrt(2,000) = 0.45, that of the errors 0.63: ten of these.
    assert np.abs(one - counts).mean() == pytest.approx(10 / 0.5, abs=4.5), "the mean distance of Laplace noise"
    assert abs((one - counts).mean()) < 6.3


def test_the_ledger_answers_only_what_the_budget_was_divided_for() -> None:
    data = crowd(60, 10)
    ledger = Ledger(data, 1.0, {"first": 0.4, "second": 0.6})
    with pytest.raises(RuntimeError, match="'second' is not the next"):
        ledger.counts("second", lambda asked: asked.lengths, 1)
    ledger.counts("first", lambda asked: asked.lengths, 1)
    ledger.counts("second", lambda asked: asked.lengths, 1)
    with pytest.raises(RuntimeError, match="'second' is not the next"):
        ledger.counts("second", lambda asked: asked.lengths, 1)


def test_what_goes_wrong_in_a_question_comes_out_as_it_is() -> None:
    def wrong(_: AnyDataset) -> npt.NDArray[np.int64]:
        raise BadInput("no such table")

    with pytest.raises(BadInput, match="no such table"):
        Ledger(crowd(60, 10), 1.0, {"all": 1.0}).counts("all", wrong, 1)


def test_a_noisy_bulletin_says_so_and_names_only_what_stands_out_of_the_noise() -> None:
    """All bounds hold but once in 1e10 runs: Laplace noise of scale s exceeds 25 s with a probability of 1.4e-11."""
    data = crowd(3_000, 60)
    settings = PublishSettings(budget=Budget(20, 30), threads=1)
    listed = Catalogue("items.csv", tuple(sorted(str(item) for item in range(data.items))), (None,) * data.items)
    made = make_bulletin(data, settings, catalogue=listed)
    again = make_bulletin(data, settings, catalogue=listed)
    assert (made.made.epsilon, made.made.max_items, made.made.delta) == (20.0, 30, None)
    assert re.search("differential privacy with epsilon 20", made.made.guarantee)
    scale = 30 / (0.6 * 20)
    assert min(made.holders) >= scale * math.log(10), "noise alone reaches less more often than once in twenty"
    sure = [code for code in range(60) if data.holders[code] > 500]
    # Of 61 items 30 are drawn: about 245 of 500 holders, six spreads fewer are 178, and noise takes 63 of these.
    assert sure
    assert set(map(str, sure)) <= set(made.ids)
    assert (made.people, made.holders) != (again.people, again.holders), "noise on 60 counts and more"
    # 36 steps of lengths are filled; each is off by at most 25 / (0.1 * 20), or left out below ln(1,200) / 2 + that.
    assert abs(made.people - data.people) <= 36 * (12.5 + 3.6)
    popular = int(np.argmax(data.holders))
    counted = held_at_most(data, np.ones(data.items, np.int8), 30)[popular]
    # What is drawn of whom: 3,000 choices, six spreads of at most sqrt(3,000) / 2 are 165; noise 25 * 2.5.
    assert abs(made.holders[made.ids.index(str(popular))] - counted) <= 2 * 165 + 63
    assert Bulletin.from_json(made.to_json().encode()).canonical() == made.canonical()


def test_too_much_noise_is_refused_instead_of_published() -> None:
    """An item would have to stand 3,800,000 high, but counts are cut at the number of people: 54 empty steps of length
    would have to pass for filled ones, at 4e-4 each."""
    data = crowd(200)
    listed = Catalogue("items.csv", ("0", "1"), (None, None))
    with pytest.raises(BadInput, match=r"too few|stands out|drowns"):
        make_bulletin(data, PublishSettings(budget=Budget(0.001, 1_000)), catalogue=listed)


def test_several_bulletins_of_the_same_people_are_added_up() -> None:
    data, settings = crowd(400, 30), PublishSettings(budget=Budget(20, 30), threads=1)
    listed = Catalogue("items.csv", tuple(sorted(str(item) for item in range(30))), (None,) * 30)
    first = make_bulletin(data, settings, catalogue=listed)
    second, twin = (make_bulletin(data, settings, catalogue=listed, previous=[first]) for _ in range(2))
    third = make_bulletin(
        data,
        PublishSettings(budget=Budget(30, 5, 1e-8), threads=1),
        previous=[again(second), again(twin), again(first)],
    )
    assert (first.made.bulletins, first.made.epsilon_total, first.made.earlier) == (1, 20, None)
    assert (second.made.bulletins, second.made.epsilon_total, second.made.delta_total) == (2, 40, None)
    assert (third.made.bulletins, third.made.epsilon_total, third.made.delta_total) == (4, 90, 1e-8), "each one once"
    assert "the 3 before it that it was told of have together epsilon 90 and delta 1e-08" in third.made.guarantee
    assert again(third).canonical() == third.canonical()


def again(bulletin: Bulletin) -> Bulletin:
    return Bulletin.from_json(bulletin.to_json().encode())


def test_budgets_that_cannot_be_added_are_refused() -> None:
    data, settings = crowd(400, 30), PublishSettings(budget=Budget(20, 30), threads=1)
    listed = Catalogue("items.csv", tuple(sorted(str(item) for item in range(30))), (None,) * 30)
    exactly, first = make_bulletin(data, PublishSettings(threads=1)), make_bulletin(data, settings, catalogue=listed)
    with pytest.raises(BadInput, match="previous: that bulletin has exact counts"):
        make_bulletin(data, settings, catalogue=listed, previous=[exactly])
    with pytest.raises(BadInput, match="together they show the noise"):
        make_bulletin(data, PublishSettings(), previous=[first])
    old = replace(first, made=replace(first.made, bulletins=None, epsilon_total=None))
    with pytest.raises(BadInput, match="whose noise promised too much"):
        make_bulletin(data, settings, catalogue=listed, previous=[old])
    changes: list[dict[str, Any]] = [
        {"epsilon_total": 19.0},
        {"bulletins": 2},
        {"bulletins": None},
        {"delta_total": 1e-6},
    ]
    for wrong in changes:
        with pytest.raises(BadInput, match="'made' adds up"):
            again(replace(first, made=replace(first.made, **wrong)))


def test_a_delta_that_no_threshold_keeps_is_refused() -> None:
    with pytest.raises(BadInput, match=r"delta=1e-15, but must be between 1e-12 "):
        Budget(1, 100, 1e-15)
    with pytest.raises(BadInput, match=r"must be between 1e-09 \(with max_items=1,000,000\)"):
        Budget(1, 1_000_000, 1e-10)
    data = crowd(400, 30)
    for most, delta in ((1_000_000, 1e-9), (1, 1e-12)):
        ledger = Ledger(data, 1.0, {"holders": 1.0}, delta)
        assert isinstance(ledger.counts_of_unknown("holders", lambda _: {"a": 1}, most), dict), "and it ends"


def test_no_more_items_of_a_person_are_counted_than_said_and_each_for_themselves() -> None:
    from standout.kernels.rarity import count_at_most

    data = crowd(200, 80)
    counted = np.ones(data.items, np.int8)
    counted[::9] = 0
    keys = np.random.default_rng(2).integers(0, 2**63, data.people).astype(np.uint64)

    def held(people: npt.NDArray[np.intp]) -> npt.NDArray[np.int64]:
        counts = np.zeros(data.items, np.int64)
        lengths = data.lengths[people]
        starts = np.concatenate(([0], np.cumsum(lengths)))
        items = np.concatenate(
            [data.held.records.items[data.held.records.starts[p] : data.held.records.starts[p + 1]] for p in people]
        )
        count_at_most(keys[people], starts, items, counted, 5, counts)
        return counts

    everybody = np.arange(data.people)
    whole = held(everybody)
    assert not whole[::9].any()
    assert whole.sum() == np.minimum(marked_of_each(data, counted), 5).sum()
    for person in (0, 77, 199):
        alone = held(everybody[person : person + 1])
        assert (held(np.delete(everybody, person)) + alone).tolist() == whole.tolist(), "nobody is drawn by their place"
        assert alone.sum() == min(5, int(marked_of_each(data, counted)[person]))


def test_what_is_drawn_of_a_record_is_drawn_afresh_and_evenly() -> None:
    data = from_arrays(np.repeat(np.arange(400), 8), np.tile(np.arange(8), 400))
    one, two = (held_at_most(data, np.ones(8, np.int8), 4) for _ in range(2))
    assert one.tolist() != two.tolist(), "one item is alike once in 35 times, all eight once in 4e10"
    # Each item is in half of 400 draws: spread 10, seven of them for one item in 1e11.
    assert np.abs(one - 200).max() <= 70
    assert one.sum() == 1_600


def test_partitions_are_counted_and_scored_as_the_whole_is() -> None:
    from standout.engines.partitioned import PartitionedEngine
    from standout.label.provider.people_scores import crowd_of, scores_of_all, yardstick

    data = crowd(200, 80)
    partitions = PartitionedEngine((0, 70, 71)).take(data)
    everything = np.ones(data.items, np.int8)
    assert held_at_most(partitions, everything, 5).sum() == np.minimum(data.lengths, 5).sum()
    assert held_at_most(partitions, everything, 10_000).tolist() == data.holders.tolist()
    assert marked_of_each(partitions, everything).tolist() == data.lengths.tolist()
    measure = yardstick(data.holders, 30, 1.0, data.people, crowd_of(data.lengths))
    whole, found = scores_of_all(data, measure), scores_of_all(partitions, measure)
    assert set(whole) == {"paper", "better", "hiding"}
    for name, wanted in whole.items():
        assert found[name].tolist() == wanted.tolist()


def test_what_stands_out_is_what_noise_alone_would_seldom_reach() -> None:
    dice = np.random.default_rng(8)
    for true, wanted in ((0, 0), (40, 300)):
        shares = []
        for _ in range(40):
            counts = np.concatenate((np.full(300, true), np.zeros(2_000, int)))
            noisy = np.round(counts + dice.laplace(0, 3.0, len(counts))).astype(np.int64)
            shown = noise.stands_out(noisy, 3.0)
            assert shown[:300].sum() >= wanted - 2
            shares.append(shown[300:].sum() / max(shown.sum(), 1))
        assert np.mean(shares) <= (0.1 if true else 1.0)
    assert not noise.stands_out(np.zeros(50, np.int64), 3.0).any()
    assert noise.stands_out(np.empty(0, np.int64), 3.0).tolist() == []


def test_lengths_and_scores_survive_their_bins() -> None:
    lengths = np.random.default_rng(1).integers(1, 4_000, 5_000)
    back = noise.lengths_from(noise.length_bins(lengths), 0.0, 5_000)
    assert len(back) == 5_000
    assert noise.lengths_from(noise.length_bins(lengths), 0.0, 100).max() == 100, "nobody has more than all items"
    assert np.sort(back) == pytest.approx(np.sort(lengths), rel=0.2, abs=1)
    raw = np.random.default_rng(2).random(1_000) * 8
    values, weights = noise.scores_from(noise.score_bins(raw, 9.0), 9.0, 0.0)
    assert weights.sum() == 1_000
    assert np.average(values, weights=weights) == pytest.approx(raw.mean(), abs=0.03)
