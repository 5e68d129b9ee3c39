"""The version: of a tag on just this commit, else of the file; and a wheel that holds all of the package."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from release import contents
from release.building import FILE, ROOT, in_file, release_of, version
from standout.kernels.precompiled import FOLDER, INDEX, SWITCH, made_without_numba

OWN = '__version__ = "0.2.0.dev0"\n'
BUILT = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "release/building.py")


def git(root: Path, *words: str) -> None:
    settings = ("user.name=a", "user.email=a@example.org", "commit.gpgsign=false", "tag.gpgsign=false")
    who = [word for one in settings for word in ("-c", one)]
    subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source tree without git, with a version of its own."""
    monkeypatch.delenv("STANDOUT_VERSION", raising=False)
    (tmp_path / FILE).parent.mkdir(parents=True)
    (tmp_path / FILE).write_text(OWN, encoding="utf-8")
    return tmp_path


@pytest.fixture
def clone(tree: Path) -> Path:
    """The same with git, and one commit."""
    git(tree, "init", "--quiet")
    git(tree, "add", ".")
    git(tree, "commit", "--quiet", "--message", "all")
    return tree


def test_without_git_or_without_a_tag_the_file_decides(tree: Path) -> None:
    assert version(tree) == "0.2.0.dev0"
    git(tree, "init", "--quiet")
    assert version(tree) == "0.2.0.dev0"


@pytest.mark.parametrize(("tag", "built"), [("v0.2.0", "0.2.0"), ("v0.2.0rc1", "0.2.0rc1"), ("first", "0.2.0.dev0")])
def test_a_tag_decides_on_its_own_commit(clone: Path, tag: str, built: str) -> None:
    git(clone, "tag", tag)
    assert version(clone) == built


def test_a_tag_counts_neither_later_nor_for_changed_files(clone: Path) -> None:
    git(clone, "tag", "v0.2.0")
    (clone / FILE).write_text(OWN + "\n", encoding="utf-8")
    assert version(clone) == "0.2.0.dev0"
    git(clone, "commit", "--quiet", "--all", "--message", "more")
    assert version(clone) == "0.2.0.dev0"


@pytest.mark.parametrize("wanted", ["v0.3.0", "v0.2.0-final"])
def test_a_tag_of_another_version_is_refused_in_one_line(clone: Path, wanted: str) -> None:
    git(clone, "tag", wanted)
    with pytest.raises(SystemExit, match=r"says 0\.2\.0\.dev0; tag v0\.2\.0, or change that file first"):
        version(clone)


def test_where_git_cannot_the_environment_says_it(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STANDOUT_VERSION", "0.2.0")
    assert version(tree) == "0.2.0"


def test_the_file_is_on_its_way_to_a_release() -> None:
    assert in_file() == f"{release_of(in_file())}.dev0"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source without git, and without compiled kernels."""
    pytest.importorskip("hatchling", reason="hatchling builds wheels; it is in the extra 'dev'")
    root = tmp_path_factory.mktemp("tree")
    for name in BUILT:
        (root / name).parent.mkdir(exist_ok=True)
        shutil.copy2(ROOT / name, root / name)
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__", FOLDER))
    return root


def built(source: Path, **more: str) -> Path:
    """The wheel of a release that is built there."""
    for file in source.glob("*.whl"):
        file.unlink()
    env = os.environ | {"STANDOUT_VERSION": release_of(in_file())} | more
    build = "from hatchling.build import build_wheel; build_wheel('.')"
    subprocess.run([sys.executable, "-c", build], cwd=source, env=env, check=True, capture_output=True)
    (wheel,) = source.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(source: Path) -> dict[str, bytes]:
    """What is in a wheel of a release."""
    return contents.in_wheel(built(source))


@pytest.fixture
def compiled(source: Path) -> Iterator[Path]:
    """The index of compiled kernels beside their source: one, made of just this source."""
    folder = source / "src" / contents.COMPILED
    folder.mkdir()
    (folder / "one.nbc").write_bytes(b"one")
    made = {**made_without_numba(folder.parent), "numba": "0.1"}
    entries = {"one": {"int64": ("one.nbc", hashlib.sha256(b"one").hexdigest())}}
    index = {"made": made, "features": [], "commands": [], "entries": entries}
    (folder / INDEX).write_text(json.dumps(index), encoding="utf-8")
    yield folder / INDEX
    shutil.rmtree(folder)


@pytest.mark.usefixtures("compiled")
def test_compiled_kernels_come_with_a_wheel_for_their_python_and_system(source: Path) -> None:
    wheel = built(source)
    assert f"-cp{sys.version_info[0]}{sys.version_info[1]}-" in wheel.name
    found = contents.in_wheel(wheel)
    assert contents.problems(found) == contents.metadata(found) == contents.kernels(wheel.name, found) == []
    assert found[f"{contents.COMPILED}one.nbc"] == b"one"
    assert contents.kernels("standout-0-py3-none-any.whl", found) != []
    assert contents.kernels(wheel.name, found | {f"{contents.COMPILED}one.nbc": b"two"}) == [
        "compiled kernels are not those of their index"
    ]
    other = found | {
        f"{contents.COMPILED}{INDEX}": found[f"{contents.COMPILED}{INDEX}"].replace(b'"sources": "', b'"sources": "0')
    }
    assert contents.kernels(wheel.name, other) == ["compiled kernels are of other sources"]
    without = {name: content for name, content in found.items() if not name.startswith(contents.COMPILED)}
    assert contents.kernels(wheel.name, without) == [f"{wheel.name} is for one system, and has no compiled kernels"]


@pytest.mark.parametrize("why", ["another source", "another Python", "switched off"])
def test_compiled_kernels_stay_where_they_do_not_belong(why: str, compiled: Path, source: Path) -> None:
    index = json.loads(compiled.read_text(encoding="utf-8"))
    changed = {"another source": "sources", "another Python": "python"}.get(why, "nothing")
    index["made"][changed] = "another"
    compiled.write_text(json.dumps(index), encoding="utf-8")
    wheel = built(source, **({SWITCH: "0"} if why == "switched off" else {}))
    assert wheel.name.endswith("-py3-none-any.whl")
    found = contents.in_wheel(wheel)
    assert contents.problems(found) == contents.kernels(wheel.name, found) == []


def test_a_wheel_holds_all_and_says_its_version(wheel: dict[str, bytes]) -> None:
    assert contents.problems(wheel) == []
    assert contents.metadata(wheel) == []
    assert f'__version__ = "{release_of(in_file())}"' in wheel["standout/_version.py"].decode()
    endings = {name.rpartition(".")[2] for name in wheel}
    assert {"j2", "js", "css", "json", "toml", "ttf", "typed"} <= endings


def test_what_a_wheel_lacks_or_has_too_much_is_named(wheel: dict[str, bytes]) -> None:
    template = next(name for name in wheel if name.endswith(".j2"))
    changed = {name: content for name, content in wheel.items() if name != template}
    changed |= {"standout/stray.txt": b"", "standout/errors.py": b""}
    assert contents.problems(changed) == [
        f"{template} is missing",
        "standout/stray.txt has no business there",
        "standout/errors.py is another",
    ]
    info = next(name for name in wheel if name.endswith("METADATA"))
    older = wheel | {info: wheel[info].replace(b"Requires-Python: >=3.11", b"Requires-Python: >=3.8")}
    assert contents.metadata(older) == ["Requires-Python is not that of pyproject.toml"]
