"""Repeating the suite: another order each time, the same one again when asked for, and every failure counted."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from tests import conftest, repeat

ROOT = Path(__file__).resolve().parents[1]


def order(shuffle: str | None) -> list[str]:
    """The tests of two files, as pytest would run them."""
    without = {name: value for name, value in os.environ.items() if name != "STANDOUT_SHUFFLE"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "-n", "0",
         "tests/test_lowest.py", "tests/engines/spark/test_once.py"],
        env=without | ({} if shuffle is None else {"STANDOUT_SHUFFLE": shuffle}), cwd=ROOT,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [line for line in done.stdout.splitlines() if "::" in line]


def test_a_seed_gives_an_order_of_its_own_with_files_together() -> None:
    usual, one, again = (order(seed) for seed in (None, "1", "1"))
    assert one == again != usual
    assert sorted(usual) == sorted(one)
    files = [line.split("::")[0] for line in one]
    assert sum(first != second for first, second in pairwise(files)) == 1


def test_files_with_slow_tests_come_first_and_what_waits_for_the_cluster_last(monkeypatch: pytest.MonkeyPatch) -> None:
    def collected(file: str, slow: bool, *wants: str) -> Any:
        return Mock(path=Path(file), get_closest_marker=lambda name: slow and name == "slow", fixturenames=wants)

    quick, one, other = collected("a/quick.py", False), collected("b/one.py", False), collected("b/one.py", True)
    cluster, beside = collected("a/spark/asked.py", True, "found", "answered"), collected("a/spark/asked.py", False)
    items = [cluster, quick, beside, one, other]
    monkeypatch.delenv("STANDOUT_SHUFFLE", raising=False)
    conftest.put_in_order(items)
    assert items == [beside, one, other, quick, cluster]
    assert [item for item in items if item.add_marker.called] == [other, cluster]


def test_every_run_is_made_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A test that passes every second time."""
    (tmp_path / "test_it.py").write_text(
        "from pathlib import Path\n\ndef test_it():\n    told = Path(__file__).with_name('told')\n"
        "    told.write_text((told.read_text() if told.exists() else '') + '.')\n"
        "    assert len(told.read_text()) % 2\n"
    )
    words = (str(tmp_path), "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(tmp_path))
    assert repeat.repeat(3, words, random.Random(1)) == 2
    shown = capsys.readouterr().out
    assert (tmp_path / "told").read_text() == "..."
    assert shown.splitlines()[-1] == "2 of 3 passed"
    assert "FAILED" in shown
    assert shown.count("STANDOUT_SHUFFLE=") == shown.count("PYTHONHASHSEED=") == 3
    assert len({line.split("(")[-1] for line in shown.splitlines() if line.startswith("run ")}) == 3
