"""The stack as a part of a study of one attribute: its figures, its learners, what gives people away to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from standout.common.arrays import Floats, Int32s
from standout.data.attributes import Attribute
from standout.engines.partition_scores import cores
from standout.inference.attackers import STRONGEST
from standout.inference.folds import stratified_folds
from standout.inference.measures import auc
from standout.inference.strongest.betraying import betrayals
from standout.inference.strongest.blocks import PARTS
from standout.inference.strongest.learners import Targets
from standout.inference.strongest.numbers import FEWEST_VALUES, guessed_numbers
from standout.inference.strongest.sight import Sight
from standout.inference.strongest.stack import QUICK, WHOLE, Size, Stacked, crossed
from standout.inference.validation import Validated, spread, summed_up
from standout.knowledge.draw import seed_for
from standout.results.inference_parts import BetrayingPart, LearnerResult, NumberResult, StackResult

FEWEST = 3
"""A stack needs three folds, and so three people of every class: one to learn from, one to join, one to test."""


@dataclass(frozen=True)
class StackStudy:
    """What the stack reached, and how."""

    validated: Validated
    result: StackResult


def size_of(quick: bool) -> Size:
    """How large a stack is made."""
    return QUICK if quick else WHOLE


def folds_for(codes: Int32s, size: Size, smallest: int, seed: int) -> Int32s:
    """The folds of a stack, not more than the smallest class has people."""
    return stratified_folds(codes, max(FEWEST, min(size.folds, smallest)), seed_for(seed, STRONGEST))


def fits(attribute: Attribute, quick: bool) -> int:
    """How many teams of learners a stack fits: one for every two folds."""
    count = max(FEWEST, min(size_of(quick).folds, int(attribute.sizes.min())))
    return count * (count - 1) // 2


def validated_stack(
    sight: Sight, attribute: Attribute, seed: int, size: Size, after_fit: Callable[[], None] = lambda: None
) -> tuple[Stacked, Validated]:
    """A stack that tested everybody once, and what it reached."""
    folds = folds_for(attribute.codes, size, int(attribute.sizes.min()), seed)
    stack = crossed(sight, Targets(attribute.codes, len(attribute.classes)), folds, seed, size, after_fit, cores())
    people = [test.people for test in stack.tests]
    return stack, summed_up(STRONGEST, people, stack.scores, attribute.codes, dependence=stack.dependence)


def studied_stack(
    sight: Sight, attribute: Attribute, seed: int, quick: bool, after_fit: Callable[[], None] = lambda: None
) -> StackStudy:
    """Infer the attribute with the stack; what gives people away is looked for unless it is to be quick."""
    stack, found = validated_stack(sight, attribute, seed, size_of(quick), after_fit)
    return StackStudy(
        found,
        StackResult(
            folds=len(stack.tests),
            learners=tuple(
                LearnerResult(name=name, auc=spread(_by_fold(stack, answers)))
                for name, answers in stack.answers.items()
            ),
            parts=() if quick else _parts(stack, seed),
        ),
    )


def _by_fold(stack: Stacked, answers: Floats) -> list[float]:
    return [auc(answers[test.people], stack.targets.codes[test.people]) for test in stack.tests]


def _parts(stack: Stacked, seed: int) -> tuple[BetrayingPart, ...]:
    return tuple(
        BetrayingPart(part=each.part, about=PARTS[each.part], alone=spread(each.alone), lost=spread(each.lost))
        for each in betrayals(stack, seed, cores())
    )


def numeric(attribute: Attribute) -> bool:
    """Whether the attribute is a number that can be guessed as one."""
    if attribute.numbers is None:
        return False
    return len(np.unique(attribute.numbers[attribute.known])) >= FEWEST_VALUES


def studied_number(
    sight: Sight, attribute: Attribute, seed: int, quick: bool, after_fit: Callable[[], None] = lambda: None
) -> NumberResult | None:
    """Guess the attribute as a number, if it is one: a quick stack, which looks at records as the other one does."""
    if attribute.numbers is None or not numeric(attribute):
        return None
    folds = folds_for(attribute.codes, QUICK, int(attribute.sizes.min()), seed)
    size = replace(QUICK, breadth=size_of(quick).breadth)
    return guessed_numbers(sight, attribute.numbers, folds, seed, size, after_fit, cores())
