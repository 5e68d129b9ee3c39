"""The last learner of the stack: how much to believe each of the others, learned from what they said of people whom
they had not seen. It may believe one in reverse."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from standout.common.arrays import Floats
from standout.inference.strongest.learners import Targets

Joined = Callable[[Floats], Floats]
"""Learners × people × columns to people × columns."""

STRENGTH = 0.1
TOGETHER = 3.0
"""The mean of all learners weighs so much more than one of them before anything is learned: with few people the stack
is little else."""
_FAR = 5.0


def joined(said: Floats, targets: Targets) -> Joined:
    """Learn from what was said of people, and what they are."""
    if targets.numbers is not None:
        return _numbers(said[:, :, 0], targets.numbers)
    columns = (1,) if targets.classes == 2 else tuple(range(targets.classes))
    models = [_odds(said[:, :, column], targets.codes == column) for column in columns]

    def scores(answers: Floats) -> Floats:
        odds = np.column_stack([model(answers[:, :, column]) for model, column in zip(models, columns, strict=True)])
        return np.column_stack((-odds[:, 0], odds[:, 0])) if targets.classes == 2 else odds

    return scores


def _odds(said: Floats, member: np.typing.NDArray[np.bool_]) -> Callable[[Floats], Floats]:
    """Log-odds of being of one class, from learners × people."""
    from sklearn.linear_model import LogisticRegression

    table = _standard(said)
    if member.all() or not member.any():
        return lambda answers: np.zeros(answers.shape[1])
    model = LogisticRegression(C=STRENGTH, max_iter=500).fit(table(said), member)
    return lambda answers: np.asarray(model.decision_function(table(answers)))


def _numbers(said: Floats, numbers: Floats) -> Joined:
    from sklearn.linear_model import Ridge

    table = _standard(said)
    model = Ridge(alpha=1 / STRENGTH).fit(table(said), numbers)
    return lambda answers: np.asarray(model.predict(table(answers[:, :, 0]))).reshape(-1, 1)


def _standard(said: Floats) -> Callable[[Floats], Floats]:
    """People × learners, each scaled by what it said in training, with the mean of all in front."""
    centre, width = said.mean(axis=1), said.std(axis=1)
    width[width < 1e-9] = 1.0

    def table(answers: Floats) -> Floats:
        scaled = np.clip((answers - centre[:, None]) / width[:, None], -_FAR, _FAR)
        return np.column_stack((TOGETHER * scaled.mean(axis=0), scaled.T))

    return table
