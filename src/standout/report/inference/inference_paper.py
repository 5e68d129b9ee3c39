"""What records betray, on paper: the same words, charts and tables as on the page."""

from __future__ import annotations

from standout._version import __version__
from standout.report.heading import heading
from standout.report.inference.inference_page import asked_of, files_of, sections
from standout.report.paper.paper import Block, Callout, Heading, Listing, Words, figure_blocks
from standout.report.paper.paper_pdf import paper_pdf
from standout.report.paper.report_paper import paper_of
from standout.report.words import what_was_read
from standout.results.inference import InferenceResult
from standout.results.run import Run


def inference_pdf(result: InferenceResult, run: Run | None) -> bytes:
    """The report as PDF; the same results give the same bytes."""
    about = heading(asked_of(result), files_of(result), run)
    blocks: list[Block] = [Callout(f"{result.headline()}.", result.told_apart())]
    read = what_was_read(("", result.understood))
    if read:
        blocks += [Heading("What was read"), Listing([line for _, lines in read for line in lines])]
    for _, title, content in sections(result):
        blocks.append(Heading(title))
        for block in content:
            blocks += figure_blocks(block)
    if about.command:
        blocks += [Heading("How it was measured"), Words(about.command, code=True)]
    if result.notes:
        blocks += [Heading("Notes"), Listing(result.notes)]
    return paper_pdf(paper_of("What records betray", about, blocks, __version__, run))
