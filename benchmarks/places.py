"""Where datasets are on this machine."""

from __future__ import annotations

import os
from pathlib import Path


def ml_1m() -> Path | None:
    """The MovieLens 1M folder, if it is on this machine."""
    places = [os.environ.get("STANDOUT_DATA"), str(Path(__file__).parents[2] / "shared" / "data")]
    return next((Path(place) / "ml-1m" for place in places if place and (Path(place) / "ml-1m").is_dir()), None)
