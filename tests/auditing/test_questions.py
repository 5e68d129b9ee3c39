"""How often an audit asks an engine whose records are elsewhere: each question costs a way there and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.auditing.flow import audit
from standout.auditing.settings import AuditSettings
from standout.data.dataset import AnyDataset
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.engines.partitioned import PartitionedEngine
from standout.knowledge.presets import PRESETS

ADVERSARIES = ("acquaintance", "no-dates", "two-and-a-date")
ONCE, EACH = 15, 33
"""Questions of an audit with two attacks, and of each of its adversaries: draws, own scores, evidence and exponentials,
trials, the rule that is learnt beside, guesses, and typical cases."""


def made(people: int = 600, each: int = 30) -> AnyDataset:
    dice = np.random.default_rng(8)
    who = np.repeat(np.arange(people), each)
    what, stars, on = dice.integers(0, 900, len(who)), dice.integers(0, 5, len(who)), dice.integers(0, 500, len(who))
    data = from_arrays(who, what, stars, on, scale=Scale("numbers", tuple("12345"), (1.0, 2.0, 3.0, 4.0, 5.0)))
    return PartitionedEngine((0, 200, 400)).take(data)


@pytest.mark.parametrize("count", [1, 3])
def test_an_audit_asks_so_often_and_so_much_more_for_each_adversary(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    for name in ("map", "map_records"):
        ask = getattr(PartitionedEngine, name)

        def noted(self: PartitionedEngine, data: AnyDataset, run: Any, *sent: Any, ask: Any = ask, merge: Any) -> Any:
            asked.append(run.__name__)
            return ask(self, data, run, *sent, merge=merge)

        monkeypatch.setattr(PartitionedEngine, name, noted)
    attacks = (ATTACKS["scoreboard-rh"], ATTACKS["likelihood"])
    settings = AuditSettings(tuple(PRESETS[name] for name in ADVERSARIES[:count]), attacks, targets=100, draws=2)
    audit(made(), settings)
    assert len(asked) <= ONCE + EACH * count, (len(asked), asked)
