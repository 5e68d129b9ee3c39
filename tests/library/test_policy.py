"""A policy from answers: one that does not fit is asked for again, and not for ever."""

from __future__ import annotations

import pytest

import standout as so
from standout.errors import BadInput


def test_an_answer_that_does_not_fit_is_asked_for_again() -> None:
    answers = iter(["a study", "everyone", "public", "perhaps", "no", "200", "nan", "5", "", "A. Owner"])
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        return next(answers)

    policy = so.make_policy(ask=ask)
    assert (policy.purpose, policy.responsible) == ("a study", "A. Owner")
    assert (policy.recipients[0].kind, policy.recipients[0].limits["found"]) == ("public", 0.05)
    assert [question for question in asked if question.startswith("'everyone' is no kind of recipient; there are")]
    assert [question for question in asked if question.startswith("'perhaps' is neither yes nor no")]
    assert sum("is not from 0 to 100" in question for question in asked) == 2
    assert [question for question in asked if question.startswith("nothing was answered")]


@pytest.mark.parametrize("answer", ["", "whoever"])
def test_nobody_is_asked_for_ever(answer: str) -> None:
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        return answer

    with pytest.raises(BadInput, match="nothing was answered" if not answer else "no kind of recipient"):
        so.make_policy(ask=ask)
    assert len(asked) == (3 if not answer else 4)
