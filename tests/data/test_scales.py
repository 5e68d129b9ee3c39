"""Where values of one scale lie on another: bands are compared by their numbers, all else as it is."""

from __future__ import annotations

import json

import numpy as np
import pytest

from standout.common.arrays import Floats
from standout.data.model import NO_SCALE, Scale
from standout.data.prepared_manifest import _scale, _WrongError
from standout.data.scales import code_of, comparable, distances_between, part_of, places_on
from standout.io.columns.value_scales import amounts_scale, codes_of, extent_of

PRICES = Scale("bands", ("1–2", "3–9", "10–50"), (0.0, 1.0, 2.0), (1.0, 3.0, 10.0))
STARS = Scale("numbers", ("1", "4", "12"), (1.0, 4.0, 12.0))
COUNTS = Scale("counts", ("0", "1", "2–3"), (0.0, 1.0, 2.0))
GRADES = Scale("letters", ("B", "A"), (4.0, 5.0))


def test_numbers_and_other_bands_are_put_into_known_bands() -> None:
    assert places_on(PRICES, STARS).tolist() == [0.0, 1.0, 2.0]
    assert places_on(PRICES, part_of(PRICES, [0, 2])).tolist() == [0.0, 2.0]
    finer = Scale("bands", ("2", "5", "6", "99"), (0.0, 1.0, 2.0, 3.0), (2.0, 5.0, 6.0, 99.0))
    assert comparable(PRICES, finer)
    assert places_on(PRICES, finer).tolist() == [0.0, 1.0, 1.0, 2.0]


@pytest.mark.parametrize("released", [COUNTS, GRADES, NO_SCALE, Scale("numbers", ("99",), (99.0,))])
def test_what_cannot_be_put_into_bands_is_left_as_it_is(released: Scale) -> None:
    assert not comparable(PRICES, released)
    assert places_on(PRICES, released).tolist() == list(released.positions)
    assert not comparable(STARS, PRICES)


@pytest.mark.parametrize(("number", "code"), [(0.5, None), (1, 0), (2.9, 0), (3, 1), (1e9, 2)])
def test_a_number_gets_the_band_it_lies_in(number: float, code: int | None) -> None:
    assert code_of(PRICES, number) == code


def test_a_number_gets_the_nearest_rating_and_the_step_of_its_size() -> None:
    assert [code_of(STARS, number) for number in (0, 1, 3, 12, 13)] == [None, 0, 1, 2, None]
    assert [code_of(COUNTS, number) for number in (0, 1, 3, 4, -1)] == [0, 1, 2, None, None]
    assert code_of(GRADES, 4) is None


@pytest.mark.parametrize(
    "changed",
    [
        {"lows": [1.0, 3.0]}, {"lows": [3.0, 1.0, 10.0]}, {"lows": [1.0, 1.0, 10.0]}, {"lows": [1, 3, 10]},
        {"lows": ["1", "3", "10"]}, {"lows": [1.0, 3.0, float("inf")]}, {"lows": None}, {"kind": "numbers"},
        {"kind": "counts"}, {"lows": []},
    ],
)  # fmt: skip
def test_a_manifest_with_odd_bands_is_not_believed(changed: dict[str, object]) -> None:
    said = {"kind": "bands", "labels": ["a", "b", "c"], "positions": [0.0, 1.0, 2.0], "lows": [1.0, 3.0, 10.0]}
    assert _scale(said).lows == PRICES.lows
    with pytest.raises(_WrongError):
        _scale(json.loads(json.dumps({**said, **changed})))


def test_bands_without_their_lowest_numbers_are_no_scale() -> None:
    with pytest.raises(ValueError, match="lowest number"):
        Scale("bands", ("a",), (0.0,))
    with pytest.raises(_WrongError):
        _scale({"kind": "bands", "labels": ["a"], "positions": [0.0]})


def test_bands_that_overlap_are_the_same_and_others_are_as_far_as_the_bands_between() -> None:
    wide = Scale("bands", ("0.5", "1–4", "5–8", "9–30", "60–90"), (0.0, 1.0, 2.0, 3.0, 4.0), (0.5, 1.0, 5.0, 9.0, 60.0))
    assert distances_between(PRICES, wide).tolist() == [[1, 0, 1, 1, 3], [2, 0, 0, 0, 2], [3, 1, 1, 0, 1]]
    assert distances_between(PRICES, STARS).tolist() == [[0, 1, 2], [1, 0, 1], [2, 1, 0]]


@pytest.mark.parametrize("scale", [PRICES, STARS, COUNTS, GRADES])
def test_on_one_scale_values_are_as_far_apart_as_their_positions(scale: Scale) -> None:
    places = np.array(scale.positions)
    assert (distances_between(scale, scale) == np.abs(places[:, None] - places)).all()
    some = [0, len(places) - 1]
    assert (distances_between(scale, part_of(scale, some)) == np.abs(places[:, None] - places[some])).all()


@pytest.mark.parametrize("labels", [("a", "b"), ("7–9", "1"), ("1–nan", "5–2")])
def test_a_band_whose_label_says_no_end_reaches_up_to_the_next(labels: tuple[str, str]) -> None:
    odd = Scale("bands", labels, (0.0, 1.0), (1.0, 5.0))
    assert distances_between(PRICES, odd).tolist() == [[0, 1], [0, 0], [1, 0]]


def banded(numbers: Floats) -> Scale:
    return amounts_scale(lambda: [(numbers, None)], "quantiles", extent_of(lambda: [(numbers, None)]))


@pytest.mark.parametrize("seed", range(20))
def test_a_number_is_at_no_distance_from_itself_whatever_else_two_files_hold(seed: int) -> None:
    draw = np.random.default_rng(seed)
    numbers = np.round(draw.lognormal(0, 2, 300) * draw.choice([1, 1e6]), draw.integers(0, 6)) - draw.integers(0, 2)
    more = np.concatenate((numbers, numbers.max() * draw.uniform(0.1, 3, draw.integers(0, 300))))
    known, released = banded(numbers), banded(more)
    assert (distances_between(known, released)[codes_of(numbers, known), codes_of(numbers, released)] == 0).all()


@pytest.mark.parametrize("seed", range(20))
def test_distances_of_bands_are_those_that_looking_at_every_number_gives(seed: int) -> None:
    draw = np.random.default_rng(seed)
    numbers, others = (np.floor(draw.lognormal(size, 2, draw.integers(1, 200)) % 20_000) - 5 for size in (4, 5))
    others = np.append(others, numbers[0])
    known, released = banded(numbers), banded(others)
    if known == released or not comparable(known, released):
        return
    distances, codes = distances_between(known, released), codes_of(others, released)
    for released_code in range(len(released.lows)):
        held = others[codes == released_code]
        reached = {_band(known, numbers.max(), float(n)) for n in np.arange(held.min(), held.max() + 1)}
        for code in range(len(known.lows)):
            assert distances[code, released_code] == min(abs(code - band) for band in reached)


def _band(known: Scale, most: float, number: float) -> int:
    """The band a number lies in; -1 below all, their number above all."""
    if number > most:
        return len(known.lows)
    return sum(low <= number for low in known.lows) - 1
