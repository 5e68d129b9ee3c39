"""The suite for engines passes for parts on this machine, however they are cut, and notices an engine that errs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.data.elsewhere import Arrays, Merge, NotHere
from standout.data.model import Interactions
from standout.data.parts import InParts, elsewhere, in_parts, piece
from standout.engines import elsewhere as scoring
from standout.testing.engines import ADVERSARIES, check_engine, check_records, check_scoring, made_up


@pytest.mark.parametrize("firsts", [(0,), (0, 20, 40), (0, 1, 5, 6, 16, 17, 59)], ids=len)
def test_parts_answer_as_the_whole_does(firsts: Sequence[int]) -> None:
    check_engine(partial(in_parts, firsts=firsts), audited=len(firsts) == 3)


def test_many_targets_are_looked_for_in_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "AT_ONCE", 7)
    data = made_up(values=True, days=True)
    for name in ("likelihood", "scoreboard-rh", "scoreboard"):
        check_scoring(data, in_parts(data, (0, 31)), ATTACKS[name], ADVERSARIES[1])


class _Forgetful(InParts):
    """Loses what its last part says."""

    def over_parts(self, run: Any, *sent: Any, merge: Merge) -> Arrays:
        return merge([run(part, *sent) for part in self.parts[:-1]])


def test_an_engine_that_loses_a_part_is_noticed() -> None:
    data = made_up(values=True, days=True)
    with pytest.raises(AssertionError):
        check_records(data, elsewhere(data, _Forgetful([piece(data, 0, 30), piece(data, 30, 60)])))


def test_records_that_are_elsewhere_cannot_be_looked_at_by_mistake() -> None:
    far: Interactions = in_parts(made_up(values=True, days=True), (0, 9))
    for looked_at in (far.records.items, far.records.values, far.records.days, far.shards):
        assert isinstance(looked_at, NotHere)
        for use in (len, iter, np.asarray, lambda array: array[0], lambda array: array == 1, lambda array: array.dtype):
            with pytest.raises(TypeError, match="elsewhere"):
                use(looked_at)
