"""What is learned: how well people in a release are guessed, how well others are, and the difference."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.dataset import AnyDataset
from standout.data.model import Scale
from standout.engines.whole_records import records_of
from standout.knowledge.draw import Drawn, Knowledge
from standout.results.estimate import Estimate, exact_rate
from standout.results.learned import PRECISION, RECALL, VALUES, WHOLE, AtFalse, InAndOut, Learned, Membership, Outside
from standout.risk.guessing import LIST, WAYS, Truth

NAMES = (PRECISION, RECALL, WHOLE, VALUES)
"""The measures, in the order in which they are kept."""

FEWEST = 30
"""Of fewer people than this, nothing is said of what is learned."""

FALSE = (0.001, 0.01, 0.05)
"""Shares of others that may be taken for people in the release."""


def truth_of(data: AnyDataset, drawn: Drawn, items: Int64s | None, released: Scale) -> Truth:
    """What targets have that is not known of them, each item once; `items` are the codes that the release has for those
    of the data, if they differ."""
    whole = records_of(data, drawn.people)
    rows = np.repeat(np.arange(len(drawn.people)), whole.sizes)
    codes = whole.items.astype(np.int64) if items is None else items[whole.items]
    last = np.append((rows[1:] != rows[:-1]) | (whole.items[1:] != whole.items[:-1]), True)[: len(rows)]
    # what the release has no item for is distinct all the same, and cannot be known in its codes
    unknown = last & ~_known(rows, codes, drawn.knowledge)
    places = np.full(256, np.nan)
    if _same_steps(data.scale, released):
        places[: len(data.scale.positions)] = data.scale.positions
    sizes = np.bincount(rows[unknown], minlength=len(drawn.people))
    return Truth(np.concatenate(([0], np.cumsum(sizes))), codes[unknown], places[whole.values[unknown]])


def _known(rows: Int64s, codes: Int64s, knowledge: Knowledge) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    most = int(max(codes.max(initial=0), knowledge.items.max(initial=0))) + 1
    owners, told = np.repeat(np.arange(knowledge.targets), knowledge.sizes), knowledge.items.astype(np.int64)
    pairs = (owners * most + told)[told >= 0]
    return np.asarray((codes >= 0) & np.isin(rows * most + np.maximum(codes, 0), pairs))


def _same_steps(scale: Scale, released: Scale) -> bool:
    """Whether a step of one scale is a step of the other."""
    if scale.kind == "none" or scale.kind != released.kind:
        return False
    return scale == released or scale.kind in ("numbers", "letters", "counts")


def learned(
    inside: Floats, outside: Floats, how: Outside, adversary: str | None = None, doubt: float = 0.05
) -> Learned | None:
    """The figures, from a row per person, a column per way of guessing and a layer per measure.

    On each side the way that does best counts, and intervals hold for all ways at once. Where the same people stand on
    both sides (`left out`), the difference is theirs. None of fewer people than `FEWEST`. Each measure by itself is
    wrong in at most this share of cases (`doubt`).
    """
    if min(len(inside), len(outside)) < FEWEST:
        return None
    reach = NormalDist().inv_cdf(1 - doubt / 2 / len(WAYS))
    by = [_best(side[:, :, 0]) for side in (inside, outside)]
    measures = {}
    for layer, name in enumerate(NAMES):
        ours, theirs = inside[:, :, layer], outside[:, :, layer]
        if np.isnan(ours).any() or np.isnan(theirs).any():
            continue
        best, other = ours[:, _best(ours)], theirs[:, _best(theirs)]
        measures[name] = _in_and_out(best, other, how == "left out", reach, LIST if name != WHOLE else 1)
    first = measures[PRECISION]
    return Learned(
        inside=first.inside, out=first.out, gain=first.gain, measures=measures, by=WAYS[by[0]], out_by=WAYS[by[1]],
        targets=len(inside), others=len(outside), outside=how, adversary=adversary,
    )  # fmt: skip


def _best(shares: Floats) -> int:
    return int(np.argmax(shares.mean(axis=0)))


def _in_and_out(inside: Floats, outside: Floats, paired: bool, reach: float, parts: int) -> InAndOut:
    ours, theirs = (share_between(side, reach, parts) for side in (inside, outside))
    gain = paired_gain(inside - outside, reach) if paired else unpaired_gain(ours, theirs)
    return InAndOut(inside=ours, out=theirs, gain=gain)


def share_between(shares: Floats, reach: float, parts: int = 1) -> Estimate:
    """The mean of shares between 0 and 1, one per person, with Wilson's interval for as many tries as they are worth.

    A share varies less than yes and no does, by what its spread says (that of these people and of two more, of whom
    everything and nothing was guessed: the spread of few people near 0 or 1 is too small); but no share of ten is worth
    more than ten tries, and without any spread each person is one.
    """
    people, mean = len(shares), float(shares.mean())
    more = np.append(shares, (0.0, 1.0))
    tries = float(people)
    if np.ptp(shares) > 0:
        worth = people * float(more.mean() * (1 - more.mean()) / more.var(ddof=1))
        tries = min(max(worth, people), parts * people)
    shrink = 1 + reach**2 / tries
    centre = (mean + reach**2 / (2 * tries)) / shrink
    half = reach * sqrt(mean * (1 - mean) / tries + reach**2 / (4 * tries**2)) / shrink
    return Estimate(mean, min(max(centre - half, 0.0), mean), max(min(centre + half, 1.0), mean))


def paired_gain(differences: Floats, reach: float) -> Estimate:
    """The mean difference over the same people; the interval is that of Bonett and Price (2012) for shares: one
    difference more each way."""
    people, mean = len(differences), float(differences.mean())
    centre = float(differences.sum()) / (people + 2)
    spread = (float((differences**2).sum()) + 2) / (people + 2) - centre**2
    half = reach * sqrt(max(spread, 0.0) / (people + 2))
    return Estimate(mean, min(max(centre - half, -1.0), mean), max(min(centre + half, 1.0), mean))


def unpaired_gain(inside: Estimate, outside: Estimate) -> Estimate:
    """The difference of two shares of different people; its interval is made from theirs (Newcombe 1998)."""
    gain = inside.rate - outside.rate
    below = sqrt((inside.rate - inside.low) ** 2 + (outside.high - outside.rate) ** 2)
    above = sqrt((inside.high - inside.rate) ** 2 + (outside.rate - outside.low) ** 2)
    return Estimate(gain, max(gain - below, -1.0), min(gain + above, 1.0))


def membership(inside: Floats, outside: Floats) -> Membership | None:
    """Whether people in the release are told from others by how much speaks for them to be in it.

    The threshold for a share of false alarms is the smallest that at most this share of others would exceed if one more
    of them came (with n others: the (n + 1)(1 − share)-th of them); with too few others for that, nothing is said.
    """
    if min(len(inside), len(outside)) < FEWEST:
        return None
    at, ordered = [], np.sort(outside)
    for false in FALSE:
        place = int(np.ceil((len(ordered) + 1) * (1 - false) - 1e-9))
        if place <= len(ordered):
            right = exact_rate(float((inside > ordered[place - 1]).sum()), len(inside), 0.95)
            at.append(AtFalse(false=false, right=right, advantage=right.rate - false))
    return Membership(auc=auc(inside, outside), at=tuple(at), targets=len(inside), others=len(outside))


def auc(inside: Floats, outside: Floats) -> Estimate:
    """How often one of the first exceeds one of the second, ties by half; DeLong's interval on the logit scale."""
    lower, upper = (np.searchsorted(np.sort(outside), inside, side=side) for side in ("left", "right"))
    ours = (lower + upper) / 2 / len(outside)
    lower, upper = (np.searchsorted(np.sort(inside), outside, side=side) for side in ("left", "right"))
    theirs = 1 - (lower + upper) / 2 / len(inside)
    area = float(ours.mean())
    # one try more that is undecided keeps an interval where all are told apart
    spread = sqrt(float(ours.var(ddof=1)) / len(ours) + float(theirs.var(ddof=1)) / len(theirs))
    least = 1 / (2 * min(len(ours), len(theirs)))
    held = min(max(area, least), 1 - least)
    half = NormalDist().inv_cdf(0.975) * max(spread, least) / (held * (1 - held))
    middle = np.log(held / (1 - held))
    low, high = (float(1 / (1 + np.exp(-(middle + way * half)))) for way in (-1, 1))
    return Estimate(area, min(low, area), max(high, area))
