"""Measuring the data as it is, once for all protections: who is found, what it is good for, what is inferred."""

from __future__ import annotations

from functools import cache, partial

from standout.knowledge.adversary import Adversary
from standout.results.base import Part
from standout.results.compare_measures import AttributeRisk, Utility
from standout.results.learned import Learned
from standout.verification.attribute import attribute_risk
from standout.verification.before import Before
from standout.verification.comparison import Comparison
from standout.verification.identification import Hits, hits_before
from standout.verification.learned_again import guessers, learned_before
from standout.verification.realism import people_seen
from standout.verification.utility import Measured, utility
from standout.verification.workers import Workers

_PAIRED = ("errors", "error_people", "gains", "people", "reached", "next_hits", "next_people")
"""What of a measure of utility is kept as arrays, to be paired with others."""


class TaughtBefore(Part, frozen=True):
    """What is learned from the original, as it is kept."""

    learned: Learned | None = None


class UsefulBefore(Part, frozen=True):
    """What the original is good for, as it is kept."""

    figures: Utility
    notes: tuple[str, ...]


def steps_before(comparison: Comparison) -> int:
    """In how many steps the data as it is is measured."""
    return len(comparison.adversaries) + (4 if comparison.attribute is None else 5)


def measured_as_it_is(comparison: Comparison, pool: Workers) -> Before:
    """Measure the data as it is, but for what is learned from it: that waits for who is found by whom.

    What takes longest begins first, so that no thread waits for it in the end.
    """
    people = people_seen(comparison.seen, comparison.seen)
    inference = comparison.inference
    inferred = inference and pool.start("attribute · before", partial(_attribute, comparison))
    pool.start("lists for others · before", lambda: (comparison.taught, comparison.meant))
    alike = pool.start("realism · before", partial(comparison.alike, people))
    useful = pool.start("utility · before", partial(_utility, comparison))
    hits = {
        adversary.name: pool.start(f"{adversary.name} · before", partial(_hits, comparison, adversary))
        for adversary in comparison.adversaries
    }
    pool.finish()
    return Before(
        hits={name: found.result() for name, found in hits.items()},
        utility=useful.result(),
        realism=alike.result(),
        attribute=inferred.result() if inferred else None,
        meant=comparison.meant,
        transfer=None if comparison.taught is None else comparison.taught.original,
    )


def learned_as_it_is(comparison: Comparison, before: Before) -> Learned | None:
    """What is learned from the original, but for those who are held out."""
    division = comparison.division
    if division is None:
        return None
    who = guessers(comparison.adversaries, before.hits)
    compute = partial(learned_before, division, who, comparison.audit.attacks)
    return comparison.kept("learned before", TaughtBefore, lambda: TaughtBefore(compute())).learned


def _hits(comparison: Comparison, adversary: Adversary) -> Hits:
    """Who is found in the original."""
    return comparison.checkpoints.arrays(
        f"before · {adversary.name}", partial(hits_before, comparison.search, adversary)
    )


def _utility(comparison: Comparison) -> Measured:
    """What the original is good for: its figures are kept as a document, what they come from as arrays."""
    data = comparison.data
    measured = cache(lambda: utility(data, data, comparison.audit.seed, comparison.computed))
    known = comparison.kept(
        "utility before", UsefulBefore, lambda: UsefulBefore(figures=measured().figures, notes=measured().notes)
    )
    arrays = comparison.checkpoints.arrays(
        "utility before", lambda: {name: getattr(measured(), name) for name in _PAIRED}
    )
    return Measured(known.figures, known.notes, **arrays)


def _attribute(comparison: Comparison) -> AttributeRisk:
    """What can be inferred from the original."""
    inference = comparison.inference
    assert inference is not None
    return comparison.kept("attribute before", AttributeRisk, lambda: attribute_risk(inference, comparison.seen))
