"""A command does not load pandas for nothing; whoever wants a data frame afterwards gets one."""

from __future__ import annotations

import subprocess
import sys

_ASKED = """
import sys
from standout.cli.sparing import spare_pandas
import pyarrow as pa
spare_pandas()
table = pa.table({"user": pa.array(["a", "b"]), "day": pa.array([1, 2])})
assert "pandas" not in sys.modules
assert table.to_pandas()["day"].tolist() == [1, 2]
import pandas
assert pa.array(pandas.Series([1.0, None])).null_count == 1
spare_pandas()
assert "pandas" in sys.modules
"""


def test_pandas_is_loaded_for_data_frames_alone() -> None:
    done = subprocess.run([sys.executable, "-c", _ASKED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
