"""Advice for one person: which edits make the profile a persona, and what that changes.

Crowds are counted in the population where there is one, not taken from the file of personas.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from standout.common.wording import listed, shown
from standout.data.model import Int32s, Int64s
from standout.errors import BadInput
from standout.io.columns.roles import plain_name
from standout.profiles.blending.beliefs import identifiabilities
from standout.profiles.blending.costs import FAR, Rules
from standout.profiles.blending.editing import edited_rows, with_person
from standout.profiles.blending.edits import PersonaIndex, in_units, united
from standout.profiles.people.pairs import Pairs
from standout.profiles.people.population import Population
from standout.profiles.personas.personas import Personas

Words = Mapping[str, tuple[str, ...]]
"""A profile in words: each attribute with its values."""

NAMES = frozenset(("name", "fullname", "firstname", "lastname", "givenname", "familyname", "forename", "surname"))
"""Attributes that a searcher has from the start, as they are usually called."""


def names_in(attributes: Iterable[str]) -> tuple[str, ...]:
    """Those of the attributes that hold people's names."""
    return tuple(attribute for attribute in attributes if plain_name(attribute) in NAMES)


@dataclass(frozen=True, eq=False)
class Crowds:
    """Counts people in a population, except the one who asks."""

    population: Population
    person: int | None

    @cached_property
    def _postings(self) -> tuple[Int64s, Int64s]:
        """The people of each pair: those of pair p are `people[ends[p]:ends[p + 1]]`."""
        whole = self.population.merged()
        order = np.argsort(whole.pairs, kind="stable")
        return whole.owners[order], np.searchsorted(whole.pairs[order], np.arange(whole.pair_count + 1))

    def sharing(self, pairs: list[int | None]) -> Int64s:
        """Everybody else who shares all of these pairs (none of them: a pair that nobody has)."""
        people, ends = self._postings
        found: Int64s | None = None
        for pair in pairs:
            own = people[:0] if pair is None else people[ends[pair] : ends[pair + 1]]
            found = own if found is None else np.intersect1d(found, own, assume_unique=True)
        found = np.arange(self.population.size) if found is None else found
        return found if self.person is None else found[found != self.person]

    def exactly(self, sharing: Int64s, size: int, know: frozenset[str]) -> int:
        """How many of these show nothing beside so many pairs, what is known from the start left aside."""
        whole = self.population.merged()
        counted = np.array([name not in know for name in whole.attributes], np.int64)
        sums = np.concatenate(([0], np.cumsum(counted[whole.pair_attribute[whole.pairs]])))
        return int((sums[whole.starts[sharing + 1]] - sums[whole.starts[sharing]] == size).sum())


def as_pairs(profile: Words) -> Pairs:
    """A profile as a vocabulary of its own: each of its pairs once."""
    return Pairs(tuple(profile), tuple(profile.values()))


def blend(
    profile: Words,
    personas: Personas,
    rules: Rules,
    *,
    population: Population | None = None,
    person: int | None = None,
    options: int = 1,
) -> dict[str, Any]:
    """The cheapest options and all that cost as much as the last of them, as the document that `--json` prints."""
    if options < 1:
        raise BadInput(f"--options is {options}, but must be at least 1")
    _check(profile, personas, rules, population)
    own = as_pairs(profile)
    index = PersonaIndex(united(own, personas), personas)
    pairs = own.translation(index.vocabulary)
    distances = index.distances(np.sort(pairs), rules)
    reached = np.flatnonzero(distances < FAR)
    if not len(reached):
        raise BadInput(_why_not(profile, personas, index, np.sort(pairs), rules))
    order = reached[np.lexsort((reached, -personas.counts[reached], distances[reached]))]
    last = distances[order[min(options, len(order)) - 1]]
    chosen = order[distances[order] <= last]
    average = None if population is None else float(population.shared().mean())
    found = [_option(profile, personas, index, int(at), np.sort(pairs), rules, average) for at in chosen]
    for option, at in zip(found, chosen, strict=True):
        option["distance"] = in_units(int(distances[at]))
    notes = _counted(found, profile, personas, chosen, rules, population, person)
    document: dict[str, Any] = {
        "options": found,
        "exposure": {
            "before": None if average is None else len(profile) / average,
            "after": None if average is None else found[0]["exposure"],
        },
        "counted_in": "file" if population is None else "population",
        "people": personas.population if population is None else population.size,
        "personas": len(personas),
        "notes": notes,
    }
    if population is not None and rules.know:
        before, after = _identifiabilities(profile, personas, chosen, rules, population, person)
        for option, value in zip(found, after, strict=True):
            option["identifiability"] = value
        document["identifiability"] = {"before": before, "after": after[0]}
    elif population is not None:
        notes.append(
            "identifiability: nothing is known from the start; name with --know what a searcher has, e.g. names"
        )
    return document


