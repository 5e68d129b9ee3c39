"""What `--epsilon` promises, tried on neighbouring datasets: nobody's presence or record shows more than promised."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pytest

from standout.common.arrays import Floats
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.index import from_arrays
from standout.data.partition import Partition
from standout.data.vocabulary import Vocabulary, numbered
from standout.errors import BadInput
from standout.io.tables.catalogue import Catalogue
from standout.kernels.rarity import count_at_most
from standout.label.provider import people_scores
from standout.label.provider.noise import Budget
from standout.label.provider.publishing import PublishSettings, make_bulletin
from standout.results.bulletin import Bulletin
from tests.label.telling_apart import least_epsilon, published

PEOPLE, ITEMS, LENGTH, COUNTED = 1_000, 40, 12, 3
EPSILON = 0.5
RUNS = 300
IDS = tuple(str(item) for item in range(ITEMS + 1))
CATALOGUE = Catalogue("catalogue.csv", IDS, (None,) * len(IDS))
"""All items, and one that at most the person in question has."""

Record = tuple[int, ...]


def records(people: int = PEOPLE) -> list[Record]:
    """People with much more than what is counted of them, so that what is counted is drawn."""
    dice = np.random.default_rng(3)
    return [tuple(sorted(dice.choice(ITEMS, LENGTH, replace=False).tolist())) for _ in range(people)]


def dataset(people: Sequence[Record]) -> LocalDataset:
    owners = np.repeat(np.arange(len(people)), [len(record) for record in people])
    return from_arrays(owners, np.concatenate(people))


def bulletins(people: Sequence[Record]) -> Floats:
    data, settings = dataset(people), PublishSettings(budget=Budget(EPSILON, COUNTED), threads=1)
    return published(lambda: make_bulletin(data, settings, catalogue=CATALOGUE), IDS, RUNS)


@pytest.fixture(scope="module")
def with_everybody() -> Floats:
    return bulletins(records())


def without(person: int, people: int = PEOPLE) -> list[Record]:
    everybody = records(people)
    return everybody[:person] + everybody[person + 1 :]


@pytest.mark.slow
@pytest.mark.parametrize("person", [0, PEOPLE // 2, PEOPLE - 1], ids=["first", "middle", "last"])
@pytest.mark.parametrize("change", ["removed", "replaced"])
def test_one_person_more_or_less_is_not_told_apart_beyond_the_promise(
    with_everybody: Floats, person: int, change: str
) -> None:
    others = without(person)
    if change == "replaced":
        others.insert(person, (0, ITEMS))  # a short record with an item of their own
    promised = EPSILON if change == "removed" else 2 * EPSILON
    assert least_epsilon(with_everybody, bulletins(others)) <= promised


MORE = 2 * PEOPLE
"""People who are drawn anew when one leaves: the more there are, the more it shows."""


def by_row(
    partition: Partition, facts: Facts, counted: npt.NDArray[np.int8], most: int
) -> dict[str, npt.NDArray[np.int64]]:
    """What is counted of people, drawn by a seed and the place of their row."""
    held, own = np.zeros(facts.items, np.int64), partition.records
    keys = np.random.default_rng(7).integers(0, 2**63, partition.size).astype(np.uint64)
    count_at_most(keys, own.starts, own.items, counted, most, held)
    return {"held": held}


@pytest.fixture(scope="module")
def drawn_by_row() -> Floats:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(people_scores, "_held_in", by_row)
        return bulletins(records(MORE))


@pytest.mark.slow
@pytest.mark.parametrize("person", [0, MORE // 2], ids=["first", "middle"])
def test_drawing_by_a_seed_and_the_row_is_found_out(
    person: int, drawn_by_row: Floats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the test above is for: whoever stands behind the person that left is drawn anew, and that shows.

    Counts of 40 items move by about 15 each (11 for the middle), under noise of scale 10: the worlds lie nearly
    seven spreads apart, or five. A bound of 2 epsilon takes 150 guesses of which nine in ten are right.
    """
    monkeypatch.setattr(people_scores, "_held_in", by_row)
    assert least_epsilon(drawn_by_row, bulletins(without(person, MORE))) > 2 * EPSILON


def test_the_bound_finds_a_promise_that_is_not_kept() -> None:
    """The same attacker against noise that is ten times too small: it must be able to fail."""
    dice = np.random.default_rng(5)
    exactly = np.array([40.0, 50.0, 60.0])
    one = exactly + dice.laplace(0, 1 / 10, (RUNS, 3))
    other = np.array([41.0, 50.0, 60.0]) + dice.laplace(0, 1 / 10, (RUNS, 3))
    assert least_epsilon(one, other) > 1.0
    same = exactly + dice.laplace(0, 1 / 10, (RUNS, 3))
    assert least_epsilon(one, same) == 0.0


