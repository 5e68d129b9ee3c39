"""How data is to be read: everything that a user may say about a file, in one place.

Commands, functions and readers hand these on together, so that an option is written down once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack, cast, get_args

from standout.errors import BadInput

Returns = Literal["net", "drop", "keep"]
"""What becomes of negative quantities: set off against what was bought, left out, or kept as they are."""

Repeats = Literal["sum", "count", "first", "last", "events"]
"""What becomes of an item that a person has several times: amounts added up, rows counted, the first or the last row
kept, or every row kept as an event of its own."""


class ReadingArguments(TypedDict, total=False):
    """The same as keyword arguments, for functions that read data."""

    columns: Mapping[str, str] | None
    titles: str | Path | None
    skip_bad_rows: bool
    any_year: bool
    date_format: str | None
    timezone: str
    returns: Returns | None
    repeats: Repeats | None
    table: str | None
    query: str | None
    allow_network: bool


@dataclass(frozen=True)
class ReadingOptions:
    """How data is to be read; what is not said is found out from the data."""

    columns: Mapping[str, str] | None = None
    """Which column is what, by role; an empty name leaves a role out."""
    titles: Path | None = None
    """A file with items and titles."""
    skip_bad_rows: bool = False
    any_year: bool = False
    date_format: str | None = None
    """How times are written, such as %d-%m-%Y."""
    timezone: str = "UTC"
    """Where the days of people begin."""
    returns: Returns | None = None
    repeats: Repeats | None = None
    table: str | None = None
    """Which table of a database."""
    query: str | None = None
    """Instead: a question to the database, whose answer is read."""
    allow_network: bool = False
    """Whether data may be fetched from elsewhere."""

    def __post_init__(self) -> None:
        for name, allowed in (("returns", get_args(Returns)), ("repeats", get_args(Repeats))):
            given = getattr(self, name)
            if given is not None and given not in allowed:
                raise BadInput(f"--{name} {given}: there are {', '.join(allowed)}")


def reading_options(**given: Unpack[ReadingArguments]) -> ReadingOptions:
    """Keyword arguments as options; the file of titles may be a text."""
    titles = given.get("titles")
    options = {**given, "titles": None if titles is None else Path(titles)}
    return ReadingOptions(**cast(dict[str, Any], options))


def arguments_of(options: ReadingOptions) -> ReadingArguments:
    """Options as keyword arguments."""
    return cast(ReadingArguments, dict(vars(options)))


@dataclass(frozen=True)
class TimesWanted:
    """What a user said about times."""

    date_format: str | None = None
    timezone: str = "UTC"
    any_year: bool = False


def times_wanted(options: ReadingOptions) -> TimesWanted:
    """What was said about times."""
    return TimesWanted(options.date_format, options.timezone, options.any_year)


_ON_SPARK = frozenset(("columns", "titles", "skip_bad_rows", "any_year", "repeats"))


def for_spark(options: ReadingOptions) -> ReadingArguments:
    """Options as keyword arguments for a cluster; refuse those that it cannot follow."""
    for field in fields(ReadingOptions):
        known = field.name in _ON_SPARK and (field.name != "repeats" or options.repeats == "last")
        if not known and getattr(options, field.name) != field.default:
            option = field.name.replace("_", "-")
            raise BadInput(f"--{option}: Spark does not know it yet; use --engine local, or leave it out")
    return cast(ReadingArguments, {name: getattr(options, name) for name in sorted(_ON_SPARK)})
