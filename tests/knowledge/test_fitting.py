"""Adversaries are fitted to the data: they know what it has, say so, and none disappears without a word."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import standout as so
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import UNKNOWN_DAY, draw
from standout.knowledge.fitting import as_if, fitted, fitting, unfit
from standout.knowledge.presets import PRESETS
from tests.worlds import HALF_STARS, STARS, scale_of

EVERY = tuple(PRESETS.values())
COUNTS = Scale("counts", ("1", "2–3", "4–7"), (0.0, 1.0, 2.0))


def facts(values: bool = True, days: int = 400, positions: tuple[float, ...] = STARS) -> Facts:
    """About data with or without values, of so many days (0: none are there)."""
    return _data(values, days, positions).facts


def _data(values: bool, days: int, positions: tuple[float, ...] = STARS, scale: Scale | None = None) -> LocalDataset:
    return from_arrays(
        [0, 0, 1], [0, 1, 1], [0, 1, 1] if values else None, [0, days - 1, 0] if days else None,
        scale=scale or scale_of(positions if values else None), size=(2, 3),
    )  # fmt: skip


def test_data_with_all_that_is_known_changes_nothing() -> None:
    kept, notes = fitting(EVERY, facts())
    assert [adversary for adversary in EVERY if adversary not in kept] == [PRESETS["regular"]]
    assert notes == ["adversary 'regular' was left out: the data does not say how often somebody has an item"]


def test_without_values_days_are_known_all_the_same() -> None:
    two = fitted(PRESETS["two-and-a-date"], facts(values=False))
    assert (two.items, two.values, two.days) == (2, "unknown", 3)
    assert str(two) == "Knows up to 2 of the target's items, with days to within 3 days; this data has no values."
    assert two.describe().here == ("this data has no values",)
    wrong = fitted(PRESETS["acquaintance"], facts(values=False))
    assert wrong.wrong == 2
    assert "2 in 8 have a completely wrong day; this data has no values." in str(wrong)


def test_without_days_values_are_known_all_the_same() -> None:
    two = fitted(PRESETS["two-and-a-date"], facts(days=0))
    assert str(two) == "Knows up to 2 of the target's items, with their exact values; this data has no days."


def test_without_both_items_are_known_and_none_is_wrong() -> None:
    eight = fitted(PRESETS["acquaintance"], facts(values=False, days=0))
    assert (eight.wrong, eight.values, eight.days) == (0, "unknown", "unknown")
    assert str(eight) == (
        "Knows up to 8 of the target's items, without values or days; "
        "this data has neither values nor days, so none of these is wrong."
    )


@pytest.mark.parametrize(
    ("span", "error", "here"),
    [
        (400, 14, ()),
        (56, 14, ()),
        (55, 13, ("not to within 14 days, since the data spans 55 days",)),
        (5, 1, ("not to within 14 days, since the data spans 5 days",)),
        (1, 0, ("not to within 14 days, since the data spans 1 day",)),
    ],
)
def test_days_are_never_further_off_than_a_quarter_of_the_data(span: int, error: int, here: tuple[str, ...]) -> None:
    adversary = fitted(PRESETS["acquaintance"], facts(days=span))
    assert (adversary.days, adversary.here) == (error, here)
    assert str(adversary).endswith(("value and day.", *(f"; {clause}." for clause in here)))


def test_values_that_could_be_any_are_not_known() -> None:
    vague = fitted(PRESETS["vague-acquaintance"], facts(positions=(0.0, 1.0)))
    assert (vague.values, vague.days, vague.wrong) == ("unknown", 14, 2)
    assert vague.here == ("values to within 1 say nothing here, where they span 1",)
    assert fitted(PRESETS["vague-acquaintance"], facts(positions=HALF_STARS)).here == ()
    assert fitted(PRESETS["no-dates"], facts(positions=(0.0, 1.0))).here == ()


def test_values_that_are_all_the_same_are_not_known() -> None:
    only = from_arrays([0, 1], [0, 1], [0, 0], scale=scale_of((1.0,)), size=(2, 2)).facts
    adversary = fitted(PRESETS["no-dates"], only)
    assert (adversary.values, adversary.wrong) == ("unknown", 0)
    assert adversary.here == ("all values of this data are the same, so none of these is wrong",)


def test_adversaries_that_became_the_same_are_run_once_and_a_note_says_so() -> None:
    kept, notes = fitting(EVERY, facts(days=0))
    names = [adversary.name for adversary in kept]
    assert "acquaintance" in names
    assert "no-dates" not in names
    assert "adversary 'no-dates' knows the same as 'acquaintance' on this data; see there" in notes
    noted = [note.split("'")[1] for note in notes]
    assert sorted([*names, *noted]) == sorted(PRESETS)


@pytest.mark.parametrize("values", [True, False])
@pytest.mark.parametrize("days", [0, 1, 5, 400])
def test_every_preset_is_run_or_noted_whatever_the_data_has(values: bool, days: int) -> None:
    kept, notes = fitting(EVERY, facts(values, days))
    assert sorted([*(one.name for one in kept), *(note.split("'")[1] for note in notes)]) == sorted(PRESETS)
    for adversary in kept:
        assert values or not adversary.knows_values
        assert days or not adversary.knows_days
        assert all(replace(adversary, name="") != replace(other, name="") for other in kept if other is not adversary)


def test_adversaries_that_were_the_same_from_the_start_are_both_run() -> None:
    twins = (Adversary("one", items=3), Adversary("other", items=3))
    assert fitting(twins, facts()) == ([*twins], [])


@pytest.mark.parametrize(
    ("name", "about", "reason"),
    [
        ("receipt", facts(days=0), "the data has no days"),
        ("start", facts(days=0), "the data has no days"),
        ("before", facts(days=0), "the data has no days"),
        ("before", facts(days=1), "the data is of one day, so nothing in it is older"),
        ("regular", facts(), "the data does not say how often somebody has an item"),
        ("regular", replace(facts(), events=True), None),
        ("regular", _data(True, 9, scale=COUNTS).facts, None),
        ("receipt", facts(days=1), None),
    ],
)
def test_only_what_has_nothing_left_is_left_out(name: str, about: Facts, reason: str | None) -> None:
    assert unfit(PRESETS[name], about) == reason


def test_a_rule_without_anything_left_is_tried_out_with_any_items() -> None:
    assert as_if(PRESETS["receipt"], facts()) is PRESETS["receipt"]
    assert as_if(PRESETS["receipt"], facts(days=0)) == replace(PRESETS["receipt"], which="any")


def test_entries_without_a_value_or_a_day_are_known_without_and_the_sentence_says_so() -> None:
    """Of four entries one has a value and two have a day."""
    data = from_arrays(
        [0, 0, 1, 1], [0, 1, 0, 1], [1, NO_VALUE, NO_VALUE, NO_VALUE], [0, 399, NO_DAY, NO_DAY],
        scale=scale_of(STARS), size=(2, 2),
    )  # fmt: skip
    two = fitted(PRESETS["two-and-a-date"], data.facts)
    assert two.here == (
        "75% of entries here have no value, and are known without",
        "50% of entries here have no day, and are known without",
    )
    drawn = draw(data.held, data.facts, two, np.arange(2), 1)
    known = drawn.knowledge
    assert (drawn.people.tolist(), known.items.tolist()) == ([0, 1], [0, 1, 0, 1])
    assert known.values.tolist() == [1, NO_VALUE, NO_VALUE, NO_VALUE]
    assert [day == UNKNOWN_DAY for day in known.days.tolist()] == [False, False, True, True]
    strict = replace(PRESETS["two-and-a-date"], fewer=False)
    assert fitted(strict, data.facts).here == ()
    assert draw(data.held, data.facts, strict, np.arange(2), 1).left_out == 2


def test_a_few_gaps_are_not_worth_a_word() -> None:
    values = np.zeros(1_000, int)
    values[:9] = NO_VALUE
    data = from_arrays(np.arange(1_000), np.zeros(1_000, int), values, scale=scale_of(STARS))
    assert "no value" not in str(fitted(PRESETS["no-dates"], data.facts))


def test_a_column_that_is_mostly_empty_does_not_blind_the_attacker() -> None:
    """Information never hurts: who is found by items alone is found as well if one entry in fifty has a value."""
    dice = np.random.default_rng(4)
    rows, columns = np.nonzero(dice.random((80, 60)) < 0.25)
    values = np.where(dice.random(len(rows)) < 0.02, dice.integers(0, 5, len(rows)), NO_VALUE)
    bare, sparse = (
        from_arrays(rows, columns, given, scale=scale, size=(80, 60))
        for given, scale in ((None, scale_of(None)), (values, scale_of(STARS)))
    )
    found = []
    for data in (bare, sparse):
        report = so.audit(data, adversaries="acquaintance", attacks="likelihood", draws=1)
        headline = report.headline()
        assert headline is not None
        found.append(headline.found)
    assert found[1] >= found[0] - 4 > 60
