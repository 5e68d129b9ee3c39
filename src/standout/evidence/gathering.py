"""A pack's document from results alone: what an audit found, what a gate decided, what protections were compared.

Pure: the same results give the same evidence. Where something was not measured, the evidence says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from standout._version import __version__
from standout.common.plain import plain_text
from standout.errors import BadInput
from standout.evidence.clauses import clauses
from standout.evidence.limits_tested import effort, not_tested
from standout.results.about_data import About
from standout.results.audit import AuditDocument
from standout.results.compare import CompareResult, ProtectionRow
from standout.results.evidence import (
    Again,
    Asked,
    Evidence,
    MadeWhen,
    SourceFile,
    Spread,
    Statement,
    Subject,
    Taught,
    Threat,
    Tried,
)
from standout.results.finding import Finding
from standout.results.run import Run
from standout.results.understood import Understood, understood_lines

MOST_PROTECTIONS = 12


@dataclass(frozen=True)
class Gathered:
    """What there is to make a pack from."""

    audit: AuditDocument
    run: Run | None = None
    compare: CompareResult | None = None
    questions: tuple[Asked, ...] = ()
    """The three questions, as the report answers them."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """The documents themselves, as they go into the pack."""


def evidence_of(given: Gathered, statement: Statement, date: str) -> Evidence:
    """The evidence of an audit, with everything that stands beside it."""
    audit = given.audit
    if audit.ids_shown:
        raise BadInput("the audit shows ids (--show-ids), and a pack holds none; audit again without --show-ids")
    if given.compare is not None and given.compare.data.sha256 != audit.data.sha256:
        raise BadInput("the comparison is of other data than the audit; compare the same file, or leave it out")
    threats, spread = _threats(audit), _spread(audit)
    tried = () if given.compare is None else _protections(given.compare)
    return Evidence(
        standout=__version__,
        seed=audit.seed,
        made=_made(given.run, date),
        statement=statement,
        data=subject(audit.data, audit.understood),
        released=None if audit.released is None else subject(audit.released, audit.released_understood),
        threats=threats,
        compared=sum(finding.found is not None for finding in audit.findings),
        spread=spread,
        protections=tried,
        questions=given.questions,
        effort=effort(audit),
        not_tested=not_tested(audit, given.compare is not None, given.questions),
        clauses=clauses(statement, threats, spread, (), None, tried, given.questions),
        command=given.run.command if given.run else None,
        again=None if given.run is None else _again(given.run),
        versions=given.run.versions if given.run else {"standout": audit.standout},
        sources=sources_of(given.files, {AuditDocument.FILE: audit.schema_name(), CompareResult.FILE: "compare"}),
        notes=audit.notes,
    )


def _made(run: Run | None, date: str) -> MadeWhen:
    if run is None:
        return MadeWhen(date=date)
    return MadeWhen(date=date, measured=run.date, minutes=run.minutes, resumed=run.resumed, machine=run.machine)


def _again(run: Run) -> Again:
    return Again(targets=run.targets, tuned=run.tuned, reading=run.reading)


def subject(about: About, understood: Understood | None) -> Subject:
    """A dataset as a pack names it."""
    kind, levels = about.values.kind, about.values.levels
    return Subject(
        name=plain_text(", ".join(about.files[:3]), 120) or "data in memory",
        sha256=about.sha256,
        people=about.people,
        items=about.items,
        interactions=about.interactions,
        values=f"{levels:,} levels ({kind})" if levels and kind not in ("", "none") else "none",
        first=about.days.first if about.days else None,
        last=about.days.last if about.days else None,
        columns={} if understood is None else {role: plain_text(name, 60) for role, name in understood.columns.items()},
        read=tuple(understood_lines(understood)),
    )


def _threats(audit: AuditDocument) -> tuple[Threat, ...]:
    """Every adversary with its strongest attack; that of the headline first, then by how many are found."""
    best, headline = audit.best_by_adversary(), audit.headline()
    rows = [_threat(audit, name, best.get(name)) for name in audit.adversaries]
    worst = headline.adversary if headline else ""
    return tuple(sorted(rows, key=lambda row: (row.name != worst, -(row.found.rate if row.found else -1.0))))


def _threat(audit: AuditDocument, name: str, best: Finding | None) -> Threat:
    sentence = audit.of(name)[0].adversary.sentence
    if best is None:
        return Threat(name=name, sentence=sentence)
    taught = best.learned
    return Threat(
        name=name,
        sentence=sentence,
        attack=best.attack,
        of=best.of,
        found=audit.share_found(best),
        by_lot=best.found_by_lot,
        blind=best.blind,
        wrong=best.declared.wrong,
        accused=best.declared_when_absent.accused,
        learned=None if taught is None else Taught(inside=taught.inside, out=taught.out, gain=taught.gain),
    )


def _spread(audit: AuditDocument) -> Spread | None:
    personal, over = audit.personal, audit.personal.over_people
    if over is None:
        return None
    return Spread(
        adversary=personal.adversary,
        attack=personal.attack,
        draws=personal.draws,
        crowd=audit.settings.crowd,
        over=over,
    )


def _protections(compared: CompareResult) -> tuple[Tried, ...]:
    """What was compared, what leaves least first; only changes to the data."""
    rows = [_tried(row) for row in compared.protections if row.changes_data]
    rows.sort(key=lambda row: row.adaptive.rate if row.adaptive else 2.0)
    return tuple(rows[:MOST_PROTECTIONS])


def _tried(row: ProtectionRow) -> Tried:
    worst = row.risk.adversary if row.risk else next(iter(row.identified), "")
    found = row.identified.get(worst)
    return Tried(
        protection=row.text,
        adversary=worst,
        before=found.before if found else None,
        after=found.after if found else None,
        adaptive=found.adaptive if found else None,
        learned=row.learned.gain if row.learned else None,
        ceiling=row.ceiling,
        utility_loss=row.utility_loss,
    )


def sources_of(files: Mapping[str, bytes], schemas: Mapping[str, str]) -> tuple[SourceFile, ...]:
    """The documents of results in a pack, with what they hash to."""
    return tuple(
        SourceFile(file=name, schema=schemas.get(name, ""), sha256=hashlib.sha256(content).hexdigest())
        for name, content in sorted(files.items())
    )


def stated(values: Sequence[str | None]) -> list[str | None]:
    """What people state, made harmless: one line each, and not endless."""
    return [None if value is None else plain_text(value, 400).strip() or None for value in values]
