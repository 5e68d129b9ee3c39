"""What was drawn is kept for who asks next, and is what would be drawn anew; how many steps go side by side."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from standout.auditing import setup as setups
from standout.auditing.settings import AuditSettings
from standout.auditing.setup import MOST_LANES, set_up, side_by_side
from standout.data.dataset import AnyDataset
from standout.data.index import from_arrays
from standout.engines.partitioned import PartitionedEngine
from standout.engines.spark.engine import SparkEngine
from standout.knowledge.adversary import Adversary

SIZES = (1, 2, 3, 4, 5)


@pytest.mark.parametrize(("entries", "kept"), [(2_000_000, 5), (0, 3), (3 + 4 + 5, 3), (8 * (2 + 3 + 4 + 5), 4)])
def test_draws_are_kept_up_to_so_many_entries_but_the_last_few_always(
    entries: int, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setups, "_KEPT_ENTRIES", entries)
    data = from_arrays(np.repeat(np.arange(8), 9), np.tile(np.arange(9), 8))
    setup, people = set_up(data, None, AuditSettings(threads=1)), np.arange(8)
    first = [setup.drawn(Adversary(f"knows-{size}", items=size), people) for size in SIZES]
    again = [setup.drawn(Adversary(f"knows-{size}", items=size), people) for size in SIZES[5 - kept :]]
    assert all(one is other for one, other in zip(first[5 - kept :], again, strict=True))
    anew = set_up(data, None, AuditSettings(threads=1))
    for size, drawn in zip(SIZES, first, strict=True):
        fresh = anew.drawn(Adversary(f"knows-{size}", items=size), people)
        assert fresh.knowledge.items.tolist() == drawn.knowledge.items.tolist()
    remembered = setup.drawn(Adversary("knows-1", items=1), people) is first[0]
    assert remembered == (kept == 5)


def test_where_an_engine_gathers_what_is_asked_steps_go_side_by_side() -> None:
    """Elsewhere, where records are not at hand, they do not: a question would wait for the one before all the same."""
    here = from_arrays(np.repeat(np.arange(8), 9), np.tile(np.arange(9), 8))
    there: AnyDataset = replace(here, engine=SparkEngine(None))
    apart, settings = PartitionedEngine().take(here), AuditSettings(threads=1)
    steps = len(settings.adversaries_for(here)[0]) * len(settings.attacks)
    assert side_by_side(there, None, settings) == (min(steps, MOST_LANES), settings)
    assert side_by_side(there, there, settings) == (min(steps, MOST_LANES), settings)
    assert side_by_side(apart, None, settings) == (1, settings)
    assert side_by_side(there, apart, settings) == (1, settings)
