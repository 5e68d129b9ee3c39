"""The same personas from Spark's FPGrowth, for populations that outgrow one machine.

Spark counts the same thing, so the answer is the same; on one machine the local miner is many times faster. Profiles
go in as a Parquet file of lists of pair numbers, or straight from a Parquet file of profiles that Spark reads itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from standout.common.formats import shown_path
from standout.engines.spark.session import is_here, session
from standout.engines.spark.source import local_place
from standout.errors import BadInput
from standout.outputs.scratch import scratch_folder
from standout.profiles.people.pairs import Pairs
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import MOST, check_mining, compact, least_people
from standout.profiles.personas.persona_set import PersonaSet

_BETWEEN = "\x1f"


def mine_on_spark(
    population: Population | Path,
    support: float = 0.001,
    min_size: int = 2,
    max_size: int | None = None,
    *,
    master: str | None = None,
    keep: Callable[[Sequence[str]], Sequence[str]] | None = None,
    limit: int = MOST,
) -> PersonaSet:
    """All personas, as `mine` finds them.

    A path is a Parquet file, or a folder of them, with the columns person, attribute and value, which Spark reads
    itself; `keep` is asked which of its attributes to search.
    """
    check_mining(support, min_size, max_size)
    with scratch_folder() as folder, session(master) as spark:
        if isinstance(population, Path):
            frame, people = _from_file(spark, population, keep)
            rows = _frequent(frame, people, support, min_size, max_size, limit)
            frame.unpersist()
            words, sets = _named(rows)
        else:
            whole = population.merged()
            frame = _as_lists(spark, whole, Path(folder))
            people, words = whole.size, whole
            sets = _frequent(frame, people, support, min_size, max_size, limit)
    sizes = np.array([len(pairs) for pairs, _ in sets], np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    flat = np.array([pair for pairs, _ in sets for pair in pairs], np.int32)
    return compact(words, people, support, starts, flat, np.array([count for _, count in sets], np.int64))


def _as_lists(spark: Any, population: Population, folder: Path) -> Any:
    """Everybody's pair numbers: through a file where all of Spark runs on this machine, else over the network."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not is_here(spark):
        cuts = zip(population.starts[:-1].tolist(), population.starts[1:].tolist(), strict=True)
        rows = [(population.pairs[begin:end].tolist(),) for begin, end in cuts]
        return spark.createDataFrame(rows, "items array<int>")
    lists = pa.LargeListArray.from_arrays(pa.array(population.starts), pa.array(population.pairs))
    file = folder / "profiles.parquet"
    pq.write_table(pa.table({"items": lists}), file, row_group_size=100_000)
    return spark.read.parquet(local_place(file))


def _from_file(spark: Any, file: Path, keep: Callable[[Sequence[str]], Sequence[str]] | None) -> tuple[Any, int]:
    """Everybody's pairs as texts, read by Spark itself."""
    from pyspark.sql import functions as sql

    if not file.exists():
        raise BadInput(f"{shown_path(file)}: no such file; check the name")
    frame = spark.read.parquet(local_place(file) if is_here(spark) else str(file.absolute()))
    for column in ("person", "attribute", "value"):
        if column not in frame.columns:
            raise BadInput(f"{shown_path(file)}: no column '{column}'; Spark takes person, attribute and value")
    text = {column: sql.trim(sql.col(column).cast("string")) for column in ("attribute", "value")}
    wanted = sql.length(text["value"]) > 0
    if keep is not None:
        there = sorted(row[0] for row in frame.select(text["attribute"]).distinct().collect() if row[0])
        wanted = wanted & text["attribute"].isin(list(keep(there)))
    pair = sql.when(wanted, sql.concat_ws(_BETWEEN, text["attribute"], text["value"]))
    lists = frame.groupBy("person").agg(sql.collect_set(pair).alias("items")).persist()
    return lists, int(lists.count())


def _frequent(
    frame: Any, people: int, support: float, min_size: int, max_size: int | None, limit: int
) -> list[tuple[list[Any], int]]:
    """What FPGrowth finds. Half a person below the threshold is the same threshold, safe from rounding."""
    from pyspark.ml.fpm import FPGrowth
    from pyspark.sql import functions as sql

    share = (least_people(support, people) - 0.5) / max(people, 1)
    sets = FPGrowth(itemsCol="items", minSupport=share).fit(frame).freqItemsets
    size = sql.size("items")
    sets = sets.where(size >= min_size if max_size is None else (size >= min_size) & (size <= max_size))
    rows = sets.limit(limit + 1).collect()
    if len(rows) > limit:
        raise BadInput(f"more than {limit:,} personas; raise --support, or cut them short with --max-size")
    return [(list(row["items"]), int(row["freq"])) for row in rows]


def _named(rows: list[tuple[list[str], int]]) -> tuple[Pairs, list[tuple[list[int], int]]]:
    """Numbers for texts, and the vocabulary they belong to."""
    pairs = sorted({pair for pair_texts, _ in rows for pair in pair_texts})
    named = [tuple(pair.split(_BETWEEN, 1)) for pair in pairs]
    attributes = tuple(sorted({attribute for attribute, _ in named}))
    values = tuple(
        tuple(sorted((value for name, value in named if name == attribute), key=lambda value: (len(value), value)))
        for attribute in attributes
    )
    words = Pairs(attributes, values)
    ids = {pair: words.pair_id(*name) or 0 for pair, name in zip(pairs, named, strict=True)}
    return words, [([ids[pair] for pair in pair_texts], count) for pair_texts, count in rows]
