"""The comparison on paper: the same words, charts and tables as on the page."""

from __future__ import annotations

from standout.report.compare.compare_page import advice, figures, files_of, headline, notes, specialist_tables, tables
from standout.report.drawing.figure import Figure, Table
from standout.report.heading import heading
from standout.report.paper.paper import Block, Callout, Heading, Listing, Words, figure_blocks
from standout.report.paper.paper_pdf import paper_pdf
from standout.report.paper.report_paper import paper_of
from standout.report.words import what_was_read
from standout.results.compare import CompareResult
from standout.results.run import Run


def compare_pdf(result: CompareResult, run: Run | None) -> bytes:
    """The report as PDF; the same results give the same bytes."""
    about = heading("what do protections of {} cost, and do they help?", files_of(result), run)
    before, figure, after = headline(result)
    blocks: list[Block] = [Callout(f"{before} {figure}{after}.", " ".join(advice(result)))]
    read = what_was_read(("", result.understood))
    if read:
        blocks += [Heading("What was read"), Listing([line for _, lines in read for line in lines])]
    blocks.append(Heading("What it costs, and what it helps"))
    shown: list[Figure | Table] = [*figures(result), *tables(result), *specialist_tables(result)]
    for block in shown:
        blocks += figure_blocks(block)
    blocks += [Heading("How it was measured"), Words(_measured(result))]
    if about.command:
        blocks += [Words("Command line", quiet=True), Words(about.command, code=True)]
    if said := notes(result):
        blocks += [Heading("Notes", 2), Listing(said)]
    return paper_pdf(paper_of("Comparison of protections", about, blocks, result.standout, run))


def _measured(result: CompareResult) -> str:
    attacks = ", ".join(result.settings.attacks)
    return f"{result.settings.targets:,} people looked for; attacks: {attacks}; seed {result.seed}."
