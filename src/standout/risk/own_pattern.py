"""A second look at the best candidates: what is known may be right but for something of each person's own.

Somebody's clock runs ahead, somebody is a star more generous elsewhere or uses another scale, somebody's order of
events is right and nothing else of their days; who buys something often here does so there, who is known for much has
much. As they are, such things agree with nobody's, or are not looked at; but they still tell. So people are looked for
without them, and then it is asked of each of the best candidates how well the pattern fits (`own_ways`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from standout.attacks.contract import Attack
from standout.common.arrays import Bools, Floats, Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.data.scales import places_on
from standout.engines.base import Cells
from standout.engines.by_map import all_scored
from standout.engines.merging import Arrays, summed
from standout.engines.partition_questions import Asked
from standout.engines.tally import Tally
from standout.knowledge.draw import UNKNOWN_DAY, Drawn, Knowledge
from standout.risk.own_ways import by_length, in_order, patterns, repeats, stretched

CANDIDATES = 10
"""How many of each target's best candidates are looked at again."""

MOST_ITEMS = 32
"""Of more known items than this, so many are compared: they say it all."""

NEAR_DAYS = 3.0
_BLOCK = 4_096

COLUMN_OF = {"days": "days", "order": "days", "values": "values", "scale": "values"}
"""Ways to look again that do without a column at first, and which; `counts` and `lengths` add to all columns."""

WORDS = {
    "days": "up to a number of each person's own",
    "order": "by their order alone",
    "values": "up to a number of each person's own",
    "scale": "on a scale of each person's own",
    "counts": "how often somebody has an item, up to a number of each person's own",
    "lengths": "how much is known beside how long a record is",
}


@dataclass(frozen=True)
class Looking:
    """How people are looked for: what is looked at again, of the best candidates."""

    own: tuple[str, ...] = ()
    lengths: tuple[float, float] = (0.0, 1.0)
    """The middle and the spread of the log of a record's length over how much is known of it."""

    def score(
        self, data: AnyDataset, knowledge: Knowledge, attack: Attack, truths: Int64s | None = None, top: int = 3
    ) -> Tally:
        """The tally of everybody; with a second look at the best candidates where there is one to take."""
        if not self.own:
            return data.engine.score(data, knowledge, attack, truths, top=top)
        tally = data.engine.score(data, without(knowledge, self.own), attack, truths, top=max(top, CANDIDATES))
        evidence = np.sum([self.evidence(tally, knowledge, data, way) for way in self.own], axis=0)
        return raised(tally, evidence, np.full(tally.targets, -1, np.int64) if truths is None else truths)

    def score_each(self, data: AnyDataset, draws: Sequence[Drawn], attack: Attack) -> Iterator[Tally]:
        """The tallies of several draws, asked for together where nothing is looked at again."""
        if not self.own:
            yield from all_scored(data, [Asked(drawn.knowledge, attack, drawn.truths) for drawn in draws])
            return
        for drawn in draws:
            yield self.score(data, drawn.knowledge, attack, drawn.truths)

    def evidence(self, tally: Tally, knowledge: Knowledge, data: AnyDataset, way: str) -> Floats:
        """What one way to look again is worth to each of the best candidates, in nats."""
        if way == "lengths":
            records, sizes = tally.top_records, amounts_known(knowledge).astype(np.float64)
            lengths = lengths_of(data, records.ravel()).reshape(records.shape)
            return by_length(sizes[:, None], lengths.astype(np.float64), self.lengths, log_lengths(data))
        return _evidence(tally, knowledge, data, way)

    def among_public(self) -> Looking:
        """The same where people are looked for among records that are as long as what is known of them."""
        return replace(self, lengths=(0.0, self.lengths[1]))


ONE_LOOK = Looking()
"""Nothing is looked at again."""


def without(knowledge: Knowledge, ways: tuple[str, ...]) -> Knowledge:
    """The same knowledge without the columns that these ways look at again."""
    columns = {COLUMN_OF.get(way) for way in ways}
    values = np.full_like(knowledge.values, NO_VALUE) if "values" in columns else knowledge.values
    days = np.full_like(knowledge.days, UNKNOWN_DAY) if "days" in columns else knowledge.days
    return replace(knowledge, values=values, days=days)


def amounts_known(knowledge: Knowledge) -> Int64s:
    """How much is known of each target: entries, where it is known how often they have an item."""
    if knowledge.counts is None:
        return knowledge.sizes
    sums = np.concatenate(([0], np.cumsum(knowledge.counts)))
    return np.asarray(sums[knowledge.starts[1:]] - sums[knowledge.starts[:-1]])


def with_drawn_counts(drawn: Drawn, data: AnyDataset, seed: int) -> Drawn:
    """Drawn knowledge with how often each item is had: once, and of every further time each with a chance of a half."""
    known = drawn.knowledge
    rows = np.repeat(np.arange(known.targets), known.sizes)
    cells = data.engine.look_up(data, drawn.truths[rows], known.items.astype(np.int64))
    more = np.random.default_rng(seed).binomial(np.maximum(cells.times - 1, 0), 0.5)
    return replace(drawn, knowledge=replace(known, counts=1 + more.astype(np.int64)))


