"""Hot loops: plain arrays in, plain arrays out. Nothing here imports anything of ours.

Every kernel is single-threaded and releases the interpreter lock, so that a thread pool can drive many of
them. Compiled code comes with an installation (`precompiled`) or is made when it is first needed and kept (`keeping`);
functions that only other kernels call are compiled without a way in from Python, which shortens that.
"""

from typing import Any

from standout.kernels.keeping import keep_apart
from standout.kernels.precompiled import use_shipped

OUTER: dict[str, Any] = {"nogil": True, "cache": True, "error_model": "numpy", "no_cfunc_wrapper": True}
"""How a kernel that Python calls is compiled."""

INNER: dict[str, Any] = OUTER | {"no_cpython_wrapper": True}
"""How a function that only other kernels call is compiled."""

keep_apart(__name__, __path__)
use_shipped(__name__, __path__)
