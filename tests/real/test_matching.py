"""The matcher on real catalogues: films that two of them share by number, and services' own spellings.

The truth: ml-1m and ml-latest number films alike. ml-100k has numbers of its own; a film of it is the one of ml-1m
whose title is the same, letter by letter, and then that of ml-latest with this number.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from standout.matching.catalogues import pairs_of
from tests.matching.spellings import OTHERS, SERVICES
from tests.matching.spellings import measured as measured_service

pytestmark = pytest.mark.real

Folder = Callable[[str], Path]

TWO_NUMBERS = {
    "669": "6918", "978": "4970", "1205": "4006", "1294": "5060", "1362": "4424", "1494": "6425", "1758": "2563",
    "2645": "5649", "3366": "6808", "3416": "6460", "3532": "5560",
}  # fmt: skip
"""Films that have one number in ml-1m and another in ml-latest, looked at one by one: there the numbers are wrong."""

LEAST_FOUND = 0.99
MOST_WRONG = 0.001


def older(folder: Path, file: str, separator: str) -> dict[str, str]:
    rows = ((folder / file).read_text(encoding="latin-1")).splitlines()
    return {cells[0]: cells[1] for cells in (row.split(separator) for row in rows)}


@pytest.fixture(scope="module")
def million(dataset: Folder) -> dict[str, str]:
    return older(dataset("ml-1m"), "movies.dat", "::")


@pytest.fixture(scope="module")
def latest(dataset: Folder) -> dict[str, str]:
    with (dataset("ml-latest-small-2018") / "movies.csv").open(encoding="utf-8", newline="") as stream:
        return {row["movieId"]: row["title"] for row in csv.DictReader(stream)}


@pytest.fixture(scope="module")
def hundred(dataset: Folder) -> dict[str, str]:
    return older(dataset("ml-100k"), "u.item", "|")


def measured(public: dict[str, str], released: dict[str, str], truth: dict[str, str], sure: bool) -> None:
    """Check how many of the shared films are found, and how many of all are taken for another one.

    `sure` says that the truth knows of every public film whether it is released.
    """
    numbers = list(released)
    pairs = pairs_of(list(public.values()), list(released.values()))
    took = {film: numbers[item] for film, item in zip(public, pairs.items.tolist(), strict=True) if item >= 0}
    found = sum(took.get(film) == other for film, other in truth.items())
    wrong = [film for film, other in took.items() if truth.get(film, other if not sure else None) != other]
    print(f"{found:,} of {len(truth):,} found ({found / len(truth):.4f}), {len(wrong)} of {len(public):,} wrong")
    assert found >= LEAST_FOUND * len(truth)
    assert len(wrong) <= MOST_WRONG * len(public)


def shared(public: dict[str, str], released: dict[str, str], other: dict[str, str]) -> dict[str, str]:
    """Which number is which: the same one, but for films that have two."""
    same = {film: film for film in public if film in released and film not in other.values()}
    return {**same, **{film: two for film, two in other.items() if film in public and two in released}}


def test_a_million_and_the_latest(million: dict[str, str], latest: dict[str, str]) -> None:
    measured(million, latest, shared(million, latest, TWO_NUMBERS), sure=True)


def test_the_latest_and_a_million(million: dict[str, str], latest: dict[str, str]) -> None:
    back = {two: one for one, two in TWO_NUMBERS.items()}
    measured(latest, million, {**shared(latest, million, {}), **back}, sure=True)


def test_a_hundred_thousand_and_the_latest(
    hundred: dict[str, str], million: dict[str, str], latest: dict[str, str]
) -> None:
    numbers = shared(million, latest, TWO_NUMBERS)
    titles = {title: film for film, title in million.items()}
    truth = {film: numbers[titles[title]] for film, title in hundred.items() if numbers.get(titles.get(title, ""))}
    measured(hundred, latest, truth, sure=False)


def test_a_hundred_thousand_and_a_million(hundred: dict[str, str], million: dict[str, str]) -> None:
    titles = {title: film for film, title in million.items()}
    truth = {film: titles[title] for film, title in hundred.items() if title in titles}
    measured(hundred, million, truth, sure=False)


SERVICE_LEAST = {"typos": 0.9}
"""Where not 99% can be found: wrong letters in short titles."""


@pytest.mark.parametrize("service", SERVICES)
def test_services_spellings_are_found(latest: dict[str, str], service: str) -> None:
    titles = list(latest.values())
    came = measured_service(titles, service)
    print(
        f"{service}: of {came.lines:,} {came.several} may be several; of the others {came.found} found, "
        f"{came.wrong} wrong"
    )
    assert came.recall >= SERVICE_LEAST.get(service, LEAST_FOUND)
    assert came.false <= 2 * MOST_WRONG
    dated = service not in ("netflix", "goodreads", "amazon")
    assert came.several <= (0.002 if dated else 0.09) * came.lines


@pytest.mark.parametrize("kind", OTHERS)
def test_what_the_catalogue_does_not_have_is_not_found(latest: dict[str, str], kind: str) -> None:
    came = measured_service(list(latest.values()), kind)
    print(f"{kind}: {came.wrong} of {came.lines:,} wrong")
    assert came.false <= MOST_WRONG
