"""Mentions of many people's posts: the table, its file, and the way into a link."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pyarrow as pa
import pytest

import standout as so
from standout.errors import BadInput
from tests.cli.running import standout

POSTS = [
    {"user": "ann", "text": "Just saw Heat (1995). Brilliant!", "time": "2024-05-01"},
    {"user": "bob", "text": "What heat today. Watched Fargo and hated it."},
    {"user": "ann", "text": "Heat again tonight. Also watched Gattaca.", "time": "2024-06-01"},
    {"user": "eve", "text": "Hello everybody"},
]
TITLES = ["Heat (1995)", "Fargo (1996)", "Gattaca (1997)"]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "posts.jsonl").write_text("\n".join(map(json.dumps, POSTS)), encoding="utf-8")
    rows = "\n".join(f'{number},"{title}"' for number, title in enumerate(TITLES, 10))
    (tmp_path / "titles.csv").write_text(f"item,title\n{rows}\n", encoding="utf-8")
    return tmp_path


def test_each_item_of_a_person_counts_once_as_first_mentioned() -> None:
    found = so.mentions(POSTS, titles=TITLES, opinions=True)
    assert found.rows == (
        ("ann", "Heat (1995)", "Heat (1995)", 1, "2024-05-01"),
        ("bob", "Fargo (1996)", "Fargo (1996)", -1, None),
        ("ann", "Gattaca (1997)", "Gattaca (1997)", None, "2024-06-01"),
    )
    document = found.document
    assert (document.posts, document.people, document.mentioning, document.mentions) == (4, 3, 2, 3)
    assert (document.liked, document.disliked, document.kind) == (1, 1, "films")
    assert so.MentionsResult.from_json(found.to_json()) == document
    assert "ann" not in found.to_json()


def test_a_post_that_comes_again_counts_once_and_is_told() -> None:
    found = so.mentions([*POSTS, POSTS[1]], titles=TITLES, opinions=True)
    assert found.rows == so.mentions(POSTS, titles=TITLES, opinions=True).rows
    assert found.document.notes == ("1 post came again, word for word and by the same person, and counted once",)


def test_the_table_is_written_for_its_owner_alone(files: Path) -> None:
    out = files / "new" / "mentions.csv"
    words = ("mentions", "posts.jsonl", "--titles", "titles.csv", "--out", str(out))
    result = standout(*words, "--json", folder=files)
    assert result.status == 0, result.errors
    assert json.loads(result.output)["mentions"] == 3
    assert out.stat().st_mode & 0o777 == 0o600
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert list(rows[0]) == ["user", "item", "title", "value", "time"]
    assert [(row["user"], row["item"]) for row in rows] == [("ann", "10"), ("bob", "11"), ("ann", "12")]
    assert {row["value"] for row in rows} == {""}
    again = standout(*words, folder=files)
    assert again.status == 0
    assert "3 mentions of 3 items by 2 of 3 people, in 4 posts." in again.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--least", "2"), "--least is 2"),
        (("--kind", "poems"), "--kind is 'poems'"),
        (("--out", "."), "is a folder"),
        (("--out", "titles.csv"), "titles.csv"),
    ],
)
def test_refusals_write_nothing(files: Path, words: tuple[str, ...], said: str) -> None:
    before = {file.name: file.read_bytes() for file in files.iterdir()}
    result = standout("mentions", "posts.jsonl", "--titles", "titles.csv", *words, folder=files)
    assert result.status == 2
    assert said in result.errors
    assert {file.name: file.read_bytes() for file in files.iterdir()} == before


def test_a_bad_line_ends_it_and_nothing_is_written(files: Path) -> None:
    with (files / "posts.jsonl").open("a", encoding="utf-8") as stream:
        stream.write('\n{"user": "x"}\n')
    with pytest.raises(BadInput, match=r"posts.jsonl: line 5: has no 'text'"):
        so.mentions(files / "posts.jsonl", titles=files / "titles.csv", out=files / "mentions.csv")
    assert not (files / "mentions.csv").exists()


def test_titles_may_be_data_or_have_further_names(files: Path) -> None:
    (files / "more.csv").write_text("item,title\n5,Spirited Away (2001)\n5,Chihiros Reise\n", encoding="utf-8")
    found = so.mentions([{"user": "a", "text": "Gestern Chihiros Reise gesehen."}], titles=files / "more.csv")
    assert [row[:3] for row in found.rows] == [("a", "5", "Spirited Away (2001)")]
    data = pa.table({"user": [1, 2], "item": [5, 6], "title": ["Heat (1995)", "Fargo (1996)"]})
    assert len(so.mentions(POSTS, titles=data)) == 2
    with pytest.raises(BadInput, match="has no titles"):
        so.mentions(POSTS, titles=pa.table({"user": [1, 2], "item": [5, 6]}))


def test_what_is_found_goes_into_a_link() -> None:
    """Frankowski's experiment, as small as can be: a writer is found in the ratings by what they mention."""
    titles = [f"{first} {second} ({year})" for year, first in enumerate(("Crimson", "Azure", "Umber", "Jade"), 1990)
              for second in ("Kestrel", "Lantern", "Meridian", "Obelisk", "Thicket", "Zephyr")]  # fmt: skip
    held = sorted({(person, person * step % 24) for person in range(60) for step in range(1, 9)})
    people, items = zip(*held, strict=True)
    released = pa.table({"user": people, "item": items, "title": [titles[item] for item in items]})
    mine = [titles[item] for person, item in held if person == 17]
    posts = [{"user": "me", "text": f"I watched {', '.join(mine)} this year."}]
    found = so.mentions(posts, titles=released)
    assert {row[1] for row in found.rows} == {str(item) for person, item in held if person == 17}
    linked = so.link(released, found.to_arrow(), show_ids=True)
    assert linked.lineups[0].candidates[0].record == "17"
