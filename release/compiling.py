"""Makes `src/standout/kernels/compiled`: kernels compiled once for all processors of a kind, to come with the package.

    python -m release.compiling            # for all that people usually do: minutes
    python -m release.compiling audit      # for a first audit alone

Commands run on invented data (`commands`) in a process of its own, where numba compiles for the kind of processor and
keeps what it made in a scratch folder; that is gathered, and replaces the folder at once. On x86-64 the kind is
x86-64-v3, which is what processors can do since about 2013 to 2015; elsewhere it is the plainest one of the system. A
processor that cannot run what it should make makes nothing. `standout.kernels.precompiled` says when it is used.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

V3 = (
    "64bit", "avx", "avx2", "bmi", "bmi2", "cmov", "crc32", "cx16", "cx8", "f16c", "fma", "fxsr", "lzcnt", "mmx",
    "movbe", "popcnt", "sahf", "sse", "sse2", "sse3", "sse4.1", "sse4.2", "ssse3", "xsave",
)  # fmt: skip
"""What a processor of the level x86-64-v3 can do, in the words of LLVM."""
ROOT = Path(__file__).resolve().parents[1]


def main(words: list[str]) -> int:
    """Make the folder for some or all commands; says what it holds."""
    if words[:1] == ["--run"]:
        return run(json.loads(words[1]))
    os.environ["STANDOUT_SHIPPED_KERNELS"] = "0"
    for name in [name for name in os.environ if name.startswith("NUMBA_")]:
        del os.environ[name]
    name, features = target()
    if not can(features):
        print(f"This processor is not of the level {name}: kernels are compiled where they are first needed.")
        return 0
    from release import commands

    of = words[0] if words else "all"
    chosen = {"audit": commands.AUDIT, "all": (*commands.AUDIT, *commands.REST)}[of]
    with tempfile.TemporaryDirectory(prefix="standout-compiling-") as place:
        cache, desk = Path(place, "cache"), Path(place, "desk")
        package = ours(cache)
        if is_there(package, chosen):
            print("The kernels are compiled already.")
            return 0
        desk.mkdir()
        commands.invent(desk)
        before = sources(package)
        status = compiled(chosen, cache, desk, package)
        gathered(package, Path(place, "compiled"), features, chosen)
        if sources(package) != before:
            raise SystemExit("Kernels were changed while they were compiled; once more, please.")
        replace(Path(place, "compiled"), Path(package.__path__[0], "compiled"))
    return status


def target() -> tuple[str, Sequence[str]]:
    """The kind of processor that code is made for, as LLVM calls it, and what it has to be able to do."""
    return ("x86-64-v3", V3) if platform.machine().lower() in ("x86_64", "amd64") else ("generic", ())


def can(features: Sequence[str]) -> bool:
    """Whether this processor can do all that."""
    from llvmlite import binding

    able = binding.get_host_cpu_features()
    return all(able.get(one, False) for one in features)


def compiled(chosen: Sequence[str], cache: Path, desk: Path, package: ModuleType) -> int:
    """Run commands in a process that compiles for that kind; its status."""
    name, features = target()
    env = os.environ | {
        "NUMBA_CACHE_DIR": str(cache),
        "NUMBA_CPU_NAME": name,
        "NUMBA_CPU_FEATURES": ",".join(f"+{one}" for one in features),
        "NUMBA_DISABLE_INTEL_SVML": "1",  # where it is, it is not everywhere
        "PYTHONPATH": os.pathsep.join([str(Path(package.__path__[0]).parents[1]), str(ROOT)]),
    }
    words = [sys.executable, "-P", "-m", "release.compiling", "--run", json.dumps(chosen)]
    return subprocess.run(words, cwd=desk, env=env, check=False).returncode


def run(chosen: Sequence[str]) -> int:
    """Run commands one after another in this process; those that fail are said, and the others run."""
    from unittest.mock import patch

    from standout.cli import main as standout

    failed = 0
    for typed in chosen:
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            try:
                with patch.object(sys, "argv", ["standout", *typed.split()]):
                    standout()
                status: Any = 0
            except SystemExit as left:
                status = left.code
        if status:
            print(f"standout {typed}: {status}: {output.getvalue()[-300:]}", file=sys.stderr)
        failed += bool(status)
    return min(failed, 1)


def ours(cache: Path) -> ModuleType:
    """The package of kernels, loaded so that they look into a cache."""
    import numba

    numba.config.CACHE_DIR = str(cache)
    from standout import kernels

    return kernels


def sources(package: ModuleType) -> str:
    """The mark of all its sources."""
    from standout.kernels import precompiled

    return precompiled.sources(Path(package.__path__[0]))


def is_there(package: ModuleType, chosen: Sequence[str]) -> bool:
    """Whether what all these commands need was made before, and can be used."""
    from standout.kernels import precompiled

    found = precompiled.fitting(Path(package.__path__[0], precompiled.FOLDER))
    return found is not None and set(chosen) <= set(found.commands)


def gathered(package: ModuleType, folder: Path, features: Sequence[str], chosen: Sequence[str]) -> None:
    """What numba kept of a package, without listings of sources, and an index of it."""
    from standout.kernels import precompiled

    folder.mkdir()
    entries: dict[str, dict[str, tuple[str, str]]] = {}
    (place,) = package.__path__
    for kernel in precompiled.kernels(package.__name__, place):
        if found := _entries(kernel._cache, folder):
            entries[kernel._cache._impl.filename_base] = found
    made = precompiled.made_with(Path(place))
    index = {"made": made, "features": features, "commands": chosen, "entries": entries}
    (folder / precompiled.INDEX).write_text(json.dumps(index, indent=1, sort_keys=True), encoding="utf-8")
    size = sum(file.stat().st_size for file in folder.iterdir())
    print(f"{sum(map(len, entries.values()))} compiled kernels, {size / 1e6:.1f} MB, for {target()[0]}")


def _entries(cache: Any, folder: Path) -> dict[str, tuple[str, str]]:
    """Of one kernel, by what it is called with: a file in the folder and its SHA-256."""
    from numba.core.serialize import dumps

    from standout.kernels.precompiled import called_with

    found = {}
    stored = cache._cache_file
    for (sig, _, codes), name in stored._load_index().items():
        content = dumps(_without_paths(stored._load_data(name)))
        (folder / name).write_bytes(content)
        found[called_with(sig, codes)] = (name, hashlib.sha256(content).hexdigest())
    return found


def _without_paths(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """A compiled kernel without the listing of its source, which names the file on the machine that compiled it."""
    listing = 6
    return (*parts[:listing], "", *parts[listing + 1 :]) if isinstance(parts[listing], str) else parts


def replace(made: Path, folder: Path) -> None:
    """Put a folder where another was: who reads meanwhile finds the old or the new one, or compiles."""
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".compiled-") as scratch:
        shutil.copytree(made, Path(scratch, "new"))
        if folder.exists():
            folder.rename(Path(scratch, "old"))
        Path(scratch, "new").rename(folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
