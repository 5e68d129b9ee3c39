"""Looking for everybody with one attack, and what its names are worth: thresholds from simulated and real knowledge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from standout.attacks.contract import Attack
from standout.attacks.likelihood import Likelihood
from standout.attacks.rules import Rule
from standout.attacks.taste import Taste
from standout.common.arrays import Bools, Int64s
from standout.data.dataset import AnyDataset
from standout.engines.tally import Tally
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Knowledge, of_targets, seed_for
from standout.risk.calibration import Calibration, Trial, calibrated
from standout.risk.guards import Among, Guard, Nulls, against_others, guarded, shared, with_real_nulls
from standout.risk.learning import TARGETS as LEARNT_FROM
from standout.risk.learning import learnt
from standout.risk.outcomes import Outcomes, outcomes
from standout.risk.own_pattern import COLUMN_OF, NEAR_DAYS, ONE_LOOK, Looking, without
from standout.risk.sized import POWERS, best_power, by_size, outcomes_by_size, trial_by_size
from standout.risk.taste_calibration import expecting, smoothly_calibrated, too_few
from standout.risk.taste_learning import taste_learnt
from standout.risk.trials import TARGETS as TRIED
from standout.risk.trials import told_by, tried

CANDIDATES = 10
FEWEST_CHOOSE = 50
"""Fewer people than this choose nothing."""

Tell = Callable[[float], None]


@dataclass(frozen=True)
class Looked:
    """What came of looking for everybody, and what absent people look like."""

    knowledge: Knowledge
    attack: Attack
    adversary: Adversary | None
    """Who knows as much as this, by the rule that was learnt; none where what is known is from another time."""
    tally: Tally
    outcomes: Outcomes
    trial: Trial
    nulls: Nulls
    guard: Guard
    notes: tuple[str, ...] = ()
    power: float = 0.0
    """Confidence is measured per known item to this power."""
    powers: tuple[Looked, ...] = ()
    """The same by each power that was tried, this one among them; the usual one first."""

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
    looking: Looking = ONE_LOOK
    """What is looked at again, of the best candidates."""

    @property
    def own(self) -> tuple[str, ...]:
        return self.looking.own


@dataclass(frozen=True)
class _Prepared:
    """The attack with what was learnt, and what comes of it on people of the released data."""

    attack: Attack
    adversary: Adversary | None
    trial: Trial
    notes: tuple[str, ...] = ()


def look(asked: Asked, knowledge: Knowledge, truths: Int64s, tell: Tell | None = None) -> Looked:
    """Learn how the knowledge came about, look for everybody, and find out what absent people look like."""
    released, ready = asked.released, _prepared(asked, knowledge)
    attack = ready.attack
    if asked.own:
        tally = asked.looking.score(released, knowledge, attack, truths, top=CANDIDATES)
    else:
        entropic = attack.probabilities == "entropic"
        tally = released.engine.score(
            released, knowledge, attack, truths, top=CANDIDATES, entropy=entropic, progress=tell
        )
    came = outcomes(tally, attack, truths, released.people)
    among = None
    if ready.adversary is not None:  # else what is released is of another time than all that is known
        among = against_others(knowledge, attack, released, seed_for(asked.seed, "others"), asked.looking)
    every = [_weighed(asked, ready, knowledge, tally, came, among, power) for power in _powers(ready)]
    return by_best_power(every)


def by_best_power(every: Sequence[Looked]) -> Looked:
    """The one that names most beyond chance, with all of them."""
    best = every[best_power([each.named for each in every], FEWEST_CHOOSE)]
    return replace(best, powers=tuple(every))


def _powers(ready: _Prepared) -> tuple[float, ...]:
    """By which powers of how much is known confidence may be measured."""
    return POWERS if ready.attack.probabilities == "posterior" else (0.0,)


def _weighed(
    asked: Asked,
    ready: _Prepared,
    knowledge: Knowledge,
    tally: Tally,
    came: Outcomes,
    among: Among | None,
    power: float,
) -> Looked:
    """What came of it, with confidence by how much is known to one power."""
    trial, came = trial_by_size(ready.trial, power), outcomes_by_size(came, knowledge.sizes, power)
    others, others_odds = np.empty(0), np.empty(0)
    if among is not None:
        others, others_odds = by_size(among.confidence, knowledge.sizes[among.asked], power), among.odds
    nulls = Nulls(
        trial.standing_out_absent, others, came.runner_up, trial.odds_absent, others_odds, came.runner_up_odds
    )
    guard, notes = guarded(came.confidence, nulls, asked.promised), ready.notes
    if ready.adversary is None and (few := too_few(trial, asked.promised)):
        guard, notes = replace(guard, simulated=np.inf), (*notes, f"nobody is named by taste: {few}")
    return Looked(knowledge, ready.attack, ready.adversary, tally, came, trial, nulls, guard, notes, power)


def _prepared(asked: Asked, knowledge: Knowledge) -> _Prepared:
    """Learn the rule of the knowledge, and taste where that is asked for and the knowledge is from another time."""
    released, attack, knowledge = asked.released, asked.attack, without(knowledge, asked.own)
    notes: tuple[str, ...] = ()
    if isinstance(attack, Taste):
        tasted = taste_learnt(attack, knowledge, released, asked.seed)
        if tasted.trial is not None:
            return _Prepared(tasted.attack, None, tasted.trial, (tasted.note,))
        attack, notes = tasted.attack, (tasted.note,)
    spread = np.random.default_rng(seed_for(asked.seed, "learning")).permutation(knowledge.targets)[:LEARNT_FROM]
    taught = learnt(_teacher(attack, asked.present), of_targets(knowledge, np.sort(spread)), released)
    if isinstance(attack, Taste):
        attack = replace(attack, likelihood=taught)
    elif isinstance(attack, Likelihood):
        attack = taught
    adversary, seed = told_by(taught.rule or Rule(), knowledge), seed_for(asked.seed, "calibration")
    trial = tried(released, _knowing(adversary, asked.own), attack, seed, asked.tried, asked.looking)
    return _Prepared(attack, adversary, trial, notes)


def _knowing(adversary: Adversary, own: tuple[str, ...]) -> Adversary:
    """The adversary with columns that are looked at again: what is each person's own in them does not matter."""
    columns = {COLUMN_OF.get(way) for way in own}
    values = 0.0 if "values" in columns else adversary.values
    return replace(adversary, values=values, days=NEAR_DAYS if "days" in columns else adversary.days)


def _teacher(attack: Attack, present: float) -> Likelihood:
    """Who learns the rule, whatever attack it is for."""
    if isinstance(attack, Taste):
        return attack.likelihood
    return attack if isinstance(attack, Likelihood) else Likelihood(present=present)


def calibration_of(asked: Asked, looked: Looked, *, silent: bool) -> Calibration | None:
    """Probabilities from simulated people, with the doubt that real knowledge adds; none without a posterior.

    Taste is tried on real people, cut in two: what is left to doubt is how many of those looked for are there.
    """
    if looked.attack.probabilities != "posterior":
        return None
    everybody = np.zeros(asked.released.people, np.int64)
    if looked.adversary is None:
        simulated = smoothly_calibrated(looked.trial, everybody, asked.promised)
        return expecting(looked.trial, simulated, looked.outcomes.odds, asked.present, looked.guard.threshold)
    simulated = calibrated(looked.trial, everybody, asked.promised, asked.present)
    return with_real_nulls(simulated, looked.outcomes.odds, looked.nulls, looked.guard, silent=silent)
