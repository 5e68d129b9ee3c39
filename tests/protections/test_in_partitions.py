"""Row-wise protections on partitions give what they give on everybody at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from standout.data.dataset import AnyDataset, Dataset, LocalDataset
from standout.data.index import from_arrays
from standout.data.partition import Partition
from standout.data.vocabulary import Vocabulary
from standout.engines.partitioned import PartitionedEngine, Partitions, cut
from standout.errors import BadInput
from standout.protections import PROTECTIONS, protection
from standout.protections.contract import Protection, Version
from standout.protections.in_partitions import after_steps
from standout.protections.protecting import protect, protect_partitions
from standout.protections.rowwise import RowWise
from tests.protections.plainly import Plain, plainly
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


def partitions_of(data: LocalDataset) -> list[tuple[Partition, Vocabulary]]:
    """The people of each cut with their names, as an executor would hold them."""
    names = data.vocabulary
    return [(cut(data, *ends), replace(names, people=names.everybody()[slice(*ends)])) for ends in CUTS]


def away(data: LocalDataset) -> AnyDataset:
    """The same data in partitions."""
    held = Partitions([partition for partition, _ in partitions_of(data)])
    return Dataset(data.vocabulary, data.facts, data.lengths, data.source, held, PartitionedEngine())


def plain_version(made: Version) -> Plain:
    """What records say, as plain dictionaries."""
    data = from_arrays([], [], size=(0, made.items))
    facts = replace(data.facts, people=len(made.records.starts) - 1, scale=made.scale, first_day=made.first_day)
    return plainly(replace(data, facts=facts, held=Partition(made.records, ())))


def row_wise(texts: tuple[str, ...]) -> list[RowWise]:
    found = [protection(text) for text in texts]
    assert all(isinstance(one, RowWise) for one in found)
    return [one for one in found if isinstance(one, RowWise)]


@pytest.mark.parametrize("texts", CHAINS, ids=" + ".join)
def test_partitions_together_give_what_the_whole_gives(texts: tuple[str, ...]) -> None:
    data = ratings()
    chosen: list[Protection] = [protection(text) for text in texts]
    wanted = protect(data, chosen, seed=3)
    account, stages, facts = protect_partitions(away(data), row_wise(texts), 3)
    assert account.document() == wanted.document()
    assert account.empty == wanted.empty == int((wanted.data.lengths == 0).sum())
    made = [after_steps(partition, names, stages) for partition, names in partitions_of(data)]
    assert [record for one in made for record in plain_version(one)] == plainly(wanted.data)
    assert [
        name for one in made for name in one.vocabulary.everybody().to_pylist()
    ] == wanted.data.vocabulary.everybody().to_pylist()
    for name in ("people", "longest", "scale", "first_day", "last_day"):
        assert getattr(facts, name) == getattr(wanted.data.facts, name)
    for name in ("holders", "value_counts", "day_counts"):
        assert getattr(facts, name).tolist() == getattr(wanted.data.facts, name).tolist()


def test_what_cannot_be_done_is_refused_before_anything_is_counted() -> None:
    bare = from_arrays([0, 1], [0, 1])
    with pytest.raises(BadInput, match="the data has no values"):
        protect_partitions(PartitionedEngine((0, 1)).take(bare), row_wise(("coarsen-values",)))


def test_which_protections_are_row_wise() -> None:
    found = {name for name, kind in PROTECTIONS.items() if isinstance(kind(), RowWise)}
    assert found == {"suppress-rare", "coarsen-values", "coarsen-days", "perturb", "sample", "trim"}


def test_chance_falls_to_a_person_whoever_else_is_there() -> None:
    data = ratings()
    whole = plainly(protection("perturb").protect(data, None, 1).data)
    for (first, last), (partition, names) in zip(CUTS, partitions_of(data), strict=True):
        made = row_wise(("perturb",))[0].reshaped(partition, data.facts, 1)
        version = Version(made.records, names, data.items, made.scale, made.first_day)
        assert plain_version(version) == whole[first:last]


def test_noise_on_values_is_normal_and_on_days_even() -> None:
    count = 40_000
    scale = ratings().scale
    fine = replace(scale, labels=tuple(map(str, range(201))), positions=tuple(i / 10 for i in range(201)))
    data = from_arrays(
        np.arange(count) // 100, np.arange(count) % 100, np.full(count, 100), np.full(count, 400), scale=fine
    )
    data = replace(data, facts=replace(data.facts, last_day=800), held=replace(data.held, shards=()))
    after = protection("perturb:values=2,days=5").protect(data, None, 1).data
    moved = after.held.records.values.astype(float) / 10 - 10
    assert abs(moved.mean()) < 0.05
    assert moved.std() == pytest.approx(2, rel=0.02)
    assert (np.abs(moved) < 2).mean() == pytest.approx(0.6736, abs=0.02)
    days, counts = np.unique(after.held.records.days.astype(int) - 400, return_counts=True)
    assert days.tolist() == list(range(-5, 6))
    assert counts == pytest.approx(np.full(11, count / 11), rel=0.06)
