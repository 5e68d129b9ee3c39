"""Levelling what a held-out attacker sees: a quadratic classifier on taste, and how far each person has to move.

Once every item is equally frequent in all classes, classes still differ in which items go together. A logistic
regression on the factors, their squares and products sees that. It scores everyone out of fold; the scores of each
class are then carried to a common distribution (not to zero, which would only turn the attacker round).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Bools, Floats, Int32s, Int64s
from standout.inference.attackers import ATTACKERS
from standout.inference.folds import parts, stratified_folds
from standout.inference.measures import auc_of
from standout.knowledge.draw import seed_for
from standout.protections.level.level_taste import Held, Singles, Taste, people_in_blocks

_STRENGTH = 0.003
"""The attacker's C on standardised features: with thousands of them for thousands of people, a small one."""

_TILT = 4.0
"""How much rather entries are exchanged that move the score far: fewer exchanges, but more alike."""

_MOST = 0.5
"""The largest share of a record that one round may exchange."""

_SHARE = 0.8
"""How much of the way each person goes in one round."""


@dataclass(frozen=True)
class Seen:
    """What the attacker makes of everyone, having learned from others."""

    scores: Floats
    slopes: Singles
    """People × factors: how the score rises with what a person has along each factor."""


def attack(taste: Taste, lengths: Int64s, member: Bools, people: Int64s, folds: int, seed: int) -> Seen:
    """Scores of these people for being a member, each by a classifier that has not seen the person.

    It looks at the factors relative to the root of the record's length, and at the length itself, which cannot move.
    """
    roots = np.sqrt(np.maximum(lengths, 1))[:, None]
    places = np.hstack((taste.people / roots, np.log(roots)))
    deviation = places[people].std(axis=0)
    deviation[deviation == 0] = 1.0
    places = (places - places[people].mean(axis=0)) / deviation
    scores, slopes = np.zeros(len(places)), np.zeros(taste.people.shape, np.float32)
    dealt = stratified_folds(member[people].astype(np.int32), folds, seed)
    for fold in range(folds):
        train, test = (people[part] for part in parts(dealt, fold))
        linear, products, constant = quadratic(places[train], member[train])
        bent = places[test] @ products
        scores[test] = places[test] @ linear + (bent * places[test]).sum(axis=1) + constant
        slopes[test] = ((linear + 2 * bent) / deviation)[:, :-1] / roots[test]
    return Seen(scores, slopes)


def quadratic(places: Floats, member: Bools) -> tuple[Floats, Floats, float]:
    """Coefficients of a logistic regression: of the factors, of their products (symmetric), and the constant."""
    from sklearn.linear_model import LogisticRegression

    count = places.shape[1]
    first, second = np.triu_indices(count)
    features = np.hstack((places, places[:, first] * places[:, second]))
    mean, deviation = features.mean(axis=0), features.std(axis=0)
    deviation[deviation == 0] = 1.0
    features -= mean
    features /= deviation
    model = LogisticRegression(C=_STRENGTH, max_iter=200).fit(features, member)
    weights = model.coef_[0] / deviation
    products = np.zeros((count, count))
    products[first, second] = weights[count:]
    return weights[:count], (products + products.T) / 2, float(model.intercept_[0] - weights @ mean)


def needed_moves(scores: Floats, member: Bools, weights: tuple[float, float]) -> Floats:
    """How far each score is from where it belongs in the common distribution.

    That is the mean of both groups' quantile functions: who has the n-th part of the own group below goes to the
    weighted mean of the values that have the n-th part of either group below.
    """
    moves = np.zeros(len(scores))
    for group in (member, ~member):
        order = np.argsort(np.argsort(scores[group], kind="stable"), kind="stable")
        ranks = (order + 0.5) / max(int(group.sum()), 1)
        goal = sum(
            weight * np.quantile(scores[other], ranks, method="hazen")
            for weight, other in zip(weights, (~member, member), strict=True)
        )
        moves[group] = goal - scores[group]
    return moves


def moved(
    held: Held, original: Int32s, member: Bools, people: Int64s, stays: Bools | None, factors: int, folds: int,
    budget: int, seed: int,
) -> Held:  # fmt: skip
    """One round: what these people have after each went part of the way, within the budget of changed entries.

    The way leads to the scores of those who stay, or if nobody does, to what members and others have in common, each
    by their share of all entries.
    """
    from standout.kernels.level import exchange_along

    taste = Taste.of(held, people, seed)
    seen = attack(taste.strongest(factors), held.lengths, member, people, folds, seed_for(seed, "level", "folds"))
    counted = people if stays is None else people[stays[people]]
    entries = np.bincount(member[counted], weights=held.lengths[counted], minlength=2) / held.lengths[counted].sum()
    needs = np.zeros(len(member))
    needs[people] = _SHARE * needed_moves(seen.scores[people], member[people], (entries[0], entries[1]))
    if stays is not None:
        needs[stays] = 0.0
    after, left = held.copy(), np.array([budget], np.int64)
    for _, some in people_in_blocks(np.random.default_rng(seed).permutation(people), len(held.holders)):
        slopes = seen.slopes[some] @ taste.items[:, : seen.slopes.shape[1]].T
        exchange_along(
            seed, some, after.starts, after.items, original, needs[some], slopes, taste.plausible(some), _TILT, _MOST,
            after.holders, left,
        )  # fmt: skip
    return after


def worst_aucs(held: Held, codes: Int32s, classes: int, folds: int, seed: int) -> Floats:
    """For each class the AUC of the attacker who tells it best from the rest, mirrored where it is below one half.

    Those who look at items one by one: naive Bayes and logistic regression, weakly and strongly regularised.
    """
    matrix = held.matrix
    dealt = stratified_folds(codes, folds, seed)
    aucs: list[list[Floats]] = []
    for fold in range(folds):
        train, test = parts(dealt, fold)
        scores = [_bayes(name, matrix, codes, classes, train, test) for name in ("bernoulli", "multinomial")]
        scores += [_regression(strength, matrix, codes, classes, train, test) for strength in (0.001, 0.01, 1.0)]
        aucs.append([_per_class(attacker_scores, codes[test], classes) for attacker_scores in scores])
    means = np.mean(aucs, axis=0)
    worst: Floats = np.maximum(means, 1 - means).max(axis=0)
    return worst


def _per_class(scores: Floats, codes: Int32s, classes: int) -> Floats:
    aucs = np.array([auc_of(scores[:, code], codes == code) for code in range(classes)])
    return np.where(np.isnan(aucs), 0.5, aucs)


def _bayes(name: str, matrix: object, codes: Int32s, classes: int, train: Int64s, test: Int64s) -> Floats:
    fitted = ATTACKERS[name].fit(matrix[train], codes[train], classes, 0)  # type: ignore[index]
    return fitted.scores(matrix[test])  # type: ignore[index]


def _regression(strength: float, matrix: object, codes: Int32s, classes: int, train: Int64s, test: Int64s) -> Floats:
    """Scores of one regression per class against the rest; dual coordinate descent is quick on wide sparse data."""
    from sklearn.linear_model import LogisticRegression

    columns = []
    for code in range(classes if classes > 2 else 1):
        model = LogisticRegression(C=strength, solver="liblinear", random_state=0)
        model.fit(matrix[train], codes[train] == code)  # type: ignore[index]
        columns.append(model.decision_function(matrix[test]))  # type: ignore[index]
    return np.column_stack(columns if classes > 2 else (columns[0], -columns[0]))
