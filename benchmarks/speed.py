"""Our kernels against others', as ratios taken in turn in one process, and how much they get done."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks import edits, labels, likelihood, posting
from benchmarks import personas as crowds
from benchmarks.bare import bare_loop, roofline
from benchmarks.lines import Line
from benchmarks.peers import numpy_lists, scikit, sparse_topn
from benchmarks.timing import compare
from standout.attacks import ATTACKS
from standout.data.dataset import LocalDataset
from standout.engines.local import LocalEngine
from standout.io.reading import read
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import whole_records
from standout.sample.invention import SampleSettings, draw_sample

EIGHT = Adversary("eight", items=8, days=14)
RH = ATTACKS["scoreboard-rh"]


def scoring_lines(data: LocalDataset) -> Iterator[Line]:
    """Our kernel against NumPy, on everyone of ml-1m."""
    people = np.arange(0, data.people, 6)
    drawn = data.engine.draw(data, EIGHT, people, seed=1)
    lists = numpy_lists.lists_of(data)
    ours = compare(
        lambda: LocalEngine(1).score(data, drawn.knowledge, RH, drawn.truths),
        lambda: numpy_lists.best(lists, drawn.knowledge, drawn.knowledge.targets),
        repeats=3,
    )
    yield Line(
        "scoreboard-rh on ml-1m, 8 known items, 1 thread, against NumPy over inverted lists", ours.ratio, 15, "×"
    )
    everyone = data.engine.draw(data, EIGHT, np.arange(data.people), seed=1)
    threads = compare(
        lambda: LocalEngine(2).score(data, everyone.knowledge, RH, everyone.truths),
        lambda: LocalEngine(1).score(data, everyone.knowledge, RH, everyone.truths),
    )
    yield Line("scoreboard-rh on ml-1m, 2 threads against 1", threads.ratio, 1.7, "×")


def neighbour_lines(data: LocalDataset) -> Iterator[Line]:
    """TF-IDF top 10 of all people against all people."""
    matrix = scikit.record_matrix(data)
    transposed = matrix.T.tocsr()
    everyone = np.arange(data.people)
    known = whole_records(data.held, data.facts, everyone)

    def ours() -> object:
        return LocalEngine(1).score(data, known, ATTACKS["tf-idf"], everyone, top=10)

    sklearn = compare(ours, lambda: scikit.top_by_kernel(matrix, matrix, 10), repeats=3)
    yield Line("tf-idf top 10, all of ml-1m, 1 thread, against scikit-learn's sparse cosine", sklearn.ratio, 1, "×")
    topn = compare(ours, lambda: sparse_topn.top(matrix, transposed, 10), repeats=3)
    yield Line("tf-idf top 10, all of ml-1m, 1 thread, against sparse_dot_topn", topn.ratio, 1, "×")


def throughput_lines(data: LocalDataset) -> Iterator[Line]:
    """The kernel against a loop that only adds 1, on 50 million interactions."""
    people = np.sort(np.random.default_rng(1).permutation(data.people)[:400])
    drawn = data.engine.draw(data, EIGHT, people, seed=1)
    plain = [shard.people for shard in data.held.shards]
    bare = compare(
        lambda: LocalEngine(1).score(data, drawn.knowledge, RH, drawn.truths),
        lambda: bare_loop(data.held.shards, plain, drawn.knowledge),
    )
    yield Line("postings per second on 50M interactions, of those of a loop that only adds 1", bare.ratio, 0.5, "×")
    print(f"      {roofline(data, drawn.knowledge, bare)}", flush=True)
    threads = compare(
        lambda: LocalEngine(2).score(data, drawn.knowledge, RH, drawn.truths),
        lambda: LocalEngine(1).score(data, drawn.knowledge, RH, drawn.truths),
    )
    yield Line("scoreboard-rh on 50M interactions, 2 threads against 1", threads.ratio, 1.7, "×")
    held = sum(shard.entries.nbytes for shard in data.held.shards)
    yield Line("index, bytes per interaction (besides people and items)", held / data.count, 8, "B", at_least=False)


def persona_lines() -> Iterator[Line]:
    """Mining personas at the paper's size and at a million people."""
    ours = crowds.against_fpgrowth()
    yield Line("personas of 30,000 people at 0.001, 1 thread, against mlxtend's FP-growth", ours.ratio, 5, "×")
    seconds, peak, found = crowds.million()
    print(f"      {found:,.0f} personas of 1,000,000 people", flush=True)
    yield Line("personas of 1,000,000 people at 0.001", seconds, 120, "s", at_least=False)
    yield Line("peak memory of that, with drawing the people", peak, 4, "GB", at_least=False)


def edit_lines() -> Iterator[Line]:
    """The cheapest edits towards 6,000 personas."""
    people, index = edits.built()
    yield Line(
        f"edits of one profile towards {len(index):,} personas", edits.one_profile(people, index), 10, "ms", False
    )
    ours = edits.against_numpy(people, index)
    yield Line("cheapest personas of 2,000 profiles, 1 thread, against NumPy a profile at a time", ours.ratio, 5, "×")


def fifty_million(place: Path) -> LocalDataset:
    """A sample of 50 million interactions, prepared."""
    print("      drawing and preparing 50 million interactions …", flush=True)
    settings = SampleSettings(people=240_000, items=17_770, interactions=50_000_000, seed=1)
    data = read(draw_sample(place / "sample", settings), into=place / "prepared")
    os.sync()  # or else the disk is still busy with it while we measure
    return data


def preset_lines(data: LocalDataset) -> Iterator[Line]:
    """What probabilities cost: the likelihood attack against scoreboard-rh, preset by preset, on ml-1m."""
    for figure in likelihood.speed_figures(data):
        yield Line(figure.what, figure.measured, figure.wanted, figure.unit, figure.at_least)


def anonymity_lines(data: LocalDataset) -> Iterator[Line]:
    """Anonymity sets on all of ml-1m."""
    ours = labels.against_packed_bits(data)
    yield Line("anonymity sets on ml-1m, 1 thread, against NumPy over packed bits", ours.ratio, 20, "×")
    yield Line("anonymity sets on ml-1m, 2 threads, million queries a second", labels.queries_a_second(data), 1, "M/s")


def advice_lines(data: LocalDataset) -> Iterator[Line]:
    """Advice to one person."""
    took = posting.milliseconds(data)
    yield Line("advice on 20 shown items, ml-1m, once loaded", took, 50, "ms", at_least=False)
