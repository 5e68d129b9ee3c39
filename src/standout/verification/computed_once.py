"""What comes of the very same arrays is computed once: many protections leave part of the data as it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any, TypeVar

import numpy as np

from standout.auditing.fingerprints import sha256_of

Result = TypeVar("Result")


class ComputedOnce:
    """Results by what they depend on. Of several threads that ask for the same, one computes and the others wait."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Future[Any]] = {}
        self._lock = Lock()

    def of(self, what: Hashable, arrays: tuple[np.ndarray[Any, Any], ...], compute: Callable[[], Result]) -> Result:
        """What `compute` returns, if it has not been computed from the same before; `what` names it, and all of it
        that is not in the arrays."""
        key = (what, tuple((array.dtype.str, array.shape, sha256_of(array)) for array in arrays))
        with self._lock:
            known = self._known.get(key)
            mine = known is None
            if known is None:
                known = self._known[key] = Future()
        if not mine:
            result: Result = known.result()
            return result
        try:
            known.set_result(compute())
        except BaseException as problem:
            known.set_exception(problem)
        computed: Result = known.result()
        return computed
