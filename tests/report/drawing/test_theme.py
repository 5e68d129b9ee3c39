"""What charts need is loaded before anything else goes on beside it."""

from __future__ import annotations

import subprocess
import sys

_WARMED = """
import sys
from standout.report.drawing import theme

class Idle:
    def submit(self, *given):
        assert "altair" in sys.modules

theme._drawer = Idle
theme.warm_up()
"""


def test_no_other_thread_imports_altair() -> None:
    """Two threads that import Altair and scikit-learn at once ended in a deadlock over narwhals, which both need."""
    subprocess.run([sys.executable, "-c", _WARMED], check=True)
