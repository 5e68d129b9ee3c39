"""Reading profiles: wide and long, binning, several values, and one plain line for everything else."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.errors import BadInput
from standout.profiles.people.pair_numbers import bin_label
from standout.profiles.people.population import Population
from standout.profiles.people.profile_files import read_population

Read = Callable[..., Population]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def write_and_read(text: str | bytes, name: str = "people.csv", **options: Any) -> Population:
        file = tmp_path / name
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return read_population(file, **options)

    return write_and_read


def content(population: Population) -> dict[str, dict[str, tuple[str, ...]]]:
    return {name: population.profile(at) for at, name in enumerate(population.people.to_pylist())}


WIDE = "id,gender,city,age\nann,f,Bath,31\nbob,m,,44\ncid,,,\n"
EXPECTED = {
    "ann": {"gender": ("f",), "city": ("Bath",), "age": ("31",)},
    "bob": {"gender": ("m",), "age": ("44",)},
    "cid": {},
}


def test_a_wide_table(read: Read) -> None:
    population = read(WIDE)
    assert content(population) == EXPECTED
    assert population.attributes == ("gender", "city", "age")
    assert population.sites == ()
    assert population.exposure().tolist() == pytest.approx([1.8, 1.2, 0])


@pytest.mark.parametrize("separator", ["\t", ";", "|"])
def test_other_separators(read: Read, separator: str) -> None:
    assert content(read(WIDE.replace(",", separator), "people.txt")) == EXPECTED


def test_packed(read: Read) -> None:
    assert content(read(gzip.compress(WIDE.encode()), "people.csv.gz")) == EXPECTED


def test_a_long_table_with_sites(read: Read) -> None:
    text = "person,site,attribute,value\nann,X,gender,f\nann,Y,gender,f\nann,Y,group,a\nann,Y,group,b\nbob,X,gender,\n"
    population = read(text)
    assert content(population) == {"ann": {"gender": ("f",), "group": ("a", "b")}, "bob": {}}
    assert population.sites == ("X", "Y")
    assert len(population.pairs) == 4
    assert population.several.tolist() == [False, True]


def test_a_long_table_without_sites(read: Read) -> None:
    assert content(read("user_id,attribute,value\nann,gender,f\n")) == {"ann": {"gender": ("f",)}}


def test_a_wide_table_with_sites(read: Read) -> None:
    population = read("person,site,job\nann,X,Cook\nann,Y,Chef\n")
    assert content(population) == {"ann": {"job": ("Chef", "Cook")}}
    assert population.sites == ("X", "Y")


def test_without_ids_people_are_numbered(read: Read) -> None:
    assert content(read("a,b\nx,y\nx,\n")) == {"1": {"a": ("x",), "b": ("y",)}, "2": {"a": ("x",)}}


def test_json_lines_with_lists(read: Read) -> None:
    rows = [{"id": "ann", "group": ["a", "b", ""], "age": 31}, {"id": "bob", "group": "a", "age": None}, {"id": "cid"}]
    population = read("\n".join(map(json.dumps, rows)) + "\n", "people.jsonl")
    assert content(population) == {"ann": {"group": ("a", "b"), "age": ("31",)}, "bob": {"group": ("a",)}, "cid": {}}


def test_parquet_with_lists(tmp_path: Path) -> None:
    file = tmp_path / "people.parquet"
    table = {"id": ["ann", "bob"], "group": [["a", "b"], None], "age": [31.0, None], "here": [True, False]}
    pq.write_table(pa.table(table), file)
    assert content(read_population(file)) == {
        "ann": {"group": ("a", "b"), "age": ("31",), "here": ("true",)},
        "bob": {"here": ("false",)},
    }


def test_several_values_in_a_cell(read: Read) -> None:
    text = "id,group\nann,a|b| a |\nbob,a; b\n"
    assert content(read(text, split="|"))["ann"] == {"group": ("a", "b")}
    assert content(read(text, split=";"))["bob"] == {"group": ("a", "b")}
    assert content(read(text))["bob"] == {"group": ("a; b",)}


def test_binning(read: Read) -> None:
    population = read("id,age\na,31\nb,34.9\nc,35\nd,\ne,-1\n", bins={"age": 5})
    assert {name: one.get("age") for name, one in content(population).items()} == {
        "a": ("30–34",), "b": ("30–34",), "c": ("35–39",), "d": None, "e": ("-5–-1",),
    }  # fmt: skip
    assert bin_label(37, 1) == "37"
    assert bin_label(0.7, 0.5) == "0.5 to under 1"


def test_attributes_and_the_id_can_be_chosen(read: Read) -> None:
    population = read(WIDE, columns=["age", "gender"])
    assert population.attributes == ("age", "gender")
    assert content(read("nick,a\nann,x\n", person="nick")) == {"ann": {"a": ("x",)}}


def test_blanks_are_trimmed_and_letters_are_not(read: Read) -> None:
    assert content(read("id,a\nann,  State-gov\t\nbob,vav\n")) == {"ann": {"a": ("State-gov",)}, "bob": {"a": ("vav",)}}


HOSTILE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n"), min_size=1, max_size=12)


@given(st.lists(HOSTILE, min_size=1, max_size=6))
def test_strange_texts_come_through_unharmed(tmp_path_factory: pytest.TempPathFactory, values: list[str]) -> None:
    file = tmp_path_factory.mktemp("hostile") / "people.jsonl"
    file.write_text("".join(json.dumps({"id": f"p{n}", "a'\"b": v}) + "\n" for n, v in enumerate(values)), "utf-8")
    found = content(read_population(file))
    blanks = " \t\r\n\f\v"
    for number, value in enumerate(values):
        assert found[f"p{number}"] == ({"a'\"b": (value.strip(blanks),)} if value.strip(blanks) else {})


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ("1,2\n3,4\n", {}, r"people.csv: row 1 has '1', so it is no header"),
        ("id,a\n", {}, "no rows below the header"),
        ("id,a,a\nx,y,z\n", {}, "two columns are called 'a'"),
        ("id,a,\nx,y,z\n", {}, "column 3 has no name"),
        ("id,a\nx,y\nx,z\n", {}, "row 3, column 'id': 'x' comes a second time"),
        ("id,a\nx,y\n,z\n", {}, "row 3, column 'id' is empty"),
        ("id,a\nx,y\nz,u,w,v\n", {}, "row 3 has too many columns"),
        ("id,age\nx,31\ny,old\n", {"bins": {"age": 5}}, "row 3, column 'age': 'old' is no number"),
        ("id,age\nx,31\n", {"bins": {"size": 5}}, "no attribute 'size'; there are 'age'"),
        ("id,age\nx,31\n", {"bins": {"age": 0}}, "give a width above 0"),
        ("id,age\nx,31\n", {"columns": ["size"]}, "no attribute 'size'"),
        ("id,age\nx,31\n", {"person": "who"}, "no column 'who'"),
        ("id,site\nx,31\n", {}, "no column with an attribute"),
        ("site,attribute,value\nx,a,b\n", {}, "no column says who a row is about"),
        ("person,attribute,value\nx,,b\n", {}, "row 2, column 'attribute' is empty"),
        ("", {}, "the file is empty"),
    ],
)
def test_refusals_name_file_row_and_column(read: Read, text: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as told:
        read(text, **options)
    assert said in str(told.value)
    assert "people.csv" in str(told.value) or "bin" in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [('{"a": 1}\n[1]\n', "row 2 is not a JSON object"), ('{"a": {"b": 1}}\n', "row 1, column 'a' holds an object")],
)
def test_refusals_of_json_lines(read: Read, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read(text, "people.jsonl")


def test_folders_and_absent_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="a folder"):
        read_population(tmp_path)
    with pytest.raises(BadInput, match="no such file"):
        read_population(tmp_path / "none.csv")


def test_uci_adult(tmp_path: Path) -> None:
    names = "age: continuous.\nworkclass: Private.\nsex: Female, Male.\n"
    (tmp_path / "adult.names").write_text("| notes\n\n>50K, <=50K.\n\n" + names, "utf-8")
    (tmp_path / "adult.data").write_text("39, State-gov, Male, <=50K\n23, ?, Female, >50K\n\n", "utf-8")
    for place in (tmp_path, tmp_path / "adult.data"):
        population = read_population(place, columns=["age", "workclass", "sex", "income"])
        assert content(population) == {
            "1": {"age": ("35–39",), "workclass": ("State-gov",), "sex": ("Male",), "income": ("<=50K",)},
            "2": {"age": ("20–24",), "sex": ("Female",), "income": (">50K",)},
        }


def test_the_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_population("sample", columns=["gender"], seed=2).size == 29_915
    (tmp_path / "sample").write_text("id,a\nx,y\n", "utf-8")
    assert read_population("sample").size == 1


def test_what_was_noticed_is_kept(read: Read) -> None:
    population = read("id,a\nx,caf\xe9\n".encode("latin-1"))
    assert population.profile(0) == {"a": ("café",)}
    assert "Latin-1" in population.notes[0]


def test_many_columns_are_read_as_few_are(tmp_path: Path) -> None:
    """More columns than one query takes, against the cells themselves; also where some cells are split."""
    dice = np.random.default_rng(4)
    table = [[f"v{value}" if value < 3 else "" for value in row] for row in dice.integers(0, 12, (7, 600)).tolist()]
    file = tmp_path / "wide.csv"
    header = ",".join(["person", *(f"a{at}" for at in range(600))])
    file.write_text(
        "\n".join([header, *(",".join([f"p{at}", *row]) for at, row in enumerate(table))]), encoding="utf-8"
    )
    people = read_population(file)
    assert people.attributes == tuple(f"a{at}" for at in range(600))
    for person, row in enumerate(table):
        assert people.profile(person) == {f"a{at}": (value,) for at, value in enumerate(row) if value}
    assert read_population(file, split="|").profile(3) == people.profile(3)
