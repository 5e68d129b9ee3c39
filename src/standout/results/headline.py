"""The headline: the worst case of an audit, chosen and counted in one place for every screen.

The rule has three steps. Each adversary uses the attack that finds most people if ties are broken by lot: else an
attack would be called worse for scores in which more records tie. Of these adversaries, the worst is the one for whom
most of everybody looked for come first, alone; somebody of whom nothing could be known counts as not found. The
interval is corrected for this choice: it is the exact one (Clopper and Pearson) at 1 − 5% / n, for the n adversaries ×
attacks that ran. With 95% confidence the intervals of all n hold at once (Bonferroni), however they hang together; and
so does that of whichever is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from standout.common.wording import begun, percent, someone_who
from standout.results.base import Part
from standout.results.estimate import Estimate, exact_rate, interval
from standout.results.finding import Finding

CONFIDENCE = 0.95
"""That all intervals from which the headline was chosen hold at once."""

CLOSE, ALIKE = 0.9, "items"
"""A guess that shares this part of the items tells as good as everything (Narayanan, definition 2)."""


class CloseGuess(Part, frozen=True, kw_only=True):
    """Of how many people an adversary learns nearly the whole record: from their own, or from one that is like it."""

    at_least: float
    """How similar the guessed record is to the right one."""
    alike: str
    """In which sense."""
    attack: str
    """The attack of the same adversary that gets there most often."""
    rate: float
    low: float
    high: float

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.rate, self.low, self.high)


class Headline(Part, frozen=True, kw_only=True):
    """The worst case, as every summary tells it first; its intervals are corrected for having been chosen."""

    adversary: str
    attack: str
    found: int
    """People whose record comes first, alone."""
    of: int
    """Everybody looked for."""
    not_known: int
    """Those of them of whom nothing could be known; they count as not found."""
    rate: float
    low: float
    high: float
    confidence: float
    """That the intervals of all adversaries and attacks hold at once."""
    compared: int
    """How many of these there are."""
    none_finds_more: bool
    """Whether no other adversary with any attack finds more people."""
    blind_guess: float | None = None
    by_lot: Estimate
    """The share found if ties are broken by lot."""
    close_guess: CloseGuess | None = None

    @property
    def estimate(self) -> Estimate:
        """The share of everybody looked for that is found."""
        return Estimate(self.rate, self.low, self.high)

    @property
    def danger(self) -> float:
        """The share that is found, or of whom nearly the whole record is learnt: whichever is more."""
        return max(self.rate, self.close_guess.rate if self.close_guess else 0.0)

    @property
    def at_most(self) -> float:
        """The upper end of what is found, ties broken by lot: what a limit is held against."""
        return max(self.high, self.by_lot.high)

    def whom(self) -> str:
        """Whom the share is of: "of the 2,000 people looked for"."""
        return of_everybody(self.of)

    def beside(self) -> list[str]:
        """What has to stand beside the share, in sentences."""
        return [*self._unknown(), *self._ties(), *self._learned()]

    def said(self) -> str:
        """The headline in a line."""
        close = self.close_guess
        learned = (
            f", and learns at least {close.at_least:.0%} of the record of {percent(close.rate)} of them"
            if close
            else ""
        )
        return f"{begun(someone_who(self.adversary))} finds {interval(self.estimate)} {self.whom()}{learned}"

    def corrected(self) -> str:
        """What the interval says."""
        if self.compared == 1:
            return f"Brackets hold with {self.confidence:.0%} confidence."
        return (
            f"Brackets hold with {self.confidence:.0%} confidence for all {self.compared:,} adversaries × attacks at "
            "once, so also for the worst."
        )

    def others(self, adversaries: int) -> str:
        """That none of the others finds more, where it is so and there are others."""
        if adversaries < 2 or not self.none_finds_more:
            return ""
        tried = "The other adversary tried does not find" if adversaries == 2 else "None of the others tried finds"
        which = "" if adversaries == 2 else f" ({adversaries - 1:,} adversaries)"
        return f"{tried} more{which}."

    def _unknown(self) -> list[str]:
        if not self.not_known:
            return []
        return [f"Of {self.not_known:,} of the {self.of:,} nothing could be known; they count as not found."]

    def _ties(self) -> list[str]:
        if percent(self.by_lot.rate) == percent(self.rate):
            return []
        return [f"If ties are broken by lot, {interval(self.by_lot)} of the {self.of:,} are found."]

    def _learned(self) -> list[str]:
        close = self.close_guess
        if close is None:
            return []
        how = "" if close.attack == self.attack else f" (with {close.attack})"
        return [
            f"The same adversary learns at least {close.at_least:.0%} of the record for {interval(close.estimate)} of "
            f"the {self.of:,}{how}: from their own, or from another that is nearly the same."
        ]


def of_everybody(looked_for: int) -> str:
    """Whom a rate is of: "of the 2,000 people looked for"."""
    return "of the one person looked for" if looked_for == 1 else f"of the {looked_for:,} people looked for"


def worst_first(found: Estimate, by_lot: Estimate) -> tuple[float, float]:
    """What the worst adversary has most of: people who come first, alone; among equals, by lot."""
    return found.rate, by_lot.rate


def corrected(share: Estimate, of: int, compared: int) -> Estimate:
    """The share with an interval that holds for all that were compared at once; as it is, if it is of nobody."""
    return share if not of else exact_rate(min(max(share.rate, 0.0), 1.0) * of, of, 1 - (1 - CONFIDENCE) / compared)


def best_by_adversary(findings: Iterable[Finding]) -> dict[str, Finding]:
    """For each adversary with a rate, the finding of the attack that finds most people if ties are broken by lot."""
    best: dict[str, Finding] = {}
    for finding in findings:
        if finding.found is not None and _better(finding, best.get(finding.who)):
            best[finding.who] = finding
    return best


def _better(finding: Finding, before: Finding | None) -> bool:
    return before is None or _by_lot_first(finding) > _by_lot_first(before)


def _by_lot_first(finding: Finding) -> tuple[float, float]:
    by_lot, found = finding.found_by_lot, finding.found
    return (by_lot.rate if by_lot else -1.0, found.rate if found else -1.0)


def worst_of(findings: Iterable[Finding], preferred: str = "") -> Finding | None:
    """The finding of the headline; among equals that of the preferred adversary, else the first."""
    best, key = None, None
    for finding in best_by_adversary(findings).values():
        if finding.found is not None and finding.found_by_lot is not None:
            own = (*worst_first(finding.found, finding.found_by_lot), finding.who == preferred)
            if key is None or own > key:
                best, key = finding, own
    return best


def headline_of(findings: Sequence[Finding], preferred: str = "") -> Headline | None:
    """The headline over these findings; none if nobody could be looked for."""
    worst, ran = worst_of(findings, preferred), [finding for finding in findings if finding.found is not None]
    if worst is None or worst.found is None or worst.found_by_lot is None or not worst.of:
        return None
    share = corrected(worst.found, worst.of, len(ran))
    return Headline(
        adversary=worst.who,
        attack=worst.attack,
        found=round(worst.found.rate * worst.of),
        of=worst.of,
        not_known=worst.not_known or 0,
        rate=worst.found.rate,
        low=share.low,
        high=share.high,
        confidence=CONFIDENCE,
        compared=len(ran),
        none_finds_more=not any(_finds_more(finding, worst) for finding in ran),
        blind_guess=worst.blind,
        by_lot=corrected(worst.found_by_lot, worst.of, len(ran)),
        close_guess=_closest([finding for finding in ran if finding.who == worst.who], len(ran)),
    )


def _finds_more(finding: Finding, worst: Finding) -> bool:
    return finding.found is not None and worst.found is not None and finding.found.rate > worst.found.rate


def _closest(findings: Sequence[Finding], compared: int) -> CloseGuess | None:
    """The attack of one adversary whose guesses are close most often; of several, the first."""
    known = [(finding, share) for finding in findings if (share := close_share(finding)) is not None]
    if not known:
        return None
    finding, share = max(known, key=lambda pair: pair[1].rate)
    sure = corrected(share, finding.of, compared)
    return CloseGuess(at_least=CLOSE, alike=ALIKE, attack=finding.attack, rate=share.rate, low=sure.low, high=sure.high)


def close_share(finding: Finding) -> Estimate | None:
    """How often the guessed record shares nearly all items with the right one."""
    rows = finding.close_guess.get(ALIKE, ())
    return next((row.share for row in rows if row.similarity == CLOSE), None)
