"""Ways to release records, from the command line: what each of their options promises is looked up in the files."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Finished, standout

Row = dict[str, str]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixty people with twelve of forty items, the first of which nearly everybody has; fifty are there early."""
    folder, dice = tmp_path_factory.mktemp("ways"), random.Random(1)
    rows = [
        (f"u{person}", f"i{item}", dice.randint(1, 5), f"2024-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}")
        for person in range(60)
        for item in [0, *dice.sample(range(1, 40), 11)]
    ]
    for name, people in (("early.csv", 50), ("grown.csv", 60)):
        with (folder / name).open("w", newline="") as stream:
            there = [row for row in rows if int(row[0][1:]) < people]
            csv.writer(stream).writerows([("user", "item", "rating", "date"), *there])
    return folder


def protected(made: Path, out: Path, text: str, data: str = "grown.csv") -> tuple[dict[str, Any], list[Row]]:
    """What `protect` said, and the rows that it wrote."""
    done = standout("protect", str(made / data), "--with", text, "--out", str(out), "--json")
    assert done.status == 0, done.errors
    with out.open(newline="") as stream:
        return json.loads(done.output), list(csv.DictReader(stream))


def crowds_in(out: Path) -> list[list[str]]:
    """The members of each crowd, from what is kept for the next release."""
    kept = out.with_name(f"{out.name}.crowds.json")
    assert kept.stat().st_mode & 0o077 == 0
    crowds: list[list[str]] = json.loads(kept.read_text())["crowds"]
    return crowds


def holders(rows: list[Row], members: list[str]) -> Counter[str]:
    return Counter(row["item"] for row in rows if row["user"] in set(members))


def test_crowds_without_days_have_none(made: Path, tmp_path: Path) -> None:
    told, rows = protected(made, tmp_path / "out.csv", "crowds:k=6,days=none")
    assert told["steps"][0]["options"]["days"] == "none"
    assert rows
    assert not any(row.get("date") for row in rows)
    assert told["ceiling"] == pytest.approx(1 / min(map(len, crowds_in(tmp_path / "out.csv"))))


def test_what_few_of_a_crowd_have_is_left_out(made: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    _, rows = protected(made, out, "crowds:k=6,at-least=3,rare=drop")
    assert rows
    assert min(count for members in crowds_in(out) for count in holders(rows, members).values()) >= 3


def test_what_all_of_a_crowd_have_is_had_by_some_of_it_alone(made: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    _, rows = protected(made, out, "crowds:k=6,at-most=0.5,rare=drop")
    crowds = crowds_in(out)
    assert all(holders(rows, members)["i0"] == len(members) // 2 for members in crowds)
    assert all(max(holders(rows, members).values()) <= len(members) // 2 for members in crowds)


def test_fragments_are_no_longer_than_asked_and_have_ids_of_their_own(made: Path, tmp_path: Path) -> None:
    told, rows = protected(made, tmp_path / "out.csv", "split:size=5")
    lengths = Counter(row["user"] for row in rows)
    assert set(lengths.values()) == {4}  # even ones, and none above five
    assert len(lengths) == 60 * 3
    assert len(rows) == told["interactions"]["before"] == 60 * 12
    assert "ceiling" not in told


def test_known_items_are_shared_as_often_as_asked(made: Path, tmp_path: Path) -> None:
    told, rows = protected(made, tmp_path / "out.csv", "km:k=20,m=1")
    assert min(Counter(row["item"] for row in rows).values()) >= 20
    before, after = ({shared["m"]: shared["k"] for shared in told["km"][when]} for when in ("before", "after"))
    assert before[1] < 20 <= after[1]


def test_records_of_a_group_are_one(made: Path, tmp_path: Path) -> None:
    told, rows = protected(made, tmp_path / "out.csv", "microaggregate:k=6")
    of_people: dict[str, list[tuple[str, ...]]] = {}
    for row in rows:
        of_people.setdefault(row["user"], []).append((row["item"], row["rating"], row["date"]))
    alike = Counter(tuple(sorted(record)) for record in of_people.values())
    assert 1 / min(alike.values()) <= told["ceiling"] <= 1 / 6


def test_the_next_release_keeps_crowds_and_puts_newcomers_apart(made: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    protected(made, first, "crowds:k=5", "early.csv")
    told, _ = protected(made, second, f"crowds:k=5,kept={first}.crowds.json")
    earlier, later = ({frozenset(crowd) for crowd in crowds_in(out)} for out in (first, second))
    assert earlier < later
    assert frozenset().union(*(later - earlier)) == {f"u{person}" for person in range(50, 60)}
    assert any("10 who came since are in crowds of their own kind" in note for note in told["notes"])


@pytest.mark.parametrize("text", ["synthesise", "pairs"])
def test_what_is_no_way_to_protect_records_is_said_in_one_line(made: Path, text: str) -> None:
    done: Finished = standout("protect", str(made / "grown.csv"), "--with", text)
    assert done.status == 2
    assert len(done.errors.strip().splitlines()) == 1
    assert text in done.errors
