"""Theory beside measurement: how similar records are, what theorems make of that, and whether they keep their word."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from standout.auditing.checkpoint import Arrays
from standout.auditing.setup import Setup
from standout.auditing.steps import Steps, Tell
from standout.data.dataset import AnyDataset
from standout.results.about_data import Theory
from standout.risk.promises import TARGETS, measured, promises_kept
from standout.risk.similarity import Sparsity, senses_of, sparsity
from standout.risk.theorems import theory


@dataclass(frozen=True)
class TheoryLookedAt:
    """How similar the nearest neighbours of released records are, and what theory says of that."""

    sparsity: Sparsity
    theory: Theory


def look_at_theory(setup: Setup, steps: Steps, released_share: float | None) -> TheoryLookedAt:
    """Measure sparsity, and run Scoreboard at the number of items that theorems ask for.

    Where a part of the data is released (`released_share` of its people), the whole is looked at, too.
    """
    settings, released = setup.settings, setup.released
    epsilon, delta = settings.theory_epsilon, settings.theory_delta
    sparse = nearest_neighbours(setup, steps, released, "sparsity")
    partly = released_share is not None and 0 < released_share < 1
    whole = nearest_neighbours(setup, steps, setup.data, "sparsity of the whole") if partly else None
    what = "whether theory keeps its word"
    steps.meter.tell(what)
    targets = min(TARGETS, settings.sparsity_people)
    rows = steps.once(what, what, lambda _: promises_kept(released, epsilon, delta, settings.seed, targets), effort=0.0)
    kept = measured(released, rows, epsilon, delta, settings.crowd)
    said = theory(
        released.people, sparse, released_share, epsilon=epsilon, delta=delta, whole=whole, measured=kept
    )  # fmt: skip
    return TheoryLookedAt(sparse, said)


def nearest_neighbours(setup: Setup, steps: Steps, data: AnyDataset, name: str) -> Sparsity:
    """How similar the nearest neighbour of some people is, as one step."""
    what, wanted = "how similar records are", min(setup.settings.sparsity_people, data.people)
    effort = steps.efforts.neighbours(wanted)
    steps.meter.tell(what)
    look = partial(_look, data, wanted, setup.settings.seed)
    rows = steps.once(name, what, look, effort=effort, each=effort / max(wanted, 1))
    return Sparsity(rows["people"], rows["nearest"], tuple(senses_of(data)), data.people)


def _look(data: AnyDataset, wanted: int, seed: int, tell: Tell) -> Arrays:
    neighbours = sparsity(data, wanted, seed, tell)
    return {"people": neighbours.people, "nearest": neighbours.nearest}
