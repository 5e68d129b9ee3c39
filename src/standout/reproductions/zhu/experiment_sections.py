"""The figures and tables of Zhu's evaluation: published numbers beside ours, and why they differ."""

from __future__ import annotations

from functools import partial

import numpy as np

from standout.common.arrays import Int64s
from standout.profiles.blending.costs import Cost, Rules
from standout.profiles.personas.sensitivity import by_population, by_support, straight_line
from standout.report.drawing import charts as shapes
from standout.report.drawing.svg import SERIES
from standout.report.drawing.theme import Drawing
from standout.reproductions import saved_charts
from standout.reproductions.rates import mean, rate_of
from standout.reproductions.rows import NOT_READABLE, Section, counted, measured, said
from standout.reproductions.zhu.experiment import LEAST, SUPPORT, Study, relative_fall
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
    exposure = study.population.exposure()
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
    curve = [(float(place), _point(float(np.quantile(own, place)))) for place in places]
    chart = partial(
        saved_charts.curves, table, [("people", curve)], ("people, from least to most exposed", "exposure"), False
    )
    return Section(table, "Exposure of the people looked for", rows, chart)


def _point(value: float) -> Estimate:
    return Estimate(value, value, value)


def figure_2(study: Study, runs: int) -> tuple[list[Section], str]:
    """Personas against support (a) and against population (b)."""
    ours = by_support(study.learnable, study.personas, LEAST)
    a, b = "figure 2a", "figure 2b"
    counts = {round(support, 6): count for support, count in ours}
    rows = [
        counted(a, "personas at support 0.001", 2_500, len(study.personas), "depends on how alike people are"),
        counted(a, "personas at support 0.0007", 6_000, counts.get(0.0007),
                "“from approximately 500 to 6,000” over the range"),
        counted(a, "personas at support 0.0025", 500, counts.get(0.0025), "the same sentence"),
        counted(a, "people of the persona with fewest", 30, int(study.personas.counts.min()), "by design"),
        counted(a, "largest persona", 6, int(study.personas.sizes.max())),
    ]  # fmt: skip
    x, y = np.array([support for support, _ in ours]), np.array([count for _, count in ours], np.float64)
    for words, fit in (
        ("an exponential", straight_line(x, np.log(np.maximum(y, 1)))),
        ("a power law", straight_line(np.log(x), np.log(np.maximum(y, 1)))),
    ):
        remark = "the paper calls it exponential and gives no R²; a power law fits better where its R² is larger"
        rows.append(_r2(a, f"R² of {words}", None, fit.r2 if fit else None, remark))
    points: list[tuple[float | str, Estimate | None]] = [(float(level), _point(float(count))) for level, count in ours]
    first = Section(a, "Personas against support", rows,
                    partial(saved_charts.curves, a, [("personas", points)], ("support", "personas"), False),
                    )  # fmt: skip
    samples = by_population(study.learnable, SUPPORT, LEAST, seed=study.seed, runs=runs)
    fixed = [
        (size, [_at_least(study, size, turn, 30) for turn in range(min(runs, 2))]) for size, _ in samples
    ]  # fmt: skip
    rows, slopes = [], []
    for what, sampled in (("a share of 0.001", samples), ("30 people, whatever the population", fixed)):
        flat = [(size, count) for size, several in sampled for count in several]
        fit = straight_line([float(size) for size, _ in flat], [float(count) for _, count in flat])
        remark = "too few people"
        if sampled:
            remark = (
                f"from {np.mean(sampled[0][1]):,.0f} personas among {sampled[0][0]:,} people to "
                f"{np.mean(sampled[-1][1]):,.0f} among {sampled[-1][0]:,}"
            )
        if fit is not None:
            slopes.append(f"{1_000 * fit.slope:+,.0f} per 1,000 people (R² {fit.r2:.2f})")
        published = 0.964
        rows.append(_r2(b, f"R² of a straight line, support {what}", published, fit.r2 if fit else None, remark))
        rows.append(counted(b, f"personas more per 1,000 people more, support {what}", None,
                            None if fit is None else 1_000 * fit.slope, "the line rises in the paper"))  # fmt: skip
    lines = [
        (what, [(float(size), mean(np.array(several, np.float64))) for size, several in sampled])
        for what, sampled in (("0.001 of people", samples), ("30 people", fixed))
    ]
    second = Section(b, "Personas against population", rows,
                     partial(saved_charts.curves, b, lines, ("people in the sample", "personas"), False))  # fmt: skip
    third = Section("figure 2c", "How often values come",
                    [said("figure 2c", "frequency of counts of values", NOT_READABLE)])  # fmt: skip
    words = (
        f"Personas against population: at a fixed share of 0.001 {slopes[0]}, at a fixed crowd of 30 {slopes[1]}. The "
        "paper's rising line (R² 0.964) has the shape of the second; it says that the support was a share."
        if len(slopes) == 2
        else "Personas against population: too few people for a line."
    )
    return [first, second, third], words


