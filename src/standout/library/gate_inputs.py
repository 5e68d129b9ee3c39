"""What stands beside the data of a gate: what protecting said, an earlier audit, links, attributes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from standout.auditing.settings import AuditSettings
from standout.auditing.time_split import is_folded, linkability
from standout.common.plain import plain_path
from standout.data.dataset import AnyDataset
from standout.data.item_groups import ItemGroups
from standout.errors import BadInput
from standout.inference.decisive import decisive_inference
from standout.io.tables.groups_of_items import read_item_groups
from standout.io.tables.people_attributes import read_attribute
from standout.io.tables.people_tables import attribute_names
from standout.library.protected import ProtectResult
from standout.protections import kind_of
from standout.protections.contract import Protection
from standout.results.audit import AuditDocument
from standout.results.protect import Options, ProtectDocument
from standout.results.questions import Inference, InferredAttribute, Linkability

MOST_ATTRIBUTES = 5


def baseline_of(baseline: str | Path) -> AuditDocument:
    """The findings of an earlier audit, in a file or a folder."""
    return AuditDocument.read(baseline)


def account_of(account: str | Path | None, released: Any, dataset: AnyDataset | None) -> ProtectDocument | None:
    """What protecting said of the release; refused if it was of another one."""
    if account is None:
        return released.document if isinstance(released, ProtectResult) else None
    where = plain_path(Path(account))
    if dataset is None:
        raise BadInput(f"--account {where}: is about a release; name that with --released")
    told = ProtectDocument.read(account)
    if told.out_sha256 is None or told.out_sha256 != dataset.source.sha256:
        raise BadInput(
            f"{where}: is not about the release that was named (another checksum); give what "
            "'standout protect --json' printed when that very file was made"
        )
    return told


def protections_of(account: ProtectDocument | None) -> tuple[Protection, ...]:
    """What was done to the release, as its account says."""
    steps = () if account is None else account.steps
    return tuple(_protection(step.protection, step.options) for step in steps)


def _protection(name: str, options: Options) -> Protection:
    kind = kind_of(name)
    fields = set() if kind is None else {field.name for field in dataclasses.fields(kind)}
    if kind is None or not options.keys() <= fields:
        raise BadInput(f"--account: protection '{name}' is not one that there is here; use the version that protected")
    protection: Protection = kind(**options)
    return protection


def linked_in(released: AnyDataset, settings: AuditSettings, as_events: Callable[[], AnyDataset | None]) -> Linkability:
    """Whether halves of records are linked, with every repeat on its own day where it can be had."""
    events = as_events() if is_folded(released) and released.first_day is not None else None
    answer = linkability(released if events is None else events, settings.seed, settings.threads, settings.crowd)
    return answer if events is None else msgspec.structs.replace(answer, as_events=True)


def inferred_from(data: AnyDataset, released: AnyDataset, people: str | Path | None, seed: int) -> Inference:
    """How well attributes of people, from the table named or beside the data, are told from released records."""
    place, table = data.source.path, None if people is None else Path(people)
    try:
        names = () if place is None and table is None else attribute_names(place or "", table)
    except BadInput:
        if table is not None:
            raise
        names = ()
    if not names:
        return Inference(reason="no attributes of people stand beside the data; name their table with --people")
    found, skipped = [], {}
    groups = _groups(place, released)
    for name in names[:MOST_ATTRIBUTES]:
        answer = _inferred(place or "", table, name, released, groups, seed)
        if isinstance(answer, str):
            skipped[name] = answer
        else:
            found.append(answer)
    reason = None if found else "none of the attributes can be asked for: " + "; ".join(skipped.values())
    return Inference(reason=reason, attributes=tuple(found), skipped=skipped or None)


def _inferred(
    place: str, table: Path | None, name: str, released: AnyDataset, groups: ItemGroups | None, seed: int
) -> InferredAttribute | str:
    try:
        attribute = read_attribute(place, table, name, released)
    except BadInput as problem:
        return problem.as_typed
    return decisive_inference(released, attribute, groups, seed)


def _groups(place: str | None, released: AnyDataset) -> ItemGroups | None:
    """The groups of items beside the data; none where they say nothing of what was released."""
    try:
        return None if place is None else read_item_groups(place, None, released)
    except BadInput:
        return None
