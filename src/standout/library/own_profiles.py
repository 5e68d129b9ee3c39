"""Whose profile it is: a file, a mapping, a row of a table, or a person of the data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from standout.common.wording import shown
from standout.errors import BadInput
from standout.profiles.people.own_profile import as_profile, in_words_of, read_profile
from standout.profiles.people.pairs import Pairs
from standout.profiles.people.population import Population
from standout.results.personas import Words

if TYPE_CHECKING:
    import pandas as pd

GivenProfile: TypeAlias = "str | Path | Mapping[str, object] | pd.Series[Any] | None"
"""What a profile may be given as."""


def check_who(me: object, data: object, person: str | None) -> None:
    """One profile must be named, in one way."""
    if me is not None and person is not None:
        raise BadInput("both a PROFILE and --person are given; give one of them")
    if me is None and person is None:
        raise BadInput("no profile; name a JSON, TOML or CSV file with it, or a person of --data with --person")
    if person is not None and data is None:
        raise BadInput("--person needs --data: the profiles that the person is in")


def profile_of(
    me: GivenProfile, person: str | None, population: Population | None, words: Pairs, split: str | None = None
) -> tuple[int | None, Words]:
    """Who the person is in the population, if at all, and the profile in the words of others."""
    if population is not None and (person is not None or isinstance(me, str)):
        ids = [str(name) for name in population.people.to_pylist()]
        if person is not None and person not in ids:
            raise BadInput(f"--person '{shown(person)}': nobody in --data has this id")
        wanted = me if isinstance(me, str) and not Path(me).exists() and me in ids else person
        if wanted is not None:
            who = ids.index(wanted)
            return who, population.profile(who)
    if me is None or isinstance(me, str | Path):
        return None, in_words_of(read_profile(Path(me or ""), words.attributes, split), words)
    given = me.items() if isinstance(me, Mapping) else me.dropna().items()
    return None, in_words_of(as_profile({str(attribute): value for attribute, value in given}), words)
