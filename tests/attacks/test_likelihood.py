"""The likelihood attack: every rule against the factors written out in pure Python, and against knowledge as drawn."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.attacks.contract import LikelihoodGains, bound
from standout.attacks.likelihood import Likelihood, with_threshold
from standout.attacks.rules import TOLD_IDLE, TOLD_WRONG, Rule, rule_of
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.adversary import Adversary
from standout.knowledge.fitting import fitting
from standout.knowledge.presets import PRESETS
from tests import reference
from tests.asking import draw, item_scores, score
from tests.reference import Asked, Entry, Known, Law, Record, World
from tests.worlds import HALF_STARS, STARS, knowledge, people, released, scale_of

OWN_RULES = (
    Adversary("popular", items=3, choose="popular", absent=1, values="unknown"),
    Adversary("half", share=(0.3, 0.9), values=1, days=3),
    Adversary("sure", items=2, values=0, days=0),
    Adversary("many-absent", items=6, absent=4, values="unknown"),
    Adversary("half-in-full", share=(0.3, 0.4), values=1, fewer=False),
)
RULES = [*PRESETS.values(), *OWN_RULES]


def law_of(rule: Rule, items: int) -> Law:
    return Law(
        rule.value_error, rule.day_error, rule.wrong, rule.absent, rule.absent_share, rule.exponent,
        rule.set_aside(items), rule.share, rule.fewer, rule.planned,
        rule.wrong_value, rule.wrong_day, rule.idle_values, rule.idle_days,
    )  # fmt: skip


def random_case(rng: random.Random) -> tuple[World, list[Known]]:
    """Few people and items, ties, empty records, missing values and days, known items of somebody and of nobody."""
    positions, has_days = rng.choice((None, STARS, HALF_STARS, (0.0, 10.0, 100.0))), rng.random() < 0.6
    items, last, complete = rng.randint(1, 7), rng.choice((0, 1, 5, 40)), rng.random() < 0.5

    def value(missing: bool = True) -> int | None:
        return rng.choice([*([None] if missing else []), *range(len(positions))]) if positions else None

    def day(missing: bool = True) -> int | None:
        days = [rng.randint(0, last), rng.randint(0, last)]
        return rng.choice([*([None] if missing else []), *days]) if has_days else None

    records = tuple(
        {item: Entry(value(not complete), day(not complete)) for item in range(items) if rng.random() < 0.5}
        for _ in range(rng.randint(1, 8))
    )
    base: Record = rng.choice(records)
    known = []
    for item in range(-1, items):
        if rng.random() < (0.8 if item in base else 0.3):
            right = item in base and rng.random() < 0.7
            known.append(Known(item, base[item].value, base[item].day) if right else Known(item, value(), day()))
    return World(records, items, positions, has_days), known


@pytest.mark.parametrize("adversary", RULES, ids=lambda one: one.name)
def test_scores_are_the_factors_written_out(adversary: Adversary) -> None:
    rng, attack = random.Random(adversary.name), bound(ATTACKS["likelihood"], adversary)
    assert isinstance(attack, Likelihood)
    assert attack.rule is not None
    for _ in range(60):
        world, known = random_case(rng)
        if not known:
            continue
        data, counts = released(world, rng.choice((1, 3, 65_536))), reference.counts_of(world)
        truth = rng.randrange(len(world.records))
        tally = score(
            data, knowledge(world, [Asked(known)]), attack, people(truth), top=len(world.records) + 1, threads=1
        )
        law = law_of(attack.rule, world.items)
        wanted = [reference.likelihood(world, known, record, counts, law) for record in world.records]
        found = {
            int(record): float(value)
            for record, value in zip(tally.top_records[0], tally.top_scores[0], strict=True)
            if record >= 0
        }
        assert found == pytest.approx(dict(enumerate(wanted)), abs=1e-5)
        assert tally.true_scores[0] == found[truth]
        ahead = sum(value > found[truth] for value in found.values())
        assert (tally.beat[0], tally.beat[0] + tally.tied[0] + 1) == (
            ahead, sum(value >= found[truth] for value in found.values()),
        )  # fmt: skip
        rest = sorted(found.values(), reverse=True)[1:]
        assert tally.exponentials[0] == pytest.approx(sum(math.exp(value - rest[0]) for value in rest))


@pytest.mark.parametrize("adversary", RULES[:3], ids=lambda one: one.name)
def test_where_few_have_a_known_item_the_others_count_all_the_same(adversary: Adversary) -> None:
    """Only those who have a known item are then read one by one. If lengths are asked for, be it lengths that all have,
    everybody is, and the same comes out: in any cut into shards, with as many listed as wanted."""
    rng, attack = random.Random(f"{adversary.name} few"), bound(ATTACKS["likelihood"], adversary)
    assert isinstance(attack, Likelihood)
    assert attack.rule is not None
    attack = replace(attack, rule=replace(attack.rule, idle_values=0.0, idle_days=0.0))
    for _ in range(25):
        items, count = 30, rng.randint(1, 40)
        records = tuple(
            {rng.randrange(items): Entry(rng.randrange(3), rng.randrange(9)) for _ in range(rng.randint(0, 3))}
            for _ in range(count)
        )
        world = World(records, items, (1.0, 2.0, 3.0), True)
        known = {
            item: Known(item, rng.randrange(3), rng.randrange(9))
            for item in rng.sample(range(-1, items), rng.randint(1, 3))
        }
        asked, top = knowledge(world, [Asked(list(known.values()))]), rng.randint(1, 5)
        data, truth = released(world, rng.choice((1, 3, 65_536))), people(rng.randrange(count))
        some = score(data, asked, attack, truth, top=top, threads=1)
        every = score(data, replace(asked, longest=np.full(1, 1 << 30)), attack, truth, top=top, threads=1)
        for exact in ("top_scores", "top_records", "candidates", "beat", "tied", "true_scores"):
            assert getattr(some, exact).tolist() == getattr(every, exact).tolist()
        for close in ("total", "squares", "exponentials"):
            assert getattr(some, close) == pytest.approx(getattr(every, close), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("adversary", RULES, ids=lambda one: one.name)
def test_agreement_never_counts_against_a_record(adversary: Adversary) -> None:
    """All else equal, a record that has a known item scores no less than one that has another item instead, as popular,
    whatever its value and day; and if these agree, no less than if they do not."""
    rng, attack = random.Random(f"{adversary.name} again"), bound(ATTACKS["likelihood"], adversary)
    assert isinstance(attack, Likelihood)
    assert attack.rule is not None
    for _ in range(25):
        world, known = random_case(rng)
        if not world.records or not known or world.items < 1:
            continue
        about = rng.choice([one for one in known if one.item >= 0] or [Known(0)])
        kept = [one for one in known if one is not about]
        base = {item: entry for item, entry in rng.choice(world.records).items() if item != about.item}
        spare = world.items
        days = [None, *range(41)] if world.has_days else [None]
        values = [None, *range(len(world.positions))] if world.positions else [None]
        has = [
            base | {about.item: Entry(value, day)} for value in values for day in rng.sample(days, min(len(days), 6))
        ]
        lacks = [base | {spare: one[about.item]} for one in has]
        # as many have the spare item as the known one
        others = tuple(record | ({spare: Entry()} if about.item in record else {}) for record in world.records)
        many = World((*has, *lacks, *others), world.items + 1, world.positions, world.has_days)
        asked = knowledge(many, [Asked([*kept, about])])
        law = law_of(attack.rule, many.items)
        tally = score(released(many), asked, attack, people(0), top=len(many.records), threads=1)
        scores = dict(zip(tally.top_records[0].tolist(), tally.top_scores[0].tolist(), strict=True))
        for at in range(len(has)):
            assert scores[at] >= scores[len(has) + at] - 1e-6
        for (one, entry), (two, other) in itertools.product(enumerate(one[about.item] for one in has), repeat=2):
            if _nearer(law, many, about, entry, other):
                assert scores[one] >= scores[two] - 1e-6


def _nearer(law: Law, world: World, known: Known, one: Entry, other: Entry) -> bool:
    """Whether one entry agrees where the other does, and perhaps in more; each has a value and a day if the other has.

    Those within the error are all right; which is likelier depends on how many others there are at the scale's ends.
    """
    positions = world.positions or ()
    sides = (
        (known.value, one.value, other.value, law.value_error, lambda a, b: abs(positions[a] - positions[b])),
        (known.day, one.day, other.day, law.day_error, lambda a, b: abs(a - b)),
    )
    for said, mine, theirs, error, gap in sides:
        if (mine is None) != (theirs is None):
            return False
        if mine != theirs and said is not None and error >= 0 and gap(theirs, said) <= error:
            return False
    return True


def dataset() -> LocalDataset:
    rng = np.random.default_rng(5)
    pairs = [(p, i) for p in range(40) for i in rng.choice(12, rng.integers(3, 9), replace=False)]
    who, what = np.array(pairs).T
    return from_arrays(
        who, what, rng.integers(0, 5, len(who)), rng.integers(0, 30, len(who)), scale=scale_of(STARS), size=(40, 12)
    )


@pytest.mark.parametrize(
    "adversary",
    [
        Adversary("any", items=2, values=1),
        Adversary("popular", items=2, choose="popular", values="unknown"),
        Adversary("rare", items=2, outside_top=4, values=0),
        Adversary("share", share=(0.2, 0.6), values="unknown"),
        Adversary("absent", items=2, absent=1, values="unknown"),
        Adversary("mentions", counts=((1, 1, 1.0), (2, 2, 2.0)), absent_share=0.3, values="unknown"),
    ],
    ids=lambda one: one.name,
)
def test_likelihoods_are_how_often_knowledge_is_drawn(adversary: Adversary) -> None:
    """Of two things that may be known of a person, one is drawn more often by e^(difference of their likelihoods)."""
    data, person = dataset(), np.array([7])
    drawn: Counter[tuple[tuple[int, int], ...]] = Counter()
    kept = {}
    for turn in range(3_000):
        one = draw(data, adversary, person, seed=3, turn=turn).knowledge
        if one.targets:
            key = tuple(zip(one.items.tolist(), one.values.tolist(), strict=True))
            drawn[key] += 1
            kept[key] = one
    attack = bound(ATTACKS["likelihood"], adversary)
    by_size: dict[int, list[tuple[int, float]]] = {}
    for key, times in drawn.items():
        if times >= 30:
            size = len(key)
            by_size.setdefault(size, []).append((times, _log_chance(data, kept[key], attack)))
    assert by_size
    for rows in by_size.values():
        seen = np.array([row[0] for row in rows], dtype=np.float64)
        shares = np.exp(np.array([row[1] for row in rows]))
        wanted = seen.sum() * shares / shares.sum()
        slack = 4.5 * np.sqrt(wanted) + (0.15 * wanted if adversary.choose == "popular" or adversary.absent else 0)
        assert (np.abs(seen - wanted) <= slack).all()


def _log_chance(data: LocalDataset, known: object, attack: object) -> float:
    """log P(known | record of person 7): the score with the population's chance put back."""
    from standout.attacks.likelihood import popularity, value_shares
    from standout.knowledge.draw import Knowledge

    assert isinstance(known, Knowledge)
    assert isinstance(attack, Likelihood)
    found = float(score(data, known, attack, np.array([7]), threads=1).true_scores[0])
    found += float(np.log(popularity(data.facts)[known.items]).sum())
    if (known.values != 255).all():
        found += float(np.log(value_shares(known, data.facts)[known.values] / 5).sum())
    # made-up items are taken for the population's; those of a person are what they do not have
    own = data.held.records.items[data.held.records.starts[7] : data.held.records.starts[8]]
    lacks = 1 - float(popularity(data.facts)[own].sum())
    return found - float(np.log(lacks)) * int((~np.isin(known.items, own)).sum())


