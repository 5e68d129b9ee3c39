"""The label's scores on real data: they rank people nearly as their anonymity sets do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from standout.io.reading import read
from standout.reproductions.boukoros.boukoros_study import spearman, study_of

pytestmark = [pytest.mark.real, pytest.mark.slow]


def test_both_scores_rank_the_people_of_ml_100k(dataset: Callable[[str], Path]) -> None:
    study = study_of("ml-100k", read(dataset("ml-100k")), 1_000, 1, None)
    paper, better = (spearman(study.scores[name], study.sizes).rate for name in ("paper", "better"))
    assert 0.96 < paper < better
    assert better > 0.99
    assert study.again > 0.995
    assert [group.name for group in study.bulletin.scores["better"].groups] == ["not safe", "medium risk", "safe"]
