"""Wrongly accused: how often somebody else is named than is looked for, by adversaries who take care."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np

from standout.gating.attempts import Attempts
from standout.gating.certainty import Doubt, Look, needed_tries, share_estimate, shares
from standout.gating.found_measure import FoundMeasure
from standout.gating.open_rules import Key, OpenRule
from standout.knowledge.draw import seed_for
from standout.results.gate import Rule
from standout.risk.calibration import Calibration, calibrated, halves_of
from standout.risk.guards import guarded_by
from standout.risk.trials import tried
from standout.risk.verdicts import named_and_accused, promising

PROMISED = 0.01
"""An adversary names somebody only as surely as keeps accusations of absent people to this share."""

SIDES = ("there", "absent")
"""Somebody else is named although the person is there, or somebody is although the person is not."""


@dataclass
class AccusedMeasure:
    """Judges the attacks that `found` makes by what they name."""

    what: ClassVar[str] = "who is wrongly accused"

    found: FoundMeasure
    rules: list[OpenRule]
    doubt: Doubt
    calibrations: dict[tuple[str, str], Calibration | None] = field(default_factory=dict)

    @property
    def stages(self) -> tuple[int, ...]:
        """Those of the attacks that are judged."""
        return self.found.stages

    def advance(self, stage: int) -> None:
        """Judge what was attacked at this stage."""
        for each in self.found.attempts:
            if each.tries == self.stages[stage]:
                self._judge(each, shares(len(self.stages))[stage])

    def _judge(self, each: Attempts, share: float) -> None:
        wrong = self._wrongly(each)
        for rule in self.rules:
            for side, hits in zip(SIDES, wrong, strict=True):
                key = (*each.key, side)
                if key in rule.looks:
                    seen = share_estimate(hits, each.tries, self.doubt.each(len(rule.looks), share))
                    rule.looks[key] = rule.looks[key].seen(seen, each.tries)

    def _wrongly(self, each: Attempts) -> tuple[int, int]:
        """How many wrong names there are, with the person there and taken out."""
        came, truths = each.outcomes()
        calibration = self._calibration(each)
        if calibration is not None:
            if self.found.setup.released is not self.found.setup.data:
                calibration = guarded_by(calibration, came.confidence, came.runner_up)
            came = replace(came, threshold=calibration.thresholds_for(truths))
        came = promising(came, PROMISED, calibration is not None)
        named, accused = named_and_accused(came, came.threshold)
        return int((named & ~came.right).sum()), int(np.count_nonzero(accused))

    def _calibration(self, each: Attempts) -> Calibration | None:
        """Thresholds from people of the release, found once; none for an attack without a posterior."""
        key = each.key
        if key not in self.calibrations:
            released, seed = self.found.setup.released, seed_for(self.found.setup.settings.seed, "calibration")
            posterior = each.attack.probabilities == "posterior"
            trial = tried(released, each.adversary, each.attack, seed) if posterior else None
            halves = halves_of(released.people, seed)
            self.calibrations[key] = None if trial is None else calibrated(trial, halves, PROMISED)
        return self.calibrations[key]

    def closed(self, rule: OpenRule) -> tuple[Rule, float]:
        """The rule as a result, and how long it would take to decide it, in seconds."""
        doubt = self.doubt.each(len(rule.looks), shares(len(self.stages))[-1])
        people = self.found.targets.people(max(look.tries for look in rule.looks.values()))
        open_keys = [key for key in rule.looks if rule.wants(key)]
        every = [needed_tries(rule.looks[key].rate, rule.limit, doubt) for key in open_keys]
        known = [needed for needed in every if needed is not None]
        if not known or len(known) < len(every):
            return rule.closed(None, people), 0.0
        pace = {each.key: each.pace for each in self.found.attempts}
        seconds = {key[:2]: needed * pace[key[0], key[1]] for key, needed in zip(open_keys, known, strict=True)}
        return rule.closed(max(known), people), sum(seconds.values())


def both_sides(looks: Mapping[Key, Look]) -> dict[Key, Look]:
    """Each figure twice: with the person there, and absent."""
    return {(*key, side): look for key, look in looks.items() for side in SIDES}
