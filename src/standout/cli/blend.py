"""`standout blend`: the cheapest edits that make a public profile look like many others."""

from __future__ import annotations

from pathlib import Path

import typer

from standout.cli import options as shared
from standout.cli.bins import parse_bins
from standout.cli.printing import print_json
from standout.errors import BadInput


def blend(
    profile: str | None = typer.Argument(
        None,
        metavar="[PROFILE]",
        help="Your profile: a table with one row, lines of attribute,value, a JSON object or a TOML file; or the id of "
        "a person of --data.",
    ),
    personas: Path | None = typer.Option(
        None,
        "--personas",
        metavar="FILE",
        help="The personas.json that 'standout personas' wrote. Default: personas are found in --data.",
    ),
    data: str | None = typer.Option(
        None,
        "--data",
        metavar="PROFILES",
        help="The profiles among which the crowd is counted: a file, as for personas.",
    ),
    person: str | None = typer.Option(None, "--person", metavar="ID", help="A person of --data instead of a PROFILE."),
    keep: list[str] = typer.Option([], "--keep", metavar="ATTRIBUTE", help="Stays as it is; may be repeated."),
    know: list[str] = typer.Option(
        [],
        "--know",
        metavar="ATTRIBUTE",
        help="What a searcher knows from the start; stays, beside the persona; may be repeated. Default: names.",
    ),
    remove_cost: float = typer.Option(1.0, "--remove-cost", metavar="N", help="What removing a value costs."),
    add_cost: float = typer.Option(5.0, "--add-cost", metavar="N", help="What adding one that is not true costs."),
    change_cost: float = typer.Option(5.0, "--change-cost", metavar="N", help="What changing a value costs."),
    cost: list[str] = typer.Option(
        [],
        "--cost",
        metavar="ATTRIBUTE=N",
        help="Edits of this attribute cost N times as much (below 1: sensitive, rather remove it); or its own three "
        "costs to remove, add and change, as R,A,C; may be repeated.",
    ),
    no_lies: bool = typer.Option(False, "--no-lies", help="Only removals: nothing that is not true."),
    min_size: int = typer.Option(2, "--min-size", metavar="N", help="How many attributes must be left at least."),
    crowd: int = typer.Option(
        1, "--crowd", metavar="N", help="How many people must share what is left of the profile."
    ),
    options: int = typer.Option(
        1, "--options", metavar="N", help="How many options to list; what costs as much as the last is listed too."
    ),
    bins: list[str] = typer.Option(
        [], "--bin", metavar="ATTRIBUTE=WIDTH", help="Cut this attribute of --data into steps, as for personas."
    ),
    split: str | None = typer.Option(
        None, "--split", metavar="TEXT", help="What separates several values in one cell of --data, as for personas."
    ),
    seed: int = shared.SEED,
    out: Path | None = typer.Option(None, "--out", metavar="DIR", help="Also write the result there, as blend.json."),
    as_json: bool = shared.JSON,
) -> None:
    """Say which few edits make a public profile look like many others.

    The cheapest removals, additions and changes that turn it into a persona, who you then look like, and how exposure
    and identifiability move.
    """
    from standout.library.blend import blend as recommend

    result = recommend(
        profile,
        personas,
        data=data,
        person=person,
        keep=keep,
        know=know,
        remove_cost=remove_cost,
        add_cost=add_cost,
        change_cost=change_cost,
        costs=parse_costs(cost),
        no_lies=no_lies,
        min_size=min_size,
        crowd=crowd,
        options=options,
        bins=parse_bins(bins),
        split=split,
        seed=seed,
        out=out,
    )
    if as_json:
        print_json(result.to_dict())
    else:
        from standout.report.blend.terminal_blend import print_blend

        print_blend(result, None if out is None else out / result.FILE)


def parse_costs(texts: list[str]) -> dict[str, float | list[float]]:
    """The costs that some attributes have of their own: "city=3" is a factor, "city=1,10,10" are three costs."""
    costs: dict[str, float | list[float]] = {}
    for text in texts:
        name, equals, amounts = text.rpartition("=")
        if not equals or not name.strip():
            raise BadInput(f"--cost: '{text}' is not attribute=N; write e.g. city=3")
        try:
            numbers = [float(amount) for amount in amounts.split(",")]
        except ValueError:
            raise BadInput(f"--cost: '{amounts}' is not a number; write e.g. city=3 or city=1,10,10") from None
        if len(numbers) not in (1, 3):
            raise BadInput(f"--cost: '{text}' has {len(numbers)} numbers; give one factor, or remove,add,change")
        if name.strip() in costs:
            raise BadInput(f"--cost: '{name.strip()}' is given twice; give it once")
        costs[name.strip()] = numbers[0] if len(numbers) == 1 else numbers
    return costs
