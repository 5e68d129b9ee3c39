"""Who draws fresh randomness is found, whatever it is drawn from; who does not, is left in peace."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

DRAWING = {
    "secrets": "import secrets; secrets.randbits(8)",
    "uuid": "import uuid; uuid.uuid4()",
    "unseeded": "import random; random.Random().random()",
    "shared": "import random; random.random()",
    "numpy": "import numpy; numpy.random.default_rng().random()",
    "numpy_shared": "import numpy; numpy.random.random()",
    "another_process": "import os, sys\nos.spawnl(os.P_WAIT, sys.executable, 'x', '-c', 'import os; os.urandom(1)')",
}
QUIET = {
    "seeded": "import random; random.Random(1).random()",
    "numpy_seeded": "import numpy; numpy.random.default_rng(1).random()",
    "temporary": "import tempfile; tempfile.mkstemp()",
    "nothing": "pass",
}
OPENDP = """
import opendp.prelude as dp
dp.enable_features("contrib")
space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
dp.m.make_laplace(*space, scale=1.0)(5)
"""


def found_by(folder: Path, bodies: dict[str, str]) -> dict[str, set[str]]:
    """The kinds that each test of a file with these bodies is said to draw from."""
    lines = (
        f"def test_{name}():\n" + "\n".join(f"    {line}" for line in body.splitlines())
        for name, body in bodies.items()
    )
    (folder / "test_it.py").write_text("\n\n".join(["import random, numpy.random", *lines]))
    log = folder / "fresh.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tests.fresh", "-p", "no:cacheprovider",
         "-c", os.devnull, "--rootdir", str(folder), str(folder / "test_it.py")],
        cwd=ROOT, env=os.environ | {"STANDOUT_FRESH": str(log)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, set[str]] = {}
    for line in log.read_text().splitlines() if log.exists() else []:
        one = json.loads(line)
        if "::test_" in one["test"]:
            found.setdefault(one["test"].split("::test_")[1], set()).add(one["kind"])
    return found


def test_all_who_draw_are_found_and_nobody_else(tmp_path: Path) -> None:
    found = found_by(tmp_path, DRAWING | QUIET)
    assert set(found) == set(DRAWING)
    assert "system" in found["secrets"] & found["uuid"] & found["numpy"] & found["another_process"]
    assert "unseeded generator" in found["unseeded"]
    assert "Python's shared generator" in found["shared"]
    assert "NumPy's shared generator" in found["numpy_shared"]


@pytest.mark.slow
def test_noise_of_opendp_is_found(tmp_path: Path) -> None:
    pytest.importorskip("opendp", reason="noise is tested with opendp (pip install 'standout[dp]')")
    assert "opendp" in found_by(tmp_path, {"noise": OPENDP})["noise"]
