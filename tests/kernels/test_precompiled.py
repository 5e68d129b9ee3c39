"""Kernels that come compiled: used where all agrees, with the same answers; else compiled as ever, without a word."""

from __future__ import annotations

import importlib
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import llvmlite
import numba
import pytest
from llvmlite import binding

from release.compiling import can, gathered, replace, target
from standout.kernels.precompiled import FOLDER, INDEX, SWITCH, Cache, fitting, in_folder, kernels, sources, use_shipped

NAME = "kernels_that_come_compiled"
START = "from standout.kernels.precompiled import use_shipped\nuse_shipped(__name__, __path__)\n"
PARTS = "import numba\n\n@numba.njit(cache=True)\ndef half(number):\n    return number / 2\n"
LOOPS = f"""
import numba
from {NAME}.parts import half

@numba.njit(cache=True)
def total(numbers):
    found = 0.0
    for number in numbers:
        found += half(number) * number
    return found
"""
CALL = f"""
import numpy as np
from {NAME}.loops import half, total
print(total(np.linspace(0.1, 3, 1001)).hex(), *(sum(one.stats.cache_misses.values()) for one in (half, total)))
"""
pytestmark = pytest.mark.skipif(not can(target()[1]), reason="this processor could not run what it would make")


def called(below: Path, cache: Path, **more: str) -> list[str]:
    """What a fresh process says that calls a kernel: the answer, and how many functions it compiled."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_") and name != SWITCH}
    env |= {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(below), **more}
    done = subprocess.run([sys.executable, "-c", CALL], env=env, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package of two kernels, and what was compiled of it."""
    below = tmp_path_factory.mktemp("made")
    package = below / NAME
    package.mkdir()
    for file, text in {"__init__.py": START, "parts.py": PARTS, "loops.py": LOOPS}.items():
        (package / file).write_text(text, encoding="utf-8")
    name, features = target()
    called(below, below / "cache", NUMBA_CPU_NAME=name, NUMBA_CPU_FEATURES=",".join(f"+{one}" for one in features))
    for known in [known for known in sys.modules if known.partition(".")[0] == NAME]:
        del sys.modules[known]  # of an earlier folder: workers take tests of a file in several turns
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(str(below))
        patched.setattr(numba.config, "CACHE_DIR", str(below / "cache"))
        gathered(importlib.import_module(NAME), below / FOLDER, features, [])
    replace(below / FOLDER, package / FOLDER)
    shutil.rmtree(below / "cache")
    shutil.rmtree(package / "__pycache__", ignore_errors=True)
    return below


@pytest.fixture(scope="module")
def answer(made: Path, tmp_path_factory: pytest.TempPathFactory) -> float:
    """What the kernels answer as they were made."""
    return float.fromhex(called(made, tmp_path_factory.mktemp("answer"))[0])


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    """The folder of compiled kernels of a package of one's own, to be spoilt."""
    shutil.copytree(made / NAME, tmp_path / NAME)
    return tmp_path / NAME / FOLDER


def test_they_are_used_with_an_empty_cache_and_answer_alike(made: Path, tmp_path: Path) -> None:
    used = called(made, tmp_path / "used")
    fresh = called(made, tmp_path / "fresh", **{SWITCH: "0"})
    assert used == [fresh[0], "0", "0"]
    assert fresh[1:] == ["1", "1"]
    assert list((tmp_path / "used").rglob("*.nbc")) == [], "and nothing of them is copied"


@pytest.mark.parametrize("damage", ["changed", "cut", "gone"])
def test_a_damaged_one_is_compiled_instead(damage: str, answer: float, copy: Path, tmp_path: Path) -> None:
    for file in copy.glob("loops.total*.nbc"):
        content = file.read_bytes()
        middle = len(content) // 2
        if damage == "gone":
            file.unlink()
        elif damage == "cut":
            file.write_bytes(content[:middle])
        else:
            file.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
    said, _, compiled = called(copy.parents[1], tmp_path / "cache")
    assert compiled == "1"
    assert float.fromhex(said) == pytest.approx(answer, rel=1e-12)


def test_a_folder_that_fits_is_taken(copy: Path) -> None:
    found = fitting(copy)
    assert found is not None
    assert {name.partition("-")[0] for name in found.entries} == {"loops.total", "parts.half"}
    assert not [file for file in copy.iterdir() if str(copy.parents[1]).encode() in file.read_bytes()]


@pytest.mark.parametrize("file", ["parts.py", "loops.py", "__init__.py", "another.py"])
def test_another_source_is_another_kernel(file: str, copy: Path) -> None:
    with (copy.parent / file).open("a", encoding="utf-8") as source:
        source.write("# changed\n")
    assert fitting(copy) is None


@pytest.mark.parametrize("module", [numba, llvmlite])
def test_another_version_is_not_trusted(module: object, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "__version__", "0.1")
    assert fitting(copy) is None


@pytest.mark.parametrize(
    ("name", "value"), [("OPT", 0), ("BOUNDSCHECK", 1), ("CPU_NAME", "generic"), ("CPU_FEATURES", "")]
)
def test_who_sets_how_code_is_made_gets_that(
    name: str, value: object, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba.config, name, value)
    assert fitting(copy) is None


def test_another_python_is_not_trusted(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "abiflags", "another", raising=False)
    assert fitting(copy) is None


@pytest.mark.skipif(platform.machine().lower() not in ("x86_64", "amd64"), reason="nothing is asked of processors here")
@pytest.mark.parametrize("lacks", target()[1])
def test_a_processor_has_to_be_able_to_run_them(lacks: str, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    able = binding.get_host_cpu_features()
    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: {**able, lacks: False})
    assert fitting(copy) is None


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"made": {}}', '{"made": [], "features": 1, "entries": {}}'])
def test_an_index_that_is_none_is_none(text: str, copy: Path) -> None:
    (copy / INDEX).write_text(text, encoding="utf-8")
    assert in_folder(copy) is None
    assert fitting(copy) is None


def test_an_index_whose_entries_are_none_is_of_no_use(copy: Path, tmp_path: Path) -> None:
    index = json.loads((copy / INDEX).read_text(encoding="utf-8"))
    index["entries"] = {name: dict.fromkeys(found, 7) for name, found in index["entries"].items()}
    (copy / INDEX).write_text(json.dumps(index), encoding="utf-8")
    assert called(copy.parents[1], tmp_path / "cache")[1:] == ["1", "1"]


@pytest.mark.usefixtures("made")
def test_whoever_says_so_has_everything_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    package = importlib.import_module(NAME)
    monkeypatch.setenv(SWITCH, "0")
    use_shipped(NAME, package.__path__)
    assert not any(isinstance(one._cache, Cache) for one in kernels(NAME, package.__path__[0]))
    monkeypatch.delenv(SWITCH)
    use_shipped(NAME, package.__path__)
    assert all(isinstance(one._cache, Cache) for one in kernels(NAME, package.__path__[0]))


def test_all_sources_decide_by_name_and_content(tmp_path: Path) -> None:
    seen = {sources(tmp_path)}
    for name, text in (("a.py", "x"), ("b.py", ""), ("a.py", ""), ("b.py", "x")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        seen.add(sources(tmp_path))
    assert len(seen) == 5
