"""`standout publish`: what a provider can publish so that people can check themselves."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from standout.cli import options
from standout.cli.printing import note, print_json
from standout.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from standout.data.model import Interactions
    from standout.label.bulletin.bulletin import Bulletin
    from standout.label.provider.publishing import PublishSettings


def publish(
    data: str = options.DATA,
    out: Path | None = typer.Option(
        None, "--out", metavar="FILE", help="The file for the bulletin. Default: <data name>-bulletin.json here."
    ),
    page: Path | None = typer.Option(
        None,
        "--page",
        metavar="FILE",
        help="Also write a page on which people see their label offline, e.g. label.html.",
    ),
    rare_below: int = typer.Option(
        100, "--rare-below", metavar="N", help="An item with fewer holders than this is rare."
    ),
    min_holders: int = typer.Option(
        5, "--min-holders", metavar="N", help="Items with fewer holders are not named, only counted together."
    ),
    groups: int | None = typer.Option(
        None, "--groups", metavar="N", help="How many privacy groups. Default: as many as there are."
    ),
    score: str = typer.Option(
        "better", "--score", metavar="better|paper", help="Which score's groups to show; the bulletin has both."
    ),
    epsilon: float | None = typer.Option(
        None, "--epsilon", metavar="E", help="Add noise: differential privacy for each person with this epsilon."
    ),
    max_items: int = typer.Option(
        100, "--max-items", metavar="N", help="With --epsilon: how many items of a person are counted at most."
    ),
    catalogue: Path | None = typer.Option(
        None,
        "--catalogue",
        metavar="FILE",
        help="With --epsilon: all items there are, with or without titles, from outside people's rows. Default: the "
        "file of --titles, or the table of items of an ml-1m folder or a sample.",
    ),
    delta: float = typer.Option(
        1e-9, "--delta", metavar="D", help="With --epsilon and no catalogue: the chance that may remain."
    ),
    previous: list[Path] = typer.Option(
        [],
        "--previous",
        metavar="FILE",
        help="With --epsilon: an earlier bulletin of the same people; budgets add up. May be repeated.",
    ),
    sign: Path | None = typer.Option(
        None, "--sign", metavar="KEY", help="Sign the bulletin with this Ed25519 private key (a PEM file)."
    ),
    date: str | None = typer.Option(None, "--date", metavar="DAY", help="The date in the bulletin. Default: today."),
    valid_days: int | None = typer.Option(
        None,
        "--valid-days",
        metavar="N",
        help="For how many days after its date it is valid. Default: not said.",
    ),
    engine: str = options.ENGINE,
    spark_master: str | None = options.SPARK_MASTER,
    seed: int = options.SEED,
    threads: int | None = options.THREADS,
    columns: str | None = options.COLUMNS,
    titles: Path | None = options.TITLES,
    skip_bad_rows: bool = options.SKIP_BAD_ROWS,
    any_year: bool = options.ANY_YEAR,
    as_json: bool = options.JSON,
) -> None:
    """Publish how popular items are, and how scores are read.

    Writes a bulletin with which anyone can compute their own privacy label, without giving anything to anyone.
    """
    from standout.auditing.settings import check_numbers
    from standout.label.provider.noise import Budget
    from standout.label.provider.publishing import PublishSettings

    check_numbers(seed, threads)
    on_spark = options.check_engine(engine, spark_master)
    if score not in ("better", "paper"):
        raise BadInput(f"--score {score}: there are 'better' and 'paper'")
    settings = PublishSettings(
        rare_below=rare_below,
        min_holders=min_holders,
        groups=groups,
        budget=None if epsilon is None else Budget(epsilon, max_items, delta),
        date=date,
        valid_days=valid_days,
        seed=seed,
        threads=threads,
    )
    if epsilon is not None and skip_bad_rows:
        raise BadInput(
            "--skip-bad-rows: not with --epsilon, since one person's rows may decide which rows of others are bad; "
            "mend the file first"
        )
    if epsilon is None and (catalogue or previous):
        raise BadInput(f"{'--catalogue' if catalogue else '--previous'} goes with --epsilon; give both or neither")
    file = out or Path(f"{Path(data).resolve().stem}-bulletin.json")
    _check_places(file, page, (data, titles, sign, catalogue, *previous))
    reading = {
        "columns": options.parse_columns(columns),
        "titles": titles,
        "skip_bad_rows": skip_bad_rows,
        "any_year": any_year,
    }
    outside = _outside(data, settings, catalogue or titles, previous, sign, on_spark)
    _publish(data, settings, file, page, sign, score, reading, outside, on_spark, spark_master, as_json)


def _outside(
    data: str, settings: PublishSettings, table: Path | None, previous: list[Path], sign: Path | None, on_spark: bool
) -> dict[str, Any]:
    """What noise needs to know from outside people's rows: which items there are, and what was published before."""
    if settings.budget is None:
        return {}
    from standout.io.tables.catalogue import read_catalogue

    items = read_catalogue(data, table) if table is not None or not on_spark else None
    return {"catalogue": items, "previous": [_earlier(file, sign) for file in previous]}


