"""What an engine is: it knows where the records of a dataset are, and answers the few questions asked of them.

An engine is a frozen value without data. It finds the records in `data.held` and refuses, in one line, what another
engine holds. Whatever it is asked, its answer is that of one machine: counts and records exactly, floating-point sums
to within rounding. `standout.testing.engines.check_engine` holds the suite that every engine passes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from standout.errors import BadInput

if TYPE_CHECKING:
    from standout.attacks.contract import Attack
    from standout.common.arrays import Floats, Int64s
    from standout.data.dataset import AnyDataset, Dataset, LocalDataset
    from standout.engines.merging import Arrays, Merge
    from standout.engines.tally import Tally
    from standout.knowledge.adversary import Adversary
    from standout.knowledge.draw import Drawn, Knowledge

Held = TypeVar("Held")
Progress = Callable[[float], None]


@dataclass(frozen=True)
class Cells:
    """What some people have of an item each."""

    there: npt.NDArray[np.bool_]
    """Whether the person has the item."""
    values: Int64s
    """The value code, as in `Knowledge`; says nothing where the item is not there."""
    days: Int64s
    times: Int64s
    """How often the person has the item."""


class Engine(Protocol):
    """The contract of engines."""

    @property
    def name(self) -> str: ...

    @property
    def workers(self) -> int:
        """How many threads the work on one partition may use."""
        ...

    def with_threads(self, threads: int) -> Engine:
        """The same engine with this many threads, where threads are its own to choose."""
        ...

    def take(self, data: LocalDataset) -> AnyDataset:
        """Data of this machine, brought under this engine."""
        ...

    def draw(
        self,
        data: AnyDataset,
        adversary: Adversary,
        people: Int64s,
        seed: int,
        turn: int = 0,
        lengths: Int64s | None = None,
    ) -> Drawn:
        """What the adversary knows of each of these people, in this order; see `standout.knowledge.draw.draw`."""
        ...

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
        """Score every record for every target; `truths` (-1: none) are only compared with, never used.

        `progress` is told how many targets more are done; a fraction of one, where not all people are.
        """
        ...

    def item_scores(self, data: AnyDataset, knowledge: Knowledge, attack: Attack, candidates: Int64s) -> Floats:
        """What each known item adds to the score of one candidate per target (-1: none)."""
        ...

    def look_up(self, data: AnyDataset, people: Int64s, items: Int64s, near: Int64s | None = None) -> Cells:
        """Whether each of these people has the item beside them, with its value and day.

        Who has it several times: those of the entry whose day is nearest to `near`, without that of the first one.
        """
        ...

    def map(self, data: AnyDataset, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays:
        """What `run(partition, facts, *sent)` says of all partitions together.

        Every partition is asked once, with the facts of everybody; answers are merged in the order of the people.
        """
        ...

    def map_records(
        self,
        data: AnyDataset,
        run: Callable[..., Arrays],
        people: Int64s,
        near: Int64s | None,
        *sent: Any,
        merge: Merge,
    ) -> Arrays:
        """What `run(partition, facts, visiting, rows, *sent)` says of all partitions together, where `visiting` is a
        partition that holds the records of `people[rows]` in this order, counted from 0.

        Each record goes from the partition that has it to the one that has the person `near` (-1: to none), or to all
        without `near`; a partition to which none goes is not asked.
        """
        ...


def check_threads(threads: int | None) -> None:
    """Refuse a number of threads that cannot be."""
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or threads < 1):
        raise BadInput(f"--threads is {threads}, but must be at least 1, or left out for one a core")


def threaded(data: Dataset[Held], threads: int | None) -> Dataset[Held]:
    """The same data, worked on with this many threads; none: as many as its engine has."""
    return data if threads is None else replace(data, engine=data.engine.with_threads(threads))


class Telling:
    """Progress that may be sent along with a question: on another machine it is silent."""

    def __init__(self, progress: Progress | None = None) -> None:
        self._progress = progress

    def __call__(self, done: float) -> None:
        if self._progress is not None:
            self._progress(done)

    def __reduce__(self) -> tuple[type[Telling], tuple[()]]:
        return Telling, ()
