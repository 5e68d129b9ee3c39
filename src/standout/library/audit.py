"""`audit`: attack data and say who in it can be found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Unpack

from standout.auditing.checkpoint import Checkpoints
from standout.auditing.fingerprints import fingerprint, sha256_of
from standout.auditing.flow import audit as audit_data
from standout.auditing.settings import AuditSettings, Progress, no_progress
from standout.auditing.setup import side_by_side
from standout.auditing.truths import read_owners
from standout.common.arrays import Int64s
from standout.common.lanes import Lanes
from standout.common.memory import keeping_to, parse_memory
from standout.data.ahead import load_ahead
from standout.data.contents import refuse_replaced
from standout.data.dataset import AnyDataset
from standout.data.vocabulary import positions
from standout.engines.base import Engine
from standout.errors import BadInput
from standout.io.reading import check_there
from standout.io.reading_options import ReadingArguments
from standout.library.choosing import Adversaries, Attacks, chosen_adversaries, chosen_attacks, chosen_targets, listed
from standout.library.engine_choice import on_spark, reads_on_spark, under
from standout.library.interests import interest_of
from standout.library.pasteable import place_of
from standout.library.protected import ProtectResult
from standout.library.questions import advice, questions
from standout.library.reading import Reading, as_dataset, asked, read_as_events
from standout.library.runs import Clock, run_of
from standout.outputs.folders import working_folder
from standout.outputs.places import check_folder
from standout.report.audit.people import people_table
from standout.report.audit.results import audit_document
from standout.report.audit.targets import targets_of
from standout.report.paper.paper_pdf import check_printing
from standout.results.audit import KINDS, PDF, AuditResult
from standout.risk.adding import Interest
from standout.risk.theorems import DELTA, EPSILON


def audit(
    data: Any,
    *,
    released: Any = None,
    control: Any = None,
    truth: str | Path | None = None,
    adversaries: Adversaries | None = None,
    attacks: Attacks | None = None,
    targets: int | str | None = 10_000,
    draws: int | None = None,
    noise: str = "given",
    max_false: float = 0.01,
    crowd: int = 5,
    tune: bool = False,
    groups: str | Path | None = None,
    sensitive: str | Path | None = None,
    theory_epsilon: float = EPSILON,
    theory_delta: float = DELTA,
    seed: int = 1,
    threads: int | None = None,
    engine: str | Engine | None = None,
    spark_master: str | None = None,
    memory: str | None = None,
    show_ids: bool = False,
    pdf: bool = False,
    out: str | Path | None = None,
    progress: Progress | None = None,
    tell: Callable[[str], None] | None = None,
    **options: Unpack[ReadingArguments],
) -> AuditResult:
    """Attack data and say who in it can be found, how little one has to know for it, and how sure that is.

    `data` is whatever `read` takes; with `released`, that version of it is attacked, and knowledge still comes from
    `data`. `truth` is a CSV with an id of the data and a released id per row, where ids are others or people have
    several records: the key that `protect` writes. `control` are people who are not in the release, to tell what being
    in it costs; then the released data needs no ids in common with `data`, and may come from any tool. Adversaries and
    attacks are names or objects; none means all presets that fit the data, and the usual attacks. `engine` is an
    engine, or "local" or "spark". What named records add is told by `groups` (a table of items and groups, else what
    stands beside the data) and of items that the file `sensitive` names. With `out`, the report, the findings and the
    table of people are written there, and an audit that was killed goes on where it was; without it, nothing is
    written. With `pdf`, the report is also printed. `tell` hears what a command would note on the way.

    >>> import pyarrow as pa
    >>> import standout as so
    >>> held = [(person, (person * step) % 17) for person in range(30) for step in range(1, 8)]
    >>> people, items = zip(*sorted(set(held)))
    >>> bought = pa.table({"user": people, "item": items})
    >>> found = so.audit(bought, adversaries=so.Adversary(items=3, values="unknown"), attacks="tf-idf", draws=1)
    >>> found.looked_for, list(found.best_by_adversary())
    (30, ['3-items-no-values'])
    """
    clock, named_adversaries = Clock(), None if adversaries is None else listed(adversaries)
    settings = AuditSettings(
        adversaries=chosen_adversaries(named_adversaries),
        attacks=chosen_attacks(attacks),
        targets=chosen_targets(targets),
        draws=draws,
        noise=noise,
        max_false=max_false,
        crowd=crowd,
        tune=tune,
        theory_epsilon=theory_epsilon,
        theory_delta=theory_delta,
        seed=seed,
        threads=threads,
    )
    by_spark = reads_on_spark(engine, spark_master)
    if by_spark and truth is not None:
        raise BadInput("--truth: Spark looks for people by their ids alone; use --engine local")
    if by_spark and control is not None:
        raise BadInput("--control: cannot be compared on Spark yet; use --engine local")
    reading = asked(**options)
    progress, folder = progress or no_progress, None if out is None else Path(out)
    if pdf:
        check_printing()
    if folder is not None:
        named = (options.get("titles"), *(named_adversaries or ()))
        check_folder(
            folder,
            KINDS | ({PDF: "pdf"} if pdf else {}),
            _paths(data, released, control, truth, groups, sensitive, *named),
        )
    for path in [] if by_spark else _paths(released, control, data):
        check_there(path)
    with keeping_to(parse_memory(memory)), ExitStack() as held:
        work = None if folder is None else held.enter_context(working_folder(folder))
        progress(f"reading {data}" if isinstance(data, str | Path) else "reading the data", 0, 1)
        load_ahead("scipy.special", "scipy.optimize")

        def opened(given: Any, name: str) -> AnyDataset:
            if by_spark:
                return held.enter_context(on_spark(given, reading, spark_master))
            return under(engine, as_dataset(given, reading, work and work / name))

        dataset = opened(data, "data")
        other = None if released is None else opened(released, "released")
        interest = interest_of(dataset, other or dataset, groups, sensitive)
        apart = None if control is None else under(engine, as_dataset(control, reading, work and work / "control"))
        owners = _owners(truth, released, dataset, other)
        mark = fingerprint(dataset, other, settings, apart) if work else {}
        mark |= {} if owners is None else {"owners": sha256_of(owners)}
        checkpoints = Checkpoints(work and work / "parts", mark)
        if checkpoints.resumed and tell is not None:
            tell(f"going on: {checkpoints.resumed} parts were finished before")
        last, given = (dataset, data) if other is None else (other, released)
        again = partial(read_as_events, given, reading, last, work and work / "events")
        beside = (other, apart, owners)
        result = _result(dataset, beside, settings, interest, checkpoints, show_ids, progress, (data, reading), again)
        typed = _typed(released, control, truth, named_adversaries, attacks, groups, sensitive, settings, show_ids)
        result = replace(result, run=run_of("audit", data, reading, typed, clock, targets=settings.targets,
                                            tuned=tune, resumed=bool(checkpoints.resumed)))  # fmt: skip
        if folder is not None:
            progress("drawing the report", 1, 1)
            result.write(folder, pdf=pdf)
    return result


def _result(
    data: AnyDataset,
    beside: tuple[AnyDataset | None, AnyDataset | None, Int64s | None],
    settings: AuditSettings,
    interest: Interest,
    checkpoints: Checkpoints,
    show_ids: bool,
    progress: Progress,
    asked_with: tuple[Any, Reading],
    as_events: Callable[[], AnyDataset | None],
) -> AuditResult:
    """Audit data, and give people and items the names that they may be told under.

    `beside` it are the released version, people who are not in it, and whose released records are, if that is told.
    `asked_with` is the data as it was given, and how it was read: for commands that can be pasted. `as_events` reads
    what is released once more, with all repeats.
    """
    released, control, owners = beside
    count, inside = side_by_side(data, released, settings)
    with Lanes(count) as lanes:
        quiet = progress if count == 1 else no_progress
        asked = partial(questions, data, released or data, inside, checkpoints, quiet, as_events)
        answers = lanes.start(asked)
        audited = audit_data(
            data,
            inside,
            released=released,
            interest=interest,
            control=control,
            owners=owners,
            checkpoints=checkpoints,
            single_people=show_ids,
            progress=progress,
            lanes=lanes,
        )
        measured = advice(audited, *asked_with, inside, checkpoints, progress, lanes)
        answered = answers.result()
    secret = checkpoints.secret()
    result = AuditResult(
        document=audit_document(audited, show_ids, answered, measured),
        people=people_table(audited, secret, show_ids),
        listed=targets_of(audited, secret, show_ids).table,
    )
    refuse_replaced(data.mapped_from, *(each.mapped_from for each in (released, control) if each is not None))
    return result


def _owners(truth: str | Path | None, released: Any, data: AnyDataset, other: AnyDataset | None) -> Int64s | None:
    """Whose the released records are, where a file says it, or the result of a protection that made new people."""
    if truth is not None:
        if other is None:
            raise BadInput(f"--truth {truth}: says whose released records are; give the release with --released")
        return read_owners(Path(truth), data, other)
    if isinstance(released, ProtectResult) and released.whose is not None:
        return positions(released.whose, data.vocabulary.people)
    return None


def _typed(
    released: Any,
    control: Any,
    truth: str | Path | None,
    adversaries: Sequence[Any] | None,
    attacks: Attacks | None,
    groups: str | Path | None,
    sensitive: str | Path | None,
    settings: AuditSettings,
    show_ids: bool,
) -> dict[str, Any]:
    """The options that were not left at their default, as they are typed."""
    usual = AuditSettings()
    numbers = {
        name.replace("_", "-"): value
        for name in ("draws", "noise", "max_false", "crowd", "tune", "theory_epsilon", "theory_delta", "seed")
        if (value := getattr(settings, name)) != getattr(usual, name)
    }
    beside = {name: place_of(data) for name, data in (("released", released), ("control", control)) if data is not None}
    chosen = {"adversary": adversaries, "attack": None if attacks is None else listed(attacks)}
    many = {} if settings.targets == usual.targets else {"targets": settings.targets or "all"}
    return {
        **beside, **chosen, **many, **numbers, "truth": truth, "groups": groups, "sensitive": sensitive,
        "show-ids": show_ids,
    }  # fmt: skip


def _paths(*given: Any) -> list[str]:
    """Those of the things given that are paths, or words for one."""
    return [str(thing) for thing in given if isinstance(thing, str | Path)]
