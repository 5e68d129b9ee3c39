"""A stage never imports a later one; kernels import nothing of ours; the command line starts lightly."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
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
HEAVY = ("numba", "duckdb", "pyarrow", "numpy", "scipy", "sklearn", "pandas", "jinja2", "vl_convert")


def stage(file: Path) -> str:
    return file.parts[len(SOURCE.parts)].removesuffix(".py")


@cache
def read(file: Path) -> tuple[list[str], list[ast.expr]]:
    """Every module that is imported anywhere in the file, by its full name; and what `allow_pickle` is set to in it."""
    names: list[str] = []
    pickled: list[ast.expr] = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are written in full"
            names += (node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.keyword) and node.arg == "allow_pickle":
            pickled.append(node.value)
    return names, pickled


def imports(file: Path) -> list[str]:
    return read(file)[0]


def ours(file: Path) -> set[str]:
    """The stages of ours that a file imports."""
    found = {name.split(".")[1] for name in imports(file) if name.startswith("standout.")}
    return {name for name in found if name in PLACE or (SOURCE / name).exists() or (SOURCE / f"{name}.py").exists()}


def test_every_file_has_a_place_in_the_order_of_stages() -> None:
    """But the package's own: it exports by a table, and imports nothing when it is imported; see below."""
    assert {stage(file) for file in FILES} == {*PLACE, "__init__"}


@pytest.mark.parametrize("here", PLACE)
def test_a_stage_never_imports_a_later_one(here: str) -> None:
    later = []
    for file in FILES:
        if stage(file) == here:
            allowed = ALLOWED.get(file.relative_to(SOURCE).as_posix(), set())
            later += [f"{file} imports {name}" for name in ours(file) - allowed if PLACE[name] > PLACE[here]]
    assert later == []


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

    @cache
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


PICKLERS = {"pickle", "cloudpickle", "dill", "joblib", "marshal", "shelve"}


@pytest.mark.parametrize("here", [*PLACE, "__init__"])
def test_nothing_is_pickled(here: str) -> None:
    for file in FILES:
        if stage(file) == here:
            assert not {name.split(".")[0] for name in imports(file)} & PICKLERS, file
            for value in read(file)[1]:
                assert isinstance(value, ast.Constant), file
                assert value.value is False, file


def test_the_package_imports_nothing_of_ours_before_it_is_asked_for() -> None:
    code = "import sys, standout; print(*sorted(name for name in sys.modules if name.startswith('standout.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=SOURCE.parent)
    assert done.stdout.split() == ["standout._version"]


@pytest.mark.parametrize("module", ["standout", "standout.cli"])
def test_starting_up_imports_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=SOURCE.parent)
    assert done.stdout.split() == []
