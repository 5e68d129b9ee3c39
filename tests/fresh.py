"""Which tests draw fresh randomness: what they assert must hold whatever is drawn, or nearly so.

`STANDOUT_FRESH=FILE python -m pytest -p tests.fresh …` writes a line of JSON into FILE for each test and each place
that drew: from the system (`os.urandom`, `secrets`, `random.SystemRandom`, `uuid4`, NumPy generators without a seed),
from generators that all share (Python's, NumPy's), by OpenDP, or in another Python that the test started. The names of
temporary files do not count. `python -m tests.fresh FILE` lists them.
"""

from __future__ import annotations

import importlib.util
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import FrameType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

FILE, TEST = "STANDOUT_FRESH", "STANDOUT_FRESH_TEST"
_ROOT = str(Path(__file__).resolve().parents[1]) + os.sep
_OWN = str(Path(__file__).resolve())
_NO_MATTER = (
    tempfile.__file__,
    "<frozen importlib",
    f"{os.sep}execnet{os.sep}",
    f"{os.sep}jupyter_client{os.sep}",
    f"{os.sep}ipykernel{os.sep}",
    f"{os.sep}duckdb{os.sep}_relation.py",
    f"{os.sep}hypothesis{os.sep}internal{os.sep}entropy.py",
    f"{os.sep}joblib{os.sep}",
    f"{os.sep}sklearn{os.sep}utils{os.sep}validation.py",
    f"{os.sep}numba{os.sep}core{os.sep}caching.py",
)
"""Who draws names, keys and ports that no test looks at; and who fills a generator before it is used or seeded: modules
when they are imported, and scikit-learn, which makes NumPy's old generators and then seeds them."""

_seen: set[tuple[str, str, str]] = set()


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def record(kind: str) -> None:
    """Note that the test at work draws, and the nearest place of ours that made it do so."""
    test = os.environ.get(TEST, "")
    frames = [frame for frame in _frames(sys._getframe(1)) if frame.f_code.co_filename != _OWN]
    if any(part in frame.f_code.co_filename for frame in frames[:12] for part in _NO_MATTER):
        return
    files = [(frame.f_code.co_filename, frame.f_lineno) for frame in frames]
    ours = [f"{file.removeprefix(_ROOT)}:{line}" for file, line in files if _is_ours(file)]
    place = ours[0] if ours else next((f"{file}:{line}" for file, line in files), "?")
    if (test, kind, place) not in _seen:
        _seen.add((test, kind, place))
        with Path(os.environ[FILE]).open("a") as log:
            log.write(json.dumps({"test": test, "kind": kind, "place": place}) + "\n")


def _is_ours(file: str) -> bool:
    return file.startswith(_ROOT) and f"{os.sep}.venv" not in file


class _OpenDP(MetaPathFinder):
    """Watches OpenDP's measurements from the moment when somebody imports it."""

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        if name != "opendp.mod":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            _after(spec.loader, lambda module: _watch_call(module.Measurement))
        return spec


def _after(loader: Loader, then: Callable[[Any], None]) -> None:
    run = loader.exec_module

    def exec_module(module: ModuleType) -> None:
        run(module)
        then(module)

    loader.exec_module = exec_module  # type: ignore[method-assign]


def _watch_call(measurement: Any) -> None:
    call = measurement.__call__

    def watched(self: Any, *words: Any) -> Any:
        record("opendp")
        return call(self, *words)

    measurement.__call__ = watched


def watch() -> None:
    """From now on, in this process, note whoever draws."""
    if os.urandom.__module__ != "posix":
        return  # watched already
    drawn, seed = os.urandom, random.Random.seed

    def urandom(size: int) -> bytes:
        record("system")
        return drawn(size)

    def seeded(self: random.Random, a: Any = None, version: int = 2) -> None:
        if a is None and type(self) is not random.SystemRandom:
            record("unseeded generator")
        seed(self, a, version)

    os.urandom = urandom
    random._urandom = urandom  # type: ignore[attr-defined]
    random.Random.seed = seeded  # type: ignore[method-assign]
    sys.meta_path.insert(0, _OpenDP())


def _shared() -> tuple[Any, bytes]:
    """Where the generators that all share stand."""
    numpy = sys.modules.get("numpy.random")
    return random.getstate(), b"" if numpy is None else numpy.get_state()[1].tobytes() + bytes(
        [numpy.get_state()[2] % 256]
    )


def pytest_configure(config: pytest.Config) -> None:
    if FILE not in os.environ:
        raise SystemExit(f"say with {FILE}=FILE where to write who drew")
    os.environ[FILE] = str(Path(os.environ[FILE]).resolve())
    folder = Path(tempfile.mkdtemp(prefix="standout-fresh-"))
    lines = f"import runpy\nrunpy.run_path({_OWN!r}, run_name='watched')\n"
    (folder / "sitecustomize.py").write_text(lines)
    config.add_cleanup(lambda: (folder / "sitecustomize.py").unlink())
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    watch()


def pytest_runtest_protocol(item: pytest.Item) -> None:
    os.environ[TEST] = item.nodeid
    item.stash[_before()] = _shared()


def pytest_runtest_logfinish(nodeid: str) -> None:
    os.environ[TEST] = f"after {nodeid}"


_key: Any = None


def _before() -> Any:
    global _key
    if _key is None:
        import pytest

        _key = pytest.StashKey[Any]()
    return _key


def pytest_runtest_teardown(item: pytest.Item) -> None:
    python, numpy = _shared()
    python_before, numpy_before = item.stash[_before()]
    if python != python_before:
        record("Python's shared generator")
    if numpy_before and numpy != numpy_before:
        record("NumPy's shared generator")


def _listed(file: Path) -> None:
    found: dict[str, dict[str, int]] = {}
    for line in file.read_text().splitlines():
        one = json.loads(line)
        places = found.setdefault(one["test"], {})
        places[f"{one['kind']} at {one['place']}"] = places.get(f"{one['kind']} at {one['place']}", 0) + 1
    for test, places in sorted(found.items()):
        print(test or "(outside any test)")
        for place in sorted(places):
            print(f"    {place}")
    print(f"{len(found)} tests drew")


if __name__ == "watched" and FILE in os.environ:
    watch()
elif __name__ == "__main__":
    _listed(Path(sys.argv[1]))
