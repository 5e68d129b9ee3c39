"""`protect`: change data so that people are harder to find, or an attribute of them harder to infer."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from standout.auditing.settings import Progress, check_numbers, no_progress
from standout.data.contents import refuse_replaced
from standout.data.dataset import Dataset, LocalDataset
from standout.engines.base import Engine
from standout.errors import BadInput
from standout.io.reading import check_there
from standout.io.writing.write import Place, write_like
from standout.library.attributes import hidden_attribute
from standout.library.engine_choice import reads_on_spark, under
from standout.library.protected import ProtectResult, place_like
from standout.library.reading import Reading, as_dataset, at_hand
from standout.protections.chosen import check_attribute, chosen
from standout.protections.contract import Protection
from standout.protections.on_spark import place_for, protect_on_spark, row_wise
from standout.protections.protecting import Outcome
from standout.protections.protecting import protect as apply


def protect(
    data: Any,
    *protections: str | Protection,
    attribute: Any = None,
    people: Any = None,
    seed: int = 1,
    engine: str | Engine | None = None,
    spark_master: str | None = None,
    out: str | Path | None = None,
    columns: Mapping[str, str] | None = None,
    titles: str | Path | None = None,
    skip_bad_rows: bool = False,
    any_year: bool = False,
    progress: Progress | None = None,
) -> ProtectResult:
    """Apply protections one after the other; the data itself stays as it is.

    `data` is whatever `read` takes. Protections are objects, or texts as on the command line: `Trim(keep=20)`,
    "trim:keep=20". Those that hide an attribute of people need its name, and a table of `people` where the data brings
    none. With `out`, the protected data is written there in the format that it was read from; without, it is in memory
    alone. The result is data for every other function. On Spark (`engine="spark"`), which reads and writes by itself,
    `data` is a path or the name of a table, and `out` is needed.

    >>> import pyarrow as pa
    >>> import standout as so
    >>> table = pa.table({"user": [1, 1, 1, 2, 2], "item": ["tea", "milk", "saffron", "tea", "milk"]})
    >>> released = so.protect(table, so.Trim(keep=2))
    >>> released.document.removed, released.dataset.count
    (1, 4)
    """
    check_numbers(seed, None)
    steps = chosen(protections)
    on_spark = reads_on_spark(engine, spark_master)
    if on_spark:
        _check_for_spark(steps, attribute, people)
    if people is not None and attribute is None and not any("attribute" in step.needs for step in steps):
        raise BadInput(f"--people {people}: none of the protections chosen looks at people's attributes; leave it out")
    check_attribute(steps, attribute)
    reading = Reading(columns, None if titles is None else Path(titles), skip_bad_rows, any_year)
    watched = progress or no_progress
    if on_spark:
        return _by_spark(data, steps, out, seed, spark_master, reading, watched)
    return _here(data, steps, attribute, people, out, seed, reading, engine, watched)


def _here(
    data: Any,
    protections: Sequence[Protection],
    attribute: Any,
    people: Any,
    out: str | Path | None,
    seed: int,
    reading: Reading,
    engine: str | Engine | None,
    progress: Progress,
) -> ProtectResult:
    """Read, protect, and write where that is asked for."""
    place = None if out is None else _place(data, Path(out))
    total = len(protections) + 2
    progress("reading", 0, total)
    original = at_hand(under(engine, as_dataset(data, reading)))
    hidden = hidden_attribute(attribute, original, people)
    outcome = apply(original, protections, hidden, seed, lambda what, done, _: progress(what, done + 1, total))
    refuse_replaced(original.mapped_from)
    written: tuple[str, ...] = ()
    if place is not None:
        progress("writing", total - 1, total)
        written = write_like(outcome.data, place, reading.columns)
    known = (*original.source.notes, *(hidden.notes if hidden else ()))
    document = outcome.document().noted(known, written, None if place is None else str(place.out))
    return ProtectResult(document, tuple(protections), _released(original, outcome), reading.columns)


def _place(data: Any, out: Path) -> Place:
    """Where the result goes, checked before anything is read."""
    if isinstance(data, str | Path):
        check_there(str(data))
        return place_like(str(data), out)
    held = data.dataset if isinstance(data, ProtectResult) else data
    return place_like(held.source.path if isinstance(held, Dataset) else None, out)


def _released(original: LocalDataset, outcome: Outcome) -> LocalDataset:
    """The protected data, which is no longer what its source's checksum speaks of."""
    recipe = f"{original.source.sha256} {outcome.name} {outcome.seed}"
    source = replace(original.source, sha256=hashlib.sha256(recipe.encode()).hexdigest())
    return replace(outcome.data, source=source, mapped_from=original.mapped_from)


def _check_for_spark(protections: Sequence[Protection], attribute: Any, people: Any) -> None:
    """Refuse, before anything is started, what cannot be done on Spark."""
    row_wise(protections)
    for option, value in (("attribute", attribute), ("people", people)):
        if value is not None:
            raise BadInput(f"--{option} {value}: the protections that Spark can run look at no attribute; leave it out")


def _by_spark(
    data: Any,
    protections: Sequence[Protection],
    out: str | Path | None,
    seed: int,
    spark_master: str | None,
    reading: Reading,
    progress: Progress,
) -> ProtectResult:
    """The same on a cluster, which reads and writes by itself."""
    from standout.engines.spark.session import session

    if not isinstance(data, str | Path):
        raise BadInput(f"--engine spark: reads a path or a table by its name, and not a {type(data).__name__}")
    if out is None:
        raise BadInput("--engine spark: the cluster writes the result; say where with --out")
    with session(spark_master) as spark:
        place = place_for(spark, str(out))
        account, known, written = protect_on_spark(
            spark, str(data), row_wise(protections), place, seed, progress,
            columns=reading.columns, titles=reading.titles, skip_bad_rows=reading.skip_bad_rows,
            any_year=reading.any_year,
        )  # fmt: skip
    return ProtectResult(account.document().noted(known, written, place), tuple(protections), None)
