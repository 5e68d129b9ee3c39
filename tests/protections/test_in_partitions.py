"""Row-wise protections on parts of the people give what they give on everybody at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from standout.data.elsewhere import Arrays, Merge, NotHere
from standout.data.index import from_arrays
from standout.data.model import Int64s, Interactions, Records
from standout.errors import BadInput
from standout.protections import PROTECTIONS, protection
from standout.protections.contract import Protection
from standout.protections.in_partitions import after_steps
from standout.protections.protecting import protect, protect_parts
from standout.protections.rowwise import RowWise
from tests.protections.plainly import plainly
from tests.protections.test_owner import ratings

CHAINS = (
    ("suppress-rare:below=7",),
    ("coarsen-values",),
    ("coarsen-values:to=3",),
    ("coarsen-values:to=presence",),
    ("coarsen-days:to=week",),
    ("coarsen-days:to=none",),
    ("perturb",),
    ("sample:people=0.4",),
    ("trim:keep=3",),
    ("trim:keep=3,which=random",),
    ("sample:people=0.6", "perturb", "trim:keep=4"),
    ("suppress-rare:below=12", "suppress-rare:below=14", "coarsen-values:to=2", "coarsen-days:to=quarter", "perturb"),
    ("perturb:values=0", "coarsen-days:to=month", "coarsen-values:to=presence", "sample:people=0.5"),
)
CUTS = ((0, 1), (1, 20), (20, 20), (20, 59), (59, 60))


def part_of(data: Interactions, first: int, last: int) -> Interactions:
    """The people `first` to `last` of a dataset, as an executor would hold them."""
    records, names = data.records, data.vocabulary
    here = slice(int(records.starts[first]), int(records.starts[last]))
    mine = Records(
        records.starts[first : last + 1] - records.starts[first],
        records.items[here], records.values[here], records.days[here],
    )  # fmt: skip
    names = replace(names, people=names.people[first:last])
    return replace(data, records=mine, shards=(), first_person=first, whole=data.facts, vocabulary=names)


@dataclass(frozen=True)
class InParts:
    """Parts that are asked one by one, their answers merged in two groups."""

    parts: list[Interactions]

    def over_parts(self, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays:
        answers = [run(part, *sent) for part in self.parts]
        return merge([merge(answers[:2]), merge(answers[2:])])

    def over_records(
        self, run: Callable[..., Arrays], people: Int64s, near: Int64s | None, *sent: Any, merge: Merge
    ) -> Arrays:
        raise AssertionError((run, people, near, sent, merge))


def away(data: Interactions, parts: list[Interactions]) -> Interactions:
    """The same data, of which only record lengths and facts are here."""
    nothing: Any = NotHere()
    records = Records(data.records.starts, nothing, nothing, nothing)
    return replace(data, records=records, shards=(), whole=data.facts, elsewhere=InParts(parts))


def row_wise(texts: tuple[str, ...]) -> list[RowWise]:
    found = [protection(text) for text in texts]
    assert all(isinstance(one, RowWise) for one in found)
    return [one for one in found if isinstance(one, RowWise)]


@pytest.mark.parametrize("texts", CHAINS, ids=" + ".join)
def test_parts_together_give_what_the_whole_gives(texts: tuple[str, ...]) -> None:
    data = ratings()
    chosen: list[Protection] = [protection(text) for text in texts]
    wanted = protect(data, chosen, seed=3)
    parts = [part_of(data, *cut) for cut in CUTS]
    account, stages, outline = protect_parts(away(data, parts), row_wise(texts), 3)
    assert account.document() == wanted.document()
    assert account.empty == wanted.empty == int((wanted.data.lengths == 0).sum())
    made = [after_steps(part, stages) for part in parts]
    assert [record for one in made for record in plainly(one)] == plainly(wanted.data)
    assert [
        name for one in made for name in one.vocabulary.people.to_pylist()
    ] == wanted.data.vocabulary.people.to_pylist()
    assert (outline.scale, outline.first_day, outline.last_day) == (
        wanted.data.scale, wanted.data.first_day, wanted.data.last_day
    )  # fmt: skip
    assert outline.holders.tolist() == wanted.data.holders.tolist()
    for name in ("people", "longest"):
        assert getattr(outline.facts, name) == getattr(wanted.data.facts, name)
    assert outline.facts.value_counts.tolist() == wanted.data.facts.value_counts.tolist()
    assert outline.facts.day_counts.tolist() == wanted.data.facts.day_counts.tolist()


def test_what_cannot_be_done_is_refused_before_anything_is_counted() -> None:
    bare = from_arrays([0, 1], [0, 1])
    with pytest.raises(BadInput, match="the data has no values"):
        protect_parts(away(bare, []), row_wise(("coarsen-values",)))


def test_which_protections_are_row_wise() -> None:
    found = {name for name, kind in PROTECTIONS.items() if isinstance(kind(), RowWise)}
    assert found == {"suppress-rare", "coarsen-values", "coarsen-days", "perturb", "sample", "trim"}


def test_chance_falls_to_a_person_whoever_else_is_there() -> None:
    data = ratings()
    whole = plainly(protection("perturb").protect(data, None, 1).data)
    for first, last in CUTS:
        part = part_of(data, first, last)
        made = row_wise(("perturb",))[0].reshaped(part, 1)
        assert plainly(replace(part, records=made.records)) == whole[first:last]


def test_noise_on_values_is_normal_and_on_days_even() -> None:
    count = 40_000
    scale = ratings().scale
    fine = replace(scale, labels=tuple(map(str, range(201))), positions=tuple(i / 10 for i in range(201)))
    data = from_arrays(
        np.arange(count) // 100, np.arange(count) % 100, np.full(count, 100), np.full(count, 400), scale=fine
    )
    data = replace(data, last_day=800, shards=())
    after = protection("perturb:values=2,days=5").protect(data, None, 1).data
    moved = after.records.values.astype(float) / 10 - 10
    assert abs(moved.mean()) < 0.05
    assert moved.std() == pytest.approx(2, rel=0.02)
    assert (np.abs(moved) < 2).mean() == pytest.approx(0.6736, abs=0.02)
    days, counts = np.unique(after.records.days.astype(int) - 400, return_counts=True)
    assert days.tolist() == list(range(-5, 6))
    assert counts == pytest.approx(np.full(11, count / 11), rel=0.06)
