"""`standout protect`: change data so that people are harder to find, or an attribute harder to infer."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import typer

from standout.cli import options
from standout.cli.listing import ProtectCommand
from standout.cli.printing import print_json, print_line
from standout.cli.reading_data import reads_data
from standout.errors import BadInput
from standout.io.reading_options import ReadingArguments

if TYPE_CHECKING:
    from standout.protections.contract import Protection

SETTINGS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""What typer is told, so that a protection's options can be given as options of the command."""


COMMAND = ProtectCommand
"""The command as it is parsed."""


@partial(reads_data, named=lambda given: [sorted_out([given["data"], *given["context"].args])[0]])
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
    cut: str | None = options.CUT,
    out: str | None = typer.Option(
        None, "--out", metavar="PATH", help="Where the result goes. Default: <data name>-<protection> here."
    ),
    new_ids: bool = typer.Option(
        False, "--new-ids", help="Give people other ids; the key to them is written beside the result, for you alone."
    ),
    keep_columns: bool = typer.Option(
        False, "--keep-columns", help="Write all columns and the rows of the file, not only what was protected."
    ),
    memory: str | None = options.MEMORY,
    engine: str = options.ENGINE,
    spark_master: str | None = options.SPARK_MASTER,
    seed: int = options.SEED,
    as_json: bool = options.JSON,
    **reading: Unpack[ReadingArguments],
) -> None:
    """Change data so that people are harder to find, or an attribute of them harder to infer.

    Writes the changed data in the format it was read from; on Spark, as a folder of Parquet files. The data itself
    stays as it is.
    """
    from standout.cli.progress import shown_progress
    from standout.library.pasteable import pasteable
    from standout.library.protect import protect as protect_data
    from standout.library.protected import default_out
    from standout.library.reading import asked

    on_spark = options.check_engine(engine, spark_master)
    source, given = sorted_out([data, *context.args])
    if people is not None and _is_number(people) and not Path(people).exists():
        given.append(("people", people))
        people = None
    protections = chosen_protections(chosen, given)
    with shown_progress() as progress:
        result = protect_data(
            source,
            *protections,
            attribute=attribute,
            people=people,
            cut=options.parse_cut(cut),
            seed=seed,
            engine="spark" if on_spark else "local",
            spark_master=spark_master,
            out=out or default_out(source, protections, engine),
            new_ids=new_ids,
            keep_columns=keep_columns,
            memory=memory,
            **reading,
            progress=progress,
        )
    if as_json:
        print_json(result.to_dict())
        return
    for line in result.summary():
        print_line(line)
    if not on_spark and len(protections) == 1:
        named = attribute or getattr(protections[0], "balance", None)
        asked_for = (("--attribute", named), ("--people", people), ("--cut", cut))
        hidden = [word for option, value in asked_for if value for word in (option, value)]
        line = pasteable("compare", source, asked(**reading), ["--with", result.name, *hidden])
        print_line(f"attack it      {line}")


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
            f"no protection was chosen; give --with NAME, one of {', '.join(PROTECTIONS)} "
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


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
