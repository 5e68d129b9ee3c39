"""One to one: the assignment against trying all, and what is left of a lineup against scoring again."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from standout.attacks.likelihood import Likelihood
from standout.common.arrays import Floats, Int64s
from standout.engines.tally import Tally
from standout.risk.one_to_one import after, assignment
from standout.risk.outcomes import outcomes


def tally_of(scores: Floats, truths: Int64s, gone: set[tuple[int, int]] | None = None) -> Tally:
    """What scoring leaves behind, from everybody's score for everybody; pairs that are gone are no candidates."""
    people, count = scores.shape
    kept = scores.copy()
    for person, record in gone or ():
        kept[person, record] = -np.inf
    order = np.argsort(-kept, axis=1, kind="stable")
    top = np.take_along_axis(kept, order, axis=1)
    records = np.where(np.isneginf(top), -1, order)
    there = np.array([truth >= 0 and (person, truth) not in (gone or ()) for person, truth in enumerate(truths)])
    own = np.where(truths >= 0, scores[np.arange(people), np.maximum(truths, 0)], 0.0)
    others = np.where(np.arange(count) == truths[:, None], -np.inf, kept)
    with np.errstate(invalid="ignore"):
        rest = np.exp(np.where(np.isneginf(top[:, 1:]), -np.inf, top[:, 1:] - top[:, 1:2])).sum(axis=1)
    return Tally(
        top, records, (~np.isneginf(kept)).sum(axis=1), np.zeros(people), np.zeros(people),
        (others > own[:, None]).sum(axis=1), (others == own[:, None]).sum(axis=1), own, there, there,
        np.full(people, -np.inf), np.where(np.isneginf(top[:, 1]), 0.0, rest),
    )  # fmt: skip


def value_of(given: Int64s, scores: Floats, absence: float) -> float:
    return float(sum(scores[person, record] - absence for person, record in enumerate(given.tolist()) if record >= 0))


@pytest.mark.parametrize("seed", range(12))
def test_no_other_assignment_is_worth_more(seed: int) -> None:
    rng = np.random.default_rng(seed)
    people, count = int(rng.integers(1, 5)), int(rng.integers(2, 5))
    scores = np.round(rng.normal(1, 3, (people, count)))
    given = assignment(tally_of(scores, np.full(people, -1)), 0.5)
    taken = given[given >= 0]
    assert len(np.unique(taken)) == len(taken), "no record has two owners"
    absence = float(np.log(count))
    best = max(
        value_of(np.array(one), scores, absence)
        for one in product(range(-1, count), repeat=people)
        if len({record for record in one if record >= 0}) == sum(record >= 0 for record in one)
    )
    assert value_of(given, scores, absence) == pytest.approx(best)


def test_whoever_is_likelier_absent_gets_nothing() -> None:
    scores = np.array([[-5.0, -6.0, -7.0], [9.0, 1.0, 0.0]])
    assert assignment(tally_of(scores, np.array([-1, -1])), 0.5).tolist() == [-1, 0]
    assert assignment(tally_of(scores[:1], np.array([-1])), 0.5).tolist() == [-1]


@pytest.mark.parametrize("seed", range(8))
def test_what_is_left_is_what_scoring_without_the_others_records_gives(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scores = np.round(rng.normal(2, 4, (6, 9)), 1)
    truths = np.array([0, 1, 2, -1, 4, 5])
    whole = tally_of(scores, truths)
    given = assignment(whole, 0.5)
    gone = {(p, int(r)) for p in range(6) for q, r in enumerate(given) if r >= 0 and q != p}
    found, slow = after(whole, given, truths), tally_of(scores, truths, gone)
    for name in ("candidates", "counted", "listed"):
        assert getattr(found, name).tolist() == getattr(slow, name).tolist(), name
    assert found.top_records[:, 0].tolist() == slow.top_records[:, 0].tolist()
    assert found.beat[slow.counted].tolist() == slow.beat[slow.counted].tolist()
    assert found.tied[slow.counted].tolist() == slow.tied[slow.counted].tolist()
    assert np.allclose(found.exponentials, slow.exponentials, rtol=1e-6)
    ours, theirs = (outcomes(each, Likelihood(), truths, 9) for each in (found, slow))
    assert np.allclose(ours.odds, theirs.odds)
    assert np.allclose(ours.runner_up_odds, theirs.runner_up_odds)


def test_a_short_list_keeps_what_lies_beyond_it() -> None:
    """Only the ten best are listed; those beyond still weigh against the best."""
    rng = np.random.default_rng(9)
    scores, truths = rng.normal(0, 1, (3, 40)), np.full(3, -1)
    scores[:, 0] = 20.0
    scores[0, 0] = 30.0
    whole = tally_of(scores, truths)
    listed = Tally(
        *(getattr(whole, name)[:, :10] if name.startswith("top") else getattr(whole, name)
          for name in Tally.__dataclass_fields__)
    )  # fmt: skip
    given = assignment(listed, 0.5)
    assert given[0] == 0
    found, slow = after(listed, given, truths), tally_of(scores, truths, {(1, 0), (2, 0)})
    ours, theirs = (outcomes(each, Likelihood(), truths, 40).odds for each in (found, slow))
    assert np.allclose(ours, theirs, atol=1e-4)
