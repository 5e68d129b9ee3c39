"""Looking for everybody with one attack, and what its names are worth: thresholds from simulated and real knowledge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from standout.attacks.contract import Attack
from standout.attacks.likelihood import Likelihood
from standout.attacks.rules import Rule
from standout.common.arrays import Bools, Int64s
from standout.data.dataset import AnyDataset
from standout.engines.tally import Tally
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Knowledge, of_targets, seed_for
from standout.risk.calibration import Calibration, Trial, calibrated
from standout.risk.guards import Guard, Nulls, against_others, guarded, shared, with_real_nulls
from standout.risk.learning import TARGETS as LEARNT_FROM
from standout.risk.learning import learnt
from standout.risk.outcomes import Outcomes, outcomes
from standout.risk.trials import TARGETS as TRIED
from standout.risk.trials import told_by, tried

CANDIDATES = 10

Tell = Callable[[float], None]


@dataclass(frozen=True)
class Looked:
    """What came of looking for everybody, and what absent people look like."""

    knowledge: Knowledge
    attack: Attack
    adversary: Adversary
    """Who knows as much as this, by the rule that was learnt."""
    tally: Tally
    outcomes: Outcomes
    trial: Trial
    nulls: Nulls
    guard: Guard

    @property
    def sure(self) -> Bools:
        """Whose best record reaches the threshold."""
        confidence = self.outcomes.confidence
        return (confidence >= self.guard.threshold) & (confidence > 0) & (self.outcomes.guesses >= 0)

    @property
    def named(self) -> Bools:
        """Who of them does not share that record with another."""
        sure = self.sure
        return sure & ~shared(self.outcomes.guesses, sure)


@dataclass(frozen=True)
class Asked:
    """How people are looked for, whatever is known of them."""

    released: AnyDataset
    attack: Attack
    promised: float
    seed: int
    present: float = 0.5
    tried: int = TRIED
    """How many people of the released data absent people are simulated from."""


def look(asked: Asked, knowledge: Knowledge, truths: Int64s, tell: Tell | None = None) -> Looked:
    """Learn how the knowledge came about, look for everybody, and find out what absent people look like."""
    released, attack = asked.released, asked.attack
    teacher = attack if isinstance(attack, Likelihood) else Likelihood(present=asked.present)
    spread = np.random.default_rng(seed_for(asked.seed, "learning")).permutation(knowledge.targets)[:LEARNT_FROM]
    taught = learnt(teacher, of_targets(knowledge, np.sort(spread)), released)
    attack = taught if isinstance(attack, Likelihood) else attack
    adversary = told_by(taught.rule or Rule(), knowledge)
    trial = tried(released, adversary, attack, seed_for(asked.seed, "calibration"), asked.tried)
    tally = released.engine.score(
        released, knowledge, attack, truths, top=CANDIDATES, entropy=attack.probabilities == "entropic", progress=tell
    )
    others = against_others(knowledge, attack, released, seed_for(asked.seed, "others"))
    came = outcomes(tally, attack, truths, released.people)
    nulls = Nulls(
        trial.standing_out_absent, others.confidence_absent, came.runner_up,
        trial.odds_absent, others.odds_absent, came.runner_up_odds,
    )  # fmt: skip
    guard = guarded(came.confidence, nulls, asked.promised)
    return Looked(knowledge, attack, adversary, tally, came, trial, nulls, guard)


def calibration_of(asked: Asked, looked: Looked, *, silent: bool) -> Calibration | None:
    """Probabilities from simulated people, with the doubt that real knowledge adds; none without a posterior."""
    if looked.attack.probabilities != "posterior":
        return None
    simulated = calibrated(looked.trial, np.zeros(asked.released.people, np.int64), asked.promised, asked.present)
    return with_real_nulls(simulated, looked.outcomes.odds, looked.nulls, looked.guard, silent=silent)
