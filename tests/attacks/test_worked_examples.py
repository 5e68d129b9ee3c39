"""The papers' own examples, and examples small enough to do by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from standout.attacks import ATTACKS, attacks
from standout.attacks.contract import Attack
from standout.attacks.scoreboard import Scoreboard, ScoreboardRH
from standout.attacks.scoring import Scoring, product
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.errors import BadInput
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, moved
from standout.risk.outcomes import UNLISTED, outcomes
from tests.asking import score
from tests.reference import Asked, Entry, Known, World
from tests.worlds import HALF_STARS, STARS, knowledge, people, released, scale_of, sets


def scores(
    world: World, known: list[Known], attack: Attack, value_error: float = 0.0, day_error: float = 0.0
) -> list[float]:
    """Everyone's score, by person; minus infinity for those who are no candidates."""
    data = released(world)
    asked = knowledge(world, [Asked(known, value_error, day_error)])
    tally = score(data, asked, attack, people(0), top=max(data.people, 3), threads=1)
    found = dict(zip(tally.top_records[0].tolist(), tally.top_scores[0].tolist(), strict=True))
    return [found.get(person, -math.inf) for person in range(data.people)]


def test_frankowski_4_3_the_record_with_two_popular_items_beats_the_one_with_a_rare_item() -> None:
    """10,000 people; A, B, C have 20, 500 and 1,000 holders; u1 has A, u2 has B and C."""
    u1, u2 = 0, 1
    holders = {0: [u1, *range(100, 119)], 1: [u2, *range(200, 699)], 2: [u2, *range(2000, 2999)]}
    pairs = [(person, item) for item, who in holders.items() for person in who]
    data = from_arrays([p for p, _ in pairs], [i for _, i in pairs], size=(10_000, 9))
    assert data.holders[:3].tolist() == [20, 500, 1000]
    asked = knowledge(sets([0], items=9), [Asked([Known(0), Known(1), Known(2)])] * 2)
    tally = score(data, asked, Scoring(), people(u1, u2), threads=1)
    found = np.asarray(product(tally.true_scores, 3))
    assert found[0] == pytest.approx(0.9981 * 0.05 * 0.05, rel=1e-6)
    assert found[1] == pytest.approx(0.05 * 0.9501 * 0.9001, rel=1e-6)
    assert [round(float(one), 4) for one in found] == [0.0025, 0.0428]
    assert tally.beat[1] < tally.beat[0]


def rated(
    *records: dict[int, tuple[int | None, int | None]], items: int, positions: tuple[float, ...] = STARS
) -> World:
    made = tuple({item: Entry(*entry) for item, entry in record.items()} for record in records)
    return World(made, items, positions, has_days=True)


def test_scoreboard_rh_by_hand() -> None:
    """Item 0 has 4 holders, item 1 has 2; knowledge: item 0 rated 4 on day 10, item 1 rated 1 on day 100."""
    world = rated(
        {0: (3, 10), 1: (0, 100)},
        {0: (4, 40), 1: (0, 100)},
        {0: (3, 10)},
        {0: (None, None)},
        {},
        items=3,
    )
    known = [Known(0, 3, 10), Known(1, 0, 100)]
    w0, w1 = 1 / math.log(4), 1 / math.log(2)
    wanted = [2 * w0 + 2 * w1, w0 * (math.exp(-1 / 1.5) + math.exp(-1)) + 2 * w1, 2 * w0, 0.0, 0.0]
    assert scores(world, known, ScoreboardRH()) == pytest.approx(wanted, abs=1e-6)


def test_an_item_with_one_holder_weighs_as_one_with_two() -> None:
    world = rated({0: (0, 0), 1: (0, 0)}, {1: (0, 0)}, items=2)
    one, two = (scores(world, [Known(item, 0, 0)], ScoreboardRH())[0] for item in (0, 1))
    assert one == two == pytest.approx(2 / math.log(2), abs=1e-6)


@pytest.mark.parametrize(
    ("known", "terms"),
    [(Known(0, 2, 5), 2.0), (Known(0, 2, None), 1.0), (Known(0, None, 5), 1.0), (Known(0), 1.0)],
)
def test_a_term_that_is_not_known_drops_out_and_a_bare_match_counts_one(known: Known, terms: float) -> None:
    world = rated({0: (2, 5)}, {0: (2, 5)}, {0: (2, 5)}, items=1)
    assert scores(world, [known], ScoreboardRH()) == pytest.approx([terms / math.log(3)] * 3, abs=1e-6)


