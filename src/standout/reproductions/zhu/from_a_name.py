"""An adversary who starts from a name, as the paper's does: names that are unique or shared, on one site and on three.

Where the profiles have no names, or to see what they change, everybody gets a generated one.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from msgspec.structs import replace

from standout.common.arrays import Floats
from standout.profiles.people.population import Population
from standout.reproductions import saved_charts
from standout.reproductions.rows import Section
from standout.reproductions.zhu.experiment import Study, relative_fall
from standout.reproductions.zhu.experiment_sections import MATCHED, fall_row, per_attribute
from standout.reproductions.zhu.named_people import NAME, ON_A_SITE, named
from standout.results.estimate import Estimate
from standout.results.reproduction import Row, percent

TABLE = "starting from a name"
_WAYS = ((True, 1), (False, 1), (True, 3), (False, 3))


def generated(population: Population, seed: int, threads: int | None, *, unique: bool, sites: int) -> Study:
    """The same people under generated names; what they show on a single site is the truth about those on three."""
    truth = named(population, seed, unique=unique) if sites > 1 else None
    shown = named(population, seed, unique=unique, sites=sites)
    return Study(shown, (NAME,), seed, threads, truth, population)


def from_a_name(study: Study, acquaintance: tuple[str, ...]) -> tuple[Section, list[str]]:
    """Persona matching against adversaries who start from a name, or from what an acquaintance knows."""
    rows, said = list[Row](), list[str]()
    people = study.base or study.population
    for unique, sites in _WAYS:
        own = generated(people, study.seed, study.threads, unique=unique, sites=sites)
        if not len(own.targets):
            continue
        what = f"{'unique' if unique else 'shared'} names, {'one site' if sites == 1 else 'three sites'}"
        published = MATCHED if not unique and sites == 3 else None
        rows += _rows(own, what, published)
        said.append(_words(own, what))
    if set(acquaintance) <= set(people.attributes):
        known = Study(people.merged(), acquaintance, study.seed, study.threads)
        if len(known.targets):
            rows += _rows(known, "no name, but what an acquaintance knows", None)
            said.append(_words(known, f"no name, but {', '.join(acquaintance[:-1])} and {acquaintance[-1]}"))
    falls = [row for row in rows if row.what.endswith("persona matching")]
    chart = partial(saved_charts.beside, TABLE, [replace(row, what=row.what.split(":")[0]) for row in falls],
                    "identifiability falls by; tick: published")  # fmt: skip
    words = (
        "Everybody gets a generated name: one that nobody else bears, or a first and a last name drawn so that few are "
        f"common and many rare. On three sites everybody has three profiles, and shows on each of them {ON_A_SITE:.0%} "
        "of what they show, drawn anew. The search of the paper starts from the name alone."
    )
    findings = ["Starting from a generated name, persona matching lowers identifiability: " + "; ".join(said) + "."]
    return Section(TABLE, "Who starts from a name", rows, chart if falls else None, words), findings if said else []


def _rows(study: Study, what: str, published: float | None) -> list[Row]:
    after = study.after(study.edited_by_beliefs())
    learned, confident = len(study.beliefs.pairs) / len(study.targets), study.beliefs.confidences.mean()
    remark = (
        f"{learned:.1f} attributes are learned of a person, with a mean confidence of {confident:.2f}; "
        f"{percent(_unedited(study))} of people need no edit"
    )
    rows = [
        fall_row(TABLE, f"{what}: persona matching", published, relative_fall(study.before, after, study.seed), remark),
        *per_attribute(study, TABLE, what, after),
    ]
    if (one := study.reduction_each("RANDOM", 1)) is not None:
        rows.append(fall_row(TABLE, f"{what}: one at random, fall for each attribute removed", None, one,
                             "what each attribute that persona matching removes should beat"))  # fmt: skip
    return rows


def _words(study: Study, what: str) -> str:
    after, removed = study.after(study.edited_by_beliefs()), study.kinds[0][:, 0]
    fall, one = relative_fall(study.before, after, study.seed), study.reduction_each("RANDOM", 1)
    each = _each(study, after, removed.astype(np.float64))
    apiece = f", {percent(each.rate)} for each against {percent(one.rate)} for one at random" if each and one else ""
    unedited = percent(_unedited(study))
    return f"{what} by {percent(fall.rate)} ({unedited} need no edit; {removed.mean():.2f} attributes removed{apiece})"


def _unedited(study: Study) -> float:
    """How many targets need no edit, because what is learned of them is a persona already."""
    return float((study.by_beliefs.thousandths == 0).mean())


def _each(study: Study, after: Floats, removed: Floats) -> Estimate | None:
    return relative_fall(study.before, after, study.seed, removed) if removed.any() else None
