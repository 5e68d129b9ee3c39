"""The names of array types, for all stages."""

from __future__ import annotations

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
