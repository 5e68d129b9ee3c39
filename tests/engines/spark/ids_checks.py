"""Checks of people's ids in the one Spark session of `cluster.py`: they stay there, and say what they say here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import csv

from standout.data.vocabulary import positions
from standout.engines.spark import building, people_in_order
from standout.engines.spark.reading import read_on_spark
from tests.cli.running import standout
from tests.engines.spark.command_checks import SPARK, bought
from tests.engines.spark.traffic import REPORT_OF_A_TASK, returned


def some_are_called_and_found_as_here(spark: Any, folder: Path) -> None:
    """Names of some, and where wanted ids stand: those of this machine, and those of other data there."""
    whole = pa.table({**bought(), "user": [f"{who}{'ü' * (who % 3)}" for who in bought()["user"].tolist()]})
    pq.write_table(whole, folder / "whole.parquet")
    pq.write_table(whole.slice(900, 2_000), folder / "some.parquet")
    far = [
        read_on_spark(spark, str(folder / f"{name}.parquet"), partitions=parts)
        for name, parts in (("whole", 5), ("some", 3))
    ]
    names, (ours, theirs) = far[0].vocabulary, (each.vocabulary.everybody() for each in far)
    assert ours.to_pylist() == sorted(set(whole.column("user").to_pylist()), key=lambda each: (len(each), each))
    codes = np.array([190, 0, 17, 190, far[0].people - 1])
    assert names.called(codes) == ours.take(pa.array(codes)).to_pylist()
    assert names.called(codes[:0]) == []
    assert names.person(5) == ours[5].as_py()
    wanted = [*reversed(ours.to_pylist()), "", "nobody", "ü" * 40, ours[3].as_py(), ours[3].as_py()]
    assert positions(wanted, names.people).tolist() == positions(wanted, ours).tolist()
    assert positions([], names.people).tolist() == []
    assert (positions(ours, theirs) < 0).any()
    assert (positions(ours, theirs) >= 0).any()
    for one, other in ((far[0], far[1]), (far[1], far[0])):
        here = positions(one.vocabulary.everybody(), other.vocabulary.everybody()).tolist()
        assert positions(one.vocabulary.people, other.vocabulary.people).tolist() == here
        assert positions(one.vocabulary.people, other.vocabulary.everybody()).tolist() == here
    for each in far:
        each.held.release()


def people_are_cut_where_stretches_begin(spark: Any, folder: Path) -> None:
    """Codes are those of here where the driver is told of few people alone."""
    pq.write_table(pa.table(bought()), folder / "cut.parquet")
    exact = read_on_spark(spark, str(folder / "cut.parquet"), partitions=6)
    with patch.object(people_in_order, "MOST_STRETCHES", 30):
        told = read_on_spark(spark, str(folder / "cut.parquet"), partitions=6)
    assert exact.held.firsts.tolist() != told.held.firsts.tolist()
    assert len(told.held.firsts) == 6
    assert exact.vocabulary.everybody().equals(told.vocabulary.everybody())
    assert np.array_equal(exact.lengths, told.lengths)
    for each in (exact, told):
        each.held.release()


PEOPLE, LETTERS = 400, 20_000
AUDITED = ("--adversary", "acquaintance", "--attack", "scoreboard-rh", "--targets", "20", "--draws", "1")
QUESTIONS = {
    "reading and audit": ("audit", "long.parquet", *AUDITED),
    "audit of a release, which names some": (
        "audit",
        "long.parquet",
        "--released",
        "release.parquet",
        *AUDITED,
        "--show-ids",
    ),
    "publish": ("publish", "long.parquet"),
    "protect": ("protect", "long.parquet", "--with", "trim:keep=5"),
    "infer": ("infer", "long.parquet", "--people", "table.parquet", "--attacker", "multinomial", "--folds", "3"),
    "link": ("link", "long.parquet", "public.csv", "--attack", "scoreboard-rh", "--columns", "value="),
}


def write_long_ids(folder: Path) -> int:
    """People whose ids take far more room than all else, an attribute of some, and what is known of a few; how many
    bytes all ids have."""
    folder.mkdir()
    dice = np.random.default_rng(11)
    ids = [f"{dice.bytes(LETTERS // 2).hex()}" for _ in range(PEOPLE)]
    who = np.repeat(np.arange(PEOPLE), 8)
    what = np.concatenate([dice.choice(90, 8, replace=False) for _ in ids])
    whole = pa.table({"user": pa.array(ids).take(pa.array(who)), "item": what, "rating": dice.integers(1, 6, len(who))})
    pq.write_table(whole, folder / "long.parquet", row_group_size=1_600)
    pq.write_table(whole.filter(pa.array(what % 7 != 0)), folder / "release.parquet", row_group_size=1_600)
    colours = np.array(["red", "blue"])[dice.integers(0, 2, 60)]
    pq.write_table(pa.table({"user": [*ids[:59], "nobody"], "colour": colours}), folder / "table.parquet")
    csv.write_csv(pa.table({"user": [f"name {each}" for each in who[:160]], "item": what[:160]}), folder / "public.csv")
    return PEOPLE * LETTERS


def ids_of_everybody_do_not_come_to_the_driver(spark: Any, folder: Path) -> None:
    """By Spark's own count: whatever is asked, only a small part of all ids comes, whose bytes are nearly all there is.

    Of the few people here, Spark would look at everybody to see where to part them.
    """
    place, looked_at, shares = folder / "long ids", "spark.sql.execution.rangeExchange.sampleSizePerPartition", {}
    size = write_long_ids(place)
    spark.conf.set(looked_at, 4)
    try:
        with patch.object(building, "_SMALL", 1_500), patch.object(people_in_order, "MOST_STRETCHES", 10):
            for name, words in QUESTIONS.items():
                before = returned(spark)
                done = standout(*words, "--out", name, *SPARK, folder=place)
                assert done.status == 0, done.errors
                came, tasks = (after - earlier for after, earlier in zip(returned(spark), before, strict=True))
                shares[name] = (came - REPORT_OF_A_TASK * tasks) / size
    finally:
        spark.conf.unset(looked_at)
    assert max(shares.values()) < 0.5, shares


IDS_CHECKS: tuple[Callable[[Any, Path], None], ...] = (
    some_are_called_and_found_as_here,
    people_are_cut_where_stretches_begin,
    ids_of_everybody_do_not_come_to_the_driver,
)
