"""The tables of the inference page, from the document of `standout infer`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from standout.report.drawing.charts import Table

RANKINGS = {
    "coefficient": "the heaviest coefficients",
    "value test": "significant by values",
    "value test, on everyone": "significant by values, chosen with the tested people in view",
    "presence test": "significant by who has them",
    "forest": "most important to a random forest",
}


def number(found: float) -> str:
    return f"{found:.2f}"


def spread(found: Mapping[str, float]) -> str:
    """A mean with its standard deviation: "0.81 ± 0.02"."""
    return f"{found['mean']:.2f} ± {found['sd']:.2f}"


def attackers_table(document: Mapping[str, Any]) -> Table:
    """Every measure of every attacker, the baseline last."""
    measures = ("auc", "average_precision", "precision", "recall", "accuracy", "balanced_accuracy")
    rows = [(row["name"], *(spread(row[measure]) for measure in measures)) for row in document["attackers"]] + [
        (f"always '{document['baseline']['class']}'", *(number(document["baseline"][name]) for name in measures))
    ]
    head = ("attacker", "AUC", "PR AUC", "precision", "recall", "accuracy", "balanced accuracy")
    return Table("Every attacker, mean ± spread over folds", head, rows)


def kept_table(document: Mapping[str, Any]) -> Table:
    """What each ranking's choice of items is worth."""
    found = document["revealing"]
    rows: list[Sequence[str]] = [
        (f"all, {label}", f"{document['data']['items']:,}", spread(found[key]["auc"]), "")
        for key, label in (("values", "with values"), ("presence", "who has what only"))
        if key in found
    ]
    rows += [
        (
            RANKINGS[row["ranking"]],
            f"{row['items']['mean']:,.0f}",
            spread(row["only"]),
            spread(row["without"]) if "without" in row else "",
        )
        for row in found["kept"]
    ]
    return Table("What a choice of items is worth", ("items", "how many", "AUC with only these", "without these"), rows)


def coefficient_table(document: Mapping[str, Any]) -> Table:
    """The items that speak most for each class."""
    rows = [
        (row["item"], row["class"], f"{row['holders']:,}", f"{row['coefficient']:.2f}")
        for row in document["revealing"]["items"]["coefficient"]
    ]
    return Table("Items by coefficient", ("item", "speaks for", "people", "coefficient"), rows, words=2)


def test_table(document: Mapping[str, Any]) -> Table:
    """The surest differences by t-test."""
    rows = [
        (row["item"], row["class"], f"{row['holders']:,}", f"{row['t']:+.1f}", f"{row['p']:.1e}")
        for row in document["revealing"]["items"]["test"]["surest"]
    ]
    return Table("Items by t-test", ("item", "class", "people", "t", "p"), rows, words=2)


def forest_table(document: Mapping[str, Any]) -> Table:
    """The most important items of a random forest."""
    rows = [
        (row["item"], f"{row['holders']:,}", f"{row['importance']:.4f}")
        for row in document["revealing"]["items"]["forest"]
    ]
    return Table("Items by importance to a random forest", ("item", "people", "importance"), rows)
