"""`policy`: write a policy to begin with, ready-made or from five answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from standout.common.files import write_whole
from standout.common.plain import as_bytes
from standout.common.wording import shown
from standout.errors import BadInput
from standout.gating.policy_file import policy_text
from standout.gating.ready_policies import QUESTIONS, REVIEWED_AFTER, Answers, policy_from, ready
from standout.gating.release_policy import KINDS, Policy, nearest
from standout.outputs.places import check_files

_TIMES = 3
"""How often a question is asked, at most."""


def make_policy(
    preset: str | None = None,
    *,
    purpose: str | None = None,
    recipient: str | None = None,
    own_data: bool | None = None,
    found: float | None = None,
    responsible: str | None = None,
    review: str | date | None = None,
    who: str | None = None,
    ask: Callable[[str], str] | None = None,
    out: str | Path | None = None,
) -> Policy:
    """A policy: a ready one, with whatever else is given in the place of its own, or one from five answers.

    `preset` is "public-release", "research-partner" or "internal-analytics". Without one, what is not given is asked
    of `ask`, question by question; without that, it is refused. `found` is the share of people that may be found, and
    other limits go with it. It is to be reviewed in a year, unless a `review` is named. With `out`, it is
    written there.

    >>> import standout as so
    >>> policy = so.make_policy("public-release", responsible="A. Owner", review="2027-01-31")
    >>> policy.recipients[0].limits["found"]
    0.05
    """
    if out is not None:
        check_files({Path(out): "policy"}, ())
    given = {
        "purpose": purpose, "recipient": recipient, "own_data": own_data, "found": found, "responsible": responsible,
        "who": who,
    }  # fmt: skip
    known = {name: value for name, value in given.items() if value is not None}
    if found is not None and not 0 <= found <= 1:
        raise BadInput(f"--found is {found:g}, but must be a share from 0 to 1, such as 0.05")
    day = _day(review)
    if preset is not None:
        policy = policy_from(replace(ready(preset), review=day, **known))  # type: ignore[arg-type]
    else:
        for name, question in QUESTIONS.items():
            if name not in known:
                known[name] = _answer(name, question, ask, known)
        policy = policy_from(Answers(review=day, **known))  # type: ignore[arg-type]
    if out is not None:
        write_whole(Path(out), as_bytes(policy_text(policy)))
    return policy


def _answer(
    name: str, question: str, ask: Callable[[str], str] | None, known: Mapping[str, object]
) -> str | bool | float:
    """The answer to a question; one that does not fit is said, and asked for again, a few times."""
    if ask is None:
        missing = ", ".join(f"--{name.replace('_', '-')}" for name in QUESTIONS if name not in known)
        raise BadInput(f"--preset: none is given, and there is nobody to ask; give one, or {missing}")
    asked = question
    for _ in range(_TIMES - 1):
        try:
            return _answered(name, ask(asked).strip())
        except BadInput as problem:
            asked = f"{problem.as_typed}. {question}"
    return _answered(name, ask(asked).strip())


def _answered(name: str, answer: str) -> str | bool | float:
    """An answer as its question means it."""
    if name == "own_data":
        if answer.lower() not in ("y", "yes", "n", "no"):
            raise BadInput(f"'{shown(answer)}' is neither yes nor no; answer one of them")
        return answer.lower().startswith("y")
    if name == "found":
        try:
            share = float(answer.removesuffix("%").strip()) / 100
        except ValueError:
            raise BadInput(f"'{shown(answer)}' is no number; say how many of 100 people, such as 5") from None
        if not 0 <= share <= 1:
            raise BadInput(f"'{shown(answer)}' is not from 0 to 100; say how many of 100 people, such as 5")
        return share
    if name == "recipient" and answer not in KINDS:
        raise BadInput(f"'{shown(answer)}' is no kind of recipient{nearest(answer, KINDS)}")
    if not answer:
        raise BadInput("nothing was answered; say it in a few words")
    return answer


def _day(review: str | date | None) -> date:
    if isinstance(review, date):
        return review
    if review is None:
        return date.today() + REVIEWED_AFTER
    try:
        return date.fromisoformat(review)
    except ValueError:
        raise BadInput(f"--review {review}: no day; write it as 2027-01-31") from None
