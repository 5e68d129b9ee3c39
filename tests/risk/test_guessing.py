"""Guessing what else people have, against a slow and obvious version."""

from __future__ import annotations

from itertools import combinations
from math import exp, isnan, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from standout.attacks import ATTACKS
from standout.attacks.contract import Attack
from standout.attacks.tf_idf import TfIdf
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge, of_targets
from standout.risk.guessing import LIST, NEIGHBOURS, RECORDS, WAYS, guessed
from standout.risk.learned import truth_of
from tests.worlds import STARS, scale_of

NAMES = ("likelihood", "scoreboard-rh", "set-intersection", "scoring-heavy")


def made(seed: int, people: int, items: int, *, values: bool, events: bool = False) -> LocalDataset:
    """Random records, some of them twins."""
    rng = np.random.default_rng(seed)
    records = [np.flatnonzero(rng.random(items) < rng.uniform(0.1, 0.9)) for _ in range(people)]
    for person in range(0, people - 1, 3):
        records[person + 1] = records[person]
    owners = np.concatenate([np.full(len(record), person) for person, record in enumerate(records)])
    had = np.concatenate(records)
    if events:
        again = rng.integers(1, 3, len(had))
        owners, had = np.repeat(owners, again), np.repeat(had, again)
    return from_arrays(
        owners, had, rng.integers(0, 5, len(had)) if values else None,
        rng.integers(0, 30, len(had)) if events else None,
        scale=scale_of(STARS if values else None), size=(people, items), events=events,
    )  # fmt: skip


def record(data: LocalDataset, person: int) -> dict[int, float]:
    """What somebody has, with the value of the last entry."""
    records = data.held.records
    entries = range(records.starts[person], records.starts[person + 1])
    places = np.array(data.scale.positions)[records.values] if data.has_values else np.full(data.count, nan)
    return {int(records.items[entry]): float(places[entry]) for entry in entries}


def grid(share: float) -> float:
    """So that equal sums are equal."""
    return round(share * 2**40) / 2**40


def in_all_orders(scores: dict[int, float], wanted: set[int], length: int) -> dict[int, float]:
    """The chance of each wanted item to be among so many guesses, over all ways to break ties."""
    levels = sorted(set(scores.values()), reverse=True)
    left, chances = length, {}
    for level in levels:
        tied = [item for item, score in scores.items() if score == level]
        taken = min(left, len(tied))
        ways = list(combinations(tied, taken))
        for item in tied:
            chances[item] = sum(item in way for way in ways) / len(ways)
        left -= taken
    return {item: chances.get(item, 0.0) for item in wanted}


def by_share(scores: dict[int, float], wanted: set[int], length: int) -> dict[int, float]:
    """The same where there are too many ways: of those level with the last, as many as there is room for, evenly."""
    last = sorted(scores.values(), reverse=True)[min(length, len(scores)) - 1]
    above, level = (sum(test(score) for score in scores.values()) for test in (last.__lt__, last.__eq__))
    lots = {True: 1.0, False: 0.0}
    return {item: (length - above) / level if scores[item] == last else lots[scores[item] > last] for item in wanted}


def beliefs(data: LocalDataset, attack: Attack, known: Knowledge, own: int, *, without: bool) -> dict[int, float]:
    """How much each of the best records is believed in, from all scores."""
    truths = np.array([own])
    tally = data.engine.score(data, known, attack, truths, top=data.people, entropy=attack.probabilities == "entropic")
    every = {
        int(who): float(score) for who, score in zip(tally.top_records[0], tally.top_scores[0], strict=True) if who >= 0
    }
    shown = [who for who in list(every)[: RECORDS + 1] if every[who] >= tally.listed_from[0]]
    left = {who: score for who, score in every.items() if not (without and who == own)}
    shown = [who for who in shown if who in left]
    if attack.probabilities == "posterior":
        best = max(left.values(), default=0.0)
        whole = sum(exp(score - best) for score in left.values()) + exp(-best) * max(len(left), 1)
        return {who: exp(left[who] - best) / whole for who in shown}
    if attack.probabilities == "entropic":
        spread = float(tally.spread[0])
        top = max(left.values(), default=0.0)
        worth = {who: exp((score - top) / spread) if spread > 0 else 1.0 for who, score in left.items()}
        return {who: worth[who] / sum(worth.values()) for who in shown}
    if attack.probabilities == "none":
        best = max((left[who] for who in shown), default=0.0)
        shown = [who for who in shown if left[who] == best]
    return {who: 1 / len(shown) for who in shown}


