"""One to one: every record belongs to one person at most, so whoever has the better claim keeps it.

A maximum-weight assignment of people to records, with absence on both sides: a person may have no record, a record no
owner. It is found among the best candidates of each; what a claim weighs is how much likelier it is than absence.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.engines.tally import Tally


def assignment(tally: Tally, present: float) -> Int64s:
    """The record that each target is given; -1 for none. Only claims that are likelier than absence count."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    people = tally.targets
    given = np.full(people, -1, np.int64)
    worth = tally.top_scores - np.log(np.maximum(tally.candidates, 1) * (1 - present) / present)[:, None]
    rows, places = np.nonzero((tally.top_records >= 0) & (worth > 0))
    if not len(rows):
        return given
    records, columns = np.unique(tally.top_records[rows, places], return_inverse=True)
    weights, absence = worth[rows, places], np.arange(people)
    most = float(weights.max()) + 1.0
    costs = csr_matrix(
        (
            np.concatenate((most - weights, np.full(people, most))),
            (np.concatenate((rows, absence)), np.concatenate((columns, len(records) + absence))),
        ),
        shape=(people, len(records) + people),
    )
    owners, chosen = min_weight_full_bipartite_matching(costs)
    real = chosen < len(records)
    given[owners[real]] = records[chosen[real]]
    return given


def after(tally: Tally, given: Int64s, truths: Int64s, spared: Int64s | None = None) -> Tally:
    """The tally once every record that is given to somebody is out of everybody else's list.

    The true record's rank counts those that are left; if it is given to somebody else, it is not listed. A record that
    is `spared` stays in the list of that person, whoever owns it.
    """
    owners = {int(record): person for person, record in enumerate(given.tolist()) if record >= 0}
    owner = np.array([[owners.get(record, -1) for record in row] for row in tally.top_records.tolist()], dtype=np.int64)
    owner = owner.reshape(tally.top_records.shape)
    lost = (owner >= 0) & (owner != np.arange(tally.targets)[:, None]) & (tally.top_records >= 0)
    if spared is not None:
        lost &= tally.top_records != spared[:, None]
    order = np.argsort(lost, axis=1, kind="stable")
    scores = np.take_along_axis(np.where(lost, -np.inf, tally.top_scores), order, axis=1)
    records = np.take_along_axis(np.where(lost, -1, tally.top_records), order, axis=1)
    ahead, level = (tally.top_scores > tally.true_scores[:, None], tally.top_scores == tally.true_scores[:, None])
    own = lost & (tally.top_records == truths[:, None])
    return replace(
        tally, top_scores=scores, top_records=records,
        candidates=tally.candidates - lost.sum(axis=1),
        beat=tally.beat - (lost & ahead).sum(axis=1), tied=tally.tied - (lost & level & ~own).sum(axis=1),
        counted=tally.counted & ~own.any(axis=1), listed=tally.listed & ~own.any(axis=1),
        exponentials=_rest(tally, scores),
    )  # fmt: skip


def _rest(tally: Tally, scores: Floats) -> Floats:
    """The sum of e^(score − second best) over all that are left but the best."""
    second = tally.top_scores[:, 1:2]
    with np.errstate(invalid="ignore"):
        listed = np.exp(np.where(np.isfinite(tally.top_scores[:, 1:]), tally.top_scores[:, 1:] - second, -np.inf))
    beyond = np.maximum(tally.exponentials - listed.sum(axis=1), 0.0)
    new, last = scores[:, 1], tally.top_scores[:, -1]
    there = np.isfinite(new)
    with np.errstate(invalid="ignore", over="ignore"):
        far = beyond * np.exp(np.where(there, second[:, 0] - new, -np.inf))
        far = np.minimum(far, tally.candidates * np.exp(np.where(there & np.isfinite(last), last - new, -np.inf)))
        kept = np.exp(np.where(np.isfinite(scores[:, 1:]) & there[:, None], scores[:, 1:] - new[:, None], -np.inf))
    return np.where(there, np.nan_to_num(far) + kept.sum(axis=1), 0.0)
