"""Both papers on the built-in sample: every figure is there, published numbers are the papers', nothing leaks."""

from __future__ import annotations

import io
import os
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.errors import BadInput
from standout.io.reading import read
from standout.reproductions.frankowski.reproduction import ALGORITHMS, frankowski
from standout.reproductions.narayanan.reproduction import narayanan
from standout.reproductions.papers import PAPERS, reproduce
from standout.reproductions.reproduced import Reproduced
from standout.reproductions.reproduction_terminal import print_reproduction
from standout.reproductions.stories.story import story

KEYS = {"table", "what", "published", "ours", "low", "high", "remark"}
FIGURES = {"frankowski": range(1, 10), "narayanan": range(1, 13)}


@pytest.fixture(scope="module")
def sample() -> LocalDataset:
    return read("sample")


@pytest.fixture(scope="module")
def done(sample: LocalDataset) -> dict[str, Reproduced]:
    return {"frankowski": frankowski(sample, 1, 2), "narayanan": narayanan(sample, 1, 1)}


def published(found: Reproduced, table: str, what: str) -> float | None:
    (row,) = [row for row in found.rows if (row.table, row.what) == (table, what)]
    return row.published


@pytest.mark.parametrize("paper", PAPERS)
def test_rows_have_every_key_and_sound_numbers(done: dict[str, Reproduced], paper: str) -> None:
    document = done[paper].to_dict()
    assert document["paper"] == paper
    assert len(document["rows"]) > 100
    for row in document["rows"]:
        assert row.keys() >= KEYS
        assert row["remark"] or row["published"] is not None
        if row["low"] is not None:
            assert row["low"] <= row["ours"] <= row["high"]
        if row["unit"] == "share" and row["ours"] is not None:
            assert 0 <= row["ours"] <= 1
    names = [(row["table"], row["what"]) for row in document["rows"]]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("table", "what", "number"),
    [
        ("section 3", "people with ratings", 140_132),
        ("table 1", "posters with 8–15 mentions", 22),
        ("figure 3", "all: misdirected", 0.20),
        ("figure 3", "all: no one possible", 0.31),
        ("figure 4", "set-intersection, k = 1", 0.07),
        ("figure 4", "tf-idf, k = 10", 0.35),
        ("figure 4", "scoring, k = 1", 0.31),
        ("figure 4", "fuzzy-rating, k = 5", 0.50),
        ("figure 4", "exact-rating, k = 100", 0.81),
        ("figure 5", "scoring, 8 or more mentions", 0.60),
        ("section 4.3", "scoring with heavy raters, k = 1", 0.22),
        ("section 4.3", "scoring with a flat sub-score, k = 1", 0.20),
        ("section 4.5", "of those 100-identified, also 10-identified", 0.91),
        ("figure 6", "items to drop until k = 1 finds nobody", 0.88),
        ("figure 7", "ratings to drop until k = 1 finds nobody", 0.28),
        ("figure 9", "most popular, 5 added", 0.13),
    ],
)
def test_frankowskis_published_numbers(done: dict[str, Reproduced], table: str, what: str, number: float) -> None:
    assert published(done["frankowski"], table, what) == number


def test_decoys_come_from_every_threshold_that_exists_and_do_more_the_more_popular(
    done: dict[str, Reproduced], sample: LocalDataset
) -> None:
    ours = {row.what: row.ours for row in done["frankowski"].rows if row.table == "figure 9"}
    least = [2**step for step in range(14) if 2**step <= sample.holders.max()]
    lists = ["1 rating or more", *(f"{least:,} ratings or more" for least in least[1:]), "most popular"]
    assert ours.keys() == {
        "nothing added",
        *(f"{name}, {added} added" for name in lists for added in (1, 2, 5, 10, 20)),
    }
    nothing, rare, popular = (ours[what] for what in ("nothing added", f"{lists[0]}, 5 added", f"{lists[-1]}, 5 added"))
    assert nothing is not None
    assert rare is not None
    assert popular is not None
    assert abs(rare - nothing) < 0.03
    assert popular < rare


def test_an_adversary_who_knows_of_decoys_finds_more(done: dict[str, Reproduced]) -> None:
    ours = {row.what: row.ours or 0.0 for row in done["frankowski"].rows if row.table == "section 6.3"}
    for name in ("scoring", "tf-idf"):
        assert ours[f"{name}, 20 most popular added, adversary knows of it"] > ours[f"{name}, 20 most popular added"]


