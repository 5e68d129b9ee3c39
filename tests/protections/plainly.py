"""Records as plain dictionaries, for slow and obvious versions of what protections do."""

from __future__ import annotations

from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset

Plain = list[dict[int, tuple[float | None, int | None]]]


def plainly(data: LocalDataset) -> Plain:
    """Each person's items with the value's position on the scale and the day since 1970, or none of either."""
    records, found = data.held.records, []
    for person in range(data.people):
        record: dict[int, tuple[float | None, int | None]] = {}
        for entry in range(int(records.starts[person]), int(records.starts[person + 1])):
            value = int(records.values[entry]) if len(records.values) else NO_VALUE
            day = int(records.days[entry]) if len(records.days) else NO_DAY
            record[int(records.items[entry])] = (
                None if value == NO_VALUE else data.scale.positions[value],
                None if day == NO_DAY else day + (data.first_day or 0),
            )
        found.append(record)
    return found


def holders(world: Plain, item: int) -> int:
    """How many people have the item."""
    return sum(item in record for record in world)


def consistent(data: LocalDataset) -> None:
    """Records, holders and index say the same, and records ascend."""
    world = plainly(data)
    assert [len(record) for record in world] == data.lengths.tolist()
    assert [holders(world, item) for item in range(data.items)] == data.holders.tolist()
    assert all(list(record) == sorted(record) for record in world)
    indexed: list[set[int]] = [set() for _ in range(data.people)]
    for shard in data.held.shards:
        for item in range(data.items):
            for at in range(int(shard.starts[item]), int(shard.starts[item + 1])):
                indexed[shard.first_person + int(shard.people[at])].add(item)
    assert indexed == [set(record) for record in world]
    assert len(data.vocabulary.people) == data.people
    assert len(data.vocabulary.items) == data.items
