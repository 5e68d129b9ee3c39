"""The trial of small edits keeps what it says it keeps."""

from __future__ import annotations

import numpy as np

from benchmarks.small_edits import exchanged
from standout.protections.contract import changes
from tests.inference.made import planted


def test_exchanges_keep_lengths_holders_and_days_and_touch_all_classes() -> None:
    data, attribute = planted(people=80)
    after = exchanged(data, attribute, 0.2, 1)
    assert (after.lengths == data.lengths).all()
    assert (after.holders == data.holders).all()
    told = changes(data, after)
    assert told.added == told.removed > 0
    assert told.changed_share <= 0.4 + 1e-9
    before, now = (np.asarray(each.held.records.items) for each in (data, after))
    owners = np.repeat(np.arange(data.people), data.lengths)
    touched = np.unique(owners[before != now])
    assert {0, 1} <= set(attribute.codes[touched].tolist())
    assert (np.asarray(exchanged(data, attribute, 0.0, 1).held.records.items) == before).all()
