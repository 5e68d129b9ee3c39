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
from standout.packing.clauses import clauses
from standout.packing.deciding import limits_of, questions_of, stated_by, threats_of
from standout.packing.limits_tested import effort, not_tested
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
    Tried,
)
from standout.results.gate import GateDocument
from standout.results.run import Run
from standout.results.understood import Understood, understood_lines

MOST_PROTECTIONS = 12


@dataclass(frozen=True)
class Gathered:
    """What there is to make a pack from: an audit, a gate, or both."""

    audit: AuditDocument | None = None
    gate: GateDocument | None = None
    run: Run | None = None
    """How the main result came about."""
    audit_run: Run | None = None
    """How the audit came about."""
    compare: CompareResult | None = None
    questions: tuple[Asked, ...] = ()
    """The three questions, as the report answers them."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """The documents themselves, as they go into the pack."""

    @property
    def runs(self) -> tuple[Run, ...]:
        """Every run that is known, each once."""
        known = [run for run in (self.run, self.audit_run) if run is not None]
        return tuple(run for place, run in enumerate(known) if run not in known[:place])

    @property
    def main(self) -> AuditDocument | GateDocument:
        """What the decision is about: the gate, where there is one."""
        found = self.gate or self.audit
        if found is None:
            raise BadInput("nothing to make a pack from; audit the data first, or run a gate")
        return found


def evidence_of(given: Gathered, statement: Statement, date: str) -> Evidence:
    """The evidence of an audit or a gate, with everything that stands beside it."""
    _check_together(given)
    main, audit, gate = given.main, given.audit, given.gate
    said = statement if gate is None else stated_by(gate, statement)
    threats = threats_of(audit, gate)
    spread = None if audit is None else _spread(audit)
    forecasts = () if audit is None else audit.forecasts
    tried = () if given.compare is None else _protections(given.compare)
    limits = () if gate is None else limits_of(gate)
    verdict = None if gate is None else gate.verdict
    questions = questions_of(given.questions, gate)
    return Evidence(
        standout=__version__,
        seed=main.seed,
        made=_made(given.runs, date),
        statement=said,
        data=subject(main.data, main.understood),
        released=None if main.released is None else subject(main.released, main.released_understood),
        threats=threats,
        compared=None if audit is None else sum(finding.found is not None for finding in audit.findings),
        verdict=verdict,
        limits=limits,
        correction=None if gate is None else gate.correction,
        spread=spread,
        forecasts=forecasts,
        protections=tried,
        protection=None if gate is None else gate.protection,
        questions=questions,
        effort=effort(audit, gate),
        not_tested=not_tested(audit, gate, given.compare is not None, questions),
        clauses=clauses(said, threats, spread, forecasts, limits, verdict, tried, questions),
        commands=tuple(run.command for run in given.runs),
        again=None if audit is None or given.audit_run is None else _again(given.audit_run),
        gate_again=None if gate is None or given.run is None else _again(given.run),
        versions=given.run.versions if given.run else {"standout": main.standout},
        sources=sources_of(given.files),
        notes=tuple(dict.fromkeys((*(gate.notes if gate else ()), *(audit.notes if audit else ())))),
    )


def _check_together(given: Gathered) -> None:
    """Refuse results that show people, and results that are not of the same data."""
    audit, gate = given.audit, given.gate
    if audit is not None and audit.ids_shown:
        raise BadInput("the audit shows ids (--show-ids), and a pack holds none; audit again without --show-ids")
    if given.compare is not None and given.compare.data.sha256 != given.main.data.sha256:
        raise BadInput("the comparison is of other data; compare the same file, or leave it out")
    if audit is None or gate is None:
        return
    if (audit.data.sha256, audit.searched.sha256) != (gate.data.sha256, (gate.released or gate.data).sha256):
        raise BadInput("the audit and the gate are of different data; audit the same files that the gate decided on")


def _made(runs: Sequence[Run], date: str) -> MadeWhen:
    """Days, minutes and machine; of several runs the last day, and all minutes together."""
    if not runs:
        return MadeWhen(date=date)
    return MadeWhen(
        date=date,
        measured=max(run.date for run in runs),
        minutes=round(sum(run.minutes for run in runs), 2),
        resumed=any(run.resumed for run in runs),
        machine=runs[0].machine,
    )


def _again(run: Run) -> Again:
    return Again(
        targets=run.targets,
        tuned=run.tuned,
        attacks=run.attacks,
        sample_first=run.sample_first,
        beside=run.beside,
        reading=run.reading,
    )


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


def sources_of(files: Mapping[str, bytes]) -> tuple[SourceFile, ...]:
    """The files in a pack that it is made from, with what they hash to."""
    schemas = {kind.FILE: kind.schema_name() for kind in (AuditDocument, CompareResult, GateDocument)}
    return tuple(
        SourceFile(file=name, schema=schemas.get(name, ""), sha256=hashlib.sha256(content).hexdigest())
        for name, content in sorted(files.items())
    )


def stated(values: Sequence[str | None]) -> list[str | None]:
    """What people state, made harmless: one line each, and not endless."""
    return [None if value is None else plain_text(value, 400).strip() or None for value in values]
