"""Linking: everyone in a public dataset is looked for in a released one, with their real record as knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace

import msgspec
import numpy as np

from standout.attacks.contract import Attack
from standout.attacks.likelihood import Likelihood, with_threshold
from standout.attacks.taste import Taste
from standout.auditing.effort import Meter
from standout.auditing.fields import choose
from standout.auditing.guarding import Asked, Looked, calibration_of, look
from standout.auditing.public_knowledge import matching_of, public_knowledge
from standout.auditing.settings import Progress, no_progress
from standout.auditing.truths import UNKNOWN_TRUTH
from standout.common.arrays import Bools, Int64s
from standout.data.dataset import AnyDataset, LocalDataset
from standout.engines.base import threaded
from standout.engines.tally import Tally, probabilities
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Knowledge, seed_for
from standout.matching.items import MatchRequest, match_items
from standout.results.about_data import About, SparsityCurves, Theory
from standout.results.estimate import Estimate
from standout.results.finding import Finding
from standout.results.guard import Agreement, FieldUsed, Guarded, Thresholds
from standout.results.link import AboutPublic
from standout.risk.calibration import Calibration
from standout.risk.data_summary import about
from standout.risk.day_offset import in_step
from standout.risk.diagnosis import agreement, claims, reason_for_silence
from standout.risk.finding import Judged, finding
from standout.risk.guards import guarded
from standout.risk.one_to_one import after, assignment
from standout.risk.outcomes import Outcomes, outcomes
from standout.risk.presence import presence
from standout.risk.similarity import guess_similarity, senses_of, sparsity
from standout.risk.taste_learning import from_another_time
from standout.risk.theorems import theory
from standout.risk.verdicts import by_confidence

PRESENT = 0.5
"""The share of those looked for who are taken to be there, unless somebody says otherwise."""

OTHER_TIME = (
    "what is known shares so little with any released record that it may be from another time: the attack 'taste' is "
    "made for that"
)

WHOLE = 2 / 3
"""Both sides may be the same population if neither has fewer people than this share of the other's, and if as many of
those looked for may be there."""


@dataclass(frozen=True)
class LinkSettings:
    """How people are looked for."""

    match: MatchRequest = field(default_factory=MatchRequest)
    max_false: float = 0.01
    present: float | None = None
    """The share of those looked for who are in the release, if somebody knows."""
    one_to_one: bool | None = None
    """Whether every record is given to one person at most; none: decided by the sizes of both sides."""
    seed: int = 1
    threads: int | None = None


@dataclass(frozen=True)
class LinkSummary:
    """Everything in `link.json` but the lineups."""

    seed: int
    data: About
    public: AboutPublic
    sparsity: SparsityCurves
    theory: Theory
    findings: tuple[Finding, ...]
    guard: Guarded
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Linked:
    """What came of it, a row per person of the public data who shares an item with the released data."""

    people: Int64s
    tally: Tally
    outcomes: Outcomes
    """As names are spoken: with a threshold for each person, infinite where none may be."""
    knowledge: Knowledge
    chances: np.ndarray[tuple[int, int], np.dtype[np.float64]] | None
    summary: LinkSummary
    posterior: bool = False
    """Whether `chances` are calibrated probabilities, absence being one more possibility."""


def link(
    released: AnyDataset,
    public: LocalDataset,
    attack: Attack,
    settings: LinkSettings | None = None,
    *,
    truths: Int64s | None = None,
    progress: Progress = no_progress,
) -> Linked:
    """Look for everyone in the public data; `truths` (by person: a released record, -1 none, -2 unknown) judge."""
    settings = settings or LinkSettings()
    released = threaded(released, settings.threads)
    matched = match_items(public, released, settings.match)
    people, knowledge, said = public_knowledge(public, released, matched)
    judging = np.full(len(people), -1, np.int64) if truths is None else np.maximum(truths[people], -1)
    asked = _asked(released, attack, settings)
    meter = Meter(progress, len(people))
    progress("learning how the public data came about", 0, len(people))
    knowledge, moved = in_step(knowledge, released)
    choice = choose(asked, knowledge)
    asked = replace(asked, own=choice.own)
    looked = look(asked, choice.knowledge, judging, lambda count: meter.step("looking for people", count))
    there = presence(looked.outcomes.confidence, looked.trial.standing_out, looked.nulls)
    one_to_one, why = decided(settings.one_to_one, looked, there, released.people)
    if one_to_one:
        looked = _one_to_one(asked, looked, judging)
    guard, spoken = _guarded(asked, looked, there, choice.fields, (one_to_one, why))
    calibration = calibration_of(asked, looked, silent=guard.silent is not None)
    chances = probabilities(looked.tally) if looked.attack.probabilities == "entropic" else None
    if calibration is not None:
        chances = calibration.record_chances(looked.tally, looked.outcomes, asked.present)
    progress("how similar records are", len(people), len(people))
    sparse = sparsity(released, 1_000, settings.seed)
    notes = _notes(public, released, [*said, *([moved] if moved else []), *looked.notes])
    if guard.silent and isinstance(attack, Likelihood) and from_another_time(knowledge, released, settings.seed):
        notes.append(OTHER_TIME)
    findings: tuple[Finding, ...] = ()
    if truths is not None:
        settled, unknown = truths[people] != UNKNOWN_TRUTH, int((np.delete(truths, people) != UNKNOWN_TRUTH).sum())
        findings = (_finding(asked, looked, spoken, judging, settled, unknown, calibration),)
    else:
        notes.append("no rates: without --truth nobody can say which of the names are right")
    matching = matching_of(public, matched)
    summary = LinkSummary(
        seed=settings.seed,
        data=about(released),
        public=AboutPublic(
            **msgspec.structs.asdict(about(public)), matched_items=int((matched.items >= 0).sum()), matching=matching
        ),
        sparsity=sparse.curves(),
        theory=theory(released.people, sparse),
        findings=findings,
        guard=guard,
        notes=tuple(notes),
    )
    return Linked(people, looked.tally, spoken, knowledge, chances, summary, calibration is not None)


def _asked(released: AnyDataset, attack: Attack, settings: LinkSettings) -> Asked:
    present = PRESENT if settings.present is None else settings.present
    if isinstance(attack, Likelihood):
        attack = replace(attack, present=present)
    elif isinstance(attack, Taste):
        attack = replace(attack, likelihood=replace(attack.likelihood, present=present))
    return Asked(released, attack, settings.max_false, settings.seed, present)


def decided(wanted: bool | None, looked: Looked, there: Estimate | None, released: int) -> tuple[bool, str]:
    """Whether records are given to one person each, and why: by the sizes of both sides and who seems to be there."""
    public = looked.knowledge.targets
    if wanted is not None:
        return wanted, "as asked"
    if looked.attack.probabilities != "posterior":
        return False, "this attack has no probabilities"
    sizes = f"{public:,} public people and {released:,} released records"
    if min(public, released) < WHOLE * max(public, released):
        return False, f"{sizes} are not the same population"
    if there is not None and there.high < WHOLE:
        return False, f"{sizes}, but not most of these people are there"
    return True, f"{sizes} may be the same population"


def _one_to_one(asked: Asked, looked: Looked, truths: Int64s) -> Looked:
    """The same once every record has one owner at most, with what absent people look like then: everybody without the
    record that they are left with, but free to claim their next best one, whoever owns it."""
    whole, people = looked.tally, asked.released.people
    given = assignment(whole, asked.present)
    tally = after(whole, given, truths)
    came = outcomes(tally, looked.attack, truths, people)
    guesses, scores = tally.top_records[:, 0], tally.top_scores[:, 0]
    next_best = np.where(whole.top_records[:, 0] == guesses, whole.top_records[:, 1], whole.top_records[:, 0])
    taken_out = replace(
        after(whole, given, guesses, spared=next_best),
        counted=guesses >= 0, true_scores=np.where(guesses >= 0, scores, 0.0),
    )  # fmt: skip
    gone = outcomes(taken_out, looked.attack, guesses, people)
    nulls = replace(looked.nulls, taken_out=gone.confidence_absent, taken_out_odds=gone.odds_absent)
    guard = guarded(came.confidence, nulls, asked.promised)
    return replace(looked, tally=tally, outcomes=came, nulls=nulls, guard=guard)


def _guarded(
    asked: Asked,
    looked: Looked,
    there: Estimate | None,
    columns: tuple[FieldUsed, ...],
    one_to_one: tuple[bool, str],
) -> tuple[Guarded, Outcomes]:
    """What is said before any name, and the outcomes with the thresholds that names are spoken from.

    An attack that has a threshold of its own, as the paper's eccentricity, keeps it for its verdicts.
    """
    came, sure, released = looked.outcomes, looked.sure, asked.released
    claimed, seed = claims(came.guesses, sure), seed_for(asked.seed, "agreement")
    alike: tuple[Agreement, ...] = ()
    if looked.adversary is not None:
        alike = agreement(looked.knowledge, came.guesses, sure, released, looked.adversary, seed)
    silent = reason_for_silence(claimed, alike, looked.knowledge.targets, asked.promised)
    named = looked.named & (silent is None)
    if looked.attack.verdict.eccentricity is None:
        came = by_confidence(came, np.where(named, looked.guard.threshold, np.inf))
    values = {name: getattr(looked.guard, name) for name in ("simulated", "others", "taken_out")}
    guard = Guarded(
        promised=asked.promised,
        confidence="nats" if looked.attack.probabilities == "posterior" else "standard deviations",
        thresholds=Thresholds(**{name: float(value) for name, value in values.items() if np.isfinite(value)}),
        silent=silent,
        claims=claimed,
        agreement=alike,
        present=there,
        assumed_present=asked.present,
        fields=columns,
        one_to_one=one_to_one[0],
        one_to_one_why=one_to_one[1],
    )
    return guard, came


def _finding(
    asked: Asked,
    looked: Looked,
    spoken: Outcomes,
    truths: Int64s,
    settled: Bools,
    unknown: int,
    calibration: Calibration | None,
) -> Finding:
    """The finding over those people whose truth is known; so many of them share no item with the released data."""
    released, knowledge = asked.released, looked.knowledge
    similarity = guess_similarity(released, knowledge, spoken.guesses)
    adversary = Adversary(
        "public-record",
        share=(1.0, 1.0),
        values=0 if knowledge.scale.kind != "none" else "unknown",
        days=0 if (knowledge.days != -(1 << 31)).any() else "unknown",
    )
    kept = by_confidence(looked.outcomes, np.where(looked.named, looked.guard.threshold, np.inf))
    judgement = Judged(
        adversary, with_threshold(looked.attack, looked.guard.threshold), _of(spoken, settled),
        knowledge.sizes[settled], similarity[settled],
        released.people, candidates=released.people, left_out=unknown, not_released=int((truths[settled] < 0).sum()),
        truths=truths[settled], calibration=calibration, promised=asked.promised, guarded=_of(kept, settled),
        noise="learned" if isinstance(looked.attack, Likelihood | Taste) else "given",
    )  # fmt: skip
    result = finding(judgement, senses_of(released))
    described = msgspec.structs.replace(result.adversary, sentence="Knows everything in the target's public record.")
    return msgspec.structs.replace(result, adversary=described)


def _of(came: Outcomes, which: Bools) -> Outcomes:
    """The outcomes of some of the targets."""
    rows = {each.name: getattr(came, each.name) for each in fields(Outcomes) if each.name != "threshold"}
    threshold = np.broadcast_to(np.asarray(came.threshold, np.float64), len(which))[which]
    return Outcomes(**{name: row[which] for name, row in rows.items()}, threshold=threshold)


def _notes(public: AnyDataset, released: AnyDataset, said: Sequence[str]) -> list[str]:
    return [
        *(f"released: {note}" for note in released.source.notes),
        *(f"public: {note}" for note in public.source.notes),
        *said,
    ]
