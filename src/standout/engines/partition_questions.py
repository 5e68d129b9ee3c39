"""What engines whose records are in several partitions ask of each of them, and how they put the answers together.

Drawing asks every partition for its own people. For scoring, every true record is scored where it is; then all
partitions score everyone with the same levels; then, where entropy is asked for, sums of exponentials are made with the
best score and the spread of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from standout.data.counting import records_at
from standout.data.partition import Partition
from standout.engines import partition_scores
from standout.engines.base import Cells
from standout.engines.merging import Arrays, one_after_another, summed
from standout.engines.tally import Own, Tally, all_own, joined, merged, merged_likelihoods, nobodys
from standout.knowledge.draw import UNKNOWN_DAY, Drawn, Knowledge, draw, known_errors, of_targets, whole_records

if TYPE_CHECKING:
    from standout.attacks.contract import Attack
    from standout.common.arrays import Floats, Int32s, Int64s
    from standout.data.facts import Facts
    from standout.knowledge.adversary import Adversary

Ask = Callable[..., Arrays]
"""`ask(run, *sent, merge=…)`: an engine's `map`, of one dataset."""

AT_ONCE = 20_000
"""Targets that are looked for in one round: a few megabytes of tallies from each partition."""

ONE_THREAD = 1
"""A partition is one task's work; other cores have other tasks."""


def drawn(
    ask: Ask, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int, lengths: Int64s | None
) -> Drawn:
    """Knowledge of these people, drawn where their records are."""
    rows = ask(_draw_in, adversary, people, seed, turn, lengths, merge=one_after_another)
    known = Knowledge(
        np.concatenate(([0], np.cumsum(rows["sizes"]))), rows["items"], rows["values"], rows["days"],
        rows["shortest"], rows["longest"], facts.scale, *known_errors(adversary),
    )  # fmt: skip
    whose, order = rows["people"], np.argsort(people, kind="stable")
    if not np.array_equal(order, np.arange(len(people))):
        asked_for = np.argsort(order[np.searchsorted(people[order], whose)])
        known, whose = of_targets(known, asked_for), whose[asked_for]
    return Drawn(known, whose, whose.copy(), int(rows["left_out"].sum()))


def _draw_in(
    partition: Partition,
    facts: Facts,
    adversary: Adversary,
    people: Int64s,
    seed: int,
    turn: int,
    lengths: Int64s | None,
) -> Arrays:
    own = np.sort(people[partition.places(people) >= 0])
    drawn = draw(partition, facts, adversary, own, seed, turn, lengths)
    names = ("items", "values", "days", "shortest", "longest")
    return {
        "sizes": drawn.knowledge.sizes, "people": drawn.people, "left_out": np.array([drawn.left_out]),
        **{name: getattr(drawn.knowledge, name) for name in names},
    }  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """One thing to score everyone for; `truths` (-1: none) are only compared with, never used."""

    knowledge: Knowledge
    attack: Attack
    truths: Int64s
    top: int = 3
    entropy: bool = False

    def of(self, rows: Int64s) -> Asked:
        """The same for some of the targets."""
        if len(rows) == self.knowledge.targets:
            return self
        return replace(self, knowledge=of_targets(self.knowledge, rows), truths=self.truths[rows])


def scored(ask: Ask, asked: Sequence[Asked]) -> list[Tally]:
    """The tallies of all partitions together, for so many targets at once that they stay small on their way.

    Several things are asked in one go: one question for all true records, one for all scores, and where entropy is
    wanted one for all sums of exponentials.
    """
    pieces = [(at, rows) for at, each in enumerate(asked) for rows in _rounds(each.knowledge.targets)]
    parts: list[list[Tally]] = [[] for _ in asked]
    for some in _together(pieces):
        tallies = _scored(ask, [asked[at].of(rows) for at, rows in some])
        for (at, _), tally in zip(some, tallies, strict=True):
            parts[at].append(tally)
    return [joined(each) for each in parts]


def _rounds(targets: int) -> list[Int64s]:
    return [np.arange(begin, min(begin + AT_ONCE, targets)) for begin in range(0, max(targets, 1), AT_ONCE)]


