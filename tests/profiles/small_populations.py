"""Small populations from plain Python, for tests of profiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
from hypothesis import strategies as st

from standout.profiles.people.population import Population, assembled

Profile = Mapping[str, str | Sequence[str]]


def population_of(profiles: Sequence[Profile | Mapping[str, Profile]], sites: Sequence[str] = ()) -> Population:
    """A population of these profiles; with sites, each person is a profile per site."""
    entries = []
    for person, given in enumerate(profiles):
        shown = given if sites else {"": given}
        for site, profile in shown.items():
            assert isinstance(profile, Mapping)
            for attribute, value in profile.items():
                several = [value] if isinstance(value, str) else value
                entries += [(person, sites.index(site) if sites else 0, attribute, str(one)) for one in several]
    attributes = tuple(sorted({attribute for _, _, attribute, _ in entries}))
    values = tuple(tuple(sorted({v for _, _, a, v in entries if a == attribute})) for attribute in attributes)
    ids = {
        (a, v): n for n, (a, v) in enumerate((a, v) for a, each in zip(attributes, values, strict=True) for v in each)
    }
    return assembled(
        attributes,
        values,
        tuple(sites),
        pa.array([f"p{number}" for number in range(len(profiles))], pa.large_string()),
        *(
            np.array(column, np.int64)
            for column in (
                [person for person, *_ in entries],
                [ids[attribute, value] for _, _, attribute, value in entries],
                [site for _, site, *_ in entries],
            )
        ),
    )


ATTRIBUTES = ("a", "b", "c", "d")


def profiles(several: bool = False) -> st.SearchStrategy[dict[str, list[str]]]:
    """A profile over few attributes and fewer values, so that people agree often."""
    most = 2 if several else 1
    return st.dictionaries(
        st.sampled_from(ATTRIBUTES), st.lists(st.sampled_from("xyz"), min_size=1, max_size=most, unique=True)
    )
