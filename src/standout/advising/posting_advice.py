"""The advice itself: who fits, what gives the person away, what to hide, what to mention instead, what a draft adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from standout.advising.hiding import Hiding, smallest_to_hide
from standout.advising.rivals import Standing, standings, with_record
from standout.advising.who_fits import Crowd, Shown, crowd, narrowing
from standout.attacks.contract import Attack
from standout.data.model import Int64s, Interactions
from standout.errors import BadInput

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
    data: Interactions,
    shown: Sequence[Shown],
    attacks: Sequence[Attack],
    wishes: Wishes | None = None,
    draft: Sequence[Shown] = (),
) -> dict[str, Any]:
    """Advice on what a person shows, or is about to show, counted in the data and verified by attacking again.

    Items are codes of the data; whoever prints the advice gives them their names.
    """
    wishes, everything = wishes or Wishes(), _distinct([*shown, *draft])
    found = crowd(data, everything)
    fits = found.fits(range(len(everything)))
    self_counted = int(fits > 0)
    hidings = smallest_to_hide(found, [wishes.k * times + self_counted for times in _MORE])
    decoys = decoy_items(data, everything, wishes)
    plans = [_Plan(one, _without(everything, one.places), decoys) for one in hidings] or [
        _Plan(None, everything, decoys)
    ]
    before, chosen = _verify(data, found, everything, plans, attacks, wishes.k)
    document: dict[str, Any] = {
        "people": data.people,
        "k": wishes.k,
        "shown": len(everything),
        "fits": fits,
        "others": fits - self_counted,
        "revealing": [
            {"item": everything[step.place].item, "place": step.place, "bits": step.bits, "left": step.left}
            for step in narrowing(found)
        ],
        "hide": [
            {"places": list(one.places), "others": one.fits - self_counted, "exact": one.exact}
            for one in dict.fromkeys(plan.hiding for plan in (plans[0], chosen.plan) if plan.hiding)
        ],
        "mention": [{"item": item, "holders": int(data.holders[item])} for item in chosen.mention],
        "verified": _verified(before, chosen, wishes.k),
    }
    if draft:
        document["draft"] = _draft(found, len(_distinct(shown)), fits)
    return document


def _distinct(shown: Sequence[Shown]) -> list[Shown]:
    """Each item once, as first shown; things that are not in the data stay apart."""
    first = {one.item: place for place, one in reversed(list(enumerate(shown))) if one.item >= 0}
    return [one for place, one in enumerate(shown) if one.item < 0 or first[one.item] == place]


def decoy_items(data: Interactions, shown: Sequence[Shown], wishes: Wishes) -> list[int]:
    """The most popular items that the person does not show, each held by at least the decoy crowd.

    By popularity alone: decoys picked because a near match has them would point at that one person.
    """
    order: Int64s = np.argsort(-data.holders, kind="stable")
    order = order[~np.isin(order, [one.item for one in shown])]
    return [int(item) for item in order[: wishes.mentions] if data.holders[item] >= wishes.decoy_crowd]


def _standings(
    data: Interactions, found: Crowd, lists: Sequence[Sequence[Shown]], attacks: Sequence[Attack]
) -> list[list[Standing]]:
    """How the person stands in every attack for each list, the first of which is all they show.

    Theirs is one of the records that have all they show; of many, some of all lengths are tried. Where none has, it
    is a record that holds just what they show.
    """
    fitting = found.fitting()
    if not len(fitting):
        return standings(with_record(data, lists[0]), np.array([data.people]), lists, attacks)
    ordered = fitting[np.argsort(data.lengths[fitting], kind="stable")]
    places = np.linspace(0, len(ordered) - 1, min(len(ordered), _TRIED)).astype(np.int64)
    return standings(data, ordered[places], lists, attacks)


def _without(shown: Sequence[Shown], places: Sequence[int]) -> list[Shown]:
    return [one for place, one in enumerate(shown) if place not in set(places)]


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
    data: Interactions,
    found: Crowd,
    everything: Sequence[Shown],
    plans: Sequence[_Plan],
    attacks: Sequence[Attack],
    k: int,
) -> tuple[list[Standing], _Verified]:
    """Attack again: with everything shown, and with the first plan that every attack leaves safe, or else the first."""
    before, *ranked = _standings(data, found, [everything, *plans[0].lists()], attacks)
    first = _with_mentions(plans[0], ranked)
    if _safe(first.hidden, k) or len(plans) == 1:
        return before, first
    hidden = _standings(data, found, [everything, *(plan.left for plan in plans[1:])], attacks)[1:]
    better = next((plan for plan, standing in zip(plans[1:], hidden, strict=True) if _safe(standing, k)), None)
    if better is None:
        return before, first
    return before, _with_mentions(better, _standings(data, found, [everything, *better.lists()], attacks)[1:])


def _with_mentions(plan: _Plan, ranked: Sequence[Sequence[Standing]]) -> _Verified:
    """As few decoys as leave the person safest, never such that an attack names one particular other person."""
    hidden, *more = ranked
    fair = [at for at, standing in enumerate(more) if not any(one.names_another for one in standing)]
    best = max(fair, key=lambda at: (min((one.others for one in more[at]), default=0), -at), default=None)
    if best is None:
        return _Verified(plan, hidden, (), None)
    return _Verified(plan, hidden, plan.decoys[: best + 1], more[best])


def _safe(standing: Sequence[Standing], k: int) -> bool:
    """Whether every attack has at least k others before or level with the person."""
    return all(one.others >= k for one in standing)


def _verified(before: Sequence[Standing], after: _Verified, k: int) -> dict[str, Any]:
    """Every attack run again: how many others come before or level with the person, before and after."""
    rows = []
    for at, one in enumerate(before):
        row: dict[str, Any] = {"attack": one.attack, "before": one.others}
        if after.plan.hiding is not None:
            row["hidden"] = after.hidden[at].others
        if after.mentioned is not None:
            row["mentioned"] = after.mentioned[at].others
        rows.append(row)
    return {
        "hide": after.plan.hiding is not None and _safe(after.hidden, k),
        "mention": after.mentioned is not None and _safe(after.mentioned, k),
        "attacks": rows,
    }


def _draft(found: Crowd, before: int, fits: int) -> dict[str, Any]:
    """What the last of the shown things, those from `before` on, add to the rest."""
    fitted = found.fits(range(before))
    items = [
        {"place": place, "bits": _bits(fitted, found.fits([*range(before), place]))}
        for place in range(before, found.has.shape[1])
    ]
    return {"before": fitted, "after": fits, "bits": _bits(fitted, fits), "items": items}


def _bits(before: int, after: int) -> float:
    return float(np.log2(max(before, 1) / max(after, 1)))
