"""What stands beside the code says the same as the code."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import standout

ROOT = Path(__file__).resolve().parents[1]


def test_the_citation_names_this_version() -> None:
    said = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.+)$", said, flags=re.MULTILINE) == [standout.__version__]


def test_hooks_run_what_is_installed_and_fetch_nothing() -> None:
    said = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"repo: (\S+)", said)) == {"local"}
    assert re.findall(r"entry: \.venv/bin/(\w+)", said) == ["ruff", "ruff", "mypy"]


def test_what_notebooks_need_is_an_extra_of_its_own() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert {"ipykernel", "nbclient", "pandas"} <= {re.split("[>=<]", one)[0] for one in extras["notebook"]}
    assert "pytest-cov" in {re.split("[>=<]", one)[0] for one in extras["dev"]}
