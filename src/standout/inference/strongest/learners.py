"""The learners of the stack, each on the blocks that suit it. Each gives a score per class (or a guessed number)."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from standout.common.arrays import Floats, Int32s
from standout.inference.strongest.blocks import PART_OF, Blocks, Part
from standout.kernels.trees import boost, climb
from standout.knowledge.draw import seed_for

Scorer = Callable[[Blocks], Floats]
"""People × classes (or one column with a number)."""

MANY_CLASSES = 6
"""With more classes than this, linear learners fit squares, and boosting makes fewer trees for each."""


FEW_PEOPLE = 300
"""Trained on fewer, a few numbers of each person are looked at by a linear model: trees would follow chance."""


DEPTH, RATE, COLUMNS = 3, 0.07, 0.4
"""Trees of boosting: how deep, how much of each is taken, and the share of columns that each looks at."""


@dataclass(frozen=True)
class Targets:
    """What is to be guessed: a class of each person, or a number."""

    codes: Int32s
    """Classes from 0 on; of numbers, bands that folds are dealt by."""
    classes: int
    numbers: Floats | None = None

    @property
    def columns(self) -> int:
        """Columns of scores."""
        return 1 if self.numbers is not None else self.classes

    def of(self, people: Any) -> Targets:
        """Those of some people."""
        return Targets(self.codes[people], self.classes, None if self.numbers is None else self.numbers[people])


@dataclass(frozen=True)
class Learner:
    """One way to learn, and the blocks that it looks at."""

    name: str
    blocks: tuple[str, ...]
    fit: Callable[[Blocks, tuple[str, ...], Targets, int], Scorer]
    for_numbers: bool = True

    @property
    def part(self) -> Part | None:
        """The part of a record that it looks at, if it is only one."""
        parts = {PART_OF[name] for name in self.blocks}
        return parts.pop() if len(parts) == 1 else None


@dataclass(frozen=True)
class Effort:
    """How much work learners make of it."""

    trees: int = 100
    few_trees: int = 50
    network: int = 24
    """Units of the neural network; 0 for none."""


def learners_for(blocks: Blocks, targets: Targets, effort: Effort) -> list[Learner]:
    """Those that can learn from these blocks."""
    dense = tuple(blocks.dense)
    traces = tuple(name for name in dense if PART_OF[name] == "traces")
    every = [
        Learner("items: linear", ("weighted",), _linear(1.0)),
        Learner("items: linear, loosely", ("weighted",), _linear(6.0)),
        Learner("items: linear on presence", ("presence",), _linear(0.004)),
        Learner("items: naive Bayes", ("presence",), _bayes, for_numbers=False),
        Learner("items: neighbours", ("factors",), _neighbours),
        Learner("values: linear", ("surprises",), _linear(0.03)),
        Learner("values: naive Bayes", ("levels",), _bayes_of_values, for_numbers=False),
        Learner("values: neighbours", ("tastes",), _neighbours),
        *(
            Learner(f"{part}: boosting", (part,), _boosting(effort.few_trees, plain=True))
            for part in ("groups", "length", "habits", "rhythm", "repeats", "told")
        ),
        Learner("traces: boosting", traces, _boosting(effort.trees, plain=True)),
        Learner("everything: boosting", dense, _boosting(effort.trees)),
        *([Learner("everything: network", dense, _network(effort.network))] if effort.network else []),
    ]
    there = {*blocks.sparse, *blocks.dense}
    numeric = targets.numbers is not None
    return [each for each in every if there.issuperset(each.blocks) and (each.for_numbers or not numeric)]


def _linear(strength: float) -> Callable[..., Scorer]:
    """Logistic regression; least squares for numbers and for many classes."""

    def fit(blocks: Blocks, names: tuple[str, ...], targets: Targets, seed: int) -> Scorer:  # noqa: ARG001
        from sklearn.linear_model import LogisticRegression, Ridge

        (name,) = names
        if targets.numbers is not None or targets.classes > MANY_CLASSES:
            wanted = targets.numbers if targets.numbers is not None else np.eye(targets.classes)[targets.codes]
            ridge = Ridge(alpha=1 / strength, solver="sparse_cg", tol=1e-3).fit(blocks.sparse[name], wanted)
            return lambda people: np.asarray(ridge.predict(people.sparse[name])).reshape(-1, targets.columns)
        model = LogisticRegression(C=strength, max_iter=300, tol=1e-3)
        return _classifier(model, lambda people: people.sparse[name], blocks, targets)

    return fit


def _boosting(trees: int, *, plain: bool = False) -> Callable[..., Scorer]:
    """Gradient boosting; fewer trees for few people, and where it may be `plain`, a linear model instead."""

    def fit(blocks: Blocks, names: tuple[str, ...], targets: Targets, seed: int) -> Scorer:
        people = len(targets.codes)
        if plain and people < FEW_PEOPLE and targets.numbers is None:
            from sklearn.linear_model import LogisticRegression

            scaled = _scaling(blocks, names)
            return _classifier(LogisticRegression(C=0.3, max_iter=300), scaled, blocks, targets)
        many = max(12, trees * 2 // targets.classes) if targets.numbers is None else trees
        many = min(many, 20 + people // 8)
        steps, dice = blocks.stepped(names), np.random.default_rng(seed_for(seed, "boosting", *names))
        some = max(min(4, len(steps)), round(COLUMNS * len(steps)))
        least = float(np.clip(people // 50, 3, 20))
        sides = (1,) if targets.columns == 2 else range(targets.columns)
        grown = []
        for side in sides:
            chosen = np.ascontiguousarray(np.argsort(dice.random((many, len(steps))), axis=1)[:, :some])
            wanted = targets.numbers if targets.numbers is not None else (targets.codes == side).astype(np.float64)
            grown.append(boost(steps, wanted, targets.numbers is None, chosen, DEPTH, RATE, 1.0, least))

        def scores(seen: Blocks) -> Floats:
            rows = seen.stepped(names)
            said = np.column_stack([climb(rows, *trees) for trees in grown])
            return np.column_stack((-said, said)) if targets.columns == 2 else said

        return scores

    return fit


def _network(units: int) -> Callable[..., Scorer]:
    def fit(blocks: Blocks, names: tuple[str, ...], targets: Targets, seed: int) -> Scorer:
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.neural_network import MLPClassifier, MLPRegressor

        scaled = _scaling(blocks, names)
        shape: dict[str, Any] = {
            "hidden_layer_sizes": (units,), "alpha": 3.0, "learning_rate_init": 2e-3, "max_iter": 20,
            "batch_size": min(64, len(targets.codes)), "random_state": seed_for(seed, "network") % 2**32,
        }  # fmt: skip
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            if targets.numbers is not None:
                middle, width = targets.numbers.mean(), max(float(targets.numbers.std()), 1e-9)
                regressor = MLPRegressor(**shape).fit(scaled(blocks), (targets.numbers - middle) / width)
                return lambda seen: (regressor.predict(scaled(seen)) * width + middle).reshape(-1, 1)
            model = MLPClassifier(**shape).fit(scaled(blocks), targets.codes)

        def scores(seen: Blocks) -> Floats:
            chances = np.clip(model.predict_proba(scaled(seen)), 1e-6, 1 - 1e-6)
            return _every_class(np.log(chances / (1 - chances)), model.classes_, targets.classes)

        return scores

    return fit


def _scaling(blocks: Blocks, names: tuple[str, ...]) -> Callable[[Blocks], Floats]:
    """Columns centred and scaled by what they do in training; of factors all alike, since the first say most."""
    table = blocks.table(names)
    centre, width = table.mean(axis=0), table.std(axis=0)
    first = 0
    for name in names:
        columns = slice(first, first + blocks.dense[name].shape[1])
        if name in ("factors", "tastes", "parts", "liked"):
            width[columns] = 2 * np.sqrt(np.mean(width[columns] ** 2))
        first = columns.stop
    width[width < 1e-9] = 1.0
    return lambda seen: np.clip((seen.table(names) - centre) / width, -4, 4)


def _neighbours(blocks: Blocks, names: tuple[str, ...], targets: Targets, seed: int) -> Scorer:  # noqa: ARG001
    """The mean of the nearest people by cosine, the nearer the more."""
    known = _directions(blocks.table(names))
    wanted = targets.numbers[:, None] if targets.numbers is not None else np.eye(targets.classes)[targets.codes]
    count = min(int(np.clip(2 * np.sqrt(len(known)), 5, 150)), len(known))

    def scores(seen: Blocks) -> Floats:
        rows = _directions(seen.table(names))
        result = np.empty((len(rows), wanted.shape[1]))
        for first in range(0, len(rows), 1024):
            near = rows[first : first + 1024] @ known.T
            nearest = np.argpartition(near, -count, axis=1)[:, -count:]
            chosen = np.take_along_axis(near, nearest, axis=1)
            weights = np.exp(8 * (chosen - chosen.max(axis=1, keepdims=True)))
            weights /= weights.sum(axis=1, keepdims=True)
            result[first : first + 1024] = np.einsum("ij,ijk->ik", weights, wanted[nearest])
        return result

    return scores


def _directions(table: Floats) -> Any:
    return (table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-12)).astype(np.float32)


def _bayes(blocks: Blocks, names: tuple[str, ...], targets: Targets, seed: int) -> Scorer:  # noqa: ARG001
    """Multinomial naive Bayes; log-odds of each class against all others, by the root of a record's length."""
    (name,) = names
    matrix = blocks.sparse[name]
    counts = _by_class(matrix, targets) + 0.5
    own = np.log(counts / counts.sum(axis=1, keepdims=True))
    rest = counts.sum(axis=0) - counts
    odds = own - np.log(rest / rest.sum(axis=1, keepdims=True))
    return lambda seen: np.asarray(seen.sparse[name] @ odds.T) / _roots(seen.sparse[name])


