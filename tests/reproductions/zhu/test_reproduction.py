"""Zhu's paper on a smaller invented population: every table is there, the examples are the paper's, nothing leaks."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from standout.errors import BadInput
from standout.reproductions.reproduced import Reproduced
from standout.reproductions.zhu import reproduction as module
from standout.reproductions.zhu.experiment import Study, relative_fall
from standout.reproductions.zhu.from_a_name import generated
from standout.reproductions.zhu.generalising import exact_marks, generalised, group_sizes, pair_marks
from standout.reproductions.zhu.named_people import NAME, named
from standout.reproductions.zhu.reproduction import zhu
from tests.cli.running import standout
from tests.profiles.small_populations import population_of

TABLES = {
    "section VI.A", "figure 1", "table I", "table II", "figure 2a", "figure 2b", "figure 2c", "table III",
    "section VI.C", "table IV", "starting from a name", "why ours differs", "figure 3", "figure 4", "beyond the paper",
}  # fmt: skip


@pytest.fixture(scope="module")
def done() -> Reproduced:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PEOPLE", 8_000)
        return zhu(None, 1, 2, 2)


def ours(found: Reproduced, table: str, what: str) -> float:
    (row,) = [row for row in found.rows if (row.table, row.what) == (table, what)]
    assert row.ours is not None
    return row.ours


def test_every_table_is_there_and_rows_are_sound(done: Reproduced) -> None:
    assert {section.table for section in done.sections} == TABLES
    for row in done.rows:
        assert row.remark or row.published is not None, row.what
        if row.low is not None and row.high is not None and row.ours is not None:
            assert row.low <= row.ours <= row.high
    names = [(row.table, row.what) for row in done.rows]
    assert len(set(names)) == len(names)
    assert json.loads(done.to_json())["paper"] == "zhu"


def test_the_examples_are_the_papers(done: Reproduced) -> None:
    for kind, wanted in (("weighted", (14, 7, 4)), ("unweighted", (6, 3, 4))):
        assert [ours(done, "table III", f"{kind} distance to P{at}") for at in (1, 2, 3)] == list(wanted)
    assert ours(done, "table I", "identifiability of the example, over its 6 attributes") == pytest.approx(4.7 / 6)


@pytest.mark.parametrize(
    ("table", "what", "published"),
    [
        ("section VI.C", "persona matching (what is learned)", 0.2435),
        ("table IV", "RANDOM, remove 3", 0.1404),
        ("table IV", "DOMAIN, remove 3", 0.1755),
        ("table IV", "VALUE, remove 3", 0.2084),
        ("figure 2b", "support 0.001 of people: R² of a straight line", 0.964),
        ("figure 3", "weighted: removals among all edits", 0.72),
    ],
)
def test_published_numbers(done: Reproduced, table: str, what: str, published: float) -> None:
    (row,) = [row for row in done.rows if (row.table, row.what) == (table, what)]
    assert row.published == published


def test_removing_more_lowers_identifiability_more(done: Reproduced) -> None:
    for how in ("RANDOM", "DOMAIN", "VALUE"):
        falls = [ours(done, "table IV", f"{how}, remove {many}") for many in (1, 2, 3)]
        assert 0 < falls[0] < falls[1] < falls[2]
        assert falls[2] < ours(done, "table IV", f"{how}, remove 3 even where fewer than 2 are left")


def test_personas_are_shared_and_generalised_groups_are_large(done: Reproduced) -> None:
    table = "beyond the paper"
    found = {row.what: row.ours for row in done.rows if row.table == table}
    (k,) = {what.split("k = ")[1].split(":")[0] for what in found if "k = " in what}
    assert found[f"generalised to k = {k}: people with at least {k} who show exactly the same"] == pytest.approx(1)
    alone = found[f"one person becomes a persona, nobody else: people with at least {k} who show exactly the same"]
    together = found[f"everybody becomes a persona: people with at least {k} who show exactly the same"]
    assert alone is not None
    assert together is not None
    assert alone <= together


def test_the_document_has_charts_and_no_person(done: Reproduced, tmp_path: Path) -> None:
    document = done.save(tmp_path).read_text(encoding="utf-8")
    assert "8,000 invented people on 3 sites" in document
    assert "p17" not in document
    assert {file.name for file in (tmp_path / "images").iterdir()} >= {"zhu-figure-3.svg", "zhu-table-iv.svg"}


def test_other_profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STANDOUT_DATA", str(tmp_path))
    rows = [f"{at},N{at % 40},{'ab'[at % 2]},{'xyz'[at % 3]},{at % 7}" for at in range(400)]
    (tmp_path / "people.csv").write_text("person,name,side,letter,day\n" + "\n".join(rows), encoding="utf-8")
    done = standout("reproduce", "zhu", "--data", "people.csv", "--draws", "1", "--json", folder=tmp_path)
    assert done.status == 0, done.errors
    document = json.loads(done.output)
    assert document["data"]["known"] == ["name"]
    refused = standout("reproduce", "zhu", "--data", "adult", folder=tmp_path)
    assert refused.status == 2
    assert "no UCI Adult there" in refused.errors


def test_people_without_names_get_generated_ones() -> None:
    bare = population_of([{"side": "ab"[at % 2], "day": str(at % 7)} for at in range(400)])
    unique = named(bare, 1, unique=True)
    assert unique.attributes == (NAME, "day", "side")
    assert unique.shared().tolist() == [3] * 400
    assert set(unique.holders[:400].tolist()) == {1}
    shared = named(bare, 1, unique=False)
    assert shared.holders[: len(shared.values[0])].max() > 1
    three = named(bare, 1, unique=False, sites=3)
    assert (three.attributes, three.values) == (shared.attributes, shared.values)
    assert named(three, 2, unique=True).attributes == (NAME, "day", "side"), "names are replaced, not doubled"
    where = three.pair_attribute[three.pairs] == 0
    assert np.bincount(three.pair_sites[where]).tolist() == [400] * 3, "everybody is on every site"
    shown = three.merged().pairs
    assert set(shown.tolist()) <= set(shared.pairs.tolist()), "nobody shows what they do not have"
    study = generated(bare, 1, 1, unique=False, sites=3)
    assert study.initial == (NAME,)
    assert study.truth is not None


def test_a_unique_name_gives_away_all_that_is_shown_and_an_edit_takes_away_what_it_removes(done: Reproduced) -> None:
    table, what = "starting from a name", "unique names, one site"
    fall, removed = (
        ours(done, table, f"{what}: persona matching"),
        ours(done, table, f"{what}: attributes removed, mean"),
    )
    assert fall > 0
    assert ours(done, table, f"{what}: fall for each attribute removed") == pytest.approx(fall / removed)


def test_only_recommended_edits_are_made() -> None:
    """What is believed falsely of a person is a persona already: no edit is recommended, so none is made."""
    crowd = [{"name": "Al", "city": "Paris", "job": "cook"}] * 5
    people = population_of([*crowd, {"name": "Al", "city": "Rome", "job": "diver"}, {"name": "Bo"}])
    study = Study(people, ("name",), 1, 1)
    odd = study.targets.tolist().index(5)
    assert study.by_beliefs.thousandths[odd] == 0, "city Paris and job cook are believed, and are a persona"
    assert study.kinds[0][odd].sum() == 0
    edited = study.edited_by_beliefs()
    assert edited.profile(odd) == people.profile(5)
    assert study.after(edited)[odd] == study.before[odd]


def test_groups_and_generalisation() -> None:
    people = population_of(
        [
            *[{"age": f"{at}0–{at}9", "city": "Paris"} for at in range(8) for _ in range(4)],
            {"age": "00–09", "city": "Rome"},
        ]
    )
    marks = pair_marks(people.pair_count, 1)
    assert group_sizes(people.starts, people.pairs, marks).tolist() == [4] * 32 + [1]
    assert len(np.unique(exact_marks(people.starts, people.pairs, marks))) == 9
    found = generalised(people, 8, 1)
    assert found.groups.tolist() == [8] * 32 + [1], "ages in steps of twenty; who lives in Rome shows nothing any more"
    assert found.left_out == pytest.approx(1 / 33)
    assert found.kept == pytest.approx(32 * (1 + 2 / 3) / 66), "the first of three levels"
    assert generalised(people, 1, 1).kept == 1


def test_a_fall_has_an_interval_around_it() -> None:
    before, after = np.array([1.0, 0.5, 0.5, 1.0]), np.array([0.5, 0.5, 0.0, 0.5])
    fall = relative_fall(before, after, 1)
    assert fall.rate == pytest.approx(0.5)
    assert fall.low < 0.5 < fall.high


def test_nothing_to_learn_is_said(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("person,name,side\n1,A,\n2,B,\n", encoding="utf-8")
    with pytest.raises(BadInput):
        zhu(str(tmp_path / "one.csv"))


def test_a_study_looks_for_people_who_are_everywhere() -> None:
    people = population_of(
        [{"s": {"name": "A", "x": "1"}, "t": {"name": "A"}}, {"s": {"name": "B", "x": "1"}}], ("s", "t")
    )
    study = Study(people, ("name",), 1)
    assert study.looked_for.tolist() == [0]
    assert study.learnable.attributes == ("x",)