def plainly(
    data: LocalDataset, attack: Attack, drawn: Drawn, row: int, *, without: bool, exactly: bool = True
) -> list[list[float]]:
    """What each way of guessing reaches for one target, measure by measure."""
    known = of_targets(drawn.knowledge, np.array([row]))
    own, told = int(drawn.truths[row]), set(known.items.tolist())
    held = {person: record(data, person) for person in range(data.people)}
    others = [person for person in held if not (without and person == own)]
    usual = {item: sum(item in held[person] for person in others) / max(len(others), 1) for item in range(data.items)}
    typical = dict.fromkeys(range(data.items), nan)
    for item in range(data.items) if data.has_values else ():
        given_it = data.held.records.values[data.held.records.items == item]  # each time it was had
        typical[item] = float(np.mean(np.array(data.scale.positions)[given_it])) if len(given_it) else nan

    tally = data.engine.score(data, known, TfIdf(), top=NEIGHBOURS + 1)
    likeness = {
        int(who): float(score)
        for who, score in zip(tally.top_records[0], tally.top_scores[0], strict=True)
        if who >= 0 and score > 0 and int(who) in others
    }
    likeness = {who: grid(score / sum(likeness.values())) for who, score in likeness.items()}

    def voted(weights: dict[int, float], scores: dict[int, float], mean: dict[int, float]) -> tuple[dict, dict]:  # type: ignore[type-arg]
        scores, mean = dict(scores), dict(mean)
        for item in range(data.items):
            having = {who: weight for who, weight in weights.items() if item in held[who] and weight > 0}
            scores[item] += sum(having.values())
            if having and data.has_values:
                mean[item] = sum(weight * held[who][item] for who, weight in having.items()) / sum(having.values())
        return scores, mean

    alike, alike_mean = voted(likeness, {item: grid(1e-6 * share) for item, share in usual.items()}, typical)
    chances = {who: grid(share) for who, share in beliefs(data, attack, known, own, without=without).items()}
    left = max(1 - sum(chances.values()), 1e-6)
    mine, mine_mean = voted(chances, {item: left * score for item, score in alike.items()}, alike_mean)
    unknown = {item: value for item, value in held[own].items() if item not in told}
    rows = []
    for scores, mean in ((mine, mine_mean), (alike, alike_mean), (usual, typical)):
        scores = {item: score for item, score in scores.items() if item not in told}
        count = in_all_orders if exactly else by_share
        ten, whole = (count(scores, set(unknown), length) for length in (LIST, len(unknown)))
        few = min(LIST, len(unknown))
        near = sum(ten[item] for item, value in unknown.items() if abs(mean[item] - value) <= 1)
        rows.append([
            sum(ten.values()) / few, sum(ten.values()) / len(unknown), sum(whole.values()) / len(unknown),
            near / few if data.has_values else nan,
        ])  # fmt: skip
    return rows


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), values=st.booleans(), events=st.booleans())
def test_guesses_are_those_of_the_obvious_way(name: str, seed: int, values: bool, events: bool) -> None:
    data = made(seed, 9, 12, values=values, events=events)
    adversary = Adversary("some", items=3, values=1.0 if values else "unknown", fewer=True)
    drawn = data.engine.draw(data, adversary, np.arange(9), seed)
    truth = truth_of(data, drawn, None, data.scale)
    found = guessed(data, {name: ATTACKS[name]}, drawn.knowledge, truth, drawn.truths)[name]
    for row in np.flatnonzero(truth.sizes > 0):
        for side, without in ((found.inside, False), (found.without, True)):
            expected = plainly(data, ATTACKS[name], drawn, int(row), without=without)
            assert side[row].shape == (len(WAYS), 4)
            for way, measures in enumerate(expected):
                for got, wanted in zip(side[row, way], measures, strict=True):
                    assert (isnan(wanted) and isnan(got)) or got == pytest.approx(wanted, abs=1e-6), WAYS[way]


def test_what_is_known_is_not_guessed_and_nothing_is_asked_twice() -> None:
    data = made(1, 6, 5, values=False, events=True)
    drawn = data.engine.draw(data, Adversary("two", items=2, values="unknown"), np.arange(6), 1)
    truth = truth_of(data, drawn, None, data.scale)
    for row in range(len(drawn.people)):
        unknown = truth.items[truth.starts[row] : truth.starts[row + 1]].tolist()
        known = drawn.knowledge.items[drawn.knowledge.starts[row] : drawn.knowledge.starts[row + 1]].tolist()
        assert sorted(unknown + known) == sorted(record(data, int(drawn.people[row])))


def test_items_that_the_release_lacks_are_unknown_and_cannot_be_guessed() -> None:
    data = from_arrays([0, 0, 0, 1], [0, 1, 2, 0])
    drawn = data.engine.draw(data, Adversary("one", items=1, values="unknown", choose="popular"), people(0), 1)
    truth = truth_of(data, drawn, np.array([0, -1, 1]), data.scale)
    assert int(truth.sizes[0]) == 3 - int((drawn.knowledge.items == 0).any())
    assert (truth.items == -1).sum() == 1


def people(*codes: int) -> Int64s:
    return np.array(codes, np.int64)


def test_items_that_cannot_matter_change_nothing() -> None:
    """Many items that nearly nobody has: looking at those that matter is the same as looking at all."""
    rng = np.random.default_rng(9)
    owners, items = np.nonzero(rng.random((30, 400)) < np.append(np.full(40, 0.3), np.full(360, 0.004)))
    data = from_arrays(owners, items, size=(30, 400))
    drawn = data.engine.draw(data, Adversary("some", items=3, values="unknown"), np.arange(30), 1)
    truth = truth_of(data, drawn, None, data.scale)
    found = guessed(data, {"likelihood": ATTACKS["likelihood"]}, drawn.knowledge, truth, drawn.truths)["likelihood"]
    for row in (0, 7, 19):
        for side, without in ((found.inside, False), (found.without, True)):
            expected = np.array(plainly(data, ATTACKS["likelihood"], drawn, row, without=without, exactly=False))
            assert np.allclose(side[row, :, :3], expected[:, :3])
