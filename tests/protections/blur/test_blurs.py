"""The blurs against slow and obvious versions of themselves, the thesis' worked examples, and what they refuse."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import rankdata

from standout.common.arrays import Int64s
from standout.data.attributes import UNKNOWN, Attribute
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.errors import BadInput
from standout.inference.features import values_matrix
from standout.inference.folds import stratified_folds
from standout.kernels.randomness import start, uniform
from standout.knowledge.draw import seed_for
from standout.protections import protection
from standout.protections.blur.blurmore import BlurMore, trimmed
from standout.protections.blur.blurring import drawn_from_lists, extra_counts, first_of_lists, room_for
from standout.protections.blur.filling import fictive, mean_values, nearest
from standout.protections.blur.lists import Lists, certainty_of, lists_from, lists_of
from standout.protections.contract import Entries, changes, entries_of
from standout.protections.disguise import BLURRED, REAL, disguised
from tests.worlds import STARS, scale_of

PEOPLE, ITEMS = 40, 25


def made_up(seed: int, people: int = PEOPLE, items: int = ITEMS, chance: float = 0.35) -> LocalDataset:
    """Random data with an empty record, values and days that are missing, and an item that one person has."""
    random = np.random.default_rng(seed)
    there = random.random((people, items)) < chance
    there[0] = False
    there[:, 0] = False
    there[3, 0] = True
    who, what = np.nonzero(there)
    values = np.where(random.random(len(who)) < 0.1, NO_VALUE, random.integers(0, 5, len(who)))
    days = np.where(random.random(len(who)) < 0.1, NO_DAY, random.integers(0, 50, len(who)))
    return from_arrays(who, what, values, days, scale=scale_of(STARS), size=(people, items), first_day=9_000)


def attribute_of(people: int, classes: int = 2, seed: int = 1) -> Attribute:
    codes = np.random.default_rng(seed).integers(0, classes, people).astype(np.int32)
    return Attribute("group", tuple("abcdef"[:classes]), codes)


def made_up_lists(seed: int, items: int = ITEMS, classes: int = 2) -> Lists:
    random = np.random.default_rng(seed)
    against = tuple(random.permutation(items)[: random.integers(3, items - 5)].astype(np.int64) for _ in range(classes))
    return Lists(against, tuple(random.random(len(one)) + 0.01 for one in against), np.zeros(0))


def records_of(data: LocalDataset) -> list[set[int]]:
    starts, items = data.held.records.starts, data.held.records.items
    return [set(items[starts[one] : starts[one + 1]].tolist()) for one in range(data.people)]


def given_to(people: Int64s, added: tuple[Int64s, Int64s]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {int(person): [] for person in people}
    for person, item in zip(*added, strict=True):
        found[int(person)].append(int(item))
    return found


# Lists


@pytest.mark.parametrize("classes", [2, 3])
def test_lists_are_in_order_of_the_mean_rank_of_coefficients(classes: int) -> None:
    from sklearn.linear_model import LogisticRegression

    data, attribute = made_up(1, people=60), attribute_of(60, classes)
    lists = lists_from(values_matrix(data), attribute.codes, classes, 4, 7)
    matrix, folds = values_matrix(data).toarray(), stratified_folds(attribute.codes, 4, 7)
    for code in range(classes):
        places, sums = np.zeros(ITEMS), np.zeros(ITEMS)
        for fold in range(4):
            training = folds != fold
            model = LogisticRegression(max_iter=1_000).fit(matrix[training], attribute.codes[training] == code)
            weights = model.coef_[0]
            sums += weights
            for item in range(ITEMS):
                places[item] += sum(weights < weights[item] - 1e-12) + sum(abs(weights - weights[item]) <= 1e-12) / 2
        expected = [item for item in np.argsort(places, kind="stable") if sums[item] < 0]
        assert lists.against[code].tolist() == expected
        assert lists.weights[code] == pytest.approx(-sums[expected] / 4, abs=1e-4)


def test_with_two_classes_every_item_is_in_one_list_at_most() -> None:
    lists = lists_of(made_up(2), attribute_of(PEOPLE), 5, 1)
    assert not set(lists.against[0]) & set(lists.against[1])


def test_certainty_is_scaled_and_zero_where_the_classifier_is_wrong() -> None:
    two = np.array([[0.05, 0.95], [0.05, 0.95], [0.5, 0.5], [1.0, 0.0]])
    assert certainty_of(two, np.array([1, 0, 0, 0], np.int32)) == pytest.approx([0.9, 0, 0, 1])
    three = np.array([[0.2, 0.2, 0.6]])
    assert certainty_of(three, np.array([2], np.int32)) == pytest.approx([0.4])


def test_certainty_is_that_of_a_classifier_that_has_not_seen_the_person() -> None:
    """Items that are pure chance can be learned by heart, but tell nothing about people who were not seen."""
    data, attribute = made_up(3, people=80, items=60), attribute_of(80)
    lists = lists_of(data, attribute, 5, 1)
    assert 0.3 < (lists.certainty > 0).mean() < 0.7


# Adding


@pytest.mark.parametrize(("length", "extra", "wanted"), [(100, 0.05, 5), (3, 0.33, 1), (1, 0.01, 1), (50, 0.05, 3)])
def test_a_share_of_the_own_length_and_at_least_one(length: int, extra: float, wanted: int) -> None:
    assert extra_counts(np.array([length, 0]), extra).tolist() == [wanted, 0]


def test_a_share_may_be_rounded_up() -> None:
    assert extra_counts(np.array([100, 101, 3, 1, 0]), 0.05, "up").tolist() == [5, 6, 1, 1, 0]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("cap", [None, 1.4])
def test_no_more_steps_down_the_list_than_allowed(seed: int, cap: float | None) -> None:
    """By hand: of the list's items that have room, the first four are looked at."""
    data, lists, random = made_up(seed), made_up_lists(seed), np.random.default_rng(seed)
    people, classes = random.permutation(PEOPLE), random.integers(0, 2, PEOPLE)
    wanted = random.integers(0, 7, PEOPLE)
    room = None if cap is None else room_for(data.holders, cap)
    found = first_of_lists(data, lists, people, classes, wanted, room, 4)
    left = (np.full(ITEMS, 10**6) if room is None else room).tolist()
    expected = []
    for person, code, most in zip(people, classes, wanted, strict=True):
        looked_at = [item for item in lists.against[code].tolist() if left[item] > 0][:4]
        new = [item for item in looked_at if item not in records_of(data)[person]][:most]
        for item in new:
            left[item] -= 1
        expected += [(person, item) for item in new]
    assert list(zip(found.people.tolist(), found.items.tolist(), strict=True)) == expected


