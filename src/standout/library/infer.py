"""`standout.infer`: what people's records betray about an attribute of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

import msgspec

from standout.auditing.settings import Progress, check_numbers, no_progress
from standout.data.contents import refuse_replaced
from standout.data.dataset import Dataset, LocalDataset
from standout.data.item_groups import ItemGroups
from standout.errors import BadInput
from standout.inference.attackers import STRONGEST, Attacker
from standout.inference.every_attacker import EVERY_ATTACKER
from standout.inference.every_attacker import attackers as named_attackers
from standout.inference.study import StudySettings, study
from standout.io.reading_options import ReadingArguments
from standout.io.tables.groups_of_items import read_item_groups
from standout.library.attributes import Cut, attribute_of, border_text, borders_of, only_attribute, table_file
from standout.library.reading import as_dataset, asked, at_hand
from standout.library.runs import Clock, run_of
from standout.outputs.places import check_folder
from standout.outputs.scratch import scratch_folder
from standout.report.inference.inference_results import inference_result
from standout.report.paper.paper_pdf import check_printing
from standout.results.inference import KINDS, PDF, InferenceResult

_FOLDS = 10
IN_A_HURRY = (STRONGEST, "bernoulli", "multinomial")
"""The attackers of a quick look: the one that counts, in a small form, and the published ones that take no time."""


def infer(
    data: Any,
    attribute: Any = None,
    *,
    people: Any = None,
    groups: Any = None,
    attackers: str | Attacker | Sequence[str | Attacker] = (),
    folds: int = _FOLDS,
    cut: Cut = None,
    quick: bool = False,
    pdf: bool = False,
    seed: int = 1,
    out: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[ReadingArguments],
) -> InferenceResult:
    """Infer an attribute of people from what they have: how well it can be done, what gives people away, and who is
    hard to infer. Options as of the command `standout infer`.

    `data` is a path, a data frame, an Arrow table, a DuckDB relation, a SciPy sparse matrix or a dataset that was
    read. `attribute` is the name of one, looked up in `people` (a file or a table in memory) or in the table that
    stands beside the data; or its values: a mapping or a pandas series by person's id, or one value for each of the
    data's people. Without it, the only attribute there is. `groups` are those of items, a file or a table. A folder
    `out` gets `infer.json` and `infer.html`, and with `pdf` the page on paper.

    >>> import standout as so
    >>> found = so.infer("sample", "gender", attackers="multinomial", folds=3, quick=True)
    >>> found.classes, found.strongest, found.best().auc.mean > 0.8
    (('F', 'M'), 'multinomial', True)
    >>> print(found.headline())  # doctest: +ELLIPSIS
    From what people have, their gender is guessed rightly for ...%... of them, where always guessing “...
    """
    check_numbers(seed, None)
    clock, reading = Clock(), asked(**options)
    settings = StudySettings(_attackers(attackers or (IN_A_HURRY if quick else ())), folds, seed, quick)
    tell = progress or no_progress
    place = None if out is None else Path(out)
    if place is not None and pdf:
        check_printing()
    if place is not None:
        every = (data, people, options.get("titles"), groups)
        check_folder(
            place, KINDS | ({PDF: "pdf"} if pdf else {}), [given for given in every if isinstance(given, str | Path)]
        )
    with scratch_folder() as scratch:
        named = _where(data)
        tell(f"reading {named or 'the data'}", 0, 1)
        table = table_file(people, scratch / "people.parquet")
        wanted = only_attribute(named, table) if attribute is None else attribute
        dataset = at_hand(as_dataset(data, reading))
        inferred = attribute_of(wanted, dataset, table, borders_of(cut), scratch)
        grouped = _groups(dataset, table_file(groups, scratch / "groups.parquet"))
        result = inference_result(study(dataset, inferred, grouped, settings, tell), dataset)
        refuse_replaced(dataset.mapped_from)
    if place is None:
        return result
    typed = {
        "attribute": attribute if isinstance(attribute, str | None) else "ATTRIBUTE", "people": _path(people),
        "groups": _path(groups), "attacker": [attacker.name for attacker in settings.attackers] if attackers else None,
        "folds": None if folds == _FOLDS else folds, "cut": border_text(cut), "quick": quick,
        "seed": None if seed == 1 else seed,
    }  # fmt: skip
    result.save(place, run_of("infer", data, reading, typed, clock), pdf=pdf)
    return msgspec.structs.replace(result, files=tuple(str(place / name) for name in _written(pdf)))


def _written(pdf: bool) -> list[str]:
    """The results among the files: the document, the page, and what was printed."""
    return [InferenceResult.FILE, InferenceResult.PAGE, *([PDF] if pdf else [])]


def _path(given: Any) -> Any:
    return given if isinstance(given, str | Path) else None


def _where(data: Any) -> str | None:
    """Where data is or was read from; none for data in memory."""
    if isinstance(data, Dataset):
        return data.source.path
    return str(data) if isinstance(data, str | Path) else None


def _groups(data: LocalDataset, file: Path | None) -> ItemGroups | None:
    """The groups of the data's items; none where none are given and none stand beside it."""
    return None if file is None and data.source.path is None else read_item_groups(data.source.path or "", file, data)


def _attackers(wanted: str | Attacker | Sequence[str | Attacker]) -> tuple[Attacker, ...]:
    """Attackers by name or as they are, each once; all there are where none is named."""
    given = [wanted] if isinstance(wanted, str | Attacker) else list(wanted)
    attackers: dict[str, Attacker] = {}
    for each in given or list(EVERY_ATTACKER):
        attacker = named_attackers([each])[0] if isinstance(each, str) else each
        if attackers.get(attacker.name, EVERY_ATTACKER.get(attacker.name, attacker)) != attacker:
            raise BadInput(f"--attacker {attacker.name}: there is another attacker of this name; rename it")
        attackers[attacker.name] = attacker
    return tuple(attackers.values())
