"""The files of an audit: `findings.json` and `people.parquet`, and reading them back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from standout.files import private_folder, write_whole, written_whole
from standout.flow import Audit
from standout.report.labels import item_label, person_labels
from standout.risk.explanation import Explained
from standout.risk.people import giving_away, most_revealing
from standout.risk.summary import rare_shares

FINDINGS = "findings.json"
PEOPLE = "people.parquet"
SHOWN_ITEMS = 25
EXPLAINED_ITEMS = 12


def findings_document(audit: Audit, show_ids: bool = False) -> dict[str, Any]:
    """The findings, with the items that reveal most under their labels."""
    document = audit.findings | {"revealing_items": revealing_items(audit, show_ids), "ids_shown": show_ids}
    return document if audit.explained is None else document | {"explained": explanations(audit, show_ids)}


def explanations(audit: Audit, show_ids: bool) -> dict[str, Any]:
    """A few people, nameless: bits of evidence item by item, and what would have kept them from being named."""
    found = audit.explained
    if found is None:
        return {}
    return {
        "adversary": found.adversary,
        "attack": found.attack,
        "examples": [_explanation(audit, number, one, show_ids) for number, one in enumerate(found.examples, 1)],
    }


def _explanation(audit: Audit, number: int, one: Explained, show_ids: bool) -> dict[str, Any]:
    data = audit.released
    labels = [item_label(data, int(item), show_ids) if item >= 0 else "an item that nobody has" for item in one.items]
    order = sorted(range(len(labels)), key=lambda at: (-float(one.bits[at]), labels[at]))
    shown = order if len(order) <= EXPLAINED_ITEMS else order[:EXPLAINED_ITEMS]
    rows = [{"item": labels[at], "bits": float(one.bits[at]), "in_record": bool(one.in_record[at])} for at in shown]
    if len(shown) < len(order):
        rest = order[EXPLAINED_ITEMS:]
        rows.append({"item": f"{len(rest):,} other items", "bits": float(sum(one.bits[at] for at in rest))})
    found: dict[str, Any] = {
        "person": audit.data.names.person(one.person) if show_ids else f"example {number}",
        "rank": one.rank if one.rank <= data.people else None,
        "right": one.right,
        "named": one.named,
        "probability": one.chance,
        "bits": one.total,
        "known": len(labels),
        "items": rows,
    }
    if one.hidden is not None:
        found["hide"] = [labels[at] for at in one.hidden]
        found["hide_exact"] = one.exact
        found["rank_after"] = one.rank_after if one.rank_after is not None and one.rank_after <= data.people else None
    return found


def revealing_items(audit: Audit, show_ids: bool) -> list[dict[str, Any]]:
    """Items by the mean share of the winning margin they made up where they helped to find somebody."""
    data = audit.released
    rows: list[dict[str, Any]] = []
    for item, share, people in zip(*most_revealing(audit.personal, data.items), strict=True):
        if len(rows) == SHOWN_ITEMS:
            break
        rows.append(
            {
                "item": item_label(data, int(item), show_ids),
                "holders": int(data.holders[item]),
                "bits": float(np.log2(data.people / max(int(data.holders[item]), 1))),
                "margin_share": float(share),
                "people": int(people),
            }
        )
    return rows


def people_table(audit: Audit, secret: int, show_ids: bool = False) -> pa.Table:
    """A row per audited person, most at risk first; order and names tell nothing about outside ids."""
    data, risk = audit.data, audit.personal
    labels = person_labels(data, risk.people, secret, show_ids)
    items, shares = giving_away(risk)
    names: dict[int, str] = {}
    for row in items:
        for item in row:
            names.setdefault(item, item_label(audit.released, item, show_ids))
    found = np.divide(risk.found, risk.draws, out=np.full(len(risk.people), np.nan), where=risk.draws > 0)
    found_by: dict[int, list[str]] = {int(person): [] for person in risk.people}
    for adversary, people in audit.found_by.items():
        for person in people:
            found_by[int(person)].append(adversary)
    order = sorted(range(len(labels)), key=lambda at: (-np.nan_to_num(found[at], nan=-1.0), labels[at]))
    lengths, rare = data.lengths[risk.people], rare_shares(data)[risk.people]
    return pa.table(
        {
            "person": [labels[at] for at in order],
            "items": pa.array([int(lengths[at]) for at in order], pa.int64()),
            "rare_share": [float(rare[at]) for at in order],
            "draws": pa.array([int(risk.draws[at]) for at in order], pa.int64()),
            "found_share": pa.array([None if np.isnan(found[at]) else float(found[at]) for at in order], pa.float64()),
            "named_share": pa.array(
                [int(risk.named[at]) / int(risk.draws[at]) if risk.draws[at] else None for at in order],
                pa.float64(),
            ),
            "found_by": pa.array([found_by[int(risk.people[at])] for at in order], pa.list_(pa.string())),
            "revealing_items": pa.array([[names[item] for item in items[at]] for at in order], pa.list_(pa.string())),
            "revealing_shares": pa.array([shares[at] for at in order], pa.list_(pa.float64())),
        },
        metadata={"adversary": risk.adversary, "attack": risk.attack},
    )


def write_results(folder: Path, document: dict[str, Any], people: pa.Table) -> None:
    """Write both files, each whole."""
    private_folder(folder)
    with written_whole(folder / PEOPLE) as stream:
        pq.write_table(people, stream)
    write_whole(folder / FINDINGS, as_json(document).encode())


def as_json(document: dict[str, Any]) -> str:
    """JSON that any reader takes: no NaN, no infinity."""
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
