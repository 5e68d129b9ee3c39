"""What gives people away to the stack: each part of a record alone, and how much is lost when it is someone else's."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Floats
from standout.inference.at_once import at_once
from standout.inference.measures import auc
from standout.inference.strongest.blocks import PART_OF, PARTS, Part
from standout.inference.strongest.last_learner import joined
from standout.inference.strongest.stack import Stacked, Tested
from standout.knowledge.draw import seed_for


@dataclass(frozen=True)
class Betrayal:
    """One part of records, by fold: the AUC of who sees only that, and what the stack loses without it."""

    part: Part
    alone: Floats
    lost: Floats


def betrayals(stack: Stacked, seed: int, threads: int = 1) -> list[Betrayal]:
    """Every part that these records have, the one that tells most by itself first.

    What is lost is measured on people who were not trained on: their features of the part are dealt out among them
    anew, and the AUC falls by so much. What other parts say as well is not lost.
    """
    there = [part for part in PARTS if any(PART_OF[name] == part for name in _blocks(stack))]

    def lost_in(number: int) -> list[float]:
        test = stack.tests[number]
        codes = stack.targets.codes[test.people]
        team = test.teams[number % len(test.teams)]
        blocks = stack.blocks.rows(test.people)
        said = team.said(blocks)
        before = auc(test.joined(said), codes)
        order = np.random.default_rng(seed_for(seed, "shuffled", str(number))).permutation(len(codes))
        turned = (team.said_with(part, blocks.shuffled(part, order), said) for part in there)
        return [before - auc(test.joined(answers), codes) for answers in turned]

    lost = np.array(list(at_once(lost_in, range(len(stack.tests)), threads, lambda: None))).T
    found = [Betrayal(part, alone(stack, part), by_fold) for part, by_fold in zip(there, lost, strict=True)]
    return sorted(found, key=lambda each: -float(each.alone.mean()))


def _blocks(stack: Stacked) -> set[str]:
    return {name for learner in stack.tests[0].teams[0].learners for name in learner.blocks}


def alone(stack: Stacked, part: Part) -> Floats:
    """By fold, the AUC of a stack of those learners only that see nothing but this part."""
    learners = stack.tests[0].teams[0].learners
    chosen = [place for place, learner in enumerate(learners) if learner.part == part]
    return np.array([_tested(stack, test, chosen) for test in stack.tests])


def _tested(stack: Stacked, test: Tested, chosen: list[int]) -> float:
    learned = joined(test.answers[chosen], stack.targets.of(test.asked))
    names = [test.teams[0].learners[place].name for place in chosen]
    said = np.array([stack.answers[name][test.people] for name in names])
    return auc(learned(said), stack.targets.codes[test.people])
