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
    ("_version", "errors", "common", "outputs"),
    ("results",),
    ("kernels",),
    ("sample",),
    ("data",),
    ("io",),
    ("matching",),
    ("mentioning",),
    ("knowledge",),
    ("attacks",),
    ("engines",),
    ("risk",),
    ("census",),
    ("auditing",),
    ("inference",),
    ("protections",),
    ("verification",),
    ("gating",),
    ("profiles",),
    ("label",),
    ("advising",),
    ("packing",),
    ("testing",),
    ("report",),
    ("reproductions",),
    ("library",),
    ("cli", "__main__"),
)
PLACE = {name: place for place, names in enumerate(ORDER) for name in names}
ALLOWED = {"data/dataset.py": {"engines"}}
"""A dataset names the kind of its engine, and gets that of this machine if none is given: the one look ahead."""
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
        return  # it exports by a table, and imports nothing when it is imported; see below
    assert here in PLACE, f"{here} has no place in the order of stages"
    allowed = ALLOWED.get(file.relative_to(SOURCE).as_posix(), set())
    later = [name for name in ours(file) - allowed if PLACE[name] > PLACE[here]]
    assert not later, f"{here} imports {later}"


CIRCLES = {
    ("standout.data.dataset", "standout.engines.local"): "a dataset without an engine gets that of this machine",
    ("standout.protections.disguise", "standout.protections"): "its option `first` is another protection, as text",
}
"""Imports inside functions that close a circle, each with its reason."""


def modules() -> dict[str, Path]:
    names = {file: ".".join(("standout", *file.relative_to(SOURCE).with_suffix("").parts)) for file in FILES}
    return {name.removesuffix(".__init__"): file for file, name in names.items()}


def edges(tree: ast.AST, known: dict[str, Path], inside: bool = False) -> Iterator[tuple[str, bool]]:
    """Which of our modules are imported when this runs, and whether inside a function; types alone do not count."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                module = f"{node.module}.{alias.name}"
                yield from ((name, inside) for name in (module if module in known else node.module,) if name in known)
        yield from edges(node, known, inside or isinstance(node, ast.FunctionDef))


def test_no_import_inside_a_function_hides_a_circle() -> None:
    known = modules()
    found = {name: set(edges(ast.parse(file.read_text(encoding="utf-8")), known)) for name, file in known.items()}

    def reached(start: str) -> set[str]:
        seen, left = {start}, [start]
        while left:
            new = {name for name, _ in found[left.pop()]} - seen
            seen |= new
            left += new
        return seen

    inside = {(name, other) for name, imported in found.items() for other, within in imported if within}
    assert {pair for pair in inside if pair[0] in reached(pair[1]) and pair[0] != pair[1]} == set(CIRCLES)


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


def test_the_package_imports_nothing_of_ours_before_it_is_asked_for() -> None:
    code = "import sys, standout; print(*sorted(name for name in sys.modules if name.startswith('standout.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=SOURCE.parent)
    assert done.stdout.split() == ["standout._version"]


@pytest.mark.parametrize("module", ["standout", "standout.cli"])
def test_starting_up_imports_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=SOURCE.parent)
    assert done.stdout.split() == []
