"""Advice on mentions, some of which may be of things that the writer does not have: by attacks, not by who has all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from standout.advising.coded import CodedAdvice, Way
from standout.advising.decoys import decoys_of, tried_mentions
from standout.advising.pointing import MENTIONS, Owner, Pointing, owner_of, pointing
from standout.advising.posting_advice import Wishes, draft_bits, safe, verified_again, without
from standout.advising.rivals import Standing, standings
from standout.advising.who_fits import Shown, crowd_of, narrowing
from standout.attacks.contract import Attack, bound
from standout.data.dataset import LocalDataset

_MOST_TRIED = 12
"""So many of the rarest mentions are tried to be left out at each step; popular ones tell least."""


@dataclass(frozen=True)
class MentionAdvice:
    """The advice, whom the post and what was posted before point at, whose record is attacked, and for each mention of
    the draft how many others there would be without it in the attack that finds the person best."""

    coded: CodedAdvice
    before: Pointing
    after: Pointing
    owner: Owner
    without: tuple[int, ...]


def advise_on_mentions(
    data: LocalDataset,
    posted: Sequence[Shown],
    draft: Sequence[Shown],
    attacks: Sequence[Attack],
    wishes: Wishes,
    own: Sequence[int] | None = None,
    avoid: Collection[int] = (),
) -> MentionAdvice:
    """Advice on a draft, given what was posted before, which nobody can take back, and perhaps what the person has.

    Items of the draft are not among those posted. What is `avoid`ed is never suggested.
    """
    everything = [*posted, *draft]
    crowd = crowd_of(data, everything)
    after = pointing(data, everything)
    named = after.record if after.chance > 1 / (wishes.k + 1) else None
    owner = owner_of(data, crowd, everything, own, named)
    told = [bound(attack, MENTIONS) for attack in attacks]
    lone = [without(everything, [len(posted) + place]) for place in range(len(draft))]
    before, *each = standings(owner.data, owner.records, [everything, *lone], told)
    hidden, last = _left_out(owner, everything, len(posted), before, told, wishes.k)
    left = without(everything, hidden)
    mentions = tried_mentions(
        owner.data, owner.records, left, last, told, wishes.mentions, wishes.decoy_crowd,
        {*avoid, *(thing.item for thing in everything), *(own or ())},
    )  # fmt: skip
    fits = crowd.fits(range(len(everything)))
    helps = safe(last, wishes.k)
    coded = CodedAdvice(
        people=data.people,
        k=wishes.k,
        shown=len(everything),
        fits=fits,
        others=_fewest(before, data.people),
        revealing=tuple(narrowing(crowd)),
        hide=(Way(tuple(hidden), _fewest(last, data.people), exact=len(hidden) < 2),) if helps else (),
        mention=decoys_of(data, mentions),
        verified=verified_again(before, last if helps else None, mentions, wishes.k),
        draft=draft_bits(crowd, len(posted), fits) if posted and draft else None,
    )
    return MentionAdvice(
        coded,
        pointing(data, posted),
        pointing(owner.data, everything) if owner.found is False else after,
        owner,
        tuple(_fewest(standing, data.people) for standing in each),
    )


def _left_out(
    owner: Owner,
    everything: Sequence[Shown],
    posted: int,
    before: Sequence[Standing],
    attacks: Sequence[Attack],
    k: int,
) -> tuple[list[int], Sequence[Standing]]:
    """Which mentions of the draft to leave out, step by step the one that brings most others in the worst attack, until
    every attack has enough; all of them where that never is. And how the person then stands."""
    hidden: list[int] = []
    now, people = before, owner.data.people
    while not safe(now, k):
        held = owner.data.holders
        open_places = [place for place in range(posted, len(everything)) if place not in hidden]
        open_places.sort(key=lambda place: held[everything[place].item] if everything[place].item >= 0 else people)
        open_places = open_places[:_MOST_TRIED]
        if not open_places:
            break
        lists = [without(everything, [*hidden, place]) for place in open_places]
        tried = standings(owner.data, owner.records, lists, attacks)
        best = max(
            range(len(lists)),
            key=lambda at: (_fewest(tried[at], people), sum(one.others for one in tried[at])),
        )
        hidden.append(open_places[best])
        now = tried[best]
    return sorted(hidden), now


def _fewest(standing: Sequence[Standing], people: int) -> int:
    """Others in the attack that finds the person best."""
    return min((min(one.others, people) for one in standing), default=people)
