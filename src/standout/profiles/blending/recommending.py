"""Advice for one person: which edits make the profile a persona, and what that changes.

Crowds are counted in the population where there is one, not taken from the file of personas.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec
import numpy as np

from standout.common.arrays import Int32s, Int64s
from standout.common.wording import listed, shown
from standout.errors import BadInput
from standout.profiles.blending.beliefs import identifiabilities
from standout.profiles.blending.costs import FAR, Rules
from standout.profiles.blending.edited_profiles import edited_rows, with_person
from standout.profiles.blending.edits import PersonaIndex, in_units, united
from standout.profiles.blending.profile_crowds import Crowds
from standout.profiles.people.exposure import Usual, usual_in
from standout.profiles.people.pairs import Pairs
from standout.profiles.people.population import Population
from standout.profiles.personas.persona_set import PersonaSet
from standout.results.blend import Blend, BlendOption, Edit, KnownMove, Move
from standout.results.personas import Words, as_shown

_FROM_FILE = (
    "crowds are those of the file of personas, and how many show exactly the same is not known; name the profiles "
    "with --data to count who is there now"
)
_NO_EXPOSURE = "exposure: the file of personas does not say what people show on average; make it again, or use --data"
_NOTHING_KNOWN = "identifiability: nothing is known from the start; name with --know what a searcher has, e.g. names"


def as_pairs(profile: Words) -> Pairs:
    """A profile as a vocabulary of its own: each of its pairs once."""
    return Pairs(tuple(profile), tuple(profile.values()))


def blend(
    profile: Words,
    personas: PersonaSet,
    rules: Rules,
    *,
    population: Population | None = None,
    person: int | None = None,
    options: int = 1,
    crowd: int = 1,
) -> Blend:
    """The cheapest options of at least `crowd` people, and all that cost as much as the last of them."""
    if options < 1:
        raise BadInput(f"--options is {options}, but must be at least 1")
    if crowd < 1:
        raise BadInput(f"--crowd is {crowd}, but must be at least 1")
    _check(profile, personas, rules, population)
    own = as_pairs(profile)
    index = PersonaIndex(united(own, personas), personas)
    pairs = np.sort(own.translation(index.vocabulary))
    distances = index.distances(pairs, rules)
    crowds = None if population is None else Crowds(population, person)
    chosen = _cheapest(distances, personas, options, crowd, crowds)
    if not len(chosen):
        raise BadInput(_too_small(personas, distances, crowd) or _why_not(profile, personas, index, pairs, rules))
    usual = _usual(personas, population)
    advised = [
        _option(profile, personas, index, persona, pairs, rules, in_units(int(distances[persona])), usual)
        for persona in chosen.tolist()
    ]
    notes: list[str] = [_FROM_FILE] if usual else [_FROM_FILE, _NO_EXPOSURE]
    learned: KnownMove | None = None
    if population is not None:
        advised, notes = _counted(advised, profile, personas, chosen, rules, crowds or Crowds(population, person))
        if rules.know:
            before, after = _identifiabilities(profile, personas, chosen, rules, population, person)
            advised = [
                msgspec.structs.replace(option, identifiability=value)
                for option, value in zip(advised, after, strict=True)
            ]
            learned = KnownMove(before=before, after=after[0])
        else:
            notes.append(_NOTHING_KNOWN)
    return Blend(
        options=tuple(advised),
        exposure=Move(before=usual.exposure(profile) if usual else None, after=advised[0].exposure),
        counted_in="file" if population is None else "population",
        people=personas.population if population is None else population.size,
        personas=len(personas),
        notes=tuple(notes),
        identifiability=learned,
    )


def _usual(personas: PersonaSet, population: Population | None) -> Usual | None:
    """What exposure is measured by: what the people of the population, else those of the file, show on average."""
    if population is None:
        return personas.usual
    return usual_in(population, None if personas.usual is None else personas.usual.attributes)


def _cheapest(
    distances: Int64s, personas: PersonaSet, options: int, least: int, crowds: Crowds | None
) -> Int64s:  # fmt: skip
    """The nearest personas that can be reached and have people enough, up to the last tie; of equal cost the largest
    crowd first, as counted in the population where there is one."""
    reached = np.flatnonzero(distances < FAR)
    order = reached[np.lexsort((reached, -personas.counts[reached], distances[reached]))]
    chosen: dict[int, int] = {}
    last = -1
    for persona in order.tolist():
        if len(chosen) >= options and distances[persona] > distances[last]:
            break
        people = int(personas.counts[persona]) if crowds is None else len(crowds.of(personas.persona(persona)))
        if people >= least or (least == 1 and not people):
            chosen[persona], last = people, persona
    return np.array(sorted(chosen, key=lambda persona: (int(distances[persona]), -chosen[persona], persona)), np.int64)


def _too_small(personas: PersonaSet, distances: Int64s, crowd: int) -> str | None:
    """That personas can be reached, but none has so many people."""
    reached = personas.counts[distances < FAR]
    if not len(reached):
        return None
    return f"--crowd {crowd:,}: the largest crowd that can be reached has {reached.max():,} people; ask for fewer"


def _option(
    profile: Words, personas: PersonaSet, index: PersonaIndex, persona: int, pairs: Int32s, rules: Rules,
    distance: float, usual: Usual | None,
) -> BlendOption:  # fmt: skip
    words = personas.persona(persona)

    def value(pair: int) -> str | None:
        return None if pair < 0 else index.vocabulary.pair_value(pair)

    edits = tuple(
        Edit(
            kind=edit.kind,
            attribute=index.vocabulary.pair_name(max(edit.before, edit.after))[0],
            before=value(edit.before),
            after=value(edit.after),
        )
        for edit in index.edits(pairs, persona, rules.know)
    )
    left = set(words) | (rules.know & set(profile))
    return BlendOption(
        persona=as_shown(words),
        distance=distance,
        edits=edits,
        crowd=int(personas.counts[persona]),
        exposure=usual.exposure(left) if usual else None,
    )


def _counted(
    options: list[BlendOption], profile: Words, personas: PersonaSet, chosen: Int64s, rules: Rules,
    crowds: Crowds,
) -> tuple[list[BlendOption], list[str]]:  # fmt: skip
    """The options with their crowds as they are in the population, and a note where they are smaller than promised."""
    population = crowds.population
    known = [population.pair_id(name, value) for name in sorted(rules.know) for value in profile.get(name, ())]
    counted, fewer = [], 0
    for option, persona in zip(options, chosen.tolist(), strict=True):
        words = personas.persona(persona)
        sharing = crowds.of(words)
        counted.append(
            msgspec.structs.replace(
                option,
                crowd=len(sharing),
                exactly=crowds.exactly(
                    sharing, sum(len(values) for name, values in words.items() if name not in rules.know), rules.know
                ),
                also_known=len(np.intersect1d(sharing, crowds.sharing(known))) if known else None,
            )
        )
        fewer += len(sharing) < 0.9 * personas.counts[persona] - 1
    if not fewer:
        return counted, []
    return counted, [
        f"{fewer:,} of these personas have a smaller crowd here than in their file: they are from other profiles"
    ]


def _identifiabilities(
    profile: Words, personas: PersonaSet, chosen: Int64s, rules: Rules, population: Population, person: int | None
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
        np.union1d(stays, new[personas.pairs[personas.starts[persona] : personas.starts[persona + 1]]])
        for persona in chosen
    ]
    people = np.full(len(rows), person, np.int64)
    starts = np.concatenate(([0], np.cumsum([len(row) for row in rows]))).astype(np.int64)
    edited = edited_rows(population, people, starts, np.concatenate(rows).astype(np.int32))
    know = sorted(rules.know)
    before = identifiabilities(population, people[:1], know)
    after = identifiabilities(population, people, know, edited=edited)
    return float(before[0]), [float(value) for value in after]


def _check(profile: Words, personas: PersonaSet, rules: Rules, population: Population | None) -> None:
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


def _why_not(profile: Words, personas: PersonaSet, index: PersonaIndex, pairs: Int32s, rules: Rules) -> str:
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
