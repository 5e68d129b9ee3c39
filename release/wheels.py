"""Wheels with compiled kernels, one for each supported Python of this machine, from the sdist beside which they come.

Each is made in an environment of its own with the pinned versions: kernels are used where numba and llvmlite are these.
The wheel without them is for everybody else.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from release.lock import FOLDER, ROOT
from release.pythons import supported
from release.smoke import environment, run

FOR_ALL = "-none-any.whl"


def main(words: list[str]) -> int:
    """Make them of the one sdist of a folder, into it."""
    folder = Path(words[0]).resolve()
    sdists = sorted(folder.glob("*.tar.gz"))
    if len(sdists) != 1:
        raise SystemExit(f"{words[0]}: {len(sdists)} sdists, where one was expected; make clean dist")
    for python in supported():
        with tempfile.TemporaryDirectory(prefix="standout-wheel-") as name:
            place = Path(name)
            programs = environment(python, place)
            pinned = [word for one in ("run", "build") for word in ("--requirement", FOLDER / f"{one}.txt")]
            run(place, programs / "python", "-m", "pip", "install", "--quiet", "--require-hashes", *pinned)
            print(f"{python}: {made(place, programs / 'python', sdists[0], folder)}")
    return 0


def made(place: Path, program: Path, sdist: Path, folder: Path) -> str:
    """Compile and build with one Python, which has what is needed for both."""
    with tarfile.open(sdist) as archive:
        archive.extractall(place / "source", filter="data")
    (source,) = (place / "source").iterdir()
    env = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (source / "src", ROOT)))}
    subprocess.run([program, "-P", "-m", "release.compiling"], cwd=place, env=env, check=True)
    run(place, program, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation",
        "--wheel-dir", place / "wheels", source)  # fmt: skip
    (wheel,) = (place / "wheels").iterdir()
    if wheel.name.endswith(FOR_ALL):
        return "no kernels could be compiled, so there is no wheel for it alone"
    wheel.replace(folder / wheel.name)
    return wheel.name


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
