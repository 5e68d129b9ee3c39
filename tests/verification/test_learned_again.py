"""What is learned after protections: of people in the data, and of those who were held out before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest

from standout.attacks import attacks
from standout.auditing.settings import AuditSettings
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.needs import NOTHING, Needs
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.protections.coarsen import CoarsenValues
from standout.protections.contract import Protected, Protection, entries_of, rebuilt
from standout.protections.sampling import Sample
from standout.results.learned import Learned
from standout.verification.comparing import CompareSettings, compare
from standout.verification.learned_again import (
    Division,
    divided_people,
    guessers,
    learned_after,
    learned_before,
    protected_rest,
)
from tests.auditing.test_learned_steps import population

LIKELIHOOD = tuple(attacks(["likelihood"]))
BARE, RATED = Adversary("bare", items=4, values="unknown"), Adversary("rated", items=4)


@dataclass(frozen=True)
class Deal:
    """Everybody gets the record of somebody else: nobody's own is left, and all of it is still there."""

    name: ClassVar[str] = "deal"
    summary: ClassVar[str] = "Gives everybody another's record."
    needs: ClassVar[Needs] = NOTHING

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        entries = entries_of(data)
        return Protected(rebuilt(data, replace(entries, people=(entries.people + 1) % data.people)))


@dataclass(frozen=True)
class Shuffle:
    """Deals all entries by lot: nothing of anybody is left but popularity."""

    name: ClassVar[str] = "shuffle"
    summary: ClassVar[str] = "Deals all entries by lot."
    needs: ClassVar[Needs] = NOTHING

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        entries, rng = entries_of(data), np.random.default_rng(seed)
        return Protected(rebuilt(data, replace(entries, items=rng.permutation(entries.items))))


@dataclass(frozen=True)
class Refuse:
    """Takes nobody's data."""

    name: ClassVar[str] = "refuse"
    summary: ClassVar[str] = "Refuses."
    needs: ClassVar[Needs] = NOTHING

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        raise BadInput("too few people")


def after(division: Division, step: Protection) -> Learned | None:
    """What is learned from the protected rest."""
    rest = protected_rest(division, [step])
    assert not isinstance(rest, str)
    return learned_after(division, rest, [BARE], LIKELIHOOD, [step])


def test_those_who_are_held_out_are_in_no_release() -> None:
    data = population(1, 400)
    attribute = Attribute("kind", ("a", "b"), np.arange(400, dtype=np.int32) % 2)
    division = divided_people(data, attribute, 1)
    assert division is not None
    assert (division.rest.people, len(division.outside)) == (320, 80)
    ids = set(division.rest.vocabulary.everybody().to_pylist())
    assert not ids & {f"p{code}" for code in division.outside}
    assert ids == {f"p{code}" for code in division.inside}
    for code, name in enumerate(division.rest.vocabulary.everybody().to_pylist()):
        own, theirs = division.rest.held.records, data.held.records
        person = int(name[1:])
        assert division.attribute is not None
        assert division.attribute.codes[code] == person % 2
        assert (
            own.items[own.starts[code] : own.starts[code + 1]].tolist()
            == theirs.items[theirs.starts[person] : theirs.starts[person + 1]].tolist()
        )


def test_of_few_people_nobody_is_held_out() -> None:
    assert divided_people(population(1, 140), None, 1) is None


def test_other_ids_help_nobody_and_a_sample_those_who_are_left_out() -> None:
    division = divided_people(population(2, 500, values=True), None, 1)
    assert division is not None
    before = learned_before(division, [BARE], LIKELIHOOD)
    dealt, few, bare, nothing = (
        after(division, step) for step in (Deal(), Sample(people=0.2), CoarsenValues(to="presence"), Shuffle())
    )
    assert before
    assert dealt
    assert few
    assert bare
    assert nothing
    assert before.gain.low > 0.3
    assert (before.outside, before.others, before.targets, before.adversary) == ("held out", 100, 200, "bare")
    assert dealt.gain.rate == pytest.approx(before.gain.rate, abs=0.1)
    assert few.gain.rate < before.gain.low
    assert bare.gain.rate == pytest.approx(before.gain.rate, abs=0.1)
    assert "values@10" not in bare.measures
    assert nothing.gain.low < 0 < nothing.gain.high


def test_a_protection_that_cannot_do_without_them_is_told() -> None:
    division = divided_people(population(3, 400), None, 1)
    assert division is not None
    assert "too few people" in str(protected_rest(division, [Refuse()]))


def test_who_guesses_finds_most() -> None:
    hits = {"rated": {"likelihood": np.ones(5)}, "bare": {"likelihood": np.array([1.0, np.nan, 0, 0, 0])}}
    assert guessers([RATED, BARE], hits) == [RATED, BARE]
    assert guessers([BARE], hits) == [BARE]
    assert guessers([RATED], hits) == [RATED]


def test_comparisons_have_it_in_every_row_and_as_a_frontier() -> None:
    settings = CompareSettings(
        protections=("trim:keep=3", "hide-rarest"),
        audit=AuditSettings(adversaries=(BARE,), attacks=LIKELIHOOD, targets=60),
    )
    found = compare(population(4, 400), settings)
    assert found.unprotected.learned is not None
    trimmed, hidden = found.protections
    assert trimmed.learned is not None
    assert hidden.learned is None
    assert trimmed.learned.gain.rate < found.unprotected.learned.gain.rate
    assert found.frontier("learned")[0].risk == found.unprotected.learned.gain.rate
    assert found.recommendation.learned is not None
    rows = found.tables()["protections"]
    assert rows[1]["learned"] == trimmed.learned.gain.rate
