"""The advice itself: who fits, what gives the person away, what to hide, what to mention instead, what a draft adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from standout.advising.coded import CodedAdvice, DraftBits, Way
from standout.advising.decoys import Mentions, decoys_of, tried_mentions
from standout.advising.hiding import Hiding, smallest_to_hide
from standout.advising.rivals import Standing, standings, with_record
from standout.advising.who_fits import Crowd, Shown, crowd_of, narrowing
from standout.attacks.contract import Attack
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.results.advice import AttackedAgain, Verified

_MORE = (1, 2, 4, 8)
"""Attacks that weigh how long records are may still see who it is among k others: then this many times k are tried."""

_TRIED = 5
"""Records that may be the person's and are attacked in turn."""


@dataclass(frozen=True)
class Wishes:
    """How many others should fit, how many mentions may be made up, and how many people must have each."""

    k: int = 10
    mentions: int = 5
    decoy_crowd: int = 100

    def __post_init__(self) -> None:
        for option, number, least in (
            ("--k", self.k, 1),
            ("--mentions", self.mentions, 0),
            ("--decoy-crowd", self.decoy_crowd, 1),
        ):
            if number < least:
                raise BadInput(f"{option} is {number}, but must be at least {least}")


def advise(
    data: LocalDataset,
    shown: Sequence[Shown],
    attacks: Sequence[Attack],
    wishes: Wishes | None = None,
    draft: Sequence[Shown] = (),
) -> CodedAdvice:
    """Advice on what a person shows, or is about to show, counted in the data and verified by attacking again.

    Items are codes of the data; whoever prints the advice gives them their names.
    """
    wishes, everything = wishes or Wishes(), distinct([*shown, *draft])
    crowd = crowd_of(data, everything)
    fits = crowd.fits(range(len(everything)))
    self_counted = int(fits > 0)
    hidings = smallest_to_hide(crowd, [wishes.k * times + self_counted for times in _MORE])
    plans = [_Plan(hiding, without(everything, hiding.places)) for hiding in hidings] or [_Plan(None, everything)]
    before, chosen = _verify(data, crowd, everything, plans, attacks, wishes)
    advised = dict.fromkeys(plan.hiding for plan in (plans[0], chosen.plan) if plan.hiding)
    return CodedAdvice(
        people=data.people,
        k=wishes.k,
        shown=len(everything),
        fits=fits,
        others=fits - self_counted,
        revealing=tuple(narrowing(crowd)),
        hide=tuple(Way(hiding.places, hiding.fits - self_counted, hiding.exact) for hiding in advised),
        mention=decoys_of(data, chosen.mentions),
        verified=_verified(before, chosen, wishes.k),
        draft=draft_bits(crowd, len(distinct(shown)), fits) if draft else None,
    )


def distinct(shown: Sequence[Shown]) -> list[Shown]:
    """Each item once, as first shown; things that are not in the data stay apart."""
    first = {thing.item: place for place, thing in reversed(list(enumerate(shown))) if thing.item >= 0}
    return [thing for place, thing in enumerate(shown) if thing.item < 0 or first[thing.item] == place]


def possible_owners(data: LocalDataset, crowd: Crowd, everything: Sequence[Shown]) -> tuple[LocalDataset, Int64s]:
    """The data with the person in it, and the records that may be theirs.

    Theirs is one of the records that have all they show; of many, some of all lengths are tried. Where none has, it
    is a record that holds just what they show.
    """
    fitting = crowd.fitting()
    if not len(fitting):
        return with_record(data, everything), np.array([data.people])
    ordered = fitting[np.argsort(data.lengths[fitting], kind="stable")]
    places = np.linspace(0, len(ordered) - 1, min(len(ordered), _TRIED)).astype(np.int64)
    return data, ordered[places]


def without(shown: Sequence[Shown], places: Sequence[int]) -> list[Shown]:
    return [thing for place, thing in enumerate(shown) if place not in set(places)]


@dataclass(frozen=True)
class _Plan:
    """Something to hide, and what is then left to show."""

    hiding: Hiding | None
    left: Sequence[Shown]


@dataclass(frozen=True)
class _Verified:
    """A plan after attacking again: how the person stands with things hidden, and with the best mentions besides."""

    plan: _Plan
    hidden: Sequence[Standing]
    mentions: Mentions


def _verify(
    data: LocalDataset,
    crowd: Crowd,
    everything: Sequence[Shown],
    plans: Sequence[_Plan],
    attacks: Sequence[Attack],
    wishes: Wishes,
) -> tuple[list[Standing], _Verified]:
    """Attack again: with everything shown, and with the first plan that every attack leaves safe, or else the first."""
    world, owners = possible_owners(data, crowd, everything)
    before, first = standings(world, owners, [everything, plans[0].left], attacks)
    plan, hidden = plans[0], first
    if not safe(first, wishes.k) and len(plans) > 1:
        more = standings(world, owners, [plan.left for plan in plans[1:]], attacks)
        safer = [(each, standing) for each, standing in zip(plans[1:], more, strict=True) if safe(standing, wishes.k)]
        plan, hidden = next(iter(safer), (plan, hidden))
    avoid = {thing.item for thing in everything}
    mentions = tried_mentions(world, owners, plan.left, hidden, attacks, wishes.mentions, wishes.decoy_crowd, avoid)
    return before, _Verified(plan, hidden, mentions)


def safe(standings: Sequence[Standing], k: int) -> bool:
    """Whether every attack has at least k others before or level with the person."""
    return all(standing.others >= k for standing in standings)


def _verified(before: Sequence[Standing], after: _Verified, k: int) -> Verified:
    """Every attack run again: how many others come before or level with the person, before and after."""
    return verified_again(before, after.hidden if after.plan.hiding is not None else None, after.mentions, k)


def verified_again(
    before: Sequence[Standing], hidden: Sequence[Standing] | None, mentions: Mentions, k: int
) -> Verified:
    """What attacking again showed; mentioning counts only if it also holds against who ignores popular mentions."""
    mentioned, ignoring = mentions.standings, mentions.ignoring
    attacks = tuple(
        AttackedAgain(
            attack=standing.attack,
            before=standing.others,
            hidden=None if hidden is None else hidden[place].others,
            mentioned=None if mentioned is None else mentioned[place].others,
            ignoring=None if ignoring is None else ignoring[place].others,
        )
        for place, standing in enumerate(before)
    )
    return Verified(
        hide=hidden is not None and safe(hidden, k),
        mention=mentioned is not None and ignoring is not None and safe(mentioned, k) and safe(ignoring, k),
        attacks=attacks,
    )


def draft_bits(crowd: Crowd, before: int, fits: int) -> DraftBits:
    """What the last of the shown things, those from `before` on, add to the rest."""
    fitted = crowd.fits(range(before))
    places = tuple(
        (place, _bits(fitted, crowd.fits([*range(before), place]))) for place in range(before, crowd.has.shape[1])
    )
    return DraftBits(fitted, fits, _bits(fitted, fits), places)


def _bits(before: int, after: int) -> float:
    return float(np.log2(max(before, 1) / max(after, 1)))
