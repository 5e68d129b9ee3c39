"""Transfer utility: people are really held out, and the model is the plain one."""

from __future__ import annotations

import numpy as np
import pytest

from standout.data.index import from_arrays
from standout.errors import BadInput
from standout.protections.crowds.crowd_protection import Crowds
from standout.verification import transfer
from tests.protections.crowds.made_crowds import made


def test_held_out_people_are_in_nothing_that_is_protected() -> None:
    data = made(200, 60)
    rest, held = transfer.apart(data, 1)
    assert rest.people == 160
    ids = set(rest.vocabulary.everybody().to_pylist())
    out = [person for person, name in enumerate(data.vocabulary.everybody().to_pylist()) if name not in ids]
    records = data.held.records
    for place, person in enumerate(sorted(out)):
        own = set(records.items[records.starts[person] : records.starts[person + 1]].tolist())
        brought, wanted = (set(part.items[part.people == place].tolist()) for part in (held.brought, held.wanted))
        assert not brought & wanted
        assert brought | wanted == own
    assert rest.count + len(held.brought.items) + len(held.wanted.items) == data.count


def test_weights_are_those_of_the_closed_form() -> None:
    random = np.random.default_rng(1)
    held = (random.random((30, 6)) < 0.4).astype(np.float32)
    gram = held.T @ held
    inverse = np.linalg.inv(gram.astype(np.float64) + 10 * np.eye(6))
    plainly = np.array([[0 if i == j else -inverse[i, j] / inverse[j, j] for j in range(6)] for i in range(6)])
    np.testing.assert_allclose(transfer._weights(gram, 10.0), plainly, atol=1e-4)


def test_items_together_are_counted_as_plain_loops_do_among_those_told_apart() -> None:
    data = made(50, 20)
    fewer = data.items - 4
    places = np.where(np.arange(data.items) < fewer, np.arange(data.items), -1)
    records, plainly = data.held.records, np.zeros((fewer, fewer))
    for person in range(data.people):
        own = [item for item in records.items[records.starts[person] : records.starts[person + 1]] if item < fewer]
        for one in own:
            for other in own:
                plainly[one, other] += 1
    np.testing.assert_array_equal(transfer._together(data, data, places, fewer), np.triu(plainly))


def test_lists_of_what_is_popular_are_those_of_a_model_in_which_every_item_says_the_same() -> None:
    rest, held = transfer.apart(made(200, 60), 1)
    _, places = transfer._told_apart(rest)
    trial, counts = transfer._Trial.of(held, places), np.asarray(rest.holders, np.float64)
    same = np.tile(counts.astype(np.float32), (len(counts), 1))
    everybody = transfer._gains(trial.brought, trial.wanted, trial.asked, same)
    np.testing.assert_array_equal(trial.popular(counts), everybody[~trial.chooses])


def test_the_original_loses_nothing_against_itself_and_crowds_a_little() -> None:
    data = made(400, 60, seed=5)
    rest, held = transfer.apart(data, 1)
    before = transfer.learned(rest, rest, held)
    same = transfer.lost(before, before)
    assert same is not None
    assert same.loss == 0
    after = transfer.lost(before, transfer.learned(rest, Crowds(k=5).protect(rest, None, 1).data, held))
    assert after is not None
    assert after.loss < 0.3


def test_nothing_is_said_where_popularity_does_as_well() -> None:
    random = np.random.default_rng(1)
    who, what = np.nonzero(random.random((300, 30)) < np.linspace(0.05, 0.6, 30))
    rest, held = transfer.apart(from_arrays(who, what, size=(300, 30)), 1)
    before = transfer.learned(rest, rest, held)
    assert transfer.lost(before, before) is None


def test_too_few_people_are_refused() -> None:
    with pytest.raises(BadInput, match="only 0 people have 5 entries"):
        transfer.apart(from_arrays([0, 1, 2], [0, 1, 2]), 1)
