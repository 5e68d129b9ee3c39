"""What is said about the data as a whole: its size, sparsity, theory, popularity, and who is at risk."""

from __future__ import annotations

from typing import Any

import numpy as np

from standout.attacks.contract import Floats
from standout.data.model import Interactions
from standout.risk.crowds import folded
from standout.risk.intervals import share_of
from standout.risk.people import PersonalRisk
from standout.risk.popularity import distribution, information_by_rank, items_outside_top, outside_top_table
from standout.risk.similarity import Sparsity
from standout.risk.theorems import theory

FEWEST_SHOWN = 5
"""Groups of fewer people than this are not told apart in figures."""

RARE_BELOW = 0.1
"""An item is rare if it is outside the 500 most popular, or outside this share of all items if that is fewer."""


def summary(
    data: Interactions,
    released: Interactions | None,
    sparsity: Sparsity,
    personal: PersonalRisk,
    released_share: float | None,
    crowd: int = FEWEST_SHOWN,
) -> dict[str, Any]:
    """Everything in `findings.json` that is not a finding; no number is about fewer people than the crowd."""
    target = released or data
    found: dict[str, Any] = {"data": about(data)}
    if released is not None:
        found["released"] = about(released)
    return found | {
        "sparsity": sparsity.as_dict(),
        "theory": theory(target.people, sparsity, released_share),
        "popularity": {
            "information_by_rank": information_by_rank(target),
            "people_with_items_outside_top": outside_top_table(target),
            "items_by_holders": distribution(target.holders),
            "people_by_items": distribution(target.lengths, crowd),
        },
        "personal": personal_summary(data, personal, crowd),
    }


def about(data: Interactions) -> dict[str, Any]:
    """Size, checksum and kinds of a dataset."""
    return {
        "people": data.people,
        "items": data.items,
        "interactions": data.count,
        "sha256": data.source.sha256,
        "files": list(data.source.files),
        "values": {"kind": data.scale.kind, "levels": len(data.scale.labels)},
        "days": None if data.first_day is None else {
            "first": str(np.datetime64(data.first_day, "D")),
            "last": str(np.datetime64(data.first_day + data.last_day, "D")),
        },
    }  # fmt: skip


def rare_from(data: Interactions) -> int:
    """The popularity rank from which on an item counts as rare."""
    return min(500, int(RARE_BELOW * data.items))


def rare_shares(data: Interactions) -> Floats:
    """The share of rare items in each person's record."""
    return items_outside_top(data, rare_from(data)) / np.maximum(data.lengths, 1)


def personal_summary(data: Interactions, personal: PersonalRisk, crowd: int = FEWEST_SHOWN) -> dict[str, Any]:
    """How often people are found over repeated draws: how that is spread, and for whom it is worst."""
    drawn = personal.draws > 0
    people, found = personal.people[drawn], personal.found[drawn] / personal.draws[drawn]
    lengths = data.lengths[people]
    return {
        "adversary": personal.adversary,
        "attack": personal.attack,
        "people": len(people),
        "draws": int(personal.draws.max(initial=0)),
        "found_share": _spread_of(found, crowd),
        "by_record_length": _by(np.floor(np.log2(np.maximum(lengths, 1))).astype(int), _doubling_label, found, crowd),
        "by_rare_share": _by(np.minimum((rare_shares(data)[people] * 5).astype(int), 4), _fifth_label, found, crowd),
    }


def _spread_of(found: Floats, crowd: int) -> list[dict[str, Any]]:
    """People by how often they were found, in tenths; tenths with a few people are joined with the next."""
    tenths = np.bincount(np.minimum((found * 10 + 1e-9).astype(int), 10), minlength=11)
    ends = [10 * step + 9 for step in range(10)] + [100]
    return [
        {
            "found": f"{10 * first}–{ends[last]}%" if first < len(ends) - 1 else "100%",
            "people": int(tenths[first : last + 1].sum()),
        }
        for first, last in folded(tenths.tolist(), crowd)
    ]


def _by(groups: Any, label: Any, found: Floats, crowd: int) -> list[dict[str, Any]]:
    rows = []
    for group in np.unique(groups):
        average = share_of(found[groups == group])
        count = int((groups == group).sum())
        if average is not None and count >= crowd:
            rows.append({"group": label(int(group)), "people": count} | average.as_dict())
    return rows


def _doubling_label(step: int) -> str:
    return "1" if step == 0 else f"{1 << step}–{(2 << step) - 1}"


def _fifth_label(step: int) -> str:
    return f"{20 * step}–{20 * step + 20}%"
