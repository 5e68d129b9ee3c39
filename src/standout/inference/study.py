"""The whole study of one attribute: every attacker, then what gives people away and who is hard to infer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.item_groups import ItemGroups
from standout.engines.partition_scores import cores
from standout.errors import BadInput
from standout.inference.attackers import ATTACKERS, STRONGEST, Attacker
from standout.inference.every_attacker import EVERY_ATTACKER
from standout.inference.exploring import PROBE, Grouped, Revealing, explored, explored_groups, exploring_steps
from standout.inference.folds import check_folds, stratified_folds
from standout.inference.grouped import loyalty
from standout.inference.hardness import by_bands
from standout.inference.strongest.sight import sight_of
from standout.inference.strongest.studied import FEWEST, fits, numeric, studied_number, studied_stack
from standout.inference.validation import Trial, Validated, baseline, cross_validated
from standout.results.inference import GUESSING
from standout.results.inference_parts import Band, NumberResult, StackResult

Tell = Callable[[str, int, int], None]


@dataclass(frozen=True)
class StudySettings:
    """Which attackers, how many folds, which seed, and whether to look for what gives people away."""

    attackers: tuple[Attacker, ...] = field(default_factory=lambda: tuple(EVERY_ATTACKER.values()))
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
    """The attacker that counts: the stack where it was tried, otherwise the one with the highest mean AUC."""
    by_length: list[Band]
    by_loyalty: list[Band]
    revealing: Revealing | None
    grouped: Grouped | None
    stack: StackResult | None
    number: NumberResult | None
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
    chosen = _chosen(attribute, settings)
    plain = [attacker for attacker in chosen if attacker.name != STRONGEST]
    stacking, numbering = len(plain) < len(chosen), len(plain) < len(chosen) and numeric(attribute)
    fitted = fits(attribute, settings.quick) * stacking + fits(attribute, True) * numbering
    total = len(plain) * settings.folds + fitted + (0 if settings.quick else exploring_steps(settings.folds))
    steps = Steps(tell, total)
    validated, stack, number = [], None, None
    for attacker in chosen:
        steps.begin(attacker.about)
        if attacker.name == STRONGEST:
            sight = sight_of(data, groups)
            found = studied_stack(sight, attribute, seed, settings.quick, steps.step)
            validated.append(found.validated)
            stack, number = found.result, studied_number(sight, attribute, seed, settings.quick, steps.step)
        else:
            matrix = attacker.matrix_of(data)
            validated.append(
                cross_validated(attacker, matrix, codes, folds, classes, seed, after_fold=steps.step, threads=cores())
            )
    best = max(validated, key=lambda each: (each.name == STRONGEST, each.spread("auc").mean))
    trial = Trial(ATTACKERS[PROBE], codes, folds, classes, seed, steps.step, cores())
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
        stack=stack,
        number=number,
        notes=(
            *attribute.notes,
            *(groups.notes if groups else ()),
            *_left_out(attribute, settings),
            *below_half(best),
            *_notes(data, groups, settings, validated, revealing),
        ),
    )


def _chosen(attribute: Attribute, settings: StudySettings) -> tuple[Attacker, ...]:
    """The attackers that can be tried: a stack needs a few people of every class."""
    if int(attribute.sizes.min()) >= FEWEST:
        return settings.attackers
    chosen = tuple(attacker for attacker in settings.attackers if attacker.name != STRONGEST)
    if not chosen:
        (note,) = _left_out(attribute, settings)
        raise BadInput(f"{note}; join or leave out small classes, or choose another --attacker")
    return chosen


def _left_out(attribute: Attribute, settings: StudySettings) -> list[str]:
    smallest = int(np.argmin(attribute.sizes))
    if attribute.sizes[smallest] >= FEWEST or all(each.name != STRONGEST for each in settings.attackers):
        return []
    return [
        f"attacker '{STRONGEST}' needs {FEWEST} people of every class, but '{attribute.classes[smallest]}' has "
        f"{attribute.sizes[smallest]}"
    ]


def below_half(best: Validated) -> list[str]:
    """Why the attacker that counts does worse than guessing, where it does."""
    auc, (low, high) = best.spread("auc").mean, best.auc_interval
    if auc >= GUESSING:
        return []
    below = f"attacker '{best.name}' has an AUC below one half ({auc:.3f} [{low:.3f}–{high:.3f}])"
    if high >= GUESSING:
        return [f"{below}: it found nothing, and chance takes it below one half as often as above"]
    return [f"{below}: what holds of those it learns from is turned round in others; turned back, it has {1 - auc:.3f}"]


def notes_of_steps(settings: StudySettings, validated: list[Validated]) -> list[str]:
    """Which attackers would have needed more steps."""
    return [
        f"attacker '{each.name}' ran out of steps before it had converged in {each.unconverged} of "
        f"{settings.folds} folds; its figures are those of where it stopped"
        for each in validated
        if each.unconverged
    ]


def _notes(
    data: LocalDataset,
    groups: ItemGroups | None,
    settings: StudySettings,
    validated: list[Validated],
    revealing: Revealing | None,
) -> list[str]:
    notes = notes_of_steps(settings, validated)
    if settings.quick:
        notes.append("what gives people away was not looked for (--quick)")
        return notes
    if groups is None:
        notes.append("no groups of items: the data brings none; name a file with item and groups with --groups")
    for name in ("value test", "presence test") if data.has_values else ("presence test",):
        if revealing is not None and name not in revealing.kept:
            notes.append(f"{name}: in some fold no item is significant after Bonferroni's correction")
    return notes


class Steps:
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
