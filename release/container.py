"""The container: built where something can build it, else its steps are run without one, in an empty folder.

`python -m release.container` does so and notes in `.ci/image-tested` what passed; `due` leaves with 0 if a builder is
there, or if something that goes into the image changed since. What the steps may say is checked first.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from release.building import version
from release.container_steps import AUDIT, check_audited, mounted, run_steps
from release.containerfile import FILE, problems, read
from release.lock import ROOT, project

TESTED = ROOT / ".ci" / "image-tested"
DECIDING = ("Containerfile", "requirements/run.txt", "requirements/build.txt", "hatch_build.py", "release/building.py",
            "release/compiling.py", "release/commands.py")  # fmt: skip
_BUILDERS = (("docker", "info"), ("podman", "info"), ("buildah", "info"))


def main(words: list[str]) -> int:
    """Build it or run its steps; then try what came out."""
    if words == ["due"]:
        return 0 if builder() or not _is_tested() else 1
    if found := problems(FILE.read_text(encoding="utf-8")):
        raise SystemExit("\n".join(f"{FILE.name}: {one}" for one in found))
    if (program := builder()) is not None:
        build(program)
    else:
        print("No docker, podman or buildah that runs: the steps of Containerfile are run without a container.")
        run_steps(read(FILE.read_text(encoding="utf-8")))
    TESTED.write_text(mark() + "\n", encoding="utf-8")
    return 0


def mark() -> str:
    """A short name for what goes into the image besides the source, which the tests try."""
    table = project()
    built = json.dumps([table["build-system"], table["tool"]["hatch"], table["project"]["scripts"]], sort_keys=True)
    every = [name.encode() + (ROOT / name).read_bytes() for name in DECIDING]
    return hashlib.sha256(b"\0".join([built.encode(), *every])).hexdigest()


def _is_tested() -> bool:
    return TESTED.is_file() and TESTED.read_text(encoding="utf-8").strip() == mark()


def builder() -> str | None:
    """The program that builds images here, if one does: docker may be there without its engine."""
    for program, word in _BUILDERS:
        if shutil.which(program) and not subprocess.run([program, word], capture_output=True, check=False).returncode:
            return program
    return None


def build(program: str) -> None:
    """Build the image and audit data with it that is mounted read-only, without network."""
    given = ["--file", FILE.name, "--tag", "standout", "--build-arg", f"STANDOUT_VERSION={version()}", "."]
    subprocess.run([program, "build", *given], cwd=ROOT, check=True)
    if program == "buildah":
        print("built; buildah does not run it")
        return
    with mounted(Path(tempfile.gettempdir())) as (data, out):
        mounts = ["-v", f"{data}:/data:ro", "-v", f"{out}:/out", "--user", f"{os.getuid()}:{os.getgid()}"]
        subprocess.run([program, "run", "--rm", "--network", "none", *mounts, "standout", *AUDIT], check=True)
        check_audited(out)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
