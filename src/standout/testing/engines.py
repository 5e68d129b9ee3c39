"""The contract of engines, as a suite: `check_engine(my_engine)` in a test says whether it is kept.

The engine takes small made-up data. First it is asked plain questions whose answers show which partitions were asked,
what they were told and in which order they were put together; then everything the package asks. Whatever is asked must
have the answer of one machine: counts and records exactly, floating-point sums within a millionth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from standout.attacks import ATTACKS
from standout.attacks.contract import Attack, bound
from standout.attacks.likelihood import Likelihood
from standout.auditing.flow import audit
from standout.auditing.settings import AuditSettings
from standout.common.arrays import Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE, Scale
from standout.engines.base import Engine
from standout.engines.local import LocalEngine
from standout.engines.tally import Tally
from standout.engines.whole_records import records_of
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge
from standout.results.base import Part
from standout.risk.learning import learnt
from standout.risk.popularity import items_outside_top
from standout.risk.similarity import records_alike, sparsity
from standout.testing.engine_probes import check_map, check_map_records

CLOSE = 1e-6
"""How far floating-point sums may be apart, relative to their size."""

_SCALE = Scale("numbers", ("1", "2", "3", "4", "5"), (1.0, 2.0, 3.0, 4.0, 5.0))
ADVERSARIES = (
    Adversary("well-informed", items=4, wrong=1, absent=1, values=1, days=14),
    Adversary("mentions", counts=((1, 2, 1.0), (3, 9, 1.0)), absent_share=0.2, values="unknown", days="unknown"),
    Adversary("length-known", items=3, values="unknown", days="unknown", length=0.5),
    Adversary("share", share=(0.2, 0.6), values="unknown", days="unknown", choose="popular"),
    Adversary("receipt", items=9, days=0, choose="rarest", which="one day"),
    Adversary("before", items=9, values="unknown", days=2, choose="most", which="before"),
)
_TRUTH_FIELDS = ("beat", "tied", "true_scores", "counted", "listed")
"""What a tally says of the true records."""


def check_engine(
    engine: Engine,
    *,
    attacks: Sequence[Attack] | None = None,
    adversaries: Sequence[Adversary] = ADVERSARIES,
    audited: bool = True,
) -> None:
    """Raise `AssertionError`, with a sentence that says what to do, if the engine's answers are not one machine's."""
    for data in (
        made_up(values=True, days=True),
        made_up(values=False, days=False),
        made_up(values=True, days=True, events=True),
    ):
        far = check_taking(engine, data)
        check_map(data, far)
        check_map_records(data, far)
        check_drawing(data, far, adversaries)
        fitting = [each for each in adversaries if data.has_values or not (each.knows_values or each.knows_days)]
        check_ties(data, far)
        for attack in attacks or tuple(ATTACKS.values()):
            for adversary in fitting:
                check_scoring(data, far, attack, adversary)
        check_records(data, far)
    data = made_up(values=True, days=True)
    check_learning(data, engine.take(data))
    if audited:
        settings = AuditSettings(tuple(adversaries[:1]), draws=2, sparsity_people=20, targets=40)
        check_audit(data, engine.take(data), settings)


def made_up(
    *, values: bool, days: bool, people: int = 60, items: int = 40, seed: int = 5, events: bool = False
) -> LocalDataset:
    """Data with ties, people who have nothing, items that nobody has, and missing values and days; as events, some
    people have an item several times."""
    rng = np.random.default_rng(seed)
    chances = 1 / np.arange(1, items)
    pairs = [
        (person, item)
        for person in range(people)
        if person % 11 != 5
        for item in rng.choice(items - 1, rng.integers(1, 16), replace=False, p=chances / chances.sum())
    ]
    pairs += [(people - 1 - twin, item) for twin, (person, item) in enumerate(pairs[:6]) if person == 0]
    who, what = np.array(pairs + again_and_again(pairs) if events else pairs).T
    stars, on = rng.integers(0, 5, len(who)), rng.integers(0, 300, len(who))
    stars[rng.random(len(who)) < 0.1], on[rng.random(len(who)) < 0.1] = NO_VALUE, NO_DAY
    return from_arrays(
        who, what, stars if values else None, on if days else None,
        scale=_SCALE if values else NO_SCALE, size=(people, items), shard_people=17, events=events,
    )  # fmt: skip


def again_and_again(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The first half of everybody's items once more, and some of them many times."""
    half = [pair for number, pair in enumerate(pairs) if number % 2]
    return half + half[::5] * 6


