"""Slow, obvious references, written from the papers' formulas in pure Python.

Nothing here imports Standout: a mistake in the product cannot hide in its own test.
"""

from __future__ import annotations

import itertools
import math
import statistics
from dataclasses import dataclass, replace
from fractions import Fraction

INFINITE = math.inf


@dataclass(frozen=True)
class Entry:
    """What a record says of one item: a value code or none, a day or none."""

    value: int | None = None
    day: int | None = None


@dataclass(frozen=True)
class Known:
    """What an adversary knows of one item (-1: an item that no released record has)."""

    item: int
    value: int | None = None
    day: int | None = None


Record = dict[int, Entry]


@dataclass(frozen=True)
class World:
    """People and what they have; `positions` of the value scale (none: no values)."""

    records: tuple[Record, ...]
    items: int
    positions: tuple[float, ...] | None = None
    has_days: bool = False

    def holders(self, item: int) -> int:
        return sum(item in record for record in self.records)

    @property
    def span(self) -> float:
        return 0.0 if not self.positions else self.positions[-1] - self.positions[0]


@dataclass(frozen=True)
class Counts:
    """What an attack counts in the released data: taken from the whole of it, even if a record is then removed."""

    people: int
    holders: tuple[int, ...]

    def of(self, item: int) -> int:
        return self.holders[item] if item >= 0 else 0


def counts_of(world: World) -> Counts:
    return Counts(len(world.records), tuple(world.holders(item) for item in range(world.items)))


def without(world: World, person: int) -> World:
    """The world with one record really taken out."""
    return replace(world, records=world.records[:person] + world.records[person + 1 :])


# --- what a match is worth ---------------------------------------------------------------------------------


def _value_gap(world: World, known: Known, entry: Entry) -> float:
    if entry.value is None or known.value is None or world.positions is None:
        return INFINITE
    return abs(world.positions[entry.value] - world.positions[known.value])


def _day_gap(known: Known, entry: Entry) -> float:
    if entry.day is None or known.day is None:
        return INFINITE
    return abs(entry.day - known.day)


def _value_matters(world: World, known: Known) -> bool:
    return world.positions is not None and known.value is not None


def _day_matters(world: World, known: Known) -> bool:
    return world.has_days and known.day is not None


def set_intersection(known: list[Known], record: Record) -> float:
    """Frankowski 4.1: how many of the known items the record has; all of them puts it on the list."""
    return float(sum(one.item in record for one in known))


def tf_idf(known: list[Known], record: Record, counts: Counts) -> float:
    """Frankowski 4.2: cosine between the weights of the known items and those of the record."""

    def weight(item: int) -> float:
        return math.log2(counts.people / max(counts.of(item), 1))

    asked = math.sqrt(sum(weight(one.item) ** 2 for one in known))
    had = math.sqrt(sum(weight(item) ** 2 for item in record))
    product = sum(weight(one.item) ** 2 for one in known if one.item in record)
    return 0.0 if asked == 0 or had == 0 else product / asked / had


def scoring(
    world: World, known: list[Known], record: Record, counts: Counts, *, flat: bool = False, within: float | None = None
) -> float:
    """Frankowski 4.3 and 4.4: the product of sub-scores."""
    score = 1.0
    for one in known:
        fits = one.item in record
        if fits and within is not None and _value_matters(world, one):
            fits = _value_gap(world, one, record[one.item]) <= within
        score *= (1.0 if flat else 1 - (counts.of(one.item) - 1) / counts.people) if fits else 0.05
    return score


def reach(world: World, rho: float = 1.5) -> float:
    """The paper's ρ0 is for a scale from 1 to 5; it grows with the scale."""
    return rho * (world.span / 4 if world.span else 1.0)


def scoreboard(
    world: World, known: list[Known], record: Record, *, graded: bool, value_error: float = 0.0, day_error: float = 0.0
) -> float:
    """Narayanan 4: the least similarity over the known items."""
    least = 1.0
    for one in known:
        if one.item not in record:
            return 0.0
        value_gap, day_gap = _value_gap(world, one, record[one.item]), _day_gap(one, record[one.item])
        if _value_matters(world, one):
            least = min(least, math.exp(-value_gap / reach(world)) if graded else float(value_gap <= value_error))
        if _day_matters(world, one):
            least = min(least, math.exp(-day_gap / 30) if graded else float(day_gap <= day_error))
    return least


