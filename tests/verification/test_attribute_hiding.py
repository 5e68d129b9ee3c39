"""Hiding an attribute: what is left by how much the attacker knows, and who pays for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.needs import Needs
from standout.protections.contract import Entries, Protected, entries_of, rebuilt
from standout.results.compare_measures import AttributeRisk, Hiding
from standout.verification.attribute import Inference, attribute_risk
from standout.verification.attribute_hiding import (
    SHARES,
    _with_crowds,
    came_and_went,
    hiding,
    missing_of_known,
    some_people,
    with_hiding,
)
from standout.verification.concerned import concerned_people, edits_between, mixed_sight, told_apart_among
from standout.verification.seen import Seen, seen
from standout.verification.utility import utility
from tests.verification.made import ratings, tastes, there


@dataclass(frozen=True)
class OneSided:
    """Takes half of the liked items from one class only, as a blur does."""

    name: ClassVar[str] = "one-sided"
    summary: ClassVar[str] = "one class loses entries"
    needs: ClassVar[Needs] = frozenset({"attribute"})

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:
        assert attribute is not None
        entries, dice = entries_of(data), np.random.default_rng(seed)
        liked = (attribute.codes[entries.people] == 1) & (entries.items % 2 == 1)
        return Protected(rebuilt(data, entries.kept(~(liked & (dice.random(len(entries)) < 0.6)))))


@pytest.fixture(scope="module")
def known() -> tuple[LocalDataset, Inference, Seen, Hiding]:
    data = ratings(160)
    inference = Inference(seen(data, data), tastes(data), 2, ("strongest", "bernoulli"))
    released = OneSided().protect(data, tastes(data), 1).data
    version = seen(data, released)
    useful = utility(data, data, 1), utility(data, released, 1)
    return data, inference, version, hiding(data, inference, version, [OneSided()], useful)


def test_only_one_class_is_edited_and_its_own_figures_say_so(
    known: tuple[LocalDataset, Inference, Seen, Hiding],
) -> None:
    _, _, _, found = known
    whole, edited_class, edited = found.concerned
    assert (whole.name, edited_class.name, edited.name) == ("taste 0", "taste 1", "edited")
    assert (whole.touched, whole.changed_share) == (0, 0.0)
    assert edited_class.touched == edited.people
    assert edited_class.changed_share > 0.3
    assert there(edited_class.told_apart) > 0.8 > there(whole.told_apart)
    assert whole.too_early is None, "nothing was added"


def test_who_has_an_earlier_copy_or_knows_true_items_sees_who_was_edited(
    known: tuple[LocalDataset, Inference, Seen, Hiding],
) -> None:
    _, _, _, found = known
    by_knowledge = {each.knows: each.auc for each in found.knowing}
    assert by_knowledge["an earlier copy of the data"] > 0.97
    assert by_knowledge["8 true items of a person"] > 0.85
    assert len(by_knowledge) == 4
    assert there(found.worst).auc == max(by_knowledge.values())
    assert [each.share for each in found.by_labels] == list(SHARES[1:]), "of 1% nobody can learn"
    assert [each.people for each in found.by_labels] == [4, 16, 48, 128]
    assert found.by_labels[-1].auc > 0.7


def test_the_strongest_is_among_the_attackers_and_shown_by_itself(
    known: tuple[LocalDataset, Inference, Seen, Hiding],
) -> None:
    _, inference, version, _ = known
    risk = attribute_risk(inference, version)
    assert [each.name for each in there(risk.attackers).adaptive] == ["strongest", "bernoulli"]
    assert there(risk.strongest) == there(risk.attackers).adaptive[0]
    assert there(risk.worst_auc) >= there(risk.strongest).mirrored


def test_who_knows_most_labels_counts_as_the_worst_where_he_reaches_most(
    known: tuple[LocalDataset, Inference, Seen, Hiding],
) -> None:
    _, _, _, found = known
    most = max(each.auc for each in found.by_labels)
    below = with_hiding(AttributeRisk(worst_auc=0.5), found)
    assert below.worst_auc == most
    assert there(below.worst).attacker == "strongest"
    assert there(below.inferred).rate == most
    assert with_hiding(AttributeRisk(worst_auc=1.0), found).worst_auc == 1.0


def test_who_knows_all_others_of_a_crowd_uses_its_composition(
    known: tuple[LocalDataset, Inference, Seen, Hiding],
) -> None:
    """In crowds of one of each class, the other's class says everything."""
    data, inference, _, _ = known
    entries = entries_of(data)
    dice = np.random.default_rng(3)
    anyone = rebuilt(data, Entries(dice.permutation(160)[entries.people], entries.items, entries.values, entries.days))
    shuffled = seen(data, anyone)
    assert _with_crowds(inference, shuffled, np.arange(160) // 2).auc > 0.95
    assert _with_crowds(inference, shuffled, dice.permutation(np.arange(160) // 8)).auc < 0.7


def test_what_came_and_went_is_seen_item_by_item(known: tuple[LocalDataset, Inference, Seen, Hiding]) -> None:
    _, inference, version, _ = known
    changes = came_and_went(inference.original.sight, version.sight)
    edits = edits_between(inference.original.sight, version.sight)
    assert changes.shape == (160, 120)
    assert changes[:, :60].sum() == edits.added.sum() == 0
    assert np.array_equal(np.asarray(changes[:, 60:].sum(axis=1)).ravel(), edits.removed)


def test_edits_are_counted_as_they_are(known: tuple[LocalDataset, Inference, Seen, Hiding]) -> None:
    data, inference, _, _ = known
    entries = entries_of(data)
    gone, moved = 5, 9
    values = entries.values.copy()
    values[moved] = (values[moved] + 1) % 5
    kept = np.delete(np.arange(len(entries)), gone)
    pair = set(zip(entries.people.tolist(), entries.items.tolist(), strict=True))
    new = next((p, i) for p in range(160) for i in range(60) if (p, i) not in pair)
    more = Entries(np.array([new[0]]), np.array([new[1]]), np.array([3], np.uint8), np.array([0], np.uint16))
    changed = Entries(entries.people, entries.items, values, entries.days).kept(kept).joined(more)
    found = edits_between(inference.original.sight, seen(data, rebuilt(data, changed)).sight)
    assert (found.added.sum(), found.removed.sum(), found.altered.sum()) == (1, 1, 1)
    assert found.removed[entries.people[gone]] == found.altered[entries.people[moved]] == found.added[new[0]] == 1
    first = entries.days[entries.items == new[1]].min()
    assert found.early.sum() == (first > 0)
    assert found.touched.sum() == len({int(entries.people[gone]), int(entries.people[moved]), new[0]})


def test_unchanged_data_shows_nothing(known: tuple[LocalDataset, Inference, Seen, Hiding]) -> None:
    data, inference, _, _ = known
    same = inference.original.sight
    assert told_apart_among(same, same, np.arange(160), 1) == pytest.approx(0.5, abs=0.12)
    assert told_apart_among(same, same, np.arange(5), 1) is None
    assert not missing_of_known(inference, inference.original).any()
    measured = utility(data, data, 1)
    rows = concerned_people(same, same, edits_between(same, same), inference.attribute, (measured, measured), 1)
    assert [row.name for row in rows] == ["taste 0", "taste 1"]
    assert all(row.lists_lost == 0 for row in rows)


def test_records_are_mixed_person_by_person(known: tuple[LocalDataset, Inference, Seen, Hiding]) -> None:
    _, inference, version, _ = known
    protected = np.arange(160) % 3 == 0
    mixed = mixed_sight(inference.original.sight, version.sight, protected)
    assert (np.diff(mixed.people) >= 0).all()
    for sight, who in ((version.sight, protected), (inference.original.sight, ~protected)):
        expected = sight.items[who[sight.people]]
        assert np.array_equal(mixed.items[who[mixed.people]], expected)


def test_some_people_keep_their_own_class_and_records() -> None:
    data = ratings(40)
    part, attribute = some_people(data, tastes(data), np.array([3, 4, 30]))
    assert part.people == 3
    assert attribute.codes.tolist() == [1, 0, 0]
    assert part.lengths.tolist() == data.lengths[[3, 4, 30]].tolist()
