"""What would help, tried on the data of an audit: a few protections, attacked by those who know of them.

Advice rests on this alone. A protection helps if the worst adversary finds fewer people than the worst one did before,
over the same people with the same knowledge, and by more than chance could make of so many tries. Since one who cannot
use days or values any longer leaves the place to one who never knew them, adversaries of each kind attack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist

import numpy as np

from standout.attacks.contract import Attack
from standout.attacks.likelihood import Likelihood
from standout.auditing.checkpoint import Arrays, Checkpoints
from standout.auditing.settings import Progress, no_progress
from standout.common.arrays import Bools, Int64s
from standout.common.lanes import Lanes
from standout.data.dataset import LocalDataset
from standout.data.needs import lacking
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import seed_for
from standout.protections.contract import KnowledgeProtection, Protection
from standout.protections.protecting import protect
from standout.results.finding import Finding
from standout.results.questions import MeasuredAdvice, Tried
from standout.risk.intervals import rate_of
from standout.verification.grid import Candidate, candidate
from standout.verification.identification import Search, alone, best_attack, hits_after
from standout.verification.paired import difference

SHORT = "trim:keep=20"
ALONE = ("suppress-rare:below=10", SHORT, "coarsen-values:to=likes", "coarsen-days:to=month")
BARE = ("coarsen-values:to=presence", "coarsen-days:to=none")
"""What leaves bare items, together."""

PEOPLE, MOST_ENTRIES = 200, 2_000_000


@dataclass(frozen=True)
class Attackers:
    """Who attacks in a trial, with what, and whom they look for."""

    adversaries: tuple[Adversary, ...]
    attacks: tuple[Attack, ...]
    people: Int64s
    seed: int
    threads: int | None = None


def attackers_among(
    adversaries: Sequence[Adversary],
    attacks: Sequence[Attack],
    findings: Sequence[Finding],
    people: Int64s,
    seed: int,
    threads: int | None = None,
) -> Attackers:
    """The worst adversaries of an audit: of all, of those who know no days, no values, neither; with the attacks that
    did best for them, and likelihood, which can learn what a protection did. Some of the people, chosen at random."""
    rates = {(finding.adversary.name, finding.attack): finding.found.rate for finding in findings if finding.found}
    best = {name: max(rate for (who, _), rate in rates.items() if who == name) for name, _ in rates}
    known = [adversary for adversary in adversaries if adversary.name in best]
    kinds = (
        known,
        [adversary for adversary in known if not adversary.knows_days],
        [adversary for adversary in known if not adversary.knows_values],
        [adversary for adversary in known if not adversary.knows_days and not adversary.knows_values],
    )
    chosen = {max(kind, key=lambda adversary: best[adversary.name]).name for kind in kinds if kind}
    used = {max(rates, key=lambda pair: (pair[0] == name, rates[pair]))[1] for name in chosen}
    order = np.random.default_rng(seed_for(seed, "tried people")).permutation(people)
    return Attackers(
        tuple(adversary for adversary in known if adversary.name in chosen),
        tuple(attack for attack in attacks if attack.name in used or isinstance(attack, Likelihood)),
        np.sort(order[:PEOPLE]),
        seed,
        threads,
    )


def candidates(data: LocalDataset) -> list[Candidate]:
    """What is tried on this data: each kind of protection by itself, and what leaves least of the data."""
    bare = [text for text in BARE if _fits(text, data)]
    least = [" + ".join(bare), " + ".join((*bare, SHORT))] if bare else []
    return [candidate(text) for text in dict.fromkeys((*(text for text in ALONE if _fits(text, data)), *least))]


def _fits(text: str, data: LocalDataset) -> bool:
    return lacking(candidate(text).needs, data) is None


def measured_advice(
    data: LocalDataset,
    released: LocalDataset,
    attackers: Attackers,
    *,
    compare: str,
    checkpoints: Checkpoints | None = None,
    progress: Progress = no_progress,
    lanes: Lanes | None = None,
) -> MeasuredAdvice:
    """Try protections of what is released, side by side in `lanes`; knowledge is drawn from the data, which may be the
    same."""
    if not attackers.adversaries or not len(attackers.people):
        return MeasuredAdvice(reason="nobody could be looked for", compare=compare)
    if released.count > MOST_ENTRIES:
        return MeasuredAdvice(reason=f"an audit tries protections on at most {MOST_ENTRIES:,} entries", compare=compare)
    book, lanes = checkpoints or Checkpoints(None, {}), lanes or Lanes()
    search = Search(data, attackers.adversaries, attackers.attacks, attackers.people, attackers.seed, attackers.threads)
    choices = candidates(released)
    progress(f"trying {', '.join(choice.text for choice in choices)}", 1, 1)
    before = lanes.start(lambda: book.arrays("tried nothing", lambda: _found(search, (), released)))
    after = lanes.all([partial(_tried, search, choice, released, book) for choice in choices])
    now = _worst(search, before.result())
    versions = {
        choice.text: _worst(search, found) for choice, found in zip(choices, after, strict=True) if found is not None
    }
    reach = NormalDist().inv_cdf(1 - 0.025 / max(len(versions), 1))
    tried = [_trial(text, now, after, reach) for text, after in versions.items()]
    return MeasuredAdvice(
        people=len(search.people),
        now=rate_of(now.found),
        adversary=now.adversary,
        tried=tuple(trial for trial in tried if trial is not None),
        compare=compare,
    )


@dataclass(frozen=True)
class _Worst:
    """The adversary who finds most people, and whom."""

    adversary: str
    found: Bools


def _tried(search: Search, choice: Candidate, released: LocalDataset, book: Checkpoints) -> Arrays | None:
    """Whom each adversary finds in the protected version, kept once known; none where data cannot be so protected."""
    try:
        return book.arrays(f"tried {choice.text}", lambda: _after(search, choice, released))
    except BadInput:
        return None


def _after(search: Search, choice: Candidate, released: LocalDataset) -> Arrays:
    """Whom each adversary finds in the protected version."""
    return _found(search, choice.changes, protect(released, choice.data_steps, None, search.seed).data)


def _found(search: Search, steps: Sequence[Protection | KnowledgeProtection], version: LocalDataset) -> Arrays:
    """Whom each adversary finds with the attack that finds most, knowing what was done; a row per adversary.

    Everybody looked for counts: whoever has too little to be known is not found.
    """
    rows = np.zeros((len(search.adversaries), len(search.people)), bool)
    for number, adversary in enumerate(search.adversaries):
        _, adaptive, _ = hits_after(search, adversary, steps, version)
        rows[number] = alone(adaptive[best_attack(adaptive)])
    return {"found": rows}


def _worst(search: Search, found: Arrays) -> _Worst:
    row = int(np.argmax(found["found"].sum(axis=1)))
    return _Worst(search.adversaries[row].name, found["found"][row])


def _trial(text: str, now: _Worst, after: _Worst, reach: float) -> Tried | None:
    left, change = rate_of(after.found), difference(now.found, after.found, reach)
    if left is None or change is None:
        return None
    return Tried(protection=text, left=left, adversary=after.adversary, change=change)
