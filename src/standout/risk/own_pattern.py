"""A second look at the best candidates: days or values that are right but for a number of each person's own.

Somebody's clock runs ahead, somebody is a star more generous elsewhere. As they are, such days or values agree with
nobody's; but which of them goes with which item still tells. So people are looked for without them, and then it is
asked of each of the best candidates how much better known and released ones fit item by item, once moved by whatever
number fits best, than they would in any other order. Somebody with but one day, or one value, gains nothing by that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from standout.attacks.contract import Attack
from standout.common.arrays import Bools, Floats, Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import AnyDataset
from standout.data.scales import places_on
from standout.engines.tally import Tally
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge

CANDIDATES = 10
"""How many of each target's best candidates are looked at again."""

MOST_ITEMS = 32
"""Of more known items than this, so many are compared: they say it all."""

NEAR_DAYS = 3.0
_WRONG, _BLOCK = 0.2, 4_096


@dataclass(frozen=True)
class Looking:
    """How people are looked for: which columns count only up to a number of each person's own."""

    own: tuple[str, ...] = ()

    def score(
        self, data: AnyDataset, knowledge: Knowledge, attack: Attack, truths: Int64s | None = None, top: int = 3
    ) -> Tally:
        """The tally of everybody; with a second look at the best candidates where there is one to take."""
        if not self.own:
            return data.engine.score(data, knowledge, attack, truths, top=top)
        tally = data.engine.score(data, without(knowledge, self.own), attack, truths, top=max(top, CANDIDATES))
        evidence = np.sum([_evidence(tally, knowledge, data, field) for field in self.own], axis=0)
        return raised(tally, evidence, np.full(tally.targets, -1, np.int64) if truths is None else truths)


def without(knowledge: Knowledge, fields: tuple[str, ...]) -> Knowledge:
    """The same knowledge without these columns."""
    values = np.full_like(knowledge.values, NO_VALUE) if "values" in fields else knowledge.values
    days = np.full_like(knowledge.days, UNKNOWN_DAY) if "days" in fields else knowledge.days
    return replace(knowledge, values=values, days=days)


def _evidence(tally: Tally, knowledge: Knowledge, data: AnyDataset, field: str) -> Floats:
    """What the pattern of days, or values, is worth to each of the best candidates, in nats."""
    known, there = _some(knowledge, field)
    found, targets = np.zeros(tally.top_records.shape), np.arange(knowledge.targets)
    near, breadth = (NEAR_DAYS, data.facts.last_day + 1.0) if field == "days" else (0.0, float(len(data.scale.labels)))
    for place in range(tally.top_records.shape[1]):
        for begin in range(0, len(targets), _BLOCK):
            rows = targets[begin : begin + _BLOCK]
            records = np.repeat(tally.top_records[rows, place], MOST_ITEMS).reshape(-1, MOST_ITEMS)
            asked = there[rows] & (records >= 0)
            held, has = np.zeros(asked.shape), np.zeros(asked.shape, bool)
            cells = data.engine.look_up(data, records[asked], known.items[rows][asked])
            if field == "days":
                told = cells.there & (cells.days != NO_DAY) & (cells.days != UNKNOWN_DAY)
                held[asked] = cells.days
            else:
                told = cells.there & (cells.values < len(data.scale.labels))
                places = places_on(knowledge.scale, data.scale)
                held[asked] = places[np.where(told, cells.values, 0)]
            has[asked] = told
            found[rows, place] = patterns(known.amounts[rows], held, has, near, breadth)
    return found


@dataclass(frozen=True)
class _Known:
    items: Int64s
    amounts: Floats


