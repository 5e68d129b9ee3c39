"""The options by which every command that reads data is told how to read it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any

import typer

from standout.cli import options
from standout.errors import BadInput

READING: dict[str, tuple[Any, Any]] = {
    "columns": (str | None, options.COLUMNS),
    "titles": (Path | None, options.TITLES),
    "skip_bad_rows": (bool, options.SKIP_BAD_ROWS),
    "any_year": (bool, options.ANY_YEAR),
    "date_format": (str | None, options.DATE_FORMAT),
    "timezone": (str, options.TIMEZONE),
    "returns": (str | None, options.RETURNS),
    "repeats": (str | None, options.REPEATS),
    "table": (str | None, options.TABLE),
    "query": (str | None, options.QUERY),
    "allow_network": (bool, options.ALLOW_NETWORK),
}
"""Each option's type and how it is typed, by the name of the argument of `standout.read`."""

_LAST = ("show_ids", "as_json")
_DATA = ("data", "released", "public")
"""Arguments and options that name data."""

Given = Mapping[str, Any]


def named_data(given: Given) -> list[str]:
    """The data that was named."""
    return [given[name] for name in _DATA if given.get(name) is not None]


def reads_data(command: Callable[..., None], named: Callable[[Given], list[str]] = named_data) -> Callable[..., None]:
    """A command that is given, in `**reading`, what was typed about reading data.

    With --check it is not called: the data that it would read (by `named`) is looked at instead.
    """

    @wraps(command)
    def parsed(check: bool, **given: Any) -> None:
        from standout.cli.sparing import spare_pandas

        given["columns"] = options.parse_columns(given["columns"])
        spare_pandas()
        if check:
            _look_at(named(given), given)
        else:
            command(**given)

    own = [
        parameter
        for parameter in inspect.signature(command, eval_str=True).parameters.values()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    shared = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=option, annotation=kind)
        for name, (kind, option) in {**READING, "check": (bool, options.CHECK)}.items()
    ]
    before = [parameter for parameter in own if parameter.name not in _LAST]
    after = [parameter for parameter in own if parameter.name in _LAST]
    every = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in (*before, *shared, *after)]
    parsed.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
    parsed.__annotations__ = {each.name: each.annotation for each in every}
    return parsed


def _look_at(data: list[str], given: Given) -> None:
    """Say everything that is wrong with data, and leave with 2 if it could not be read."""
    from standout.cli.printing import print_json, print_line
    from standout.library.data_check import check_data

    if given.get("engine", "local") != "local":
        raise BadInput("--check: looks at files here; leave --engine out")
    result = check_data(data, **{name: given[name] for name in READING})
    if given["as_json"]:
        print_json(result.to_dict())
    else:
        for line in result.lines():
            print_line(line)
    if not result.readable:
        raise typer.Exit(2)
