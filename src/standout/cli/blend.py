"""`standout blend`: the cheapest edits that make a public profile look like many others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from standout.cli import options as shared
from standout.cli.printing import print_json
from standout.common.plain import json_text
from standout.errors import BadInput

if TYPE_CHECKING:
    from standout.profiles.blending.costs import Cost
    from standout.profiles.people.population import Population
    from standout.profiles.personas.personas import Personas

RESULT = "blend.json"


def blend(
    profile: str | None = typer.Argument(
        None,
        metavar="[PROFILE]",
        help="Your profile: a JSON object, a TOML file or a CSV with attribute,value; or the id of a person of --data.",
    ),
    personas: Path = typer.Option(
        ..., "--personas", metavar="FILE", help="The personas.json that 'standout personas' wrote."
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
    from standout.auditing.settings import check_numbers
    from standout.profiles.blending.blending import blend as advised
    from standout.profiles.blending.blending import names_in
    from standout.profiles.blending.costs import Cost, Rules
    from standout.profiles.personas.personas import Personas

    check_numbers(seed, None)
    usual = Cost(remove_cost, add_cost, change_cost)
    own = parse_costs(cost, usual)
    rules = Rules(usual, own, frozenset(keep), frozenset(know), no_lies, min_size)
    if out is not None and out.exists() and not out.is_dir():
        raise BadInput(f"{out}: is a file; choose another --out")
    if out is not None:
        from standout.outputs.places import check_folder

        check_folder(out, {RESULT: "blend"}, (profile, personas, data))
    _check_who(profile, data, person)
    mined = Personas.read(personas)
    population = None if data is None else _population(data, bins, split, seed)
    who, words = _profile(profile, person, population, mined)
    if not know:  # names that no persona has would only ever be removed
        known = [name for name in names_in(words) if name not in mined.attributes and name not in keep]
        rules = Rules(usual, own, frozenset(keep), frozenset(known), no_lies, min_size)
    document = advised(words, mined, rules, population=population, person=who, options=options)
    text = json_text(document) + "\n"
    if out is not None:
        from standout.common.files import private_folder, write_whole

        write_whole(private_folder(out) / RESULT, text.encode())
    if as_json:
        print_json(document)
    else:
        from standout.report.blend.terminal_blend import print_blend

        print_blend(document, None if out is None else out / RESULT)


def parse_costs(texts: list[str], usual: Cost) -> dict[str, Cost]:
    """The costs that some attributes have of their own: "city=3" or "city=1,10,10"."""
    from standout.profiles.blending.costs import Cost

    found: dict[str, Cost] = {}
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
        if name.strip() in found:
            raise BadInput(f"--cost: '{name.strip()}' is given twice; give it once")
        found[name.strip()] = usual.times(numbers[0]) if len(numbers) == 1 else Cost(*numbers)
    return found


def _check_who(profile: str | None, data: str | None, person: str | None) -> None:
    """One profile must be named, in one way."""
    if profile is not None and person is not None:
        raise BadInput("both a PROFILE and --person are given; give one of them")
    if profile is None and person is None:
        raise BadInput("no profile; name a JSON, TOML or CSV file with it, or a person of --data with --person")
    if person is not None and data is None:
        raise BadInput("--person needs --data: the profiles that the person is in")


def _profile(
    profile: str | None, person: str | None, population: Population | None, mined: Personas
) -> tuple[int | None, dict[str, tuple[str, ...]]]:
    """Who the person is in the population, if at all, and the profile in words."""
    from standout.profiles.people.one import in_bins, read_profile

    if population is not None:
        ids = [str(name) for name in population.people.to_pylist()]
        if person is not None and person not in ids:
            raise BadInput(f"--person '{person}': nobody in --data has this id")
        wanted = profile if profile is not None and not Path(profile).exists() and profile in ids else person
        if wanted is not None:
            who = ids.index(wanted)
            return who, population.profile(who)
    return None, in_bins(read_profile(Path(profile or "")), mined)


def _population(data: str, bins: list[str], split: str | None, seed: int) -> Population:
    from standout.cli.personas import parse_bins
    from standout.profiles.people.profile_files import read_population

    return read_population(data, bins=parse_bins(bins), split=split, seed=seed)
