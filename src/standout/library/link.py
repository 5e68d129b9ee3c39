"""`link`: look for everyone of a public dataset in a released one."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Unpack

import msgspec

from standout.attacks.contract import Attack
from standout.auditing.linking import LinkSettings
from standout.auditing.linking import link as link_data
from standout.auditing.names_add import link_adds
from standout.auditing.settings import Progress, check_max_false, check_numbers, check_present, no_progress
from standout.auditing.truths import read_truth
from standout.data.contents import refuse_replaced
from standout.engines.base import Engine
from standout.errors import BadInput
from standout.io.reading import check_there
from standout.io.reading_options import ReadingArguments
from standout.library.choosing import chosen_attacks
from standout.library.engine_choice import on_spark, reads_on_spark, under
from standout.library.interests import interest_of
from standout.library.reading import as_dataset, asked, at_hand
from standout.matching.items import MatchRequest
from standout.outputs.folders import working_folder
from standout.outputs.places import check_folder
from standout.report.audit.lineups import link_result
from standout.results.link import KINDS, LinkResult


def link(
    released: Any,
    public: Any,
    *,
    truth: str | Path | None = None,
    match: str | None = None,
    match_table: str | Path | None = None,
    match_least: float = 0.0,
    attack: str | Attack = "likelihood",
    max_false: float = 0.01,
    present: float | None = None,
    one_to_one: bool | None = None,
    groups: str | Path | None = None,
    sensitive: str | Path | None = None,
    seed: int = 1,
    threads: int | None = None,
    engine: str | Engine | None = None,
    spark_master: str | None = None,
    show_ids: bool = False,
    out: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[ReadingArguments],
) -> LinkResult:
    """Look for everyone of the public data in the released data: their real record is what is known of them.

    Both are whatever `read` takes. Items are matched by `match` ("ids", if nothing else is said, or "titles"), or by
    `match_table`, a CSV with a public item and a released item per row, and then by `match` where it is given too; a
    match by title counts from a confidence of `match_least` on.
    What named records add is told by `groups` (a table of items and groups, else what stands beside the released data)
    and of items that the file `sensitive` names. `truth` is a CSV with a public id and a released id per row: with it,
    there are rates. `present` is the share of those looked for who are in the release, if it is known. With
    `one_to_one`, every record is given to one person at most. `engine` is an engine, which takes over the released
    data, or "local" or "spark": then the cluster reads the released data itself, and the public data, which is what
    somebody has in hand, is read here. With `out`, `link.json` is written there.

    >>> import pyarrow as pa
    >>> import standout as so
    >>> held = sorted({(person, (person * step) % 17) for person in range(30) for step in range(1, 8)})
    >>> people, items = zip(*held)
    >>> released = pa.table({"user": people, "item": items})
    >>> public = pa.table({"user": ["me"] * 4, "item": [item for person, item in held if person == 5][:4]})
    >>> found = so.link(released, public, show_ids=True)
    >>> found.lineups[0].target
    'me'
    """
    chosen = chosen_attacks(attack)[0]
    matching = MatchRequest(match, None if match_table is None else Path(match_table), match_least)
    check_numbers(seed, threads)
    check_max_false(max_false)
    check_present(present)
    if one_to_one and chosen.probabilities != "posterior":
        raise BadInput(f"--one-to-one needs an attack with a posterior, and '{chosen.name}' has none; use 'likelihood'")
    by_spark = reads_on_spark(engine, spark_master)
    reading = asked(**options)
    progress, folder = progress or no_progress, None if out is None else Path(out)
    paths = [str(given) for given in (public, released) if isinstance(given, str | Path)]
    if folder is not None:
        check_folder(folder, KINDS, (*paths, truth, match_table, groups, sensitive, options.get("titles")))
    for path in [str(public)] if by_spark and isinstance(public, str | Path) else reversed(paths):
        check_there(path)
    with ExitStack() as held:
        work = None if folder is None else held.enter_context(working_folder(folder))
        progress(f"reading {released}" if isinstance(released, str | Path) else "reading the released data", 0, 1)
        if by_spark:
            released_data = held.enter_context(on_spark(released, reading, spark_master))
        else:
            released_data = under(engine, as_dataset(released, reading, work and work / "released"))
        progress(f"reading {public}" if isinstance(public, str | Path) else "reading the public data", 0, 1)
        public_data = at_hand(as_dataset(public, reading, work and work / "public"))
        truths = read_truth(Path(truth), public_data, released_data) if truth is not None else None
        interest = interest_of(released_data, released_data, groups, sensitive)
        linked = link_data(
            released_data, public_data, chosen,
            LinkSettings(matching, max_false, present, one_to_one, seed, threads),
            truths=truths, progress=progress,
        )  # fmt: skip
        adds = link_adds(linked, released_data, truths, interest)
        refuse_replaced(released_data.mapped_from, public_data.mapped_from)
        result = link_result(linked, public_data, released_data, secrets.randbits(128), show_ids)
        result = msgspec.structs.replace(result, adds=adds, notes=(*result.notes, *interest.notes))
        if folder is not None:
            result.write(folder)
    return result
