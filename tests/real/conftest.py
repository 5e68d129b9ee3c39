"""Real datasets: from $STANDOUT_DATA, else from the shared folder beside the repository."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def dataset() -> Callable[[str], Path]:
    """The folder of a dataset by its name; the test is skipped where it is not there."""
    place = Path(os.environ.get("STANDOUT_DATA") or _ROOT.parent / "shared" / "data")

    def folder(name: str) -> Path:
        if not (place / name).is_dir():
            pytest.skip(f"no dataset {name} in {place}; set STANDOUT_DATA to the folder that has it")
        return place / name

    return folder
