"""Attack again: what can still be inferred about an attribute of people from protected data.

A *static* attacker learned from the original and does not know of the protection (the paper's). An *adaptive* one
learned from protected data of people whose attribute is known. Either may turn his answers round: a score that is
wrong more often than chance is as good as one that is right, so an AUC below one half counts as its mirror image.
What counts is the worst of all; `strongest`, the stack, uses values, days, habits and the traces of an edit as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from threading import Lock
from typing import Any

import numpy as np

from standout.common.arrays import Floats, Int32s
from standout.data.attributes import Attribute
from standout.inference.attackers import STRONGEST, Attacker, Fitted
from standout.inference.every_attacker import attackers
from standout.inference.folds import NO_FOLD, check_folds, parts, stratified_folds
from standout.inference.measures import auc_of
from standout.inference.strongest.learners import Targets
from standout.inference.strongest.stack import QUICK, Stacked, crossed
from standout.inference.strongest.studied import FEWEST, folds_for
from standout.knowledge.draw import seed_for
from standout.results.compare_measures import Attackers, AttributeRisk, WorstAttacker
from standout.results.compare_measures import Reached as ShownReached
from standout.results.estimate import Z95
from standout.verification.seen import Seen

ATTACKERS = (STRONGEST, "logistic", "bernoulli", "multinomial", "tuned", "boosting")
"""Those that attack by default: the stack, which counts, and beside it the paper's, without the slow and rarely best
support vector machine."""


@dataclass(frozen=True)
class Inference:
    """Who infers what from which original, and how it is cross-validated."""

    original: Seen
    attribute: Attribute
    folds: int = 3
    attackers: tuple[str, ...] = ATTACKERS
    seed: int = 1
    _learned: dict[tuple[str, int], Fitted] = field(default_factory=dict, compare=False, repr=False)
    _stacks: list[Stacked] = field(default_factory=list, compare=False, repr=False)
    _lock: Any = field(default_factory=Lock, compare=False, repr=False)

    def __post_init__(self) -> None:
        attackers(self.attackers)
        check_folds(self.attribute.name, self.attribute.classes, self.attribute.sizes, self.folds)

    @cached_property
    def dealt(self) -> Int32s:
        """The fold of each person of the original."""
        return stratified_folds(self.attribute.codes, self.folds, seed_for(self.seed, "attribute"))

    @cached_property
    def stack_folds(self) -> Int32s:
        """The same for the stack, which has folds of its own."""
        return folds_for(self.attribute.codes, QUICK, int(self.attribute.sizes.min()), self.seed)

    @cached_property
    def targets(self) -> Targets:
        """What the stack is to guess."""
        return Targets(self.attribute.codes, len(self.attribute.classes))

    def stacked(self, version: Seen) -> Stacked:
        """The stack, which learned from this version, and is asked about people whom it has not seen."""
        folds = np.where(version.lengths > 0, self.stack_folds, NO_FOLD).astype(np.int32)
        return crossed(version.sight, self.targets, folds, self.seed, QUICK)

    def static_stack(self) -> Stacked:
        """The stack that learned from the original; once."""
        with self._lock:
            if not self._stacks:
                self._stacks.append(self.stacked(self.original))
            return self._stacks[0]

    @property
    def each(self) -> range:
        """The numbers of the folds."""
        return range(self.folds)

    def static(self, attacker: Attacker, fold: int) -> Fitted:
        """An attacker who learned from the original's training folds; learned once, used on every protection."""
        with self._lock:
            if (attacker.name, fold) not in self._learned:
                self._learned[attacker.name, fold] = self.adaptive(attacker, fold, self.original)
            return self._learned[attacker.name, fold]

    def adaptive(self, attacker: Attacker, fold: int, version: Seen) -> Fitted:
        """An attacker who learned from this version's training folds, without those who have nothing in it."""
        train, _ = parts(self.dealt, fold)
        train = train[version.lengths[train] > 0]
        matrix, codes = version.matrix(attacker.matrix)[train], self.attribute.codes[train]
        return attacker.fit(matrix, codes, len(self.attribute.classes), seed_for(self.seed, attacker.name))


@dataclass(frozen=True)
class Reached:
    """What one attacker reached: AUC by fold and class (one class stands for both where there are two)."""

    name: str
    by_fold: Floats
    """Folds × classes."""
    sizes: tuple[int, ...]
    """People tested, by class."""
    dependence: float = 1.0
    """How many times larger the variance is than if no fold had taught those that test another."""

    @property
    def auc(self) -> float:
        """The mean over folds and classes."""
        return float(self.by_fold.mean())

    @property
    def mirrored(self) -> float:
        """The same, each class turned round where it is below one half."""
        means = self.by_fold.mean(axis=0)
        return float(np.maximum(means, 1 - means).mean())

    def interval(self, auc: float) -> tuple[float | None, float | None]:
        """The 95% interval of an AUC among these people; none for more than two classes."""
        if len(self.sizes) != 2:
            return None, None
        half = Z95 * sqrt(self.dependence) * standard_error(auc, self.sizes[1], self.sizes[0])
        return max(0.0, auc - half), min(1.0, auc + half)

    def shown(self) -> ShownReached:
        """The attacker's figures as a part of the result."""
        low, high = self.interval(self.auc)
        sd = float(self.by_fold.mean(axis=1).std())
        return ShownReached(name=self.name, auc=self.auc, sd=sd, mirrored=self.mirrored, low=low, high=high)


