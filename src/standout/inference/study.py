"""The whole study of one attribute: every attacker, then what gives people away and who is hard to infer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.item_groups import ItemGroups
from standout.errors import BadInput
from standout.inference.attackers import ATTACKERS, Attacker
from standout.inference.exploring import PROBE, Grouped, Revealing, explored, explored_groups, exploring_steps
from standout.inference.folds import check_folds, stratified_folds
from standout.inference.grouped import loyalty
from standout.inference.hardness import by_bands
from standout.inference.validation import Trial, Validated, baseline, cross_validated
from standout.results.inference_parts import Band

Tell = Callable[[str, int, int], None]


@dataclass(frozen=True)
class StudySettings:
    """Which attackers, how many folds, which seed, and whether to look for what gives people away."""

    attackers: tuple[Attacker, ...] = field(default_factory=lambda: tuple(ATTACKERS.values()))
    folds: int = 10
    seed: int = 1
    quick: bool = False

    def __post_init__(self) -> None:
        if not self.attackers:
            raise BadInput("no attacker was chosen; leave --attacker out for all")


@dataclass(frozen=True)
class Study:
    """Everything that was found."""

    attribute: Attribute
    settings: StudySettings
    baseline: dict[str, float]
    attackers: list[Validated]
    strongest: Validated
    """The attacker with the highest mean AUC."""
    by_length: list[Band]
    by_loyalty: list[Band]
    revealing: Revealing | None
    grouped: Grouped | None
    notes: tuple[str, ...]


def study(
    data: LocalDataset,
    attribute: Attribute,
    groups: ItemGroups | None,
    settings: StudySettings,
    tell: Tell = lambda _what, _done, _total: None,
) -> Study:
    """Infer the attribute in every way asked for; refuse classes that are too small for the folds."""
    check_folds(attribute.name, attribute.classes, attribute.sizes, settings.folds)
    codes, classes, seed = attribute.codes, len(attribute.classes), settings.seed
    folds = stratified_folds(codes, settings.folds, seed)
    total = len(settings.attackers) * settings.folds + (0 if settings.quick else exploring_steps(settings.folds))
    steps = _Steps(tell, total)
    validated = []
    for attacker in settings.attackers:
        steps.begin(attacker.about)
        matrix = attacker.matrix_of(data)
        validated.append(cross_validated(attacker, matrix, codes, folds, classes, seed, after_fold=steps.step))
    best = max(validated, key=lambda each: each.spread("auc").mean)
    trial = Trial(ATTACKERS[PROBE], codes, folds, classes, seed, steps.step)
    revealing = grouped = None
    loyal: list[Band] = []
    if not settings.quick:
        revealing = explored(trial, data, next((each for each in validated if each.name == PROBE), None), steps.begin)
        if groups is not None:
            steps.begin("groups of items")
            grouped = explored_groups(trial, data, groups)
            loyal = by_bands(loyalty(data, groups, grouped.merged), best.scores, codes)
    steps.finish()
    return Study(
        attribute=attribute,
        settings=settings,
        baseline=baseline(codes, folds, classes),
        attackers=validated,
        strongest=best,
        by_length=by_bands(data.lengths.astype(np.float64), best.scores, codes),
        by_loyalty=loyal,
        revealing=revealing,
        grouped=grouped,
        notes=(
            *attribute.notes,
            *(groups.notes if groups else ()),
            *_notes(data, groups, settings, validated, revealing),
        ),
    )


def _notes(
    data: LocalDataset,
    groups: ItemGroups | None,
    settings: StudySettings,
    validated: list[Validated],
    revealing: Revealing | None,
) -> list[str]:
    notes = [
        f"attacker '{each.name}' ran out of steps before it had converged in {each.unconverged} of "
        f"{settings.folds} folds; its figures are those of where it stopped"
        for each in validated
        if each.unconverged
    ]
    if settings.quick:
        notes.append("what gives people away was not looked for (--quick)")
        return notes
    if groups is None:
        notes.append("no groups of items: the data brings none; name a file with item and groups with --groups")
    for name in ("value test", "presence test") if data.has_values else ("presence test",):
        if revealing is not None and name not in revealing.kept:
            notes.append(f"{name}: in some fold no item is significant after Bonferroni's correction")
    return notes


class _Steps:
    """Counts steps of work for the progress line."""

    def __init__(self, tell: Tell, total: int) -> None:
        self._tell, self._total, self._done, self._what = tell, total, 0, ""

    def begin(self, what: str) -> None:
        self._what = what
        self._tell(what, self._done, self._total)

    def step(self) -> None:
        self._done = min(self._done + 1, self._total)
        self._tell(self._what, self._done, self._total)

    def finish(self) -> None:
        self._tell("done", self._total, self._total)
