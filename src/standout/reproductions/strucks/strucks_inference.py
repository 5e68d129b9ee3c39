"""Strucks, parts 1 and appendix A: what gives the attribute away (tables 2, 4 to 8 and 27)."""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.inference.amounts import by_amount
from standout.inference.attackers import ATTACKERS
from standout.inference.features import presence_matrix
from standout.inference.fold_intervals import auc_interval
from standout.inference.grouped import inferred_from_groups, loyalty
from standout.inference.revealing import importances, kept_items, significant_items
from standout.inference.validation import Trial, Validated, cross_validated, spread
from standout.reproductions.rows import Section, counted, said
from standout.reproductions.strucks.strucks_lab import FOLDS, Lab
from standout.reproductions.strucks.strucks_words import estimate, row
from standout.results.reproduction import Row

TABLE_2 = {
    "bernoulli": (0.77, 0.02, 0.88, 0.02, 0.48, 0.05),
    "multinomial": (0.81, 0.02, 0.89, 0.02, 0.77, 0.05),
    "svm": (0.79, 0.02, 0.83, 0.02, 0.82, 0.02),
    "logistic": (0.81, 0.02, 0.84, 0.02, 0.83, 0.02),
}
"""AUC, precision and recall of the replication, each with its spread."""

TABLE_4 = {
    1: (0.54, 0.04, 0.74, 0.01, 0.89, 0.01),
    5: (0.61, 0.01, 0.77, 0.01, 0.80, 0.01),
    20: (0.69, 0.02, 0.81, 0.01, 0.80, 0.02),
    100: (0.78, 0.02, 0.84, 0.02, 0.84, 0.02),
    200: (0.80, 0.03, 0.85, 0.02, 0.84, 0.03),
}
TABLE_6 = {
    "most important": (
        "Sense and Sensibility", "Terminator 2: Judgment Day", "Gone with the Wind", "Dirty Dancing", "My Fair Lady",
    ),
    "correlate female": ("Steel Magnolias", "Carrie", "Go West", "Kiss the Girls", "Ride with the Devil"),
    "correlate male": ("Grand Hotel", "Simply Irresistible", "Hero", "Godzilla", "Trick"),
}  # fmt: skip
TABLE_8 = {
    "all": (0.80, 0.02),
    "absent": (0.80, 0.02),
    "1": (0.60, 0.02),
    "2": (0.67, 0.03),
    "3": (0.73, 0.02),
    "4": (0.78, 0.02),
    "5": (0.78, 0.02),
}
TABLES_7_AND_8 = {
    "all": ((0.77, 0.005), (0.96, 0.015)),
    "absent": ((0.77, 0.005), (0.96, 0.015)),
    "1": ((0.72, 0.005), (0.99, 0.005)),
    "2": ((0.73, 0.005), (0.98, 0.01)),
    "3": ((0.75, 0.01), (0.97, 0.01)),
    "4": ((0.77, 0.01), (0.96, 0.05)),
    "5": ((0.77, 0.01), (0.96, 0.02)),
}
"""Precision and recall, each with its spread; one published as 0.00 is half of its last digit."""
TABLE_27 = (
    ("very few ratings", "length", 20, 26, 0.80),
    ("few ratings", "length", 27, 33, 0.75),
    ("high number of ratings", "length", 282, 389, 0.88),
    ("very high number of ratings", "length", 390, 1_000, 0.91),
    ("very low loyalty", "loyalty", 0.0, 0.17, 0.78),
    ("low loyalty", "loyalty", 0.17, 0.19, 0.85),
    ("high loyalty", "loyalty", 0.35, 0.42, 0.79),
    ("very high loyalty", "loyalty", 0.42, 1.0, 0.72),
)
_MEASURES = ("auc", "precision", "recall")
_SOLVERS = "scikit-learn of today solves to the end what its older default solver left unfinished"
_REDUCED = {("Drama", "Romance"), ("Comedy", "Romance"), ("Drama", "Comedy")}


