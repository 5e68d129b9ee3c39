"""What popularity alone says: an estimate of who fits, from a bulletin, without anybody's data."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from standout.advising.hiding import Hiding
from standout.advising.who_fits import Narrowing
from standout.common.arrays import Floats
from standout.label.person.person_score import holding, others
from standout.results.bulletin import Bulletin


def chances_of(counts: Sequence[int], bulletin: Bulletin) -> Floats:
    """With what probability somebody else of each part of the crowd (column) has each shown item (row).

    The model is that of the label's score: having one item says nothing about having another, beyond how active
    people are. An item that the bulletin does not name counts as those that it folds together.
    """
    known = {count: holding(others(count, bulletin), bulletin.people, bulletin.crowd) for count in set(counts)}
    rows = [known[count] for count in counts]
    return np.array(rows).reshape(len(counts), len(bulletin.crowd))


def expected_others(chances: Floats, bulletin: Bulletin) -> float:
    """How many other people are expected to have all of the items in these rows."""
    if not len(bulletin.crowd):
        return 0.0
    return (bulletin.people - 1) * float(chances.prod(axis=0).mean())


def fewest_to_hide(counts: Sequence[int], bulletin: Bulletin, wanted: int) -> Hiding | None:
    """The fewest items to hide so that `wanted` others are expected to fit: the rarest ones, as many as it takes.

    In this model no other choice of as many items leaves more people, so it is exact, as far as the model is.
    """
    chances, order = chances_of(counts, bulletin), np.argsort(counts, kind="stable")
    for hidden in range(len(order) + 1):
        expected = expected_others(chances[order[hidden:]], bulletin)
        if expected >= wanted:
            return Hiding(tuple(sorted(int(place) for place in order[:hidden])), int(expected), exact=True)
    return None


def expected_narrowing(counts: Sequence[int], bulletin: Bulletin) -> list[Narrowing]:
    """The shown items from the rarest on: by how many bits each narrows the crowd further, and who is left."""
    chances, order = chances_of(counts, bulletin), np.argsort(counts, kind="stable")
    left, steps = float(bulletin.people), []
    for end in range(1, len(order) + 1):
        now = 1.0 + expected_others(chances[order[:end]], bulletin)
        steps.append(Narrowing(int(order[end - 1]), max(float(np.log2(left / now)), 0.0), now))
        left = now
    return steps
