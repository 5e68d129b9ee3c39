"""`people.parquet`: a row per audited person, told so coarsely that a crowd has the same row; exact with ids."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from standout.auditing.flow import Audit
from standout.common.arrays import Int32s, Int64s
from standout.engines.item_counts import item_counts
from standout.report.labels import holders_label, item_label, person_labels
from standout.risk.crowds import Crowds
from standout.risk.data_summary import rare_shares
from standout.risk.people import REVEALING, giving_away

TOLD_ITEMS = 3
"""How many items that give people away are told of a crowd, at most."""

_EXACT = 1_000
"""Shares are told in thousandths; codes from here on are coarser ways to say it."""


def people_table(audit: Audit, secret: int, show_ids: bool = False) -> pa.Table:
    """A row per audited person, most at risk first; order and names tell nothing about outside ids.

    Without ids, at least as many people as the audit's crowd have every row exactly as it is.
    """
    risk = audit.personal
    labels = pa.array(person_labels(audit.data, risk.people, secret, show_ids), pa.string())
    columns = _exact(audit) if show_ids else _in_crowds(audit, secret)
    metadata = {"adversary": risk.adversary, "attack": risk.attack, "crowd": "1" if show_ids else str(audit.crowd)}
    table = pa.table({"person": labels} | columns, metadata=metadata)
    order = pc.sort_indices(
        pa.table({"found": pc.fill_null(table["found_share"], -1.0), "label": labels}),
        sort_keys=[("found", "descending"), ("label", "ascending")],
    )
    return table.take(order)


def _shares(audit: Audit) -> list[np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """In what share of the draws each person was found, and named; not a number without draws."""
    risk, drawn = audit.personal, audit.personal.draws > 0
    return [
        np.divide(part, risk.draws, out=np.full(len(risk.people), np.nan), where=drawn)
        for part in (risk.found, risk.named)
    ]


def _learned(audit: Audit) -> dict[str, np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """The share of ten guesses about each person that is right, and that without their record; not a number for whom
    nobody guessed."""
    risk = audit.personal
    people, *sides = audit.taught.by_person(risk.adversary, risk.attack)
    columns = {}
    for name, right in zip(("learned_in", "learned_out"), sides, strict=True):
        columns[name] = np.full(len(risk.people), np.nan)
        columns[name][np.searchsorted(risk.people, people)] = right
    return columns


def _exact(audit: Audit) -> dict[str, pa.Array]:
    """Everything as it was measured."""
    data, risk = audit.data, audit.personal
    drawn, revealing = risk.draws > 0, risk.items >= 0
    found_shares, named = _shares(audit)
    starts = np.concatenate(([0], np.cumsum(revealing.sum(axis=1)))).astype(np.int32)
    lengths = pa.array(item_counts(data)[risk.people], pa.int64())
    distinct, codes = np.unique(risk.items[revealing], return_inverse=True)
    names = pa.array([item_label(audit.released, int(item), True) for item in distinct], pa.string())
    sets, which = _found_by(audit)
    return {
        "items": lengths,
        "items_to": lengths,
        "rare_share": pa.array(rare_shares(data)[risk.people]),
        "draws": pa.array(risk.draws, pa.int64()),
        "found_share": pa.array(found_shares, pa.float64(), mask=~drawn),
        "named_share": pa.array(named, pa.float64(), mask=~drawn),
        "found_by": sets.take(pa.array(which)),
        "revealing_items": pa.ListArray.from_arrays(starts, names.take(pa.array(codes))),
        "revealing_shares": pa.ListArray.from_arrays(starts, pa.array(giving_away(risk)[revealing])),
        **{name: pa.array(shares, pa.float64(), mask=np.isnan(shares)) for name, shares in _learned(audit).items()},
    }


def _in_crowds(audit: Audit, secret: int) -> dict[str, pa.Array]:
    """The same, told in crowds: what matters most comes first, and is told most finely."""
    risk, lengths = audit.personal, item_counts(audit.data)[audit.personal.people]
    crowds = Crowds(len(risk.people), audit.crowd, secret)
    found_shares, named = _shares(audit)
    drawn = risk.draws > 0
    told_found = crowds.tell(
        np.where(drawn, _thousandths(found_shares), _EXACT + 9), np.where(drawn, _class(found_shares), -1)
    )
    means = crowds.mean(np.nan_to_num(found_shares))
    draws = crowds.tell(risk.draws)
    told_named = crowds.tell(np.where(drawn, _thousandths(named), -1), np.where(drawn, _class(named), -1))
    named_means = crowds.mean(np.nan_to_num(named))
    low, high = _bands(lengths, crowds)
    sets, which = _found_by(audit)
    by = crowds.tell(which)
    items, shares = _revealing(audit, crowds)
    rare = rare_shares(audit.data)[risk.people]
    told_rare = crowds.tell(np.minimum(5 * rare, 4).astype(np.int64))
    rare_means = crowds.mean(rare)
    learned = {}
    for name, right in _learned(audit).items():
        guessed = ~np.isnan(right)
        told = crowds.tell(np.where(guessed, _thousandths(right), -1), np.where(guessed, _class(right), -1))
        learned[name] = pa.array(crowds.mean(np.nan_to_num(right)), pa.float64(), mask=told < 0)
    return {
        "items": low,
        "items_to": high,
        "rare_share": pa.array(rare_means, pa.float64(), mask=told_rare < 0),
        "draws": pa.array(draws, pa.int64(), mask=(draws < 0) | (told_found < 0)),
        "found_share": pa.array(means, pa.float64(), mask=(told_found < 0) | ~drawn),
        "named_share": pa.array(named_means, pa.float64(), mask=told_named < 0),
        "found_by": sets.take(pa.array(by, mask=by < 0)),
        "revealing_items": items,
        "revealing_shares": shares,
        **learned,
    }


def _thousandths(shares: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Int64s:
    return np.round(np.nan_to_num(shares) * (_EXACT - 1)).astype(np.int64)


def _class(shares: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Int64s:
    """Coarser: never, in less than half of the draws, in less than nine tenths, nearly always."""
    known = np.nan_to_num(shares)
    return _EXACT + (known > 0).astype(np.int64) + (known >= 0.5) + (known >= 0.9)


def _bands(lengths: Int64s, crowds: Crowds) -> tuple[pa.Array, pa.Array]:
    """From how many to how many items people have: within a doubling, else within two or four."""
    doublings = np.floor(np.log2(np.maximum(lengths, 1))).astype(np.int64)
    wider = [100 * spans + doublings // spans for spans in (1, 2, 4)]
    bands = crowds.tell(*wider)
    spans = np.maximum(bands // 100, 1)
    first = np.maximum(bands % 100, 0) * spans
    hidden = bands < 0
    return pa.array(1 << first, pa.int64(), mask=hidden), pa.array((1 << (first + spans)) - 1, pa.int64(), mask=hidden)


def _revealing(audit: Audit, crowds: Crowds) -> tuple[pa.Array, pa.Array]:
    """Items that give a crowd away: by name if a crowd shares one, else by how many people have such an item."""
    risk, data = audit.personal, audit.released
    shares = giving_away(risk)
    revealing = risk.items >= 0
    holders = data.holders[np.maximum(risk.items, 0)]
    named = np.where(revealing & (holders >= audit.crowd), risk.items, -1).astype(np.int64)
    bands = np.where(revealing, data.items + _band(holders, audit.crowd), -1)
    told_of: list[list[tuple[float, str]]] = [[] for _ in risk.people]
    for _ in range(min(TOLD_ITEMS, REVEALING)):
        codes = crowds.tell(named, bands)
        rows = np.flatnonzero(codes >= 0)
        hits = np.where(codes[:, None] < data.items, named == codes[:, None], bands == codes[:, None])
        places = hits.argmax(axis=1)
        means = crowds.mean(shares[np.arange(len(codes)), places])
        for row in rows.tolist():
            told_of[row].append((-float(means[row]), _label(audit, int(codes[row]))))
        named[rows, places[rows]], bands[rows, places[rows]] = -1, -1
    ordered = [sorted(pairs) for pairs in told_of]
    labels = pa.array([[label for _, label in pairs] for pairs in ordered], pa.list_(pa.string()))
    return labels, pa.array([[-share for share, _ in pairs] for pairs in ordered], pa.list_(pa.float64()))


def _band(holders: Int32s | Int64s, crowd: int) -> Int64s:
    """The doubling that a number of holders falls into; all that are fewer than a crowd are one."""
    return np.where(holders < crowd, 0, np.floor(np.log2(np.maximum(holders, 1))).astype(np.int64) + 1)


def _label(audit: Audit, code: int) -> str:
    if code < audit.released.items:
        return item_label(audit.released, code, crowd=audit.crowd)
    band = code - audit.released.items
    return holders_label(0 if band == 0 else max(1 << (band - 1), audit.crowd), audit.crowd)


def _found_by(audit: Audit) -> tuple[pa.Array, Int64s]:
    """The sets of adversaries by whom at least one attack found somebody, and which of them each person has."""
    people, names = audit.personal.people, list(audit.found_by)
    hits = np.stack([np.isin(people, audit.found_by[name]) for name in names], axis=1)
    distinct, which = np.unique(hits, axis=0, return_inverse=True)
    lists = [[name for name, hit in zip(names, row, strict=True) if hit] for row in distinct]
    return pa.array(lists, pa.list_(pa.string())), which.astype(np.int64)