@pytest.mark.parametrize("weighted", [False, True])
def test_draws_are_limited_too_and_lost_on_what_somebody_has(weighted: bool) -> None:
    data, lists = made_up(1), made_up_lists(1)
    people, classes = np.arange(PEOPLE), np.arange(PEOPLE) % 2
    wanted = np.full(PEOPLE, 5)
    few, many = (drawn_from_lists(data, lists, people, classes, wanted, weighted, 3, steps) for steps in (3, 400))
    assert np.bincount(few.people, minlength=PEOPLE).max() <= 3
    assert len(few.items) < len(many.items)
    for found in (few, many):
        pairs = list(zip(found.people.tolist(), found.items.tolist(), strict=True))
        assert len(set(pairs)) == len(pairs)
        assert all(item not in records_of(data)[person] for person, item in pairs)
        assert all(item in lists.against[person % 2] for person, item in pairs)


def test_removal_alike_takes_the_same_from_everybody_with_a_long_record() -> None:
    data, attribute = made_up(2), attribute_of(PEOPLE)
    middle = int(np.median(data.lengths))
    made = BlurMore(extra=0.4, trim_above=middle, removal="alike", folds=3).protect(data, attribute, 1)
    before, after = records_of(data), records_of(made.data)
    lost = [len(set(before[person]) - set(after[person])) for person in range(PEOPLE)]
    long = data.lengths >= middle
    added = sum(len(set(after[person]) - set(before[person])) for person in range(PEOPLE))
    assert {lost[person] for person in np.flatnonzero(long)} == {added // int(long.sum())}
    assert not any(lost[person] for person in np.flatnonzero(~long))


def test_published_lists_are_of_the_first_people_in_their_order() -> None:
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold

    data, attribute = made_up(1, people=60), attribute_of(60)
    published = lists_of(data, attribute, 4, 7, "published")
    matrix = values_matrix(data)[:48].toarray()
    ranks = np.zeros(ITEMS)
    for train, _ in StratifiedKFold(4).split(matrix, attribute.codes[:48]):
        model = LogisticRegression(solver="liblinear").fit(matrix[train], attribute.codes[:48][train])
        ranks += rankdata(model.coef_[0])
    assert published.against[0].tolist() == [
        item for item in np.argsort(-ranks, kind="stable") if item in published.against[0]
    ]
    assert np.array_equal(published.certainty, lists_of(data, attribute, 4, 7).certainty)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("cap", [None, 1.0, 1.4, 2.0])
def test_first_of_lists_as_one_would_do_it_by_hand(seed: int, cap: float | None) -> None:
    data, lists, random = made_up(seed), made_up_lists(seed), np.random.default_rng(seed)
    people, classes = random.permutation(PEOPLE), random.integers(0, 2, PEOPLE)
    wanted = random.integers(0, 7, PEOPLE)
    room = None if cap is None else room_for(data.holders, cap)
    found = first_of_lists(data, lists, people, classes, wanted, room)

    records, count = records_of(data), data.holders.tolist()
    expected: dict[int, list[int]] = {}
    for person, code, most in zip(people, classes, wanted, strict=True):
        got: list[int] = []
        for item in lists.against[code]:
            full = cap is not None and count[item] >= cap * data.holders[item]
            if len(got) < most and not full and item not in records[person]:
                got.append(int(item))
                count[item] += 1
        expected[int(person)] = got
    assert given_to(people, (found.people, found.items)) == expected
    short = sum(len(expected[int(person)]) < most for person, most in zip(people, wanted, strict=True))
    assert (f"ran out for {short:,} people" in " ".join(found.notes)) == bool(short)


@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_drawing_as_one_would_do_it_by_hand(seed: int, weighted: bool) -> None:
    data, lists, random = made_up(seed, chance=0.6), made_up_lists(seed), np.random.default_rng(seed)
    people, classes = np.arange(PEOPLE, dtype=np.int64), random.integers(0, 2, PEOPLE)
    wanted = random.integers(0, 5, PEOPLE)
    found = drawn_from_lists(data, lists, people, classes, wanted, weighted, 9)

    records, expected = records_of(data), {}
    for person in range(PEOPLE):
        items = lists.against[classes[person]].tolist()
        weights = lists.weights[classes[person]] if weighted else np.ones(len(items))
        state = np.empty(1, np.uint64)
        taken: list[int] = []
        start(state, seed_for(9, "blur", "items"), person, 0)
        free = [item for item in items if item not in records[person]]
        while len(taken) < min(wanted[person], len(free)):
            aim = uniform(state) * weights.sum()
            item = items[int(np.searchsorted(np.cumsum(weights), aim, side="right"))]
            if item in free and item not in taken:
                taken.append(item)
        expected[person] = taken
    assert given_to(people, (found.people, found.items)) == expected


def test_what_is_drawn_follows_the_weights_also_where_most_of_the_weight_is_held() -> None:
    """Everyone holds the heavy item, so that drawing has to go item by item; of the others, 3 is three times 1."""
    people = 6_000
    data = from_arrays(np.arange(people), np.zeros(people, int), size=(people, 4))
    lists = Lists((np.array([0, 1, 2, 3]),), (np.array([1e6, 1.0, 2.0, 3.0]),), np.zeros(0))
    none = np.zeros(people, np.int64)
    found = drawn_from_lists(data, lists, np.arange(people), none, none + 1, True, 3)
    assert np.bincount(found.items, minlength=4) / people == pytest.approx([0, 1 / 6, 2 / 6, 3 / 6], abs=0.02)


def test_whoever_has_nothing_of_the_list_left_gets_nothing() -> None:
    data = from_arrays([0, 0, 1], [0, 1, 2], size=(2, 3))
    lists = Lists((np.array([0, 1]),), (np.array([1.0, 1.0]),), np.zeros(0))
    classes = np.zeros(2, np.int64)
    for found in (
        first_of_lists(data, lists, np.arange(2), classes, np.array([1, 3])),
        drawn_from_lists(data, lists, np.arange(2), classes, np.array([1, 3]), True, 1),
    ):
        assert found.people.tolist() == [1, 1]
        assert found.notes == ("the list ran out for 2 people: 2 entries fewer than wanted were added",)


# Values and days of what never happened


def test_the_item_s_mean_is_rounded_to_the_scale() -> None:
    data = from_arrays(
        [0, 1, 2, 0, 1, 0, 1], [0, 0, 0, 1, 1, 2, 3], [0, 4, 4, 3, 4, NO_VALUE, 2], scale=scale_of(STARS), size=(3, 5)
    )
    assert mean_values(data).tolist() == [3, 4, NO_VALUE, 2, NO_VALUE]
    assert nearest(data, np.array([0.2, 1.5, 4.49, 9.0])).tolist() == [0, 1, 3, 4]


@pytest.mark.parametrize("fill", ["mean", "predicted"])
def test_days_are_the_person_s_own_and_values_on_the_scale(fill: str) -> None:
    data = made_up(5)
    people = np.repeat(np.flatnonzero(data.lengths), 3)
    entries = fictive(data, people, np.full(len(people), 4), fill, 1)
    days = entries_of(data)
    for person, day in zip(entries.people, entries.days, strict=True):
        assert day in days.days[days.people == person]
    assert (entries.values < 5).all()


def test_predicted_values_follow_person_and_item() -> None:
    """People who give all items 5, and items that get 1 from everybody else."""
    who, what = np.divmod(np.arange(40 * 20), 20)
    held = (who + what) % 4 > 0
    values = np.where(who < 20, 4, 0)
    data = from_arrays(who[held], what[held], values[held], scale=scale_of(STARS), size=(40, 20))
    missing = fictive(data, who[~held], what[~held], "predicted", 1)
    assert np.mean(missing.values[missing.people < 20]) > 3.5
    assert np.mean(missing.values[missing.people >= 20]) < 0.5


# Worked examples


def test_figure_2_a_male_user_gets_the_first_female_item_with_its_mean() -> None:
    """User 1 has three items; a third of them more is one: item 2, which is first and has 5 on average."""
    who = [0, 0, 0, 1, 1, 2, 2, 2, 3, 3]
    what = [0, 2, 3, 1, 2, 1, 0, 4, 1, 4]
    stars = [3, 1, 4, 5, 2, 5, 4, 3, 4, 3]
    data = from_arrays(who, what, np.array(stars) - 1, scale=scale_of(STARS), size=(4, 5))
    against_male = np.array([1, 4])
    lists = Lists((np.array([0, 2]), against_male), (np.ones(2), np.ones(2)), np.zeros(4))
    added = first_of_lists(data, lists, np.array([0]), np.array([1]), extra_counts(data.lengths[:1], 0.33))
    entries = fictive(data, added.people, added.items, "mean", 1)
    assert (entries.people.tolist(), entries.items.tolist(), entries.values.tolist()) == ([0], [1], [4])


def test_figure_8_an_item_that_speaks_for_real_comes_and_one_that_speaks_for_blurred_goes() -> None:
    """User 1 gets item 4, the first of what speaks for real, and loses item 5, the first for blurred."""
    data = from_arrays([0, 0, 0, 1, 1, 2], [0, 2, 4, 3, 4, 3], [2, 2, 2, 3, 2, 3], scale=scale_of(STARS), size=(3, 5))
    lists = Lists((np.array([4, 0]), np.array([3, 1])), (np.ones(2), np.ones(2)), np.zeros(3))
    assert (REAL, BLURRED) == (0, 1)
    made = disguised(data, lists, 0.33, room_for(data.holders, 2.0), 1)
    assert records_of(made.data)[0] == {0, 2, 3}
    assert made.data.count == data.count


@pytest.mark.parametrize("seed", range(4))
def test_exchanging_as_one_would_do_it_by_hand(seed: int) -> None:
    data, random = made_up(seed, chance=0.5), np.random.default_rng(seed)
    coming, going = np.split(random.permutation(ITEMS), [12])
    lists = Lists((going, coming), (np.ones(len(going)), np.ones(len(coming))), np.zeros(0))
    room = random.integers(0, 9, ITEMS)
    made = disguised(data, lists, 0.2, room, seed)

    left, count, expected = room.tolist(), data.holders.tolist(), records_of(data)
    for person in np.random.default_rng(seed_for(seed, "disguise", "order")).permutation(PEOPLE):
        record = expected[person]
        most = int(extra_counts(np.array([len(record)]), 0.2)[0])
        out = [int(item) for item in going if item in record and count[item] > 1][:most]
        new = [int(item) for item in coming if item not in record and left[item] > 0][: len(out)]
        for come, go in zip(new, out, strict=False):
            left[come] -= 1
            count[come] += 1
            count[go] -= 1
            record ^= {come, go}
    assert records_of(made.data) == expected


# Whole protections


def planted(people: int = 120) -> tuple[LocalDataset, Attribute]:
    """Two classes, each with ten items of its own taste and ten for all."""
    random = np.random.default_rng(8)
    codes = (np.arange(people) % 2).astype(np.int32)
    chances = np.full((people, 30), 0.5)
    chances[codes == 0, :10] = chances[codes == 1, 10:20] = 0.15
    who, what = np.nonzero(random.random((people, 30)) < chances)
    values = random.integers(0, 5, len(who))
    data = from_arrays(who, what, values, np.arange(len(who)) % 99, scale=scale_of(STARS), size=(people, 30))
    return data, Attribute("taste", ("a", "b"), codes)


@pytest.mark.parametrize("strategy", ["greedy", "sampled", "random"])
def test_blurme_adds_what_speaks_against_the_class_and_nothing_else(strategy: str) -> None:
    data, attribute = planted()
    made = protection(f"blurme:strategy={strategy},extra=0.1,folds=4").protect(data, attribute, 1)
    before, after = records_of(data), records_of(made.data)
    lists = lists_of(data, attribute, 4, 1)
    for person in range(data.people):
        new = after[person] - before[person]
        assert before[person] <= after[person]
        assert len(new) == max(int(len(before[person]) * 0.1 + 0.5), 1)
        assert new <= set(lists.against[attribute.codes[person]].tolist())


def test_people_of_unknown_class_are_left_alone_and_counted() -> None:
    data, attribute = planted()
    codes = attribute.codes.copy()
    codes[:7] = UNKNOWN
    made = protection("blurme:folds=3").protect(data, Attribute("taste", ("a", "b"), codes), 1)
    assert records_of(made.data)[:7] == records_of(data)[:7]
    assert "7 people without 'taste' were left as they are" in made.notes


def test_blurmore_keeps_the_number_of_entries_the_cap_and_every_item() -> None:
    data, attribute = planted()
    made = protection("blurmore:extra=0.2,cap=1.3,trim-above=12,folds=3").protect(data, attribute, 1)
    counted = changes(data, made.data)
    assert counted.added == counted.removed > 100
    before, after = records_of(data), records_of(made.data)
    gained = np.bincount([item for one in range(data.people) for item in after[one] - before[one]], minlength=30)
    assert (gained <= np.ceil(0.3 * data.holders)).all()
    assert (made.data.holders > 0).all()
    for person in range(data.people):
        assert before[person] <= after[person] or len(before[person]) >= 12


@pytest.mark.parametrize("seed", range(3))
def test_trimming_never_takes_an_item_s_last_holder_and_takes_all_that_can_go(seed: int) -> None:
    data = made_up(seed)
    few = np.array([5, 6, 7])
    added = Entries(few, np.zeros(3, np.int64), np.zeros(3, np.uint8), np.zeros(3, np.uint16))
    kept, notes = trimmed(data, added, 5, seed)
    assert (len(kept), notes) == (data.count - 3, ())
    many = Entries(*(np.resize(part, data.count) for part in (few, added.items, added.values, added.days)))
    kept, notes = trimmed(data, many, 5, seed)
    long = set(np.flatnonzero(data.lengths >= 5))
    for item in range(1, ITEMS):
        holders = {int(person) for person in np.flatnonzero([item in record for record in records_of(data)])}
        left = set(kept.people[kept.items == item].tolist())
        assert left >= holders - long
        assert len(left) == max(len(holders - long), 1) if holders else not left
    assert "only" in notes[0]


def test_blurmebetter_leaves_those_alone_who_cannot_be_told() -> None:
    data, attribute = planted()
    made = protection("blurmebetter:certainty=0.5,trim-above=1000,folds=4,extra=0.1").protect(data, attribute, 1)
    lists = lists_of(data, attribute, 4, 1)
    touched = [new > old for old, new in zip(records_of(data), records_of(made.data), strict=True)]
    assert touched == (lists.certainty > 0.5).tolist()
    assert 0 < sum(touched) < data.people
    assert any(f"{data.people - sum(touched)} of {data.people} people were not blurred" in note for note in made.notes)


def test_disguise_exchanges_as_many_as_it_adds() -> None:
    data, attribute = planted()
    first = protection("blurme:extra=0.2,folds=3").protect(data, attribute, 1)
    made = protection("disguise:first=blurme:extra=0.2;folds=3,extra=0.1,folds=3").protect(data, attribute, 1)
    counted = changes(first.data, made.data)
    assert counted.added == counted.removed > 0
    assert np.array_equal(made.data.lengths, first.data.lengths)
    assert (made.data.holders > 0).all()


# Refusals


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("blurme:extra=0", "extra is 0, but must be above 0"),
        ("blurme:extra=nan", "extra is nan"),
        ("blurme:strategy=bold", "strategy is 'bold', but must be one of greedy, sampled, random"),
        ("blurme:fill=five", "fill is 'five', but must be one of mean, predicted"),
        ("blurme:folds=1", "folds is 1, but must be at least 2"),
        ("blurme:folds=many", "folds is 'many', but must be a whole number"),
        ("blurme:cap=2", "has no option 'cap'; it has strategy, extra, fill, folds"),
        ("blurme:extra", "'extra' is not option=value"),
        ("blur", "there is no protection 'blur'; there are blurme, "),
        ("blurmore:cap=0.5", "cap is 0.5, but must be at least 1"),
        ("blurmore:trim-above=0", "trim-above is 0, but must be at least 1"),
        ("blurmore:order=upside", "order is 'upside'"),
        ("blurmebetter:certainty=1", "certainty is 1, but must be at least 0 and below 1"),
        ("disguise:first=disguise", "name the blur that comes first"),
        ("disguise:first=nothing", "there is no protection 'nothing'"),
    ],
)
def test_options_that_cannot_be_are_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said.replace("(", r"\(")):
        protection(text)


