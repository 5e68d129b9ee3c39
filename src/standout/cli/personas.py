"""`standout personas`: find the crowds that a public profile can blend into."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from standout.cli import options
from standout.cli.printing import print_json
from standout.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from standout.profiles.people.population import Population


def personas(
    profiles: str = typer.Argument(
        ...,
        metavar="PROFILES",
        help="A table of profiles: a row per person and a column per attribute, or rows of person, site, attribute, "
        "value; or the word 'sample'.",
    ),
    out: Path | None = typer.Option(
        None, "--out", metavar="FILE", help="The file for the personas. Default: <data name>-personas.json here."
    ),
    support: float = typer.Option(
        0.001, "--support", metavar="SHARE", help="The share of people who must have all pairs of a persona."
    ),
    min_size: int = typer.Option(2, "--min-size", metavar="N", help="How many pairs a persona has at least."),
    max_size: int | None = typer.Option(
        None, "--max-size", metavar="N", help="How many pairs a persona has at most. Default: no limit."
    ),
    bins: list[str] = typer.Option(
        [], "--bin", metavar="ATTRIBUTE=WIDTH", help="Cut a numeric attribute into steps, e.g. age=5; may be repeated."
    ),
    split: str | None = typer.Option(
        None, "--split", metavar="TEXT", help="What separates several values in one cell, e.g. '|'."
    ),
    attribute: list[str] = typer.Option(
        [], "--attribute", metavar="NAME", help="Use this attribute only; may be repeated. Default: all."
    ),
    know: list[str] = typer.Option(
        [],
        "--know",
        metavar="ATTRIBUTE",
        help="What a searcher knows from the start: in no persona; may be repeated. Default: names, if any.",
    ),
    person: str | None = typer.Option(
        None, "--person", metavar="COLUMN", help="The column with people's ids. Default: usual names."
    ),
    page: Path | None = typer.Option(
        None, "--page", metavar="FILE", help="Also write a page on which people can try edits offline, e.g. blend.html."
    ),
    engine: str = options.ENGINE,
    spark_master: str | None = options.SPARK_MASTER,
    seed: int = options.SEED,
    threads: int | None = options.THREADS,
    as_json: bool = options.JSON,
) -> None:
    """Find personas: attributes and values that many people share.

    Writes them with the size of their crowds to personas.json, and a page with charts beside it.
    """
    from standout.profiles.personas.mining import check_mining

    widths = parse_bins(bins)
    check_mining(support, min_size, max_size)
    on_spark = options.check_engine(engine, spark_master)
    if not 0 <= seed < 2**63:
        raise BadInput(f"--seed {seed}: give a whole number from 0 to 2^63 − 1")
    if threads is not None and threads < 1:
        raise BadInput(f"--threads {threads}: give 1 or more")
    file = out or Path(f"{Path(profiles).resolve().stem}-personas.json")
    _check_places(file, page, profiles)

    if on_spark and (rows := _for_spark(Path(profiles))):
        if bins or split or person or page:
            raise BadInput(f"{profiles}: Spark reads it itself, without --bin, --split, --person and --page")
        document = _found_by_spark(rows, file, attribute, know, support, min_size, max_size, seed, spark_master)
    else:
        from standout.profiles.people.profile_files import read_population

        population = read_population(
            profiles, bins=widths, columns=attribute or None, person=person, split=split, seed=seed
        )
        document = _found(
            population, file, page, know, support, min_size, max_size, on_spark, spark_master, threads, seed
        )
    if as_json:
        print_json(document)
    else:
        from standout.report.personas.terminal_personas import print_personas

        print_personas(document)


def parse_bins(given: list[str]) -> dict[str, float] | None:
    """The widths that --bin names, by attribute; none where there are none."""
    widths: dict[str, float] = {}
    for part in given:
        attribute, equals, width = part.rpartition("=")
        try:
            number = float(width)
        except ValueError:
            number = 0.0
        if not equals or not attribute.strip() or not 0 < number < float("inf"):
            raise BadInput(f"--bin {part}: write attribute=width with a width above 0, e.g. age=5")
        if attribute.strip() in widths:
            raise BadInput(f"--bin: '{attribute.strip()}' is given twice; give it once")
        widths[attribute.strip()] = number
    return widths or None


def _check_places(file: Path, page: Path | None, profiles: str) -> None:
    """Say before the work that a result cannot be put there."""
    from standout.outputs.places import check_files

    if file.suffix == ".html":
        raise BadInput(f"--out {file}: the page with charts gets this name; let it end in .json")
    for place in (file, page):
        if place is not None and place.is_dir():
            raise BadInput(f"{place}: is a folder; name a file in it")
    if page is not None and page.resolve() in (file.resolve(), file.with_suffix(".html").resolve()):
        raise BadInput(f"--page {page}: another result gets this name; choose another one")
    if page is not None and not page.parent.is_dir():
        raise BadInput(f"{page.parent}: no such folder; make it first")
    kinds = {file: "personas", file.with_suffix(".html"): "page"}
    check_files(kinds if page is None else kinds | {page: "page"}, (profiles,))


def _found(
    population: Population, file: Path, page: Path | None, know: list[str], support: float, min_size: int,
    max_size: int | None, on_spark: bool, spark_master: str | None, threads: int | None, seed: int,
) -> dict[str, Any]:  # fmt: skip
    """Search a population, write everything, and say what was found."""
    from standout.common.files import Content, write_together
    from standout.common.plain import as_bytes
    from standout.profiles.personas.persona_summary import known_attributes, summary
    from standout.report.personas.personas_page import render_personas

    known = known_attributes(population.attributes, know)
    searched = population.select(tuple(name for name in population.attributes if name not in known))
    if on_spark:
        from standout.profiles.personas.spark_mining import mine_on_spark

        found = mine_on_spark(searched, support, min_size, max_size, master=spark_master)
    else:
        from standout.profiles.personas.mining import mine

        found = mine(searched, support, min_size, max_size, threads=threads)
    file.parent.mkdir(parents=True, exist_ok=True)
    document = summary(population, searched, found, known, seed, min_size, max_size)
    drawn = render_personas(document, population.exposure().tolist())
    files: dict[Path, Content] = {file: found.write_to, file.with_suffix(".html"): as_bytes(drawn)}
    if page is not None:
        from standout.profiles.blend_page import render_page

        files[page] = as_bytes(render_page(searched, found))
    write_together(files, public=() if page is None else (page,))
    document["files"] = [str(one) for one in files]
    return document


def _for_spark(path: Path) -> Path | None:
    """The path, if it is Parquet with person, attribute and value, which Spark can read by itself."""
    import pyarrow.parquet as pq
    from pyarrow import ArrowException

    from standout.common.documents import open_regular

    files = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
    if not files or files[0].suffix != ".parquet":
        return None
    with open_regular(files[0]) as stream:
        try:
            names = set(pq.read_schema(stream).names)
        except (ArrowException, OSError):
            return None
    return path if {"person", "attribute", "value"} <= names else None


def _found_by_spark(
    rows: Path, file: Path, only: list[str], know: list[str], support: float, min_size: int, max_size: int | None,
    seed: int, spark_master: str | None,
) -> dict[str, Any]:  # fmt: skip
    """Let Spark read and search; only the personas come here, so there are no charts."""
    from standout.profiles.people.numbering import check_attributes
    from standout.profiles.personas.persona_summary import crowds, known_attributes
    from standout.profiles.personas.spark_mining import mine_on_spark

    def kept(there: Sequence[str]) -> list[str]:
        check_attributes(str(rows), only, there)
        known = known_attributes(only or there, know)
        return [name for name in only or there if name not in known]

    found = mine_on_spark(rows, support, min_size, max_size, master=spark_master, keep=kept)
    file.parent.mkdir(parents=True, exist_ok=True)
    found.write(file)
    document = crowds(found, seed)
    document["notes"].append("no exposure and no charts: the profiles were read by Spark, not here")
    return document | {"files": [str(file)]}
