"""People of a population under generated names, on one site or on three: for an adversary who starts from a name."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from standout.profiles.people import invented_words
from standout.profiles.people.pairs import names_in
from standout.profiles.people.population import NO_SITES, Population, assembled

NAME = "name"
SITES = ("one", "two", "three")
ON_A_SITE = 0.7
"""How often something that a person shows is shown on a site, where there are three."""
_FIRST, _LAST, _EXPONENT = 160, 300, 0.9
"""As in the invented population: so many first and last names, a few of them common."""


def named(population: Population, seed: int, *, unique: bool, sites: int = 1) -> Population:
    """Everybody under a generated name instead of their own: one that nobody else bears, or one that others may.

    On several sites everybody has a profile on each, and shows there a random part of what they show.
    """
    names = names_in(population.attributes)
    whole = population.merged().select(tuple(name for name in population.attributes if name not in names))
    bearers = _unique(whole.size) if unique else _shared(whole.size, seed)
    kinds, name = np.unique(bearers, return_inverse=True)
    attributes, values = (NAME, *whole.attributes), (tuple(kinds.tolist()), *whole.values)
    owners, pairs = whole.owners, whole.pairs.astype(np.int64) + len(kinds)
    everyone = np.arange(whole.size)
    if sites == 1:
        return assembled(attributes, values, (), whole.people, np.concatenate((everyone, owners)),
                         np.concatenate((name, pairs)), NO_SITES)  # fmt: skip
    shown = np.random.default_rng([seed, 21]).random((sites, len(pairs))) < ON_A_SITE
    site, entry = np.nonzero(shown)
    return assembled(
        attributes, values, SITES[:sites], whole.people,
        np.concatenate((np.tile(everyone, sites), owners[entry])),
        np.concatenate((np.tile(name, sites), pairs[entry])),
        np.concatenate((np.repeat(np.arange(sites), whole.size), site)),
    )  # fmt: skip


def _unique(people: int) -> npt.NDArray[np.str_]:
    return np.array([f"name {number}" for number in range(1, people + 1)])


def _shared(people: int, seed: int) -> npt.NDArray[np.str_]:
    """First and last names drawn independently, as the invented population has them."""
    rng = np.random.default_rng([seed, 20])
    parts = [
        _drawn(rng, words, people) for words in (invented_words.first_names(_FIRST), invented_words.last_names(_LAST))
    ]
    return np.char.add(np.char.add(parts[0], " "), parts[1])


def _drawn(rng: np.random.Generator, words: tuple[str, ...], people: int) -> npt.NDArray[np.str_]:
    weights = np.arange(1, len(words) + 1, dtype=np.float64) ** -_EXPONENT
    return np.array(words)[rng.choice(len(words), people, p=weights / weights.sum())]
