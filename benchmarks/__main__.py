"""`make bench`: speed as ratios, each taken in one run, printed and written to `benchmarks/results.json`.

Ratios, because machines are noisy: what we compare with runs in turn with ours, in the same process.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from benchmarks import (
    edits,
    frontier,
    labels,
    level,
    likelihood,
    link_splits,
    linking,
    mentioned,
    posting,
    spark,
    spellings,
)
from benchmarks import personas as crowds
from benchmarks.bare import bare_loop, roofline
from benchmarks.peers import numpy_lists, scikit, sparse_topn
from benchmarks.places import ml_1m
from benchmarks.timing import compare
from standout.attacks import ATTACKS
from standout.data.dataset import LocalDataset
from standout.engines.local import LocalEngine
from standout.io.reading import read
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import whole_records
from standout.sample.invention import SampleSettings, draw_sample
from tests.matching.spellings import SERVICES

RESULTS = Path(__file__).with_name("results.json")
EIGHT = Adversary("eight", items=8, days=14)
RH = ATTACKS["scoreboard-rh"]


@dataclass(frozen=True)
class Line:
    """One measured figure beside the one wanted."""

    what: str
    measured: float
    wanted: float
    unit: str
    at_least: bool = True

    @property
    def met(self) -> bool:
        return self.measured >= self.wanted if self.at_least else self.measured <= self.wanted

    def __str__(self) -> str:
        met, sign = "ok   " if self.met else "BELOW", "≥" if self.at_least else "≤"
        return f"{met} {self.measured:8.2f} {self.unit:3} (wanted {sign} {self.wanted:g})  {self.what}"


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


def audit_lines(folder: Path) -> Iterator[Line]:
    """Where people wait: the default audit as a user runs it, first with nothing compiled, then again; its report drawn
    anew; the sample, as `make demo` audits it once all is compiled; and help."""
    with tempfile.TemporaryDirectory() as place:
        out = Path(place)
        environment = os.environ | {"NUMBA_CACHE_DIR": str(out / "compiled")}

        def seconds(*words: str) -> float:
            begin = time.perf_counter()
            command = [sys.executable, "-m", "standout", *words]
            subprocess.run(command, check=True, env=environment, capture_output=True)
            return time.perf_counter() - begin

        cold = seconds("audit", str(folder), "--out", str(out / "cold"))
        warm = min(seconds("audit", str(folder), "--out", str(out / f"warm{turn}")) for turn in range(2))
        yield Line("default audit of ml-1m", warm, 10, "s", at_least=False)
        yield Line("default audit of ml-1m with nothing compiled, against that", cold / warm, 1.5, "×", at_least=False)
        yield Line("report of that, drawn again", seconds("report", str(out / "warm0")), 1, "s", at_least=False)
        seconds("audit", "sample", "--out", str(out / "first"))
        yield Line(
            "default audit of the sample", seconds("audit", "sample", "--out", str(out / "sample")), 15, "s", False
        )
        yield Line("standout --help", min(seconds("--help") for _ in range(3)), 0.3, "s", at_least=False)


def label_lines(data: LocalDataset) -> Iterator[Line]:
    """Anonymity sets on all of ml-1m."""
    ours = labels.against_packed_bits(data)
    yield Line("anonymity sets on ml-1m, 1 thread, against NumPy over packed bits", ours.ratio, 20, "×")
    yield Line("anonymity sets on ml-1m, 2 threads, million queries a second", labels.queries_a_second(data), 1, "M/s")
    print(labels.HEADER, flush=True)
    for ranking in labels.rankings():
        print(ranking, flush=True)
        yield Line(f"label, {ranking.data}: Spearman with anonymity sets", ranking.sets["hiding"], 0.97, "")
        yield Line(f"label, {ranking.data}: Spearman with risk", ranking.risk["hiding"], 0.8, "")


def spelling_lines() -> Iterator[Line]:
    """Services' own spellings, made by rule: found, and taken for another item."""
    for source, service, came in spellings.figures():
        if service in SERVICES:
            yield Line(f"titles as spelt by {service} ({source}): found", 100 * came.recall, 90, "%")
        yield Line(f"titles as spelt by {service} ({source}): wrong", 100 * came.false, 0.2, "%", at_least=False)


def posting_lines(data: LocalDataset) -> Iterator[Line]:
    """Advice to one person."""
    took = posting.milliseconds(data)
    yield Line("advice on 20 shown items, ml-1m, once loaded", took, 50, "ms", at_least=False)
    for found in (*mentioned.by_hand(), *mentioned.among_many(data)):
        yield Line(f"mentions found that are right (the paper: 93%), {found.what}", 100 * found.precision, 90, "%")
        yield Line(f"mentions that are found (the paper: 78%), {found.what}", 100 * found.recall, 78, "%")
    yield Line("opinions read that are right, posts kept aside", 100 * mentioned.opinions_right()[1], 80, "%")


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


