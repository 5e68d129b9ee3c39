"""The steps of `Containerfile`, run without a container; and an audit with what came out.

Absolute paths of the image lie below a temporary folder, a fresh environment stands for its Python, and each stage
begins with an empty folder. Where the system lets us, the last stage has no network, and the audit runs as the image's
own user.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from release.building import version
from release.containerfile import Step, stages
from release.lock import ROOT
from release.pythons import supported

_ABSOLUTE = re.compile(r"(?<![\w./-])/(?=(opt|source|var|out|data|tmp)\b)")
AUDIT = ("audit", "/data/bought.csv", "--out", "/out/audit", "--targets", "20")


@contextmanager
def mounted(place: Path) -> Iterator[tuple[Path, Path]]:
    """A folder with data that nobody may write to, and one for results."""
    with tempfile.TemporaryDirectory(dir=place, prefix="standout-image-") as name:
        data, out = Path(name, "data"), Path(name, "out")
        data.mkdir()
        out.mkdir()
        Path(name).chmod(0o755)
        rows = "".join(f"u{number % 40},i{number * number % 97}\n" for number in range(2000))
        (data / "bought.csv").write_text(f"user,item\n{rows}", encoding="utf-8")
        (data / "bought.csv").chmod(0o444)
        data.chmod(0o555)
        out.chmod(0o777)
        try:
            yield data, out
        finally:
            data.chmod(0o755)


def check_audited(out: Path) -> None:
    """The audit that ran inside left its results outside."""
    names = {file.name for file in (out / "audit").iterdir()}
    if not {"report.html", "findings.json"} <= names:
        raise SystemExit(f"the container audited nothing: {sorted(names)}")
    print("the container audited data that it could only read, without network")


@dataclass
class Place:
    """Where steps run: the root of the image, its Python, what ENV and WORKDIR said, and who runs them."""

    root: Path
    python: Path
    kept: dict[str, Path] = field(default_factory=dict)
    env: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str | None = None

    def inside(self, said: str) -> str:
        """Words of a step with the image's paths below its root."""
        return _ABSOLUTE.sub(f"{self.root}/", said)


def run_steps(steps: list[Step]) -> None:
    """Run every step, then the entry point as the container would be run."""
    with tempfile.TemporaryDirectory(prefix="standout-steps-") as name:
        Path(name).chmod(0o755)
        program = supported()[-1].program
        place = Place(Path(name, "image"), Path(name, "python"))
        subprocess.run([program, "-m", "venv", "--without-pip", place.python], check=True)
        for step in steps:
            _STEPS[step.word](place, step, stages(steps))
        size = sum(file.lstat().st_size for file in place.root.rglob("*") if file.is_file())
        print(f"{len(steps)} steps, {size / 1e6:.0f} MB on top of Python; run with {program}")
        entry = json.loads(next(step.said for step in steps if step.word == "ENTRYPOINT"))
        _try(place, entry)


def _try(place: Place, entry: list[str]) -> None:
    with mounted(place.root.parent) as (data, out):
        words = [word.replace("/data", str(data)).replace("/out", str(out)) for word in AUDIT]
        _run(place, shlex.join([*entry, *words]))
        check_audited(out)


def _from(place: Place, step: Step, names: list[str | None]) -> None:
    """A new stage begins with nothing; an earlier one is kept aside, to be copied from."""
    if place.root.exists():
        place.kept[names[step.stage - 1] or ""] = place.root.rename(place.root.with_name(f"stage-{step.stage - 1}"))
    (place.root / "tmp").mkdir(parents=True)
    (place.root / "tmp").chmod(0o777)
    place.env, place.folder, place.user = {}, "/", None


def _arg(place: Place, step: Step, _: list[str | None]) -> None:
    name = step.said.partition("=")[0]
    place.env[name] = version() if name == "STANDOUT_VERSION" else ""


def _env(place: Place, step: Step, _: list[str | None]) -> None:
    for name, value in (one.split("=", 1) for one in shlex.split(step.said)):
        place.env[name] = place.inside(value).replace("$PATH", _path(place))


def _workdir(place: Place, step: Step, _: list[str | None]) -> None:
    place.folder = step.said
    (place.root / step.said.lstrip("/")).mkdir(parents=True, exist_ok=True)


def _copy(place: Place, step: Step, _: list[str | None]) -> None:
    *sources, target = step.said.split()
    here = place.root
    if sources[0].startswith("--from="):
        here = place.kept[sources.pop(0).removeprefix("--from=")]
        pairs = [(here / one.lstrip("/"), place.root / target.lstrip("/")) for one in sources]
    else:
        to = place.root / place.folder.lstrip("/") / target
        within = target.endswith("/")
        pairs = [(ROOT / one, to / Path(one).name if within else to) for one in sources]
    for source, to in pairs:
        to.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, to, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, to)


def _shell(place: Place, step: Step, _: list[str | None]) -> None:
    _run(place, place.inside(step.said))


def _user(place: Place, step: Step, _: list[str | None]) -> None:
    place.user = step.said


def _nothing(_: Place, __: Step, ___: list[str | None]) -> None:
    """Said for whoever runs the image."""


_STEPS = {"FROM": _from, "ARG": _arg, "ENV": _env, "WORKDIR": _workdir, "COPY": _copy, "RUN": _shell, "USER": _user,
          "ENTRYPOINT": _nothing, "CMD": _nothing}  # fmt: skip


def _path(place: Place) -> str:
    return f"{place.python / 'bin'}:{os.defpath}"


def _run(place: Place, command: str) -> None:
    """Run a command as a container would: its own environment, and no network once something was copied into it."""
    settings = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
    env = {"PATH": _path(place), "HOME": str(place.root.parent), "LANG": "C.UTF-8", **settings, **place.env}
    apart = _apart(place.user) if place.kept else []
    done = subprocess.run([*apart, "/bin/sh", "-euc", command], cwd=place.root / place.folder.lstrip("/"), env=env,
                          capture_output=True, text=True, check=False)  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{command}\n{done.stdout[-1500:]}{done.stderr[-1500:]}")


def _apart(user: str | None) -> list[str]:
    """What takes the network away from a command and lets it run as a user of the image, where the system lets us."""
    one, _, group = (user or "0:0").partition(":")
    words = ["unshare", "--user", "--net", f"--map-user={one}", f"--map-group={group or one}"]
    if shutil.which(words[0]) is None or subprocess.run([*words, "true"], capture_output=True, check=False).returncode:
        print("unshare cannot be used here: what follows runs as this user, and could use the network")
        return []
    return words
