"""A forecast for larger crowds, from ranks alone: nothing is attacked again.

Whoever is beaten by b of N rivals comes first in a crowd drawn from them with a chance that can be counted, so the
share found in every smaller crowd is at hand. A law of two numbers is fitted to it and drawn on. Its interval comes
from drawing people anew (bootstrap) and holds all three laws of `crowd_laws`; whether it would have held is tried on
the data itself, by forecasting all people from a tenth of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt

import msgspec
import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.common.wording import counted
from standout.results.estimate import Z95, Estimate
from standout.results.forecast import Against, AtCrowd, Forecast, HarmlessFrom, LawHeld
from standout.risk.crowd_laws import LAWS, chance_alone, fitted
from standout.risk.finding import Judged
from standout.risk.intervals import share_of
from standout.risk.outcomes import UNLISTED

CROWDS = (10**5, 10**6, 10**7, 10**8)
LIMIT = 0.05
"""The share found up to which an adversary counts as harmless."""

FEWEST = 10
"""Of so many people at least the record must come first, and of as many it must not: else there is no slope to see."""

FEWEST_PEOPLE = 100
POINTS, SPAN = 9, 30
"""How many smaller crowds a law is fitted to, and down to which part of all people."""

RESAMPLED = 200
PARTS = (10, 3)
"""What part of the people a law is tried on: the smaller one, if it is large enough."""

LARGEST = 10**10
"""No crowd is looked for beyond this: there are fewer people."""

_EVERYWHERE = np.geomspace(2, LARGEST, 200)


@dataclass(frozen=True)
class Ranks:
    """By how many rivals each person who can be found at all is beaten, or equalled; of all who were looked for."""

    beaten_by: Int64s
    rivals: int
    looked_for: int

    @property
    def reachable(self) -> float:
        return len(self.beaten_by) / self.looked_for

    @property
    def found(self) -> int:
        return int((self.beaten_by == 0).sum())

    def thinned(self, part: int, seed: int) -> Ranks:
        """As if only this part of the people were there, the others taken out by lot."""
        generator = np.random.default_rng(seed)
        rivals = (self.rivals + 1) // part - 1
        wanted = min(len(self.beaten_by), max(rivals + 1, 1))
        some = np.sort(generator.permutation(len(self.beaten_by))[:wanted])
        beaten = self.beaten_by[some]
        left = generator.hypergeometric(beaten, self.rivals - beaten, rivals)
        return Ranks(left.astype(np.int64), rivals, max(round(len(some) / self.reachable), len(some)))


@dataclass(frozen=True)
class Drawn:
    """A law drawn on: its two numbers, and the share found at each of some crowds, with its interval."""

    discount: float
    strength: float
    rates: Floats
    lows: Floats
    highs: Floats

    def at(self, place: int) -> Estimate:
        return Estimate(float(self.rates[place]), float(self.lows[place]), float(self.highs[place]))


def forecast(judged: Judged, seed: int, limit: float = LIMIT) -> Forecast:
    """What the adversary would find in larger crowds; or why that cannot be told."""
    looked_for, outcomes = judged.targets + judged.left_out, judged.outcomes
    measured = share_of(judged.everybody.ranks == 1) if looked_for and judged.candidates else None
    about = Forecast(
        adversary=judged.adversary.name,
        attack=judged.attack.name,
        people=judged.people,
        looked_for=looked_for,
        limit=limit,
        needed=None if measured is None else needed(measured.rate, limit),
        against=None if measured is None else against(measured, limit),
    )
    listed = outcomes.listed & (outcomes.ranks < UNLISTED)
    ranks = Ranks(outcomes.ranks[listed] - 1, judged.people - 1, max(looked_for, 1))
    if (why := unclear(ranks, measured is not None)) is not None:
        return msgspec.structs.replace(about, why=why)
    larger = [crowd for crowd in CROWDS if crowd > judged.people]
    drawn = drawn_on(ranks, np.array([*larger, *_EVERYWHERE], np.float64), seed)
    crowds = [_at(people, drawn.at(place), limit) for place, people in enumerate(larger)]
    return msgspec.structs.replace(
        about,
        discount=drawn.discount,
        strength=drawn.strength,
        reachable=ranks.reachable,
        measured=tuple(_measured(ranks, limit)),
        crowds=tuple(crowds),
        harmless_from=harmless_from(drawn, len(larger), limit),
        check=tried(ranks, seed),
    )


def unclear(ranks: Ranks, anybody: bool = True) -> str | None:
    """Why the slope of a law cannot be seen; none if it can."""
    missed = len(ranks.beaten_by) - ranks.found
    if not anybody:
        return "nobody could be looked for"
    if ranks.rivals + 1 < FEWEST_PEOPLE:
        return f"that takes {FEWEST_PEOPLE} people, and there are {ranks.rivals + 1:,}"
    if ranks.found < FEWEST:
        return f"only {counted(ranks.found, 'person is', 'people are')} found here, too few to tell how that goes on"
    if missed < FEWEST:
        missing = "nobody is missed" if not missed else f"only {counted(missed, 'person is', 'people are')} missed"
        return f"of those who can be found at all {missing} here, too few to tell from where on a crowd hides people"
    return None


def needed(share: float, limit: float) -> int | None:
    """How many people have to be looked for until the 95% interval of this share (Wilson) leaves the limit out;
    never fewer than a handful."""
    return None if share == limit else max(ceil(Z95**2 * limit * (1 - limit) / (share - limit) ** 2), FEWEST)


def against(share: Estimate, limit: float) -> Against:
    """Where an interval lies, seen from a limit."""
    return "above" if share.low > limit else "below" if share.high <= limit else "open"


def drawn_on(ranks: Ranks, crowds: Floats, seed: int, resampled: int = RESAMPLED) -> Drawn:
    """The law, fitted to smaller crowds and drawn on to these; intervals hold 95% of resampled people, by every law."""
    smaller, shares = smaller_crowds(ranks), _resampled(ranks, seed, resampled)
    weights = np.linspace(0.2, 2.0, len(smaller))
    lows, highs, rates, numbers = [], [], np.zeros(len(crowds)), (0.0, 0.0)
    for name, family in LAWS.items():
        first, second = fitted(family, shares, smaller.astype(np.float64), weights)
        found = ranks.reachable * family.law(first, second, crowds)
        if name == "pitman-yor":
            a, b = float(np.exp(first[0])), float(np.exp(second[0]))
            rates, numbers = found[0], (1 - a, b - (1 - a))
        low, high = np.quantile(_widened(found, ranks), (0.025, 0.975), axis=0)
        lows.append(low)
        highs.append(high)
    return Drawn(*numbers, rates, np.minimum(rates, np.min(lows, axis=0)), np.maximum(rates, np.max(highs, axis=0)))


def _widened(found: Floats, ranks: Ranks) -> Floats:
    """The shares of resampled people, further from the first row's, which is that of the people themselves.

    People come twice: as those who are looked for, and as those among whom they are lost. Ranks let only the first be
    drawn anew; the others count as varying as much, so far as they are as few. On the scale of log-odds, so that shares
    stay shares.
    """
    from scipy.special import expit, logit

    both = sqrt(1 + min(1.0, len(ranks.beaten_by) / (ranks.rivals + 1)))
    odds = logit(np.clip(found, 1e-12, 1 - 1e-12))
    return np.asarray(expit(odds[:1] + both * (odds[1:] - odds[:1])))


def smaller_crowds(ranks: Ranks) -> Int64s:
    """The sizes of smaller crowds, up to all people."""
    people = ranks.rivals + 1
    return np.unique(np.round(np.geomspace(max(2, people / SPAN), people, POINTS)).astype(np.int64))


def _resampled(ranks: Ranks, seed: int, times: int) -> Floats:
    """The share found, of those who can be, in smaller crowds: of these people, and of people drawn anew from them."""
    beaten, counts = np.unique(ranks.beaten_by, return_counts=True)
    total = len(ranks.beaten_by)
    drawn = np.random.default_rng(seed).multinomial(total, counts / total, size=times)
    return np.vstack((counts[None, :], drawn)) @ chance_alone(beaten, ranks.rivals, smaller_crowds(ranks)) / total


def _at(people: int, found: Estimate, limit: float) -> AtCrowd:
    return AtCrowd(people=people, found=found, against=against(found, limit))


def _measured(ranks: Ranks, limit: float) -> list[AtCrowd]:
    """The share found in smaller crowds, with the interval of a share over as many people."""
    smaller = smaller_crowds(ranks)
    alone = chance_alone(ranks.beaten_by, ranks.rivals, smaller)
    nobody = np.zeros(ranks.looked_for - len(ranks.beaten_by))
    shares = [share_of(np.concatenate((column, nobody))) for column in alone.T]
    return [_at(int(people), share, limit) for people, share in zip(smaller, shares, strict=True) if share is not None]


def harmless_from(drawn: Drawn, begin: int, limit: float) -> HarmlessFrom:
    """From which crowd on no more than the limit are found: by the law, and by both ends of its interval."""
    crossings = [_crossing(curve[begin:], limit) for curve in (drawn.rates, drawn.lows, drawn.highs)]
    return HarmlessFrom(people=crossings[0], low=crossings[1], high=crossings[2])


def _crossing(shares: Floats, limit: float) -> int | None:
    """The crowd at which falling shares, one for each crowd of all that are looked at, reach the limit."""
    below = np.flatnonzero(shares <= limit)
    if not len(below):
        return None
    place = int(below[0])
    if place == 0:
        return int(_EVERYWHERE[0])
    above, under = shares[place - 1], shares[place]
    part = (above - limit) / (above - under)
    return ceil(float(_EVERYWHERE[place - 1] ** (1 - part) * _EVERYWHERE[place] ** part))


def tried(ranks: Ranks, seed: int) -> LawHeld | None:
    """The law fitted as if a part of the people were all there are, and asked for all of them; none without such."""
    for part in PARTS:
        few = ranks.thinned(part, seed) if (ranks.rivals + 1) // part >= FEWEST_PEOPLE else None
        if few is not None and unclear(few) is None:
            said = drawn_on(few, np.array([ranks.rivals + 1.0]), seed).at(0)
            measured = ranks.found / ranks.looked_for
            held = said.low <= measured <= said.high
            return LawHeld(fitted_on=few.rivals + 1, forecast=said, measured=measured, held=held)
    return None
