"""Attributes of people, from every kind of table; refusals in one line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from standout.data.attributes import UNKNOWN, Attribute
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE
from standout.data.prepared import is_prepared
from standout.data.vocabulary import Vocabulary
from standout.errors import BadInput
from standout.io.reading import read
from standout.io.staging.cells import stage_cells
from standout.io.tables import people_tables
from standout.io.tables.people_attributes import read_attribute
from standout.io.tables.people_tables import attribute_names


def made(ids: Sequence[str]) -> LocalDataset:
    """One item for each of these people."""
    count = len(ids)
    names = Vocabulary(pa.array(list(ids), pa.large_string()), pa.array(["x"], pa.large_string()))
    return from_arrays(list(range(count)), [0] * count, None, None, scale=NO_SCALE, size=(count, 1), vocabulary=names)


def written(folder: Path, text: str, name: str = "people.csv") -> Path:
    file = folder / name
    file.write_text(text, "utf-8")
    return file


def attribute(file: Path, name: str, ids: Sequence[str], cut: Sequence[float] | None = None) -> Attribute:
    return read_attribute("unused.csv", file, name, made(ids), cut)


ROWS = [("a", "F"), ("b", "M"), ("c", "F"), ("d", "M")]


@pytest.mark.parametrize("between", [",", "\t", ";", "|", "::"])
def test_separated_text_is_read_whatever_stands_between(tmp_path: Path, between: str) -> None:
    lines = [f"{person}{between}{kind}" for person, kind in [("user id", "Gender"), *ROWS]]
    found = attribute(written(tmp_path, "\n".join(lines) + "\n"), "gender", "dcba")
    assert found.name == "Gender"
    assert found.classes == ("F", "M")
    assert found.codes.tolist() == [1, 0, 1, 0]
    assert found.sizes.tolist() == [2, 2]
    assert found.notes == ()


@pytest.mark.parametrize("mark", [",", "\t"])
def test_a_stray_quote_does_not_swallow_the_next_person(tmp_path: Path, mark: str) -> None:
    lines = ["user,gender,note", "a,F,fine", 'b,M,"tall', "c,F,6'2\"", "d,M,fine"]
    file = written(tmp_path, "\n".join(line.replace(",", mark) for line in lines) + "\n")
    with pytest.raises(BadInput, match="row 3 has broken quotes"):
        attribute(file, "gender", "abcd")
    good = written(tmp_path, 'user,gender,note\na,F,"two\nlines"\nb,M,fine\nc,F,\nd,M,\n', "good.csv")
    assert attribute(good, "gender", "abcd").classes == ("F", "M")


def test_json_lines_and_parquet_are_read(tmp_path: Path) -> None:
    lines = "".join(json.dumps({"id": person, "kind": kind}) + "\n" for person, kind in ROWS)
    assert attribute(written(tmp_path, lines, "people.jsonl"), "kind", "abcd").codes.tolist() == [0, 1, 0, 1]
    table = pa.table({"kind": [kind for _, kind in ROWS], "person": [1, 2, 3, 4]})
    pq.write_table(table, tmp_path / "people.parquet")
    assert attribute(tmp_path / "people.parquet", "kind", "1234").codes.tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize("nothing", ["", " ", "NULL", "na", "N/A", "NaN", "\\N"])
def test_people_without_the_attribute_are_left_out_and_counted(tmp_path: Path, nothing: str) -> None:
    file = written(tmp_path, f"user,kind\na,x\nb,y\nc,{nothing}\nq,x\nd,x\nf,y\n")
    found = attribute(file, "kind", "abcdef")
    assert found.codes.tolist() == [0, 1, UNKNOWN, 0, UNKNOWN, 1]
    assert found.known.tolist() == [0, 1, 3, 5]
    assert found.notes == (
        "'kind' is not known for 2 of 6 people, who are left out: 1 have none in the table, 1 are not in it",
        "1 people of the table are not in the data and are ignored",
    )


def test_the_class_none_is_a_class(tmp_path: Path) -> None:
    assert attribute(written(tmp_path, "user,job\na,none\nb,none\nc,cook\nd,cook\n"), "job", "abcd").classes == (
        "cook",
        "none",
    )


def test_classes_with_numbers_come_in_their_order(tmp_path: Path) -> None:
    rows = "\n".join(f"{at},{band}" for at, band in enumerate(["56+", "under 18", "18-24", "9", "100"] * 2))
    found = attribute(written(tmp_path, f"user,age\n{rows}\n"), "age", [str(at) for at in range(10)])
    assert found.classes == ("9", "under 18", "18-24", "56+", "100")


def ages(folder: Path, numbers: Sequence[float]) -> Path:
    rows = "\n".join(f"{at},{number:g}" for at, number in enumerate(numbers))
    return written(folder, f"user,age\n{rows}\n")


def test_many_numbers_are_cut_at_quartiles_and_a_note_says_so(tmp_path: Path) -> None:
    numbers = [*range(20, 60), *range(20, 60)]
    found = attribute(ages(tmp_path, numbers), "age", [str(at) for at in range(80)])
    assert found.classes == ("under 30", "30-39", "40-49", "50 or more")
    assert found.sizes.tolist() == [20, 20, 20, 20]
    assert found.notes == (
        "'age' is cut at its quartiles: under 30, 30-39, 40-49, 50 or more; choose other borders with --cut",
    )


def test_borders_may_be_chosen_and_belong_to_the_band_above(tmp_path: Path) -> None:
    file, ids = ages(tmp_path, range(20, 60)), [str(at) for at in range(40)]
    found = attribute(file, "age", ids, [25, 26, 40])
    assert found.classes == ("under 25", "25", "26-39", "40 or more")
    assert found.sizes.tolist() == [5, 1, 14, 20]
    assert found.notes == ()
    halves = attribute(ages(tmp_path, [at / 2 for at in range(40)]), "age", ids, [2.5, 10])
    assert halves.classes == ("under 2.5", "2.5 to under 10", "10 or more")


def test_few_numbers_stay_as_they_are_unless_cut(tmp_path: Path) -> None:
    file, ids = ages(tmp_path, [1, 2, 10] * 4), [str(at) for at in range(12)]
    assert attribute(file, "age", ids).classes == ("1", "2", "10")
    assert attribute(file, "age", ids, [2]).classes == ("under 2", "2 or more")


def test_quartiles_that_many_share_give_fewer_bands(tmp_path: Path) -> None:
    numbers = [30] * 60 + list(range(31, 45))
    found = attribute(ages(tmp_path, numbers), "age", [str(at) for at in range(len(numbers))])
    assert found.classes == ("under 31", "31 or more")
    assert found.sizes.tolist() == [60, 14]


@pytest.mark.parametrize(
    ("text", "name", "cut", "said"),
    [
        ("user,kind,age\na,x,1\n", "sex", None, "no attribute 'sex'; there are 'kind', 'age'"),
        ("user,kind\na,x\n", "user", None, "no attribute 'user'; there are 'kind'"),
        ("who,kind\na,x\n", "kind", None, "no column says who a row is about"),
        ("user,kind\na,x\nb,x\n", "kind", None, "all 2 people have the same 'kind' .'x'.; there is nothing to infer"),
        ("user,kind\na,x\nb,y\nc,z\n", "kind", None, "'kind' differs from everyone else's for 3 of 3 people, as an id"),
        (
            "user,no\na,17\nb,18\nc,19\n",
            "no",
            None,
            "for 3 of 3 people, as an id does; cut it with cut, if it is no id",
        ),
        ("user,kind\na,\nb,NULL\n", "kind", None, "'kind' is empty for everyone in the data"),
        ("user,kind\np,x\nq,y\n", "kind", None, "none of its 2 people is in the data; write their ids as the data"),
        ("user,kind\na,x\nb,y\na,x\n", "kind", None, "row 4, column 'user': 'a' comes a second time; keep one row"),
        ("user,kind\na,x\n,y\n", "kind", None, "row 3, column 'user' is empty; fill in whose row it is"),
        ("user,kind\na,x\nb,y\n", "kind", [1.0], "cut needs numbers, but 'kind' is text"),
        ("user,age\na,1\nb,2\n", "age", [5.0], "cut: nobody has 'age' 5 or more"),
        ("user,age\na,1\nb,2\n", "age", [3.0, 2.0], "cut=3,2, but must be ascending numbers"),
        ("user,age\na,1\nb,2\n", "age", [float("nan")], "cut=nan, but must be ascending numbers"),
        ("1,2\n3,4\n", "age", None, "row 1 has '1', so it is no header"),
        ("user,age\na,1,2\nb,2\n", "age", None, "row 2 has too many columns"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(
    tmp_path: Path, text: str, name: str, cut: list[float] | None, said: str
) -> None:
    with pytest.raises(BadInput, match=said) as refused:
        attribute(written(tmp_path, text), name, "abc", cut)
    assert "\n" not in str(refused.value)
    assert "people.csv" in str(refused.value) or "cut" in str(refused.value)


def test_lists_are_refused(tmp_path: Path) -> None:
    lines = '{"user": "a", "kind": ["x", "y"]}\n{"user": "b", "kind": "x"}\n'
    with pytest.raises(BadInput, match="column 'kind' holds lists; give one value per person"):
        attribute(written(tmp_path, lines, "people.jsonl"), "kind", "ab")


def test_a_table_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file or folder"):
        attribute(tmp_path / "nobody.csv", "kind", "ab")


# Folders of a known layout


def test_ml_100k_brings_its_own(tmp_path: Path) -> None:
    written(tmp_path, "1\t5\t3\t978300760\n2\t5\t4\t978300760\n3\t6\t4\t978300760\n", "u.data")
    written(tmp_path, "1|24|M|writer|85711\n2|53|F|other|94043\n3|23|M|writer|32067\n", "u.user")
    data = read(tmp_path)
    assert attribute_names(tmp_path) == ("age", "gender", "occupation", "zip")
    found = read_attribute(tmp_path, None, "gender", data)
    assert found.classes == ("F", "M")
    assert found.codes.tolist() == [1, 0, 1]
    assert read_attribute(tmp_path / "u.data", None, "gender", data).classes == ("F", "M")
    bands = read_attribute(tmp_path, None, "age", data, [50])
    assert bands.classes == ("under 50", "50 or more")


def test_ml_1m_brings_its_own_with_what_its_codes_mean(tmp_path: Path) -> None:
    written(tmp_path, "".join(f"{at}::5::3::978300760\n" for at in range(1, 5)), "ratings.dat")
    people = "1::F::1::10::48067\n2::M::56::10::70072\n3::M::25::12::55117\n4::M::56::12::55117\n"
    written(tmp_path, people, "users.dat")
    data = read(tmp_path)
    found = read_attribute(tmp_path, None, "age", data)
    assert found.classes == ("under 18", "25-34", "56+")
    assert found.codes.tolist() == [0, 2, 1, 2]
    assert read_attribute(tmp_path, None, "occupation", data).classes == ("student, school", "programmer")
    assert read_attribute(tmp_path, tmp_path / "users.dat", "gender", data).sizes.tolist() == [1, 3]


def test_book_crossing_brings_its_own_with_null_and_backslashes(tmp_path: Path) -> None:
    rows = "".join(f'"{person}";"0{book}";"5"\n' for person in (1, 2, 3) for book in (1, 2))
    written(tmp_path, '"User-ID";"ISBN";"Book-Rating"\n' + rows, "BX-Book-Ratings.csv")
    people = '"User-ID";"Location";"Age"\n"1";"a \\"b\\" c, usa";NULL\n"2";"ely, uk";"18"\n"3";"ely, uk";"30"\n'
    written(tmp_path, people, "BX-Users.csv")
    data = read(tmp_path)
    assert attribute_names(tmp_path) == ("Location", "Age")
    found = read_attribute(tmp_path, None, "Location", data)
    assert found.classes == ('a "b" c, usa', "ely, uk")
    older = read_attribute(tmp_path, None, "age", data, [20])
    assert older.codes.tolist() == [UNKNOWN, 0, 1]
    assert "'Age' is not known for 1 of 3 people" in older.notes[0]


def test_the_built_in_sample_brings_its_own() -> None:
    data = read("sample")
    assert attribute_names("sample") == ("gender", "age_group")
    found = read_attribute("sample", None, "age_group", data)
    assert found.classes[0] == "under 18"
    assert found.sizes.sum() == data.people


def test_data_that_brings_none_says_so(tmp_path: Path) -> None:
    file = written(tmp_path, "user,item\na,x\nb,y\n", "data.csv")
    with pytest.raises(BadInput, match=r"data.csv: brings no attributes of people; name a file .* with people"):
        attribute_names(file)
    read(file, into=tmp_path / "prepared")
    assert is_prepared(tmp_path / "prepared")
    with pytest.raises(BadInput, match="a prepared dataset holds no attributes of people; name them with people"):
        attribute_names(tmp_path / "prepared")
    with pytest.raises(BadInput, match="no such file or folder"):
        attribute_names(tmp_path / "nothing")


def test_an_attribute_that_nearly_everybody_lacks_is_refused(tmp_path: Path) -> None:
    ids = [str(at) for at in range(300)]
    file = written(tmp_path, "user,kind\n" + "".join(f"{at},{'xy'[at % 2]}\n" for at in range(8)))
    with pytest.raises(BadInput, match="'kind' is known for only 8 of 300 people, too few to learn from; give it"):
        attribute(file, "kind", ids)
    assert attribute(file, "kind", ids[:30]).sizes.tolist() == [4, 4], "of few people, few are enough"


def test_few_numbers_are_classes_and_a_note_says_so(tmp_path: Path) -> None:
    found = attribute(ages(tmp_path, [1, 2, 10] * 4), "age", [str(at) for at in range(12)])
    assert found.notes == ("'age' has only 3 different numbers, each taken for a class; put some together with --cut",)
    assert found.numbers is not None
    assert found.numbers.tolist() == [1, 2, 10] * 4
    assert attribute(written(tmp_path, "user,kind\na,x\nb,y\nc,x\nd,y\n"), "kind", "abcd").numbers is None


def test_labels_that_disagree_with_those_of_the_data_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "ml-100k"
    folder.mkdir()
    rows = "".join(f"{person}\t{item}\t3\t88125094{item}\n" for person in range(1, 5) for item in range(1, 3))
    (folder / "u.data").write_text(rows, "utf-8")
    (folder / "u.user").write_text("1|24|M|a|1\n2|53|F|b|2\n3|23|M|a|3\n4|24|F|b|4\n", "utf-8")
    data = read(folder)
    other = written(tmp_path, "user,gender\n1,F\n2,F\n3,M\n4,F\n", "mine.csv")
    with pytest.raises(
        BadInput, match=r"mine.csv and .*u.user disagree about 'gender' of 1 of 4 people \(first '1': 'F',"
    ):
        read_attribute(folder, other, "gender", data)
    same = written(tmp_path, "user,gender\n1,M\n2,F\n3,M\n", "same.csv")
    assert read_attribute(folder, same, "gender", data).sizes.tolist() == [1, 2]
    words = written(tmp_path, "user,gender\n1,woman\n2,woman\n3,man\n4,man\n", "words.csv")
    assert read_attribute(folder, words, "gender", data).classes == ("man", "woman"), "written otherwise, it is another"


def test_a_table_is_read_once_for_all_that_is_asked_of_it_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "people.csv"
    file.write_text("user,age,town\na,1,x\nb,2,y\n", encoding="utf-8")
    staged: list[Path] = []

    def noted(database: Any, file: Path, *more: Any, **rest: Any) -> Any:
        staged.append(file)
        return stage_cells(database, file, *more, **rest)

    monkeypatch.setattr(people_tables, "stage_cells", noted)
    with people_tables.staged_once("data", file):
        names = people_tables.attribute_names("data", file)
        columns = [people_tables.read_column("data", file, name) for name in names]
    assert [column.cells.to_pylist() for column in columns] == [["1", "2"], ["x", "y"]]
    assert staged == [file]
    with people_tables.staged_once("data", file), pytest.raises(BadInput, match="no such file"):
        people_tables.attribute_names("data", tmp_path / "other.csv")
    assert people_tables.attribute_names("data", file) == names
    assert staged.count(file) == 3, "what was staged is gone with who asked"
