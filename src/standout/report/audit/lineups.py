"""Lineups for scripts: who in the public data may be whom in the released data, strongest first."""

from __future__ import annotations

import numpy as np

from standout._version import __version__
from standout.auditing.linking import Linked
from standout.data.dataset import AnyDataset, LocalDataset
from standout.report.labels import person_labels, record_labels
from standout.results.link import Candidate, Lineup, LinkResult

LEAST_CHANCE = 1e-6


def link_result(
    linked: Linked, public: LocalDataset, released: AnyDataset, secret: int, show_ids: bool = False
) -> LinkResult:
    """What came of a link, with lineups under pseudonyms or ids."""
    about = linked.summary
    return LinkResult(
        standout=__version__,
        seed=about.seed,
        data=about.data,
        public=about.public,
        understood=released.source.understood,
        public_understood=public.source.understood,
        sparsity=about.sparsity,
        theory=about.theory,
        findings=about.findings,
        guard=about.guard,
        notes=about.notes,
        lineups=lineups(linked, public, released, secret, show_ids),
    )


def lineups(
    linked: Linked, public: LocalDataset, released: AnyDataset, secret: int, show_ids: bool = False
) -> tuple[Lineup, ...]:
    """A lineup per target, those in which somebody stands out most first."""
    records = np.unique(linked.tally.top_records)
    records = records[records >= 0]
    targets = person_labels(public, linked.people, secret, show_ids)
    names = dict(zip(records.tolist(), record_labels(released, records, secret, show_ids), strict=True))
    standing = np.minimum(linked.outcomes.standing_out, 1e9)
    order = np.lexsort((np.array(targets, dtype=object).astype(str), -standing))
    return tuple(_lineup(linked, int(row), targets[row], names, float(standing[row])) for row in order)


def _likely(score: float, chance: float | None, posterior: bool) -> bool:
    """Whether a record belongs into a lineup: anything speaks for it, or its probability can be told from none."""
    return chance is not None and chance >= LEAST_CHANCE if posterior else score > 0


def _lineup(linked: Linked, row: int, target: str, names: dict[int, str], standing: float) -> Lineup:
    tally, result = linked.tally, linked.outcomes
    candidates = []
    for place, record in enumerate(tally.top_records[row].tolist()):
        score = float(tally.top_scores[row, place])
        chance = None if linked.chances is None else float(linked.chances[row, place])
        if record < 0 or score < tally.listed_from[row] or not _likely(score, chance, linked.posterior):
            continue
        candidates.append(Candidate(record=names[record], score=score, probability=chance))
    threshold = float(np.broadcast_to(result.threshold, tally.targets)[row])
    named = bool(candidates) and standing > 0 and standing >= threshold
    verdict = candidates[0].record if named else None
    return Lineup(target=target, candidates=tuple(candidates), eccentricity=standing, verdict=verdict)
