"""`standout advise`, as a person uses it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.cli.running import standout
from tests.label.bulletins import bulletin_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ratings of 120 people, what one of them shows, and a bulletin."""
    place = tmp_path_factory.mktemp("advise")
    rows = ["user,item,rating,date"]
    for person in range(120):
        for item in range(8):
            if (person * (item + 3) // 7) % (item + 2) == 0 or item == 0:
                rows.append(f"{person},m{item},{1 + (person + item) % 5},2001-05-{1 + (person + item) % 28:02}")
    (place / "ratings.csv").write_text("\n".join(rows))
    own = [line.split(",") for line in rows[1:] if line.startswith("42,")]
    (place / "own.csv").write_text("item,rating,date\n" + "\n".join(",".join(cells[1:]) for cells in own))
    (place / "list.txt").write_text("m0\nm7\nelsewhere\n")
    bulletin_of(["One", "Two"], [700, 300], ["m0", "m7"]).write(place / "bulletin.json")
    return place


def test_advice_is_counted_and_verified_in_the_data(folder: Path) -> None:
    done = standout("advise", "list.txt", "--data", "ratings.csv", "--json", "--k", "5", folder=folder)
    assert done.status == 0, done.errors
    advice = json.loads(done.output)
    assert {"fits", "revealing", "hide", "mention", "verified"} <= advice.keys()
    assert all({"item", "bits"} <= row.keys() for row in advice["revealing"])
    assert advice["unknown"] == ["elsewhere"]
    assert len(advice["verified"]["attacks"]) >= 4


def test_values_and_dates_narrow_the_crowd_where_they_are_shown(folder: Path) -> None:
    fits = []
    for show in ("items", "values", "all"):
        done = standout("advise", "own.csv", "--data", "ratings.csv", "--json", "--show", show, folder=folder)
        assert done.status == 0, done.errors
        fits.append(json.loads(done.output)["fits"])
    assert fits[0] > fits[1] >= fits[2] >= 1


def test_the_words_say_who_fits_and_what_to_hide(folder: Path) -> None:
    done = standout(
        "advise", "own.csv", "--data", "ratings.csv", "--draft", "m7", "--out", "advice", "--k", "60", folder=folder
    )
    assert done.status == 0, done.errors
    said = " ".join(done.output.split())
    for words in ("of 120 people", "This post: before it,", "What makes you stand out", "Hide ", "Attacked again"):
        assert words in said
    assert (folder / "advice" / "advise.json").stat().st_mode & 0o777 == 0o600


def test_a_bulletin_gives_estimates(folder: Path) -> None:
    done = standout("advise", "list.txt", "--bulletin", "bulletin.json", folder=folder)
    assert done.status == 0, done.errors
    assert "Estimated from how popular items are; nothing was verified." in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["list.txt"], "give either --data"),
        (["list.txt", "--data", "ratings.csv", "--bulletin", "bulletin.json"], "give either --data"),
        (["none.txt", "--data", "ratings.csv"], "no such file"),
        (["list.txt", "--data", "none.csv"], "no such file"),
        (["list.txt", "--data", "ratings.csv", "--k", "0"], "--k is 0, but must be at least 1"),
        (["list.txt", "--data", "ratings.csv", "--draft", ";"], "--draft: names nothing"),
        (["list.txt", "--data", "ratings.csv", "--attack", "magic"], "no attack 'magic'"),
        (["list.txt", "--bulletin", "bulletin.json", "--show", "values"], "need --data"),
        (["list.txt", "--bulletin", "bulletin.json", "--out", "list.txt"], "is a file; name a folder"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(folder: Path, words: list[str], told: str) -> None:
    done = standout("advise", *words, folder=folder)
    assert done.status == 2
    assert told in done.errors
    assert done.errors.strip().count("\n") == 0


@pytest.fixture(scope="module")
def forum(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ratings of 300 people with titles, what one of them has, and drafts that they write."""
    place = tmp_path_factory.mktemp("forum")
    words = ("Crimson", "Azure", "Umber", "Jade", "Cobalt"), ("Kestrel", "Lantern", "Meridian", "Obelisk", "Thicket")
    titles = [f"{first} {second} ({1990 + number})" for number, first in enumerate(words[0]) for second in words[1]]
    random = np.random.default_rng(2)
    has = random.random((300, 25)) < np.geomspace(0.7, 0.03, 25)
    rows = [f"{person},{item},{titles[item]}" for person, item in zip(*np.nonzero(has), strict=True)]
    (place / "ratings.csv").write_text("user,item,title\n" + "\n".join(rows))
    person = int(has.sum(axis=1).argmax())
    own = [titles[item] for item in np.flatnonzero(has[person])]
    (place / "mine.txt").write_text("\n".join(own))
    named = [title[:-7] for title in own]
    (place / "draft.txt").write_text(f"This week I watched {', '.join(named[-6:])}. I loved {named[0]} as well.\n")
    (place / "earlier.txt").write_text(f"Last week I saw {named[-7]}, which was fine. Nothing else to report.\n")
    (place / "none.txt").write_text("Nothing much happened this week, I stayed at home with a cold.\n")
    (place / "bulletin.json").write_bytes(
        bulletin_of(
            titles, [int(count) + 200 for count in has.sum(axis=0)], [str(item) for item in range(25)]
        ).content()
    )
    return place


def test_a_draft_in_prose_is_read_and_points_at_its_writer(forum: Path) -> None:
    words = ("advise", "draft.txt", "--data", "ratings.csv", "--record", "mine.txt", "--posted", "earlier.txt")
    done = standout(*words, "--k", "3", "--decoy-crowd", "20", "--json", folder=forum)
    assert done.status == 0, done.errors
    advice = json.loads(done.output)
    assert len(advice["mentions"]) == 7
    assert {"item", "words", "certain", "holders", "others"} == advice["mentions"][0].keys()
    assert advice["record"] == {"items": len((forum / "mine.txt").read_text().split("\n")), "found": True}
    assert advice["points_at"]["yours"]
    assert advice["draft"]["chance_before"] < advice["draft"]["chance_after"]
    assert all(len(way["words"]) == len(way["items"]) for way in advice["hide"])
    mine = set((forum / "mine.txt").read_text().split("\n"))
    assert not mine & {row["item"] for row in advice["mention"]}
    plain = standout(*words, "--k", "3", "--decoy-crowd", "20", folder=forum)
    assert plain.status == 0, plain.errors
    said = " ".join(plain.output.split())
    assert "it is yours" in said
    assert "Your record is in the data" in said
    assert "popular ignored" in said


def test_a_draft_is_estimated_from_a_bulletin(forum: Path) -> None:
    done = standout(
        "advise", "draft.txt", "--bulletin", "bulletin.json", "--record", "mine.txt", "--json", folder=forum
    )
    assert done.status == 0, done.errors
    advice = json.loads(done.output)
    assert len(advice["mentions"]) == 7
    assert advice["estimate"]
    assert advice["verified"] is False
    assert "points_at" not in advice
    mine = set((forum / "mine.txt").read_text().split("\n"))
    assert not mine & {row["item"] for row in advice["mention"]}


def test_a_draft_that_mentions_nothing_is_said_to(forum: Path) -> None:
    done = standout("advise", "none.txt", "--data", "ratings.csv", folder=forum)
    assert done.status == 0, done.errors
    assert "mentions nothing" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("draft.txt", "--draft", "Crimson Kestrel"), "--draft: HISTORY is the draft already"),
        (("draft.txt", "--show", "values"), "--show values: a draft in prose"),
        (("draft.txt", "--person", "7"), "--person: HISTORY is a draft in prose"),
        (("draft.txt", "--kind", "poems"), "--kind is 'poems'"),
        (("draft.txt", "--record", "none.txt"), "--record: nothing of it is in the data"),
        (("draft.txt", "--posted", "nowhere.txt"), "nowhere.txt: no such file"),
    ],
)
def test_what_does_not_go_with_a_draft_is_refused(forum: Path, words: tuple[str, ...], said: str) -> None:
    done = standout("advise", *words, "--data", "ratings.csv", folder=forum)
    assert done.status == 2
    assert said in " ".join(done.errors.split())


def test_a_list_can_be_read_as_prose_and_prose_as_a_list(forum: Path) -> None:
    as_list = standout("advise", "none.txt", "--list", "--data", "ratings.csv", folder=forum)
    assert as_list.status == 2
    assert "nothing that you show is in the data" in " ".join(as_list.errors.split())
    as_prose = standout("advise", "mine.txt", "--prose", "--data", "ratings.csv", "--json", folder=forum)
    assert json.loads(as_prose.output)["prose"] is True
