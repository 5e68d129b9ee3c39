"""What was measured with what, and where."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

LIBRARIES = (
    "numpy", "scipy", "pandas", "scikit-learn", "sparse-dot-topn", "mlxtend", "numba", "duckdb",
    "recordlinkage", "splink", "implicit", "anonymeter",
)  # fmt: skip


def versions() -> str:
    """Python and every library that takes part."""
    found = [f"Python {platform.python_version()}"]
    for name in LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} (not installed)")
    return ", ".join(found)


def machine() -> str:
    """Cores, caches and memory."""
    parts = [f"{_processor()}, {os.cpu_count()} cores", *_caches()]
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        parts.append(f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.0f} GB of memory")
    return ", ".join(parts)


def _processor() -> str:
    file = Path("/proc/cpuinfo")
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _caches() -> list[str]:
    """The sizes of the first core's data caches."""
    found = []
    for cache in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        level, kind, size = ((cache / name).read_text("utf-8").strip() for name in ("level", "type", "size"))
        if kind != "Instruction":
            kilobytes = int(size.removesuffix("K"))
            found.append(f"L{level} {kilobytes // 1024} MB" if kilobytes >= 1024 else f"L{level} {kilobytes} KB")
    return found
