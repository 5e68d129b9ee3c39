"""Several things at once: the same answers, in order; what nobody waits for any longer is stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

import pytest

from standout.common.lanes import Abandoned, Lanes, each_in_turn, in_turn


def squared(number: int) -> int:
    return number * number


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_pieces_come_in_order(threads: int) -> None:
    assert list(in_turn(squared, range(20), threads)) == [squared(number) for number in range(20)]
    assert list(in_turn(squared, [], threads)) == []


def test_one_thread_is_the_one_that_asks() -> None:
    assert set(in_turn(lambda _: threading.get_ident(), range(3), 1)) == {threading.get_ident()}


@pytest.mark.parametrize("threads", [1, 2])
def test_a_piece_that_fails_ends_it(threads: int) -> None:
    done: list[int] = []

    def run(piece: int) -> None:
        if piece == 1:
            raise ValueError("one")
        done.append(piece)

    with pytest.raises(ValueError, match="one"):
        each_in_turn(run, range(100), threads)
    assert len(done) < 99


@pytest.mark.parametrize("count", [1, 2, 3])
def test_tasks_answer_in_their_order(count: int) -> None:
    with Lanes(count) as lanes:
        assert lanes.all([partial(squared, number) for number in range(9)]) == [squared(each) for each in range(9)]
        assert lanes.start(partial(squared, 4)).result() == 16


def test_one_lane_does_a_task_when_it_is_started() -> None:
    done: list[int] = []
    with Lanes() as lanes:
        lanes.start(lambda: done.append(threading.get_ident()))
        assert done == [threading.get_ident()]


def test_lanes_are_side_by_side() -> None:
    """Each of two tasks waits until the other is there."""
    meeting = threading.Barrier(2, timeout=60)
    with Lanes(2) as lanes:
        assert sorted(lanes.all([meeting.wait, meeting.wait])) == [0, 1]


def give_up(count: int, *tasks: Callable[[], None], after: threading.Event) -> None:
    """Start tasks, and be interrupted once they are under way."""
    with Lanes(count) as lanes:
        for task in tasks:
            lanes.start(task)
        after.wait()
        raise KeyboardInterrupt


def test_what_was_given_up_stops_between_two_pieces() -> None:
    begun, ended = threading.Event(), list[BaseException]()

    def endless() -> None:
        try:
            each_in_turn(lambda _: begun.set(), range(1 << 60), 1)
        except BaseException as error:
            ended.append(error)
            raise

    with pytest.raises(KeyboardInterrupt):
        give_up(2, endless, after=begun)
    assert [type(error) for error in ended] == [Abandoned]


def test_what_waits_for_a_lane_is_never_begun() -> None:
    both, late = threading.Event(), list[int]()
    meeting = threading.Barrier(2, action=both.set)

    def long() -> None:
        meeting.wait()
        each_in_turn(lambda _: None, range(1 << 60), 1)

    with pytest.raises(KeyboardInterrupt):
        give_up(2, long, long, partial(late.append, 1), after=both)
    assert late == []


def test_the_failure_of_a_task_is_that_of_who_asks() -> None:
    def fail() -> None:
        raise ValueError("in a lane")

    with pytest.raises(ValueError, match="in a lane"), Lanes(2) as lanes:
        lanes.start(fail).result()
