"""Checks of reading and auditing in the one Spark session of `cluster.py`, which has two executors.

`run` runs them all and writes FOLDER/checks.json: for each check what went wrong, or nothing.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from standout.attacks import ATTACKS
from standout.auditing.flow import audit
from standout.auditing.same_people import places_of_records
from standout.auditing.settings import AuditSettings
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import Dataset, LocalDataset
from standout.data.facts import Facts
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.data.partition import Partition
from standout.engines.merging import Arrays, one_after_another
from standout.engines.spark import building, kept_partitions, partitions
from standout.engines.spark.engine import SparkEngine
from standout.engines.spark.partitions import SparkPartitions
from standout.engines.spark.reading import read_on_spark
from standout.errors import BadInput
from standout.io.reading import read
from standout.risk.popularity import items_outside_top
from standout.testing import engines
from tests.cli.running import standout
from tests.engines.spark.cluster import can_connect
from tests.engines.spark.command_checks import COMMAND_CHECKS
from tests.engines.spark.ids_checks import IDS_CHECKS
from tests.engines.spark.traffic import REPORT_OF_A_TASK, returned

START = 1_100_000_000
SETTINGS = AuditSettings(
    engines.ADVERSARIES[:1], (ATTACKS["scoreboard-rh"], ATTACKS["likelihood"]), draws=1, sparsity_people=20, targets=40
)


def rows(size: int = 3_000, seed: int = 1) -> dict[str, Any]:
    """Ratings with repeated pairs, missing values and times, and ids of several lengths."""
    dice = np.random.default_rng(seed)
    stars = [None if dice.random() < 0.1 else half / 2 for half in dice.integers(1, 11, size)]
    when = [None if dice.random() < 0.1 else START + int(at) for at in dice.integers(0, 300 * 86_400, size)]
    return {
        "movieId": dice.integers(0, 60, size),
        "rating": pa.array(stars, pa.float64()),
        "userId": [f"ü{person}" if person % 7 == 0 else str(person) for person in dice.integers(0, 150, size)],
        "timestamp": pa.array(when, pa.int64()),
    }


def other_rows(size: int = 600) -> dict[str, Any]:
    """Letter grades, dates as Spark knows them, titles, and ids that are whole floating-point numbers."""
    dice = np.random.default_rng(2)
    items = dice.integers(0, 20, size)
    return {
        "customer_id": dice.integers(0, 40, size).astype(np.float64),
        "product": [f"p{item}" for item in items],
        "title": [None if item % 3 == 0 else f"Item {item}" for item in items],
        "grade": np.array(["A", "b+", "B", " C-"])[dice.integers(0, 4, size)],
        "date": pa.array(np.datetime64("2020-02-01") + dice.integers(0, 90, size), pa.date32()),
    }


def everything(partition: Partition, facts: Facts) -> Arrays:  # noqa: ARG001
    records = partition.records
    return {
        "items": records.items,
        "values": records.values,
        "days": records.days,
        "firsts": np.array([partition.first_person]),
    }


def check_same_data(ours: LocalDataset, far: Dataset[SparkPartitions]) -> None:
    """The same codes, values, days, facts and names."""
    found = far.engine.map(far, everything, merge=one_after_another)
    assert np.array_equal(ours.lengths, far.lengths)
    for name in ("items", "values", "days"):
        assert np.array_equal(getattr(ours.held.records, name), found[name]), name
    assert found["firsts"].tolist() == far.held.firsts.tolist()
    for name in ("scale", "first_day", "last_day"):
        assert getattr(ours, name) == getattr(far, name), name
    assert ours.vocabulary.everybody().equals(far.vocabulary.everybody())
    assert ours.vocabulary.items.equals(far.vocabulary.items)
    assert (ours.vocabulary.titles is None) == (far.vocabulary.titles is None)
    assert ours.vocabulary.titles is None or ours.vocabulary.titles.equals(far.vocabulary.titles)
    assert ours.source.notes == far.source.notes, (ours.source.notes, far.source.notes)
    engines._same(ours.facts, far.facts, "facts", "")
    far.held.release()


def reading_a_file_gives_what_local_reading_gives(spark: Any, folder: Path) -> None:
    pq.write_table(pa.table(rows()), folder / "ratings.parquet", row_group_size=500)
    check_same_data(
        read(folder / "ratings.parquet"), read_on_spark(spark, str(folder / "ratings.parquet"), partitions=5)
    )


def reading_several_files_keeps_their_order(spark: Any, folder: Path) -> None:
    whole = pa.table(rows(900, seed=3)).drop_columns("timestamp")
    (folder / "several").mkdir()
    for number, begin in enumerate((0, 100, 600)):
        piece = whole.slice(begin, (100, 500, 300)[number])
        pq.write_table(piece, folder / "several" / f"{number}.parquet")
    pq.write_table(whole, folder / "one.parquet")
    check_same_data(read(folder / "one.parquet"), read_on_spark(spark, str(folder / "several"), partitions=2))


def reading_a_table_understands_grades_dates_and_titles(spark: Any, folder: Path) -> None:
    pq.write_table(pa.table(other_rows()), folder / "bought.parquet")
    spark.read.parquet(str(folder / "bought.parquet")).createOrReplaceTempView("bought")
    check_same_data(read(folder / "bought.parquet"), read_on_spark(spark, "bought", partitions=3))


def reading_amounts_gives_the_same_bands(spark: Any, folder: Path) -> None:
    people, items = np.divmod(np.arange(600), 20)
    prices = np.round(np.random.default_rng(5).exponential(9, 600), 2)
    for name, amounts in (("price", prices), ("plays", np.floor(prices**2))):
        file = folder / f"{name}.parquet"
        pq.write_table(pa.table({"user": people, "item": items, name: amounts}), file)
        columns = {"value": name}
        check_same_data(read(file, columns=columns), read_on_spark(spark, str(file), columns=columns, partitions=2))


def repeats_that_add_up_are_refused_unless_the_last_is_asked_for(spark: Any, folder: Path) -> None:
    for name, values in (("plays", [3, 4, 5]), ("quantity", [3, 4, -5]), ("rating", [3, 4, 5])):
        pq.write_table(pa.table({"user": [1, 1, 2], "item": [7, 7, 7], name: values}), folder / f"{name}.parquet")
    with refused("1 rows repeat a person and an item, and Spark does not add them up yet; .*repeats='last'"):
        read_on_spark(spark, str(folder / "plays.parquet"))
    with refused("column 'quantity' has negative amounts"):
        read_on_spark(spark, str(folder / "quantity.parquet"))
    plays, ratings = folder / "plays.parquet", folder / "rating.parquet"
    check_same_data(read(plays, repeats="last"), read_on_spark(spark, str(plays), repeats="last", partitions=2))
    check_same_data(read(ratings), read_on_spark(spark, str(ratings), partitions=2))


def bad_rows_are_refused_or_left_out_as_here(spark: Any, folder: Path) -> None:
    columns = rows(300, seed=4)
    columns["userId"][3], columns["userId"][4] = None, "  "
    columns["rating"] = ["odd" if at in (4, 9) else "4" for at in range(300)]
    columns["timestamp"] = ["never" if at in (9, 11) else str(START + at) for at in range(300)]
    file = folder / "bad.parquet"
    pq.write_table(pa.table(columns), file)
    with refused(r"'odd' is no number or letter grade; mend it, .*\(2 bad rows in all\)"):
        read_on_spark(spark, str(file))
    check_same_data(read(file, skip_bad_rows=True), read_on_spark(spark, str(file), skip_bad_rows=True, partitions=2))


def rows_of_nobody_are_left_out_as_here(spark: Any, folder: Path) -> None:
    columns = rows(300, seed=5)
    columns["userId"] = [None if at % 3 == 0 else who for at, who in enumerate(columns["userId"])]
    file = folder / "guests.parquet"
    pq.write_table(pa.table(columns), file)
    ours, far = read(file), read_on_spark(spark, str(file), partitions=2)
    for name in ("columns", "unused", "rows", "rows_without_person", "rows_repeated", "people", "interactions"):
        assert getattr(ours.source.understood, name) == getattr(far.source.understood, name), name
    assert far.source.understood is not None
    assert far.source.understood.rows_without_person == 100
    check_same_data(ours, far)
    pq.write_table(pa.table({"user": ["a", None, None], "item": ["x", "y", "z"]}), folder / "nobody.parquet")
    with refused("column 'user' is empty in 2 of 3 rows"):
        read_on_spark(spark, str(folder / "nobody.parquet"))


class refused:  # noqa: N801
    """Asks for one `BadInput` of one line."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, problem: Any, _: Any) -> bool:
        import re

        assert kind is BadInput, f"not refused: {self.pattern} {problem!r}"
        assert re.search(self.pattern, str(problem)), str(problem)
        assert "\n" not in str(problem)
        return True


