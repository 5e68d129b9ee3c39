"""The figures of the inference page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from standout.report.drawing.figure import Figure, Missing, Table
from standout.report.drawing.line_chart import Line, lines
from standout.report.drawing.row_charts import Dot, dots
from standout.report.inference.inference_charts import compared, heat
from standout.report.inference.inference_tables import attackers_table, number
from standout.report.words import counted, percent
from standout.results.estimate import Estimate
from standout.results.inference import InferenceResult
from standout.results.inference_parts import Band, GroupShare, Spread

MOST_GROUPS = 24
MOST_CLASSES = 8
COUNTED = {"all": "what people have", "absent": "what people do not have"}


def attackers_figure(result: InferenceResult) -> Figure:
    """Every attacker's AUC."""
    best, title = result.best(), "How well each attacker does"
    return Figure(
        "attackers",
        title,
        f"The strongest, {best.about}, tells two people of different class apart with an AUC of "
        f"{number(best.auc.mean)}; guessing gets 0.50.",
        "The dot is the area under the ROC curve on people the attacker has not seen, the mean over "
        f"{result.folds} folds{_own_folds(result)}; the bar its 95% interval. It is the chance that of two people, "
        "one of a class and one not, the attacker ranks the right one higher. The dashed rule is blind guessing.",
        dots(
            "attackers", title, "AUC of each attacker with its interval",
            [Dot(row.name, _rate(row.auc), number(row.auc.mean)) for row in result.ranked()],
            "ROC AUC", guess=0.5, decimals=True,
        ),
        attackers_table(result),
    )  # fmt: skip


def _own_folds(result: InferenceResult) -> str:
    """How many folds the stack has, where these are its own."""
    stack = result.stack
    return "" if stack is None or stack.folds == result.folds else f" ({stack.folds} of the strongest)"


def parts_figure(result: InferenceResult) -> Figure | Missing:
    """What gives people away to the stack."""
    title = "Which parts of records betray it"
    if result.stack is None or not result.stack.parts:
        quick = result.stack is not None
        reason = "it was not looked for (--quick leaves it out)." if quick else "the strongest attacker was not tried."
        return Missing("parts", title, reason)
    rows = sorted(result.stack.parts, key=lambda each: -each.alone.mean)
    return Figure(
        "parts",
        title,
        result.betrayed_by() or "No part by itself says more than guessing.",
        "The dot is the AUC of a stack that sees only this part of each record; the bar one standard deviation over "
        "folds. The table says as well how far the AUC of the whole stack falls where unseen people get this part "
        "from one another: little where other parts say the same.",
        dots(
            "parts", title, "AUC from each part of records alone",
            [Dot(row.about, _around(row.alone), number(row.alone.mean)) for row in rows],
            "ROC AUC", guess=0.5, decimals=True,
        ),
        Table(
            title, ("part of records", "AUC from it alone", "lost without it"),
            [(row.about, str(row.alone), f"{row.lost.mean:+.3f} ± {row.lost.sd:.3f}") for row in rows],
        ),
    )  # fmt: skip


def length_figure(result: InferenceResult) -> Figure | Missing:
    """Who is hard to infer, by record length."""
    return _bands_figure(
        result.hard.by_length, "length", "By how much people have", "items", lambda amount: f"{amount:,.0f}",
        "People are sorted by how many items they have. The lowest and highest twelfth, the next, and the middle.",
    )  # fmt: skip


def loyalty_figure(result: InferenceResult) -> Figure | Missing:
    """Who is hard to infer, by loyalty to a group of items."""
    merged = result.groups.merged if result.groups else ()
    said = "; ".join(f"an item in {first} and {second} counts for {first}" for first, second in merged)
    return _bands_figure(
        result.hard.by_loyalty, "loyalty", "By loyalty to a group of items", "loyalty",
        lambda amount: f"{amount:.2f}",
        "Loyalty is the share of the group a person has most of, among all groups of their items. "
        + (f"Groups that mostly come together count once: {said}." if said else ""),
    )  # fmt: skip


