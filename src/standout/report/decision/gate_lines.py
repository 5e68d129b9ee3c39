"""A decision on the terminal: the verdict, a line for each rule, and what an open one would take."""

from __future__ import annotations

from collections.abc import Mapping

from standout.results.gate import GateDocument, Rule
from standout.results.understood import understood_lines


def gate_lines(document: GateDocument, seconds: Mapping[str, float]) -> list[str]:
    """All lines; `seconds` says how long each open rule would take on this machine."""
    return [
        *understood_lines(document.understood),
        *(f"released: {line}" for line in understood_lines(document.released_understood)),
        document.headline(),
        *(rule_line(rule, seconds.get(rule.title)) for rule in document.rules),
        *(
            ["stopped as soon as the verdict was certain; leave --sample-first out to decide every rule"]
            if document.stopped
            else []
        ),
        document.correction,
        *(f"note: {note}" for note in document.notes),
    ]


def rule_line(rule: Rule, seconds: float | None = None) -> str:
    """A rule, and what it would take to decide it."""
    said = rule.said()
    return said if rule.passed is not None else "; ".join((said, *needed_words(rule, seconds)))


def needed_words(rule: Rule, seconds: float | None = None) -> list[str]:
    """What an open rule would take, in words."""
    if rule.needed is None:
        return [] if rule.why else ["too few people, or too near to the limit, to tell one from the other"]
    takes = "" if seconds is None else f", about {duration(seconds)} here"
    wanted = f"{rule.needed.attacks:,} attacks are needed (--targets {rule.needed.option}){takes}"
    return [f"too few to be sure: {wanted}"]


def duration(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 90:
        return f"{max(seconds, 1):.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5_400 else f"{seconds / 3_600:.1f} h"
