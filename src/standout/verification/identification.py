"""Attack again: who can still be found in protected data, by the audit's adversaries.

Knowledge is drawn from the original with the same seed for every protection, so the same people are looked for with
the same knowledge, and a difference is due to the protection. An *adaptive* adversary knows what was done and may use
the protection's own counter, or learn from what they know which errors it brought in; whichever finds more counts.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import cast

import numpy as np

from standout.attacks.contract import Attack, bound
from standout.attacks.likelihood import Likelihood
from standout.common.arrays import Bools, Floats, Int64s
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.partition import Partition
from standout.data.vocabulary import positions
from standout.engines.base import threaded
from standout.engines.own_records import nearest_own, scored_with_own
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge, of_targets, towards
from standout.protections.contract import KnowledgeProtection, Protection, counter_attacks, countered
from standout.results.compare_found import BestAttacks, ByLot, Identified
from standout.results.estimate import Estimate
from standout.risk.intervals import rate_of, share_of
from standout.risk.learning import learnt
from standout.risk.outcomes import outcomes
from standout.verification.computed_once import ComputedOnce
from standout.verification.fragment_joining import Fragments, Joiner, found_joined
from standout.verification.looked_at import looked_at
from standout.verification.paired import difference

LEARNT_FROM = 300
"""Targets from whose knowledge an adaptive adversary learns which errors a protection has brought in."""


@dataclass(frozen=True)
class Search:
    """Who is looked for, by whom, with which attacks."""

    data: AnyDataset
    adversaries: tuple[Adversary, ...]
    attacks: tuple[Attack, ...]
    people: Int64s
    seed: int = 1
    threads: int | None = None
    computed: ComputedOnce = field(default_factory=ComputedOnce, compare=False, repr=False)
    """What is the same for several releases."""


Hits = dict[str, Floats]
"""For each attack, the chance of everybody looked for that their record comes out first if ties are broken by lot: 1 if
it does so alone, not a number if nothing could be known of them."""


def found_by(search: Search, released: AnyDataset, attack: Attack, drawn: Drawn) -> Floats:
    """How everybody's record comes out, as in `Hits`. By likelihood, releases at hand that look the same to it are
    attacked once."""
    if type(attack) is not Likelihood or not isinstance(released.held, Partition):
        return _found_by(search, released, attack, drawn)
    whose = () if drawn.owners is None else (drawn.owners,)
    asked, arrays = looked_at(cast(LocalDataset, released), drawn.knowledge, attack, drawn.people, drawn.truths, *whose)
    compute = partial(_found_by, search, released, attack, drawn)
    return search.computed.of(("found", asked), arrays, compute)


def _found_by(search: Search, released: AnyDataset, attack: Attack, drawn: Drawn) -> Floats:
    """The one place where an attack is run."""
    released = threaded(released, search.threads)
    tally, drawn = scored_with_own(released, drawn, attack)
    came = outcomes(tally, attack, drawn.truths, released.people)
    return _of_everybody(search, drawn, came.within_by_lot(1))


def _of_everybody(search: Search, drawn: Drawn, hits: Floats) -> Floats:
    """The same for everybody looked for: not a number where nothing could be known."""
    everybody = np.full(len(search.people), np.nan)
    everybody[np.searchsorted(search.people, drawn.people)] = hits
    return everybody


def alone(hits: Floats) -> Bools:
    """Who of everybody looked for comes out first, alone."""
    return np.asarray(hits == 1)


def found_alone(hits: Floats) -> Estimate | None:
    """The share of everybody looked for who come out first, alone; none if nothing could be known of anybody."""
    return rate_of(alone(hits)) if known(hits) else None


def by_lot(hits: Floats) -> Estimate | None:
    """The share of everybody looked for that is expected to come out first if ties are broken by lot; none as above."""
    return share_of(np.nan_to_num(hits)) if known(hits) else None


def known(hits: Floats) -> int:
    """Of how many people something could be known."""
    return int((~np.isnan(hits)).sum())


def drawn_for(search: Search, adversary: Adversary, released: AnyDataset) -> Drawn:
    """What the adversary knows of the targets, in the original's codes; a known length is that of what is released."""
    data = search.data
    places = positions(data.vocabulary.people, released.vocabulary.people)
    lengths = data.lengths
    if released is not data and released.people:
        lengths = np.where(places >= 0, released.lengths[np.maximum(places, 0)], lengths)
    return data.engine.draw(data, adversary, search.people, search.seed, lengths=lengths)


def hits_before(search: Search, adversary: Adversary) -> Hits:
    """Who is found in the original."""
    drawn = drawn_for(search, adversary, search.data)
    return _hits(search, adversary, search.data, drawn)


