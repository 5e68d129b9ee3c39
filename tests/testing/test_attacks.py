"""Every attack passes the contract suite, and attacks that break it are told what is wrong and what to do."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.attacks.contract import (
    ALONE,
    AdditiveGains,
    DenseGains,
    Gains,
    LikelihoodGains,
    Probabilities,
    Verdict,
    day_gaps,
    day_rows,
    holders_of,
    presence_only,
    sums_by_target,
    value_distances,
    value_rows,
)
from standout.attacks.likelihood import Likelihood
from standout.data.facts import Facts
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.knowledge.draw import Knowledge
from standout.testing.attacks import check_attack


@pytest.mark.parametrize("name", ATTACKS)
def test_every_attack_keeps_the_contract(name: str) -> None:
    check_attack(ATTACKS[name])


@dataclass(frozen=True)
class Plain:
    """Counts common items: a fine attack, to be broken in one way each."""

    name: str = "plain"
    summary: str = "Counts the known items that a record has."
    needs: Needs = NOTHING
    verdict: Verdict = ALONE
    probabilities: Probabilities = "none"

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:
        weights = self.weights(knowledge, partition, facts)
        return AdditiveGains(weights, *presence_only(weights))

    def weights(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:  # noqa: ARG002
        return np.ones(len(knowledge.items))


@dataclass(frozen=True)
class Similar(Plain):
    """Near values and days count more: as fine."""

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> AdditiveGains:
        return AdditiveGains(
            self.weights(knowledge, partition, facts),
            value_rows(knowledge, facts),
            day_rows(knowledge, facts),
            np.exp(-value_distances(knowledge, facts)),
            np.exp(-day_gaps()[None, :] / 9),
        )


def test_a_plain_attack_keeps_the_contract() -> None:
    check_attack(Plain())


def test_what_goes_by_a_formula_says_so_and_what_it_costs_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(AssertionError, match=r"people are found no longer, .* that were drawn by lot .*by_formula"):
        check_attack(Similar())
    check_attack(Similar(), by_formula="adds up what is near")
    assert "that were drawn by lot (told nothing); it adds up what is near" in capsys.readouterr().out


# Tables, kinds and numbers


@dataclass(frozen=True)
class Meddled(Similar):
    """One field of the gains is another."""

    change: dict[str, Any] = field(default_factory=dict, hash=False)

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> AdditiveGains:
        gains = super().gains(knowledge, partition, facts)
        return replace(gains, **{name: change(getattr(gains, name)) for name, change in self.change.items()})


@dataclass(frozen=True)
class MeddledLikelihood(Likelihood):
    """The same of likelihoods."""

    change: dict[str, Any] = field(default_factory=dict, hash=False)

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> LikelihoodGains:
        gains = super().gains(knowledge, partition, facts)
        return replace(gains, **{name: change(getattr(gains, name)) for name, change in self.change.items()})


class Narrow(Similar):
    """A table with a column for each value that there is, and no others."""

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> AdditiveGains:
        gains = super().gains(knowledge, partition, facts)
        return replace(gains, by_value=gains.by_value[:, : max(len(facts.scale.labels), 1)].copy())


class Elsewise(Plain):
    """Yields something else altogether."""

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:
        return self.weights(knowledge, partition, facts)


class Unlikely(Plain):
    """Says that it has a posterior, without likelihoods."""

    def __init__(self) -> None:
        super().__init__(probabilities="posterior")


class Unsure(Likelihood):
    """Has likelihoods, and says that scores are spread by their standard deviation."""

    def __init__(self) -> None:
        super().__init__(probabilities="entropic")


# What scores may depend on


class OfThePart(Plain):
    """Takes the people of the partition for everybody."""

    def weights(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:
        return np.log2(2 + partition.size / np.maximum(holders_of(knowledge, facts), 1))


class CountsThePart(Plain):
    """Counts holders in the partition."""

    def weights(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:
        holders = np.bincount(partition.records.items, minlength=facts.items)
        return np.where(knowledge.items >= 0, 1 / np.log(2 + holders[np.maximum(knowledge.items, 0)]), 1.0)


class Longest(Plain):
    """Takes the longest record of the partition for everybody's."""

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:
        lengths = np.diff(partition.records.starts).astype(np.float64)
        scale = lengths.max(initial=1.0) / np.maximum(lengths, 1)
        return replace(super().gains(knowledge, partition, facts), person_scale=scale)


