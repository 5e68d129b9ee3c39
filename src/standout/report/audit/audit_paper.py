"""The report of an audit on paper: the same words, charts and tables as on the page, without a browser."""

from __future__ import annotations

from pathlib import Path

from standout.common.files import write_whole
from standout.report import words
from standout.report.audit import figures_people, next_steps, sections
from standout.report.audit.further import further
from standout.report.audit.html import read_findings, read_people
from standout.report.audit.questions import questions
from standout.report.audit.view import View
from standout.report.drawing.figure import Table
from standout.report.heading import heading
from standout.report.paper.paper import Block, Callout, Facts, Grid, Heading, Listing, Paper, Words, figure_blocks
from standout.report.paper.paper_pdf import paper_pdf
from standout.report.paper.report_paper import paper_of
from standout.results.audit import PDF, AuditResult, run_in
from standout.results.run import Run


def audit_pdf(result: AuditResult, run: Run | None) -> bytes:
    """The report as PDF; the same results give the same bytes."""
    return paper_pdf(audit_paper(View(result.document, result.people), run))


def write_pdf(folder: Path) -> Path:
    """Print the report of the audit in this folder, from its files alone."""
    file, view = folder / PDF, View(read_findings(folder), read_people(folder))
    write_whole(file, paper_pdf(audit_paper(view, run_in(folder))))
    return file


def audit_paper(view: View, run: Run | None) -> Paper:
    """What the page says, in the same order."""
    about = heading("who can be found in {}?", view.document.data.files, run)
    blocks: list[Block] = [_answer(view), Words(" · ".join(sections.strip(view)), quiet=True), *_label(view)]
    blocks += [Heading("What to do next"), Listing([_step(step) for step in next_steps.next_steps(view)])]
    read = words.what_was_read(("", view.document.understood), ("Released", view.document.released_understood))
    if read:
        blocks += [Heading("What was read"), Listing([line for _, lines in read for line in lines])]
    rows = [(one.name, one.state, one.answer) for one in questions(view.document)]
    table = Table("Three questions of European guidance", ("question", "state", "answer"), rows, 3)
    blocks += [Heading(table.caption), Grid(table, (0.16, 0.12, 0.72))]
    for section in sections.sections(view):
        blocks += [Heading(section.title), Words(section.lead)]
        if section.name == "items":
            blocks += _items(view)
        if section.name == "further":
            blocks += _further(view)
        for block in section.blocks:
            blocks += figure_blocks(block)
    return paper_of("Privacy audit", about, (*blocks, *_method(view, about.command)), view.document.standout, run)


def _answer(view: View) -> Callout:
    headline, worst = view.headline, view.worst
    if headline is None or worst is None:
        return Callout("Nobody could be looked for, so nothing is known about the risk.")
    who = words.someone(worst.adversary)
    said = f"{who} finds the right record for {words.interval(headline.estimate)} {headline.whom()}."
    blind = "" if headline.blind_guess is None else f"A blind guess is right for {words.one_in(headline.blind_guess)}."
    near = view.document.nearest
    census = "" if near is None else f"In the census of well-known datasets, this data is {near.said()}."
    beside = (*headline.beside(), blind, headline.others(len(view.best)), headline.corrected(), census)
    return Callout(said, " ".join(part for part in beside if part))


def _label(view: View) -> list[Block]:
    rows = [
        (one.name, one.meaning, words.count(one.people), words.percent(one.share))
        for one in figures_people.risk_classes(view)
        if one.people or one.key not in ("unmeasured", "withheld")
    ]
    table = Table("People by how often they are found", ("", "", "people", "share"), rows, 2)
    return [Heading(table.caption, 2), Grid(table, (0.26, 0.44, 0.15, 0.15))]


def _step(step: next_steps.Step) -> str:
    command = f" {step.command}" if step.command else ""
    return f"{step.what} {step.why}{command}"


def _items(view: View) -> list[Block]:
    rows = [(item.name, item.margin, item.holders, item.people) for item in figures_people.items_table(view)]
    if not rows:
        return [Words("Not shown: no item helped to find enough people to be named here.", quiet=True)]
    head = ("item", "share of the lead", "people who have it", "people it helped to find")
    return [Grid(Table("The items that reveal most", head, rows, 1), (0.46, 0.17, 0.17, 0.2))]


def _further(view: View) -> list[Block]:
    """What the sliders begin with, and every mixture of which nothing is wrong."""
    more = further(view.document.what_if)
    if more is None:
        return [Words("Not shown: it was not asked in this audit.", quiet=True)]
    return [Words(more.says), Words(more.reading, quiet=True), Grid(more.in_short, (0.46, 0.18, 0.18, 0.18))]


def _method(view: View, command: str) -> list[Block]:
    blocks: list[Block] = [Heading("How this was measured")]
    if command:
        blocks += [Words("Command line", quiet=True), Words(command, code=True)]
    blocks += [Facts(sections.facts(view)), Heading("The adversaries, word for word", 2)]
    blocks += [Facts(sections.adversary_rows(view)), Heading("The attacks", 2), Facts(sections.attack_rows(view))]
    if notes := sections.notes(view):
        blocks += [Heading("Notes", 2), Listing(notes)]
    return [*blocks, Heading("Assumptions and limits", 2), Listing(sections.limits(view))]
