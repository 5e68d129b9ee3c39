"""Checks of commands in the one Spark session of `cluster.py`: they give what they give here, or refuse in a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import csv

from standout.engines.spark import building
from standout.testing import engines
from standout.verification import versions
from tests.cli.running import Finished, standout

SPARK = ("--engine", "spark")
DAY = 86_400
ROWS_OF_A_PARTITION = 1_500


def bought(people: int = 400, items: int = 150, seed: int = 6) -> dict[str, Any]:
    """Ratings with days and titles, a few of them without a value; ids of several lengths."""
    dice = np.random.default_rng(seed)
    lengths = dice.integers(6, 30, people)
    user = np.repeat(np.arange(people) * 7, lengths)
    chances = 1 / np.arange(3, items + 3)
    item = np.concatenate([dice.choice(items, n, replace=False, p=chances / chances.sum()) for n in lengths])
    return {
        "user": user,
        "item": item,
        "title": [f"Film {number} (19{number % 90 + 10})" for number in item],
        "rating": pa.array(dice.integers(1, 6, len(user)), mask=dice.random(len(user)) < 0.03),
        "time": 1_100_000_000 + DAY * dice.integers(0, 300, len(user)),
    }


def here_and_there(folder: Path, name: str, *words: str) -> list[Finished]:
    """The same command on one machine and on Spark, with several partitions; results are in `NAME-here` and so on."""
    with patch.object(building, "_SMALL", ROWS_OF_A_PARTITION):
        found = [
            standout(*words, "--out", f"{name}-{where}", "--json", *more, folder=folder)
            for where, more in (("here", ()), ("there", SPARK))
        ]
    assert [one.status for one in found] == [0, 0], found[1].errors
    return found


def write_link(folder: Path) -> Path:
    """A release, half of what half of its people did under other names, and who is who."""
    place = folder / "linking"
    place.mkdir(exist_ok=True)
    released = pa.table(bought())
    pq.write_table(released, place / "released.parquet")
    user = np.asarray(released.column("user"))
    dice = np.random.default_rng(2)
    some = (user % 2 == 0) & (dice.random(len(user)) < 0.5)
    names = pa.array([f"name {who}" for who in user])
    public = released.set_column(0, "user", names).filter(pa.array(some))
    csv.write_csv(public, place / "public.csv")
    known = np.unique(user[some])
    pairs = pa.table({"public": [f"name {who}" for who in known], "released": known})
    csv.write_csv(pairs, place / "truth.csv")
    return place


def people_are_linked_as_here(_: Any, folder: Path) -> None:
    """Lineups, verdicts and findings; by ids or titles, and with an attack that has no posterior.

    With values and days there are thrice as many questions to ask: `tests/library/test_link_elsewhere.py` asks them.
    """
    place = write_link(folder)
    for name, more in {
        "bare": ("--truth", "truth.csv", "--show-ids", "--columns", "time=,value="),
        "titles": ("--match", "titles", "--show-ids", "--attack", "scoreboard-rh"),
    }.items():
        found = here_and_there(place, name, "link", "released.parquet", "public.csv", *more)
        ours, theirs = (json.loads(one.output) for one in found)
        for document in (ours, theirs):
            del document["data"]["sha256"], document["data"]["files"], document["understood"]
        assert len(ours["lineups"]) > 150, len(ours["lineups"])
        assert any(lineup["verdict"] is not None for lineup in ours["lineups"]), "nobody was named, so little was tried"
        engines._same(ours, theirs, "link.json", name)
        written = json.loads((place / f"{name}-there" / "link.json").read_text())
        assert written["lineups"] == theirs["lineups"]


def links_are_refused_in_one_line(_: Any, folder: Path) -> None:
    place = write_link(folder)
    for words, said in (
        (("no_such_table", "public.csv"), "no_such_table: no such table or path"),
        (("released.parquet", "nowhere.csv"), "nowhere.csv: no such file"),
        (("public.csv", "public.csv"), "no Parquet file; Spark reads Parquet, Delta and tables"),
        (("released.parquet", "public.csv", "--timezone", "Europe/Rome"), "--timezone: Spark does not know it yet"),
    ):
        check_refusal(standout("link", *words, *SPARK, "--out", "refused", folder=place), said)


COMPARED = ("--adversary", "acquaintance", "--attack", "scoreboard-rh", "--targets", "40")
WITH = ("--with", "sample:people=0.5 + perturb:values=1", "--with", "trim:keep=5")


def protections_are_compared_as_here(_: Any, folder: Path) -> None:
    """Where everybody is at hand as well, all figures; else who is found, and that the rest is of a part is told."""
    place = folder / "comparing"
    place.mkdir()
    pq.write_table(pa.table(bought()), place / "rows.parquet")
    words = ("compare", "rows.parquet", *COMPARED)
    ours, theirs = (json.loads(one.output) for one in here_and_there(place, "whole", *words, *WITH))
    for document in (ours, theirs):
        del document["data"]["sha256"], document["understood"]
    engines._same(ours, theirs, "compare.json", "")
    assert (place / "whole-there" / "compare.html").is_file()
    with patch.object(building, "_SMALL", ROWS_OF_A_PARTITION), patch.object(versions, "PART_PEOPLE", 90):
        done = standout(*words, *WITH[:2], "--out", "part", "--json", *SPARK, folder=place)
        for_use = standout(*words, *WITH[:2], "--for", "totals", "--out", "meant", *SPARK, folder=place)
    assert done.status == 0, done.errors
    part = json.loads(done.output)
    assert any("are measured on 90 of 400 people, drawn at random" in said for said in part["notes"]), part["notes"]
    for name in ("added", "removed", "altered", "people_touched", "identified", "ceiling"):
        engines._same(ours["protections"][0].get(name), part["protections"][0].get(name), name, "")
    assert "utility" in part["protections"][0]
    assert "learned" not in part["protections"][0]
    check_refusal(for_use, "--for totals: needs all people at hand, and on a cluster 90 of 400 are")


def comparisons_are_refused_in_one_line(_: Any, folder: Path) -> None:
    for words, said in (
        (("rows.parquet", "--with", "swap"), "--with swap: does not look at one record at a time; on Spark there are"),
        (("rows.parquet", "--with", "crowds:k=5"), "--with crowds:k=5: does not look at one record at a time"),
        (("rows.parquet", "--attribute", "age"), "--attribute age: with --engine spark, name a table of people with"),
        (("no_such_table", "--with", "perturb"), "no_such_table: no such table or path"),
    ):
        check_refusal(standout("compare", *words, *SPARK, "--out", "refused", folder=folder), said)


INFERRED = ("--people", "people.csv", "--attribute", "taste", "--folds", "2", "--seed", "3")


def write_people(folder: Path) -> Path:
    """The same data, and what most of its people are said to like, which some of what they have betrays."""
    place = folder / "inferring"
    place.mkdir(exist_ok=True)
    rows = pa.table(bought())
    pq.write_table(rows, place / "rows.parquet")
    user, item = np.asarray(rows.column("user")), np.asarray(rows.column("item"))
    people, codes = np.unique(user, return_inverse=True)
    tastes = np.bincount(codes, item % 2) > np.bincount(codes) / 2
    some = np.arange(len(people)) % 11 > 0
    table = pa.table({"user": people[some], "taste": np.where(tastes, "odd", "even")[some]})
    csv.write_csv(table, place / "people.csv")
    return place


def attributes_are_inferred_as_here(_: Any, folder: Path) -> None:
    """Naive Bayes to the last digits; logistic regression as near as it is asked to come to the best."""
    place = write_people(folder)
    attackers = ("--attacker", "logistic", "--attacker", "bernoulli", "--attacker", "multinomial")
    words = ("infer", "rows.parquet", *INFERRED, *attackers)
    ours, theirs = (json.loads(one.output) for one in here_and_there(place, "inferred", *words))
    assert "needs all records on one machine" in theirs["notes"][-1]
    by_name = [{each["name"]: each for each in document["attackers"]} for document in (ours, theirs)]
    for name in ("bernoulli", "multinomial"):
        engines._same(by_name[0][name], by_name[1][name], name, "")
    for measure in ("auc", "accuracy"):
        apart = by_name[0]["logistic"][measure]["mean"] - by_name[1]["logistic"][measure]["mean"]
        assert abs(apart) < 5e-3, (measure, apart)
    assert by_name[1]["logistic"]["auc"]["mean"] > 0.7
    for name in ("attribute", "classes", "class_sizes", "left_out", "baseline"):
        engines._same(ours[name], theirs[name], name, "")
    assert (place / "inferred-there" / "infer.html").is_file()


def inferences_are_refused_in_one_line(_: Any, folder: Path) -> None:
    place = write_people(folder)
    for words, said in (
        ((*INFERRED, "--attacker", "svm"), "--attacker svm: needs all records on one machine; on Spark there are"),
        ((*INFERRED, "--groups", "people.csv"), "--groups: groups of items are not looked at on Spark"),
        (INFERRED[2:], "--people: with --engine spark, name a table with attributes of people"),
        ((*INFERRED[:3], "age"), "people.csv: no attribute 'age'"),
    ):
        check_refusal(standout("infer", "rows.parquet", *words, *SPARK, "--out", "refused", folder=place), said)


def check_refusal(done: Finished, said: str) -> None:
    """One line that says it, and no traceback."""
    assert done.status == 2, done
    lines = [line for line in done.errors.splitlines() if line.startswith("standout:")]
    assert len(lines) == 1, done.errors
    assert said in lines[0], done.errors
    assert "Traceback" not in done.errors


COMMAND_CHECKS: tuple[Callable[[Any, Path], None], ...] = (
    people_are_linked_as_here,
    links_are_refused_in_one_line,
    protections_are_compared_as_here,
    comparisons_are_refused_in_one_line,
    attributes_are_inferred_as_here,
    inferences_are_refused_in_one_line,
)
