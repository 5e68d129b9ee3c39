"""The names of array types, for all stages; and arrays as kernels take them."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Float32s = npt.NDArray[np.float32]
Int64s = npt.NDArray[np.int64]
Int32s = npt.NDArray[np.int32]
Int16s = npt.NDArray[np.int16]
UInt16s = npt.NDArray[np.uint16]
UInt8s = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]

Kind = TypeVar("Kind", bound=np.generic)


def only_read(array: npt.NDArray[Kind]) -> npt.NDArray[Kind]:
    """The array as one that is not written to. What is mapped from a file comes as such, other arrays do not, and
    kernels would be compiled twice."""
    seen = array.view()
    seen.flags.writeable = False
    return seen
