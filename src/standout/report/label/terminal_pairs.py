"""The results of `standout publish --pairs` in the terminal."""

from __future__ import annotations

from standout.report.terminal import console_for_results, print_place
from standout.results.pairs_summary import PairsSummary


def print_pairs(summary: PairsSummary) -> None:
    """How much was published, and what it promises to each person."""
    console, made = console_for_results(), summary.made
    console.print(summary.headline())
    console.print(f"most counted: {'; '.join(summary.most_counted)}", markup=False)
    console.print(
        f"epsilon {made.epsilon:g}, delta {made.delta:g}, for one person with everything they have, who counts as "
        f"{made.max_items:,} items at most"
    )
    console.print()
    for name, file in zip(("pairs", "page"), summary.files, strict=False):
        print_place(console, name, file)
    signed = summary.signed
    console.print(f"signed with {signed}" if signed else "not signed: --sign KEY lets people see that it is yours")