def test_whether_there_are_enough_people_is_decided_with_noise() -> None:
    """Among 50 and among 49 people alike, publishing is refused sometimes, and sometimes not."""
    settings = PublishSettings(budget=Budget(5, 3), threads=1)
    for people in (50, 49):
        data = dataset([(0, 1, 2)] * people)
        seen = published(partial(make_bulletin, data, settings, catalogue=CATALOGUE), IDS, 60)
        # Noise of scale 2 is below 0 with probability 0.378, and at 0 with 0.245; 60 alike: 0.622^60 = 4e-13.
        assert 0 < seen[:, -1].mean() < 1


def test_an_item_of_ones_own_is_not_named_and_not_counted() -> None:
    """It has one holder, and needs five to be named: noise of scale 2 / 30 would have to be 60 times that."""
    settings = PublishSettings(budget=Budget(50, 2), threads=1)
    made = make_bulletin(dataset([*records()[:300], (0, ITEMS)]), settings, catalogue=CATALOGUE)
    assert str(ITEMS) not in made.ids
    other = make_bulletin(dataset(records()[:300]), settings, catalogue=CATALOGUE)
    assert made.items + made.folded.items == other.items + other.folded.items, "the catalogue's number"


# Without a catalogue


def test_without_a_catalogue_the_items_of_one_person_are_never_named() -> None:
    people = [*[tuple(range(10))] * 600, (0, 10, 11, 12)]
    settings = PublishSettings(budget=Budget(8, 10, 1e-12), threads=1)
    made = make_bulletin(dataset(people), settings)
    assert sorted(map(int, made.ids)) == list(range(10)), "delta is 1e-12 that one of the others is here"
    assert made.made.delta == 1e-12
    assert "delta 1e-12" in made.made.guarantee


def test_without_a_catalogue_the_number_of_items_is_noisy() -> None:
    people = [*[tuple(range(10))] * 600, *[(0, item) for item in range(10, 410)]]
    settings = PublishSettings(budget=Budget(8, 10), threads=1)
    seen = {made.items + made.folded.items for made in (make_bulletin(dataset(people), settings) for _ in range(10))}
    assert len(seen) > 1, "one value of noise of scale 25 has a chance of 0.02 at the most: ten alike come once in 1e15"


def test_nothing_stands_out_of_too_much_noise() -> None:
    """400 holders and noise of scale 182 would have to pass a threshold of 4,484: once in 1e9 for three items. That 400
    people in one step of length drown in noise of scale 10 below 71 has a chance of e^-33."""
    people = [tuple(range(3))] * 400
    with pytest.raises(BadInput, match="name the items with catalogue"):
        make_bulletin(dataset(people), PublishSettings(budget=Budget(1, 100), threads=1))


# Titles


def titled(agree: Sequence[bool] | None) -> LocalDataset:
    plain = numbered(300, 4)
    names = Vocabulary(plain.people, plain.items, pa.array([f"Film {item}" for item in range(4)]), _flags(agree))
    owners, items = np.divmod(np.arange(1_200), 4)
    return from_arrays(owners, items, vocabulary=names)


def _flags(agree: Sequence[bool] | None) -> np.ndarray[tuple[int], np.dtype[np.bool_]] | None:
    return None if agree is None else np.array(agree, np.bool_)


def published_titles(data: LocalDataset, make: Callable[[LocalDataset], Bulletin]) -> list[str | None] | None:
    made = make(data)
    return None if made.titles is None else list(made.titles)


def test_titles_on_which_rows_disagree_are_not_published() -> None:
    exactly: Callable[[LocalDataset], Bulletin] = lambda data: make_bulletin(data, PublishSettings(threads=1))  # noqa: E731
    assert published_titles(titled(None), exactly) == [f"Film {item}" for item in range(4)]
    assert published_titles(titled([True, False, True, True]), exactly) == ["Film 0", None, "Film 2", "Film 3"]


def test_with_noise_no_title_comes_from_peoples_rows() -> None:
    settings = PublishSettings(budget=Budget(50, 4), threads=1)
    noisy: Callable[[LocalDataset], Bulletin] = lambda data: make_bulletin(data, settings)  # noqa: E731
    assert published_titles(titled([True] * 4), noisy) is None
    assert published_titles(titled(None), noisy) == [f"Film {item}" for item in range(4)], "from a table of items"
    listed = Catalogue("c.csv", tuple("0123"), ("A", None, "C", "D"))
    made = make_bulletin(titled([True] * 4), settings, catalogue=listed)
    assert made.titles == ("A", None, "C", "D")
    assert made.made.delta is None