def test_a_candidate_without_value_or_day_gains_nothing_for_it() -> None:
    world = rated({0: (2, 5)}, {0: (None, 5)}, {0: (2, None)}, {0: (None, None)}, items=1)
    weight = 1 / math.log(4)
    assert scores(world, [Known(0, 2, 5)], ScoreboardRH()) == pytest.approx([2 * weight, weight, weight, 0], abs=1e-6)


@pytest.mark.parametrize("factor", [1.0, 2.0, 25.0])
def test_value_reach_grows_with_the_scale(factor: float) -> None:
    """Ratings of 1–5 and of 1–5 times anything are worth the same."""
    positions = tuple(factor * star for star in STARS)
    world = World(({0: Entry(0)}, {0: Entry(1)}, {0: Entry(4)}), 1, positions)
    weight = 1 / math.log(3)
    wanted = [weight * math.exp(-gap / 1.5) for gap in (0, 1, 4)]
    assert scores(world, [Known(0, 0)], ScoreboardRH()) == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("kind", ["letters", "counts"])
def test_letters_and_counts_stand_one_step_apart(kind: str) -> None:
    scale = Scale("letters" if kind == "letters" else "counts", ("a", "b", "c"), (0.0, 1.0, 2.0))
    data = from_arrays([0, 1, 2], [0, 0, 0], [0, 1, 2], scale=scale)
    asked = Knowledge(
        np.array([0, 1]), np.array([0], np.int32), np.array([0], np.uint8), np.array([UNKNOWN_DAY], np.int32),
        np.array([0]), np.array([99]), scale,
    )  # fmt: skip
    tally = score(data, asked, ScoreboardRH(), people(0), threads=1)
    wanted = [math.exp(-gap * 4 / 2 / 1.5) / math.log(3) for gap in (0, 1, 2)]
    assert tally.top_scores[0] == pytest.approx(wanted, abs=1e-6)


def test_values_known_on_another_scale_are_compared_by_position() -> None:
    world = World(({0: Entry(3)}, {0: Entry(4)}), 1, STARS)
    asked = knowledge(World((), 1, HALF_STARS), [Asked([Known(0, 7)])])
    assert asked.scale == scale_of(HALF_STARS)
    tally = score(released(world), asked, ScoreboardRH(), people(0), threads=1)
    assert tally.top_scores[0, :2] == pytest.approx([1 / math.log(2), math.exp(-1 / 1.5) / math.log(2)], abs=1e-6)


def test_an_unknown_item_keeps_counting_as_known() -> None:
    world = sets([0, 1], [0], [1], items=9)
    known = [Known(-1), Known(0), Known(1)]
    assert scores(world, known, ATTACKS["set-intersection"]) == [2.0, 1.0, 1.0]
    data, asked = released(world), knowledge(world, [Asked(known)])
    for name in ("set-intersection", "scoreboard"):
        judged = outcomes(score(data, asked, ATTACKS[name], people(0), threads=1), ATTACKS[name], people(0), 3)
        assert judged.guesses.tolist() == [-1]
        assert judged.ranks.tolist() == [UNLISTED]
    found = scores(world, known, Scoring())
    assert product(np.array(found), 3) == pytest.approx([0.05 * (2 / 3) ** 2] + [0.05**2 * 2 / 3] * 2, rel=1e-6)


@pytest.mark.parametrize(("name", "wanted"), [("exact-rating", [1, 0, 0, 0]), ("fuzzy-rating", [1, 1, 0, 0])])
def test_ratings_that_differ_too_much_count_as_lacking(name: str, wanted: list[int]) -> None:
    world = World(({0: Entry(2)}, {0: Entry(3)}, {0: Entry(4)}, {0: Entry(None)}), 9, STARS)
    found = scores(world, [Known(0, 2)], ATTACKS[name])
    match = math.log((1 - 3 / 4) / 0.05)
    assert found == pytest.approx([match * one for one in wanted], abs=1e-6)


