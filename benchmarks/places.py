"""Where datasets are on this machine."""

from __future__ import annotations

import os
from pathlib import Path


def dataset(name: str) -> Path | None:
    """The folder of a dataset, if it is on this machine."""
    places = [os.environ.get("STANDOUT_DATA"), str(Path(__file__).parents[2] / "shared" / "data")]
    return next((Path(place) / name for place in places if place and (Path(place) / name).is_dir()), None)


def ml_1m() -> Path | None:
    """The MovieLens 1M folder, if it is on this machine."""
    return dataset("ml-1m")
