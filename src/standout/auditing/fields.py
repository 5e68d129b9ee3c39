"""Which columns of the public data to use, chosen by evidence: by what names more people at the guarded threshold.

No truth is needed: a column that misleads makes true matches stand out less, and absent people more. So that chance
does not choose, each half of some people chooses, and what one half chose is compared by what it names in the other;
and what gains nothing is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from types import MappingProxyType

import numpy as np

from standout.attacks.likelihood import Likelihood
from standout.auditing.guarding import Asked, Looked, look
from standout.auditing.second_looks import looked_again, possible_ways
from standout.common.arrays import Bools, Int64s
from standout.data.codes import NO_VALUE
from standout.data.scales import comparable
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, of_targets, seed_for
from standout.results.guard import FieldUsed
from standout.risk.calibration import halves_of
from standout.risk.own_pattern import COLUMN_OF, ONE_LOOK, WORDS, Looking

PEOPLE, FEWEST, TRIED = 500, 50, 1_000
"""How many people choose, at most and at least, and how many are simulated for each choice."""

Fields = tuple[str, ...]
Bools2 = np.ndarray[tuple[int, int], np.dtype[np.bool_]]


NOTHING_OUT: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Choice:
    """The knowledge with the columns that are used, and a word on each."""

    knowledge: Knowledge
    fields: tuple[FieldUsed, ...]
    columns: Fields | None = None
    """Those that count as they are; none if there was nothing to choose by."""
    looking: Looking = ONE_LOOK
    """What is looked at again, of the best candidates."""
    share: float = 0.0
    """How many of those who chose are named by it."""


@dataclass(frozen=True)
class TriedColumns:
    """Who is named by which columns."""

    usable: Fields
    lacking: tuple[FieldUsed, ...]
    """Columns that cannot be used, with the reason."""
    some: Knowledge | None
    """Those who were looked for; none where there is nothing to choose by."""
    ways: tuple[Fields, ...]
    """Choices, those with most columns first."""
    named: Bools2
    """A row a choice: who is named by it."""
    looks: tuple[Looked, ...] = ()
    """What came of each choice, where that is kept."""

    def look_by(self, way: Fields) -> Looked | None:
        """What came of one choice of columns."""
        return next((each for tried, each in zip(self.ways, self.looks, strict=False) if tried == way), None)


def with_fields(knowledge: Knowledge, fields: Fields) -> Knowledge:
    """The same knowledge without the other columns."""
    values = knowledge.values if "values" in fields else np.full_like(knowledge.values, NO_VALUE)
    days = knowledge.days if "days" in fields else np.full_like(knowledge.days, UNKNOWN_DAY)
    return replace(knowledge, values=values, days=days)


def tried_columns(asked: Asked, knowledge: Knowledge) -> TriedColumns:
    """Try every choice of columns on some people; none where there is nothing to choose by."""
    there = _comparable(asked, knowledge)
    usable = tuple(field for field, why in there.items() if not why)
    lacking = tuple(FieldUsed(field=field, used=False, why=why) for field, why in there.items() if why)
    if not isinstance(asked.attack, Likelihood) or knowledge.targets < FEWEST:
        return TriedColumns(usable, lacking, None, (), np.empty((0, 0), bool))
    ways = tuple(("items", *some) for size in range(len(usable), -1, -1) for some in combinations(usable, size))
    some = _some(asked, knowledge)
    looks = tuple(_look(asked, with_fields(some, way)) for way in ways)
    return TriedColumns(usable, lacking, some, ways, np.array([each.named for each in looks]), looks)


def choose(asked: Asked, knowledge: Knowledge, tried: TriedColumns, out: Mapping[str, str] = NOTHING_OUT) -> Choice:
    """The columns that name most people, but for those that are out, with the reason; all that can be compared where
    there is nothing to choose by."""
    some = tried.some
    if some is None:
        few = isinstance(asked.attack, Likelihood) and knowledge.targets < FEWEST
        why = "too few people to choose by" if few else "the attack takes what it can"
        taken = tuple(FieldUsed(field=field, used=True, why=why) for field in tried.usable)
        return Choice(knowledge, (FieldUsed(field="items", used=True, why="always"), *taken, *tried.lacking))
    halves = halves_of(some.targets, seed_for(asked.seed, "halves of fields"))
    allowed = [place for place, way in enumerate(tried.ways) if not set(way) & set(out)]
    ways, named = [tried.ways[place] for place in allowed], tried.named[allowed]
    best = simplest(ways, named, best_of_halves(named, halves))
    looking, again, words = _again(asked, some, tried, ways[best], named[best], halves)
    columns = tuple(COLUMN_OF[way] for way in looking.own if way in COLUMN_OF)
    said = [FieldUsed(field="items", used=True, why="always")]
    for field in tried.usable:
        why = _why(tried, field, ways[best], named[best])
        why += f"; {out[field]}" if field in out else ""
        if field in looking.own or (field == "values" and "scale" in looking.own):
            way = field if field in looking.own else "scale"
            why += f", {again:,} {WORDS[way]}: {', '.join(looking.own)}"
        elif field in columns:
            why += ", but for their order"
        said.append(FieldUsed(field=field, used=field in ways[best] or (field in columns), why=why))
    said += _besides(asked, knowledge, tried.usable, looking, (again, int(named[best].sum())), words)
    chosen = with_fields(knowledge, (*ways[best], *columns))
    return Choice(chosen, (*said, *tried.lacking), ways[best], looking, again / some.targets)


def _why(tried: TriedColumns, field: str, best: Fields, named: Bools) -> str:
    """How many are named with a column and without: by what is used, and by the best of the others."""
    used = field in best
    others = (int(row.sum()) for way, row in zip(tried.ways, tried.named, strict=True) if (field in way) != used)
    here, other = int(named.sum()), max(others, default=0)
    with_it, without_it = (here, other) if used else (other, here)
    people = tried.named.shape[1]
    return f"{with_it:,} of {people:,} people are named with it, {without_it:,} without"


def _besides(
    asked: Asked,
    knowledge: Knowledge,
    usable: Fields,
    looking: Looking,
    counts: tuple[int, int],
    words: Mapping[str, str],
) -> list[FieldUsed]:
    """A word on what is no column: how long records are, how often an item is had, and what came after what."""
    events, own = asked.released.facts.events, looking.own
    named = f"; {counts[0]:,} are named by {', '.join(own)}, {counts[1]:,} without" if own else ""
    lengths = "always: a long record has more by chance"
    lengths += f"; {WORDS['lengths']}: " + (f"used{named}" if "lengths" in own else words.get("lengths", "not tried"))
    if "counts" in words or "counts" in own:
        often = f"{WORDS['counts']}: " + (f"used{named}" if "counts" in own else words["counts"])
    elif asked.released.scale.kind == "counts":
        often = "how often somebody has an item is its value: see there"
    elif events and knowledge.counts is None:
        often = "in the public data nobody has an item twice"
    else:
        often = "an item counts once, however often somebody has it" if events else "nobody has an item twice"
    order = "there are no days to tell it"
    if "days" in usable:
        order = words.get("order", "no more people are named by it")
        order = "as days up to a number of each person's own" if "days" in own else order
        order = f"days count by it alone{named}" if "order" in own else order
    scale = [FieldUsed(field="scale", used=True, why=f"values count {WORDS['scale']}{named}")] if "scale" in own else []
    return [
        FieldUsed(field="lengths", used=True, why=lengths),
        FieldUsed(field="counts", used="counts" in own, why=often),
        FieldUsed(field="order", used=bool({"days", "order"} & set(own)), why=order),
        *scale,
    ]


def _again(
    asked: Asked, some: Knowledge, tried: TriedColumns, best: Fields, before: Bools, halves: Int64s
) -> tuple[Looking, int, dict[str, str]]:
    """What is looked at again, how many are named with that, and a word on each way that was thought of."""

    def named_by(looking: Looking) -> Bools:
        columns = tuple(COLUMN_OF[way] for way in looking.own if way in COLUMN_OF)
        return _look(replace(asked, looking=looking), with_fields(some, (*best, *columns))).named

    ways = tuple(
        (way, tried.look_by(tuple(field for field in best if field != COLUMN_OF.get(way))))
        for way in possible_ways(asked, some, tried.usable)
    )
    return looked_again(asked, some, ways, named_by, before, halves)


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


def _look(asked: Asked, some: Knowledge) -> Looked:
    """What comes of looking for them."""
    nobody = np.full(some.targets, -1, np.int64)
    return look(replace(asked, tried=min(TRIED, asked.tried)), some, nobody)


def best_of_halves(named: Bools2, halves: Int64s) -> int:
    """The choice of both halves, given who is named by each; where they differ, the one that names more in the half
    that did not choose it. Among equals, the one that comes first."""
    counts = np.stack([named[:, halves == half].sum(axis=1) for half in (0, 1)])
    first, second = (int(np.argmax(row)) for row in counts)
    return first if first == second or counts[1, first] >= counts[0, second] else second


def simplest(ways: Sequence[Fields], named: Bools2, best: int) -> int:
    """The choice without what gains nothing: of those with fewer of its columns that name no fewer people within one
    standard error, the one with fewest columns, and of these the one that names most. If nobody is named, nothing is
    known of any column, and all stay.

    Of people whom one choice names and the other does not, as many are of either kind by chance, give or take the root
    of how many there are.
    """
    if not named[best].any():
        return best
    enough = [best]
    for place, way in enumerate(ways):
        gained, lost = int((named[best] & ~named[place]).sum()), int((named[place] & ~named[best]).sum())
        if set(way) < set(ways[best]) and gained - lost <= np.sqrt(gained + lost):
            enough.append(place)
    return min(enough, key=lambda place: (len(ways[place]), -int(named[place].sum())))
