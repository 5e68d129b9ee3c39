"""What the pattern of what is known is worth to a candidate, item by item, where it is right but for something of each
person's own: a number, a scale, how fast their clock runs, how often they come.

Each asks how much likelier the known amounts are beside the candidate's own than in any other order of the same items,
in nats. So who has but one day, one value or everything once gains nothing; and since it may say nothing at all, nobody
loses more by it than the log of a half.
"""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Bools, Floats, Int64s

_WRONG = 0.2
"""The share of amounts that may be anything."""

STRETCHES = (0.5, 0.75, 1.0, 1.5, 2.0)
"""How wide known values may be spread beside released ones."""

_STEEP = (0.1, 0.3, 1.0, 3.0)
"""How strictly an order may be kept: a pair the wrong way round is rarer by so many nats."""

_VARYING = 0.5
"""By how much the log of a count varies between two sources, besides by chance."""


def guarded_half(ratio: Floats) -> Floats:
    """Log of the mean of one and e^ratio: it may say nothing."""
    return np.asarray(np.logaddexp(0.0, ratio) - np.log(2.0))


def patterns(known: Floats, held: Floats, both: Bools, near: float, breadth: float) -> Floats:
    """For each row, log of how much likelier its amounts are item by item, moved by one number, than in any order.

    What is within `near` once moved is right, a fifth is anything. The number is the one that most items agree on, and
    being the best of so many costs the log of how many there are.
    """
    ratio = _moved(known, held, both, near, breadth)
    return np.asarray(np.where(both.sum(axis=1) > 1, guarded_half(ratio), 0.0))


def stretched(known: Floats, held: Floats, both: Bools, near: float, breadth: float) -> Floats:
    """The same for a scale of one's own: moved by one number and stretched by one, the best of a few."""
    ratios = [_moved(known, by * held, both, near, breadth) for by in STRETCHES]
    ratio = np.maximum.reduce(ratios) - np.log(len(STRETCHES))
    return np.asarray(np.where(both.sum(axis=1) > 2, guarded_half(ratio), 0.0))


def _moved(known: Floats, held: Floats, both: Bools, near: float, breadth: float) -> Floats:
    if not known.size:
        return np.zeros(len(known))
    pairs = both[:, :, None] & both[:, None, :]
    gaps = known - held
    agree = ((np.abs(gaps[:, :, None] - gaps[:, None, :]) <= near) & pairs).sum(axis=2)
    shift = np.take_along_axis(gaps, agree.argmax(axis=1)[:, None], axis=1)
    count = np.maximum(both.sum(axis=1), 1)
    right, wrong = (1 - _WRONG) / (2 * near + 1), _WRONG / max(breadth, 1.0)
    own = np.log(np.where(np.abs(gaps - shift) <= near, right, 0.0) + wrong)
    moved = np.abs(known[:, :, None] - held[:, None, :] - shift[:, :, None]) <= near
    any_order = np.log(right * (moved & pairs).sum(axis=1) / count[:, None] + wrong)
    return np.asarray(np.where(both, own - any_order, 0.0).sum(axis=1) - np.log(count))


def in_order(known: Floats, held: Floats, both: Bools) -> Floats:
    """For each row, log of how much likelier the order of its amounts is, if it is the candidate's but for pairs the
    wrong way round, than any order (Mallows' law, the mean over how strictly it may be kept).

    Of what is level on either side, the first alone counts: level things have no order.
    """
    kept = np.zeros(both.shape, bool)
    for place in range(both.shape[1]):
        here = slice(place, place + 1)
        level = (known[:, :place] == known[:, here]) | (held[:, :place] == held[:, here])
        kept[:, place] = both[:, place] & ~(kept[:, :place] & level).any(axis=1)
    sign = np.sign(known[:, :, None] - known[:, None, :]) * np.sign(held[:, :, None] - held[:, None, :])
    pairs = kept[:, :, None] & kept[:, None, :]
    wrong = ((sign < 0) & pairs).sum(axis=(1, 2)) // 2
    logs = np.stack([_orders(kept.sum(axis=1), steep) - steep * wrong for steep in _STEEP])
    return guarded_half(np.asarray(np.logaddexp.reduce(logs, axis=0) - np.log(len(_STEEP))))


def _orders(sizes: Int64s, steep: float) -> Floats:
    """Log of how much likelier than any order the right one is, by how many things are in order: n! over the sum of
    e^(−steep · pairs the wrong way round) over all orders."""
    places = np.arange(1, max(int(sizes.max(initial=0)), 1) + 1)
    weights = np.log(-np.expm1(-steep * places)) - np.log(-np.expm1(-steep))
    table = np.concatenate(([0.0], np.cumsum(np.log(places) - weights)))
    return np.asarray(table[sizes])


def repeats(known: Floats, held: Floats, both: Bools) -> Floats:
    """For each row, log of how much likelier it is that things are had as often as known, item by item, than in any
    order: each as many times as often as the candidate has it, by one number, give or take chance and habits."""
    if not known.size:
        return np.zeros(len(known))
    ours, theirs = (np.log(np.maximum(each, 1.0)) for each in (known, held))
    gaps = np.where(both, ours - theirs, np.nan)
    some = both.any(axis=1)
    rate = np.zeros(len(known))
    rate[some] = np.nanmedian(gaps[some], axis=1)
    spread = np.sqrt(_VARYING**2 + 1 / np.maximum(np.exp(theirs + rate[:, None]), 1.0))
    off = (ours[:, :, None] - theirs[:, None, :] - rate[:, None, None]) / spread[:, None, :]
    chance = np.exp(-(off**2) / 2) / spread[:, None, :]
    own = np.diagonal(chance, axis1=1, axis2=2)
    count = np.maximum(both.sum(axis=1), 1)
    any_order = np.where(both[:, None, :], chance, 0.0).sum(axis=2) / count[:, None]
    better = np.log((1 - _WRONG) * own / np.maximum(any_order, 1e-300) + _WRONG)
    return np.asarray(np.where(both.sum(axis=1) > 1, guarded_half(np.where(both, better, 0.0).sum(axis=1)), 0.0))


def by_length(known: Floats, lengths: Floats, law: tuple[float, float], everybody: tuple[float, float]) -> Floats:
    """Log of how much likelier it is that of a record so long just so much is known than of anybody's.

    The log of a record's length over how much is known of it has this middle and spread (`law`), the log of anybody's
    length those of `everybody`.
    """
    logs = np.log(np.maximum(lengths, 1.0))
    own = _normal(logs - np.log(np.maximum(known, 1.0)), *law)
    return guarded_half(np.where(lengths > 0, own - _normal(logs, *everybody), -np.inf))


def _normal(x: Floats, middle: float, spread: float) -> Floats:
    return np.asarray(-(((x - middle) / spread) ** 2) / 2 - np.log(spread))
