"""An audit under way: attacks, personal risk and sparsity, chunk by chunk through the workbook."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np

from standout.attacks.contract import Attack, Floats, bound
from standout.attacks.likelihood import Likelihood, with_threshold
from standout.auditing.checkpoint import Arrays, Workbook
from standout.auditing.effort import Efforts, Meter, spread_out
from standout.auditing.settings import AuditSettings
from standout.data.model import Int64s, Interactions
from standout.data.vocabulary import positions
from standout.engines.local import score
from standout.engines.tally import Evidence
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge, draw, of_targets, seed_for, towards, whole_records
from standout.risk.calibration import Calibration, Trial, calibrated, halves_of
from standout.risk.explanation import Explained, chosen_examples, explained
from standout.risk.finding import Judged
from standout.risk.learning import TARGETS as LEARNT_FROM
from standout.risk.learning import learnt
from standout.risk.outcomes import Outcomes, outcomes
from standout.risk.people import BY_PERSON, ByItem, PersonalRisk, Turn, personal_risk, rivals_of, together, turn_of
from standout.risk.similarity import Sparsity, guess_similarity, records_alike, senses_of, sparsity
from standout.risk.trials import TARGETS as TRIALS
from standout.risk.trials import tried
from standout.risk.typical import MOST_PEOPLE as MOST_TYPICAL
from standout.risk.typical import Typical, kinds, of_usual_size, told_of, typical

CHUNK = 10_000
"""Targets per part of the workbook."""

BITS_TARGETS = 10_000
"""Of more targets than this, so many, chosen at random, have the bits measured that are missing to their record: that
takes a second look at everybody's score, and the mean is as certain as it needs to be."""

_KEPT = ("people", "ranks", "standing_out", "rivals")


@dataclass(frozen=True)
class Explanations:
    """What gave people away, and by whose knowledge and which attack they were found."""

    adversary: str
    attack: str
    typical: list[Typical]
    """Cases of a crowd, or invented: nobody in particular."""
    examples: list[Explained] = field(default_factory=list)
    """Single people; only where ids are shown."""