def check_taking(engine: Engine, data: LocalDataset) -> AnyDataset:
    """Data that an engine takes keeps its facts and names, and says whose it is; it is returned."""
    assert isinstance(engine.name, str), "an engine has a name: give it one, for messages"
    assert engine.name, "an engine has a name: give it one, for messages"
    assert engine.workers >= 1, f"workers is {engine.workers}: say how many threads one partition's work may use"
    far = engine.take(data)
    assert far.engine.name == engine.name, "take() must return data whose engine is this one: pass engine=self on"
    assert far.facts is data.facts, "take() must keep the facts of the data as they are: pass data.facts on"
    assert np.array_equal(far.lengths, data.lengths), "take() must keep everybody's lengths: pass data.lengths on"
    assert far.vocabulary is data.vocabulary, "take() must keep the names: pass data.vocabulary on"
    return far


def check_drawing(data: LocalDataset, far: AnyDataset, adversaries: Sequence[Adversary]) -> None:
    """The same knowledge of the same people, in the order asked for."""
    everyone = np.random.default_rng(1).permutation(data.people).astype(np.int64)[: data.people - 7]
    advice = "draw each person's knowledge where their record is, keyed by their code, and return it in the order asked"
    for adversary in adversaries:
        if (adversary.knows_values or adversary.knows_days) and not data.has_values:
            continue
        for people in (everyone, np.sort(everyone)):
            _same(
                _here(data).engine.draw(data, adversary, people, 3, turn=1),
                far.engine.draw(far, adversary, people, 3, turn=1),
                f"drawing · {adversary.name}",
                advice,
            )


def check_scoring(
    data: LocalDataset, far: AnyDataset, attack: Attack, adversary: Adversary, *, worth: bool = True
) -> None:
    """The same tally, and the same worth of every known item (left out without `worth`)."""
    local = _here(data)
    drawn = local.engine.draw(local, adversary, np.arange(data.people, dtype=np.int64), 3)
    truths = np.where(np.arange(len(drawn.truths)) % 5 == 4, -1, drawn.truths)
    informed, what = bound(attack, adversary), f"{attack.name} · {adversary.name}"
    entropy = attack.probabilities == "entropic"
    ours, theirs = (
        dataset.engine.score(dataset, drawn.knowledge, informed, truths, entropy=entropy) for dataset in (local, far)
    )
    _same_tally(ours, theirs, what)
    if worth:
        each = [dataset.engine.item_scores(dataset, drawn.knowledge, informed, truths) for dataset in (local, far)]
        _same(each[0], each[1], f"worth of items · {what}", "add up item_scores of partitions: a candidate is in one")


def check_ties(data: LocalDataset, far: AnyDataset) -> None:
    """Everybody with the most popular item is level: records of equal score come in the order of their codes."""
    local, item = _here(data), int(np.argmax(data.holders))
    nothing = np.array([0])
    known = Knowledge(
        np.array([0, 1]), np.array([item], np.int32), np.array([NO_VALUE], np.uint8),
        np.array([-(1 << 31)], np.int32), nothing, nothing + (1 << 62), data.scale,
    )  # fmt: skip
    for top in (1, 4, 7):
        ours, theirs = (dataset.engine.score(dataset, known, ATTACKS["flat"], top=top) for dataset in (local, far))
        assert np.array_equal(ours.top_records, theirs.top_records), (
            f"ties: the {top} best of equal score are {theirs.top_records[0].tolist()}, not "
            f"{ours.top_records[0].tolist()}: put records of equal score in the order of their codes (tally.best_of)"
        )


def check_records(data: LocalDataset, far: AnyDataset) -> None:
    """The same cells, records, neighbours, similarities and counts."""
    rng, local = np.random.default_rng(2), _here(data)
    people, guesses = rng.integers(0, data.people, 50), rng.integers(-1, data.people, 50)
    items = rng.integers(-1, data.items, 50)
    for near in (None, rng.integers(0, 300, 50)):
        cells = [dataset.engine.look_up(dataset, people, items, near) for dataset in (local, far)]
        _same(cells[0], cells[1], "cells", "look each person's item up in the partition that has the person")
    _same(records_of(local, people), records_of(far, people), "whole records", "merge answers in the order of people")
    advice = "send each record to the partition that has the person it is compared with (map_records)"
    _same(records_alike(local, people, guesses), records_alike(far, people, guesses), "similarity of guesses", advice)
    own = np.arange(data.people, dtype=np.int64)
    _same(records_alike(local, own, own), records_alike(far, own, own), "similarity of own records", advice)
    advice = "send the records to all partitions where `near` is none (map_records)"
    _same(sparsity(local, 25, 1).nearest, sparsity(far, 25, 1).nearest, "nearest neighbours", advice)
    _same(items_outside_top(local, 5), items_outside_top(far, 5), "rare items", "merge answers in the order of people")


