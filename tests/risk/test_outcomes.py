"""From tallies to ranks, verdicts, bits and failures: against the references and on cases made by hand."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, note

from standout.attacks import ATTACKS
from standout.attacks.scoreboard import ScoreboardRH
from standout.common.arrays import Int64s
from standout.knowledge.adversary import Adversary
from standout.results.base import Part
from standout.results.finding import AnonymitySet
from standout.risk.finding import (
    PHIS,
    Judged,
    anonymity_set,
    by_known,
    failures,
    finding,
)
from standout.risk.identified import identified
from standout.risk.outcomes import UNLISTED, Outcomes, outcomes
from standout.risk.similarity import Sense
from standout.risk.verdicts import at_eccentricity, at_promise, declared, declared_when_absent, equal_error
from tests import reference
from tests.asking import score
from tests.reference import Asked, Entry, Known, World
from tests.worlds import STARS, cases, knowledge, people, released, sets

Case = tuple[World, list[Asked], Int64s, int]

ITEMS = [Sense("items", 0)]


def rates(part: Part) -> dict[str, float]:
    return {name: one["rate"] for name, one in part.to_dict().items() if isinstance(one, dict)}


def each_attack() -> Iterator[str]:
    """The attacks, one after another on the same case: drawing a case takes longer than attacking it."""
    for name in ATTACKS:
        note(f"attacked with {name}")
        yield name


def judge(name: str, world: World, asked: list[Asked], truths: Int64s, shard_people: int = 65_536) -> Outcomes:
    attack = ATTACKS[name]
    data, known = released(world, shard_people), knowledge(world, asked)
    return outcomes(score(data, known, attack, truths, entropy=True, threads=1), attack, truths, data.people)


def scale_of_scores(asked: Asked) -> float:
    return 3.0 * len(asked.known)


def closely(scores: list[float]) -> bool:
    """Whether scores are so near each other (but not the same) that rounding decides."""
    best = sorted(scores, reverse=True)[:2]
    return len(best) == 2 and 0 < best[0] - best[1] < 1e-5 * max(1.0, abs(best[0]))


def listed_scores(name: str, world: World, asked: Asked, counts: reference.Counts) -> list[float]:
    """Scores of all candidates whom the attack lists; products as logarithms, so that ties show."""
    found = [one for one in reference.scores(name, world, asked, counts) if one is not None]
    kept = [one for one in found if reference.is_listed(name, asked, one)]
    return [math.log(one) for one in kept] if name in reference.PRODUCTS else kept


def stands_out(name: str, world: World, asked: Asked, counts: reference.Counts) -> float | None:
    """By how much the best stands out, or none where rounding decides."""
    found = listed_scores(name, world, asked, counts)
    if name in reference.LISTING:
        return float(len(found) == 1)
    if name in ("likelihood", "taste"):
        return posterior_stands_out(found)
    near = [one for one in found if abs(one - max(found)) < 1e-12 * max(1, abs(one))]
    if len(near) > 1:
        return 0.0
    if closely(found):
        return None
    return reference.eccentricity(found) if name == "scoreboard-rh" else float(bool(found))


def posterior_stands_out(found: list[float]) -> float | None:
    """−log(1 − probability) of the best record, absence being as likely beforehand as being there."""
    if not found:
        return 0.0
    best, *others = sorted(found, reverse=True)
    if others and abs(best - others[0]) < 1e-5:
        return 0.0 if best - others[0] < 1e-12 else None
    rest = sum(math.exp(other - best) for other in others) + len(found) * math.exp(-best)
    return math.log(1 + 1 / rest)


@given(case=cases())
def test_the_best_stands_out_as_the_papers_say(case: Case) -> None:
    world, asked, truths, shard_people = case
    for name in each_attack():
        judged = judge(name, world, asked, truths, shard_people)
        for target, one in enumerate(asked):
            wanted = stands_out(name, world, one, reference.counts_of(world))
            if wanted is not None:
                assert judged.standing_out[target] == pytest.approx(wanted, rel=1e-4, abs=1e-5)


@given(case=cases())
def test_taking_the_record_out_is_as_good_as_removing_and_scoring_again(case: Case) -> None:
    world, asked, truths, shard_people = case
    for name in each_attack():
        judged = judge(name, world, asked, truths, shard_people)
        for target, one in enumerate(asked):
            truth = int(truths[target])
            rest = world if truth < 0 else reference.without(world, truth)
            wanted = stands_out(name, rest, one, reference.counts_of(world))
            if name in ("likelihood", "taste"):  # whose population is that of the whole world
                left = [v for p, v in enumerate(reference.scores(name, world, one)) if v is not None and p != truth]
                wanted = posterior_stands_out(left)
            if wanted is not None:
                assert judged.standing_out_absent[target] == pytest.approx(wanted, rel=1e-4, abs=1e-5)


@given(case=cases())
def test_guesses_are_a_best_listed_record(case: Case) -> None:
    world, asked, truths, shard_people = case
    for name in each_attack():
        judged = judge(name, world, asked, truths, shard_people)
        for target, one in enumerate(asked):
            scores = reference.scores(name, world, one)
            kept = {p: v for p, v in enumerate(scores) if v is not None and reference.is_listed(name, one, v)}
            guess = int(judged.guesses[target])
            if not kept:
                assert guess == -1
            else:
                best = max(kept.values())
                assert kept[guess] == pytest.approx(best, rel=1e-5, abs=1e-6 * scale_of_scores(one))
            assert bool(judged.right[target]) == (guess >= 0 and guess == truths[target])


def made(**fields: Any) -> Outcomes:
    """Outcomes by hand; what is not given does not matter."""
    size = len(next(iter(fields.values())))
    usual: dict[str, Any] = {
        "ranks": [1] * size, "guesses": [0] * size, "right": [True] * size, "standing_out": [2.0] * size,
        "standing_out_absent": [0.0] * size, "bits": [0.0] * size, "set_sizes": [1] * size, "listed": [True] * size,
    }  # fmt: skip
    rows = {name: np.array(value) for name, value in (usual | fields).items()}
    sure = {"confidence": rows["standing_out"], "confidence_absent": rows["standing_out_absent"]}
    return Outcomes(**(sure | rows), threshold=1.5)


def judged(
    outcome: Outcomes, attack: str = "scoreboard-rh", known: list[int] | None = None, people: int = 100
) -> Judged:
    size = len(outcome.ranks)
    return Judged(
        Adversary("t", items=2), ATTACKS[attack], outcome, np.array(known or [2] * size), np.zeros((size, 3)), people,
        candidates=people,
    )  # fmt: skip


def test_identified_counts_ranks_up_to_k() -> None:
    found = identified(made(ranks=[1, 1, 5, 6, 11, 100, 101, UNLISTED]))
    assert {k: one.rate for k, one in found.items()} == {"1": 2 / 8, "5": 3 / 8, "10": 4 / 8, "100": 6 / 8}


def by_all_lots(beat: int, tied: int, k: int) -> float:
    """The share of all orders of those who tie in which the first of them is among the k best."""
    orders = list(itertools.permutations(range(tied + 1)))
    return sum(beat + order.index(0) < k for order in orders) / len(orders)


def test_ties_by_lot_are_the_share_of_all_orders() -> None:
    cases = [(beat, tied) for beat in range(7) for tied in range(5)]
    outcome = made(ranks=[1 + beat + tied for beat, tied in cases], set_sizes=[tied + 1 for _, tied in cases])
    for k in (1, 5, 10):
        wanted = [by_all_lots(beat, tied, k) for beat, tied in cases]
        assert outcome.within_by_lot(k).tolist() == pytest.approx(wanted)
    absent = made(ranks=[UNLISTED, UNLISTED], set_sizes=[0, 3], listed=[False, False])
    assert absent.within_by_lot(100).tolist() == [0, 0]


@given(case=cases())
def test_ties_by_lot_agree_with_scores_that_are_counted_one_by_one(case: Case) -> None:
    world, asked, truths, shard_people = case
    for name in each_attack():
        judged = judge(name, world, asked, truths, shard_people)
        for target, one in enumerate(asked):
            scores, truth = reference.scores(name, world, one), int(truths[target])
            own = scores[truth] if truth >= 0 else None
            if own is None or not reference.is_listed(name, one, own):
                assert judged.within_by_lot(100)[target] == 0
                continue
            listed = [each for each in scores if each is not None and reference.is_listed(name, one, each)]
            apart = [abs(each - own) / max(1.0, abs(own)) for each in listed]
            if any(1e-12 < distance < 1e-5 for distance in apart):
                continue  # rounding decides
            evenly = name in reference.LISTING
            tied = len(listed) - 1 if evenly else sum(distance <= 1e-12 for distance in apart) - 1
            beat = (
                0
                if evenly
                else sum(each > own for each, distance in zip(listed, apart, strict=True) if distance > 1e-12)
            )
            for k in (1, 5):
                wanted = sum(beat + place <= k for place in range(1, tied + 2)) / (tied + 1)
                assert judged.within_by_lot(k)[target] == pytest.approx(wanted)


def test_rates_are_over_everybody_looked_for() -> None:
    """Two of four targets come first, one is named rightly; of six more people nothing could be known."""
    four = made(
        ranks=[1, 1, 2, UNLISTED], set_sizes=[1, 1, 2, 0], listed=[True, True, True, False], guesses=[0, 1, 2, -1],
        right=[True, True, False, False], standing_out=[2.0, 1.0, 0.0, 0.0], standing_out_absent=[2.0, 0.0, 0.0, 0.0],
    )  # fmt: skip
    some = replace(judged(four), left_out=6, lengths=np.full(4, 9), lengths_left_out=np.full(6, 1), crowd=1)
    found = finding(replace(some, similarity=np.array([[1.0] * 3, [1.0] * 3, [0.9] * 3, [0.0] * 3])), ITEMS)
    assert (found.targets, found.looked_for, found.not_known, found.of) == (4, 10, 6, 10)
    assert {k: share.rate for k, share in found.identified.items()} == {"1": 0.2, "5": 0.3, "10": 0.3, "100": 0.3}
    assert {k: share.rate for k, share in found.identified_by_lot.items()} == {
        "1": 0.25,
        "5": 0.3,
        "10": 0.3,
        "100": 0.3,
    }
    assert rates(found.declared) == {"correct": 0.1, "wrong": 0, "silent": 0.9}
    assert rates(found.declared_when_absent) == {"accused": 0.1, "silent": 0.9}
    assert [row.rate for row in found.close_guess["items"]] == [0.3, 0.3, 0.3, 0.3, 0.3, 0.2]
    assert found.by_length is not None
    assert sum(row.targets for row in found.by_length) == 10
    assert [row.targets for row in found.by_known] == [4]
    assert found.identified_by_interactions is not None
    assert found.identified_by_interactions.rate == pytest.approx(18 / 42)
    assert any("of 6 of the 10 people looked for nothing could be known" in note for note in found.notes)


def test_who_could_not_be_known_is_a_failure_of_its_own() -> None:
    some = replace(judged(made(ranks=[1, 3], set_sizes=[1, 3]), "set-intersection"), left_out=2)
    found = finding(some, ITEMS).failures
    assert found is not None
    assert rates(found) == {"not_narrow": 0.25, "no_one_possible": 0, "misdirected": 0, "not_known": 0.5}


def test_the_threshold_of_a_promise_does_not_depend_on_who_could_not_be_known() -> None:
    rng = np.random.default_rng(4)
    outcome = made(standing_out=rng.exponential(2, 60), standing_out_absent=rng.exponential(1, 60))
    few, more = at_promise(outcome, 0.1, False), at_promise(outcome, 0.1, False, unknown=60)
    assert rates(more)["correct"] == pytest.approx(rates(few)["correct"] / 2)
    assert rates(few)["correct"] > 0


def test_if_nothing_could_be_known_of_anybody_there_is_no_rate() -> None:
    one = made(ranks=[1])
    nobody = replace(
        one, **{each.name: getattr(one, each.name)[:0] for each in fields(one) if each.name != "threshold"}
    )
    found = finding(replace(judged(nobody), left_out=5), ITEMS)
    assert (found.targets, found.looked_for, found.identified, found.identified_by_lot) == (0, 5, {}, {})
    assert found.declared.silent is None


def test_identification_by_how_much_is_known_uses_the_papers_bins() -> None:
    known = [1, 2, 3, 4, 8, 15, 16, 63, 64, 900]
    few = judged(made(ranks=[1] * 9 + [UNLISTED]), known=known)
    rows = by_known(replace(few, crowd=1))
    assert [(row.known, row.targets) for row in rows] == [
        ("1", 1), ("2–3", 2), ("4–7", 1), ("8–15", 2), ("16–31", 1), ("32–63", 1), ("64+", 2),
    ]  # fmt: skip
    assert rows[1].mean_known == 2.5
    assert rows[-1].identified["1"].rate == 0.5
    joined = by_known(replace(few, crowd=3))
    assert [(row.known, row.targets) for row in joined] == [("1–7", 4), ("8–31", 3), ("32+", 3)]
    assert [(row.known, row.targets) for row in by_known(few)] == [("1+", 10)]


def test_declared_tells_right_wrong_and_silent_apart() -> None:
    outcome = made(
        guesses=[0, 1, 2, -1, 3],
        right=[True, False, True, False, True],
        standing_out=[2.0, 1.5, 1.4, 9.0, math.inf],
        standing_out_absent=[0.0, 1.5, 3.0, 1.0, math.inf],
    )
    assert rates(declared(outcome)) == {"correct": 2 / 5, "wrong": 1 / 5, "silent": 2 / 5}
    assert rates(declared_when_absent(outcome)) == {"accused": 3 / 5, "silent": 2 / 5}


def test_the_eccentricity_curve_is_the_verdict_at_each_phi() -> None:
    rng = np.random.default_rng(1)
    right = rng.random(200) < 0.6
    outcome = made(
        right=right, guesses=np.where(rng.random(200) < 0.9, 0, -1),
        standing_out=rng.exponential(2, 200), standing_out_absent=rng.exponential(1, 200),
    )  # fmt: skip
    found = finding(judged(outcome), ITEMS)
    assert found.eccentricity == 1.5
    assert found.eccentricity_curve is not None
    assert [row.phi for row in found.eccentricity_curve] == list(PHIS)
    for row in found.eccentricity_curve:
        there = replace(outcome, threshold=row.phi)
        assert row == at_eccentricity(outcome, row.phi)
        assert (row.correct, row.wrong) == (declared(there).correct, declared(there).wrong)
        assert row.accused_when_absent == declared_when_absent(there).accused


def test_equal_error_balances_missing_and_accusing() -> None:
    """Present: 1 … 10, all right; absent: 0.5 … 5. At φ = 3.75 or 4 both err as often."""
    outcome = made(standing_out=np.arange(1.0, 11), standing_out_absent=np.arange(1.0, 11) / 2)
    found = equal_error(outcome)
    assert found is not None
    missed = np.mean(np.arange(1, 11) < found.phi)
    accused = np.mean(np.arange(1, 11) / 2 >= found.phi)
    assert (found.missed, found.accused) == pytest.approx((missed, accused))
    assert found.missed == pytest.approx(found.accused)
    assert found.missed == pytest.approx(0.3)


def test_equal_error_never_counts_ties_as_accusations() -> None:
    """A best record that ties with the second is never named, so nobody is accused or found by it."""
    outcome = made(right=[True] * 4, standing_out=[0.0] * 4, standing_out_absent=[0.0] * 4)
    assert equal_error(outcome) is None


def test_without_targets_nothing_is_claimed() -> None:
    one = made(ranks=[1])
    empty = replace(
        one, **{field.name: getattr(one, field.name)[:0] for field in fields(one) if field.name != "threshold"}
    )
    found = finding(judged(empty), ITEMS)
    assert found.targets == 0
    assert found.identified == {}
    assert found.entropy_bits is None
    assert any("no targets" in note for note in found.notes)


def test_failures_of_a_listing_attack_by_hand() -> None:
    """Person 0 known by item 0 (three have it); by item 4 (nobody); by item 3 (only person 2); by items 0 and 1."""
    world = sets([0, 1, 9], [0], [0, 3], items=10)
    asked = [Asked([Known(0)]), Asked([Known(4)]), Asked([Known(3)]), Asked([Known(0), Known(1)])]
    outcome = judge("set-intersection", world, asked, people(0, 0, 0, 0))
    assert outcome.ranks.tolist() == [3, UNLISTED, UNLISTED, 1]
    assert outcome.set_sizes.tolist() == [3, 0, 1, 1]
    assert rates(failures(outcome)) == {
        "not_narrow": 0.25, "no_one_possible": 0.25, "misdirected": 0.25,
    }  # fmt: skip
    assert anonymity_set(outcome, crowd=2) == AnonymitySet(mean=2.0, median=2.0, listed=2)
    assert anonymity_set(outcome).to_dict() == {}, "two people are no crowd"
    assert outcome.bits.tolist() == pytest.approx([math.log2(3), math.log2(3), math.log2(3), 0.0])
    assert outcome.standing_out.tolist() == [0.0, 0.0, 1.0, 1.0]
    assert outcome.standing_out_absent.tolist() == [0.0, 0.0, 1.0, 0.0]


def test_a_target_who_is_not_released_is_never_right() -> None:
    world = sets([0, 1], [0], items=9)
    for name in ATTACKS:
        outcome = judge(name, world, [Asked([Known(0), Known(1)])], people(-1))
        assert not outcome.right.any()
        assert not outcome.listed.any()
        assert outcome.ranks.tolist() == [UNLISTED]
        np.testing.assert_array_equal(outcome.standing_out, outcome.standing_out_absent)


def test_a_record_alone_is_found_by_everyone_but_those_who_leave_out_heavy_records() -> None:
    world = World(({0: Entry(1, 3)},), 1, STARS, has_days=True)
    for name in ATTACKS:
        outcome = judge(name, world, [Asked([Known(0, 1, 3)])], people(0))
        heavy = name in reference.PRODUCTS - {"scoring-heavy"}
        assert outcome.ranks.tolist() == [UNLISTED if heavy else 1]
        assert outcome.standing_out_absent.tolist() == [0.0]
        assert not np.isnan(outcome.standing_out).any()


def test_the_verdict_is_the_attacks_own() -> None:
    world = sets([0, 1], [0], [2], [2], [2], items=9)
    asked, truths = knowledge(world, [Asked([Known(0), Known(1)])]), people(0)
    for phi, named in ((0.5, True), (50.0, False)):
        attack = ScoreboardRH(eccentricity=phi)
        outcome = outcomes(score(released(world), asked, attack, truths, threads=1), attack, truths, 5)
        assert outcome.threshold == phi
        assert rates(declared(outcome))["correct"] == named


def test_close_guesses_count_similarity_from_theta_on() -> None:
    one = judged(made(ranks=[1, 1, 2, 3]))
    one = replace(one, similarity=np.array([[1.0, 1, 1], [0.5, 0, 0], [0.25, 0, 0], [0, 0, 0]]))
    rows = {row.similarity: row.rate for row in finding(one, ITEMS).close_guess["items"]}
    assert rows == {0.1: 0.75, 0.25: 0.75, 0.5: 0.5, 0.75: 0.25, 0.9: 0.25, 1.0: 0.25}


def test_a_finding_says_what_guessing_would_get_and_why_figures_are_missing() -> None:
    found = finding(replace(judged(made(ranks=[1, 2]), "scoring", people=50), left_out=3, unknown_items=2), ITEMS)
    assert found.blind_guess == {"1": 0.02, "5": 0.1, "10": 0.2, "100": 1.0}
    assert found.entropy_bits is None
    assert found.eccentricity_curve is None
    assert len(found.notes) == 3
    entropic = finding(judged(made(bits=[1.0, 3.0])), ITEMS).entropy_bits
    assert entropic is not None
    assert (entropic.before, entropic.after) == (math.log2(100), 2.0)
