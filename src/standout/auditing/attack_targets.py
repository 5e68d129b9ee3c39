"""Attacking every target: draw what is known, attack, calibrate, judge."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import partial

import numpy as np

from standout.attacks.contract import Attack
from standout.attacks.likelihood import with_threshold
from standout.attacks.taste import Taste
from standout.auditing.both_ways import informed, noise_of, other_way
from standout.auditing.checkpoint import Arrays
from standout.auditing.setup import Setup
from standout.auditing.steps import Steps, Tell
from standout.common.arrays import Floats, Int64s
from standout.engines.own_records import scored_with_own
from standout.engines.tally import Tally
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, of_targets, seed_for
from standout.results.finding import OtherNoise
from standout.risk.calibration import Calibration, Trial, calibrated, halves_of
from standout.risk.finding import Judged
from standout.risk.guards import guarded_by
from standout.risk.outcomes import Outcomes, outcomes
from standout.risk.people import rivals_of
from standout.risk.taste_calibration import smoothly_calibrated
from standout.risk.trials import ENOUGH, tried
from standout.risk.trials import TARGETS as TRIALS


@dataclass(frozen=True)
class Attacked:
    """What came of one attack for one adversary, a row per target."""

    judged: Judged
    people: Int64s
    """Who the targets are."""
    rivals: Int64s
    """For each target the best record that is not their own."""

    @property
    def found(self) -> tuple[float, float]:
        """How many records are expected to come first if ties are broken by lot, and how many do, alone: what attacks
        are compared by."""
        came = self.judged.outcomes
        return float(came.within_by_lot(1).sum()), float((came.ranks == 1).sum())


def attack_with(setup: Setup, steps: Steps, adversary: Adversary, chosen: Attack) -> Attacked:
    """All that comes of one attack for one adversary; it asks for nothing that comes of another."""
    attack = informed(setup, adversary, chosen, noise_of(setup, chosen))
    rows = attack_everyone(setup, steps, adversary, attack)
    calibration = calibrate(setup, steps, adversary, attack, rows)
    other = other_way(setup, adversary, chosen, rows)
    return judge(setup, adversary, attack, rows, calibration, other)


def attack_everyone(setup: Setup, steps: Steps, adversary: Adversary, attack: Attack) -> Arrays:
    """Draw knowledge of every target and attack, chunk by chunk: a row per target."""
    what, each = f"{adversary.name} · {attack.name}", steps.efforts.of(adversary, attack)
    chunks = [
        steps.once(
            f"{what} {begin}",
            what,
            partial(_attack, setup, adversary, attack, people),
            effort=len(people) * each,
            each=each,
        )
        for begin, people in setup.chunks()
    ]
    return {name: np.concatenate([rows[name] for rows in chunks]) for name in chunks[0]}


def calibrate(setup: Setup, steps: Steps, adversary: Adversary, attack: Attack, rows: Arrays) -> Calibration | None:
    """Map and threshold, from people of the released data: present, and taken out; none without a posterior.

    Where the data itself is attacked, looking for the targets (`rows`) was such a trial, if there were enough of them.
    """
    if attack.probabilities != "posterior":
        return None
    seed = seed_for(setup.settings.seed, "calibration")
    halves, promised = halves_of(setup.released.people, seed), setup.settings.max_false
    if isinstance(attack, Taste) and attack.trial is not None:
        return smoothly_calibrated(Trial(*attack.trial), halves, promised)
    if setup.released is setup.data and len(rows["truths"]) >= ENOUGH:
        return calibrated(trial_of(rows), halves, promised)
    what, effort = f"calibrating · {adversary.name} · {attack.name}", steps.efforts.trials(adversary, attack, TRIALS)

    def try_out(_tell: Tell) -> Arrays:
        trial = tried(setup.released, adversary, attack, seed)
        return {field.name: getattr(trial, field.name) for field in dataclasses.fields(Trial)}

    steps.meter.expect(what, effort if setup.tries_by_itself else 0.0)
    return calibrated(Trial(**steps.once(what, what, try_out, effort=effort)), halves, promised)


def trial_of(rows: Arrays) -> Trial:
    """What the rows of all targets are as a trial."""
    return Trial(
        rows["truths"],
        rows["right"],
        rows["odds"],
        rows["odds_absent"],
        rows["confidence_absent"],
        rows["confidence"],
        rows["known"],
    )


def judge(
    setup: Setup,
    adversary: Adversary,
    attack: Attack,
    rows: Arrays,
    calibration: Calibration | None,
    other: OtherNoise | None = None,
) -> Attacked:
    """What the rows of all targets say, with the threshold that calibration asks for."""
    threshold: float | Floats = attack.verdict.threshold
    if calibration is not None:
        if setup.released is not setup.data:
            calibration = guarded_by(calibration, rows["confidence"], rows["runner_up"])
        attack = with_threshold(attack, max(calibration.thresholds))
        threshold = calibration.thresholds_for(rows["truths"])
    fields = {field.name: rows[field.name] for field in dataclasses.fields(Outcomes) if field.name != "threshold"}
    judged = Judged(
        adversary,
        attack,
        Outcomes(**fields, threshold=threshold),
        known=rows["known"],
        similarity=rows["similarity"],
        people=setup.released.people,
        left_out=int(rows["left_out"].sum()),
        not_released=int((rows["truths"] < 0).sum()),
        unknown_items=int(rows["unknown_items"].sum()),
        candidates=int(rows["candidates"].max(initial=0)),
        lengths=setup.lengths[rows["people"]],
        lengths_left_out=setup.lengths[np.setdiff1d(setup.people, rows["people"])],
        scores=rows["scores"],
        truths=rows["truths"],
        calibration=calibration,
        promised=setup.settings.max_false,
        crowd=setup.settings.crowd,
        noise=noise_of(setup, attack),
        other=other,
    )
    return Attacked(judged, rows["people"], rows["rivals"])


def _attack(setup: Setup, adversary: Adversary, attack: Attack, people: Int64s, tell: Tell) -> Arrays:
    """Draw knowledge of these people, attack, and see what came of it."""
    drawn = setup.drawn(adversary, people)
    tally, drawn = _scored(setup, attack, drawn, tell)
    came = outcomes(tally, attack, drawn.truths, setup.released.people)
    rows: Arrays = {
        field.name: getattr(came, field.name) for field in dataclasses.fields(came) if field.name != "threshold"
    }
    return rows | {
        "people": drawn.people,
        "truths": drawn.truths,
        "known": drawn.knowledge.sizes,
        "scores": tally.true_scores,
        "candidates": tally.candidates,
        "rivals": rivals_of(tally, drawn.truths),
        "similarity": _similarity(setup, drawn.people, came),
        "left_out": np.array([drawn.left_out]),
        "unknown_items": np.array([int((drawn.knowledge.items < 0).sum())]),
    }


def _scored(setup: Setup, attack: Attack, drawn: Drawn, tell: Tell) -> tuple[Tally, Drawn]:
    """The tally of these targets, with bits for those of them that bits are measured on; and their true records."""
    released, entropic = setup.released, attack.probabilities == "entropic"
    at_once = entropic and setup.measures_everyone
    tally, drawn = scored_with_own(released, drawn, attack, entropy=at_once, progress=tell)
    if entropic and not at_once:
        some = np.flatnonzero(np.isin(drawn.people, setup.measured))
        known, truths = of_targets(drawn.knowledge, some), drawn.truths[some]
        tally.exponentials[some] = released.engine.score(released, known, attack, truths, entropy=True).exponentials
    return tally, drawn


def _similarity(setup: Setup, people: Int64s, came: Outcomes) -> Floats:
    """How similar each target's record is to the guessed one."""
    similarity, wrong = setup.own_similarity[people], np.flatnonzero(~came.right)
    similarity[wrong] = setup.alike(people[wrong], came.guesses[wrong])
    return similarity
