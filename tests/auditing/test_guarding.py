"""Looking for everybody by taste: silent, with a note, where fewer people teach than the promise takes."""

from __future__ import annotations

import numpy as np
import pytest

from standout.attacks.taste import Taste
from standout.auditing.guarding import Asked, look
from standout.auditing.spoken import _one_to_one
from tests.attacks.test_taste import halves, lives


@pytest.mark.parametrize(("promised", "enough"), [(0.01, False), (0.05, True)])
def test_too_few_people_to_learn_a_promise_from_are_no_ground_for_a_name(promised: float, enough: bool) -> None:
    parts = halves(lives(people=80))
    asked, truths = Asked(parts.released, Taste(), promised, 1), np.arange(parts.known.targets)
    looked = look(asked, parts.known, truths)
    assert looked.adversary is None, "taste was learnt"
    assert 60 <= len(looked.trial.people) < 99
    assert any("a promise of 1% takes 99" in note for note in looked.notes) != enough
    for one in (looked, _one_to_one(asked, looked, truths)):
        assert (one.guard.simulated < np.inf) == enough
        assert enough or not one.named.any()
