"""Which columns of the public data to use, chosen by evidence: by what names more people at the guarded threshold.

No truth is needed: a column that misleads makes true matches stand out less, and absent people more. So that chance
does not choose, each half of some people chooses, and what one half chose is compared by what it names in the other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from standout.attacks.likelihood import Likelihood
from standout.auditing.guarding import Asked, look
from standout.common.arrays import Int64s
from standout.data.codes import NO_VALUE
from standout.data.scales import comparable
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, of_targets, seed_for
from standout.results.guard import FieldUsed

PEOPLE, FEWEST, TRIED = 500, 50, 1_000
"""How many people choose, at most and at least, and how many are simulated for each choice."""

_MORE = 0.02
"""Of each half, so many more must be named for a column to count up to a number of each person's own."""

Fields = tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """The knowledge with the columns that are used, and a word on each."""

    knowledge: Knowledge
    fields: tuple[FieldUsed, ...]
    own: tuple[str, ...] = ()
    """Those that count only up to a number of each person's own."""


def with_fields(knowledge: Knowledge, fields: Fields) -> Knowledge:
    """The same knowledge without the other columns."""
    values = knowledge.values if "values" in fields else np.full_like(knowledge.values, NO_VALUE)
    days = knowledge.days if "days" in fields else np.full_like(knowledge.days, UNKNOWN_DAY)
    return replace(knowledge, values=values, days=days)


def choose(asked: Asked, knowledge: Knowledge) -> Choice:
    """The columns that name most people; all that can be compared where there is nothing to choose by."""
    there = _comparable(asked, knowledge)
    lacking = tuple(FieldUsed(field=field, used=False, why=why) for field, why in there.items() if why)
    usable = tuple(field for field, why in there.items() if not why)
    few = knowledge.targets < FEWEST
    if not isinstance(asked.attack, Likelihood) or not usable or few:
        why = "the attack takes what it can" if not few else "too few people to choose by"
        taken = tuple(FieldUsed(field=field, used=True, why=why) for field in usable)
        return Choice(knowledge, (FieldUsed(field="items", used=True, why="always"), *taken, *lacking))
    ways = [("items", *some) for size in range(len(usable), -1, -1) for some in combinations(usable, size)]
    some = _some(asked, knowledge)
    counts = np.array([_named(asked, with_fields(some, way)) for way in ways])
    best = _best(counts)
    own, owned = _own(asked, some, usable, ways[best], counts[best])
    said = [FieldUsed(field="items", used=True, why="always")]
    for field in usable:
        used = field in ways[best]
        other = max((row.sum() for way, row in zip(ways, counts, strict=True) if (field in way) != used), default=0)
        with_it, without_it = (counts[best].sum(), other) if used else (other, counts[best].sum())
        why = f"{int(with_it):,} of {some.targets:,} people are named with it, {int(without_it):,} without"
        if field in own:
            why += f", {owned:,} up to a number of each person's own: {', '.join(own)}"
        said.append(FieldUsed(field=field, used=used or field in own, why=why))
    said += _besides(asked, usable, own)
    return Choice(with_fields(knowledge, (*ways[best], *own)), (*said, *lacking), own)


def _besides(asked: Asked, usable: Fields, own: Fields) -> list[FieldUsed]:
    """A word on what is no column: how long records are, how often an item is had, and what came after what."""
    again = asked.released.facts.events
    often = "an item counts once, however often somebody has it" if again else "nobody has an item twice"
    moved = "days" in own
    order = "as days up to a number of each person's own" if moved else "no more people are named by it"
    return [
        FieldUsed(field="lengths", used=True, why="always: a long record has more by chance"),
        FieldUsed(field="counts", used=False, why=often),
        FieldUsed(field="order", used=moved, why=order if "days" in usable else "there are no days to tell it"),
    ]


def _own(asked: Asked, some: Knowledge, usable: Fields, best: Fields, counts: Int64s) -> tuple[Fields, int]:
    """Columns that name more people if they count only up to a number of each person's own, and how many they name;
    none where both halves of the people do not agree that they do."""
    chosen: tuple[Fields, int] = ((), int(counts.sum()))
    for own in [way for size in range(1, len(usable) + 1) for way in combinations(usable, size)]:
        looking = replace(asked, own=own)
        named = _named(looking, with_fields(some, (*best, *own)))
        if (named > counts + _MORE * some.targets / 2).all() and int(named.sum()) > chosen[1]:
            chosen = own, int(named.sum())
    return chosen


def _comparable(asked: Asked, knowledge: Knowledge) -> dict[str, str]:
    """For each column why it cannot be used; an empty word if it can."""
    known = (bool((knowledge.values != NO_VALUE).any()), bool((knowledge.days != UNKNOWN_DAY).any()))
    there = (asked.released.has_values, asked.released.has_days)
    said = {}
    for field, public, released in zip(("values", "days"), known, there, strict=True):
        side = "neither side has any" if not public and not released else "the public data has none"
        said[field] = "" if public and released else side if not public else "the released data has none"
    if not said["values"] and not comparable(knowledge.scale, asked.released.scale):
        said["values"] = "the scales cannot be compared"
    return said


def _some(asked: Asked, knowledge: Knowledge) -> Knowledge:
    """Those who choose."""
    order = np.random.default_rng(seed_for(asked.seed, "fields")).permutation(knowledge.targets)[:PEOPLE]
    return of_targets(knowledge, np.sort(order))


def _named(asked: Asked, some: Knowledge) -> Int64s:
    """How many people of each half are named."""
    odd, nobody = np.arange(some.targets) % 2 == 1, np.full(some.targets, -1, np.int64)
    named = look(replace(asked, tried=min(TRIED, asked.tried)), some, nobody).named
    return np.array([int(named[~odd].sum()), int(named[odd].sum())])


def _best(counts: Int64s) -> int:
    """The choice of both halves; where they differ, the one that names more in the half that did not choose it.

    Among equals, the one with most columns, which comes first.
    """
    first, second = (int(np.argmax(counts[:, half])) for half in (0, 1))
    return first if first == second or counts[first, 1] >= counts[second, 0] else second
