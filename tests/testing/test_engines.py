"""The suite for engines passes for partitions on this machine, however they are cut, and tells each engine that errs
what to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.attacks.contract import Attack
from standout.common.arrays import Int64s
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.engines import partition_questions
from standout.engines.base import Progress
from standout.engines.local import LocalEngine
from standout.engines.merging import Arrays, Merge
from standout.engines.partitioned import PartitionedEngine, Partitions, held
from standout.engines.tally import Tally
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge
from standout.testing.engines import ADVERSARIES, check_engine, check_scoring, made_up

FEW = (ATTACKS["scoreboard-rh"], ATTACKS["tf-idf"], ATTACKS["likelihood"])
FIRSTS = (0, 13, 30, 44)


@pytest.mark.parametrize("firsts", [(0,), (0, 20, 40), (0, 1, 5, 6, 16, 17, 59)], ids=len)
def test_partitions_answer_as_one_machine_does(firsts: tuple[int, ...]) -> None:
    check_engine(PartitionedEngine(firsts), audited=len(firsts) == 3)


def test_this_machine_answers_as_itself_with_any_number_of_threads() -> None:
    check_engine(LocalEngine(threads=2), attacks=FEW, audited=False)


def test_many_targets_are_looked_for_in_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partition_questions, "AT_ONCE", 7)
    data = made_up(values=True, days=True)
    for name in ("likelihood", "scoreboard-rh", "scoreboard"):
        check_scoring(data, PartitionedEngine((0, 31)).take(data), ATTACKS[name], ADVERSARIES[1])


class Forgetful(PartitionedEngine):
    """Loses what its last partition says."""

    def together(self, answers: Sequence[Arrays], merge: Merge) -> Arrays:
        return super().together(answers[:-1], merge)


class Repeating(PartitionedEngine):
    """Counts its first partition twice."""

    def together(self, answers: Sequence[Arrays], merge: Merge) -> Arrays:
        return super().together([answers[0], *answers], merge)


class Backwards(PartitionedEngine):
    """Merges in another order than that of the people."""

    def together(self, answers: Sequence[Arrays], merge: Merge) -> Arrays:
        return super().together(answers[::-1], merge)


class Crossing(PartitionedEngine):
    """Merges partitions that are no neighbours, and sorts the outcome, which hides it where order is all."""

    def together(self, answers: Sequence[Arrays], merge: Merge) -> Arrays:
        if len(answers) < 3 or "people" in answers[0]:
            return super().together(answers, merge)
        return merge([merge(answers[::2]), merge(answers[1::2])])


class Narrow(PartitionedEngine):
    """Takes a partition's people for everybody."""

    def told(self, data: AnyDataset, partition: Partition) -> Facts:
        return replace(data.facts, people=partition.size)


class Uncounted(PartitionedEngine):
    """Counts a partition's own holders."""

    def told(self, data: AnyDataset, partition: Partition) -> Facts:
        own = np.bincount(partition.records.items, minlength=data.items).astype(np.int64)
        return replace(data.facts, holders=own)


class Incurious(PartitionedEngine):
    """Ignores truths."""

    def score(
        self,
        data: AnyDataset,
        knowledge: Knowledge,
        attack: Attack,
        truths: Int64s | None = None,  # noqa: ARG002
        *,
        top: int = 3,
        entropy: bool = False,
        progress: Progress | None = None,
    ) -> Tally:
        return super().score(data, knowledge, attack, None, top=top, entropy=entropy, progress=progress)


class Late(PartitionedEngine):
    """Puts the last of equals first."""

    def score(
        self,
        data: AnyDataset,
        knowledge: Knowledge,
        attack: Attack,
        truths: Int64s | None = None,
        *,
        top: int = 3,
        entropy: bool = False,
        progress: Progress | None = None,
    ) -> Tally:
        tally = super().score(data, knowledge, attack, truths, top=data.people, entropy=entropy, progress=progress)
        order = np.lexsort((-tally.top_records, -tally.top_scores), axis=1)[:, :top]
        return replace(
            tally,
            top_scores=np.take_along_axis(tally.top_scores, order, 1),
            top_records=np.take_along_axis(tally.top_records, order, 1),
        )


