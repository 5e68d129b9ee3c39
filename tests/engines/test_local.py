"""The engine gives the same tally however the work is cut up and ordered."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.attacks import ATTACKS
from standout.attacks.contract import bound
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.engines import partition_scores
from standout.engines.partitioned import cut
from standout.engines.tally import Tally, all_own, joined, merged, merged_likelihoods, probabilities
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge
from standout.knowledge.draw import draw as draw_in
from tests import reference
from tests.asking import draw, item_scores, score
from tests.reference import Asked, Entry, Known, World
from tests.worlds import STARS, cases, knowledge, people, released, scale_of, sets

MOMENTS = ("total", "squares", "exponentials")
ADVERSARY = Adversary("test", items=4, wrong=1, absent=1, values=1, days=14, length=0.5)


def arrays(seed: int = 3, count: int = 300, items: int = 40) -> tuple[Int64s, Int64s, Int64s, Int64s]:
    """Popular and rare items, long and short records, values and days."""
    rng = np.random.default_rng(seed)
    pairs = [
        (person, item)
        for person in range(count)
        for item in np.unique((items * rng.random(rng.integers(5, 25)) ** 2).astype(int))
    ]
    who, what = np.array(pairs).T
    return who, what, rng.integers(0, 5, len(who)), rng.integers(0, 60, len(who))


def dataset(shard_people: int = 65_536) -> LocalDataset:
    who, what, values, days = arrays()
    return from_arrays(who, what, values, days, scale=scale_of(STARS), size=(300, 40), shard_people=shard_people)


@pytest.fixture(scope="module")
def drawn() -> Drawn:
    return draw(dataset(), ADVERSARY, np.arange(300), seed=5)


def assert_same(one: Tally, other: Tally, moments: float = 1e-12) -> None:
    for field in fields(Tally):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if field.name in MOMENTS:
            np.testing.assert_allclose(mine, theirs, rtol=moments, err_msg=field.name)
        else:
            np.testing.assert_array_equal(mine, theirs, err_msg=field.name)


def taken(known: Knowledge, rows: Int64s) -> Knowledge:
    """The knowledge of some of the targets, in this order."""
    at = np.concatenate([np.arange(known.starts[row], known.starts[row + 1]) for row in rows])
    return replace(
        known,
        starts=np.concatenate(([0], np.cumsum(known.sizes[rows]))),
        items=known.items[at],
        values=known.values[at],
        days=known.days[at],
        shortest=known.shortest[rows],
        longest=known.longest[rows],
    )


def taken_evidence(tally: Tally, rows: Int64s) -> Tally:
    return Tally(*(getattr(tally, field.name)[rows] for field in fields(Tally)))


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.parametrize("shard_people", [3, 64, 299])
def test_the_cut_into_shards_changes_nothing(name: str, shard_people: int, drawn: Drawn) -> None:
    one, other = (
        score(dataset(size), drawn.knowledge, ATTACKS[name], drawn.truths, top=7, entropy=True)
        for size in (65_536, shard_people)
    )
    assert_same(one, other)


@pytest.mark.parametrize("name", ATTACKS)
def test_the_number_of_threads_changes_nothing(name: str, drawn: Drawn) -> None:
    one, two = (
        score(dataset(64), drawn.knowledge, ATTACKS[name], drawn.truths, entropy=True, threads=threads)
        for threads in (1, 2)
    )
    assert_same(one, two, moments=0)


@pytest.mark.parametrize("name", ATTACKS)
def test_the_order_and_number_of_targets_change_nothing(name: str, drawn: Drawn) -> None:
    """Each target's tally depends on that target alone: alone, in pieces and in any order it is the same."""
    data, attack = dataset(), ATTACKS[name]
    whole = score(data, drawn.knowledge, attack, drawn.truths, entropy=True)
    rows = np.random.default_rng(1).permutation(drawn.knowledge.targets)
    shuffled = score(data, taken(drawn.knowledge, rows), attack, drawn.truths[rows], entropy=True)
    assert_same(shuffled, taken_evidence(whole, rows))
    pieces = [
        score(data, taken(drawn.knowledge, np.arange(*piece)), attack, drawn.truths[slice(*piece)], entropy=True)
        for piece in pairwise((0, 1, 50, drawn.knowledge.targets))
    ]
    assert_same(joined(pieces), whole)


