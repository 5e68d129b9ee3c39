"""Which years times can be meant to be in, and the refusal of those that cannot."""

from __future__ import annotations

from standout.common.wording import shown
from standout.errors import BadInput
from standout.io.columns.time_formats import EARLIEST, LOOK_ALIKES, TimeFormat, latest, look_alike_spans
from standout.io.columns.times import day_name

FIRST_YEAR, LAST_YEAR = -62_135_596_800_000_000, 253_402_300_800_000_000
"""Years 1 to 9999, in microseconds since 1970: what calendars can say."""


def check_span(first: int, last: int, file: str, column: str, any_year: bool, *, numbers: bool) -> None:
    """Refuse a column of which only the first and the last time are known, if they cannot be meant.

    `numbers`: all cells are numbers, so that they may be those of another format.
    """
    if numbers and any(low <= first and last <= high for low, high in look_alike_spans()):
        raise BadInput(
            f"{file}: column '{shown(column)}' reads as {day_name(first)} to {day_name(last)}, but may be "
            f"{' or '.join(kind.said for kind in LOOK_ALIKES)}; give dates or seconds since 1970, or use --engine local"
        )
    earliest, end = (FIRST_YEAR, LAST_YEAR) if any_year else (EARLIEST, latest())
    if first < earliest or last >= end:
        raise implausible(file, column, first, last)


def plausible_years() -> str:
    return f"1970 to {day_name(latest() - 1)[:4]}"


def implausible(
    file: str, column: str, first: int, last: int, rows: str = "", fits: dict[TimeFormat, int] | None = None
) -> BadInput:
    """The refusal of a column whose times cannot be meant: what was read, what it may be, what to do."""
    best = max(fits, key=lambda format_: (fits or {})[format_]) if fits else None
    may_be = (
        f"some of it fits {best.said}" if best and fits and fits[best] else "a year may be mistyped, or it is no time"
    )
    return BadInput(
        f"{file}: column '{shown(column)}' reads as {day_name(first)} to {day_name(last)}, "
        f"not within {plausible_years()}{f' ({rows})' if rows else ''}; {may_be}; give dates or seconds since 1970, "
        "take it as it is with --any-year, or leave it out with --columns time="
    )
