"""The frontier: which protections are worth considering, and what to choose for a budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

UNPROTECTED = "nothing"
"""The choice to leave the data as it is."""


@dataclass(frozen=True)
class Choice:
    """A protection of the data (or none at all): what it costs, and what is left to fear."""

    name: str
    loss: float
    """Utility lost, from 0 on."""
    risk: float
    low: float
    high: float
    """The interval of the risk; the risk itself at both ends where there is none."""


@dataclass(frozen=True)
class Budget:
    """What may be lost, or what may be feared at most; none: no limit."""

    max_utility_loss: float | None = None
    max_risk: float | None = None
    max_auc: float | None = None

    def as_dict(self) -> dict[str, float]:
        named = {"max_utility_loss": self.max_utility_loss, "max_risk": self.max_risk, "max_auc": self.max_auc}
        return {name: limit for name, limit in named.items() if limit is not None}


def frontier(choices: Sequence[Choice]) -> list[Choice]:
    """The choices that no other beats: none loses as little and leaves as little risk, and is better in one of them.
    By utility lost, ascending."""
    return sorted(
        (one for one in choices if not any(_beats(other, one) for other in choices)),
        key=lambda one: (one.loss, one.risk, one.name),
    )


def _beats(one: Choice, other: Choice) -> bool:
    return one.loss <= other.loss and one.risk <= other.risk and (one.loss < other.loss or one.risk < other.risk)


def within(choices: Sequence[Choice], max_loss: float | None, max_risk: float | None) -> Choice | None:
    """The best choice within a budget: the least risk for what may be lost, or the least loss for what may be feared.

    A risk is within its limit if the upper end of its interval is. With both limits, the least risk.
    """
    fitting = [
        one
        for one in choices
        if (max_loss is None or one.loss <= max_loss) and (max_risk is None or one.high <= max_risk)
    ]
    if max_loss is None:
        return min(fitting, key=lambda one: (one.loss, one.risk), default=None)
    return min(fitting, key=lambda one: (one.risk, one.loss), default=None)


def people_found(share: float) -> str:
    """The risk of being found in words."""
    return f"{100 * share:.3g}% of people found"


def worst_auc(auc: float) -> str:
    """The risk of an attribute being inferred in words."""
    return f"a worst AUC of {auc:.2f}"


def advised(
    choices: Sequence[Choice], max_loss: float | None, max_risk: float | None, told: Callable[[float], str]
) -> dict[str, Any]:
    """What to choose, and why, in plain sentences; `told` puts a risk into words."""
    best, line = within(choices, max_loss, max_risk), frontier(choices)
    now = next(one for one in choices if one.name == UNPROTECTED)
    found: dict[str, Any] = {"frontier": [one.name for one in line]}
    if max_loss is None and max_risk is None:
        return found | {"words": _no_budget(line, now, told)}
    limits = ([f"a utility loss of {max_loss:.1%}"] if max_loss is not None else []) + (
        [told(max_risk)] if max_risk is not None else []
    )
    within_them = f"Within {' and '.join(limits)}"
    if best is None:
        nearest = min(line, key=lambda one: one.risk)
        return found | {
            "words": f"{within_them} there is nothing that was tried; {_said(nearest, told)} comes nearest."
        }
    if best.name != UNPROTECTED and best.risk < now.low:
        words = f"{within_them}, choose {_said(best, told)}, instead of {told(now.risk)} now."
        return found | {"protection": best.name, "words": words}
    what = "the data as it is already does" if max_loss is None else "nothing that was tried helps for sure"
    return found | {"protection": UNPROTECTED, "words": f"{within_them}, {what}: {told(now.risk)} without protection."}


def _said(choice: Choice, told: Callable[[float], str]) -> str:
    name = "the unprotected data" if choice.name == UNPROTECTED else choice.name
    return f"{name} ({told(choice.risk)}, {choice.loss:.1%} of utility lost)"


def _no_budget(line: Sequence[Choice], now: Choice, told: Callable[[float], str]) -> str:
    better = [one for one in line if one.name != UNPROTECTED and one.risk < now.low]
    if not better:
        return f"Nothing that was tried helps for sure: {told(now.risk)} without protection."
    listed = "; ".join(_said(one, told) for one in better)
    return f"Worth considering, from the cheapest to the strongest, against {told(now.risk)} now: {listed}."


def choice_of(name: str, loss: float | None, risk: Mapping[str, Any] | None) -> Choice | None:
    """A choice from figures; none where one of them is missing."""
    if loss is None or risk is None:
        return None
    rate = float(risk["rate"])
    return Choice(name, loss, rate, float(risk.get("low", rate)), float(risk.get("high", rate)))
