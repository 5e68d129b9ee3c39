"""Two plain recommenders, fitted to data to see what it is still good for.

`fit_values` predicts values: biased matrix factorisation. `recommended` predicts who will have what: alternating least
squares on presence, with `popular` as its baseline. Their settings are the same for all data, so that figures can be
compared; they were chosen on MovieLens for accuracy in about a second each.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Float32s, Floats, Int32s, Int64s
from standout.knowledge.draw import seed_for

VALUE_FACTORS, RATE, KEEP_BIAS, BEGIN = 16, 0.02, 0.02, 0.1
PRESENCE_FACTORS, HALF_STEPS, KEEP_PRESENCE, WEIGHT, GRADIENTS = 32, 6, 20.0, 2.0, 3


@dataclass(frozen=True)
class Descent:
    """How long values are learned, how fast steps shrink, and how much factors are held back."""

    rounds: int
    decay: float
    keep: float


MUCH, LITTLE, LITTLE_BELOW = Descent(20, 0.92, 0.04), Descent(40, 0.96, 0.1), 200_000
"""Little data takes more rounds to learn from and is sooner learned by heart. Which it is depends on the original, so
that all versions of it are learned from in the same way."""


WIDE, AS_WIDE_AS_STARS = 10.0, 4.0
"""Values that span more than this are brought to the span of five stars before they are learned from: the steps of the
descent are made for such, and with amounts in the hundreds they would lead ever further away."""


@dataclass(frozen=True)
class ValueModel:
    """Predicts a value from biases and factors; never outside the values it was fitted to."""

    mean: float
    lowest: float
    highest: float
    person_bias: Float32s
    item_bias: Float32s
    person_factors: Float32s
    item_factors: Float32s
    unit: float = 1.0
    """What a step of biases and factors is worth."""

    def predicted(self, people: Int32s, items: Int32s) -> Floats:
        """The value that each of these people is expected to give each of these items."""
        from standout.kernels.factors import predicted

        values: Floats = self.unit * predicted(
            people,
            items,
            self.mean / self.unit,
            self.person_bias,
            self.item_bias,
            self.person_factors,
            self.item_factors,
        )
        return np.clip(values, self.lowest, self.highest)


def fit_values(
    people: Int32s, items: Int32s, values: Float32s, size: tuple[int, int], seed: int, how: Descent = MUCH
) -> ValueModel:
    """Fit biased factors to the values of these entries; `size` is (people, items)."""
    from standout.kernels.factors import descend, small_numbers

    span = float(values.max()) - float(values.min())
    unit = 1.0 if span <= WIDE else span / AS_WIDE_AS_STARS
    model = ValueModel(
        mean=float(values.mean(dtype=np.float64)),
        lowest=float(values.min()),
        highest=float(values.max()),
        person_bias=np.zeros(size[0], np.float32),
        item_bias=np.zeros(size[1], np.float32),
        person_factors=small_numbers(seed_for(seed, "people"), size[0], VALUE_FACTORS, BEGIN),
        item_factors=small_numbers(seed_for(seed, "items"), size[1], VALUE_FACTORS, BEGIN),
        unit=unit,
    )
    descend(
        people, items, (values / unit).astype(np.float32), model.mean / unit,
        seed_for(seed, "order"), how.rounds, RATE, how.decay, KEEP_BIAS, how.keep,
        model.person_bias, model.item_bias, model.person_factors, model.item_factors,
    )  # fmt: skip
    # who or what was never seen has only the random numbers it began with
    model.person_factors[np.bincount(people, minlength=size[0]) == 0] = 0
    model.item_factors[np.bincount(items, minlength=size[1]) == 0] = 0
    return model


@dataclass(frozen=True)
class Holdings:
    """Who has what, both ways round; `items[starts[p]:starts[p + 1]]` are person p's."""

    starts: Int64s
    items: Int32s
    item_starts: Int64s
    people: Int32s

    @property
    def size(self) -> tuple[int, int]:
        return len(self.starts) - 1, len(self.item_starts) - 1

    @property
    def holders(self) -> Int64s:
        return np.diff(self.item_starts)


def holdings(people: Int32s, items: Int32s, size: tuple[int, int]) -> Holdings:
    """Holdings from entries in any order."""
    by_person, by_item = np.lexsort((items, people)), np.lexsort((people, items))
    return Holdings(
        starts=_starts(people, size[0]),
        items=items[by_person].astype(np.int32),
        item_starts=_starts(items, size[1]),
        people=people[by_item].astype(np.int32),
    )


def _starts(rows: Int32s, count: int) -> Int64s:
    return np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=count)))).astype(np.int64)


def popular(held: Holdings, people: Int64s, count: int) -> Int32s:
    """The most popular items that each of these people does not have, best first; -1 where there are fewer."""
    ones, holders = np.ones((held.size[0], 1), np.float32), held.holders.astype(np.float32)[:, None]
    return _best(held, people, ones, holders, count)


def recommended(held: Holdings, people: Int64s, count: int, seed: int) -> Int32s:
    """The items recommended to each of these people; who has nothing is recommended what is popular."""
    from standout.kernels.factors import least_squares, small_numbers

    hers = np.zeros((held.size[0], PRESENCE_FACTORS), np.float32)
    its = small_numbers(seed_for(seed, "presence"), held.size[1], PRESENCE_FACTORS, BEGIN)
    for half_step in range(2 * HALF_STEPS + 1):
        if half_step % 2 == 0:
            least_squares(held.starts, held.items, its, its.T @ its, KEEP_PRESENCE, WEIGHT, GRADIENTS, hers)
        else:
            least_squares(held.item_starts, held.people, hers, hers.T @ hers, KEEP_PRESENCE, WEIGHT, GRADIENTS, its)
    best = _best(held, people, hers, its, count)
    nothing = np.diff(held.starts)[people] == 0
    best[nothing] = popular(held, people[nothing], count)
    return best


def _best(held: Holdings, people: Int64s, hers: Float32s, its: Float32s, count: int) -> Int32s:
    from standout.kernels.factors import best_items

    best: Int32s = best_items(people, held.starts, held.items, hers, its, held.holders > 0, count)
    return best
