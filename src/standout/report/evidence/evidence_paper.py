"""The evidence pack as a paper: what a data protection officer files, section by section."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from standout.common.plain import plain_text
from standout.common.wording import counted
from standout.packing.clauses import NO_CLAIM
from standout.report.drawing.figure import Table
from standout.report.evidence import evidence_figures as figures
from standout.report.paper.paper import Block, Callout, Facts, Grid, Heading, Listing, Paper, Words
from standout.report.words import interval, one_in
from standout.results.evidence import Evidence, SourceFile, Subject, Threat

_TONES = {"pass": "good", "fail": "bad", "undecided": "plain", None: "plain"}
_NOT_STATED = "not stated"


def evidence_paper(evidence: Evidence) -> Paper:
    """All sections in the order in which they are asked for."""
    name, made = evidence.data.name, date.fromisoformat(evidence.made.date)
    sections: tuple[tuple[str, list[Block]], ...] = (
        ("Purpose, recipient and release", _statement(evidence)),
        ("The data", _data(evidence)),
        ("Limits set before the run, and the verdict", figures.limits(evidence)),
        ("Adversaries", figures.adversaries(evidence)),
        ("What they find", figures.found(evidence)),
        ("Who is at risk: mean, worst tenth, worst person", figures.people(evidence)),
        ("In a larger crowd", figures.crowds(evidence)),
        ("Wrongly accused, and what is learned", figures.harm(evidence)),
        ("Protections", figures.protections(evidence)),
        ("Three questions of European guidance", _questions(evidence)),
        ("Effort: the motivated intruder", _effort(evidence)),
        ("What was not tested", [Listing(_plain(evidence.not_tested))]),
        ("How it was measured", _method(evidence)),
        ("Clause map", _clauses(evidence)),
        ("Sign-off", _sign_off(evidence)),
    )
    blocks: list[Block] = [_verdict(evidence), Facts(_summary(evidence))]
    for number, (title, content) in enumerate(sections, 1):
        blocks += [Heading(f"{number}  {title}"), *content]
    return Paper(
        title=f"Can people be recognised in {name}?",
        eyebrow="Evidence pack",
        running=f"Evidence pack · {name} · {written(made)}",
        foot=f"Standout {evidence.standout} · fingerprint {evidence.fingerprint()[:16]}",
        made=made,
        blocks=blocks,
        subject=f"Re-identification risk of {name}",
    )


def written(day: date) -> str:
    """A day as people write it: 17 November 2026."""
    return f"{day.day} {day:%B %Y}"


def _verdict(evidence: Evidence) -> Callout:
    said = {
        "pass": "Pass: every limit that was set before the run holds.",
        "fail": "Fail: a limit that was set before the run is broken.",
        "undecided": "Undecided: not every limit could be decided.",
        None: "No verdict: no limit was set before the run.",
    }[evidence.verdict]
    worst = evidence.threats[0] if evidence.threats and evidence.threats[0].found else None
    under = "" if worst is None else (
        f"At worst, somebody who {_knows(worst)} finds the right record for {interval(worst.found)} of the "
        f"{worst.of or 0:,} people looked for; a blind guess is right for {one_in(worst.blind)}."
    )  # fmt: skip
    return Callout(said, under, _TONES[evidence.verdict])  # type: ignore[arg-type]


def _knows(threat: Threat) -> str:
    sentence = plain_text(threat.sentence, 300).strip().rstrip(".")
    return sentence[:1].lower() + sentence[1:]


def _summary(evidence: Evidence) -> list[tuple[str, str]]:
    said, data = evidence.statement, evidence.data
    return [
        ("Data", f"{data.name}: {_sizes(data)}"),
        ("Recipient", said.recipient or _NOT_STATED),
        ("Responsible", said.responsible or _NOT_STATED),
        ("Date", written(date.fromisoformat(evidence.made.date))),
        ("To be reviewed", _day(said.review)),
    ]


def _day(day: str | None) -> str:
    try:
        return written(date.fromisoformat(day)) if day else _NOT_STATED
    except ValueError:
        return plain_text(day or "", 60)


def _sizes(data: Subject) -> str:
    return (
        f"{counted(data.people, 'person', 'people')}, {counted(data.items, 'item')}, "
        f"{counted(data.interactions, 'interaction')}"
    )


def _statement(evidence: Evidence) -> list[Block]:
    said = evidence.statement
    rows = [
        ("Purpose", said.purpose or _NOT_STATED),
        ("Recipient", said.recipient or _NOT_STATED),
        ("Release model", said.model or _NOT_STATED),
        ("Policy", said.policy or "none: no limit was set before the run"),
        ("Responsible", said.responsible or _NOT_STATED),
    ]
    return [Facts(rows)]


def _data(evidence: Evidence) -> list[Block]:
    blocks: list[Block] = []
    for title, data in (("The data", evidence.data), ("The released version", evidence.released)):
        if data is None:
            continue
        if evidence.released is not None:
            blocks.append(Heading(title, 2))
        columns = ", ".join(f"{role} = {name}" for role, name in data.columns.items()) or "not known"
        period = f"{data.first} to {data.last}" if data.first else "no days"
        blocks.append(
            Facts(
                [
                    ("Name", data.name),
                    ("SHA-256", data.sha256 or "not there"),
                    ("Period", period),
                    ("Counts", _sizes(data)),
                    ("Values", data.values),
                    ("Column mapping", columns),
                    *_understood(data),
                ]
            )
        )
    if evidence.protection:
        blocks.append(Words(f"The released version was protected by: {evidence.protection}."))
    return blocks


def _understood(data: Subject) -> list[tuple[str, str]]:
    return [("Understood" if place == 0 else "", line) for place, line in enumerate(data.read)]


def _questions(evidence: Evidence) -> list[Block]:
    rows = [(question.name, question.state, plain_text(question.answer, 900)) for question in evidence.questions]
    if not rows:
        return [Words("Not asked in this run.")]
    return [Grid(Table("Questions", ("question", "state", "answer"), rows, 3), (0.16, 0.12, 0.72))]


def _effort(evidence: Evidence) -> list[Block]:
    made = evidence.made
    if made.minutes is None or made.machine is None:
        took = "Time and machine were not written down."
    else:
        memory = "" if made.machine.memory_gb is None else f", {made.machine.memory_gb:g} GB of memory"
        part = " (the last part of an interrupted run)" if made.resumed else ""
        took = (
            f"Time: {_minutes(made.minutes)}{part} for everything in this pack, on {made.machine.processor} with "
            f"{counted(made.machine.cores, 'core')}{memory} ({made.machine.system})."
        )
    return [Listing([took, *_plain(evidence.effort)])]


def _minutes(minutes: float) -> str:
    return "under a minute" if minutes < 1 else counted(round(minutes), "minute")


def _method(evidence: Evidence) -> list[Block]:
    versions = ", ".join(f"{name} {version}" for name, version in evidence.versions.items())
    rows = [
        ("Seed", f"{evidence.seed:,}"),
        ("Measured on", _day(evidence.made.measured)),
        ("Software", versions),
        ("Documents", "; ".join(map(_document, evidence.sources))),
        ("Fingerprint", f"{evidence.fingerprint()} (SHA-256 of everything here but days, minutes and machine)"),
    ]
    command: list[Block] = [Words(line, code=True) for line in evidence.commands]
    if command:
        command.insert(0, Words("Command line", quiet=True))
    notes: list[Block] = []
    if evidence.notes:
        notes = [Heading("Notes", 2), Listing(_plain(evidence.notes))]
    check = (
        "“standout verify” checks the seal of this pack; with “--data” it computes a random tenth of the findings "
        "again. People appear under no name, and every figure is of at least a crowd of them."
    )
    return [*command, Facts(rows), Words(check, quiet=True), *notes]


def _document(source: SourceFile) -> str:
    return f"{source.file} ({source.schema})" if source.schema else source.file


def _clauses(evidence: Evidence) -> list[Block]:
    rows = [(clause.document, clause.clause, clause.asks, clause.answer) for clause in evidence.clauses]
    head = ("document", "clause", "asks", "where and what this pack answers")
    return [Words(NO_CLAIM, quiet=True), Grid(Table("Clauses", head, rows, 4), (0.2, 0.17, 0.23, 0.4))]


def _sign_off(evidence: Evidence) -> list[Block]:
    words = (
        "Whoever is responsible has read this pack, and decides on the release: figures decide nothing by themselves."
    )
    rows = [
        ("Responsible", evidence.statement.responsible or ""),
        ("Decision", ""),
        ("Date, signature", ""),
        ("To be reviewed", _day(evidence.statement.review)),
    ]
    return [Words(words), Facts(rows)]


def _plain(lines: Sequence[str]) -> list[str]:
    return [plain_text(line, 600) for line in lines]