def test_attributes_that_cannot_be_learned_are_refused() -> None:
    data = made_up(1)
    ones = np.zeros(PEOPLE, np.int32)
    with pytest.raises(BadInput, match="of one class; there is nothing to hide"):
        protection("blurme").protect(data, Attribute("x", ("a",), ones), 1)
    lonely = ones.copy()
    lonely[5] = 1
    with pytest.raises(BadInput, match="class 'b' has 1 people, and 2 are needed"):
        protection("blurme").protect(data, Attribute("x", ("a", "b"), lonely), 1)
    with pytest.raises(BadInput, match="say which with attribute"):
        protection("blurme").protect(data, None, 1)


def test_a_class_with_fewer_people_than_folds_gets_fewer_folds_and_a_note() -> None:
    data, codes = made_up(1), np.zeros(PEOPLE, np.int32)
    codes[[4, 9, 20]] = 1
    made = protection("blurme").protect(data, Attribute("x", ("a", "b"), codes), 1)
    assert "class 'b' has 3 people, fewer than the 10 folds: 3 folds were used" in made.notes


def test_disguise_refuses_a_first_step_that_leaves_people_out() -> None:
    data, attribute = planted()
    with pytest.raises(BadInput, match="does not keep all people"):
        protection("disguise:first=sample,folds=3").protect(data, attribute, 1)
