"""The stack: learners on one part of the people, a last one on what they say of others, tested on yet others.

Folds are dealt once. For every two folds, learners train on all the others, and guess both: what they say of one is a
test for those whom the other leaves out. So every fold is tested by learners that saw neither its people nor, while
they taught the last learner, the people whom they were asked about; and each fit serves twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s
from standout.inference.folds import NO_FOLD
from standout.inference.strongest.blocks import Blocks, Featured, alike, blocks_of, featured, learned_from
from standout.inference.strongest.item_knowledge import Breadth, ItemKnowledge
from standout.inference.strongest.last_learner import Joined, joined
from standout.inference.strongest.learners import Effort, Learner, Scorer, Targets, learners_for
from standout.inference.strongest.sight import Sight
from standout.knowledge.draw import seed_for

MOST_PEOPLE = 20_000
"""No more people are trained on in one fit; of more, some by lot."""


@dataclass(frozen=True)
class Size:
    """How large the stack is."""

    folds: int = 5
    breadth: Breadth = field(default_factory=Breadth)
    effort: Effort = field(default_factory=Effort)


WHOLE = Size()
QUICK = Size(4, Breadth(32, 16, 0), Effort(60, 30, 0))
"""For a quick look, and where many versions of the data are attacked."""


@dataclass(frozen=True)
class Team:
    """Learners that were trained on the same people."""

    about: ItemKnowledge
    learners: tuple[Learner, ...]
    scorers: tuple[Scorer, ...]
    columns: int

    def said(self, blocks: Blocks) -> Floats:
        """Learners × people × columns."""
        if not len(blocks.dense["length"]):
            return np.zeros((len(self.scorers), 0, self.columns))
        return np.array([scorer(blocks) for scorer in self.scorers])


@dataclass(frozen=True)
class Tested:
    """A fold (or everybody not trained on), the teams that did not see it, and how their answers are joined."""

    people: Int64s
    teams: tuple[Team, ...]
    joined: Joined
    asked: Int64s
    """Whom the teams were asked about, for their answers to be joined …"""
    answers: Floats
    """… and what they said: learners × people × columns."""


@dataclass(frozen=True)
class Stacked:
    """A stack after learning: scores of everybody who is tested."""

    tests: tuple[Tested, ...]
    known: Featured
    targets: Targets
    scores: Floats
    """People × columns; not numbers for those who were not tested."""
    answers: dict[str, Floats]
    """What each learner said of everybody tested, out of fold."""

    def again(self, sight: Sight) -> Floats:
        """Scores of the same people from another version of their records, by who learned from this one."""
        return self.scored(alike(sight, self.known))

    def asked_about(self, sight: Sight) -> Floats:
        """Scores of people whom nobody has seen, everybody in this sight, from the first test's teams."""
        (test,) = self.tests
        known = alike(sight, self.known)
        everybody = np.arange(sight.size[0])
        return test.joined(np.mean([team.said(blocks_of(known, team.about, everybody)) for team in test.teams], axis=0))

    def scored(self, known: Featured, change: Callable[[Blocks, Int64s], Blocks] | None = None) -> Floats:
        """Scores of everybody tested, perhaps after a change to their blocks."""
        scores = np.full((known.sight.size[0], self.targets.columns), np.nan)
        for test in self.tests:
            if not len(test.people):
                continue
            said = []
            for team in test.teams:
                blocks = blocks_of(known, team.about, test.people)
                said.append(team.said(blocks if change is None else change(blocks, test.people)))
            scores[test.people] = test.joined(np.mean(said, axis=0))
        return scores


def crossed(
    sight: Sight, targets: Targets, folds: Int32s, seed: int, size: Size, after_fit: Callable[[], None] = lambda: None
) -> Stacked:
    """Everybody is tested once: for every two folds a team learns from all others, and is asked about both."""
    known = featured(sight)
    count = int(folds.max()) + 1
    inside = [np.flatnonzero(folds == fold) for fold in range(count)]
    teams: dict[tuple[int, int], Team] = {}
    said: dict[tuple[int, int], Floats] = {}
    for one in range(count):
        for two in range(one + 1, count):
            train = np.flatnonzero((folds != one) & (folds != two) & (folds != NO_FOLD))
            team, answers = _taught(known, targets, train, (inside[one], inside[two]), seed, size)
            teams[one, two] = teams[two, one] = team
            # said[i, j] is about the people of fold j, by who saw neither
            said[two, one], said[one, two] = answers
            after_fit()
    tests = []
    for fold in range(count):
        others = [other for other in range(count) if other != fold]
        asked = np.concatenate([inside[other] for other in others])
        every = np.concatenate([said[fold, other] for other in others], axis=1)
        learned = joined(every, targets.of(asked))
        tests.append(Tested(inside[fold], tuple(teams[fold, other] for other in others), learned, asked, every))
    answered = [
        np.mean([said[other, fold] for other in range(count) if other != fold], axis=0) for fold in range(count)
    ]
    return _summed(tests, answered, known, targets)


def learned_once(
    sight: Sight, targets: Targets, train: Int64s, test: Int64s, folds: Int32s, seed: int, size: Size
) -> Stacked:
    """Learn from some people, whose inner folds these are, and be asked about others."""
    known = featured(sight)
    teams, asked, answers, about_test = [], [], [], []
    for fold in np.unique(folds[train]):
        inner = train[folds[train] == fold]
        team, (own, other) = _taught(known, targets, train[folds[train] != fold], (inner, test), seed, size)
        teams.append(team)
        asked.append(inner)
        answers.append(own)
        about_test.append(other)
    everybody, every = np.concatenate(asked), np.concatenate(answers, axis=1)
    tested = Tested(test, tuple(teams), joined(every, targets.of(everybody)), everybody, every)
    return _summed([tested], [np.mean(about_test, axis=0)], known, targets)


def _taught(
    known: Featured, targets: Targets, train: Int64s, asked: Sequence[Int64s], seed: int, size: Size
) -> tuple[Team, list[Floats]]:
    """A team that learned from these people, and what it says of others."""
    if len(train) > MOST_PEOPLE:
        dice = np.random.default_rng(seed_for(seed, "trained on"))
        train = np.sort(dice.permutation(train)[:MOST_PEOPLE])
    about = learned_from(known, train, size.breadth, seed)
    blocks = blocks_of(known, about, np.concatenate((train, *asked)))
    taught = blocks.rows(np.arange(len(train)))
    wanted = targets.of(train)
    learners = learners_for(taught, targets, size.effort)
    scorers = tuple(each.fit(taught, each.blocks, wanted, seed) for each in learners)
    team = Team(about, tuple(learners), scorers, targets.columns)
    ends = np.cumsum([len(train), *(len(people) for people in asked)])
    rows = [np.arange(first, last) for first, last in pairwise(ends)]
    return team, [team.said(blocks.rows(row)) for row in rows]


def _summed(tests: Sequence[Tested], said: Sequence[Floats], known: Featured, targets: Targets) -> Stacked:
    people = known.sight.size[0]
    scores = np.full((people, targets.columns), np.nan)
    names = [learner.name for learner in tests[0].teams[0].learners]
    answers = {name: np.full((people, targets.columns), np.nan) for name in names}
    for test, answer in zip(tests, said, strict=True):
        if not len(test.people):
            continue
        scores[test.people] = test.joined(answer)
        for place, name in enumerate(names):
            answers[name][test.people] = answer[place]
    return Stacked(tuple(tests), known, targets, scores, answers)
