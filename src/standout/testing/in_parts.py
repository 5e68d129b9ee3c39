"""Whether a row-wise protection does the same to parts of the people as to all of them."""

from __future__ import annotations

import numpy as np

from standout.data.dataset import LocalDataset
from standout.engines.partitioned import cut
from standout.protections.rowwise import RowWise


def works_on_parts(tested: RowWise, data: LocalDataset, seed: int) -> None:
    """What is said to look at one record at a time does the same to parts of the people as to all of them."""
    facts, cuts = data.facts, ((0, 0), (0, 47), (47, data.people))
    whole = tested.reshaped(data.held, facts, seed)
    parts = [tested.reshaped(cut(data, *ends), facts, seed) for ends in cuts]
    assert all((part.scale, part.first_day) == (whole.scale, whole.first_day) for part in parts), (
        "parts of the people get another scale or first day"
    )
    for name in ("items", "values", "days"):
        together = np.concatenate([getattr(part.records, name) for part in parts])
        assert np.array_equal(together, getattr(whole.records, name)), f"parts of the people get other {name}"
    lengths = np.concatenate([np.diff(part.records.starts) for part in parts])
    assert np.array_equal(lengths, np.diff(whole.records.starts)), "records of parts have another length"
    counted = sum(part.counted for part in parts)
    assert tested.notes(facts, counted) == tested.notes(facts, whole.counted), "parts of the people lead to other notes"
