"""`protect`: change data so that people are harder to find, or an attribute of them harder to infer."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

import pyarrow as pa

from standout.auditing.settings import Progress, check_numbers, no_progress
from standout.common.files import write_whole
from standout.common.formats import shown_path
from standout.common.memory import keeping_to, parse_memory
from standout.data.contents import refuse_replaced
from standout.data.dataset import Dataset, LocalDataset
from standout.engines.base import Engine
from standout.errors import BadInput
from standout.io.reading import check_there, digest_at
from standout.io.reading_options import ReadingArguments, for_spark, times_wanted
from standout.io.writing.kept import Kept
from standout.io.writing.new_ids import crowds_place, key_place
from standout.io.writing.write import write_like
from standout.io.writing.writing_places import Place
from standout.library.attributes import Cut, hidden_attribute
from standout.library.engine_choice import reads_on_spark, under
from standout.library.protected import PREPARED, ProtectResult, place_like
from standout.library.reading import Reading, as_dataset, asked, at_hand
from standout.outputs.places import check_new
from standout.protections.chosen import check_attribute, chosen
from standout.protections.contract import Protection
from standout.protections.crowds.crowd_protection import Crowds
from standout.protections.on_spark import check_for_spark, place_for, protect_on_spark
from standout.protections.protecting import Outcome
from standout.protections.protecting import protect as apply
from standout.results.protect import KnownSets
from standout.results.understood import LONGEST_NAME, Understood
from standout.risk.known_sets import least_shared


def protect(
    data: Any,
    *protections: str | Protection,
    attribute: Any = None,
    people: Any = None,
    cut: Cut = None,
    seed: int = 1,
    engine: str | Engine | None = None,
    spark_master: str | None = None,
    out: str | Path | None = None,
    new_ids: bool = False,
    keep_columns: bool = False,
    memory: str | None = None,
    progress: Progress | None = None,
    **options: Unpack[ReadingArguments],
) -> ProtectResult:
    """Apply protections one after the other; the data itself stays as it is.

    `data` is whatever `read` takes. Protections are objects, or texts as on the command line: `Trim(keep=20)`,
    "trim:keep=20". Those that hide an attribute of people need its name, and a table of `people` where the data brings
    none; `cut` says where a numeric one is cut. With `out`, the protected data is written there in the format that it
    was read from; without, it is in memory alone. With `new_ids`, people have other ids in what is written, and the key
    to them lies beside it. With `keep_columns`, a file is written with all columns and rows of its source of which the
    entries are still there. With `memory` ("3GB"), what is mapped from disk is given back where it grows beyond that.
    The result is data for every other function. On Spark (`engine="spark"`), which reads and
    writes by itself, `data` is a path or the name of a table, and `out` is needed.

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
    _check_writing(new_ids, keep_columns, on_spark, data, out)
    _check_columns(steps, keep_columns)
    new_ids = new_ids or (out is not None and any(getattr(step, "new_people", False) for step in steps))
    if on_spark:
        _check_for_spark(steps, attribute, people)
    if people is not None and attribute is None and not any("attribute" in step.needs for step in steps):
        raise BadInput(f"--people {people}: none of the protections chosen looks at people's attributes; leave it out")
    attribute = _balanced_by(steps, attribute)
    check_attribute(steps, attribute)
    reading = asked(**options)
    watched = progress or no_progress
    if on_spark and memory is not None:
        raise BadInput(f"--memory {memory}: Spark's executors have limits of their own; use --engine local")
    if on_spark:
        return _by_spark(data, steps, out, seed, spark_master, reading, watched)
    hidden = _Hidden(attribute, people, cut)
    with keeping_to(parse_memory(memory)):
        return _here(data, steps, hidden, out, _Writing(new_ids, keep_columns), seed, reading, engine, watched)


def _check_columns(steps: Sequence[Protection], keep_columns: bool) -> None:
    """Refuse to keep what would undo a protection."""
    for step in steps if keep_columns else ():
        if getattr(step, "dealt_anew", False):
            raise BadInput(
                f"--keep-columns: '{step.name}' deals entries anew, and other columns would say whose they were"
            )
        if getattr(step, "new_people", False):
            raise BadInput(
                f"--keep-columns: '{step.name}' makes new people, and other columns would say which belong together"
            )


