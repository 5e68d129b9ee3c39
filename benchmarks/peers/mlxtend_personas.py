"""Personas by mlxtend's FP-growth."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pandas as pd

from standout.profiles.people.population import Population
from standout.profiles.personas.persona_set import PersonaSet

Crowds = dict[frozenset[tuple[str, str]], int]
"""How many people share each set of pairs."""


def table_of(population: Population, support: float) -> tuple[pd.DataFrame, list[tuple[str, str]]]:
    """The one-hot table that FP-growth wants, and the pairs that its columns stand for.

    Only pairs that can be frequent get a column: in its favour.
    """
    often = np.flatnonzero(population.holders >= support * population.size)
    column = np.full(population.pair_count, -1)
    column[often] = np.arange(len(often))
    table = np.zeros((population.size, len(often)), np.bool_)
    kept = column[population.pairs] >= 0
    table[population.owners[kept], column[population.pairs[kept]]] = True
    names = [
        (population.attributes[population.pair_attribute[pair]], population.pair_value(int(pair))) for pair in often
    ]
    return pd.DataFrame(table), names


def mined(table: pd.DataFrame, support: float) -> pd.DataFrame:
    """Its frequent sets."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from mlxtend.frequent_patterns import fpgrowth

        found: pd.DataFrame = fpgrowth(table, min_support=support)
    return found


def crowds_of_theirs(found: pd.DataFrame, people: int, pairs: list[tuple[str, str]]) -> Crowds:
    """Sets of two pairs or more; it lists single pairs, too."""
    counts = np.rint(found["support"].to_numpy() * people).astype(int).tolist()
    return {
        frozenset(pairs[column] for column in columns): count
        for columns, count in zip(found["itemsets"], counts, strict=True)
        if len(columns) > 1
    }


def crowds_of_ours(found: PersonaSet) -> Crowds:
    pairs: list[Any] = [
        (found.attributes[found.pair_attribute[pair]], found.pair_value(pair)) for pair in range(found.pair_count)
    ]
    return {
        frozenset(pairs[pair] for pair in found.pairs[begin:end]): int(count)
        for begin, end, count in zip(found.starts[:-1], found.starts[1:], found.counts, strict=True)
    }
