"""How much work an audit is, and how far it is: counted in what takes the time, so that the time left can be told.

The unit is one entry of the index looked at. Attacks on people of whom more is known, or more popular things, look
at more of them; reading everybody's score and exponentials come on top.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from standout.attacks.contract import Attack
from standout.auditing.settings import Progress
from standout.common.arrays import Int64s
from standout.data.dataset import AnyDataset
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge

SAMPLED = 200
"""As many people tell how much work everybody is."""

_READING, _EXPONENTIAL, _LIKELIHOOD, _NEIGHBOUR = 0.6, 2.0, 1.3, 0.85
_SUMMING_UP, _LISTING, _DRAWING = 50.0, 30_000.0, 0.01


def spread_out(people: Int64s, wanted: int = SAMPLED) -> Int64s:
    """So many of these people, evenly spread over them."""
    return people[:: max(len(people) // wanted, 1)][:wanted]


def entries_per_target(knowledge: Knowledge, released: AnyDataset) -> float:
    """How many entries of the index are looked at for one target, on average."""
    known = knowledge.items[knowledge.items >= 0]
    return float(released.holders[known].sum()) / max(knowledge.targets, 1)


def attack_effort(entries: float, attack: Attack, people: int, exponentials: float) -> float:
    """The work of one attack on one target; `exponentials` is the share of targets that they are summed up for."""
    factor = _LIKELIHOOD if attack.probabilities == "posterior" else 1.0
    extra = exponentials * _EXPONENTIAL if attack.probabilities == "entropic" else 0.0
    return factor * (entries + _READING * people) + extra * people


def typical_holders(released: AnyDataset) -> float:
    """How many people have the item of an entry, on average over entries."""
    holders = released.holders.astype(np.float64)
    return float((holders**2).sum() / max(holders.sum(), 1.0))


@dataclass
class Efforts:
    """The work of everything in an audit, each estimated once."""

    released: AnyDataset
    exponentials: float
    """For what share of targets exponentials are summed up."""
    draw: Callable[[Adversary], Drawn]
    """What an adversary knows of some of the targets."""
    found: dict[tuple[str, str], float] = field(default_factory=dict)

    def of(self, adversary: Adversary, attack: Attack) -> float:
        """Attacking one target."""
        key = (adversary.name, attack.name)
        if key not in self.found:
            self.found[key] = attack_effort(self._entries(adversary), attack, self.released.people, self.exponentials)
        return self.found[key]

    def _entries(self, adversary: Adversary) -> float:
        """Entries looked at for one target."""
        return entries_per_target(self.draw(adversary).knowledge, self.released)

    def trials(self, adversary: Adversary, attack: Attack, count: int) -> float:
        """Calibrating an attack, where it can be."""
        return count * self.of(adversary, attack) if attack.probabilities == "posterior" else 0.0

    def neighbours(self, people: int) -> float:
        """Finding the nearest neighbours of so many people."""
        count = self.released.people
        entries = self.released.count / max(count, 1) * typical_holders(self.released)
        return min(people, count) * _NEIGHBOUR * (entries + count)

    def finishing(self, targets: int, before: float) -> float:
        """Summing up, the table of people and the report, after so much other work."""
        return _SUMMING_UP * self.released.count + _LISTING * targets + _DRAWING * before


@dataclass
class Meter:
    """How far a run is. What an earlier run has finished is taken out of the total: it costs no time.

    Steps that are done side by side tell one after the other.
    """

    progress: Progress
    total: float = 0.0
    done: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    def step(self, what: str, effort: float) -> None:
        """Some work is done."""
        self._now(what, done=effort)

    def skip(self, what: str, effort: float) -> None:
        """Some work need not be done."""
        self._now(what, total=-effort)

    def settle(self, what: str, planned: float, told: float) -> None:
        """A piece of work is complete, of which so much was told: the rest is done, or it was more than planned."""
        self._now(what, total=max(told - planned, 0.0), done=max(planned - told, 0.0))

    def expect(self, what: str, more: float) -> None:
        """There is so much more to do than was planned; less, if it is negative."""
        self._now(what, total=more)

    def tell(self, what: str) -> None:
        self._now(what)

    def _now(self, what: str, *, total: float = 0.0, done: float = 0.0) -> None:
        with self._lock:
            self.total += total
            self.done += done
            whole = max(round(self.total), 1)
            self.progress(what, min(round(self.done), whole), whole)