def likelihood_lines() -> Iterator[Line]:
    """The likelihood attack against all others."""
    for figure in likelihood.figures():
        yield Line(figure.what, figure.measured, figure.wanted, figure.unit, figure.at_least)


def linking_lines() -> Iterator[Line]:
    """What `link` claims against what is true, on every dataset that is here, those kept aside included."""
    print(linking.HEADER, flush=True)
    every = (linking.figures((*linking.DATASETS, *link_splits.HELD_OUT)), linking.of_sources())
    for figure in chain(*every):
        print(figure, flush=True)
        what = f"link, {figure.data}, {figure.kind}: named wrongly, low end of its interval, at a promise of 1%"
        yield Line(what, 100 * figure.wrong.low, 100 * linking.PROMISED, "%", at_least=False)


def level_lines(folder: Path) -> Iterator[Line]:
    """What `level` reaches against the strongest attackers of gender, and what it costs."""
    bench = level.prepared(folder)
    found = level.reached(bench, "level")
    worst = found.risk.worst
    assert worst is not None
    assert found.risk.worst_auc is not None
    print(f"      best attacker: {worst.attacker}, {worst.way}; {'; '.join(found.notes)}", flush=True)
    yield Line("level on ml-1m: AUC of the best attacker of gender", found.risk.worst_auc, 0.55, "", False)
    yield Line("level on ml-1m: entries changed", 100 * found.changed, 10, "%", False)
    yield Line("level on ml-1m: loss of RMSE on held-out original entries", found.rmse, 2, "%", False)
    yield Line("level on ml-1m: loss of nDCG@10 on held-out original entries", found.ndcg, 2, "%", False)
    yield Line("level on ml-1m: real-vs-protected accuracy above real-vs-real", found.gap, 0.05, "", False)
    yield Line("level on ml-1m: time", found.seconds, 180, "s", False)


def frontier_lines(folder: Path) -> Iterator[Line]:
    """Every protection by what is found, learned and lost; and what crowds promise."""
    begin = time.perf_counter()
    found = frontier.measured(folder, targets=frontier.BY_DEFAULT)
    seconds = time.perf_counter() - begin
    for text in frontier.rows(found):
        print(f"      {text}", flush=True)
    yield Line("default comparison of ml-1m: time", seconds, frontier.SECONDS, "s", False)
    for row in found.protections:
        if row.text in frontier.GOALS and row.risk is not None and row.ceiling is not None:
            what = f"{row.text} on ml-1m"
            yield Line(f"{what}: found, low end, at the ceiling", 100 * row.risk.low, 100 * row.ceiling, "%", False)
            if row.transfer is not None and row.transfer.loss is not None:
                lost = 100 * row.transfer.loss.loss
                yield Line(f"{what}: transfer nDCG@10 lost", lost, frontier.GOALS[row.text], "%", False)


def fifty_million(place: Path) -> LocalDataset:
    """A sample of 50 million interactions, prepared."""
    print("      drawing and preparing 50 million interactions …", flush=True)
    settings = SampleSettings(people=240_000, items=17_770, interactions=50_000_000, seed=1)
    data = read(draw_sample(place / "sample", settings), into=place / "prepared")
    os.sync()  # or else the disk is still busy with it while we measure
    return data


def measured() -> Iterator[Line]:
    """Every line, one after the other."""
    folder = ml_1m()
    if folder is None:
        print("skipped: ml-1m is neither in $STANDOUT_DATA nor beside the repository")
    else:
        data = read(folder)
        yield from scoring_lines(data)
        yield from neighbour_lines(data)
        yield from label_lines(data)
        yield from posting_lines(data)
        yield from spelling_lines()
        yield from audit_lines(folder)
        yield from level_lines(folder)
        yield from frontier_lines(folder)
    yield from likelihood_lines()
    yield from linking_lines()
    yield from persona_lines()
    yield from edit_lines()
    yield from (Line(what, ratio, wanted, "×", at_least=False) for what, ratio, wanted in spark.lines(spark.run()))
    with tempfile.TemporaryDirectory() as place:
        large = fifty_million(Path(place))
        yield from throughput_lines(large)
        yield Line("a bulletin of 50M prepared interactions", labels.publishing(large), 60, "s", at_least=False)


def main() -> None:
    lines = []
    for line in measured():
        print(line, flush=True)
        lines.append(asdict(line) | {"met": line.met})
    machine = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
    RESULTS.write_text(json.dumps({"machine": machine, "lines": lines}, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"written to {RESULTS.name}: {sum(line['met'] for line in lines)} of {len(lines)} as wanted")


if __name__ == "__main__":
    main()