def scoreboard_rh(world: World, known: list[Known], record: Record, counts: Counts) -> float:
    """Narayanan 5: Σ wt·(e^(−|Δvalue|/ρ0) + e^(−|Δdays|/d0)), wt = 1/ln(holders), at least two holders."""
    score = 0.0
    for one in known:
        if one.item not in record:
            continue
        weight, entry = 1 / math.log(max(counts.of(one.item), 2)), record[one.item]
        terms = []
        if _value_matters(world, one):
            terms.append(math.exp(-_value_gap(world, one, entry) / reach(world)))
        if _day_matters(world, one):
            terms.append(math.exp(-_day_gap(one, entry) / 30))
        score += weight * (sum(terms) if terms else 1.0)
    return score


DOUBT = 0.001
"""The chance that something came about in a way that the rule does not know of."""


@dataclass(frozen=True)
class Law:
    """How knowledge comes about; errors below 0: not known at all."""

    value_error: float = 0.0
    day_error: float = 0.0
    wrong: float = 0.1
    absent: int = 0
    absent_share: float = 0.1
    exponent: float = 0.0
    outside_top: int = 0
    share: tuple[float, float] | None = None
    fewer: bool = False
    planned: int | None = None
    wrong_value: float = 0.0
    wrong_day: float = 0.0
    idle_values: float = 0.0
    idle_days: float = 0.0

    def absent_of(self, size: int) -> int:
        """How many of so many known items are absent: in proportion, rounded down, where the person had too few."""
        if self.planned is None or size >= self.planned or not self.absent:
            return self.absent
        by_real = {real + real * self.absent // max(self.planned - self.absent, 1): real for real in range(size + 1)}
        reached = min(total for total in by_real if total >= size)
        return size - by_real[reached]


def _days(world: World) -> int:
    return 1 + max((e.day for record in world.records for e in record.values() if e.day is not None), default=0)


def _frequency(item: int, counts: Counts) -> float:
    return max(counts.of(item), 0.5) / sum(max(held, 0.5) for held in counts.holders)


def _readiness(item: int, counts: Counts, law: Law) -> float:
    """How readily the item comes to be known of somebody who has it."""
    popular = sorted(range(len(counts.holders)), key=lambda other: (-counts.of(other), other))
    return 0.0 if item in popular[: law.outside_top] else max(counts.of(item), 1) ** law.exponent


def _can_be_known(world: World, entry: Entry, law: Law) -> bool:
    return not (law.value_error >= 0 and world.positions is not None and entry.value is None) and not (
        law.day_error >= 0 and world.has_days and entry.day is None
    )


def _chance_of_details(world: World, one: Known, entry: Entry, law: Law) -> float:
    """P(known value and day | the record's): right, or made up each on its own or together, or in doubt anything."""
    value, day, anything = 1.0, 1.0, 1.0
    if _value_matters(world, one):
        positions = world.positions or ()
        anything = value = 1 / len(positions)
        if entry.value is not None:
            fitting = [p for p in positions if abs(p - positions[entry.value]) <= law.value_error]
            near = _value_gap(world, one, entry) <= law.value_error
            value = (1 - law.wrong_value) * near / len(fitting) + law.wrong_value / len(positions)
    if _day_matters(world, one):
        days = _days(world)
        anything, day = anything / days, 1 / days
        if entry.day is not None:
            widest = min(2 * int(law.day_error) + 1, days)
            day = (1 - law.wrong_day) * (_day_gap(one, entry) <= law.day_error) / widest + law.wrong_day / days
    chance = (1 - DOUBT) * ((1 - law.wrong) * value * day + law.wrong * anything) + DOUBT * anything
    return chance * _edge(world, one, entry, law)


def _edge(world: World, one: Known, entry: Entry, law: Law) -> float:
    """How many more days a right one could be on if the first and the last one were far away."""
    if not _day_matters(world, one) or entry.day is None or _day_gap(one, entry) > law.day_error:
        return 1.0
    days, reach = _days(world), int(law.day_error)
    return min(2 * reach + 1, days) / sum(abs(day - entry.day) <= reach for day in range(days))


def _population(world: World, one: Known) -> float:
    """How often the known value and day occur in all records, days within a week taken together."""
    chance = 1.0
    entries = [entry for record in world.records for entry in record.values()]
    if _value_matters(world, one):
        counts = [1 + sum(e.value == code for e in entries) for code in range(len(world.positions or ()))]
        chance *= counts[one.value or 0] / sum(counts)
    if _day_matters(world, one):
        days = _days(world)
        near = [1 + sum(e.day is not None and abs(e.day - day) <= 7 for e in entries) for day in range(days)]
        chance *= near[min(max(one.day or 0, 0), days - 1)] / sum(near)
    return chance


def _even(world: World, one: Known) -> float:
    """The chance of a made-up value and day."""
    chance = 1.0
    if _value_matters(world, one):
        chance /= len(world.positions or ())
    return chance / _days(world) if _day_matters(world, one) else chance


def likelihood(world: World, known: list[Known], record: Record, counts: Counts, law: Law) -> float:
    """log P(known | record) − log P(known | population): of the likeliest way in which it may have come about."""
    return max(
        math.log(chance) + _one_way(world, kept, record, counts, law) for chance, kept in ways_of(world, known, law)
    )


def plain_law(asked: Asked) -> Law:
    """What is assumed where nobody says how knowledge came about."""
    return Law(
        asked.value_error, asked.day_error, wrong=0.05, wrong_value=0.1, wrong_day=0.05, idle_values=0.5, idle_days=0.9
    )


def ways_of(world: World, known: list[Known], law: Law) -> list[tuple[float, list[Known]]]:
    """What is left of what is known where values, days or both say nothing, with the chance of that."""
    values = any(_value_matters(world, one) for one in known) and law.value_error >= 0
    days = any(_day_matters(world, one) for one in known) and law.day_error >= 0
    ways = []
    for with_values in (True, False) if values and law.idle_values else (values,):
        for with_days in (True, False) if days and law.idle_days else (days,):
            chance = (1 - law.idle_values if with_values else law.idle_values) if values else 1.0
            chance *= (1 - law.idle_days if with_days else law.idle_days) if days else 1.0
            kept = [
                Known(one.item, one.value if with_values else None, one.day if with_days else None) for one in known
            ]
            ways.append((chance, kept))
    return ways


def _one_way(world: World, known: list[Known], record: Record, counts: Counts, law: Law) -> float:
    """Written out factor by factor; no match is worth less than lacking the item."""
    size, score, matched = len(known), 0.0, 0
    weights = [
        _readiness(item, counts, law) if _can_be_known(world, entry, law) else 0.0 for item, entry in record.items()
    ]
    total, squares = sum(weights), sum(weight * weight for weight in weights)
    typical = total * total / squares if squares else 0.0
    room = round(typical)
    absent = log_absent(size, law)
    least_step = least_step_of(absent)
    for one in known:
        background = _population(world, one) * (_frequency(one.item, counts) if one.item >= 0 else 1.0)
        made_up = _even(world, one) * (_frequency(one.item, counts) if one.item >= 0 else 1.0)
        lacks = math.log(made_up / background)
        if one.item not in record or _readiness(one.item, counts, law) == 0:
            score += lacks
        elif not _details_there(world, one, record[one.item], law):
            ready = DOUBT * _readiness(one.item, counts, law) / _top(counts, law) * _even(world, one)
            score += max(math.log(ready * _edge(world, one, record[one.item], law) / background), lacks)
        else:
            ready = _readiness(one.item, counts, law)
            details = _chance_of_details(world, one, record[one.item], law)
            if law.exponent:
                share_left = math.exp(-min(matched, round(2 * typical)) / typical) if squares else 1.0
                chance = ready / (total or _top(counts, law)) / share_left
            else:
                share_left = max(room - matched, 1) / max(room, 1)
                chance = ready / max(room, 1) / share_left
            score += max(math.log(chance * details / background), lacks - math.log(share_left) - least_step)
            matched += 1
    score += absent[matched]
    if law.share is not None:
        fewest = max(math.ceil(law.share[0] * len(record) - 1e-9), 1)
        most = math.floor(law.share[1] * len(record) + 1e-9)
        if law.fewer and record and most < fewest:
            fewest = most = max(most, 1)
        score += math.log(1 / (most - fewest + 1)) if fewest <= size <= most else math.log(DOUBT)
    return score


def log_absent(size: int, law: Law) -> list[float]:
    """By the number of matches, the log-chance that just the others are absent; more matches never count against."""
    logs = [
        math.log(_chance_of_absent(size - matched, size, law)) - math.log(math.comb(size, matched))
        for matched in range(size + 1)
    ]
    return [max(logs[: matched + 1]) for matched in range(size + 1)]


def least_step_of(logs: list[float]) -> float:
    return min((after - before for before, after in itertools.pairwise(logs)), default=0.0)


def _top(counts: Counts, law: Law) -> float:
    return float(max(max(held, 1) ** law.exponent for held in counts.holders))


def _details_there(world: World, one: Known, entry: Entry, law: Law) -> bool:
    """Whether the record has the value and day that are known."""
    if law.value_error >= 0 and _value_matters(world, one) and entry.value is None:
        return False
    return not (law.day_error >= 0 and _day_matters(world, one) and entry.day is None)


def _chance_of_absent(number: int, size: int, law: Law) -> float:
    """That so many of the known items are not in the record."""

    def binomial(hits: int, trials: int, chance: float) -> float:
        if not 0 <= hits <= trials:
            return 0.0
        return math.comb(trials, hits) * chance**hits * (1 - chance) ** (trials - hits)

    absent = law.absent_of(size)
    said = binomial(number - absent, size - absent, law.absent_share)
    return (1 - DOUBT) * said + DOUBT * binomial(number, size, 0.1)


@dataclass(frozen=True)
class Asked:
    """Everything besides the world that decides about scores."""

    known: list[Known]
    value_error: float = 0.0
    day_error: float = 0.0
    shortest: int = 0
    longest: int = 1 << 40


def score(attack: str, world: World, asked: Asked, record: Record, counts: Counts) -> float:
    """The score that an attack of this name gives to a record, as its paper writes it."""
    known = asked.known
    match attack:
        case "set-intersection":
            return set_intersection(known, record)
        case "tf-idf":
            return tf_idf(known, record, counts)
        case "scoring" | "scoring-heavy":
            return scoring(world, known, record, counts)
        case "flat":
            return scoring(world, known, record, counts, flat=True)
        case "fuzzy-rating":
            return scoring(world, known, record, counts, within=1)
        case "exact-rating":
            return scoring(world, known, record, counts, within=0)
        case "scoreboard":
            return scoreboard(
                world, known, record, graded=False, value_error=asked.value_error, day_error=asked.day_error
            )
        case "scoreboard-graded":
            return scoreboard(world, known, record, graded=True)
        case "scoreboard-rh":
            return scoreboard_rh(world, known, record, counts)
        case "likelihood":
            return likelihood(world, known, record, counts, plain_law(asked))
    raise KeyError(attack)


PRODUCTS = frozenset(("scoring", "scoring-heavy", "flat", "fuzzy-rating", "exact-rating"))
LISTING = frozenset(("set-intersection", "scoreboard", "scoreboard-graded"))
ENTROPIC = frozenset(("scoreboard-rh",))


def is_candidate(attack: str, world: World, asked: Asked, record: Record) -> bool:
    """Whether the record is looked at: its length fits, and it is not one that looks like anybody."""
    if attack in PRODUCTS - {"scoring-heavy"} and 3 * len(record) > world.items:
        return False
    return asked.shortest <= len(record) <= asked.longest


def scores(attack: str, world: World, asked: Asked, counts: Counts | None = None) -> list[float | None]:
    """The score of every record; none for those that are no candidates."""
    counts = counts or counts_of(world)
    return [
        score(attack, world, asked, record, counts) if is_candidate(attack, world, asked, record) else None
        for record in world.records
    ]


def is_listed(attack: str, asked: Asked, one: float) -> bool:
    """Whether this score puts a record on the list at all."""
    if attack == "set-intersection":
        return one == len(asked.known)
    return one > 0.5 if attack.startswith("scoreboard") and attack != "scoreboard-rh" else True


# --- what is said from scores ------------------------------------------------------------------------------


def rank(all_scores: list[float | None], person: int) -> int | None:
    """The worst rank among those who tie; none for a record that is not in the list."""
    own = all_scores[person]
    return None if own is None else sum(other is not None and other >= own for other in all_scores)


def eccentricity(all_scores: list[float]) -> float:
    """(best − second) / σ; a single record stands out endlessly, no record and equal records not at all."""
    if not all_scores:
        return 0.0
    if len(all_scores) == 1:
        return INFINITE
    best, second = sorted(all_scores, reverse=True)[:2]
    sigma = statistics.pstdev(all_scores)
    return 0.0 if best == second else (best - second) / sigma


def entropic_probabilities(all_scores: list[float]) -> list[float]:
    """∝ e^(score/σ); evenly where all scores are the same."""
    sigma = statistics.pstdev(all_scores)
    if sigma < 1e-9:
        return [1 / len(all_scores)] * len(all_scores)
    powers = [math.exp((one - max(all_scores)) / sigma) for one in all_scores]
    return [power / sum(powers) for power in powers]


def wilson(successes: float, trials: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """The two roots p of (share − p)² = z²·p(1 − p)/n: Wilson's definition, solved as a quadratic."""
    share = successes / trials
    a, b, c = 1 + z * z / trials, -(2 * share + z * z / trials), share * share
    root = math.sqrt(max(b * b - 4 * a * c, 0.0))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def similarity(world: World, one: Record, other: Record, sense: int, other_world: World | None = None) -> float:
    """Narayanan 3: what is alike over all items either has. Senses: items, values within 1, and days within 14."""
    alike = 0
    there = other_world or world
    for item in one.keys() & other.keys():
        fits = True
        if sense >= 1 and world.positions is not None and there.positions is not None:
            mine, theirs = one[item].value, other[item].value
            fits = mine is not None and theirs is not None and abs(world.positions[mine] - there.positions[theirs]) <= 1
        if sense == 2 and fits:
            first, second = one[item].day, other[item].day
            fits = first is not None and second is not None and abs(first - second) <= 14
        alike += fits
    union = one.keys() | other.keys()
    return alike / len(union) if union else 0.0


def nearest(world: World, person: int, sense: int) -> float:
    """The similarity of the most similar other record."""
    others = [record for at, record in enumerate(world.records) if at != person]
    return max((similarity(world, world.records[person], other, sense) for other in others), default=0.0)


def containment(world: World, person: int) -> float:
    """The largest share of a person's items that another record holds."""
    own = world.records[person].keys()
    shares = [len(own & other.keys()) / len(own) for at, other in enumerate(world.records) if at != person and own]
    return max(shares, default=0.0)


def items_needed(people: int, epsilon: Fraction, delta: Fraction) -> int:
    """Theorem 1: the least m ≥ 1 with N(1 − δ)^m ≤ ε, in exact arithmetic."""
    m = 1
    while people * (1 - delta) ** m > epsilon:
        m += 1
    return m


def items_needed_for_lineup(people: int, delta: Fraction, k: int) -> int:
    """Theorem 3: the least m ≥ 1 with N(1 − δ)^m ≤ k − 1, in exact arithmetic."""
    m = 1
    while people * (1 - delta) ** m > k - 1:
        m += 1
    return m


def information_bits(world: World) -> list[float]:
    """Narayanan, figure 7: log2(people / holders), from the most popular item on."""
    holders = sorted((world.holders(item) for item in range(world.items)), reverse=True)
    return [math.log2(len(world.records) / max(count, 1)) for count in holders]