def hits_after(
    search: Search,
    adversary: Adversary,
    protections: Sequence[Protection | KnowledgeProtection],
    released: AnyDataset,
    fragments: Fragments | None = None,
) -> tuple[Hits, Hits, float]:
    """Who is found after these protections: by someone who does not know of them, and by someone who also counters
    them, one after the other.

    A protection of what is known leaves the data as released; where people of it are new ones, whichever
    `fragments` of a target's record comes first finds them. Last, the share of known items that was changed: hidden
    and added ones, per known item.
    """
    drawn = drawn_for(search, adversary, released)
    shown = drawn
    for protection in protections:
        if isinstance(protection, KnowledgeProtection):
            shown = replace(shown, knowledge=protection.conceal(_at_hand(search.data), shown, search.seed))
    changed = changed_knowledge(drawn.knowledge, shown.knowledge)
    drawn = shown if released is search.data else towards(released, search.data, shown)
    if fragments is not None:
        truths = nearest_own(released, drawn.knowledge, drawn.people, fragments.origins)
        drawn = replace(drawn, truths=truths, owners=fragments.origins)
    plain, used = _hits(search, adversary, released, drawn), drawn.knowledge
    further: dict[str, Callable[[], Floats]] = {}
    for protection in protections:
        for attack in counter_attacks(protection, _at_hand(released)):
            further[f"{attack.name} (fitted)"] = partial(found_by, search, released, attack, drawn)
        used = countered(protection, used, _at_hand(released)) or used
    knowing = replace(drawn, knowledge=used)
    for attack in search.attacks:
        if isinstance(attack, Likelihood):
            sharper = cache(partial(_learnt, search, attack, drawn, released))
            further[f"{attack.name} (learnt)"] = partial(_found_learnt, search, released, sharper, drawn)
            if fragments is not None and fragments.known is not None:
                further[f"{attack.name} (joined)"] = partial(_found_joined, search, fragments.known, sharper, knowing)
    if not same_knowledge(used, drawn.knowledge):
        for attack in search.attacks:
            told = bound(attack, adversary)
            further[f"{attack.name} (countered)"] = partial(found_by, search, released, told, knowing)
    return plain, _tried(plain, further), changed


def _tried(plain: Hits, further: Mapping[str, Callable[[], Floats]]) -> Hits:
    """What further attempts find beside the plain ones; who has found everybody need not make any more of them."""
    adaptive = dict(plain)
    for name, attempt in further.items():
        best = adaptive[best_attack(adaptive)]
        adaptive[name] = best if known(best) and known(best) == alone(best).sum() else attempt()
    return adaptive


def _learnt(search: Search, attack: Likelihood, drawn: Drawn, released: AnyDataset) -> Likelihood:
    """The attack, having learnt which errors a protection has brought in; from releases that look the same, once."""
    few = of_targets(drawn.knowledge, np.arange(min(drawn.knowledge.targets, LEARNT_FROM)))
    compute = partial(learnt, attack, few, threaded(released, search.threads))
    if type(attack) is not Likelihood or not isinstance(released.held, Partition):
        return compute()
    asked, arrays = looked_at(cast(LocalDataset, released), few, attack)
    return search.computed.of(("learnt", asked), arrays, compute)


def _found_learnt(search: Search, released: AnyDataset, sharper: Callable[[], Attack], drawn: Drawn) -> Floats:
    return found_by(search, released, sharper(), drawn)


def _found_joined(search: Search, joiner: Joiner, sharper: Callable[[], Attack], drawn: Drawn) -> Floats:
    return _of_everybody(search, drawn, found_joined(joiner, drawn, sharper(), search.threads))


def _hits(search: Search, adversary: Adversary, released: AnyDataset, drawn: Drawn) -> Hits:
    return {attack.name: found_by(search, released, bound(attack, adversary), drawn) for attack in search.attacks}


def _at_hand(data: AnyDataset) -> LocalDataset:
    """Data as protections take it. Where its records are elsewhere, only row-wise protections come here, whose counters
    ask for facts and names alone."""
    return cast(LocalDataset, data)


def same_knowledge(one: Knowledge, other: Knowledge) -> bool:
    """Whether two adversaries know the very same."""
    fields = ((getattr(one, field.name), getattr(other, field.name)) for field in dataclasses.fields(Knowledge))
    return all(np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b for a, b in fields)


def changed_knowledge(before: Knowledge, after: Knowledge) -> float:
    """Hidden and added known items, per item known before."""
    old, new = (
        np.repeat(np.arange(knowledge.targets), knowledge.sizes) << 32 | knowledge.items
        for knowledge in (before, after)
    )
    return len(np.setxor1d(old, new)) / len(old) if len(old) else 0.0


def compared(before: Hits, after: Hits, adaptive: Hits, people: int) -> Identified:
    """One adversary's figures: the best attack each time, and the change that is due to the protection.

    `change` is from before to the adaptive adversary, over the same targets with the same knowledge.
    """
    best = BestAttacks(before=best_attack(before), after=best_attack(after), adaptive=best_attack(adaptive))
    first, plain, knowing = before[best.before], after[best.after], adaptive[best.adaptive]
    return Identified(
        before=found_alone(first),
        after=found_alone(plain),
        adaptive=found_alone(knowing),
        change=difference(alone(first), alone(knowing)) if known(first) else None,
        identified_by_lot=ByLot(before=by_lot(first), after=by_lot(plain), adaptive=by_lot(knowing)),
        attacks=best,
        tried=len(adaptive),
        targets=known(first),
        looked_for=len(first),
        blind_guess=1 / people if people else 0.0,
    )


def best_attack(hits: Hits) -> str:
    """The attack that finds most people if ties are broken by lot, then alone; of several, the first."""
    return max(hits, key=lambda name: (float(np.nansum(hits[name])), int(alone(hits[name]).sum())))
