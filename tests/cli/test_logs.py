"""`--verbose` and `--log`: steps, sizes, times and seeds; never ids, titles or what cells hold."""

from __future__ import annotations

import logging
import random
import stat
from pathlib import Path

import pytest

from standout.cli.commands import COMMANDS, Commands
from tests.cli.running import standout

PEOPLE = [f"zqperson{number}x" for number in range(40)]
ITEMS = [f"zqitem{number}x" for number in range(50)]
TITLES = [f"Zqtitle {number}x" for number in range(50)]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data whose ids and titles are found again wherever they appear."""
    file, dice = tmp_path_factory.mktemp("logs") / "mine.csv", random.Random(1)
    rows = [
        f"{person},{ITEMS[item]},{TITLES[item]},{dice.randint(1, 5)},2024-03-{dice.randint(10, 28)}\n"
        for person in PEOPLE
        for item in dice.sample(range(50), 12)
    ]
    file.write_text("user,item,title,value,time\n" + "".join(rows), encoding="utf-8")
    return file


RUNS = {
    "audit": ("audit", "mine.csv", "--targets", "20", "--draws", "1", "--attack", "tf-idf", "--adversary", "mentions"),
    "link": ("link", "mine.csv", "mine.csv"),
    "protect": ("protect", "mine.csv", "--with", "trim:keep=5"),
    "prepare": ("prepare", "mine.csv"),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_log_tells_steps_and_sizes_and_nothing_of_people(data: Path, tmp_path: Path, name: str) -> None:
    log = tmp_path / "run.log"
    words = [str(data) if word == "mine.csv" else word for word in RUNS[name]]
    out = str(tmp_path / ("out.csv" if name == "protect" else "out"))
    done = standout(*words, "--out", out, "--log", str(log), "--verbose", folder=tmp_path)
    assert done.status == 0, done.errors
    told = log.read_text(encoding="utf-8")
    assert told.startswith("log of standout ")
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    for word in ("numpy", "read 40 people, 50 items, 480 interactions", f"{name} done in", f"standout.cli: {name}:"):
        assert word in told
        assert word in done.errors
    if name == "protect":
        assert f"standout.files: wrote out.csv ({(tmp_path / 'out.csv').stat().st_size:,} bytes)" in told
    if name != "prepare":
        assert "seed=1" in told
    assert "zq" not in told.lower(), "an id or a title is in the log"
    assert not logging.getLogger("standout").handlers


def test_a_refusal_is_logged_by_its_kind_alone(tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("user,item,value\nzqperson,zqitem,zqvalue\nzqperson,other,3\n", encoding="utf-8")
    done = standout("audit", "bad.csv", "--log", "run.log", folder=tmp_path)
    assert done.status == 2
    told = (tmp_path / "run.log").read_text(encoding="utf-8")
    assert "audit ended by BadInput after" in told
    assert "zq" not in told


def test_ids_that_are_typed_are_not_logged(data: Path, tmp_path: Path) -> None:
    words = ("check", str(data), "--person", PEOPLE[0], "--bulletin", "nowhere.json", "--log", "run.log")
    assert standout(*words, folder=tmp_path).status == 2
    told = (tmp_path / "run.log").read_text(encoding="utf-8")
    assert "person" in told
    assert "zq" not in told


def test_a_log_replaces_an_earlier_log_and_nothing_else(data: Path, tmp_path: Path) -> None:
    quick = ("prepare", str(data), "--out", "out", "--log")
    foreign = tmp_path / "notes.txt"
    foreign.write_text("mine", encoding="utf-8")
    before = data.read_bytes()
    for place, says in (
        ("notes.txt", "is no earlier result"), (str(data), "is what the command reads"), ("out", "another result"),
        ("nowhere/run.log", "no such folder"),
    ):  # fmt: skip
        done = standout(*quick, place, folder=tmp_path)
        assert done.status == 2
        assert says in done.errors
    assert foreign.read_text(encoding="utf-8") == "mine"
    assert data.read_bytes() == before
    for _ in range(2):
        assert standout(*quick, "run.log", folder=tmp_path).status == 0


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "help"])
def test_every_command_logs(name: str) -> None:
    options = {option for parameter in Commands()[name].params for option in parameter.opts}
    assert {"--verbose", "--log"} <= options
