"""What all tests share: one profile for generated examples, one thread for libraries that would take all cores, and the
order: what takes longest first, or one drawn by a seed where that is asked for."""

from __future__ import annotations

import gc
import os
import random
import sys

import pytest
from hypothesis import HealthCheck, settings

from tests.engines.spark import cluster
from tests.engines.spark.ahead import ask_ahead, ask_no_more
from tests.engines.spark.once import place_of
from tests.lengthy import listed, name_of
from tests.processors import as_everywhere
from tests.shared import no_longer_share, share_a_folder

os.environ.setdefault("OMP_NUM_THREADS", "1")  # threads that wait for each other stall all tests
os.environ.update(as_everywhere())
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else every worker and every process of a test compiles all of it anew
sys.dont_write_bytecode = False
# No test cuts the power: what the disk has not got yet, the next reader gets all the same.
os.fsync = lambda fd: None  # noqa: ARG005

settings.register_profile(
    "standout",
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("search", settings.get_profile("standout"), max_examples=2_000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "standout"))


def pytest_configure(config: pytest.Config) -> None:
    """Workers find the folder in what they inherit from whoever starts them."""
    if (folder := share_a_folder()) is not None:
        config.add_cleanup(lambda: no_longer_share(folder))
        config.add_cleanup(ask_no_more)  # the last to be added is called first


@pytest.fixture(scope="session", autouse=True)
def _asked_ahead(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> None:
    """One worker begins to ask the cluster, where any test wants its answers; they come last."""
    first = os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0"
    if first and cluster.is_here() and any(map(_wants_cluster, request.session.items)):
        ask_ahead(place_of(tmp_path_factory, "spark"))


def _wants_cluster(item: pytest.Item) -> bool:
    return "answered" in getattr(item, "fixturenames", ())


def pytest_addoption(parser: pytest.Parser) -> None:
    """What `make test-fast` asks for."""
    parser.addoption("--short", action="store_true", help="without the tests of tests/lengthy.txt, and slow ones")


def _only_short(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is slow, waits for a cluster, or was measured to take long."""
    long = listed()

    def takes_long(item: pytest.Item) -> bool:
        slow = item.get_closest_marker("slow") is not None
        return slow or _wants_cluster(item) or name_of(item.nodeid) in long

    left_out = [item for item in items if takes_long(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not takes_long(item)]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Only what is short, where that is asked for; in our order."""
    if config.getoption("--short"):
        _only_short(config, items)
    put_in_order(items)


def put_in_order(items: list[pytest.Item]) -> None:
    """Files with slow tests come first: no core is idle at the end while another is busy with the last of them. What
    waits for the cluster comes last, which meanwhile was asked. With STANDOUT_SHUFFLE=SEED the order is drawn from the
    seed: of files, and of the tests of each file.

    Tests of a file stay together, so that what a file makes once for all its tests is made once. Slow tests do not
    count for coverage: watching them takes minutes, and what they run is run by quick ones as well.
    """
    slow = [item for item in items if item.get_closest_marker("slow")]
    for item in slow:
        item.add_marker("no_cover")
    if seed := os.environ.get("STANDOUT_SHUFFLE"):
        dice = random.Random(seed)
        files = sorted({str(item.path) for item in items})
        dice.shuffle(files)
        at = {file: number for number, file in enumerate(files)}
        items.sort(key=lambda item: (at[str(item.path)], dice.random()))
    else:
        first = {item.path for item in slow}
        items.sort(key=lambda item: (_wants_cluster(item), item.path not in first))


def pytest_collection_finish() -> None:
    """What was collected, ten thousand tests and all modules, stays: the collector need not look through it again."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """In the end all of it may go, or libraries would say that it leaked."""
    gc.unfreeze()


def pytest_report_header() -> list[str]:
    """The words that bring the same order back."""
    seed = os.environ.get("STANDOUT_SHUFFLE")
    return [f"order: STANDOUT_SHUFFLE={seed} PYTHONHASHSEED={os.environ.get('PYTHONHASHSEED', '')}"] if seed else []