def lengths_of(data: AnyDataset, people: Int64s) -> Int64s:
    """How long the records of these people are (-1: nobody, 0)."""
    return np.asarray(data.engine.map(data, _lengths_in, people, merge=summed)["lengths"])


def _lengths_in(partition: Partition, facts: Facts, people: Int64s) -> Arrays:  # noqa: ARG001
    lengths, here = np.zeros(len(people), np.int64), partition.places(people) >= 0
    lengths[here] = partition.lengths[people[here] - partition.first_person]
    return {"lengths": lengths}


def log_lengths(data: AnyDataset) -> tuple[float, float]:
    """The mean of the log of everybody's length, and its spread: a tenth at least."""
    sums = data.engine.map(data, _log_lengths_in, merge=summed)["sums"]
    mean = sums[1] / max(sums[0], 1.0)
    return float(mean), max(float(np.sqrt(max(sums[2] / max(sums[0], 1.0) - mean**2, 0.0))), 0.1)


def _log_lengths_in(partition: Partition, facts: Facts) -> Arrays:  # noqa: ARG001
    logs = np.log(np.maximum(partition.lengths, 1).astype(np.float64))
    return {"sums": np.array([len(logs), logs.sum(), (logs**2).sum()])}


def _evidence(tally: Tally, knowledge: Knowledge, data: AnyDataset, way: str) -> Floats:
    """What the pattern of days, values or counts is worth to each of the best candidates, in nats."""
    known, there = _some(knowledge, way)
    found = np.zeros(tally.top_records.shape)
    for begin in range(0, knowledge.targets, _BLOCK):
        rows = slice(begin, begin + _BLOCK)
        records = tally.top_records[rows].T[:, :, None]  # by place, target and item: one question for all places
        asked = there[rows] & (records >= 0)
        shape = asked.shape
        people, items = np.broadcast_to(records, shape)[asked], np.broadcast_to(known.items[rows], shape)[asked]
        held, has = np.zeros(shape), np.zeros(shape, bool)
        held[asked], has[asked] = _held(data.engine.look_up(data, people, items), knowledge, data, way)
        for place in range(shape[0]):
            found[rows, place] = _worth(known.amounts[rows], held[place], has[place], data, way)
    return found


def _held(cells: Cells, knowledge: Knowledge, data: AnyDataset, way: str) -> tuple[Floats, Bools]:
    """What a record has of each item that is asked for, and where it has any."""
    if way == "counts":
        return cells.times.astype(np.float64), cells.there
    if COLUMN_OF[way] == "days":
        told = cells.there & (cells.days != NO_DAY) & (cells.days != UNKNOWN_DAY)
        return cells.days.astype(np.float64), told
    told = cells.there & (cells.values < len(data.scale.labels))
    return places_on(knowledge.scale, data.scale)[np.where(told, cells.values, 0)], told


def _worth(known: Floats, held: Floats, both: Bools, data: AnyDataset, way: str) -> Floats:
    if way == "counts":
        return repeats(known, held, both)
    if way == "order":
        return in_order(known, held, both)
    if way == "days":
        return patterns(known, held, both, NEAR_DAYS, data.facts.last_day + 1.0)
    breadth = float(len(data.scale.labels))
    if way == "values":
        return patterns(known, held, both, 0.0, breadth)
    return stretched(known, held, both, _half_a_step(data), breadth)


def _half_a_step(data: AnyDataset) -> float:
    """Half of what two neighbouring values are apart: stretched values are rounded to one of them."""
    steps = np.diff(np.unique(np.array(data.scale.positions, dtype=np.float64)))
    return float(steps.min()) / 2 if len(steps) else 0.0


@dataclass(frozen=True)
class _Known:
    items: Int64s
    amounts: Floats


def _some(knowledge: Knowledge, way: str) -> tuple[_Known, Bools]:
    """A row of at most so many items a target, with their days, the places of their values or their counts; and where
    there are any."""
    if way == "counts":
        counts = knowledge.counts if knowledge.counts is not None else np.zeros(len(knowledge.items), np.int64)
        told, amounts = counts > 0, counts.astype(np.float64)
    elif COLUMN_OF[way] == "days":
        told, amounts = knowledge.days != UNKNOWN_DAY, knowledge.days.astype(np.float64)
    else:
        told = knowledge.values < len(knowledge.scale.positions)
        positions = np.array([*knowledge.scale.positions, 0.0])
        amounts = positions[np.where(told, knowledge.values, len(positions) - 1)]
    kept = np.flatnonzero(told & (knowledge.items >= 0))
    owner = np.repeat(np.arange(knowledge.targets), knowledge.sizes)[kept]
    place = np.arange(len(kept)) - np.searchsorted(owner, owner)
    kept, owner, place = (each[place < MOST_ITEMS] for each in (kept, owner, place))
    items, table = np.zeros((2, knowledge.targets, int(place.max(initial=0)) + 1))
    there = np.zeros(items.shape, bool)
    items[owner, place], table[owner, place], there[owner, place] = knowledge.items[kept], amounts[kept], True
    return _Known(items.astype(np.int64), table), there


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
