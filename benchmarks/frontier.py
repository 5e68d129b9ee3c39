"""`python -m benchmarks.frontier DATA [TEXT …]`: the frontier of protections, each by found, learned, and what is lost.

Found is by the worst adversary who knows of the protection, learned is what being in the data costs a person, both with
their bounds where there is a proof; lost are lists for people who are not in the release, and what is tied to people.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from standout.library.compare import compare
from standout.results.compare import CompareResult, ProtectionRow
from standout.results.compare_measures import Loss
from standout.results.estimate import Estimate

ADVERSARIES = ("acquaintance", "no-dates", "mentions")
COLUMNS = (
    "protection",
    "found, adaptive",
    "at most",
    "learned, points",
    "at most",
    "transfer lost",
    "lists lost",
    "values lost",
)
GOALS = {"crowds:k=5": 6.0, "crowds:k=10": 8.0, "crowds:k=20": 10.0}
"""Transfer nDCG@10 that may be lost, in percent."""


def measured(folder: Path, texts: tuple[str, ...] = ()) -> CompareResult:
    """Everything about these protections, or about a grid of all that fit."""
    return compare(folder, list(texts) or None, adversaries=list(ADVERSARIES), targets=400)


def rows(result: CompareResult) -> Iterator[str]:
    """A line for each protection of the data, in Markdown."""
    yield f"| {' | '.join(COLUMNS)} |"
    yield "|---" * len(COLUMNS) + "|"
    for row in result.protections:
        if row.changes_data:
            yield _line(row)


def _line(row: ProtectionRow) -> str:
    tied = row.utility.loss if row.utility is not None else None
    cells = (
        f"`{row.text}`", _rate(row.risk.estimate if row.risk else None), _share(row.ceiling),
        _points(row.learned.gain if row.learned else None), _share(row.most_gained),
        _loss(row.transfer.loss if row.transfer else None), _loss(tied.ndcg if tied else None),
        _loss(tied.rmse if tied else None),
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def _rate(rate: Estimate | None) -> str:
    return "–" if rate is None else f"{rate.rate:.1%} [{rate.low:.1%}–{rate.high:.1%}]"


def _points(gain: Estimate | None) -> str:
    return "–" if gain is None else f"{100 * gain.rate:.1f} [{100 * gain.low:.1f}, {100 * gain.high:.1f}]"


def _share(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _loss(loss: Loss | None) -> str:
    if loss is None:
        return "–"
    return f"{loss.loss:.1%}" + ("" if loss.low is None else f" [{loss.low:.1%}, {loss.high:.1%}]")


if __name__ == "__main__":
    for text in rows(measured(Path(sys.argv[1]), tuple(sys.argv[2:]))):
        print(text, flush=True)
