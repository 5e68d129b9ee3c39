"""The results of `standout publish` in the terminal."""

from __future__ import annotations

from rich.table import Table

from standout.common.wording import NOT_THERE
from standout.label.bulletin.groups import in_bands
from standout.report.terminal import console_for_results, outside, print_notes, print_place, print_understood
from standout.report.words import percent
from standout.results.bulletin_checks import FOUND_BY
from standout.results.estimate import Estimate, interval
from standout.results.publish import PublishSummary


def print_published(summary: PublishSummary) -> None:
    """How many people and items are in the bulletin, and the privacy groups."""
    console = console_for_results()
    print_understood(console, summary.understood)
    console.print(summary.headline())
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(f"privacy groups ({summary.score} score)")
    bands = in_bands(summary.groups)
    audited = any(group.found_by for group in summary.groups)
    columns = ("people", "share", *(() if bands else ("score from", "to", "centroid")))
    for name in (*columns, *(f"found by {who}" for who in (FOUND_BY.values() if audited else ()))):
        table.add_column(name, justify="right", no_wrap=name in columns)
    for group, share in summary.group_shares():
        numbers = () if bands else (f"{number:.3f}" for number in (group.low, group.high, group.centroid))
        found = ((group.found_by or {}).get(name) for name in (FOUND_BY if audited else ()))
        rates = (NOT_THERE if one is None else interval(Estimate(one.rate, one.low, one.high)) for one in found)
        table.add_row(group.name, f"{group.people:,}", percent(share), *numbers, *rates)
    console.print()
    console.print(table)
    if summary.about is not None:
        for words in summary.about.words():
            console.print(outside(words))
    print_notes(console, list(summary.notes))
    console.print()
    for place, file in enumerate(summary.files):
        print_place(console, "written" if place else "bulletin", file)
    signed = summary.signed
    console.print(f"signed with {signed}" if signed else "not signed: --sign KEY lets people see that it is yours")
    if summary.valid_until:
        console.print(f"valid until {summary.valid_until}")
