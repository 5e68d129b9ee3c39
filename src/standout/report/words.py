"""Numbers and sentences in plain language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite

from markupsafe import Markup, escape

from standout.common.wording import NOT_THERE as NOT_THERE
from standout.common.wording import begun as begun
from standout.common.wording import counted as counted
from standout.common.wording import percent as percent
from standout.common.wording import someone_who as someone_who
from standout.common.wording import spelled as spelled
from standout.results.estimate import bounds as bounds
from standout.results.estimate import interval as interval
from standout.results.estimate import points as points
from standout.results.finding import AdversaryDescription, Finding
from standout.results.headline import of_everybody
from standout.results.understood import Understood, understood_lines

_FIGURE = re.compile(r"(?:(?:under |over )?[\d.,]+% )?\[[\d.,]+–[\d.,]+\]")
_BRACKETS = re.compile(r"\[[^][]{1,24}\]")


def one_in(share: float | None) -> str:
    """A small chance the way people say it: "1 in 2,000"."""
    return NOT_THERE if share is None or not 0 < share <= 1 else f"1 in {1 / share:,.0f}"


def unbroken(words: str) -> Markup:
    """Text for the page in which no line breaks within a figure and its interval."""
    return Markup(_FIGURE.sub(r'<span class="nb">\g<0></span>', str(escape(words))))


def whole_brackets(cell: str) -> Markup:
    """A cell of a table, in which a line may break before an interval, but not within it."""
    return Markup(_BRACKETS.sub(r'<span class="nb">\g<0></span>', str(escape(cell))))


def count(amount: float | None) -> str:
    """A whole number with thousands separators."""
    return NOT_THERE if amount is None or not isfinite(amount) else f"{amount:,.0f}"


def decimal(amount: float | None, digits: int = 1) -> str:
    """A number with a few digits after the point."""
    return NOT_THERE if amount is None or not isfinite(amount) else f"{amount:,.{digits}f}"


_CHOSEN = {"popular": " (rather popular ones)", "rarest": " (the rarest)", "most": " (those had most often)"}
_FROM = {
    "one day": " of one day",
    "first day": " of the record’s first day",
    "before": " of the older half of the data",
}


def someone(adversary: AdversaryDescription) -> str:
    """Who the adversary is: "Someone who knows up to 8 of a person's items, two in eight of them wrong,"."""
    many = _how_many(adversary)
    if many is None:
        return f"The adversary “{adversary.name}”"
    parts = [f"Someone who knows {many}{_which(adversary)}{_with(adversary)}"]
    if adversary.wrong:
        parts.append(f"{_some_of(adversary, adversary.wrong)} of them wrong")
    if adversary.absent:
        parts.append(f"{_some_of(adversary, adversary.absent)} of them not the person’s at all")
    if adversary.absent_share:
        parts.append(f"{percent(adversary.absent_share)} of them not the person’s at all")
    if adversary.length != "unknown":
        parts.append(f"and roughly how long the record is (within {percent(adversary.length)})")
    return ", ".join(parts) + ("," if len(parts) > 1 else "")


def _some_of(adversary: AdversaryDescription, number: int) -> str:
    """So many mistakes; in proportion where fewer items may be known."""
    items = adversary.items or 0
    return f"{spelled(number)} in {spelled(items)}" if adversary.fewer and items > 1 else spelled(number)


def _how_many(adversary: AdversaryDescription) -> str | None:
    if adversary.items:
        up_to = "up to " if adversary.fewer else ""
        return "one of a person’s items" if adversary.items == 1 else f"{up_to}{adversary.items:,} of a person’s items"
    if adversary.share is not None:
        low, high = adversary.share
        share = f"{100 * low:g}%" if low == high else f"{100 * low:g}–{100 * high:g}%"
        return f"{share} of a person’s items"
    if adversary.counts:
        fewest, most = min(row[0] for row in adversary.counts), max(row[1] for row in adversary.counts)
        return f"{fewest:,} to {most:,} items of a person"
    return None


def _which(adversary: AdversaryDescription) -> str:
    which = _CHOSEN.get(adversary.choose, "") + _FROM.get(adversary.which, "")
    return f"{which} from outside the most popular ones" if adversary.outside_top else which


def _with(adversary: AdversaryDescription) -> str:
    known = []
    if adversary.values != "unknown":
        known.append(f"their values (give or take {adversary.values:g})" if adversary.values else "their values")
    if adversary.days != "unknown":
        known.append(
            f"their days (give or take {counted(int(adversary.days), 'day', 'days')})"
            if adversary.days
            else "their days"
        )
    return f" with {' and '.join(known)}" if known else ""


_PICKED = {"popular": "popular ", "rarest": "rarest ", "most": "most frequent "}
_WHEN = {"one day": " of one day", "first day": " of the first day", "before": " of the older half"}


def plain_name(adversary: AdversaryDescription) -> str:
    """What an adversary knows, in a few words, and its name in brackets: "knows 2 items, days ±3 (two-and-a-date)"."""
    many = _amount(adversary)
    if many is None:
        return adversary.name
    parts = [f"knows {many}{_WHEN.get(adversary.which, '')}"]
    for what, off in (("values", adversary.values), ("days", adversary.days)):
        if off != "unknown":
            parts.append(f"{what} ±{off:g}" if off else what)
    if adversary.length != "unknown":
        parts.append("length")
    if adversary.wrong:
        parts.append(f"{adversary.wrong} wrong")
    if adversary.absent:
        parts.append(f"{adversary.absent} not theirs")
    if adversary.absent_share:
        parts.append(f"{percent(adversary.absent_share)} not theirs")
    return f"{', '.join(parts)} ({adversary.name})"


def _amount(adversary: AdversaryDescription) -> str | None:
    """How many items are known, and of which kind."""
    kind = "uncommon " if adversary.outside_top else _PICKED.get(adversary.choose, "")
    if adversary.items:
        return f"{adversary.items:,} {kind}{'item' if adversary.items == 1 else 'items'}"
    if adversary.share is not None:
        low, high = adversary.share
        span = f"{100 * low:g}%" if low == high else f"{100 * low:g}–{100 * high:g}%"
        return f"{span} of the {kind}items"
    if adversary.counts:
        fewest, most = min(row[0] for row in adversary.counts), max(row[1] for row in adversary.counts)
        return f"{fewest:,} to {most:,} {kind}items"
    return None


_LEFT_OUT = re.compile(r"adversary '([^']*)' (was left out: .*|knows the same as .*)", re.DOTALL)


def gathered(notes: Sequence[str]) -> list[str]:
    """The notes, with all about adversaries that did not run as one."""
    left = [(found[1], found[2]) for note in notes if (found := _LEFT_OUT.fullmatch(note))]
    others = [note for note in notes if not _LEFT_OUT.fullmatch(note)]
    if len(left) < 2:
        return list(notes)
    reasons: dict[str, list[str]] = {}
    for name, why in left:
        reasons.setdefault(why.removeprefix("was left out: ").removesuffix("; see there"), []).append(name)
    said = "; ".join(f"{', '.join(names)} ({why})" for why, names in reasons.items())
    return [*others, f"adversaries that did not run here: {said}"]


def of_whom(finding: Finding, audited: int) -> str:
    """Whom the rates of a finding are about: everybody looked for; in documents of before, those with enough items."""
    if finding.looked_for is None and 0 < finding.targets < audited:
        return f"of the {counted(finding.targets, 'person', 'people')} who have enough items, of {audited:,} looked for"
    return of_everybody(finding.of)


def what_was_read(*read: tuple[str, Understood | None]) -> list[tuple[str, list[str]]]:
    """For each dataset with a heading, what was understood of it in lines; without those of which nothing is known."""
    return [(whose, lines) for whose, understood in read if (lines := understood_lines(understood))]