def test_heavy_records_are_no_candidates_unless_asked_for() -> None:
    world = sets([0, 1, 2], [0, 1, 2, 3], [3], items=9)
    assert [math.isfinite(one) for one in scores(world, [Known(0)], Scoring())] == [True, False, True]
    assert all(math.isfinite(one) for one in scores(world, [Known(0)], ATTACKS["scoring-heavy"]))


def test_threshold_scoreboard_asks_for_every_item_within_the_error() -> None:
    world = rated({0: (2, 10), 1: (1, 20)}, {0: (3, 12), 1: (1, 20)}, {0: (4, 10), 1: (1, 20)}, {0: (2, 10)}, items=2)
    known = [Known(0, 2, 10), Known(1, 1, 20)]
    assert scores(world, known, Scoreboard()) == [1.0, 0.0, 0.0, 0.0]
    assert scores(world, known, Scoreboard(), value_error=1.0, day_error=3.0) == [1.0, 1.0, 0.0, 0.0]


def test_graded_scoreboard_takes_the_least_similarity() -> None:
    world = rated({0: (2, 10), 1: (1, 20)}, {0: (3, 10), 1: (1, 23)}, items=2)
    found = scores(world, [Known(0, 2, 10), Known(1, 1, 20)], ATTACKS["scoreboard-graded"])
    assert found == pytest.approx([1.0, math.exp(-1 / 1.5)], abs=1e-6)


@pytest.mark.parametrize("name", ATTACKS)
def test_equally_popular_items_are_worth_exactly_the_same(name: str) -> None:
    """Six items with two holders each, every pair of items in some record: all records of two tie exactly."""
    pairs = [(a, b) for a in range(6) for b in range(a)]
    world = sets(*pairs, items=20)
    known = [Known(item) for item in range(6)]
    data = released(world, shard_people=4)
    asked = knowledge(world, [Asked(known)] * len(pairs))
    tally = score(data, asked, ATTACKS[name], np.arange(len(pairs)), threads=1)
    judged = outcomes(tally, ATTACKS[name], np.arange(len(pairs)), len(pairs))
    if name in ("set-intersection", "scoreboard", "scoreboard-graded"):
        assert set(judged.ranks.tolist()) == {UNLISTED}
    else:
        assert set(judged.ranks.tolist()) == {len(pairs)}
    assert set(judged.standing_out.tolist()) == {0.0}


def test_scoreboard_rh_ties_do_not_depend_on_which_item_is_off_and_how() -> None:
    """Two items with equal audiences: (value off, day right) + (value right, day off) is worth as much as
    (both right) + (both off), whatever the gaps."""
    unequal = []
    for day_gap in range(1, 40):
        world = rated(
            {0: (2, 0), 1: (3, day_gap)},
            {0: (3, 0), 1: (2, day_gap)},
            items=6,
        )
        tally = score(
            released(world),
            knowledge(world, [Asked([Known(0, 2, 0), Known(1, 2, 0)])]),
            ScoreboardRH(),
            people(0),
            threads=1,
        )
        if tally.tied[0] != 1:
            unequal.append(day_gap)
    assert not unequal


def test_knowledge_moved_to_other_data_keeps_its_unknown_items() -> None:
    world = sets([0, 1], items=2)
    asked = knowledge(world, [Asked([Known(-1), Known(0)])])
    assert moved(asked, np.array([1, 0]), 0).items.tolist() == [-1, 1]


def test_attacks_are_found_by_name_once() -> None:
    assert [one.name for one in attacks(["scoring", "flat", "scoring"])] == ["scoring", "flat"]
    with pytest.raises(BadInput, match="no attack 'guess'; there are set-intersection, "):
        attacks(["guess"])


def test_tf_idf_is_the_cosine() -> None:
    world = sets([0, 1], [0], [1, 2, 3], [3], items=4)
    w = [math.log2(4 / 2), math.log2(4 / 2), math.log2(4), math.log2(4 / 2)]
    asked = math.hypot(w[0], w[2])
    wanted = [
        w[0] ** 2 / asked / math.hypot(w[0], w[1]),
        w[0] ** 2 / asked / w[0],
        w[2] ** 2 / asked / math.hypot(w[1], w[2], w[3]),
        0.0,
    ]
    assert scores(world, [Known(0), Known(2)], ATTACKS["tf-idf"]) == pytest.approx(wanted, abs=1e-6)
