"""`standout infer`: what people's records betray about an attribute of theirs."""

from __future__ import annotations

from pathlib import Path

import typer

from standout.cli import options
from standout.cli.printing import print_json
from standout.errors import BadInput


def infer(
    data: str = options.DATA,
    attribute: str | None = typer.Option(
        None, "--attribute", metavar="NAME", help="The attribute of people to infer. Default: the only one there is."
    ),
    people: Path | None = typer.Option(
        None,
        "--people",
        metavar="FILE",
        help="A table with attributes of people: a column 'user' and one per attribute. Default: what DATA brings.",
    ),
    groups: Path | None = typer.Option(
        None,
        "--groups",
        metavar="FILE",
        help="A table with groups of items: columns 'item' and 'groups', | between groups. Default: what DATA brings.",
    ),
    attacker: list[str] = typer.Option(
        [], "--attacker", metavar="NAME", help="An attacker by name; may be repeated. Default: all six."
    ),
    folds: int = typer.Option(10, "--folds", metavar="N", help="How many parts people are dealt into; each is tested."),
    cut: str | None = typer.Option(
        None, "--cut", metavar="N,N,…", help="Where to cut a numeric attribute, e.g. 25,40. Default: at its quartiles."
    ),
    quick: bool = typer.Option(False, "--quick", help="Only the attackers; do not look for what gives people away."),
    out: Path | None = typer.Option(
        None, "--out", metavar="DIR", help="Folder for the results. Default: <data name>-infer here."
    ),
    seed: int = options.SEED,
    columns: str | None = options.COLUMNS,
    titles: Path | None = options.TITLES,
    skip_bad_rows: bool = options.SKIP_BAD_ROWS,
    any_year: bool = options.ANY_YEAR,
    as_json: bool = options.JSON,
) -> None:
    """Infer an attribute of people from what they have.

    How well it can be done, what gives people away, and who is hard to infer. Writes infer.html and infer.json.
    """
    from standout.auditing.settings import check_numbers
    from standout.cli.progress import shown_progress
    from standout.data.contents import refuse_replaced
    from standout.inference.attackers import ATTACKERS, attackers
    from standout.inference.study import StudySettings, study
    from standout.io.reading import read
    from standout.io.tables.groups_of_items import read_item_groups
    from standout.io.tables.people_attributes import read_attribute
    from standout.outputs.places import check_folder
    from standout.report.drawing.theme import warm_up
    from standout.report.inference.inference_page import PAGE, RESULTS, write_inference
    from standout.report.inference.inference_results import inference_document

    check_numbers(seed, None)
    borders = parse_cut(cut)
    settings = StudySettings(attackers(attacker or list(ATTACKERS)), folds, seed, quick)
    folder = out or Path(f"{Path(data).resolve().name}-infer")
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder}: is a file; choose another --out")
    check_folder(folder, {RESULTS: "results", PAGE: "page"}, (data, people, titles, groups))
    with shown_progress() as progress:
        progress(f"reading {data}", 0, 1)
        name = attribute or _only_attribute(data, people)
        interactions = read(
            data, columns=options.parse_columns(columns), titles=titles, skip_bad_rows=skip_bad_rows, any_year=any_year
        )
        inferred = read_attribute(data, people, name, interactions, borders)
        grouped = None if quick else read_item_groups(data, groups, interactions)
        warm_up()
        document = inference_document(study(interactions, inferred, grouped, settings, progress), interactions)
        refuse_replaced(interactions.mapped_from)
    document["files"] = write_inference(folder, document)
    if as_json:
        print_json(document)
    else:
        from standout.report.inference.terminal_inference import print_inference

        print_inference(document)


def parse_cut(text: str | None) -> list[float] | None:
    """The borders that --cut names."""
    if text is None:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise BadInput(f"--cut is '{text}', but must be ascending numbers, e.g. --cut 25,40") from None


def _only_attribute(data: str, people: Path | None) -> str:
    """The attribute where there is only one; otherwise one line that lists them."""
    from standout.common.wording import listed
    from standout.io.tables.people_tables import attribute_names

    names = attribute_names(data, people)
    if len(names) == 1:
        return names[0]
    if not names:
        raise BadInput(f"{people or data}: no attributes of people in it; name a file that has them with --people")
    raise BadInput(f"say which attribute to infer with --attribute; there are {listed(names)}")
