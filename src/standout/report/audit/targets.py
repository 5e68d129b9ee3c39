"""A row per target, adversary and attack: for those who want to look into an audit, and never written by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from standout.auditing.attack_targets import Attacked
from standout.auditing.flow import Audit
from standout.common.arrays import Int64s
from standout.report.labels import outside_ids, pseudonyms, record_pseudonyms
from standout.risk.finding import Judged
from standout.risk.outcomes import UNLISTED
from standout.risk.verdicts import named_records


@dataclass(frozen=True)
class Targets:
    """What the table is made from when it is wanted. The data is not held, so that it can go."""

    attacked: Sequence[Attacked]
    people: Int64s
    """Who was looked for."""
    released: int
    """How many records the released data has."""
    secret: int
    ids: tuple[list[str], list[str]] | None
    """What people and named records are called outside, where ids are shown."""

    def table(self) -> pa.Table:
        """What came of every attack on every target, under the pseudonyms of the table of people.

        A record is called by its owner's pseudonym where they were looked for, too; else by one of its own. Rows are
        ordered by pseudonym: the order of the data tells nothing.
        """
        named, records = _named(self.attacked)
        labels, others = self.ids or (
            pseudonyms(len(self.people), self.secret),
            record_pseudonyms(len(records), self.secret),
        )
        names = pa.array([*labels, *others], pa.string())
        codes = self._codes(records)
        by_label = np.argsort(np.array(labels, dtype=object))
        places = np.empty(len(labels), np.int64)
        places[by_label] = np.arange(len(labels))
        tables = []
        for run, guesses in zip(self.attacked, named, strict=True):
            targets = np.searchsorted(self.people, run.people)
            rows = _rows(run.judged, targets, codes[guesses], names)
            tables.append(rows.take(pa.array(np.argsort(places[targets]))))
        return pa.concat_tables(tables).unify_dictionaries()

    def _codes(self, records: Int64s) -> Int64s:
        """For each released record (and nobody, the last) the place of its name: a target's, or one of its own."""
        codes = np.full(self.released + 1, -1, np.int64)
        codes[records] = len(self.people) + np.arange(len(records))
        for run in self.attacked:
            if (truths := run.judged.truths) is not None:
                present = truths >= 0
                codes[truths[present]] = np.searchsorted(self.people, run.people[present])
        codes[-1] = -1
        return codes


def targets_of(audit: Audit, secret: int, show_ids: bool = False) -> Targets:
    """What is held of an audit for the table of its targets."""
    people, ids = audit.personal.people, None
    if show_ids:
        _, records = _named(audit.attacked)
        ids = outside_ids(audit.data, people), outside_ids(audit.released, records)
    return Targets(audit.attacked, people, audit.released.people, secret, ids)


def _named(attacked: Sequence[Attacked]) -> tuple[list[Int64s], Int64s]:
    """The record that each attack names for each target, or -1; and all records that are named."""
    named = [named_records(run.judged.outcomes) for run in attacked]
    records = np.unique(np.concatenate(named))
    return named, records[records >= 0]


def _rows(judged: Judged, targets: Int64s, named: Int64s, names: pa.Array) -> pa.Table:
    outcomes, count = judged.outcomes, judged.targets
    ranks, chances = outcomes.ranks, judged.chances
    unknown = np.full(count, np.nan) if judged.scores is None else judged.scores
    return pa.table(
        {
            "target": pa.DictionaryArray.from_arrays(pa.array(targets, pa.int32()), names),
            "adversary": _repeated(judged.adversary.name, count),
            "attack": _repeated(judged.attack.name, count),
            "known": pa.array(judged.known, pa.int64()),
            "rank": pa.array(ranks, pa.int64(), mask=ranks >= UNLISTED),
            "score": pa.array(unknown, pa.float64(), mask=~np.isfinite(unknown)),
            "rivals": pa.array(outcomes.set_sizes - outcomes.listed, pa.int64()),
            "named": pa.DictionaryArray.from_arrays(pa.array(named, pa.int32(), mask=named < 0), names),
            "correct": pa.array((named >= 0) & outcomes.right, pa.bool_(), mask=named < 0),
            "probability": pa.nulls(count, pa.float64()) if chances is None else pa.array(chances, pa.float64()),
        }
    )


def _repeated(name: str, count: int) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(np.zeros(count, np.int32)), pa.array([name]))
