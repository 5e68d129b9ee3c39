"""`--verbose` and `--log FILE`: what a command does, step by step, with sizes, times, versions and seeds.

A log is made to be shown to others. It never holds ids, titles or what cells hold: options appear by name, and only
those whose values cannot be about a person appear with their value; an error appears by its kind.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any

from standout._version import __version__
from standout.cli.printing import note
from standout.common.files import open_private
from standout.common.plain import escaped
from standout.errors import BadInput
from standout.outputs.places import check_files

HEAD = f"log of standout {__version__}"
"""How a log begins: by this an earlier one is known again."""

_log = logging.getLogger("standout.cli")
_TOLD = frozenset((
    "adversary", "allow_network", "any_year", "as_json", "attack", "attacker", "check", "chosen", "crowd", "delta",
    "draws", "engine", "epsilon", "folds", "groups", "k", "keep_columns", "match", "match_least", "max_auc",
    "max_false", "max_items", "max_risk", "max_size", "max_utility_loss", "mentions", "min_holders", "min_size",
    "new_ids", "noise", "one_to_one", "paper", "present", "quick", "rare_below", "repeats", "returns", "score", "seed",
    "show_ids", "skip_bad_rows", "support", "targets", "theory_delta", "theory_epsilon", "threads", "timezone", "tune",
    "valid_days", "fail_above", "found", "own_data", "preset", "recipient", "sample_first",
))  # fmt: skip
"""Parameters whose values are about the work, never about a person."""
_RESULTS = frozenset(("out", "page", "label", "page_file"))
_LIBRARIES = ("duckdb", "numba", "numpy", "pyarrow", "scikit-learn", "scipy", "pyspark")
_LONGEST = 2_000


class _Lines(logging.Handler):
    """Lines on standard error, or in a file."""

    def __init__(self, write: Any) -> None:
        super().__init__(logging.INFO)
        self._write, self._begun = write, time.monotonic()

    def emit(self, record: logging.LogRecord) -> None:
        seconds = time.monotonic() - self._begun
        self._write(escaped(f"{seconds:9.3f} s  {record.name}: {record.getMessage()}", _LONGEST))


@contextmanager
def logged(command: str, given: Mapping[str, Any], verbose: bool, file: Path | None) -> Iterator[None]:
    """Run a command here; what it does is told on standard error, in a private file, or not at all."""
    if not verbose and file is None:
        yield
        return
    with _handlers(given, verbose, file):
        begun = time.monotonic()
        _log.info("%s, Python %s, %s", HEAD, sys.version.split()[0], sys.platform)
        _log.info("libraries: %s; cores: %s", ", ".join(_versions()), os.cpu_count())
        _log.info("%s: %s", command, ", ".join(_options(given)))
        try:
            yield
        except BaseException as problem:
            kind = BadInput.__name__ if isinstance(problem, BadInput) else type(problem).__name__
            _log.info("%s ended by %s after %.3f s", command, kind, time.monotonic() - begun)
            raise
        _log.info("%s done in %.3f s", command, time.monotonic() - begun)


@contextmanager
def _handlers(given: Mapping[str, Any], verbose: bool, file: Path | None) -> Iterator[None]:
    """Everything of ours that logs, heard on standard error and in the file."""
    ours, handlers = logging.getLogger("standout"), [_Lines(note)] if verbose else []
    stream = None
    if file is not None:
        _check(file, given)
        stream = open_private(file)
        stream.write(f"{HEAD}\n".encode())
        handlers.append(_Lines(lambda line: (stream.write(f"{line}\n".encode()), stream.flush())))
    before = ours.level, ours.propagate
    ours.setLevel(logging.INFO)
    ours.propagate = False
    for handler in handlers:
        ours.addHandler(handler)
    try:
        yield
    finally:
        for handler in handlers:
            ours.removeHandler(handler)
        ours.setLevel(before[0])
        ours.propagate = before[1]
        if stream is not None:
            stream.close()


def _check(file: Path, given: Mapping[str, Any]) -> None:
    """Refuse a place where something would be lost: an input, another result, a file that is no log of ours."""
    for name in _RESULTS & given.keys():
        if given[name] is not None and Path(given[name]).absolute() == file.absolute():
            raise BadInput(f"--log {file}: another result gets this name; choose another one")
    if not file.parent.is_dir():
        raise BadInput(f"--log {file}: no such folder; make it first")
    read = [text for name, value in given.items() if name not in _RESULTS for text in _texts(value)]
    check_files({file: "log"}, read)


def _texts(value: Any) -> list[str]:
    """The words of a parameter, each of which may be a file."""
    return [
        str(word) for word in (value if isinstance(value, list | tuple) else [value]) if isinstance(word, str | Path)
    ]


def _options(given: Mapping[str, Any]) -> list[str]:
    """What was asked for: values only of what cannot be about a person."""
    options = []
    for name, value in given.items():
        if value in (None, False, [], ()):
            continue
        options.append(f"{name}={value}" if name in _TOLD else name)
    return options


def _versions() -> Iterator[str]:
    for library in _LIBRARIES:
        try:
            yield f"{library} {metadata.version(library)}"
        except metadata.PackageNotFoundError:
            continue
