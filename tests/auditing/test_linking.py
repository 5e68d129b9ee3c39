"""Linking two datasets about the same people: probabilities, silence, columns that mean nothing, one to one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.auditing.fields import with_fields
from standout.auditing.linking import Linked, LinkSettings, link
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.draw import whole_records
from standout.risk.verdicts import named_records
from tests.worlds import STARS, scale_of

ONE = LinkSettings(threads=1, one_to_one=False)


def halves(people: int = 240, seed: int = 1, *, shuffled: bool = False) -> tuple[LocalDataset, LocalDataset, Int64s]:
    """Released and public data of which every second public person is released, with the truth."""
    rng = np.random.default_rng(seed)
    items, chances = 150, 1 / np.arange(5, 155)
    pairs = [(p, i) for p in range(people) for i in rng.choice(items, 24, replace=False, p=chances / chances.sum())]
    who, what = np.array(pairs).T
    values, days = rng.integers(0, 5, len(who)), rng.integers(0, 900, len(who))
    known = rng.random(len(who)) < 0.5
    public_days = rng.permutation(days) if shuffled else days
    released = who % 2 == 0
    made = [
        from_arrays(
            who[rows] // step, what[rows], values[rows], when[rows],
            scale=scale_of(STARS), size=(people // step, items), first_day=0,
        )
        for rows, when, step in ((released, days, 2), (known, public_days, 1))
    ]  # fmt: skip
    return made[0], made[1], np.where(np.arange(people) % 2 == 0, np.arange(people) // 2, -1)


@pytest.fixture(scope="module")
def linked() -> tuple[Linked, Int64s]:
    released, public, truths = halves()
    return link(released, public, ATTACKS["likelihood"], ONE), truths


def test_probabilities_never_rise_down_the_list_and_leave_room_for_absence(linked: tuple[Linked, Int64s]) -> None:
    chances = linked[0].chances
    assert chances is not None
    assert (np.diff(chances, axis=1) <= 1e-12).all()
    assert (chances.sum(axis=1) <= 1 + 1e-9).all()


def test_people_are_named_and_hardly_anybody_wrongly(linked: tuple[Linked, Int64s]) -> None:
    found, truths = linked
    names = named_records(found.outcomes)
    assert ((names >= 0) & (names == truths)).sum() > 80
    assert ((names >= 0) & (names != truths)).sum() <= 6
    assert found.summary.guard.silent is None
    there = found.summary.guard.present
    assert there is not None
    assert there.low <= 0.5 <= there.high + 0.05


def test_days_that_mean_nothing_are_dropped_and_nobody_is_lost() -> None:
    released, public, truths = halves(shuffled=True)
    found = link(released, public, ATTACKS["likelihood"], ONE, truths=truths)
    fields = {row.field: row for row in found.summary.guard.fields}
    assert not fields["days"].used
    names = named_records(found.outcomes)
    assert ((names >= 0) & (names != truths)).sum() <= 6
    assert ((found.outcomes.guesses == truths) & (truths >= 0)).sum() > 80


def test_people_who_are_not_there_are_not_named() -> None:
    """All released people are others: whatever is learnt, nobody may be named beyond the promise."""
    released, public, _ = halves()
    stranger, _, _ = halves(seed=9)
    found = link(stranger, public, ATTACKS["likelihood"], ONE)
    assert (named_records(found.outcomes) >= 0).sum() <= 6
    assert released.people == stranger.people


def test_one_to_one_gives_no_record_twice() -> None:
    released, public, truths = halves()
    found = link(released, public, ATTACKS["likelihood"], replace(ONE, one_to_one=True), truths=truths)
    guesses = found.outcomes.guesses
    chances = found.chances
    assert chances is not None
    sure = guesses[(guesses >= 0) & (chances[:, 0] > 0.5)]
    assert len(np.unique(sure)) == len(sure)
    assert (np.diff(chances, axis=1) <= 1e-12).all()
    assert found.summary.guard.one_to_one


def test_whether_one_to_one_is_decided_by_what_can_be_known() -> None:
    released, public, _ = halves()
    found = link(released, public, ATTACKS["likelihood"], replace(ONE, one_to_one=None))
    assert not found.summary.guard.one_to_one
    assert "240 public people and 120 released records" in found.summary.guard.one_to_one_why
    own = link(released, released, ATTACKS["likelihood"], replace(ONE, one_to_one=None))
    assert own.summary.guard.one_to_one


def test_the_paper_keeps_its_own_threshold() -> None:
    released, public, truths = halves()
    found = link(released, public, ATTACKS["scoreboard-rh"], ONE, truths=truths)
    named = named_records(found.outcomes) >= 0
    assert (named == ((found.outcomes.standing_out >= 1.5) & (found.outcomes.guesses >= 0))).all()


def test_columns_that_are_dropped_are_not_known() -> None:
    released, _, _ = halves()
    whole = whole_records(released.held, released.facts, np.arange(3))
    items = with_fields(whole, ("items",))
    assert (items.values == 255).all()
    assert (items.days == -(1 << 31)).all()
    assert with_fields(whole, ("items", "values", "days")).days.tolist() == whole.days.tolist()


def test_days_of_everybodys_own_clock_count_up_to_a_number_and_the_fields_say_so() -> None:
    """Five known items each, which others have as well: without days hardly anybody stands out."""
    rng, people, items = np.random.default_rng(5), 240, 100
    who = np.repeat(np.arange(people), 24)
    what = np.concatenate([rng.choice(items, 24, replace=False) for _ in range(people)])
    days = rng.integers(0, 900, len(who))
    known = np.tile(np.arange(24) < 5, people)
    moved = days + rng.integers(0, 2_000, people)[who]
    truths = np.where(rng.permutation(people) % 2 == 0, 0, -1)
    truths[truths == 0] = np.arange(people // 2)
    there = truths[who] >= 0
    made = [
        from_arrays(own[rows], what[rows], None, when[rows], size=(size, items), first_day=0)
        for own, rows, when, size in ((truths[who], there, days, people // 2), (who, known, moved, people))
    ]
    found = link(made[0], made[1], ATTACKS["likelihood"], ONE)
    names = named_records(found.outcomes)
    assert ((names >= 0) & (names == truths)).sum() > 60
    assert ((names >= 0) & (names != truths)).sum() <= 6
    by_name = {field.field: field for field in found.summary.guard.fields}
    assert by_name["days"].used
    assert "up to a number of each person's own" in by_name["days"].why
    assert by_name["order"].used
    assert {"items", "lengths", "counts"} <= set(by_name)
    assert any(line.startswith("used: items, days") for line in found.summary.guard.lines())


def test_knowledge_of_another_time_is_sent_to_the_attack_that_is_made_for_it() -> None:
    """Older and newer halves of records in which nobody has an item twice."""
    rng, people = np.random.default_rng(6), 160
    who = np.repeat(np.arange(people), 24)
    what = np.concatenate([rng.permutation(person % 8 * 40 + np.arange(40))[:24] for person in range(people)])
    days = np.tile(np.arange(24) * 10, people) + rng.integers(0, 10, len(who))
    older = days < 120
    public, released = (
        from_arrays(who[rows], what[rows], None, days[rows], size=(people, 320), first_day=0)
        for rows in (older, ~older)
    )
    found = link(released, public, ATTACKS["likelihood"], ONE)
    assert found.summary.guard.silent is not None
    assert any("the attack 'taste' is made for that" in note for note in found.summary.notes)
