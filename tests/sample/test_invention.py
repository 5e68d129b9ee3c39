"""The sample: exactly as large as asked for, the same every time, and with something in it to find."""

from __future__ import annotations

import csv
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow.parquet as pq
import pytest
import typer
from typer.testing import CliRunner

from standout.errors import BadInput
from standout.outputs.markers import MARKER
from standout.sample import invention as sample_module
from standout.sample.invention import (
    AGES,
    GROUPS,
    SampleSettings,
    builtin_sample,
    draw_sample,
)
from standout.sample.sample_folder import FILES
from standout.sample.titles_invented import invented_titles

SMALL = SampleSettings(people=120, items=150, interactions=2400, seed=5)


@dataclass(frozen=True)
class Drawn:
    """A sample, read back."""

    folder: Path
    user: npt.NDArray[np.int64]
    item: npt.NDArray[np.int64]
    value: npt.NDArray[np.int64]
    time: npt.NDArray[np.int64]

    @property
    def holders(self) -> npt.NDArray[np.int64]:
        return np.sort(np.bincount(self.item)[1:])[::-1]

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        return np.bincount(self.user)[1:]


def read(folder: Path) -> Drawn:
    table = pq.read_table(folder / "interactions.parquet")
    return Drawn(folder, *(table[name].to_numpy().astype(np.int64) for name in table.column_names))


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as stream:
        return list(csv.DictReader(stream))


def hashes(folder: Path) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}


@pytest.fixture(scope="module")
def builtin(tmp_path_factory: pytest.TempPathFactory) -> Drawn:
    return read(builtin_sample(tmp_path_factory.mktemp("sample") / "builtin"))


def test_it_has_exactly_the_pairs_asked_for(builtin: Drawn) -> None:
    assert len(builtin.user) == 150_000
    assert len(np.unique(builtin.user * 10_000 + builtin.item)) == 150_000
    assert (builtin.user.min(), builtin.user.max()) == (1, 2000)
    assert builtin.item.min() >= 1
    assert builtin.item.max() <= 1200
    assert builtin.lengths.min() == SampleSettings().shortest == 18
    assert builtin.lengths.max() <= 400


def test_columns_types_and_row_groups(builtin: Drawn) -> None:
    file = pq.ParquetFile(builtin.folder / "interactions.parquet")
    assert [(field.name, str(field.type)) for field in file.schema_arrow] == [
        ("user", "int32"),
        ("item", "int32"),
        ("value", "int8"),
        ("time", "int64"),
    ]
    assert file.num_row_groups > 1
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"


def test_rows_come_by_user_then_time(builtin: Drawn) -> None:
    assert (np.diff(builtin.user) >= 0).all()
    assert (np.diff(builtin.time)[np.diff(builtin.user) == 0] >= 0).all()


def test_popularity_and_activity_have_heavy_tails(builtin: Drawn) -> None:
    holders = builtin.holders
    assert 0.4 <= holders[0] / 2000 <= 0.55
    assert (holders < 20).mean() > 0.1
    assert holders[:120].sum() / 150_000 > 0.4
    assert np.sort(builtin.lengths)[-200:].sum() / 150_000 > 0.3


def test_ids_say_nothing_about_popularity_or_activity(builtin: Drawn) -> None:
    counts = np.bincount(builtin.item, minlength=1201)[1:]
    assert abs(np.corrcoef(np.arange(1200), counts)[0, 1]) < 0.1
    assert abs(np.corrcoef(np.arange(2000), builtin.lengths)[0, 1]) < 0.1


def test_values_are_ratings_that_differ_by_item(builtin: Drawn) -> None:
    assert set(np.unique(builtin.value)) == {1, 2, 3, 4, 5}
    assert 3.4 < builtin.value.mean() < 3.8
    popular = [builtin.value[builtin.item == item].mean() for item in np.bincount(builtin.item).argsort()[-50:]]
    assert np.std(popular) > 0.2


def test_days_cluster_in_sessions(builtin: Drawn) -> None:
    day = builtin.time // 86_400
    same_person = np.diff(builtin.user) == 0
    assert (np.diff(day)[same_person] == 0).mean() > 0.6
    assert len(np.unique(builtin.user * 100_000 + day)) / 2000 > 4
    assert 1000 < day.max() - day.min() < 1110
    assert day.min() >= 11_323