def _some(knowledge: Knowledge, field: str) -> tuple[_Known, Bools]:
    """A row of at most so many items a target, with their days or the places of their values; and where there are
    any."""
    if field == "days":
        told, amounts = knowledge.days != UNKNOWN_DAY, knowledge.days.astype(np.float64)
    else:
        told = knowledge.values < len(knowledge.scale.positions)
        positions = np.array([*knowledge.scale.positions, 0.0])
        amounts = positions[np.where(told, knowledge.values, len(positions) - 1)]
    kept = np.flatnonzero(told & (knowledge.items >= 0))
    owner = np.repeat(np.arange(knowledge.targets), knowledge.sizes)[kept]
    place = np.arange(len(kept)) - np.searchsorted(owner, owner)
    kept, owner, place = (each[place < MOST_ITEMS] for each in (kept, owner, place))
    items, table = np.zeros((2, knowledge.targets, MOST_ITEMS))
    there = np.zeros(items.shape, bool)
    items[owner, place], table[owner, place], there[owner, place] = knowledge.items[kept], amounts[kept], True
    return _Known(items.astype(np.int64), table), there


def patterns(known: Floats, held: Floats, both: Bools, near: float, breadth: float) -> Floats:
    """For each row, log of how much likelier its amounts are item by item, moved by one number, than in any order.

    What is within `near` once moved is right, a fifth is anything. The number is the one that most items agree on, and
    being the best of so many costs the log of how many there are. It may say nothing at all: nobody loses more by it
    than the log of a half.
    """
    if not known.size:
        return np.zeros(len(known))
    pairs = both[:, :, None] & both[:, None, :]
    gaps = known - held
    agree = ((np.abs(gaps[:, :, None] - gaps[:, None, :]) <= near) & pairs).sum(axis=2)
    shift = np.take_along_axis(gaps, agree.argmax(axis=1)[:, None], axis=1)
    count = np.maximum(both.sum(axis=1), 1)
    right, wrong = (1 - _WRONG) / (2 * near + 1), _WRONG / max(breadth, 1.0)
    own = np.log(np.where(np.abs(gaps - shift) <= near, right, 0.0) + wrong)
    moved = np.abs(known[:, :, None] - held[:, None, :] - shift[:, :, None]) <= near
    any_order = np.log(right * (moved & pairs).sum(axis=1) / count[:, None] + wrong)
    ratio = np.where(both, own - any_order, 0.0).sum(axis=1) - np.log(count)
    return np.asarray(np.where(both.sum(axis=1) > 1, np.logaddexp(0.0, ratio) - np.log(2.0), 0.0))


def raised(tally: Tally, evidence: Floats, truths: Int64s) -> Tally:
    """The tally with this added to the scores of the best candidates, who are put in order anew."""
    scores = np.where(tally.top_records >= 0, tally.top_scores + evidence, -np.inf)
    order = np.argsort(-scores, axis=1, kind="stable")
    scores, records = (np.take_along_axis(each, order, axis=1) for each in (scores, tally.top_records))
    own = (records == truths[:, None]) & (truths >= 0)[:, None]
    listed = own.any(axis=1)
    true_scores = np.where(listed, np.where(own, scores, 0.0).sum(axis=1), tally.true_scores)
    with np.errstate(invalid="ignore"):
        ahead, level = (scores > true_scores[:, None], (scores == true_scores[:, None]) & ~own)
        before, now = tally.top_scores[:, 1:2], scores[:, 1:2]
        rest = np.exp(np.where(np.isfinite(tally.top_scores[:, 1:]), tally.top_scores[:, 1:] - before, -np.inf))
        beyond = np.maximum(tally.exponentials - rest.sum(axis=1), 0.0)
        far = beyond * np.exp(np.where(np.isfinite(now), before - now, -np.inf)[:, 0])
        near = np.exp(np.where(np.isfinite(scores[:, 1:]), scores[:, 1:] - now, -np.inf)).sum(axis=1)
    return replace(
        tally, top_scores=scores, top_records=records, true_scores=true_scores,
        beat=np.where(listed, ahead.sum(axis=1), tally.beat), tied=np.where(listed, level.sum(axis=1), tally.tied),
        exponentials=np.where(np.isfinite(now[:, 0]), far + near, 0.0),
    )  # fmt: skip
