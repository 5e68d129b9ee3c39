"""`standout.blend`: the cheapest edits that make a public profile look like many others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from standout.auditing.settings import check_numbers
from standout.errors import BadInput
from standout.library.own_profiles import GivenProfile, check_who, profile_of
from standout.library.personas import FoundPersonas
from standout.library.profile_tables import read_profiles
from standout.outputs.places import check_folder
from standout.profiles.blending.costs import Cost, Rules
from standout.profiles.blending.edits import united
from standout.profiles.blending.recommending import blend as recommended
from standout.profiles.people.exposure import usual_in
from standout.profiles.people.pairs import Pairs, names_in
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import mine
from standout.profiles.personas.persona_set import PersonaSet
from standout.profiles.personas.persona_summary import FEWEST_SHOWN, known_attributes
from standout.results.blend import Blend

_SUPPORT = 0.001
"""The share of people who share a persona at least, as for `personas`."""


def blend(
    me: GivenProfile,
    personas: str | Path | FoundPersonas | PersonaSet | None = None,
    *,
    data: Any = None,
    person: str | None = None,
    keep: Sequence[str] = (),
    know: Sequence[str] = (),
    remove_cost: float = 1.0,
    add_cost: float = 5.0,
    change_cost: float = 5.0,
    costs: Mapping[str, float | Sequence[float]] | None = None,
    no_lies: bool = False,
    min_size: int = 2,
    crowd: int = 1,
    options: int = 1,
    bins: Mapping[str, float] | None = None,
    split: str | None = None,
    seed: int = 1,
    out: str | Path | None = None,
) -> Blend:
    """Say which few edits make a public profile look like many others. Options are those of `standout blend`.

    `me` is the profile: a path, a mapping of attributes to values, a pandas Series, or the id of a person of `data`
    (as is `person`). `personas` is what `standout.personas` found, or the path of a `personas.json`; without it they
    are found in `data`. With `data`, the profiles (a path, a data frame, an Arrow table), crowds are counted among
    them. `costs` makes edits of an attribute dearer or cheaper by a factor, or gives its own three costs to remove, add
    and change. `crowd` is how many people must share what is left. With `out`, a folder, `blend.json` is written there.

    >>> import pandas as pd, standout as so
    >>> people = pd.DataFrame({"city": ["Paris"] * 6 + ["Rome"] * 3, "job": ["baker"] * 8 + ["diver"]})
    >>> found = so.blend({"city": "Rome", "job": "diver"}, so.personas(people, support=0.2), data=people)
    >>> found.headline()
    'After 1 edit, 2 other people share these two things; 2 show exactly this.'
    >>> [edit.sentence() for edit in found.best.edits]
    ['change job “diver” to “baker” (not true of you)']
    """
    check_numbers(seed, None)
    usual = Cost(remove_cost, add_cost, change_cost)
    own_costs = {attribute: _cost(attribute, cost, usual) for attribute, cost in (costs or {}).items()}
    rules = Rules(usual, own_costs, frozenset(keep), frozenset(know), no_lies, min_size)
    if out is not None:
        _check_place(Path(out), (me, personas, data))
    check_who(me, data, person)
    given = None if personas is None else _mined(personas)
    population = None if data is None else read_profiles(data, bins=bins, split=split, seed=seed)
    mined = _found_in(population, know, crowd) if given is None else given
    who, words = profile_of(me, person, population, _vocabulary(mined, population), split)
    if not know:  # names that no persona has would only ever be removed
        known = [name for name in names_in(words) if name not in mined.attributes and name not in keep]
        rules = Rules(usual, own_costs, frozenset(keep), frozenset(known), no_lies, min_size)
    blended = recommended(words, mined, rules, population=population, person=who, options=options, crowd=crowd)
    if out is not None:
        blended.save(out)
    return blended


def _cost(attribute: str, given: float | Sequence[float], usual: Cost) -> Cost:
    """The costs of an attribute: the usual ones times a factor, or three of its own."""
    if isinstance(given, int | float):
        return usual.times(given)
    if len(given) != 3:
        raise BadInput(f"--cost: '{attribute}' has {len(given)} numbers; give one factor, or remove,add,change")
    return Cost(*given)


def _check_place(out: Path, inputs: Sequence[object]) -> None:
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out}: is a file; choose another --out")
    check_folder(out, {Blend.FILE: "blend"}, [given for given in inputs if isinstance(given, str | Path)])


def _mined(personas: str | Path | FoundPersonas | PersonaSet) -> PersonaSet:
    if isinstance(personas, FoundPersonas):
        return personas.personas
    return personas if isinstance(personas, PersonaSet) else PersonaSet.read(Path(personas))


def _vocabulary(mined: PersonaSet, population: Population | None) -> Pairs:
    """The words that a profile is read in: those of the personas, and of everybody where they are at hand."""
    if population is not None:
        return united(mined, population)
    shown = () if mined.usual is None else mined.usual.attributes
    return united(mined, Pairs(shown, ((),) * len(shown)))


def _found_in(population: Population | None, know: Sequence[str], crowd: int) -> PersonaSet:
    """The personas of the people themselves: of the usual support, and of crowds large enough to be one."""
    if population is None:
        raise BadInput(
            "no personas; name the file that `standout personas` wrote with --personas, or profiles with --data"
        )
    known = known_attributes(population.attributes, know)
    searched = population.select(tuple(name for name in population.attributes if name not in known))
    least = min(population.size, max(crowd, FEWEST_SHOWN))
    try:
        mined = mine(searched, max(_SUPPORT, least / max(1, population.size)))
    except BadInput:
        raise BadInput(
            "--data has too many personas to find them on the way; make them with `standout personas --support N`, "
            "and name their file with --personas"
        ) from None
    if not len(mined):
        raise BadInput(f"no two things in --data are shared by {least:,} people; use more people, or --bin")
    return replace(mined, usual=usual_in(searched, searched.attributes))
