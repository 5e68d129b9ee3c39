"""Times in several columns: a year, a month and perhaps a day."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from standout.io.columns.time_formats import TimeFormat, from_patterns

_MONTHS = ("%m", "%b", "%B")


def time_parts(plain: Sequence[str], wanted: Mapping[str, str], defaults: Mapping[str, int]) -> tuple[int, ...]:
    """Where year, month and day stand, by the plain names of columns; nothing where another column is the time.

    What is before or after these words is the same in all: 'orderyear', 'ordermonth', 'orderday'.
    """
    time = defaults.get("time")
    if "time" in wanted or (time is not None and not _is_part("day", plain[time])):
        return ()
    for position, name in enumerate(plain):
        if not _is_part("year", name):
            continue
        others = [_position(plain, name, part) for part in ("month", "day")]
        if others[0] is None or (time is not None and others[1] is None):
            continue
        return (position, *(other for other in others if other is not None))
    return ()


def _is_part(part: str, name: str) -> bool:
    return name.startswith(part) or name.endswith(part)


def _position(plain: Sequence[str], name: str, part: str) -> int | None:
    """Where the month or day stands that belongs to this year."""
    of_same = (name.removesuffix("year") + part, part + name.removeprefix("year"))
    return next((plain.index(each) for each in of_same if plain.count(each) == 1 and each != name), None)


def parts_cell(cells: Sequence[str]) -> str:
    """SQL for one cell of year, month and day; NULL where all are empty. Whole numbers lose a '.0'."""
    texts = [f"coalesce(regexp_replace(trim({cell}), '\\.0+$', ''), '')" for cell in cells]
    together, nothing = " || '-' || ".join(texts), "-" * (len(cells) - 1)
    return f"nullif({together}, '{nothing}')"


def role_cells(at: Mapping[str, int], parts: Sequence[int], cell: Callable[[int, str], str]) -> dict[str, str]:
    """SQL for the cell of each role, where the time may stand in several columns."""
    cells = {role: cell(position, role) for role, position in at.items()}
    return {**cells, "time": parts_cell([cell(position, "time") for position in parts])} if parts else cells


def parts_format(columns: int) -> TimeFormat:
    """How `parts_cell` of so many columns is read: months as numbers or names, years with two or four digits."""
    day = "-%d" if columns == 3 else ""
    said = "year, month and day" if day else "year and month, taken as its first day"
    read = from_patterns(tuple(f"{year}-{month}{day}" for year in ("%y", "%Y") for month in _MONTHS))
    return replace(read, said=said)
