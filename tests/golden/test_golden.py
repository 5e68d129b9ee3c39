"""Every command says the same as before, but for last digits. `python -m tests.golden` makes the files anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.cases import CASES, FITTED, Case
from tests.golden.running import (
    first_difference,
    golden_files,
    kept,
    normalised,
    other_versions,
    results,
    same_but_for_last_digits,
)

REPEATED = [(case, more) for case in CASES for more in case.same_with]


def compare(case: Case, more: str = "") -> None:
    for file, text in results(case, more).items():
        difference = first_difference(kept(file), text.encode(), case.digits)
        versions = other_versions()
        assert not difference, f"{file}: {difference}" + (
            f" (made with other libraries: {versions})" if versions else ""
        )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_results_are_the_golden_ones(case: Case) -> None:
    compare(case)


@pytest.mark.parametrize(("case", "more"), REPEATED, ids=[f"{case.name}{more}" for case, more in REPEATED])
def test_results_stay_the_same_with(case: Case, more: str) -> None:
    compare(case, more)


def test_names_are_used_once() -> None:
    assert len({case.name for case in CASES}) == len(CASES)


def test_every_golden_file_belongs_to_a_case() -> None:
    names = {case.name for case in CASES}
    assert {file.name.split(".")[0] for file in golden_files()} == names


def test_a_changed_letter_is_found() -> None:
    for file in golden_files():
        was = file.read_bytes()
        letters = [place for place in range(len(was) // 2, len(was)) if was[place : place + 1].isalpha()]
        middle = letters[0] if letters else 0
        now = was[:middle] + (b"x" if was[middle : middle + 1] != b"x" else b"y") + was[middle + 1 :]
        assert first_difference(was, was) == ""
        assert first_difference(now, was).startswith("line "), file.name
        assert first_difference(was[:-1], was), file.name


@pytest.mark.parametrize(
    ("was", "now", "same"),
    [
        ('"a": 0.1234567890123456,', '"a": 0.1234567890123459,', True),
        ('"a": [0.5, 3e-17]', '"a": [0.5, -1.2e-16]', True),
        ("x,1.25e-05", "x,1.2500000000001e-05", True),
        ('"a": 0.1234567,', '"a": 0.1234568,', False),
        ('"a": 12,', '"a": 13,', False),
        ('"a": 1.0,', '"a": 1,', False),
        ('"a": 0.5, "b": 1', '"a": 0.5, "c": 1', False),
        ('"v": "0.1.2"', '"v": "0.1.3"', False),
        ("2024-01-02", "2024-01-03", False),
        ("[0.5, 0.5]", "[0.5]", False),
    ],
)
def test_only_the_last_digits_of_fractions_may_differ(was: str, now: str, same: bool) -> None:
    assert same_but_for_last_digits(was, now) is same
    assert (first_difference(was.encode(), now.encode()) == "") is same


def test_two_cases_whose_solvers_stop_at_a_tolerance_may_differ_earlier() -> None:
    assert same_but_for_last_digits("13.318151808", "13.318153113", FITTED)
    assert not same_but_for_last_digits("13.31815", "13.31825", FITTED)
    assert {case.name for case in CASES if case.digits != 9} == {"infer-cut-quick", "compare-attribute"}


def test_only_what_differs_by_design_is_normalised(tmp_path: Path) -> None:
    text = f'{{"file": "{tmp_path}/a", "who": ["person-0042", "record-0007", "person-0042", "person-1"], "rate": 0.25}}'
    same = '{"file": "<folder>/a", "who": ["person-#1", "record-#2", "person-#1", "person-1"], "rate": 0.25}'
    assert normalised(text, tmp_path) == same