def test_attributes_of_people(builtin: Drawn) -> None:
    people = rows(builtin.folder / "people.csv")
    assert [int(row["user"]) for row in people] == list(range(1, 2001))
    assert 0.25 < np.mean([row["gender"] == "F" for row in people]) < 0.35
    assert {row["gender"] for row in people} == {"F", "M"}
    assert {row["age_group"] for row in people} == set(AGES)


def test_titles_are_unique_and_groups_known(builtin: Drawn) -> None:
    items = rows(builtin.folder / "items.csv")
    assert [int(row["item"]) for row in items] == list(range(1, 1201))
    assert len({row["title"] for row in items}) == 1200
    for row in items:
        groups = row["groups"].split("|")
        assert 1 <= len(groups) == len(set(groups)) <= 3
        assert set(groups) <= set(GROUPS)


def test_titles_stay_unique_when_the_words_run_out() -> None:
    titles = list(invented_titles(1, 200_000))
    assert len(set(titles)) == 200_000


def auc_of(builtin: Drawn, attribute: str) -> float:
    """How well a plain attacker infers the attribute from who has what (macro average over classes)."""
    from scipy.sparse import csr_array
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import roc_auc_score
    from sklearn.model_selection import cross_val_predict

    truth = np.array([row[attribute] for row in rows(builtin.folder / "people.csv")])
    presence = csr_array((np.ones(150_000), (builtin.user - 1, builtin.item - 1)), shape=(2000, 1200))
    model = LogisticRegression(C=0.02, max_iter=300)
    chances = cross_val_predict(model, presence, truth, cv=3, method="predict_proba")
    classes = np.unique(truth)
    return float(np.mean([roc_auc_score(truth == name, chances[:, at]) for at, name in enumerate(classes)]))


def test_tastes_leak_the_attributes_but_not_entirely(builtin: Drawn) -> None:
    assert 0.65 < auc_of(builtin, "gender") < 0.95
    assert 0.55 < auc_of(builtin, "age_group") < 0.95


def test_same_seed_same_bytes_other_seed_other_bytes(tmp_path: Path) -> None:
    first = hashes(draw_sample(tmp_path / "first", SMALL))
    assert hashes(draw_sample(tmp_path / "second", SMALL)) == first
    other = hashes(draw_sample(tmp_path / "other", SampleSettings(120, 150, 2400, seed=6)))
    assert set(first) == set(other) == {*FILES, MARKER}
    assert all(other[name] != first[name] for name in FILES)


def test_row_groups_and_threads_change_nothing_but_the_packing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = pq.read_table(draw_sample(tmp_path / "usual", SMALL) / "interactions.parquet")
    for threads, group_rows in ((1, 1), (2, 77), (5, 10**6)):
        monkeypatch.setattr(sample_module, "_THREADS", threads)
        folder = draw_sample(tmp_path / f"{group_rows}", SMALL, group_rows=group_rows)
        assert pq.read_table(folder / "interactions.parquet").equals(usual)


@pytest.mark.parametrize(
    ("people", "items", "interactions"),
    [
        (1, 3, 1),
        (10, 3, 10),
        (7, 90, 7 * 30),
        (7, 90, 7 * 30 - 1),
        (50, 90, 50),
        (50, 90, 51),
        (3, 1000, 900),
    ],
)
def test_the_edges_of_what_is_possible(tmp_path: Path, people: int, items: int, interactions: int) -> None:
    drawn = read(draw_sample(tmp_path / "edge", SampleSettings(people, items, interactions)))
    assert len(np.unique(drawn.user * 10_000 + drawn.item)) == len(drawn.user) == interactions
    assert drawn.lengths.min() >= 1
    assert drawn.lengths.max() <= items // 3
    assert len(drawn.lengths) == people


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"people": 0}, "people=0"),
        ({"items": 2}, "items=2"),
        ({"people": 2**31}, "people="),
        ({"interactions": 1999}, "give at least 2000"),
        ({"interactions": 800_001}, "give at most 800000"),
        ({"seed": -1}, "seed=-1"),
    ],
)
def test_refuses_what_cannot_be(settings: dict[str, int], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        SampleSettings(**settings)


def test_the_manifest_says_how_to_make_it_again(tmp_path: Path) -> None:
    manifest = json.loads((draw_sample(tmp_path / "s", SMALL) / "sample.json").read_text())
    assert SampleSettings(**manifest["sample"]) == SMALL
    assert manifest["files"] == list(FILES)
    assert "standout" in manifest


def test_only_the_owner_may_read(tmp_path: Path) -> None:
    folder = draw_sample(tmp_path / "private", SMALL)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}