def what_cannot_be_read_is_told_in_one_line(spark: Any, folder: Path) -> None:
    pq.write_table(pa.table({"a": [1], "b": [2]}), folder / "strange.parquet")
    pq.write_table(pa.table({"user": [[1]], "item": [2]}), folder / "nested.parquet")
    pq.write_table(
        pa.table({"user": pa.array([], pa.string()), "item": pa.array([], pa.string())}), folder / "none.parquet"
    )
    (folder / "ratings.csv").write_text("user,item\n1,2\n")
    (folder / "broken.parquet").write_bytes(b"no parquet")
    (folder / "lake" / "_delta_log").mkdir(parents=True)
    (folder / "bare").mkdir()
    spark.read.parquet(str(folder / "strange.parquet")).createOrReplaceTempView("strange")
    for data, pattern in (
        ("strange", r"strange: no column for people and items \(found 'a', 'b'\); say which with columns"),
        ("nowhere", "nowhere: no such table or path; check the name"),
        ("a b c", "a b c: no name of a table"),
        (str(folder / "nowhere.parquet"), "no such file or folder"),
        (str(folder / "ratings.csv"), "no Parquet file; Spark reads Parquet, Delta and tables"),
        (str(folder / "broken.parquet"), "broken.parquet: Spark cannot read it"),
        (str(folder / "bare"), "a folder without Parquet files"),
        (str(folder / "lake"), "a Delta table, but this Spark has no Delta"),
        (str(folder / "nested.parquet"), "column 'user' holds ARRAY"),
        (str(folder / "none.parquet"), "no rows of data"),
    ):
        with refused(pattern):
            read_on_spark(spark, data)
    with refused("unknown 'who'"):
        read_on_spark(spark, "strange", columns={"who": "a"})
    with refused("no column 'z' for user"):
        read_on_spark(spark, "strange", columns={"user": "z"})


