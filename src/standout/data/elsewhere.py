"""Interactions whose records are elsewhere, in parts: what may be asked of them, and how answers are put together.

A question is a function of a part: it gets an `Interactions` that holds some of the people, and what was sent along,
and returns arrays. Answers of neighbouring parts are merged, group by group, so a merge must be associative; it gets
them in the order of the parts. Questions and merges are functions of a module: they are sent by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from standout.data.model import Int64s, Interactions

Arrays = dict[str, npt.NDArray[Any]]
Merge = Callable[[Sequence[Arrays]], Arrays]


class Elsewhere(Protocol):
    """Where the records are."""

    def over_parts(self, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays:
        """What `run(part, *sent)` says of all parts together."""
        ...

    def over_records(
        self, run: Callable[..., Arrays], people: Int64s, near: Int64s | None, *sent: Any, merge: Merge
    ) -> Arrays:
        """What `run(part, whole, rows, *sent)` says of all parts together, where `whole` is a part that holds the
        records of `people[rows]` in this order.

        Each record goes from the part that has it to the part that has the person `near` (-1: to none), or to all
        parts without `near`; it never comes here.
        """
        ...


def over_parts(data: Interactions, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays:
    """What `run(data, *sent)` says; asked part by part where the records are elsewhere."""
    return run(data, *sent) if data.elsewhere is None else data.elsewhere.over_parts(run, *sent, merge=merge)


def summed(answers: Sequence[Arrays]) -> Arrays:
    """Answers added up."""
    return {name: np.add.reduce([answer[name] for answer in answers]) for name in answers[0]}


def largest(answers: Sequence[Arrays]) -> Arrays:
    """The largest of each number."""
    return {name: np.maximum.reduce([answer[name] for answer in answers]) for name in answers[0]}


def one_after_another(answers: Sequence[Arrays]) -> Arrays:
    """Answers in the order of the parts."""
    return {name: np.concatenate([answer[name] for answer in answers]) for name in answers[0]}


class NotHere:
    """Stands for an array that is elsewhere: whoever looks at it made a mistake."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("these records are elsewhere: ask part by part (standout.data.elsewhere)")

    __len__ = __getitem__ = __iter__ = __array__ = __eq__ = __ne__ = _refuse
    __hash__ = object.__hash__

    def __getattr__(self, name: str) -> NoReturn:
        self._refuse()