def test_items_sum_up_to_the_score() -> None:
    data = dataset()
    for adversary in RULES:
        attack = bound(ATTACKS["likelihood"], adversary)
        drawn = draw(data, adversary, np.arange(40), seed=1)
        if not drawn.knowledge.targets:
            continue
        parts = item_scores(data, drawn.knowledge, attack, drawn.truths, threads=1)
        sums = np.add.reduceat(parts, drawn.knowledge.starts[:-1])
        tally = score(data, drawn.knowledge, attack, drawn.truths, threads=1)
        np.testing.assert_allclose(sums, tally.true_scores, atol=1e-9)


def test_the_shorter_of_two_records_that_fit_is_likelier() -> None:
    world = World(({0: Entry(), 1: Entry()}, {item: Entry() for item in range(6)}), 6)
    known = knowledge(world, [Asked([Known(0), Known(1)])])
    attack = bound(ATTACKS["likelihood"], Adversary("two", items=2, values="unknown"))
    tally = score(released(world), known, attack, people(0), threads=1)
    assert tally.top_records[0, 0] == 0
    # two of two in one way, two of six in fifteen ways; the rest is what the records lack
    assert tally.top_scores[0, 0] - tally.top_scores[0, 1] == pytest.approx(math.log(15), abs=1e-5)


