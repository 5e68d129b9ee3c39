"""A folder that all workers of a test run share, for what is dear to make: it goes with the run."""

from __future__ import annotations

import functools
import os
import shutil
import tempfile
from pathlib import Path

_NAME = "STANDOUT_TESTS_SHARED"


def share_a_folder() -> Path | None:
    """Make the folder, unless whoever started this process did; only who made it gets it, to remove it at the end."""
    if _NAME in os.environ:
        return None
    os.environ[_NAME] = tempfile.mkdtemp(prefix="standout-tests-")
    return Path(os.environ[_NAME])


def no_longer_share(folder: Path) -> None:
    """Remove the folder that was made here."""
    os.environ.pop(_NAME, None)
    shutil.rmtree(folder, ignore_errors=True)


@functools.cache
def shared_folder() -> Path:
    """The folder of this run."""
    return Path(os.environ[_NAME])
