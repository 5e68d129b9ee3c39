"""One comparison under way: the data, who attacks it, and what no protection changes, which is computed once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import msgspec

from standout.auditing.checkpoint import Checkpoints
from standout.auditing.fingerprints import sha256_of
from standout.auditing.settings import AuditSettings, Progress
from standout.auditing.setup import chosen_people
from standout.common.arrays import Int64s
from standout.data.attributes import Attribute
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.item_groups import ItemGroups
from standout.knowledge.adversary import Adversary
from standout.results.compare_measures import ToldApart
from standout.results.compare_uses import Use
from standout.verification.attribute import Inference
from standout.verification.computed_once import ComputedOnce
from standout.verification.identification import Search
from standout.verification.intended import Meant, Taught, meant_for, taught_by
from standout.verification.learned_again import Division, divided_people
from standout.verification.realism import Halving, told_apart
from standout.verification.seen import Seen, seen
from standout.verification.without_records import Publish

Kept = TypeVar("Kept")


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
    everybody: AnyDataset | None = None
    """All people, where their records are on a cluster: these are attacked, and what else is measured is measured of
    `data`, a part of them or all of them."""
    computed: ComputedOnce = field(default_factory=ComputedOnce)
    """What several protections have in common."""

    @property
    def attacked(self) -> AnyDataset:
        """The data in which people are looked for."""
        return self.data if self.everybody is None else self.everybody

    @property
    def is_part(self) -> bool:
        """Whether only some of the people are at hand."""
        return self.data.people < self.attacked.people

    @cached_property
    def search(self) -> Search:
        people = chosen_people(self.attacked, self.audit)
        return Search(self.attacked, self.adversaries, self.audit.attacks, people, self.audit.seed, 1, self.computed)

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
        """The data without those who stand for people who are not in it; none of a part, which must be protected by the
        facts of everybody."""
        return None if self.is_part else divided_people(self.data, self.attribute, self.audit.seed)

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

    def kept(self, name: str, kind: type[Kept], compute: Callable[[], Kept]) -> Kept:
        """A part of a result as a checkpoint."""
        return msgspec.convert(self.checkpoints.document(name, lambda: msgspec.to_builtins(compute())), kind)

    def told_apart(self, version: Seen, people: Int64s) -> dict[str, ToldApart]:
        """How well these people's records in a version are told from real ones."""
        return told_apart(self.seen, version, people, self.audit.seed, self.halving, self.computed)

    def alike(self, people: Int64s) -> dict[str, ToldApart]:
        """How well real people are told from real people; nothing for too few."""
        if len(people) < 4 * self.halving.folds:
            return {}
        return self.kept(f"alike {sha256_of(people)}", dict[str, ToldApart], lambda: self.told_apart(self.seen, people))