def test_an_adversary_becomes_a_rule() -> None:
    rule = rule_of(Adversary("x", items=8, wrong=2, absent=4, values=1, days=14, choose="popular", outside_top=9))
    assert rule == Rule(1.0, 14.0, 0.5, 4, 0.0, 1.0, 9, 1.0, None, True, 8, *(TOLD_WRONG,) * 2, *(TOLD_IDLE,) * 2)
    assert rule_of(Adversary("y", items=8, choose="rarest", fewer=False)).exponent == -1
    assert rule_of(Adversary("y", items=8, fewer=False)).planned is None
    assert rule_of(PRESETS["share"]).share == (0.05, 0.2)
    assert rule_of(PRESETS["mentions"]).value_error == -1


def test_a_threshold_is_for_attacks_with_a_posterior() -> None:
    assert with_threshold(Likelihood(), 9.0).verdict.threshold == 9.0
    other = ATTACKS["scoreboard-rh"]
    assert with_threshold(other, 9.0) is other
    assert bound(other, PRESETS["share"]) is other
    assert replace(Likelihood(), present=0.2).present == 0.2


def test_what_is_worked_out_of_a_partition_is_kept_with_it() -> None:
    """The sums over all records are made once for a partition; another one never gets them, nor do other facts."""
    sizes = []
    for count in (3, 5):
        data = released(World(tuple({0: Entry(None, None)} for _ in range(count)), 2, None, has_days=False))
        asked = knowledge(World((), 2, None, has_days=False), [Asked([Known(0, None, None)])])
        first, again = (ATTACKS["likelihood"].gains(asked, data.held, data.facts) for _ in range(2))
        assert isinstance(first, LikelihoodGains)
        assert isinstance(again, LikelihoodGains)
        assert first.room is again.room
        other = ATTACKS["likelihood"].gains(asked, data.held, replace(data.facts, people=count + 1))
        assert isinstance(other, LikelihoodGains)
        assert other.room is not first.room
        sizes.append(len(first.room))
    assert sizes == [3, 5]