class LastItems(Plain):
    """Takes the last item's holders for those of an item that nobody has; by the norm, all weights change."""

    def weights(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:  # noqa: ARG002
        weights = np.log2(1 + facts.people / np.maximum(facts.holders[knowledge.items], 1))
        return weights / np.repeat(np.sqrt(sums_by_target(weights**2, knowledge)), knowledge.sizes)


class Batched(Plain):
    """Weights sum up to one over all that is asked at once."""

    def weights(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:  # noqa: ARG002
        return np.full(len(knowledge.items), 1 / max(len(knowledge.items), 1))


class Queued(Plain):
    """Whoever is asked for first counts more."""

    def weights(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:  # noqa: ARG002
        return 1 + np.linspace(1, 0, len(knowledge.items))


class Favours(Plain):
    """People with low codes score higher."""

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:
        scale = 2 - (partition.first_person + np.arange(partition.size)) / facts.people
        return replace(super().gains(knowledge, partition, facts), person_scale=scale)


class Ordered(Plain):
    """Items with low codes weigh more."""

    def weights(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:  # noqa: ARG002
        return 1.0 + 1.0 / (2.0 + knowledge.items.astype(np.float64))


EVERY_TIME_ANOTHER = itertools.count(1)
"""Seeds: what differs each time must differ in every run of this test, and not only nearly always."""


class Moody(Plain):
    """Another answer every time."""

    def weights(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:  # noqa: ARG002
        return 1 + np.random.default_rng(next(EVERY_TIME_ANOTHER)).random(len(knowledge.items))


SEEN: list[int] = []


class Remembers(Plain):
    """Another answer after another question."""

    def weights(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:  # noqa: ARG002
        SEEN.append(knowledge.targets)
        return np.full(len(knowledge.items), 1.0 + (SEEN[-2:-1] == [3]))


class Contrary(Plain):
    """A value that fits counts against a record: what is worth something is how far off it is."""

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:
        distances = np.minimum(value_distances(knowledge, facts), 9.0)
        return replace(
            super().gains(knowledge, partition, facts), value_rows=value_rows(knowledge, facts), by_value=distances
        )


class Faithful(Contrary):
    """The same, but no longer where something is planted: only values without days show it."""

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:
        gains = super().gains(knowledge, partition, facts)
        return gains if not facts.has_days else replace(gains, value_rows=np.full_like(gains.value_rows, -1))


class Penalty(Plain):
    """A value that fits is worth something, and one that does not is worth more."""

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:
        distances = value_distances(knowledge, facts)
        return replace(
            super().gains(knowledge, partition, facts),
            value_rows=value_rows(knowledge, facts), by_value=np.where(distances == 0, 0.01, 1.0),
        )  # fmt: skip


class LateDays(Plain):
    """A day that fits is worth something, and one a week off is worth more."""

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:
        by_day = np.where(day_gaps() == 7, 1.0, 0.9)[None, :]
        return replace(super().gains(knowledge, partition, facts), day_rows=day_rows(knowledge, facts), by_day=by_day)


class Spread(Likelihood):
    """A value that is off is likelier than one that fits."""

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> LikelihoodGains:
        gains = super().gains(knowledge, partition, facts)
        tables, own = gains.tables.copy(), np.arange(len(knowledge.scale.positions) if facts.has_values else 0)
        tables[own, own] -= 9.0
        return replace(gains, tables=tables)


@dataclass(frozen=True)
class Distracted(Plain):
    """Popular items count most as soon as there are these columns."""

    columns: tuple[str, ...] = ("values",)

    def weights(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:  # noqa: ARG002
        holders = np.maximum(holders_of(knowledge, facts), 1)
        there = all(getattr(facts, f"has_{column}") for column in self.columns)
        return holders**3.0 if there else 1 / np.log2(1 + holders)


class Blind(Plain):
    """Everything is worth nothing."""

    def weights(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:  # noqa: ARG002
        return np.zeros(len(knowledge.items))


class Choosy(Plain):
    """Looks at short records alone."""

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:
        return replace(super().gains(knowledge, partition, facts), longest=10)


class Unlisting(Plain):
    """Lists whoever scores more than anybody can."""

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:
        out_of_reach = knowledge.sizes + 1.0
        return replace(super().gains(knowledge, partition, facts), listed_from=out_of_reach)


class Meddling(Plain):
    """Changes what it is given."""

    def weights(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:
        knowledge.values[:] = 0
        return super().weights(knowledge, partition, facts)


class Peeping(Plain):
    """Wants to be told who it is."""

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts, truths: Any = None) -> Any:  # noqa: ARG002
        return super().gains(knowledge, partition, facts)


class Presuming(Plain):
    """Takes for granted that there are values."""

    def weights(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Any:
        return super().weights(knowledge, partition, facts) * facts.scale.positions[-1]


class Dated(Similar):
    """Takes for granted that there are days."""

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> AdditiveGains:
        gains = super().gains(knowledge, partition, facts)
        return replace(gains, day_rows=np.zeros_like(gains.day_rows))


class Accusing(Plain):
    """Names somebody whatever happens."""

    def __init__(self) -> None:
        super().__init__(verdict=Verdict(0.0))


class Silent(Plain):
    """Names nobody whatever happens."""

    def __init__(self) -> None:
        super().__init__(verdict=Verdict(1e6))


def nan_first(array: Any) -> Any:
    changed = array.copy()
    changed[:1] = np.nan
    return changed


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (Narrow(), "by_value of plain must have the shape .any, 256., not .*: value_distances.* has them"),
        (Meddled(change={"by_day": lambda table: table[:, :400].copy()}), "by_day of plain must have .* day_gaps"),
        (
            MeddledLikelihood(change={"tables": lambda tables: tables[:, :, :-1].copy()}),
            "tables of likelihood must have",
        ),
        (
            MeddledLikelihood(change={"by_count": lambda table: table[:, :-1].copy()}),
            "by_count of likelihood must have",
        ),
        (Meddled(change={"weights": nan_first}), "weights of plain must be finite"),
        (Meddled(change={"by_value": nan_first}), "by_value of plain must be finite"),
        (MeddledLikelihood(change={"starts": nan_first}), "starts of likelihood must be finite"),
        (Meddled(change={"weights": lambda weights: weights / 0}), "weights of plain must be finite; a rare item"),
        (Meddled(change={"weights": lambda weights: weights * 5e8}), "weights of plain must add up to at most"),
        (Meddled(change={"by_value": lambda table: table * 1e4}), "by_value of plain must be from -127 to 127; tables"),
        (Meddled(change={"weights": lambda weights: weights.astype(np.float32)}), "cast it: .astype.np.float64."),
        (Meddled(change={"value_rows": lambda rows: rows.astype(np.int64)}), "cast it: .astype.np.int32."),
        (Meddled(change={"weights": list}), "weights of plain must be an array of float64, not list; there is one"),
        (Meddled(change={"weights": lambda weights: weights[:1]}), "weights of plain must have the shape"),
        (Meddled(change={"value_rows": lambda rows: rows + 99}), "value_rows of plain must be rows of by_value"),
        (Meddled(change={"person_scale": lambda _: np.ones(9)}), "person_scale of plain .*: partition.size"),
        (Elsewise(), "must yield AdditiveGains, LikelihoodGains or DenseGains, not ndarray"),
        (Unlikely(), "a posterior needs likelihoods: yield LikelihoodGains, or say"),
        (Unsure(), "probabilities of likelihood must be 'posterior' with LikelihoodGains"),
        (OfThePart(), "cut into partitions: take facts.people"),
        (CountsThePart(), "cut into partitions: take facts.people, facts.holders"),
        (Longest(), "cut into partitions: take facts.people, facts.holders and facts.longest"),
        (LastItems(), "use holders_of.knowledge, facts., which says 0"),
        (Batched(), "in the same batch: use sums_by_target"),
        (Queued(), "order in which targets are looked for"),
        (Favours(), "when people are numbered otherwise: take nothing from where somebody stands"),
        (Ordered(), "when items are numbered otherwise: take what an item is worth from facts.holders"),
        (Moody(), "another answer to the same question: an attack has no randomness"),
        (Remembers(), "keeps nothing between calls"),
        (Contrary(), "the planted person has rank"),
        (Faithful(), "a known value that fits is worth less .* fall with value_distances"),
        (Penalty(), "a known value that fits is worth less .* agreement never counts against a record"),
        (LateDays(), "a known day that fits is worth less .* let its worth fall with day_gaps"),
        (Spread(), "a known value that fits is worth less"),
        (Distracted(), "found no longer, .* once values are known that say nothing: a match .* never take from it"),
        (Distracted(columns=("days",)), "found no longer, .* once days are known that say nothing"),
        (Distracted(columns=("values", "days")), "once values are known that are mostly right"),
        (Blind(), "the planted person has rank .*: a record that has a known item must score more"),
        (Choosy(), "is not a candidate at all: its record is too long for the attack's `longest`"),
        (Unlisting(), "is not listed at all: `listed_from` asks for more"),
        (Meddling(), "changes what it is given: copy an array"),
        (Peeping(), "an attack never sees the truth"),
        (Presuming(), "gains.. fails in data without values and days .*: ask facts.has_values"),
        (Dated(), "day_rows of plain must be -1 where the released data has no days; use day_rows"),
        (Accusing(), "although the planted person is not there: ask more of the verdict"),
        (Silent(), "found, but not named: ask less of the verdict"),
        (Plain(probabilities="uniform"), "nothing says who is listed: give listed_from"),
        (Plain(verdict=Verdict(-1.0)), "eccentricity is -1.0: make it 0 or more"),
        (Plain(probabilities="perhaps"), "probabilities is 'perhaps': make it"),  # type: ignore[arg-type]
        (Plain(name="My Attack"), "small letters, digits and hyphens"),
        (Plain(summary=""), "say in one line"),
        (Plain(needs=frozenset({"luck"})), "give a frozenset of"),  # type: ignore[arg-type]
        (Likelihood(present=1.0), "make it a chance between 0 and 1"),
    ],
    ids=lambda case: type(case).__name__ if not isinstance(case, str) else case[:30],
)
def test_a_broken_attack_is_told_what_to_do(broken: Any, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint), np.errstate(divide="ignore"):
        check_attack(broken)


def test_an_attack_that_needs_values_is_not_asked_without_them() -> None:
    check_attack(Presuming(needs=frozenset({"values"})))


def test_gains_are_of_one_kind_or_the_other() -> None:
    assert Gains == AdditiveGains | LikelihoodGains | DenseGains
    assert not issubclass(LikelihoodGains, AdditiveGains)
