"""The flow: interactions → knowledge → attacks → risk, in order.

`audit` attacks released data with knowledge drawn from the people in it and says who can be found. What it
returns is complete: the report, the JSON and the table of people are made from it alone.
"""

from __future__ import annotations

import dataclasses
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np

from standout import __version__
from standout.attacks.contract import Attack, Floats, bound, scale_note
from standout.attacks.likelihood import Likelihood, with_threshold
from standout.effort import (
    Meter,
    attack_effort,
    entries_per_target,
    neighbours_effort,
    spread_out,
    typical_holders,
)
from standout.engines.evidence import Evidence
from standout.engines.local import score
from standout.errors import BadInput
from standout.interactions.model import Int64s, Interactions
from standout.interactions.names import positions
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge, draw, of_targets, seed_for, towards, whole_records
from standout.memory import make_room
from standout.risk.calibration import Calibration, Trial, calibrated, halves_of
from standout.risk.explanation import Explained, chosen_examples, explained
from standout.risk.finding import Judged, finding
from standout.risk.learning import TARGETS as LEARNT_FROM
from standout.risk.learning import learnt
from standout.risk.outcomes import Outcomes, outcomes
from standout.risk.people import BY_PERSON, ByItem, PersonalRisk, Turn, personal_risk, rivals_of, together, turn_of
from standout.risk.similarity import Sparsity, guess_similarity, records_alike, senses_of, sparsity
from standout.risk.summary import summary
from standout.risk.trials import TARGETS as TRIALS
from standout.risk.trials import tried
from standout.settings import AuditSettings, Progress, no_progress
from standout.workbook import Arrays, Workbook

CHUNK = 10_000
"""Targets per part of the workbook."""

BITS_TARGETS = 10_000
"""Of more targets than this, so many, chosen at random, have the bits measured that are missing to their record: that
takes a second look at everybody's score, and the mean is as certain as it needs to be."""

_KEPT = ("people", "ranks", "standing_out", "rivals")

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
    run = _Run(data, target, settings, people, book, Meter(progress))
    run.plan(adversaries)
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
            "draws": run.draws,
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
        [_checksum(array) for array in arrays],
    ]