def test_takes_the_place_of_an_empty_folder_and_of_a_sample(tmp_path: Path) -> None:
    folder = tmp_path / "s"
    folder.mkdir()
    draw_sample(folder, SampleSettings(120, 150, 2400, seed=6))
    before = hashes(folder)
    draw_sample(folder, SMALL)
    assert hashes(folder) != before
    assert [entry.name for entry in tmp_path.iterdir()] == ["s"]


@pytest.mark.parametrize("present", [["diary.txt"], ["sample.json", "diary.txt"]])
def test_refuses_a_folder_with_anything_else_in_it(tmp_path: Path, present: list[str]) -> None:
    for name in present:
        (tmp_path / name).write_text("mine")
    with pytest.raises(BadInput, match=r"diary\.txt"):
        draw_sample(tmp_path, SMALL)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == sorted(present)


def test_refuses_a_file_and_leaves_alone_what_lies_beside(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadInput, match="is a file"):
        draw_sample(tmp_path / "file", SMALL)
    (tmp_path / "s.part").mkdir()
    (tmp_path / "s.part" / "diary.txt").write_text("mine")
    draw_sample(tmp_path / "s", SMALL)
    assert (tmp_path / "s.part" / "diary.txt").read_text() == "mine"


def test_a_failure_leaves_nothing_and_keeps_what_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = hashes(draw_sample(tmp_path / "kept", SMALL))

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sample_module, "_item_lines", fail)
    for name in ("kept", "new"):
        with pytest.raises(OSError, match="No space"):
            draw_sample(tmp_path / name, SampleSettings(120, 150, 2400, seed=6))
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept"]
    assert hashes(tmp_path / "kept") == before


def test_a_failure_while_drawing_leaves_nothing(tmp_path: Path) -> None:
    def fail(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        draw_sample(tmp_path / "s", SMALL, progress=fail)
    assert list(tmp_path.iterdir()) == []


def test_progress_ends_at_all(tmp_path: Path) -> None:
    told: list[int] = []
    draw_sample(tmp_path / "s", SMALL, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 2400
    assert len(told) > 1


@pytest.fixture
def command() -> typer.Typer:
    from standout.cli.sample import sample

    app = typer.Typer()
    app.command()(sample)
    return app


SMALL_OPTIONS = ["--people", "120", "--items", "150", "--interactions", "2400", "--seed", "5"]


def test_the_command_prints_json_and_nothing_else(tmp_path: Path, command: typer.Typer) -> None:
    out = tmp_path / "s"
    done = CliRunner().invoke(command, ["--out", str(out), *SMALL_OPTIONS, "--json"])
    assert done.exit_code == 0
    assert json.loads(done.stdout) == {
        "schema": "standout/sample/1.0",
        "people": 120,
        "items": 150,
        "interactions": 2400,
        "seed": 5,
        "files": [str(out / name) for name in FILES],
    }
    assert hashes(out) == hashes(draw_sample(tmp_path / "same", SMALL))


def test_the_command_works_with_no_option(
    tmp_path: Path, command: typer.Typer, monkeypatch: pytest.MonkeyPatch, builtin: Drawn
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(command, [])
    assert done.exit_code == 0
    assert "150,000 interactions" in done.stdout
    assert hashes(tmp_path / "standout-sample") == hashes(builtin.folder)


def test_the_command_refuses_with_bad_input(tmp_path: Path, command: typer.Typer) -> None:
    done = CliRunner().invoke(command, ["--out", str(tmp_path / "s"), "--people", "5"])
    assert isinstance(done.exception, BadInput)
    assert not (tmp_path / "s").exists()