@pytest.mark.parametrize("adversary", [*PRESETS.values(), *OWN_RULES], ids=lambda one: one.name)
def test_worths_of_four_bytes_and_of_eight_give_the_same(adversary: Adversary, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every entry is a match, tables are half as large; the sums are the same, to the last bit."""
    dice = np.random.default_rng(7)
    rows, columns = np.nonzero(dice.random((600, 60)) < dice.beta(1, 4, 60))
    values, days = dice.integers(0, 5, len(rows)), dice.integers(0, 90, len(rows))
    data = from_arrays(rows, columns, values, days, scale=scale_of(STARS), size=(600, 60))
    fits = fitting((adversary,), data.facts)[0]
    if not fits:  # asks for items that people have again and again
        return
    drawn, attack = draw(data, fits[0], np.arange(0, 600, 30), seed=1), bound(ATTACKS["likelihood"], fits[0])
    small = data.engine.score(data, drawn.knowledge, attack, drawn.truths)
    monkeypatch.setattr("standout.engines.likelihood_grid._fits_four_bytes", lambda _: False)
    large = data.engine.score(data, drawn.knowledge, attack, drawn.truths)
    for field in ("top_scores", "top_records", "candidates", "beat", "tied", "true_scores", "exponentials"):
        assert np.array_equal(getattr(small, field), getattr(large, field)), field
