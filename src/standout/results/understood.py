"""What reading a file understood: said on the terminal, in reports and in every document about the data."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from standout.common.wording import counted, shown
from standout.results.base import Part

LONGEST_NAME = 100
"""So much of a column's name is kept."""

_MOST_NAMES = 12
_PLAIN = re.compile(r"\w[\w .#/-]*")
"""Names that need no quotes to be told from the words around them."""

_ROLES = {"user": "person", "item": "item", "title": "title", "value": "value", "time": "time"}
_COULD_BE = {"user": "the person", "item": "the item", "value": "a value", "time": "a time", "title": "a title"}
_KINDS = {
    "rating": "ratings", "grade": "grades", "count": "counts", "quantity": "quantities", "duration": "durations",
    "price": "prices", "number": "numbers",
}  # fmt: skip
_REPEATS = {
    "sum": "added up", "count": "counted", "first": "(the first of each kept)", "last": "(the last of each kept)",
    "events": "kept as events",
}  # fmt: skip
_RETURNS = {"net": "set off against purchases", "drop": "left out", "keep": "kept"}


class TimesUnderstood(Part, frozen=True, kw_only=True):
    """How times were read."""

    columns: tuple[str, ...]
    """One column, or those of year, month and day."""
    format: str
    """In words or as a pattern: 'dd-mm-yyyy', 'seconds since 1970', '%d/%m/%Y %H:%M'."""
    timezone: str
    first: str | None = None
    last: str | None = None


class ValuesUnderstood(Part, frozen=True, kw_only=True):
    """What the values were taken for."""

    kind: str
    """rating, grade, count, quantity, duration, price, yes or no, number."""
    low: str | None = None
    high: str | None = None
    banded: str | None = None
    """How many different numbers became few: 'powers of two', 'quantiles'; none if they are as they were."""
    returns: str | None = None
    """What became of negative quantities, where there were any: net, drop, keep."""


class Understood(Part, frozen=True, kw_only=True):
    """Which column is what, what times and values are, and what became of the rows."""

    files: tuple[str, ...]
    """The names of the files that were read; none for data in memory."""
    columns: dict[str, str]
    """The column of each role: user, item, title, value, time; its number where there is no header."""
    unused: tuple[str, ...]
    could_be: dict[str, str]
    """Columns that are not used although they could be a time or a value (or the person or the item), and which."""
    times: TimesUnderstood | None = None
    values: ValuesUnderstood | None = None
    repeats: str
    """What became of an item that somebody has several times: sum, count, first, last, events; none if nobody has."""
    rows: int
    """Rows of data that were read, all together."""
    rows_without_person: int
    """Rows of nobody, which were left out."""
    rows_refused: int
    """Bad rows, which were left out because that was asked for."""
    rows_repeated: int
    """Rows that repeat a person and an item."""
    rows_returned: int
    """Rows with a negative quantity, also where they are kept."""
    rows_of_nothing: int = 0
    """Rows with the amount 0, and those of which returns leave nothing: left out. Absent where there are none, as is
    each of the following."""
    people_of_nothing: int = 0
    """People of whom nothing is left, and who are left out."""
    items_of_nothing: int = 0
    """Items of which nothing is left, and which are left out."""
    counted: bool = False
    """Whether the value is how often somebody has an item, and not what the column of values says."""
    people: int
    items: int
    interactions: int

    def completed(
        self, *, people: int, items: int, interactions: int, repeated: int, days: tuple[str, str] | None
    ) -> Understood:
        """The same with what is known only once everything is written: sizes, repeats, the first and the last day."""
        times = self.times
        if times is not None and days is not None and times.first is None:
            times = msgspec.structs.replace(times, first=days[0], last=days[1])
        return msgspec.structs.replace(
            self,
            times=times,
            people=people,
            items=items,
            interactions=interactions,
            repeats="last" if repeated and self.repeats == "none" else self.repeats,
            rows_repeated=self.rows_repeated + repeated,
        )


def understood_lines(understood: Understood | None) -> list[str]:
    """What was understood, in two or three lines: columns; those that were not used; rows. None where it is not known.

    Names come from strangers: what does not print is escaped, and long ones are cut.
    """
    if understood is None:
        return []
    unused = [_unused(name, understood.could_be.get(name)) for name in understood.unused[:_MOST_NAMES]]
    more = len(understood.unused) - len(unused)
    return [
        f"{_read(understood.files)}: {', '.join(_columns(understood))}",
        *([f"Not used: {', '.join(unused)}{f' and {more:,} more' if more else ''}"] if unused else []),
        _rows(understood),
    ]


