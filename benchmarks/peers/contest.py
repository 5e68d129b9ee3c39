"""Two ways to the same answer, timed in turn; a ratio only where the answers are the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.peers.answers import Agreement
from benchmarks.timing import Spent, spent


@dataclass(frozen=True)
class Contest:
    """One question, asked of Standout and of a peer; the peer may be asked about fewer, the first ones."""

    peer: str
    question: str
    unit: str
    """What time is taken per: target, set, run."""
    ours: Callable[[int], Any]
    """Takes the number of threads."""
    our_count: int
    theirs: Callable[[], Any]
    their_count: int
    agreement: Callable[[Any, Any], Agreement]
    rounds: int = 3


@dataclass(frozen=True)
class Outcome:
    """What came out: how often the answers agreed, and if always, how many times faster we are, per target."""

    contest: Contest
    agreement: Agreement
    one_thread: float = 0.0
    two_threads: float = 0.0
    least: float = 0.0
    most: float = 0.0
    """The ratio on one thread in the round that suited them best, and us."""


class _Timed:
    """Runs work and keeps how long it took each time, and what came out last."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.times: list[Spent] = []
        self.answer: Any = None

    def __call__(self) -> None:
        self.answer = self.work()

    def take(self) -> None:
        self.times.append(spent(self))


def held(contest: Contest) -> Outcome:
    """Each round ours, theirs, ours with two threads; the ratio is that of the best times, if the answers agree.

    On one thread that is processor time, which others on the machine do not lengthen; two are measured by the clock.
    """
    one, two = _Timed(lambda: contest.ours(1)), _Timed(lambda: contest.ours(2))
    theirs = _Timed(contest.theirs)
    for ours in (one, two):
        ours()  # so that nothing is left to compile
    for _ in range(contest.rounds):
        one.take()
        theirs.take()
        two.take()
    checks = [contest.agreement(ours.answer, theirs.answer) for ours in (one, two)]
    agreed = min(checks, key=lambda check: check.same)
    if not agreed.full:
        return Outcome(contest, agreed)
    each = contest.our_count / contest.their_count
    busy, ours_busy = ([time.processor for time in way.times] for way in (theirs, one))
    waited, ours_waited = (min(time.clock for time in way.times) for way in (theirs, two))
    rounds = [each * their / our for their, our in zip(busy, ours_busy, strict=True)]
    return Outcome(
        contest,
        agreed,
        each * min(busy) / min(ours_busy),
        each * waited / ours_waited,
        min(rounds),
        max(rounds),
    )
