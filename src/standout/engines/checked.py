"""Whether knowledge and gains are what kernels take for granted: they follow codes and rows into memory without asking.

Attacks may come from anybody. What one yields is looked at here, once, before any kernel sees it: kinds and sizes of
arrays, and rows that point into tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from standout.attacks.contract import DAY_TABLE, Attack, Gains, Likelihoods
from standout.data.model import Int64s, Interactions
from standout.knowledge.draw import Knowledge

_MOST_KNOWN = (1 << 20) - 1
"""A kernel counts matches in 20 bits."""


def checked_gains(attack: Attack, knowledge: Knowledge, released: Interactions, truths: Int64s | None = None) -> Gains:
    """What the attack says a match is worth, fit for a kernel; an error if it is not, or if the knowledge is not."""
    check_knowledge(knowledge, released)
    if truths is not None:
        _check(f"truths of {attack.name}", truths, np.int64, (knowledge.targets,))
    gains, name = attack.gains(knowledge, released), f"of {attack.name}"
    known, targets = len(knowledge.items), knowledge.targets
    _check(f"weights {name}", gains.weights, np.float64, (known,))
    for field in ("value_rows", "day_rows"):
        _check(f"{field} {name}", getattr(gains, field), np.int32, (known,))
    if gains.person_scale is not None:
        _check(f"person_scale {name}", gains.person_scale, np.float64, (released.people,))
    if gains.listed_from is not None:
        _check(f"listed_from {name}", gains.listed_from, np.float64, (targets,))
    if isinstance(gains, Likelihoods):
        _check_likelihoods(gains, knowledge, released, name)
        return gains
    for field, rows, width in (("by_value", gains.value_rows, 256), ("by_day", gains.day_rows, DAY_TABLE)):
        table = getattr(gains, field)
        _check(f"{field} {name}", table, np.float64, (None, width))
        _check_within(f"rows of {field} {name}", rows, -1, len(table))
        if not len(table):
            raise ValueError(f"{field} {name} must have at least one row")
    return gains


def check_knowledge(knowledge: Knowledge, released: Interactions) -> None:
    """An error if knowledge does not fit itself or speaks of items that the released data does not have."""
    starts, known, targets = knowledge.starts, len(knowledge.items), len(knowledge.starts) - 1
    _check("starts of knowledge", starts, np.int64, (None,))
    if targets < 0 or starts[0] != 0 or starts[-1] != known or (np.diff(starts) < 0).any():
        raise ValueError("starts of knowledge must ascend from 0 to the number of known items")
    if int(knowledge.sizes.max(initial=0)) > _MOST_KNOWN:
        raise ValueError(f"at most {_MOST_KNOWN:,} items can be known of one target")
    for field, kind in (("items", np.int32), ("values", np.uint8), ("days", np.int32)):
        _check(f"{field} of knowledge", getattr(knowledge, field), kind, (known,))
    for field in ("shortest", "longest"):
        _check(f"{field} of knowledge", getattr(knowledge, field), np.int64, (targets,))
    _check_within("items of knowledge", knowledge.items, -1, released.items)


def _check_likelihoods(gains: Likelihoods, knowledge: Knowledge, released: Interactions, name: str) -> None:
    targets, people, days = knowledge.targets, released.people, released.last_day + 1
    _check(f"tables {name}", gains.tables, np.float64, (None, len(released.scale.labels) + 1, gains.reach + 4))
    _check(f"counted {name}", gains.counted, np.bool_, gains.tables.shape)
    _check_within(f"value_rows {name}", gains.value_rows, 0, len(gains.tables))
    for field, size in (("near", days), ("far", days), ("starts", targets), ("slopes", people), ("lacking", people)):
        _check(f"{field} {name}", getattr(gains, field), np.float64, (size,))
    _check(f"room {name}", gains.room, np.int64, (people,))
    _check_within(f"room {name}", gains.room, 0, 1 << 40)
    longest = int(released.lengths.max(initial=0)) if len(gains.length_rows) and gains.length_rows.max() >= 0 else -1
    for field, rows, width in (
        ("by_count", gains.count_rows, int(knowledge.sizes.max(initial=0)) + 1),
        ("by_length", gains.length_rows, longest + 1),
    ):
        table = getattr(gains, field)
        _check(f"{field} {name}", table, np.float64, (None, None))
        _check(f"rows of {field} {name}", rows, np.int64, (targets,))
        _check_within(f"rows of {field} {name}", rows, 0 if field == "by_count" else -1, len(table))
        if not len(table) or table.shape[1] < width:
            raise ValueError(f"{field} {name} must have a row, of {width:,} columns or more")


def _check(name: str, array: Any, kind: type[np.generic], shape: tuple[int | None, ...]) -> None:
    """An error if this is no array of this kind and shape (none: any size)."""
    if not isinstance(array, np.ndarray) or array.dtype != kind or array.ndim != len(shape):
        raise ValueError(f"{name} must be an array of {kind.__name__} in {len(shape)} dimensions")
    if any(size is not None and size != there for size, there in zip(shape, array.shape, strict=True)):
        raise ValueError(f"{name} must have the shape {shape}, not {array.shape}")


def _check_within(name: str, codes: Any, least: int, end: int) -> None:
    if len(codes) and (int(codes.min()) < least or int(codes.max()) >= end):
        raise ValueError(f"{name} must be from {least} to below {end:,}")
