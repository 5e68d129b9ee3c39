"""What an attack by likelihood looks at: two releases that agree in that are one to it, and are attacked once.

Who knows bare items looks neither at values nor at days. A release in which only these were changed (coarsened, say, or
perturbed) is then as good as the original, and as any other such release.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from standout.attacks.likelihood import Likelihood
from standout.attacks.rules import plain_rule
from standout.auditing.fingerprints import sha256_of
from standout.common.arrays import Int64s
from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge

Arrays = tuple[np.ndarray[Any, Any], ...]


def looked_at(
    released: LocalDataset, knowledge: Knowledge, attack: Likelihood, *who: Int64s
) -> tuple[Hashable, Arrays]:
    """All that the outcome of this attack with this knowledge depends on: what can be compared by itself, and arrays.

    `who` are further arrays that count, such as whose records targets' own ones are.
    """
    rule = attack.rule or plain_rule(knowledge)
    values = rule.value_error >= 0 or bool((knowledge.values != NO_VALUE).any())
    days = rule.day_error >= 0 or bool((knowledge.days != UNKNOWN_DAY).any())
    release = released.held.once(("looked at", values, days), released.facts, lambda: _marks(released, values, days))
    arrays: list[np.ndarray[Any, Any]] = [knowledge.starts, knowledge.items, knowledge.shortest, knowledge.longest]
    if knowledge.counts is not None:
        arrays.append(knowledge.counts)
    if values:
        arrays.append(knowledge.values)
    if days:
        arrays.append(knowledge.days)
    asked = (
        attack, knowledge.value_error, knowledge.day_error, knowledge.scale if values else None,
        knowledge.counts is None, values, days,
    )  # fmt: skip
    return (asked, release), (*arrays, *who)


def _marks(released: LocalDataset, values: bool, days: bool) -> tuple[Hashable, ...]:
    """The records of a release in a few bytes, with values and days or not."""
    records, facts = released.held.records, released.facts
    marks: list[Hashable] = [released.people, released.items, facts.events]
    marks += [sha256_of(np.asarray(each)) for each in (records.starts, records.items)]
    if values:
        marks += [facts.scale, sha256_of(np.asarray(records.values))]
    if days:
        marks += [facts.first_day, facts.last_day, sha256_of(np.asarray(records.days))]
    return tuple(marks)
