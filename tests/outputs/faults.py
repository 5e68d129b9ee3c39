"""Faults at every file-system call of a command, one after another: a kill, a full disk, a broken one, a forbidden one.

`python -m tests.outputs.faults COMMAND FOLDER SHARE` runs the command once undisturbed in a child of this process and
counts its calls; then, for each call (or every SHARE-th) and each fault, once with the fault and once again without.
The children are forked from a process that has everything imported, compiled and computed: a run takes an instant.
What is counted: every opening, listing, making, renaming, removing and changing of modes that Python tells its audit
hooks of, every write and every fsync. Calls of native code are injected by strace; see `test_faults.py`.

Three things must hold each time. The inputs are as they were, byte for byte. The results are those of before or
those of now (or absent), never some of each. The command, run again, gives what it gives undisturbed, and leaves
nothing else.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import json
import os
import re
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from typer.main import get_command

FAULTS = ("kill", "ENOSPC", "EIO", "EACCES")
EVENTS = (
    "open",
    "os.rename",
    "os.remove",
    "os.mkdir",
    "os.rmdir",
    "os.scandir",
    "os.listdir",
    "os.chmod",
    "os.truncate",
)
HANGS_AFTER = 600

State = dict[str, str]
"""Names of files with what is in them, as digests; folders without."""


@dataclass(frozen=True)
class Scenario:
    """A command on small data: the words of an earlier run, whose results are there, and of the run with faults."""

    before: tuple[str, ...]
    words: tuple[str, ...]
    results: tuple[str, ...]
    """The files or folders that it writes, below the folder it runs in."""


_AUDIT = ("audit", "in/data.csv", "--out", "out", "--attack", "tf-idf", "--adversary", "two-and-a-date",
          "--targets", "20", "--draws", "1", "--threads", "1")  # fmt: skip
_COMPARE = ("compare", "in/data.csv", "--out", "out", "--with", "trim:keep=3", "--attack", "tf-idf", "--adversary",
            "two-and-a-date", "--targets", "20", "--threads", "1")  # fmt: skip
_PUBLISH = ("publish", "in/data.csv", "--out", "b.json", "--page", "p.html", "--date", "2026-01-01", "--threads", "1")
_SAMPLE = ("sample", "--out", "s", "--people", "60", "--items", "40", "--interactions", "700")

SCENARIOS = {
    "prepare": Scenario(
        ("prepare", "in/other.csv", "--out", "p"),
        ("prepare", "in/data.csv", "--titles", "in/t.csv", "--out", "p"),
        ("p",),
    ),
    "audit": Scenario(
        (*_AUDIT, "--seed", "2"), _AUDIT,
        ("out/report.html", "out/findings.json", "out/people.parquet", "out/run.json"),
    ),
    "publish": Scenario((*_PUBLISH, "--min-holders", "9"), _PUBLISH, ("b.json", "p.html")),
    "protect": Scenario((), ("protect", "in/sample", "--with", "trim:keep=5", "--out", "safe"), ("safe",)),
    "compare": Scenario((*_COMPARE, "--seed", "2"), _COMPARE, ("out/compare.html", "out/compare.json", "out/run.json")),
    "sample": Scenario((*_SAMPLE, "--seed", "2"), _SAMPLE, ("s",)),
}  # fmt: skip


def make_inputs(folder: Path) -> None:
    """Small data: tables, and a sample's folder."""
    from standout.sample.invention import SampleSettings, draw_sample

    folder.mkdir()
    for name, seed in (("data.csv", 3), ("other.csv", 4)):
        draws = ((person, (person * step * seed) % 31, 1 + step % 5) for person in range(60) for step in range(1, 9))
        rows = sorted({(person, item): value for person, item, value in draws}.items())
        lines = [f"{person},{item},{value},{1_000_000_000 + 86_400 * item}" for (person, item), value in rows]
        (folder / name).write_text("user,item,rating,timestamp\n" + "\n".join(lines) + "\n")
    (folder / "t.csv").write_text("item,title\n" + "".join(f"{item},Title {item}\n" for item in range(31)))
    draw_sample(folder / "sample", SampleSettings(60, 40, 700, 1))