def every_attack_scores_as_here(spark: Any, _: Path) -> None:
    data = engines.made_up(values=True, days=True)
    far = SparkEngine(spark, (0, 5, 16, 41)).take(data)
    for attack in ATTACKS.values():
        worth = attack.name in ("tf-idf", "scoreboard", "likelihood")
        engines.check_scoring(data, far, attack, engines.ADVERSARIES[0], worth=worth)


def every_adversary_draws_and_every_record_is_found_as_here(spark: Any, _: Path) -> None:
    data = engines.made_up(values=True, days=True)
    far = SparkEngine(spark, (0, 20, 21)).take(data)
    engines.check_drawing(data, far, engines.ADVERSARIES)
    engines.check_records(data, far)


def one_partition_and_a_tree_of_them_say_the_same(spark: Any, _: Path) -> None:
    data = engines.made_up(values=False, days=False)
    likelihood, adversary = ATTACKS["likelihood"], engines.ADVERSARIES[3]
    engines.check_scoring(data, SparkEngine(spark, (0,)).take(data), likelihood, adversary)
    partitions.FAN_IN = 2
    try:
        far = SparkEngine(spark, (0, 9, 19, 30, 50)).take(data)
        engines.check_scoring(data, far, likelihood, adversary, worth=False)
        assert np.array_equal(items_outside_top(data, 5), items_outside_top(far, 5)), "partitions come in another order"
    finally:
        partitions.FAN_IN = 32