def standard_error(auc: float, positives: int, negatives: int) -> float:
    """The standard error of an AUC (Hanley and McNeil 1982)."""
    if not positives or not negatives:
        return 0.0
    both_above, both_below = auc / (2 - auc), 2 * auc**2 / (1 + auc)
    spread = auc * (1 - auc) + (positives - 1) * (both_above - auc**2) + (negatives - 1) * (both_below - auc**2)
    return sqrt(max(spread, 0.0) / (positives * negatives))


def attribute_risk(inference: Inference, version: Seen, further: Sequence[Reached] = ()) -> AttributeRisk:
    """What static and adaptive attackers reach on this version of the data; `further` are other adaptive ones.

    `static_auc` and `adaptive_auc` are those of the attacker who reaches most, as they are; `worst_auc` is the largest
    of all, turned round where that is more.
    """
    known, present = inference.dealt >= 0, version.lengths > 0
    codes = inference.attribute.codes[known & present]
    sizes = tuple(int((codes == code).sum()) for code in range(len(inference.attribute.classes)))
    if min(sizes) < inference.folds:
        few = f"no inference: {min(sizes)} people of a class are left, fewer than {inference.folds} folds"
        return AttributeRisk(notes=(few,))
    static, adaptive = [], []
    for attacker in attackers(inference.attackers):
        if attacker.name == STRONGEST:
            if min(sizes) >= FEWEST:
                before, after = _by_stack(inference, version, sizes)
                static.append(before)
                adaptive.append(after)
            continue
        old = [_scored(inference, inference.static(attacker, fold), attacker, fold, version) for fold in inference.each]
        new = old
        if version is not inference.original:
            again = [inference.adaptive(attacker, fold, version) for fold in inference.each]
            new = [_scored(inference, fitted, attacker, fold, version) for fold, fitted in enumerate(again)]
        static.append(Reached(attacker.name, np.array(old), sizes))
        adaptive.append(Reached(attacker.name, np.array(new), sizes))
    if not static:
        return AttributeRisk(notes=(f"no inference: '{STRONGEST}' needs {FEWEST} people of each class",))
    adaptive += further
    way, worst = max(_ways(static, adaptive), key=lambda pair: pair[1].mirrored)
    return AttributeRisk(
        static_auc=max(reached.auc for reached in static),
        adaptive_auc=max(reached.auc for reached in adaptive),
        worst_auc=worst.mirrored,
        worst=_worst(way, worst),
        attackers=Attackers(
            static=tuple(reached.shown() for reached in static), adaptive=tuple(reached.shown() for reached in adaptive)
        ),
        strongest=next((reached.shown() for reached in adaptive if reached.name == STRONGEST), None),
        people=len(codes),
        left_out=int((known & ~present).sum()),
    )


def _by_stack(inference: Inference, version: Seen, sizes: tuple[int, ...]) -> tuple[Reached, Reached]:
    """What the stack reaches that learned from the original, and the one that learned from this."""
    first = inference.static_stack()
    same = version is inference.original
    again = first if same else inference.stacked(version)
    said = ((first, first.scores if same else first.again(version.sight)), (again, again.scores))
    before, after = (
        Reached(STRONGEST, _stack_aucs(inference, stack, scores, version), sizes, stack.dependence)
        for stack, scores in said
    )
    return before, after


def _stack_aucs(inference: Inference, stack: Stacked, scores: Floats, version: Seen) -> Floats:
    """AUC for each fold and class, of those who still have something."""
    rows = []
    for test in stack.tests:
        people = test.people[version.lengths[test.people] > 0]
        rows.append(class_aucs(scores[people], inference.attribute.codes[people]))
    return np.array(rows)


def _scored(inference: Inference, fitted: Fitted, attacker: Attacker, fold: int, version: Seen) -> list[float]:
    """AUC for each class (for the second, where there are two) on the fold's people."""
    _, test = parts(inference.dealt, fold)
    test = test[version.lengths[test] > 0]
    return class_aucs(fitted.scores(version.matrix(attacker.matrix)[test]), inference.attribute.codes[test])


def class_aucs(scores: Floats, codes: Int32s) -> list[float]:
    """AUC for each class (for the second, where there are two)."""
    classes = range(scores.shape[1]) if scores.shape[1] > 2 else (1,)
    aucs = [auc_of(scores[:, code], codes == code) for code in classes]
    # a class that nobody of the fold has any longer cannot be told from the others
    return [0.5 if np.isnan(auc) else auc for auc in aucs]


def _ways(static: Sequence[Reached], adaptive: Sequence[Reached]) -> list[tuple[str, Reached]]:
    return [("static", reached) for reached in static] + [("adaptive", reached) for reached in adaptive]


def _worst(way: str, worst: Reached) -> WorstAttacker:
    low, high = worst.interval(worst.mirrored)
    turned = bool((worst.by_fold.mean(axis=0) < 0.5).any())
    return WorstAttacker(attacker=worst.name, way=way, turned_round=turned, low=low, high=high)
