"""Whom to look for next: everybody once before anybody twice, whatever the stages."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.gating import attempts
from standout.gating.attempts import Targets


@given(people=st.integers(1, 12), cuts=st.lists(st.integers(0, 40), max_size=5), chunk=st.integers(1, 7))
def test_stages_add_up_to_everybody_in_turn(people: int, cuts: list[int], chunk: int) -> None:
    order = np.random.default_rng(people).permutation(people).astype(np.int64)
    targets, ends = Targets(order), sorted(cuts)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(attempts, "CHUNK", chunk)
        pieces = [piece for begin, end in zip([0, *ends], ends, strict=False) for piece in targets.between(begin, end)]
    plainly = [(number // people, int(order[number % people])) for number in range(ends[-1] if ends else 0)]
    assert sorted((turn, int(person)) for turn, several in pieces for person in several) == sorted(plainly)
    assert all(len(several) <= chunk and (np.diff(several) > 0).all() for _, several in pieces)
