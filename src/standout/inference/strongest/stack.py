"""The stack: learners on one part of the people, a last one on what they say of others, tested on yet others.

What goes with what, and how records are looked at, is learned once from all records of the release, which an attacker
has; labels he has only of some. Folds are dealt once. For every two folds, learners train on all the others, and guess
both: what they say of one is a test for those whom the other leaves out. So every fold is tested by learners that saw
neither its labels nor, while they taught the last learner, the labels of those whom they were asked about; and each fit
serves twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s
from standout.inference.at_once import at_once
from standout.inference.folds import NO_FOLD
from standout.inference.strongest.between_folds import dependence_of
from standout.inference.strongest.blocks import PART_OF, Blocks, Lens, Part, blocks_of, looked_at
from standout.inference.strongest.item_knowledge import Breadth
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

    learners: tuple[Learner, ...]
    scorers: tuple[Scorer, ...]
    columns: int

    def said(self, blocks: Blocks) -> Floats:
        """Learners × people × columns."""
        if not blocks.people:
            return np.zeros((len(self.scorers), 0, self.columns))
        return np.array([scorer(blocks) for scorer in self.scorers])

    def said_with(self, part: Part, blocks: Blocks, before: Floats) -> Floats:
        """The same of blocks that differ from those before in this part alone: only who looks at it is asked again."""
        said = before.copy()
        for place, (learner, scorer) in enumerate(zip(self.learners, self.scorers, strict=True)):
            if any(PART_OF[name] == part for name in learner.blocks):
                said[place] = scorer(blocks)
        return said


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

    def scores(self, blocks: Blocks) -> Floats:
        """What the stack says of people with these blocks."""
        return self.joined(np.mean([team.said(blocks) for team in self.teams], axis=0))


@dataclass(frozen=True)
class Stacked:
    """A stack after learning: scores of everybody who is tested."""

    tests: tuple[Tested, ...]
    lens: Lens
    blocks: Blocks
    """Those of everybody."""
    targets: Targets
    scores: Floats
    """People × columns; not numbers for those who were not tested."""
    answers: dict[str, Floats]
    """What each learner said of everybody tested, out of fold."""
    dependence: float = 1.0
    """How many times larger the variance of a mean over folds is than if no fold had taught those that test another."""

    def again(self, sight: Sight) -> Floats:
        """Scores of the same people from another version of their records, by who learned from this one."""
        blocks = blocks_of(sight, self.lens)
        scores = np.full((sight.size[0], self.targets.columns), np.nan)
        for test in self.tests:
            if len(test.people):
                scores[test.people] = test.scores(blocks.rows(test.people))
        return scores

    def asked_about(self, sight: Sight) -> Floats:
        """Scores of people whom nobody has seen, everybody in this sight, from the first test's teams."""
        (test,) = self.tests
        return test.scores(blocks_of(sight, self.lens))


def crossed(
    sight: Sight,
    targets: Targets,
    folds: Int32s,
    seed: int,
    size: Size,
    after_fit: Callable[[], None] = lambda: None,
    threads: int = 1,
) -> Stacked:
    """Everybody is tested once: for every two folds a team learns from all others, and is asked about both."""
    lens, blocks = _seen(sight, seed, size, threads)
    count = int(folds.max()) + 1
    inside = [np.flatnonzero(folds == fold) for fold in range(count)]

    def taught(pair: tuple[int, ...]) -> tuple[Team, list[Floats]]:
        train = np.flatnonzero(~np.isin(folds, (*pair, NO_FOLD)))
        return _taught(blocks, targets, train, [inside[fold] for fold in pair], seed, size)

    teams: dict[tuple[int, int], Team] = {}
    said: dict[tuple[int, int], Floats] = {}
    pairs = list(combinations(range(count), 2))
    for (one, two), (team, answers) in zip(pairs, at_once(taught, pairs, threads, after_fit), strict=True):
        teams[one, two] = teams[two, one] = team
        # said[i, j] is about the people of fold j, by who saw neither
        said[two, one], said[one, two] = answers
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
    by_team = [
        np.array([tests[fold].joined(said[other, fold]) for other in range(count) if other != fold])
        for fold in range(count)
    ]
    return replace(_summed(tests, answered, lens, blocks, targets), dependence=dependence_of(by_team))


def learned_once(
    sight: Sight, targets: Targets, train: Int64s, test: Int64s, folds: Int32s, seed: int, size: Size
) -> Stacked:
    """Learn from some people, whose inner folds these are, and be asked about others."""
    lens, blocks = _seen(sight, seed, size)
    teams, asked, answers, about_test = [], [], [], []
    for fold in np.unique(folds[train]):
        inner = train[folds[train] == fold]
        team, (own, other) = _taught(blocks, targets, train[folds[train] != fold], (inner, test), seed, size)
        teams.append(team)
        asked.append(inner)
        answers.append(own)
        about_test.append(other)
    everybody, every = np.concatenate(asked), np.concatenate(answers, axis=1)
    tested = Tested(test, tuple(teams), joined(every, targets.of(everybody)), everybody, every)
    return _summed([tested], [np.mean(about_test, axis=0)], lens, blocks, targets)


def _some(people: Int64s, seed: int, why: str) -> Int64s:
    """Not more than a stack looks at; of more, some by lot."""
    if len(people) <= MOST_PEOPLE:
        return people
    return np.sort(np.random.default_rng(seed_for(seed, why)).permutation(people)[:MOST_PEOPLE])


def _seen(sight: Sight, seed: int, size: Size, threads: int = 1) -> tuple[Lens, Blocks]:
    """Everybody, by who learned from all records there are how to look at them; once."""
    if (size.breadth, seed) not in sight.looks:
        there = np.flatnonzero(np.bincount(sight.people, minlength=sight.size[0]))
        people = _some(there, seed, "looked at")
        sight.looks[size.breadth, seed] = looked_at(sight, people, size.breadth, seed, threads)
    looked: tuple[Lens, Blocks] = sight.looks[size.breadth, seed]
    return looked


def _taught(
    blocks: Blocks, targets: Targets, train: Int64s, asked: Sequence[Int64s], seed: int, size: Size
) -> tuple[Team, list[Floats]]:
    """A team that learned from these people, and what it says of others."""
    train = _some(train, seed, "trained on")
    taught, wanted = blocks.rows(train), targets.of(train)
    learners = learners_for(taught, targets, size.effort)
    scorers = tuple(each.fit(taught, each.blocks, wanted, seed) for each in learners)
    team = Team(tuple(learners), scorers, targets.columns)
    return team, [team.said(blocks.rows(people)) for people in asked]


def _summed(tests: Sequence[Tested], said: Sequence[Floats], lens: Lens, blocks: Blocks, targets: Targets) -> Stacked:
    people = blocks.people
    scores = np.full((people, targets.columns), np.nan)
    names = [learner.name for learner in tests[0].teams[0].learners]
    answers = {name: np.full((people, targets.columns), np.nan) for name in names}
    for test, answer in zip(tests, said, strict=True):
        if not len(test.people):
            continue
        scores[test.people] = test.joined(answer)
        for place, name in enumerate(names):
            answers[name][test.people] = answer[place]
    return Stacked(tuple(tests), lens, blocks, targets, scores, answers)
