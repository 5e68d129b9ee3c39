"""Taste: what links two times of one person's life are not the items, but what goes together, habits and rhythm."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from standout.attacks.contract import Attack, Gains, Probabilities, Verdict
from standout.attacks.likelihood import SURE, Likelihood
from standout.attacks.taste_model import TasteModel
from standout.common.arrays import Bools, Floats, Int64s
from standout.common.attack_summaries import SUMMARIES
from standout.data.facts import Facts
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Knowledge


@dataclass(frozen=True)
class Taste:
    """Asks of each record whether it goes on where what is known ends, once that was learnt from the release; until
    then, and where what is known is of the records themselves, it asks what `likelihood` asks."""

    name: str = "taste"
    summary: str = SUMMARIES["taste"]
    needs: Needs = NOTHING
    likelihood: Likelihood = field(default_factory=Likelihood)
    model: TasteModel | None = None
    trial: tuple[Int64s, Bools, Floats, Floats, Floats, Floats] | None = field(default=None, compare=False, repr=False)
    """What came of trying it on splits of the release, for its calibration: the columns of a `Trial`."""
    verdict: Verdict = SURE
    probabilities: Probabilities = "posterior"

    @property
    def present(self) -> float:
        """The chance that the target is in the data at all, before anything is known."""
        return self.likelihood.present

    def for_adversary(self, adversary: Adversary) -> Attack:
        told = self.likelihood.for_adversary(adversary)
        return replace(self, likelihood=told) if isinstance(told, Likelihood) else self

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Gains:
        if self.model is None:
            return self.likelihood.gains(knowledge, partition, facts)
        return self.model.gains(knowledge, partition, facts)