@pytest.mark.parametrize(
    ("table", "what", "number"),
    [
        ("figure 4", "6 of 8 items, days ±14", 0.99),
        ("figure 4", "2 of 2 items, days ±3", 0.68),
        ("figure 4", "4 of 4 items, days ±3", None),
        ("figure 6", "without knowledge", 19),
        ("figure 6", "2 of 2 items, days ±3", 3),
        ("figure 8", "6 of 8 items, outside top 500", 0.84),
        ("table “not in X most rated”", "10+ outside the top 1000", 0.70),
        ("table “not in X most rated”", "5+ outside the top 100", 0.97),
        ("section 5", "eccentricity of IMDb user 1", 28),
    ],
)
def test_narayanans_published_numbers(done: dict[str, Reproduced], table: str, what: str, number: float | None) -> None:
    assert published(done["narayanan"], table, what) == number


@pytest.mark.parametrize("paper", PAPERS)
def test_the_document_has_every_figure_and_no_id(
    done: dict[str, Reproduced], sample: LocalDataset, paper: str, tmp_path: Path
) -> None:
    before = os.umask(0)
    try:
        document = done[paper].save(tmp_path / "new")
    finally:
        os.umask(before)
    tmp_path = document.parent
    assert {file.stat().st_mode & 0o777 for file in (document, *(tmp_path / "images").iterdir())} == {0o600}
    assert {folder.stat().st_mode & 0o777 for folder in (tmp_path, tmp_path / "images")} == {0o700}
    text = document.read_text()
    for number in FIGURES[paper]:
        assert re.search(rf"^## Figure {number}: ", text, re.MULTILINE), number
    pictures = re.findall(r"\]\((images/[^)]+)\)", text)
    assert sorted(pictures) == sorted(f"images/{file.name}" for file in (tmp_path / "images").iterdir())
    for picture in pictures:
        drawn = (tmp_path / picture).read_text()
        ElementTree.fromstring(drawn)
        assert not re.search(r"#0[abc]000\d", drawn), "a stand-in colour is left"
    words = set(re.findall(r"\w+", text))
    ids = {sample.vocabulary.person(code) for code in range(0, sample.people, 50)}
    assert not words & {name for name in ids if not name.isdecimal()}
    titles = {title for code in range(0, sample.items, 20) if (title := sample.vocabulary.title(code))}
    assert not [title for title in titles if title in text]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_terminal_fits_80_columns(done: dict[str, Reproduced], paper: str) -> None:
    console = Console(width=80, record=True, file=io.StringIO())
    print_reproduction(done[paper], Path("reproductions/x.md"), console)
    shown = console.export_text()
    assert max(map(len, shown.splitlines())) <= 80
    assert "…" not in shown


def test_a_broken_order_is_explained(done: dict[str, Reproduced]) -> None:
    found = done["frankowski"]
    rates = [next(row.ours for row in found.rows if row.what == f"{name}, k = 1") for name in ALGORITHMS]
    (row,) = [row for row in found.rows if row.unit == "order"]
    holds = all(one is not None and two is not None and one < two for one, two in pairwise(rates))
    assert row.ours == float(holds)
    assert ("does not hold" in row.remark) == (not holds)
    assert "%" in row.remark or holds


def test_the_same_seed_gives_the_same_document(sample: LocalDataset, done: dict[str, Reproduced]) -> None:
    first, again, other = done["frankowski"], frankowski(sample, 1, 2), frankowski(sample, 4, 2)
    assert first.to_markdown() == again.to_markdown()
    assert first.to_dict()["rows"] != other.to_dict()["rows"]


def test_data_that_lacks_what_the_paper_needs_is_refused() -> None:
    bare = from_arrays([0, 1], [0, 1])
    with pytest.raises(BadInput, match="no values"):
        frankowski(bare)
    with pytest.raises(BadInput, match="no values"):
        narayanan(bare)


def test_too_few_people_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "few.csv"
    file.write_text("user,item,rating,time\na,x,4,2020-01-01\nb,x,3,2020-01-03\n")
    with pytest.raises(BadInput, match="too few to reproduce"):
        reproduce("frankowski", str(file), out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("paper", PAPERS)
def test_the_story_can_be_told_of_other_data(done: dict[str, Reproduced], paper: str) -> None:
    text, drawn = story(done[paper].document)
    assert done[paper].title in text
    assert ElementTree.fromstring(drawn).findtext("{http://www.w3.org/2000/svg}desc")
