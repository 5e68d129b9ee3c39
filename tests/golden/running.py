"""Runs the golden cases through the command line, and reads and writes what is kept of them.

Only the command line is imported: the files hold what users see, however the code behind it is arranged.
"""

from __future__ import annotations

import contextlib
import json
import math
import re
import secrets
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import standout as package
from tests.cli.running import standout
from tests.golden.cases import Case
from tests.golden.fixtures import FILES

HERE = Path(__file__).parent
VERSIONS = HERE / "versions.json"
KINDS = {".json", ".csv", ".txt"}
FRACTION = re.compile(r"(?<![\w.])-?\d+(?:\.\d+(?:e-?\d+)?|e-\d+)(?![\w.])")
"""A number that is not whole, as JSON and CSV write it; dates, versions and names are none."""
LIBRARIES = ("numpy", "scipy", "scikit-learn", "numba", "pyarrow", "duckdb")
"""Libraries whose versions may show in the last digits, or in the bytes of a file."""


@contextlib.contextmanager
def steady_secrets() -> Iterator[None]:
    """Let the secret of a run, which draws by lot whom --show-ids explains, be the same in all runs.

    Only secrets of 128 bits taken by the names in `secrets` are: whatever else is random stays so, and is found out.
    """
    fresh_bytes, fresh_bits = secrets.token_bytes, secrets.randbits

    def some_bytes(size: int | None = None) -> bytes:
        return bytes(range(16)) if size == 16 else fresh_bytes(size)

    def some_bits(count: int) -> int:
        return int.from_bytes(range(16), "little") if count == 128 else fresh_bits(count)

    with patch.object(secrets, "token_bytes", some_bytes), patch.object(secrets, "randbits", some_bits):
        yield


def normalised(text: str, folder: Path) -> str:
    """The text without what is different by design in every run, and without the version of the package.

    The folder it ran in becomes `<folder>`, our version `<version>`, and pseudonyms, whose numbers are drawn with a
    secret that is thrown away, are numbered anew in the order in which they appear. Nothing else is touched.
    """
    for written in {str(folder.resolve()), str(folder)}:
        text = text.replace(written, "<folder>")
    text = re.sub(rf'("standout": ?)"{re.escape(package.__version__)}"', r'\1"<version>"', text)
    numbers: dict[str, int] = {}
    return re.sub(
        r'"(person|record)-\d{2,}"',
        lambda match: f'"{match[1]}-#{numbers.setdefault(match[0], len(numbers) + 1)}"',
        text,
    )


def parquet_as_json(file: Path) -> str:
    """Columns with their types, what the file says about itself, and a row to a line."""
    import pyarrow.parquet as pq

    read = pq.read_table(file)
    about = {key.decode(): value.decode() for key, value in sorted((read.schema.metadata or {}).items())}
    columns = json.dumps({field.name: str(field.type) for field in read.schema}, ensure_ascii=False)
    rows = ",\n".join(json.dumps(list(row.values()), ensure_ascii=False, default=str) for row in read.to_pylist())
    return f'{{"about": {json.dumps(about)},\n"columns": {columns},\n"rows": [\n{rows}\n]}}\n'


def results(case: Case, more: str = "") -> dict[str, str]:
    """Run a case, with more words if any, in a folder of its own; every kept result by the name of its file."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file in case.files:
            (folder / file).write_text(FILES[file](), encoding="utf-8", newline="\n")
        for before in case.first:
            _run(before, folder)
        printed = _run(f"{case.typed} {more}", folder)
        for file in case.printed:
            assert (folder / file).read_text(encoding="utf-8") == printed, f"{case.name}: {file} is not what is printed"
        found = {f"{case.name}{'.json' if '--json' in case.typed.split() else '.txt'}": printed}
        for file in case.keeps:
            place = folder / file
            if place.suffix == ".parquet":
                found[f"{case.name}.{place.name}.json"] = parquet_as_json(place)
            else:
                found[f"{case.name}.{place.name}"] = place.read_bytes().decode("utf-8")
        return {file: normalised(text, folder) for file, text in found.items()}


def _run(words: str, folder: Path) -> str:
    with steady_secrets():
        done = standout(*words.split(), folder=folder)
    assert done.status == 0, f"standout {words}: status {done.status}: {done.errors}"
    return done.output


def golden_files() -> list[Path]:
    """All golden files there are, beside the code that makes them."""
    return sorted(file for file in HERE.iterdir() if file.suffix in KINDS and file != VERSIONS)


def kept(file: str) -> bytes:
    """A golden file; nothing where there is none."""
    with contextlib.suppress(FileNotFoundError):
        return (HERE / file).read_bytes()
    return b""


def first_difference(was: bytes, now: bytes, digits: int = 9) -> str:
    """The first line that differs, before and now, by more than the last digits of fractions; none if nothing does."""
    if was == now:
        return ""
    before, after = was.decode("utf-8", "replace").split("\n"), now.decode("utf-8").split("\n")
    for number, (one, other) in enumerate(zip(before, after, strict=False), 1):
        if not same_but_for_last_digits(one, other, digits):
            return f"line {number}: was {one[:200]!r}, is {other[:200]!r}"
    return f"was {len(before)} lines, is {len(after)}" if len(before) != len(after) else ""


def same_but_for_last_digits(one: str, other: str, digits: int = 9) -> bool:
    """Whether two lines say the same: fractions to so many digits, since processors add up in different orders."""
    if one == other:
        return True
    words, numbers = FRACTION.split(one), FRACTION.findall(one)
    return words == FRACTION.split(other) and all(
        math.isclose(float(this), float(that), rel_tol=10.0**-digits, abs_tol=1e-12)
        for this, that in zip(numbers, FRACTION.findall(other), strict=True)
    )


def versions() -> dict[str, str]:
    return {library: version(library) for library in LIBRARIES}


def other_versions() -> str:
    """Which libraries are not those that the golden files were made with: a reason why last digits may differ."""
    made_with: dict[str, str] = json.loads(VERSIONS.read_text(encoding="utf-8"))
    return ", ".join(
        f"{name} {made_with.get(name)} → {now}" for name, now in versions().items() if made_with.get(name) != now
    )
