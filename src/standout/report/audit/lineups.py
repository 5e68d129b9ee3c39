"""Lineups for scripts: who in the public data may be whom in the released data, strongest first."""

from __future__ import annotations

from typing import Any

import numpy as np

from standout.auditing.linking import Linked
from standout.data.model import Interactions
from standout.report.labels import person_labels

LEAST_CHANCE = 1e-6


def lineups(
    linked: Linked, public: Interactions, released: Interactions, secret: int, show_ids: bool = False
) -> list[dict[str, Any]]:
    """A lineup per target, those in which somebody stands out most first."""
    records = np.unique(linked.evidence.top_records)
    records = records[records >= 0]
    targets = person_labels(public, linked.people, secret, show_ids)
    names = dict(zip(records.tolist(), _record_labels(released, records, secret, show_ids), strict=True))
    standing = np.minimum(linked.outcomes.standing_out, 1e9)
    order = np.lexsort((np.array(targets, dtype=object).astype(str), -standing))
    return [_lineup(linked, int(row), targets[row], names, float(standing[row])) for row in order]


def _record_labels(released: Interactions, records: Any, secret: int, show_ids: bool) -> list[str]:
    labels = person_labels(released, records, secret ^ 1, show_ids)
    return labels if show_ids else [label.replace("person", "record") for label in labels]


def _likely(score: float, chance: float | None, posterior: bool) -> bool:
    """Whether a record belongs into a lineup: anything speaks for it, or its probability can be told from none."""
    return chance is not None and chance >= LEAST_CHANCE if posterior else score > 0


def _lineup(linked: Linked, row: int, target: str, names: dict[int, str], standing: float) -> dict[str, Any]:
    evidence, result = linked.evidence, linked.outcomes
    candidates = []
    for place, record in enumerate(evidence.top_records[row].tolist()):
        score = float(evidence.top_scores[row, place])
        chance = None if linked.chances is None else float(linked.chances[row, place])
        if record < 0 or score < evidence.listed_from[row] or not _likely(score, chance, linked.posterior):
            continue
        candidate: dict[str, Any] = {"record": names[record], "score": score}
        if chance is not None:
            candidate["probability"] = chance
        candidates.append(candidate)
    named = bool(candidates) and standing > 0 and standing >= float(np.max(result.threshold))
    verdict = candidates[0]["record"] if named else None
    return {"target": target, "candidates": candidates, "eccentricity": standing, "verdict": verdict}
