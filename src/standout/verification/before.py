"""What is known of the data as it is: everything that does not depend on a protection, computed once."""

from __future__ import annotations

from dataclasses import dataclass

from standout.results.compare import Unprotected
from standout.results.compare_found import IdentifiedBefore, worst_adversary
from standout.results.compare_measures import AttributeRisk, RealismBefore, ToldApart
from standout.results.compare_uses import Transfer
from standout.results.learned import Learned
from standout.verification.identification import Hits, best_attack, by_lot, found_alone, known
from standout.verification.intended import Meant
from standout.verification.utility import Measured, refusals


@dataclass(frozen=True)
class Before:
    """The data as it is, measured as each protection of it will be."""

    hits: dict[str, Hits]
    """For each adversary, who is found."""
    utility: Measured
    realism: dict[str, ToldApart]
    """How well real people are told from real people, by classifier."""
    attribute: AttributeRisk | None
    learned: Learned | None = None
    meant: Meant | None = None
    transfer: Transfer | None = None

    def shown(self, people: int) -> Unprotected:
        """The figures as a part of the result."""
        identified = {name: _identified(hits, people) for name, hits in self.hits.items()}
        return Unprotected(
            identified=identified,
            risk=worst_adversary({name: figures.contender for name, figures in identified.items()}),
            learned=self.learned,
            transfer=self.transfer,
            intended=None if self.meant is None else self.meant.original,
            utility=self.utility.figures,
            attribute=self.attribute,
            inferred=self.attribute.inferred if self.attribute else None,
            realism=RealismBefore(classifiers=self.realism),
            notes=(*self.utility.notes, *(refusals(self.utility) if self.meant is None else self.meant.notes)),
        )


def _identified(hits: Hits, people: int) -> IdentifiedBefore:
    best = best_attack(hits)
    found = hits[best]
    return IdentifiedBefore(
        before=found_alone(found),
        identified_by_lot=by_lot(found),
        targets=known(found),
        looked_for=len(found),
        blind_guess=1 / people if people else 0.0,
        attack=best,
        tried=len(hits),
    )