def what_executors_lost_is_asked_for_again(spark: Any, _: Path) -> None:
    """Questions after the first bring no records; where those that were kept are gone, the answer is the same."""
    data = engines.made_up(values=True, days=True)
    for fan_in in (32, 2):
        partitions.FAN_IN = fan_in
        try:
            far = SparkEngine(spark, (0, 9, 19, 30, 50)).take(data)
            assert np.array_equal(items_outside_top(data, 5), items_outside_top(far, 5))
            assert len(everybody_forgets(spark)) >= 5, "records were not kept"
            engines.check_scoring(data, far, ATTACKS["likelihood"], engines.ADVERSARIES[0])
            before = far.held.asked_again
            assert before, "nothing was forgotten"
            everybody_forgets(spark)
            engines.check_records(data, far)
            assert far.held.asked_again > before, "nothing was forgotten"
            far.held.release()
        finally:
            partitions.FAN_IN = 32


def everybody_forgets(spark: Any) -> set[str]:
    """Both executors lose what they keep; the files that there were."""
    places: set[str] = set()
    files: set[str] = set()
    while len(places) < 2:
        for row in spark.range(0, 8, 1, 8).mapInArrow(forgetting, "place string, file string").collect():
            places.add(row["place"])
            files |= {row["file"]} - {None}
    return files


