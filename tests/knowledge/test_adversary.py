"""Adversaries check themselves, say themselves in a sentence, and are read from files or refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.presets import PRESETS, TABLE_1, adversaries, read_adversaries

SENTENCES = {
    "two-and-a-date": "Knows up to 2 of the target's items, with their exact values and days to within 3 days.",
    "acquaintance": "Knows up to 8 of the target's items, with their exact values and days to within 14 days; "
    "2 in 8 have a completely wrong value and day.",
    "vague-acquaintance": "Knows up to 8 of the target's items, with values to within 1 and days to within 14 days; "
    "2 in 8 have a completely wrong value and day.",
    "no-dates": "Knows up to 8 of the target's items, with their exact values; 2 in 8 have a completely wrong value.",
    "rare-taste": "Knows up to 8 of the target's items outside the 500 most popular "
    "(or outside the top 10%, if that is fewer), with their exact values; 2 in 8 have a completely wrong value.",
    "mentions": "Knows 1 to 512 items of the target, or all of fewer (a few more often than many), without values or "
    "days; 18% of these are popular items that the target does not have.",
    "length-known": "Knows up to 8 of the target's items, with values to within 1 and days to within 14 days; "
    "2 in 8 have a completely wrong value and day; knows the length of the record to within 50%.",
    "share": "Knows between 5% and 20% of the target's items (at least one), without values or days.",
    "rarest": "Knows up to 3 of the target's items, the rarest, without values or days.",
    "popular-ignored": "Knows up to 8 of the target's items outside the top 20% of all items by popularity, "
    "without values or days.",
    "regular": "Knows up to 3 of the target's items, those they have most often, with values to within 1.",
    "receipt": "Knows up to 16 of the target's items from one of their days, with their exact values and the "
    "exact days.",
    "start": "Knows up to 2 of the target's items from the day on which the record begins, with days to within 3 days.",
    "before": "Knows up to 32 of the target's items from the older half of the data, with their exact values and the "
    "exact days.",
}


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_says_what_it_knows(name: str) -> None:
    assert str(PRESETS[name]) == SENTENCES[name]
    assert PRESETS[name].describe().sentence == SENTENCES[name]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"items": 1, "values": "unknown"}, "Knows 1 of the target's items, without values or days."),
        ({"items": 3, "days": 0}, "Knows up to 3 of the target's items, with their exact values and the exact days."),
        (
            {"items": 3, "wrong": 1, "days": 0, "fewer": False},
            "Knows 3 of the target's items, with their exact values and the exact days; "
            "1 of these has a completely wrong value and day.",
        ),
        (
            {"counts": ((1, 4, 1.0),), "wrong": 1, "choose": "rarest", "which": "one day"},
            "Knows 1 to 4 items of the target, or all of fewer (a few more often than many), the rarest from one of "
            "their days, with their exact values; 1 of these (of fewer, in proportion) has a completely wrong value.",
        ),
        (
            {"share": (0.1, 0.1), "values": "unknown", "choose": "popular"},
            "Knows 10% of the target's items (at least one), rather popular ones, without values or days.",
        ),
        (
            {"items": 3, "absent": 1, "values": 0.5},
            "Knows up to 3 of the target's items, with values to within 0.5; "
            "1 in 3 is a popular item that the target does not have.",
        ),
    ],
)
def test_other_adversaries_say_it_too(fields: dict[str, Any], sentence: str) -> None:
    assert str(Adversary("t", **fields)) == sentence


def test_only_what_differs_from_the_usual_is_told() -> None:
    told = Adversary("t", items=3, days=2).describe().to_dict()
    assert told == {"name": "t", "sentence": str(Adversary("t", items=3, days=2)), "items": 3, "days": 2}


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({}, "exactly one of items, share and counts"),
        ({"items": 2, "share": (0.1, 0.2)}, "exactly one of items, share and counts"),
        ({"items": 0}, "items is a whole number"),
        ({"items": 2, "wrong": 2, "absent": 1}, "wrong and absent together exceed items"),
        ({"share": (0.0, 0.5)}, "share is"),
        ({"share": (0.6, 0.5)}, "share is"),
        ({"share": (0.6, 1.5)}, "share is"),
        ({"counts": ()}, "counts rows are"),
        ({"counts": ((0, 3, 1.0),)}, "counts rows are"),
        ({"counts": ((4, 3, 1.0),)}, "counts rows are"),
        ({"counts": ((1, 3, 0.0),)}, "counts rows are"),
        ({"items": 2, "wrong": -1}, "wrong is a whole number"),
        ({"items": 2, "absent": -1}, "absent is a whole number"),
        ({"items": 2, "outside_top": -1}, "outside_top is a whole number"),
        ({"items": 2, "days": 0.5}, "days is a whole number"),
        ({"items": 2, "values": float("inf")}, "values is a number"),
        ({"items": 2, "absent_share": 1.0}, "absent_share"),
        ({"items": 2, "absent_share": float("nan")}, "absent_share"),
        ({"items": 2, "outside_top_share": 0.0}, "outside_top_share"),
        ({"items": 2, "choose": "rare"}, "choose is 'any', 'popular', 'rarest' or 'most'"),
        ({"items": 2, "which": "today"}, "which is 'any', 'one day', 'first day' or 'before'"),
        ({"items": 2, "values": -1}, "values is a number from 0 on"),
        ({"items": 2, "values": "close"}, "values is a number from 0 on"),
        ({"items": 2, "values": float("nan")}, "values is a number from 0 on"),
        ({"items": 2, "days": -3}, "days is a number from 0 on"),
        ({"items": 2, "length": 1.0}, "length is below 1"),
        ({"items": 2, "wrong": 1, "values": "unknown"}, "wrong needs values or days"),
    ],
)
def test_fields_that_do_not_fit_are_refused(fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        Adversary("t", **fields)


def test_table_1_has_the_papers_133_people() -> None:
    assert sum(weight for _, _, weight in TABLE_1) == 133
    assert [low for low, _, _ in TABLE_1] == [1, 2, 4, 8, 16, 32, 64]


def test_an_adversary_needs_what_it_knows() -> None:
    assert PRESETS["acquaintance"].needs == {"values", "days"}
    assert PRESETS["no-dates"].needs == {"values"}
    assert PRESETS["mentions"].needs == frozenset()
    assert Adversary(items=2, values="unknown", which="before").needs == {"days"}


def written(folder: Path, text: str | bytes, name: str = "who.toml") -> Path:
    file = folder / name
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return file


def test_every_table_of_a_file_is_an_adversary(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        """
        [neighbour]
        items = 4
        wrong = 1
        values = "exact"
        days = 2
        choose = "popular"
        fewer = false
        [colleague]
        which = "one day"
        share = [0.1, 0.2]
        values = "unknown"
        length = 0.25
        [forum]
        counts = [[1, 3, 2], [4, 9, 1.5]]
        absent_share = 0.1
        days = "exact"
        outside_top = 10
        outside_top_share = 1
        """,
    )
    assert read_adversaries(file) == [
        Adversary("neighbour", items=4, wrong=1, values=0.0, days=2, choose="popular", fewer=False),
        Adversary("colleague", which="one day", share=(0.1, 0.2), values="unknown", length=0.25),
        Adversary("forum", counts=((1, 3, 2), (4, 9, 1.5)), absent_share=0.1, days=0.0, outside_top=10),
    ]


REFUSED = [
    ("[a]\nitem = 3", "adversary 'a' has no 'item'; it may have absent, "),
    ("[a]\nname = 'b'", "has no 'name'"),
    ("[a]\nitems = '3'", "items is '3', but must be int"),
    ("[a]\nitems = 3.0", "items is 3.0, but must be int"),
    ("[a]\nitems = true", "items is True, but must be int"),
    ("[a]\nitems = 3\nvalues = [1]", "values is .* but must be float or int or str"),
    ("[a]\nitems = 3\nvalues = 'near'", "values is a number from 0 on, or 'unknown'"),
    ("[a]\nitems = 3\nchoose = 1", "choose is 1, but must be str"),
    ("[a]\nitems = 3\nfewer = 1", "fewer is 1, but must be true or false"),
    ("[a]\nitems = 3\nhere = ['x']", "adversary 'a' has no 'here'"),
    ("[a]\nshare = 0.1", "share is 0.1, but must be list"),
    ("[a]\nshare = [0.1]", "share is .low, high"),
    ("[a]\nshare = ['x', 'y']", "share is .low, high"),
    ("[a]\ncounts = [1, 2]", "counts is rows of"),
    ("[a]\ncounts = [[1, 2]]", "counts is rows of"),
    ("[a]\ncounts = [[1, 2, 'x']]", "counts is rows of"),
    ("[a]\ncounts = [[1.5, 2, 1]]", "counts"),
    ("[a]\nitems = 99999999999999999999", "items"),
    ("[a]", "give exactly one of items, share and counts"),
    ("[a.b]\nitems = 3", "adversary 'a' has no 'b'"),
    ("[a]\nitems = 3\n[a]\nitems = 4", "not a readable TOML file"),
    ("items = 3", "expected one .table. per adversary"),
    ("items = 3\n[a]\nitems = 3", "expected one .table. per adversary"),
    ("", "expected one .table. per adversary"),
    ("[[a]]\nitems = 3", "expected one .table. per adversary"),
    ("[a\nitems = 3", "not a readable TOML file"),
    (b"\xff\xfe\x00", "not a readable TOML file"),
]


@pytest.mark.parametrize(("text", "complaint"), REFUSED)
def test_files_that_do_not_fit_are_refused_in_one_line(text: str | bytes, complaint: str, tmp_path: Path) -> None:
    file = written(tmp_path, text)
    with pytest.raises(BadInput, match=complaint) as refusal:
        read_adversaries(file)
    assert "\n" not in str(refusal.value)
    assert str(file) in str(refusal.value)


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        read_adversaries(tmp_path / "none.toml")
    with pytest.raises(BadInput, match="a folder, not a regular file"):
        read_adversaries(tmp_path)


def test_names_and_files_may_be_mixed_each_adversary_once(tmp_path: Path) -> None:
    file = written(tmp_path, "[mine]\nitems = 4")
    assert [one.name for one in adversaries(["share", str(file), "share", str(file)])] == ["share", "mine"]


def test_two_different_adversaries_of_one_name_are_refused(tmp_path: Path) -> None:
    one, two = written(tmp_path, "[mine]\nitems = 4", "a.toml"), written(tmp_path, "[mine]\nitems = 5", "b.toml")
    with pytest.raises(BadInput, match="two different adversaries are called 'mine'; rename one"):
        adversaries([str(one), str(two)])


def test_a_name_that_is_neither_is_refused() -> None:
    with pytest.raises(BadInput, match=r"no adversary 'bob'; there are two-and-a-date, .* or name a .toml file"):
        adversaries(["bob"])


@pytest.mark.parametrize(
    ("adversary", "name"),
    [
        (Adversary(items=1), "1-item"),
        (Adversary(items=3, days=7), "3-items-days-within-7"),
        (Adversary(items=8, wrong=2, values=1, days=0), "8-items-values-within-1-exact-days-2-wrong"),
        (Adversary(share=(0.05, 0.2), values="unknown"), "5%-to-20%-of-items-no-values"),
        (Adversary(share=(0.1, 0.1), choose="popular"), "10%-of-items-popular"),
        (Adversary(counts=((1, 1, 2.0), (2, 9, 1.0)), absent_share=0.18), "1-to-9-items-18%-absent"),
        (Adversary(items=4, choose="rarest", which="one day", fewer=False), "4-items-rarest-one-day-or-nothing"),
        (Adversary(items=4, absent=1, outside_top=500, length=0.5), "4-items-outside-top-500-1-absent-length-known"),
    ],
)
def test_an_adversary_without_a_name_is_called_after_what_it_knows(adversary: Adversary, name: str) -> None:
    assert adversary.name == name
    assert adversary.describe().name == name


def test_without_a_name_a_refusal_has_none_either() -> None:
    with pytest.raises(BadInput, match=r"^adversary: give exactly one"):
        Adversary()
