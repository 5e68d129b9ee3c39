"""Whether known days run ahead of the released ones, all by as much: another clock, another service, another event.

Records are matched without days, so what their days say is not what they were chosen by. If the gaps between known and
released days of likely matches heap up somewhere else than at none, and do so in both halves of the people, known days
are moved there. No truth is needed.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from standout.attacks.likelihood import Likelihood
from standout.attacks.rules import Rule
from standout.common.arrays import Bools, Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import AnyDataset
from standout.data.scales import comparable
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, of_targets
from standout.risk.posterior import record_chances

PEOPLE, FEWEST = 600, 40
"""How many people are asked, at most, and how many gaps each half must have."""

NEAR = 3
"""Days to either side of a heap that count as in it."""

_LIKELY, _MORE = 0.5, 0.1
"""How likely a match must be, and how much more of all gaps must be in the heap than near none."""


def in_step(knowledge: Knowledge, released: AnyDataset) -> tuple[Knowledge, str | None]:
    """The knowledge with its days moved to the released ones, and a note; the same where nothing says so."""
    offset, share = day_offset(knowledge, released)
    if not offset:
        return knowledge, None
    days = np.where(knowledge.days == UNKNOWN_DAY, UNKNOWN_DAY, knowledge.days - offset).astype(np.int32)
    side = "after" if offset > 0 else "before"
    note = (
        f"public days were moved by {abs(offset):,}: in {100 * share:.0f}% of likely matches they are about "
        f"{abs(offset):,} days {side} the released ones"
    )
    return replace(knowledge, days=days), note


def day_offset(knowledge: Knowledge, released: AnyDataset) -> tuple[int, float]:
    """By how many days known days are later than released ones in likely matches, and in what share of these; 0 if the
    two halves of the people do not agree on it, or if it is no better than none."""
    nothing = (0, 0.0)
    if not released.has_days or not (knowledge.days != UNKNOWN_DAY).any():
        return nothing
    rows = np.unique(np.linspace(0, knowledge.targets - 1, min(PEOPLE, knowledge.targets)).astype(np.int64))
    gaps, odd = _gaps(of_targets(knowledge, rows), released)
    halves = (gaps[odd], gaps[~odd])
    if min(map(len, halves)) < FEWEST:
        return nothing
    first, second = (heap(half) for half in halves)
    if abs(first - second) > NEAR:
        return nothing
    best = heap(gaps)
    there, at_none = (float((np.abs(gaps - day) <= NEAR).mean()) for day in (best, 0))
    return (best, there) if abs(best) > NEAR and there >= at_none + _MORE else nothing


def heap(gaps: Int64s) -> int:
    """The day that most gaps are near to; of equals the middle one."""
    low = int(gaps.min()) - NEAR
    counts = np.bincount(gaps - low, minlength=int(gaps.max()) - low + NEAR + 1)
    sums = np.convolve(counts, np.ones(2 * NEAR + 1, np.int64), mode="same")
    fullest = np.flatnonzero(sums == sums.max())
    return int(fullest[len(fullest) // 2]) + low


def _gaps(knowledge: Knowledge, released: AnyDataset) -> tuple[Int64s, Bools]:
    """Known day less released day, for every known item that the likely record of its target has; and the half of the
    people it is of."""
    undated = replace(knowledge, days=np.full_like(knowledge.days, UNKNOWN_DAY))
    values = comparable(knowledge.scale, released.scale) and bool((knowledge.values != NO_VALUE).any())
    rule = Rule(value_error=released.scale.span / 4 if values else -1.0, day_error=-1.0, absent_share=0.2)
    attack = Likelihood(rule=rule)
    tally = released.engine.score(released, undated, attack, top=2)
    likely = record_chances(tally, attack.present)[:, 0] >= _LIKELY
    rows = np.repeat(np.arange(knowledge.targets), knowledge.sizes)
    asked = likely[rows] & (knowledge.items >= 0) & (knowledge.days != UNKNOWN_DAY)
    records, items = tally.top_records[rows[asked], 0], knowledge.items[asked].astype(np.int64)
    cells = released.engine.look_up(released, records, items)
    dated = cells.there & (cells.days != NO_DAY) & (cells.days != UNKNOWN_DAY)
    gaps = knowledge.days[asked][dated].astype(np.int64) - cells.days[dated]
    return gaps, rows[asked][dated] % 2 == 1
