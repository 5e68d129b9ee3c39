"""Every attack against its paper's formula in pure Python, on small random data."""

from __future__ import annotations

import math

import pytest
from hypothesis import given

from standout.attacks import ATTACKS
from standout.common.arrays import Int64s
from standout.engines.tally import Tally
from standout.risk.outcomes import UNLISTED, outcomes
from tests import reference
from tests.asking import score
from tests.reference import Asked, World
from tests.worlds import cases, knowledge, released

CLOSE = 1e-6

Case = tuple[World, list[Asked], Int64s, int]


def expected(name: str, world: World, asked: Asked) -> list[float | None]:
    """The reference's scores in the product's terms: products as sums of logarithms over 0.05."""
    found = reference.scores(name, world, asked)
    if name not in reference.PRODUCTS:
        return found
    return [None if one is None else math.log(one) - len(asked.known) * math.log(0.05) for one in found]


def size_of(found: list[float | None], asked: Asked) -> float:
    """What rounding is measured against: the largest score that could come out."""
    return max([abs(one) for one in found if one is not None] + [3.0 * len(asked.known)])


def evidence_for(name: str, case: Case) -> Tally:
    world, asked, truths, shard_people = case
    data = released(world, shard_people)
    top = len(world.records) + 1
    return score(data, knowledge(world, asked), ATTACKS[name], truths, top=max(top, 3), entropy=True, threads=1)


@pytest.mark.parametrize("name", ATTACKS)
@given(case=cases())
def test_scores_of_all_records_are_those_of_the_paper(name: str, case: Case) -> None:
    world, asked, truths, _ = case
    tally = evidence_for(name, case)
    for target, one in enumerate(asked):
        wanted = expected(name, world, one)
        found = {
            int(record): float(value)
            for record, value in zip(tally.top_records[target], tally.top_scores[target], strict=True)
            if record >= 0
        }
        assert found.keys() == {person for person, value in enumerate(wanted) if value is not None}
        size = size_of(wanted, one)
        for person, value in found.items():
            assert value == pytest.approx(wanted[person], abs=CLOSE * size)
        truth = int(truths[target])
        if truth >= 0 and wanted[truth] is not None:
            assert tally.true_scores[target] == found[truth]
        assert tally.counted[target] == (truth >= 0 and wanted[truth] is not None)


@pytest.mark.parametrize("name", ATTACKS)
@given(case=cases())
def test_moments_are_those_of_all_candidates(name: str, case: Case) -> None:
    world, asked, _, _ = case
    tally = evidence_for(name, case)
    for target, one in enumerate(asked):
        wanted = [value for value in expected(name, world, one) if value is not None]
        size = size_of(list(wanted), one)
        assert tally.candidates[target] == len(wanted)
        assert tally.total[target] == pytest.approx(math.fsum(wanted), abs=CLOSE * size * 10)
        assert tally.squares[target] == pytest.approx(math.fsum(v * v for v in wanted), abs=CLOSE * size**2 * 20)


@pytest.mark.parametrize("name", ATTACKS)
@given(case=cases())
def test_ranks_take_the_worst_among_ties(name: str, case: Case) -> None:
    world, asked, truths, _ = case
    tally = evidence_for(name, case)
    judged = outcomes(tally, ATTACKS[name], truths, len(world.records))
    for target, one in enumerate(asked):
        truth, wanted = int(truths[target]), expected(name, world, one)
        own = wanted[truth] if truth >= 0 else None
        plain = reference.scores(name, world, one)[truth] if truth >= 0 else None
        if own is None or plain is None or not reference.is_listed(name, one, plain):
            assert judged.ranks[target] == UNLISTED
            continue
        near = CLOSE * size_of(wanted, one)
        if name in reference.LISTING:
            listed = [v for v in wanted if v is not None and reference.is_listed(name, one, v)]
            assert judged.ranks[target] == len(listed)
            continue
        surely = 1 + sum(v is not None and v > own + near for v in wanted)
        perhaps = sum(v is not None and v >= own - near for v in wanted)
        assert surely <= judged.ranks[target] <= perhaps
        if all(v is None or v == own or abs(v - own) > near for v in wanted):
            assert judged.ranks[target] == reference.rank(wanted, truth)


@given(case=cases())
def test_entropic_bits_are_minus_log2_of_the_probability(case: Case) -> None:
    world, asked, truths, _ = case
    tally = evidence_for("scoreboard-rh", case)
    judged = outcomes(tally, ATTACKS["scoreboard-rh"], truths, len(world.records))
    for target, one in enumerate(asked):
        wanted = expected("scoreboard-rh", world, one)
        truth = int(truths[target])
        candidates = [value for value in wanted if value is not None]
        if truth < 0 or wanted[truth] is None:
            assert judged.bits[target] == pytest.approx(math.log2(len(world.records)))
            continue
        place = sum(value is not None for value in wanted[:truth])
        chance = reference.entropic_probabilities(candidates)[place]
        assert judged.bits[target] == pytest.approx(-math.log2(chance), abs=1e-4)


@pytest.mark.parametrize("name", sorted(reference.LISTING))
@given(case=cases())
def test_lists_have_everyone_who_fits_and_bits_count_them(name: str, case: Case) -> None:
    world, asked, truths, _ = case
    judged = outcomes(evidence_for(name, case), ATTACKS[name], truths, len(world.records))
    for target, one in enumerate(asked):
        wanted = reference.scores(name, world, one)
        listed = {p for p, value in enumerate(wanted) if value is not None and reference.is_listed(name, one, value)}
        assert judged.set_sizes[target] == len(listed)
        assert bool(judged.listed[target]) == (int(truths[target]) in listed)
        bits = math.log2(len(listed)) if truths[target] in listed else math.log2(len(world.records))
        assert judged.bits[target] == pytest.approx(bits)
        assert judged.guesses[target] in (listed or {-1})
