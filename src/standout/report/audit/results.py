"""The files of an audit: `findings.json` and `people.parquet`, and reading them back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from standout.auditing.flow import Audit
from standout.common.files import Content, private_folder, write_together
from standout.common.plain import json_text
from standout.outputs.recognising import PARQUET_KEY
from standout.report.audit.people import people_table
from standout.report.labels import holders_label, item_label
from standout.risk.explanation import Explained
from standout.risk.people import most_revealing
from standout.risk.typical import Place, Typical

FINDINGS = "findings.json"
PEOPLE = "people.parquet"
REPORT = "report.html"
KINDS = {REPORT: "page", FINDINGS: "results", PEOPLE: "people"}
"""The files of an audit, each with what an earlier one is recognised by."""
SHOWN_ITEMS = 25
EXPLAINED_ITEMS = 12
NOBODYS = "an item that nobody has"

__all__ = ["FINDINGS", "PEOPLE", "as_json", "findings_document", "people_table", "write_results"]


def findings_document(audit: Audit, show_ids: bool = False) -> dict[str, Any]:
    """The findings, with the items that reveal most under their labels."""
    document = audit.findings | {"revealing_items": revealing_items(audit, show_ids), "ids_shown": show_ids}
    return document if audit.explained is None else document | {"explained": explanations(audit, show_ids)}


def explanations(audit: Audit, show_ids: bool) -> dict[str, Any]:
    """What gave people away, item by item: cases that nobody in particular has; single people only with ids."""
    found = audit.explained
    if found is None:
        return {}
    if show_ids:
        examples = [_explanation(audit, one) for one in found.examples]
    else:
        examples = [_case(audit, number, one) for number, one in enumerate(found.typical, 1)]
    return {"adversary": found.adversary, "attack": found.attack, "examples": examples}


def _case(audit: Audit, number: int, one: Typical) -> dict[str, Any]:
    rows: list[dict[str, Any]] = [
        {"item": _place_label(audit, place), "bits": place.bits, "in_record": place.in_record} for place in one.places
    ]
    if one.known > len(one.places):
        others = one.known - len(one.places)
        rows.append({"item": "another item" if others == 1 else f"{others:,} other items", "bits": one.rest})
    found: dict[str, Any] = {
        "person": f"example {number}",
        "invented": one.invented,
        "people": one.people,
        "kind": one.kind,
        "rank": one.rank,
        "right": one.kind != "missed",
        "named": one.kind == "named",
        "probability": one.chance,
        "bits": one.total,
        "known": one.known,
        "items": rows,
    }
    if one.hidden is not None:
        found["hide"] = [row["item"] for row in rows[: one.hidden]]
        found["hide_exact"] = False
        found["hide_helps"] = one.hidden_helps
    return found


def _place_label(audit: Audit, place: Place) -> str:
    if place.item is not None and place.item >= 0:
        return item_label(audit.released, place.item, crowd=audit.crowd)
    return holders_label(place.holders, audit.crowd) if place.holders else NOBODYS


def _explanation(audit: Audit, one: Explained) -> dict[str, Any]:
    data = audit.released
    labels = [item_label(data, int(item), True) if item >= 0 else NOBODYS for item in one.items]
    order = sorted(range(len(labels)), key=lambda at: (-float(one.bits[at]), labels[at]))
    shown = order if len(order) <= EXPLAINED_ITEMS else order[:EXPLAINED_ITEMS]
    rows = [{"item": labels[at], "bits": float(one.bits[at]), "in_record": bool(one.in_record[at])} for at in shown]
    if len(shown) < len(order):
        rest = order[EXPLAINED_ITEMS:]
        rows.append({"item": f"{len(rest):,} other items", "bits": float(sum(one.bits[at] for at in rest))})
    found: dict[str, Any] = {
        "person": audit.data.vocabulary.person(one.person),
        "invented": False,
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
    for item, share, people in zip(*most_revealing(audit.personal, audit.crowd), strict=True):
        if len(rows) == SHOWN_ITEMS:
            break
        rows.append(
            {
                "item": item_label(data, int(item), show_ids, audit.crowd),
                "holders": int(data.holders[item]),
                "bits": float(np.log2(data.people / max(int(data.holders[item]), 1))),
                "margin_share": float(share),
                "people": int(people),
            }
        )
    return rows


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
    """JSON that any reader takes, and any terminal: no NaN, no infinity, no character that does not print."""
    return json_text(document) + "\n"
