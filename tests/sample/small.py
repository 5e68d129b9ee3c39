"""A sample of few people, for tests that need people with tastes and attributes, but not two thousand of them."""

from __future__ import annotations

from pathlib import Path

from standout.sample.invention import SampleSettings, draw_sample


def small_sample(folder: Path) -> Path:
    """Draw it into this folder: with titles, groups, values, days, gender and age, as the built-in one."""
    return draw_sample(folder, SampleSettings(people=300, items=120, interactions=6_000, seed=4))
