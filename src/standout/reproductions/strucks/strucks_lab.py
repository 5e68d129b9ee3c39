"""What every table of Strucks' study is made with: one set of folds, classifiers trained once, blurred versions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.item_groups import ItemGroups
from standout.inference.attackers import ATTACKERS, Fitted
from standout.inference.features import values_matrix
from standout.inference.folds import parts, stratified_folds
from standout.inference.measures import decided
from standout.knowledge.draw import seed_for
from standout.protections.blur.blurme import BlurMe, blurred
from standout.protections.blur.blurmebetter import BlurMeBetter
from standout.protections.blur.blurmore import BlurMore, blurred_more
from standout.protections.blur.lists import Lists, lists_from
from standout.reproductions.rates import mean
from standout.results.compare_measures import Utility
from standout.results.estimate import Estimate
from standout.verification.utility import utility

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

FOLDS = 10
FEW_FOLDS = 5
"""Where a table needs many classifiers: the mean hardly depends on it, and it halves the time."""
EXTRAS = (0.01, 0.05, 0.10)
CERTAINTIES = (0.5, 0.8, 0.95, 0.99)
REAL, FAKE = 0, 1


@dataclass(frozen=True)
class Lab:
    """The data with its attribute, and whatever several tables need."""

    data: LocalDataset
    attribute: Attribute
    groups: ItemGroups | None
    seed: int
    tell: Callable[[str], None]
    _versions: dict[str, LocalDataset] = field(default_factory=dict, repr=False)
    _apart: dict[tuple[str, str, int], list[float]] = field(default_factory=dict, repr=False)
    _utility: dict[str, Utility] = field(default_factory=dict, repr=False)

    @property
    def codes(self) -> Int32s:
        return self.attribute.codes

    @cached_property
    def matrix(self) -> csr_matrix:
        return values_matrix(self.data)

    @cached_property
    def folds(self) -> Int32s:
        return stratified_folds(self.codes, FOLDS, self.seed)

    @cached_property
    def models(self) -> list[Fitted]:
        """Logistic regressions trained on the original, one for each fold."""
        return self.trained(self.matrix)

    def trained(self, matrix: csr_matrix) -> list[Fitted]:
        models = []
        for fold in range(FOLDS):
            train = parts(self.folds, fold)[0]
            models.append(ATTACKERS["logistic"].fit(matrix[train], self.codes[train], 2, self.seed))
        return models

    def accuracies(self, models: list[Fitted], matrix: csr_matrix) -> Floats:
        """How often classifiers trained on the original are right about a version of people they have not seen."""
        tests = [parts(self.folds, fold)[1] for fold in range(FOLDS)]
        pairs = zip(models, tests, strict=True)
        return np.array([(decided(model.scores(matrix[test])) == self.codes[test]).mean() for model, test in pairs])

    @cached_property
    def lists(self) -> Lists:
        return lists_from(self.matrix, self.codes, 2, FOLDS, self.seed)

    @cached_property
    def scaled_lists(self) -> Lists:
        """The lists from values between 0 and 1."""
        return lists_from(self.scaled(self.matrix), self.codes, 2, FOLDS, self.seed)

    def scaled(self, matrix: csr_matrix) -> csr_matrix:
        """Values between 0 and 1."""
        copy = matrix.copy()
        copy.data = copy.data / self.highest
        return copy

    @property
    def highest(self) -> float:
        return float(self.matrix.data.max())

    def blurme(self, strategy: str, extra: float, scaled: bool = False) -> LocalDataset:
        options = BlurMe(strategy=strategy, extra=extra)  # type: ignore[arg-type]
        lists = self.scaled_lists if scaled else self.lists
        make = lambda: blurred(options, self.data, self.attribute, lists, self.seed).data  # noqa: E731
        return self._version(f"blurme {strategy} {extra} {scaled}", make)

    def blurmore(self, extra: float) -> LocalDataset:
        options, people = BlurMore(extra=extra), self.attribute.known
        return self._version(
            f"blurmore {extra}",
            lambda: blurred_more(options, self.data, self.attribute, self.lists, people, self.seed).data,
        )

    def better(self, certainty: float, extra: float) -> LocalDataset:
        options, people = BlurMeBetter(extra=extra, certainty=certainty), self.certain(certainty)
        return self._version(
            f"better {certainty} {extra}",
            lambda: blurred_more(options, self.data, self.attribute, self.lists, people, self.seed).data,
        )

    def certain(self, certainty: float) -> Int64s:
        """The people whom blurmebetter blurs."""
        known = self.attribute.known
        return known[self.lists.certainty[known] > certainty]

    def _version(self, name: str, make: Callable[[], LocalDataset]) -> LocalDataset:
        if name not in self._versions:
            self._versions[name] = make()
        return self._versions[name]

    def rmse(self, name: str, version: LocalDataset) -> Utility:
        """Errors of matrix factorisation trained on a version: on its own held-out entries, and on the original's."""
        if name not in self._utility:
            self._utility[name] = utility(self.data, version, self.seed).figures
        return self._utility[name]

    # real against fake

    @cached_property
    def first_half(self) -> Int64s:
        return np.arange(self.data.people // 2)

    @cached_property
    def last_half(self) -> Int64s:
        return np.arange(self.data.people // 2, self.data.people)

    def mixed(self, version: LocalDataset, real: Int64s, fake: Int64s) -> csr_matrix:
        from scipy.sparse import vstack

        stacked: csr_matrix = vstack((self.matrix[real], values_matrix(version, fake)), format="csr")
        return stacked

    def told_apart(
        self, name: str, version: LocalDataset, classifier: str = "logistic", folds: int = FEW_FOLDS, *,
        at_random: bool = False,
    ) -> list[float]:  # fmt: skip
        """How often real and protected people are told apart, the real being the first half of the people and the
        protected the last, or at random; fold by fold."""
        key = (f"{name} {at_random}", classifier, folds)
        if key not in self._apart:
            real, fake = self._halves(at_random)
            matrix, kinds = self.mixed(version, real, fake), _kinds(real, fake)
            self._apart[key] = _accuracies(classifier, matrix, matrix, kinds, folds, self.seed)
        return self._apart[key]

    def fooled(self, first: LocalDataset, seconds: list[LocalDataset]) -> list[list[float]]:
        """How often one who learned on a first version is right when the second is there instead."""
        real, fake = self._halves(False)
        matrices = [self.mixed(version, real, fake) for version in seconds]
        kinds = _kinds(real, fake)
        dealt = stratified_folds(kinds, FEW_FOLDS, seed_for(self.seed, "real or fake"))
        seen = self.mixed(first, real, fake)
        accuracies: list[list[float]] = [[] for _ in seconds]
        for fold in range(FEW_FOLDS):
            train, test = parts(dealt, fold)
            model = ATTACKERS["logistic"].fit(seen[train], kinds[train], 2, self.seed)
            for number, matrix in enumerate(matrices):
                accuracies[number].append(float((decided(model.scores(matrix[test])) == kinds[test]).mean()))
        return accuracies

    def _halves(self, at_random: bool) -> tuple[Int64s, Int64s]:
        if not at_random:
            return self.first_half, self.last_half
        people = np.random.default_rng(seed_for(self.seed, "halves")).permutation(self.data.people)
        return np.sort(people[: len(self.first_half)]), np.sort(people[len(self.first_half) :])


def _kinds(real: Int64s, fake: Int64s) -> Int32s:
    return np.repeat(np.array([REAL, FAKE], np.int32), [len(real), len(fake)])


def _accuracies(
    classifier: str, seen: csr_matrix, unseen: csr_matrix, kinds: Int32s, folds: int, seed: int
) -> list[float]:
    dealt, attacker = stratified_folds(kinds, folds, seed_for(seed, "real or fake")), ATTACKERS[classifier]
    if attacker.matrix == "presence":
        seen, unseen = seen.sign(), unseen.sign()
    accuracies = []
    for fold in range(folds):
        train, test = parts(dealt, fold)
        fitted = attacker.fit(seen[train], kinds[train], 2, seed)
        accuracies.append(float((decided(fitted.scores(unseen[test])) == kinds[test]).mean()))
    return accuracies


def over_folds(numbers: list[float] | Floats) -> Estimate | None:
    """The mean over folds with its interval."""
    return mean(np.asarray(numbers, dtype=np.float64))
