"""Questions that are asked side by side go together, and each gets the answer that it gets alone."""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from standout.common import lanes
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.engines.merging import Arrays, largest, one_after_another, summed
from standout.engines.partitioned import PartitionedEngine
from standout.engines.spark import lasting
from standout.engines.spark.asked_together import MOST_TOGETHER, Gathering, Question, all_answered
from standout.testing.engines import made_up


def sizes_in(partition: Partition, facts: Facts, times: int) -> Arrays:
    return {"sizes": np.array([partition.size * times]), "people": np.array([facts.people])}


def nothing_in(partition: Partition, facts: Facts) -> Arrays:  # noqa: ARG001
    return {}


QUESTIONS = (
    Question(sizes_in, (1,), one_after_another),
    Question(nothing_in, (), one_after_another),
    Question(sizes_in, (3,), summed),
    Question(sizes_in, (2,), largest),
)


def asked_of_partitions() -> Callable[[Question], Arrays]:
    engine = PartitionedEngine((0, 7, 8, 40, 41))
    far = engine.take(made_up(values=True, days=True))
    return lambda question: engine.map(far, question.run, *question.sent, merge=question.merge)


def same(ours: Sequence[Arrays], theirs: Sequence[Arrays]) -> bool:
    return [{name: array.tolist() for name, array in each.items()} for each in ours] == [
        {name: array.tolist() for name, array in each.items()} for each in theirs
    ]


@pytest.mark.parametrize("count", range(1, len(QUESTIONS) + 1))
def test_several_questions_asked_as_one_are_answered_as_alone(count: int) -> None:
    answer = asked_of_partitions()
    together = all_answered(answer, QUESTIONS[:count])
    assert same(together, [answer(question) for question in QUESTIONS[:count]])


class Slow:
    """Answers only once it may, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.begun, self.may = threading.Event(), threading.Event()
        self._answer = asked_of_partitions()

    def __call__(self, question: Question) -> Arrays:
        self.asked.append(question)
        self.begun.set()
        self.may.wait()
        return self._answer(question)


def in_threads(tasks: Sequence[Callable[[], Any]]) -> tuple[list[Any], list[threading.Thread]]:
    """Each task on a thread of its own; what it says, or what went wrong, is there once it has ended."""
    found: list[Any] = [None] * len(tasks)

    def run(at: int) -> None:
        try:
            found[at] = tasks[at]()
        except Exception as problem:
            found[at] = problem

    threads = [threading.Thread(target=run, args=(at,)) for at in range(len(tasks))]
    for thread in threads:
        thread.start()
    return found, threads


def until(true: Callable[[], bool]) -> None:
    while not true():
        time.sleep(0.001)


def test_who_comes_while_another_is_answered_is_answered_with_all_who_came() -> None:
    slow = Slow()
    gathering = Gathering(slow)
    first, running = in_threads([partial(gathering.ask, QUESTIONS[0])])
    slow.begun.wait()
    later, more = in_threads([partial(gathering.ask, question) for question in QUESTIONS[:3] * 2])
    until(lambda: len(gathering._waiting) == len(later))
    alone, last = in_threads([lambda: gathering.alone(lambda: {"alone": np.array([len(slow.asked)])})])
    slow.may.set()
    for thread in (*running, *more, *last):
        thread.join()
    answer = asked_of_partitions()
    assert same([*first, *later], [answer(question) for question in (QUESTIONS[0], *QUESTIONS[:3], *QUESTIONS[:3])])
    assert len(slow.asked) == 1 + -(-len(later) // MOST_TOGETHER), "one question alone, then four, then two"
    assert alone[0]["alone"] in (1, 2, 3)
    assert not gathering._waiting
    assert same([gathering.ask(QUESTIONS[2])], [answer(QUESTIONS[2])])


def test_what_goes_wrong_is_told_to_all_who_asked_and_the_next_may_ask() -> None:
    slow = Slow()
    gathering = Gathering(slow)

    def wrong_in(partition: Partition, facts: Facts) -> Arrays:  # noqa: ARG001
        raise ZeroDivisionError

    first, running = in_threads([partial(gathering.ask, Question(wrong_in, (), summed))])
    slow.begun.wait()
    later, more = in_threads([partial(gathering.ask, each) for each in (Question(wrong_in, (), summed), QUESTIONS[0])])
    until(lambda: len(gathering._waiting) == 2)
    slow.may.set()
    for thread in (*running, *more):
        thread.join()
    assert all(isinstance(problem, ZeroDivisionError) for problem in (*first, *later))
    with pytest.raises(ZeroDivisionError):
        gathering.alone(lambda: wrong_in(None, None))  # type: ignore[arg-type]
    assert same([gathering.ask(QUESTIONS[0])], [asked_of_partitions()(QUESTIONS[0])])


def test_what_lasts_is_set_aside_once_for_all_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    stand_in = SimpleNamespace(collect=lambda: done.append("collected"), freeze=lambda: done.append("aside"))
    monkeypatch.setattr(lasting, "gc", stand_in)
    monkeypatch.setattr(lasting, "_known", 0)
    for _ in range(3):
        lasting.set_aside()
    assert done == ["collected", "aside"]
    monkeypatch.setitem(sys.modules, "a module that came later", ModuleType("later"))
    lasting.set_aside()
    assert done == ["collected", "aside"] * 2
    assert gc.isenabled()


def test_a_lane_that_was_given_up_asks_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    given_up = threading.Event()
    given_up.set()
    monkeypatch.setattr(lanes._here, "stopping", given_up, raising=False)
    gathering = Gathering(asked_of_partitions())
    with pytest.raises(lanes.Abandoned):
        gathering.ask(QUESTIONS[0])
    assert not gathering._waiting
