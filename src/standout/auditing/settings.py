"""What can be chosen about an audit, typed and checked once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from standout.attacks import DEFAULT_ATTACKS, attacks
from standout.attacks.contract import Attack
from standout.data.dataset import AnyDataset
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.fitting import fitting
from standout.knowledge.presets import PRESETS
from standout.risk.theorems import DELTA, EPSILON

USUAL_DRAWS, ATTACKS_FOR_TABLE = 10, 100_000
USUAL_CROWD = 5
MOST_DRAWS, MOST_THREADS = 1_000_000, 10_000

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is in all."""


def no_progress(_what: str, _done: int, _total: int) -> None:
    """Tell nobody."""


def check_numbers(seed: int, threads: int | None) -> None:
    """Refuse a seed or a number of threads that cannot be."""
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise BadInput(f"--threads is {threads}, but must be at least 1, and at most {MOST_THREADS:,}")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
        raise BadInput(f"--seed is {seed}, but must be a whole number from 0 on, below 2^63")


def check_noise(noise: str) -> None:
    """Refuse a way of knowing the rule that does not exist."""
    if noise not in ("given", "learn"):
        raise BadInput(f"--noise is '{noise}', but must be 'given' or 'learn'")


def check_max_false(share: float) -> None:
    """Refuse a share of false accusations that is none."""
    if not 0 < share < 1:
        raise BadInput(f"--max-false is {share:g}, but must be between 0 and 1, such as 0.01")


def check_present(share: float | None) -> None:
    """Refuse a share of people who are there that is none."""
    if share is not None and not 0 < share < 1:
        raise BadInput(f"--present is {share:g}, but must be between 0 and 1, such as 0.5; or leave it out")


def check_crowd(crowd: int) -> None:
    """Refuse a crowd that is none."""
    if isinstance(crowd, bool) or not isinstance(crowd, int) or crowd < 2:
        raise BadInput(f"--crowd is {crowd}, but must be a whole number from 2 on; --show-ids shows single people")


def check_theory(epsilon: float, delta: float) -> None:
    """Refuse an ε or δ for which the theorems say nothing."""
    for option, number in (("epsilon", epsilon), ("delta", delta)):
        if not 0 < number < 1:
            raise BadInput(f"--theory-{option} is {number:g}, but must be between 0 and 1")
    if epsilon + delta >= 1:
        raise BadInput(
            f"--theory-epsilon is {epsilon:g}, but must be below 1 together with --theory-delta {delta:g}; lower one"
        )


def wrong_notes(adversary: Adversary, data: AnyDataset) -> list[str]:
    """Where the data leaves no room for a completely wrong value or day, which is then not known instead."""
    notes, positions = [], data.scale.positions
    if adversary.wrong and adversary.values != "unknown":
        reach = min((max(position - positions[0], positions[-1] - position) for position in positions), default=0.0)
        if reach <= adversary.values:
            notes.append(
                f"adversary '{adversary.name}': not every value can be wrong on this scale; then it is unknown"
            )
    if adversary.wrong and adversary.days != "unknown" and data.last_day <= 2 * adversary.days:
        notes.append(
            f"adversary '{adversary.name}': the days span too little to be surely wrong; then they are unknown"
        )
    return notes


@dataclass(frozen=True)
class AuditSettings:
    """Which adversaries and attacks, how many targets, how many repeated draws per person, which seed."""

    adversaries: tuple[Adversary, ...] | None = None
    """None: every preset that fits the data."""
    attacks: tuple[Attack, ...] = field(default_factory=lambda: tuple(attacks(list(DEFAULT_ATTACKS))))
    targets: int | None = 10_000
    """None: everyone."""
    draws: int | None = None
    """None: ten, or fewer for more than 10,000 targets, so that these attacks do not outweigh all others."""
    sparsity_people: int = 1_000
    noise: str = "given"
    """Whether attacks that can are told the adversary's rule (given), or find it out from what is known (learn)."""
    max_false: float = 0.01
    """The share of absent targets of whom somebody may be accused."""
    crowd: int = USUAL_CROWD
    """Nothing is told of fewer people than this, unless ids are shown."""
    tune: bool = False
    """Whether the constants of attacks are chosen on people who are held out."""
    theory_epsilon: float = EPSILON
    theory_delta: float = DELTA
    """The ε and δ of the theorems."""
    seed: int = 1
    threads: int | None = None

    def __post_init__(self) -> None:
        if self.targets is not None and self.targets < 1:
            raise BadInput(f"--targets is {self.targets}, but must be at least 1, or 'all'")
        if self.draws is not None and not 1 <= self.draws <= MOST_DRAWS:
            raise BadInput(f"--draws is {self.draws}, but must be at least 1, and at most {MOST_DRAWS:,}")
        check_numbers(self.seed, self.threads)
        check_noise(self.noise)
        check_max_false(self.max_false)
        check_crowd(self.crowd)
        check_theory(self.theory_epsilon, self.theory_delta)
        if not self.attacks:
            raise BadInput("no attack was chosen; leave --attack out for the usual ones")

    def draws_for(self, targets: int) -> int:
        """How often each of so many targets is attacked for the table of people."""
        return self.draws or max(1, min(USUAL_DRAWS, ATTACKS_FOR_TABLE // max(targets, 1)))

    def adversaries_for(self, data: AnyDataset) -> tuple[list[Adversary], list[str]]:
        """The adversaries as they fit the data; a note for each that does not, or that knows the same as another."""
        wanted = tuple(PRESETS.values()) if self.adversaries is None else self.adversaries
        fit, notes = fitting(wanted, data.facts)
        if not fit:
            raise BadInput("none of the adversaries asked for fits the data: " + "; ".join(notes))
        return fit, [*notes, *(note for adversary in fit for note in wrong_notes(adversary, data))]
