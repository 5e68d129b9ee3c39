"""A checked history as a page: the label, what moves it, what a step better takes."""

from __future__ import annotations

from standout.report.sheet import Section, Sheet, listed, sheet_page
from standout.results.check import Check


def check_page(check: Check) -> str:
    """The label and what it means."""
    moves = [check.length_words(), check.rarity_words(), check.without_rare_words()]
    leave_out = () if check.step is None else check.step.items
    said = [words for words in (check.audit_words(), check.unknown_words()) if words is not None]
    sections = [] if check.mark is None else [
        *([Section("What the provider's audit says", said)] if said else []),
        Section(
            "What moves you",
            [words for words in moves if words is not None],
            listed([item.words() for item in check.revealing], check.rare),
        ),
        Section("One step better", [check.step_words()], listed([item.title for item in leave_out])),
    ]  # fmt: skip
    if check.unmatched:
        heading = f"Not found in the bulletin ({check.unmatched_words()})"
        sections.append(Section(heading, items=listed(check.unmatched)))
    if check.chosen:
        choices = [choice.words() for choice in check.chosen]
        sections.append(Section("Could mean several items", items=listed(choices)))
    if check.inexact:
        taken = [one.words() for one in check.inexact]
        sections.append(Section("Taken for an item that is called otherwise", items=listed(taken)))
    sections.append(Section("Numbers", check.number_words()))
    sheet = Sheet(
        "your privacy label",
        f"privacy label · {check.bulletin.sentence()}",
        check.headline(),
        sections,
        check.notes,
        check.label_svg(),
    )
    return sheet_page(sheet)
