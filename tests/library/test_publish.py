"""`so.publish`: the same bulletin as the command line makes, from data in any form; written only where it is told."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import standout as so
from standout.common.memory import can_watch, database_limit
from standout.errors import BadInput
from tests.cli.running import standout

DAY = "2026-05-06"


@pytest.fixture(scope="module")
def seen() -> pd.DataFrame:
    """A small table of people and items with titles."""
    dice = random.Random(1)
    rows = [
        (f"u{person}", f"i{item:02}", f"Film {item:02}")
        for person in range(80)
        for item in dice.sample(range(30), dice.randint(3, 20))
    ]
    return pd.DataFrame(rows, columns=["user", "item", "title"])


def test_it_makes_what_the_command_makes(seen: pd.DataFrame, tmp_path: Path) -> None:
    seen.to_csv(tmp_path / "seen.csv", index=False)
    words = ("--date", DAY, "--rare-below", "20", "--score", "paper", "--out", "theirs.json", "--page", "theirs.html")
    done = standout("publish", "seen.csv", *words, "--json", folder=tmp_path)
    assert done.status == 0, done.errors
    published = so.publish(tmp_path / "seen.csv", date=DAY, rare_below=20, score="paper")
    assert json.loads(done.output) | {"files": []} == published.to_dict()
    assert so.Published.from_json(published.to_json()) == published.summary
    published.save(tmp_path / "ours.json", page=tmp_path / "ours.html")
    assert so.Published.read(tmp_path / "ours.json") == published.bulletin
    with pytest.raises(BadInput, match=r"'standout publish' has no such table; there are items, groups$"):
        published.to_pandas("zzz")
    for theirs, ours in (("theirs.json", "ours.json"), ("theirs.html", "ours.html")):
        assert (tmp_path / ours).read_bytes() == (tmp_path / theirs).read_bytes()
        assert (tmp_path / ours).stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("form", ["frame", "dataset"])
def test_data_in_memory(seen: pd.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    seen.to_csv(tmp_path / "seen.csv", index=False)
    monkeypatch.chdir(tmp_path)
    expected = so.publish("seen.csv", date=DAY)
    given = seen if form == "frame" else so.read(seen)
    assert so.publish(given, date=DAY).bulletin == expected.bulletin
    assert [path.name for path in tmp_path.iterdir()] == ["seen.csv"], "nothing is written unasked"


def test_a_bulletin_is_written_where_it_is_told(seen: pd.DataFrame, tmp_path: Path) -> None:
    published = so.publish(seen, out=tmp_path / "b.json", page=tmp_path / "label.html")
    assert so.Bulletin.read(tmp_path / "b.json") == published.bulletin
    assert published.summary.files == (str(tmp_path / "b.json"), str(tmp_path / "label.html"))
    again = so.publish(seen, out=tmp_path / "b.json")
    assert again.bulletin == published.bulletin
    (tmp_path / "b.json").write_text("mine")
    with pytest.raises(BadInput, match="no earlier result"):
        so.publish(seen, out=tmp_path / "b.json")


def test_tables_are_those_of_the_bulletin(seen: pd.DataFrame) -> None:
    published = so.publish(seen)
    assert published.to_pandas()["item"].tolist() == list(published.bulletin.ids)
    assert published.to_arrow("groups").num_rows == sum(
        len(scored.groups) for _, scored in published.bulletin.scores.items()
    )


def test_earlier_bulletins_may_be_objects_and_are_told_of(seen: pd.DataFrame, tmp_path: Path) -> None:
    pytest.importorskip("opendp")
    items = pd.DataFrame({"item": [f"i{item:02}" for item in range(30)]})
    items.to_csv(tmp_path / "items.csv", index=False)
    lines: list[str] = []
    noisy: dict[str, Any] = {"epsilon": 100.0, "max_items": 20, "catalogue": tmp_path / "items.csv"}
    first = so.publish(seen, **noisy)
    second = so.publish(seen, previous=[first], tell=lines.append, **noisy)
    assert second.bulletin.made.bulletins == 2
    assert second.bulletin.made.epsilon_total == 200.0
    assert lines[:1] == ["an earlier bulletin: not signed; what it says is taken as it is"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"score": "best"}, "there are 'hiding', 'better' and 'paper'"),
        ({"engine": "fast"}, "there are 'local' and 'spark'"),
        ({"engine": "spark"}, "give its place"),
        ({"spark_master": "local"}, "belongs to"),
        ({"page": "label.html"}, "goes with"),
        ({"previous": ["b.json"]}, "no such file"),
        ({"threads": 0}, "threads"),
    ],
)
def test_what_cannot_be_is_refused(seen: pd.DataFrame, options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        so.publish(seen, **options)


@pytest.mark.skipif(not can_watch(), reason="this system does not tell how much memory is held")
def test_a_memory_limit_holds_while_it_is_made_and_changes_nothing(seen: pd.DataFrame) -> None:
    limits: list[int] = []

    def listen(_what: str, _done: float, _all: float) -> None:
        limits.append(database_limit())

    kept = so.publish(seen, date="2026-01-01", memory="1GB", progress=listen)
    assert limits
    assert max(limits) < database_limit()
    assert kept.bulletin == so.publish(seen, date="2026-01-01").bulletin
