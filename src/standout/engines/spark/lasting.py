"""What lasts in a Python of an executor: modules and compiled kernels, which the collector need not look through.

Spark has a Python that it uses again collect garbage after every task. Beside a few hundred thousand objects of
libraries that costs more than a small question does.
"""

from __future__ import annotations

import gc
import sys

_known = 0
"""How many modules there were when what lasts was last set aside."""


def set_aside() -> None:
    """Let the collector pass over all that is there, once more whenever modules were imported since."""
    global _known
    if len(sys.modules) > _known:
        gc.collect()
        gc.freeze()
        _known = len(sys.modules)
