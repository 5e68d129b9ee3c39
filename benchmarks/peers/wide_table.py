"""anonymeter on a wide table of the items that most people have, beside what ours says of the same release.

It wants tables: the original, the released one and a control of people who are not in it, a column an attribute. Of
interactions only the most popular items can be columns. What it cannot see is therefore everything that is rare.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from benchmarks.peers.contests import SEED
from benchmarks.peers.optional import package
from benchmarks.timing import spent
from standout.attacks import ATTACKS
from standout.attacks.contract import bound
from standout.data.dataset import LocalDataset
from standout.knowledge.adversary import Adversary
from standout.protections import protection
from standout.protections.contract import entries_of, rebuilt
from standout.results.estimate import Estimate
from standout.risk.intervals import rate_of

COLUMNS, RELEASED_SHARE = 30, 2 / 3
RELEASES = ("as it is", "perturb:values=1,days=14")
EIGHT_VALUES = Adversary("eight values", items=8)
SMALLEST_ATTEMPTS = 100_000


@dataclass(frozen=True)
class Judged:
    """One question about one release: how many are found out, against how many without the release."""

    release: str
    who: str
    question: str
    rate: Estimate
    without: float | None
    """The same for people who are not in the release (control), or by guessing."""
    processor: float


def judged(data: LocalDataset, attacks: int, columns: int = COLUMNS) -> Iterator[Judged]:
    """Both releases, by both."""
    order = np.random.default_rng(SEED).permutation(data.people)
    inside, outside = np.split(order, [int(RELEASED_SHARE * data.people)])
    top = np.argsort(-data.holders, kind="stable")[:columns]
    original = only(data, people=inside)
    for text in RELEASES:
        released = original if text == RELEASES[0] else protection(text).protect(original, None, SEED).data
        tables = [wide(each, top).iloc[who] for each, who in ((original, inside), (released, inside), (data, outside))]
        mixed = tables[1].sample(frac=1.0, random_state=SEED)
        ready = [table.reset_index(drop=True) for table in (tables[0], mixed, tables[2])]
        yield from _theirs(text, ready, attacks)
        yield from _ours(text, original, released, inside[:attacks], top)


def only(data: LocalDataset, people: Any = None, items: Any = None) -> LocalDataset:
    """The entries of some people or of some items; everybody else is there, with nothing."""
    entries = entries_of(data)
    kept = np.ones(len(entries), np.bool_)
    for chosen, codes in ((people, entries.people), (items, entries.items)):
        if chosen is not None:
            kept &= np.isin(codes, chosen)
    return rebuilt(data, entries.kept(kept))


def wide(data: LocalDataset, items: Any) -> pd.DataFrame:
    """A row a person, a column an item: its value, or 0 where there is none."""
    entries, place = entries_of(data), np.full(data.items, -1)
    place[items] = np.arange(len(items))
    kept = place[entries.items] >= 0
    table = np.zeros((data.people, len(items)), np.int64)
    table[entries.people[kept], place[entries.items[kept]]] = 1 + entries.values[kept].astype(np.int64)
    return pd.DataFrame(table, columns=[f"item{number}" for number in range(len(items))])


def _theirs(release: str, tables: list[pd.DataFrame], attacks: int) -> Iterator[Judged]:
    """Its three kinds of attack; a rate is the share of attacks that succeed, before the control is taken off."""
    original, released, control = tables
    names, module = list(original.columns), package("anonymeter.evaluators")
    parts = {"ori": original, "syn": released, "control": control, "n_attacks": attacks}
    for size in (4, 8):
        single = module.SinglingOutEvaluator(**parts, n_cols=size, seed=SEED, max_attempts=SMALLEST_ATTEMPTS)
        yield _run(release, f"singling out, predicates on {size} columns", single, {"mode": "multivariate"})
    halves = (names[::2], names[1::2])
    link = module.LinkabilityEvaluator(**parts, aux_cols=halves, n_neighbors=1)
    yield _run(release, "linkability, half of the columns to the other half", link, {"n_jobs": 1})
    guess = module.InferenceEvaluator(**parts, aux_cols=names[1:], secret=names[0])
    yield _run(release, "inference, one column from all others", guess, {"n_jobs": 1})


def _run(release: str, question: str, evaluator: Any, how: dict[str, Any]) -> Judged:
    np.random.seed(SEED)  # it draws from there
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        took = spent(lambda: evaluator.evaluate(**how))
        results = evaluator.results()
    rate, error = (float(part) for part in results.attack_rate)
    interval = Estimate(rate, max(rate - error, 0.0), min(rate + error, 1.0))
    return Judged(release, "anonymeter", question, interval, float(results.control_rate.value), took.processor)


def _ours(release: str, original: LocalDataset, released: LocalDataset, people: Any, top: Any) -> Iterator[Judged]:
    """Whose record alone scores best, by what is known of the same columns, and of whole records."""
    for question, which in (("8 items known of the same columns", top), ("8 items known of the whole record", None)):
        known, searched = ((each if which is None else only(each, items=which)) for each in (original, released))
        drawn = known.engine.draw(known, EIGHT_VALUES, people[known.lengths[people] > 0], seed=SEED)
        attack = bound(ATTACKS["scoreboard-rh"], EIGHT_VALUES)
        places: list[Any] = []

        def work(data: LocalDataset = searched, knowledge: Any = drawn, rule: Any = attack, out: Any = places) -> None:
            tally = data.engine.score(data, knowledge.knowledge, rule, knowledge.truths)
            out.append(tally.beat + tally.tied)

        took = spent(work)
        rate = rate_of(places[0] == 0)
        assert rate is not None
        in_data = int((searched.lengths > 0).sum())
        yield Judged(release, "Standout, `scoreboard-rh`", question, rate, 1 / in_data, took.processor)