@pytest.mark.parametrize("name", ATTACKS)
def test_people_may_be_numbered_in_any_order(name: str, drawn: Drawn) -> None:
    who, what, values, days = arrays()
    new = np.random.default_rng(2).permutation(300)
    moved = from_arrays(new[who], what, values, days, scale=scale_of(STARS), size=(300, 40), shard_people=77)
    before = score(dataset(), drawn.knowledge, ATTACKS[name], drawn.truths, top=300, entropy=True)
    after = score(moved, drawn.knowledge, ATTACKS[name], new[drawn.truths], top=300, entropy=True)
    old = np.argsort(new)
    for target in range(0, drawn.knowledge.targets, 7):
        mine, theirs = by_person(before, target), by_person(after, target, old)
        assert mine == theirs
    for field in ("candidates", "beat", "tied", "true_scores", "counted", "listed"):
        np.testing.assert_array_equal(getattr(before, field), getattr(after, field))
    for field in MOMENTS:
        np.testing.assert_allclose(getattr(before, field), getattr(after, field), rtol=1e-11)


def by_person(tally: Tally, target: int, names: Int64s | None = None) -> dict[int, float]:
    records = tally.top_records[target]
    kept = records >= 0
    codes = records[kept] if names is None else names[records[kept]]
    return dict(zip(codes.tolist(), tally.top_scores[target][kept].tolist(), strict=True))


@pytest.mark.parametrize("name", ATTACKS)
def test_known_items_may_come_in_any_order(name: str, drawn: Drawn) -> None:
    known = drawn.knowledge
    at = np.concatenate([np.arange(known.starts[t], known.starts[t + 1])[::-1] for t in range(known.targets)])
    turned = replace(known, items=known.items[at], values=known.values[at], days=known.days[at])
    data, attack = dataset(), ATTACKS[name]
    assert_same(
        score(data, known, attack, drawn.truths, entropy=True), score(data, turned, attack, drawn.truths, entropy=True)
    )


def test_of_equal_scores_the_lower_codes_come_first() -> None:
    world = sets(*([0], [1], [0], [0], [1], [0], [0]), items=9)
    for shard_people in (1, 2, 3, 100):
        data = released(world, shard_people)
        tally = score(data, knowledge(world, [Asked([Known(0)])]), ATTACKS["scoring"], people(6), top=6, threads=1)
        assert tally.top_records[0].tolist() == [0, 2, 3, 5, 6, 1]
        assert (tally.beat[0], tally.tied[0]) == (0, 4)


def test_missing_candidates_are_marked() -> None:
    world = sets([0], items=1)
    tally = score(released(world), knowledge(world, [Asked([Known(0)])]), ATTACKS["tf-idf"], people(0), threads=1)
    assert tally.top_records.tolist() == [[0, -1, -1]]
    assert np.isneginf(tally.top_scores[0, 1:]).all()


def test_the_best_of_many_blocks_are_found() -> None:
    """More people than a block of the reading loop, the best ones scattered over it."""
    rng = np.random.default_rng(0)
    places = rng.permutation(2_000)[:10]
    who = np.concatenate([np.full(count, place) for count, place in zip(range(1, 11), places, strict=True)])
    what = np.concatenate([np.arange(count) for count in range(1, 11)])
    data = from_arrays(who, what, size=(2_000, 40), shard_people=700)
    asked = knowledge(sets([0], items=40), [Asked([Known(item) for item in range(10)])])
    tally = score(data, asked, ATTACKS["set-intersection"], people(0), top=10, threads=1)
    assert tally.top_scores[0].tolist() == list(range(10, 0, -1))
    assert tally.top_records[0].tolist() == places[::-1].tolist()


@given(case=cases())
def test_entropy_in_one_pass_and_in_two_agree(case: tuple[World, list[Asked], Int64s, int]) -> None:
    world, asked, truths, _ = case
    one, two = (
        score(released(world, size), knowledge(world, asked), ATTACKS["scoreboard-rh"], truths, entropy=True, threads=1)
        for size in (65_536, 2)
    )
    assert_same(one, two, moments=1e-9)


@given(case=cases())
def test_probabilities_of_all_candidates_add_up(case: tuple[World, list[Asked], Int64s, int]) -> None:
    world, asked, truths, shard_people = case
    data, top = released(world, shard_people), max(3, len(world.records))
    tally = score(data, knowledge(world, asked), ATTACKS["scoreboard-rh"], truths, top=top, entropy=True, threads=1)
    found = probabilities(tally)
    for target, one in enumerate(asked):
        wanted = [value for value in reference.scores("scoreboard-rh", world, one) if value is not None]
        if wanted:
            assert found[target].sum() == pytest.approx(1.0)
            chances = sorted(reference.entropic_probabilities(wanted), reverse=True)
            assert found[target][: len(wanted)] == pytest.approx(chances, abs=1e-4)


