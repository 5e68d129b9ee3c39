"""Making a bulletin: what is in it, and what must not be."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from standout.errors import BadInput
from standout.interactions.index import from_arrays
from standout.interactions.model import Interactions
from standout.interactions.names import Names, numbered
from standout.label import noise
from standout.label.bulletin import Bulletin, read_bulletin
from standout.label.noise import Budget
from standout.label.publishing import PublishSettings, make_bulletin
from standout.label.score import assess


def crowd(people: int = 400, items: int = 120, seed: int = 1) -> Interactions:
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
        [row[0] for row in rows], [row[1] for row in rows], names=Names(plain.people, plain.items, titles)
    )


@pytest.fixture(scope="module")
def data() -> Interactions:
    return crowd()


@pytest.fixture(scope="module")
def bulletin(data: Interactions) -> Bulletin:
    return make_bulletin(data, PublishSettings(rare_below=50, date="2026-02-03", threads=1))


def test_items_with_few_holders_have_no_name_no_title_and_no_count(data: Interactions, bulletin: Bulletin) -> None:
    few = data.holders < 5
    assert few.any()
    assert sorted(bulletin.ids) == sorted(data.names.item(int(code)) for code in np.flatnonzero(~few))
    assert list(bulletin.ids) == sorted(bulletin.ids), "the order tells nothing"
    assert (bulletin.folded.items, bulletin.folded.interactions) == (int(few.sum()), int(data.holders[few].sum()))
    assert bulletin.counts.min() >= 5
    text = bulletin.to_json()
    for code in np.flatnonzero(few).tolist():
        assert f'"Title {code}"' not in text
        assert f'"{data.names.item(code)}"' not in text


def test_counts_and_titles_are_those_of_the_data(data: Interactions, bulletin: Bulletin) -> None:
    assert bulletin.titles is not None
    for name, title, count in zip(bulletin.ids, bulletin.titles, bulletin.counts.tolist(), strict=True):
        assert count == data.holders[int(name)]
        assert title == data.names.title(int(name))
    assert (bulletin.people, bulletin.interactions, bulletin.date) == (data.people, data.count, "2026-02-03")


def test_norms_are_means_over_several_people_and_with_one_holder_the_papers(data: Interactions) -> None:
    raw = np.sort([
        (held < 50).mean() + math.log(len(held))
        for person in range(data.people)
        for held in [data.holders[data.records.items[data.records.starts[person] : data.records.starts[person + 1]]]]
    ])  # fmt: skip
    for fewest in (1, 5, 20):
        made = make_bulletin(data, PublishSettings(rare_below=50, min_holders=fewest, threads=1))
        norm = made.scores["paper"].norm
        assert norm.min == pytest.approx(raw[:fewest].mean(), abs=1e-6)
        assert norm.max == pytest.approx(raw[-fewest:].mean(), abs=1e-6)


def test_people_find_themselves_in_the_groups(data: Interactions, bulletin: Bulletin) -> None:
    counts = dict(zip(bulletin.ids, bulletin.counts.tolist(), strict=True))
    for name, scored in bulletin.scores.items():
        found = np.zeros(len(scored.groups), int)
        for person in range(data.people):
            items = data.records.items[data.records.starts[person] : data.records.starts[person + 1]].tolist()
            found[assess([counts.get(str(item), 0) for item in items], bulletin, name).group] += 1
        published = np.array([group.people for group in scored.groups])
        assert published.sum() == data.people
        assert np.abs(found - published).max() <= 0.05 * data.people, "trimming moves the centroids a little"


def test_a_bulletin_says_until_when_it_is_valid(data: Interactions, bulletin: Bulletin) -> None:
    assert bulletin.valid_until is None
    assert "valid_until" not in bulletin.document()
    settings = PublishSettings(rare_below=50, date="2026-02-03", valid_days=28, threads=1)
    assert make_bulletin(data, settings).document()["valid_until"] == "2026-03-03"
    with pytest.raises(BadInput, match="goes beyond the year 9999"):
        PublishSettings(date="9999-12-30", valid_days=2)


def test_the_same_data_gives_the_same_bytes_whatever_the_threads(data: Interactions, bulletin: Bulletin) -> None:
    again = make_bulletin(data, PublishSettings(rare_below=50, date="2026-02-03", threads=2))
    assert again.to_json() == bulletin.to_json()
    assert read_bulletin(again.to_json().encode()).canonical() == bulletin.canonical()


def test_groups_can_be_forced(data: Interactions) -> None:
    made = make_bulletin(data, PublishSettings(groups=4))
    assert [len(scored.groups) for scored in made.scores.values()] == [4, 4]
    assert made.made.groups == "forced"


def test_settings_that_cannot_be_are_refused() -> None:
    for wrong, says in (
        ({"rare_below": 0}, "--rare-below is 0"),
        ({"min_holders": 0}, "--min-holders is 0"),
        ({"groups": 1}, "--groups is 1"),
        ({"groups": 8}, "--groups is 8"),
        ({"date": "soon"}, "--date soon"),
        ({"valid_days": 0}, "--valid-days is 0"),
        ({"valid_days": 10**400}, "--valid-days is 1000"),
    ):
        with pytest.raises(BadInput, match=says):
            PublishSettings(**wrong)
    for epsilon, items, says in ((0.0, 5, "--epsilon"), (float("nan"), 5, "--epsilon"), (1.0, 0, "--max-items")):
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


# Noise


def test_noise_is_there_every_time_anew_and_as_large_as_the_budget_says() -> None:
    counts = np.full(2_000, 1_000)
    one, two = noise.noisy(counts, 0.5, 10), noise.noisy(counts, 0.5, 10)
    assert one.tolist() != two.tolist()
    error = np.abs(one - counts).mean()
    assert error == pytest.approx(10 / 0.5, rel=0.15), "the mean distance of Laplace noise is its scale"
    assert abs((one - counts).mean()) < 4


def test_a_noisy_bulletin_says_so_and_names_only_what_stands_out_of_the_noise() -> None:
    data = crowd(3_000, 60)
    budget = Budget(20, 30)
    settings = PublishSettings(budget=budget, threads=1, seed=1)
    made = make_bulletin(data, settings)
    assert (made.made.epsilon, made.made.max_items) == (20.0, 30)
    assert re.search("differential privacy with epsilon 20", made.made.guarantee)
    assert made.counts.min() >= 3 * 30 / (0.6 * 20)
    assert made.people != data.people or made.counts.tolist() != make_bulletin(data, settings).counts.tolist()
    assert made.people == pytest.approx(data.people, rel=0.1)
    popular = int(np.argmax(data.holders))
    assert made.counts[made.ids.index(str(popular))] == pytest.approx(data.holders[popular], rel=0.25)
    exactly = make_bulletin(data, PublishSettings(threads=1))
    assert made.crowd[-1] == pytest.approx(exactly.crowd[-1], rel=0.3)
    for name, scored in made.scores.items():
        assert scored.norm.max == pytest.approx(exactly.scores[name].norm.max, abs=0.6)
    assert read_bulletin(made.to_json().encode()).canonical() == made.canonical()


def test_too_much_noise_is_refused_instead_of_published() -> None:
    with pytest.raises(BadInput, match=r"drowns|nothing to publish"):
        make_bulletin(crowd(200), PublishSettings(budget=Budget(0.01, 100)))


def test_no_more_items_of_a_person_are_counted_than_said() -> None:
    from standout.kernels.crowd import count_at_most

    data = crowd(200, 80)
    counts = np.zeros(data.items, np.int64)
    count_at_most(7, data.records.starts, data.records.items, 0, 0, data.people, 5, counts)
    assert counts.sum() == np.minimum(data.lengths, 5).sum()
    assert (counts <= data.holders).all()
    alone = np.zeros(data.items, np.int64)
    total = np.zeros(data.items, np.int64)
    for person in range(data.people):
        alone[:] = 0
        count_at_most(7, data.records.starts, data.records.items, 0, person, person + 1, 5, alone)
        assert alone.sum() == min(data.lengths[person], 5), "what a person adds does not depend on anybody else"
        total += alone
    assert total.tolist() == counts.tolist()


def test_parts_of_the_people_are_counted_and_scored_as_the_whole_is() -> None:
    from dataclasses import replace

    from standout.interactions.model import Records
    from standout.label.scoring import crowd_of, held_at_most, yardstick

    data = crowd(200, 80)
    parts = []
    for first, last in ((0, 70), (70, 71), (71, 200)):
        begin, end = data.records.starts[[first, last]]
        mine = Records(
            data.records.starts[first : last + 1] - begin, data.records.items[begin:end],
            np.empty(0, np.uint8), np.empty(0, np.uint16),
        )  # fmt: skip
        parts.append(replace(data, records=mine, shards=(), first_person=first, whole=data.facts))
    held = np.add.reduce([held_at_most(part, 7, 5) for part in parts])
    assert held.tolist() == held_at_most(data, 7, 5).tolist()
    assert held.sum() == np.minimum(data.lengths, 5).sum()
    measure = yardstick(data.holders, 30, 1.0, data.people, crowd_of(data.lengths))
    whole, scores = measure.scores(data, 1), [measure.scores(part, 1) for part in parts]
    assert set(whole) == {"paper", "better"}
    for name, wanted in whole.items():
        assert np.concatenate([some[name] for some in scores]).tolist() == wanted.tolist()


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
