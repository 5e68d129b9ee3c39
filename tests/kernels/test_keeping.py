"""Compiled kernels: of an installed package they are kept in the user's cache, so that pip leaves nothing behind."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import numba
import pytest

from standout.kernels.keeping import cache_folder, keep_apart

KERNEL = "import numba\n\n@numba.njit(cache=True)\ndef twice(number):\n    return 2 * number\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    return tmp_path / "cache" / "standout" / "kernels"


def kept(below: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the code of a kernel is kept, of a package that lies below a folder."""
    (below / name).mkdir(parents=True)
    (below / name / "__init__.py").touch()
    (below / name / "loops.py").write_text(KERNEL, encoding="utf-8")
    monkeypatch.syspath_prepend(str(below))
    package = importlib.import_module(name)
    keep_apart(name, package.__path__)
    return Path(importlib.import_module(f"{name}.loops").twice._cache.cache_path)


def test_an_installed_package_keeps_them_in_the_users_cache(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kept(tmp_path / "site-packages", "installed_kernels", monkeypatch).is_relative_to(cache)
    assert cache.stat().st_mode & 0o777 == 0o700
    assert numba.config.CACHE_DIR == "", "whatever else is compiled is kept where it always was"
    assert list((tmp_path / "site-packages").rglob("*.nb?")) == []


def test_source_that_is_worked_on_keeps_them_beside_it(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = kept(tmp_path / "src", "kernels_in_source", monkeypatch)
    assert place.is_relative_to(tmp_path / "src")
    assert not cache.exists()


def test_whoever_says_where_decides(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "said"))
    assert kept(tmp_path / "site-packages", "kernels_elsewhere", monkeypatch).is_relative_to(tmp_path / "said")
    assert not cache.exists()


def test_without_a_place_it_is_left_to_numba(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").write_text("a file, and no folder", encoding="utf-8")
    assert cache_folder() is None
    assert kept(tmp_path / "site-packages", "kernels_homeless", monkeypatch).is_relative_to(tmp_path)
    assert not cache.exists()


@pytest.mark.parametrize(
    ("system", "where"), [("darwin", "Library/Caches/standout/kernels"), ("win32", "AppData/Local/standout/kernels")]
)
def test_each_system_has_its_own_folder(
    system: str, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert cache_folder() == tmp_path / where
