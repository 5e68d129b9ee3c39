"""What if they knew more: sliders over a grid that was measured, and the same as a table for where no script runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from standout.common.pages import embedded
from standout.common.wording import counted
from standout.report.drawing.figure import Table
from standout.report.words import NOT_THERE, interval, points
from standout.results.estimate import Estimate
from standout.results.finding import Off
from standout.results.what_if import KnownSoMuch, WhatIf

_SCRIPT = Path(__file__).parents[1] / "templates" / "what_if.js"


@dataclass(frozen=True)
class Slider:
    """One thing that can be known more or less of; it begins at this level."""

    name: str
    label: str
    levels: list[str]
    begin: int


@dataclass(frozen=True)
class Further:
    """What the page shows of the grid."""

    says: str
    reading: str
    sliders: list[Slider]
    data: str
    """The grid for the script."""
    script: str
    table: Table
    in_short: Table
    """Only mixtures of which nothing is wrong: for paper."""


def further(grid: WhatIf | None) -> Further | None:
    """The sliders, what they choose from, and the table; none without a grid."""
    if grid is None or not grid.cells:
        return None
    begin = {"items": min(1, len(grid.items) - 1), "wrong": 0, "days": 0, "values": 0}
    sliders = [
        Slider(name, label, [level["said"] for level in levels], begin[name])
        for name, label, levels in _levels(grid)
        if len(levels) > 1
    ]
    script = _SCRIPT.read_text(encoding="utf-8")
    right = [cell for cell in grid.cells if not cell.wrong]
    return Further(
        _says(grid), _reading(grid), sliders, _data(grid), script, _table(grid.cells), _table(right)
    )  # fmt: skip


def _levels(grid: WhatIf) -> list[tuple[str, str, list[dict[str, Any]]]]:
    return [
        ("items", "items known", [{"value": each, "said": counted(each, "item")} for each in grid.items]),
        ("wrong", "of them wrong (not the person’s at all)", [
            {"value": each, "said": "none" if not each else str(each)} for each in grid.wrong
        ]),
        ("days", "their days", [{"value": str(each), "said": _days(each)} for each in grid.days]),
        ("values", "their values", [{"value": str(each), "said": _values(each)} for each in grid.values]),
    ]  # fmt: skip


def _days(off: Off) -> str:
    if off == "unknown":
        return "not known"
    return "exactly" if not off else f"give or take {counted(int(off), 'day')}"


def _values(off: Off) -> str:
    return "not known" if off == "unknown" else "known" if not off else f"give or take {off:g}"


def _says(grid: WhatIf) -> str:
    """The least and the most that is known, nothing of it wrong."""
    least = grid.at(grid.items[0], 0, grid.days[0], grid.values[0])
    most = grid.at(grid.items[-1], 0, grid.days[-1], grid.values[-1])
    if least is None or most is None:
        return ""
    return (
        f"Knowing {least.said()} and nothing else, somebody finds {interval(least.found)} of people; knowing "
        f"{most.said()}, {interval(most.found)}."
    )


def _reading(grid: WhatIf) -> str:
    people = counted(grid.targets, "person", "people")
    return (
        f"Every mixture was measured with the attack {grid.attack} on the same {people} (what is learned, on up to "
        f"{grid.guessed} of them), so intervals are wide; nothing is smoothed. “Found”: the "
        "right record comes first, alone. “Learned”: by how many points more of what else people have is guessed "
        "rightly than if they were not in the data. “Wrongly accused”: somebody else’s record seems likelier than "
        "all others together."
    )


def _data(grid: WhatIf) -> str:
    levels = {name: rows for name, _, rows in _levels(grid)}
    cells = [
        {
            "at": [
                grid.items.index(cell.items),
                grid.wrong.index(cell.wrong),
                grid.days.index(cell.days),
                grid.values.index(cell.values),
            ],
            "said": _sentence(cell),
            "found": _figure(cell.found, interval(cell.found)),
            "learned": _figure(cell.learned_gain, _points(cell.learned_gain)),
            "accused": _figure(cell.accused, interval(cell.accused)),
        }
        for cell in grid.cells
    ]
    return embedded({**levels, "cells": cells})


def _sentence(cell: KnownSoMuch) -> str:
    return (
        f"Knowing {cell.said()}: {interval(cell.found)} found, {interval(cell.accused)} wrongly accused, learned "
        f"{_points(cell.learned_gain)}."
    )


def _figure(estimate: Estimate | None, said: str) -> dict[str, float | str] | None:
    if estimate is None:
        return None
    return {"rate": estimate.rate, "low": estimate.low, "high": estimate.high, "said": said}


def _points(gain: Estimate | None) -> str:
    return NOT_THERE if gain is None else f"{points(gain)} points"


def _table(cells: Sequence[KnownSoMuch]) -> Table:
    rows = [
        [
            cell.said(), interval(cell.found), _points(cell.learned_gain), interval(cell.accused),
        ]
        for cell in cells
    ]  # fmt: skip
    return Table("What if they knew more?", ["known", "found", "learned", "wrongly accused"], rows)
