"""What a holder of the data can link back: an attack on our own files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.linkage import alike, fitting, groups_told, measure, nameless
from standout.io.reading import read
from standout.sample.invention import SampleSettings, draw_sample
from tests.auditing.parts import computed_once

CROWD = 5


def test_rows_that_read_the_same_are_counted_without_their_pseudonyms() -> None:
    rows = [{"person": "a", "items": [1]}, {"person": "b", "items": [1]}, {"person": "c", "items": [2]}]
    assert alike(nameless(rows)) == [2, 2, 1]
    assert alike(rows) == [1, 1, 1]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    settings = SampleSettings(people=400, items=300, interactions=16_000, seed=4)
    return draw_sample(tmp_path_factory.mktemp("linkage") / "sample", settings)


def test_nothing_in_the_results_of_an_audit_fits_fewer_people_than_a_crowd(sample: Path, tmp_path: Path) -> None:
    with computed_once():  # with ids and without, the same is attacked
        found = {one.file: one for one in measure(str(sample), tmp_path, draws=2, targets=None, threads=1)}
    exact = found.pop("people.parquet with --show-ids")
    assert exact.linked > 0.9 * exact.rows, "whoever sees exact figures knows who it is"
    lineups = found.pop("link.json: lineups")
    assert lineups.linked > 0.9 * lineups.rows, "lineups are about single people"
    assert len(found) == 4
    for one in found.values():
        assert one.rows, one
        assert one.linked == 0, one
        assert one.fewest >= CROWD, one


def test_an_example_with_a_persons_own_items_would_be_noticed(sample: Path) -> None:
    data = read(str(sample))
    record = data.held.records.items[data.held.records.starts[0] : data.held.records.starts[1]]
    titles = [data.vocabulary.title(int(item)) or "" for item in record]
    shown: dict[str, Any] = {"items": [{"item": title, "in_record": True} for title in titles], "people": 300}
    assert fitting(data, shown) < CROWD
    invented: dict[str, Any] = {"items": [{"item": "an item of 8–15 people", "in_record": True}], "people": 300}
    assert fitting(data, invented) == 300


def test_small_groups_in_findings_are_seen() -> None:
    found = {
        "personal": {"found_share": [{"people": 0}, {"people": 3}], "by_record_length": [], "by_rare_share": []},
        "popularity": {"people_by_items": [{"count": 9}]},
        "revealing_items": [],
        "findings": [{"by_known": [{"targets": 7}]}],
    }
    assert sorted(groups_told(json.loads(json.dumps(found)))) == [3, 7, 9]
