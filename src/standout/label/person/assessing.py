"""How a list of items fares in a bulletin, by any of its scores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from standout.label.bulletin.groups import in_bands
from standout.label.person.hidden_crowd import Hidden, hidden
from standout.label.person.person_score import better_score, normalised, paper_score
from standout.results.bulletin import Bulletin, Group


@dataclass(frozen=True)
class Assessment:
    """How a list of items fares in a bulletin."""

    raw: float
    score: float
    """Normalised: 1 is the most private, 0 the least."""
    group: int
    """Which of the score's groups, 0 being the least safe."""
    all: int
    rare: int
    """How many are rare, with those that the bulletin does not name."""
    unknown: int
    """How many the bulletin does not name."""
    hidden: Hidden | None = None
    """Among how many people, and how often among few; of the score `hiding` alone."""


def assess(counts: Sequence[int], bulletin: Bulletin, score: str = "better") -> Assessment:
    """Score a list of items; `counts` are their holders in the bulletin, 0 for an item that it does not name."""
    scored, found = bulletin.scores[score], None
    rare = sum(count < bulletin.rare_below for count in counts)
    if score == "paper":
        raw = paper_score(rare, len(counts))
    elif score == "better":
        raw = better_score(counts, bulletin)
    else:
        found = hidden(counts, bulletin)
        raw = math.log(bulletin.people) - found.log_said
    normal = normalised(raw, scored.norm)
    unknown = sum(count == 0 for count in counts)
    return Assessment(raw, normal, group_of(normal, scored.groups), len(counts), rare, unknown, found)


def group_of(score: float, groups: Sequence[Group]) -> int:
    """The group with the nearest centroid; of two equally near ones the less safe. Bands begin where they begin."""
    if in_bands(groups):
        return max((place for place, group in enumerate(groups) if score > group.low), default=0)
    return min(range(len(groups)), key=lambda place: (abs(score - groups[place].centroid), place))
