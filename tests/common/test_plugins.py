"""Packages that register attacks, protections, adversaries and readers, used from the command line."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import standout as so
from standout.attacks import ATTACKS, attacks
from standout.errors import BadInput
from standout.knowledge.presets import adversaries
from standout.protections import protection
from standout.verification.grid import grid_texts
from tests.cli.running import standout

CODE = '''
import dataclasses
import pyarrow as pa
from standout.attacks.tf_idf import TfIdf
from standout.knowledge.adversary import Adversary
from standout.protections.trim import Trim

Mine = TfIdf(name="my-attack")

@dataclasses.dataclass(frozen=True)
class MyTrim(Trim):
    """Keep few."""
    name = "my-trim"

neighbour = Adversary("my-neighbour", items=3, values="unknown")

def read_fancy(path):
    rows = [line.split("~") for line in path.read_text(encoding="utf-8").splitlines()]
    return pa.table({"user": [row[0] for row in rows], "item": [row[1] for row in rows]})
'''
POINTS = {
    "standout.attacks": {"my-attack": "{module}:Mine"},
    "standout.protections": {"my-trim": "{module}:MyTrim"},
    "standout.adversaries": {"my-neighbour": "{module}:neighbour"},
    "standout.readers": {"fancy": "{module}:read_fancy"},
}


def install(place: Path, package: str, points: dict[str, dict[str, str]], code: str = CODE) -> None:
    """Put a package with its entry points into a folder, as pip does."""
    module = package.replace("-", "_")
    place.mkdir(exist_ok=True)
    (place / f"{module}.py").write_text(code, encoding="utf-8")
    info = place / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    lines = [
        line
        for group, entries in points.items()
        for line in (f"[{group}]", *(f"{name} = {where.format(module=module)}" for name, where in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path for packages of this test alone."""
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    return tmp_path / "packages"


@pytest.fixture
def fancy(tmp_path: Path) -> Path:
    """Data that only a plug-in reads."""
    dice, file = random.Random(1), tmp_path / "data.fancy"
    rows = [f"u{person}~i{item}\n" for person in range(30) for item in dice.sample(range(40), 8)]
    file.write_text("".join(rows), encoding="utf-8")
    return file


def test_what_is_registered_is_used_from_the_command_line(place: Path, fancy: Path, tmp_path: Path) -> None:
    install(place, "all-of-mine", POINTS)
    words = ("--attack", "my-attack", "--adversary", "my-neighbour", "--targets", "10", "--draws", "1")
    done = standout("audit", str(fancy), *words, "--out", "out", "--json", folder=tmp_path)
    assert done.status == 0, done.errors
    found = json.loads(done.output)
    assert found["data"]["people"] == 30
    assert {(one["attack"], one["adversary"]["name"]) for one in found["findings"]} == {("my-attack", "my-neighbour")}
    protect = ("protect", str(fancy), "--with", "my-trim", "--keep", "3", "--json")
    done = standout(*protect, "--out", "less.parquet", folder=tmp_path)
    assert done.status == 0, done.errors
    assert so.read(tmp_path / "less.parquet").count == 30 * 3
    assert "written as Parquet" in standout(*protect, "--out", "less.fancy", folder=tmp_path).errors


def test_names_that_are_registered_are_listed_where_one_is_unknown(place: Path) -> None:
    install(place, "listed-of-mine", POINTS)
    for find, name in ((lambda: attacks(["x"]), "my-attack"), (lambda: adversaries(["x"]), "my-neighbour"),
                       (lambda: protection("x"), "my-trim")):  # fmt: skip
        with pytest.raises(BadInput, match=name):
            find()
    assert "my-attack" not in ATTACKS


