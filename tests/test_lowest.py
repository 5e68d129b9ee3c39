"""The lowest versions: made from what the project asks for, and tried again whenever that changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lowest import BUILDERS, CHECKERS, ROOT, builders, is_due, mark, pins

ASKED = """
[project]
requires-python = ">=3.11"
dependencies = ["numpy>=2.2", "Jinja2>=3.1.5"]
[project.optional-dependencies]
spark = ["pandas>=2.2.2,<3"]
all = ["standout[spark]"]
dev = ["standout[all]", "pandas>=2.2.2,<3", "ruff>=0.9", "mkdocstrings[python]>=1.0"]
release = ["twine>=6"]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    file = tmp_path / "pyproject.toml"
    file.write_text(ASKED)
    return file


def test_every_dependency_is_pinned_to_its_lower_bound(project: Path) -> None:
    assert pins(project) == {"numpy": "2.2", "jinja2": "3.1.5", "pandas": "2.2.2"}


@pytest.mark.parametrize(
    ("instead", "says"),
    [("numpy", "'numpy' has no lower bound"), ("numpy<3", "'numpy<3' has no"), ("pandas>=2.0", "2.0 and 2.2.2")],
)
def test_a_dependency_without_one_lower_bound_is_named(project: Path, instead: str, says: str) -> None:
    project.write_text(ASKED.replace("numpy>=2.2", instead))
    with pytest.raises(SystemExit, match=says):
        pins(project)


@pytest.mark.parametrize(
    ("was", "now"), [("numpy>=2.2", "numpy>=2.3"), ("<3", "<4"), ("ruff>=0.9", "polars>=1.20"), (">=3.11", ">=3.12")]
)
def test_they_are_due_whenever_dependencies_changed(project: Path, was: str, now: str) -> None:
    tested = project.with_name("lowest-tested")
    assert is_due(project, tested)
    tested.write_text(mark(project) + "\n")
    assert not is_due(project, tested)
    project.write_text(ASKED.replace(was, now))
    assert is_due(project, tested)


@pytest.mark.parametrize(("was", "now"), [("ruff>=0.9", "ruff>=1.0"), ("twine>=6", "twine>=7"), ("all = ", "every = ")])
def test_they_are_not_due_when_only_other_tools_or_names_of_extras_changed(project: Path, was: str, now: str) -> None:
    tested = project.with_name("lowest-tested")
    tested.write_text(mark(project) + "\n")
    assert was in ASKED
    project.write_text(ASKED.replace(was, now).replace("[all]", "[every]" if "every" in now else "[all]"))
    assert not is_due(project, tested)


def test_what_builds_pages_and_wheels_is_installed_as_it_is(project: Path) -> None:
    assert builders(project) == ["mkdocstrings[python]>=1.0"]


def test_ours_can_be_pinned_and_only_what_never_runs_is_left_out() -> None:
    found = pins()
    assert {"numpy", "duckdb", "typer", "opendp", "pyspark", "cryptography", "pytest"} <= set(found)
    assert not (CHECKERS | BUILDERS) & set(found)
    assert "tests.lowest tested || make test-lowest" in (ROOT / ".ci" / "run").read_text()
