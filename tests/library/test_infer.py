"""`standout.infer`: data and attributes however they are given, the same figures as the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import standout as so
from standout.data.dataset import AnyDataset
from standout.engines.partitioned import PartitionedEngine
from standout.errors import BadInput
from standout.inference.attackers import ATTACKERS, Attacker
from standout.library.reading import at_hand
from standout.results.inference import InferenceResult
from standout.sample.invention import SampleSettings, draw_sample
from tests.cli.running import standout


def quickly(data: Any, attribute: Any = None, **more: Any) -> InferenceResult:
    options: dict[str, Any] = {"attackers": "multinomial", "folds": 2, "quick": True}
    return so.infer(data, attribute, **(options | more))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("infer") / "small"
    return draw_sample(place, SampleSettings(people=150, items=60, interactions=2_000))


@pytest.fixture(scope="module")
def data(folder: Path) -> AnyDataset:
    found: AnyDataset = so.read(folder)
    return found


@pytest.fixture(scope="module")
def people(folder: Path) -> pd.DataFrame:
    return pd.read_csv(folder / "people.csv")


@pytest.fixture(scope="module")
def by_path(folder: Path) -> InferenceResult:
    return quickly(folder, "gender")


def test_the_command_gives_the_same(folder: Path, by_path: InferenceResult, tmp_path: Path) -> None:
    words = ("--attribute", "gender", "--attacker", "multinomial", "--folds", "2", "--quick", "--json")
    done = standout("infer", str(folder), *words, folder=tmp_path)
    printed = json.loads(done.output)
    assert printed.pop("files") == ["small-infer/infer.json", "small-infer/infer.html"]
    assert printed == by_path.to_dict()
    assert InferenceResult.read(tmp_path / "small-infer") == by_path


def test_a_dataset_finds_the_tables_beside_it(data: AnyDataset, by_path: InferenceResult) -> None:
    assert quickly(data, "gender") == by_path


def test_attributes_may_be_given_in_every_way(
    data: AnyDataset, people: pd.DataFrame, by_path: InferenceResult, tmp_path: Path
) -> None:
    series = people.set_index("user")["gender"]
    people.to_csv(tmp_path / "who.csv", index=False)
    ways = [
        quickly(data, "gender", people=people),
        quickly(data, "gender", people=pa.Table.from_pandas(people)),
        quickly(data, "gender", people=tmp_path / "who.csv"),
        quickly(data, series),
        quickly(data, series.to_dict()),
        quickly(data, _in_order(series, data)),
        quickly(data, np.array(_in_order(series, data))),
    ]
    for found in ways:
        assert found.attackers == by_path.attackers
        assert found.classes == ("F", "M")
    assert {found.attribute for found in ways} == {"gender", "attribute"}


def _in_order(series: pd.Series, data: AnyDataset) -> list[str]:
    values = {str(person): value for person, value in series.items()}
    return [values[person] for person in data.vocabulary.everybody().to_pylist()]


def test_numbers_are_cut_and_who_has_none_is_left_out(data: AnyDataset) -> None:
    amounts: list[float | None] = [float(person % 90) for person in range(data.people)]
    amounts[0], amounts[1] = None, float("nan")
    found = quickly(data, amounts, cut=[30, 60])
    assert found.classes == ("under 30", "30-59", "60 or more")
    assert found.left_out == 2
    assert quickly(data, amounts, cut=45).classes == ("under 45", "45 or more")


def test_data_in_memory_needs_its_attributes(folder: Path, people: pd.DataFrame, by_path: InferenceResult) -> None:
    table = pd.read_parquet(next(folder.glob("*.parquet")))
    found = quickly(table, "gender", people=people)
    assert found.attackers == by_path.attackers
    for attribute in ("gender", None):
        with pytest.raises(BadInput, match="data in memory brings no attributes of people"):
            quickly(table, attribute)


def test_groups_may_be_a_table(data: AnyDataset) -> None:
    items = data.vocabulary.items.to_pylist()
    groups = pd.DataFrame({"item": items, "groups": ["even" if place % 2 else "odd" for place in range(len(items))]})
    found = so.infer(data, "gender", groups=groups, attackers="bernoulli", folds=2)
    assert found.groups is not None
    assert found.groups.names == ("even", "odd")


def test_an_attacker_may_be_an_object(data: AnyDataset) -> None:
    mine = Attacker("mine", "presence", "my own", ATTACKERS["bernoulli"].fit)
    found = so.infer(data, "gender", attackers=[mine, "bernoulli"], folds=2, quick=True)
    assert (found.attackers[0].name, found.attackers[0].about) == ("mine", "my own")
    assert found.attackers[0].auc == found.attackers[1].auc
    other = Attacker("bernoulli", "presence", "not that one", ATTACKERS["logistic"].fit)
    with pytest.raises(BadInput, match="another attacker of this name"):
        so.infer(data, "gender", attackers=[other], folds=2)


def test_nothing_is_written_unless_a_folder_is_named(data: AnyDataset, tmp_path: Path) -> None:
    found = quickly(data, "gender", out=tmp_path / "o")
    assert found.files == tuple(str(tmp_path / "o" / name) for name in ("infer.json", "infer.html"))
    assert sorted(file.name for file in (tmp_path / "o").iterdir()) == ["infer.html", "infer.json", "run.json"]
    assert "files" not in json.loads((tmp_path / "o" / "infer.json").read_text("utf-8"))
    found.save(tmp_path / "o")  # an earlier result may be replaced
    assert [file.name for file in tmp_path.iterdir()] == ["o"]


def test_tables_and_notebooks(by_path: InferenceResult) -> None:
    frame = by_path.to_pandas()
    assert frame["attacker"].tolist() == ["multinomial"]
    assert frame["auc"].tolist() == [by_path.best().auc.mean]
    assert by_path.to_arrow("by_length").column_names[:4] == ["band", "least", "most", "people"]
    shown = by_path._repr_html_()
    assert shown.startswith("<iframe")
    assert "How well each attacker does" in shown
    assert str(by_path) == f"{by_path.headline()}. {by_path.told_apart()}"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"attribute": [1, 2, 3]}, "attribute has 3 values, but the data has 150 people"),
        ({"attribute": {"nobody": 1}}, "none of its 1 people is in the data"),
        ({"attribute": "gender", "attackers": "oracle"}, "there is no attacker 'oracle'"),
        ({"attribute": None}, "say which attribute to infer"),
        ({"attribute": "gender", "seed": -1}, "must be a whole number from 0 on"),
    ],
)
def test_what_cannot_be_is_refused(data: AnyDataset, options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        quickly(data, **options)


def test_records_on_another_engine_are_refused_in_one_line(data: AnyDataset) -> None:
    with pytest.raises(BadInput, match="this needs its records on this machine"):
        quickly(PartitionedEngine().take(at_hand(data)), "gender")
