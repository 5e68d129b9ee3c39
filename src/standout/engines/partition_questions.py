"""What engines whose records are in several partitions ask of each of them, and how they put the answers together.

Drawing asks every partition for its own people. For scoring, every true record is scored where it is; then all
partitions score everyone with the same levels; then, where entropy is asked for, sums of exponentials are made with the
best score and the spread of all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
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


def scored(ask: Ask, knowledge: Knowledge, attack: Attack, truths: Int64s, *, top: int, entropy: bool) -> Tally:
    """The tally of all partitions together, for so many targets at once that it stays small on its way."""
    rounds = [
        _scored(ask, of_targets(knowledge, rows), attack, truths[rows], top, entropy)
        for rows in _rounds(knowledge.targets)
    ]
    return joined(rounds)


def _rounds(targets: int) -> list[Int64s]:
    return [np.arange(begin, min(begin + AT_ONCE, targets)) for begin in range(0, max(targets, 1), AT_ONCE)]


def _scored(ask: Ask, knowledge: Knowledge, attack: Attack, truths: Int64s, top: int, entropy: bool) -> Tally:
    somebody = bool((truths >= 0).any())  # without a true record there is nothing to find first
    own = Own(**ask(_own_in, knowledge, attack, truths, merge=_all_own)) if somebody else nobodys(len(truths))
    kept = max(top, 2)  # sums of exponentials of likelihoods are merged by the two best
    tally = Tally(**ask(_score_in, knowledge, attack, truths, own, kept, merge=_merged))
    if entropy and np.isnan(tally.exponentials).all():
        best = np.where(tally.top_records[:, 0] >= 0, tally.top_scores[:, 0], -np.inf)
        sums = ask(_exponentials_in, knowledge, attack, best, tally.spread, merge=summed)
        tally = replace(tally, exponentials=sums["exponentials"])
    return replace(tally, top_scores=tally.top_scores[:, :top], top_records=tally.top_records[:, :top])


def scored_by_each(ask: Ask, knowledge: Knowledge, attacks: Sequence[Attack], *, top: int) -> list[Tally]:
    """What each of these attacks makes of the same knowledge, true records unknown, all asked in one go.

    As `scored` for each of them; meant for few targets and attacks whose sums of exponentials come with their scores.
    """
    kept, truths = max(top, 2), np.full(knowledge.targets, -1, np.int64)
    found = ask(_score_each_in, knowledge, tuple(attacks), truths, nobodys(len(truths)), kept, merge=_merged_each)
    tallies = [Tally(**answer) for answer in _apart(found, len(attacks))]
    return [
        replace(tally, top_scores=tally.top_scores[:, :top], top_records=tally.top_records[:, :top])
        for tally in tallies
    ]


def _score_each_in(
    partition: Partition,
    facts: Facts,
    knowledge: Knowledge,
    attacks: Sequence[Attack],
    truths: Int64s,
    own: Own,
    top: int,
) -> Arrays:
    return _side_by_side([_score_in(partition, facts, knowledge, attack, truths, own, top) for attack in attacks])


def _merged_each(answers: Sequence[Arrays]) -> Arrays:
    count = 1 + max(int(name.partition(" ")[0]) for name in answers[0])
    by_attack = zip(*(_apart(answer, count) for answer in answers), strict=True)
    return _side_by_side([_merged(of_one) for of_one in by_attack])


def _side_by_side(answers: Sequence[Arrays]) -> Arrays:
    """Several answers as one: each array under its own name and the number of its answer."""
    return {f"{at} {name}": array for at, answer in enumerate(answers) for name, array in answer.items()}


def _apart(together: Arrays, count: int) -> list[Arrays]:
    answers: list[Arrays] = [{} for _ in range(count)]
    for name, array in together.items():
        at, _, plain = name.partition(" ")
        answers[int(at)][plain] = array
    return answers


def item_scores(ask: Ask, knowledge: Knowledge, attack: Attack, candidates: Int64s) -> Floats:
    """What each known item adds to the score of one candidate per target (-1: none), wherever they are."""
    rounds = [
        ask(_item_scores_in, of_targets(knowledge, rows), attack, candidates[rows], merge=summed)
        for rows in _rounds(knowledge.targets)
    ]
    return np.concatenate([each["scores"] for each in rounds])


def looked_up(ask: Ask, people: Int64s, items: Int64s, near: Int64s | None) -> Cells:
    """Whether each of these people has the item beside them, with its value and day."""
    sums = ask(_look_up_in, people, items, near, merge=summed)
    return Cells(sums["there"] > 0, sums["values"], sums["days"], sums["times"])


def _own_in(partition: Partition, facts: Facts, knowledge: Knowledge, attack: Attack, truths: Int64s) -> Arrays:
    return _arrays(partition_scores.own_scores(partition, facts, knowledge, attack, truths, ONE_THREAD))


def _all_own(answers: Sequence[Arrays]) -> Arrays:
    return _arrays(all_own([Own(**answer) for answer in answers]))


def _score_in(
    partition: Partition, facts: Facts, knowledge: Knowledge, attack: Attack, truths: Int64s, own: Own, top: int
) -> Arrays:
    return _arrays(
        partition_scores.score(partition, facts, knowledge, attack, truths, top=top, threads=ONE_THREAD, own=own)
    )


def _merged(answers: Sequence[Arrays]) -> Arrays:
    tallies = [Tally(**answer) for answer in answers]
    plain = np.isnan(tallies[0].exponentials).all()
    return _arrays(merged(tallies) if plain else merged_likelihoods(tallies))


def _exponentials_in(
    partition: Partition, facts: Facts, knowledge: Knowledge, attack: Attack, best: Floats, spreads: Floats
) -> Arrays:
    return {
        "exponentials": partition_scores.exponentials(partition, facts, knowledge, attack, best, spreads, ONE_THREAD)
    }


def _item_scores_in(
    partition: Partition, facts: Facts, knowledge: Knowledge, attack: Attack, candidates: Int64s
) -> Arrays:
    return {"scores": partition_scores.item_scores(partition, facts, knowledge, attack, candidates, ONE_THREAD)}


def _look_up_in(partition: Partition, facts: Facts, people: Int64s, items: Int64s, near: Int64s | None) -> Arrays:
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
