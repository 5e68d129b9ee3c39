"""Protected data, written as the owner gets it and read again, says what it said."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from standout.data.dataset import LocalDataset
from standout.io.reading import read
from standout.io.writing.write import write_like
from standout.io.writing.writing_places import place_for
from standout.protections import protection
from tests.protections.plainly import plainly

Named = dict[tuple[str, str], tuple[float | None, int | None]]


def by_name(data: LocalDataset) -> Named:
    """All entries by the ids of person and item."""
    return {
        (data.vocabulary.person(person), data.vocabulary.item(item)): entry
        for person, record in enumerate(plainly(data))
        for item, entry in record.items()
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like ml-1m, whose columns have no names, and a file of counts."""
    dice, folder = random.Random(1), tmp_path_factory.mktemp("data")
    entries = [(person, item, dice.randint(1, 5)) for person in range(20) for item in dice.sample(range(30), 8)]
    layout = folder / "like-ml-1m"
    layout.mkdir()
    rows = [f"{person}::{item}::{value}::{956_700_000 + 86_400 * item}\n" for person, item, value in entries]
    (layout / "ratings.dat").write_text("".join(rows), encoding="utf-8")
    (layout / "movies.dat").write_text(
        "".join(f"{item}::Title {item}::Drama\n" for item in range(30)), encoding="utf-8"
    )
    (layout / "users.dat").write_text("".join(f"{person}::F::1::10::0\n" for person in range(20)), encoding="utf-8")
    plays = [f"{person},{item},{value**3},2024-01-{item + 1:02}\n" for person, item, value in entries]
    (folder / "plays.csv").write_text("user,item,plays,date\n" + "".join(plays), encoding="utf-8")
    return folder


@pytest.mark.parametrize("source", ["like-ml-1m", "plays.csv"])
@pytest.mark.parametrize(
    "text",
    ["coarsen-values", "coarsen-values:to=presence", "coarsen-days", "coarsen-days:to=none", "sample:people=0.5"],
)
def test_what_is_written_reads_as_what_was_protected(text: str, source: str, folder: Path, tmp_path: Path) -> None:
    data = read(folder / source)
    released = protection(text).protect(data, None, 1).data
    out = tmp_path / source
    write_like(released, place_for(str(folder / source), out))
    again = read(out)
    assert by_name(again) == by_name(released)
    assert (again.has_values, again.has_days) == (released.has_values, released.has_days)
