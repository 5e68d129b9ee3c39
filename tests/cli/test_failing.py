"""What ends a command becomes one line and a status; a bug of ours leaves its traceback in a private file."""

from __future__ import annotations

import csv
import errno
import re
import stat
import tempfile
from pathlib import Path
from unittest.mock import patch

import duckdb
import pyarrow as pa
import pytest

from standout.cli.failing import Ending, ending_of
from tests.cli.running import Finished, standout


def _sample_failing_with(problem: BaseException, tmp_path: Path) -> Finished:
    """Run a command that ends with this."""
    with (
        patch("standout.library.prepare.draw_sample", side_effect=problem),
        patch.object(tempfile, "tempdir", str(tmp_path)),
    ):
        return standout("sample", folder=tmp_path)


def test_a_bug_says_that_it_is_ours_and_which_file_to_send(tmp_path: Path) -> None:
    secret = "a value that only a variable holds"

    def draw(*_: object, **__: object) -> None:
        held = [secret]
        raise KeyError(len(held))

    told = []
    for _ in range(2):
        with (
            patch("standout.library.prepare.draw_sample", draw),
            patch.object(tempfile, "tempdir", str(tmp_path)),
        ):
            done = standout("sample", folder=tmp_path)
        assert done.status == 1
        assert done.output == ""
        assert done.errors.count("\n") == 1
        assert done.errors.startswith("standout: a bug of ours (KeyError)")
        told.append(Path(re.findall(r"send us (\S+)", done.errors)[0]))
    assert len(set(told)) == 2
    for file in told:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        text = file.read_text(encoding="utf-8")
        assert "Traceback (most recent call last)" in text
        assert "KeyError: 1" in text
        assert re.match(r"standout \d", text)
        assert secret not in text


def test_a_bug_is_told_also_where_no_file_can_be_written(tmp_path: Path) -> None:
    with (
        patch("standout.library.prepare.draw_sample", side_effect=KeyError("x")),
        patch("tempfile.mkstemp", side_effect=OSError(errno.EROFS, "read-only")),
    ):
        done = standout("sample", folder=tmp_path)
    assert (done.status, done.errors.count("\n")) == (1, 1)
    assert "a bug of ours (KeyError)" in done.errors


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (MemoryError(), "no memory left"),
        (pa.ArrowMemoryError("malloc of size 9 failed"), "no memory left"),
        (duckdb.OutOfMemoryException("Out of Memory Error: x"), "no memory left"),
        (RecursionError("maximum recursion depth exceeded"), "nested too deeply"),
        (OSError(errno.EFBIG, "File too large", "here.bin"), "here.bin: grew larger than files may be here"),
        (OSError(errno.EMFILE, "Too many open files", "here.bin"), "too many open files"),
        (OSError(errno.EIO, "Input/output error", "here.bin"), "here.bin: cannot be read or written"),
        (OSError(errno.ETXTBSY, "Text file busy", "here.bin"), "here.bin: Text file busy"),
        (OSError("something odd"), "something odd"),
        (FileNotFoundError(errno.ENOENT, "No usable temporary directory found"), "No usable temporary directory"),
        (EOFError(), "ends too early"),
        (PermissionError(errno.EPERM, "Operation not permitted", "here"), "here: not permitted"),
        (RuntimeError("Symlink loop from '/a/b'"), "circles of links"),
        (duckdb.IOException('IO Error: Could not write file "x": File too large'), "larger than files may be here"),
        (duckdb.IOException('IO Error: Could not write file "x": No space left on device'), "no space left"),
        (duckdb.IOException("IO Error: whatever"), "cannot be read or written: IO Error: whatever"),
        (duckdb.InvalidInputException("Invalid Input Error: bad\nOriginal Line: secret"), "cannot be read"),
        (duckdb.NotImplementedException("Not implemented Error: x"), "cannot be read"),
        (pa.ArrowInvalid("Not an Arrow file"), "cannot be read: Not an Arrow file"),
        (csv.Error("field larger than field limit (131072)"), "cannot be read: field larger"),
        (OverflowError("int too large to convert to float"), "too large to work with"),
        (ValueError("Exceeds the limit (4300 digits) for integer string conversion"), "too large to work with"),
        (UnicodeEncodeError("utf-8", "x\udcff", 1, 2, "surrogates not allowed"), r"'x\udcff' is no text"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), "not in utf-8"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_the_machine_and_the_input_are_told_in_one_line(problem: Exception, words: str, tmp_path: Path) -> None:
    done = _sample_failing_with(problem, tmp_path)
    assert done.status == 2
    assert done.errors.count("\n") == 1
    assert words in done.errors
    assert "secret" not in done.errors
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "problem",
    [
        TypeError("x"),
        duckdb.BinderException("x"),
        duckdb.InternalException("x"),
        pa.ArrowKeyError("x"),
        ValueError("x"),
    ],
    ids=lambda problem: type(problem).__name__,
)
def test_nothing_else_is_blamed_on_the_input(problem: Exception, tmp_path: Path) -> None:
    done = _sample_failing_with(problem, tmp_path)
    assert done.status == 1
    assert "a bug of ours" in done.errors


@pytest.mark.parametrize(
    "problem", [KeyboardInterrupt(), RuntimeError("Query interrupted"), duckdb.InterruptException("INTERRUPT Error")]
)
def test_whoever_interrupts_is_told_how_it_goes_on(problem: BaseException, tmp_path: Path) -> None:
    done = _sample_failing_with(problem, tmp_path)
    assert done.status == 130
    assert done.errors.count("\n") == 1
    assert done.errors.startswith("standout: interrupted")
    assert "the same command" in done.errors


def test_a_signal_may_say_itself_how_to_leave() -> None:
    class Stopped(BaseException):
        status = 143

        def __str__(self) -> str:
            return "stopped by SIGTERM"

    assert ending_of(Stopped()) == Ending("stopped by SIGTERM", 143)


@pytest.mark.parametrize("option", ["--verbose", "--log", "--seed"])
def test_an_option_before_the_command_is_told_its_place(tmp_path: Path, option: str) -> None:
    done = standout(option, "audit", "sample", folder=tmp_path)
    assert done.status == 2
    assert f"{option}: goes behind the command and not before it, as in 'standout COMMAND … {option}'" in done.errors
    assert "goes behind" not in standout("--nothing", "audit", folder=tmp_path).errors
    assert "goes behind" not in standout("audit", "sample", "--epsilon", "1", folder=tmp_path).errors
