"""The advice itself: who fits, what gives the person away, what to hide, what to mention instead, what a draft adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from standout.advising.coded import CodedAdvice, Decoy, DraftBits, Way
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
    wishes, everything = wishes or Wishes(), _distinct([*shown, *draft])
    crowd = crowd_of(data, everything)
    fits = crowd.fits(range(len(everything)))
    self_counted = int(fits > 0)
    hidings = smallest_to_hide(crowd, [wishes.k * times + self_counted for times in _MORE])
    decoys = decoy_items(data, everything, wishes)
    plans = [_Plan(hiding, _without(everything, hiding.places), decoys) for hiding in hidings] or [
        _Plan(None, everything, decoys)
    ]
    before, chosen = _verify(data, crowd, everything, plans, attacks, wishes.k)
    advised = dict.fromkeys(plan.hiding for plan in (plans[0], chosen.plan) if plan.hiding)
    return CodedAdvice(
        people=data.people,
        k=wishes.k,
        shown=len(everything),
        fits=fits,
        others=fits - self_counted,
        revealing=tuple(narrowing(crowd)),
        hide=tuple(Way(hiding.places, hiding.fits - self_counted, hiding.exact) for hiding in advised),
        mention=tuple(Decoy(item, int(data.holders[item])) for item in chosen.mention),
        verified=_verified(before, chosen, wishes.k),
        draft=_draft(crowd, len(_distinct(shown)), fits) if draft else None,
    )


def _distinct(shown: Sequence[Shown]) -> list[Shown]:
    """Each item once, as first shown; things that are not in the data stay apart."""
    first = {thing.item: place for place, thing in reversed(list(enumerate(shown))) if thing.item >= 0}
    return [thing for place, thing in enumerate(shown) if thing.item < 0 or first[thing.item] == place]


def decoy_items(data: LocalDataset, shown: Sequence[Shown], wishes: Wishes) -> list[int]:
    """The most popular items that the person does not show, each held by at least the decoy crowd.

    By popularity alone: decoys picked because a near match has them would point at that one person.
    """
    order: Int64s = np.argsort(-data.holders, kind="stable")
    order = order[~np.isin(order, [thing.item for thing in shown])]
    return [int(item) for item in order[: wishes.mentions] if data.holders[item] >= wishes.decoy_crowd]


def _standings(
    data: LocalDataset, crowd: Crowd, lists: Sequence[Sequence[Shown]], attacks: Sequence[Attack]
) -> list[list[Standing]]:
    """How the person stands in every attack for each list, the first of which is all they show.

    Theirs is one of the records that have all they show; of many, some of all lengths are tried. Where none has, it
    is a record that holds just what they show.
    """
    fitting = crowd.fitting()
    if not len(fitting):
        return standings(with_record(data, lists[0]), np.array([data.people]), lists, attacks)
    ordered = fitting[np.argsort(data.lengths[fitting], kind="stable")]
    places = np.linspace(0, len(ordered) - 1, min(len(ordered), _TRIED)).astype(np.int64)
    return standings(data, ordered[places], lists, attacks)


def _without(shown: Sequence[Shown], places: Sequence[int]) -> list[Shown]:
    return [thing for place, thing in enumerate(shown) if place not in set(places)]


@dataclass(frozen=True)
class _Plan:
    """Something to hide, what is then left to show, and what may be mentioned besides."""

    hiding: Hiding | None
    left: Sequence[Shown]
    decoys: Sequence[int]

    def lists(self) -> list[Sequence[Shown]]:
        """What would be shown with none, one, two, … of the decoys."""
        return [[*self.left, *map(Shown, self.decoys[:count])] for count in range(len(self.decoys) + 1)]


@dataclass(frozen=True)
class _Verified:
    """A plan after attacking again: how the person stands with things hidden, and with the best mentions besides."""

    plan: _Plan
    hidden: Sequence[Standing]
    mention: Sequence[int]
    mentioned: Sequence[Standing] | None


def _verify(
    data: LocalDataset,
    crowd: Crowd,
    everything: Sequence[Shown],
    plans: Sequence[_Plan],
    attacks: Sequence[Attack],
    k: int,
) -> tuple[list[Standing], _Verified]:
    """Attack again: with everything shown, and with the first plan that every attack leaves safe, or else the first."""
    before, *ranked = _standings(data, crowd, [everything, *plans[0].lists()], attacks)
    first = _with_mentions(plans[0], ranked)
    if _safe(first.hidden, k) or len(plans) == 1:
        return before, first
    hidden = _standings(data, crowd, [everything, *(plan.left for plan in plans[1:])], attacks)[1:]
    better = next((plan for plan, standing in zip(plans[1:], hidden, strict=True) if _safe(standing, k)), None)
    if better is None:
        return before, first
    return before, _with_mentions(better, _standings(data, crowd, [everything, *better.lists()], attacks)[1:])


def _with_mentions(plan: _Plan, ranked: Sequence[Sequence[Standing]]) -> _Verified:
    """As few decoys as leave the person safest, never such that an attack names one particular other person."""
    hidden, *more = ranked
    fair = [place for place, lineups in enumerate(more) if not any(standing.names_another for standing in lineups)]
    fewest = {place: min((standing.others for standing in more[place]), default=0) for place in fair}
    best = max(fair, key=lambda place: (fewest[place], -place), default=None)
    if best is None:
        return _Verified(plan, hidden, (), None)
    return _Verified(plan, hidden, plan.decoys[: best + 1], more[best])


def _safe(standings: Sequence[Standing], k: int) -> bool:
    """Whether every attack has at least k others before or level with the person."""
    return all(standing.others >= k for standing in standings)


def _verified(before: Sequence[Standing], after: _Verified, k: int) -> Verified:
    """Every attack run again: how many others come before or level with the person, before and after."""
    hidden, mentioned = after.plan.hiding is not None, after.mentioned
    attacks = tuple(
        AttackedAgain(
            attack=standing.attack,
            before=standing.others,
            hidden=after.hidden[place].others if hidden else None,
            mentioned=None if mentioned is None else mentioned[place].others,
        )
        for place, standing in enumerate(before)
    )
    return Verified(
        hide=hidden and _safe(after.hidden, k),
        mention=mentioned is not None and _safe(mentioned, k),
        attacks=attacks,
    )


def _draft(crowd: Crowd, before: int, fits: int) -> DraftBits:
    """What the last of the shown things, those from `before` on, add to the rest."""
    fitted = crowd.fits(range(before))
    places = tuple(
        (place, _bits(fitted, crowd.fits([*range(before), place]))) for place in range(before, crowd.has.shape[1])
    )
    return DraftBits(fitted, fits, _bits(fitted, fits), places)


def _bits(before: int, after: int) -> float:
    return float(np.log2(max(before, 1) / max(after, 1)))