def state_of(folder: Path) -> State:
    """Everything below a folder; links as such."""
    found: State = {}
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            one = Path(place) / name
            told = str(one.relative_to(folder))
            if one.is_symlink():
                found[told] = f"link to {one.readlink()}"
            else:
                found[told] = hashlib.sha256(one.read_bytes()).hexdigest() if one.is_file() else "folder"
    return found


class Faults:
    """Counts the file-system calls of this process below a folder, and lets one of them fail."""

    def __init__(self, folder: Path, at: int, fault: str) -> None:
        self.folder, self.at, self.fault, self.calls, self.told = str(folder), at, fault, 0, ""

    def install(self) -> None:
        sys.addaudithook(self.hook)
        fdopen = os.fdopen

        def counted_fsync(_: int) -> None:
            self.count("fsync")  # and not waited for: what is written survives a kill without

        def counted_fdopen(descriptor: int, mode: str = "r", *rest: Any, **others: Any) -> Any:
            if mode != "wb":
                return fdopen(descriptor, mode, *rest, **others)
            return io.BufferedWriter(Counted(descriptor, self))

        os.fsync, os.fdopen = counted_fsync, counted_fdopen  # type: ignore[assignment]

    def hook(self, event: str, given: tuple[Any, ...]) -> None:
        if event in EVENTS and given and isinstance(given[0], str | bytes | os.PathLike):
            place = os.fsdecode(given[0])
            if not place.startswith("/") or place.startswith(self.folder):
                self.count(f"{event} {place}")

    def count(self, what: str, half: Callable[[], object] = lambda: None) -> None:
        self.calls += 1
        if self.calls == self.at:
            self.told = what
            half()
            if self.fault == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            number = getattr(errno, self.fault)
            raise OSError(number, os.strerror(number))


