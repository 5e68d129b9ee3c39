"""Every command says the same as before, byte for byte. `python -m tests.golden` makes the files anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.cases import CASES, Case
from tests.golden.running import first_difference, golden_files, kept, normalised, other_versions, results

REPEATED = [(case, more) for case in CASES for more in case.same_with]


def compare(case: Case, more: str = "") -> None:
    for file, text in results(case, more).items():
        difference = first_difference(kept(file), text.encode())
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


def test_a_changed_byte_is_found() -> None:
    for file in golden_files():
        was = file.read_bytes()
        middle = len(was) // 2
        now = was[:middle] + (b"0" if was[middle : middle + 1] != b"0" else b"1") + was[middle + 1 :]
        assert first_difference(was, was) == ""
        assert first_difference(now, was).startswith("line "), file.name
        assert first_difference(was[:-1], was), file.name


def test_only_what_differs_by_design_is_normalised(tmp_path: Path) -> None:
    text = f'{{"file": "{tmp_path}/a", "who": ["person-0042", "record-0007", "person-0042", "person-1"], "rate": 0.25}}'
    same = '{"file": "<folder>/a", "who": ["person-#1", "record-#2", "person-#1", "person-1"], "rate": 0.25}'
    assert normalised(text, tmp_path) == same
