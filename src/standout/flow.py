"""The flow: interactions → knowledge → attacks → risk, in order.

`audit` attacks released data with knowledge drawn from the people in it and says who can be found. What it
returns is complete: the report, the JSON and the table of people are made from it alone.
"""

from __future__ import annotations

import dataclasses
import zlib
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from standout import __version__
from standout.attacks.contract import Attack, Floats, bound, scale_note
from standout.attacks.likelihood import Likelihood, with_threshold
from standout.engines.local import score
from standout.errors import BadInput
from standout.interactions.model import Int64s, Interactions
from standout.interactions.names import positions
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge, draw, seed_for, towards, whole_records
from standout.risk.calibration import Calibration, Trial, calibrated, halves_of
from standout.risk.explanation import Explained, chosen_examples, explained
from standout.risk.finding import Judged, finding
from standout.risk.learning import TARGETS as LEARNT_FROM
from standout.risk.learning import learnt
from standout.risk.outcomes import Outcomes, outcomes
from standout.risk.people import PersonalRisk, Traces, personal_risk
from standout.risk.similarity import Sparsity, guess_similarity, records_alike, senses_of, sparsity
from standout.risk.summary import summary
from standout.risk.trials import tried
from standout.settings import AuditSettings, Progress, no_progress
from standout.workbook import Arrays, Workbook

CHUNK = 10_000
"""Targets per part of the workbook."""

_TRACES = ("people", "items", "shares", "times")

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
    """A few people explained, where an attack gives probabilities."""


@dataclass(frozen=True)
class Explanations:
    """A few people explained, and by whose knowledge and which attack they were found."""

    adversary: str
    attack: str
    examples: list[Explained]


def audit(
    data: Interactions,
    settings: AuditSettings | None = None,
    *,
    released: Interactions | None = None,
    workbook: Workbook | None = None,
    progress: Progress = no_progress,
) -> Audit:
    """Attack the released data (the data itself, if nothing else is named) and say who can be found."""
    settings, target = settings or AuditSettings(), released or data
    book = workbook or Workbook(None, {})
    adversaries, notes = settings.adversaries_for(data)
    notes += [] if released is None else overlap(data, released)
    people = chosen_people(data, settings)
    run = _Run(data, target, settings, people, book, progress)
    run.total = len(people) * (len(adversaries) * len(settings.attacks) + settings.draws)
    judged = [run.judged(adversary, attack) for adversary in adversaries for attack in settings.attacks]
    adversary, attack = reference(judged)
    personal = run.personal(adversary, attack)
    sparse = run.sparsity()
    senses = senses_of(target)
    released_share = None if released is None else _share_released(data, released)
    found = summary(data, target if released is not None else None, sparse, personal, released_share)
    findings = {
        "standout": __version__,
        "seed": settings.seed,
        **found,
        "findings": [finding(one, senses) for one, _ in judged],
        "settings": {
            "targets": len(people),
            "draws": settings.draws,
            "attacks": [a.name for a in settings.attacks],
            "noise": settings.noise,
            "max_false": settings.max_false,
        },
        "notes": [*data.source.notes, *notes, *_scale_notes(data, target)],
    }
    return Audit(findings, personal, _found_by(judged), data, target, run.explanations(judged, adversary))


def _scale_notes(data: Interactions, released: Interactions) -> list[str]:
    note = scale_note(data.scale, released.scale)
    return [note] if note else []


def overlap(data: Interactions, released: Interactions) -> list[str]:
    """Refuse a release that has no person or no item in common with the data; note how many people are in both."""
    if not (positions(data.names.items, released.names.items) >= 0).any():
        raise BadInput("no item of the data is in the released data by id; both must use the same item ids")
    there = int((positions(data.names.people, released.names.people) >= 0).sum())
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
    return float((positions(data.names.people, released.names.people) >= 0).mean()) if data.people else 0.0


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
    if data.elsewhere is not None:
        return [data.source.sha256, data.scale.labels, data.first_day]
    arrays = (data.records.starts, data.records.items, data.records.values, data.records.days)
    return [
        data.source.sha256,
        data.scale.labels,
        data.first_day,
        [zlib.crc32(np.ascontiguousarray(a).data) for a in arrays],
    ]


def chosen_people(data: Interactions, settings: AuditSettings) -> Int64s:
    """The people to look for: everyone, or as many as wanted, drawn at random."""
    if settings.targets is None or settings.targets >= data.people:
        return np.arange(data.people, dtype=np.int64)
    order = np.random.default_rng(seed_for(settings.seed, "targets")).permutation(data.people)
    return np.sort(order[: settings.targets]).astype(np.int64)


