"""What ended a command: one line and an exit status for everything that can go wrong, and never a traceback.

What the user or the machine can mend leaves with status 2. Anything else is a bug of ours: its traceback goes into a
private file, the line says which, and the status is 1.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass

import typer

from standout.cli.printing import forget_output, note
from standout.common.arguments import OPTIONS
from standout.common.plain import plain_text
from standout.errors import BadInput

BUG, REFUSED, INTERRUPTED = 1, 2, 130

_GOES_ON = "what was finished is kept, run the same command again to go on where it was"
_SYSTEM = {
    errno.ENOSPC: "no space left on the disk; old files are as they were; make room and run the same command again",
    errno.EDQUOT: "the disk quota is used up; make room and run the same command again",
    errno.EFBIG: "grew larger than files may be here (see `ulimit -f`); allow larger files, or choose another place",
    errno.EEXIST: "is in the way; choose another place",
    errno.ENOTDIR: "is below a file, not a folder; choose another place",
    errno.EISDIR: "is a folder; name a file",
    errno.ENOENT: "cannot be made or found; choose another place",
    errno.ENAMETOOLONG: "is too long a name; choose a shorter one",
    errno.ELOOP: "goes round in circles of links; choose another place",
    errno.EACCES: "permission denied; choose another place or ask for access",
    errno.EPERM: "not permitted; choose another place or ask for access",
    errno.EROFS: "the file system is read-only; choose another place",
    errno.ENOMEM: "no memory left; close other programs, or work with less data at once",
    errno.EMFILE: "too many open files (see `ulimit -n`); allow more, and run the same command again",
    errno.ENFILE: "too many open files; close other programs, and run the same command again",
    errno.EIO: "cannot be read or written: the disk reports an error; copy the file elsewhere, or choose another place",
    errno.EXDEV: "is a disk of its own; name a folder in it",
    errno.EBUSY: "is in use by the system; name another place",
    errno.ESTALE: "is no longer there on its server; mount it again, or choose another place",
}
_WITHOUT_NAME = (errno.ENOSPC, errno.EDQUOT, errno.ENOMEM, errno.EMFILE, errno.ENFILE)
"""Those of them that can be understood where no file is named."""
_OF_DATA = ("InvalidInput", "Conversion", "OutOfRange", "Serialization", "NotImplemented", "Data")
"""Errors of DuckDB that come of what it reads, by how their names begin."""


@dataclass(frozen=True)
class Ending:
    """The line to say and the status to leave with."""

    said: str
    status: int = REFUSED


class Ended(Exception):  # noqa: N818  (it names what happened)
    """Carries what ended a command past typer, which would leave by itself, and silently, for some of it."""

    def __init__(self, problem: BaseException) -> None:
        super().__init__(problem)
        self.problem = problem


def ending_of(problem: BaseException) -> Ending:
    """How a command ends that was stopped by this."""
    if isinstance(problem, BadInput):
        return Ending(problem.as_typed)
    if isinstance(problem, typer.TyperException):
        return Ending(f"{_usage(problem)}; see '{_command(problem)} --help'")
    if isinstance(problem, typer.Abort):
        return Ending("given up")
    if _is_stop(problem):
        return Ending(f"interrupted; {_GOES_ON}", INTERRUPTED)
    if isinstance(status := getattr(problem, "status", None), int) and not isinstance(problem, Exception):
        return Ending(str(problem), status)  # a signal that says itself how to leave
    return _of_machine(problem) or _of_input(problem) or _bug(problem)


def leave(problem: BaseException) -> None:
    """Say the line on standard error, and leave."""
    problem = problem.problem if isinstance(problem, Ended) else problem
    ending = ending_of(problem)
    if isinstance(problem, BrokenPipeError):
        forget_output()
    with suppress(OSError):  # nobody may listen there either
        note(f"standout: {plain_text(ending.said, 1_000)}")
    sys.exit(ending.status)


def flush() -> None:
    """Let what was printed go out now, so that a failure to do so is told like any other."""
    sys.stdout.flush()


_OF_SPARK = ("--engine", "--spark-master")
"""Options of commands that a cluster can do."""


def _usage(problem: Exception) -> str:
    """What was wrong with the words typed, on one line."""
    option, context = str(getattr(problem, "option_name", "")), getattr(problem, "ctx", None)
    if option.removeprefix("--") in OPTIONS and context is not None and context.parent is None:
        return f"{option}: goes behind the command and not before it, as in 'standout COMMAND … {option}'"
    if option in _OF_SPARK and context is not None and context.parent is not None:
        return (
            f"{option}: '{_command(problem)}' works on this machine alone, and 'audit', 'link', 'infer', 'compare', "
            "'publish', 'protect' and 'personas' on Spark; let it write a part "
            "('protect --engine spark --with sample'), and name that"
        )
    message = getattr(problem, "format_message", lambda: str(problem))()
    return str(message).strip().rstrip(".")


def _command(problem: Exception) -> str:
    """The command whose help says more: the one that was typed, else the program."""
    return str(getattr(getattr(problem, "ctx", None), "command_path", "standout"))


def _is_stop(problem: BaseException) -> bool:
    """Whether somebody stopped the command. DuckDB makes its own errors of a signal that interrupts a query."""
    if isinstance(problem, KeyboardInterrupt) or type(problem).__name__ == "InterruptException":
        return True
    return isinstance(problem, RuntimeError) and str(problem) == "Query interrupted"


def _of_machine(problem: BaseException) -> Ending | None:
    """What the machine could not give: room, memory, access, a reader."""
    if isinstance(problem, BrokenPipeError):
        return Ending("nobody reads the output any more; what was to be written to files is there")
    if isinstance(problem, MemoryError) or _duckdb(problem, ("OutOfMemory",)):
        return Ending("no memory left; close other programs, keep to less with --memory, or look at fewer people")
    if isinstance(problem, OSError):
        known = _SYSTEM.get(problem.errno or 0)
        if problem.filename:
            return Ending(f"{problem.filename}: {known or problem.strerror}")
        return Ending((known if problem.errno in _WITHOUT_NAME else problem.strerror) or _first_line(problem))
    if isinstance(problem, RuntimeError) and str(problem).startswith("Symlink loop"):  # as Python < 3.13 says it
        return Ending(f"{_first_line(problem)}: {_SYSTEM[errno.ELOOP]}")
    if _duckdb(problem, ("IO", "Permission")):
        for number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EMFILE):
            if os.strerror(number) in str(problem):
                return Ending(f"a passing file {_SYSTEM[number]}" if number == errno.EFBIG else _SYSTEM[number])
        return Ending(f"a file cannot be read or written: {_first_line(problem)}")
    return None


def _of_input(problem: BaseException) -> Ending | None:
    """What no reader foresaw, but can only come of what was read or typed."""
    import csv

    if isinstance(problem, RecursionError):
        return Ending("something in the input is nested too deeply to be read; make it flatter")
    if isinstance(problem, UnicodeEncodeError) and "surrogates" in problem.reason:
        snippet = problem.object[max(0, problem.start - 20) : problem.end].encode("ascii", "backslashreplace").decode()
        return Ending(f"'{snippet}' is no text in Unicode (half a character); write it otherwise")
    if isinstance(problem, EOFError):
        return Ending("a file ends too early; get it again")
    if isinstance(problem, UnicodeDecodeError):
        return Ending(f"text that is not in {problem.encoding} ({problem.reason}); save it as UTF-8")
    if isinstance(problem, OverflowError) or "digits) for integer string conversion" in str(problem):
        return Ending(f"a number in the options or in a file is too large to work with ({_first_line(problem)})")
    if isinstance(problem, csv.Error) or _arrow(problem) or _duckdb(problem, _OF_DATA):
        return Ending(f"a file cannot be read: {_first_line(problem)}; mend it or get it again")
    return None


def _bug(problem: BaseException) -> Ending:
    """Everything else is ours: keep the traceback for those who can mend it."""
    said = f"a bug of ours ({type(problem).__name__}), not of your data"
    try:
        file = _keep_traceback(problem)
    except OSError:
        return Ending(f"{said}; run it again where the temporary folder can be written to, to get a file to send", BUG)
    return Ending(f"{said}; please send us {file} (look at it first: an error's words may hold some of your data)", BUG)


def _keep_traceback(problem: BaseException) -> str:
    """Write the traceback, without the values of variables, into a new file that only the owner may read."""
    import platform
    import tempfile

    from standout import __version__

    lines = [f"standout {__version__}, Python {platform.python_version()}, {platform.platform()}\n\n"]
    lines += traceback.format_exception(problem)
    number, name = tempfile.mkstemp(prefix="standout-bug-", suffix=".txt")
    with os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace") as stream:
        stream.writelines(lines)
    return name


def _duckdb(problem: BaseException, beginnings: tuple[str, ...]) -> bool:
    """Whether this is an error of DuckDB of one of these kinds; DuckDB is not loaded to find out."""
    module = sys.modules.get("duckdb")
    return module is not None and isinstance(problem, module.Error) and type(problem).__name__.startswith(beginnings)


def _arrow(problem: BaseException) -> bool:
    """Whether Arrow says that what it read is not valid; Arrow is not loaded to find out."""
    module = sys.modules.get("pyarrow")
    return module is not None and isinstance(problem, module.ArrowInvalid | module.lib.ArrowCapacityError)


def _first_line(problem: BaseException) -> str:
    lines = str(problem).strip().splitlines() or [type(problem).__name__]
    return plain_text(lines[0], 300).rstrip(".")
