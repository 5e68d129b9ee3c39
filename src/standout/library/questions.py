"""What an audit asks besides who can be found: linkability, inference, and what would help; each kept once answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import msgspec

from standout.auditing.checkpoint import Checkpoints
from standout.auditing.fingerprints import sha256_of
from standout.auditing.flow import Audit
from standout.auditing.settings import AuditSettings, Progress
from standout.auditing.setup import chosen_people
from standout.auditing.time_split import is_folded, linkability
from standout.common.lanes import Lanes
from standout.data.attributes import Attribute
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.partition import Partition
from standout.errors import BadInput
from standout.inference.quick import quick_inference
from standout.io.tables.people_attributes import read_attribute
from standout.io.tables.people_tables import attribute_names, staged_once
from standout.library.pasteable import pasteable
from standout.library.reading import Reading
from standout.results.questions import Inference, InferredAttribute, Linkability, MeasuredAdvice, Questions
from standout.verification.measured_advice import attackers_among, measured_advice

MOST_ATTRIBUTES, MOST_PEOPLE = 5, 1_000_000
SHOWN = 3
"""How many helpful protections the pasteable comparison names."""

_NONE_BESIDE = "no attributes of people stand beside the data"

Kept = TypeVar("Kept", Linkability, InferredAttribute)


def questions(
    data: AnyDataset,
    released: AnyDataset,
    settings: AuditSettings,
    book: Checkpoints,
    progress: Progress,
    as_events: Callable[[], AnyDataset | None] = lambda: None,
) -> Questions:
    """Linkability of what is released, and what can be inferred about people of the data.

    `as_events` reads again what is released, with all repeats: asked only where these were folded.
    """
    progress("linking older to newer records", 0, 1)
    linked = _kept(book, "linkability", Linkability, lambda: _linkability(released, settings, as_events))
    progress("inferring attributes of people", 0, 1)
    return Questions(linkability=linked, inference=_inference(data, settings.seed, book))


def advice(
    audited: Audit,
    given: Any,
    reading: Reading,
    settings: AuditSettings,
    book: Checkpoints,
    progress: Progress,
    lanes: Lanes | None = None,
) -> MeasuredAdvice:
    """What was tried on this data, and the line that compares what helps most."""
    data, released = audited.data, audited.released
    plain = pasteable("compare", given, reading)
    if not (isinstance(data.held, Partition) and isinstance(released.held, Partition)):
        return MeasuredAdvice(reason=f"protections are not tried on the engine '{released.engine.name}'", compare=plain)
    attackers = attackers_among(
        settings.adversaries_for(data)[0],
        settings.attacks,
        audited.findings,
        chosen_people(data, settings),
        settings.seed,
        settings.threads,
    )
    local = cast(LocalDataset, data), cast(LocalDataset, released)
    measured = measured_advice(*local, attackers, compare=plain, checkpoints=book, progress=progress, lanes=lanes)
    named = [word for trial in measured.helpful[:SHOWN] for word in ("--with", trial.protection)]
    return msgspec.structs.replace(measured, compare=pasteable("compare", given, reading, named))


def _linkability(
    released: AnyDataset, settings: AuditSettings, as_events: Callable[[], AnyDataset | None]
) -> Linkability:
    """Whether halves of records are linked, with every repeat on its own day where it can be had."""
    events = as_events() if is_folded(released) and released.first_day is not None else None
    asked = released if events is None else events
    answer = linkability(asked, settings.seed, settings.threads, settings.crowd)
    return answer if events is None else msgspec.structs.replace(answer, as_events=True)


def _inference(data: AnyDataset, seed: int, book: Checkpoints) -> Inference:
    """What is guessed about the attributes that stand beside the data."""
    if data.source.path is None:
        return Inference(reason=_NONE_BESIDE)
    if data.people > MOST_PEOPLE:
        return Inference(reason=f"the data has more than {MOST_PEOPLE:,} people: too many for a quick look")
    try:
        with staged_once(data.source.path):
            read, skipped = _attributes(data, attribute_names(data.source.path))
    except BadInput:
        return Inference(reason=_NONE_BESIDE)
    answered = []
    for attribute in read:
        answer = _answer(data, attribute, seed, len(read), book)
        if isinstance(answer, str):
            skipped[attribute.name] = answer
        else:
            answered.append(answer)
    reason = None if answered else "none of the attributes beside the data can be asked for"
    return Inference(reason=reason, attributes=tuple(answered), skipped=skipped or None)


def _attributes(data: AnyDataset, names: tuple[str, ...]) -> tuple[list[Attribute], dict[str, str]]:
    """Attributes that people share, the first few of them; and why others are left out."""
    read: list[Attribute] = []
    skipped: dict[str, str] = {}
    for name in names:
        if len(read) == MOST_ATTRIBUTES:
            skipped[name] = f"an audit asks for {MOST_ATTRIBUTES} attributes"
            continue
        try:
            read.append(read_attribute(data.source.path or "", None, name, data))
        except BadInput:
            skipped[name] = "too few people share a value, or all do"
    return read, skipped


def _answer(
    data: AnyDataset, attribute: Attribute, seed: int, asked: int, book: Checkpoints
) -> InferredAttribute | str:
    """What is known of one attribute, kept under what everybody has of it."""

    def compute() -> dict[str, Any]:
        found = quick_inference(data, attribute, seed, asked)
        return {"skipped": found} if isinstance(found, str) else {"found": msgspec.to_builtins(found)}

    kept = book.document(f"inferred {attribute.name} {asked} {sha256_of(attribute.codes)}", compute)
    return str(kept["skipped"]) if "skipped" in kept else msgspec.convert(kept["found"], InferredAttribute)


def _kept(book: Checkpoints, name: str, kind: type[Kept], compute: Callable[[], Kept]) -> Kept:
    return msgspec.convert(book.document(name, lambda: msgspec.to_builtins(compute())), kind)
