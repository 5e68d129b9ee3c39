"""What we compare with gives our answers, a ratio needs the same answers, and the page says what was measured."""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from benchmarks.peers import contest as contest_module
from benchmarks.peers import mlxtend_personas, scikit, sparse_topn, tried
from benchmarks.peers.answers import Agreement, Best, Top, same_best, same_counts, same_top
from benchmarks.peers.contest import Contest, Outcome, held
from benchmarks.peers.contests import Sizes, contests, persona_contests
from benchmarks.peers.facts import FACTS, PEERS
from benchmarks.peers.page import Section, page, shown
from benchmarks.timing import Spent
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from tests.worlds import STARS, scale_of

ROOT = Path(__file__).resolve().parents[2]
FEW = Sizes(
    ours=40, lists=40, merge=9, by_item=9, known=40, whole=40, set_people=2, by_person=4, at_once=30,
    rounds=1, slow_rounds=1,
)  # fmt: skip


def small(shard_people: int) -> LocalDataset:
    """Random records with twins, who tie, and somebody who has nothing."""
    dice = np.random.default_rng(5)
    has = dice.random((70, 40)) < dice.uniform(0.1, 0.6, (70, 1))
    has[:4, :9] = True
    has[30:36] = has[:6]
    has[69] = False
    people, items = np.nonzero(has)
    values, days = dice.integers(0, 5, has.shape), dice.integers(0, 60, has.shape)
    values[30:36], days[30:36] = values[:6], days[:6]
    return from_arrays(
        people, items, values[people, items], days[people, items],
        scale=scale_of(STARS), size=has.shape, shard_people=shard_people,
    )  # fmt: skip


@pytest.mark.parametrize("shard_people", [65_536, 16])
def test_every_peer_gives_our_answers(shard_people: int) -> None:
    outcomes = [held(one) for one in contests(small(shard_people), FEW)]
    assert len(outcomes) == 13
    assert not [(one.contest.peer, str(one.agreement)) for one in outcomes if not one.agreement.full]
    assert all(one.agreement.of == one.contest.their_count for one in outcomes)
    assert all(one.one_thread > 0 and one.two_threads > 0 for one in outcomes)


def test_mlxtend_finds_our_personas() -> None:
    (outcome,) = (held(one) for one in persona_contests((500,), support=0.01, rounds=1))
    assert outcome.agreement.full
    assert outcome.agreement.of > 100


def contest(theirs: Callable[[], object], agreement: Agreement) -> Contest:
    return Contest(
        "a peer", "which?", "target", lambda threads: threads, 100, theirs, 10, lambda _ours, _theirs: agreement, 2
    )


def test_a_ratio_is_per_target_and_of_the_best_times(monkeypatch: pytest.MonkeyPatch) -> None:
    took = iter([2.0, 6.0, 1.0, 3.0, 4.0, 1.5])  # ours, theirs, ours with two threads, twice

    def timed(work: Callable[[], object]) -> Spent:
        work()
        processor = next(took)
        return Spent(10 * processor + 5, processor)

    monkeypatch.setattr(contest_module, "spent", timed)
    found = held(contest(lambda: None, Agreement(10, 10)))
    assert (found.one_thread, found.two_threads) == (10 * 4.0 / 2.0, 10 * 45.0 / 15.0)  # two threads by the clock
    assert (found.least, found.most) == (10 * 4.0 / 3.0, 10 * 6.0 / 2.0)


def test_without_the_same_answers_there_is_no_ratio() -> None:
    found = held(contest(lambda: None, Agreement(9, 10)))
    assert found.one_thread == found.two_threads == 0
    text = page([Section("Data", (found,))], 1, "today")
    assert "| a peer | which? | 10 targets | 100 | NO: 9 of 10 | – | – | – |" in text


def test_answers_with_two_threads_are_compared_too() -> None:
    asked = replace(
        contest(lambda: 1, Agreement(1, 1)), agreement=lambda ours, theirs: Agreement(int(ours == theirs), 1)
    )
    assert not held(asked).agreement.full


