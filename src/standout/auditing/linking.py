"""Linking: everyone in a public dataset is looked for in a released one, with their real record as knowledge."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import msgspec
import numpy as np

from standout.attacks.contract import Attack
from standout.attacks.likelihood import Likelihood, with_threshold
from standout.attacks.rules import Rule
from standout.attacks.taste import Taste
from standout.auditing.effort import Meter
from standout.auditing.public_knowledge import matching_of, public_knowledge
from standout.auditing.settings import Progress, no_progress
from standout.common.arrays import Int64s
from standout.common.documents import Unfit, decoded, read_document
from standout.common.plain import plain_path
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.vocabulary import positions
from standout.engines.base import threaded
from standout.engines.tally import Tally, probabilities
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Knowledge, of_targets, seed_for
from standout.matching.items import MatchRequest, match_items
from standout.results.about_data import About, SparsityCurves, Theory
from standout.results.finding import Finding
from standout.results.link import AboutPublic
from standout.risk.calibration import Calibration, calibrated
from standout.risk.data_summary import about
from standout.risk.finding import Judged, finding
from standout.risk.learning import TARGETS as LEARNT_FROM
from standout.risk.learning import learnt
from standout.risk.outcomes import Outcomes, outcomes
from standout.risk.similarity import guess_similarity, senses_of, sparsity
from standout.risk.taste_calibration import guarded, smoothly_calibrated
from standout.risk.taste_learning import taste_learnt
from standout.risk.theorems import theory
from standout.risk.trials import told_by, tried

CANDIDATES = 10
_LARGEST = 1_000_000_000
UNKNOWN_TRUTH = -2
"""Marks a person of whom the truth file says nothing."""


@dataclass(frozen=True)
class LinkSummary:
    """Everything in `link.json` but the lineups."""

    seed: int
    data: About
    public: AboutPublic
    sparsity: SparsityCurves
    theory: Theory
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Linked:
    """What came of it, a row per person of the public data who shares an item with the released data."""

    people: Int64s
    tally: Tally
    outcomes: Outcomes
    knowledge: Knowledge
    chances: np.ndarray[tuple[int, int], np.dtype[np.float64]] | None
    summary: LinkSummary
    posterior: bool = False
    """Whether `chances` are calibrated probabilities, absence being one more possibility."""


def link(
    released: AnyDataset,
    public: LocalDataset,
    attack: Attack,
    *,
    truths: Int64s | None = None,
    match: MatchRequest | None = None,
    max_false: float = 0.01,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> Linked:
    """Look for everyone in the public data; `truths` (by person: a released record, -1 none, -2 unknown) judge."""
    released = threaded(released, threads)
    matched = match_items(public, released, match or MatchRequest())
    people, knowledge, said = public_knowledge(public, released, matched)
    judging = np.full(len(people), -1, np.int64) if truths is None else np.maximum(truths[people], -1)
    meter = Meter(progress, len(people))
    calibration = None
    if isinstance(attack, Likelihood):
        progress("learning how the public data came about", 0, len(people))
        attack, calibration = _prepared(attack, knowledge, released, max_false, seed)
    if isinstance(attack, Taste):
        progress("learning how the public data came about", 0, len(people))
        attack, calibration, note = _tasted(attack, knowledge, released, max_false, seed)
        said = [*said, note]
    tally = released.engine.score(
        released, knowledge, attack, judging, top=CANDIDATES, entropy=attack.probabilities == "entropic",
        progress=lambda count: meter.step("looking for people", count),
    )  # fmt: skip
    judged = outcomes(tally, attack, judging, released.people)
    chances = probabilities(tally) if attack.probabilities == "entropic" else None
    if calibration is not None:
        chances = calibration.record_chances(tally, judged)
    progress("how similar records are", len(people), len(people))
    sparse = sparsity(released, 1_000, seed)
    notes = _notes(public, released, said)
    findings: tuple[Finding, ...] = ()
    if truths is not None:
        settled, unknown = truths[people] != UNKNOWN_TRUTH, int((np.delete(truths, people) != UNKNOWN_TRUTH).sum())
        findings = (_finding(released, knowledge, attack, judged, judging, settled, unknown, calibration, max_false),)
    else:
        notes.append("no rates: without --truth nobody can say which of the names are right")
    matching = matching_of(public, matched)
    summary = LinkSummary(
        seed=seed,
        data=about(released),
        public=AboutPublic(
            **msgspec.structs.asdict(about(public)), matched_items=int((matched.items >= 0).sum()), matching=matching
        ),
        sparsity=sparse.curves(),
        theory=theory(released.people, sparse),
        findings=findings,
        notes=tuple(notes),
    )
    return Linked(people, tally, judged, knowledge, chances, summary, calibration is not None)


def _tasted(
    attack: Taste, knowledge: Knowledge, released: AnyDataset, max_false: float, seed: int
) -> tuple[Attack, Calibration, str]:
    """The attack as learnt from splits of the released data and calibrated there, or likelihood where what is known is
    not from another time; and which of them, in a line."""
    learnt_taste = taste_learnt(attack, knowledge, released, seed)
    if learnt_taste.trial is None:
        plain, calibration = _prepared(attack.likelihood, knowledge, released, max_false, seed)
        told = plain if isinstance(plain, Likelihood) else attack.likelihood
        return replace(attack, likelihood=told, verdict=told.verdict), calibration, learnt_taste.note
    calibration = smoothly_calibrated(learnt_taste.trial, np.zeros(released.people, np.int64), max_false)
    calibration = guarded(calibration, learnt_taste.attack, knowledge, released)
    return with_threshold(learnt_taste.attack, max(calibration.thresholds)), calibration, learnt_taste.note


def _prepared(
    attack: Likelihood, knowledge: Knowledge, released: AnyDataset, max_false: float, seed: int
) -> tuple[Attack, Calibration]:
    """The attack with the rule learnt from the public data, calibrated on people of the released data."""
    spread = np.random.default_rng(seed_for(seed, "learning")).permutation(knowledge.targets)[:LEARNT_FROM]
    attack = learnt(attack, of_targets(knowledge, np.sort(spread)), released)
    rule = attack.rule or Rule()
    trial = tried(released, told_by(rule, knowledge), attack, seed_for(seed, "calibration"))
    calibration = calibrated(trial, np.zeros(released.people, np.int64), max_false)
    return with_threshold(attack, max(calibration.thresholds)), calibration


def _finding(
    released: AnyDataset,
    knowledge: Knowledge,
    attack: Attack,
    judged: Outcomes,
    truths: Int64s,
    settled: np.ndarray[tuple[int], np.dtype[np.bool_]],
    unknown: int,
    calibration: Calibration | None,
    max_false: float,
) -> Finding:
    """The finding over those people whose truth is known; so many of them share no item with the released data."""
    similarity = guess_similarity(released, knowledge, judged.guesses)
    rows = {f.name: getattr(judged, f.name)[settled] for f in fields(Outcomes) if f.name != "threshold"}
    adversary = Adversary(
        "public-record",
        share=(1.0, 1.0),
        values=0 if knowledge.scale.kind != "none" else "unknown",
        days=0 if (knowledge.days != -(1 << 31)).any() else "unknown",
    )
    judgement = Judged(
        adversary, attack, Outcomes(**rows, threshold=judged.threshold), knowledge.sizes[settled], similarity[settled],
        released.people, candidates=released.people, left_out=unknown, not_released=int((truths[settled] < 0).sum()),
        truths=truths[settled], calibration=calibration, promised=max_false,
    )  # fmt: skip
    result = finding(judgement, senses_of(released))
    described = msgspec.structs.replace(result.adversary, sentence="Knows everything in the target's public record.")
    return msgspec.structs.replace(result, adversary=described)


def _notes(public: AnyDataset, released: AnyDataset, said: Sequence[str]) -> list[str]:
    return [
        *(f"released: {note}" for note in released.source.notes),
        *(f"public: {note}" for note in public.source.notes),
        *said,
    ]


def read_truth(file: Path, public: AnyDataset, released: AnyDataset) -> Int64s:
    """Who is who: a CSV with a public id and a released id per row (empty: not released), with or without header."""
    name = plain_path(file)
    try:
        text = decoded(read_document(file, "a table of who is who", _LARGEST))
        rows = [(number, row) for number, row in enumerate(csv.reader(io.StringIO(text, newline="")), 1) if row]
    except (Unfit, csv.Error) as problem:
        raise BadInput(f"{name}: not a readable CSV file: {problem}; mend it") from None
    if rows and [cell.strip().casefold() for cell in rows[0][1][:2]] == ["public", "released"]:
        rows = rows[1:]
    if not rows:
        raise BadInput(f"{name}: no rows; expected a public id and a released id in each")
    for number, row in rows:
        if len(row) != 2:
            raise BadInput(f"{name}: row {number} has {len(row)} columns, but must have 2: public id, released id")
    ours = positions([row[0] for _, row in rows], public.vocabulary.people)
    theirs = positions([row[1] for _, row in rows], released.vocabulary.people)
    truths = np.full(public.people, UNKNOWN_TRUTH, np.int64)
    for (number, row), person, record in zip(rows, ours, theirs, strict=True):
        if person < 0:
            raise BadInput(
                f"{name}: row {number}: nobody in the public data is called {row[0]!r}; mend the row or leave it out"
            )
        if record < 0 and row[1]:
            raise BadInput(
                f"{name}: row {number}: no released record is called {row[1]!r}; leave it empty if there is none"
            )
        if truths[person] not in (UNKNOWN_TRUTH, record):
            raise BadInput(
                f"{name}: row {number}: {row[0]!r} was said to be another record before; keep one of the rows"
            )
        truths[person] = record
    return truths
