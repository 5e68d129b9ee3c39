"""What is said about the data as a whole: its size, sparsity, theory, popularity, and who is at risk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.dataset import AnyDataset
from standout.engines.item_counts import item_counts
from standout.results.about_data import About, Days, SparsityCurves, Theory, Values
from standout.results.audit_parts import FoundShare, Group, PersonalSummary, Popularity
from standout.risk.crowds import folded
from standout.risk.intervals import share_of
from standout.risk.people import PersonalRisk
from standout.risk.popularity import distribution, information_by_rank, items_outside_top, outside_top_table
from standout.risk.similarity import Sparsity
from standout.risk.worst_people import over_people

FEWEST_SHOWN = 5
"""Groups of fewer people than this are not told apart in figures."""

RARE_BELOW = 0.1
"""An item is rare if it is outside the 500 most popular, or outside this share of all items if that is fewer."""


@dataclass(frozen=True)
class Summary:
    """Everything in `findings.json` that is not a finding; no number is about fewer people than the crowd."""

    data: About
    released: About | None
    sparsity: SparsityCurves
    theory: Theory
    popularity: Popularity
    personal: PersonalSummary


def summary(
    data: AnyDataset,
    released: AnyDataset | None,
    sparsity: Sparsity,
    theory: Theory,
    personal: PersonalSummary,
    crowd: int = FEWEST_SHOWN,
) -> Summary:
    """What is said about the data as a whole, and about the released version if there is one."""
    target = released or data
    return Summary(
        data=about(data),
        released=None if released is None else about(released),
        sparsity=sparsity.curves(),
        theory=theory,
        popularity=Popularity(
            information_by_rank=information_by_rank(target),
            people_with_items_outside_top=outside_top_table(target),
            items_by_holders=distribution(target.holders),
            people_by_items=distribution(item_counts(target), crowd),
        ),
        personal=personal,
    )


def about(data: AnyDataset) -> About:
    """Size, checksum and kinds of a dataset."""
    return About(
        people=data.people,
        items=data.items,
        interactions=data.count,
        sha256=data.source.sha256,
        files=tuple(data.source.files),
        values=Values(kind=data.scale.kind, levels=len(data.scale.labels)),
        days=None if data.first_day is None else Days(
            first=str(np.datetime64(data.first_day, "D")),
            last=str(np.datetime64(data.first_day + data.last_day, "D")),
        ),
    )  # fmt: skip


def rare_from(data: AnyDataset) -> int:
    """The popularity rank from which on an item counts as rare."""
    return min(500, int(RARE_BELOW * data.items))


def rare_shares(data: AnyDataset) -> Floats:
    """The share of rare items in each person's record."""
    return items_outside_top(data, rare_from(data)) / np.maximum(item_counts(data), 1)


def personal_summary(
    data: AnyDataset, personal: PersonalRisk, found_by_others: int | None = None, crowd: int = FEWEST_SHOWN
) -> PersonalSummary:
    """How often people are found over repeated draws: how that is spread, and for whom it is worst."""
    drawn = personal.draws > 0
    people, shares = personal.people[drawn], personal.found[drawn] / personal.draws[drawn]
    doublings = np.floor(np.log2(np.maximum(data.lengths[people], 1))).astype(np.int64)
    fifths = np.minimum((rare_shares(data)[people] * 5).astype(np.int64), 4)
    return PersonalSummary(
        adversary=personal.adversary,
        attack=personal.attack,
        people=len(people),
        draws=int(personal.draws.max(initial=0)),
        found_share=_spread_of(shares, crowd),
        by_record_length=_by(doublings, _doubling_label, shares, crowd),
        by_rare_share=_by(fifths, _fifth_label, shares, crowd),
        found_by_others=found_by_others,
        over_people=over_people(personal.found, personal.draws, crowd),
    )


def _spread_of(shares: Floats, crowd: int) -> tuple[FoundShare, ...]:
    """People by how often they were found, in tenths; tenths with a few people are joined with the next."""
    tenths = np.bincount(np.minimum((shares * 10 + 1e-9).astype(int), 10), minlength=11)
    ends = [10 * step + 9 for step in range(10)] + [100]
    return tuple(
        FoundShare(
            found=f"{10 * first}–{ends[last]}%" if first < len(ends) - 1 else "100%",
            people=int(tenths[first : last + 1].sum()),
        )
        for first, last in folded(tenths.tolist(), crowd)
    )


def _by(groups: Int64s, label: Callable[[int], str], shares: Floats, crowd: int) -> tuple[Group, ...]:
    rows = []
    for group in np.unique(groups).tolist():
        average = share_of(shares[groups == group])
        count = int((groups == group).sum())
        if average is not None and count >= crowd:
            rows.append(Group(group=label(group), people=count, rate=average.rate, low=average.low, high=average.high))
    return tuple(rows)


def _doubling_label(step: int) -> str:
    return "1" if step == 0 else f"{1 << step}–{(2 << step) - 1}"


def _fifth_label(step: int) -> str:
    return f"{20 * step}–{20 * step + 20}%"