def check_learning(data: LocalDataset, far: AnyDataset) -> None:
    """The same rule learnt from the same knowledge."""
    local = _here(data)
    drawn: Drawn = local.engine.draw(local, ADVERSARIES[0], np.arange(data.people, dtype=np.int64), 3)
    ours, theirs = (learnt(Likelihood(), drawn.knowledge, dataset) for dataset in (local, far))
    _same(ours.rule, theirs.rule, "what is learnt", "scores, cells and sums of records must be those of one machine")


def check_audit(data: LocalDataset, far: AnyDataset, settings: AuditSettings) -> None:
    """The same findings, and the same people at risk."""
    ours, theirs = audit(_here(data), settings), audit(far, settings)
    advice = "some question has another answer than on one machine, which the checks before did not ask"
    _same(ours.findings, theirs.findings, "findings", advice)
    _same(ours.summary, theirs.summary, "summary", advice)
    _same(ours.personal, theirs.personal, "personal risk", advice)


def _here(data: LocalDataset) -> LocalDataset:
    """The data on this machine, whatever engine it came with."""
    return LocalEngine(threads=1).take(data)


def _same_tally(ours: Tally, theirs: Tally, what: str) -> None:
    """Compare tallies; what is said of true records last, so that its advice is about them alone."""
    general = "score every partition with the same gains and the facts of everybody, and merge the tallies of all once"
    about_truths = "score the true records where they are, put that together (all_own) and count against it everywhere"
    names = [field.name for field in fields(Tally)]
    for name in sorted(names, key=lambda name: name in _TRUTH_FIELDS):
        advice = about_truths if name in _TRUTH_FIELDS else general
        _same(getattr(ours, name), getattr(theirs, name), f"tally · {what} · {name}", advice)


def _same(ours: Any, theirs: Any, what: str, advice: str) -> None:
    """Compare whatever is compared, field by field."""
    if isinstance(ours, Part):
        _same(ours.to_dict(), theirs.to_dict(), what, advice)
    elif isinstance(ours, dict):
        assert list(ours) == list(theirs), f"{what}: {list(theirs)}, not {list(ours)}; {advice}"
        for name in ours:
            _same(ours[name], theirs[name], f"{what} · {name}", advice)
    elif isinstance(ours, (list, tuple)):
        assert len(ours) == len(theirs), f"{what}: {len(theirs)} entries, not {len(ours)}; {advice}"
        for place, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
            _same(mine, other, f"{what} · {place}", advice)
    elif isinstance(ours, (float, np.ndarray)):
        _same_numbers(np.asarray(ours), np.asarray(theirs), what, advice)
    elif hasattr(ours, "__dataclass_fields__"):
        for field in fields(ours):
            _same(getattr(ours, field.name), getattr(theirs, field.name), f"{what} · {field.name}", advice)
    else:
        assert ours == theirs, f"{what}: {theirs!r}, not {ours!r}; {advice}"


def _same_numbers(ours: Any, theirs: Any, what: str, advice: str) -> None:
    assert ours.shape == theirs.shape, f"{what}: shape {theirs.shape}, not {ours.shape}; {advice}"
    if ours.dtype.kind in "iub":
        differ = np.flatnonzero((ours != theirs).ravel())
    else:
        close = np.isclose(theirs, ours, rtol=CLOSE, atol=1e-9, equal_nan=True)
        differ = np.flatnonzero(~close.ravel())
    assert not len(differ), (
        f"{what}: {len(differ)} of {ours.size} differ, the first at {_place(differ, ours)}: "
        f"{theirs.ravel()[differ[0]]}, not {ours.ravel()[differ[0]]}; {advice}"
    )


def _place(differ: Int64s, numbers: Any) -> str:
    return ", ".join(str(int(index)) for index in np.unravel_index(int(differ[0]), numbers.shape)) or "0"
