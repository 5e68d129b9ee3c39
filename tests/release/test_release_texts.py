"""Containerfile, conda recipe and changelog: what they say is checked, and what is wrong with them is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from release import changelog, container, recipe
from release.building import ROOT, version
from release.containerfile import FILE, problems, read, stages

TEXT = FILE.read_text(encoding="utf-8")
LAST = 'ENTRYPOINT ["standout"]'


def test_our_containerfile_may_be_built() -> None:
    assert problems(TEXT) == []
    steps = read(TEXT)
    assert stages(steps) == ["built", None]
    assert [step.said for step in steps if step.word == "USER"] == ["10001:10001"]


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ("USER 10001:10001", "", "runs as root"),
        ("USER 10001:10001", "USER root", "runs as root"),
        ("USER 10001:10001", "USER 0:0", "runs as root"),
        (LAST, "ENTRYPOINT standout", "not a list of words"),
        (LAST, "", "has no ENTRYPOINT"),
        (LAST, LAST + "\nRUN true", "made after USER"),
        (LAST, LAST + "\nEXPOSE 80", "EXPOSE is not among"),
        ("python:3.13-slim AS", "python:latest AS", "not python:VERSION-slim"),
        ("python:3.13-slim AS", "python:3.9-slim AS", "Python 3.9 is not supported"),
        ("COPY src src", "COPY . .", ". is not a file or folder of the project"),
        ("COPY src src", "COPY ../else src", "../else is not a file"),
        ("COPY src src", "COPY sources src", "sources is not a file"),
        ("COPY src src", "ADD src src", "ADD is not among"),
        ("--from=built", "--from=build", "no earlier stage"),
        ("--require-hashes ", "", "say --require-hashes or --no-index"),
        ("--no-cache-dir ", "", "say --no-cache-dir"),
        ("mkdir -p /var", "pip install --no-index x && mkdir -p /var", "in the last stage"),
        ("mkdir -p /var", "apt-get update && mkdir -p /var", "other means than pip"),
        ("HOME=/tmp", "HOME=/tmp API_TOKEN=x", "names a secret"),
        ("WORKDIR /out", "WORKDIR out", "not a whole path"),
    ],
)
def test_what_is_wrong_with_a_containerfile_is_found(was: str, now: str, says: str) -> None:
    assert was in TEXT
    assert says in " ".join(problems(TEXT.replace(was, now, 1)))


def test_nothing_else_reaches_a_builder() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    copied = {step.said.split()[0] for step in read(TEXT) if step.word == "COPY" and "--from" not in step.said}
    assert "*" in ignored
    assert {f"!{name.partition('/')[0]}" for name in copied} <= set(ignored)


def test_the_steps_are_run_again_as_soon_as_something_in_them_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(container, "TESTED", tmp_path / "tested")
    monkeypatch.setattr(container, "builder", lambda: None)
    assert container.main(["due"]) == 0
    container.TESTED.write_text(container.mark() + "\n", encoding="utf-8")
    assert container.main(["due"]) == 1
    monkeypatch.setattr(container, "DECIDING", container.DECIDING[1:])
    assert container.main(["due"]) == 0
    assert "release.container due" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


RECIPE = recipe.FILE.read_text(encoding="utf-8")


def test_our_recipe_asks_for_what_the_project_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STANDOUT_VERSION", raising=False)
    assert recipe.problems(recipe.plainly(RECIPE)) == []


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ("numpy >=2.2", "numpy >=2.0", "does not ask for numpy >=2.2"),
        ("    - rich >=15\n", "", "does not ask for rich >=15"),
        ("    - rich >=15\n", "    - rich >=15\n    - pandas\n", "asks for pandas"),
        ('"3.11"', '"3.12"', "does not ask for python >=3.11"),
        ("hatchling >=1.26", "hatchling", "is built without hatchling"),
        ("0.2.0.dev0", "0.1.0", "the version is 0.1.0"),
        ("standout.cli:main", "standout.cli:app", "other commands"),
        ("Apache-2.0", "MIT", "another licence"),
    ],
)
def test_what_a_recipe_says_otherwise_is_found(was: str, now: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STANDOUT_VERSION", raising=False)
    assert was in RECIPE
    assert says in " ".join(recipe.problems(recipe.plainly(RECIPE.replace(was, now))))


def test_rattler_build_renders_the_same() -> None:
    pytest.importorskip(
        "rattler_build", reason="rattler-build is in the extra 'release'; make release-check renders it"
    )
    assert recipe.problems(recipe.by_rattler(recipe.FILE)) == []


CHANGES = (
    "# Changes\n\n## Unreleased: 0.3.0\n\n- Something.\n\n## 0.2.0 (2026-11-18)\n\n- More.\n\n## 0.1.0\n\nNothing.\n"
)


@pytest.mark.parametrize(
    ("built", "says"),
    [
        ("0.3.0.dev0", None),
        ("0.2.0", None),
        ("0.3.0", "no section '## 0.3.0'"),
        ("0.2.0.dev0", "no section '## Unreleased: 0.2.0'"),
        ("0.1.0", "says nothing below '## 0.1.0'"),
    ],
)
def test_a_version_has_its_entry_in_the_changelog(built: str, says: str | None) -> None:
    found = changelog.problem(CHANGES, built)
    assert found is None if says is None else re.search(re.escape(says), found or "")


def test_ours_has_one() -> None:
    assert changelog.problem((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version()) is None
