"""The figures and tables of Zhu's evaluation: published numbers beside ours, and why they differ."""

from __future__ import annotations

from functools import partial

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.profiles.blending.costs import Cost, Rules
from standout.report.drawing import row_charts
from standout.report.drawing.svg import SERIES
from standout.report.drawing.theme import Drawing
from standout.reproductions import saved_charts
from standout.reproductions.rates import rate_of
from standout.reproductions.rows import NOT_READABLE, Section, counted, measured, said
from standout.reproductions.zhu.experiment import LEAST, Study, relative_fall
from standout.results.estimate import Estimate
from standout.results.reproduction import Row, percent

MATCHED = 0.2435
TABLE_4 = {
    "RANDOM": (0.0512, 0.1105, 0.1404),
    "DOMAIN": (0.0924, 0.1320, 0.1755),
    "VALUE": (0.1076, 0.1643, 0.2084),
}
KINDS = ("removals", "additions", "changes")


def figure_1(study: Study) -> Section:
    exposure = study.learnable.exposure()
    table, own = "figure 1", exposure[study.looked_for]
    rows = [
        measured(table, "people looked for with an exposure over 1", 2 / 3, rate_of(own > 1),
                 "those on all sites show more than the rest" if len(study.population.sites) > 1 else
                 "in this data nearly everybody shows everything"),
        measured(table, "everybody with an exposure over 1", None, rate_of(exposure > 1)),
        measured(table, "largest exposure", None, Estimate(float(own.max()), float(own.max()), float(own.max())),
                 NOT_READABLE, "number"),
    ]  # fmt: skip
    places = np.linspace(0, 1, 41)
    curve = [(float(place), point(float(np.quantile(own, place)))) for place in places]
    chart = partial(
        saved_charts.curves, table, [("people", curve)], ("people, from least to most exposed", "exposure"), False
    )
    return Section(table, "Exposure of the people looked for", rows, chart)


def point(value: float) -> Estimate:
    return Estimate(value, value, value)


def table_4(study: Study) -> tuple[Section, dict[str, Estimate]]:
    """Removing attributes that were learned; and how far identifiability falls by each way."""
    table, rows, fallen = "table IV", [], {}
    remark = (
        f"{len(study.beliefs.pairs) / len(study.targets):.1f} attributes are learned of a person here, with a mean "
        f"confidence of {study.beliefs.confidences.mean():.2f}; see “why ours differs”"
    )
    for how, published in TABLE_4.items():
        for many, value in enumerate(published, 1):
            ours = fallen[f"{how} {many}"] = study.reduction(study.removing(how, many))
            rows.append(fall_row(table, f"{how}, remove {many}", value, ours, remark))
    for how in TABLE_4:
        free = fallen[f"{how} 3, none left"] = study.reduction(study.removing(how, 3, least=0))
        rows.append(fall_row(table, f"{how}, remove 3 even where fewer than 2 are left", None, free,
                          f"above, {LEAST} learned attributes stay, as the problem demands"))  # fmt: skip
        if (each := study.reduction_each(how, 3)) is not None:
            rows.append(fall_row(table, f"{how}, remove 3: fall for each attribute removed", None, each,
                                 "over how many go on average where 2 must stay"))  # fmt: skip
    chart = partial(saved_charts.beside, table, rows[:9], "identifiability falls by; ticks: published")
    words = "RANDOM takes any learned attribute, DOMAIN the one with the most values, VALUE the rarest pair."
    return Section(table, "Identifiability after removing attributes", rows, chart, words), fallen


def fall_row(table: str, what: str, published: float | None, ours: Estimate, remark: str) -> Row:
    return Row(table, what, published, ours.rate, ours.low, ours.high, remark)


