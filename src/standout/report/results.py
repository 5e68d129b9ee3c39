"""The files of an audit: `findings.json` and `people.parquet`, and reading them back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from standout.files import Content, private_folder, write_together
from standout.flow import Audit
from standout.interactions.model import Int32s
from standout.outputs.recognising import PARQUET_KEY
from standout.report.labels import item_label, person_labels
from standout.risk.explanation import Explained
from standout.risk.people import giving_away, most_revealing
from standout.risk.summary import rare_shares

FINDINGS = "findings.json"
PEOPLE = "people.parquet"
REPORT = "report.html"
KINDS = {REPORT: "page", FINDINGS: "results", PEOPLE: "people"}
"""The files of an audit, each with what an earlier one is recognised by."""
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
    for item, share, people in zip(*most_revealing(audit.personal), strict=True):
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
    labels = pa.array(person_labels(data, risk.people, secret, show_ids), pa.string())
    drawn = risk.draws > 0
    found, named = (
        np.divide(part, risk.draws, out=np.full(len(risk.people), np.nan), where=drawn)
        for part in (risk.found, risk.named)
    )
    order = pc.sort_indices(
        pa.table({"found": np.nan_to_num(found, nan=-1.0), "label": labels}),
        sort_keys=[("found", "descending"), ("label", "ascending")],
    )
    revealing = risk.items >= 0
    starts = np.concatenate(([0], np.cumsum(revealing.sum(axis=1)))).astype(np.int32)
    table = pa.table(
        {
            "person": labels,
            "items": pa.array(data.lengths[risk.people], pa.int64()),
            "rare_share": rare_shares(data)[risk.people],
            "draws": pa.array(risk.draws, pa.int64()),
            "found_share": pa.array(found, pa.float64(), mask=~drawn),
            "named_share": pa.array(named, pa.float64(), mask=~drawn),
            "found_by": _found_by(audit),
            "revealing_items": pa.ListArray.from_arrays(starts, _item_labels(audit, risk.items[revealing], show_ids)),
            "revealing_shares": pa.ListArray.from_arrays(starts, pa.array(giving_away(risk)[revealing])),
        },
        metadata={"adversary": risk.adversary, "attack": risk.attack},
    )
    return table.take(order)


def _item_labels(audit: Audit, items: Int32s, show_ids: bool) -> pa.Array:
    """The labels of items, each made once."""
    distinct, at = np.unique(items, return_inverse=True)
    labels = [item_label(audit.released, int(item), show_ids) for item in distinct]
    return pa.array(labels, pa.string()).take(pa.array(at))


def _found_by(audit: Audit) -> pa.Array:
    """For each audited person, the adversaries by whom at least one attack found them."""
    people, names = audit.personal.people, list(audit.found_by)
    sets = np.stack([np.isin(people, audit.found_by[name]) for name in names], axis=1)
    distinct, at = np.unique(sets, axis=0, return_inverse=True)
    lists = [[name for name, there in zip(names, one, strict=True) if there] for one in distinct]
    return pa.array(lists, pa.list_(pa.string())).take(pa.array(at))


def write_results(folder: Path, document: dict[str, Any], people: pa.Table, page: str) -> None:
    """Write the files of an audit, so that they always belong together."""
    marked = people.replace_schema_metadata({**(people.schema.metadata or {}), PARQUET_KEY: document["standout"]})
    private_folder(folder)
    files: dict[Path, Content] = {
        folder / PEOPLE: lambda stream: pq.write_table(marked, stream),
        folder / FINDINGS: as_json(document).encode(),
        folder / REPORT: page.encode("utf-8", errors="replace"),
    }
    write_together(files)


def as_json(document: dict[str, Any]) -> str:
    """JSON that any reader takes: no NaN, no infinity."""
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
