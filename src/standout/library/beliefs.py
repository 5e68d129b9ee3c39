"""`standout.beliefs`: what somebody would believe of a person who knows a little and looks at all profiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from standout.auditing.settings import check_numbers
from standout.errors import BadInput
from standout.library.own_profiles import GivenProfile, check_who, profile_of
from standout.library.profile_tables import read_profiles
from standout.outputs.places import check_folder
from standout.profiles.blending.believing import believed
from standout.results.beliefs import Believed


def beliefs(
    me: GivenProfile,
    data: Any,
    *,
    person: str | None = None,
    know: Sequence[str] = (),
    site_threshold: float = 0.5,
    cross_threshold: float = 0.5,
    bins: Mapping[str, float] | None = None,
    split: str | None = None,
    seed: int = 1,
    out: str | Path | None = None,
) -> Believed:
    """Say what somebody would believe of a profile who starts from a little. Options are those of `standout beliefs`.

    `me` is the profile: a path, a mapping of attributes to values, a pandas Series, or the id of a person of `data`
    (as is `person`). `data` are everybody's profiles: a path, a data frame, an Arrow table. `know` names what the
    searcher starts from, by default the names in the profile. With `out`, a folder, `beliefs.json` is written there.

    >>> import pandas as pd, standout as so
    >>> people = pd.DataFrame({"name": ["Al"] * 3 + ["Bo"] * 3, "city": ["Ely"] * 4 + ["Bath"] * 2})
    >>> found = so.beliefs({"name": "Al", "city": "Bath"}, people)
    >>> found.headline()
    'Somebody who knows name Al finds 4 profiles and believes one thing of you: one is not.'
    >>> [(belief.value, belief.confidence, belief.without) for belief in found.beliefs]
    [('Ely', 0.75, 1.0)]
    """
    check_numbers(seed, None)
    for name, threshold in (("site", site_threshold), ("cross", cross_threshold)):
        if not 0 <= threshold <= 1:
            raise BadInput(f"--{name}-threshold is {threshold:g}, but must be a share between 0 and 1")
    if out is not None:
        _check_place(Path(out), (me, data))
    check_who(me, data, person)
    population = read_profiles(data, bins=bins, split=split, seed=seed)
    who, words = profile_of(me, person, population, population, split)
    found = believed(
        words, population, person=who, know=tuple(know),
        site_threshold=site_threshold, cross_threshold=cross_threshold,
    )  # fmt: skip
    if out is not None:
        found.save(out)
    return found


def _check_place(out: Path, inputs: Sequence[object]) -> None:
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out}: is a file; choose another --out")
    named = [given for given in inputs if isinstance(given, str | Path)]
    check_folder(out, {Believed.FILE: Believed.recognised_by()}, named)
