"""What names add in an audit: recounted from plain sets, for every attack of an adversary."""

from __future__ import annotations

import random
from pathlib import Path

import pyarrow as pa
import pytest

import standout as so


@pytest.fixture(scope="module")
def table() -> pa.Table:
    dice = random.Random(4)
    rows = [(person, f"i{item}") for person in range(40) for item in dice.sample(range(40), 12)]
    return pa.table({"user": [p for p, _ in rows], "item": [i for _, i in rows]})


def test_an_audit_says_what_names_add(table: pa.Table, tmp_path: Path) -> None:
    file = tmp_path / "sensitive.txt"
    file.write_text("i1\ni2\nnone such\n", encoding="utf-8")
    knows = so.Adversary(items=5, values="unknown")
    found = so.audit(table, adversaries=knows, attacks=["tf-idf", "scoreboard-rh"], draws=1, sensitive=file)
    document = found.document
    assert any("1 of 3 sensitive items are not in the data" in note for note in document.notes)
    rows = list(zip(*table.to_pydict().values(), strict=True))
    have = {person for person, item in rows if item in ("i1", "i2")}
    for finding in document.findings:
        adds = finding.adds
        assert adds is not None
        assert adds.looked_for == 40
        assert adds.items is not None
        assert adds.items.mean == adds.items.median == 7.0  # 12 items each, 5 of them known
        assert finding.declared.correct is not None
        assert adds.people == round(40 * finding.declared.correct.rate)
        assert adds.items_of_everybody is not None
        assert adds.items_of_everybody.mean == pytest.approx(7.0 * adds.people / 40)
        assert adds.sensitive is not None
        assert adds.sensitive.items == 2
        assert adds.sensitive.have is not None
        assert 0 < adds.sensitive.have <= len(have)


def test_without_sensitive_items_there_is_no_such_part(table: pa.Table) -> None:
    found = so.audit(table, adversaries=so.Adversary(items=3, values="unknown"), attacks="tf-idf", draws=1)
    adds = found.document.findings[0].adds
    assert adds is not None
    assert (adds.sensitive, adds.groups) == (None, ())