def test_help_says_what_is_registered_and_the_grid_compares_it(place: Path, tmp_path: Path) -> None:
    install(place, "helped-of-mine", POINTS)
    compare = " ".join(standout("compare", "--help", folder=tmp_path).output.split())
    assert f"my-attack {ATTACKS['tf-idf'].summary}" in compare
    assert f"my-neighbour {adversaries(['my-neighbour'])[0].summary}" in compare
    assert "my-trim Keeps" in compare
    assert "my-attack" in standout("link", "--help", folder=tmp_path).output
    assert [text for text in grid_texts() if text.startswith("my-trim")] == [
        f"my-{text}" for text in grid_texts() if text.startswith("trim")
    ]


@pytest.mark.parametrize("code", ["import nothing_like_this", "class Mine:\n    name = 'my-attack'"])
def test_help_is_there_where_a_package_is_broken(place: Path, tmp_path: Path, code: str) -> None:
    install(place, f"broken-helper-{len(code)}", {"standout.attacks": {"my-attack": "{module}:Mine"}}, code)
    done = standout("audit", "--help", folder=tmp_path)
    assert done.status == 0
    assert done.errors == ""
    assert "my-attack" in done.output
    assert "annot be used" in " ".join(done.output.split())


def test_help_is_there_where_a_name_has_two_owners(place: Path, tmp_path: Path) -> None:
    install(place, "helper-of-ours", {"standout.attacks": {"tf-idf": "{module}:Mine"}})
    done = standout("audit", "--help", folder=tmp_path)
    assert done.status == 0
    assert "the package 'helper-of-ours' registers it too" in " ".join(done.output.split())
    assert ATTACKS["tf-idf"].summary in " ".join(done.output.split())


def test_a_broken_package_is_named_where_all_protections_are_compared(place: Path) -> None:
    install(place, "broken-in-the-grid", {"standout.protections": {"my-trim": "{module}:MyTrim"}}, "x = 1")
    with pytest.raises(BadInput, match="the package 'broken-in-the-grid' registers 'my-trim'"):
        grid_texts()


def test_nobody_is_asked_for_names_of_ours(place: Path) -> None:
    install(place, "broken-but-not-asked", {"standout.attacks": {"tf-idf": "{module}:Nothing"}}, "raise SystemExit")
    assert [attack.name for attack in attacks(["tf-idf"])] == ["tf-idf"]


@pytest.mark.parametrize("name", ["tf-idf", "my-attack"])
def test_a_second_owner_of_a_name_is_refused(place: Path, name: str) -> None:
    install(place, "first-owner", {"standout.attacks": {name: "{module}:Mine"}})
    install(place, "second-owner", {"standout.attacks": {name: "{module}:Mine"}})
    with pytest.raises(BadInput, match=rf"'{name}' of standout\.attacks .*owner") as refused:
        attacks(["my-attack"])
    assert "uninstall" in str(refused.value)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import nothing_like_this", "ModuleNotFoundError"),
        ("x = 1", "AttributeError"),
        ("raise SystemExit(3)", "SystemExit"),
        ("class Mine:\n    name = 'other'", "it calls itself 'other'"),
    ],
)
def test_a_broken_package_names_itself(
    place: Path, tmp_path: Path, code: str, says: str, request: pytest.FixtureRequest
) -> None:
    package = f"broken-{abs(hash(request.node.name))}"
    install(place, package, {"standout.attacks": {"my-attack": "{module}:Mine"}}, code)
    done = standout("audit", "sample", "--attack", "my-attack", folder=tmp_path)
    assert done.status == 2
    assert f"the package '{package}' registers 'my-attack' of standout.attacks" in done.errors
    assert says in done.errors


def test_a_reader_that_fails_is_named(place: Path, tmp_path: Path) -> None:
    code = "def read_fancy(path):\n    raise ValueError('not fancy enough')"
    install(place, "failing-reader", {"standout.readers": {"fancy": "{module}:read_fancy"}}, code)
    (tmp_path / "a.fancy").write_text("x", encoding="utf-8")
    with pytest.raises(BadInput, match=r"a\.fancy: its reader \(failing_reader\) .*ValueError: not fancy enough"):
        so.read(tmp_path / "a.fancy")