def table_2(lab: Lab) -> tuple[Section, dict[str, Validated]]:
    """The four classifiers, and the two stronger ones that the study does not have."""
    rows, validated = [], {}
    for name, attacker in ATTACKERS.items():
        lab.tell(f"inference by {name}")
        matrix = lab.matrix if attacker.matrix == "values" else presence_matrix(lab.data)
        valid = cross_validated(attacker, matrix, lab.codes, lab.folds, 2, lab.seed)
        validated[name] = valid
        published = TABLE_2.get(name)
        for index, measure in enumerate(_MEASURES):
            ours = estimate(valid.spread(measure), FOLDS)
            if published is None:
                rows.append(row("table 2", f"{name}: {measure}", None, None, ours, "not in the study"))
            else:
                rows.append(
                    row("table 2", f"{name}: {measure}", published[2 * index], published[2 * index + 1], ours, _SOLVERS)
                )
    words = (
        "Ten folds. The positive class is the larger one. BlurMe's own paper has AUC 0.81 to 0.86; the study could not "
        "reach it, and neither can the same classifiers here. A regression with its strength chosen by inner "
        "validation does, so the attribute is less safe than the study's tables say."
    )
    return Section("table 2", "Inference by four classifiers", rows, words=words), validated


def trial_of(lab: Lab) -> Trial:
    return Trial(ATTACKERS["logistic"], lab.codes, lab.folds, 2, lab.seed)


def table_4(lab: Lab, base: Validated) -> Section:
    """How many items suffice."""
    lab.tell("how few items suffice")
    rows = []
    for amount in by_amount(trial_of(lab), lab.matrix):
        published = TABLE_4[amount.items]
        for index, measure in enumerate(_MEASURES):
            ours = estimate(amount.measure(measure), FOLDS)
            rows.append(
                row("table 4", f"at most {amount.items}: {measure}", published[2 * index], published[2 * index + 1],
                    ours, "which of a person's items are kept is drawn anew")
            )  # fmt: skip
    all_items = estimate(base.spread("auc"), FOLDS)
    rows.append(row("table 4", "all: auc", 0.81, 0.02, all_items, _SOLVERS))
    return Section("table 4", "How few items suffice", rows, words="Ten draws, each tested on another fold.")


def table_5(lab: Lab) -> Section:
    """Items whose mean value differs between the classes."""
    lab.tell("items that differ by t-test")
    trial, every = trial_of(lab), range(FOLDS)

    def choose(seen, codes) -> Int64s:  # type: ignore[no-untyped-def]
        return significant_items(seen, codes, 2, holders_only=True, equal_variances=True)

    paper = kept_items(trial, lab.matrix, choose, every, on_everyone=True)
    honest = kept_items(trial, lab.matrix, choose, every, rest=False)
    if paper is None or honest is None or paper.without is None:
        return Section("table 5", "Significant items", [said("table 5", "significant items", "no item differs")])
    rows = [
        counted("table 5", "significant items", 76, paper.items.mean,
                "Student's test among holders, variances taken to be equal, as in the authors' code"),
        row("table 5", "only those: auc", 0.80, 0.02, estimate(paper.only, FOLDS), "chosen on everyone"),
        row("table 5", "all but those: auc", 0.79, None, estimate(paper.without, FOLDS),
            "here without the items that could not be tested either way"),
        row("table 5", "only those, chosen in training folds: auc", None, None, estimate(honest.only, FOLDS),
            "not in the study, whose choice saw the people it was tested on"),
    ]  # fmt: skip
    chosen = np.sort(choose(lab.matrix, lab.codes))
    for name, matrix, published in (
        ("all items", lab.matrix, (0.84, 0.84)),
        ("only those", lab.matrix.tocsc()[:, chosen].tocsr(), (0.85, 0.84)),
    ):
        by_fold = [trial.tested(matrix, fold) for fold in every]
        for measure, known in zip(("precision", "recall"), published, strict=True):
            ours = estimate(spread([figures[measure] for figures in by_fold]), FOLDS)
            rows.append(row("table 5", f"{name}: {measure}", known, 0.02, ours, "chosen on everyone"))
    return Section("table 5", "Items whose mean value differs", rows)


