"""The figures of the inference page, from the document of `standout infer`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from standout.report.audit.view import Rate
from standout.report.drawing.charts import Dot, Figure, Line, Missing, Table, dots, lines
from standout.report.inference.inference_charts import compared, heat
from standout.report.inference.inference_tables import attackers_table, number, spread
from standout.report.words import counted, percent

MOST_GROUPS = 24
MOST_CLASSES = 8
COUNTED = {"all": "what people have", "absent": "what people do not have"}


def attackers_figure(document: Mapping[str, Any]) -> Figure:
    """Every attacker's AUC."""
    rows = sorted(document["attackers"], key=lambda row: -row["auc"]["mean"])
    best, title = rows[0], "How well each attacker does"
    return Figure(
        "attackers",
        title,
        f"The strongest, {best['about']}, tells two people of different class apart with an AUC of "
        f"{number(best['auc']['mean'])}; guessing gets 0.50.",
        "The dot is the area under the ROC curve on people the attacker has not seen, the mean over "
        f"{document['folds']} folds; the bar its 95% interval. It is the chance that of two people, one of a class and "
        "one not, the attacker ranks the right one higher. The dashed rule is blind guessing.",
        dots(
            "attackers", title, "AUC of each attacker with its interval",
            [Dot(row["name"], _rate(row["auc"]), number(row["auc"]["mean"])) for row in rows],
            "ROC AUC", guess=0.5, ticks=".2f",
        ),
        attackers_table(document),
    )  # fmt: skip


def length_figure(document: Mapping[str, Any]) -> Figure | Missing:
    """Who is hard to infer, by record length."""
    return _bands_figure(
        document, "by_length", "length", "By how much people have", "items", lambda amount: f"{amount:,.0f}",
        "People are sorted by how many items they have. The lowest and highest twelfth, the next, and the middle.",
    )  # fmt: skip


def loyalty_figure(document: Mapping[str, Any]) -> Figure | Missing:
    """Who is hard to infer, by loyalty to a group of items."""
    merged = document.get("groups", {}).get("merged", [])
    said = "; ".join(f"an item in {first} and {second} counts for {first}" for first, second in merged)
    return _bands_figure(
        document, "by_loyalty", "loyalty", "By loyalty to a group of items", "loyalty",
        lambda amount: f"{amount:.2f}",
        "Loyalty is the share of the group a person has most of, among all groups of their items. "
        + (f"Groups that mostly come together count once: {said}." if said else ""),
    )  # fmt: skip


def _bands_figure(
    document: Mapping[str, Any], key: str, name: str, title: str, unit: str, shown: Any, reading: str
) -> Figure | Missing:
    bands = document["hard"][key]
    known = [band for band in bands if "auc" in band]
    if len(known) < 2:
        reason = "there are no groups of items." if not bands else "too few people differ in this."
        return Missing(name, title, reason)
    worst = min(known, key=lambda band: band["auc"]["rate"])
    best = max(known, key=lambda band: band["auc"]["rate"])
    spans = [f"{shown(band['least'])}–{shown(band['most'])}" for band in known]
    label = {
        id(band): span if spans.count(span) == 1 else f"{span}, {band['band']}"
        for band, span in zip(known, spans, strict=True)
    }
    return Figure(
        name,
        title,
        f"Hardest to infer: {unit} {label[id(worst)]} (AUC {number(worst['auc']['rate'])}); easiest: {unit} "
        f"{label[id(best)]} ({number(best['auc']['rate'])}).",
        f"{reading} The dot is the AUC of the strongest attacker among the people of a band; the bar its 95% interval.",
        dots(
            name, title, f"AUC by {unit}",
            [Dot(label[id(band)], _rate(band["auc"], "rate"), number(band["auc"]["rate"])) for band in known],
            "ROC AUC", guess=0.5, ticks=".2f",
        ),
        Table(
            title,
            ("band", unit, "people", "AUC", "low", "high"),
            [
                (band["band"], label[id(band)], f"{band['people']:,}",
                 *(number(band["auc"][each]) for each in ("rate", "low", "high")))
                for band in known
            ],
            words=2,
        ),
    )  # fmt: skip


def amounts_figure(document: Mapping[str, Any]) -> Figure | Missing:
    """How few items suffice."""
    title, found = "How few items suffice", document.get("revealing")
    if found is None:
        return Missing("amounts", title, "it was not looked for.")
    rows = [(f"{row['items']:,}", row["auc"]) for row in found["amounts"]]
    everything = (found.get("values") or found["presence"])["auc"]
    rows.append(("all", everything))
    low = next((items for items, auc in rows if auc["mean"] >= 0.65), None)
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
        Table("AUC by number of items", ("items at most", "AUC"), [(items, spread(auc)) for items, auc in rows]),
    )  # fmt: skip