def _bayes_of_values(blocks: Blocks, names: tuple[str, ...], targets: Targets, seed: int) -> Scorer:  # noqa: ARG001
    """Naive Bayes on the values alone: how each class values an item, among those who have it."""
    (name,) = names
    matrix = blocks.sparse[name]
    items = blocks.sparse["presence"].shape[1]
    counts = _by_class(matrix, targets).reshape(targets.classes, items, -1)
    everybody = counts.sum(axis=0)
    usual = (everybody + everybody.sum(axis=0) / max(everybody.sum(), 1.0)) / (
        everybody.sum(axis=1, keepdims=True) + 1.0
    )
    usual = np.maximum(usual, 1e-9)
    chance = (counts + 4 * usual) / (counts.sum(axis=2, keepdims=True) + 4)
    others = (everybody - counts + 4 * usual) / ((everybody - counts).sum(axis=2, keepdims=True) + 4)
    odds = np.log(chance / others).reshape(targets.classes, -1)
    return lambda seen: np.asarray(seen.sparse[name] @ odds.T) / _roots(seen.sparse[name])


def _by_class(matrix: Any, targets: Targets) -> Floats:
    """Classes × columns: what the people of each class have together."""
    from scipy.sparse import csr_matrix

    people = np.arange(len(targets.codes))
    member = csr_matrix((np.ones(len(people)), (targets.codes, people)), shape=(targets.classes, len(people)))
    return np.asarray((member @ matrix).todense(), dtype=np.float64)


def _roots(matrix: Any) -> Floats:
    roots: Floats = np.sqrt(np.maximum(np.diff(matrix.indptr), 1))[:, None]
    return roots


def _classifier(model: Any, seen_by: Callable[[Blocks], Any], blocks: Blocks, targets: Targets) -> Scorer:
    """A classifier's decisions, a column per class; nothing is told apart where training has one class only."""
    if len(np.unique(targets.codes)) < 2:
        return lambda seen: np.zeros((seen.people, targets.classes))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(seen_by(blocks), targets.codes)

    def scores(seen: Blocks) -> Floats:
        decided = np.asarray(model.decision_function(seen_by(seen)), dtype=np.float64)
        two = np.column_stack((-decided, decided)) if decided.ndim == 1 else decided
        return _every_class(two, model.classes_, targets.classes)

    return scores


def _every_class(scores: Floats, there: Int32s, classes: int) -> Floats:
    """A column for every class; those that training lacks get the lowest score."""
    if scores.shape[1] == classes:
        return scores
    low = scores.min(initial=0.0)
    full = np.full((len(scores), classes), low)
    full[:, there] = scores
    return full
