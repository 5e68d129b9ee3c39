"""The flow: interactions → knowledge → attacks → risk, in order.

`audit` attacks released data with knowledge drawn from the people in it and says who can be found. What it
returns is complete: the report, the JSON and the table of people are made from it alone.
"""

from __future__ import annotations

import dataclasses
import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from standout import __version__
from standout.attacks.contract import Attack, scale_note
from standout.auditing.checkpoint import Workbook
from standout.auditing.effort import Meter
from standout.auditing.run import Explanations, Run
from standout.auditing.settings import USUAL_CROWD, AuditSettings, Progress, no_progress
from standout.common.memory import make_room
from standout.data.model import Int64s, Interactions
from standout.data.vocabulary import positions, text_of
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import seed_for
from standout.risk.data_summary import summary
from standout.risk.finding import Judged, finding
from standout.risk.people import PersonalRisk
from standout.risk.similarity import senses_of

_HASHED_AT_ONCE = 4

REFERENCE = ("acquaintance", "no-dates", "share", "mentions")
"""Whose knowledge personal risk is measured with: the first of these that is there."""


@dataclass(frozen=True)
class Audit:
    """The result of an audit: findings for JSON, and risk person by person."""

    findings: dict[str, Any]
    personal: PersonalRisk
    found_by: dict[str, Int64s]
    """For each adversary, the people whom at least one attack found."""
    data: Interactions
    released: Interactions
    explained: Explanations | None = None
    """What gave people away, where an attack gives probabilities."""
    crowd: int = USUAL_CROWD
    """Nothing is told of fewer people than this, unless ids are shown."""


def audit(
    data: Interactions,
    settings: AuditSettings | None = None,
    *,
    released: Interactions | None = None,
    workbook: Workbook | None = None,
    single_people: bool = False,
    progress: Progress = no_progress,
) -> Audit:
    """Attack the released data (the data itself, if nothing else is named) and say who can be found.

    With `single_people`, a few of them are explained one by one; otherwise only what is typical.
    """
    settings, target = settings or AuditSettings(), released or data
    book = workbook or Workbook(None, {})
    adversaries, notes = settings.adversaries_for(data)
    notes += [] if released is None else overlap(data, released)
    people = chosen_people(data, settings)
    run = Run(data, target, settings, people, book, Meter(progress))
    run.plan(adversaries, reference_among(adversaries))
    judged = [run.judged(adversary, attack) for adversary in adversaries for attack in settings.attacks]
    adversary, attack = reference(judged)
    personal = run.personal(adversary, attack)
    sparse = run.sparsity()
    senses = senses_of(target)
    released_share = None if released is None else _share_released(data, released)
    found = summary(data, target if released is not None else None, sparse, personal, released_share, settings.crowd)
    found["personal"] |= _found_by_others(personal, judged, settings.crowd)
    findings = {
        "standout": __version__,
        "seed": settings.seed,
        **found,
        "findings": [finding(one, senses) for one, _ in judged],
        "settings": {
            "targets": len(people),
            "draws": run.draws,
            "attacks": [a.name for a in settings.attacks],
            "noise": settings.noise,
            "max_false": settings.max_false,
            "crowd": settings.crowd,
        },
        "notes": [*data.source.notes, *notes, *_scale_notes(data, target)],
    }
    explained = run.explanations(judged, adversary, single_people)
    return Audit(findings, personal, _found_by(judged), data, target, explained, settings.crowd)


def _scale_notes(data: Interactions, released: Interactions) -> list[str]:
    note = scale_note(data.scale, released.scale)
    return [note] if note else []


