"""What our figures are worth: titles, mentions, labels, protections and links against what is true.

Hours on two cores. `make bench-quality` writes it into `benchmarks/quality.json`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from benchmarks import labels, level, likelihood, link_splits, linking, mentioned, spellings
from benchmarks.lines import Line
from standout.data.dataset import LocalDataset
from tests.matching.spellings import SERVICES


def ranking_lines() -> Iterator[Line]:
    """Whether labels rank people as risk does."""
    print(labels.HEADER, flush=True)
    for ranking in labels.rankings():
        print(ranking, flush=True)
        yield Line(f"label, {ranking.data}: Spearman with anonymity sets", ranking.sets["hiding"], 0.97, "")
        yield Line(f"label, {ranking.data}: Spearman with risk", ranking.risk["hiding"], 0.8, "")


def mention_lines(data: LocalDataset) -> Iterator[Line]:
    """Titles in prose."""
    for found in (*mentioned.by_hand(), *mentioned.among_many(data)):
        yield Line(f"mentions found that are right (the paper: 93%), {found.what}", 100 * found.precision, 90, "%")
        yield Line(f"mentions that are found (the paper: 78%), {found.what}", 100 * found.recall, 78, "%")
    yield Line("opinions read that are right, posts kept aside", 100 * mentioned.opinions_right()[1], 80, "%")


def spelling_lines() -> Iterator[Line]:
    """Services' own spellings, made by rule: found, and taken for another item."""
    for source, service, came in spellings.figures():
        if service in SERVICES:
            yield Line(f"titles as spelt by {service} ({source}): found", 100 * came.recall, 90, "%")
        yield Line(f"titles as spelt by {service} ({source}): wrong", 100 * came.false, 0.2, "%", at_least=False)


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
