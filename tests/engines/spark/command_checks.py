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


def check_refusal(done: Finished, said: str) -> None:
    """One line that says it, and no traceback."""
    assert done.status == 2, done
    lines = [line for line in done.errors.splitlines() if line.startswith("standout:")]
    assert len(lines) == 1, done.errors
    assert said in lines[0], done.errors
    assert "Traceback" not in done.errors


COMMAND_CHECKS: tuple[Callable[[Any, Path], None], ...] = (people_are_linked_as_here, links_are_refused_in_one_line)