def reference(judged: list[tuple[Judged, Int64s]]) -> tuple[Adversary, Attack]:
    """The adversary that personal risk is measured with, and the attack that finds most people for it."""
    by_name = {one.adversary.name: one.adversary for one, _ in judged}
    name = next((name for name in REFERENCE if name in by_name), next(iter(by_name)))
    rows = [one for one, _ in judged if one.adversary.name == name]
    best = max(rows, key=lambda one: float((one.outcomes.ranks == 1).mean()) if len(one.outcomes.ranks) else 0.0)
    return best.adversary, best.attack


def _found_by(judged: list[tuple[Judged, Int64s]]) -> dict[str, Int64s]:
    found: dict[str, list[Int64s]] = {}
    for one, people in judged:
        found.setdefault(one.adversary.name, []).append(people[one.outcomes.ranks == 1])
    return {name: np.unique(np.concatenate(people)) for name, people in found.items()}


@dataclass
class _Run:
    """One audit under way: what it works on, and how far it is."""

    data: Interactions
    released: Interactions
    settings: AuditSettings
    people: Int64s
    book: Workbook
    progress: Progress
    done: int = 0
    total: int = 0

    def step(self, what: str, count: int) -> None:
        self.done += count
        self.progress(what, self.done, self.total)

    def drawn(self, adversary: Adversary, people: Int64s, turn: int = 0) -> Drawn:
        drawn = draw(self.data, adversary, people, self.settings.seed, turn, self.lengths)
        return drawn if self.released is self.data else towards(self.released, self.data, drawn)

    @cached_property
    def lengths(self) -> Int64s:
        """How long each person's released record is (their own, where none is released): what can be known of it."""
        if self.released is self.data:
            return self.data.lengths
        there = positions(self.data.names.people, self.released.names.people)
        return np.where(there >= 0, self.released.lengths[np.maximum(there, 0)], self.data.lengths)

    def told(self, adversary: Adversary, attack: Attack) -> Attack:
        """The attack as this adversary uses it: told the rule, or having learnt it from what is known."""
        if self.settings.noise == "given" or not isinstance(attack, Likelihood):
            return bound(attack, adversary)
        drawn = self.drawn(adversary, self.people[:: max(len(self.people) // LEARNT_FROM, 1)])
        return learnt(attack, drawn.knowledge, self.released, self.settings.threads)

    def calibration(self, adversary: Adversary, attack: Attack) -> Calibration:
        """Map and threshold, from people of the released data: present, and taken out."""
        what = f"calibrating · {adversary.name} · {attack.name}"
        seed = seed_for(self.settings.seed, "calibration")

        def compute() -> Arrays:
            trial = tried(self.released, adversary, attack, seed, self.settings.threads)
            return {field.name: getattr(trial, field.name) for field in dataclasses.fields(Trial)}

        self.progress(what, self.done, self.total)
        trial = Trial(**self.book.part(what, compute))
        return calibrated(trial, halves_of(self.released.people, seed), self.settings.max_false)

    def judged(self, adversary: Adversary, attack: Attack) -> tuple[Judged, Int64s]:
        """Attack every target with one attack, chunk by chunk; finished chunks come from the workbook."""
        what = f"{adversary.name} · {attack.name}"
        parts, attack = [], self.told(adversary, attack)
        for begin in range(0, max(len(self.people), 1), CHUNK):
            people = self.people[begin : begin + CHUNK]
            parts.append(self.book.part(f"{what} {begin}", partial(self.attacked, adversary, attack, people)))
            self.step(what, len(people))
        rows = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        calibration: Calibration | None = None
        threshold: float | Floats = attack.verdict.threshold
        if attack.probabilities == "posterior":
            calibration = self.calibration(adversary, attack)
            attack = with_threshold(attack, max(calibration.thresholds))
            threshold = calibration.thresholds_for(rows["truths"])
        fields = {field.name: rows[field.name] for field in dataclasses.fields(Outcomes) if field.name != "threshold"}
        judged = Judged(
            adversary,
            attack,
            Outcomes(**fields, threshold=threshold),
            known=rows["known"],
            similarity=rows["similarity"],
            people=self.released.people,
            left_out=int(rows["left_out"].sum()),
            not_released=int((rows["truths"] < 0).sum()),
            unknown_items=int(rows["unknown_items"].sum()),
            candidates=int(rows["candidates"].max(initial=0)),
            lengths=self.lengths[rows["people"]],
            truths=rows["truths"],
            calibration=calibration,
            promised=self.settings.max_false,
        )
        return judged, rows["people"]

    def attacked(self, adversary: Adversary, attack: Attack, people: Int64s) -> Arrays:
        """Draw knowledge of these people, attack, judge: a part of the workbook."""
        drawn = self.drawn(adversary, people)
        entropy = attack.probabilities == "entropic"
        evidence = score(
            self.released,
            drawn.knowledge,
            attack,
            drawn.truths,
            entropy=entropy,
            threads=self.settings.threads,
        )
        judged = outcomes(evidence, attack, drawn.truths, self.released.people)
        rows: dict[str, Any] = dataclasses.asdict(judged)
        del rows["threshold"]
        return rows | {
            "people": drawn.people,
            "truths": drawn.truths,
            "known": drawn.knowledge.sizes,
            "candidates": evidence.candidates,
            "similarity": self.similarity(drawn.people, judged),
            "left_out": np.array([drawn.left_out]),
            "unknown_items": np.array([int((drawn.knowledge.items < 0).sum())]),
        }

    def explanations(self, judged: list[tuple[Judged, Int64s]], adversary: Adversary) -> Explanations | None:
        """A few targets of one adversary explained, item by item."""
        for one, people in judged:
            if one.adversary != adversary or one.calibration is None or one.truths is None or not len(people):
                continue
            chosen = chosen_examples(people, one.outcomes, one.calibration.thresholds_for(one.truths))
            drawn = self.drawn(adversary, np.sort(chosen))
            found = explained(self.released, one.attack, drawn, one.calibration, self.settings.threads)
            return Explanations(adversary.name, one.attack.name, found)
        return None

    def whole(self, people: Int64s) -> Knowledge:
        """People's whole records, in the codes of the released data."""
        return towards(self.released, self.data, Drawn(whole_records(self.data, people), people, people, 0)).knowledge

    @cached_property
    def own_similarity(self) -> Floats:
        """How similar everybody's record is to their released one: found once, for all who are guessed rightly."""
        found, truths = np.zeros((self.data.people, 3)), np.arange(self.data.people)
        if self.released is not self.data:
            truths = positions(self.data.names.people, self.released.names.people)
        for begin in range(0, len(self.people), CHUNK):
            people = self.people[begin : begin + CHUNK]
            found[people] = self.alike(people, truths[people])
        return found

    def alike(self, people: Int64s, guesses: Int64s) -> Floats:
        """How similar people's records are to the guessed ones."""
        if self.released is self.data:
            return records_alike(self.data, people, guesses, self.settings.threads)
        return guess_similarity(self.released, self.whole(people), guesses, self.settings.threads)

    def similarity(self, people: Int64s, judged: Outcomes) -> Floats:
        """How similar each target's record is to the guessed one."""
        found, wrong = self.own_similarity[people], np.flatnonzero(~judged.right)
        found[wrong] = self.alike(people[wrong], judged.guesses[wrong])
        return found

    def personal(self, adversary: Adversary, attack: Attack) -> PersonalRisk:
        """Risk person by person, as one part of the workbook."""
        what = f"person by person · {adversary.name} · {attack.name}"

        def compute() -> Arrays:
            risk = personal_risk(
                self.released, adversary, attack, self.people,
                lambda turn: self.drawn(adversary, self.people, turn), self.settings.draws,
                self.settings.threads, partial(self.step, what),
            )  # fmt: skip
            return {
                "people": risk.people, "draws": risk.draws, "found": risk.found, "named": risk.named,
                **{f"trace_{name}": getattr(risk.traces, name) for name in _TRACES},
            }  # fmt: skip

        rows = self.book.part(what, compute)
        traces = Traces(*(rows[f"trace_{name}"] for name in _TRACES))
        return PersonalRisk(
            adversary.name, attack.name, rows["people"], rows["draws"], rows["found"], rows["named"], traces
        )

    def sparsity(self) -> Sparsity:
        """Nearest-neighbour similarity, as one part of the workbook."""

        def compute() -> Arrays:
            found = sparsity(self.released, self.settings.sparsity_people, self.settings.seed, self.settings.threads)
            return {"people": found.people, "nearest": found.nearest}

        self.progress("how similar records are", self.done, self.total)
        rows = self.book.part("sparsity", compute)
        return Sparsity(rows["people"], rows["nearest"], tuple(senses_of(self.released)), self.released.people)
