"""A synthetic dataset, invented from a seed: something to try every command on, of any size.

It has what makes behavioural data give people away: few items that nearly everybody has and a long tail that
hardly anybody has; few people who do most of it; tastes, and a gender and an age that tastes betray; values;
days that come in sessions. Nobody in it exists. The same settings give the same bytes.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from standout import __version__
from standout.common.arrays import Floats, Int64s
from standout.errors import BadInput
from standout.kernels import generate
from standout.sample.sample_folder import FILES, MANIFEST, lasting, written_whole
from standout.sample.titles_invented import invented_titles

GENDERS = ("F", "M")
AGES = ("under 18", "18-24", "25-34", "35-44", "45-49", "50-55", "56+")
GROUPS = (
    *("Harbour Tales", "Night Trains", "Paper Crowns", "Slow Weather", "Iron Gardens", "Lantern Comedy"),
    *("Far Orbits", "Glass Detectives", "Salt Roads", "Winter Kitchens", "Borrowed Ghosts", "Brass Bands"),
    *("Open Fields", "Small Courts", "Clockwork", "Tall Ships", "Quiet Letters", "Wild Maps"),
)

_GENDER_SHARES = (0.3, 0.7)
_AGE_SHARES = (0.04, 0.18, 0.35, 0.20, 0.09, 0.08, 0.06)
_GENDER_PULL = 0.5
_AGE_PULL = 0.6
_TASTE_SPREAD = 1.0
_COMMON = 0.25

_ACTIVITY_SPREAD = 1.3
_SHORTEST = 20
_TAIL = 2.4
_TOP_SHARE = 0.49

_BEGINNING = 978_307_200  # 2001-01-01, in seconds since 1970
_SPAN = 1096
_LARGEST = 2**31 - 1
_GROUP_ROWS = 1 << 20
_GROUP_PEOPLE = 1 << 16
_THREADS = 2

# What the streams of randomness that are not about one person are for.
_RANKS, _LEANS, _CENTRES, _REMAINDER = 11, 12, 13, 14

Progress = Callable[[int], None]


@dataclass(frozen=True)
class SampleSettings:
    """How large a sample to invent, and from which seed; refuses what cannot be."""

    people: int = 2_000
    items: int = 1_200
    interactions: int = 150_000
    seed: int = 1

    def __post_init__(self) -> None:
        for name, least in (("people", 1), ("items", 3), ("interactions", 1)):
            if getattr(self, name) < least:
                raise BadInput(f"--{name} {getattr(self, name)}: a sample needs at least {least}")
        for name in ("people", "items"):
            if getattr(self, name) > _LARGEST:
                raise BadInput(f"--{name} {getattr(self, name)}: at most {_LARGEST:,} can be numbered")
        if not 0 <= self.seed < 2**63:
            raise BadInput(f"--seed {self.seed}: give a whole number from 0 to 2^63 − 1")
        if self.interactions < self.people:
            raise BadInput(
                f"--interactions {self.interactions}: fewer than one for each of {self.people} people;"
                f" give at least {self.people}"
            )
        if self.interactions > self.people * self.longest:
            raise BadInput(
                f"--interactions {self.interactions}: more than {self.people} people can have when nobody"
                f" has more than a third of {self.items} items; give at most {self.people * self.longest}"
            )

    @property
    def longest(self) -> int:
        """The most items one person has: a third of all."""
        return self.items // 3

    @property
    def shortest(self) -> int:
        """The fewest items one person has."""
        return max(1, min(_SHORTEST, self.interactions // (4 * self.people)))


def builtin_sample(folder: Path) -> Path:
    """Write the built-in sample, a small draw with seed 1, into the folder."""
    return draw_sample(folder, SampleSettings())


def builtin_tables(folder: Path) -> None:
    """Write only the tables of people and items of the built-in sample into the folder."""
    world = _World(SampleSettings())
    _write_lines(folder / "people.csv", _people_lines(world))
    _write_lines(folder / "items.csv", _item_lines(world))


def draw_sample(
    folder: Path, settings: SampleSettings, *, progress: Progress | None = None, group_rows: int | None = None
) -> Path:
    """Invent a sample and write it into the folder, all of it or nothing; returns the folder.

    `progress` is told after every row group how many interactions are written. `group_rows` (about how many
    rows a row group has) changes how the rows are packed, never what they say.
    """
    world = _World(settings)
    rows = group_rows or max(1, min(_GROUP_ROWS, -(-settings.interactions // 8)))
    with written_whole(folder) as part:
        with lasting(part / "interactions.parquet") as stream:
            _write_interactions(stream, world, rows, progress)
        _write_lines(part / "people.csv", _people_lines(world))
        _write_lines(part / "items.csv", _item_lines(world))
        _write_lines(part / MANIFEST, [_manifest(settings)])
    return folder


class _World:
    """Everything that is drawn once: the items and their popularity, the people and how active they are."""

    def __init__(self, settings: SampleSettings) -> None:
        seed, self.settings = settings.seed, settings
        self.genders, self.ages, activity = generate.draw_people(
            seed, settings.people, np.cumsum(_GENDER_SHARES), np.cumsum(_AGE_SHARES)
        )
        self.lengths = _lengths(settings, activity)
        sizes = 1.0 / (np.arange(len(GROUPS)) + 6.0)
        self.groups, quality = generate.draw_items(seed, settings.items, np.cumsum(sizes))
        self.main_group = np.ascontiguousarray(self.groups[:, 0])
        rank = (generate.permutation(seed, _RANKS, settings.items) + 0.5) / settings.items
        self.quality: Floats = quality + 0.3 * (0.5 - rank)
        weights = (rank + _popularity_shift(settings, self.lengths)) ** -_TAIL
        self.tables = generate.group_tables(self.groups, weights, len(GROUPS))
        self.shares: Floats = self.tables[4]
        self.overall = generate.alias_table(weights)
        self.gender_pull = _gender_pull(seed)
        self.age_pull = _age_pull(seed)

    def records(self, first: int, last: int) -> pa.Table:
        """What the people `first` to `last` did, by person, then time."""
        seed, lengths = self.settings.seed, self.lengths
        tastes = generate.draw_tastes(
            seed,
            first,
            last,
            self.genders,
            self.ages,
            self.shares,
            self.gender_pull,
            self.age_pull,
            _TASTE_SPREAD,
        )
        items = generate.choose_items(seed, first, last, lengths, tastes, _COMMON, *self.tables[:4], *self.overall)
        values = generate.draw_values(
            seed, first, last, lengths, items, tastes, self.shares, self.main_group, self.quality
        )
        times = generate.draw_times(seed, first, last, lengths, _BEGINNING, _SPAN)
        users = np.repeat(np.arange(first + 1, last + 1, dtype=np.int32), lengths[first:last])
        return pa.table({"user": users, "item": items + np.int32(1), "value": values, "time": times}, _SCHEMA)


_SCHEMA = pa.schema(
    [
        pa.field("user", pa.int32(), nullable=False),
        pa.field("item", pa.int32(), nullable=False),
        pa.field("value", pa.int8(), nullable=False),
        pa.field("time", pa.int64(), nullable=False),
    ]
)


def _lengths(settings: SampleSettings, activity: Floats) -> Int64s:
    """How many items everybody has: log-normal above the shortest, cut at the longest, adding up exactly."""
    factor = np.exp(_ACTIVITY_SPREAD * activity)

    def at(scale: float) -> Int64s:
        grown = np.minimum(settings.shortest + scale * factor, settings.longest)
        return np.asarray(grown, np.int64)

    low, high = 0.0, 1.0
    while at(high).sum() < settings.interactions:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if at(middle).sum() <= settings.interactions:
            low = middle
        else:
            high = middle
    lengths = at(low)
    order = generate.permutation(settings.seed, _REMAINDER, settings.people)
    while left := settings.interactions - int(lengths.sum()):
        growing = order[lengths[order] < settings.longest][:left]
        lengths[growing] += 1
    return lengths


def _popularity_shift(settings: SampleSettings, lengths: Int64s) -> float:
    """The shift of the popularity law (rank share + shift)^−tail that gives the top item its wanted audience.

    Works on quantiles of activity and on a thinned list of ranks, so it costs the same at any size.
    Rounded, so that the last bit of a sum on another machine changes nothing.
    """
    mean = settings.interactions / settings.people
    typical = np.quantile(lengths, (np.arange(64) + 0.5) / 64)
    return _shift_for(min(_TOP_SHARE, 0.02 * mean), settings.items, tuple(typical.tolist()))


@lru_cache(maxsize=16)
def _shift_for(wanted: float, items: int, typical: tuple[float, ...]) -> float:
    """The same for people of typical activity; who draws a sample again does not search again."""
    edges = np.unique(np.round(np.geomspace(1, items + 1, 400)))
    many = np.diff(edges)
    rank = ((edges[:-1] + edges[1:]) / 2 - 0.5) / items
    low, high = np.log(1e-7), np.log(10.0)
    for _ in range(30):
        middle = (low + high) / 2
        weights = (rank + np.exp(middle)) ** -_TAIL
        chance = weights / (weights @ many)
        if _top_audience_exceeds(wanted, chance, many, np.array(typical)):
            low = middle
        else:
            high = middle
    return float(f"{np.exp(high):.6g}")


def _top_audience_exceeds(wanted: float, chance: Floats, many: Floats, lengths: Floats) -> bool:
    """Whether more than this share of people end up with the top item, drawing until they have `lengths` distinct ones.

    How much is drawn is searched for between two bounds, only until both say the same.
    """

    def exceeds(drawn: Floats) -> bool:
        return bool(np.mean(-np.expm1(-np.expm1(drawn) * chance[0])) > wanted)

    low, high = np.zeros(len(lengths)), np.full(len(lengths), 60.0)
    for _ in range(30):
        middle = (low + high) / 2
        distinct = -np.expm1(-np.expm1(middle)[:, None] * chance) @ many
        low = np.where(distinct < lengths, middle, low)
        high = np.where(distinct < lengths, high, middle)
        if exceeds(low) or not exceeds(high):
            break
    return exceeds(high)


def _gender_pull(seed: int) -> Floats:
    """How much a gender is drawn to each group: from strongly away to strongly towards, in random order."""
    leans = np.linspace(-1.0, 1.0, len(GROUPS))[generate.permutation(seed, _LEANS, len(GROUPS))]
    return _GENDER_PULL * np.stack([leans, -leans])


def _age_pull(seed: int) -> Floats:
    """How much an age is drawn to each group: most at the age that likes it best, less at those around."""
    centres = np.linspace(0.0, len(AGES) - 1.0, len(GROUPS))[generate.permutation(seed, _CENTRES, len(GROUPS))]
    distance = (np.arange(len(AGES))[:, None] - centres) / 1.5
    return np.asarray(_AGE_PULL * (2 * np.exp(-(distance**2)) - 0.5), np.float64)


def _chunks(lengths: Int64s, rows: int) -> Iterator[tuple[int, int]]:
    """Cut the people, in order, into chunks of about so many rows."""
    ends = np.cumsum(lengths)
    first = 0
    while first < len(lengths):
        before = ends[first - 1] if first else 0
        last = int(np.searchsorted(ends, before + rows, side="right"))
        last = min(max(last, first + 1), first + _GROUP_PEOPLE)
        yield first, last
        first = last


def _write_interactions(stream: BinaryIO, world: _World, rows: int, progress: Progress | None) -> None:
    """Draw chunks of people on a few threads, write them in order, hold only a few at a time."""
    done = 0
    with (
        closing(_in_order(world.records, _chunks(world.lengths, rows))) as tables,
        pq.ParquetWriter(
            stream,
            _SCHEMA,
            compression="zstd",
            use_dictionary=["user", "item", "value"],
            column_encoding={"time": "DELTA_BINARY_PACKED"},
        ) as writer,
    ):
        for table in tables:
            writer.write_table(table, row_group_size=table.num_rows)
            done += table.num_rows
            if progress:
                progress(done)


def _in_order(
    work: Callable[[int, int], pa.Table], chunks: Iterable[tuple[int, int]]
) -> Generator[pa.Table, None, None]:
    """Results in the order of the chunks, worked out a few ahead."""
    ahead: deque[Future[pa.Table]] = deque()
    with ThreadPoolExecutor(_THREADS) as pool:
        try:
            for chunk in chunks:
                ahead.append(pool.submit(work, *chunk))
                if len(ahead) > _THREADS:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for waiting in ahead:
                waiting.cancel()


def _people_lines(world: _World) -> Iterator[str]:
    yield "user,gender,age_group"
    for person, (gender, age) in enumerate(zip(world.genders, world.ages, strict=True), start=1):
        yield f"{person},{GENDERS[gender]},{AGES[age]}"


def _item_lines(world: _World) -> Iterator[str]:
    yield "item,title,groups"
    titles = invented_titles(world.settings.seed, world.settings.items)
    for item, (title, groups) in enumerate(zip(titles, world.groups, strict=True), start=1):
        yield f"{item},{title},{'|'.join(GROUPS[group] for group in groups if group >= 0)}"


def _manifest(settings: SampleSettings) -> str:
    """What the folder holds and how to make it again."""
    content = {"standout": __version__, "sample": asdict(settings), "files": list(FILES)}
    return json.dumps(content, indent=2)


def _write_lines(file: Path, lines: Iterable[str]) -> None:
    with lasting(file) as stream:
        stream.writelines(f"{line}\n".encode() for line in lines)
