"""What is known of the data as it is: everything that does not depend on a protection, computed once."""

from __future__ import annotations

from dataclasses import dataclass

from standout.results.compare import Unprotected
from standout.results.compare_measures import (
    AttributeRisk,
    IdentifiedBefore,
    RealismBefore,
    ToldApart,
    worst_adversary,
)
from standout.risk.intervals import rate_of
from standout.verification.identification import Hits, best_attack
from standout.verification.utility import Measured


@dataclass(frozen=True)
class Before:
    """The data as it is, measured as each protection of it will be."""

    hits: dict[str, Hits]
    """For each adversary, who is found."""
    utility: Measured
    realism: dict[str, ToldApart]
    """How well real people are told from real people, by classifier."""
    attribute: AttributeRisk | None

    def shown(self, people: int) -> Unprotected:
        """The figures as a part of the result."""
        identified = {name: _identified(hits, people) for name, hits in self.hits.items()}
        return Unprotected(
            identified=identified,
            risk=worst_adversary({name: figures.before for name, figures in identified.items()}),
            utility=self.utility.figures,
            attribute=self.attribute,
            inferred=self.attribute.inferred if self.attribute else None,
            realism=RealismBefore(classifiers=self.realism),
            notes=self.utility.notes,
        )


def _identified(hits: Hits, people: int) -> IdentifiedBefore:
    best = best_attack(hits)
    return IdentifiedBefore(
        before=rate_of(hits[best]), targets=len(hits[best]), blind_guess=1 / people if people else 0.0, attack=best
    )
