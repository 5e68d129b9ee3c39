"""Attackers that were made for one protection: what they reach beside a proven bound, or what is known anyway."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.protections.contract import Protection
from standout.protections.crowds.crowd_groups import Grouping, grouping_of
from standout.protections.crowds.crowd_protection import Crowds
from standout.results.compare_found import MadeForIt
from standout.results.estimate import Estimate
from standout.verification.crowd_attackers import Release, from_totals, knowing_others, naming, targets
from standout.verification.crowd_reassembly import reassembled
from standout.verification.fragment_joining import Joiner, joined_again
from standout.verification.fragment_taste import joined_by_taste

TARGETS = 300
FEWEST = 40
"""Of fewer targets than this nothing is said."""


def made_for(
    original: LocalDataset,
    released: LocalDataset,
    protections: Sequence[Protection],
    seed: int,
    joins: tuple[Joiner, Int64s] | None = None,
    crowds: Int64s | None = None,
) -> tuple[MadeForIt, ...]:
    """What attackers reach who were made for one of these; nothing where there are none, or other steps are in the way.

    `joins` are somebody who joins fragments, and whose these are, where there are any. `crowds` is the crowd of each
    released person, where records were dealt in some.
    """
    if joins is not None:
        return _joining(*joins, seed)
    only = protections[0] if len(protections) == 1 else None
    if not isinstance(only, Crowds) or only.kept or crowds is None:
        return ()
    return _against_crowds(original, released, grouping_of(crowds, np.arange(len(crowds))), seed)


def _joining(known: Joiner, origins: Int64s, seed: int) -> tuple[MadeForIt, ...]:
    """Those who join fragments, who does so best first."""
    by_days = (
        "names the fragment that goes best with another, by days, taste and values, as learnt from halved fragments"
    )
    by_taste = "names the fragment that goes best with another, by taste, habits and rhythm, as learnt from halved ones"
    tried = (
        ("joins fragments", by_days, joined_again(known, origins, seed)),
        ("joins by taste", by_taste, joined_by_taste(known.data, origins, seed)),
    )
    joined = [
        MadeForIt(attacker=name, words=words, reached=found.right, beside=found.blind, beside_is="blind guess")
        for name, words, found in tried
        if found is not None
    ]
    return tuple(sorted(joined, key=lambda each: -(_rate(each.reached) or 0.0)))


def _against_crowds(
    original: LocalDataset, released: LocalDataset, grouping: Grouping, seed: int
) -> tuple[MadeForIt, ...]:
    """Those who are told the crowds: they name records, and learn."""
    release, wanted = Release(released, grouping), targets(original, grouping, TARGETS, seed)
    if len(wanted) < FEWEST:
        return ()
    named, totals = naming(release, wanted, seed), from_totals(release, wanted, seed)
    again = reassembled(original, release, wanted, seed)
    least = int(grouping.sizes.min())
    some, all_others = (knowing_others(original, release, wanted, count, seed) for count in (least // 2, least - 1))
    return (
        MadeForIt(
            attacker="scores crowds",
            words="looks for the crowd by its totals, then names the record in it that has most of what is known",
            reached=named.record,
            beside=1 / least,
            beside_is="ceiling",
        ),
        MadeForIt(
            attacker="puts records together",
            words="is told the crowd, and weighs hints of day, month, value, taste and row in it; unknown items right",
            reached=again.with_hints,
            beside=_rate(again.from_totals),
            beside_is="totals alone",
        ),
        MadeForIt(
            attacker=f"knows {least // 2} others",
            words="is told the crowd and whole records of others in it, and takes them off; unknown items right",
            reached=some,
            beside=_rate(totals),
            beside_is="totals alone",
        ),
        MadeForIt(
            attacker=f"knows {least - 1} others",
            words="the same with all others of a smallest crowd, against whom nothing is promised",
            reached=all_others,
            beside=_rate(totals),
            beside_is="totals alone",
        ),
    )


def _rate(estimate: Estimate | None) -> float | None:
    return None if estimate is None else estimate.rate
