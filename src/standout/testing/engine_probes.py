"""Questions whose answers show what an engine does with partitions: who was asked, what they were told, in which order.

They are functions of a module, since an engine may send them by name.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from standout.common.arrays import Int64s
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.engines.merging import Arrays, one_after_another

_SENT = 17


def check_map(data: LocalDataset, far: AnyDataset) -> None:
    """Every partition is asked once, with everybody's facts and what was sent; answers come in the order of people."""
    answer = far.engine.map(far, _seen_in, _SENT, merge=one_after_another)
    _check_people(answer["people"], data.people)
    assert (answer["sent"] == _SENT).all(), "map: run() must get what is sent along, after partition and facts"
    _check_facts(answer, data)
    merged = far.engine.map(far, _span_in, merge=_neighbours)
    assert merged["apart"].sum() == 0, (
        "map: answers of partitions that are no neighbours were merged, or in another order than that of their people: "
        "merge groups of neighbours, sorted by first_person"
    )


def _check_people(people: Int64s, wanted: int) -> None:
    """Everybody once, in order."""
    times = np.bincount(people, minlength=wanted)
    lost, twice = np.flatnonzero(times[:wanted] == 0), np.flatnonzero(times[:wanted] > 1)
    assert not len(lost), (
        f"map: nothing was answered for {len(lost)} people, such as {lost[0]}: ask every partition, also the last and "
        "the empty ones, and merge all their answers"
    )
    assert not len(twice), (
        f"map: {len(twice)} people, such as {twice[0]}, were answered for more than once: ask every partition once, "
        "and let no two have the same people"
    )
    assert len(times) == wanted, f"map: {len(times)} people were answered for, but there are {wanted}"
    assert np.array_equal(people, np.arange(wanted)), (
        "map: answers are merged in another order than that of the people: sort answers by first_person before merging"
    )


def _check_facts(answer: Arrays, data: LocalDataset) -> None:
    """Nobody may take a partition for all."""
    facts, advice = data.facts, "pass data.facts to run() as they are"
    for name, wanted in (
        ("everybody", facts.people),
        ("longest", facts.longest),
        ("holders", int(facts.holders.sum())),
    ):
        odd = answer[name][answer[name] != wanted]
        assert not len(odd), (
            f"map: facts say {odd[0]} ({name}), not {wanted}: a partition was counted for all; {advice}"
        )
    assert (answer["values"] == facts.value_counts.sum()).all(), f"map: facts count other values; {advice}"
    assert (answer["days"] == facts.day_counts.sum()).all(), f"map: facts count other days; {advice}"


def _seen_in(partition: Partition, facts: Facts, sent: int) -> Arrays:
    return {
        "people": partition.first_person + np.arange(partition.size),
        "sent": np.array([sent]),
        "everybody": np.array([facts.people]),
        "longest": np.array([facts.longest]),
        "holders": np.array([facts.holders.sum()]),
        "values": np.array([facts.value_counts.sum()]),
        "days": np.array([facts.day_counts.sum()]),
    }


def _span_in(partition: Partition, facts: Facts) -> Arrays:  # noqa: ARG001
    first = partition.first_person
    return {"first": np.array([first]), "end": np.array([first + partition.size]), "apart": np.array([0])}


def _neighbours(answers: Sequence[Arrays]) -> Arrays:
    """From where to where the answers go, and how many of them do not begin where the one before ends."""
    firsts, ends = ([int(answer[name][0]) for answer in answers] for name in ("first", "end"))
    gaps = sum(end != first for end, first in zip(ends[:-1], firsts[1:], strict=True))
    apart = gaps + sum(int(answer["apart"][0]) for answer in answers)
    return {"first": np.array([firsts[0]]), "end": np.array([ends[-1]]), "apart": np.array([apart])}


def check_map_records(data: LocalDataset, far: AnyDataset) -> None:
    """Records travel to the partition of the person near whom they are wanted, each as it is; or to all of them."""
    rng = np.random.default_rng(3)
    people, near = rng.integers(0, data.people, 30), rng.integers(-1, data.people, 30)
    answer = far.engine.map_records(far, _visitors_in, people, near, near, merge=one_after_another)
    rows, wanted = answer["rows"], np.flatnonzero(near >= 0)
    assert np.array_equal(np.sort(rows), wanted), (
        f"map_records: {len(rows)} records were sent, not {len(wanted)}: send each once, and none where `near` is -1"
    )
    assert answer["host"].all(), "map_records: a record must go to the partition that has the person `near`"
    _check_visitors(data, people, answer)
    everywhere = far.engine.map_records(far, _visitors_in, people, None, people, merge=one_after_another)
    times = np.bincount(everywhere["rows"], minlength=len(people))
    everybody = bool((times == times[0]).all()) and everywhere["host"].sum() == len(people)
    assert everybody, "map_records: without `near`, send all records to all partitions"
    _check_visitors(data, people, everywhere)


def _check_visitors(data: LocalDataset, people: Int64s, answer: Arrays) -> None:
    records, rows = data.held.records, answer["rows"]
    lengths = data.lengths[people[rows]]
    sums = np.array([records.items[slice(*records.starts[person : person + 2])].sum() for person in people[rows]])
    same = np.array_equal(answer["lengths"], lengths) and np.array_equal(answer["sums"], sums)
    assert same, "map_records: visiting records must be those of people[rows], in this order"


def _visitors_in(partition: Partition, facts: Facts, visiting: Partition, rows: Int64s, near: Int64s) -> Arrays:  # noqa: ARG001
    records = visiting.records
    totals = np.concatenate(([0], np.cumsum(records.items)))
    return {
        "rows": np.asarray(rows),
        "host": partition.places(near[rows]) >= 0,
        "lengths": visiting.lengths,
        "sums": totals[records.starts[1:]] - totals[records.starts[:-1]],
    }
