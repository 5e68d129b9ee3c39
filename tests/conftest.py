"""What all tests share: one profile for generated examples, one thread for libraries that would take all cores."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

os.environ.setdefault("OMP_NUM_THREADS", "1")  # threads that wait for each other stall all tests

settings.register_profile(
    "standout",
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("search", settings.get_profile("standout"), max_examples=2_000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "standout"))
