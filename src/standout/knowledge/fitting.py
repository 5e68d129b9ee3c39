"""Adversaries that fit the data: what the data does not have cannot be known, and the sentence says so.

No adversary disappears because a column is missing: it knows less. One is left out only where nothing of what it stands
for is left, such as a receipt in data without days.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from standout.common.arrays import Int64s
from standout.data.facts import Facts
from standout.knowledge.adversary import UNKNOWN, Adversary, Error

PART_OF_DAYS = 4
"""Days are known to within this part of those that the data spans, at most: further off they would say little."""

FEW_GAPS = 0.01
"""Up to this share of entries may have no value or day without a word about it."""

NEITHER = "this data has neither values nor days"


def fitting(wanted: Sequence[Adversary], facts: Facts) -> tuple[list[Adversary], list[str]]:
    """The adversaries as they fit the data, and a note for each that is left out or that knows what another does."""
    kept: dict[str, Adversary] = {}
    notes = []
    for adversary in wanted:
        if reason := unfit(adversary, facts):
            notes.append(f"adversary '{adversary.name}' was left out: {reason}")
            continue
        here = fitted(adversary, facts)
        twin = next((name for name, other in kept.items() if _became_same(here, other)), None)
        if twin is None:
            kept[adversary.name] = here
        else:
            notes.append(f"adversary '{adversary.name}' knows the same as '{twin}' on this data; see there")
    return list(kept.values()), notes


def unfit(adversary: Adversary, facts: Facts) -> str | None:
    """Why nothing is left of what the adversary stands for on this data; none if something is."""
    if adversary.which != "any" and not facts.has_days:
        return "the data has no days"
    if adversary.which == "before" and facts.last_day == 0:
        return "the data is of one day, so nothing in it is older"
    if adversary.choose == "most" and not (facts.events or facts.scale.kind == "counts"):
        return "the data does not say how often somebody has an item"
    return None


def as_if(adversary: Adversary, facts: Facts) -> Adversary:
    """Who knows as much of other data, such as a release without days, where the rule itself may have nothing left."""
    return replace(adversary, choose="any", which="any") if unfit(adversary, facts) else adversary


def fitted(adversary: Adversary, facts: Facts) -> Adversary:
    """The adversary with what this data can tell; whatever was changed is in its sentence."""
    values, about_values = _values(adversary, facts)
    days, about_days = _days(adversary, facts)
    here = [about for about in (about_values, about_days) if about]
    if here == ["this data has no values", "this data has no days"]:
        here = [NEITHER]
    wrong = adversary.wrong
    if wrong and values == UNKNOWN and days == UNKNOWN:
        wrong, here = 0, [*here[:-1], f"{here[-1]}, so none of these is wrong"]
    return replace(adversary, values=values, days=days, wrong=wrong, here=tuple(here))


def _values(adversary: Adversary, facts: Facts) -> tuple[Error, str]:
    """How far off values may be here, and why that is not what the adversary says."""
    if adversary.values == UNKNOWN:
        return UNKNOWN, ""
    if not facts.has_values:
        return UNKNOWN, "this data has no values"
    span = facts.scale.span
    if span == 0:
        return UNKNOWN, "all values of this data are the same"
    if adversary.values >= span:
        return UNKNOWN, f"values to within {adversary.values:g} say nothing here, where they span {span:g}"
    return adversary.values, _gaps(adversary, facts, facts.value_counts, "value")


def _days(adversary: Adversary, facts: Facts) -> tuple[Error, str]:
    """How many days off days may be here, and why that is not what the adversary says."""
    if adversary.days == UNKNOWN:
        return UNKNOWN, ""
    if not facts.has_days:
        return UNKNOWN, "this data has no days"
    span = facts.last_day + 1
    gaps = _gaps(adversary, facts, facts.day_counts, "day")
    if adversary.days <= span // PART_OF_DAYS:
        return adversary.days, gaps
    spanned = "1 day" if span == 1 else f"{span} days"
    shrunk = f"not to within {adversary.days:g} days, since the data spans {spanned}"
    return span // PART_OF_DAYS, f"{shrunk}; {gaps}" if gaps else shrunk


def _gaps(adversary: Adversary, facts: Facts, counts: Int64s, what: str) -> str:
    """How many entries have no value or day, of which the rest alone is known; nothing where they are few."""
    entries = max(int(numbers.sum()) for numbers in (facts.holders, facts.value_counts, facts.day_counts))
    gaps = 1 - int(counts.sum()) / max(entries, 1)
    if not adversary.fewer or gaps < FEW_GAPS:
        return ""
    return f"{100 * gaps:.0f}% of entries here have no {what}, and are known without"


def _became_same(adversary: Adversary, other: Adversary) -> bool:
    """Whether two adversaries know the same here, of whom at least one was changed to fit the data."""
    plain = replace(adversary, name=other.name, here=other.here)
    return plain == other and bool(adversary.here or other.here)