def forgetting(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    place = Path(os.environ[kept_partitions.PLACES])
    for _ in batches:
        time.sleep(0.1)
        files: list[str | None] = [str(file) for file in place.glob("standout-*/*.records")]
        for folder in place.glob("standout-*"):
            shutil.rmtree(folder)
        files = files or [None]
        yield pa.RecordBatch.from_pydict({"place": [str(place)] * len(files), "file": pa.array(files, pa.string())})


def what_is_learnt_is_the_same(spark: Any, _: Path) -> None:
    data = engines.made_up(values=True, days=True)
    engines.check_learning(data, SparkEngine(spark, (0, 30)).take(data))


def as_events(table: dict[str, Any], like: Dataset[SparkPartitions]) -> LocalDataset:
    """All rows as events, in the codes of data that was read from them."""
    names = like.vocabulary.brought(np.arange(like.people))
    people, items = (
        {name: code for code, name in enumerate(ids.to_pylist())} for ids in (names.everybody(), names.items)
    )
    stars = {position: code for code, position in enumerate(like.scale.positions)} | {None: NO_VALUE}
    first = like.first_day or 0
    return from_arrays(
        [people[str(person)] for person in table["userId"]],
        [items[str(item)] for item in table["movieId"].tolist()],
        [stars[value] for value in table["rating"].to_pylist()],
        [NO_DAY if at is None else at // 86_400 - first for at in table["timestamp"].to_pylist()],
        scale=like.scale, size=(like.people, like.items), first_day=first, vocabulary=names, events=True,
    )  # fmt: skip


def events_are_read_drawn_and_scored_as_here(spark: Any, folder: Path) -> None:
    table = rows(1_500)
    pq.write_table(pa.table(table), folder / "events.parquet")
    far = read_on_spark(spark, str(folder / "events.parquet"), partitions=3, events=True)
    here = as_events(table, far)
    assert here.held.repeated
    assert far.count == here.count == 1_500
    for name in ("holders", "value_counts", "day_counts"):
        assert np.array_equal(getattr(far.facts, name), getattr(here.facts, name)), name
    assert (far.facts.longest, far.facts.events) == (here.facts.longest, True)
    engines.check_drawing(here, far, engines.ADVERSARIES[:2])
    engines.check_records(here, far)
    for name in ("scoreboard", "scoreboard-rh", "likelihood"):
        engines.check_scoring(here, far, ATTACKS[name], engines.ADVERSARIES[0])
    far.held.release()


def larger(people: int = 3_000, each: int = 60) -> LocalDataset:
    dice = np.random.default_rng(8)
    who = np.repeat(np.arange(people), each)
    what, stars, on = dice.integers(0, 900, len(who)), dice.integers(0, 5, len(who)), dice.integers(0, 500, len(who))
    return from_arrays(who, what, stars, on, scale=Scale("numbers", tuple("12345"), (1.0, 2.0, 3.0, 4.0, 5.0)))


def an_audit_brings_no_interactions_to_the_driver(spark: Any, folder: Path) -> None:
    """From reading to the end, what came here is a small share of the data: by our count, and by Spark's.

    The records of those who look most like the targets do come, to guess by; so many, however large the data is.
    """
    data = larger(24_000, 200)
    who, on = np.repeat(np.arange(data.people), data.lengths), START + 86_400 * data.held.records.days.astype(np.int64)
    table = {"user": who, "item": data.held.records.items, "rating": data.held.records.values, "time": on}
    pq.write_table(pa.table(table), folder / "larger.parquet")
    before = returned(spark)
    far = read_on_spark(spark, str(folder / "larger.parquet"))
    audit(far, replace(SETTINGS, targets=20, attacks=SETTINGS.attacks[:1]))
    size, ours = 7 * data.count, far.held.received
    sparks, tasks = (after - earlier for after, earlier in zip(returned(spark), before, strict=True))
    assert 0 < ours < 0.15 * size, f"{ours:,} bytes of {size:,} came to the driver"
    assert sparks < 0.2 * size + REPORT_OF_A_TASK * tasks, f"{sparks:,} bytes of {size:,} came from {tasks} tasks"
    far.held.release()


def an_audit_outlives_a_killed_executor(spark: Any, _: Path) -> None:
    executors = both_executors(spark)
    check_outlived(spark, lambda: os.kill(executors.pop(), signal.SIGKILL))


def check_outlived(spark: Any, kill: Callable[[], None]) -> None:
    """An audit in the midst of which something is killed says what it says here."""
    data = larger(600, 30)
    far = SparkEngine(spark, (0, 150, 300, 450)).take(data)
    killed = 0

    def progress(_what: str, done: int, _total: int) -> None:
        nonlocal killed
        if not killed and done:
            killed += 1
            kill()

    settings = replace(SETTINGS, targets=60, attacks=SETTINGS.attacks[:1])
    ours, theirs = audit(data, settings), audit(far, settings, progress=progress)
    assert killed, "nobody was killed"
    engines._same(ours.findings, theirs.findings, "findings", "")
    engines._same(ours.personal, theirs.personal, "personal risk", "")


def both_executors(spark: Any) -> set[int]:
    """The processes of both executors, however long one of them takes to come up."""
    found: set[int] = set()
    while len(found) < 2:
        found |= {row["id"] for row in spark.range(0, 8, 1, 8).mapInArrow(executor_pids, "id long").collect()}
        found = {pid for pid in found if Path(f"/proc/{pid}").exists()}
    return found


def executor_pids(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The process of the executor that runs this: the parent of the parent of this Python."""
    pid = os.getppid()
    status = Path(f"/proc/{pid}/status").read_text()
    parent = int(next(line.split()[1] for line in status.splitlines() if line.startswith("PPid")))
    for batch in batches:
        time.sleep(0.3)
        yield pa.RecordBatch.from_pydict({"id": pa.array([parent] * batch.num_rows, pa.int64())})


WORDS = (
    "--adversary",
    "acquaintance",
    "--attack",
    "scoreboard-rh",
    "--targets",
    "30",
    "--draws",
    "1",
    "--json",
    "--show-ids",
)


def the_command_writes_what_it_writes_here(spark: Any, folder: Path) -> None:
    pq.write_table(pa.table(rows()), folder / "seen.parquet")
    building._SMALL = 600
    found = [
        standout("audit", "seen.parquet", *WORDS, "--out", name, *more, folder=folder)
        for name, more in (("here", ()), ("there", ("--engine", "spark")))
    ]
    assert [one.status for one in found] == [0, 0], found[1].errors
    ours, theirs = (json.loads(one.output) for one in found)
    for document in (ours, theirs):
        del document["data"]["sha256"], document["data"]["files"]
        del document["understood"]["times"]["format"], document["understood"]["files"]
    assert "'spark'" in theirs.pop("advice")["reason"], "protections are not tried there"
    del ours["advice"]
    engines._same(ours, theirs, "findings.json", "")
    tables = [pq.read_table(folder / name / "people.parquet") for name in ("here", "there")]
    for name in tables[0].column_names:
        engines._same(tables[0].column(name).to_pylist(), tables[1].column(name).to_pylist(), name, "")
    assert (folder / "there" / "report.html").is_file()
    assert not (folder / "there" / ".work").exists()
    assert spark.range(3).count() == 3


def a_release_is_attacked_as_here(_: Any, folder: Path) -> None:
    """Knowledge comes from one table, and another is attacked."""
    whole = pa.table(rows(6_000))
    some = pa.array([at % 5 != 0 for at in range(whole.num_rows)])
    pq.write_table(whole, folder / "known.parquet")
    pq.write_table(whole.filter(some), folder / "thinned.parquet")
    words = ("audit", "known.parquet", "--released", "thinned.parquet", *WORDS)
    with patch.object(building, "_SMALL", 1_500):
        found = [
            standout(*words, "--out", f"thinned-{name}", *engine, folder=folder)
            for name, engine in (("here", ()), ("there", ("--engine", "spark")))
        ]
    assert [one.status for one in found] == [0, 0], found[1].errors
    ours, theirs = (json.loads(one.output) for one in found)
    for document in (ours, theirs):
        del document["advice"], document["understood"], document["released_understood"]
        for part in ("data", "released"):
            del document[part]["sha256"], document[part]["files"]
    engines._same(ours, theirs, "findings.json", "")


def results_go_to_any_place_that_hadoop_knows(spark: Any, folder: Path) -> None:
    """The cluster writes and reads where this machine cannot look; what is there is not written over."""
    pq.write_table(pa.table(rows()), folder / "shelved.parquet")
    words = ("protect", "shelved.parquet", "--with", "trim:keep=6", "--seed", "3", "--json")
    here = standout(*words, "--out", "kept.parquet", folder=folder)
    there = standout(*words, "--out", "viewfs://shelf/out/kept", "--engine", "spark", folder=folder)
    assert (here.status, there.status) == (0, 0), there.errors
    assert json.loads(there.output)["removed"] == json.loads(here.output)["removed"] > 0
    files = sorted((folder / "on the shelf" / "kept").glob("*.parquet"))
    written, wanted = pa.concat_tables(map(pq.read_table, files)), pq.read_table(folder / "kept.parquet")
    assert written.cast(wanted.schema).equals(wanted)
    check_same_data(read(folder / "kept.parquet"), read_on_spark(spark, "viewfs://shelf/out/kept", partitions=2))
    for place, said in (
        ("viewfs://shelf/out/kept", "exists already"),
        ("nosuch://x/y", "the cluster cannot write there"),
    ):
        refused_there = standout(*words, "--out", place, "--engine", "spark", folder=folder)
        assert refused_there.status == 2
        assert said in refused_there.errors, refused_there.errors


def ids_given_anew_are_seen_as_here(spark: Any, _: Path) -> None:
    data = larger(400, 30)
    around = np.roll(np.arange(data.people), 1)
    moved = replace(data, vocabulary=data.vocabulary.brought(around))
    for released in (data, moved):
        wanted = places_of_records(data, released, 1)
        far = [SparkEngine(spark, firsts).take(each) for firsts, each in (((0, 90), data), ((0, 7, 300), released))]
        assert places_of_records(far[0], far[1], 1) == wanted
        assert wanted.given_anew == (released is moved)
        for each in far:
            each.held.release()


def the_command_goes_on_where_it_was_stopped(_: Any, folder: Path) -> None:
    from standout.engines import partition_questions

    pq.write_table(pa.table(rows()), folder / "seen.parquet")
    words = ("audit", "seen.parquet", *WORDS, "--attack", "tf-idf", "--out", "stopped", "--engine", "spark")
    scored, parts = partition_questions.scored, folder / "stopped" / ".work" / "parts"

    def interrupted(*given: Any, **more: Any) -> Any:
        if list(parts.glob("*.npz")):
            raise KeyboardInterrupt
        return scored(*given, **more)

    partition_questions.scored = interrupted
    try:
        first = standout(*words, folder=folder)
    finally:
        partition_questions.scored = scored
    assert first.status != 0
    finished = [*parts.glob("*.npz"), *parts.glob("*.json")]
    assert list(parts.glob("*.npz"))
    again = standout(*words, folder=folder)
    assert again.status == 0, again.errors
    assert f"going on: {len(finished)} parts were finished before" in again.errors


def the_command_refuses_in_one_line(_: Any, folder: Path) -> None:
    for words, said in (
        (("nowhere", "--engine", "spark"), "no such table or path"),
        (("strange", "--engine", "spark"), "no column for people and items"),
        (("strange", "--engine", "spark", "--released", "r", "--truth", "t.csv"), "--truth: Spark looks for people by"),
        (("strange", "--engine", "spark", "--control", "strange"), "--control: cannot be compared on Spark yet"),
        (("strange", "--engine", "spark", "--spark-master", "local[7]"), "a Spark session runs already"),
        (("strange", "--engine", "abacus"), "there are 'local' and 'spark'"),
    ):
        done = standout("audit", *words, folder=folder)
        assert done.status == 2, done
        lines = [line for line in done.errors.splitlines() if line.startswith("standout:")]
        assert len(lines) == 1, done.errors
        assert said in lines[0], done.errors
        assert "Traceback" not in done.errors


CHECKS: tuple[Callable[[Any, Path], None], ...] = (
    reading_a_file_gives_what_local_reading_gives,
    reading_several_files_keeps_their_order,
    reading_amounts_gives_the_same_bands,
    repeats_that_add_up_are_refused_unless_the_last_is_asked_for,
    reading_a_table_understands_grades_dates_and_titles,
    bad_rows_are_refused_or_left_out_as_here,
    rows_of_nobody_are_left_out_as_here,
    what_cannot_be_read_is_told_in_one_line,
    every_attack_scores_as_here,
    every_adversary_draws_and_every_record_is_found_as_here,
    one_partition_and_a_tree_of_them_say_the_same,
    what_executors_lost_is_asked_for_again,
    what_is_learnt_is_the_same,
    events_are_read_drawn_and_scored_as_here,
    an_audit_brings_no_interactions_to_the_driver,
    the_command_writes_what_it_writes_here,
    a_release_is_attacked_as_here,
    results_go_to_any_place_that_hadoop_knows,
    ids_given_anew_are_seen_as_here,
    the_command_goes_on_where_it_was_stopped,
    the_command_refuses_in_one_line,
    *COMMAND_CHECKS,
    *IDS_CHECKS,
    an_audit_outlives_a_killed_executor,
)


def commands_say_the_same_by_way_of_connect(spark: Any, folder: Path) -> None:
    """Another process asks the same cluster."""
    server, place = f"sc://127.0.0.1:{spark.conf.get('spark.connect.grpc.binding.port')}", folder / "connected"
    place.mkdir()
    words = [sys.executable, "-m", "tests.engines.spark.connected", server, str(place)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-6_000:]


def run(spark: Any, folder: Path, wanted: list[str]) -> None:
    """All checks, or those wanted."""
    found: dict[str, str] = {}
    for check in (*((commands_say_the_same_by_way_of_connect,) if can_connect() else ()), *CHECKS):
        if wanted and check.__name__ not in wanted:
            continue
        begin = time.monotonic()
        try:
            check(spark, folder)
            found[check.__name__] = ""
        except BaseException:
            found[check.__name__] = traceback.format_exc()[-6_000:]
        print(f"{time.monotonic() - begin:6.1f} s  {check.__name__}", file=sys.stderr, flush=True)
    (folder / "checks.json").write_text(json.dumps(found))
