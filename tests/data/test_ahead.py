"""What is needed soon is loaded on a thread of its own, once, and what cannot be loaded harms nobody."""

from __future__ import annotations

import subprocess
import sys
import threading

from standout.data.ahead import load_ahead

_LOADED = """
import sys, threading
from standout.data.ahead import load_ahead
assert "numba" not in sys.modules
load_ahead("no_such_module_anywhere", "fractions")
[thread.join() for thread in threading.enumerate() if thread.name == "loading"]
assert "numba" in sys.modules
from standout.kernels.ready import nothing
assert nothing.signatures
"""


def test_kernels_are_ready_before_anybody_asks() -> None:
    done = subprocess.run([sys.executable, "-c", _LOADED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_one_thread_is_started_however_often_it_is_asked_for() -> None:
    load_ahead("json")
    for thread in threading.enumerate():
        if thread.name == "loading":
            thread.join()
    load_ahead("json")
    assert not [thread for thread in threading.enumerate() if thread.name == "loading"]