def _read(files: Sequence[str]) -> str:
    if not files:
        return "Read the table"
    more = f" and {counted(len(files) - 1, 'more file')}" if len(files) > 1 else ""
    return f"Read {shown(files[0], 60)}{more}"


def _columns(understood: Understood) -> list[str]:
    """A few words on each role that a column has, and on values and times if none has them."""
    said = []
    for role, word in _ROLES.items():
        name = understood.columns.get(role)
        about = _about_values(understood.values) if role == "value" else None
        if role == "time":
            about = _about_times(understood.times)
        if name is None and about is None:
            said += {"value": ["no values"], "time": ["no times"]}.get(role, [])
            continue
        named = "" if name is None else f" {_named(name)}"
        if role == "value" and name is not None and understood.counted:
            said.append(_how_often(_named(name), about))
            continue
        if role == "time" and understood.times is not None and len(understood.times.columns) > 1:
            named = f" {' + '.join(map(_named, understood.times.columns))}"
        empty = " (empty)" if role in ("value", "time") else ""
        said.append(f"{word}{named}{f' ({about})' if about else empty}")
    return said


def _how_often(name: str, about: str | None) -> str:
    """Where rows are counted although there is a column of values."""
    if about is None:
        return f"no values (nobody has an item several times; {name} does not count)"
    return f"value how often, not {name} ({about})"


def _named(name: str) -> str:
    """A column's name; in quotes where it could be taken for something else, its number where it has none."""
    if name.isdecimal():
        return f"column {name[:10]}"
    return shown(name) if _PLAIN.fullmatch(name) else f"'{shown(name)}'"


def _unused(name: str, could_be: str | None) -> str:
    return f"{_named(name)} (could be {_COULD_BE.get(could_be, could_be)})" if could_be else _named(name)


def _about_values(values: ValuesUnderstood | None) -> str | None:
    if values is None:
        return None
    ends = [_figure(end) for end in dict.fromkeys((values.low, values.high)) if end is not None]
    span = f", {(' to ' if ends[0].startswith('-') else '–').join(ends)}" if ends else ""
    banded = f", banded by {values.banded}" if values.banded else ""
    return f"{_KINDS.get(values.kind, values.kind)}{span}{banded}"


def _about_times(times: TimesUnderstood | None) -> str | None:
    if times is None:
        return None
    days = f", {times.first} to {times.last}" if times.first and times.last and times.first != times.last else ""
    days = days or (f", {times.first}" if times.first else "")
    return f"{times.format}{days}, {times.timezone}"


def _figure(text: str) -> str:
    """A whole number with its thousands parted, another one with six digits, anything else as it is."""
    if re.fullmatch(r"-?\d{1,18}", text):
        return f"{int(text):,}"
    return f"{float(text):,.6g}" if re.fullmatch(r"-?\d{1,6}\.\d{1,18}", text) else shown(text)


def _rows(understood: Understood) -> str:
    """How many rows there were, what became of them, and what came out."""
    returned = _RETURNS.get(understood.values.returns or "", "left") if understood.values else "left"
    repeated = _REPEATS.get(understood.repeats, "")
    parts = [
        (understood.rows_without_person, f"{understood.rows_without_person:,} without a person left out"),
        (understood.rows_refused, f"{understood.rows_refused:,} bad left out"),
        (understood.rows_returned, f"{counted(understood.rows_returned, 'return')} {returned}"),
        (understood.rows_of_nothing, f"{understood.rows_of_nothing:,} of amount 0 or wholly returned left out"),
        (understood.people_of_nothing + understood.items_of_nothing, _left_with_nothing(understood)),
        (understood.rows_repeated, f"{counted(understood.rows_repeated, 'repeat')} {repeated}".rstrip()),
    ]
    became = ", ".join(words for count, words in parts if count)
    sizes = (
        f"{counted(understood.people, 'person', 'people')}, {counted(understood.items, 'item')}, "
        f"{counted(understood.interactions, 'interaction')}"
    )
    return f"{counted(understood.rows, 'row')}: {f'{became}; ' if became else ''}{sizes}"


def _left_with_nothing(understood: Understood) -> str:
    people, items = understood.people_of_nothing, understood.items_of_nothing
    whom = [counted(people, "person", "people")] if people else []
    return f"{' and '.join(whom + ([counted(items, 'item')] if items else []))} left with nothing"