def table_6(lab: Lab) -> Section:
    """The items that tell most, by forest and by coefficient."""
    lab.tell("items by forest and by coefficient")
    female = next((code for code, name in enumerate(lab.attribute.classes) if name.upper().startswith("F")), 0)
    order = {
        "most important": np.argsort(-importances(lab.matrix, lab.codes, lab.seed), kind="stable"),
        "correlate female": lab.lists.against[1 - female],
        "correlate male": lab.lists.against[female],
    }
    rows = []
    for name, titles in TABLE_6.items():
        places = [place_of(lab, order[name], title) for title in titles]
        placed = [place for place in places if place is not None]
        shown = ", ".join(f"{title}: {place}" for title, place in zip(titles, places, strict=True) if place is not None)
        among = sum(place <= 20 for place in placed)
        rows.append(
            counted("table 6", f"{name}: of the published five, in our first 20", 5, among, shown or "no titles")
        )
    return Section(
        "table 6", "The items that tell most", rows,
        words="The remark says where each published title stands in our list.",
    )  # fmt: skip


def place_of(lab: Lab, order: Int64s, title: str) -> int | None:
    """Where an item with this title stands, from 1 on; none if it is not there."""
    wanted = title.casefold()
    for place, item in enumerate(order, 1):
        own = (lab.data.vocabulary.title(int(item)) or "").casefold()
        if own.rsplit(" (", 1)[0] == wanted:
            return place
    return None


def tables_7_and_8(lab: Lab) -> list[Section]:
    """Groups of items."""
    if lab.groups is None:
        return []
    lab.tell("groups of items")
    rows: dict[str, list[Row]] = {"table 7": [], "table 8": []}
    for inferred in inferred_from_groups(trial_of(lab), lab.data, lab.groups):
        key = inferred.value if inferred.value is not None else inferred.counted
        published = TABLE_8.get(key)
        table = "table 7" if key == "all" else "table 8"
        what = {"all": "groups people have", "absent": "groups they do not have"}.get(key, f"groups of value {key}")
        ours = estimate(inferred.auc, FOLDS)
        known = published if published is not None else (None, None)
        why = "counts are scaled before the fit here"
        rows[table].append(row(table, f"{what}: auc", known[0], known[1], ours, why))
        for measure, (number, apart) in zip(("precision", "recall"), TABLES_7_AND_8.get(key, ()), strict=False):
            ours = estimate(getattr(inferred, measure), FOLDS)
            rows[table].append(row(table, f"{what}: {measure}", number, apart, ours, why))
    titles = {"table 7": "Groups of items that people have", "table 8": "By value, and what they do not have"}
    return [Section(table, titles[table], section_rows) for table, section_rows in rows.items() if section_rows]


def table_27(lab: Lab, base: Validated) -> Section:
    """Who is hard to infer."""
    rows = [row("table 27", "everyone: auc", 0.86, None, auc_interval(base.scores, lab.codes),
                "the study trained once on 80% and does not name the classifier; ours is that of table 2")]  # fmt: skip
    amounts: dict[str, Floats] = {"length": lab.data.lengths.astype(np.float64)}
    if lab.groups is not None:
        names = lab.groups.names
        pairs = [
            (names.index(first), names.index(second))
            for first, second in sorted(_REDUCED)
            if {first, second} <= set(names)
        ]
        amounts["loyalty"] = loyalty(lab.data, lab.groups, pairs)
    for what, by, least, most, published in TABLE_27:
        if by not in amounts:
            continue
        inside = (amounts[by] >= least) & (amounts[by] <= most)
        ours = auc_interval(base.scores[inside], lab.codes[inside]) if inside.any() else None
        remark = f"{int(inside.sum()):,} people here, about 100 in the study"
        rows.append(row("table 27", f"{what} ({least:g} to {most:g}): auc", published, 0.05, ours, remark))
    words = "The spread of an AUC over 100 people is about 0.05; the study gives none."
    return Section("table 27", "Who is hard to infer", rows, words=words)