def test_another_record_score_or_lead_is_another_answer() -> None:
    ours = Best(np.array([3, 4, 5]), np.array([1.0, 2.0, 3.0]), np.array([1.5, 0.5, 0.0]))
    assert same_best(ours, ours) == Agreement(3, 3)
    assert same_best(ours, replace(ours, records=np.array([3, 5, 5]))) == Agreement(2, 3)
    assert same_best(ours, replace(ours, records=np.array([3, 4, 6]))).full  # nobody stands out: either may be named
    assert same_best(ours, replace(ours, scores=np.array([1.0, 2.001, 3.0]))) == Agreement(2, 3)
    assert same_best(ours, replace(ours, standing_out=np.array([1.6, 0.5, 0.0]))) == Agreement(2, 3)


def test_tied_records_may_change_places_and_others_not() -> None:
    ours = Top(np.array([[1, 2, 3]]), np.array([[0.9, 0.5, 0.5]]))
    assert same_top(ours, Top(np.array([[1, 3, 7]]), ours.scores)).full
    assert not same_top(ours, Top(np.array([[7, 2, 3]]), ours.scores)).full
    assert not same_top(ours, replace(ours, scores=np.array([[0.9, 0.5, 0.4]]))).full
    assert same_counts(np.array([3, 4, 9]), np.array([3, 5])) == Agreement(1, 2)


@pytest.mark.parametrize(
    ("ratio", "text"),
    [(0.1234, "0.12"), (3.149, "3.1"), (9.97, "10"), (10.4, "10"), (987.0, "990"), (76_543, "77,000")],
)
def test_ratios_have_two_digits_that_count(ratio: float, text: str) -> None:
    assert shown(ratio) == text


def test_the_page_has_outcomes_attempts_and_facts() -> None:
    outcome = Outcome(contest(lambda: None, Agreement(1, 1)), Agreement(1, 1), 12.0, 24.0, 11.0, 13.0)
    section = Section("Data", (outcome,), (("all at once", "out of memory after 3 s"),))
    text = page([section], 7, "2026-01-02")
    assert "| a peer | which? | 10 targets | 100 | yes, 1 of 1 | 12 | 11 to 13 | 24 |" in text
    assert "- all at once: out of memory after 3 s." in text
    assert "2026-01-02, seed 7." in text
    assert "trial" not in text
    assert "Only a trial" in page([section], 7, "2026-01-02", trial=True)
    assert all(f"| {row[0]} |" in text and len(row) == len(PEERS) + 1 for row in FACTS)


def test_docs_lead_to_the_page() -> None:
    assert "(../benchmarks/peers.md)" in (ROOT / "docs" / "index.md").read_text("utf-8")
    assert (ROOT / "benchmarks" / "peers.md").is_file()


# Facts about peers that can be tried


def test_scikit_learn_and_sparse_dot_topn_cut_the_tied_by_the_order_of_rows() -> None:
    rows = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [0.0, 1.0]], np.float32)
    asked = sp.csr_matrix(np.array([[0.0, 1.0]], np.float32))
    kept = []
    for order in ([0, 1, 2, 3], [3, 2, 1, 0]):
        matrix = sp.csr_matrix(rows[order])
        ways = (
            scikit.top_by_search(scikit.searched(matrix, 2), asked),
            sparse_topn.top(asked, matrix.T.tocsr(), 2),
        )
        assert all(top.scores.tolist() == [[1.0, 1.0]] for top in ways)
        kept.append([{order[record] for record in top.records[0]} for top in ways])
    assert all(len(each) == 2 for both in kept for each in both)
    assert all(one != other for one, other in zip(*kept, strict=True))


def test_fpgrowth_has_no_least_length_and_no_threads() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from mlxtend.frequent_patterns import fpgrowth
    assert list(inspect.signature(fpgrowth).parameters) == [
        "df", "min_support", "null_values", "use_colnames", "max_len", "verbose",
    ]  # fmt: skip
    found = mlxtend_personas.mined(pd.DataFrame({0: [True, True], 1: [True, False]}), 0.5)
    assert min(len(items) for items in found["itemsets"]) == 1


def test_what_does_not_fit_into_memory_is_told() -> None:
    def too_much() -> None:
        np.empty(1 << 56)

    assert re.match(r"out of memory after \d+ s \(Unable to allocate", tried.told(too_much))
    for _, work in tried.ATTEMPTS.values():
        assert re.fullmatch(r"went through in \d+ s", tried.told(partial(work, small(16))))
