"""Every case of the catalogue: one line, the right status, no traceback, nothing left behind, inputs as they were."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from standout.cli.commands import COMMANDS
from tests.robustness.running import Case, in_order, run

PROGRESS = re.compile(r" *\d+%  ")


def _cases() -> list[Case]:
    found = []
    for file in sorted((Path(__file__).parent / "catalogue").glob("*.toml")):
        for command, says, *more in tomllib.loads(file.read_text(encoding="utf-8"))["cases"]:
            given = more[0] if more else {}
            found.append(Case(command, says, given.get("status", 2), given.get("or")))
    return found


CASES = _cases()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where inputs are kept for all cases."""
    return tmp_path_factory.mktemp("catalogue")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.command)
def test_a_case(case: Case, folder: Path) -> None:
    outcome = run(case.command, folder)
    assert "Traceback" not in outcome.finished.errors
    told = [line for line in outcome.lines if not PROGRESS.match(line)]
    assert len(told) == 1, outcome
    assert told[0].startswith("standout: ")
    assert outcome.finished.status == case.status, outcome
    assert in_order(told[0], case.says) or (case.otherwise and in_order(told[0], case.otherwise)), told[0]
    assert len(told[0]) < 1_200
    assert outcome.finished.output == ""
    assert outcome.left == []
    assert outcome.scratch == []
    assert outcome.touched == []


def test_the_catalogue_is_large_and_knows_all_commands() -> None:
    commands = Counter(case.command.split()[0] for case in CASES)
    assert len(CASES) >= 200
    assert COMMANDS.keys() <= commands.keys()
    assert len({case.command for case in CASES}) == len(CASES)
