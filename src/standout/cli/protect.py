"""`standout protect`: change data so that people are harder to find, or an attribute harder to infer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from standout.cli import options
from standout.cli.checked_words import CheckedCommand
from standout.cli.printing import print_json, print_line
from standout.errors import BadInput

if TYPE_CHECKING:
    from standout.data.attributes import Attribute
    from standout.data.model import Interactions
    from standout.protections.contract import Protection
    from standout.protections.protecting import Account

    Notes = tuple[tuple[str, ...], tuple[str, ...]]

SETTINGS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""What typer is told, so that a protection's options can be given as options of the command."""


class ProtectCommand(CheckedCommand):
    """A command whose help ends with all protections, which are loaded only then."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        from standout.protections import PROTECTIONS, in_short, options_in_short

        with formatter.section("Protections"):
            formatter.write_dl(
                [(name, f"{in_short(kind)} Options: {options_in_short(kind)}") for name, kind in PROTECTIONS.items()]
            )
        super().format_epilog(ctx, formatter)


def protect(
    context: typer.Context,
    data: str = options.DATA,
    chosen: list[str] = typer.Option(
        [],
        "--with",
        metavar="NAME[:OPTION=VALUE,…]",
        help="The protection; its options also as --option value. May be repeated: applied one after the other.",
    ),
    attribute: str | None = typer.Option(
        None, "--attribute", metavar="NAME", help="The attribute of people to hide, for protections that hide one."
    ),
    people: str | None = typer.Option(
        None, "--people", metavar="FILE", help="A table with people's attributes. Default: the folder's own."
    ),
    out: str | None = typer.Option(
        None, "--out", metavar="PATH", help="Where the result goes. Default: <data name>-<protection> here."
    ),
    engine: str = options.ENGINE,
    spark_master: str | None = options.SPARK_MASTER,
    seed: int = options.SEED,
    columns: str | None = options.COLUMNS,
    titles: Path | None = options.TITLES,
    skip_bad_rows: bool = options.SKIP_BAD_ROWS,
    any_year: bool = options.ANY_YEAR,
    as_json: bool = options.JSON,
) -> None:
    """Change data so that people are harder to find, or an attribute of them harder to infer.

    Writes the changed data in the format it was read from; on Spark, as a folder of Parquet files. The data itself
    stays as it is.
    """
    from standout.auditing.settings import check_numbers

    check_numbers(seed, None)
    on_spark = options.check_engine(engine, spark_master)
    source, given = sorted_out([data, *context.args])
    if people is not None and _is_number(people) and not Path(people).exists():
        given.append(("people", people))
        people = None
    protections = chosen_protections(chosen, given)
    if on_spark:
        _check_for_spark(protections, attribute, people)
    if people is not None and not any(one.needs_attribute for one in protections) and attribute is None:
        raise BadInput(f"--people {people}: none of the protections chosen looks at people's attributes; leave it out")
    _check_attribute(protections, attribute)
    reading = {
        "columns": options.parse_columns(columns),
        "titles": titles,
        "skip_bad_rows": skip_bad_rows,
        "any_year": any_year,
    }
    outcome: Account
    if on_spark:
        outcome, place, notes = _protected_on_spark(source, protections, out, seed, spark_master, reading)
    else:
        outcome, place, notes = _protected(
            source, protections, attribute, Path(people) if people else None, Path(out) if out else None, seed, reading
        )
    document = outcome.document()
    document["notes"] = [*notes[0], *document["notes"], *notes[1]]
    document["out"] = place
    if as_json:
        print_json(document)
        return
    for line in _lines(outcome, document, None if on_spark else source, attribute, people):
        print_line(line)


def _protected(
    source: str, protections: list[Protection], attribute: str | None, people: Path | None, out: Path | None,
    seed: int, reading: dict[str, Any],
) -> tuple[Account, str, Notes]:  # fmt: skip
    """Read, protect and write; notes of reading and of writing."""
    from standout.cli.progress import shown_progress
    from standout.data.contents import refuse_replaced
    from standout.io.reading import read
    from standout.io.writing.write import default_place, place_for, write_like
    from standout.protections.protecting import protect as apply

    if not Path(source).exists() and source != "sample":
        raise BadInput(f"{source}: no such file or folder; check the name")
    place = place_for(source, out or default_place(source, "-".join(one.name for one in protections)))
    with shown_progress() as progress:
        progress("reading", 0, len(protections) + 2)
        data = read(source, **reading)
        hidden = _attribute(source, people, attribute, data)
        outcome = apply(
            data, protections, hidden, seed, lambda what, done, _: progress(what, done + 1, len(protections) + 2)
        )
        refuse_replaced(data.mapped_from)
        progress("writing", len(protections) + 1, len(protections) + 2)
        written = write_like(outcome.data, place, reading["columns"])
    return outcome, str(place.out), ((*data.source.notes, *(hidden.notes if hidden else ())), written)


def _check_for_spark(protections: list[Protection], attribute: str | None, people: str | None) -> None:
    """Refuse, before anything is started, what cannot be done on Spark."""
    from standout.protections.on_spark import row_wise

    row_wise(protections)
    for option, value in (("attribute", attribute), ("people", people)):
        if value is not None:
            raise BadInput(f"--{option} {value}: the protections that Spark can run look at no attribute; leave it out")


def _protected_on_spark(
    source: str, protections: list[Protection], out: str | None, seed: int, spark_master: str | None,
    reading: dict[str, Any],
) -> tuple[Account, str, Notes]:  # fmt: skip
    """The same on a cluster, which reads and writes by itself."""
    from standout.cli.progress import shown_progress
    from standout.engines.spark.session import session
    from standout.protections.on_spark import place_for, protect_on_spark, row_wise

    word = "-".join(one.name for one in protections)
    with shown_progress() as progress, session(spark_master) as spark:
        place = place_for(spark, source, out, word)
        outcome, *notes = protect_on_spark(spark, source, row_wise(protections), place, seed, progress, **reading)
    return outcome, place, (notes[0], notes[1])


def _attribute(source: str, people: Path | None, name: str | None, data: Interactions) -> Attribute | None:
    if name is None:
        return None
    from standout.io.tables.people_attributes import read_attribute

    return read_attribute(source, people, name, data)


def sorted_out(words: list[str]) -> tuple[str, list[tuple[str, str]]]:
    """The data, and options of protections with their values, from words that the command itself does not know."""
    places: list[str] = []
    given: list[tuple[str, str]] = []
    left = iter(words)
    for word in left:
        if not word.startswith("--"):
            places.append(word)
            continue
        option, equals, value = word.removeprefix("--").partition("=")
        value = value if equals else next(left, "")
        if not value or (not equals and value.startswith("--")):
            raise BadInput(f"--{option}: has no value; write --{option} VALUE")
        given.append((option, value))
    if not places:
        raise BadInput("no data was named; name a data file, a folder, a prepared dataset, or the word 'sample'")
    if len(places) > 1:
        raise BadInput(f"'{places[1]}' is one word too many; there is one DATA, and options begin with --")
    return places[0], given


def chosen_protections(chosen: list[str], given: list[tuple[str, str]]) -> list[Protection]:
    """The protections with their options; an option given apart goes to the one protection that has it."""
    from standout.protections import PROTECTIONS, made, option_names, parted

    if not chosen:
        raise BadInput(
            f"no protection was chosen; give --with NAME: {', '.join(PROTECTIONS)} "
            "('standout protect --help' says what each does)"
        )
    parts = [parted(text) for text in chosen]
    for place, (name, _) in enumerate(parts):
        if name in [other for other, _ in parts[:place]]:
            raise BadInput(f"--with {name}: is given twice; give it once, with all its options")
    for option, value in given:
        having = [place for place, (name, _) in enumerate(parts) if option.replace("-", "_") in option_names(name)]
        if len(having) > 1:
            raise BadInput(f"--{option}: several of the protections have it; write --with NAME:{option}={value}")
        place = having[0] if having else 0
        if option.replace("_", "-") in parts[place][1]:
            raise BadInput(f"--{option}: is given twice for '{parts[place][0]}'; give it once")
        parts[place][1][option.replace("_", "-")] = value
    return [made(name, texts) for name, texts in parts]


def _check_attribute(protections: list[Protection], attribute: str | None) -> None:
    if attribute is None:
        for one in protections:
            if one.needs_attribute:
                raise BadInput(
                    f"protection '{one.name}' hides an attribute of people; say which with --attribute NAME, and "
                    "where it is with --people FILE if the data has no table of people"
                )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _lines(
    outcome: Account, document: dict[str, Any], source: str | None, attribute: str | None, people: str | None
) -> list[str]:
    """What happened, in words; how to attack it where that can be done here."""
    from standout.protections import described

    counted = outcome.changes
    hidden = (f" --attribute {attribute}" if attribute else "") + (f" --people {people}" if people else "")
    lines = [
        f"protection     {outcome.name}",
        f"added          {counted.added:,} entries",
        f"removed        {counted.removed:,} entries",
        f"altered        {counted.altered:,} entries (another value or day)",
        f"changed        {counted.changed_share:.1%} of {counted.before:,} entries",
        f"people touched {counted.people_touched:,} of {outcome.people:,}",
        *(f"note           {note}" for note in document["notes"]),
        f"written to     {document['out']}",
    ]
    if source is not None and len(outcome.steps) == 1:
        words = f"{source} --with {described(outcome.steps[0].protection)}{hidden}"
        lines.append(f"attack it      standout compare {words}")
    return lines
