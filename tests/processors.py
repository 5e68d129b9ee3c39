"""One kind of arithmetic on every processor: libraries that choose their code by what a processor can do round
otherwise on each kind, and a figure of sixty people can hang on that."""

from __future__ import annotations

import os
from importlib.metadata import version


def as_everywhere() -> dict[str, str]:
    """Variables to set before NumPy is loaded, here and in processes that start from here: only code that every x86-64
    processor with AVX2 has. What is set already stays."""
    wanted = {"OPENBLAS_CORETYPE": "Haswell"}
    major, minor = (int(part) for part in version("numpy").split(".")[:2])
    if (major, minor) >= (2, 4):  # earlier ones call these otherwise, and warn of names that they do not know
        wanted["NPY_DISABLE_CPU_FEATURES"] = "X86_V4 AVX512_ICL AVX512_SPR"
    return {name: value for name, value in wanted.items() if name not in os.environ}
