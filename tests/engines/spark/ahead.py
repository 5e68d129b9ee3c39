"""The cluster is asked in the background while other tests run, from the beginning of a run that has tests about it.

`python -m tests.engines.spark.ahead FOLDER` is the process that asks. Whoever wants an answer before it is there waits
for that process, or asks himself where there is none. It ends with the run, also where that is interrupted.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.engines.spark.cluster import ROOT, ask_everything
from tests.engines.spark.once import made_once
from tests.shared import shared_folder

_NOTE = "cluster-asked-by"
_running: list[subprocess.Popen[bytes]] = []


def ask_ahead(folder: Path) -> None:
    """Begin to ask; problems are kept for those who want the answers.

    Warnings are errors, as in the tests themselves: some of the commands run here, to be compared with.
    """
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "tests.engines.spark.ahead", str(folder)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}, cwd=ROOT,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    (shared_folder() / _NOTE).write_text(str(process.pid))
    _running.append(process)


def ask_no_more() -> None:
    """End the process with all that it began, if it still asks; only whoever made the folder of a run calls this."""
    note = shared_folder() / _NOTE
    if note.exists():
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(int(note.read_text()), signal.SIGTERM)


def main(folder: Path) -> None:
    """Ask, and forget who asked: another process may have the number later."""
    try:
        made_once(folder, ask_everything)
    finally:
        (shared_folder() / _NOTE).unlink(missing_ok=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
