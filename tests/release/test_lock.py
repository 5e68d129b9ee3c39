"""The pinned versions: every requirement is met on every Python, each file has a hash, and no index is named."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from release.lock import LOCKS, ROOT, Lock, Pin, _pin, asked, lowest_python, project, read

PYTHONS = sorted(line.rpartition(" ")[2] for line in project()["project"]["classifiers"] if ":: 3." in line)
SYSTEMS: dict[str, Any] = {
    "linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": "x86_64"},
    "mac": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix", "platform_machine": "arm64"},
    "windows": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt", "platform_machine": "AMD64"},
}
every = pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)


@cache
def pins_on(lock: Lock, python: str, system: str) -> dict[str, list[Pin]]:
    """What is installed there."""
    where = SYSTEMS[system] | {"python_version": python, "python_full_version": f"{python}.9"}
    found: dict[str, list[Pin]] = {}
    for pin in read(lock):
        if pin.marker is None or Marker(pin.marker).evaluate(where):
            found.setdefault(canonicalize_name(pin.name), []).append(pin)
    return found


@every
@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_everything_asked_for_is_pinned_once(lock: Lock, python: str, system: str) -> None:
    pins = pins_on(lock, python, system)
    assert [name for name, found in pins.items() if len(found) > 1] == []
    for one in map(Requirement, asked(lock)):
        pin = pins[canonicalize_name(one.name)][0]
        assert one.specifier.contains(pin.version), f"{lock.file.name} has {pin.version}, asked is {one}; make lock"


@every
def test_each_has_hashes_and_no_index_is_named(lock: Lock) -> None:
    assert all(pin.hashes for pin in read(lock))
    text = lock.file.read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text


def test_what_several_files_pin_they_pin_alike() -> None:
    versions: dict[str, set[str]] = {}
    for lock in LOCKS:
        for name, pins in pins_on(lock, "3.12", "linux").items():
            versions.setdefault(name, set()).update(pin.version for pin in pins)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_extras_that_name_others_have_their_requirements() -> None:
    extras = project()["project"]["optional-dependencies"]
    assert {"spark", "dp", "sign", "notebook", "pdf", "all", "docs", "dev"} <= set(extras)
    dev = asked(next(lock for lock in LOCKS if lock.name == "dev"))
    assert {one for name in ("spark", "dp", "sign", "notebook", "pdf", "docs") for one in extras[name]} <= set(dev)
    assert not [one for one in dev if one.startswith("standout")]


@pytest.mark.parametrize("line", ["numpy>=2", "numpy==2.0 --hash=md5:00", "--index-url somewhere"])
def test_a_line_that_pins_nothing_is_refused(line: str) -> None:
    with pytest.raises(SystemExit, match="not a pinned version"):
        _pin(line)


@pytest.mark.parametrize("can", [True, False], ids=["pinned", "allowed"])
@pytest.mark.skipif(shutil.which("make") is None, reason="make is not here")
def test_where_the_pinned_versions_cannot_be_had_others_are_taken_and_it_is_said(tmp_path: Path, can: bool) -> None:
    """A Python that only notes what pip is asked for, and in one case refuses what is pinned."""
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    refuse = "" if can else 'case "$*" in *--require-hashes*) exit 1;; esac\n'
    python.write_text(f'#!/bin/sh\necho "$*" >> "{tmp_path}/asked"\n{refuse}', encoding="utf-8")
    python.chmod(0o755)
    done = subprocess.run(
        ["make", f"VENV={tmp_path}", f"{tmp_path}/.installed"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    first, second = (tmp_path / "asked").read_text(encoding="utf-8").splitlines()
    assert first.endswith("--require-hashes --requirement requirements/run.txt --requirement requirements/build.txt")
    assert second.endswith("--no-deps --no-build-isolation --editable ." if can else "check --editable .")
    assert ("cannot be installed here" in done.stdout) is not can


def test_make_installs_what_is_pinned_on_the_pythons_we_support() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "$(call PINNED,run build,.)" in makefile
    assert "$(call PINNED,dev,.[dev])" in makefile
    lowest = lowest_python()
    assert f"sys.version_info < ({lowest.replace('.', ', ')})" in makefile
    assert f"Standout needs Python {lowest} or newer" in makefile
    assert f"sys.version_info < ({lowest.replace('.', ', ')})" in (ROOT / "src/standout/__init__.py").read_text("utf-8")
    assert PYTHONS[0] == lowest
