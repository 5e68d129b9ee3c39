"""What comes of the same arrays is computed once, by whichever thread is first."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import numpy as np
import pytest

from standout.verification.computed_once import ComputedOnce


def test_the_same_arrays_are_computed_from_once_and_others_apart() -> None:
    computed, calls = ComputedOnce(), []

    def compute(name: str, array: np.ndarray[Any, Any]) -> str:
        def called() -> str:
            calls.append(name)
            return f"{name} {array.sum()}"

        return computed.of(name, (array,), called)

    numbers = np.arange(6)
    assert compute("sum", numbers) == compute("sum", numbers.copy()) == "sum 15"
    assert len(calls) == 1
    for other in (numbers + 1, numbers.reshape(2, 3), numbers.astype(np.int32), numbers[:5], numbers[:0]):
        compute("sum", other)
    compute("other", numbers)
    assert len(calls) == 7


def test_threads_that_ask_for_the_same_wait_for_the_first() -> None:
    computed, go, calls = ComputedOnce(), Event(), []

    def slow() -> int:
        calls.append(1)
        go.wait(5)
        return len(calls)

    with ThreadPoolExecutor(3) as pool:
        asked = [pool.submit(computed.of, "slow", (np.zeros(2),), slow) for _ in range(3)]
        go.set()
        assert [one.result() for one in asked] == [1, 1, 1]


def test_what_fails_fails_for_everybody_who_asks() -> None:
    computed = ComputedOnce()

    def fail() -> int:
        raise ValueError("no")

    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            computed.of("fails", (), fail)
