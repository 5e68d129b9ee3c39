"""Python's hashes, drawn anew for every process, change nothing in any result."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import standout

ROOT = Path(__file__).resolve().parents[1]

RUN = "import json, sys; from tests.test_hashes import told; print(json.dumps(told(*sys.argv[1:])))"


def told(place: str, data: str) -> list[Any]:
    """What commands say and write in a new folder, as JSON has it."""
    folder = Path(place)
    folder.mkdir()
    quick, said = ("--draws", "1", "--targets", "40"), dict[str, Any]()
    for name, words in {
        "audit": ("audit", data, *quick, "--out", "audit", "--json"),
        "publish": ("publish", data, "--date", "2026-01-02", "--out", "bulletin.json", "--json"),
        "protect": ("protect", data, "--with", "trim:keep=9,which=random", "--with", "perturb", "--out", "less.csv"),
        "personas": ("personas", "../profiles.csv", "--support", "0.05", "--out", "personas.json", "--json"),
    }.items():
        done = standout(*words, folder=folder)
        assert done.status == 0, done.errors
        said[name] = json.loads(done.output) if "--json" in words else done.output
    audit = {key: said["audit"][key] for key in ("findings", "sparsity", "theory")}
    written = [folder / name for name in ("bulletin.json", "less.csv", "personas.json")]
    files = [hashlib.sha256(file.read_bytes()).hexdigest() for file in written]
    return [audit, said["publish"], said["personas"], files]


@pytest.mark.slow
def test_results_are_the_same_whatever_the_hashes(tmp_path: Path) -> None:
    dice = [(person * 7 + item * item) % 11 for person in range(80) for item in range(40)]
    rows = [
        f"u{at // 40},i{at % 40},{1 + draw % 5},2020-01-{1 + draw:02}"
        for at, draw in enumerate(dice)
        if draw < 1 + at % 7
    ]
    (tmp_path / "seen.csv").write_text("\n".join(["user,item,rating,date", *rows]))
    people = [f"p{n},{'uk' if n % 3 else 'fr'},{'law' if n % 2 else 'art'},{20 + n % 4}" for n in range(60)]
    (tmp_path / "profiles.csv").write_text("\n".join(["person,country,job,age", *people]))
    here = told(str(tmp_path / "here"), str(tmp_path / "seen.csv"))
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(tmp_path / "there"), str(tmp_path / "seen.csv")],
        env=os.environ | {"PYTHONHASHSEED": other, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3_000:]
    there = json.loads(done.stdout)
    assert here == there
    assert len(here[0]["findings"]) > 1
