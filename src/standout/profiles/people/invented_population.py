"""An invented population on several sites, of which the truth is known.

The paper's data is not public. This has what matters in it: names that many people bear; attributes that hang together
(city and country, occupation and industry); few values that everybody has and many that hardly anybody has; people who
show much or little, are on some sites and not on others; sites that ask for different things; and errors. Nobody in it
exists. The same settings give the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from standout.common.arrays import Floats, Int32s
from standout.errors import BadInput
from standout.profiles.people import invented_words
from standout.profiles.people.population import NO_SITES, Population, assembled

NAMES = invented_words.NAMES
_COUNTRIES, _STATES, _CITIES, _COLLEGES = 24, 6, 5, 18
"""How many countries there are; states per country, cities per state, colleges per country."""
_FIRMS, _ROLES, _GROUPS, _INTERESTS = 4_000, 8, 400, 18
_FIRST_NAMES, _LAST_NAMES = 160, 300
_FIRST_YEAR, _YEARS = 1970, 52
_LARGEST = 20_000_000

_SHOWN = {
    "gender": 0.62, "age range": 0.25, "relationship": 0.22, "language": 0.36, "country": 0.52, "state": 0.3,
    "city": 0.44, "education": 0.26, "college": 0.32, "graduation year": 0.2, "industry": 0.32, "occupation": 0.36,
    "company": 0.36, "employment": 0.15, "group": 0.22, "interest": 0.18,
}  # fmt: skip
"""How many people show an attribute at all; names are always shown."""
_SOCIAL = tuple(_SHOWN)
_CAREER = (
    *("language", "country", "state", "city", "education", "college", "graduation year"),
    *("industry", "occupation", "company", "employment", "group"),
)
_OUTINGS = ("gender", "age range", "relationship", "country", "state", "city", "interest", "group")
_SITES = (("circle", _SOCIAL, 0.9), ("career", _CAREER, 0.7), ("outings", _OUTINGS, 0.55))
"""A site: its name, what it asks for, and how many people are on it."""
_ON_A_SITE = 0.7
"""How often something that a person shows at all is shown on a site that asks for it."""
_OPENNESS = 1.2
"""How much people differ in showing things, in logits."""


@dataclass(frozen=True)
class _Draws:
    """Randomness from one seed, split by what it is for."""

    seed: int
    people: int

    def uniform(self, *purpose: str) -> Floats:
        words = np.frombuffer("/".join(purpose).encode().ljust(40), np.uint32)
        return np.random.default_rng([self.seed, *words.tolist()]).random(self.people)

    def zipf(self, count: int, exponent: float, *purpose: str) -> Int32s:
        """A value per person; the first ones are common, the last ones rare."""
        weights = np.cumsum(np.arange(1, count + 1, dtype=np.float64) ** -exponent)
        return np.searchsorted(weights / weights[-1], self.uniform(*purpose), side="right").astype(np.int32)

    def either(self, usual: Int32s, chance: float, other: Int32s, *purpose: str) -> Int32s:
        """The usual value with this chance, else the other."""
        return np.where(self.uniform(*purpose) < chance, usual, other).astype(np.int32)


def draw_population(
    people: int = 29_915, sites: int = 3, seed: int = 1, *, errors: float = 0.03
) -> tuple[Population, Population]:
    """What is on the sites, and the truth: everything about everybody, shown or not, without errors.

    Both have the same people and the same vocabulary.
    """
    if not 1 <= people <= _LARGEST:
        raise BadInput(f"{people:,} people: give from 1 to {_LARGEST:,}")
    if not 1 <= sites <= 100:
        raise BadInput(f"{sites} sites: give from 1 to 100")
    if not 0 <= errors <= 1:
        raise BadInput(f"errors of {errors:g}: give a share between 0 and 1")
    if not 0 <= seed < 2**63:
        raise BadInput(f"--seed {seed}: give a whole number from 0 to 2^63 − 1")
    draws = _Draws(seed, people)
    words = _words()
    attributes, values = tuple(words), tuple(words.values())
    truth = _truth(draws)
    first = dict(zip(attributes, np.cumsum([0, *map(len, values)]), strict=False))
    names = pa.array([f"p{number}" for number in range(1, people + 1)], pa.large_string())
    everyone = np.arange(people)
    owners = [everyone] * len(truth)
    pairs = [first[attribute] + codes for attribute, codes in truth]
    real = assembled(attributes, values, (), names, np.concatenate(owners), np.concatenate(pairs), NO_SITES)
    shown = _shown(draws, sites, errors, truth)
    site_names = tuple(_site(site)[0] for site in range(sites))
    entries = (
        np.concatenate([who for who, _, _, _ in shown]),
        np.concatenate([first[attribute] + codes for _, attribute, codes, _ in shown]),
        np.concatenate([np.full(len(who), site, np.int16) for who, _, _, site in shown]),
    )
    return assembled(attributes, values, site_names, names, *entries), real


def _words() -> dict[str, tuple[str, ...]]:
    """The attributes and the values of each."""
    years = tuple(str(_FIRST_YEAR + year) for year in range(_YEARS))
    return {
        "first name": invented_words.first_names(_FIRST_NAMES),
        "last name": invented_words.last_names(_LAST_NAMES),
        "gender": invented_words.GENDERS,
        "age range": invented_words.AGES,
        "relationship": invented_words.RELATIONSHIPS,
        "language": invented_words.LANGUAGES,
        "country": invented_words.countries(_COUNTRIES),
        "state": invented_words.states(_COUNTRIES * _STATES),
        "city": invented_words.cities(_COUNTRIES * _STATES * _CITIES),
        "education": invented_words.EDUCATIONS,
        "college": invented_words.colleges(_COUNTRIES * _COLLEGES),
        "graduation year": years,
        "industry": invented_words.INDUSTRIES,
        "occupation": invented_words.occupations(invented_words.INDUSTRIES, _ROLES),
        "company": invented_words.companies(_FIRMS),
        "employment": invented_words.EMPLOYMENTS,
        "group": invented_words.groups(_GROUPS),
        "interest": invented_words.interests(_INTERESTS),
    }


def _truth(draws: _Draws) -> list[tuple[str, Int32s]]:
    """A value of each attribute for everybody; groups come up to three times."""
    first = draws.zipf(_FIRST_NAMES, 0.9, "first name")
    said = draws.either(first % 2, 0.96, draws.zipf(4, 2.0, "other gender"), "gender")
    age = np.searchsorted((0.04, 0.26, 0.6, 0.8, 0.91, 0.97), draws.uniform("age range")).astype(np.int32)
    young = draws.zipf(6, 1.5, "relationship")
    country = draws.zipf(_COUNTRIES, 1.2, "country")
    state = country * _STATES + draws.zipf(_STATES, 0.9, "state")
    city = state * _CITIES + draws.zipf(_CITIES, 1.1, "city")
    own = country % len(invented_words.LANGUAGES)
    language = draws.either(own, 0.85, draws.zipf(len(invented_words.LANGUAGES), 1.1, "other language"), "language")
    college = country * _COLLEGES + draws.zipf(_COLLEGES, 0.9, "college")
    year = np.clip(_YEARS - 1 - 9 * age + (10 * draws.uniform("graduation year")).astype(np.int32), 0, _YEARS - 1)
    industry = draws.zipf(len(invented_words.INDUSTRIES), 0.8, "industry")
    occupation = industry * _ROLES + draws.zipf(_ROLES, 1.0, "occupation")
    company = (draws.zipf(_FIRMS, 0.9, "company") * 20 + industry) % _FIRMS
    employment = draws.either(
        np.minimum(draws.zipf(3, 1.4, "employment"), 5), 0.85, draws.zipf(6, 0.5, "other employment"), "employed"
    )
    values = {
        "first name": first,
        "last name": draws.zipf(_LAST_NAMES, 0.9, "last name"),
        "gender": said,
        "age range": age,
        "relationship": draws.either(young, 0.6, np.where(age < 2, 0, 1).astype(np.int32), "by age"),
        "language": language,
        "country": country,
        "state": state,
        "city": city,
        "education": draws.zipf(7, 1.0, "education"),
        "college": college,
        "graduation year": year.astype(np.int32),
        "industry": industry,
        "occupation": occupation,
        "company": company.astype(np.int32),
        "employment": employment,
        "interest": draws.zipf(_INTERESTS, 0.6, "interest"),
    }
    groups = [("group", draws.zipf(_GROUPS, 1.0, "group", str(turn))) for turn in range(3)]
    return [*values.items(), *groups]


def _shown(
    draws: _Draws, sites: int, errors: float, truth: list[tuple[str, Int32s]]
) -> list[tuple[Int32s, str, Int32s, int]]:
    """What is on each site: people, attribute, values, site."""
    openness = (
        _OPENNESS * np.sqrt(3.0) * sum((draws.uniform("openness", str(turn)) for turn in range(4)), np.float64(-2))
    )
    on = np.stack([draws.uniform("on", str(site)) < _site(site)[2] for site in range(sites)])
    on[0] |= ~on.any(axis=0)
    entries: list[tuple[Int32s, str, Int32s, int]] = []
    for turn, (attribute, values) in enumerate(truth):
        if attribute in NAMES:
            willing = np.ones(draws.people, np.bool_)
        else:
            share = _SHOWN[attribute]
            willing = draws.uniform("shows", str(turn)) < 1 / (1 + np.exp(-np.log(share / (1 - share)) - openness))
        for site in range(sites):
            if attribute not in NAMES and attribute not in _site(site)[1]:
                continue
            here = willing & on[site]
            entered = values
            if attribute not in NAMES:
                here &= draws.uniform("here", str(turn), str(site)) < _ON_A_SITE
                someone = values[(draws.uniform("whose", str(turn), str(site)) * draws.people).astype(np.int64)]
                entered = draws.either(someone, errors, values, "wrong", str(turn), str(site))
            who = np.flatnonzero(here).astype(np.int32)
            entries.append((who, attribute, entered[who], site))
    return entries


def _site(site: int) -> tuple[str, tuple[str, ...], float]:
    """A site's name, what it asks for, and how many people are on it; there are three kinds."""
    name, asks, share = _SITES[site % len(_SITES)]
    return (name if site < len(_SITES) else f"{name} {site // len(_SITES) + 1}"), asks, share
