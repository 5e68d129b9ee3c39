"""Numbers and sentences as people read them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.knowledge.adversary import Adversary
from standout.knowledge.presets import PRESETS
from standout.report.words import (
    begun,
    count,
    counted,
    decimal,
    gathered,
    interval,
    of_whom,
    one_in,
    percent,
    plain_name,
    someone,
    someone_who,
    spelled,
    unbroken,
)
from standout.results.estimate import Estimate
from standout.results.finding import AdversaryDescription, Finding
from tests.report.audited import a_finding


def finding(adversary: dict[str, Any], **parts: Any) -> Finding:
    return msgspec.convert(a_finding(adversary, "tf-idf", **parts), Finding)


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (0, "0%"),
        (1, "100%"),
        (0.5, "50%"),
        (0.964, "96%"),
        (0.998, "99.8%"),
        (0.9995, "over 99.9%"),
        (0.99999, "over 99.9%"),
        (1.49, "149%"),
        (0.004, "0.4%"),
        (0.0004, "under 0.1%"),
        (None, "–"),
        (float("nan"), "–"),
    ],
)
def test_percentages(share: float | None, shown: str) -> None:
    assert percent(share) == shown


@given(st.floats(0, 1))
def test_only_nobody_is_0_percent_and_only_everybody_100(share: float) -> None:
    assert (percent(share) == "0%") == (share == 0)
    assert (percent(share) == "100%") == (share == 1)
    assert (percent(share, 1) in ("100%", "100.0%")) == (share == 1)


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        (Estimate(0.96, 0.95, 0.97), "96% [95–97]"),
        (Estimate(1, 0.998, 1), "100% [99.8–100]"),
        (Estimate(0, 0, 0.0019), "0% [0–0.2]"),
        (Estimate(0.9984, 0.9949, 0.9992), "99.8% [99.5–99.9]"),
        (Estimate(0.461, 0.458, 0.463), "46.1% [45.8–46.3]"),
        (Estimate(0.9995, 0.997, 0.9999), "over 99.9% [99.7–100]"),
        (None, "–"),
    ],
)
def test_intervals(found: Estimate | None, shown: str) -> None:
    assert interval(found) == shown


def test_counts() -> None:
    assert count(1_234_567) == "1,234,567"
    assert count(None) == count(float("inf")) == decimal(None) == "–"
    assert decimal(1234.56) == "1,234.6"
    assert counted(1, "person", "people") == "1 person"
    assert counted(2000, "person", "people") == "2,000 people"
    assert counted(2, "time") == "2 times"
    assert spelled(2) == "two"
    assert spelled(1300) == "1,300"
    assert one_in(1 / 2000) == "1 in 2,000"
    assert one_in(0) == one_in(None) == "–"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"items": 8, "wrong": 2},
            "Someone who knows up to 8 of a person’s items with their values, two in eight of them wrong,",
        ),
        (
            {"items": 8, "wrong": 2, "fewer": False},
            "Someone who knows 8 of a person’s items with their values, two of them wrong,",
        ),
        (
            {"items": 3, "values": "unknown", "choose": "rarest"},
            "Someone who knows up to 3 of a person’s items (the rarest)",
        ),
        (
            {"items": 16, "values": "unknown", "days": 0, "which": "one day"},
            "Someone who knows up to 16 of a person’s items of one day with their days",
        ),
        (
            {"items": 8, "wrong": 2, "values": 1, "days": 14},
            "Someone who knows up to 8 of a person’s items with their values (give or take 1) and their days "
            "(give or take 14 days), two in eight of them wrong,",
        ),
        ({"items": 1, "values": "unknown"}, "Someone who knows one of a person’s items"),
        ({"share": [0.05, 0.2], "values": "unknown"}, "Someone who knows 5–20% of a person’s items"),
        ({"share": [0.1, 0.1], "values": "unknown"}, "Someone who knows 10% of a person’s items"),
        (
            {"counts": [[1, 1, 2.0], [2, 512, 1.0]], "absent_share": 0.18, "values": "unknown"},
            "Someone who knows 1 to 512 items of a person, 18% of them not the person’s at all,",
        ),
        ({"name": "<odd>"}, "The adversary “<odd>”"),
    ],
)
def test_the_adversary_is_described(fields: dict[str, Any], said: str) -> None:
    assert someone(finding(fields).adversary) == said


def test_an_adversary_stands_in_a_sentence() -> None:
    assert someone_who("knows 2 items (start)") == "someone who knows 2 items (start)"
    assert someone_who("neighbour") == "“neighbour”"
    assert begun(someone_who("knows 2 items (start)")) == "Someone who knows 2 items (start)"
    assert begun("") == ""


def test_whom_a_rate_is_about() -> None:
    assert of_whom(finding({}, targets=200), 200) == "of the 200 people looked for"
    assert of_whom(finding({}, targets=1528, looked_for=10_000), 10_000) == "of the 10,000 people looked for"
    assert of_whom(finding({}, targets=1, looked_for=1), 1) == "of the one person looked for"


def test_documents_of_before_have_rates_over_those_with_enough_items() -> None:
    said = "of the 1,528 people who have enough items, of 10,000 looked for"
    assert of_whom(finding({}, targets=1528), 10_000) == said


def test_a_figure_is_not_broken_and_nothing_is_unescaped() -> None:
    assert unbroken("so: 96% [95–97].") == 'so: <span class="nb">96% [95–97]</span>.'
    assert unbroken("<b>[1–2]") == '&lt;b&gt;<span class="nb">[1–2]</span>'


def test_adversaries_are_called_by_what_they_know() -> None:
    called = {name: plain_name(adversary.describe()) for name, adversary in PRESETS.items()}
    assert called["two-and-a-date"] == "knows 2 items, values, days ±3 (two-and-a-date)"
    assert called["rarest"] == "knows 3 rarest items (rarest)"
    assert called["share"] == "knows 5–20% of the items (share)"
    assert called["mentions"] == "knows 1 to 512 items, 18% not theirs (mentions)"
    assert called["receipt"] == "knows 16 items of one day, values, days (receipt)"
    assert called["rare-taste"] == "knows 8 uncommon items, values, 2 wrong (rare-taste)"
    assert len(set(called.values())) == len(PRESETS)
    alone = Adversary("one", items=1, absent=1, values="unknown").describe()
    assert plain_name(alone) == "knows 1 item, 1 not theirs (one)"
    assert plain_name(AdversaryDescription(name="odd", sentence="Knows something.")) == "odd"


def test_adversaries_that_did_not_run_are_one_note() -> None:
    notes = [
        "rows were left out",
        "adversary 'receipt' was left out: the data has no days",
        "adversary 'start' was left out: the data has no days",
        "adversary 'vague' knows the same as 'no-dates' on this data; see there",
    ]
    assert gathered(notes) == [
        "rows were left out",
        "adversaries that did not run here: receipt, start (the data has no days); vague (knows the same as 'no-dates' "
        "on this data)",
    ]
    assert gathered(notes[:2]) == notes[:2]
    assert gathered([]) == []
