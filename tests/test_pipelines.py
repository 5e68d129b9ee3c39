"""What pipelines run of ours: the steps of the GitHub Action and of the pre-commit hook, with the real command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_audit import write_ratings
from tests.cli.test_gate import LIMITS, QUICK

yaml = pytest.importorskip("yaml", reason="PyYAML reads action.yml; it is in the extra 'dev'")
ROOT = Path(__file__).resolve().parents[1]


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


ACTION = read("action.yml")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A repository with data and policies, and a `standout` on the path, as a runner has it."""
    write_ratings(tmp_path / "ratings.csv")
    (tmp_path / "kept.toml").write_text(LIMITS.format(found=1.0), encoding="utf-8")
    (tmp_path / "broken policy.toml").write_text(LIMITS.format(found=0.01), encoding="utf-8")
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    for name, called in (("standout", f'exec "{sys.executable}" -m standout "$@"'), ("python", 'echo "$@" > pip.txt')):
        (bin_folder / name).write_text(f"#!/bin/sh\n{called}\n", encoding="utf-8")
        (bin_folder / name).chmod(0o755)
    return tmp_path


def environment(place: Path) -> dict[str, str]:
    return os.environ | {
        "PATH": f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_OUTPUT": str(place / "output"),
        "GITHUB_STEP_SUMMARY": str(place / "summary"),
        "GITHUB_ACTION_PATH": str(ROOT),
    }


def given(value: str, inputs: dict[str, str]) -> str:
    """An expression of the action with inputs in their places."""
    for name, text in inputs.items():
        value = value.replace(f"${{{{ inputs.{name} }}}}", text)
    assert "${{" not in value
    return value


def run(place: Path, number: int, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run one step as a runner does: bash that ends at the first error."""
    step = ACTION["runs"]["steps"][number]
    every = {name: str(about.get("default", "")) for name, about in ACTION["inputs"].items()} | inputs
    env = environment(place) | {name: given(value, every) for name, value in step.get("env", {}).items()}
    assert step["shell"] == "bash"
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    return subprocess.run(shell, cwd=place, env=env, capture_output=True, text=True, check=False)


def test_inputs_reach_the_shell_through_the_environment_alone() -> None:
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"], "what is typed into an input must never be read as a script"
    used = " ".join(
        value for step in ACTION["runs"]["steps"] for value in (*step.get("env", {}).values(), step.get("if", ""))
    )
    assert all(f"inputs.{name}" in used for name in ACTION["inputs"])


def test_the_first_step_installs_what_is_beside_it(place: Path) -> None:
    assert run(place, 0).returncode == 0
    assert (place / "pip.txt").read_text(encoding="utf-8").split() == ["-m", "pip", "install", "--quiet", str(ROOT)]


@pytest.mark.parametrize(("policy", "status", "verdict"), [("kept.toml", 0, "pass"), ("broken policy.toml", 3, "fail")])
def test_the_action_decides_and_says_so(place: Path, policy: str, status: int, verdict: str) -> None:
    done = run(place, 1, data="ratings.csv", policy=policy, options="\n".join((*QUICK, "--seed", "2")))
    assert done.returncode == status, done.stderr
    assert (place / "output").read_text(encoding="utf-8") == f"verdict={verdict}\n"
    assert f"### Standout gate: {verdict}" in (place / "summary").read_text(encoding="utf-8")
    assert (place / "standout-gate" / "gate.xml").is_file()
    assert '"seed": 2' in (place / "standout-gate" / "gate.json").read_text(encoding="utf-8")


def test_the_action_takes_a_release_a_baseline_and_nothing_for_a_script(place: Path) -> None:
    (place / "release.csv").write_bytes((place / "ratings.csv").read_bytes())
    done = run(
        place, 1, data="ratings.csv", policy="$(touch hacked).toml", released="release.csv", baseline="none.json"
    )
    assert done.returncode == 2
    assert "$(touch hacked).toml: no such file" in done.stderr
    assert not (place / "hacked").exists()
    done = run(place, 1, data="ratings.csv", policy="kept.toml", released="release.csv", options="\n".join(QUICK))
    assert done.returncode == 0, done.stderr


def test_the_hook_runs_the_command_with_its_arguments(place: Path) -> None:
    (hook,) = read(".pre-commit-hooks.yaml")
    assert (hook["language"], hook["pass_filenames"]) == ("python", False)
    for policy, status in (("kept.toml", 0), ("broken policy.toml", 3)):
        words = [*hook["entry"].split(), "ratings.csv", "--policy", policy, *QUICK]
        done = subprocess.run(words, cwd=place, env=environment(place), capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
