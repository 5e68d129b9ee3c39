"""The tables of `compare.html`: a row per protection, or per protection and adversary, attacker or classifier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from standout.report.audit.view import Rate, mapping
from standout.report.drawing.charts import Table
from standout.report.words import NOT_THERE, decimal, interval, percent


def numbered(document: Mapping[str, Any]) -> list[tuple[int, Mapping[str, Any]]]:
    """The protections with the numbers that chart and tables call them by."""
    return list(enumerate(document["protections"], 1))


def as_rate(found: Any) -> Rate | None:
    """A rate from JSON; none if it is not there."""
    known = mapping(found)
    if "rate" not in known:
        return None
    rate = float(known["rate"])
    return Rate(rate, float(known.get("low", rate)), float(known.get("high", rate)))


def signed(share: float | None) -> str:
    """A change in percentage points or percent: "+2.1%", "−0.3%"."""
    if share is None:
        return NOT_THERE
    shown = f"{100 * abs(share):.1f}%"
    return shown if shown == "0.0%" else ("+" if share > 0 else "−") + shown


def auc(found: Rate | None) -> str:
    """An AUC with its interval."""
    if found is None:
        return NOT_THERE
    return f"{found.rate:.2f}" + (f" [{found.low:.2f}–{found.high:.2f}]" if found.low < found.high else "")


def overview(document: Mapping[str, Any]) -> Table:
    """Everything at a glance."""
    attribute = "attribute" in document
    head = [
        "",
        "protection",
        "changed",
        "found",
        *(["worst AUC"] if attribute else []),
        "utility lost",
        "told from real",
    ]
    before = document["unprotected"]
    first = ["0", "nothing", "0%", interval(as_rate(before.get("risk")))]
    rows = [[*first, *([auc(as_rate(before.get("inferred")))] if attribute else []), "0%", NOT_THERE]]
    for number, row in numbered(document):
        real = mapping(row.get("realism"))
        told = (
            f"{percent(real['real_vs_protected'])} (real {percent(real['real_vs_real'])})"
            if "classifier" in real
            else NOT_THERE
        )
        worst = [auc(as_rate(row.get("inferred")))] if attribute else []
        rows.append([
            str(number), row["text"], percent(row["changed_share"]), interval(as_rate(row.get("risk"))), *worst,
            percent(row["utility_loss"]) if "utility_loss" in row else NOT_THERE, told,
        ])  # fmt: skip
    return Table("All protections", head, rows, 2)


def identified_table(document: Mapping[str, Any]) -> Table:
    """Each adversary, before and after."""
    rows = []
    for number, row in numbered(document):
        for name, found in row.get("identified", {}).items():
            change = mapping(found.get("change"))
            points = (
                f"{signed(change['change'])} [{signed(change['low'])} to {signed(change['high'])}]"
                if change
                else NOT_THERE
            )
            rates = (interval(as_rate(found.get(when))) for when in ("before", "after", "adaptive"))
            rows.append((str(number), row["text"], name, *rates, points, found["attacks"]["adaptive"]))
    head = ("", "protection", "who is looking", "before", "after", "who knows of it", "change", "best attack")
    return Table("Who is found", head, rows, 3)


def attribute_tables(document: Mapping[str, Any]) -> list[Table]:
    """Each attacker, static and adaptive; none without an attribute."""
    if "attribute" not in document:
        return []
    rows: list[Sequence[str]] = []
    known = [("0", "nothing", document["unprotected"])]
    known += [(str(number), row["text"], row) for number, row in numbered(document)]
    for number, text, row in known:
        found = mapping(mapping(row.get("attribute")).get("attackers"))
        for static, adaptive in zip(found.get("static", []), found.get("adaptive", []), strict=True):
            rows.append((number, text, static["name"], _auc_sd(static), _auc_sd(adaptive),
                         f"{max(static['mirrored'], adaptive['mirrored']):.2f}"))  # fmt: skip
    head = (
        "",
        "protection",
        "attacker",
        "learned from the original",
        "learned from protected data",
        "worst, turned round",
    )
    return [Table(f"What is inferred: AUC for {document['attribute']['name']}", head, rows, 3)]


def _auc_sd(found: Mapping[str, Any]) -> str:
    return f"{found['auc']:.2f} ± {found['sd']:.2f}"


def realism_table(document: Mapping[str, Any]) -> Table:
    """Each classifier, with real people in both halves beside it; and spikes."""
    rows = []
    for number, row in numbered(document):
        real = mapping(row.get("realism"))
        spikes = mapping(real.get("spikes"))
        for name, found in mapping(real.get("classifiers")).items():
            cells = []
            for how in ("real_vs_protected", "real_vs_real"):
                cells.append(f"{found[how]['accuracy']:.2f} ± {found[how]['sd']:.2f}")
            paper = [f"{found[how]['first_last']['accuracy']:.2f}" for how in ("real_vs_protected", "real_vs_real")]
            rows.append((str(number), row["text"], name, *cells, *paper, str(spikes.get("spikes", 0))))
    head = (
        "",
        "protection",
        "classifier",
        "real or protected",
        "real or real",
        "first or last half",
        "the same, both real",
        "spikes",
    )
    return Table("Does it show?", head, rows, 3)


def utility_table(document: Mapping[str, Any]) -> Table:
    """What recommenders still reach."""
    rows = [("0", "nothing", *_useful(document["unprotected"]["utility"]))]
    rows += [
        (str(number), row["text"], *_useful(row["utility"])) for number, row in numbered(document) if "utility" in row
    ]
    head = (
        "",
        "protection",
        "RMSE",
        "lost",
        "RMSE as in the paper",
        "nDCG@10",
        "lost",
        "recall@10",
        "nDCG@10 of popularity",
    )
    return Table("What it is still good for", head, rows, 2)


def _useful(found: Mapping[str, Any]) -> tuple[str, ...]:
    lost = mapping(found.get("loss"))
    return (
        decimal(found.get("rmse"), 4), _lost(lost.get("rmse")), decimal(found.get("rmse_on_protected"), 4),
        decimal(found.get("ndcg@10"), 4), _lost(lost.get("ndcg@10")), decimal(found.get("recall@10"), 4),
        decimal(found.get("ndcg@10_of_popularity"), 4),
    )  # fmt: skip


def _lost(found: Any) -> str:
    known = mapping(found)
    if "loss" not in known:
        return NOT_THERE
    return signed(known["loss"]) + (f" [{signed(known['low'])} to {signed(known['high'])}]" if "low" in known else "")


def statistics_table(document: Mapping[str, Any]) -> Table:
    """Strucks' table 10, and how far popularity moved."""
    rows = [("0", "nothing", *_statistics(document["unprotected"]["utility"]))]
    rows += [
        (str(number), row["text"], *_statistics(row["utility"]))
        for number, row in numbered(document)
        if "utility" in row
    ]
    head = (
        "",
        "protection",
        "people",
        "items",
        "entries",
        "density",
        "mean",
        "variance",
        "popularity moved",
        "rank correlation",
    )
    return Table("The data as a whole", head, rows, 2)


def _statistics(found: Mapping[str, Any]) -> tuple[str, ...]:
    whole, drift = found["statistics"], found["popularity_drift"]
    density = whole.get("density")
    return (
        f"{whole['people']:,}", f"{whole['items']:,}", f"{whole['interactions']:,}",
        NOT_THERE if density is None else f"{100 * density:.2f}%", decimal(whole.get("mean"), 2),
        decimal(whole.get("variance"), 2), percent(drift.get("total_variation")),
        decimal(drift.get("rank_correlation"), 3),
    )  # fmt: skip


def options_table(document: Mapping[str, Any]) -> Table:
    """What each protection changes, and what somebody does who knows of it."""
    rows = []
    for number, row in numbered(document):
        chosen = ", ".join(f"{name.replace('_', '-')}={value}" for name, value in row["options"].items())
        rows.append((str(number), row["name"], chosen, row.get("countered_by", NOT_THERE)))
    return Table("What someone does who knows of it", ("", "protection", "options", "what they do"), rows, 4)
