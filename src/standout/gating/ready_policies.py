"""Policies to begin with: three ready ones, and one made from the answers to five plain questions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from standout.errors import BadInput
from standout.gating.release_policy import KINDS, Expected, Policy, Recipient, nearest
from standout.knowledge.presets import PRESETS

TO_BE_NAMED = "to be named"
"""Who is responsible, as long as nobody wrote a name into a ready policy."""

REVIEWED_AFTER = timedelta(days=365)

_WHY: Final = {
    "two-and-a-date": "A post, a photograph or a receipt shows two things and about when they were had.",
    "acquaintance": "A colleague, friend or relative knows a few things with about their dates, and errs in some.",
    "mentions": "People name what they have in posts and reviews that anybody can collect.",
    "rarest": "What somebody is known for is often what few others have.",
    "receipt": "A receipt or an order by mail shows what was bought together on one day.",
    "share": "Somebody with a table of their own, such as another shop, holds a part of the same people's records.",
    "before": "Somebody with an earlier copy or a table of their own knows what people had up to a day.",
    "vague-acquaintance": "Staff who know customers remember a few things, vaguely.",
}
"""Why each is reasonably likely, to begin with: whoever is responsible says it better."""

_BY_KIND: Final = {
    "public": ("two-and-a-date", "acquaintance", "mentions", "rarest"),
    "processor": ("two-and-a-date", "vague-acquaintance"),
    "partner": ("two-and-a-date", "share", "before"),
    "researchers": ("two-and-a-date", "acquaintance", "mentions"),
}
_OWN_DATA: Final = ("share", "before")
"""Whom one expects besides where the recipient holds data about the same people."""

_FOUND: Final = {"public": 0.05, "processor": 0.2, "partner": 0.1, "researchers": 0.1}
"""How many may be found, where nothing else is said: see docs/gate.md for where these come from."""


@dataclass(frozen=True)
class Answers:
    """What was answered to the five questions, and what need not be asked."""

    purpose: str
    recipient: str
    own_data: bool
    found: float
    responsible: str
    review: date
    who: str = ""
    name: str = ""


QUESTIONS: Final = {
    "purpose": "What is the data released for?",
    "recipient": f"Who receives it: {', '.join(KINDS)}?",
    "own_data": "Do they hold data about the same people, such as a customer table (yes or no)?",
    "found": "Of 100 people, how many may be found at most?",
    "responsible": "Who is responsible for the release?",
}
"""By the field that each answers."""


def policy_from(answers: Answers) -> Policy:
    """The policy that follows from five answers: adversaries by recipient, other limits in step with the first."""
    if answers.recipient not in KINDS:
        raise BadInput(f"--recipient {answers.recipient}: no kind of recipient{nearest(answers.recipient, KINDS)}")
    names = dict.fromkeys((*_BY_KIND[answers.recipient], *(_OWN_DATA if answers.own_data else ())))
    return Policy(
        name=answers.name or f"{answers.recipient}-release",
        purpose=answers.purpose,
        responsible=answers.responsible,
        review=answers.review,
        recipients=(
            Recipient(
                answers.recipient,
                tuple(Expected(PRESETS[name], _WHY[name]) for name in names),
                limits_around(answers.found, answers.recipient),
                answers.who,
            ),
        ),
    )


def limits_around(found: float, kind: str) -> dict[str, float]:
    """The limits that go with one on how many may be found."""
    limits = {"found": found, "learned-gain": found, "worst-tenth": min(2 * found, 1.0)}
    if kind == "public":
        limits |= {"worst-person": min(2 * found, 1.0), "time-split-link": found}
    return {name: round(limit, 6) for name, limit in limits.items()}


READY: Final = {
    "public-release": Answers(
        purpose="Publishing the data for anybody to use",
        recipient="public",
        own_data=False,
        found=_FOUND["public"],
        responsible=TO_BE_NAMED,
        review=date.min,
        name="public-release",
    ),
    "research-partner": Answers(
        purpose="Research under an agreement that forbids looking for people",
        recipient="researchers",
        own_data=False,
        found=_FOUND["researchers"],
        responsible=TO_BE_NAMED,
        review=date.min,
        who="a research partner under an agreement",
        name="research-partner",
    ),
    "internal-analytics": Answers(
        purpose="Analysis inside the organisation",
        recipient="processor",
        own_data=True,
        found=_FOUND["processor"],
        responsible=TO_BE_NAMED,
        review=date.min,
        who="analysts of the organisation",
        name="internal-analytics",
    ),
}
"""By name; when each is to be reviewed is said when it is written."""


def ready(name: str) -> Answers:
    """The answers of a ready policy."""
    if name not in READY:
        raise BadInput(f"--preset {name}: no such policy{nearest(name, READY)}")
    return READY[name]
