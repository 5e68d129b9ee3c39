"""Comparing protections: apply each, attack again, see what the data is still good for and whether it shows."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

from standout import __version__
from standout.auditing.checkpoint import Checkpoints
from standout.auditing.fingerprints import fingerprint, sha256_of
from standout.auditing.settings import AuditSettings, Progress, no_progress
from standout.data.attributes import Attribute
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.item_groups import ItemGroups
from standout.errors import BadInput
from standout.results.compare import (
    AttributeName,
    CompareResult,
    DataFacts,
    Settings,
    recommendation,
)
from standout.results.compare_uses import Use
from standout.results.frontier import Budget
from standout.verification.attribute import ATTACKERS
from standout.verification.comparison import Comparison
from standout.verification.every_row import Refused, every_row
from standout.verification.grid import Candidate, Wanted, asked_for, default_grid
from standout.verification.intended import check_use
from standout.verification.realism import Halving
from standout.verification.versions import check_row_wise, check_whole, part_note, row_wise
from standout.verification.without_records import Publish

FLOOR = (
    "AUCs are those of our attackers, the strongest a stack on items, values, days, habits and traces of edits: floors "
    "of what can be inferred, unless a bound is proven"
)


@dataclass(frozen=True)
class CompareSettings:
    """What is compared, and by whom it is attacked."""

    protections: tuple[Wanted, ...] | None = None
    """None: a grid of all that fit the data."""
    audit: AuditSettings = field(default_factory=lambda: AuditSettings(targets=1_000))
    """Adversaries, attacks, targets, seed and threads, as for an audit."""
    folds: int = 3
    attackers: tuple[str, ...] = ATTACKERS
    halving: Halving = field(default_factory=Halving)
    budget: Budget = field(default_factory=Budget)
    use: Use | None = None
    """What the data is meant for; none: measured by what the data is."""

    def __post_init__(self) -> None:
        for option, limit in self.budget.to_dict().items():
            if not 0 <= limit <= 1:
                raise BadInput(f"--{option.replace('_', '-')} is {limit:g}, but must be between 0 and 1")
        check_use(self.use)
        if self.folds < 2:
            raise BadInput(f"--folds is {self.folds}, but must be at least 2")

    def candidates(self, data: LocalDataset, attribute: Attribute | None) -> list[Candidate]:
        """The protections that are compared."""
        if self.protections is None:
            return default_grid(data, attribute is not None, attribute.name if attribute else None)
        return asked_for(self.protections, attribute is not None)


def compare(
    data: LocalDataset,
    settings: CompareSettings | None = None,
    attribute: Attribute | None = None,
    *,
    groups: ItemGroups | None = None,
    publish: Publish | None = None,
    everybody: AnyDataset | None = None,
    checkpoints: Checkpoints | None = None,
    progress: Progress = no_progress,
) -> CompareResult:
    """Compare protections of the data, and of an attribute if one is given; totals are by `groups` of items.

    `publish` makes what is released in place of records, where that is compared, too. Where the records of `everybody`
    are on a cluster, `data` is the part of them that is at hand.
    """
    settings = settings or CompareSettings()
    if settings.budget.max_auc is not None and attribute is None:
        raise BadInput("--max-auc limits what can be inferred about an attribute; name it with --attribute")
    candidates = settings.candidates(data, attribute)
    if everybody is not None:
        check_whole(settings.use, data.people, everybody.people)
        candidates = _for_cluster(candidates, settings)
    adversaries, notes = settings.audit.adversaries_for(data if everybody is None else everybody)
    comparison = Comparison(
        data=data,
        attribute=attribute,
        audit=settings.audit,
        adversaries=tuple(adversaries),
        folds=settings.folds,
        attackers=settings.attackers,
        halving=settings.halving,
        checkpoints=checkpoints or Checkpoints(None, {}),
        progress=progress,
        use=settings.use,
        groups=groups,
        publish=publish,
        everybody=everybody,
    )
    if comparison.is_part:
        notes.append(part_note(data.people, comparison.attacked.people))
    attacked = comparison.attacked
    unprotected, tried = every_row(comparison, candidates, refuse=settings.protections is not None)
    rows = tuple(row for row in tried if not isinstance(row, Refused))
    left_out = (f"{row.text} was left out: {row.reason}" for row in tried if isinstance(row, Refused))
    return CompareResult(
        standout=__version__,
        seed=settings.audit.seed,
        data=DataFacts(
            people=attacked.people, items=attacked.items, interactions=attacked.count, sha256=data.source.sha256
        ),
        understood=data.source.understood,
        attribute=AttributeName(name=attribute.name, classes=tuple(attribute.classes)) if attribute else None,
        unprotected=unprotected,
        protections=rows,
        recommendation=recommendation(unprotected, rows, settings.budget),
        settings=Settings(
            targets=len(comparison.search.people),
            adversaries=tuple(adversary.describe() for adversary in adversaries),
            attacks=tuple(attack.name for attack in settings.audit.attacks),
            folds=settings.folds if attribute else None,
            attackers=settings.attackers if attribute else None,
            use=settings.use,
        ),
        notes=(*data.source.notes, *((*attribute.notes, FLOOR) if attribute else ()), *notes, *left_out),
    )


def _for_cluster(candidates: list[Candidate], settings: CompareSettings) -> list[Candidate]:
    """What a cluster can apply: of those asked for all, or a refusal; of the grid those that it can."""
    if settings.protections is None:
        return [candidate for candidate in candidates if row_wise(candidate)]
    for candidate in candidates:
        check_row_wise(candidate)
    return candidates


def compare_fingerprint(
    data: AnyDataset, settings: CompareSettings, attribute: Attribute | None, groups: ItemGroups | None = None
) -> dict[str, object]:
    """What checkpoints must have been begun with to be gone on with. Which protections are asked for does not matter,
    nor does the budget: each row stands for itself."""
    audit = dataclasses.replace(settings.audit, threads=None)
    kept = dataclasses.replace(settings, protections=None, budget=Budget(), audit=audit)
    mark = attribute and [attribute.name, attribute.classes, sha256_of(attribute.codes)]
    grouped = groups and [groups.names, sha256_of(groups.items), sha256_of(groups.groups)]
    return {**fingerprint(data, None, audit), "settings": repr(kept), "attribute": mark, "groups": grouped}
