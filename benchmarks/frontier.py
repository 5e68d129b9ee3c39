"""`python -m benchmarks.frontier [DATA …]`: the frontier of protections, each by found, learned, and what is lost.

Found is by the worst of all adversaries who know of the protection, learned is what being in the data costs a person,
both with their bounds where there is a proof; lost are lists for people who are not in the release, and what is tied to
people. `DATA` is ml-1m and purchases (groceries), if nothing is said; or any data, or a `compare.json` of it that is
there already. `--with TEXT` names protections instead of the usual grid, `--targets N` how many people are looked for.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.places import dataset
from standout.library.compare import compare
from standout.results.compare import CompareResult, ProtectionRow
from standout.results.compare_measures import Loss
from standout.results.estimate import Estimate

GROCERIES = "groceries"
COLUMNS_OF = {GROCERIES: {"user": "transaction_number", "item": "items", "time": "date"}}
"""What must be said of data to read it."""
HEADINGS = (
    "protection",
    "found, adaptive",
    "at most",
    "learned, points",
    "at most",
    "transfer lost",
    "tied to people: lists lost",
    "tied to people: values lost",
)
GOALS = {"crowds:k=5": 6.0, "crowds:k=10": 8.0, "crowds:k=20": 10.0}
"""Transfer nDCG@10 that may be lost, in percent."""
TARGETS = 400
BY_DEFAULT, SECONDS = 1_000, 180.0
"""Targets of the default `standout compare`, and how long it may take on ml-1m with two cores."""


def measured(place: Path, texts: Sequence[str] = (), targets: int | None = TARGETS) -> CompareResult:
    """Everything about these protections, or about a grid of all that fit, by all adversaries that fit."""
    if place.suffix == ".json":
        return CompareResult.read(place)
    return compare(place, list(texts) or None, targets=targets, columns=COLUMNS_OF.get(place.name))


def rows(result: CompareResult) -> Iterator[str]:
    """A line for the data as it is, and for each protection of it, in Markdown."""
    yield f"| {' | '.join(HEADINGS)} |"
    yield "|---|" + "---:|" * (len(HEADINGS) - 1)
    now = result.unprotected
    found, gain = now.risk.estimate if now.risk else None, now.learned.gain if now.learned else None
    yield _cells("as it is", found, None, gain)
    for row in result.protections:
        if row.changes_data:
            yield _line(row)


def _line(row: ProtectionRow) -> str:
    tied = row.utility.loss if row.utility is not None else None
    return _cells(
        " + ".join(f"`{part}`" for part in row.text.split(" + ")),
        row.risk.estimate if row.risk else None,
        row.ceiling,
        row.learned.gain if row.learned else None,
        row.most_gained,
        (row.transfer.loss if row.transfer else None, tied.ndcg if tied else None, tied.rmse if tied else None),
        records=row.changes == "data",
    )


def _cells(
    name: str,
    found: Estimate | None,
    ceiling: float | None,
    gain: Estimate | None,
    most_gained: float | None = None,
    lost: Sequence[Loss | None] = (None, None, None),
    records: bool = True,
) -> str:
    cells = (name, _rate(found) if records else "no records", _share(ceiling), _points(gain),
             "–" if most_gained is None else f"{100 * most_gained:.1f}", *map(_loss, lost))  # fmt: skip
    return f"| {' | '.join(cells)} |"


def _rate(rate: Estimate | None) -> str:
    return "–" if rate is None else f"{rate.rate:.1%} [{100 * rate.low:.1f}–{100 * rate.high:.1f}]"


def _points(gain: Estimate | None) -> str:
    if gain is None:
        return "–"
    return f"{100 * gain.rate:.1f} [{100 * gain.low:.1f}, {100 * gain.high:.1f}]".replace("-", "−")


def _share(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def _loss(loss: Loss | None) -> str:
    if loss is None:
        return "–"
    interval = "" if loss.low is None or loss.high is None else f" [{100 * loss.low:.1f}, {100 * loss.high:.1f}]"
    return f"{loss.loss:.1%}{interval}".replace("-", "−")


def usual() -> list[Path]:
    """The data that is at hand."""
    return [place for name in ("ml-1m", GROCERIES) if (place := dataset(name)) is not None]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table for each dataset."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.frontier", description=__doc__)
    parser.add_argument("data", nargs="*", type=Path)
    parser.add_argument("--with", dest="texts", action="append", default=[])
    parser.add_argument("--targets", type=int, default=TARGETS)
    asked = parser.parse_args(arguments)
    for place in asked.data or usual():
        found = measured(place, asked.texts, asked.targets)
        about = f"{found.settings.targets:,} targets, {len(found.settings.adversaries)} adversaries, seed {found.seed}"
        print(f"\n{place.name}: {found.data.people:,} people, {about}\n", *rows(found), sep="\n", flush=True)


if __name__ == "__main__":
    main()
