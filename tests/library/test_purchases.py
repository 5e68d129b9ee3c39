"""Purchases with repeats, and returns below zero, go through the whole flow: protect, audit again, compare."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import numpy as np
import pytest

import standout as so
from tests.sample.small import small_sample

KINDS = 2_000
"""Quantities reach this far, as a wholesale shop's do."""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of purchases: the same item bought again, some of it brought back, a few very large orders."""
    dice = np.random.default_rng(1)
    chances = 1 / np.arange(1, 61)
    lines = ["customer,sku,quantity,date"]
    for person in range(120):
        for item in dice.choice(60, dice.integers(3, 25), replace=False, p=chances / chances.sum()):
            for _ in range(dice.integers(1, 3)):
                amount = int(dice.choice([1, 2, 6, 12, 24, KINDS])) * (-1 if dice.random() < 0.15 else 1)
                lines.append(f"c{person},s{item},{amount},2021-{dice.integers(1, 13):02d}-{dice.integers(1, 28):02d}")
    file = tmp_path_factory.mktemp("shop") / "our purchases.csv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


COLUMNS = {"user": "customer", "item": "sku", "value": "quantity", "time": "date"}


def finite(text: str) -> object:
    """The document, if it holds no NaN and no infinity."""

    def refuse(name: str) -> float:
        raise AssertionError(f"{name} in a document")

    return json.loads(text, parse_constant=refuse)


def test_comparing_purchases_with_returns_gives_figures(shop: Path) -> None:
    found = so.compare(
        str(shop), ["trim:keep=5", "coarsen-days:to=month"], columns=COLUMNS, adversaries="share",
        attacks="tf-idf", targets=40,
    )  # fmt: skip
    finite(found.to_json())
    useful = found.unprotected.utility
    assert useful.rmse is not None
    assert np.isfinite(useful.rmse)
    assert useful.next_item is not None, "purchases with days are for the next item"


@pytest.mark.parametrize("which", ["sample", "purchases"])
def test_a_trimmed_file_is_audited_against_the_original(which: str, shop: Path, tmp_path: Path) -> None:
    data, columns = (str(small_sample(tmp_path / "s")), None) if which == "sample" else (str(shop), COLUMNS)
    place = tmp_path / ("trimmed" if which == "sample" else "trimmed.csv")
    so.protect(data, "trim:keep=5", columns=columns, out=place)
    result = so.audit(
        data, released=str(place), columns=columns, adversaries="acquaintance", attacks="likelihood",
        out=tmp_path / "again",
    )  # fmt: skip
    finite(result.to_json())
    assert result.document.advice is not None
    assert (tmp_path / "again" / "report.html").exists()


def test_the_last_step_can_be_pasted_and_names_the_file_and_its_columns(shop: Path, tmp_path: Path) -> None:
    result = so.audit(
        str(shop), columns=COLUMNS, adversaries="share", attacks="likelihood", draws=1, out=tmp_path / "out"
    )
    finite(result.to_json())
    advice = result.document.advice
    assert advice is not None
    words = shlex.split(advice.compare)
    assert words[:3] == ["standout", "compare", str(shop)]
    assert words[words.index("--columns") + 1] == "user=customer,item=sku,value=quantity,time=date"
    asked = result.document.questions
    assert asked is not None
    assert asked.linkability.as_events, "what people buy again was read again, each with its own day"
    assert asked.inference.reason == "no attributes of people stand beside the data"


def test_an_audit_of_the_sample_answers_all_three_questions(tmp_path: Path) -> None:
    result = so.audit("sample", adversaries="share", attacks="tf-idf", targets=100, draws=1, out=tmp_path / "out")
    asked = result.document.questions
    assert asked is not None
    assert asked.linkability.people is not None
    assert {attribute.name for attribute in asked.inference.attributes} == {"gender", "age_group"}
    assert all(attribute.inferred for attribute in asked.inference.attributes), "the sample's people were made so"
