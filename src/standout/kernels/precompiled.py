"""Kernels that come compiled: made once for all processors of a kind, and used where nothing better was compiled here.

The folder `compiled` beside the kernels holds numba's own cache entries, and an index of what they were made with. They
are used only where everything agrees: all sources to the byte, Python, numba, llvmlite, the system, numba's settings,
and a processor that can do what they ask of it. Each entry is one of those that were made, by its SHA-256. What does
not agree, is missing or cannot be read is compiled as ever, into the user's own cache, which always comes first.

`release/compiling.py` makes the folder. Only this module knows the insides of numba that it takes; of a numba that is
otherwise inside nothing is used. It is also run by itself, without package and numba, to see what a folder is made of.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

SWITCH = "STANDOUT_SHIPPED_KERNELS"
"""The environment variable that says `0` where everything is to be compiled for just this processor."""
FOLDER = "compiled"
INDEX = "index.json"
SETTINGS = ("BOUNDSCHECK", "CPU_FEATURES", "CPU_NAME", "DEBUGINFO_DEFAULT", "ENABLE_AVX",
            "LOOP_VECTORIZE", "OPT", "SLP_VECTORIZE")  # fmt: skip
"""What decides in numba how code is made: whoever sets one of these gets what they set."""

Entries = Mapping[str, Mapping[str, tuple[str, str]]]
"""Of each kernel, by what it is called with: a file and its SHA-256."""


@dataclass(frozen=True)
class Shipped:
    """What a folder holds."""

    folder: Path
    made: Mapping[str, Any]
    features: frozenset[str]
    """What a processor has to be able to do."""
    commands: tuple[str, ...]
    """What was run so that they were compiled."""
    entries: Entries

    def belongs(self) -> bool:
        """Whether it was made of these sources, for this Python and system; asks nothing of numba."""
        here = made_without_numba(self.folder.parent)
        return here == {name: self.made.get(name) for name in here}

    def runs(self) -> bool:
        """Whether this numba would make the same, and this processor can run it."""
        from llvmlite import binding

        able = binding.get_host_cpu_features()
        return self.made == made_with(self.folder.parent) and all(able.get(one, False) for one in self.features)


class Cache:
    """A kernel's cache of numba's, and behind it what came compiled."""

    def __init__(self, own: Any, shipped: Shipped) -> None:
        self._own = own
        self._shipped = shipped

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """As numba asks for it: what was compiled for these types, or nothing."""
        found = self._own.load_overload(sig, target_context)
        if found is not None or not self._own._enabled:
            return found
        with suppress(Exception):
            return self._came(sig, target_context)
        return None

    def _came(self, sig: Any, target_context: Any) -> Any:
        codes = self._own._index_key(sig, target_context.codegen())[2]
        of_kernel = self._shipped.entries.get(self._own._impl.filename_base, {})
        name, digest = of_kernel.get(called_with(sig, codes), ("", ""))
        if not name or hashlib.sha256((self._shipped.folder / name).read_bytes()).hexdigest() != digest:
            return None
        return self._own._impl.rebuild(target_context, _stored(self._shipped.folder, name))


def use_shipped(package: str, folders: Iterable[str]) -> None:
    """Let the kernels of a package look into the folder beside them before they are compiled."""
    if os.environ.get(SWITCH) == "0":
        return
    for folder in folders:
        with suppress(Exception):  # a kernel that cannot be loaded says so to whoever loads it
            shipped = fitting(Path(folder) / FOLDER)
            if shipped is not None:
                for kernel in kernels(package, folder):
                    kernel._cache = Cache(kernel._cache, shipped)


def fitting(folder: Path) -> Shipped | None:
    """What a folder holds, if it can be used here."""
    shipped = in_folder(folder)
    return shipped if shipped is not None and shipped.belongs() and shipped.runs() else None


def in_folder(folder: Path) -> Shipped | None:
    """What a folder holds, whether or not it can be used here."""
    try:
        said = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        features, commands = frozenset(said["features"]), tuple(said["commands"])
        return Shipped(folder, dict(said["made"]), features, commands, dict(said["entries"]))
    except (OSError, ValueError, LookupError, TypeError):
        return None


def kernels(package: str, folder: str) -> Iterator[Any]:
    """Every compiled function of a package, with its cache. All of its modules are loaded for that."""
    from numba.core.dispatcher import Dispatcher

    for file in sorted(Path(folder).glob("[!_]*.py")):
        module = import_module(f"{package}.{file.stem}")
        for value in list(vars(module).values()):
            if isinstance(value, Dispatcher) and value.py_func.__module__ == module.__name__:
                yield value


def called_with(sig: Iterable[Any], codes: Iterable[str]) -> str:
    """Types by their names, which numba keeps apart, and what the function itself says."""
    return " ".join([*(f"{one}" for one in sig), *codes])


def made_without_numba(folder: Path) -> dict[str, str]:
    """What an interpreter alone knows of what code is made with."""
    return {
        "python": f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}",
        "platform": sysconfig.get_platform(),
        "sources": sources(folder),
    }


def made_with(folder: Path) -> dict[str, str]:
    """Everything that code is made with, but for the processor it is made for."""
    import llvmlite
    import numba
    from llvmlite import binding

    settings = {name: str(getattr(numba.config, name, None)) for name in SETTINGS}
    return {
        **made_without_numba(folder),
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "triple": binding.get_process_triple(),
        "settings": json.dumps(settings, sort_keys=True),
    }


def sources(folder: Path) -> str:
    """The SHA-256 of all kernels: one that calls another is made anew when that other changes."""
    every = hashlib.sha256()
    for file in sorted(folder.glob("*.py")):
        content = file.read_bytes()
        every.update(f"{file.name} {len(content)}\n".encode() + content)
    return every.hexdigest()


def _stored(folder: Path, name: str) -> Any:
    from numba.core.caching import IndexDataCacheFile

    return IndexDataCacheFile(str(folder), "", None)._load_data(name)
