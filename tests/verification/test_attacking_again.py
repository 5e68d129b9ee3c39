"""Static and adaptive attackers, adversaries before and after, and telling protected from real records."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from standout.attacks import attacks
from standout.common.arrays import Floats
from standout.data.attributes import Attribute
from standout.data.codes import NO_DAY
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.knowledge.draw import Drawn, Knowledge
from standout.knowledge.presets import PRESETS
from standout.protections.coarsen import CoarsenDays
from standout.protections.contract import Entries, entries_of, rebuilt
from standout.protections.person import HideRarest, Misdirect
from standout.protections.sampling import Sample
from standout.verification.attribute import Inference, Reached, attribute_risk, standard_error
from standout.verification.identification import (
    Search,
    _tried,
    changed_knowledge,
    compared,
    drawn_for,
    hits_after,
    hits_before,
)
from standout.verification.realism import Halving, people_seen, realism, told_apart
from standout.verification.seen import seen
from tests.verification.made import ratings, renumbered, tastes, there, with_more, without

QUICK = ("bernoulli", "multinomial")


def turned_round(data: LocalDataset) -> LocalDataset:
    """Everybody gets the items of somebody of the other taste: a static attacker is always wrong."""
    entries = entries_of(data)
    return rebuilt(data, dataclasses.replace(entries, items=entries.items ^ 1))


def test_who_turns_his_answers_round_makes_an_auc_of_nothing_one_of_everything() -> None:
    data = ratings()
    inference = Inference(seen(data, data), tastes(data), 2, QUICK)
    before = attribute_risk(inference, inference.original)
    after = attribute_risk(inference, seen(data, turned_round(data)))
    assert before.static_auc == before.adaptive_auc == there(before.worst_auc) > 0.95
    assert there(after.static_auc) < 0.05
    assert there(after.worst_auc) > 0.95
    assert there(after.adaptive_auc) > 0.95, "labels of protected people show it as well"
    static = there(after.attackers).static[0]
    assert static.mirrored == pytest.approx(1 - static.auc)


def test_shuffled_records_betray_nothing() -> None:
    data = ratings()
    entries, dice = entries_of(data), np.random.default_rng(1)
    anyone = rebuilt(data, dataclasses.replace(entries, people=dice.permutation(data.people)[entries.people]))
    found = attribute_risk(Inference(seen(data, data), tastes(data), 2, QUICK), seen(data, anyone))
    assert there(found.worst_auc) < 0.65
    worst = there(found.worst)
    assert there(worst.low) <= there(found.worst_auc) <= there(worst.high)


def test_more_than_two_classes_and_people_who_are_gone() -> None:
    data = ratings(150)
    inference = Inference(seen(data, data), tastes(data, 3), 2, QUICK)
    found = attribute_risk(inference, seen(data, renumbered(data, list(range(120)), list(range(60)))))
    assert found.people == 120
    assert found.left_out == 30
    assert there(found.worst).low is None
    nearly = attribute_risk(inference, seen(data, renumbered(data, [0, 1, 2, 3], list(range(60)))))
    assert nearly.static_auc is None
    assert "no inference" in there(nearly.notes)[0]


def test_a_static_attacker_learns_once_and_never_from_those_he_is_tested_on() -> None:
    data = ratings()
    known = tastes(data)
    dice = np.random.default_rng(2)
    random = Attribute("coin", ("heads", "tails"), dice.integers(0, 2, data.people).astype(np.int32))
    found = attribute_risk(Inference(seen(data, data), random, 4, ("bernoulli", "logistic")), seen(data, data))
    assert there(found.worst_auc) < 0.65, "a coin cannot be inferred"
    with pytest.raises(BadInput, match="fewer than the 500 folds"):
        Inference(seen(data, data), known, 500, QUICK)
    with pytest.raises(BadInput, match="no attacker 'magician'"):
        Inference(seen(data, data), known, 2, ("magician",))


def test_mirror_images_are_taken_class_by_class() -> None:
    reached = Reached("some", np.array([[0.2, 0.9], [0.4, 0.7]]), (5, 5, 5))
    assert reached.auc == pytest.approx(0.55)
    assert reached.mirrored == pytest.approx((0.7 + 0.8) / 2)


def test_the_standard_error_of_an_auc_is_about_its_spread() -> None:
    dice = np.random.default_rng(3)
    found = []
    for _ in range(400):
        above, below = dice.normal(1, 1, 40), dice.normal(0, 1, 60)
        found.append((above[:, None] > below[None, :]).mean())
    assert standard_error(float(np.mean(found)), 40, 60) == pytest.approx(np.std(found), rel=0.2)
    assert standard_error(0.7, 0, 9) == 0


def search(data: LocalDataset, *names: str) -> Search:
    adversaries = tuple(PRESETS[name] for name in names)
    return Search(data, adversaries, tuple(attacks(["scoreboard-rh", "tf-idf"])), np.arange(0, data.people, 2), 1, 1)


def test_knowledge_is_the_same_for_every_protection() -> None:
    data = ratings()
    looked = search(data, "no-dates")
    plain, sampled = (
        drawn_for(looked, PRESETS["no-dates"], one) for one in (data, renumbered(data, [3, 5], [1, 2, 3]))
    )
    assert (plain.people == sampled.people).all()
    assert (plain.knowledge.items == sampled.knowledge.items).all()
    assert (plain.knowledge.values == sampled.knowledge.values).all()


def test_unchanged_data_changes_nothing_and_absent_people_are_not_found() -> None:
    data = ratings()
    looked, adversary = search(data, "acquaintance"), PRESETS["acquaintance"]
    before = hits_before(looked, adversary)
    again, _, _ = hits_after(looked, adversary, [Sample(1.0)], data)
    assert all((before[name] == again[name]).all() for name in before)
    released = Sample(0.5).protect(data, None, 1).data
    after, adaptive, _ = hits_after(looked, adversary, [Sample(0.5)], released)
    found = compared(before, after, adaptive, released.people)
    change, known = there(found.change), there(found.adaptive).rate
    assert there(found.after).rate == known < 0.75 * there(found.before).rate
    assert change.low < change.change < change.high < 0
    assert change.change == pytest.approx(known - there(found.before).rate)
    assert found.targets == len(before["tf-idf"])


def test_an_adaptive_adversary_never_finds_fewer() -> None:
    data = ratings()
    looked, adversary = search(data, "acquaintance"), PRESETS["acquaintance"]
    protection = CoarsenDays("quarter")
    released = protection.protect(data, None, 1).data
    after, adaptive, _ = hits_after(looked, adversary, [protection], released)
    found = compared(hits_before(looked, adversary), after, adaptive, released.people)
    assert there(found.adaptive).rate >= there(found.after).rate
    assert any(name.endswith("(countered)") for name in adaptive)


def test_who_has_found_everybody_makes_no_further_attempts() -> None:
    everybody, nobody = np.array([1.0, np.nan, 1.0]), np.array([0.5, np.nan, 0.0])

    def never() -> Floats:
        raise AssertionError("was tried")

    assert list(_tried({"plain": everybody}, {"learnt": never, "countered": never})) == ["plain", "learnt", "countered"]
    made = _tried({"plain": nobody}, {"learnt": lambda: everybody, "countered": never})
    assert made["learnt"] is everybody
    unknown = np.full(3, np.nan)
    assert _tried({"plain": unknown}, {"learnt": lambda: nobody})["learnt"] is nobody


def test_what_people_do_themselves_changes_knowledge_alone() -> None:
    data = ratings()
    looked, adversary = search(data, "mentions"), PRESETS["mentions"]
    before = hits_before(looked, adversary)
    for protection, share in ((HideRarest(0.5), 0.0), (Misdirect(3), 0.05)):
        after, adaptive, changed = hits_after(looked, adversary, [protection], data)
        assert changed > share
        first, plain, knowing = (max(np.nansum(one) for one in hits.values()) for hits in (before, after, adaptive))
        assert plain < first
        assert knowing >= plain


def test_changed_knowledge_counts_hidden_and_added_items() -> None:
    data = ratings()
    drawn: Drawn = drawn_for(search(data, "share"), PRESETS["share"], data)
    known: Knowledge = drawn.knowledge
    assert changed_knowledge(known, known) == 0
    other = dataclasses.replace(known, items=np.where(np.arange(len(known.items)) == 0, 1_000, known.items))
    assert changed_knowledge(known, other) == pytest.approx(2 / len(known.items))


HOW = Halving(folds=2, assignments=2, classifiers=("bernoulli", "outlines"))


def test_real_people_are_not_told_from_real_people_and_planted_items_show() -> None:
    data = ratings()
    original = seen(data, data)
    fake = seen(data, with_more(data, list(range(200)), [59] * 200))
    people = people_seen(original, original)
    alike, apart = (told_apart(original, version, people, 1, HOW) for version in (original, fake))
    assert abs(alike["bernoulli"].accuracy - 0.5) < 0.1
    assert apart["bernoulli"].accuracy > 0.75
    found = realism(data, with_more(data, list(range(200)), [59] * 200), apart, alike)
    assert found.real_vs_protected == apart[there(found.classifier)].accuracy
    assert there(found.real_vs_protected) - there(found.real_vs_real) > 0.2
    assert found.spikes.spikes == 1
    assert set(there(found.classifiers)) == {"bernoulli", "outlines"}
    assert realism(data, data, {}, {}).real_vs_real is None


def test_outlines_show_what_no_item_does() -> None:
    data = ratings()
    entries = entries_of(data)
    monthly = CoarsenDays("month").protect(data, None, 1).data
    flat = rebuilt(data, Entries(entries.people, entries.items, np.full(len(entries), 3, np.uint8), entries.days))
    original = seen(data, data)
    for version in (monthly, flat):
        apart = told_apart(original, seen(data, version), people_seen(original, original), 1, HOW)
        assert apart["outlines"].accuracy > 0.95
        assert abs(apart["bernoulli"].accuracy - 0.5) < 0.1


def test_people_without_entries_and_missing_days_are_taken() -> None:
    data = ratings()
    entries = entries_of(data)
    gone = without(data, entries.people < 50)
    undated = rebuilt(data, dataclasses.replace(entries, days=np.full(len(entries), NO_DAY, np.uint16)))
    original = seen(data, data)
    assert len(people_seen(original, seen(data, gone))) == 150
    assert np.isfinite(seen(data, undated).outlines).all()
    assert np.isfinite(seen(data, gone).outlines).all()


def test_an_unknown_classifier_is_refused() -> None:
    with pytest.raises(BadInput, match="no classifier 'oracle'"):
        Halving(classifiers=("oracle",))