@dataclass
class Run:
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

    def plan(self, adversaries: list[Adversary], first: Adversary) -> None:
        """Find out how much there is to do, so that the time left can be told; `first` is attacked with again."""
        attacks, people = self.settings.attacks, len(self.people)
        for adversary in adversaries:
            self.meter.total += sum(people * self.efforts.of(adversary, attack) for attack in attacks)
            self.meter.total += sum(self.efforts.trials(adversary, attack, TRIALS) for attack in attacks)
        self.meter.total += self.again(first, attacks[0]) + self.efforts.neighbours(self.settings.sparsity_people)
        self.meter.total += self.efforts.finishing(people, self.meter.total)

    @cached_property
    def efforts(self) -> Efforts:
        some = spread_out(self.people)
        return Efforts(
            self.released, min(1.0, 2 * BITS_TARGETS / max(len(self.people), 1)), partial(self.drawn, people=some)
        )

    def again(self, adversary: Adversary, attack: Attack) -> float:
        """The work of the further draws for the table of people."""
        return (self.draws - 1) * len(self.people) * self.efforts.of(adversary, attack)

    def part(self, name: str, what: str, effort: float, compute: Callable[[], Arrays]) -> Arrays:
        """A part of the workbook; work that an earlier run did is taken out of what there is to do."""
        if self.book.has(name):
            self.meter.skip(what, effort)
            return self.book.part(name, compute)
        before = self.meter.done
        found = self.book.part(name, compute)
        self.meter.settle(what, effort, self.meter.done - before)
        return found

    def drawn(self, adversary: Adversary, people: Int64s, turn: int = 0) -> Drawn:
        drawn = draw(self.data, adversary, people, self.settings.seed, turn, self.lengths)
        return drawn if self.released is self.data else towards(self.released, self.data, drawn)

    @cached_property
    def lengths(self) -> Int64s:
        """How long each person's released record is (their own, where none is released): what can be known of it."""
        if self.released is self.data:
            return self.data.lengths
        there = positions(self.data.vocabulary.people, self.released.vocabulary.people)
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
        trial = Trial(**self.part(what, what, self.efforts.trials(adversary, attack, TRIALS), compute))
        return calibrated(trial, halves_of(self.released.people, seed), self.settings.max_false)

    def judged(self, adversary: Adversary, attack: Attack) -> tuple[Judged, Int64s]:
        """Attack every target with one attack, chunk by chunk; finished chunks come from the workbook."""
        what = f"{adversary.name} · {attack.name}"
        parts, attack = [], self.told(adversary, attack)
        for begin in range(0, max(len(self.people), 1), CHUNK):
            people = self.people[begin : begin + CHUNK]
            effort = len(people) * self.efforts.of(adversary, attack)
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
            crowd=self.settings.crowd,
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
        what, effort = f"{adversary.name} · {attack.name}", self.efforts.of(adversary, attack)
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

    def explanations(
        self, judged: list[tuple[Judged, Int64s]], adversary: Adversary, single_people: bool
    ) -> Explanations | None:
        """What gave targets of one adversary away, item by item: typical cases, or single people if they are wanted."""
        for one, people in judged:
            if one.adversary != adversary or one.calibration is None or one.truths is None or not len(people):
                continue
            if not single_people:
                return Explanations(adversary.name, one.attack.name, self.typical(one, one.calibration, people))
            thresholds = one.calibration.thresholds_for(one.truths)
            chosen = chosen_examples(people, one.outcomes, thresholds, self.book.secret())
            drawn = self.drawn(adversary, np.sort(chosen))
            found = explained(self.released, one.attack, drawn, one.calibration, self.settings.threads)
            return Explanations(adversary.name, one.attack.name, [], found)
        return None

    def typical(self, one: Judged, calibration: Calibration, people: Int64s) -> list[Typical]:
        """For each kind of outcome that a crowd of people had, what is typical of it."""
        found, crowd = [], self.settings.crowd
        assert one.truths is not None
        by_lot = np.random.default_rng(seed_for(self.settings.seed, "typical")).permutation(len(people))
        for kind, rows in kinds(one.outcomes, calibration.thresholds_for(one.truths)).items():
            if len(rows) < crowd:
                continue
            rows = np.sort(by_lot[np.isin(by_lot, rows)][:MOST_TYPICAL])
            rows = rows[of_usual_size(one.known[rows], crowd)]
            drawn = self.drawn(one.adversary, people[rows])
            told = told_of(rows, drawn, one.outcomes, calibration)
            found.append(typical(self.released, one.attack, kind, told, crowd, self.settings.threads))
        return found

    def whole(self, people: Int64s) -> Knowledge:
        """People's whole records, in the codes of the released data."""
        return towards(self.released, self.data, Drawn(whole_records(self.data, people), people, people, 0)).knowledge

    @cached_property
    def own_similarity(self) -> Floats:
        """How similar everybody's record is to their released one: found once, for all who are guessed rightly."""
        found, truths = np.zeros((self.data.people, 3)), np.arange(self.data.people)
        if self.released is not self.data:
            truths = positions(self.data.vocabulary.people, self.released.vocabulary.people)
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
            effort = (self.draws - 1) * len(people) * self.efforts.of(adversary, attack)
            rows = self.part(f"{what} {begin}", what, effort, partial(self.risk_of, what, adversary, attack, people))
            by_item = ByItem(rows["helped"], rows["times"], rows["item_shares"])
            parts.append(
                PersonalRisk(adversary.name, attack.name, **{name: rows[name] for name in BY_PERSON}, by_item=by_item)
            )
        return together(parts)

    def risk_of(self, what: str, adversary: Adversary, attack: Attack, people: Int64s) -> Arrays:
        """Attack a chunk of people again and again: a part of the workbook."""
        effort = self.efforts.of(adversary, attack)

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
        what, wanted = "how similar records are", min(self.settings.sparsity_people, self.released.people)
        effort = self.efforts.neighbours(wanted)

        def compute() -> Arrays:
            found = sparsity(
                self.released, wanted, self.settings.seed, self.settings.threads,
                lambda count: self.meter.step(what, effort * count / max(wanted, 1)),
            )  # fmt: skip
            return {"people": found.people, "nearest": found.nearest}

        self.meter.tell(what)
        rows = self.part("sparsity", what, effort, compute)
        return Sparsity(rows["people"], rows["nearest"], tuple(senses_of(self.released)), self.released.people)
