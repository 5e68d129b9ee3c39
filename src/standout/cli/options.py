"""Options that several commands share, from what was typed to what the code takes."""

from __future__ import annotations

import re
from typing import Any

import typer

from standout.errors import BadInput

DATA: Any = typer.Argument(
    ...,
    metavar="DATA",
    help="A data file, a folder, a pattern of files, an archive, a database, '-', a prepared dataset, or 'sample'.",
)
CUT: Any = typer.Option(
    None, "--cut", metavar="N,N,…", help="Where to cut a numeric attribute, e.g. 25,40. Default: at its quartiles."
)
SEED: Any = typer.Option(1, "--seed", metavar="N", help="Where all randomness comes from: same seed, same figures.")
THREADS: Any = typer.Option(None, "--threads", metavar="N", help="How many cores to use. Default: all.")
COLUMNS: Any = typer.Option(
    None,
    "--columns",
    metavar="ROLE=NAME,…",
    help="Which column is what, by name or (without a header) by number: user=…,item=…,value=…,time=…,title=…; "
    "an empty name leaves it out.",
)
TITLES: Any = typer.Option(None, "--titles", metavar="FILE", help="A CSV, TSV or :: file with item and title.")
SKIP_BAD_ROWS: Any = typer.Option(False, "--skip-bad-rows", help="Leave bad rows out, and say how many.")
ANY_YEAR: Any = typer.Option(
    False, "--any-year", help="Take times of any year; else those before 1970 or after next year are refused."
)
DATE_FORMAT: Any = typer.Option(
    None, "--date-format", metavar="FORMAT", help="How times are written, such as %d-%m-%Y. Default: found out."
)
TIMEZONE: Any = typer.Option(
    "UTC", "--timezone", metavar="ZONE", help="Where people's days begin and end, such as Europe/Amsterdam."
)
RETURNS: Any = typer.Option(
    None,
    "--returns",
    metavar="HOW",
    help="What negative quantities are: 'net' (set off against what was bought; default), 'drop' or 'keep'.",
)
REPEATS: Any = typer.Option(
    None,
    "--repeats",
    metavar="HOW",
    help="An item that somebody has several times: 'sum', 'count', 'first', 'last', or 'events', which keeps each "
    "with its day. Default: by what the values are.",
)
TABLE: Any = typer.Option(None, "--table", metavar="NAME", help="Which table of a DuckDB or SQLite file to read.")
QUERY: Any = typer.Option(None, "--query", metavar="SQL", help="Instead: a question to that file; its answer is read.")
ALLOW_NETWORK: Any = typer.Option(
    False, "--allow-network", help="Let DuckDB fetch s3://, https:// and postgres:// data; else nothing is fetched."
)
CHECK: Any = typer.Option(
    False, "--check", help="Only say all that is wrong with the data and what would be understood; write nothing."
)
SHOW_IDS: Any = typer.Option(False, "--show-ids", help="Show ids and rare items as they are in the data.")
GROUPS: Any = typer.Option(
    None,
    "--groups",
    metavar="FILE",
    help="A table with groups of items: columns 'item' and 'groups', | between groups. Default: what DATA brings.",
)
SENSITIVE: Any = typer.Option(
    None,
    "--sensitive",
    metavar="FILE",
    help="Items or groups that are sensitive, one to a line: of how many people would one be revealed, how surely?",
)
MAX_FALSE: Any = typer.Option(
    0.01,
    "--max-false",
    metavar="SHARE",
    help="How often somebody may be accused whose target is not in the data: names are given only as surely as that.",
)
MEMORY: Any = typer.Option(
    None, "--memory", metavar="SIZE", help="Keep to this much memory, such as 1GB; what does not fit is read again."
)
ENGINE: Any = typer.Option(
    "local", "--engine", metavar="NAME", help="Where to compute: 'local', or 'spark', which reads Parquet and tables."
)
SPARK_MASTER: Any = typer.Option(
    None,
    "--spark-master",
    metavar="URL",
    help="With --engine spark: the cluster. Default: what STANDOUT_SPARK_MASTER says, else this machine.",
)
_DIGITS = 15
"""Whole numbers typed as text have no more digits than this."""

JSON: Any = typer.Option(False, "--json", help="Print one JSON document on standard output.")
PDF: bool = typer.Option(False, "--pdf", help="Also print the report as PDF beside it; needs no browser.")


def check_engine(engine: str, spark_master: str | None) -> bool:
    """Whether Spark is asked for; refuse an engine that there is not, and a cluster without Spark."""
    if engine not in ("local", "spark"):
        raise BadInput(f"--engine {engine}: there are 'local' and 'spark'")
    if spark_master is not None and engine != "spark":
        raise BadInput(f"--spark-master {spark_master}: belongs to --engine spark; add that, or leave it out")
    return engine == "spark"


def parse_columns(text: str | None) -> dict[str, str] | None:
    """The columns that --columns names, by role. A name may hold commas and further equals signs."""
    from standout.io.columns.roles import check_roles

    if text is None:
        return None
    columns: dict[str, str] = {}
    for part in re.split(r",(?=\s*\w+\s*=)", text):
        role, equals, name = part.partition("=")
        role = role.strip()
        if not equals:
            raise BadInput(f"--columns: '{part.strip()}' is not role=name; write e.g. user=customer,item=product")
        if role in columns:
            raise BadInput(f"--columns: '{role}' is given twice; give it once")
        columns[role] = name.strip()
    check_roles(columns)
    return columns


def parse_targets(text: str) -> int | None:
    """How many targets: a number, or none for "all"."""
    if text.strip().casefold() == "all":
        return None
    if not text.strip().isdecimal():
        raise BadInput(f"--targets is '{text}', but must be a whole number or 'all'")
    if len(text.strip()) > _DIGITS:
        raise BadInput(f"--targets is '{text[:20]}…', more people than there can be; give fewer, or 'all'")
    return int(text)


def parse_cut(text: str | None) -> list[float] | None:
    """The borders that --cut names."""
    if text is None:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise BadInput(f"--cut is '{text}', but must be ascending numbers, e.g. --cut 25,40") from None
