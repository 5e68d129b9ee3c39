"""Information never hurts: what `check_attack` asks of an attack where values and days are known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from standout.attacks.contract import AdditiveGains, Attack, DenseGains, LikelihoodGains, TakesRule
from standout.attacks.likelihood import Likelihood
from standout.common.arrays import Bools, Floats
from standout.data.codes import NO_VALUE
from standout.data.needs import lacking
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge
from standout.risk.learning import settled
from standout.testing.stages import STARS, Column, Stage, judged, stage, without

_TURNS = 4
"""How often everybody is looked for with and without a column."""
_ROUNDING = 1e-12

_EXACTLY = Adversary("contract", items=4, days=0.0)
_EXACT_VALUES = Adversary("contract", items=4)
_EXACT_DAYS = Adversary("contract", items=4, values="unknown", days=0.0)
_VALUES_AND_MORE = Adversary("contract", items=5, absent=2)
_DAYS_AND_MORE = Adversary("contract", items=5, absent=2, values="unknown", days=0.0)
_SOME_WRONG = Adversary("contract", items=5, wrong=1, absent=1, days=0.0)

ONCE_IN = 1_000
"""A harmless attack is called harmful once in so many times, for each of six questions; the dice are seeded."""

Nothing = Literal["days", "values", "both"]

_ADDS_UP = "adds up what fits by a published formula, whether or not values and days mean anything"
_ASKS = "asks by a published formula that values fit, whether or not they mean anything"
BY_FORMULA: dict[str, str] = {
    "scoreboard-rh": f"{_ADDS_UP} (Narayanan and Shmatikov 2008)",
    "scoreboard": f"{_ASKS}, and days (Narayanan and Shmatikov 2008)",
    "scoreboard-graded": f"{_ASKS}, and days (Narayanan and Shmatikov 2008)",
    "exact-rating": f"{_ASKS} (Frankowski and others 2006)",
    "fuzzy-rating": f"{_ASKS} (Frankowski and others 2006)",
}
"""Published attacks that are hurt by a column that says nothing, and why they stay as they are."""

_Case = tuple[Literal["values", "days"], Adversary, Column, Column]
_CASES: tuple[_Case, ...] = (
    ("values", _EXACT_VALUES, "useless", "none"),
    ("days", _EXACT_DAYS, "none", "useless"),
    ("values", _VALUES_AND_MORE, "useless", "none"),
    ("days", _DAYS_AND_MORE, "none", "useless"),
    ("values", _VALUES_AND_MORE, "true", "none"),
    ("days", _DAYS_AND_MORE, "none", "true"),
    ("values", _SOME_WRONG, "true", "true"),
    ("days", _SOME_WRONG, "true", "true"),
)
"""The column that is added, what is known, and what values and days say."""


def is_not_hurt_by_a_column(attack: Attack) -> None:
    """A column that says nothing, or is right but for one item, may not lower how many are found beyond chance."""
    for column, knows, values, days in _CASES:
        lost = gained = 0
        for turn in range(_TURNS):
            more = stage(knows, values=values, days=days, turn=turn)
            plain = without(column, more)
            if lacking(attack.needs, plain.data) or lacking(attack.needs, more.data):
                continue
            before, after = (judged(attack, on)[1].ranks == 1 for on in (plain, more))
            lost, gained = lost + int((before & ~after).sum()), gained + int((after & ~before).sum())
        says = "say nothing" if "useless" in (values, days) else "are mostly right" if knows.wrong else "are right"
        assert lost - gained <= 2 + 4 * np.sqrt(lost + gained), (
            f"{lost} people are found no longer, and {gained} more, once {column} are known that {says}: "
            "a match in value or day may add to a score, and never take from it"
        )


def is_not_hurt_by_what_says_nothing(attack: Attack, by_formula: str = "") -> None:
    """Days or values that are drawn by lot, beside what is true: knowing them may not lower how many are found beyond
    chance, whether or not the attack was told that they are exact.

    Everybody is looked for with and without them. Were the column harmless, each person who is found in one of the two
    only would be as likely lost as gained; so many lost as this happens once in `ONCE_IN` (a sign test). What it costs
    an attack that goes `by_formula` is printed with that reason.
    """
    for column in ("days", "values", "both"):
        for told in (False, True):
            lost, gained = lost_and_gained(attack, column, told=told)
            if lost + gained == 0 or _at_least(lost, lost + gained) >= 1 / ONCE_IN:
                continue
            which = "values and days" if column == "both" else column
            how = "told that they are exact" if told else "told nothing"
            said = (
                f"{lost} people are found no longer, and {gained} more, once {which} are known that were drawn by lot "
                f"({how})"
            )
            if by_formula:
                print(f"{attack.name}: {said}; it {by_formula}")
                continue
            raise AssertionError(
                f"{said}: let the evidence say whether a column means anything; if a formula is fixed, say so with "
                "check_attack(…, by_formula=…)"
            )


def lost_and_gained(attack: Attack, column: Nothing, *, told: bool) -> tuple[int, int]:
    """How many people are found no longer once this is known, and how many only then."""
    lost = gained = 0
    for turn in range(_TURNS):
        on = stage(_EXACTLY, turn=turn)
        if lacking(attack.needs, on.data):
            return 0, 0
        dice = np.random.default_rng(turn)
        values, days = on.known.values, on.known.days
        idle_values = dice.integers(0, len(STARS.labels), len(values)).astype(np.uint8)
        idle_days = dice.integers(0, on.data.facts.last_day + 1, len(days)).astype(np.int32)
        more = replace(
            on.known,
            values=values if column == "days" else idle_values,
            days=days if column == "values" else idle_days,
        )
        less = replace(
            on.known,
            values=values if column == "days" else np.full_like(values, NO_VALUE),
            days=days if column == "values" else np.full_like(days, UNKNOWN_DAY),
        )
        before, after = (
            _found(attack, Stage(on.data, replace(on.drawn, knowledge=known)), told) for known in (less, more)
        )
        lost, gained = lost + int((before & ~after).sum()), gained + int((after & ~before).sum())
    return lost, gained


def _found(attack: Attack, on: Stage, told: bool) -> Bools:
    """Who is found by the attack as it is used: whoever can find out whether a column says anything does."""
    used = attack.for_adversary(_EXACTLY) if told and isinstance(attack, TakesRule) else attack
    used = settled(used, on.known, on.data) if isinstance(used, Likelihood) else used
    return np.asarray(judged(used, on)[1].ranks == 1)


def _at_least(lost: int, both: int) -> float:
    """The chance of so many heads or more."""
    from scipy.stats import binom

    return float(binom.sf(lost - 1, both, 0.5))


def agreement_counts_for_a_record(attack: Attack) -> None:
    """All else equal, known exactly, a value or day that fits is worth no less than any other."""
    stages = (
        (_EXACTLY, stage(_EXACTLY)),
        (_EXACT_VALUES, stage(_EXACT_VALUES, days="none")),
        (_EXACT_DAYS, stage(_EXACT_DAYS, values="none")),
    )
    for knows, on in stages:
        if lacking(attack.needs, on.data):
            continue
        _agreement_counts(attack, on)
        if isinstance(attack, TakesRule):
            _agreement_counts(attack.for_adversary(knows), on)


def _agreement_counts(attack: Attack, on: Stage) -> None:
    gains, known = attack.gains(on.known, on.data.held, on.data.facts), on.known
    if isinstance(gains, DenseGains):
        return  # no value or day of an item is compared with another
    by_value, by_day = _likelihoods(gains, known) if isinstance(gains, LikelihoodGains) else _additions(gains, known)
    for column, worth, advice in (
        ("value", by_value, "value_distances(knowledge, facts)"),
        ("day", by_day, "day_gaps()"),
    ):
        short = worth.compared & (worth.fitting < worth.others - _ROUNDING)
        assert not short.any(), (
            f"a known {column} that fits is worth less than one that does not, for {int(short.sum())} of {len(short)} "
            f"known items: agreement never counts against a record; let its worth fall with {advice}"
        )


@dataclass(frozen=True)
class _Worth:
    """What a value (or day) that fits is worth for each known item, what the best of all others is, and where either
    counts."""

    fitting: Floats
    others: Floats
    compared: Bools


def _additions(gains: AdditiveGains, known: Knowledge) -> tuple[_Worth, _Worth]:
    real = np.abs(gains.weights) > _ROUNDING * np.abs(gains.weights).max(initial=0.0)
    signs = np.ones(len(real)) if gains.least else np.sign(gains.weights) * real
    by_value = gains.by_value[gains.value_rows] * signs[:, None]
    values = _Worth(
        by_value[np.arange(len(by_value)), known.values],
        by_value[:, [*range(len(STARS.labels)), NO_VALUE]].max(axis=1, initial=-np.inf),
        gains.value_rows >= 0,
    )
    nearest, most, least = gains.by_day[:, 0], gains.by_day.max(axis=1), gains.by_day.min(axis=1)
    others = np.where(signs > 0, most[gains.day_rows], -least[gains.day_rows])
    return values, _Worth(nearest[gains.day_rows] * signs, others, (gains.day_rows >= 0) & (signs != 0))


def _likelihoods(gains: LikelihoodGains, known: Knowledge) -> tuple[_Worth, _Worth]:
    """Each where the other fits."""
    every, last = np.arange(len(known.items)), gains.tables.shape[1] - 1
    own, unknown = np.minimum(known.values.astype(np.int64), last), gains.reach + 2
    by_value = gains.tables[gains.value_rows, :, np.where(gains.dated, 0, unknown)]
    by_day = np.delete(gains.tables[gains.value_rows, own], unknown, axis=1)
    values = _Worth(by_value[every, own], by_value.max(axis=1), known.values != NO_VALUE)
    return values, _Worth(by_day[:, 0], by_day.max(axis=1), gains.dated)
