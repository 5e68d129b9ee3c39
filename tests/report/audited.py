"""A small, real audit of the built-in sample, made once for all workers of a test run; and hostile text for it."""

from __future__ import annotations

import copy
import functools
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from standout.auditing.flow import audit
from standout.auditing.settings import AuditSettings
from standout.io.reading import read
from standout.report.audit.people import people_table
from standout.report.audit.results import audit_document
from standout.results.audit import AuditDocument
from standout.sample.invention import builtin_sample
from tests.engines.spark.once import made_once
from tests.shared import shared_folder

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title></style><svg onload=alert(1)>",
    "=cmd|' /C calc'!A0",
    "{{ 7 * 7 }}{% raw %}",
    "\u202eright to left\u202c \u2066isolated\u2069",
    "two\nlines\r\nand\ttabs",
    "nothing\x00\x1b[31m\x7f\ud800",
    "]]> <!-- & -->",
    "x" * 10_000,
)


@functools.cache
def _audited() -> tuple[dict[str, Any], pa.Table]:
    folder = made_once(shared_folder() / "audited", _audit)
    return json.loads((folder / "findings.json").read_bytes()), pq.read_table(folder / "people.parquet")


def _audit(folder: Path) -> None:
    data = read(str(builtin_sample(folder / "sample")), into=folder / "prepared")
    found = audit(data, AuditSettings(targets=330, draws=2, sparsity_people=100))
    (folder / "findings.json").write_text(json.dumps(audit_document(found).to_dict()), encoding="utf-8")
    pq.write_table(people_table(found, secret=1), folder / "people.parquet")


def audited() -> tuple[dict[str, Any], pa.Table]:
    """The findings and the people of a small audit; the findings are a copy of one's own."""
    document, people = _audited()
    return copy.deepcopy(document), people


def typed(document: dict[str, Any]) -> AuditDocument:
    """The document as the report takes it."""
    return AuditDocument.from_dict(document)


def a_rate(share: float) -> dict[str, float]:
    return {"rate": share, "low": max(share - 0.1, 0), "high": min(share + 0.1, 1)}


def a_finding(adversary: dict[str, Any], attack: str, **parts: Any) -> dict[str, Any]:
    """A finding with next to nothing in it, and these parts."""
    return {
        "adversary": {"name": "unnamed", "sentence": "Knows something.", **adversary},
        "attack": attack,
        "targets": 50,
        "identified": {"1": a_rate(0.5)},
        "blind_guess": {"1": 0.01},
        "by_known": [],
        "declared": {},
        "declared_when_absent": {},
        "max_false": {"promised": 0.01},
        "close_guess": {},
        "notes": [],
    } | parts


def a_document(findings: list[dict[str, Any]], **parts: Any) -> AuditDocument:
    """The document of a small audit, with these findings and these parts instead of its own."""
    document, _ = audited()
    document.pop("explained", None)
    return typed(document | {"findings": findings} | parts)


def hostile() -> tuple[dict[str, Any], pa.Table]:
    """The same audit with hostile text wherever text comes from outside."""
    document, people = audited()
    for at, row in enumerate(document["revealing_items"]):
        row["item"] = HOSTILE[at % len(HOSTILE)]
    document["notes"] = list(HOSTILE)
    document["data"]["files"] = list(HOSTILE)
    document["data"]["sha256"] = HOSTILE[0]
    document["data"]["days"] = {"first": HOSTILE[1], "last": HOSTILE[2]}
    document["standout"] = HOSTILE[0]
    names = {
        name: f"{at} {HOSTILE[at % len(HOSTILE)]}"
        for at, name in enumerate(dict.fromkeys(row["adversary"]["name"] for row in document["findings"]))
    }
    for at, row in enumerate(document["findings"]):
        row["adversary"]["name"] = names[row["adversary"]["name"]]
        row["adversary"]["sentence"] = HOSTILE[at % len(HOSTILE)]
        row["notes"] = [HOSTILE[at % len(HOSTILE)]]
        row["attack"] = f"{row['attack']}{HOSTILE[3]}<b>"
        for known in row["by_known"]:
            known["known"] = known["known"] + "<i>"
    document["personal"]["adversary"] = names[document["personal"]["adversary"]]
    document["personal"]["attack"] += f"{HOSTILE[3]}<b>"
    for group in document["personal"]["by_record_length"]:
        group["group"] += HOSTILE[0]
    rows = people.num_rows
    labels = [HOSTILE[at % (len(HOSTILE) - 1)].encode("utf-8", "replace").decode() for at in range(rows)]
    people = people.set_column(0, "person", pa.array(labels))
    items = people.column_names.index("revealing_items")
    people = people.set_column(items, "revealing_items", pa.array([labels[:3]] * rows))
    return document, people
