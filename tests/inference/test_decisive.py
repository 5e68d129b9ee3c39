"""The look that a decision rests on: sees what naive Bayes on items does not, wherever records are."""

from __future__ import annotations

import numpy as np
import pytest

from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.engines.partitioned import PartitionedEngine
from standout.inference import decisive
from standout.inference.decisive import decisive_inference
from standout.inference.quick import quick_inference
from standout.inference.strongest.sight import sight_of, sight_of_people
from standout.results.estimate import Estimate
from standout.results.questions import InferredAttribute
from tests.inference.made import halves, survey
from tests.verification.made import ratings


@pytest.fixture(scope="module")
def answers() -> tuple[LocalDataset, Attribute]:
    data, codes = survey(people=120, items=16)
    return data, Attribute("side", ("a", "b"), codes)


def test_what_only_values_tell_is_seen_where_the_quick_look_sees_nothing(
    answers: tuple[LocalDataset, Attribute],
) -> None:
    quick, strongest = quick_inference(*answers, 1), decisive_inference(*answers, None, 1)
    assert isinstance(quick, InferredAttribute)
    assert isinstance(strongest, InferredAttribute)
    assert not quick.inferred
    assert strongest.inferred
    assert strongest.auc.low > max(0.7, quick.auc.high)
    assert (strongest.people, strongest.majority) == (quick.people, quick.majority)


def test_classes_that_are_too_small_are_no_question(answers: tuple[LocalDataset, Attribute]) -> None:
    data, attribute = answers
    few = np.where(np.arange(data.people) < 19, 1, 0).astype(np.int32)
    told = decisive_inference(data, Attribute("few", attribute.classes, few), None, 1)
    assert told == "fewer than two classes have 20 people"


def test_people_are_seen_alike_wherever_their_records_are() -> None:
    data = ratings(people=40, items=20)
    there = PartitionedEngine((0, 13, 14)).take(data)
    everybody, some = sight_of(data, halves(20)), np.array([3, 13, 14, 39])
    for source in (data, there):
        every = sight_of_people(source, np.arange(40), halves(20))
        part = sight_of_people(source, some)
        chosen = np.isin(everybody.people, some)
        assert every.size == everybody.size
        assert part.size == (4, 20)
        for name in ("people", "items", "worths", "dates"):
            assert np.array_equal(getattr(every, name), getattr(everybody, name), equal_nan=name == "worths")
            own = getattr(everybody, name)[chosen]
            expected = np.searchsorted(some, own) if name == "people" else own
            assert np.array_equal(getattr(part, name), expected, equal_nan=name == "worths")
        assert every.groups is not None
        assert everybody.groups is not None
        assert np.array_equal(every.groups.toarray(), everybody.groups.toarray())


def test_records_without_values_and_days_have_none_to_see() -> None:
    bare = ratings(people=10, items=20, values=False, days=False)
    part = sight_of_people(bare, np.arange(10))
    assert not part.has_values
    assert not part.has_dates


def test_who_is_wrong_more_often_than_chance_counts_as_right() -> None:
    assert decisive._mirrored(Estimate(0.7, 0.6, 0.8)) == Estimate(0.7, 0.6, 0.8)
    turned = decisive._mirrored(Estimate(0.25, 0.125, 0.5))
    assert turned == Estimate(0.75, 0.5, 0.875)