def _at_least(study: Study, size: int, turn: int, people: int) -> int:
    from standout.profiles.personas.mining import mine
    from standout.profiles.personas.sensitivity import part_of

    chosen = np.sort(np.random.default_rng([study.seed, 13, size, turn]).permutation(study.population.size)[:size])
    return len(mine(part_of(study.learnable, chosen), people / size, LEAST, threads=study.threads))


def _r2(table: str, what: str, published: float | None, ours: float | None, remark: str) -> Row:
    return Row(table, what, published, ours, None, None, remark)


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
            rows.append(_fall(table, f"{how}, remove {many}", value, ours, remark))
    for how in TABLE_4:
        free = fallen[f"{how} 3, none left"] = study.reduction(study.removing(how, 3, least=0))
        rows.append(_fall(table, f"{how}, remove 3 even where fewer than 2 are left", None, free,
                          f"above, {LEAST} learned attributes stay, as the problem demands"))  # fmt: skip
    chart = partial(saved_charts.beside, table, rows[:9], "identifiability falls by; ticks: published")
    words = "RANDOM takes any learned attribute, DOMAIN the one with the most values, VALUE the rarest pair."
    return Section(table, "Identifiability after removing attributes", rows, chart, words), fallen


def _fall(table: str, what: str, published: float | None, ours: Estimate, remark: str) -> Row:
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
        _fall(table, "persona matching (what is learned)", MATCHED, ours, why),
        _fall(table, "persona matching (all that is shown, as blend does)", None, blended,
              "the person knows the whole profile; the paper edits only what the adversary learned"),
    ]  # fmt: skip
    if study.truth is not None:
        for words, after in (("what is learned", edited), ("all that is shown", whole)):
            remark = "the paper counts beliefs in lies too; here only what is true of the person counts"
            fall = study.reduction(after, True)
            rows.append(_fall(table, f"the same, true beliefs only ({words})", None, fall, remark))
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
            (words, [(float(share), _point(float(np.quantile(ordered, share)))) for share in np.linspace(0, 1, 41)])
        )
    return saved_charts.curves(name, lines, ("profiles, from fewest to most", "edits"), False)


def figure_4(study: Study) -> Section:
    table, index = "figure 4", study.index
    _, kinds = index.kinds(study.beliefs.starts, study.beliefs.pairs, study.by_beliefs.best(index.counts))
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
    chart = partial(shapes.stacked, table, table, "edits by attribute", bars, parts, "share of the attribute's edits")
    return Section(table, "Edits by attribute", rows, chart)


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
            rows.append(_fall(table, f"{name}: targets with {words} learned", None, fall, remark))
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
            "same from namesakes; so one attribute weighs like another, and it matters little which one goes "
            f"(VALUE {percent(value.rate)}, RANDOM {percent(by_lot.rate)}; in the paper VALUE is best).",
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
