"""`standout.blend`: the cheapest edits that make a public profile look like many others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standout.auditing.settings import check_numbers
from standout.errors import BadInput
from standout.library.personas import FoundPersonas
from standout.library.profile_tables import read_profiles
from standout.outputs.places import check_folder
from standout.profiles.blending.costs import Cost, Rules
from standout.profiles.blending.recommending import blend as recommended
from standout.profiles.people.own_profile import as_profile, in_bins, read_profile
from standout.profiles.people.pairs import names_in
from standout.profiles.people.population import Population
from standout.profiles.personas.persona_set import PersonaSet
from standout.results.blend import Blend
from standout.results.personas import Words

if TYPE_CHECKING:
    import pandas as pd


def blend(
    me: str | Path | Mapping[str, object] | pd.Series[Any] | None,
    personas: str | Path | FoundPersonas | PersonaSet,
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
    options: int = 1,
    bins: Mapping[str, float] | None = None,
    split: str | None = None,
    seed: int = 1,
    out: str | Path | None = None,
) -> Blend:
    """Say which few edits make a public profile look like many others. Options are those of `standout blend`.

    `me` is the profile: a path, a mapping of attributes to values, a pandas Series, or the id of a person of `data`
    (as is `person`). `personas` is what `standout.personas` found, or the path of a `personas.json`. With `data`, the
    profiles (a path, a data frame, an Arrow table), crowds are counted among them. `costs` makes edits of an attribute
    dearer or cheaper by a factor, or gives its own three costs to remove, add and change. With `out`, a folder,
    `blend.json` is written there.

    >>> import pandas as pd, standout as so
    >>> people = pd.DataFrame({"city": ["Paris"] * 6 + ["Rome"] * 3, "job": ["baker"] * 8 + ["diver"]})
    >>> found = so.blend({"city": "Rome", "job": "diver"}, so.personas(people, support=0.2), data=people)
    >>> found.headline()
    '1 edit makes you look like 2 other people.'
    >>> [edit.sentence() for edit in found.best.edits]
    ['change job “diver” to “baker” (not true of you)']
    """
    check_numbers(seed, None)
    usual = Cost(remove_cost, add_cost, change_cost)
    own_costs = {attribute: _cost(attribute, cost, usual) for attribute, cost in (costs or {}).items()}
    rules = Rules(usual, own_costs, frozenset(keep), frozenset(know), no_lies, min_size)
    if out is not None:
        _check_place(Path(out), (me, personas, data))
    _check_who(me, data, person)
    mined = _mined(personas)
    population = None if data is None else read_profiles(data, bins=bins, split=split, seed=seed)
    who, words = _profile(me, person, population, mined)
    if not know:  # names that no persona has would only ever be removed
        known = [name for name in names_in(words) if name not in mined.attributes and name not in keep]
        rules = Rules(usual, own_costs, frozenset(keep), frozenset(known), no_lies, min_size)
    blended = recommended(words, mined, rules, population=population, person=who, options=options)
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


def _check_who(me: object, data: object, person: str | None) -> None:
    """One profile must be named, in one way."""
    if me is not None and person is not None:
        raise BadInput("both a PROFILE and --person are given; give one of them")
    if me is None and person is None:
        raise BadInput("no profile; name a JSON, TOML or CSV file with it, or a person of --data with --person")
    if person is not None and data is None:
        raise BadInput("--person needs --data: the profiles that the person is in")


def _mined(personas: str | Path | FoundPersonas | PersonaSet) -> PersonaSet:
    if isinstance(personas, FoundPersonas):
        return personas.personas
    return personas if isinstance(personas, PersonaSet) else PersonaSet.read(Path(personas))


def _profile(
    me: str | Path | Mapping[str, object] | pd.Series[Any] | None, person: str | None, population: Population | None,
    mined: PersonaSet,
) -> tuple[int | None, Words]:  # fmt: skip
    """Who the person is in the population, if at all, and the profile in words."""
    if population is not None and (person is not None or isinstance(me, str)):
        ids = [str(name) for name in population.people.to_pylist()]
        if person is not None and person not in ids:
            raise BadInput(f"--person '{person}': nobody in --data has this id")
        wanted = me if isinstance(me, str) and not Path(me).exists() and me in ids else person
        if wanted is not None:
            who = ids.index(wanted)
            return who, population.profile(who)
    if me is None or isinstance(me, str | Path):
        return None, in_bins(read_profile(Path(me or "")), mined)
    given = me.items() if isinstance(me, Mapping) else me.dropna().items()
    return None, in_bins(as_profile({str(attribute): value for attribute, value in given}), mined)