def matching_section(study: Study, fallen: dict[str, Estimate]) -> tuple[Section, list[str]]:
    """Identifiability before and after persona matching, in both readings, and what comes out."""
    table = "section VI.C"
    edited, whole = study.edited_by_beliefs(), study.edited_by_profile()
    ours, blended = study.reduction(edited), study.reduction(whole)
    share = float((study.by_beliefs.thousandths == 0).mean())
    why = (
        f"the mean identifiability goes from {study.before.mean():.3f} to {study.after(edited).mean():.3f}; "
        f"{percent(share)} of targets need no edit (a third in the paper)"
    )
    rows = [
        fall_row(table, "persona matching (what is learned)", MATCHED, ours, why),
        fall_row(table, "persona matching (all that is shown, as blend does)", None, blended,
              "the person knows the whole profile; the paper edits only what the adversary learned"),
        *per_attribute(study, table, "persona matching (what is learned)", study.after(edited)),
    ]  # fmt: skip
    if study.truth is not None:
        for words, after in (("what is learned", edited), ("all that is shown", whole)):
            remark = "the paper counts beliefs in lies too; here only what is true of the person counts"
            fall = study.reduction(after, True)
            rows.append(fall_row(table, f"the same, true beliefs only ({words})", None, fall, remark))
    rows.append(Row(table, "mean identifiability before", None, float(study.before.mean()), None, None,
                    f"sum of confidences over {len(study.population.attributes)} attributes"))  # fmt: skip
    best = max(("RANDOM 3", "DOMAIN 3", "VALUE 3"), key=lambda name: fallen[name].rate)
    order = ours.rate > fallen[best].rate
    rows.append(Row(table, "persona matching lowers it more than removing three", 1.0, float(order), None, None,
                    f"best of three: {best.split()[0]}, {percent(fallen[best].rate)}", "order"))  # fmt: skip
    crowd = study.index.counts[study.by_beliefs.best(study.index.counts)]
    findings = [
        f"Persona matching {'lowers' if ours.rate >= 0 else 'raises'} identifiability by {percent(abs(ours.rate))} "
        "(published: lowers by 24%), removing three attributes lowers it by "
        + ", ".join(
            f"{name} {percent(fallen[f'{name} 3'].rate)} (published {percent(TABLE_4[name][2])})" for name in TABLE_4
        )
        + ".",
        f"The paper's order, persona matching first, {'holds' if order else 'does not hold'} here.",
        f"Half of the targets end in a crowd of {np.median(crowd):,.0f} or more who share the persona, perhaps with "
        "more besides.",
    ]
    return Section(table, "Persona matching", rows), findings


def per_attribute(study: Study, table: str, what: str, after: Floats) -> list[Row]:
    """How many attributes persona matching removes, and by how much identifiability falls for each of them."""
    removed = study.kinds[0][:, 0].astype(np.float64)
    rows = [
        counted(table, f"{what}: attributes removed, mean", None, float(removed.mean()),
                "the paper says only that over half of the profiles lose one or two"),
    ]  # fmt: skip
    if removed.any():
        each = relative_fall(study.before, after, study.seed, removed)
        remark = "the fall over the mean number removed; compare with removing attributes one by one"
        rows.append(fall_row(table, f"{what}: fall for each attribute removed", None, each, remark))
    return rows


def figure_3(study: Study) -> Section:
    table, index = "figure 3", study.index
    rows: list[Row] = []
    for words, rules in (("weighted", Rules()), ("unweighted", Rules(Cost(1, 1, 1)))):
        matches = index.nearest(study.beliefs.starts, study.beliefs.pairs, rules, study.threads)
        kinds, _ = index.kinds(study.beliefs.starts, study.beliefs.pairs, matches.best(index.counts))
        first = words == "weighted"
        few = np.diff(study.beliefs.starts) < LEAST
        need = f"{percent(float(few.mean()))} of targets have fewer than {LEAST} learned attributes: one must be added"
        rows += [
            measured(table, f"{words}: profiles without any edit", 1 / 3 if first else None,
                     rate_of(kinds.sum(axis=1) == 0), need),
            measured(table, f"{words}: profiles without additions or changes", 0.75 if first else None,
                     rate_of(kinds[:, 1:].sum(axis=1) == 0), need),
            measured(table, f"{words}: profiles with one or two removals", 0.5 if first else None,
                     rate_of((kinds[:, 0] >= 1) & (kinds[:, 0] <= 2)), "“over 50%”"),
            Row(table, f"{words}: removals among all edits", 0.72 if first else None,
                _share(kinds[:, 0].sum(), kinds.sum()), None, None, "“over 72%”" if first else NOT_READABLE),
            counted(table, f"{words}: most removals on a profile", 11 if first else None, int(kinds[:, 0].max()),
                    "" if first else NOT_READABLE),
            measured(table, f"{words}: profiles with 8 or more removals", 14 / 1600 if first else None,
                     rate_of(kinds[:, 0] >= 8), "14 of 1,600"),
        ]  # fmt: skip
        if first:
            chart = partial(_ordered_kinds, table, kinds)
    return Section(table, "Kinds of edits by profile", rows, chart)


def _share(part: int, whole: int) -> float | None:
    return float(part / whole) if whole else None


def _ordered_kinds(name: str, kinds: Int64s) -> Drawing:
    lines = []
    for column, words in enumerate(KINDS):
        ordered = np.sort(kinds[:, column])
        lines.append(
            (words, [(float(share), point(float(np.quantile(ordered, share)))) for share in np.linspace(0, 1, 41)])
        )
    return saved_charts.curves(name, lines, ("profiles, from fewest to most", "edits"), False)


