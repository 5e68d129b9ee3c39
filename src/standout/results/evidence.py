"""The evidence pack's document, `evidence.json`: why a release was decided as it was, for whoever files or checks it.

Everything in it is figures and sentences: no value of anybody's record, and no single score that would hide the rest.
All that may differ between two packs of the same data, version and seed is in one field, `made`.
"""

from __future__ import annotations

import hashlib
import json
from typing import ClassVar, Literal

import msgspec

from standout.results.audit_parts import OverPeople
from standout.results.base import Document, Part, Rows
from standout.results.estimate import Estimate
from standout.results.forecast import Forecast
from standout.results.run import Machine, Written

Verdict = Literal["pass", "fail", "undecided"]


class MadeWhen(Part, frozen=True, kw_only=True):
    """All that differs from one making to the next: days, minutes, the machine."""

    date: str
    """The day of the pack."""
    measured: str | None = None
    """The day on which the figures were made."""
    minutes: float | None = None
    """How long all attacks took together, by the clock."""
    resumed: bool = False
    """Whether the minutes are those of the last part of an interrupted run alone."""
    machine: Machine | None = None


class Statement(Part, frozen=True, kw_only=True):
    """What people say, not figures: absent is what nobody stated."""

    purpose: str | None = None
    recipient: str | None = None
    """Who receives the data."""
    model: str | None = None
    """How it is released: to the public, under a contract, to researchers."""
    responsible: str | None = None
    review: str | None = None
    """The day on which it is to be looked at again."""
    policy: str | None = None
    """The policy's name, if limits were set before the run."""


class Subject(Part, frozen=True, kw_only=True):
    """A dataset: what it is called, what it holds, and how it was understood."""

    name: str
    sha256: str | None
    people: int
    items: int
    interactions: int
    values: str
    first: str | None = None
    last: str | None = None
    columns: dict[str, str]
    """Which column was taken for what."""
    read: tuple[str, ...]
    """What was understood, in lines."""


class Taught(Part, frozen=True, kw_only=True):
    """Of ten further items that are guessed of a person, how many are right: in the data, not in it, the difference."""

    inside: Estimate = msgspec.field(name="in")
    out: Estimate
    gain: Estimate


class Threat(Part, frozen=True, kw_only=True):
    """An adversary: what it knows, why that is reasonably likely, and what came of its strongest attack."""

    name: str
    sentence: str
    why: str | None = None
    attack: str | None = None
    of: int | None = None
    """How many people were looked for."""
    found: Estimate | None = None
    """First, alone; the interval holds for all adversaries and attacks at once."""
    by_lot: Estimate | None = None
    blind: float | None = None
    wrong: Estimate | None = None
    """Somebody else was named."""
    accused: Estimate | None = None
    """Somebody was named although the person is not in the data."""
    learned: Taught | None = None


class Limit(Part, frozen=True, kw_only=True):
    """A limit that was set before the run, and what was measured."""

    name: str
    recipient: str
    limit: str
    measured: str
    """With its interval; all intervals hold at once."""
    verdict: Verdict
    behind: str
    """How many people are behind it, and by whom it was measured."""


class Spread(Part, frozen=True, kw_only=True):
    """How risk is spread over people, by repeated tries of the reference adversary."""

    adversary: str
    attack: str
    draws: int
    crowd: int
    """At least so many people share every figure of a person."""
    over: OverPeople


class Tried(Part, frozen=True, kw_only=True):
    """A protection: who is found before, after, and after by those who know of it; and what it costs."""

    protection: str
    adversary: str
    before: Estimate | None = None
    after: Estimate | None = None
    adaptive: Estimate | None = None
    learned: Estimate | None = None
    """What being in the data still costs a person."""
    ceiling: float | None = None
    utility_loss: float | None = None


class Asked(Part, frozen=True, kw_only=True):
    """One of the three questions of European guidance."""

    name: str
    state: str
    answer: str


class Clause(Part, frozen=True, kw_only=True):
    """Where guidance asks for something, and which part of this pack speaks to it."""

    document: str
    clause: str
    asks: str
    answer: str


class Again(Part, frozen=True, kw_only=True):
    """What it takes to compute figures once more, besides the data and the documents in the pack."""

    targets: int | None = None
    """How many people were asked for; absent if everybody was."""
    tuned: bool = False
    attacks: tuple[str, ...] = ()
    """Which attacks a gate was asked for."""
    sample_first: bool = False
    beside: tuple[str, ...] = ()
    """What else a gate read, which is not in the pack."""
    reading: dict[str, Written] = msgspec.field(default_factory=dict)


class SourceFile(Part, frozen=True, kw_only=True):
    """A document of results that the pack is made from."""

    file: str
    schema: str
    sha256: str


class Evidence(Document, frozen=True, kw_only=True):
    """What a release decision rests on."""

    KIND: ClassVar[str] = "evidence"
    FILE: ClassVar[str] = "evidence.json"

    standout: str
    seed: int
    made: MadeWhen
    statement: Statement
    data: Subject
    released: Subject | None = None
    threats: tuple[Threat, ...]
    compared: int | None = None
    """How many adversaries × attacks the intervals of the threats hold for at once; absent without an audit."""
    verdict: Verdict | None = None
    """Absent if no limit was set before the run."""
    limits: tuple[Limit, ...] = ()
    correction: str | None = None
    """How it is that all intervals of the limits hold at once."""
    spread: Spread | None = None
    forecasts: tuple[Forecast, ...] = ()
    """What each adversary would find in larger crowds; none without an audit."""
    protections: tuple[Tried, ...] = ()
    protection: str | None = None
    """What the release was protected by, as its account says."""
    questions: tuple[Asked, ...]
    effort: tuple[str, ...]
    """What the attack takes besides time: skill, tools, knowledge; the "motivated intruder"."""
    not_tested: tuple[str, ...]
    clauses: tuple[Clause, ...]
    commands: tuple[str, ...] = ()
    """What was run, one command each; none where it was not written down."""
    again: Again | None = None
    """Of the audit; absent where how the figures were made is not known: then they cannot be computed again."""
    gate_again: Again | None = None
    """The same of the gate."""
    versions: dict[str, str] = msgspec.field(default_factory=dict)
    sources: tuple[SourceFile, ...]
    notes: tuple[str, ...] = ()

    def fingerprint(self) -> str:
        """SHA-256 of everything but `made`: the same for the same data, version and seed."""
        said = {key: value for key, value in self.to_dict().items() if key != "made"}
        canonical = json.dumps(said, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(canonical.encode()).hexdigest()

    def headline(self) -> str:
        """The decision in a sentence; without limits, that there were none."""
        if self.verdict is None:
            return "no limit was set before the run, so nothing is decided here"
        broken = [limit.name for limit in self.limits if limit.verdict == "fail"]
        return {
            "pass": f"pass: all {len(self.limits)} limits hold",
            "fail": f"fail: {len(broken)} of {len(self.limits)} limits are broken ({', '.join(broken)})",
            "undecided": "undecided: some limits could not be decided",
        }[self.verdict]

    def tables(self) -> dict[str, Rows]:
        """`threats`: a row an adversary; `limits`: a row a limit."""
        return {
            "threats": [
                {"adversary": each.name, "attack": each.attack, "of": each.of,
                 "found": each.found.rate if each.found else None, "low": each.found.low if each.found else None,
                 "high": each.found.high if each.found else None}
                for each in self.threats
            ],
            "limits": [limit.to_dict() for limit in self.limits],
        }  # fmt: skip