def _bands_figure(
    bands: Sequence[Band], name: str, title: str, unit: str, shown: Callable[[float], str], reading: str
) -> Figure | Missing:
    known = [(band, band.auc) for band in bands if band.auc is not None]
    if len(known) < 2:
        reason = "there are no groups of items." if not bands else "too few people differ in this."
        return Missing(name, title, reason)
    labels = _band_labels([band for band, _ in known], shown)
    rows = [(label, band, auc) for label, (band, auc) in zip(labels, known, strict=True)]
    hardest, _, lowest = min(rows, key=lambda row: row[2].rate)
    easiest, _, highest = max(rows, key=lambda row: row[2].rate)
    return Figure(
        name,
        title,
        f"Hardest to infer: {unit} {hardest} (AUC {number(lowest.rate)}); easiest: {unit} "
        f"{easiest} ({number(highest.rate)}).",
        f"{reading} The dot is the AUC of the strongest attacker among the people of a band; the bar its 95% interval.",
        dots(
            name, title, f"AUC by {unit}",
            [Dot(label, _interval(auc), number(auc.rate)) for label, _, auc in rows],
            "ROC AUC", guess=0.5, decimals=True,
        ),
        Table(
            title,
            ("band", unit, "people", "AUC", "low", "high"),
            [
                (band.name, label, f"{band.people:,}", number(auc.rate), number(auc.low), number(auc.high))
                for label, band, auc in rows
            ],
            words=2,
        ),
    )  # fmt: skip


def _band_labels(bands: Sequence[Band], shown: Callable[[float], str]) -> list[str]:
    """From where to where each band goes, with its name where two go alike."""
    spans = [f"{shown(band.least)}–{shown(band.most)}" for band in bands]
    return [span if spans.count(span) == 1 else f"{span}, {band.name}" for band, span in zip(bands, spans, strict=True)]


def amounts_figure(result: InferenceResult) -> Figure | Missing:
    """How few items suffice."""
    title, revealing = "How few items suffice", result.revealing
    if revealing is None:
        return Missing("amounts", title, "it was not looked for (--quick leaves it out).")
    rows = [(f"{row.items:,}", row.auc) for row in revealing.amounts]
    rows.append(("all", revealing.everything.auc))
    low = next((items for items, auc in rows if auc.mean >= 0.65), None)
    said = f"{low} random items of a person already give an AUC of 0.65 or more." if low else "Few items say little."
    return Figure(
        "amounts",
        title,
        said if low != "all" else "It takes more than a few items.",
        "Everybody keeps only so many items, drawn at random, in training and in testing; ten draws. The band is one "
        "standard deviation over draws. The dashed rule is blind guessing.",
        lines(
            "amounts", title, "AUC by number of items kept",
            [Line("AUC", [(items, _around(auc)) for items, auc in rows])],
            ("items known of each person, at most", "ROC AUC"), shares=False, guess=0.5,
        ),
        Table("AUC by number of items", ("items at most", "AUC"), [(items, str(auc)) for items, auc in rows]),
    )  # fmt: skip


def curve_figure(result: InferenceResult) -> Figure | Missing:
    """The forest's most important items kept, or left out."""
    title = "Only the most important items, or all but those"
    if result.revealing is None:
        return Missing("curve", title, "it was not looked for (--quick leaves it out).")
    rows = [(f"{row.top:,}", row.only, row.without) for row in result.revealing.curve if row.without is not None]
    if len(rows) < 2:
        return Missing("curve", title, "there are too few items.")
    most, _, left = rows[-1]
    return Figure(
        "curve",
        title,
        f"Without the {most} most important items the AUC still is {number(left.mean)}.",
        "A random forest ranks items on the training folds; the attacker then sees only the first of them, or only the "
        "rest. Hiding a few items helps little where the lower line stays high. The band is one standard deviation.",
        lines(
            "curve", title, "AUC with only the most important items, and without them",
            [
                Line("only these", [(top, _around(only)) for top, only, _ in rows]),
                Line("all but these", [(top, _around(without)) for top, _, without in rows]),
            ],
            ("most important items", "ROC AUC"), shares=False, guess=0.5,
        ),
        Table(
            title, ("most important items", "only these", "all but these"),
            [(top, str(only), str(without)) for top, only, without in rows],
        ),
    )  # fmt: skip


def groups_figure(result: InferenceResult) -> Figure | Missing:
    """What the groups of items alone say."""
    title, groups = "Knowing only groups of items", result.groups
    if groups is None:
        return Missing("groups", title, _no_groups(result))
    rows = [(COUNTED.get(row.counted) or f"value {row.value} only", row) for row in groups.inference]
    return Figure(
        "groups",
        title,
        f"Who knows only how many items of each of {len(groups.names)} groups a person has gets an AUC of "
        f"{number(rows[0][1].auc.mean)}.",
        "The attacker sees counts by group, not items. What people do not have says just what they have does: the "
        "two counts of a group add up to the same for everybody. The bar is one standard deviation over folds.",
        dots(
            "groups", title, "AUC from groups of items",
            [Dot(label, _around(row.auc), number(row.auc.mean)) for label, row in rows],
            "ROC AUC", guess=0.5, decimals=True,
        ),
        Table(
            title, ("counted", "AUC", "precision", "recall"),
            [(label, str(row.auc), str(row.precision), str(row.recall)) for label, row in rows],
        ),
    )  # fmt: skip


