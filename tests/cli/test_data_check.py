"""`--check`: all problems of the data on one screen; nothing else is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import standout
from tests.schemas import check_schema

GOOD = "user,item,rating\na,x,1\nb,y,2\nb,y,3\n"
BAD = "user,item,rating\na,x,1\nb,,2\nb,y,great\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.csv").write_text(GOOD)
    (tmp_path / "bad.csv").write_text(BAD)
    return tmp_path


@pytest.mark.parametrize(
    "typed",
    [
        "audit good.csv",
        "prepare good.csv",
        "infer good.csv --attribute gender",
        "compare good.csv",
        "publish good.csv",
        "link good.csv good.csv",
        "protect good.csv --with trim --keep 5",
        "protect --with trim --keep 5 good.csv",
    ],
)
def test_every_command_that_reads_looks_and_writes_nothing(folder: Path, typed: str) -> None:
    before = sorted(folder.iterdir())
    done = standout(*typed.split(), "--check", folder=folder)
    assert (done.status, done.errors) == (0, "")
    assert done.output.splitlines()[0] == "good.csv: can be read"
    assert sorted(folder.iterdir()) == before


def test_problems_leave_with_two_and_are_all_told(folder: Path) -> None:
    done = standout("audit", "good.csv", "--released", "bad.csv", "--check", folder=folder)
    assert done.status == 2
    assert "good.csv: can be read" in done.output
    assert "bad.csv: cannot be read as it is" in done.output
    assert done.output.count("problem ") == 3
    assert "bad.csv: most rows are bad: " in done.output
    read = done.output.split("without what is wrong, it would be read so:\n")[1].splitlines()
    assert read[0].startswith("Read bad.csv: person user, item item, value ")
    assert read[1] == "3 rows: 2 bad left out; 1 person, 1 item, 1 interaction"


def test_the_same_as_json(folder: Path) -> None:
    done = standout("prepare", "bad.csv", "--check", "--json", folder=folder)
    document = check_schema(done.output)
    assert (done.status, document["readable"]) == (2, False)
    (source,) = document["sources"]
    begin = [problem.split(",")[0] for problem in source["problems"]]
    assert begin[:2] == ["bad.csv: row 3", "bad.csv: row 4"]
    assert begin[2].startswith("bad.csv: most rows are bad: ")
    assert len(begin) == 3
    assert source["understood"]["rows_refused"] == 2
    assert source["read"] == {"people": 1, "items": 1, "interactions": 1}


def test_a_cluster_is_not_asked(folder: Path) -> None:
    done = standout("audit", "good.csv", "--engine", "spark", "--check", folder=folder)
    assert done.status == 2
    assert "--check: looks at files here" in done.errors
