"""`compare`: what protections cost, and whether they help against those who know of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Unpack

from standout.auditing.checkpoint import Checkpoints
from standout.auditing.settings import AuditSettings, Progress, no_progress
from standout.data.attributes import Attribute
from standout.data.contents import refuse_replaced
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.item_groups import ItemGroups
from standout.engines.brought_here import brought_here
from standout.errors import BadInput
from standout.io.reading import check_there
from standout.io.reading_options import ReadingArguments
from standout.io.tables.groups_of_items import read_item_groups
from standout.library.attributes import Cut, border_text, hidden_attribute, table_file
from standout.library.choosing import Adversaries, Attacks, chosen_adversaries, chosen_attacks, chosen_targets, listed
from standout.library.engine_choice import on_spark, reads_on_spark
from standout.library.reading import Reading, as_dataset, asked, at_hand
from standout.library.runs import Clock, run_of
from standout.library.trial_pairs import published_pairs
from standout.outputs.folders import working_folder
from standout.outputs.places import check_folder
from standout.outputs.scratch import scratch_folder
from standout.report.paper.paper_pdf import check_printing
from standout.results.compare import KINDS, PDF, CompareResult
from standout.results.compare_uses import Use
from standout.results.frontier import Budget
from standout.results.run import Run
from standout.verification.comparing import CompareSettings, compare_fingerprint
from standout.verification.comparing import compare as compare_protections
from standout.verification.grid import Wanted, asked_for
from standout.verification.versions import check_row_wise, part_of

_TARGETS, _FOLDS = 1_000, 3


def compare(
    data: Any,
    protections: Wanted | Sequence[Wanted] | None = None,
    *,
    attribute: Any = None,
    people: Any = None,
    cut: Cut = None,
    groups: Any = None,
    adversaries: Adversaries | None = None,
    attacks: Attacks | None = None,
    targets: int | str | None = _TARGETS,
    folds: int = _FOLDS,
    use: Use | None = None,
    max_utility_loss: float | None = None,
    max_risk: float | None = None,
    max_auc: float | None = None,
    pdf: bool = False,
    out: str | Path | None = None,
    seed: int = 1,
    threads: int | None = None,
    engine: str | None = None,
    spark_master: str | None = None,
    progress: Progress | None = None,
    tell: Callable[[str], None] | None = None,
    **options: Unpack[ReadingArguments],
) -> CompareResult:
    """Apply each protection, attack again (also as someone who knows what was done), and measure what the data is
    still good for and whether the change shows.

    `data` is whatever `read` takes. A protection is an object, a text as on the command line ("trim:keep=20"), or
    several of these in a list, applied one after the other; without any, a grid of all that fit the data is tried.
    `cut` says where a numeric attribute is cut into classes. `groups` is a table with groups of items, which attackers
    on the attribute look at, and totals are counted by; without one, what stands beside the data is taken.
    `use` says what the data is meant for ("recommending", "research" or "totals"): what is lost is then measured by
    that. `engine` is "local" or "spark": then the cluster reads the data, applies protections that look at one record
    at a time, and is attacked; what else is measured is measured here, of at most 20,000 people. With `out`, a folder,
    `compare.json` and `compare.html` are written there (and with `pdf` the page is printed), and the same call goes on
    where it was if it was killed; `tell` hears of that.

    >>> import numpy as np
    >>> import scipy.sparse as sp
    >>> import standout as so
    >>> data = so.read(sp.csr_matrix(np.random.default_rng(1).random((40, 20)) < 0.4))
    >>> found = so.compare(
    ...     data, [so.Trim(keep=3), "hide-rarest"], adversaries="share", attacks="tf-idf", targets=20
    ... )
    >>> [row.text for row in found.protections]
    ['trim:keep=3', 'hide-rarest']
    >>> found.recommended(max_risk=1.0).identification.protection
    'nothing'
    """
    if people is not None and attribute is None:
        raise BadInput(f"--people {people}: say which attribute of it counts with --attribute")
    if groups is not None and attribute is None and use != "totals":
        raise BadInput(f"--groups {groups}: groups of items count with --attribute and --for totals alone")
    clock, wanted = Clock(), _wanted(protections)
    by_spark = reads_on_spark(engine, spark_master)
    for candidate in asked_for(wanted or (), attribute is not None):
        if by_spark:
            check_row_wise(candidate)
    if by_spark and isinstance(attribute, str) and people is None:
        raise BadInput(f"--attribute {attribute}: with --engine spark, name a table of people with --people")
    named_adversaries = None if adversaries is None else listed(adversaries)
    settings = CompareSettings(
        protections=wanted,
        audit=AuditSettings(
            adversaries=chosen_adversaries(named_adversaries),
            attacks=chosen_attacks(attacks),
            targets=chosen_targets(targets),
            seed=seed,
            threads=threads,
        ),
        folds=folds,
        budget=Budget(max_utility_loss, max_risk, max_auc),
        use=use,
    )
    reading = asked(**options)
    watched = progress or no_progress
    opened = partial(_opened, data, reading, by_spark, spark_master, seed)
    if out is None:
        with opened(None) as (dataset, everybody):
            hidden = hidden_attribute(attribute, dataset, people, cut)
            return compare_protections(
                dataset, settings, hidden, groups=_groups(dataset, use, hidden, groups), publish=published_pairs,
                everybody=everybody, progress=watched,
            )  # fmt: skip
    if isinstance(data, str | Path) and not by_spark:
        check_there(str(data))
    named = (data, people, groups, options.get("titles"), *(named_adversaries or ()))
    if pdf:
        check_printing()
    check_folder(
        Path(out), KINDS | ({PDF: "pdf"} if pdf else {}), [path for path in named if isinstance(path, str | Path)]
    )
    typed = {
        "with": None if wanted is None else [str(each) for each in wanted], "attribute": _named(attribute),
        "people": people if isinstance(people, str | Path) else None, "cut": border_text(cut),
        "groups": groups if isinstance(groups, str | Path) else None,
        "adversary": named_adversaries,
        "attack": None if attacks is None else listed(attacks),
        "for": use,
        "targets": None if targets == _TARGETS else targets or "all", "folds": None if folds == _FOLDS else folds,
        "max-utility-loss": max_utility_loss, "max-risk": max_risk, "max-auc": max_auc,
        "seed": None if seed == 1 else seed,
    }  # fmt: skip
    noted = partial(run_of, "compare", data, reading, typed, clock)
    return _into(Path(out), data, settings, opened, attribute, people, cut, groups, watched, tell, noted, pdf)


@contextmanager
def _opened(
    data: Any, reading: Reading, by_spark: bool, master: str | None, seed: int, scratch: Path | None
) -> Iterator[tuple[LocalDataset, AnyDataset | None]]:
    """The data at hand; and everybody, where a cluster has their records and these are a part of them."""
    if not by_spark:
        yield at_hand(as_dataset(data, reading, scratch)), None
        return
    with on_spark(data, reading, master) as everybody:
        yield brought_here(everybody, part_of(everybody, seed)), everybody


def _into(
    folder: Path,
    data: Any,
    settings: CompareSettings,
    opened: Callable[[Path | None], AbstractContextManager[tuple[LocalDataset, AnyDataset | None]]],
    attribute: Any,
    people: Any,
    cut: Cut,
    groups: Any,
    progress: Progress,
    tell: Callable[[str], None] | None,
    noted: Callable[[], Run],
    pdf: bool,
) -> CompareResult:
    """Compare and write all files; killed at any moment, nothing is half-written, and the same call goes on."""
    with working_folder(folder) as work, ExitStack() as held:
        progress(f"reading {data}" if isinstance(data, str | Path) else "reading", 0, 1)
        dataset, everybody = held.enter_context(opened(work / "data"))
        hidden = hidden_attribute(attribute, dataset, people, cut)
        grouped = _groups(dataset, settings.use, hidden, groups)
        book = Checkpoints(work / "parts", compare_fingerprint(everybody or dataset, settings, hidden, grouped))
        if book.resumed and tell is not None:
            tell(f"going on: {book.resumed} parts were finished before")
        result = compare_protections(
            dataset, settings, hidden, groups=grouped, publish=published_pairs, everybody=everybody, checkpoints=book,
            progress=progress,
        )  # fmt: skip
        refuse_replaced(dataset.mapped_from)
        result.write(folder, noted(), pdf=pdf)
    return result


def _named(attribute: Any) -> str | None:
    """An attribute as it is typed: its name, or a word for one that is in memory."""
    return attribute if attribute is None or isinstance(attribute, str) else "ATTRIBUTE"


def _groups(data: LocalDataset, use: Use | None, hidden: Attribute | None, given: Any) -> ItemGroups | None:
    """The groups of items, given or beside the data, where totals are wanted or an attribute is inferred."""
    if use != "totals" and hidden is None:
        return None
    with scratch_folder() as scratch:
        file = table_file(given, scratch / "groups.parquet")
        if file is None and data.source.path is None:
            return None
        return read_item_groups(data.source.path or "", file, data)


def _wanted(protections: Wanted | Sequence[Wanted] | None) -> tuple[Wanted, ...] | None:
    """The protections that are compared; none: a grid."""
    if protections is None:
        return None
    if isinstance(protections, str) or not isinstance(protections, Sequence):
        return (protections,)
    if not protections:
        raise BadInput("no protection was chosen; leave --with out for a grid of all that fit the data")
    return tuple(protections)
