"""What balanced crowds tell of a label: a bound against whoever knows all others', and a check of what records add.

The bound needs no data: labels were dealt to seats like cards. What the records of a crowd say is measured: somebody is
told the mean of the owner's own scores of a crowd, which no release shows, and weighs it by Bayes.
"""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Floats
from standout.inference.measures import auc_of
from standout.protections.crowds.crowd_balance import Balanced
from standout.results.protect import Balance, BalancedClass


def known_labels_distance(people: int, of_class: int, crowd: int) -> float:
    """Total variation between how many of a class the others of a crowd are if a person is of that class, and if not.

    Labels are dealt like cards: both are hypergeometric, with one card of the class fewer in the pack, or not.
    """
    from scipy.stats import hypergeom

    counts = np.arange(crowd)
    one, none = (hypergeom.pmf(counts, people - 1, of_class - own, crowd - 1) for own in (1, 0))
    return float(np.abs(one - none).sum() / 2)


def highest_auc(distance: float) -> float:
    """The largest AUC between two distributions of this total variation: no ROC curve is above `false + distance`."""
    return 0.5 + distance - distance**2 / 2


def balance_of(found: Balanced) -> Balance:
    """The account of balanced crowds."""
    sizes, people = found.labels.sizes, len(found.labels.codes)
    largest = int(found.grouping.sizes.max())
    distance = max(known_labels_distance(people, int(size), largest) for size in sizes)
    told = [told_scores_auc(found, code) for code in range(len(sizes))]
    return Balance(
        attribute=found.labels.name,
        classes=tuple(
            BalancedClass(name=name, people=int(size), share=float(size / people), told_auc=auc)
            for name, size, auc in zip(found.labels.classes, sizes, told, strict=True)
        ),
        advantage=distance,
        known_labels_auc=highest_auc(distance),
        told_auc=float(np.mean(told)),
    )


def told_scores_auc(found: Balanced, code: int) -> float:
    """The AUC of somebody who knows the labels of all others and is told the mean score of the crowd; turned round.

    Means are taken as normal around a line in the number of the class. What speaks for a person's being of it is by how
    much likelier the mean is with one more of it among the others and them.
    """
    crowds, counts = found.grouping.of_people(), found.counts[:, code].astype(np.float64)
    sizes = found.grouping.sizes
    means: Floats = np.bincount(crowds, found.scores[:, code], found.grouping.count) / sizes
    own = (found.labels.codes == code).astype(np.float64)
    shares = counts / sizes
    if found.grouping.count < 3 or not shares.std():
        return 0.5
    slope, base = np.polyfit(shares, means, 1)
    noise = float((means - base - slope * shares).var()) or 1e-12
    others, size = counts[crowds] - own, sizes[crowds]
    weighed = slope / size * (means[crowds] - base - slope * (others + 0.5) / size) / noise
    auc = auc_of(np.asarray(weighed), own > 0)
    return float(max(auc, 1 - auc)) if np.isfinite(auc) else 0.5
