"""What an audit and a link return: they read what they write, and what was written before there were schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from standout.errors import BadInput
from standout.results.audit import AuditDocument
from standout.results.base import Document
from standout.results.link import LinkResult

GOLDEN = Path(__file__).parents[1] / "golden"
WRITTEN = [
    (kind, file)
    for kind in (AuditDocument, LinkResult)
    for file in sorted(GOLDEN.glob(f"{kind.KIND}-*.json"))
    if "parquet" not in file.name
]


def an_audit(**parts: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((GOLDEN / "audit-values-days.json").read_text(encoding="utf-8"))
    return document | parts


@pytest.mark.parametrize(("kind", "file"), WRITTEN, ids=lambda one: getattr(one, "name", None))
def test_a_document_is_read_and_written_byte_for_byte(kind: type[Document], file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = kind.from_json(text)
    assert found.to_json() == text
    assert kind.read(file) == found
    assert found.to_dict() == json.loads(text)


@pytest.mark.parametrize(("kind", "file"), WRITTEN, ids=lambda one: getattr(one, "name", None))
def test_a_document_without_a_schema_is_of_the_first_version(kind: type[Document], file: Path) -> None:
    document = json.loads(file.read_text(encoding="utf-8"))
    assert document.pop("schema") == kind.schema_name()
    assert kind.from_dict(document).to_dict() == {"schema": kind.schema_name()} | document


def test_keys_of_a_newer_minor_version_are_passed_over() -> None:
    newer = an_audit(schema="standout/audit/1.7", unheard_of={"columns": []})
    newer["findings"][0]["unheard_of"] = {"gain": 3}
    assert AuditDocument.from_dict(newer) == AuditDocument.from_dict(an_audit())


@pytest.mark.parametrize("schema", ["standout/audit/2.0", "standout/link/1.0", "else"])
def test_another_schema_is_refused(schema: str) -> None:
    with pytest.raises(BadInput, match="is needed"):
        AuditDocument.from_dict(an_audit(schema=schema))


def test_what_is_not_there_is_named() -> None:
    document = an_audit()
    del document["personal"]["draws"]
    with pytest.raises(BadInput, match=r"missing required field `draws` - at `\$.personal`"):
        AuditDocument.from_dict(document)


def test_the_best_attack_the_worst_case_and_the_reference_agree() -> None:
    document = AuditDocument.from_dict(an_audit())
    best = document.best_by_adversary()
    assert list(best) == document.adversaries
    for name, finding in best.items():
        rates = [one.found_by_lot.rate for one in document.of(name) if one.found_by_lot]
        assert finding.found_by_lot is not None
        assert finding.found_by_lot.rate == max(rates)
    headline, worst = document.headline(), document.worst()
    assert headline is not None
    assert worst is not None
    assert (headline.adversary, headline.attack) == (worst.who, worst.attack)
    assert headline.rate == max(one.found.rate for one in best.values() if one.found)
    reference = document.reference()
    assert reference is not None
    assert (reference.who, reference.attack) == (document.personal.adversary, document.personal.attack)


def test_among_equals_the_worst_is_whom_personal_risk_is_measured_with() -> None:
    document = AuditDocument.from_dict(an_audit())
    found = document.findings[0].identified
    same = [msgspec.structs.replace(one, identified=found, identified_by_lot=found) for one in document.findings]
    worst = msgspec.structs.replace(document, findings=tuple(same)).worst()
    assert worst is not None
    assert worst.who == document.personal.adversary


def test_without_a_rate_there_is_no_headline() -> None:
    document = AuditDocument.from_dict(an_audit())
    nobody = tuple(msgspec.structs.replace(one, identified={}) for one in document.findings)
    empty = msgspec.structs.replace(document, findings=nobody)
    assert empty.best_by_adversary() == {}
    assert (empty.worst(), empty.headline(), empty.reference()) == (None, None, None)


def test_tables_have_a_row_per_finding_and_per_candidate() -> None:
    document = AuditDocument.from_dict(an_audit())
    frame = document.to_pandas()
    assert frame[["adversary", "attack"]].to_numpy().tolist() == [[one.who, one.attack] for one in document.findings]
    assert document.to_arrow("revealing_items").num_rows == len(document.revealing_items)
    with pytest.raises(BadInput, match="no such table"):
        document.to_arrow("nothing")
    link = LinkResult.read(GOLDEN / "link-ids-truth.json")
    assert link.to_arrow().num_rows == len(link.lineups)
    assert link.to_arrow("candidates").num_rows == sum(len(lineup.candidates) for lineup in link.lineups)
    assert link.to_arrow("lineups")["verdict"].null_count == len(link.lineups) - len(link.named())


def test_a_link_is_saved_where_it_may_be(tmp_path: Path) -> None:
    link = LinkResult.read(GOLDEN / "link-ids.json")
    assert link.save(tmp_path / "out") == tmp_path / "out" / "link.json"
    assert LinkResult.read(tmp_path / "out") == link
    link.save(tmp_path / "out")
    (tmp_path / "out" / "link.json").write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput):
        link.save(tmp_path / "out")


@pytest.mark.parametrize("kind", [AuditDocument, LinkResult])
def test_the_schema_asks_for_what_is_always_there(kind: type[Document]) -> None:
    schema = kind.json_schema()
    assert schema["properties"]["schema"] == {"const": kind.schema_name()}
    assert {"schema", "standout", "data", "findings", "notes"} <= set(schema["required"])
    assert "released" not in schema["required"]
