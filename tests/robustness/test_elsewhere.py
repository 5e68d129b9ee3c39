"""Windows and macOS: nothing that only Linux has is needed, and nothing is done there that they refuse."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.robustness import elsewhere

ROOT = Path(__file__).resolve().parents[2]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("system", ["windows", "macos"])
def test_commands_run_without_what_the_other_system_lacks(system: str, tmp_path: Path) -> None:
    done = run("-m", "tests.robustness.elsewhere", system, str(tmp_path))
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.endswith("left: nothing\n")
    assert (tmp_path / "data.standout").is_dir()
    if system == "windows":
        assert {"report.html", "findings.json"} <= {file.name for file in (tmp_path / "audited").iterdir()}
        assert (tmp_path / "label.html").is_file()


WRONG = {
    "import fcntl": "ModuleNotFoundError",
    "import os; os.fork()": "AttributeError",
    "import os; os.sysconf('SC_PAGE_SIZE')": "AttributeError",
    "import signal; signal.SIGKILL": "AttributeError",
    "import os; os.open('.', os.O_RDONLY)": "PermissionError",
    "from pathlib import Path; file = Path('made').open('w'); Path('made').unlink()": "PermissionError",
    "from pathlib import Path; file = Path('made').open('w'); Path('made').rename('other')": "PermissionError",
    "from pathlib import Path; [Path(one).mkdir() for one in 'ab']; Path('a').rename('b')": "FileExistsError",
    "from pathlib import Path; Path('/proc/self/stat').read_bytes()": "FileNotFoundError",
    "import os; open('c', 'w').close(); __name__ = 'standout.x'; os.open('c', os.O_RDONLY)": "O_BINARY",
}


def test_the_other_system_is_told_apart_from_this_one(tmp_path: Path) -> None:
    """What is to be noticed is noticed: each of these works on Linux, and fails there."""
    lines = "\n".join(
        f"try:\n    exec({code!r}, {{}})\n    print('works')\nexcept Exception as e:\n    print(type(e).__name__, e)"
        for code in WRONG
    )
    hidden = "from tests.robustness.elsewhere import hide\nhide(windows=True)\n"
    there = run("-c", f"{hidden}import os\nos.chdir({str(tmp_path)!r})\n{lines}").stdout.splitlines()
    assert [name in said for name, said in zip(WRONG.values(), there, strict=True)] == [True] * len(WRONG), there


def test_what_is_hidden_is_there_on_linux() -> None:
    import os
    import signal

    assert sum(hasattr(os, name) for name in elsewhere.NO_WINDOWS) > 30
    assert sum(hasattr(signal, name) for name in elsewhere.SIGNALS) > 8
