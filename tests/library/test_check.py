"""`so.check`: a history as a file or in memory, a bulletin in any form, and the same as the command line says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import standout as so
from standout.errors import BadInput
from standout.library.bulletins import Published
from standout.results.publish import summary_of
from tests.cli.running import standout
from tests.label.histories import bulletin

TITLES = ["The Matrix", "Solaris", "Dark", "Unheard, Of; at all"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    bulletin().write(tmp_path / "bulletin.json")
    (tmp_path / "list.txt").write_text("\n".join(TITLES), encoding="utf-8")
    return tmp_path


def test_it_says_what_the_command_says(folder: Path) -> None:
    done = standout("check", "list.txt", "--bulletin", "bulletin.json", "--json", folder=folder)
    assert json.loads(done.output) == so.check(folder / "list.txt", folder / "bulletin.json").to_dict()


@pytest.mark.parametrize(
    "history",
    [
        TITLES,
        tuple(TITLES),
        (title for title in TITLES),
        pd.Series(TITLES),
        pl.Series(TITLES),
        pd.DataFrame({"film": TITLES}),
        pl.DataFrame({"film": TITLES}),
        pa.table({"film": TITLES}),
    ],
    ids=lambda history: f"{type(history).__module__.split('.')[0]}-{type(history).__name__}",
)
def test_titles_in_memory_are_a_list(folder: Path, history: Any) -> None:
    assert so.check(history, bulletin()) == so.check(folder / "list.txt", bulletin())


def test_a_table_in_memory_is_one_in_a_file(tmp_path: Path) -> None:
    table = pd.DataFrame({"who": ["ann", "bob", "bob"], "what": ["m2", "m3", None], "at": [1, 2, 3]})
    table.to_csv(tmp_path / "t.csv", index=False)
    columns = {"user": "who", "item": "what"}
    expected = so.check(tmp_path / "t.csv", bulletin(), columns=columns, person="bob")
    assert so.check(table, bulletin(), columns=columns, person="bob") == expected
    assert expected.all == 1
    with pytest.raises(BadInput, match="the history: holds 2 people"):
        so.check(table, bulletin(), columns=columns)


def test_an_export_in_memory_is_known_as_such() -> None:
    watched = pd.DataFrame({"Title": ["Dark: Season 1: Secrets", "The Matrix"], "Date": ["1/2/20", "1/3/20"]})
    checked = so.check(watched, bulletin())
    assert checked.history.kind == "netflix"
    assert checked.unknown == 0


def test_a_bulletin_in_any_form(folder: Path) -> None:
    known = bulletin()
    published = Published(known, summary_of(known, "better", signed=None, seed=1, notes=(), files=()))
    checked = [so.check(TITLES, given) for given in (str(folder / "bulletin.json"), known, published)]
    assert checked[0] == checked[1] == checked[2]


def test_files_are_those_of_the_command(folder: Path) -> None:
    standout("check", "list.txt", "--bulletin", "bulletin.json", "--out", "k", "--label", "mine.svg", folder=folder)
    so.check(TITLES, bulletin(), out=folder / "ours", label=folder / "ours.svg")
    pairs = {"k/check.json": "ours/check.json", "k/label.svg": "ours/label.svg", "mine.svg": "ours.svg"}
    for theirs, ours in pairs.items():
        assert (folder / ours).read_bytes() == (folder / theirs).read_bytes()


def test_without_a_place_nothing_is_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before = sorted(folder.iterdir())
    so.check(TITLES, "bulletin.json")
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("history", "options", "says"),
    [
        ([], {}, "the history: empty"),
        (["  "], {}, "the history: empty"),
        (["x" * 1_001], {}, "the history: .* has 1,001 characters"),
        (TITLES, {"person": "ann"}, "a list has neither columns nor people"),
        (pd.DataFrame({"colour": ["red"], "size": [3]}), {}, "the history: .*item"),
        (TITLES, {"score": "best"}, "must be hiding, better or paper"),
        (TITLES, {"seed": -1}, "seed"),
        (TITLES, {"label": "label.gif"}, "drawn as .svg or .png"),
        (3, {}, "cannot read a int"),
    ],
)
def test_what_cannot_be_is_refused(history: Any, options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        so.check(history, bulletin(), **options)


def test_what_is_read_is_not_written_over(folder: Path) -> None:
    (folder / "label.svg").write_text("m2\n")
    with pytest.raises(BadInput, match="is what the command reads"):
        so.check(folder / "label.svg", bulletin(), out=folder)
    assert (folder / "label.svg").read_text() == "m2\n"
