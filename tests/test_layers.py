"""A stage never imports a later one; kernels import nothing of ours; the command line starts lightly."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import standout

SOURCE = Path(standout.__file__).parent

ORDER = (
    ("errors", "common", "outputs"),
    ("results",),
    ("kernels",),
    ("sample",),
    ("data",),
    ("io",),
    ("knowledge",),
    ("attacks",),
    ("engines",),
    ("risk",),
    ("auditing",),
    ("inference",),
    ("protections",),
    ("verification",),
    ("profiles",),
    ("label",),
    ("advising",),
    ("testing",),
    ("report",),
    ("library",),
    ("reproductions",),
    ("cli", "__main__"),
)
PLACE = {name: place for place, names in enumerate(ORDER) for name in names}
FILES = sorted(SOURCE.rglob("*.py"))
HEAVY = ("numba", "duckdb", "pyarrow", "numpy", "scipy", "altair", "sklearn", "pandas", "jinja2", "vl_convert")


def stage(file: Path) -> str:
    return file.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(file: Path) -> Iterator[str]:
    """Every module that is imported anywhere in the file, by its full name."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are written in full"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def ours(file: Path) -> set[str]:
    """The stages of ours that a file imports."""
    found = {name.split(".")[1] for name in imports(file) if name.startswith("standout.")}
    return {name for name in found if name in PLACE or (SOURCE / name).exists() or (SOURCE / f"{name}.py").exists()}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_stage_never_imports_a_later_one(file: Path) -> None:
    here = stage(file)
    if here == "__init__":
        assert ours(file) <= {"library"}
        return
    assert here in PLACE, f"{here} has no place in the order of stages"
    later = [name for name in ours(file) if PLACE[name] > PLACE[here]]
    assert not later, f"{here} imports {later}"


@pytest.mark.parametrize("file", sorted((SOURCE / "kernels").glob("*.py")), ids=lambda file: file.name)
def test_kernels_import_nothing_of_ours(file: Path) -> None:
    assert ours(file) <= {"kernels"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_nothing_is_pickled(file: Path) -> None:
    assert not {name.split(".")[0] for name in imports(file)} & {
        "pickle",
        "cloudpickle",
        "dill",
        "joblib",
        "marshal",
        "shelve",
    }
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.keyword) and node.arg == "allow_pickle":
            assert isinstance(node.value, ast.Constant)
            assert node.value.value is False


@pytest.mark.parametrize("module", ["standout", "standout.cli"])
def test_starting_up_imports_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=SOURCE.parent)
    assert done.stdout.split() == []
