"""Advice on posting as a page: who fits, what gives away, what to hide, what to mention, what a draft adds."""

from __future__ import annotations

from standout.common.plain import plain_text
from standout.common.wording import percent
from standout.report.drawing.figure import Table
from standout.report.sheet import Section, Sheet, listed, sheet_page
from standout.results.advice import Advice, amount

_LISTED = 20


def advice_page(advice: Advice) -> str:
    """The advice in words."""
    sections = []
    if advice.draft is not None:
        bits = [f"{plain_text(row.item, 50)}: {row.bits:.1f} bits by itself" for row in advice.draft.most_telling()]
        sections.append(Section("This post", [advice.draft.headline()], listed(bits)))
    if advice.mentions:
        sections.append(Section("What you mention", table=_mentioned(advice)))
    if (telling := advice.telling()) and not advice.prose:
        sections.append(Section("What makes you stand out", table=_telling(advice), lines=_more(len(telling))))
    for what, outcome, items in advice.hide_words():
        sections.append(Section("What to hide", [f"{what}{outcome}"], listed(items)))
    what, outcome, items = advice.mention_words()
    sections.append(Section("What to mention instead", [f"{what}{outcome}"], listed(items)))
    sections.append(_verified(advice))
    if advice.unknown:
        sections.append(Section("Not found", [f"{advice.unknown_words().capitalize()}."], listed(advice.unknown)))
    source = "estimated from a bulletin" if advice.estimate else f"counted among {advice.people:,} people"
    return sheet_page(Sheet("advice before posting", f"advice · {source}", advice.headline(), sections, advice.notes))


def _more(rows: int) -> list[str]:
    first = "The most telling first; each further one among those still left."
    return [first, *([f"The first {_LISTED} of {rows:,} are shown."] if rows > _LISTED else [])]


def _telling(advice: Advice) -> Table:
    rows = [(plain_text(row.item, 60), f"{row.bits:.1f}", amount(row.left)) for row in advice.telling()[:_LISTED]]
    return Table("What makes you stand out", ("item", "bits", "people left"), rows)


def _mentioned(advice: Advice) -> Table:
    rows = [
        (plain_text(row.words, 60), plain_text(row.item, 60), percent(row.certain), f"{row.holders:,}",
         advice.standing_words(row.others))
        for row in advice.mentions
    ]  # fmt: skip
    return Table("What you mention", ("words", "taken for", "certain", "people have it", "others without it"), rows)


def _verified(advice: Advice) -> Section:
    verified = advice.verification
    if verified is None:
        return Section("Not verified", ["Estimated from how popular items are; with data, every word is verified."])
    rows = [
        (row.attack, *map(advice.standing_words, (row.before, row.hidden, row.mentioned, row.ignoring)))
        for row in verified.attacks
    ]
    head = ("attack", "now", "left out" if advice.prose else "hidden", "and mentioned", "popular ignored")
    meaning = "How many others come before you or level with you, in every attack."
    return Section("Attacked again", [meaning, *advice.verdicts()], table=Table("Attacked again", head, rows))
