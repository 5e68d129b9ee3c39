"""The page: what was measured, exponents, and what they mean for larger data."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.peers.machine import machine
from benchmarks.scaling.fits import Fit, added, fitted
from benchmarks.scaling.measure import Run, Scoring

_INTRODUCTION = """\
# How time and memory grow

Made by `python -m benchmarks.scaling --write` in one run. The data is `standout sample` with 17,770 items and 208
interactions a person, at 100 million as large as the Netflix Prize. *Audit* is `standout audit --targets all --attack
scoreboard-rh --adversary acquaintance`: 8 items known of every single person, 2 of them wrong; with the table of
people, the nearest neighbours of 1,000 people, and the report. *Prepare* is `standout prepare` from Parquet. Memory is
the most that was ever resident, pages of the mapped dataset included, which the system can take back at any time.
*Processor* is the time of all processors together, which what else runs on a machine changes little; exponents are of
it. *Kernel* is scoring alone, by target, on one thread, best of five."""

PAGE = Path(__file__).parents[1] / "scaling.md"
ITEMS, PER_PERSON, SEED = 17_770, 208, 1
_LARGER = (1_000_000_000, 10_000_000_000)


@dataclass(frozen=True)
class Sized:
    """One size: preparing, auditing everybody and 2,000 people, the dataset on disk, and scoring alone."""

    interactions: int
    people: int
    folder: Path
    preparing: Run
    auditing: Run
    some: Run
    on_disk: int
    index: int
    alone: Scoring


@dataclass(frozen=True)
class Peopled:
    """As many interactions of so many people: an audit of 2,000 of them, and scoring alone."""

    people: int
    interactions: int
    some: Run
    alone: Scoring


@dataclass(frozen=True)
class Known:
    known: int
    alone: Scoring


@dataclass(frozen=True)
class Threaded:
    interactions: int
    one: float
    two: float


@dataclass(frozen=True)
class Limited:
    """The same audit with and without a memory limit."""

    limit: str
    interactions: int
    targets: int
    free: Run
    kept: Run


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---:"] * len(head), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def millions(number: float) -> str:
    return f"{number / 1e9:g}G" if number >= 1e9 else f"{number / 1e6:g}M"


def lasting(seconds: float) -> str:
    """Seconds, minutes, hours or days: two digits that count."""
    for size, unit in ((86_400, "days"), (3_600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.{1 if seconds < 10 * size else 0}f} {unit}"
    return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def megabytes(size: float) -> str:
    return f"{size / 2**30:.2f} GB" if size >= 2**30 else f"{size / 2**20:.0f} MB"


def page(
    sized: Sequence[Sized],
    peopled: Sequence[Peopled],
    known: Sequence[Known],
    threaded: Sequence[Threaded],
    limited: Limited,
    date: datetime.date,
    seed: int,
) -> str:
    """The whole page."""
    audit = fitted([row.interactions for row in sized[-3:]], [row.auditing.processor for row in sized[-3:]])
    each = fitted([row.interactions for row in sized], [row.alone.processor for row in sized])
    sections = (
        _INTRODUCTION,
        f"{date.isoformat()}, seed {seed}. {machine()}.",
        "## Interactions\n\n" + _by_size(sized, audit, each),
        "## The time left, as told\n\n" + _forecasts(sized[-1]),
        f"## People, at {millions(peopled[0].interactions)} interactions\n\n" + _by_people(peopled),
        "## Memory, by interaction and by person\n\n" + _memory(sized, peopled),
        f"## Known items, at {millions(peopled[0].interactions)} interactions\n\n" + _by_known(known),
        "## Threads\n\n" + _by_threads(threaded),
        "## A memory limit\n\n" + _by_limit(limited),
        "## What it means for a billion and for ten\n\n" + _larger(sized[0], sized[-1]),
    )
    return "\n\n".join(sections) + "\n"


def _by_size(sized: Sequence[Sized], audit: Fit, each: Fit) -> str:
    head = ("interactions", "people", "prepare", "processor", "memory", "audit of everyone", "processor", "memory",
            "on disk", "of it index", "kernel ms/target", "entries/target")  # fmt: skip
    rows = [
        (
            millions(row.interactions), f"{row.people:,}",
            lasting(row.preparing.seconds), lasting(row.preparing.processor), megabytes(row.preparing.peak),
            lasting(row.auditing.seconds), lasting(row.auditing.processor), megabytes(row.auditing.peak),
            megabytes(row.on_disk), megabytes(row.index), *_scored(row.alone),
        )
        for row in sized
    ]  # fmt: skip
    preparing = fitted([row.interactions for row in sized[-3:]], [row.preparing.processor for row in sized[-3:]])
    return (
        table(head, rows)
        + f"\n\nExponents over interactions: prepare {preparing} and audit of everyone {audit} (the last three sizes; "
        f"below that, starting up and the report weigh most), one target {each}. Everybody is attacked with "
        "everybody's interactions, so the audit of everyone grows with people × interactions, that is, the square."
    )


def _forecasts(largest: Sized) -> str:
    head = ("done", "told", "in truth", "off by")
    rows = [
        (f"{share}%", lasting(told), lasting(true), f"{100 * (told / true - 1):+.0f}%")
        for share, told, true in largest.auditing.forecasts
        if true > 0
    ]
    return f"The audit of {millions(largest.interactions)} interactions, from the lines it printed.\n\n" + table(
        head, rows
    )


def _by_people(peopled: Sequence[Peopled]) -> str:
    fit = fitted([row.people for row in peopled], [row.alone.processor for row in peopled])
    rows = [(f"{row.people:,}", *_scored(row.alone), *_took(row.some)) for row in peopled]
    return (
        table(("people", "kernel ms/target", "entries/target", "audit of 2,000, processor", "memory"), rows)
        + f"\n\nExponent of the time of one target over people: {fit}. The same number of interactions over more "
        "people: nobody has a popular item twice, so more people have it, and more scores are read."
    )


def _memory(sized: Sequence[Sized], peopled: Sequence[Peopled]) -> str:
    """What an interaction and a person add to what an audit of some people holds: all datasets of the page together."""
    found = [(row.interactions, row.people, row.some.peak) for row in sized]
    found += [(row.interactions, row.people, row.some.peak) for row in peopled]
    held = added([counts for *counts, _ in found], [peak for *_, peak in found])
    rows = [(millions(row.interactions), f"{row.people:,}", *_took(row.some)) for row in sized]
    return (
        "An audit of 2,000 people, without a limit.\n\n"
        + table(("interactions", "people", "processor", "memory"), rows)
        + f"\n\nBy least squares over these and the datasets with more people: {megabytes(held.always)} always, "
        f"{held.each[0]:.1f} bytes for each interaction (mapped pages, which the system can take back) and "
        f"{held.each[1]:,.0f} for each person; off by {megabytes(held.off)} at most."
    )


def _scored(alone: Scoring) -> tuple[str, str]:
    return f"{alone.processor:.3f}", f"{alone.entries:,.0f}"


def _took(run: Run) -> tuple[str, str]:
    return lasting(run.processor), megabytes(run.peak)


def _by_known(known: Sequence[Known]) -> str:
    fit = fitted([row.known for row in known[2:]], [row.alone.processor for row in known[2:]])
    rows = [(str(row.known), *_scored(row.alone)) for row in known]
    return (
        table(("known items", "kernel ms/target", "entries/target"), rows)
        + f"\n\nExponent from 4 items on: {fit}. Reading everybody's score costs the same however little is known."
    )


def _by_threads(threaded: Sequence[Threaded]) -> str:
    rows = [
        (millions(row.interactions), f"{row.one:.3f}", f"{row.two:.3f}", f"{row.one / row.two:.2f}") for row in threaded
    ]
    return "By the clock.\n\n" + table(("interactions", "1 thread, ms/target", "2 threads", "ratio"), rows)


def _by_limit(limited: Limited) -> str:
    rows = [
        (name, lasting(one.seconds), megabytes(one.peak))
        for name, one in (("none", limited.free), (f"`--memory {limited.limit}`", limited.kept))
    ]
    return f"The audit of {millions(limited.interactions)} interactions with {limited.targets:,} targets.\n\n" + table(
        ("limit", "time", "most memory"), rows
    )


def _larger(smallest: Sized, largest: Sized) -> str:
    """From the largest size: what is proportional is said to be so, not fitted."""
    rows = []
    for size in _LARGER:
        times = size / largest.interactions
        one = largest.alone.processor / 1e3 * times
        rows.append(
            (
                millions(size), f"{largest.people * times / 1e6:.1f}M", lasting(largest.preparing.processor * times),
                megabytes(largest.on_disk * times), lasting(one * 10_000),
                lasting(one * largest.people * times), lasting(one * largest.people * times / 400),
            )
        )  # fmt: skip
    head = (
        "interactions",
        "people",
        "prepare",
        "on disk",
        "scoring 10,000 alone",
        "audit of everyone",
        "the same on 400 cores",
    )
    return (
        "In proportion to the largest size measured, in processor time: one target costs in proportion to the "
        "interactions, everyone with their square.\n\n" + table(head, rows) + "\n\n"
        "- **A billion** is for one machine ([measured](billion.md)): 10,000 targets say as much about everyone as all "
        "of them do, to within a percentage point, and the dataset streams from disk within any memory limit.\n"
        "- **Ten billion** take a hundred gigabytes of disk and hours to prepare; scoring 10,000 targets then still is "
        "a matter of minutes, as long as the disk keeps up. An audit asks more than that, and all of it grows with the "
        "data: `python -m benchmarks.scaling.billion` measures whole commands. Everyone against everyone "
        "is for a cluster.\n"
        f"- Beyond the dataset and what the smallest run holds, the largest held {_held(smallest, largest):,.0f} bytes "
        "for each person, all of them targets; the index has 4 bytes of starts for each item and shard of 65,536 "
        "people."
    )


def _held(smallest: Sized, largest: Sized) -> float:
    """Bytes a person, of what is neither the mapped dataset nor there whatever the size."""
    return (largest.auditing.peak - largest.on_disk - smallest.auditing.peak) / largest.people