def _together(pieces: Sequence[tuple[int, Int64s]]) -> Iterator[list[tuple[int, Int64s]]]:
    """Pieces that are looked for in one round, one round after the other."""
    some: list[tuple[int, Int64s]] = []
    for piece in pieces:
        if some and sum(len(rows) for _, rows in (*some, piece)) > AT_ONCE:
            yield some
            some = []
        some.append(piece)
    if some:
        yield some


def _scored(ask: Ask, asked: Sequence[Asked]) -> list[Tally]:
    own = _all_own_of(ask, asked)
    found = ask(_score_in, tuple(asked), tuple(own), merge=_merged)
    tallies = [Tally(**answer) for answer in apart(found, len(asked))]
    entropic = [at for at, each in enumerate(asked) if each.entropy and np.isnan(tallies[at].exponentials).all()]
    if entropic:
        best = [_best(tallies[at]) for at in entropic]
        spreads = [tallies[at].spread for at in entropic]
        sums = ask(_exponentials_in, [asked[at] for at in entropic], best, spreads, merge=summed)
        for at, answer in zip(entropic, apart(sums, len(entropic)), strict=True):
            tallies[at] = replace(tallies[at], exponentials=answer["exponentials"])
    return [
        replace(tally, top_scores=tally.top_scores[:, : each.top], top_records=tally.top_records[:, : each.top])
        for each, tally in zip(asked, tallies, strict=True)
    ]


def _all_own_of(ask: Ask, asked: Sequence[Asked]) -> list[Own]:
    """The true records' own scores; without a true record there is nothing to find."""
    own = [nobodys(len(each.truths)) for each in asked]
    some = [at for at, each in enumerate(asked) if (each.truths >= 0).any()]
    if some:
        found = ask(_own_in, [asked[at] for at in some], merge=_all_own)
        for at, answer in zip(some, apart(found, len(some)), strict=True):
            own[at] = Own(**answer)
    return own


def _best(tally: Tally) -> Floats:
    return np.where(tally.top_records[:, 0] >= 0, tally.top_scores[:, 0], -np.inf)


def side_by_side(answers: Sequence[Arrays]) -> Arrays:
    """Several answers as one: each array under its own name and the number of its answer."""
    return {f"{at} {name}": array for at, answer in enumerate(answers) for name, array in answer.items()}


def apart(together: Arrays, count: int) -> list[Arrays]:
    """Such answers, each by itself again."""
    answers: list[Arrays] = [{} for _ in range(count)]
    for name, array in together.items():
        at, _, plain = name.partition(" ")
        answers[int(at)][plain] = array
    return answers


def each_apart(answers: Sequence[Arrays], count: int = 0) -> Iterator[Sequence[Arrays]]:
    """By question what each partition says, from what each partition says to all questions; so many of them, unless
    each says something."""
    count = count or 1 + max(int(name.partition(" ")[0]) for name in answers[0])
    return zip(*(apart(answer, count) for answer in answers), strict=True)


def item_scores(ask: Ask, knowledge: Knowledge, attack: Attack, candidates: Int64s) -> Floats:
    """What each known item adds to the score of one candidate per target (-1: none), wherever they are."""
    rounds = [
        ask(_item_scores_in, of_targets(knowledge, rows), attack, candidates[rows], merge=summed)
        for rows in _rounds(knowledge.targets)
    ]
    return np.concatenate([each["scores"] for each in rounds])


def looked_up(ask: Ask, people: Int64s, items: Int64s, near: Int64s | None) -> Cells:
    """Whether each of these people has the item beside them, with its value and day."""
    return cells_of(ask(look_up_in, people, items, near, merge=summed))


def cells_of(sums: Arrays) -> Cells:
    """Cells from what partitions say by `look_up_in`, summed."""
    return Cells(sums["there"] > 0, sums["values"], sums["days"], sums["times"])


def _own_in(partition: Partition, facts: Facts, asked: Sequence[Asked]) -> Arrays:
    return side_by_side(
        [
            _arrays(partition_scores.own_scores(partition, facts, each.knowledge, each.attack, each.truths, ONE_THREAD))
            for each in asked
        ]
    )


def _all_own(answers: Sequence[Arrays]) -> Arrays:
    return side_by_side([_arrays(all_own([Own(**one) for one in each])) for each in each_apart(answers)])


