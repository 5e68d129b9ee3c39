"""Zhu and others, "Generating Risk Reduction Recommendations to Decrease Vulnerability of Public Online Profiles".

The paper's profiles were never published. Instead: an invented population of as many people on three sites, of which
the truth is known; or the profiles that `--data` names, such as UCI Adult. Profiles without names get generated ones,
on three sites.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from standout.auditing.settings import Progress, no_progress
from standout.errors import BadInput
from standout.profiles.blending.beliefs import initial_pairs
from standout.profiles.people.pairs import names_in
from standout.reproductions.rates import rate_of
from standout.reproductions.reproduced import Reproduced, reproduced
from standout.reproductions.rows import Section, counted, measured, said
from standout.reproductions.zhu.exactly import exactly_section
from standout.reproductions.zhu.experiment import Study
from standout.reproductions.zhu.experiment_sections import (
    figure_1,
    figure_3,
    figure_4,
    matching_section,
    table_4,
    why_section,
)
from standout.reproductions.zhu.from_a_name import from_a_name, generated
from standout.reproductions.zhu.generalising import exact_marks, pair_marks
from standout.reproductions.zhu.sensitivity_sections import figure_2
from standout.results.reproduction import ReproducedOn, Row

TITLE = (
    "Generating Risk Reduction Recommendations to Decrease Vulnerability of Public Online Profiles "
    "(Zhu, Zhang, Singh, Yang, Sherr)"
)
PEOPLE = 29_915
ADULT_KNOWN = ("age", "sex", "education", "occupation")
"""What an acquaintance knows of somebody in Adult who has no name to start from."""

TABLE_1 = {"gender": 0.9, "language": 0.75, "college": 0.8, "occupation": 0.9, "industry": 0.6, "state": 0.75}
TABLE_3 = {
    "P1": ({"gender": "male", "language": "French", "country": "France"}, 14, 6),
    "P2": ({"gender": "female", "state": "Wyoming", "language": "Spanish", "industry": "design"}, 7, 3),
    "P3": ({"gender": "female", "college": "UVA"}, 4, 4),
}
LEARNED = {
    "gender": "female", "state": "Wyoming", "college": "UVA", "language": "French", "occupation": "teacher",
    "industry": "design",
}  # fmt: skip


def zhu(
    data: str | None = None, seed: int = 1, draws: int | None = None, threads: int | None = None,
    progress: Progress = no_progress,
) -> Reproduced:  # fmt: skip
    """Reproduce the paper on an invented population, or on these profiles."""
    steps = 7
    progress("the profiles", 0, steps)
    study, source = _study(data, seed, threads)
    if not len(study.targets):
        raise BadInput(f"zhu: nothing can be learned from {', '.join(study.initial)} in this data; use other profiles")
    progress("personas against support and population", 1, steps)
    sensitivity, rising = figure_2(study, draws or 5)
    progress("removing attributes", 2, steps)
    removed, fallen = table_4(study)
    progress("matching personas", 3, steps)
    matched, findings = matching_section(study, fallen)
    why, causes = why_section(study)
    progress("starting from a name", 4, steps)
    names, from_names = from_a_name(study, ADULT_KNOWN)
    progress("who shows exactly the same", 5, steps)
    exactly, words = exactly_section(study)
    progress("kinds of edits", 6, steps)
    kinds, most = figure_3(study), figure_4(study)
    sections = [
        _data(study), figure_1(study), _table_1(), _table_2(study), *sensitivity, _table_3(), matched, removed, names,
        why, kinds, most, exactly,
    ]  # fmt: skip
    return reproduced(
        "zhu",
        TITLE,
        _described(study, source),
        seed,
        draws or 5,
        sections,
        [*findings, *from_names, *causes, rising, *words],
    )


def _study(data: str | None, seed: int, threads: int | None) -> tuple[Study, str]:
    if data is None:
        from standout.profiles.people.invented_population import draw_population

        shown, truth = draw_population(PEOPLE, 3, seed)
        return Study(shown, ("first name", "last name"), seed, threads, truth), "invented"
    from standout.profiles.people.profile_files import read_population

    population = read_population(adult_folder() if data == "adult" and not Path(data).exists() else data, seed=seed)
    known = names_in(population.attributes)
    if known:
        return Study(population, known, seed, threads), data
    return generated(population, seed, threads, unique=False, sites=3), data


def adult_folder() -> Path:
    """Where UCI Adult is, if it is where datasets are looked for."""
    import os

    place = Path(os.environ.get("STANDOUT_DATA", ".")) / "adult"
    if not (place / "adult.data").is_file():
        raise BadInput(
            f"{place}: no UCI Adult there; name its folder with --data, or the folder above it in STANDOUT_DATA"
        )
    return place


def _described(study: Study, source: str) -> ReproducedOn:
    population = study.population
    digest = hashlib.sha256()
    for part in (population.starts, population.pairs, population.pair_sites):
        digest.update(np.ascontiguousarray(part).tobytes())
    sites = f" on {len(population.sites)} sites" if len(population.sites) > 1 else ""
    return ReproducedOn(
        people=population.size,
        attributes=len(population.attributes),
        pairs=population.pair_count,
        entries=len(population.pairs),
        sites=tuple(population.sites),
        known=tuple(study.initial),
        source=source,
        sha256=digest.hexdigest(),
        words=f"{population.size:,} {'invented ' if source == 'invented' else ''}people{sites}, "
        f"{len(population.attributes)} attributes and {len(population.pairs):,} values shown",
    )


def _data(study: Study) -> Section:
    table, population = "section VI.A", study.population
    shared, used = study.learnable.shared(), np.unique(population.pairs)
    domains = np.bincount(population.pair_attribute[used], minlength=len(population.attributes))
    names = population.attributes
    learnable = [attribute for attribute, name in enumerate(names) if name not in study.initial]
    rows: list[Row] = [
        counted(table, "people", PEOPLE, population.size, "other data: the paper's was never published"),
        counted(table, "attributes beside what is known from the start", 16, len(learnable)),
        counted(table, "different values of the attribute with fewest", 4, int(domains[learnable].min())),
        counted(table, "different values of the attribute with most", 275_000, int(domains[learnable].max()),
                "rare values matter alike however many there are: none is in a persona"),
        counted(table, "attributes of the person who shows least", 1, int(shared.min())),
        counted(table, "attributes of the person who shows most", 15, int(shared.max()),
                "beside what is known from the start"),
        counted(table, "people looked for", 3_000, len(study.looked_for), "on all sites, drawn at random"),
        counted(table, "of them, people of whom something is learned", 1_600, len(study.targets),
                "1,600 is the number that figure 3 is about; all below is about these"),
        counted(table, "attributes learned of a person, mean", None, len(study.beliefs.pairs) / len(study.targets),
                "the paper does not say"),
    ]  # fmt: skip
    return Section(table, "The data", [*rows, *_candidates(table, study)])


def _candidates(table: str, study: Study) -> list[Row]:
    """How many profiles on each site carry what is known of a person."""
    population, published = study.population, (0.74, 0.62, 0.45)
    starts, known = initial_pairs(population, study.looked_for, study.initial)
    marks = pair_marks(population.pair_count, study.seed)
    wanted = exact_marks(starts, known, marks)
    asked = np.isin(population.attributes, study.initial)[population.pair_attribute[population.pairs]]
    several, rows = len(population.sites) > 1, []
    for site, name in enumerate(population.sites or ("the only site",)):
        on_site = asked & (population.pair_sites == site) if several else asked
        carried = np.zeros(population.size, np.uint64)
        np.add.at(carried, population.owners[on_site], marks[population.pairs[on_site]])
        held, counts = np.unique(carried[carried > 0], return_counts=True)
        places = np.minimum(np.searchsorted(held, wanted), len(held) - 1)
        many = np.where(held[places] == wanted, counts[places], 0)
        which = published[site] if several and site < len(published) else None
        remark = "Google+, LinkedIn and Foursquare in the paper" if which else "no sites in this data"
        rows.append(measured(table, f"people with 3 or more candidates on {name}", which, rate_of(many >= 3), remark))
    return rows


def _table_1() -> Section:
    from standout.profiles.blending.beliefs import Beliefs, identifiability

    confidences = np.array(list(TABLE_1.values()))
    numbers = np.arange(len(confidences), dtype=np.int32)
    ours = identifiability(Beliefs(numbers, confidences, numbers), len(confidences))
    row = Row("table I", "identifiability of the example, over its 6 attributes", None, ours, None, None,
              "the paper shows the confidences and no sum; ours is 4.7 / 6")  # fmt: skip
    return Section("table I", "Beliefs and confidences: the example", [row])


def _table_2(study: Study) -> Section:
    population, table = study.population, "table II"
    order = np.argsort(-population.holders, kind="stable")
    learnable = [
        int(pair) for pair in order
        if population.attributes[population.pair_attribute[pair]] not in study.initial and population.holders[pair] > 0
    ]  # fmt: skip
    rows = [said(table, "(Gender, Male), the most frequent pair", "of more people than were looked at", 415_329)]
    for words, place in (("most frequent", 0), ("median", len(learnable) // 2), ("least frequent", len(learnable) - 1)):
        name = population.attributes[population.pair_attribute[learnable[place]]]
        rows.append(
            counted(table, f"people who share the {words} pair", None, int(population.holders[learnable[place]]),
                    f"a value of “{name}”; the paper's pairs are not in our data")
        )  # fmt: skip
    return Section(table, "How often pairs come", rows)


def _table_3() -> Section:
    from standout.profiles.blending.costs import Cost, Rules
    from standout.profiles.blending.edits import PersonaIndex, in_units, united
    from standout.profiles.people.pairs import Pairs
    from standout.profiles.personas.persona_set import PersonaSet

    values: dict[str, tuple[str, ...]] = {}
    for persona, _, _ in TABLE_3.values():
        for name, value in persona.items():
            values[name] = tuple(dict.fromkeys((*values.get(name, ()), value)))
    words = Pairs(tuple(values), tuple(values.values()))
    ids = [sorted(words.pair_id(*pair) or 0 for pair in persona.items()) for persona, _, _ in TABLE_3.values()]
    starts = np.concatenate(([0], np.cumsum([len(row) for row in ids]))).astype(np.int64)
    personas = PersonaSet(
        words.attributes, words.values, 1, 1.0, starts, np.concatenate(ids).astype(np.int32), np.ones(3, np.int64)
    )
    own = Pairs(tuple(LEARNED), tuple((value,) for value in LEARNED.values()))
    index = PersonaIndex(united(own, personas), personas)
    profile = np.sort(own.translation(index.vocabulary))
    rows = []
    for kind, rules in (("weighted", Rules()), ("unweighted", Rules(Cost(1, 1, 1)))):
        distances = index.distances(profile, rules)
        for number, (name, (_, weighted, unweighted)) in enumerate(TABLE_3.items()):
            published = weighted if kind == "weighted" else unweighted
            ours = in_units(int(distances[number]))
            rows.append(counted("table III", f"{kind} distance to {name}", published, ours,
                                "as published" if ours == published else "differs: a fault of ours"))  # fmt: skip
    return Section("table III", "Edit distances: the example", rows)
