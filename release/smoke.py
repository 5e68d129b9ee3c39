"""A wheel, installed as people do it: with pip, into an empty environment outside of the repository, and removed again.

On every supported Python of the machine: the first audit, the library, a reproduction; then nothing may be left. Each
Python takes the wheel with kernels compiled for it, if there is one; the oldest takes the one for everybody as well.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from release.pythons import Python, supported, too_old

FEWEST = 2
"""On how many Pythons a wheel has to work before it is released."""

AUDIT = """
import pyarrow as pa
import standout
rows = [{"user": f"u{n % 40}", "item": f"i{n * n % 97}", "value": n % 5 + 1} for n in range(2000)]
found = standout.audit(pa.Table.from_pylist(rows), targets=20)
assert found.findings, found
print(standout.__version__, len(found.findings))
"""


def main(words: list[str]) -> int:
    """Try the wheels of a folder on every Python; says what each took."""
    wheels = sorted(Path(words[0]).resolve().glob("*.whl"))
    for_all = [wheel for wheel in wheels if wheel.name.endswith("-none-any.whl")]
    pythons = supported()
    if len(for_all) != 1:
        raise SystemExit(f"{words[0]}: {len(for_all)} wheels for everybody, where one was expected; make clean dist")
    if len(pythons) < FEWEST:
        names = ", ".join(map(str, pythons))
        raise SystemExit(f"a wheel is tried on at least {FEWEST} Pythons; here is only {names}: install another")
    tried = [(python, for_it(python, wheels) or for_all[0]) for python in pythons]
    for python, wheel in dict.fromkeys([(pythons[0], for_all[0]), *tried]):
        smoke(python, wheel)
    if (old := too_old()) is not None:
        refused(old, for_all[0])
    return 0


def for_it(python: Python, wheels: list[Path]) -> Path | None:
    """The wheel with kernels compiled for a Python, if there is one: pip would take it, too."""
    mark = f"-cp{python.minor.replace('.', '')}-"
    return next((wheel for wheel in wheels if mark in wheel.name), None)


def smoke(python: Python, wheel: Path) -> None:
    """Install, use, uninstall; the first thing that fails ends it."""
    start, before = time.monotonic(), os.times()
    with tempfile.TemporaryDirectory(prefix="standout-smoke-") as name:
        place = Path(name)
        programs = environment(python, place)
        run(place, programs / "python", "-m", "pip", "install", "--quiet", wheel)
        run(place, programs / "python", "-m", "pip", "check")
        use(place, programs, wheel)
        compiled = len(list((place / "cache").rglob("*.nbc")))
        left = uninstalled(place, programs)
    if left:
        raise SystemExit(f"{python}: left behind after pip uninstall: {', '.join(left[:5])}")
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    took = f"{time.monotonic() - start:.0f} s, {spent:.0f} s of CPU, {compiled} kernels compiled"
    print(f"{python}: {wheel.name}: installed, audited, reproduced, removed ({took})")


def environment(python: Python, place: Path) -> Path:
    """The programs of an empty virtual environment."""
    run(place, python.program, "-m", "venv", place / "venv")
    return place / "venv" / ("Scripts" if os.name == "nt" else "bin")


def use(place: Path, programs: Path, wheel: Path) -> None:
    """What a newcomer does first, with the command and in Python."""
    version = wheel.name.split("-")[1]
    said = run(place, programs / "standout", "--version").strip()
    if said != f"standout {version}":
        raise SystemExit(f"{wheel.name}: standout --version says '{said}'")
    run(place, programs / "standout", "audit", "sample", "--out", "audited")
    missing = [
        one for one in ("report.html", "findings.json", "people.parquet") if not (place / "audited" / one).exists()
    ]
    if missing or not json.loads((place / "audited" / "findings.json").read_text(encoding="utf-8"))["findings"]:
        raise SystemExit(f"{wheel.name}: standout audit sample gave no findings; missing: {missing}")
    if not run(place, programs / "python", "-c", AUDIT).startswith(f"{version} "):
        raise SystemExit(f"{wheel.name}: standout.__version__ is not {version}")
    rows = json.loads(run(place, programs / "standout", "reproduce", "narayanan", "--data", "sample", "--json",
                          "--out", "reproduced"))["rows"]  # fmt: skip
    if not rows:
        raise SystemExit(f"{wheel.name}: standout reproduce narayanan gave no rows")


def uninstalled(place: Path, programs: Path) -> list[str]:
    """What is still there of us after `pip uninstall`."""
    run(place, programs / "python", "-m", "pip", "uninstall", "--quiet", "--yes", "standout")
    venv = place / "venv"
    return sorted(str(path.relative_to(venv)) for path in venv.rglob("*standout*"))


def refused(python: Python, wheel: Path) -> None:
    """A Python that is too old gets one line with what is needed."""
    with tempfile.TemporaryDirectory(prefix="standout-smoke-") as name:
        programs = environment(python, Path(name))
        done = subprocess.run([programs / "python", "-m", "pip", "install", "--no-deps", wheel],
                              cwd=name, capture_output=True, text=True, check=False)  # fmt: skip
    line = next((one for one in done.stderr.splitlines() if "requires a different Python" in one), None)
    if done.returncode == 0 or line is None:
        raise SystemExit(f"{python} is too old, but pip said: {done.stderr[-300:]}")
    print(f"{python}: refused as it should be: {line.removeprefix('ERROR: ')}")


def run(place: Path, *words: str | Path) -> str:
    """What a command prints; one that fails ends all with its own words. It sees nothing of the repository."""
    hidden = {"PYTHONPATH", "NUMBA_CACHE_DIR", "VIRTUAL_ENV"}
    env = {name: value for name, value in os.environ.items() if name not in hidden}
    if "pip" not in map(str, words):  # which keeps its downloads at home
        env |= {"HOME": str(place), "XDG_CACHE_HOME": str(place / "cache")}
    done = subprocess.run(
        [str(word) for word in words], cwd=place, env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
