"""`standout.infer`: what people's records betray about an attribute of theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Unpack

import msgspec

from standout.auditing.settings import Progress, check_numbers, no_progress
from standout.data.contents import refuse_replaced
from standout.data.dataset import AnyDataset, Dataset
from standout.data.item_groups import ItemGroups
from standout.engines.base import Engine
from standout.engines.local import LocalEngine
from standout.errors import BadInput
from standout.inference.attackers import STRONGEST, Attacker
from standout.inference.elsewhere.studying import check_offered, study_elsewhere
from standout.inference.elsewhere.summed_models import FITTING
from standout.inference.every_attacker import EVERY_ATTACKER
from standout.inference.every_attacker import attackers as named_attackers
from standout.inference.study import StudySettings, study
from standout.io.reading_options import ReadingArguments
from standout.io.tables.groups_of_items import read_item_groups
from standout.library.attributes import Cut, attribute_of, border_text, borders_of, only_attribute, table_file
from standout.library.engine_choice import on_spark, reads_on_spark, under
from standout.library.reading import Reading, as_dataset, asked, at_hand
from standout.library.runs import Clock, run_of
from standout.outputs.places import check_folder
from standout.outputs.scratch import scratch_folder
from standout.report.inference.inference_results import inference_result
from standout.report.paper.paper_pdf import check_printing
from standout.results.inference import KINDS, PDF, InferenceResult

_FOLDS = 10
IN_A_HURRY = (STRONGEST, "bernoulli", "multinomial")
"""The attackers of a quick look: the one that counts, in a small form, and the published ones that take no time."""


SUMS_IN_A_HURRY = ("bernoulli", "multinomial")
"""The same where records are in partitions."""


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
    engine: str | Engine | None = None,
    spark_master: str | None = None,
    out: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[ReadingArguments],
) -> InferenceResult:
    """Infer an attribute of people from what they have: how well it can be done, what gives people away, and who is
    hard to infer. Options as of the command `standout infer`.

    `data` is a path, a data frame, an Arrow table, a DuckDB relation, a SciPy sparse matrix or a dataset that was
    read. `attribute` is the name of one, looked up in `people` (a file or a table in memory) or in the table that
    stands beside the data; or its values: a mapping or a pandas series by person's id, or one value for each of the
    data's people. Without it, the only attribute there is. `groups` are those of items, a file or a table. `engine` is
    an engine, or "local" or "spark": where records are in partitions, attackers learn from sums over them (logistic
    regression and naive Bayes), and what gives people away is not looked for. A folder `out` gets `infer.json` and
    `infer.html`, and with `pdf` the page on paper.

    >>> import standout as so
    >>> found = so.infer("sample", "gender", attackers="multinomial", folds=3, quick=True)
    >>> found.classes, found.strongest, found.best().auc.mean > 0.8
    (('F', 'M'), 'multinomial', True)
    >>> print(found.headline())  # doctest: +ELLIPSIS
    From what people have, their gender is guessed rightly for ...%... of them, where always guessing “...
    """
    check_numbers(seed, None)
    clock, reading = Clock(), asked(**options)
    by_spark = reads_on_spark(engine, spark_master)
    elsewhere = by_spark or not (engine is None or isinstance(engine, str | LocalEngine))
    usual = (SUMS_IN_A_HURRY if quick else tuple(FITTING)) if elsewhere else IN_A_HURRY if quick else ()
    settings = StudySettings(_attackers(attackers or usual), folds, seed, quick)
    if elsewhere:
        _check_elsewhere(settings, people, groups, by_spark)
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
        with _opened(data, reading, engine, spark_master) as dataset:
            inferred = attribute_of(wanted, dataset, table, borders_of(cut), scratch)
            if elsewhere:
                studied = study_elsewhere(dataset, inferred, settings, tell)
            else:
                grouped = _groups(dataset, table_file(groups, scratch / "groups.parquet"))
                studied = study(at_hand(dataset), inferred, grouped, settings, tell)
            result = inference_result(studied, dataset)
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


@contextmanager
def _opened(data: Any, reading: Reading, engine: str | Engine | None, spark_master: str | None) -> Iterator[AnyDataset]:
    """The data under the engine that was asked for."""
    if engine == "spark":
        with on_spark(data, reading, spark_master) as dataset:
            yield dataset
    else:
        yield under(engine, as_dataset(data, reading))


def _check_elsewhere(settings: StudySettings, people: Any, groups: Any, by_spark: bool) -> None:
    """Refuse what cannot be had of records in partitions."""
    check_offered(settings.attackers)
    if groups is not None:
        raise BadInput("--groups: groups of items are not looked at on Spark; leave it out, or use --engine local")
    if by_spark and people is None:
        raise BadInput("--people: with --engine spark, name a table with attributes of people")


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


def _groups(data: AnyDataset, file: Path | None) -> ItemGroups | None:
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
