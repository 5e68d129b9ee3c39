"""The frontier: which protections are worth considering, and what to choose for a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from standout.common.wording import percent
from standout.results.base import Part
from standout.results.estimate import Estimate

UNPROTECTED = "nothing"
"""The choice to leave the data as it is."""


class Choice(Part, frozen=True, kw_only=False):
    """A protection of the data (or none at all): what it costs, and what is left to fear."""

    name: str
    loss: float
    """Utility lost, from 0 on."""
    risk: float
    low: float
    high: float
    """The interval of the risk; the risk itself at both ends where there is none."""


class Budget(Part, frozen=True, kw_only=False):
    """What may be lost, or what may be feared at most; none: no limit."""

    max_utility_loss: float | None = None
    max_risk: float | None = None
    max_auc: float | None = None


class Advice(Part, frozen=True, kw_only=True):
    """What to choose against one danger, and why."""

    frontier: tuple[str, ...]
    """The protections that none beats, from the cheapest to the strongest; `nothing` is the data as it is."""
    protection: str | None = None
    """What to choose within the budget; absent without a budget, or where nothing fits."""
    words: str


def frontier(choices: Sequence[Choice]) -> list[Choice]:
    """The choices that no other beats: none loses as little and leaves as little risk, and is better in one of them.
    By utility lost, ascending."""
    return sorted(
        (choice for choice in choices if not any(_beats(other, choice) for other in choices)),
        key=lambda choice: (choice.loss, choice.risk, choice.name),
    )


def _beats(choice: Choice, other: Choice) -> bool:
    return (
        choice.loss <= other.loss
        and choice.risk <= other.risk
        and (choice.loss < other.loss or choice.risk < other.risk)
    )


def within(choices: Sequence[Choice], max_loss: float | None, max_risk: float | None) -> Choice | None:
    """The best choice within a budget: the least risk for what may be lost, or the least loss for what may be feared.

    A risk is within its limit if the upper end of its interval is. With both limits, the least risk.
    """
    fitting = [
        choice
        for choice in choices
        if (max_loss is None or choice.loss <= max_loss) and (max_risk is None or choice.high <= max_risk)
    ]
    if max_loss is None:
        return min(fitting, key=lambda choice: (choice.loss, choice.risk), default=None)
    return min(fitting, key=lambda choice: (choice.risk, choice.loss), default=None)


def people_found(share: float) -> str:
    """The risk of being found in words, with the digits that tables have."""
    return f"{percent(share)} of people found"


def points_learned(gain: float) -> str:
    """What being in the data costs a person, in words."""
    return f"{100 * gain:.3g} points more guessed of people in the data than of others"


def worst_auc(auc: float) -> str:
    """The risk of an attribute being inferred in words."""
    return f"a worst AUC of {auc:.2f}"


@dataclass(frozen=True)
class Danger:
    """What is feared: how its risk is said, and what of it is left where there is nothing to fear."""

    in_words: Callable[[float], str]
    floor: float = 0.0
    half: str = "half of it"
    limit_in_words: Callable[[float], str] | None = None
    """How a limit is said, where it is not said as a risk is."""

    def limit(self, limit: float) -> str:
        return (self.limit_in_words or self.in_words)(limit)

    def halved(self, choice: Choice, now: Choice) -> bool:
        """Whether the choice takes away at least half of what there is to fear now."""
        return choice.risk - self.floor <= (now.risk - self.floor) / 2


BEING_FOUND = Danger(people_found, limit_in_words=lambda share: f"{100 * share:.3g}% of people found")
"""A limit is said as it was given."""
BEING_LEARNED = Danger(points_learned)
BEING_INFERRED = Danger(worst_auc, floor=0.5, half="half of what is above guessing")


def advised(choices: Sequence[Choice], max_loss: float | None, max_risk: float | None, danger: Danger) -> Advice:
    """What to choose, and why, in plain sentences."""
    in_words = danger.in_words
    best, line = within(choices, max_loss, max_risk), frontier(choices)
    now = next(choice for choice in choices if choice.name == UNPROTECTED)
    names = tuple(choice.name for choice in line)
    if max_loss is None and max_risk is None:
        return Advice(frontier=names, words=_no_budget(line, now, danger))
    limits = ([f"a utility loss of {max_loss:.1%}"] if max_loss is not None else []) + (
        [danger.limit(max_risk)] if max_risk is not None else []
    )
    within_them = f"Within {' and '.join(limits)}"
    if best is None:
        nearest = _said(min(line, key=lambda choice: choice.risk), in_words)
        return Advice(frontier=names, words=f"{within_them} there is nothing that was tried; {nearest} comes nearest.")
    if best.name != UNPROTECTED and best.risk < now.low:
        words = f"{within_them}, choose {_said(best, in_words)}, instead of {in_words(now.risk)} now."
        return Advice(frontier=names, protection=best.name, words=words)
    what = "the data as it is already does" if max_loss is None else "nothing that was tried helps for sure"
    words = f"{within_them}, {what}: {in_words(now.risk)} without protection."
    return Advice(frontier=names, protection=UNPROTECTED, words=words)


def without_utility(now: Choice, changed: Sequence[Choice], danger: Danger) -> Advice:
    """What can be said where nothing is known of what a change costs: how little danger it can leave, no choice."""
    in_words = danger.in_words
    best = min(changed, key=lambda choice: (choice.risk, choice.name))
    least = f"{best.name} leaves least to fear: {in_words(best.risk)}, instead of {in_words(now.risk)} now"
    if best.risk >= now.risk:
        least = f"nothing that was tried leaves less to fear: {in_words(now.risk)} without protection"
    elif best.high >= now.low:
        least += ", although the intervals of the two meet"
    words = (
        "No verdict on what protections cost: on this data no recommender is surely better than one that knows nobody, "
        f"so a loss of it says nothing. By risk alone, {least}. Judge by your own use of the data."
    )
    return Advice(frontier=(), words=words)


def _said(choice: Choice, in_words: Callable[[float], str]) -> str:
    name = "the unprotected data" if choice.name == UNPROTECTED else choice.name
    return f"{name} ({in_words(choice.risk)}, {percent(choice.loss)} of utility lost)"


def _no_budget(line: Sequence[Choice], now: Choice, danger: Danger) -> str:
    """What is worth considering: at least half of the danger gone. What helps less is told, but not advised."""
    better = [choice for choice in line if choice.name != UNPROTECTED and choice.risk < now.low]
    feared = danger.in_words(now.risk)
    if not better:
        return f"Nothing that was tried helps for sure: {feared} without protection."
    strong = [choice for choice in better if danger.halved(choice, now)]
    weak = [choice for choice in better if choice not in strong]
    sentences = [
        f"Worth considering, from the cheapest to the strongest, against {feared} now: {_listed(strong, danger)}."
        if strong
        else f"Nothing that was tried takes away {danger.half}: {feared} without protection."
    ]
    if weak:
        sentences.append(f"Of some help, but leaving more than {danger.half}: {_listed(weak, danger)}.")
    return " ".join(sentences)


def _listed(choices: Sequence[Choice], danger: Danger) -> str:
    return "; ".join(_said(choice, danger.in_words) for choice in choices)


def choice_of(name: str, loss: float | None, risk: Estimate | None, proven: float | None = None) -> Choice | None:
    """A choice from figures; none where one of them is missing. A proven bound ends the interval of the risk."""
    if loss is None or risk is None:
        return None
    high = risk.high if proven is None else max(risk.rate, min(risk.high, proven))
    return Choice(name, loss, risk.rate, risk.low, high)
