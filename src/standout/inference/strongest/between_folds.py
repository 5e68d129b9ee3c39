"""How far what is measured in one fold depends on what is measured in another.

Each fold teaches those who are tested on the others. Where there is nothing to learn, all that teams say is noise of
whom they learned from: if the people of two folds happen to agree, both are guessed well, and if they happen to differ,
both are guessed badly. Then the mean over folds varies twice as much (in variance) as means over independent folds do.
Where what teams say is the same whoever taught them, it varies no more.

In between: let r be the share of noise in the variance of what is said. For linear scores the variance grows by
2 - (1 - r)^2, as the tests draw it. Teams that learned from different people say by how much they differ what r is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from standout.common.arrays import Floats


def dependence_of(by_team: Sequence[Floats]) -> float:
    """How many times larger the variance is, by what each team says that saw neither the fold nor one other: for every
    fold, teams × people × columns."""
    folds = len(by_team)
    alike = [_alike(column) for said in by_team for column in np.moveaxis(said, 2, 0) if said.shape[1] > 1]
    known = [each for each in alike if each is not None]
    if not known:
        return 1.0
    # two teams have all but one of the folds in common that each learned from
    single = float(np.clip((1 - np.mean(known)) * (folds - 2), 0.0, 1.0))
    together = single * (folds - 2) / (folds - 1)
    noise = together / (1 - single + together)
    return 2 - (1 - noise) ** 2


def _alike(said: Floats) -> float | None:
    """The mean correlation between what two teams say of the same people; none where one says the same of all."""
    if (said.std(axis=1) < 1e-12).any():
        return None
    between = np.atleast_2d(np.corrcoef(said))
    return float(between[np.triu_indices(len(said), 1)].mean())
