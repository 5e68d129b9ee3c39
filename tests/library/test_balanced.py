"""Balanced crowds from the library and the command line: the attribute is named once, in the protection."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pytest

import standout as so
from standout.errors import BadInput
from tests.cli.running import standout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eighty people, of whom a table says side, age and town."""
    place, dice = tmp_path_factory.mktemp("balanced"), np.random.default_rng(1)
    who, what = np.nonzero(dice.random((80, 30)) < 0.4)
    pyarrow.csv.write_csv(pa.table({"user": who, "item": what}), place / "d.csv")
    ages, towns = dice.integers(18, 70, 80), ["Ulm"] * 77 + ["Bonn"] * 3
    table = pd.DataFrame({"user": range(80), "side": np.tile(["L", "R"], 40), "age": ages, "town": towns})
    table.to_csv(place / "who.csv", index=False)
    return place


def test_the_account_states_the_bound(folder: Path, tmp_path: Path) -> None:
    found = so.protect(folder / "d.csv", "crowds:k=5,balance=side", people=folder / "who.csv", out=tmp_path / "out.csv")
    balance = found.document.balance
    assert balance is not None
    assert balance.attribute == "side"
    assert [part.share for part in balance.classes] == [0.5, 0.5]
    assert 0.5 < balance.known_labels_auc < 0.55
    assert found.document.steps[0].balance == balance
    assert any(line.startswith("balance        side: whoever knows") for line in found.summary())


def test_several_attributes_and_borders(folder: Path) -> None:
    people = folder / "who.csv"
    both = so.protect(folder / "d.csv", "crowds:k=3,balance=side+age", people=people).document.balance
    assert both is not None
    assert both.attribute == "side+age"
    assert len(both.classes) == 8
    cut = so.protect(folder / "d.csv", "crowds:k=5,balance=age", people=people, cut=40).document.balance
    assert cut is not None
    assert [part.name for part in cut.classes] == ["under 40", "40 or more"]


def test_the_command_says_how_to_attack_it(folder: Path, tmp_path: Path) -> None:
    words = ("d.csv", "--with", "crowds:k=5,balance=age", "--people", "who.csv", "--cut", "40")
    done = standout("protect", *words, "--out", str(tmp_path / "o.csv"), folder=folder)
    assert done.status == 0, done.errors
    assert "--with crowds:k=5,balance=age --attribute age --people who.csv --cut 40" in done.output


def test_refusals_are_one_line_each(folder: Path) -> None:
    people = folder / "who.csv"
    for text, options, words in (
        ("crowds:k=5,balance=town", {}, "class 'Bonn' has 3 people, fewer than a crowd of 5"),
        ("crowds:k=5,balance=side", {"attribute": "age"}, "crowds are to be balanced by 'side'; leave attribute out"),
        ("crowds:k=5,balance=shoe", {}, "shoe"),
        ("crowds:k=5,balance=side+side", {}, "write each attribute once"),
        ("crowds:k=3,balance=side+age", {"cut": 40}, "cuts one attribute, but 'side\\+age' are several"),
        ("crowds:k=5", {"cut": 40}, "says where a numeric attribute is cut"),
    ):
        given: dict[str, Any] = {"people": people} if "balance" in text else {}
        with pytest.raises(BadInput, match=words):
            so.protect(folder / "d.csv", text, **given | options)


def test_compare_balances_by_the_attribute_that_is_attacked(folder: Path, tmp_path: Path) -> None:
    found = so.compare(
        folder / "d.csv", ["crowds:k=5,balance=side", "crowds:k=5"], attribute="side", people=folder / "who.csv",
        adversaries="share", attacks="tf-idf", targets=20, out=tmp_path / "c",
    )  # fmt: skip
    balanced, plain = found.protections
    assert balanced.balance is not None
    assert plain.balance is None
    for row in found.protections:
        assert row.attribute is not None
        assert row.attribute.attackers is not None
        assert {"crowd labels", "crowd labels, trees"} <= {one.name for one in row.attribute.attackers.adaptive}
    told = json.loads((tmp_path / "c" / "compare.json").read_text())
    assert told["protections"][0]["balance"]["attribute"] == "side"
    with pytest.raises(BadInput, match="balance=age, but 'side' is given"):
        so.compare(
            folder / "d.csv", "crowds:k=5,balance=age", attribute="side", people=folder / "who.csv",
            adversaries="share", attacks="tf-idf", targets=20,
        )  # fmt: skip