def curve_figure(document: Mapping[str, Any]) -> Figure | Missing:
    """The forest's most important items kept, or left out."""
    title, rows = "Only the most important items, or all but those", document.get("revealing", {}).get("curve", [])
    if len(rows) < 2:
        return Missing(
            "curve", title, "there are too few items." if "revealing" in document else "it was not looked for."
        )
    last = rows[-1]
    return Figure(
        "curve",
        title,
        f"Without the {last['top']:,} most important items the AUC still is {number(last['without']['mean'])}.",
        "A random forest ranks items on the training folds; the attacker then sees only the first of them, or only the "
        "rest. Hiding a few items helps little where the lower line stays high. The band is one standard deviation.",
        lines(
            "curve", title, "AUC with only the most important items, and without them",
            [
                Line(label, [(f"{row['top']:,}", _around(row[key])) for row in rows])
                for label, key in (("only these", "only"), ("all but these", "without"))
            ],
            ("most important items", "ROC AUC"), shares=False, guess=0.5,
        ),
        Table(
            title, ("most important items", "only these", "all but these"),
            [(f"{row['top']:,}", spread(row["only"]), spread(row["without"])) for row in rows],
        ),
    )  # fmt: skip


def groups_figure(document: Mapping[str, Any]) -> Figure | Missing:
    """What the groups of items alone say."""
    title, found = "Knowing only groups of items", document.get("groups")
    if found is None:
        return Missing("groups", title, _no_groups(document))
    rows = [(COUNTED.get(row["counted"]) or f"value {row['value']} only", row) for row in found["inference"]]
    return Figure(
        "groups",
        title,
        f"Who knows only how many items of each of {len(found['names'])} groups a person has gets an AUC of "
        f"{number(rows[0][1]['auc']['mean'])}.",
        "The attacker sees counts by group, not items. What people do not have says just what they have does: the "
        "two counts of a group add up to the same for everybody. The bar is one standard deviation over folds.",
        dots(
            "groups", title, "AUC from groups of items",
            [Dot(label, _around(row["auc"]), number(row["auc"]["mean"])) for label, row in rows],
            "ROC AUC", guess=0.5, ticks=".2f",
        ),
        Table(
            title, ("counted", "AUC", "precision", "recall"),
            [(label, *(spread(row[key]) for key in ("auc", "precision", "recall"))) for label, row in rows],
        ),
    )  # fmt: skip


def shares_figure(document: Mapping[str, Any]) -> Figure | Missing:
    """How classes differ in the groups they have."""
    title, found = "Which groups the classes have", document.get("groups")
    if found is None:
        return Missing("shares", title, _no_groups(document))
    classes = [row["class"] for row in found["shares"]]
    drawn = sorted(sorted(range(len(classes)), key=lambda code: -document["class_sizes"][code])[:MOST_CLASSES])
    table = [(name, [row["groups"][at]["share"] for row in found["shares"]]) for at, name in enumerate(found["names"])]
    table.sort(key=lambda row: min(row[1]) - max(row[1]))
    widest, shares = table[0]
    more, less = classes[shares.index(max(shares))], classes[shares.index(min(shares))]
    at = {name: place for place, name in enumerate(found["names"])}
    intervals = [(name, *(_share_cell(row["groups"][at[name]]) for row in found["shares"])) for name, _ in table]
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


def together_figure(document: Mapping[str, Any]) -> Figure | Missing:
    """Which groups come together."""
    title, found = "Which groups come together", document.get("groups")
    if found is None or len(found["names"]) < 2:
        return Missing("together", title, _no_groups(document) if found is None else "there is only one group.")
    counts, names = found["together"], found["names"]
    largest = sorted(range(len(names)), key=lambda place: -counts[place][place])[:MOST_GROUPS]
    chosen = sorted(largest)
    pairs = sorted(
        ((counts[one][two], names[one], names[two]) for one in chosen for two in chosen if one < two), reverse=True
    )
    most = max(pairs[0][0], 1)
    cells = [[0.0 if one == two else counts[one][two] / most for two in chosen] for one in chosen]
    return Figure(
        "together",
        title,
        f"Most often {pairs[0][1]} and {pairs[0][2]}: {counted(pairs[0][0], 'item')} in both.",
        "The stronger the colour, the more items are in both groups; a group with itself is left blank.",
        heat("together", title, "how many items are in each pair of groups", [names[at] for at in chosen], cells),
        Table(
            "Pairs of groups by items in both", ("groups", "items"),
            [(f"{one} and {two}", f"{count:,}") for count, one, two in pairs[:30] if count],
        ),
    )  # fmt: skip


def _share_cell(found: Mapping[str, float]) -> str:
    return f"{100 * found['share']:.1f}% [{100 * found['low']:.1f}–{100 * found['high']:.1f}]"


def _rate(found: Mapping[str, float], key: str = "mean") -> Rate:
    return Rate(found[key], found["low"], found["high"])


def _around(found: Mapping[str, float]) -> Rate:
    return Rate(found["mean"], max(0.0, found["mean"] - found["sd"]), min(1.0, found["mean"] + found["sd"]))


def _no_groups(document: Mapping[str, Any]) -> str:
    return (
        "the data brings no groups of items; name them with --groups."
        if "revealing" in document
        else "it was not looked for."
    )
