"""What is newer than the pinned versions, and whether that holds a release up."""

from __future__ import annotations

from pathlib import Path

import pytest

from release import newest
from release.lock import Lock, Pin, read
from release.newest import Newer, installed, named, newer, passed_with, plain, untested


def pin(name: str, version: str) -> Pin:
    return Pin(name, version, None, ())


def test_what_is_newer_is_found_by_name_and_version() -> None:
    before = [pin("NumPy", "2.0"), pin("scipy", "1.1"), pin("scipy", "1.2"), pin("gone", "1")]
    now = [pin("numpy", "2.1"), pin("scipy", "1.2"), pin("scipy", "1.1"), pin("new_one", "3")]
    found = newer(before, now)
    assert [(each.name, sorted(each.newest)) for each in found] == [("new-one", ["3"]), ("numpy", ["2.1"])]
    assert str(found[1]) == "numpy 2.1 (pinned: 2.0)"


@pytest.mark.parametrize(
    ("ours", "passed", "left"),
    [
        ({"numpy"}, {}, ["numpy"]),
        ({"numpy"}, {"numpy": "2.0"}, ["numpy"]),
        ({"numpy"}, {"numpy": "2.1"}, []),
        ({"scipy"}, {}, []),
    ],
)
def test_only_what_the_project_names_and_nobody_tested_holds_up(
    ours: set[str], passed: dict[str, str], left: list[str]
) -> None:
    changed = [Newer("numpy", frozenset({"2.0"}), frozenset({"2.1"}))]
    assert [each.name for each in untested(changed, ours, passed)] == left


def test_what_was_tested_is_kept_and_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newest, "TESTED", tmp_path / "newest-tested")
    assert newest.main(["passed"]) == 0
    kept = passed_with(tmp_path / "newest-tested")
    assert kept == installed(named())
    assert {"numpy", "pyarrow", "typer"} <= set(kept) <= named()
    assert passed_with(tmp_path / "missing") == {}


@pytest.mark.parametrize(("version", "status"), [("1.0", 0), ("9.9", 1)])
def test_a_newer_version_is_told_and_decides(
    version: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole way, with an index that has one version more of something that the project names."""

    def made(lock: Lock, folder: Path) -> None:
        lock.at(folder).write_text(f"numpy=={version} --hash=sha256:{'0' * 64}\n", encoding="utf-8")

    pinned = [pin("numpy", "1.0")]
    monkeypatch.setattr(newest, "TESTED", tmp_path / "newest-tested")
    monkeypatch.setattr(newest, "make", made)
    monkeypatch.setattr(newest, "read", lambda lock, *folder: read(lock, *folder) if folder else pinned)
    monkeypatch.setattr(newest, "passed_with", dict)
    assert newest.main(["tested"]) == status
    said = capsys.readouterr().out
    assert ("not tested yet: numpy 9.9 (pinned: 1.0)" in said) == bool(status)


def test_names_are_spelled_as_indexes_do() -> None:
    assert plain("scikit_Learn.x") == "scikit-learn-x"