@dataclass(frozen=True)
class _Writing:
    """What is asked for of the files."""

    new_ids: bool
    keep_columns: bool


@dataclass(frozen=True)
class _Hidden:
    """The attribute that is hidden, as it was asked for."""

    attribute: Any
    people: Any
    cut: Cut


def _balanced_by(steps: Sequence[Protection], attribute: Any) -> Any:
    """The attribute that is hidden: the one that crowds are balanced by, where one is, else the one that is named."""
    asked_for = next((step.balance for step in steps if isinstance(step, Crowds) and step.balance), None)
    if asked_for is None or attribute is None:
        return asked_for if attribute is None else attribute
    if isinstance(attribute, str) and attribute.casefold() != asked_for.casefold():
        raise BadInput(f"--attribute {attribute}: crowds are to be balanced by '{asked_for}'; leave --attribute out")
    return attribute


def _check_writing(new_ids: bool, keep_columns: bool, on_spark: bool, data: Any, out: str | Path | None) -> None:
    """Refuse, before any work, what cannot be written so."""
    for option, given, spark in (
        ("--new-ids", new_ids, "Spark writes ids as they are"),
        ("--keep-columns", keep_columns, "Spark writes the columns that it knows"),
    ):
        if given and on_spark:
            raise BadInput(f"{option}: {spark}; use --engine local")
        if given and out is None:
            raise BadInput(f"{option}: nothing is written; say where with --out")
    if keep_columns and not isinstance(data, str | Path):
        raise BadInput("--keep-columns: only data that is read from a file keeps its columns; name the file")


def _here(
    data: Any,
    protections: Sequence[Protection],
    named: _Hidden,
    out: str | Path | None,
    writing: _Writing,
    seed: int,
    reading: Reading,
    engine: str | Engine | None,
    progress: Progress,
) -> ProtectResult:
    """Read, protect, and write where that is asked for."""
    place = None if out is None else _place(data, Path(out), writing.keep_columns)
    if place is not None and writing.new_ids:
        check_new(key_place(place.out))
    if place is not None and any(isinstance(step, Crowds) for step in protections):
        check_new(crowds_place(place.out))
    total = len(protections) + 2
    progress("reading", 0, total)
    original = at_hand(under(engine, as_dataset(data, reading)))
    hidden = hidden_attribute(named.attribute, original, named.people, named.cut)
    outcome = apply(original, protections, hidden, seed, lambda what, done, _: progress(what, done + 1, total))
    refuse_replaced(original.mapped_from)
    released = _released(original, outcome)
    columns = _columns_read(original.source.understood, reading.options.columns)
    written: tuple[str, ...] = ()
    times = times_wanted(reading.options)
    if place is not None:
        progress("writing", total - 1, total)
        kept = Kept(original, reading.options, columns or {}) if writing.keep_columns else None
        written = write_like(
            _unread(outcome.data), place, columns, times, writing.new_ids, kept, _whose(original, outcome)
        )
        written = (*_said_once(outcome, written), *_kept_for_next(outcome, place))
        written += () if writing.keep_columns else _written_otherwise(original, place, protections)
    source = original.source
    known = (*source.notes, *(hidden.notes if hidden else ()))
    out_name = None if place is None else str(place.out)
    shared = KnownSets(before=least_shared(original), after=least_shared(outcome.data))
    document = outcome.document().noted(
        known, written, out_name, source.understood, shared, None if place is None else digest_at(place.out)
    )
    return ProtectResult(document, tuple(protections), released, columns, times, _whose(original, outcome))


def _whose(original: LocalDataset, outcome: Outcome) -> pa.Array | None:
    """The ids of those whom new people were made from."""
    return None if outcome.origins is None else original.vocabulary.brought(outcome.origins).people


def _kept_for_next(outcome: Outcome, place: Place) -> tuple[str, ...]:
    """Write what the owner needs for the next release, for the owner alone."""
    if outcome.for_next is None:
        return ()
    return _kept_at(crowds_place(place.out), outcome.for_next)


