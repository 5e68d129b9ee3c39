"""Numbers that Spark's hash puts where they are wanted: so each of our partitions gets one of Spark's."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def slots(count: int) -> tuple[int, ...]:
    """For each of so many partitions, the least number that Spark's hash puts there."""
    least = np.full(count, -1, np.int64)
    begin, step = 0, max(8 * count, 1_024)
    while (least < 0).any():
        numbers = np.arange(begin, begin + step, dtype=np.uint32)
        place = spark_hash(numbers).astype(np.int64) % count
        fresh, firsts = np.unique(place, return_index=True)
        least[fresh] = np.where(least[fresh] < 0, numbers[firsts], least[fresh])
        begin += step
    return tuple(int(number) for number in least)


def spark_hash(numbers: npt.NDArray[np.uint32]) -> npt.NDArray[np.int32]:
    """The hash by which Spark partitions 32-bit integers: Murmur3 with seed 42."""

    def turned(value: npt.NDArray[np.uint32], bits: int) -> npt.NDArray[np.uint32]:
        return (value << np.uint32(bits)) | (value >> np.uint32(32 - bits))

    mixed = turned(numbers * np.uint32(0xCC9E2D51), 15) * np.uint32(0x1B873593)
    state = turned(np.uint32(42) ^ mixed, 13) * np.uint32(5) + np.uint32(0xE6546B64)
    state = state ^ np.uint32(4)
    state = (state ^ (state >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    state = (state ^ (state >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return (state ^ (state >> np.uint32(16))).view(np.int32)
