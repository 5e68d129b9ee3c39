"""Strucks: section 4.2, figures 3 to 6 and 9, and tables 15, 16, 18 and 28, as far as the text states numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.item_groups import ItemGroups
from standout.inference.attackers import ATTACKERS
from standout.inference.features import presence_matrix
from standout.inference.folds import folds_in_order, parts
from standout.inference.grouped import class_shares, loyalty, merged_pairs, people_by_group, together
from standout.inference.measures import decided
from standout.inference.revealing import importances
from standout.inference.validation import cross_validated, spread
from standout.protections.disguise import BLURRED, REAL, real_or_blurred
from standout.reproductions.rates import mean
from standout.reproductions.rows import Section, counted
from standout.reproductions.saved_charts import curves
from standout.reproductions.strucks.strucks_blur import version
from standout.reproductions.strucks.strucks_inference import place_of, trial_of
from standout.reproductions.strucks.strucks_lab import FEW_FOLDS, FOLDS, Lab, kinds_of
from standout.reproductions.strucks.strucks_real import MOST, seconds
from standout.reproductions.strucks.strucks_words import estimate, row
from standout.results.estimate import Estimate
from standout.results.reproduction import Row

if TYPE_CHECKING:
    from standout.report.drawing.theme import Drawing

IMPORTANT, UNIMPORTANT = ("Sense and Sensibility", 0.05), ("Cutthroat Island", 0.001)
FAVOURED = {
    "males": ("Action", "Adventure", "Crime", "Horror", "Sci-Fi", "Thriller", "War", "Western"),
    "females": ("Children's", "Comedy", "Drama", "Musical"),
}
SPIKE = "Persuasion"
TABLE_15 = {
    "real": ("Almost Famous", "Dog Day Afternoon", "Return to Me", "One Flew Over the Cuckoo's Nest",
             "Meet the Parents"),
    "obfuscated": ("Steel Magnolias", "Grand Hotel", "Go West", "Carrie", "Simply Irresistible"),
}  # fmt: skip
TABLE_16 = {
    "real": ("Meet the Parents", "Pretty in Pink", "Remember the Titans", "Lost World: Jurassic Park",
             "Fatal Attraction"),
    "obfuscated": ("Romancing the Stone", "Back to the Future Part II", "Dumb & Dumber", "Sex, Lies, and Videotape",
                   "Platoon"),
}  # fmt: skip
TABLE_18 = {("fake", "fake"): 2, ("fake", "real"): 6, ("real", "fake"): 272, ("real", "real"): 268}
"""Of one fold, by what was said and what is true; 548 people in all."""
TOGETHER = (("Drama", "Romance"), ("Comedy", "Drama"), ("Comedy", "Romance"))
LOYAL = 0.42
CURVE = (100, 300, 1_000, 2_000)


def section_42(lab: Lab) -> Section:
    """Which films, whatever their ratings."""
    lab.tell("which items, whatever their values")
    found = cross_validated(ATTACKERS["logistic"], presence_matrix(lab.data), lab.codes, lab.folds, 2, lab.seed)
    ours = estimate(found.spread("auc"), FOLDS)
    rows = [row("section 4.2", "logistic on a binary matrix: auc", 0.81, 0.02, ours, "the spread is that of table 2")]
    return Section("section 4.2", "Only who has what", rows)


def figures_3_and_4(lab: Lab) -> list[Section]:
    """How important items are to a forest, and what the important and the other ones are worth."""
    lab.tell("items by forest, as figures")
    weights = importances(lab.matrix, lab.codes, lab.seed)
    order = np.argsort(-weights, kind="stable")
    rows = []
    for title, score in (IMPORTANT, UNIMPORTANT):
        place = place_of(lab, order, title)
        own = None if place is None else float(weights[order[place - 1]])
        words = "at most" if title == UNIMPORTANT[0] else "about"
        remark = f"{words} {score:g} in the study" + ("" if place is None else f"; place {place} here")
        rows.append(Row("figure 3", f"importance of {title}", score, own, None, None, remark, "decimal"))
    above = int((weights > 0.001).sum())
    rows.append(counted("figure 3", "items above 0.001, where the figure is cut", None, above, "not in the text"))
    trial, columns = trial_of(lab), lab.matrix.tocsc()
    sizes = [size for size in CURVE if size < lab.data.items]
    points: dict[str, list[tuple[float | str, Estimate | None]]] = {"most important": [], "least important": []}
    known = {("least important", 1_000): 0.60, ("most important", 300): 0.83}
    parts_of_it = []
    for size in sizes:
        for name, chosen in (("most important", order[:size]), ("least important", order[-size:])):
            aucs = [trial.tested(columns[:, np.sort(chosen)].tocsr(), fold)["auc"] for fold in range(3)]
            ours = estimate(spread(aucs), 3)
            points[name].append((size, ours))
            published = known.get((name, size))
            why = "about, in the text; read as the 300 most important" if published == 0.83 else "about, in the text"
            parts_of_it.append(
                row("figure 4", f"{size:,} {name}: auc", published, None if published is None else 0.02, ours,
                    "not in the text" if published is None else why)
            )  # fmt: skip
    words = "Three of ten folds. The forest saw everybody, as in the study, so the curves are too rosy."
    draw = partial(_lines, "AUC by how many items are kept", [(name, points[name]) for name in points])
    return [
        Section("figure 3", "How important items are to a forest", rows),
        Section("figure 4", "AUC with the most and the least important items", parts_of_it, draw, words),
    ]


def _lines(name: str, lines: Sequence[tuple[str, list[tuple[float | str, Estimate | None]]]]) -> Drawing:
    return curves(name, lines, ("items kept", "AUC"), shares=False)


def figure_5(lab: Lab, groups: ItemGroups) -> Section:
    """Which groups of items each class has more of."""
    by_group = people_by_group(lab.data, groups)
    shares = class_shares(by_group, lab.data.held.item_counts, lab.codes, 2).share
    female = _female(lab)
    more = {"females": shares[female] > shares[1 - female], "males": shares[1 - female] > shares[female]}
    rows = []
    for who, names in FAVOURED.items():
        there = [name for name in names if name in groups.names]
        right = [name for name in there if more[who][groups.names.index(name)]]
        missing = ", ".join(name for name in there if name not in right)
        remark = f"not so here: {missing}" if missing else "all of them"
        what = f"favoured by {who}: of the published {len(names)}"
        rows.append(counted("figure 5", what, len(names), len(right), remark if there else "no such groups"))
    return Section("figure 5", "Groups of items by class", rows)


def _female(lab: Lab) -> int:
    return next((code for code, name in enumerate(lab.attribute.classes) if name.upper().startswith("F")), 0)


def figure_6(lab: Lab) -> Section:
    """The spike of one film."""
    place = place_of(lab, np.arange(lab.data.items), SPIKE)
    item = int(np.argmax(version(lab, "blurme", MOST).holders / lab.data.holders)) if place is None else place - 1
    before = int(lab.data.holders[item])
    rows = [counted("figure 6", "ratings before", None, before, "not in the text")]
    for name, times in (("blurme", 10.0), ("blurmore", 2.0)):
        own = float(version(lab, name, MOST).holders[item] / before)
        remark = "about ten times, in the text" if name == "blurme" else "doubled, in the text"
        rows.append(Row("figure 6", f"{name} 10%: times as many", times, own, None, None, remark, "decimal"))
    words = "" if place is not None else f"{SPIKE} is not in this data; this is the item that grew most."
    return Section("figure 6", f"The spike of {SPIKE}", rows, words=words)


def figure_9(lab: Lab, groups: ItemGroups) -> Section:
    """Groups that come together."""
    pairs = [
        tuple(sorted((groups.names[a], groups.names[b]))) for a, b in merged_pairs(together(groups, lab.data.items))
    ]
    found = [" and ".join(pair) for pair in TOGETHER if pair in pairs]
    row_of = counted(
        "figure 9", "the published three, among our three commonest pairs", 3, len(found), ", ".join(found)
    )
    return Section("figure 9", "Groups that come together", [row_of])


def tables_15_and_16(lab: Lab) -> list[Section]:
    """What speaks for a real and for a blurred record."""
    sections = []
    for table, kind, published in (("table 15", "blurme", TABLE_15), ("table 16", "blurmore", TABLE_16)):
        lab.tell(f"what speaks for {kind}")
        lists = real_or_blurred(
            lab.data, version(lab, kind, MOST), FEW_FOLDS, lab.seed, halves=(lab.first_half, lab.last_half)
        )
        order = {"real": lists.against[BLURRED], "obfuscated": lists.against[REAL]}
        rows = []
        for name, titles in published.items():
            places = {title: place_of(lab, order[name], title) for title in titles}
            among = sum(place is not None and place <= 20 for place in places.values())
            told = ", ".join(f"{title}: {place}" for title, place in places.items() if place is not None)
            what = f"correlate with {name}: of the published five, in our first 20"
            rows.append(counted(table, what, 5, among, told or "no such titles"))
        sections.append(Section(table, f"What speaks for real and for {kind}", rows))
    return sections


def table_18(lab: Lab) -> Section:
    """Who is taken for real after the disguise, in one fold."""
    lab.tell("one fold of the disguise")
    first, disguises = seconds(lab, "blurme")
    real, fake = lab.first_half, lab.last_half
    codes = kinds_of(real, fake)
    train, test = parts(folds_in_order(codes, FOLDS), 0)
    model = ATTACKERS["logistic"].fit(lab.mixed(first, real, fake)[train], codes[train], 2, lab.seed)
    told = decided(model.scores(lab.mixed(disguises[-1], real, fake)[test]))
    names, rows = ("real", "fake"), []
    for (says, true), published in TABLE_18.items():
        many = int(((told == names.index(says)) & (codes[test] == names.index(true))).sum())
        share = Estimate(many / len(test), many / len(test), many / len(test))
        what = f"says {says}, is {true}: share of the fold"
        rows.append(
            row("table 18", what, published / 548, 0.02, share, "which share was exchanged is not said", "share")
        )
    return Section("table 18", "One fold of the disguise", rows, words="BlurMe at 10%, then 10% exchanged.")


def table_28(lab: Lab, groups: ItemGroups) -> Section:
    """What very loyal people are loyal to."""
    counts = together(groups, lab.data.items)
    pairs = merged_pairs(counts)
    loyal = np.nan_to_num(loyalty(lab.data, groups, pairs)) >= LOYAL
    favourite = _favourites(lab, groups)
    rows = []
    drama = groups.names.index("Drama") if "Drama" in groups.names else -1
    for what, who in (("all", loyal), ("males", loyal & (lab.codes != _female(lab)))):
        people = np.flatnonzero(who)
        own = None if drama < 0 or not len(people) else mean((favourite[people] == drama).astype(np.float64))
        remark = f"seven people in the study, {len(people):,} here"
        rows.append(row("table 28", f"{what} above {LOYAL}: Drama is commonest", 1.0, 0.14, own, remark, "share"))
    return Section("table 28", "What very loyal people have most", rows)


def _favourites(lab: Lab, groups: ItemGroups) -> Int64s:
    by_group: Floats = people_by_group(lab.data, groups)
    return np.asarray(by_group.argmax(axis=1), np.int64)
