"""What `link` claims against what is true, on two datasets about the same people whose truth is known.

    python -m benchmarks.linking [--all | --held-out] [--taste | --sources | --one-to-one] [DATASET …]

Each dataset is split in several ways (`benchmarks.link_splits`); half of those looked for are not in the release. A
line a split: how many come out first, how many are named rightly, how many wrongly or although they are not there,
over everybody looked for, with its interval, at a promise of 1%; and how far probabilities are from the truth. Time
halves are linked a second time by `taste`, the attack that is made for them; with `--taste`, nothing else is done. With
`--sources`, two sources about the same people are linked instead (`benchmarks.cross_sources`); with `--one-to-one`,
whole populations, without and with one record a person; with `--all`, these as well.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from benchmarks.cross_sources import sources
from benchmarks.link_splits import HELD_OUT, KINDS, WHOLE, Split, datasets, split
from standout.attacks import ATTACKS
from standout.auditing.linking import Linked, LinkSettings, link
from standout.common.arrays import Bools
from standout.results.estimate import Estimate
from standout.risk.calibration import reliability
from standout.risk.intervals import rate
from standout.risk.verdicts import named_records

DATASETS = ("sample", "ml-100k", "ml-1m", "book-crossing", "groceries", "online-retail")
WHOLE_DATASETS = ("groceries", "online-retail", "lastfm-tags")
PROMISED = 0.01


@dataclass(frozen=True)
class Measured:
    """One split of one dataset: shares of everybody looked for."""

    data: str
    kind: str
    people: int
    records: int
    first: Estimate
    right: Estimate
    wrong: Estimate
    error: float
    """Expected calibration error of the best record's probability."""
    silent: str
    seconds: float

    @property
    def kept(self) -> bool:
        """Whether the promise is within the interval of what was measured, or above it."""
        return self.wrong.low <= PROMISED

    def __str__(self) -> str:
        first, right, wrong = (100 * each.rate for each in (self.first, self.right, self.wrong))
        interval = f"{100 * self.wrong.low:.1f}–{100 * self.wrong.high:.1f}"
        return (
            f"| {self.data} | {self.kind} | {self.people:,} | {self.records:,} | {first:.1f}% | {right:.1f}% | "
            f"{wrong:.2f}% ({interval}) | {self.error:.3f} | {self.silent} |"
        )


HEADER = (
    "| data | split | looked for | records | first | named rightly | named wrongly (95%) | calibration | silent |\n"
    "|---|---|---:|---:|---:|---:|---:|---:|---|"
)


def measured(data: str, one: Split, attack: str = "likelihood", one_to_one: bool | None = None) -> Measured:
    """Link, without being told the truth, and compare."""
    begin = time.process_time()
    linked = link(one.released, one.public, ATTACKS[attack], LinkSettings(max_false=PROMISED, one_to_one=one_to_one))
    took = time.process_time() - begin
    return judged(data, one, linked, took)


def judged(data: str, one: Split, linked: Linked, took: float) -> Measured:
    """What was claimed beside what is true; people who share no item with the release count as not found."""
    truths, everybody = one.truths[linked.people], len(one.truths)
    names, guesses = named_records(linked.outcomes), linked.outcomes.guesses
    right = (names >= 0) & (names == truths)
    first = (guesses >= 0) & (guesses == truths)
    error = float("nan")
    if linked.chances is not None and len(truths):
        error = reliability(linked.chances[:, 0], first)[1]
    why = linked.summary.guard.silent
    return Measured(
        data, one.kind, everybody, one.released.people,
        _share(first, everybody), _share(right, everybody), _share((names >= 0) & ~right, everybody),
        error, "yes" if why else "", took,
    )  # fmt: skip


def _share(hits: Bools, of: int) -> Estimate:
    share = rate(int(np.asarray(hits).sum()), of)
    assert share is not None
    return share


def figures(wanted: tuple[str, ...] = DATASETS, *, by_taste: bool = False) -> Iterator[Measured]:
    """Every split of every dataset that is there, time halves by taste as well; `by_taste` nothing but these."""
    for name, data in datasets(wanted):
        for kind, known in KINDS.items():
            one = split(kind, data, known) if not by_taste or kind == "time halves" else None
            if one is not None and not by_taste:
                yield measured(name, one)
            if one is not None and kind == "time halves":
                yield measured(name, replace(one, kind="time halves, by taste"), "taste")


def of_sources(wanted: tuple[str, ...] = ()) -> Iterator[Measured]:
    """Every two sources about the same people."""
    for name, one in sources(wanted):
        yield measured(name, one)


def one_to_one(wanted: tuple[str, ...] = ()) -> Iterator[Measured]:
    """Whole populations, each split without and with one record a person."""
    for name, data in datasets(wanted or WHOLE_DATASETS):
        for kind, known in WHOLE.items():
            one = split(kind, data, known, present=1.0, looked_for=data.people)
            for each in (False, True) if one is not None else ():
                assert one is not None
                said = f"{kind}, {'one to one' if each else 'each alone'}"
                yield measured(name, replace(one, kind=said), one_to_one=each)


def main(words: list[str]) -> None:
    """Print a line a split, and how many keep their promise."""
    names = tuple(word for word in words if not word.startswith("-"))
    by_taste = "--taste" in words
    usual = (*DATASETS, *HELD_OUT) if by_taste or "--all" in words else DATASETS
    wanted = names or (HELD_OUT if "--held-out" in words else usual)
    print(HEADER, flush=True)
    kept, some, every = [], {"--sources", "--one-to-one"} & set(words), "--all" in words
    every_figure = (
        figures(wanted, by_taste=by_taste) if not some else (),
        of_sources(names) if "--sources" in some or every else (),
        one_to_one(names) if "--one-to-one" in some or every else (),
    )
    for figure in chain(*every_figure):
        print(figure, flush=True)
        kept.append(figure)
    broken = [figure for figure in kept if not figure.kept]
    print(f"\n{len(kept) - len(broken)} of {len(kept)} splits keep the promise of {100 * PROMISED:g}%", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
