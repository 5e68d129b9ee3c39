"""Questions that come while others are being answered go together: steps that run side by side share their jobs.

Whoever comes first asks at once. Who comes meanwhile waits, and one of those who waited then asks for all of them, in
one go. Nobody waits for a question that is not there yet, so there is nothing to agree on, and answers do not depend on
who was asked with whom.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from standout.common.lanes import go_on
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.engines.merging import Arrays, Merge
from standout.engines.partition_questions import apart, each_apart, side_by_side

MOST_TOGETHER = 4
"""So many questions go together at most: their answers are held at the same time."""


@dataclass(frozen=True, eq=False)
class Question:
    """What `run(partition, facts, *sent)` says of every partition is merged."""

    run: Callable[..., Arrays]
    sent: tuple[Any, ...]
    merge: Merge


Answer = Callable[[Question], Arrays]


@dataclass(eq=False)
class _Waiting:
    question: Question
    answer: Arrays | None = None
    problem: BaseException | None = None

    @property
    def over(self) -> bool:
        return self.answer is not None or self.problem is not None


@dataclass
class Gathering:
    """Asks one question at a time, which may be several that came together."""

    answer: Answer
    _waiting: list[_Waiting] = field(default_factory=list)
    _turn: threading.Condition = field(default_factory=threading.Condition)
    _busy: bool = False

    def ask(self, question: Question) -> Arrays:
        """The answer to this question, asked alone or with others; none is asked in a lane that was given up."""
        go_on()
        mine = _Waiting(question)
        with self._turn:
            self._waiting.append(mine)
            self._turn.wait_for(lambda: mine.over or not self._busy)
            if not mine.over:
                self._busy = True
                together = self._taken(mine)
        if not mine.over:
            self._ask_all(together)
        if mine.problem is not None:
            raise mine.problem
        assert mine.answer is not None
        return mine.answer

    def alone(self, task: Callable[[], Arrays]) -> Arrays:
        """What a task says that cannot go together with others, once nothing else is asked."""
        with self._turn:
            self._turn.wait_for(lambda: not self._busy)
            self._busy = True
        try:
            return task()
        finally:
            self._free()

    def _taken(self, mine: _Waiting) -> list[_Waiting]:
        """This question and those that came first, which wait no longer."""
        others = [each for each in self._waiting if each is not mine][: MOST_TOGETHER - 1]
        together = [mine, *others]
        self._waiting = [each for each in self._waiting if each not in together]
        return together

    def _ask_all(self, together: Sequence[_Waiting]) -> None:
        try:
            found = all_answered(self.answer, [each.question for each in together])
            for each, answer in zip(together, found, strict=True):
                each.answer = answer
        except BaseException as problem:
            for each in together:
                each.problem = problem
        finally:
            self._free()

    def _free(self) -> None:
        with self._turn:
            self._busy = False
            self._turn.notify_all()


def all_answered(answer: Answer, questions: Sequence[Question]) -> list[Arrays]:
    """The answers to several questions that are asked as one."""
    if len(questions) == 1:
        return [answer(questions[0])]
    runs, merges = _Runs(tuple(each.run for each in questions)), _Merges(tuple(each.merge for each in questions))
    return apart(answer(Question(runs, tuple(each.sent for each in questions), merges)), len(questions))


@dataclass(frozen=True)
class _Runs:
    runs: tuple[Callable[..., Arrays], ...]

    def __call__(self, partition: Partition, facts: Facts, *sent: tuple[Any, ...]) -> Arrays:
        pairs = zip(self.runs, sent, strict=True)
        return side_by_side([run(partition, facts, *told) for run, told in pairs])


@dataclass(frozen=True)
class _Merges:
    merges: tuple[Merge, ...]

    def __call__(self, answers: Sequence[Arrays]) -> Arrays:
        pairs = zip(self.merges, each_apart(answers, len(self.merges)), strict=True)
        return side_by_side([merge(each) for merge, each in pairs])
