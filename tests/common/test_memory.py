"""A memory limit is kept: pages of mapped files are given back, and nothing but time is lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from standout.common.memory import can_watch, database_limit, keeping_to, parse_memory
from standout.data.model import Scale, Source
from standout.data.prepared import Entries, write_prepared
from standout.data.vocabulary import numbered
from standout.errors import BadInput

needs_watching = pytest.mark.skipif(not can_watch(), reason="this system does not tell how much memory is held")


@needs_watching
@pytest.mark.parametrize(
    ("text", "size"),
    [("1GB", 1 << 30), ("1.5 gb", 3 << 29), ("800M", 800 << 20), ("2g", 2 << 30), (" 1024MiB ", 1 << 30), (None, None)],
)
def test_sizes_are_read_as_people_write_them(text: str | None, size: int | None) -> None:
    assert parse_memory(text) == size


@pytest.mark.parametrize("text", ["", "much", "1.5.5GB", "-1GB", "1PB", "GB"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"memory=.* must be a size such as 1GB"):
        parse_memory(text)


def test_too_little_is_refused() -> None:
    with pytest.raises(BadInput, match="at least 700MB"):
        parse_memory("500MB")


@needs_watching
def test_databases_get_a_part_of_the_limit_as_long_as_it_lasts() -> None:
    before = database_limit()
    with keeping_to(1 << 30):
        assert 0 < database_limit() < min(before, 1 << 30)
        with keeping_to(None):
            assert database_limit() < before
    assert database_limit() == before


ASKING = """
import atexit, runpy, sys
from pathlib import Path

def tell():
    lines = Path("/proc/self/status").read_text().splitlines()
    print(next(line for line in lines if line.startswith("VmHWM")), flush=True)

atexit.register(tell)
sys.argv = sys.argv[1:]
if sys.argv[0].endswith(".py"):
    runpy.run_path(sys.argv[0], run_name="__main__")
else:
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


def peak_of(*command: str) -> int:
    """The most memory that a process ever held, in bytes; asked of itself, since what the system counts for a child
    includes what its parent held."""
    done = subprocess.run([sys.executable, "-c", ASKING, *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2_000:]
    return int(done.stdout.split()[-2]) << 10


READING = """
import mmap, sys
from standout.common.memory import keeping_to, make_room, remember
with open(sys.argv[1], "rb") as file:
    mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
remember(mapped)
with keeping_to(int(sys.argv[2]) or None):
    for _ in range(2):
        pages = 0
        for begin in range(0, len(mapped), 1 << 24):
            pages += sum(mapped[place] for place in range(begin, min(begin + (1 << 24), len(mapped)), 4096))
            make_room()
        assert pages == len(mapped) // 4096 // 2
"""


@needs_watching
def test_a_mapped_file_larger_than_the_limit_is_read_within_it(tmp_path: Path) -> None:
    file, limit = tmp_path / "large", 200 << 20
    with file.open("wb") as stream:
        for _ in range(300):
            stream.write((b"\x01" + bytes(4095) + bytes(4096)) * 128)
    script = tmp_path / "reading.py"
    script.write_text(READING)
    free, kept = (peak_of(str(script), str(file), str(size)) for size in (0, limit))
    assert free > 300 << 20
    assert kept < limit


UNWATCHED = """
import runpy
from standout.common import memory
memory._EVERY = 1e6
runpy.run_module("standout", run_name="__main__", alter_sys=True)
"""
"""An audit whose watcher never looks: the limit must not depend on how soon a busy machine lets it."""

PEOPLE, EACH, AT_ONCE = 200_000, 200, 20_000


def entries() -> Iterator[Entries]:
    rng = np.random.default_rng(1)
    for begin in range(0, PEOPLE, AT_ONCE):
        who = np.repeat(np.arange(begin, begin + AT_ONCE), EACH)
        items = (np.arange(EACH) * 7 + rng.integers(0, 7, (AT_ONCE, EACH))).ravel()
        values, days = rng.integers(0, 5, len(who)), np.zeros(len(who))  # one day: nothing older to link to
        yield Entries(who, items, values.astype(np.uint8), days.astype(np.uint16))


@needs_watching
@pytest.mark.slow
def test_an_audit_of_data_larger_than_memory_keeps_to_the_limit_and_finds_the_same(tmp_path: Path) -> None:
    scale = Scale("numbers", ("1", "2", "3", "4", "5"), (1.0, 2.0, 3.0, 4.0, 5.0))
    write_prepared(
        tmp_path / "data",
        entries(),
        vocabulary=numbered(PEOPLE, EACH * 7),
        scale=scale,
        first_day=0,
        source=Source((), ""),
    )
    asking = ("--attack", "scoreboard-rh", "--adversary", "acquaintance", "--targets", "300", "--draws", "1")
    command = ("standout", "audit", str(tmp_path / "data"), *asking, "--out")
    free = peak_of(*command, str(tmp_path / "free"))
    alone = tmp_path / "unwatched.py"
    alone.write_text(UNWATCHED)
    kept = peak_of(str(alone), *command[1:], str(tmp_path / "kept"), "--memory", "700MB")
    assert free > 750 << 20, "the data is too small to show anything"
    assert kept < 700 << 20
    found = [(tmp_path / name / "findings.json").read_text() for name in ("free", "kept")]
    assert found[0] == found[1]
