"""Whether wheel and sdist hold all of the package, templates, languages, schemas and fonts included, and no more.

A wheel for one Python and system has compiled kernels besides, made of just these sources; nothing else has any.
"""

from __future__ import annotations

import hashlib
import json
import runpy
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from email.parser import BytesParser
from pathlib import Path

from release.building import FILE
from release.lock import ROOT, project

SOURCE = ROOT / "src"
COMPILED = "standout/kernels/compiled/"
_MADE = {".pyc", ".nbi", ".nbc"}


def main(words: list[str]) -> int:
    """Look at everything that was built into a folder."""
    for file in sorted(Path(words[0]).iterdir()):
        found = in_wheel(file) if file.suffix == ".whl" else in_sdist(file)
        if wrong := problems(found) + (metadata(found) if file.suffix == ".whl" else []) + kernels(file.name, found):
            raise SystemExit(f"{file.name}: {'; '.join(wrong[:5])}")
        print(f"{file.name}: all {len(found)} files, {file.stat().st_size / 1e6:.1f} MB")
    return 0


def in_wheel(wheel: Path) -> dict[str, bytes]:
    """Every file by its name."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def in_sdist(sdist: Path) -> dict[str, bytes]:
    """Every file by its name, those of the package as in a wheel."""
    with tarfile.open(sdist) as archive:
        files = {one.name.partition("/")[2]: archive.extractfile(one) for one in archive.getmembers() if one.isfile()}
        return {name.removeprefix("src/"): stream.read() for name, stream in files.items() if stream is not None}


def problems(found: Mapping[str, bytes]) -> list[str]:
    """What is missing, different or too much; only the version may be another."""
    ours = {file.relative_to(SOURCE).as_posix(): file for file in SOURCE.rglob("*") if _is_ours(file)}
    there = {name for name in found if name.startswith("standout/") and not name.startswith(COMPILED)}
    return [
        *(f"{name} is missing" for name in sorted(ours.keys() - there)),
        *(f"{name} has no business there" for name in sorted(there - ours.keys())),
        *(f"{name} is another" for name in sorted(ours.keys() & there) if _differs(name, ours[name], found[name])),
    ]


def _is_ours(file: Path) -> bool:
    made = "__pycache__" in file.parts or file.suffix in _MADE or file.parent == SOURCE / COMPILED
    return file.is_file() and not made


def _differs(name: str, file: Path, content: bytes) -> bool:
    return name != FILE.relative_to("src").as_posix() and file.read_bytes() != content


def metadata(found: Mapping[str, bytes]) -> list[str]:
    """What is wrong with what a wheel says of itself."""
    table = project()["project"]
    inside = {name.rpartition("/")[2]: content for name, content in found.items() if ".dist-info/" in name}
    said = BytesParser().parsebytes(inside["METADATA"])
    extras = set(said.get_all("Provides-Extra") or ())
    checks = {
        "Requires-Python is not that of pyproject.toml": said["Requires-Python"] == table["requires-python"],
        "extras are not those of pyproject.toml": extras == set(table["optional-dependencies"]),
        "there is no command standout": b"standout = standout.cli:main" in inside["entry_points.txt"],
        "there is no licence": "LICENSE" in inside,
    }
    return [what for what, holds in checks.items() if not holds]


def kernels(name: str, found: Mapping[str, bytes]) -> list[str]:
    """What is wrong with the compiled kernels: each belongs to the index, and the index to these sources."""
    there = {file.removeprefix(COMPILED): content for file, content in found.items() if file.startswith(COMPILED)}
    if not name.endswith(".whl") or name.endswith("-none-any.whl"):
        return [f"{name} is for everybody, and has compiled kernels"] if there else []
    if "index.json" not in there:
        return [f"{name} is for one system, and has no compiled kernels"]
    index = json.loads(there.pop("index.json"))
    entries = dict(entry for kernel in index["entries"].values() for entry in kernel.values())
    checks = {
        "compiled kernels are of other sources": index["made"]["sources"] == _sources(),
        "compiled kernels are not those of their index": there.keys() == entries.keys()
        and all(hashlib.sha256(content).hexdigest() == entries[file] for file, content in there.items()),
    }
    return [what for what, holds in checks.items() if not holds]


def _sources() -> str:
    """The mark of the kernels here, asked of the file alone: the package around it needs numba."""
    folder = SOURCE / "standout" / "kernels"
    mark: str = runpy.run_path(str(folder / "precompiled.py"))["sources"](folder)
    return mark


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