def _kept_at(file: Path, for_next: str) -> tuple[str, ...]:
    write_whole(file, for_next.encode())
    return (f"who is in which crowd is in {shown_path(file)}: keep it for the next release, and give it to nobody",)


def _said_once(outcome: Outcome, written: tuple[str, ...]) -> tuple[str, ...]:
    """What writing noticed, but for what a protection has said in more words: that people have nothing left."""
    told = [note for step in outcome.steps for note in step.notes]
    return tuple(line for line in written if not any(note.startswith(line) for note in told))


def _written_otherwise(data: LocalDataset, place: Place, steps: Sequence[Protection]) -> tuple[str, ...]:
    """What a file of rows does not say as it was: a banded amount, and how often somebody has something."""
    read = data.source.understood
    if read is None or data.scale.kind not in ("counts", "bands") or place.out.suffix == PREPARED:
        return ()
    kept = not any(getattr(step, "dealt_anew", False) or getattr(step, "new_people", False) for step in steps)
    if "value" not in read.columns:
        advice = "; see --keep-columns" if kept else ""
        return (f"how often somebody has an item is not written: the data has no column for it{advice}",)
    advice = "; --keep-columns keeps them" if kept else ""
    return (f"amounts are written as the lowest of their band, such as 4 for 4 to 7{advice}",)


def _unread(data: LocalDataset) -> LocalDataset:
    """The same, which does not say how it was read: it was not, but made of what was."""
    return replace(data, source=replace(data.source, understood=None))


def _columns_read(understood: Understood | None, wanted: Mapping[str, str] | None) -> Mapping[str, str] | None:
    """Which column is what, as it was said, else as it was read: the data may have told what names do not."""
    named = {} if understood is None else understood.columns
    whole = {role: name for role, name in named.items() if not name.isdecimal() and len(name) < LONGEST_NAME}
    return {**whole, **(wanted or {})} or None


def _place(data: Any, out: Path, keep_columns: bool) -> Place:
    """Where the result goes, checked before anything is read."""
    if isinstance(data, str | Path):
        check_there(str(data))
        return place_like(str(data), out, keep_columns=keep_columns)
    held = data.dataset if isinstance(data, ProtectResult) else data
    return place_like(held.source.path if isinstance(held, Dataset) else None, out)


def _released(original: LocalDataset, outcome: Outcome) -> LocalDataset:
    """The protected data, which is no longer what its source's checksum, and what was understood of it, speak of."""
    recipe = f"{original.source.sha256} {outcome.name} {outcome.seed}"
    source = replace(original.source, sha256=hashlib.sha256(recipe.encode()).hexdigest(), understood=None)
    return replace(outcome.data, source=source, mapped_from=original.mapped_from)


def _check_for_spark(protections: Sequence[Protection], attribute: Any, people: Any) -> None:
    """Refuse, before anything is started, what cannot be done on Spark."""
    check_for_spark(protections)
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
    from standout.engines.spark.writing import is_uri

    if not isinstance(data, str | Path):
        raise BadInput(f"--engine spark: reads a path or a table by its name, and not a {type(data).__name__}")
    if out is None:
        raise BadInput("--engine spark: the cluster writes the result; say where with --out")
    with session(spark_master) as spark:
        place = place_for(spark, str(out))
        here = None if is_uri(place) else crowds_place(Path(place))
        if here is not None and any(isinstance(step, Crowds) for step in protections):
            check_new(here)
        done = protect_on_spark(spark, str(data), protections, place, seed, progress, **for_spark(reading.options))
    notes = (*done.notes, *_kept_on_spark(done.for_next, here))
    return ProtectResult(
        done.account.document().noted(done.source.notes, notes, place, done.source.understood), tuple(protections), None
    )


def _kept_on_spark(for_next: str | None, file: Path | None) -> tuple[str, ...]:
    """Write what the owner needs for the next release beside the result, where that is on this machine."""
    if for_next is None:
        return ()
    if file is None:
        return (
            "who is in which crowd is kept nowhere: --out is not on this machine; the next release makes crowds anew",
        )
    return _kept_at(file, for_next)
