"""Every report that is printed is printed from its results alone: the same bytes each time."""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from standout.library.report import draw_report
from standout.results.audit import AuditDocument, AuditResult
from standout.results.compare import CompareResult
from standout.results.inference import InferenceResult
from standout.results.pages import pdf_of
from tests.golden.running import HERE
from tests.packing.packs import RUN
from tests.report.audited import audited


def pages(printed: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", printed))


def result() -> AuditResult:
    document, people = audited()
    return AuditResult(AuditDocument.from_dict(document), people, lambda: pa.table({}))


@pytest.mark.usefixtures("undrawn")
def test_an_audit_is_printed(tmp_path: Path) -> None:
    found = result()
    printed = pdf_of("audit", found, RUN)
    assert pages(printed) > 5
    assert printed == pdf_of("audit", found, RUN)
    assert b"2026-11-17T00:00:00" in printed
    assert b"1970-01-01T00:00:00" in pdf_of("audit", found), "a day that nobody wrote down is none of the clock"
    (tmp_path / "findings.json").write_bytes(found.to_json().encode())
    pq.write_table(found.people, tmp_path / "people.parquet")
    (tmp_path / "run.json").write_bytes(RUN.content())
    drawn, file = draw_report(tmp_path, pdf=True)
    assert file.read_bytes() == printed
    assert "(17 November 2026)</title>" in drawn.read_text(encoding="utf-8")
    assert draw_report(tmp_path, pdf=True), "an earlier one of ours is replaced"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "file", "type_"),
    [("compare", "compare-attribute.json", CompareResult), ("infer", "infer-groups.json", InferenceResult)],
)
def test_a_comparison_and_an_inference_are_printed(
    kind: str, file: str, type_: type[CompareResult] | type[InferenceResult]
) -> None:
    document = type_.read(HERE / file)
    printed = pdf_of(kind, document, RUN)
    assert pages(printed) > 1
    assert printed == pdf_of(kind, document, RUN)
