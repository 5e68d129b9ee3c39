"""Records linked by Splink on DuckDB: Fellegi–Sunter with adjustments for how frequent a term is.

Its records are entries, as in `linking_recordlinkage`. Lists of entries by person, which it can compare, do not go: a
million pairs of whole records took more than four minutes.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np
import pyarrow as pa

from benchmarks.peers.answers import Best
from benchmarks.peers.optional import package
from benchmarks.peers.sums import best_of
from standout.attacks.contract import ALONE, AdditiveGains, Probabilities, Verdict, presence_only, value_rows
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.knowledge.draw import Knowledge

_SURE, _PAIRS = {"fix_m_probability": True, "fix_u_probability": True}, 1_000_000
_names = count()


@dataclass(frozen=True, eq=False)
class AgreeingEntries:
    """Ours for the question that Splink is asked: every entry with the known value counts log2(people / those who have
    that item with that value)."""

    holders: Int64s
    """By item and value, as codes."""
    name: str = "agreeing-entries"
    summary: str = "Adds up how rare the entries are that agree."
    needs: Needs = NOTHING
    verdict: Verdict = ALONE
    probabilities: Probabilities = "none"

    @staticmethod
    def of(data: LocalDataset) -> AgreeingEntries:
        records = data.held.records
        return AgreeingEntries(np.bincount(_codes(records.items, records.values), minlength=data.items << 8))

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> AdditiveGains:  # noqa: ARG002
        holders = np.maximum(self.holders[_codes(knowledge.items, knowledge.values)], 1)
        weights = np.log2(facts.people / holders)
        _, day_rows, _, by_day = presence_only(weights)
        return AdditiveGains(weights, value_rows(knowledge, facts), day_rows, np.eye(256), by_day)


def _codes(items: Any, values: Any) -> Int64s:
    return np.asarray(np.asarray(items, np.int64) * 256 + values, np.int64)


def stored(data: LocalDataset) -> Any:
    """A database with all entries and how frequent they are, on one thread."""
    import duckdb

    records, database = data.held.records, duckdb.connect()
    codes = _codes(records.items, records.values)
    terms, often = np.unique(codes, return_counts=True)
    people = np.repeat(np.arange(data.people), data.lengths)
    entries = _entries(people, records.items, records.values, records.days)  # noqa: F841  (by name, in SQL)
    by_entry = pa.table({"entry": terms, "tf_entry": often / data.people})  # noqa: F841
    by_item = pa.table({"item": np.arange(data.items), "tf_item": np.maximum(data.holders, 1) / data.people})  # noqa: F841
    database.execute("SET threads = 1")
    for name in ("entries", "by_entry", "by_item"):
        database.execute(f"CREATE TABLE all_{name} AS SELECT * FROM {name}")
    return database


def _entries(owners: Any, items: Any, values: Any, days: Any) -> pa.Table:
    return pa.table(
        {
            "unique_id": np.arange(len(owners)),
            "owner": np.asarray(owners, np.int64),
            "entry": _codes(items, values),
            "item": np.asarray(items, np.int64),
            "value": np.asarray(values, np.int32),
            "day": np.asarray(days, np.int32),
        }
    )


def best(data: LocalDataset, database: Any, knowledge: Knowledge, targets: int) -> Best:
    """With weights that are given: an entry that agrees counts log2(1 / how frequent it is)."""
    levels, comparisons = package("splink.comparison_level_library"), package("splink.comparison_library")
    exact = levels.ExactMatchLevel("entry", term_frequency_adjustments=True)
    same = exact.configure(m_probability=1.0, u_probability=0.001, **_SURE)
    other = levels.ElseLevel().configure(m_probability=0.5, u_probability=0.5, **_SURE)
    entry = comparisons.CustomComparison(output_column_name="entry", comparison_levels=[same, other])
    with _quietly():
        linker = _linker(database, knowledge, targets, [entry], "entry", 0.5)
        sums = _summed(linker, 0.0)
    return best_of(*sums, targets, data.people)


def linked(data: LocalDataset, database: Any, knowledge: Knowledge, targets: int) -> tuple[Int64s, Int64s, Floats]:
    """With weights of values and days learnt by expectation maximisation: targets, records, and their evidence."""
    levels, comparisons = package("splink.comparison_level_library"), package("splink.comparison_library")
    exact = levels.ExactMatchLevel("item", term_frequency_adjustments=True)
    item = [
        exact.configure(m_probability=1.0, u_probability=0.001, **_SURE),
        levels.ElseLevel().configure(m_probability=0.5, u_probability=0.5, **_SURE),
    ]
    near = levels.CustomLevel("abs(value_l - value_r) = 1")
    value = [levels.NullLevel("value"), levels.ExactMatchLevel("value"), near, levels.ElseLevel()]
    within = [levels.CustomLevel(f"abs(day_l - day_r) <= {days}") for days in (14, 60)]
    day = [levels.NullLevel("day"), *within, levels.ElseLevel()]
    parts = [
        comparisons.CustomComparison(output_column_name=name, comparison_levels=each)
        for name, each in (("item", item), ("value", value), ("day", day))
    ]
    with _quietly():
        linker = _linker(database, knowledge, targets, parts, "item", 1 / data.people)
        linker.training.estimate_u_using_random_sampling(max_pairs=_PAIRS, seed=1)
        block = package("splink").block_on("item")
        linker.training.estimate_parameters_using_expectation_maximisation(block)
        prior = linker.misc.save_model_to_json()["probability_two_random_records_match"]
        return _summed(linker, float(np.log2(prior / (1 - prior))))


def _linker(database: Any, knowledge: Knowledge, targets: int, comparisons: list[Any], block: str, prior: float) -> Any:
    """A new one, since it keeps what it has found."""
    splink, last = package("splink"), int(knowledge.starts[targets])
    owners = np.repeat(np.arange(targets), knowledge.sizes[:targets])
    known = _entries(owners, knowledge.items[:last], knowledge.values[:last], knowledge.days[:last])
    place = splink.DuckDBAPI(database.cursor())
    number = next(_names)
    tables = [
        place.register(known, dataset_display_name=f"a_known_{number}"),
        place.register("all_entries", dataset_display_name=f"entries_{number}"),
    ]
    settings = splink.SettingsCreator(
        link_type="link_only",
        probability_two_random_records_match=prior,
        comparisons=comparisons,
        blocking_rules_to_generate_predictions=[splink.block_on(block)],
        additional_columns_to_retain=["owner"],
        retain_matching_columns=False,
    )
    linker = splink.Linker(tables, settings, log_level=None)
    often = "all_by_entry" if block == "entry" else "all_by_item"
    lookup = place.register(often, dataset_display_name=f"often_{number}")
    linker.table_management.register_term_frequency_lookup(lookup, block)
    return linker


def _summed(linker: Any, prior: float) -> tuple[Int64s, Int64s, Floats]:
    """Weights of pairs of entries, without the prior, added up by target and person."""
    pairs = linker.inference.predict()
    sums = linker.misc.query_sql(
        f"SELECT owner_l, owner_r, sum(match_weight - ({prior})) AS weight FROM {pairs.physical_name} GROUP BY ALL",
        output_type="pandas",
    )
    pairs.drop_table_from_database_and_remove_from_cache()
    columns = (sums[name].to_numpy() for name in ("owner_l", "owner_r", "weight"))
    targets, records, weights = columns
    return targets.astype(np.int64), records.astype(np.int64), weights.astype(np.float64)


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """It prints and warns a lot."""
    import logging

    logger, sink = logging.getLogger("splink"), io.StringIO()
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    with warnings.catch_warnings(), contextlib.redirect_stdout(sink), contextlib.redirect_stderr(sink):
        warnings.simplefilter("ignore")
        yield
    logger.setLevel(before)
