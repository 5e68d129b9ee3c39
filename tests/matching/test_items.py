"""Items of two datasets: by id, by title, by a table; what is refused, and what is said."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa
import pytest

import standout as so
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.library.reading import as_dataset, asked, at_hand
from standout.matching.items import Match, MatchRequest, match_items


def data_of(titles: dict[str, str]) -> LocalDataset:
    """Two people who have all of these items."""
    rows = [(person, item, title) for person in ("a", "b") for item, title in titles.items()]
    people, items, named = zip(*rows, strict=True)
    return at_hand(as_dataset(pa.table({"user": people, "item": items, "title": named}), asked()))


RELEASED = {"1": "Heat (1995)", "2": "Solaris (1972)", "3": "Solaris (2002)", "4": "Alien (1979)"}
PUBLIC = {"1": "Alien (1979)", "2": "Heat (1996)", "8": "Solaris", "9": "Nobody Knows It (2001)"}


def matched(request: MatchRequest) -> tuple[dict[str, str], Match]:
    """Which public ids became which released ones."""
    public, released = data_of(PUBLIC), data_of(RELEASED)
    match = match_items(public, released, request)
    pairs = {
        public.vocabulary.item(item): released.vocabulary.item(code)
        for item, code in enumerate(match.items.tolist())
        if code >= 0
    }
    return pairs, match


def table(folder: Path, text: str) -> Path:
    file = folder / "table.csv"
    file.write_text(text, encoding="utf-8")
    return file


def test_by_ids_and_by_titles() -> None:
    assert matched(MatchRequest())[0] == {"1": "1", "2": "2"}
    pairs, match = matched(MatchRequest("titles"))
    assert pairs == {"1": "4", "2": "1"}
    assert match.counts == {"exact": 1, "year": 1}
    assert int(match.ambiguous.sum()) == 1
    assert matched(MatchRequest("titles", least=0.99))[0] == {"1": "4"}


def test_a_table_wins_and_the_rest_goes_as_asked(tmp_path: Path) -> None:
    file = table(tmp_path, "public,released\n8,3\n1,\n77,1\n")
    pairs, match = matched(MatchRequest(table=file))
    assert pairs == {"8": "3"}
    assert match.notes == (f"{file}: 1 of 3 rows name an item that the data does not have",)
    pairs, match = matched(MatchRequest("titles", file))
    assert pairs == {"8": "3", "2": "1"}
    assert (match.how, match.counts, int(match.ambiguous.sum())) == ("table and titles", {"table": 1, "year": 1}, 0)
    assert matched(MatchRequest(table=table(tmp_path, "8,3\n")))[0] == {"8": "3"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no rows; expected a public item and a released item in each"),
        ("public,released\n", "no rows"),
        ("8,3,x\n", "row 1 has 3 columns, but must have 2: public item, released item"),
        ("public,released\n8\n", "row 2 has 1 columns"),
        ("8,3\n8,2\n", "row 2: '8' was said to be another item before"),
        ("x,y\n", "none of its 1 rows has a public item and a released item of the data"),
        ("8,\n", "no item of the public data is in the released data by table"),
    ],
)
def test_tables_that_say_nothing_are_refused(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        matched(MatchRequest(table=table(tmp_path, text)))


def test_files_that_are_no_tables_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        matched(MatchRequest(table=tmp_path / "none.csv"))
    file = tmp_path / "bytes.csv"
    file.write_bytes(os.urandom(64) + b"\xff\xfe")
    with pytest.raises(BadInput, match="not a readable CSV file"):
        matched(MatchRequest(table=file))


def test_wishes_are_checked() -> None:
    with pytest.raises(BadInput) as refused:
        MatchRequest("names")
    assert refused.value.as_typed == "--match is 'names', but must be 'ids' or 'titles'"
    with pytest.raises(BadInput) as refused:
        MatchRequest(least=2)
    assert refused.value.as_typed == "--match-least is 2, but must be between 0 and 1"


def test_an_item_in_doubt_counts_for_nobody_and_is_listed_once() -> None:
    rows = [(person, item) for person in range(20) for item in RELEASED if (person + int(item)) % 3]
    released = pa.table({"user": [p for p, _ in rows], "item": [i for _, i in rows],
                         "title": [RELEASED[i] for _, i in rows]})  # fmt: skip
    public = pa.table({"user": ["x"] * 3 + ["y"], "item": ["7", "8", "6", "8"],
                       "title": ["Heat (1995)", "Solaris", "Unheard Of", "Solaris"]})  # fmt: skip
    found = so.link(released, public, match="titles")
    assert found.public.matching is not None
    assert found.public.matching.in_doubt == ("Solaris",)
    assert (found.public.matched_items, found.public.matching.ambiguous) == (1, 1)
    said = " ".join(found.notes)
    assert "1 of 3 public items are in no released record" in said
    assert "1 public items may be several released ones and were left out" in said
    assert "1 public people share no item" in said
