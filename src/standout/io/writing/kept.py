"""What keeping all columns of a source needs to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from standout.data.dataset import LocalDataset
from standout.io.reading_options import ReadingOptions


@dataclass(frozen=True)
class Kept:
    """The data as it was read, and how that was."""

    original: LocalDataset
    options: ReadingOptions
    columns: Mapping[str, str]
    """Which column is what, as it was said or found."""
    former_ids: Any = None
    """The ids that the people of the protected data had in the source, where they have new ones."""