class Counted(io.FileIO):
    """A file for writing whose writes are counted; the one that fails has written half."""

    def __init__(self, descriptor: int, faults: Faults) -> None:
        super().__init__(descriptor, "wb")
        self.faults = faults

    def write(self, content: Any) -> int:
        self.faults.count("write", lambda: super(Counted, self).write(memoryview(content)[: len(content) // 2]))
        return super().write(content)


def child(folder: Path, words: tuple[str, ...], at: int, fault: str) -> tuple[int, int, str]:
    """Run the command in a child of this process; its exit status (negative: killed by), calls, and what it said."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        said, calls, status, what = io.StringIO(), 0, 70, ""
        with contextlib.suppress(BaseException):
            signal.alarm(HANGS_AFTER)
            status, calls, what = _run(folder, words, at, fault, said)
        os.write(writing, json.dumps([status, calls, f"{what}: {said.getvalue()}"[-3000:]]).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        told = stream.read()
    _, ended = os.waitpid(pid, 0)
    if told:
        status, calls, words_said = json.loads(told)
        return int(status), int(calls), str(words_said)
    return -os.WTERMSIG(ended), 0, ""


def _run(folder: Path, words: tuple[str, ...], at: int, fault: str, said: io.StringIO) -> tuple[int, int, str]:
    from standout.cli import main

    os.chdir(folder)
    sys.argv = ["standout", *words]
    faults = Faults(folder, at, fault)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        faults.install()
        try:
            main()
            status = 0
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else 0
        except BaseException:
            traceback.print_exc()
            status = 1
    at_end, faults.at = faults.calls, 0
    return status, at_end, faults.told


def warm(folder: Path, scenario: Scenario) -> None:
    """Import and compile whatever the command needs, in this process; what is secret is made the same each time.

    Pages are not drawn but stand for what they are of: drawing takes seconds, and threads that no fork survives.
    """
    import pyarrow

    import standout.auditing.checkpoint
    from standout import cli
    from standout.library import audit, compare, runs
    from standout.report.audit import html
    from standout.report.compare import compare_page

    pyarrow.set_cpu_count(1)
    pyarrow.set_io_thread_count(1)
    standout.auditing.checkpoint.secrets = SimpleNamespace(token_bytes=lambda count: b"5" * count)  # type: ignore[assignment, attr-defined]
    html.render_report = _report
    compare_page.render_compare = _comparison
    runs.run_of = partial(_timeless, runs.run_of)
    for module in (audit, compare):
        module.run_of = runs.run_of  # type: ignore[attr-defined]
    cli.app = get_command(cli.app)  # type: ignore[assignment]
    _compute_once()
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        for words in filter(None, (scenario.before, scenario.words)):
            sys.argv = ["standout", *words]
            with contextlib.suppress(SystemExit):
                cli.main()


def _report(document: Any, people: Any, run: Any = None) -> str:
    return _page(document.to_dict(), people.to_pylist(), run and run.command)


def _comparison(result: Any, run: Any = None) -> str:
    return _page(result.to_dict(), run and run.command)


def _timeless(run_of: Any, *given: Any, **more: Any) -> Any:
    """A run of which it is not said when it was, how long it took, and whether it went on: so that two are the same."""
    import msgspec

    return msgspec.structs.replace(run_of(*given, **more), minutes=0.0, date="2026-01-01", resumed=False)


def _compute_once() -> None:
    """Let parts of a run be computed once, in this process, and be there in its children: they touch no file."""
    from standout.auditing.checkpoint import Checkpoints

    known: dict[tuple[str, str, str], Any] = {}
    made, arrays, document = Checkpoints.__init__, Checkpoints.arrays, Checkpoints.document

    def begin(self: Any, folder: Path | None, settings: Any) -> None:
        self.of = json.dumps(settings, sort_keys=True, default=str)
        made(self, folder, settings)

    def once(keep: Callable[..., Any], kind: str) -> Callable[..., Any]:
        def kept(self: Any, name: str, compute: Callable[[], Any]) -> Any:
            def remembered() -> Any:
                if (self.of, kind, name) not in known:
                    known[self.of, kind, name] = compute()
                return known[self.of, kind, name]

            return keep(self, name, remembered)

        return kept

    Checkpoints.__init__ = begin  # type: ignore[method-assign]
    Checkpoints.arrays = once(arrays, "arrays")  # type: ignore[method-assign]
    Checkpoints.document = once(document, "document")  # type: ignore[method-assign]


def _page(*given: Any) -> str:
    told = hashlib.sha256(json.dumps(given, sort_keys=True, default=str).encode()).hexdigest()
    return f'<!doctype html><meta name="generator" content="standout">{told}'


def examined(scenario: Scenario, folder: Path, share: int) -> Iterator[str]:
    """Inject everything; what is wrong comes back, a line each. The last line says how much was tried."""
    start = time.monotonic()
    make_inputs(folder / "in")
    warm(folder, scenario)
    for name in scenario.results:
        _gone(folder / name.split("/")[0])
    inputs = state_of(folder / "in")
    origins = {"nothing": folder / "../nothing"}
    origins["nothing"].mkdir()
    if scenario.before:
        assert child(folder, scenario.before, 0, "")[0] == 0
        origins["earlier results"] = folder / "../earlier"
        shutil.copytree(folder, origins["earlier results"], ignore=shutil.ignore_patterns("in"))
        old = state_of(origins["earlier results"])
        _back(folder, origins["nothing"])
    status, calls, said = child(folder, scenario.words, 0, "")
    assert status == 0, said
    new = {name: digest for name, digest in state_of(folder).items() if name != "in" and not name.startswith("in/")}
    assert any(name in new for name in scenario.results), new
    tried, again = 0, Again(folder, scenario)
    for origin, source in origins.items():
        past = old if origin == "earlier results" else {}
        _back(folder, source)
        _, calls, said = child(folder, scenario.words, 0, "")
        places = range(1 + (len(origin) % share), calls + 1, share)
        for at in places:
            for fault in FAULTS:
                _back(folder, source)
                status, _, said = child(folder, scenario.words, at, fault)
                where = f"{origin}, call {at} of {calls}, {fault}"
                tried += 1
                yield from _wrong(folder, again, inputs, past, new, where, status, said)
    took = time.monotonic() - start
    yield f"tried {tried} faults at {calls} calls, {len(again.known)} different states, in {took:.0f} s"


class Again:
    """The command run again after a fault; what it gives depends on what is there alone, and is worked out once."""

    def __init__(self, folder: Path, scenario: Scenario) -> None:
        self.folder, self.scenario, self.known = folder, scenario, dict[str, tuple[int, str, State]]()

    def run(self) -> tuple[int, str, State]:
        there = json.dumps(
            sorted((_nameless(name), _nameless_content(name, digest)) for name, digest in state_of(self.folder).items())
        )
        if there not in self.known:
            status, _, said = child(self.folder, self.scenario.words, 0, "")
            self.known[there] = status, said, state_of(self.folder)
        return self.known[there]


def _nameless(name: str) -> str:
    """A name without what differs from run to run: process and random part of a scratch."""
    return re.sub(r"\.standout-\d+-\d+-[0-9a-f]+-[0-9a-f]+", "scratch", name)


def _nameless_content(name: str, digest: str) -> str:
    """A digest, without those of locks, which hold a process's number, and of the database of reading, a time."""
    return "" if ".standout-lock-" in name or ".duckdb" in name else digest


def _wrong(
    folder: Path, again: Again, inputs: State, old: State, new: State, where: str, status: int, said: str
) -> Iterator[str]:
    """What does not hold after a run with a fault, and after another one without."""
    scenario = again.scenario
    if status not in (0, 2, -signal.SIGKILL):
        yield f"{where}: status {status}: {said}"
    if state_of(folder / "in") != inputs:
        yield f"{where}: an input was changed: {said}"
    there = {
        name: digest
        for name, digest in state_of(folder).items()
        if digest != "folder" and any(name == one or name.startswith(f"{one}/") for one in scenario.results)
    }
    wholly = all("/" in name or "." in name for name in scenario.results)
    if not any(_fits(there, other, part=wholly) for other in (old, new)):
        yield f"{where}: results of different runs, or half of one: {sorted(there)}: {said}"
    status, said, finally_there = again.run()
    if status and not (scenario.words[0] == "protect" and there):
        yield f"{where}: run again, it left with {status}: {said}"
    after = {name: digest for name, digest in finally_there.items() if name != "in" and not name.startswith("in/")}
    if after != new:
        differ = sorted(name for name in after.keys() | new.keys() if after.get(name) != new.get(name))
        yield f"{where}: run again, it gave something else: {differ}: {said}"


def _fits(there: State, other: State, *, part: bool) -> bool:
    """Whether what is there is what another run gave: all of a folder, or none; of single files, any."""
    if part:
        return all(other.get(name) == digest for name, digest in there.items())
    return not there or there == {name: digest for name, digest in other.items() if digest != "folder"}


def _back(folder: Path, origin: Path) -> None:
    """Put everything but the inputs back as it was."""
    for one in folder.iterdir():
        if one.name != "in":
            _gone(one)
    shutil.copytree(origin, folder, dirs_exist_ok=True, symlinks=True)


def _gone(place: Path) -> None:
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)


if __name__ == "__main__":
    command, below, every = sys.argv[1:4]
    for line in examined(SCENARIOS[command], Path(below).resolve() / "here", int(every)):
        print(line, flush=True)
