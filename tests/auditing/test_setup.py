"""What was drawn is kept for who asks next, and is what would be drawn anew."""

from __future__ import annotations

import numpy as np
import pytest

from standout.auditing import setup as setups
from standout.auditing.settings import AuditSettings
from standout.auditing.setup import set_up
from standout.data.index import from_arrays
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