def _earlier(file: Path, sign: Path | None) -> Bulletin:
    """An earlier bulletin, whose word about its budget is taken only as far as its signature goes."""
    from standout.cli.printing import note
    from standout.label.bulletin.bulletin import read_bulletin
    from standout.label.bulletin.signing import fingerprint, private_key, verified

    found = read_bulletin(file)
    signer = verified(found)
    if signer is None:
        note(f"{file}: not signed; what it says about its epsilon is taken as it is")
    if sign is not None and signer not in (None, fingerprint(private_key(sign).public_key().public_bytes_raw())):
        raise BadInput(f"{file}: signed with another key ({signer}) than {sign}; name a bulletin of your own")
    return found


def _check_places(file: Path, page: Path | None, inputs: Sequence[str | Path | None]) -> None:
    """Say before the work that a result cannot be put there."""
    from standout.outputs.places import check_files

    for place in (file, page):
        if place is not None and place.is_dir():
            raise BadInput(f"{place}: is a folder; name a file in it")
        if place is not None and not place.parent.is_dir():
            raise BadInput(f"{place.parent}: no such folder; make it first")
    if page is not None and page.resolve() == file.resolve():
        raise BadInput(f"--page {page}: the bulletin gets this name; choose another one")
    check_files({file: "bulletin"} | ({} if page is None else {page: "page"}), inputs)


def _publish(
    data: str, settings: PublishSettings, file: Path, page: Path | None, sign: Path | None, score: str,
    reading: dict[str, Any], outside: dict[str, Any], on_spark: bool, spark_master: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Read, make, sign, write and tell."""
    from standout.cli.progress import shown_progress
    from standout.label.label_page import write_published
    from standout.label.provider.publishing import make_bulletin, summary

    key = None
    if sign is not None:
        from standout.label.bulletin.signing import private_key

        key = private_key(sign)
    with shown_progress() as progress:
        progress(f"reading {data}", 0, 10)
        with _opened(data, reading, on_spark, spark_master) as interactions:
            bulletin, notes = make_bulletin(interactions, settings, progress, **outside), interactions.source.notes
    if key is not None:
        from standout.label.bulletin.signing import signed

        bulletin = signed(bulletin, key)
    files = write_published(bulletin, file, page)
    if settings.budget is not None:  # what reading noticed is exact, and for the owner's eyes alone
        for line in notes:
            note(line)
        notes = ()
    document = summary(bulletin, score, settings.seed) | {"notes": list(notes), "files": [str(one) for one in files]}
    if as_json:
        print_json(document)
    else:
        from standout.report.label.terminal_bulletin import print_published

        print_published(document)
        note(f"what it guarantees: {document['made']['guarantee']}")


@contextmanager
def _opened(data: str, reading: dict[str, Any], on_spark: bool, spark_master: str | None) -> Iterator[Interactions]:
    """The data, here or on a cluster."""
    if on_spark:
        from standout.engines.spark.session import session

        with session(spark_master) as spark:
            from standout.engines.spark.opening import held_on_spark

            with held_on_spark(spark, data, **reading) as (interactions, _):
                yield interactions
    else:
        from standout.data.contents import refuse_replaced
        from standout.io.reading import read

        opened = read(data, **reading)
        yield opened
        refuse_replaced(opened.mapped_from)
