"""What gave targets away, item by item: typical cases, or single people where they are wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from standout.auditing.attack_targets import Attacked
from standout.auditing.setup import Setup
from standout.common.arrays import Int64s
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import seed_for
from standout.risk.calibration import Calibration
from standout.risk.explanation import Explained, chosen_examples, explained
from standout.risk.typical import MOST_PEOPLE, Typical, kinds, of_usual_size, told_of, typical


@dataclass(frozen=True)
class Explanations:
    """What gave people away, and by whose knowledge and which attack they were found."""

    adversary: str
    attack: str
    typical: list[Typical]
    """Cases of a crowd, or invented: nobody in particular."""
    examples: list[Explained] = field(default_factory=list)
    """Single people; only where ids are shown."""


def explain(
    setup: Setup, attacked: list[Attacked], adversary: Adversary, secret: Callable[[], int] | None
) -> Explanations | None:
    """Explain what came of the first attack of this adversary that gives probabilities; none if there is no such.

    With a `secret`, single people are explained, drawn by lot with it.
    """
    for result in attacked:
        fitted = result.judged.fitted
        if result.judged.adversary != adversary or fitted is None:
            continue
        calibration, came, truths = fitted
        if secret is None:
            return Explanations(adversary.name, result.judged.attack.name, _typical(setup, result, calibration, truths))
        chosen = chosen_examples(result.people, came, calibration.thresholds_for(truths), secret())
        drawn = setup.drawn(adversary, np.sort(chosen))
        examples = explained(setup.released, result.judged.attack, drawn, calibration)
        return Explanations(adversary.name, result.judged.attack.name, [], examples)
    return None


def _typical(setup: Setup, result: Attacked, calibration: Calibration, truths: Int64s) -> list[Typical]:
    """For each kind of outcome that a crowd of people had, what is typical of it."""
    cases, crowd, judged = [], setup.settings.crowd, result.judged
    by_lot = np.random.default_rng(seed_for(setup.settings.seed, "typical")).permutation(len(result.people))
    for kind, rows in kinds(judged.outcomes, calibration.thresholds_for(truths)).items():
        if len(rows) < crowd:
            continue
        rows = np.sort(by_lot[np.isin(by_lot, rows)][:MOST_PEOPLE])
        rows = rows[of_usual_size(judged.known[rows], crowd)]
        drawn = setup.drawn(judged.adversary, result.people[rows])
        told = told_of(rows, drawn, judged.outcomes, calibration)
        cases.append(typical(setup.released, judged.attack, kind, told, crowd))
    return cases
