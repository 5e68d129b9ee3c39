"""What `standout gate` decides: a verdict, and a line for each rule of the policy that led to it."""

from __future__ import annotations

from typing import ClassVar, Literal

from standout.common.wording import counted, percent
from standout.results.about_data import About
from standout.results.base import Document, Part, Rows
from standout.results.estimate import Estimate, bounds
from standout.results.understood import Understood

Verdict = Literal["pass", "fail", "undecided"]

EXIT: dict[Verdict, int] = {"pass": 0, "fail": 3, "undecided": 4}
"""What a command that decides leaves with."""


class Likely(Part, frozen=True, kw_only=True):
    """An adversary that a policy expects, and why that is reasonably likely."""

    name: str
    why: str
    sentence: str
    """What it knows, as far as this data can tell it."""


class ReleasedTo(Part, frozen=True, kw_only=True):
    """Who receives the data, whom a policy expects among them, and what is allowed."""

    kind: str
    who: str
    adversaries: tuple[Likely, ...]
    limits: dict[str, float]


class PolicyUsed(Part, frozen=True, kw_only=True):
    """The policy as it was when the gate was run."""

    name: str
    purpose: str
    responsible: str
    review: str
    """The day on which it is to be looked at again."""
    confidence: float
    """That all intervals hold at once."""
    sha256: str | None = None
    """Of the file; absent for a policy that was made in Python."""
    recipients: tuple[ReleasedTo, ...]


class Needed(Part, frozen=True, kw_only=True):
    """What it would take to decide a rule, as far as what was measured says."""

    attacks: int
    """On people looked for, with each adversary and attack; more than there are people means several on each."""
    targets: int | None = None
    """What to give as `--targets` for so many, where that is another number: with many items fewer people are guessed
    than are asked for."""

    @property
    def option(self) -> int:
        """What to give as `--targets`."""
        return self.targets or self.attacks


class Rule(Part, frozen=True, kw_only=True):
    """One limit of the policy, what was measured, and whether it holds."""

    name: str
    """The measure: `found`, `learned-gain` and so on; those of a baseline are `found-since`, `learned-gain-since`."""
    recipient: str | None = None
    """To whom it applies; absent where there is one alone, and for a baseline."""
    limit: float
    measured: float | None = None
    low: float | None = None
    high: float | None = None
    """The interval; all intervals of the gate hold at once."""
    passed: bool | None = None
    """Absent if it could not be decided."""
    people: int | None = None
    """How many people are behind it."""
    attacks: int | None = None
    """How often they were attacked with the adversary and the attack that the figure is of."""
    adversary: str | None = None
    attack: str | None = None
    """Who did worst, where it is somebody's figure."""
    ceiling: float | None = None
    """The proven bound by which it passes, whatever was measured."""
    needed: Needed | None = None
    """What it would take to decide it."""
    why: str | None = None
    """Why it was not measured, or not decided, or how it passes."""

    @property
    def estimate(self) -> Estimate | None:
        """What was measured, with its interval."""
        if self.measured is None or self.low is None or self.high is None:
            return None
        return Estimate(self.measured, self.low, self.high)

    @property
    def title(self) -> str:
        """The measure and to whom it applies."""
        return self.name if self.recipient is None else f"{self.name} ({self.recipient})"

    @property
    def word(self) -> str:
        """Whether it holds, in a word."""
        return {True: "pass", False: "FAIL", None: "undecided"}[self.passed]

    def said(self) -> str:
        """The rule in a line: limit, measured, interval, whether it holds, and how many people are behind it."""
        return "; ".join((f"{self.word:9} {self.title}: limit {figure(self.name, self.limit)}", *self.details()))

    def details(self) -> list[str]:
        """What stands behind the limit and the verdict."""
        found = self.estimate
        parts = [] if found is None else [f"measured {figure(self.name, found.rate)} {_interval(self.name, found)}"]
        if self.people is not None and found is not None:
            often = "" if self.attacks in (None, self.people) else f", {self.attacks:,} attacks"
            parts.append(f"{counted(self.people, 'person', 'people')}{often}")
        if self.adversary is not None:
            parts.append(self.adversary + (f" · {self.attack}" if self.attack else ""))
        if self.ceiling is not None:
            parts.append(f"proven at most {percent(self.ceiling)}")
        return parts + ([self.why] if self.why else [])


class GateDocument(Document, frozen=True, kw_only=True):
    """The decision on a release: `gate.json`."""

    KIND: ClassVar[str] = "gate"
    FILE: ClassVar[str] = "gate.json"

    standout: str
    seed: int
    verdict: Verdict
    rules: tuple[Rule, ...]
    policy: PolicyUsed
    data: About
    released: About | None = None
    understood: Understood | None = None
    """How the data was read; absent if that is not known."""
    released_understood: Understood | None = None
    protection: str | None = None
    """What the release was protected by, as its account says."""
    targets: int
    """How many attacks there were at most, with each adversary and attack."""
    stopped: bool = False
    """Whether it ended as soon as the verdict was certain, with other rules still open."""
    correction: str
    """How it is that all intervals hold at once."""
    notes: tuple[str, ...] = ()

    @property
    def exit_status(self) -> int:
        """What the command leaves with."""
        return EXIT[self.verdict]

    def headline(self) -> str:
        """The verdict in a sentence."""
        failed = [rule.title for rule in self.rules if rule.passed is False]
        unsure = [rule.title for rule in self.rules if rule.passed is None]
        if self.verdict == "pass":
            return f"pass: all {len(self.rules)} rules of '{self.policy.name}' hold"
        if self.verdict == "fail":
            return f"FAIL: {len(failed)} of {len(self.rules)} rules of '{self.policy.name}' broken: {', '.join(failed)}"
        return f"undecided: {len(unsure)} of {len(self.rules)} rules of '{self.policy.name}' open: {', '.join(unsure)}"

    def tables(self) -> dict[str, Rows]:
        """`rules`: a row per rule."""
        return {"rules": [_row(rule) for rule in self.rules]}


def verdict_of(rules: tuple[Rule, ...]) -> Verdict:
    """Fail if a rule is broken, pass if all hold, undecided otherwise."""
    if any(rule.passed is False for rule in rules):
        return "fail"
    return "pass" if all(rule.passed for rule in rules) else "undecided"


def figure(name: str, value: float) -> str:
    """A figure of a rule as people read it: shares in percent, differences in points, an AUC as it is."""
    if name == "attribute-auc":
        return f"{value:.2f}"
    return f"{100 * value:.1f} points" if _is_difference(name) else percent(value)


def _interval(name: str, found: Estimate) -> str:
    if name == "attribute-auc":
        return f"[{found.low:.2f}–{found.high:.2f}]"
    return f"[{100 * found.low:.1f} to {100 * found.high:.1f}]" if _is_difference(name) else bounds(found)


def _is_difference(name: str) -> bool:
    return name in ("learned-gain", "found-since", "learned-gain-since")


def _row(rule: Rule) -> dict[str, str | int | float | bool | None]:
    names = ("name", "recipient", "limit", "measured", "low", "high", "passed", "people", "attacks", "adversary")
    return {name: getattr(rule, name) for name in (*names, "attack", "ceiling", "why")}