def _checksum(array: np.ndarray[Any, Any]) -> int:
    """Of all bytes of an array, piece by piece, as memory allows."""
    found = 0
    for begin in range(0, len(array), 1 << 22):
        found = zlib.crc32(np.ascontiguousarray(array[begin : begin + (1 << 22)]).data, found)
        make_room()
    return found


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
    meter: Meter
    outcomes: dict[tuple[str, str], Arrays] = field(default_factory=dict)
    """What came of every attack, for adding more turns to it."""

    @property
    def draws(self) -> int:
        return self.settings.draws_for(len(self.people))

    def plan(self, adversaries: list[Adversary]) -> None:
        """Find out how much there is to do, so that the time left can be told."""
        attacks, people = self.settings.attacks, len(self.people)
        for adversary in adversaries:
            self.meter.total += sum(self.effort(adversary, attack) for attack in attacks) * people
            self.meter.total += sum(self.calibration_effort(adversary, attack) for attack in attacks)
        self.meter.total += self.again(reference_among(adversaries), attacks[0]) + self.sparsity_effort

    @cached_property
    def efforts(self) -> dict[tuple[str, str], float]:
        return {}

    def effort(self, adversary: Adversary, attack: Attack) -> float:
        """The work of attacking one target."""
        key = (adversary.name, attack.name)
        if key not in self.efforts:
            exponentials = 1.0 if len(self.people) <= BITS_TARGETS else 2 * BITS_TARGETS / len(self.people)
            entries = self.entries(adversary)
            self.efforts[key] = attack_effort(entries, attack, self.released.people, exponentials)
        return self.efforts[key]

    def entries(self, adversary: Adversary) -> float:
        """How many entries are looked at for one target; where the records are elsewhere, a guess will do."""
        if self.data.elsewhere is not None or self.released.elsewhere is not None:
            return (adversary.items or 8) * typical_holders(self.released)
        return entries_per_target(self.drawn(adversary, spread_out(self.people)).knowledge, self.released)

    def again(self, adversary: Adversary, attack: Attack) -> float:
        """The work of the further draws for the table of people."""
        return (self.draws - 1) * len(self.people) * self.effort(adversary, attack)

    def calibration_effort(self, adversary: Adversary, attack: Attack) -> float:
        return TRIALS * self.effort(adversary, attack) if attack.probabilities == "posterior" else 0.0

    @cached_property
    def sparsity_effort(self) -> float:
        wanted = min(self.settings.sparsity_people, self.released.people)
        return wanted * neighbours_effort(self.released)

    def part(self, name: str, what: str, effort: float, compute: Callable[[], Arrays]) -> Arrays:
        """A part of the workbook; work that an earlier run did is taken out of what there is to do."""
        if self.book.has(name):
            self.meter.skip(what, effort)
            return self.book.part(name, compute)
        before = self.meter.done
        found = self.book.part(name, compute)
        self.meter.step(what, effort - (self.meter.done - before))
        return found

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

        self.meter.tell(what)
        trial = Trial(**self.part(what, what, self.calibration_effort(adversary, attack), compute))
        return calibrated(trial, halves_of(self.released.people, seed), self.settings.max_false)

    def judged(self, adversary: Adversary, attack: Attack) -> tuple[Judged, Int64s]:
        """Attack every target with one attack, chunk by chunk; finished chunks come from the workbook."""
        what = f"{adversary.name} · {attack.name}"
        parts, attack = [], self.told(adversary, attack)
        for begin in range(0, max(len(self.people), 1), CHUNK):
            people = self.people[begin : begin + CHUNK]
            effort = len(people) * self.effort(adversary, attack)
            compute = partial(self.attacked, adversary, attack, people)
            parts.append(self.part(f"{what} {begin}", what, effort, compute))
        rows = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        self.outcomes[adversary.name, attack.name] = {name: rows[name] for name in _KEPT}
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
        evidence = self.scored(adversary, attack, drawn)
        judged = outcomes(evidence, attack, drawn.truths, self.released.people)
        rows: dict[str, Any] = dataclasses.asdict(judged)
        del rows["threshold"]
        return rows | {
            "people": drawn.people,
            "truths": drawn.truths,
            "known": drawn.knowledge.sizes,
            "candidates": evidence.candidates,
            "rivals": rivals_of(evidence, drawn.truths),
            "similarity": self.similarity(drawn.people, judged),
            "left_out": np.array([drawn.left_out]),
            "unknown_items": np.array([int((drawn.knowledge.items < 0).sum())]),
        }

    def scored(self, adversary: Adversary, attack: Attack, drawn: Drawn) -> Evidence:
        """Evidence of a chunk of targets, with bits for those of them that bits are measured on."""
        what, effort = f"{adversary.name} · {attack.name}", self.effort(adversary, attack)
        measured = attack.probabilities == "entropic"
        everyone = len(self.people) <= BITS_TARGETS
        evidence = score(
            self.released, drawn.knowledge, attack, drawn.truths, entropy=measured and everyone,
            threads=self.settings.threads, progress=lambda count: self.meter.step(what, count * effort),
        )  # fmt: skip
        if measured and not everyone:
            some = np.flatnonzero(np.isin(drawn.people, self.measured))
            known, truths = of_targets(drawn.knowledge, some), drawn.truths[some]
            again = score(self.released, known, attack, truths, entropy=True, threads=self.settings.threads)
            evidence.exponentials[some] = again.exponentials
        return evidence

    @cached_property
    def measured(self) -> Int64s:
        """The targets whose bits are measured, where there are too many to measure everybody's."""
        order = np.random.default_rng(seed_for(self.settings.seed, "bits")).permutation(len(self.people))
        return self.people[order[:BITS_TARGETS]]

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
        """Risk person by person, chunk by chunk."""
        what = f"person by person · {adversary.name} · {attack.name}"
        self.meter.total += self.again(adversary, attack) - self.again(adversary, self.settings.attacks[0])
        parts = []
        for begin in range(0, max(len(self.people), 1), CHUNK):
            people = self.people[begin : begin + CHUNK]
            effort = (self.draws - 1) * len(people) * self.effort(adversary, attack)
            rows = self.part(f"{what} {begin}", what, effort, partial(self.risk_of, what, adversary, attack, people))
            by_item = ByItem(rows["helped"], rows["times"], rows["item_shares"])
            parts.append(
                PersonalRisk(adversary.name, attack.name, **{name: rows[name] for name in BY_PERSON}, by_item=by_item)
            )
        return together(parts)

    def risk_of(self, what: str, adversary: Adversary, attack: Attack, people: Int64s) -> Arrays:
        """Attack a chunk of people again and again: a part of the workbook."""
        effort = self.effort(adversary, attack)

        def turns() -> Iterator[Turn]:
            yield self.first_turn(adversary, attack, people)
            for number in range(1, self.draws):
                drawn = self.drawn(adversary, people, number)
                evidence = score(
                    self.released, drawn.knowledge, attack, drawn.truths, threads=self.settings.threads,
                    progress=lambda count: self.meter.step(what, count * effort),
                )  # fmt: skip
                yield turn_of(evidence, attack, drawn, self.released.people)

        risk = personal_risk(self.released, adversary, attack, people, turns(), self.settings.threads)
        rows = {name: getattr(risk, name) for name in BY_PERSON}
        return rows | {
            "helped": risk.by_item.helped, "times": risk.by_item.times, "item_shares": risk.by_item.shares
        }  # fmt: skip

    def first_turn(self, adversary: Adversary, attack: Attack, people: Int64s) -> Turn:
        """The attack whose outcome is in the findings: it counts, and need not be made again."""
        rows = self.outcomes[adversary.name, attack.name]
        here = slice(*np.searchsorted(rows["people"], (people[0], people[-1] + 1))) if len(people) else slice(0, 0)
        first = rows["ranks"][here] == 1
        named = first & (rows["standing_out"][here] >= attack.verdict.threshold)
        return Turn(self.drawn(adversary, people), first, named, rows["rivals"][here])

    def sparsity(self) -> Sparsity:
        """Nearest-neighbour similarity, as one part of the workbook."""

        def compute() -> Arrays:
            wanted = min(self.settings.sparsity_people, self.released.people)
            found = sparsity(
                self.released, wanted, self.settings.seed, self.settings.threads,
                lambda count: self.meter.step(what, count / max(wanted, 1) * self.sparsity_effort),
            )  # fmt: skip
            return {"people": found.people, "nearest": found.nearest}

        what = "how similar records are"
        self.meter.tell(what)
        rows = self.part("sparsity", what, self.sparsity_effort, compute)
        return Sparsity(rows["people"], rows["nearest"], tuple(senses_of(self.released)), self.released.people)
