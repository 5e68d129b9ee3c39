"""From posts to people: what the finder reads is all that the attacks know."""

from __future__ import annotations

from random import Random

import numpy as np
import pyarrow as pa
import pytest

from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.data.vocabulary import Vocabulary
from standout.mentioning.writing_posts import Noise, as_written, misspelt, written_posts
from standout.reproductions.frankowski.forum import Forum
from standout.reproductions.frankowski.from_posts import TABLE, found_in_posts, from_posts
from tests.reproductions.frankowski.test_altering import known

STARS = Scale("numbers", ("1", "2", "3"), (1.0, 2.0, 3.0))
WORDS = (("Crimson", "Azure", "Umber", "Jade"), ("Kestrel", "Lantern", "Meridian", "Obelisk", "Thicket"))
TITLES = [f"{first} {second} ({1990 + number})" for number, first in enumerate(WORDS[0]) for second in WORDS[1]]


@pytest.fixture(scope="module")
def data() -> LocalDataset:
    people, items = np.nonzero(np.random.default_rng(1).random((80, 20)) < 0.4)
    names = Vocabulary(
        pa.array([str(one) for one in range(80)]), pa.array([str(one) for one in range(20)]), pa.array(TITLES)
    )
    return from_arrays(people, items, items % 3, scale=STARS, size=(80, 20), vocabulary=names)


def test_what_is_written_is_read_again(data: LocalDataset) -> None:
    drawn = known([0, 3, 7, 11], [5], [2, 19])
    found = found_in_posts(data, drawn, seed=1)
    assert found.right + found.missed == 7
    assert found.right >= 6
    assert found.knowledge.targets == 3
    assert len(found.knowledge.items) == found.knowledge.starts[-1] == found.right + found.wrong
    assert found_in_posts(data, drawn, seed=1).knowledge.items.tolist() == found.knowledge.items.tolist()


def test_rows_stand_beside_the_published_ones(data: LocalDataset) -> None:
    starts, items = data.held.records.starts, data.held.records.items
    drawn = known(*(items[starts[one] : starts[one + 1]].tolist() for one in range(10)))
    who = Forum(drawn, np.arange(10), np.zeros(10, np.int64), np.zeros(10, np.int64), np.ones(len(drawn.items), bool))
    section, sentence = from_posts(data, who, 1, 1)
    published = {row.what: row.published for row in section.rows}
    assert published["mentions found that are right"] == 0.93
    assert published["mentions that are found"] == 0.78
    assert published["scoring: 1-identified from what was found"] == 0.31
    assert all(row.table == TABLE for row in section.rows)
    assert "posts written for one forum" in sentence


def test_data_without_titles_is_said_to_have_none() -> None:
    data = from_arrays([0, 1], [0, 1], [0, 1], scale=STARS)
    who = Forum(known([0]), np.array([0]), np.zeros(1, np.int64), np.zeros(1, np.int64), np.ones(1, bool))
    section, _ = from_posts(data, who, 1, 1)
    assert "no titles" in section.rows[0].remark


def test_titles_are_written_with_the_stated_noise() -> None:
    random = Random(2)
    plain = Noise(0, 0, 0, 0, 0)
    assert as_written("Matrix, The (1999)", random, plain) == "The Matrix"
    assert as_written("Heat (1995)", random, Noise(year=1, misspelt=0)) == "Heat (1995)"
    assert as_written("Kill Bill: Vol. 1 (2003)", random, Noise(year=0, short=1, misspelt=0)) == "Kill Bill"
    assert misspelt("It", random) == "It"
    texts = written_posts(TITLES, random, plain)
    assert sum(text.count(title[:-7]) for text in texts for title in TITLES) == len(TITLES)
    assert all(text == text.lower() for text in written_posts(TITLES, random, Noise(lower=1)))