def _option(
    profile: Words, personas: Personas, index: PersonaIndex, at: int, pairs: Int32s, rules: Rules, average: float | None
) -> dict[str, Any]:
    words = personas.persona(at)

    def value(pair: int) -> str | None:
        return None if pair < 0 else index.vocabulary.pair_value(pair)

    edits = [
        {
            "kind": edit.kind,
            "attribute": index.vocabulary.pair_name(max(edit.before, edit.after))[0],
            "from": value(edit.before),
            "to": value(edit.after),
        }
        for edit in index.edits(pairs, at, rules.know)
    ]
    left = len(set(words) | (rules.know & set(profile)))
    return {
        "persona": {name: values[0] if len(values) == 1 else list(values) for name, values in words.items()},
        "distance": 0.0,
        "edits": edits,
        "crowd": int(personas.counts[at]),
        "exposure": None if average is None else left / average,
    }


def _counted(
    found: list[dict[str, Any]], profile: Words, personas: Personas, chosen: Int64s, rules: Rules,
    population: Population | None, person: int | None,
) -> list[str]:  # fmt: skip
    """Count the crowds, and say what they are counted in."""
    if population is None:
        return [
            "crowds are those of the file of personas, and exposure is not known; name the profiles with --data to "
            "count who is there now"
        ]
    crowds = Crowds(population, person)
    known = [population.pair_id(name, value) for name in sorted(rules.know) for value in profile.get(name, ())]
    fewer = 0
    for option, at in zip(found, chosen, strict=True):
        pairs = [(name, value) for name, values in personas.persona(int(at)).items() for value in values]
        sharing = crowds.sharing([population.pair_id(*pair) for pair in pairs])
        option["crowd"] = len(sharing)
        option["exactly"] = crowds.exactly(sharing, sum(name not in rules.know for name, _ in pairs), rules.know)
        if known:
            option["also_known"] = len(np.intersect1d(sharing, crowds.sharing(known)))
        fewer += len(sharing) < 0.9 * personas.counts[at] - 1
    if fewer:
        return [
            f"{fewer:,} of these personas have a smaller crowd here than in their file: they are from other profiles"
        ]
    return []


def _identifiabilities(
    profile: Words, personas: Personas, chosen: Int64s, rules: Rules, population: Population, person: int | None
) -> tuple[float, list[float]]:
    """Identifiability as it is, and after each option; only this profile is edited, everybody else stays."""
    known = as_pairs({name: values for name, values in profile.items() if name in rules.know})
    extra = united(as_pairs(profile), personas)
    if person is None:
        population, person = with_person(population, as_pairs(profile))
    words = united(population, extra)
    if words.pair_count > population.pair_count or words.attributes != population.attributes:
        pairs = population.translation(words)[population.pairs]  # new words come last: the order stays
        population = replace(population, attributes=words.attributes, values=words.values, pairs=pairs)
    stays, new = known.translation(population), personas.translation(population)
    rows = [
        np.union1d(stays, new[personas.pairs[personas.starts[at] : personas.starts[at + 1]]]).astype(np.int32)
        for at in chosen
    ]
    people = np.full(len(rows), person, np.int64)
    starts = np.concatenate(([0], np.cumsum([len(row) for row in rows]))).astype(np.int64)
    edited = edited_rows(population, people, starts, np.concatenate(rows))
    know = sorted(rules.know)
    before = identifiabilities(population, people[:1], know)
    after = identifiabilities(population, people, know, edited=edited)
    return float(before[0]), [float(value) for value in after]


def _check(profile: Words, personas: Personas, rules: Rules, population: Population | None) -> None:
    for option, names in (("--keep", rules.keep), ("--know", rules.know)):
        if missing := sorted(names - set(profile)):
            raise BadInput(f"{option} {shown(missing[0])}: the profile has no such attribute; it has {listed(profile)}")
    if missing := sorted(set(rules.by_attribute) - set(profile) - set(personas.attributes)):
        raise BadInput(f"--cost {shown(missing[0])}: no such attribute in the profile or in the personas")
    if not len(personas):
        raise BadInput("the file has no persona; make it again with a lower --support")
    if not set(profile) & set(personas.attributes):
        raise BadInput(
            f"the profile has none of the attributes of the personas; they have {listed(personas.attributes)}"
        )
    if population is not None and (missing := sorted(set(personas.attributes) - set(population.attributes))):
        raise BadInput(
            f"--data has no attribute '{shown(missing[0])}', but the personas do: they were made from other profiles"
        )


def _why_not(profile: Words, personas: Personas, index: PersonaIndex, pairs: Int32s, rules: Rules) -> str:
    """Why no persona can be reached, and what to give up."""
    for name in sorted(rules.keep):
        alone = replace(rules, keep=frozenset((name,)), no_lies=False)
        if (index.distances(pairs, alone) >= FAR).all():
            values = " and ".join(f"'{shown(value)}'" for value in profile[name])
            return f"no persona has {shown(name)} {values}, so it cannot be kept; leave it out of --keep"
    if rules.no_lies and (index.distances(pairs, replace(rules, no_lies=False)) < FAR).any():
        return "no persona can be reached by removals alone; leave --no-lies out" + (
            ", or keep less" if rules.keep else ""
        )
    if len(rules.keep) > 1:
        return f"no persona has all of {listed(sorted(rules.keep))} as the profile has them; keep less"
    if rules.min_size > int(personas.sizes.max()):
        return f"no persona has {rules.min_size} attributes; lower --min-size"
    return "no persona can be reached under these rules; keep less, or lower --min-size"
