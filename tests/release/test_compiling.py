"""What kernels are compiled for: every attack, every protection and every command that has kernels; made at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from release import compiling
from release.commands import AUDIT, EVERY, REST, invent
from release.pythons import Python
from release.smoke import for_it
from standout.attacks import ATTACKS
from standout.protections import PROTECTIONS

COMMANDS = {"audit", "prepare", "protect", "link", "infer", "compare", "publish", "check", "advise", "personas",
            "blend", "beliefs"}  # fmt: skip


def test_every_attack_protection_and_command_is_among_them() -> None:
    assert set(EVERY) == set(ATTACKS)
    typed = [*AUDIT, *REST]
    assert {found for one in typed for found in re.findall(r"--with ([a-z-]+)", one)} == set(PROTECTIONS)
    assert {one.partition(" ")[0] for one in typed} == COMMANDS | {"sample"}


def test_they_find_every_file_that_they_name(tmp_path: Path) -> None:
    invent(tmp_path)
    there = {file.name for file in tmp_path.iterdir()}
    for one in (*AUDIT, *REST):
        words = one.split()
        made = words[words.index("--out") + 1]
        assert {word for word in words if re.search(r"\.(csv|txt|json)$", word)} - {made} <= there, one
        there.add(made)


def test_the_old_folder_goes_when_the_new_one_comes(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "package" / "compiled"
    new.mkdir()
    old.mkdir(parents=True)
    (new / "now").touch()
    (old / "before").touch()
    compiling.replace(new, old)
    assert [file.relative_to(tmp_path).as_posix() for file in (tmp_path / "package").rglob("*")] == [
        "package/compiled", "package/compiled/now",
    ]  # fmt: skip


def test_a_python_takes_the_wheel_that_is_compiled_for_it() -> None:
    wheels = [Path(f"standout-0.2.0-{tag}.whl") for tag in ("cp311-cp311-linux_x86_64", "py3-none-any")]
    assert for_it(Python((3, 11, 7), Path("python3.11")), wheels) == wheels[0]
    assert for_it(Python((3, 12, 1), Path("python3.12")), wheels) is None


def test_a_command_that_fails_is_said_and_the_others_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert compiling.run(["audit nothing.csv", "sample --people 60 --items 20 --interactions 300 --out s"]) == 1
    assert "standout audit nothing.csv: 2" in capsys.readouterr().err
    assert (tmp_path / "s" / "people.csv").is_file()
