"""Saying in one plain sentence, or in a name, what an adversary knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from standout.knowledge.adversary import Adversary

MOST = 1_000_000
"""More items than this are in nobody's record, and nothing is known to be further off than this."""

_CHOSEN = {
    "any": "",
    "popular": ", rather popular ones",
    "rarest": ", the rarest",
    "most": ", those they have most often",
}
_FROM = {
    "any": "",
    "one day": " from one of their days",
    "first day": " from the day on which the record begins",
    "before": " from the older half of the data",
}


def sentence(adversary: Adversary) -> str:
    """For example: "Knows up to 2 of the target's items, with their exact values and days to within 3 days."."""
    parts = [f"Knows {_how_many(adversary)}{_which(adversary)}{_details(adversary)}", *_mistakes(adversary)]
    if adversary.length != "unknown":
        parts.append(f"knows the length of the record to within {_percent(float(adversary.length))}")
    return "; ".join((*parts, *adversary.here)) + "."


def _how_many(adversary: Adversary) -> str:
    if adversary.items is not None:
        up_to = "up to " if adversary.fewer and adversary.items > 1 else ""
        return f"{up_to}{adversary.items} of the target's items"
    if adversary.share is not None:
        low, high = adversary.share
        share = _percent(low) if low == high else f"between {_percent(low)} and {_percent(high)}"
        return f"{share} of the target's items" + (" (at least one)" if adversary.fewer and low < 1 else "")
    assert adversary.counts is not None
    fewest, most = min(row[0] for row in adversary.counts), max(row[1] for row in adversary.counts)
    or_all = ", or all of fewer" if adversary.fewer and most > 1 else ""
    return f"{fewest} to {most} items of the target{or_all} (a few more often than many)"


def _which(adversary: Adversary) -> str:
    which = _CHOSEN[adversary.choose] + _FROM[adversary.which]
    if adversary.outside_top >= MOST:
        return f"{which} outside the top {_percent(adversary.outside_top_share)} of all items by popularity"
    if adversary.outside_top:
        which += f" outside the {adversary.outside_top:,} most popular"
        if adversary.outside_top_share < 1:
            which += f" (or outside the top {_percent(adversary.outside_top_share)}, if that is fewer)"
    return which


def _details(adversary: Adversary) -> str:
    known = []
    if adversary.values != "unknown":
        known.append(f"values to within {adversary.values:g}" if adversary.values else "their exact values")
    if adversary.days != "unknown":
        plural = "" if adversary.days == 1 else "s"
        known.append(f"days to within {adversary.days:g} day{plural}" if adversary.days else "the exact days")
    return f", with {' and '.join(known)}" if known else ", without values or days"


def _mistakes(adversary: Adversary) -> list[str]:
    mistakes = []
    if adversary.wrong:
        what = [name for name, known in (("value", adversary.knows_values), ("day", adversary.knows_days)) if known]
        verb = "has" if adversary.wrong == 1 else "have"
        mistakes.append(f"{_some_of(adversary, adversary.wrong)} {verb} a completely wrong {' and '.join(what)}")
    if adversary.absent:
        are = "is a popular item" if adversary.absent == 1 else "are popular items"
        mistakes.append(f"{_some_of(adversary, adversary.absent)} {are} that the target does not have")
    if adversary.absent_share:
        mistakes.append(f"{_percent(adversary.absent_share)} of these are popular items that the target does not have")
    return mistakes


def _some_of(adversary: Adversary, number: int) -> str:
    """So many of the known items; in proportion, rounded down, where fewer may be known."""
    if not adversary.fewer or adversary.items == 1:
        return f"{number} of these"
    return f"{number} in {adversary.items}" if adversary.items else f"{number} of these (of fewer, in proportion)"


def _percent(share: float) -> str:
    return f"{100 * share:g}%"


def name_of(adversary: Adversary) -> str:
    """A name for an adversary that was given none: "3-items-days-within-7"."""
    parts = [_named_amount(adversary)]
    parts += [adversary.choose] if adversary.choose != "any" else []
    parts += [adversary.which.replace(" ", "-")] if adversary.which != "any" else []
    parts += [f"outside-top-{adversary.outside_top}"] if adversary.outside_top else []
    if adversary.values != 0:
        parts.append("no-values" if adversary.values == "unknown" else f"values-within-{adversary.values:g}")
    if adversary.days != "unknown":
        parts.append(f"days-within-{adversary.days:g}" if adversary.days else "exact-days")
    parts += [f"{adversary.wrong}-wrong"] if adversary.wrong else []
    parts += [f"{adversary.absent}-absent"] if adversary.absent else []
    parts += [f"{_percent(adversary.absent_share)}-absent"] if adversary.absent_share else []
    parts += ["length-known"] if adversary.length != "unknown" else []
    parts += ["or-nothing"] if not adversary.fewer else []
    return "-".join(parts)


def _named_amount(adversary: Adversary) -> str:
    if adversary.items is not None:
        return "1-item" if adversary.items == 1 else f"{adversary.items}-items"
    if adversary.share is not None:
        low, high = adversary.share
        return f"{_percent(low)}-of-items" if low == high else f"{_percent(low)}-to-{_percent(high)}-of-items"
    assert adversary.counts is not None
    return f"{min(row[0] for row in adversary.counts)}-to-{max(row[1] for row in adversary.counts)}-items"
