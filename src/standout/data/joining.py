"""Two datasets of different people as one: the same items by id, values and days on one scale and one calendar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa

from standout.common.arrays import Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE, Scale
from standout.data.vocabulary import Vocabulary, positions


def together(one: LocalDataset, other: LocalDataset) -> LocalDataset:
    """The people of the first, then those of the second; they must not have an id in common.

    Both must have values, or neither, and days likewise; a `ValueError` otherwise.
    """
    if one.has_values != other.has_values or one.has_days != other.has_days:
        raise ValueError("both must have values, or neither, and days likewise")
    items = positions(other.vocabulary.items, one.vocabulary.items)
    new = np.flatnonzero(items < 0)
    items[new] = one.items + np.arange(len(new))
    scale, ours, theirs = joint_scale(one.scale, other.scale)
    first = min(one.first_day or 0, other.first_day or 0)
    joined = from_arrays(
        np.concatenate((_people(one), one.people + _people(other))),
        np.concatenate((one.held.records.items, items[other.held.records.items])),
        np.concatenate((ours[one.held.records.values], theirs[other.held.records.values])) if one.has_values else None,
        np.concatenate((_days(one, first), _days(other, first))) if one.has_days else None,
        scale=scale,
        size=(one.people + other.people, one.items + len(new)),
        first_day=first,
        vocabulary=Vocabulary(
            _names(one.vocabulary.people, other.vocabulary.people),
            _names(one.vocabulary.items, other.vocabulary.items.take(pa.array(new))),
        ),
        source=one.source,
        events=one.events or other.events,
    )
    return replace(joined, engine=one.engine)


def joint_scale(one: Scale, other: Scale) -> tuple[Scale, Int64s, Int64s]:
    """A scale for the values of both, and the code on it of each code of the first and of the second.

    Steps that one of them lacks are added. Bands stay those of the first; another's lie where they begin.
    """
    if one.kind == "none" or one.kind != other.kind:
        return NO_SCALE, _codes([]), _codes([])
    if one.kind == "bands":
        bands = np.maximum(np.searchsorted(one.lows, other.lows, side="right") - 1, 0)
        return one, _codes(range(len(one.labels))), _codes(bands.tolist())
    labels = dict(zip(one.positions, one.labels, strict=True))
    labels = dict(zip(other.positions, other.labels, strict=True)) | labels
    places = sorted(labels)
    scale = Scale(one.kind, tuple(labels[place] for place in places), tuple(places))
    ours, theirs = (_codes([places.index(place) for place in each.positions]) for each in (one, other))
    return scale, ours, theirs


def _codes(codes: Sequence[int]) -> Int64s:
    """A code for each code, "no value" among them."""
    table = np.full(NO_VALUE + 1, NO_VALUE, np.int64)
    table[: len(codes)] = codes
    return table


def _people(data: LocalDataset) -> Int64s:
    return np.repeat(np.arange(data.people), data.lengths)


def _days(data: LocalDataset, first: int) -> Int64s:
    days = np.asarray(data.held.records.days).astype(np.int64)
    return np.where(days == NO_DAY, NO_DAY, days + (data.first_day or 0) - first)


def _names(one: pa.Array, other: pa.Array) -> pa.Array:
    return pa.concat_arrays([one.cast(pa.large_string()), other.cast(pa.large_string())])