def _score_in(partition: Partition, facts: Facts, asked: Sequence[Asked], own: Sequence[Own]) -> Arrays:
    """What the partition makes of all that is asked; sums of exponentials of likelihoods are merged by the two best."""
    return side_by_side(
        [
            _arrays(
                partition_scores.score(
                    partition, facts, each.knowledge, each.attack, each.truths,
                    top=max(each.top, 2), threads=ONE_THREAD, own=truly,
                )
            )
            for each, truly in zip(asked, own, strict=True)
        ]
    )  # fmt: skip


def _merged(answers: Sequence[Arrays]) -> Arrays:
    return side_by_side([_arrays(_one_merged([Tally(**one) for one in each])) for each in each_apart(answers)])


def _one_merged(tallies: Sequence[Tally]) -> Tally:
    return merged(tallies) if np.isnan(tallies[0].exponentials).all() else merged_likelihoods(tallies)


def _exponentials_in(
    partition: Partition, facts: Facts, asked: Sequence[Asked], best: Sequence[Floats], spreads: Sequence[Floats]
) -> Arrays:
    sums = [
        partition_scores.exponentials(partition, facts, each.knowledge, each.attack, first, spread, ONE_THREAD)
        for each, first, spread in zip(asked, best, spreads, strict=True)
    ]
    return side_by_side([{"exponentials": each} for each in sums])


def _item_scores_in(
    partition: Partition, facts: Facts, knowledge: Knowledge, attack: Attack, candidates: Int64s
) -> Arrays:
    return {"scores": partition_scores.item_scores(partition, facts, knowledge, attack, candidates, ONE_THREAD)}


def look_up_in(partition: Partition, facts: Facts, people: Int64s, items: Int64s, near: Int64s | None) -> Arrays:
    """What a partition says of these cells: nothing (0) of people who are not in it."""
    cells = cells_in(partition, facts, people, items, near)
    return {"there": cells.there.astype(np.int64), "values": cells.values, "days": cells.days, "times": cells.times}


def cells_in(partition: Partition, facts: Facts, people: Int64s, items: Int64s, near: Int64s | None = None) -> Cells:
    """What those of these people have who are in the partition; nothing is there of the others."""
    local = np.flatnonzero((partition.places(people) >= 0) & (items >= 0))
    owners, rows = np.unique(people[local], return_inverse=True)
    whole = whole_records(partition, facts, owners)
    keys = np.repeat(np.arange(len(owners)), whole.sizes) * max(facts.items, 1) + whole.items
    wanted = rows * max(facts.items, 1) + items[local]
    places = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
    has = keys[places] == wanted if len(keys) else np.zeros(len(local), bool)
    times = np.zeros(len(people), np.int64)
    times[local] = has
    if partition.repeated:
        times[local[has]] = np.searchsorted(keys, wanted[has], side="right") - places[has]
    if near is not None and partition.repeated and facts.has_days:
        places[has] = _nearest(keys, places[has], whole.days, near[local][has])
    there, values, days = np.zeros(len(people), bool), np.zeros(len(people), np.int64), np.zeros(len(people), np.int64)
    there[local] = has
    values[local[has]], days[local[has]] = whole.values[places[has]], whole.days[places[has]]
    return Cells(there, values, days, times)


def _nearest(keys: Int64s, places: Int64s, days: Int32s, near: Int64s) -> Int64s:
    """Of the entries that begin at these places and have the same key, the first whose day is nearest to that asked."""
    sizes = np.searchsorted(keys, keys[places], side="right") - places
    starts = np.concatenate(([0], np.cumsum(sizes)))
    rows = np.repeat(np.arange(len(places)), sizes)
    entries = np.repeat(places - starts[:-1], sizes) + np.arange(starts[-1])
    gaps = np.abs(days[entries] - near[rows])
    gaps[(days[entries] == UNKNOWN_DAY) | (near[rows] == UNKNOWN_DAY)] = np.iinfo(np.int64).max
    return entries[np.lexsort((entries, gaps, rows))[starts[:-1]]]


def taken(partition: Partition, people: Int64s) -> Partition:
    """The records of these people of a partition, in this order, counted from 0; without an index."""
    return Partition(records_at(partition.records, people - partition.first_person), ())


def _arrays(answer: Any) -> Arrays:
    """A dataclass of arrays as arrays."""
    return {field.name: np.asarray(getattr(answer, field.name)) for field in fields(answer)}
