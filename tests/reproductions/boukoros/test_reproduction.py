"""The reproduction of Boukoros and Katzenbeisser on made-up data: outliers, correlations, and the contracted rows."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from standout.data.index import from_arrays
from standout.errors import BadInput
from standout.reproductions.boukoros.boukoros_study import datasets_in, kendall, spearman, study_of, without_outliers
from standout.reproductions.boukoros.reproduction import boukoros
from tests.cli.running import standout


def test_records_that_are_too_short_or_too_long_are_left_out() -> None:
    lengths = [7, 8, 5_000, 5_001, 30]
    people = np.repeat(np.arange(5), lengths)
    items = np.concatenate([np.arange(length) + 3 for length in lengths])
    kept = without_outliers(from_arrays(people, items))
    assert kept.lengths.tolist() == [8, 5_000, 30]
    assert kept.holders.min() == 1, "items that nobody has any more are gone"
    assert without_outliers(kept) is kept


def test_correlations_are_those_of_ranks() -> None:
    dice = np.random.default_rng(1)
    one = dice.random(500)
    other = one + dice.random(500)
    ranks = [np.argsort(np.argsort(values)) for values in (one, other)]
    found = spearman(one, other)
    assert found.rate == pytest.approx(np.corrcoef(ranks[0].astype(float), ranks[1].astype(float))[0, 1])
    assert found.low < found.rate < found.high < 1
    agreeing = np.sign(one[:, None] - one) * np.sign(other[:, None] - other)
    assert kendall(one, other).rate == pytest.approx(agreeing.sum() / (500 * 499))
    assert spearman(one, one**3).rate == pytest.approx(1.0)


def test_a_folder_of_datasets_or_a_single_one(tmp_path: Path) -> None:
    (tmp_path / "ml-1m").mkdir()
    (tmp_path / "book-crossing").mkdir()
    assert list(datasets_in(str(tmp_path))) == ["ml-1m", "book-crossing"]
    assert datasets_in(str(tmp_path / "ml-1m")) == {"ml-1m": str(tmp_path / "ml-1m")}
    assert datasets_in("sample") == {"sample": "sample"}


@pytest.mark.slow
def test_the_sample_gives_every_table_and_the_better_score_is_better(tmp_path: Path) -> None:
    words = ("reproduce", "boukoros", "--data", "sample", "--draws", "60", "--json")
    done = standout(*words, folder=tmp_path)
    assert done.status == 0, done.errors
    document = json.loads(done.output)
    assert {row["table"] for row in document["rows"]} >= {"table 1", "table 2", "figure 4", "beyond the paper"}
    assert all(set(row) >= {"table", "what", "published", "ours", "low", "high", "remark"} for row in document["rows"])
    assert document["draws"] == 60
    published = {row["what"]: row["published"] for row in document["rows"] if row["table"] == "table 2"}
    assert published["Yahoo! Music: Spearman"] == 0.91
    ours = {row["what"]: row["ours"] for row in document["rows"] if row["table"] == "beyond the paper"}
    assert ours["sample: the better score, as published"] > 0.9
    assert ours["sample: the better score, as published"] > ours["sample: fewer items alone"]
    text = (tmp_path / "reproductions" / "boukoros.md").read_text()
    assert "images/boukoros-figure-4.svg" in text
    assert (tmp_path / "reproductions" / "images" / "boukoros-figure-4.svg").is_file()


def test_what_cannot_be_reproduced_is_told() -> None:
    with pytest.raises(BadInput, match="no data"):
        boukoros(None)
    few = from_arrays(np.repeat(np.arange(20), 10), np.tile(np.arange(10), 20))
    with pytest.raises(BadInput, match="20 people with 8 to 5,000 items are too few"):
        study_of("few", few, 10, 1, 1)
    alike = from_arrays(np.repeat(np.arange(60), 10), np.tile(np.arange(10), 60))
    with pytest.raises(BadInput, match="everybody is alike"):
        study_of("alike", alike, 10, 1, 1)
