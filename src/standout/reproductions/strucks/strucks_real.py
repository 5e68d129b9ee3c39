"""Strucks, part 3: whether protected data can be told from real data (tables 14, 17, 19 and 21)."""

from __future__ import annotations

from standout.data.dataset import LocalDataset
from standout.protections.blur.blurring import room_for
from standout.protections.disguise import disguised, real_or_blurred
from standout.reproductions.rows import Section
from standout.reproductions.strucks.strucks_blur import version
from standout.reproductions.strucks.strucks_lab import CERTAINTIES, EXTRAS, FEW_FOLDS, FOLDS, Lab, over_folds
from standout.reproductions.strucks.strucks_words import row
from standout.results.reproduction import Row

TABLE_14 = {
    "bernoulli": ((0.63, 0.03), (0.762, 0.021), (0.757, 0.041)),
    "multinomial": ((0.68, 0.06), (0.965, 0.006), (0.887, 0.058)),
    "svm": ((0.67, 0.05), (0.995, 0.003), (0.972, 0.019)),
    "logistic": ((0.68, 0.05), (0.995, 0.004), (0.977, 0.018)),
}
TABLE_17 = {
    "blurme": ((0.52, 0.01), (0.51, 0.01), (0.51, 0.01)),
    "blurmore": ((0.54, 0.02), (0.51, 0.01), (0.51, 0.01)),
}
TABLE_19 = {
    "blurme": ((0.96, 0.01), (0.99, 0.01), (0.99, 0.01)),
    "blurmore": ((0.96, 0.02), (0.97, 0.02), (0.98, 0.02)),
}
TABLE_21 = {
    "blurme": ((0.97, 0.01), (0.99, 0.01), (0.99, 0.01)),
    "blurmore": ((0.87, 0.03), (0.94, 0.04), (0.98, 0.02)),
}
TABLE_21_BETTER = {
    0.5: ((0.79, 0.05), (0.83, 0.04), (0.85, 0.03)),
    0.8: ((0.78, 0.05), (0.81, 0.04), (0.84, 0.04)),
    0.95: ((0.77, 0.05), (0.81, 0.04), (0.82, 0.04)),
    0.99: ((0.75, 0.05), (0.78, 0.04), (0.79, 0.04)),
}
MOST = EXTRAS[-1]
_ORDER = "depends on who is blurred first, and on the lists"


def table_14(lab: Lab) -> Section:
    """Four classifiers that tell real from blurred people."""
    kinds = ("original", "blurme", "blurmore")
    rows = []
    for classifier, published in TABLE_14.items():
        for kind, known in zip(kinds, published, strict=True):
            lab.tell(f"real or protected, by {classifier}")
            ours = over_folds(lab.told_apart(f"{kind} {MOST}", version(lab, kind, MOST), classifier, FOLDS))
            what = "real" if kind == "original" else f"{kind} {MOST:.0%}"
            rows.append(row("table 14", f"{classifier}, real against {what}", *known, ours, _ORDER, "share"))
    rows.append(_at_random(lab))
    words = (
        "The first half of the people is real, the last half protected, as in the study. The file is in order of "
        "joining, so real people are told from real ones in two of three cases; with random halves, in every second: "
        "then there is nothing to tell."
    )
    return Section("table 14", "Real against protected", rows, words=words)


def _at_random(lab: Lab) -> Row:
    ours = over_folds(lab.told_apart("original", lab.data, at_random=True))
    return row("table 14", "logistic, real against real, random halves", None, None, ours, "not in the study", "share")


def seconds(lab: Lab, kind: str) -> tuple[LocalDataset, list[LocalDataset]]:
    """A version, and what disguising makes of it."""
    first = version(lab, kind, MOST)
    lists = real_or_blurred(lab.data, first, FEW_FOLDS, lab.seed, halves=(lab.first_half, lab.last_half))
    room = room_for(lab.data.holders, 2.0)
    return first, [disguised(first, lists, extra, room, lab.seed).data for extra in EXTRAS]


def tables_17_and_19(lab: Lab) -> list[Section]:
    """The second step, and one who learns again."""
    fooled, again = [], []
    for kind in TABLE_17:
        lab.tell(f"disguising {kind}")
        first, disguises = seconds(lab, kind)
        for extra, known, accuracies in zip(EXTRAS, TABLE_17[kind], lab.fooled(first, disguises), strict=True):
            why = "the first step is always 10% here; the study may mean the same share as the second"
            what = f"{kind}, then {extra:.0%} exchanged"
            fooled.append(row("table 17", f"{what}: accuracy", *known, over_folds(accuracies), why, "share"))
        for extra, known, protected in zip(EXTRAS, TABLE_19[kind], disguises, strict=True):
            ours = over_folds(lab.told_apart(f"disguise {kind} {extra}", protected))
            what = f"{kind}, then {extra:.0%} exchanged"
            again.append(row("table 19", f"{what}: accuracy", *known, ours, _ORDER, "share"))
    return [
        Section("table 17", "Disguised, against one who learned before the disguise", fooled,
                words=f"{FEW_FOLDS} folds instead of ten."),
        Section("table 19", "Disguised, against one who learned again", again,
                words=f"{FEW_FOLDS} folds instead of ten."),
    ]  # fmt: skip


def table_21(lab: Lab) -> Section:
    """All blurs."""
    rows = []
    for kind, published in TABLE_21.items():
        for extra, known in zip(EXTRAS, published, strict=True):
            lab.tell(f"real or {kind}")
            ours = over_folds(lab.told_apart(f"{kind} {extra}", version(lab, kind, extra)))
            rows.append(row("table 21", f"{kind}, {extra:.0%}: accuracy", *known, ours, _ORDER, "share"))
    for certainty in CERTAINTIES:
        for extra, known in zip(EXTRAS, TABLE_21_BETTER[certainty], strict=True):
            lab.tell(f"real or blurmebetter above {certainty:g}")
            ours = over_folds(lab.told_apart(f"better {certainty} {extra}", lab.better(certainty, extra)))
            what = f"blurmebetter, c = {certainty:g}, {extra:.0%}: accuracy"
            rows.append(row("table 21", what, *known, ours, _ORDER, "share"))
    return Section("table 21", "Real against every blur", rows, words=f"Logistic regression, {FEW_FOLDS} folds.")
