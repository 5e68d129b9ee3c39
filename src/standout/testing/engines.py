"""The contract of engines, as a suite: `check_engine(spread)` in a test says whether it is kept.

`spread(data)` gives the same data with its records wherever the engine keeps them. Whatever is asked of it must have
the answer that one machine gives: counts and records exactly, floating-point sums within a millionth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from standout.attacks import ATTACKS
from standout.attacks.contract import Attack, bound
from standout.attacks.likelihood import Likelihood
from standout.auditing.flow import audit
from standout.auditing.settings import AuditSettings
from standout.data.index import from_arrays
from standout.data.model import NO_DAY, NO_SCALE, NO_VALUE, Interactions, Scale
from standout.engines.elsewhere import looked_up
from standout.engines.local import item_scores, score
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, draw
from standout.risk.learning import learnt
from standout.risk.popularity import items_outside_top
from standout.risk.similarity import records_alike, sparsity

CLOSE = 1e-6
"""How far floating-point sums may be apart, relative to their size."""

Spread = Callable[[Interactions], Interactions]

_SCALE = Scale("numbers", ("1", "2", "3", "4", "5"), (1.0, 2.0, 3.0, 4.0, 5.0))
ADVERSARIES = (
    Adversary("well-informed", items=4, wrong=1, absent=1, values=1, days=14),
    Adversary("mentions", counts=((1, 2, 1.0), (3, 9, 1.0)), absent_share=0.2, values="unknown", days="unknown"),
    Adversary("length-known", items=3, values="unknown", days="unknown", length=0.5),
    Adversary("share", share=(0.2, 0.6), values="unknown", days="unknown", choose="popular"),
)


def check_engine(
    spread: Spread,
    *,
    attacks: Sequence[Attack] | None = None,
    adversaries: Sequence[Adversary] = ADVERSARIES,
    audited: bool = True,
) -> None:
    """Raise `AssertionError`, with a plain message, if the engine's answers differ from one machine's."""
    for data in (made_up(values=True, days=True), made_up(values=False, days=False)):
        far = spread(data)
        check_drawing(data, far, adversaries)
        fitting = [one for one in adversaries if data.has_values or not (one.knows_values or one.knows_days)]
        for attack in attacks or tuple(ATTACKS.values()):
            for adversary in fitting:
                check_scoring(data, far, attack, adversary)
        check_records(data, far)
    data = made_up(values=True, days=True)
    check_learning(data, spread(data))
    if audited:
        settings = AuditSettings(tuple(adversaries[:1]), draws=2, sparsity_people=20, targets=40)
        check_audit(data, spread(data), settings)


def made_up(*, values: bool, days: bool, people: int = 60, items: int = 40, seed: int = 5) -> Interactions:
    """Data with ties, people who have nothing, items that nobody has, and missing values and days."""
    rng = np.random.default_rng(seed)
    chances = 1 / np.arange(1, items)
    pairs = [
        (person, item)
        for person in range(people)
        if person % 11 != 5
        for item in rng.choice(items - 1, rng.integers(1, 16), replace=False, p=chances / chances.sum())
    ]
    pairs += [(people - 1 - twin, item) for twin, (person, item) in enumerate(pairs[:6]) if person == 0]
    who, what = np.array(pairs).T
    stars, on = rng.integers(0, 5, len(who)), rng.integers(0, 300, len(who))
    stars[rng.random(len(who)) < 0.1], on[rng.random(len(who)) < 0.1] = NO_VALUE, NO_DAY
    return from_arrays(
        who, what, stars if values else None, on if days else None,
        scale=_SCALE if values else NO_SCALE, size=(people, items), shard_people=17,
    )  # fmt: skip


def check_drawing(data: Interactions, far: Interactions, adversaries: Sequence[Adversary]) -> None:
    """The same knowledge of the same people, in the order asked for."""
    everyone = np.random.default_rng(1).permutation(data.people).astype(np.int64)[: data.people - 7]
    for adversary in adversaries:
        if (adversary.knows_values or adversary.knows_days) and not data.has_values:
            continue
        for people in (everyone, np.sort(everyone)):
            ours, theirs = (draw(one, adversary, people, 3, turn=1) for one in (data, far))
            _same(ours, theirs, f"drawing · {adversary.name}")


def check_scoring(
    data: Interactions, far: Interactions, attack: Attack, adversary: Adversary, *, worth: bool = True
) -> None:
    """The same evidence, and the same worth of every known item (left out without `worth`)."""
    drawn = draw(data, adversary, np.arange(data.people, dtype=np.int64), 3)
    truths = np.where(np.arange(len(drawn.truths)) % 5 == 4, -1, drawn.truths)
    told, what = bound(attack, adversary), f"{attack.name} · {adversary.name}"
    entropy = attack.probabilities == "entropic"
    ours, theirs = (score(one, drawn.knowledge, told, truths, entropy=entropy) for one in (data, far))
    _same(ours, theirs, f"evidence · {what}")
    if worth:
        each = [item_scores(one, drawn.knowledge, told, truths) for one in (data, far)]
        _same(each[0], each[1], f"worth of items · {what}")


def check_records(data: Interactions, far: Interactions) -> None:
    """The same cells, neighbours, similarities and counts."""
    rng = np.random.default_rng(2)
    people, guesses = rng.integers(0, data.people, 50), rng.integers(-1, data.people, 50)
    items = rng.integers(-1, data.items, 50)
    _same(looked_up(data, people, items), looked_up(far, people, items), "cells")
    _same(records_alike(data, people, guesses), records_alike(far, people, guesses), "similarity of guesses")
    own = np.arange(data.people, dtype=np.int64)
    _same(records_alike(data, own, own), records_alike(far, own, own), "similarity of own records")
    _same(sparsity(data, 25, 1).nearest, sparsity(far, 25, 1).nearest, "nearest neighbours")
    _same(items_outside_top(data, 5), items_outside_top(far, 5), "rare items")


def check_learning(data: Interactions, far: Interactions) -> None:
    """The same rule learnt from the same knowledge."""
    drawn: Drawn = draw(data, ADVERSARIES[0], np.arange(data.people, dtype=np.int64), 3)
    ours, theirs = (learnt(Likelihood(), drawn.knowledge, one) for one in (data, far))
    _same(ours.rule, theirs.rule, "what is learnt")


def check_audit(data: Interactions, far: Interactions, settings: AuditSettings) -> None:
    """The same findings, and the same people at risk."""
    ours, theirs = audit(data, settings), audit(far, settings)
    _same(ours.findings, theirs.findings, "findings")
    _same(ours.personal, theirs.personal, "personal risk")


def _same(ours: Any, theirs: Any, what: str) -> None:
    """Compare whatever is compared, field by field."""
    if isinstance(ours, dict):
        assert list(ours) == list(theirs), f"{what}: {list(theirs)}, not {list(ours)}"
        for name in ours:
            _same(ours[name], theirs[name], f"{what} · {name}")
    elif isinstance(ours, (list, tuple)):
        assert len(ours) == len(theirs), f"{what}: {len(theirs)} entries, not {len(ours)}"
        for at, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            _same(one, other, f"{what} · {at}")
    elif isinstance(ours, (float, np.ndarray)):
        np.testing.assert_allclose(np.asarray(theirs), np.asarray(ours), rtol=CLOSE, atol=1e-9, err_msg=what)
        if isinstance(ours, np.ndarray) and ours.dtype.kind in "iub":
            assert np.array_equal(ours, theirs), f"{what}: {theirs}, not {ours}"
    elif hasattr(ours, "__dataclass_fields__"):
        for field in fields(ours):
            _same(getattr(ours, field.name), getattr(theirs, field.name), f"{what} · {field.name}")
    else:
        assert ours == theirs, f"{what}: {theirs!r}, not {ours!r}"