def shares_figure(result: InferenceResult) -> Figure | Missing:
    """How classes differ in the groups they have."""
    title, groups = "Which groups the classes have", result.groups
    if groups is None:
        return Missing("shares", title, _no_groups(result))
    classes = [row.name for row in groups.shares]
    drawn = sorted(sorted(range(len(classes)), key=lambda code: -result.class_sizes[code])[:MOST_CLASSES])
    table = [(name, [row.groups[group].share for row in groups.shares]) for group, name in enumerate(groups.names)]
    table.sort(key=lambda row: min(row[1]) - max(row[1]))
    widest, shares = table[0]
    more, less = classes[shares.index(max(shares))], classes[shares.index(min(shares))]
    group_of = {name: group for group, name in enumerate(groups.names)}
    intervals = [(name, *(_share_cell(row.groups[group_of[name]]) for row in groups.shares)) for name, _ in table]
    return Figure(
        "shares",
        title,
        f"They differ most in {widest}: {percent(max(shares))} of what '{more}' have, {percent(min(shares))} of what "
        f"'{less}' have.",
        "A mark is the share of a class's entries whose item is in the group. Shares add up to more than 100% where "
        "items are in several groups. The groups in which classes differ most come first"
        + (f"; of the classes, the {MOST_CLASSES} largest are drawn." if len(drawn) < len(classes) else "."),
        compared(
            "shares", title, "share of entries by group and class",
            [(name, [each[code] for code in drawn]) for name, each in table[:MOST_GROUPS]],
            [classes[code] for code in drawn], "of their entries",
        ),
        Table("Share of a class's entries in each group, with 95% interval", ("group", *classes), intervals),
    )  # fmt: skip


def together_figure(result: InferenceResult) -> Figure | Missing:
    """Which groups come together."""
    title, groups = "Which groups come together", result.groups
    if groups is None or len(groups.names) < 2:
        return Missing("together", title, _no_groups(result) if groups is None else "there is only one group.")
    counts, names = groups.together, groups.names
    largest = sorted(range(len(names)), key=lambda place: -counts[place][place])[:MOST_GROUPS]
    chosen = sorted(largest)
    pairs = sorted(
        (
            (counts[first][second], names[first], names[second])
            for first in chosen
            for second in chosen
            if first < second
        ),
        reverse=True,
    )
    most = max(pairs[0][0], 1)
    cells = [[0.0 if first == second else counts[first][second] / most for second in chosen] for first in chosen]
    return Figure(
        "together",
        title,
        f"Most often {pairs[0][1]} and {pairs[0][2]}: {counted(pairs[0][0], 'item')} in both.",
        "The stronger the colour, the more items are in both groups; a group with itself is left blank.",
        heat("together", title, "how many items are in each pair of groups", [names[group] for group in chosen], cells),
        Table(
            "Pairs of groups by items in both", ("groups", "items"),
            [(f"{first} and {second}", f"{count:,}") for count, first, second in pairs[:30] if count],
        ),
    )  # fmt: skip


def _share_cell(group: GroupShare) -> str:
    return f"{100 * group.share:.1f}% [{100 * group.low:.1f}–{100 * group.high:.1f}]"


def _interval(estimate: Estimate) -> Estimate:
    return Estimate(estimate.rate, estimate.low, estimate.high)


def _rate(spread: Spread) -> Estimate:
    """A mean with its 95% interval; the mean alone where there is none."""
    low, high = (spread.mean if end is None else end for end in (spread.low, spread.high))
    return Estimate(spread.mean, low, high)


def _around(spread: Spread) -> Estimate:
    """A mean with one standard deviation on either side."""
    return Estimate(spread.mean, max(0.0, spread.mean - spread.sd), min(1.0, spread.mean + spread.sd))


def _no_groups(result: InferenceResult) -> str:
    return (
        "the data brings no groups of items; name them with --groups."
        if result.revealing is not None
        else "it was not looked for (--quick leaves it out)."
    )
