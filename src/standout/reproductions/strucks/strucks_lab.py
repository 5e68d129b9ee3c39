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
from standout.inference.folds import folds_in_order, parts
from standout.inference.measures import decided
from standout.knowledge.draw import seed_for
from standout.protections.blur.blurme import BlurMe, blurred
from standout.protections.blur.blurmebetter import BlurMeBetter
from standout.protections.blur.blurmore import BlurMore, blurred_more
from standout.protections.blur.lists import Lists, as_published, lists_in
from standout.reproductions.rates import mean
from standout.results.estimate import Estimate
from standout.verification.held_out import divided
from standout.verification.value_scores import ValueScores, value_scores

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

FOLDS = 10
FEW_FOLDS = 5
"""Where a table needs many classifiers: the mean hardly depends on it, and it halves the time."""
EXTRAS = (0.01, 0.05, 0.10)
STEPS = 100
"""How far down a list the authors' code goes for a person."""
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

    @property
    def codes(self) -> Int32s:
        return self.attribute.codes

    @cached_property
    def matrix(self) -> csr_matrix:
        return values_matrix(self.data)

    @cached_property
    def folds(self) -> Int32s:
        return folds_in_order(self.codes, FOLDS)

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
        """As the authors' code makes them; who is how surely told is from folds in order as well."""
        everyone = lists_in(self.matrix, self.codes, 2, self.folds, ATTACKERS["logistic"].fit)
        return as_published(everyone, self.matrix, self.codes, 2, FOLDS)

    def normalised(self, matrix: csr_matrix) -> csr_matrix:
        """Rows of length one: what the study calls normalised."""
        from sklearn.preprocessing import normalize

        rows: csr_matrix = normalize(matrix)
        return rows

    def blurme(self, strategy: str, extra: float) -> LocalDataset:
        options = BlurMe(strategy=strategy, extra=extra, rounding="up", steps=STEPS)  # type: ignore[arg-type]
        make = lambda: blurred(options, self.data, self.attribute, self.lists, self.seed).data  # noqa: E731
        return self._version(f"blurme {strategy} {extra}", make)

    def blurmore(self, extra: float, cap: float = 2.0) -> LocalDataset:
        options = BlurMore(extra=extra, cap=cap, rounding="up", steps=STEPS, removal="alike", order="data")
        people = self.attribute.known
        return self._version(
            f"blurmore {extra} {cap}",
            lambda: blurred_more(options, self.data, self.attribute, self.lists, people, self.seed).data,
        )

    def better(self, certainty: float, extra: float) -> LocalDataset:
        options = BlurMeBetter(
            extra=extra, certainty=certainty, rounding="up", steps=STEPS, removal="alike", order="data"
        )
        people = self.certain(certainty)
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

    def rmse(self, version: LocalDataset) -> ValueScores:
        """Errors of matrix factorisation trained on a version: on its own held-out entries, and on the original's."""
        return value_scores(self.data, version, divided(self.data, version, self.seed), self.seed)[0]

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
            matrix, kinds = self.mixed(version, real, fake), kinds_of(real, fake)
            self._apart[key] = _accuracies(classifier, matrix, matrix, kinds, folds, self.seed)
        return self._apart[key]

    def fooled(self, first: LocalDataset, seconds: list[LocalDataset]) -> list[list[float]]:
        """How often one who learned on a first version is right when the second is there instead."""
        real, fake = self._halves(False)
        matrices = [self.mixed(version, real, fake) for version in seconds]
        kinds = kinds_of(real, fake)
        dealt = folds_in_order(kinds, FEW_FOLDS)
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


def kinds_of(real: Int64s, fake: Int64s) -> Int32s:
    """Who is real and who is not, of the real and then the others."""
    return np.repeat(np.array([REAL, FAKE], np.int32), [len(real), len(fake)])


def _accuracies(
    classifier: str, seen: csr_matrix, unseen: csr_matrix, kinds: Int32s, folds: int, seed: int
) -> list[float]:
    dealt, attacker = folds_in_order(kinds, folds), ATTACKERS[classifier]
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