def overlap(data: Interactions, released: Interactions) -> list[str]:
    """Refuse a release that has no person or no item in common with the data; note how many people are in both."""
    if not (positions(data.vocabulary.items, released.vocabulary.items) >= 0).any():
        raise BadInput("no item of the data is in the released data by id; both must use the same item ids")
    there = int((positions(data.vocabulary.people, released.vocabulary.people) >= 0).sum())
    if not there:
        raise BadInput(
            "no person of the data is in the released data by id, so nobody could be judged; "
            "keep the ids in the released version, or use 'standout link' with --truth"
        )
    if there == data.people:
        return []
    return [f"{there:,} of {data.people:,} people of the data are in the released data; nobody can find the others"]


def _share_released(data: Interactions, released: Interactions) -> float:
    """The share of the people of the data whose record is in the released data."""
    return float((positions(data.vocabulary.people, released.vocabulary.people) >= 0).mean()) if data.people else 0.0


def fingerprint(data: Interactions, released: Interactions | None, settings: AuditSettings) -> dict[str, Any]:
    """What a workbook must have been begun with to be gone on with; threads do not matter."""
    kept = dataclasses.replace(settings, threads=None)
    return {
        "version": __version__,
        "settings": repr(kept),
        "data": _mark(data),
        "released": released and _mark(released),
    }


def _mark(data: Interactions) -> list[Any]:
    """What figures depend on: all that the data holds, and where it says that it comes from."""
    known = [data.source.sha256, repr(data.scale), data.first_day, data.last_day]
    if data.elsewhere is not None:
        return known
    records, names = data.records, data.vocabulary
    arrays = [
        records.starts,
        records.items,
        records.values,
        records.days,
        *text_of(names.people),
        *text_of(names.items),
    ]
    if names.titles is not None:
        arrays += text_of(names.titles)
    with ThreadPoolExecutor(_HASHED_AT_ONCE) as pool:
        return [*known, *pool.map(sha256_of, arrays)]


def sha256_of(array: np.ndarray[Any, Any]) -> str:
    """Of all bytes of an array, piece by piece, as memory allows."""
    found = hashlib.sha256()
    for begin in range(0, len(array), 1 << 22):
        found.update(np.ascontiguousarray(array[begin : begin + (1 << 22)]).data)
        make_room()
    return found.hexdigest()


def chosen_people(data: Interactions, settings: AuditSettings) -> Int64s:
    """The people to look for: everyone, or as many as wanted, drawn at random."""
    if settings.targets is None or settings.targets >= data.people:
        return np.arange(data.people, dtype=np.int64)
    order = np.random.default_rng(seed_for(settings.seed, "targets")).permutation(data.people)
    return np.sort(order[: settings.targets]).astype(np.int64)


def reference(judged: list[tuple[Judged, Int64s]]) -> tuple[Adversary, Attack]:
    """The adversary that personal risk is measured with, and the attack that finds most people for it."""
    name = reference_among([one.adversary for one, _ in judged]).name
    rows = [one for one, _ in judged if one.adversary.name == name]
    best = max(rows, key=lambda one: float((one.outcomes.ranks == 1).mean()) if len(one.outcomes.ranks) else 0.0)
    return best.adversary, best.attack


def reference_among(adversaries: list[Adversary]) -> Adversary:
    """The adversary that personal risk is measured with."""
    by_name = {adversary.name: adversary for adversary in adversaries}
    return next((by_name[name] for name in REFERENCE if name in by_name), adversaries[0])


def _found_by_others(personal: PersonalRisk, judged: list[tuple[Judged, Int64s]], crowd: int) -> dict[str, int]:
    """How many of those who have too few items for the repeated draws another adversary found; not if they are few."""
    found = np.unique(np.concatenate(list(_found_by(judged).values())))
    count = int(np.isin(personal.people[personal.draws == 0], found).sum())
    return {"found_by_others": count} if count == 0 or count >= crowd else {}


def _found_by(judged: list[tuple[Judged, Int64s]]) -> dict[str, Int64s]:
    found: dict[str, list[Int64s]] = {}
    for one, people in judged:
        found.setdefault(one.adversary.name, []).append(people[one.outcomes.ranks == 1])
    return {name: np.unique(np.concatenate(people)) for name, people in found.items()}
