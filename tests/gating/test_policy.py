"""Policies: what they may say, how they are written and read, and one line for everything else."""

from __future__ import annotations

import dataclasses
import re
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.errors import BadInput
from standout.gating.policy_file import policy_text, read_policy
from standout.gating.ready_policies import READY, Answers, policy_from
from standout.gating.release_policy import KINDS, MEASURES, Expected, Policy, Recipient
from standout.knowledge.adversary import Adversary
from standout.knowledge.presets import PRESETS

DAY = date(2027, 1, 31)

WHOLE = """
name = "shop"
purpose = "a study"
responsible = "A. Owner"
review = 2027-01-31
confidence = 0.9

[[recipient]]
kind = "researchers"
who = "the university"

[recipient.limits]
found = 0.1
attribute-auc = 0.65

[recipient.adversary.two-and-a-date]
why = "receipts"

[recipient.adversary.neighbour]
why = "they see what is brought home"
items = 4
days = 1
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "policy.toml"


def refused(file: Path, text: str) -> str:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_policy(file)
    said = caught.value.as_typed
    assert "\n" not in said
    assert said.startswith(str(file))
    return said


def test_a_policy_is_read_as_it_is_written(file: Path) -> None:
    file.write_text(WHOLE, encoding="utf-8")
    policy = read_policy(file)
    (recipient,) = policy.recipients
    assert (policy.name, policy.review, policy.confidence) == ("shop", DAY, 0.9)
    assert (recipient.kind, recipient.who) == ("researchers", "the university")
    assert recipient.limits == {"found": 0.1, "attribute-auc": 0.65}
    assert [each.adversary for each in recipient.expected] == [
        PRESETS["two-and-a-date"],
        Adversary("neighbour", items=4, days=1),
    ]
    assert re.fullmatch("[0-9a-f]{64}", policy.sha256 or "")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("purpose =", "purpse =", "policy has no 'purpse'; the nearest that there is is 'purpose'"),
        ("who =", "whom =", "recipient 1 has no 'whom'; the nearest that there is is 'who'"),
        ("found = 0.1", "find = 0.1", "limits have no 'find'; the nearest that there is is 'found'"),
        ("items = 4", "item = 4", "adversary 'neighbour' has no 'item'"),
        ("found = 0.1", "found = 1.5", "the limit of found is 1.5, but must be from 0 to 1"),
        ("found = 0.1", 'found = "few"', "the limit of found is 'few'"),
        ("found = 0.1", "found = true", "the limit of found is True, but"),
        ("attribute-auc = 0.65", "attribute-auc = 0.2", "attribute-auc is 0.2, but must be from 0.5 to 1"),
        ('kind = "researchers"', 'kind = "friends"', "kind is 'friends', but must be one of public"),
        ("review = 2027-01-31", 'review = "soon"', "review is 'soon', but must be a day"),
        ("review = 2027-01-31", "review = 2027-01-31T10:00:00", "must be a day"),
        ("review = 2027-01-31\n", "", "policy lacks 'review'"),
        ('responsible = "A. Owner"', 'responsible = " "', "name who answers for the release"),
        ("confidence = 0.9", "confidence = 1.0", "confidence is 1, but must be at least 0.5 and below 1"),
        ("confidence = 0.9", 'confidence = "high"', "confidence is 'high'"),
        ('why = "receipts"', "", "adversary 'two-and-a-date' needs a 'why'"),
        ('why = "receipts"', "why = 3", "why is 3; say why it is reasonably likely"),
        ('why = "receipts"', 'why = "receipts"\nitems = 3', "is ready-made and has only a 'why'"),
        ("adversary.two-and-a-date", "adversary.two-and-a-dat", "no adversary 'two-and-a-dat'"),
        ("[[recipient]]", "[recipient]", "must be written as [[recipient]]"),
        ("[recipient.limits]\nfound = 0.1\nattribute-auc = 0.65", "[recipient.limits]", "has no limits"),
        ("items = 4", "items = 0", "items is a whole number"),
        ('name = "shop"', 'name = "shop', "not a readable TOML file"),
        ('purpose = "a study"', f'purpose = "{"x" * 501}"', "501 characters"),
    ],
)
def test_what_a_policy_may_not_say_is_refused_in_a_line(file: Path, before: str, after: str, said: str) -> None:
    assert before in WHOLE
    assert said in refused(file, WHOLE.replace(before, after))


def test_a_policy_that_is_not_there_says_how_to_make_one(file: Path) -> None:
    with pytest.raises(BadInput, match="no such file; make one with 'standout policy init'"):
        read_policy(file)


def test_recipients_and_adversaries_are_told_apart(file: Path) -> None:
    (block,) = re.findall(r"\[\[recipient\]\].*", WHOLE, flags=re.DOTALL)
    assert "two recipients are called the same" in refused(file, WHOLE + block)
    other = block.replace("the university", "another").replace("items = 4", "items = 5")
    assert "two different adversaries are called 'neighbour'" in refused(file, WHOLE + other)
    file.write_text(WHOLE + other.replace("items = 5", "items = 4"), encoding="utf-8")
    assert [each.who for each in read_policy(file).recipients] == ["the university", "another"]


@pytest.mark.parametrize("name", READY)
def test_ready_policies_are_read_back_as_they_were(file: Path, name: str) -> None:
    policy = policy_from(dataclasses.replace(READY[name], review=DAY))
    file.write_text(policy_text(policy), encoding="utf-8")
    assert read_policy(file) == policy
    assert policy.name == name


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("own_data", [False, True])
def test_every_answer_makes_a_policy(kind: str, own_data: bool) -> None:
    policy = policy_from(Answers("a study", kind, own_data, 0.07, "A. Owner", DAY))
    names = {adversary.name for adversary in policy.adversaries}
    assert policy.recipients[0].limits["found"] == 0.07
    assert not own_data or {"share", "before"} <= names


ADVERSARIES = st.builds(
    Adversary,
    name=st.text("abc-_ äö\"'", min_size=1).filter(lambda name: name not in PRESETS and name.strip()),
    items=st.integers(4, 20),
    wrong=st.integers(0, 2),
    values=st.sampled_from([0.0, 1.0, "unknown"]),
    days=st.sampled_from([0, 3]),
    choose=st.sampled_from(["any", "rarest"]),
    length=st.sampled_from([0.5, "unknown"]),
    fewer=st.booleans(),
)
TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60).filter(lambda text: text.strip())
POLICIES = st.builds(
    Policy,
    name=TEXTS,
    purpose=TEXTS,
    responsible=TEXTS,
    review=st.dates(),
    recipients=st.builds(
        Recipient,
        kind=st.sampled_from(list(KINDS)),
        expected=st.lists(
            st.builds(Expected, adversary=ADVERSARIES, why=TEXTS),
            min_size=1, max_size=3, unique_by=lambda each: each.adversary.name,
        ).map(tuple),
        limits=st.dictionaries(st.sampled_from(list(MEASURES)), st.sampled_from([0.5, 0.75, 1.0]), min_size=1),
        who=TEXTS,
    ).map(lambda recipient: (recipient,)),
    confidence=st.sampled_from([0.5, 0.9, 0.95, 0.99]),
)  # fmt: skip


@given(policy=POLICIES)
def test_whatever_is_written_is_read_back(policy: Policy, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / "written.toml"
    file.write_bytes(policy_text(policy).encode())
    assert read_policy(file) == policy
