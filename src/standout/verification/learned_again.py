"""What is still learned after a protection: people who were held out before it stand for those who are not in the data.

A fifth of the people is held out, then the rest is protected; adversaries guess what else people have, of those who are
in the data and of those who are not. Two adversaries guess: the one who finds most in the data as it is, and of those
who know neither values nor days the one who does. They know of the protection, as everywhere here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from standout.attacks.contract import Attack, bound
from standout.attacks.likelihood import Likelihood
from standout.auditing.learned_steps import Pool, guessed_rows, wanted_of
from standout.common.arrays import Int64s
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.vocabulary import positions
from standout.engines.base import threaded
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Knowledge, seed_for
from standout.protections.contract import Protection, counter_attacks, countered
from standout.protections.protecting import protect
from standout.results.learned import Learned
from standout.risk.learned import FEWEST, learned
from standout.risk.learning import learnt
from standout.verification.identification import LEARNT_FROM, Hits, best_attack, same_knowledge
from standout.verification.transfer import FEWEST as FEWEST_ENTRIES
from standout.verification.transfer import HeldOut, apart

MOST = 200
"""So many are guessed on each side, at most."""

_NONE = "nothing is said of people who were held out: without them, the protection cannot be applied: {}"

Change = Callable[[Knowledge], Knowledge]
"""What somebody makes of what they know who knows of a protection."""


@dataclass(frozen=True)
class Division:
    """The data without some of its people, drawn at random."""

    data: LocalDataset
    rest: LocalDataset
    attribute: Attribute | None
    """That of the rest."""
    inside: Int64s
    outside: Int64s
    held: HeldOut
    """Those who are held out, as transfer utility asks them."""
    seed: int

    def pool(self, released: LocalDataset) -> Pool:
        """Whom to guess from this release."""
        return Pool(self.data, threaded(released, 1), self.inside, self.outside, "held out", self.seed)


def divided_people(data: LocalDataset, attribute: Attribute | None, seed: int) -> Division | None:
    """Hold people out, the same ones as for transfer utility; none where these would be too few.

    Both sides have as many entries as somebody needs to be held out.
    """
    try:
        rest, held = apart(data, seed)
    except BadInput:
        return None
    places = positions(data.vocabulary.people, rest.vocabulary.people)
    outside, enough = np.flatnonzero(places < 0), np.flatnonzero((places >= 0) & (data.lengths >= FEWEST_ENTRIES))
    if min(len(outside), len(enough)) < FEWEST:
        return None
    mixed = np.random.default_rng(seed_for(seed, "held out people"))
    own = None if attribute is None else replace(attribute, codes=attribute.codes[places >= 0], numbers=None)
    return Division(data, rest, own, mixed.permutation(enough), mixed.permutation(outside), held, seed)


def guessers(adversaries: Sequence[Adversary], hits: Mapping[str, Hits]) -> list[Adversary]:
    """Who guesses: the one who finds most, and of those who know bare items the one who does."""
    found = {name: float(np.nansum(each[best_attack(each)])) for name, each in hits.items()}
    bare = [each for each in adversaries if not each.knows_days and not each.knows_values]
    best = (max(kind, key=lambda each: found[each.name]) for kind in (list(adversaries), bare) if kind)
    return list(dict.fromkeys(best))


def learned_before(division: Division, adversaries: Sequence[Adversary], attacks: Sequence[Attack]) -> Learned | None:
    """What is learned from the data as it is."""
    return _most(division, division.rest, adversaries, attacks, ())


def protected_rest(division: Division, protections: Sequence[Protection]) -> LocalDataset | str:
    """The protected rest of the data; or why there is none."""
    try:
        return protect(division.rest, list(protections), division.attribute, division.seed).data
    except BadInput as problem:
        return _NONE.format(problem.as_typed)


def learned_after(
    division: Division,
    released: LocalDataset,
    adversaries: Sequence[Adversary],
    attacks: Sequence[Attack],
    protections: Sequence[Protection],
) -> Learned | None:
    """What is learned from the protected rest, by those who know of the protection."""
    return _most(division, released, adversaries, attacks, protections)


def _most(
    division: Division,
    released: LocalDataset,
    adversaries: Sequence[Adversary],
    attacks: Sequence[Attack],
    protections: Sequence[Protection],
) -> Learned | None:
    """What is learned by the adversary, and with the attack, by which being in the data costs most."""
    pool, every = division.pool(released), []
    wanted = wanted_of(pool, MOST)
    for adversary in adversaries:
        usual = _usual(attacks, adversary)
        own = {f"{each.name} (fitted)": each for step in protections for each in counter_attacks(step, released)}
        known = pool.known(adversary, pool.inside[:LEARNT_FROM]).knowledge
        tried: list[tuple[dict[str, Attack], Change | None]] = [(usual | own | _learnt(pool, known, attacks), None)]
        counter = partial(_countered, protections, released)
        if not same_knowledge(counter(known), known):
            tried.append((usual, counter))
        for chosen, change in tried:
            rows = guessed_rows(pool, adversary, chosen, wanted, change)
            every += [learned(rows[f"{name} in"], rows[f"{name} out"], "held out", adversary.name) for name in chosen]
    said = [found for found in every if found is not None]
    return max(said, key=lambda found: found.gain.rate, default=None)


def _usual(attacks: Sequence[Attack], adversary: Adversary) -> dict[str, Attack]:
    """The attacks that have a posterior, told the rule; else the first one."""
    best = [attack for attack in attacks if isinstance(attack, Likelihood)]
    return {attack.name: bound(attack, adversary) for attack in best or attacks[:1]}


def _learnt(pool: Pool, known: Knowledge, attacks: Sequence[Attack]) -> dict[str, Attack]:
    """The same, having learnt from what is known which errors there are."""
    return {
        f"{attack.name} (learnt)": learnt(attack, known, pool.released)
        for attack in attacks
        if isinstance(attack, Likelihood)
    }


def _countered(protections: Sequence[Protection], released: LocalDataset, knowledge: Knowledge) -> Knowledge:
    """What is known, as somebody uses it who knows of the protections."""
    for protection in protections:
        knowledge = countered(protection, knowledge, released) or knowledge
    return knowledge
