"""Python's hashes, drawn anew for every process, change nothing in any result."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

RUN = """
import hashlib, json, sys
from pathlib import Path
from tests.cli.running import standout

folder, data = Path(sys.argv[1]), sys.argv[2]
folder.mkdir()
quick = ("--draws", "1", "--targets", "40")
told = {}
for name, words in {
    "audit": ("audit", data, *quick, "--out", "audit", "--json"),
    "publish": ("publish", data, "--date", "2026-01-02", "--out", "bulletin.json", "--json"),
    "protect": ("protect", data, "--with", "trim:keep=9,which=random", "--with", "perturb", "--out", "less.csv"),
    "personas": ("personas", "../profiles.csv", "--support", "0.05", "--out", "personas.json", "--json"),
}.items():
    done = standout(*words, folder=folder)
    assert done.status == 0, done.errors
    told[name] = json.loads(done.output) if "--json" in words else done.output
audit = {key: told["audit"][key] for key in ("findings", "sparsity", "theory")}
written = [folder / name for name in ("bulletin.json", "less.csv", "personas.json")]
files = [hashlib.sha256(file.read_bytes()).hexdigest() for file in written]
print(json.dumps([audit, told["publish"], told["personas"], files]))
"""


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
    found = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", RUN, str(tmp_path / f"hashes-{seed}"), str(tmp_path / "seen.csv")],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3_000:]
        found.append(json.loads(done.stdout))
    assert found[0] == found[1]
    assert len(found[0][0]["findings"]) > 1
