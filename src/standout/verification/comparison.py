"""One comparison under way: the data as it is, then a row per protection.

Everything that does not depend on a protection is computed once; each protection's row is a checkpoint, so
that a run that was killed goes on with the next. Rows are computed in threads, each row by itself on one core.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import TypeVar

import msgspec
import numpy as np

from standout.auditing.checkpoint import Checkpoints
from standout.auditing.fingerprints import code_of, sha256_of
from standout.auditing.settings import AuditSettings, Progress
from standout.auditing.setup import chosen_people
from standout.common.arrays import Int64s
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.item_groups import ItemGroups
from standout.data.vocabulary import positions
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.protections.contract import Protection
from standout.protections.protecting import Outcome, protect
from standout.results.base import Part
from standout.results.compare import ProtectionRow, Unprotected
from standout.results.compare_found import Identified, worst_adversary
from standout.results.compare_measures import AttributeRisk, Realism, ToldApart, Utility, UtilityLoss
from standout.results.compare_uses import Use
from standout.results.learned import Learned
from standout.verification.attribute import Inference, Reached, attribute_risk
from standout.verification.attribute_hiding import hiding, with_hiding
from standout.verification.before import Before
from standout.verification.computed_once import ComputedOnce
from standout.verification.crowd_labels import knowing_crowd_labels
from standout.verification.fragment_joining import Fragments, fragments_of
from standout.verification.grid import Candidate
from standout.verification.identification import Hits, Search, compared, hits_after, hits_before
from standout.verification.intended import Meant, Taught, meant_for, taught_by
from standout.verification.learned_again import (
    Division,
    divided_people,
    guessers,
    learned_after,
    learned_before,
    protected_rest,
)
from standout.verification.made_for_it import made_for
from standout.verification.pairs_row import lost_by, pairs_row
from standout.verification.realism import Halving, people_seen, realism, told_apart
from standout.verification.seen import Seen, seen
from standout.verification.utility import Measured, losses, utility
from standout.verification.without_records import Publish
from standout.verification.workers import Workers, workers

Kept = TypeVar("Kept")

_BY_PEOPLE = "acts on what is public about people: the released data, and what it is good for, stay as they are"
_NEW_PEOPLE = (
    "its people are new ones: utility lost is that of lists for people who are not in it, and nothing that is tied to "
    "people (utility, realism, attributes) can be measured"
)
_PAIRED = ("errors", "error_people", "gains", "people", "reached", "next_hits", "next_people")
"""What of a measure of utility is kept as arrays, to be paired with others."""


@dataclass(frozen=True)
class Refused:
    """A protection of the grid that the data cannot take, and why."""

    text: str
    reason: str


@dataclass(frozen=True)
class _Tied:
    """What is measured person by person; nothing where people are new ones."""

    attribute: AttributeRisk | None = None
    realism: Realism | None = None
    utility: Utility | None = None
    loss: float | None = None
    notes: tuple[str, ...] = ()


class _Taught(Part, frozen=True):
    """What is learned from the original, as it is kept."""

    learned: Learned | None = None


class _Useful(Part, frozen=True):
    """What the original is good for, as it is kept."""

    figures: Utility
    notes: tuple[str, ...]


_KINDS = (ProtectionRow, AttributeRisk, ToldApart, _Useful, _Taught)
"""What is kept as checkpoints."""


@dataclass(frozen=True)
class Comparison:
    """The data, who attacks it, and where finished parts are kept."""

    data: LocalDataset
    attribute: Attribute | None
    audit: AuditSettings
    adversaries: tuple[Adversary, ...]
    folds: int
    attackers: tuple[str, ...]
    halving: Halving
    checkpoints: Checkpoints
    progress: Progress
    use: Use | None = None
    """What the data is meant for; none: what utility is measured by depends on the data alone."""
    groups: ItemGroups | None = None
    """Groups of items, where the data brings some."""
    publish: Publish | None = None
    """How pairs are published; none: they are refused."""
    computed: ComputedOnce = field(default_factory=ComputedOnce)
    """What several protections have in common."""

    @cached_property
    def search(self) -> Search:
        people = chosen_people(self.data, self.audit)
        return Search(self.data, self.adversaries, self.audit.attacks, people, self.audit.seed, 1)

    @cached_property
    def seen(self) -> Seen:
        """The original as classifiers see it."""
        return seen(self.data, self.data, self.groups)

    @cached_property
    def inference(self) -> Inference | None:
        if self.attribute is None:
            return None
        return Inference(self.seen, self.attribute, self.folds, self.attackers, self.audit.seed)

    @cached_property
    def division(self) -> Division | None:
        """The data without those who stand for people who are not in it."""
        return divided_people(self.data, self.attribute, self.audit.seed)

    @cached_property
    def meant(self) -> Meant | None:
        """What the original is good for by what it is meant for, if that was said."""
        if self.use is None:
            return None
        return meant_for(self.use, self.data, self.taught, self.groups, self.audit.seed)

    @cached_property
    def taught(self) -> Taught | None:
        """What a recommender learned from the original is worth to people who were held out."""
        return taught_by(self.data, self.division)

    def everything(
        self, candidates: Sequence[Candidate], *, refuse: bool
    ) -> tuple[Unprotected, list[ProtectionRow | Refused]]:
        """What is known of the unprotected data, and a row per protection; with `refuse`, one that the data cannot
        take ends the comparison."""
        _ = self.search, self.seen, self.inference, self.division, self.taught, self.meant  # before threads share them
        for kind in _KINDS:
            msgspec.json.Decoder(kind)  # looks through the type, before threads do so at the same time
        first = len(self.adversaries) + (2 if self.inference is None else 3)
        total = first + len(candidates)
        self.progress("the data as it is", 0, total)
        with workers(self.audit.threads, total, self.progress) as pool:
            before = self.before(pool)
            unprotected = before.shown(self.data.people)
            rows = [
                pool.start(candidate.text, partial(self.row, candidate, before, refuse)) for candidate in candidates
            ]
            pool.finish()
        return unprotected, [row.result() for row in rows]

    def kept(self, name: str, kind: type[Kept], compute: Callable[[], Kept]) -> Kept:
        """A part of a result as a checkpoint."""
        return msgspec.convert(self.checkpoints.document(name, lambda: msgspec.to_builtins(compute())), kind)

    # what does not depend on a protection

    def before(self, pool: Workers) -> Before:
        """Measure the data as it is."""
        inference, people = self.inference, people_seen(self.seen, self.seen)
        hits = {
            adversary.name: pool.start(f"{adversary.name} · before", partial(self.hits_before, adversary))
            for adversary in self.adversaries
        }
        useful = pool.start("utility · before", self.utility_before)
        alike = pool.start("realism · before", partial(self.alike, people))
        inferred = inference and pool.start("attribute · before", partial(self.attribute_before, inference))
        pool.finish()
        found = {name: future.result() for name, future in hits.items()}
        return Before(
            hits=found,
            utility=useful.result(),
            realism=alike.result(),
            attribute=inferred.result() if inferred else None,
            learned=self.learned_before(found),
            meant=self.meant,
            transfer=None if self.taught is None else self.taught.original,
        )

    def learned_before(self, hits: dict[str, Hits]) -> Learned | None:
        """What is learned from the original, but for those who are held out."""
        division = self.division
        if division is None:
            return None
        who = guessers(self.adversaries, hits)
        compute = partial(learned_before, division, who, self.audit.attacks)
        return self.kept("learned before", _Taught, lambda: _Taught(compute())).learned

    def hits_before(self, adversary: Adversary) -> Hits:
        """Who is found in the original."""
        return self.checkpoints.arrays(f"before · {adversary.name}", partial(hits_before, self.search, adversary))

    def utility_before(self) -> Measured:
        """What the original is good for: its figures are kept as a document, what they come from as arrays."""
        measured = cache(lambda: utility(self.data, self.data, self.audit.seed, self.computed))
        known = self.kept(
            "utility before", _Useful, lambda: _Useful(figures=measured().figures, notes=measured().notes)
        )
        arrays = self.checkpoints.arrays(
            "utility before", lambda: {name: getattr(measured(), name) for name in _PAIRED}
        )
        return Measured(known.figures, known.notes, **arrays)

    def attribute_before(self, inference: Inference) -> AttributeRisk:
        """What can be inferred from the original."""
        return self.kept("attribute before", AttributeRisk, lambda: attribute_risk(inference, self.seen))

    def alike(self, people: Int64s) -> dict[str, ToldApart]:
        """How well real people are told from real people; nothing for too few."""
        if len(people) < 4 * self.halving.folds:
            return {}
        return self.kept(
            f"alike {sha256_of(people)}",
            dict[str, ToldApart],
            lambda: told_apart(self.seen, self.seen, people, self.audit.seed, self.halving, self.computed),
        )

    # a row per protection

    def row(self, candidate: Candidate, before: Before, refuse: bool) -> ProtectionRow | Refused:
        """Everything about one protection; what the grid has and the data cannot take is refused with a reason."""
        kind = self.pairs_row if candidate.publishes else self.data_row if candidate.changes_data else self.known_row
        compute = partial(kind, candidate, before)
        try:
            return self.kept(f"row {candidate.mark} {code_of(*candidate.steps)}", ProtectionRow, compute)
        except BadInput as problem:
            if refuse:
                raise
            return Refused(candidate.text, problem.as_typed)

    def known_row(self, candidate: Candidate, before: Before) -> ProtectionRow:
        """What people do themselves: the data stays as it is, so only being found is looked at."""
        identified, changed = self.identified(candidate, before, self.data)
        shares = [share for share in changed if share > 0]
        return ProtectionRow(
            name=candidate.name,
            options=candidate.options,
            text=candidate.text,
            changes="knowledge",
            countered_by=candidate.countered_by or None,
            changed_share=float(np.mean(shares)) if shares else 0.0,
            identified=identified,
            risk=worst_adversary({name: figures.contender for name, figures in identified.items()}),
            notes=(_BY_PEOPLE,),
        )

    def data_row(self, candidate: Candidate, before: Before) -> ProtectionRow:
        """A change to the data: who is found in it, what is inferred from it, does it show, what is it good for."""
        protected = protect(self.data, candidate.data_steps, self.attribute, self.audit.seed)
        pieces = fragments_of(protected.data, protected.origins, self.audit.seed)
        identified, _ = self.identified(candidate, before, protected.data, pieces)
        rest = None if self.division is None else protected_rest(self.division, candidate.data_steps)
        about_it = (rest,) if isinstance(rest, str) else ()
        rest = None if isinstance(rest, str) else rest
        taught = None if rest is None else self.learned_after(candidate, before, rest)
        transfer = None if rest is None or self.taught is None else self.taught.after(rest)
        meant = None if before.meant is None else before.meant.measure((protected.data, transfer))
        tied = self.tied(protected, before, candidate.data_steps)
        loss = meant.utility_loss if meant is not None else tied.loss if tied.utility else lost_by(transfer)
        counted, own = protected.changes, [note for step in protected.steps for note in step.notes]
        joins = None if pieces is None or pieces.known is None else (pieces.known, pieces.origins)
        made = made_for(self.data, protected.data, candidate.data_steps, self.audit.seed, joins, protected.crowds)
        return ProtectionRow(
            name=candidate.name,
            options=candidate.options,
            text=candidate.text,
            changes="data",
            countered_by=candidate.countered_by or None,
            ceiling=protected.ceiling,
            balance=protected.balance,
            made_for_it=made or None,
            added=counted.added,
            removed=counted.removed,
            altered=counted.altered,
            changed_share=counted.changed_share,
            people_touched=counted.people_touched,
            identified=identified,
            risk=worst_adversary({name: figures.contender for name, figures in identified.items()}),
            learned=taught,
            attribute=tied.attribute,
            inferred=tied.attribute.inferred if tied.attribute else None,
            realism=tied.realism,
            utility=tied.utility,
            transfer=transfer,
            utility_loss=loss,
            intended=meant,
            notes=(*own, *tied.notes, *about_it),
        )

    def tied(self, protected: Outcome, before: Before, steps: Sequence[Protection]) -> _Tied:
        """What is measured person by person: only where people are still there under their own ids."""
        if protected.origins is not None:
            return _Tied(notes=(_NEW_PEOPLE,))
        version = seen(self.data, protected.data, self.groups)
        real = self.realism(protected, version)
        after = utility(self.data, protected.data, self.audit.seed, self.computed)
        lost = losses(before.utility, after)
        risk = self.attribute_after(protected, version, (before.utility, after), steps)
        few = () if real.classifiers else ("no realism by classifiers: too few people are left",)
        return _Tied(
            risk,
            real,
            msgspec.structs.replace(after.figures, loss=lost),
            lost.utility_loss,
            (*few, *_still_there(lost), *after.notes),
        )

    def attribute_after(
        self, protected: Outcome, version: Seen, useful: tuple[Measured, Measured], steps: Sequence[Protection]
    ) -> AttributeRisk | None:
        """What can be inferred from a version; more of one that is to hide the attribute."""
        if self.inference is None:
            return None
        risk = attribute_risk(self.inference, version, self.told_labels(protected, version))
        meant = protected.balance is not None or any("attribute" in step.needs for step in steps)
        if risk.strongest is None or not meant:
            return risk
        crowds = self.crowds_of(protected)
        return with_hiding(risk, hiding(self.data, self.inference, version, steps, useful, crowds))

    def told_labels(self, protected: Outcome, version: Seen) -> list[Reached]:
        """What somebody reaches who knows all crowds and all labels but the target's; nothing without crowds."""
        crowds = self.crowds_of(protected)
        return [] if self.inference is None or crowds is None else knowing_crowd_labels(self.inference, version, crowds)

    def crowds_of(self, protected: Outcome) -> Int64s | None:
        """The crowd of each person of the original, -1 for who is in none; none without crowds."""
        if protected.crowds is None:
            return None
        places = positions(self.data.vocabulary.people, protected.data.vocabulary.people)
        return np.where(places >= 0, np.append(protected.crowds, -1)[places], -1)

    def pairs_row(self, candidate: Candidate, before: Before) -> ProtectionRow:
        """What is published in place of records."""
        if self.publish is None or self.taught is None:
            raise BadInput("pairs: nothing can be said of them, since too few people can be held out of the data")
        return pairs_row(candidate, self.publish, self.taught, guessers(self.adversaries, before.hits), self.use)

    def learned_after(self, candidate: Candidate, before: Before, rest: LocalDataset) -> Learned | None:
        """What is learned after a protection of those who are not held out."""
        if self.division is None:
            return None
        who = guessers(self.adversaries, before.hits)
        return learned_after(self.division, rest, who, self.audit.attacks, candidate.data_steps)

    def realism(self, protected: Outcome, version: Seen) -> Realism:
        """Whether the protection shows; without classifiers where too few people are left."""
        people = people_seen(self.seen, version)
        alike = self.alike(people)
        apart = told_apart(self.seen, version, people, self.audit.seed, self.halving, self.computed) if alike else {}
        return realism(self.data, protected.data, apart, alike)

    def identified(
        self, candidate: Candidate, before: Before, released: LocalDataset, pieces: Fragments | None = None
    ) -> tuple[dict[str, Identified], list[float]]:
        """For each adversary, who is found before and after; and the share of what they know that was changed."""
        by_adversary, changed = {}, []
        for adversary in self.adversaries:
            after, adaptive, share = hits_after(self.search, adversary, candidate.changes, released, pieces)
            by_adversary[adversary.name] = compared(before.hits[adversary.name], after, adaptive, released.people)
            changed.append(share)
        return by_adversary, changed


def _still_there(lost: UtilityLoss) -> list[str]:
    """A note about those who are still in the data, where not everybody is."""
    left = lost.released_people
    if left is None or left.utility_loss is None:
        return []
    return [f"{left.share:.0%} of people are still in the data; to them {left.utility_loss:.1%} of utility is lost"]
