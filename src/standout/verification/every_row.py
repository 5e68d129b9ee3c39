"""A whole comparison: the data as it is, then a row per protection, computed in threads, each on one core.

Each row is a checkpoint, so that a run that was killed goes on with the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import msgspec

from standout.auditing.fingerprints import code_of
from standout.errors import BadInput
from standout.results.compare import ProtectionRow, Unprotected
from standout.results.compare_measures import AttributeRisk, ToldApart
from standout.verification.before import Before
from standout.verification.comparison import Comparison
from standout.verification.data_as_it_is import (
    TaughtBefore,
    UsefulBefore,
    learned_as_it_is,
    measured_as_it_is,
    steps_before,
)
from standout.verification.grid import Candidate
from standout.verification.protected_row import data_row, knowledge_row, release_row
from standout.verification.workers import workers

LONGEST = ("split", "crowds", "swap", "misdirect")
"""Protections whose rows take longest, in this order, but for those that hide an attribute, which is attacked anew."""

_KINDS = (ProtectionRow, AttributeRisk, ToldApart, UsefulBefore, TaughtBefore)
"""What is kept as checkpoints."""


@dataclass(frozen=True)
class Refused:
    """A protection of the grid that the data cannot take, and why."""

    text: str
    reason: str


def every_row(
    comparison: Comparison, candidates: Sequence[Candidate], *, refuse: bool
) -> tuple[Unprotected, list[ProtectionRow | Refused]]:
    """What is known of the unprotected data, and a row per protection; with `refuse`, one that the data cannot take
    ends the comparison."""
    for kind in _KINDS:
        msgspec.json.Decoder(kind)  # looks through the type, before threads do so at the same time
    total = steps_before(comparison) + len(candidates)
    comparison.progress("the data as it is", 0, total)
    _ = comparison.search, comparison.seen, comparison.inference, comparison.division  # before threads share them
    threads = comparison.audit.threads if comparison.everybody is None else 1  # a cluster is asked one by one
    with workers(threads, total, comparison.progress) as pool:
        before = measured_as_it_is(comparison, pool)
        learned = pool.start("learned · before", partial(learned_as_it_is, comparison, before))
        rows = {
            at: pool.start(candidates[at].text, partial(_row, comparison, candidates[at], before, refuse))
            for at in sorted(range(len(candidates)), key=lambda at: turn_of(candidates[at]))
        }
        pool.finish()
    unprotected = replace(before, learned=learned.result()).shown(comparison.attacked.people)
    return unprotected, [rows[at].result() for at in range(len(candidates))]


def turn_of(candidate: Candidate) -> int:
    """When a row begins: the longest first, so that in the end no thread has to wait for one."""
    if "attribute" in candidate.needs:
        return -1
    return min((LONGEST.index(step.name) for step in candidate.steps if step.name in LONGEST), default=len(LONGEST))


def _row(comparison: Comparison, candidate: Candidate, before: Before, refuse: bool) -> ProtectionRow | Refused:
    """Everything about one protection; what the grid has and the data cannot take is refused with a reason."""
    kind = release_row if candidate.publishes else data_row if candidate.changes_data else knowledge_row
    compute = partial(kind, comparison, candidate, before)
    try:
        return comparison.kept(f"row {candidate.mark} {code_of(*candidate.steps)}", ProtectionRow, compute)
    except BadInput as problem:
        if refuse:
            raise
        return Refused(candidate.text, problem.as_typed)