class Local(PartitionedEngine):
    """Counts others against the true record only where that is."""

    def score(
        self,
        data: AnyDataset,
        knowledge: Knowledge,
        attack: Attack,
        truths: Int64s | None = None,
        *,
        top: int = 3,
        entropy: bool = False,
        progress: Progress | None = None,
    ) -> Tally:
        tally = super().score(data, knowledge, attack, truths, top=top, entropy=entropy, progress=progress)
        return replace(tally, beat=tally.beat // 2)


class Unordered(PartitionedEngine):
    """Returns knowledge in its own order."""

    def draw(
        self,
        data: AnyDataset,
        adversary: Adversary,
        people: Int64s,
        seed: int,
        turn: int = 0,
        lengths: Int64s | None = None,
    ) -> Drawn:
        return super().draw(data, adversary, np.sort(people), seed, turn, lengths)


class Misdirecting(PartitionedEngine):
    """Sends records to the partition after the one that wants them."""

    def map_records(
        self,
        data: AnyDataset,
        run: Callable[..., Arrays],
        people: Int64s,
        near: Int64s | None,
        *sent: Any,
        merge: Merge,
    ) -> Arrays:
        if near is None:
            return super().map_records(data, run, people, near, *sent, merge=merge)
        moved = Partitions([*held(data).partitions[1:], held(data).partitions[0]])
        answers = []
        for wanting, host in zip(held(data).partitions, moved.partitions, strict=True):
            rows = np.flatnonzero(wanting.places(near) >= 0)
            if len(rows):
                answers.append(run(host, data.facts, held(data).visiting(people[rows]), rows, *sent))
        return self.together(answers, merge)


class Shuffled(PartitionedEngine):
    """Sends the right number of records, but not those asked for."""

    def map_records(
        self,
        data: AnyDataset,
        run: Callable[..., Arrays],
        people: Int64s,
        near: Int64s | None,
        *sent: Any,
        merge: Merge,
    ) -> Arrays:
        return super().map_records(data, run, people[::-1].copy(), near, *sent, merge=merge)


class Renaming(PartitionedEngine):
    """Takes data under another engine's name."""

    def take(self, data: LocalDataset) -> AnyDataset:
        return data


@dataclass(frozen=True)
class Idle(PartitionedEngine):
    """Lets nobody work."""

    @property
    def workers(self) -> int:
        return 0


@pytest.mark.parametrize(
    ("broken", "advice"),
    [
        (Forgetful, "nothing was answered for .*: ask every partition, also the last"),
        (Repeating, "answered for more than once: ask every partition once"),
        (Backwards, "in another order than that of the people: sort answers by first_person"),
        (Crossing, "no neighbours were merged.*: merge groups of neighbours"),
        (Narrow, "a partition was counted for all; pass data.facts to run"),
        (Uncounted, "a partition was counted for all; pass data.facts to run"),
        (Incurious, "score the true records where they are, put that together"),
        (Local, "score the true records where they are, put that together"),
        (Late, "ties: .*: put records of equal score in the order of their codes"),
        (Unordered, "drawing · .* return it in the order asked"),
        (Misdirecting, "a record must go to the partition that has the person"),
        (Shuffled, r"visiting records must be those of people\[rows\], in this order"),
        (Renaming, "take.* must return data whose engine is this one"),
        (Idle, "workers is 0: say how many threads"),
    ],
)
def test_an_engine_that_errs_is_told_what_to_do(broken: type[PartitionedEngine], advice: str) -> None:
    with pytest.raises(AssertionError, match=advice):
        check_engine(broken(FIRSTS), attacks=FEW, audited=False)


def test_an_engine_refuses_in_one_line_what_another_holds() -> None:
    data = made_up(values=True, days=True)
    far = PartitionedEngine(FIRSTS).take(data)
    people = np.arange(3)
    for engine, other, said in (
        (LocalEngine(), far, "not at hand; the engine 'partitioned' has them"),
        (PartitionedEngine(FIRSTS), data, "not in partitions; the engine 'local' has them"),
    ):
        with pytest.raises(BadInput, match=said) as refused:
            engine.draw(other, ADVERSARIES[0], people, 1)
        assert "\n" not in str(refused.value)
        with pytest.raises(BadInput, match=said):
            engine.look_up(other, people, people)
