"""The results of `standout infer` as one document: what `infer.json` holds and the page is drawn from."""

from __future__ import annotations

from typing import Any

import numpy as np

from standout import __version__
from standout.common.plain import plain_text
from standout.data.model import Int64s, Interactions
from standout.inference.attackers import ATTACKERS
from standout.inference.exploring import PROBE, Grouped, Revealing
from standout.inference.features import Floats
from standout.inference.hardness import Band
from standout.inference.revealing import Kept
from standout.inference.study import Study
from standout.inference.validation import Spread
from standout.report.labels import CROWD, item_label

SHOWN_ITEMS = 10


def inference_document(study: Study, data: Interactions) -> dict[str, Any]:
    """Everything that was found, without naming a person; items only where enough people have them."""
    attribute, classes = study.attribute, [plain_text(name) for name in study.attribute.classes]
    sizes = attribute.sizes
    document: dict[str, Any] = {
        "standout": __version__,
        "seed": study.settings.seed,
        "data": {
            "people": data.people,
            "items": data.items,
            "interactions": data.count,
            "sha256": data.source.sha256,
        },
        "attribute": plain_text(attribute.name),
        "classes": classes,
        "class_sizes": [int(size) for size in sizes],
        "left_out": data.people - int(sizes.sum()),
        "folds": study.settings.folds,
        "baseline": study.baseline | {"class": classes[int(np.argmax(sizes))]},
        "attackers": [
            {"name": each.name, "about": ATTACKERS[each.name].about, "matrix": ATTACKERS[each.name].matrix}
            | each.as_dict()
            | ({"settings": list(each.settings)} if any(each.settings) else {})
            for each in study.attackers
        ],
        "strongest": study.strongest.name,
        "hard": {"by_length": _bands(study.by_length), "by_loyalty": _bands(study.by_loyalty)},
        "notes": list(dict.fromkeys(plain_text(note, 500) for note in (*data.source.notes, *study.notes))),
    }
    if len(classes) == 2:
        document["positive"] = classes[1]
    if study.revealing is not None:
        document["revealing"] = _revealing(study.revealing, data, classes)
    if study.grouped is not None:
        document["groups"] = _groups(study.grouped, classes)
    return document


def _revealing(found: Revealing, data: Interactions, classes: list[str]) -> dict[str, Any]:
    named = {"values": found.values, "presence": found.presence}
    return {
        "attacker": PROBE,
        "items": {
            "coefficient": _by_coefficient(found.coefficients, data, classes),
            "test": _by_test(found, data, classes),
            "forest": [
                _item(data, item) | {"importance": float(found.importance[item])}
                for item in _top(found.importance, data)
            ],
        },
        "kept": [{"ranking": name} | _kept(row) for name, row in found.kept.items()],
        "curve": [{"top": top} | _kept(row) for top, row in found.curve],
        **{name: each.as_dict() for name, each in named.items() if each is not None},
        "amounts": [{"items": row.items} | _spreads(row.measures) for row in found.amounts],
    }


def _groups(found: Grouped, classes: list[str]) -> dict[str, Any]:
    names = [plain_text(name, 60) for name in found.names]
    shares = found.shares
    return {
        "names": names,
        "inference": [
            {"counted": row.counted} | ({"value": row.value} if row.value else {}) | _spreads(row.measures)
            for row in found.rows
        ],
        "shares": [
            {
                "class": label,
                "groups": [
                    {"share": float(share), "low": float(low), "high": float(high)}
                    for share, low, high in zip(shares.share[code], shares.low[code], shares.high[code], strict=True)
                ],
            }
            for code, label in enumerate(classes)
        ],
        "together": found.together.tolist(),
        "merged": [[names[first], names[second]] for first, second in found.merged],
    }


def _by_coefficient(coefficients: Floats, data: Interactions, classes: list[str]) -> list[dict[str, Any]]:
    """For each class, the items that speak most for it."""
    return [
        {"class": label} | _item(data, item) | {"coefficient": float(coefficients[code, item])}
        for code, label in enumerate(classes)
        for item in _top(coefficients[code], data)
        if coefficients[code, item] > 0
    ]


def _by_test(found: Revealing, data: Interactions, classes: list[str]) -> dict[str, Any]:
    """For each test, how many items are significant, and the surest of them."""
    rows, counts = [], {}
    labels = classes[1:] if len(classes) == 2 else classes
    for label, tests in zip(labels, found.tests, strict=True):
        significant = tests.significant
        counts[label] = {"tested": tests.tested, "significant": len(significant)}
        kept = [int(item) for item in significant if data.holders[item] >= CROWD]
        rows += [
            {"class": label} | _item(data, item) | {"t": float(tests.statistic[item]), "p": float(tests.p[item])}
            for item in kept[:SHOWN_ITEMS]
        ]
    return {"classes": counts, "surest": rows}


def _top(worth: Floats, data: Interactions) -> Int64s:
    """The items worth most among those that enough people have."""
    common = np.flatnonzero(data.holders >= CROWD)
    return common[np.argsort(-worth[common], kind="stable")][:SHOWN_ITEMS]


def _item(data: Interactions, item: int | np.int64) -> dict[str, Any]:
    return {"item": item_label(data, int(item)), "holders": int(data.holders[item])}


def _kept(row: Kept) -> dict[str, Any]:
    found = {"items": row.items.as_dict(), "only": row.only.as_dict()}
    return found | ({"without": row.without.as_dict()} if row.without else {})


def _spreads(measures: dict[str, Spread]) -> dict[str, Any]:
    return {name: each.as_dict() for name, each in measures.items()}


def _bands(bands: list[Band]) -> list[dict[str, Any]]:
    return [
        {"band": band.name, "least": band.least, "most": band.most, "people": band.people}
        | ({"auc": band.auc.as_dict()} if band.auc else {})
        for band in bands
    ]
