"""Linking: everyone in a public dataset is looked for in a released one, with their real record as knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial

import msgspec
import numpy as np

from standout.attacks.contract import Attack
from standout.attacks.likelihood import Likelihood, with_threshold
from standout.attacks.taste import Taste
from standout.auditing.effort import Meter
from standout.auditing.guarding import Asked, Looked, calibration_of
from standout.auditing.public_knowledge import matching_of, public_knowledge
from standout.auditing.settings import Progress, no_progress
from standout.auditing.spoken import speak
from standout.auditing.truths import UNKNOWN_TRUTH
from standout.common.arrays import Bools, Int64s
from standout.data.dataset import AnyDataset, LocalDataset
from standout.engines.base import threaded
from standout.engines.tally import Tally, probabilities
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Knowledge
from standout.matching.items import MatchRequest, match_items
from standout.results.about_data import About, SparsityCurves, Theory
from standout.results.finding import Finding
from standout.results.guard import Guarded
from standout.results.link import AboutPublic
from standout.risk.calibration import Calibration
from standout.risk.data_summary import about
from standout.risk.day_offset import in_step
from standout.risk.finding import Judged, finding
from standout.risk.outcomes import Outcomes
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
    tell = partial(meter.step, "looking for people")
    asked, looked, guard, spoken = speak(asked, knowledge, judging, settings.one_to_one, tell)
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
