"""The tables of the census, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmarks.census.foretold import Foretold, neighbours
from benchmarks.census.measure import ADVERSARIES
from standout.common.wording import NOT_THERE
from standout.results.census import BandThere, Census, CensusRow
from standout.results.compare_measures import Loss
from standout.results.estimate import interval, points

Rows = Sequence[CensusRow]
NOT_YET = "not measured yet"
LABEL_ADVERSARIES = ("ten items", "acquaintance")
"""Who looks for people of each band, the weaker one first."""


def sizes(rows: Rows) -> str:
    """How large each dataset is, and what it has."""
    head = (
        "data",
        "what it is",
        "has",
        "people",
        "items",
        "entries",
        "a person",
        "an item",
        "density",
        "of one person",
    )
    return table(head, (_size(row) for row in rows), 3)


def _size(row: CensusRow) -> tuple[str, ...]:
    shape = row.shape
    has = [kind for kind in ("values", "days", "repeats") if getattr(shape, kind)]
    return (
        row.name, row.about, ", ".join(has) or "items alone", f"{shape.people:,}", f"{shape.items:,}",
        f"{shape.interactions:,}", f"{shape.per_person:,.0f}", f"{shape.per_item:,.1f}",
        f"{100 * shape.density:.2g}%", f"{shape.single:.0%}",
    )  # fmt: skip


def found(rows: Rows) -> str:
    """Who is found, by each adversary."""
    cells = ((row.name, *(_found(row, name) for name in ADVERSARIES), targets(row, "audit")) for row in rows)
    return table(("data", *(f"`{name}`" for name in ADVERSARIES), "looked for"), cells, 1)


def _found(row: CensusRow, name: str) -> str:
    there = row.found.get(name)
    if there is None:
        return NOT_THERE
    learnt = f"<br>learnt {interval(there.learnt)}" if there.learnt is not None else ""
    return f"{interval(there.found)}{learnt}"


def learned(rows: Rows) -> str:
    """What being in the data costs people, and by whom it was measured."""
    cells = (
        (row.name, NOT_THERE, row.absent.get("learned", NOT_YET))
        if row.learned is None
        else (row.name, points(row.learned.gain), f"`{row.learned.adversary}`")
        for row in rows
    )
    return table(("data", "gain in points", "by"), cells, 1, last_left=True)


def linked(rows: Rows) -> str:
    """Whether halves are brought together."""
    return table(("data", "people", "first", "named", "blind", "remark"), map(_linked, rows), 1, last_left=True)


def _linked(row: CensusRow) -> tuple[str, ...]:
    there = row.linked
    if there is None:
        return (row.name, *[NOT_THERE] * 4, row.absent.get("linked", NOT_YET))
    named = NOT_THERE if there.named is None else interval(there.named)
    remark = f"by {there.by}" + (f"; nobody is named: {there.silent}" if there.silent else "")
    return row.name, f"{there.people:,}", interval(there.first), named, f"{there.blind:.2%}", remark


def inferred(rows: Rows) -> str:
    """How well attributes are told."""
    cells = (
        (row.name, there.attribute, f"{there.auc:.2f}{_span(there.low, there.high)}", f"{there.people:,}")
        for row in rows
        if (there := row.inferred) is not None
    )
    return table(("data", "attribute", "AUC", "people"), cells, 2)


def bands(rows: Rows) -> str:
    """The bands of the label."""
    names = list(dict.fromkeys(band.name for row in rows for band in row.bands))
    cells = []
    for row in rows:
        there = {band.name: band for band in row.bands}
        cells.append((row.name, *(_band(there.get(name)) for name in names)))
    return table(("data", *names), cells, 1)


def _band(band: BandThere | None) -> str:
    if band is None or not band.share:
        return NOT_THERE
    share = f"{band.share:.0%}" if band.share >= 0.005 else f"{band.share:.1%}"
    found = [f"{band.by[name].rate:.0%}" if name in band.by else NOT_THERE for name in LABEL_ADVERSARIES]
    return f"{share}<br>{' · '.join(found)}" if band.by else share


def crowds(rows: Rows) -> str:
    """What crowds of ten leave and cost."""
    return table(("data", "found", "proven at most", "lost", "remark"), map(_crowds, rows), 1, last_left=True)


def _crowds(row: CensusRow) -> tuple[str, ...]:
    there = row.crowds
    if there is None:
        return (row.name, *[NOT_THERE] * 3, row.absent.get("compare", NOT_YET))
    proven = NOT_THERE if there.ceiling is None else f"{there.ceiling:.0%}"
    return row.name, interval(there.found), proven, _lost(there.lost), row.absent.get("crowds", "")


def near_ones(census: Census) -> str:
    """Each dataset with its nearest."""
    cells = (
        (each.row.name, each.nearest.name, "like it" if each.near else "unlike all", f"{2**each.apart:.1f}")
        for each in neighbours(census)
    )
    return table(("data", "nearest", "said", "factor"), cells, 3)


def foretellings(every: Sequence[Foretold], near: dict[str, Foretold]) -> str:
    """How far off the nearest row and the mean are, over all datasets and over those with a near one."""
    head = ("figure", "datasets", "nearest", "mean of others", "of them near", "nearest", "mean of others")
    none = ("0", NOT_THERE, NOT_THERE)
    cells = ((each.figure, *_off(each), *(_off(near[each.figure]) if each.figure in near else none)) for each in every)
    return table(head, cells, 1)


def _off(each: Foretold) -> tuple[str, str, str]:
    return f"{each.datasets}", f"{100 * each.nearest:.1f}", f"{100 * each.mean:.1f}"


def made(rows: Rows) -> str:
    """Which command made what, when, and in which version."""
    cells = (
        (row.name, f"`{one.command}`", targets(row, part), f"{one.seed}", one.standout, f"`{one.commit}`", one.date,
         f"{one.cpu_seconds:,.0f}")
        for row in rows
        for part, one in row.made.items()
        if one.command
    )  # fmt: skip
    return table(("data", "command", "people", "seed", "version", "commit", "date", "CPU s"), cells, 2)


def targets(row: CensusRow, part: str) -> str:
    """How many people were looked for."""
    there = row.made.get(part)
    return NOT_THERE if there is None or there.targets is None else f"{there.targets:,}"


def signed(share: float) -> str:
    """A share that may be below nothing."""
    return f"{share:.1%}".replace("-", "−")


def _span(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f" [{low:.2f}–{high:.2f}]"


def _lost(loss: Loss | None) -> str:
    if loss is None:
        return NOT_THERE
    bounds = "" if loss.low is None or loss.high is None else f" [{signed(loss.low)} to {signed(loss.high)}]"
    return f"{signed(loss.loss)}{bounds}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], words: int, last_left: bool = False) -> str:
    """A table whose first columns are words, and the others numbers; the last perhaps words again."""
    left = [place < words or (last_left and place == len(head) - 1) for place in range(len(head))]
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join('---' if word else '---:' for word in left)}|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])