def figure_4(study: Study) -> Section:
    table = "figure 4"
    _, kinds = study.kinds
    names, total = study.population.attributes, int(kinds.sum())
    order = [int(attribute) for attribute in np.argsort(-kinds.sum(axis=1), kind="stable") if kinds[attribute].sum()]
    remark = "the paper: location, occupation, education are most removed; gender is fourth, and the most added"
    rows = [
        Row(table, f"{names[attribute]}: {words} among all edits", None, float(kinds[attribute, kind] / total), None,
            None, remark)
        for attribute in order[:8] for kind, words in enumerate(KINDS) if kinds[attribute, kind]
    ]  # fmt: skip
    if not rows:
        return Section(table, "Edits by attribute", [said(table, "edits by attribute", "no edit was needed")])
    most = {words: names[int(np.argmax(kinds[:, kind]))] for kind, words in enumerate(KINDS) if kinds[:, kind].sum()}
    added = most.get("additions", "none")
    rows.append(Row(table, "gender is the most added attribute", 1.0, float(added in ("gender", "sex")), None, None,
                    f"most added here: {added}", "order"))  # fmt: skip
    parts = [(words, SERIES[kind]) for kind, words in enumerate(KINDS)]
    bars = [
        (names[attribute], [float(part) for part in kinds[attribute] / kinds[attribute].sum()])
        for attribute in order[:10]
    ]
    chart = partial(
        row_charts.stacked, table, table, "edits by attribute", bars, parts, "share of the attribute's edits"
    )
    return Section(table, "Edits by attribute", rows, chart)


def _which_one(value: Estimate, by_lot: Estimate) -> str:
    """Whether it matters which attribute goes."""
    if value.low <= by_lot.rate <= value.high:
        return "it matters little which ones go."
    return "the rarest values are worth more." if value.rate > by_lot.rate else "the rarest values are worth less."


def why_section(study: Study) -> tuple[Section, list[str]]:
    """Why identifiability falls by other amounts than in the paper: who is looked at, and what is learned again."""
    table, rows = "why ours differs", []
    learned = np.diff(study.beliefs.starts)
    after = {
        "persona matching": study.after(study.edited_by_beliefs()),
        "RANDOM, remove 3": study.after(study.removing("RANDOM", 3)),
        "VALUE, remove 3": study.after(study.removing("VALUE", 3)),
    }
    remark, falls = "not in the paper", list[tuple[str, Estimate]]()
    for low, high in ((1, 1), (2, 3), (4, 7), (8, 99)):
        who = (learned >= low) & (learned <= high)
        words = f"{low}" if low == high else f"{low}–{high}" if high < 99 else f"{low} or more"
        rows.append(measured(table, f"targets with {words} learned", None, rate_of(who), remark))
        if who.sum() < 20:
            continue
        for name, values in after.items():
            fall = relative_fall(study.before[who], values[who], study.seed)
            if name == "persona matching":
                falls.append((words, fall))
            rows.append(fall_row(table, f"{name}: targets with {words} learned", None, fall, remark))
    again, gone = study.learned_again("VALUE", 3), study.removing("VALUE", 3)
    rows.append(measured(table, "removed attributes that are learned all the same (VALUE, 3)", None, again, remark))
    certain = rate_of(study.beliefs.confidences > 0.99)
    rows.append(measured(table, "beliefs that are certain", None, certain, remark))
    value, by_lot = study.reduction(gone), study.reduction(study.removing("RANDOM", 3))
    if again is not None and again.rate > 0.5:
        reasons = [
            f"{percent(again)} of removed attributes are learned all the same: what is known of a person is shared by "
            "a crowd, and what is learned is what that crowd has in common. An edit of one's own changes little (the "
            "paper's case 2)."
        ]
    else:
        reasons = [
            f"{percent(certain)} of beliefs are certain and {percent(again)} of removed attributes are learned all the "
            f"same from namesakes. Removing three takes away {percent(value.rate)} (VALUE) and {percent(by_lot.rate)} "
            "(RANDOM): " + _which_one(value, by_lot) + " In the paper VALUE is best.",
            "How far identifiability falls depends on how much is learned of a person: "
            + "; ".join(
                f"with {words} learned it {'falls' if fall.rate >= 0 else 'rises'} by {percent(abs(fall.rate))}"
                for words, fall in falls
            )
            + ". Where one is learned, the paper's rule that two must be left adds another, which is learned too.",
        ]
    reasons.append(
        "By division, one attribute at random for 5% would be one of twenty in the paper, which has 16; here one of "
        f"{learned.mean():.1f} goes. What else held identifiability up there, the paper does not say."
    )
    return Section(table, "Who is looked at, and what is learned again", rows), reasons