@pytest.mark.parametrize("name", ATTACKS)
def test_no_targets_leave_no_evidence(name: str) -> None:
    world = sets([0], [1], items=6)
    none: npt.NDArray[np.int64] = np.empty(0, np.int64)
    tally = score(released(world), knowledge(world, []), ATTACKS[name], none, entropy=True, threads=1)
    assert tally.targets == 0


@given(case=cases(), other=st.integers(-1, 3))
def test_the_truth_changes_nothing_about_the_lineup(case: tuple[World, list[Asked], Int64s, int], other: int) -> None:
    world, asked, truths, shard_people = case
    data, known = released(world, shard_people), knowledge(world, asked)
    lying = np.full_like(truths, min(other, len(world.records) - 1))
    for name in ("scoreboard-rh", "scoring", "set-intersection"):
        mine, theirs = (score(data, known, ATTACKS[name], who, threads=1) for who in (truths, lying))
        np.testing.assert_array_equal(mine.top_records, theirs.top_records)
        np.testing.assert_array_equal(mine.top_scores, theirs.top_scores)


def test_progress_is_told_about_every_target(drawn: Drawn) -> None:
    told: list[float] = []
    score(dataset(64), drawn.knowledge, ATTACKS["scoring"], drawn.truths, progress=told.append)
    assert sum(told) == pytest.approx(drawn.knowledge.targets)


@pytest.mark.parametrize("levels", [1, 2, 3, 4, 7, 8, 254, 255])
@pytest.mark.parametrize("last_day", [0, 1, 2, 3, 62, 63, 126, 32_766])
def test_any_number_of_values_and_days_is_told_apart(levels: int, last_day: int) -> None:
    """At the edges of what a code has room for, the extremes and "none" still are what they are."""
    positions = tuple(float(level) for level in range(levels))
    entries = [Entry(value, day) for value in (0, levels - 1, None) for day in (0, last_day, None)]
    for copies in (1, 30):
        world = World(tuple({0: entry} for entry in entries * copies), 3, positions, has_days=True)
        for known in (Known(0, levels - 1, last_day), Known(0, 0, 0), Known(0, 0, None), Known(0, None, last_day)):
            asked = Asked([known])
            data = released(world)
            top = len(entries) * copies
            tally = score(data, knowledge(world, [asked]), ATTACKS["scoreboard-rh"], people(0), top=top, threads=1)
            found = by_person(tally, 0)
            for person, wanted in enumerate(reference.scores("scoreboard-rh", world, asked)):
                assert found[person] == pytest.approx(wanted, abs=1e-6)


PARTITIONS = ((0, 11), (11, 12), (12, 180), (180, 300))


@pytest.mark.parametrize("name", ATTACKS)
def test_partitions_together_give_the_tally_of_the_whole(name: str, drawn: Drawn) -> None:
    data = dataset()
    partitions, facts = [cut(data, *ends) for ends in PARTITIONS], data.facts
    attack, known, truths = bound(ATTACKS[name], ADVERSARY), drawn.knowledge, drawn.truths.copy()
    truths[::7] = -1
    wanted = score(data, known, attack, truths, top=5, entropy=True)
    own = all_own([partition_scores.own_scores(one, facts, known, attack, truths) for one in partitions])
    found = [partition_scores.score(one, facts, known, attack, truths, top=5, own=own) for one in partitions]
    if attack.probabilities == "posterior":
        together = merged_likelihoods([merged_likelihoods(found[:2]), merged_likelihoods(found[:1:-1])])
    else:
        together = merged([merged(found[:2]), merged(found[:1:-1])])
        best, spreads = together.top_scores[:, 0], together.spread
        sums = [partition_scores.exponentials(one, facts, known, attack, best, spreads) for one in partitions]
        together = replace(together, exponentials=np.add.reduce(sums))
    assert_same(wanted, together, moments=1e-9)
    worth = [partition_scores.item_scores(one, facts, known, attack, truths) for one in partitions]
    np.testing.assert_allclose(np.add.reduce(worth), item_scores(data, known, attack, truths), atol=1e-12)


def test_a_partition_draws_what_the_whole_would(drawn: Drawn) -> None:
    data = dataset()
    drawn_in = [draw_in(cut(data, *ends), data.facts, ADVERSARY, np.arange(*ends), seed=5) for ends in PARTITIONS]
    np.testing.assert_array_equal(np.concatenate([one.people for one in drawn_in]), drawn.people)
    for field in ("items", "values", "days", "shortest", "longest", "sizes"):
        mine = np.concatenate([getattr(one.knowledge, field) for one in drawn_in])
        np.testing.assert_array_equal(mine, getattr(drawn.knowledge, field))
