"""Several minimisations at once, whose questions are answered together: on a cluster every question is a job.

Each runs in a thread of its own and stops at its next question; once all that still run have asked, the questions go
out as one. So each takes the very steps that it would take alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")
Result = TypeVar("Result")

Ask = Callable[[Question], Answer]


def in_step(
    tasks: Sequence[Callable[[Ask[Question, Answer]], Result]],
    answer: Callable[[Mapping[int, Question]], Mapping[int, Answer]],
) -> list[Result]:
    """What each task makes of its answers; `answer` gets the questions of all that wait, by the number of the task.

    It is called by whoever called this. What goes wrong there, or in a task, ends all of them.
    """
    asked: SimpleQueue[tuple[int, Question, Future[Answer]] | int] = SimpleQueue()

    def run(number: int) -> Result:
        def ask(question: Question) -> Answer:
            coming: Future[Answer] = Future()
            asked.put((number, question, coming))
            return coming.result()

        try:
            return tasks[number](ask)
        finally:
            asked.put(number)

    with ThreadPoolExecutor(max(len(tasks), 1)) as pool:
        running = [pool.submit(run, number) for number in range(len(tasks))]
        waiting: dict[int, tuple[Question, Future[Answer]]] = {}
        left = len(tasks)
        try:
            while left:
                said = asked.get()
                if isinstance(said, int):
                    left -= 1
                else:
                    waiting[said[0]] = said[1:]
                if waiting and len(waiting) == left:
                    answers = answer({number: question for number, (question, _) in waiting.items()})
                    now, waiting = waiting, {}
                    for number, (_, coming) in now.items():
                        coming.set_result(answers[number])
        except BaseException as problem:
            for _, coming in waiting.values():
                coming.set_exception(problem)
            while left:
                said = asked.get()
                if isinstance(said, int):
                    left -= 1
                else:
                    said[2].set_exception(problem)
            raise
        return [each.result() for each in running]
