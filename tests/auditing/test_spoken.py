"""Columns that disagree are done without: the next best choice is taken rather than nobody named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.auditing import spoken
from standout.auditing.fields import Choice
from standout.auditing.guarding import Asked
from standout.auditing.linking import link
from standout.data.codes import NO_VALUE
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge
from standout.results.guard import Agreement
from standout.risk.verdicts import named_records
from tests.auditing.test_linking import ONE, halves


def disagreeing(*columns: str) -> Any:
    """A diagnosis that finds fault with these columns wherever they are used."""

    def agreement(knowledge: Knowledge, *_: object) -> tuple[Agreement, ...]:
        used = {"values": knowledge.values != NO_VALUE, "days": knowledge.days != UNKNOWN_DAY}
        return tuple(Agreement(what=name, predicted=0.9, observed=0.1) for name in columns if used[name].any())

    return agreement


@pytest.mark.parametrize("wrong", [("days",), ("values",), ("values", "days")])
def test_the_best_choice_that_the_diagnosis_accepts_is_taken(
    wrong: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("standout.auditing.fields.simplest", lambda _ways, _named, _best: 0)
    monkeypatch.setattr("standout.auditing.spoken.agreement", disagreeing(*wrong))
    released, public, truths = halves()
    found = link(released, public, ATTACKS["likelihood"], ONE)
    names = named_records(found.outcomes)
    assert found.summary.guard.silent is None
    assert ((names >= 0) & (names == truths)).sum() > 80
    said = {each.field: each for each in found.summary.guard.fields}
    for column in ("values", "days"):
        assert said[column].used == (column not in wrong)
        blamed = f"{column} agree in 10% of the best matches, but should in 90%"
        assert (blamed in said[column].why) == (column in wrong)


def test_what_is_no_column_cannot_be_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    items = (Agreement(what="items", predicted=0.9, observed=0.1),)
    monkeypatch.setattr("standout.auditing.spoken.agreement", lambda *_: items)
    released, public, _ = halves()
    found = link(released, public, ATTACKS["likelihood"], ONE)
    assert found.summary.guard.silent == (
        "items agree in 10% of the best matches, but should in 90%: the model does not fit this data"
    )
    assert np.all(named_records(found.outcomes) < 0)


def test_columns_that_name_far_fewer_among_everybody_are_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who chose may have been lucky: here whoever has days is hardly ever named in the end."""
    monkeypatch.setattr("standout.auditing.fields.simplest", lambda _ways, _named, _best: 0)
    honest = spoken._spoken

    def unlucky(asked: Asked, choice: Choice, *others: Any) -> spoken.Spoken:
        found = honest(asked, choice, *others)
        if (choice.knowledge.days != UNKNOWN_DAY).any():
            silenced = replace(found.outcomes, threshold=np.full(len(found.outcomes.guesses), np.inf))
            found = found._replace(outcomes=silenced)
        return found

    monkeypatch.setattr(spoken, "_spoken", unlucky)
    released, public, truths = halves()
    found = link(released, public, ATTACKS["likelihood"], ONE)
    names = named_records(found.outcomes)
    assert ((names >= 0) & (names == truths)).sum() > 80
    said = {each.field: each for each in found.summary.guard.fields}
    assert not said["days"].used
    assert spoken.FEWER in said["days"].why


def test_fewer_are_named_only_if_that_is_more_than_chance() -> None:
    before = np.arange(100) < 60
    assert spoken.fewer(np.arange(100) < 40, before), "twenty lost, none gained"
    assert not spoken.fewer(np.arange(100) < 57, before), "three lost"
    assert not spoken.fewer((np.arange(100) >= 10) & (np.arange(100) < 66), before), "ten lost, six gained"
    assert not spoken.fewer(np.ones(100, bool), before)


@pytest.mark.parametrize("wanted", [None, True])
def test_one_to_one_is_done_without_where_it_names_fewer_unless_asked_for(
    wanted: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = spoken._one_to_one

    def stricter(*given: Any) -> Any:
        assigned = whole(*given)
        return replace(assigned, guard=replace(assigned.guard, others=np.inf))

    monkeypatch.setattr("standout.auditing.spoken._one_to_one", stricter)
    released, _, _ = halves()
    found = link(released, released, ATTACKS["likelihood"], replace(ONE, one_to_one=wanted))
    assert found.summary.guard.one_to_one is (wanted is True)
    assert (named_records(found.outcomes) >= 0).any() == (wanted is None)
    if wanted is None:
        assert "0 people would be named by it, " in found.summary.guard.one_to_one_why
