"""The provider's audit of each label: what real attacks find of the people who get it."""

from __future__ import annotations

import numpy as np
import pytest

from standout.data.index import from_arrays
from standout.label.provider.publishing import PublishSettings, make_bulletin
from standout.results.bulletin import Bulletin


@pytest.fixture(scope="module")
def bulletin() -> Bulletin:
    """Three hundred people with nothing but what everybody has, and sixty with things of their own beside it."""
    dice = np.random.default_rng(2)
    plain = [(person, item) for person in range(300) for item in range(12)]
    own = [(300 + at, int(item)) for at in range(60) for item in dice.choice(np.arange(12, 900), 14, replace=False)]
    return make_bulletin(from_arrays(*zip(*plain, *own, strict=True)), PublishSettings(threads=1))


def test_whom_nothing_tells_apart_is_not_found_and_who_has_their_own_is(bulletin: Bulletin) -> None:
    groups = {group.name: group for group in bulletin.scores["hiding"].groups}
    safest, least = groups["hides among 100 people or more"], groups["found by someone who knows a few things"]
    assert (safest.people, least.people) == (300, 60)
    assert safest.found_by is not None
    assert least.found_by is not None
    assert safest.found_by["ten items"].rate == 0
    assert least.found_by["ten items"].rate > 0.95
    for found in (*safest.found_by.values(), *least.found_by.values()):
        assert found.low <= found.rate <= found.high
        assert found.high - found.low > 0
    assert safest.found_by["ten items"].targets == 300


def test_every_score_tells_its_audit_and_empty_bands_tell_nothing(bulletin: Bulletin) -> None:
    for name in ("better", "paper"):
        assert all(group.found_by for group in bulletin.scores[name].groups)
    assert [group.found_by for group in bulletin.scores["hiding"].groups if not group.people] == [None, None, None]


def test_no_band_is_called_safe(bulletin: Bulletin) -> None:
    assert not any("safe" in group.name for group in bulletin.scores["hiding"].groups)
    assert bulletin.scores.names == ("hiding", "better", "paper")
