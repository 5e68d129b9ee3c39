"""What Zhu's paper lacks: how many people show exactly an edited profile, against k-anonymity by generalisation."""

from __future__ import annotations

from functools import partial

import numpy as np
from msgspec.structs import replace

from standout.profiles.blending.edits import PersonaIndex
from standout.profiles.personas.mining import least_people, mine
from standout.reproductions import saved_charts
from standout.reproductions.rates import rate_of
from standout.reproductions.rows import Section, counted, measured
from standout.reproductions.zhu.experiment import LEAST, SUPPORT, Study
from standout.reproductions.zhu.generalising import exact_marks, generalised, group_sizes, pair_marks
from standout.results.reproduction import Row, percent

LABELS = ("as they are", "one person edits", "everybody edits", "generalised")
"""The rows of the chart, short enough to be read there."""


def exactly_section(study: Study) -> tuple[Section, list[str]]:
    """What the paper lacks: how many people show exactly the edited profile, against k-anonymity by generalisation."""
    table, people = "beyond the paper", study.visible
    k, personas = least_people(SUPPORT, people.size), mine(people, SUPPORT, LEAST, threads=study.threads)
    index = PersonaIndex(people, personas)
    marks = pair_marks(people.pair_count, study.seed)
    before = group_sizes(people.starts, people.pairs, marks)
    chosen = index.nearest(people.starts, people.pairs, threads=study.threads).best(index.counts)
    kinds, _ = index.kinds(people.starts, people.pairs, chosen)
    own, wanted = exact_marks(people.starts, people.pairs, marks), exact_marks(index.starts, index.pairs, marks)
    held, counts = np.unique(own, return_counts=True)
    places = np.minimum(np.searchsorted(held, wanted), len(held) - 1)
    alone = np.where(held[places] == wanted, counts[places], 0)[chosen]
    together = np.bincount(chosen, minlength=len(index))[chosen]
    coarse = generalised(people, k, study.seed)
    values = len(people.pairs)
    rows = []
    for words, sizes in (
        ("as they are", before),
        ("one person becomes a persona, nobody else", alone),
        ("everybody becomes a persona", together),
        (f"generalised to k = {k}", coarse.groups),
    ):
        rows.append(measured(table, f"{words}: people with at least {k} who show exactly the same", None,
                             rate_of(sizes >= k), "not in the paper"))  # fmt: skip
        rows.append(counted(table, f"{words}: median of people who show exactly the same", None,
                            float(np.median(sizes)), "not in the paper"))  # fmt: skip
    kept = 1 - (kinds[:, 0].sum() + kinds[:, 2].sum()) / values
    lies = (kinds[:, 1].sum() + kinds[:, 2].sum()) / max(1, values - kinds[:, 0].sum() + kinds[:, 1].sum())
    rows += [
        Row(table, "personas: shown values that stay", None, float(kept), None, None, "not in the paper"),
        Row(table, "personas: values that are then not true", None, float(lies), None, None, "not in the paper"),
        Row(table, "generalised: shown values that stay", None, coarse.kept, None, None,
            f"a coarser value counts in part; {percent(coarse.left_out)} of people show nothing any more"),
        Row(table, "generalised: values that are then not true", None, 0.0, None, None, "by design"),
    ]  # fmt: skip
    shared = float(np.median(index.counts[chosen]))
    words = (
        f"A persona's crowd ({shared:,.0f} at the median) shares it and mostly shows more: exactly the edited profile "
        f"is shown, at the median, by {np.median(alone):,.0f} if one person edits alone and by "
        f"{np.median(together):,.0f} if everybody does. Generalisation to k = {k} puts everybody into such a group, "
        f"keeps {percent(coarse.kept)} of what was shown (personas {percent(float(kept))}) and tells no lie (personas: "
        f"{percent(float(lies))} of what is then shown)."
    )
    shares = [row for row in rows if "at least" in row.what]
    short = [replace(row, what=label) for row, label in zip(shares, LABELS, strict=True)]
    chart = partial(saved_charts.beside, table, short, f"people with at least {k} who show exactly the same")
    return Section(table, "How many people show exactly the same", rows, chart), [words]
