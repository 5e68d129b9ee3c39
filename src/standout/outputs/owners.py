"""Whose scratch or lock something is: a process by its number and the moment it started, for numbers are used again."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Owner:
    """A process. The start is in the system's own ticks; 0 where the system does not say."""

    pid: int
    start: int

    @property
    def lives(self) -> bool:
        """Whether this very process runs; in doubt it does."""
        if self == this_process():
            return True
        try:
            os.kill(self.pid, 0) if os.name == "posix" else _ask_windows(self.pid)
        except (ProcessLookupError, OverflowError):
            return False
        except OSError:  # somebody else's: it runs
            pass
        started = _start_of(self.pid)
        return not started or not self.start or started == self.start


def this_process() -> Owner:
    """The process that asks; after a fork, the child."""
    return Owner(os.getpid(), _start_of(os.getpid()))


def _start_of(pid: int) -> int:
    """When a process started, from what Linux tells of it; 0 elsewhere."""
    try:
        status = Path(f"/proc/{pid}/stat").read_bytes()
        return int(status.rpartition(b")")[2].split()[19])  # the name before may hold blanks and brackets
    except (OSError, ValueError, IndexError):
        return 0


def _ask_windows(pid: int) -> None:
    """On Windows signal 0 would end the process: ask for a handle of it instead."""
    import ctypes

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009  (there only on Windows)
    handle = kernel.OpenProcess(0x1000, False, pid)
    if not handle:
        raise ProcessLookupError(pid)
    kernel.CloseHandle(handle)
