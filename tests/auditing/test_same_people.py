"""Whether ids mean the same people in data and release, told by likeness; beside a slow reference."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import standout as so
from standout.auditing import same_people
from standout.auditing.same_people import Places, places_of_records
from standout.errors import BadInput

Held = dict[str, set[str]]


def invented(seed: int, people: int = 60) -> Held:
    dice = np.random.default_rng(seed)
    return {f"p{who}": {f"i{item}" for item in dice.permutation(80)[: dice.integers(1, 12)]} for who in range(people)}


def table(held: Held) -> pa.Table:
    rows = [(who, item) for who, items in held.items() for item in sorted(items)]
    return pa.table(dict(zip(("user", "item"), zip(*rows, strict=True), strict=True)))


def text(held: Held) -> str:
    rows = [f"{who},{item}" for who, items in held.items() for item in sorted(items)]
    return "\n".join(("user,item", *rows, ""))


def given_anew(held: Held, seed: int = 0) -> Held:
    others = np.random.default_rng(seed).permutation(sorted(held))
    return {str(other): held[who] for who, other in zip(sorted(held), others, strict=True)}


def slowly(data: Held, released: Held) -> Places:
    def alike(one: set[str], other: set[str]) -> float:
        return len(one & other) / sqrt(len(one) * len(other))

    own = other = 0
    for who, items in data.items():
        twin = max((alike(items, theirs) for name, theirs in data.items() if name != who), default=0.0)
        elsewhere = max((alike(items, theirs) for name, theirs in released.items() if name != who), default=0.0)
        at_home = alike(items, released[who]) if who in released else 0.0
        own += at_home > twin + 1e-6 and at_home >= elsewhere - 1e-6
        other += elsewhere > max((1 + twin) / 2, at_home) + 1e-6
    return Places(len(data), own, other)


@pytest.mark.parametrize("seed", range(6))
def test_as_the_slow_reference_has_it(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(same_people, "_AT_ONCE", 17 if seed % 2 else 20_000)
    data, dice = invented(seed), np.random.default_rng(seed + 100)
    changed = {who: {item for item in items if dice.random() < 0.8} | {"new"} for who, items in data.items()}
    some = {who: items for who, items in changed.items() if dice.random() < 0.6}
    for released in (data, given_anew(data), changed, given_anew(changed), some):
        assert places_of_records(so.read(table(data)), so.read(table(released)), 1) == slowly(data, released)


def test_ids_that_were_given_anew_are_told_and_own_ones_are_not() -> None:
    data = invented(1, 200)
    own, other = so.read(table(data)), so.read(table(given_anew(data)))
    honest, moved = places_of_records(own, own, 1), places_of_records(own, other, 1)
    assert honest is not None
    assert moved is not None
    assert (honest.other, honest.given_anew, moved.given_anew) == (0, False, True)


def test_records_that_are_all_alike_say_nothing() -> None:
    same: Held = {f"p{who}": {"a", "b"} for who in range(50)}
    assert places_of_records(so.read(table(same)), so.read(table(same)), 1) == Places(50, 0, 0)


def test_a_gate_refuses_a_release_with_ids_given_anew_and_an_audit_says_so() -> None:
    """Whole records under other numbers: nobody would be found by id, and the release would pass."""
    data = invented(2, 120)
    released = table(given_anew(data))
    policy = so.make_policy("research-partner", responsible="A. Owner")
    with pytest.raises(BadInput, match="ids were given anew, so figures by id say nothing; decide on a version with"):
        so.gate(table(data), policy, released=released, targets=100)
    dealt = so.protect(table(data), so.Crowds(k=5))
    assert so.gate(table(data), policy, released=dealt, targets=100).document.protection == "crowds"
    found = so.audit(table(data), released=released, attacks="tf-idf", adversaries="mentions", draws=1)
    assert any("ids were given anew" in note for note in found.document.notes)


def test_an_account_that_does_not_fit_the_records_is_refused(tmp_path: Path) -> None:
    """Who says that records were dealt anew, where they stand whole under other ids, is not believed."""
    data = invented(3, 120)
    (tmp_path / "data.csv").write_text(text(data), encoding="utf-8")
    (tmp_path / "moved.csv").write_text(text(given_anew(data)), encoding="utf-8")
    made = so.protect(tmp_path / "data.csv", so.Crowds(k=5), out=tmp_path / "release.csv")
    told = json.loads(made.to_json()) | {"out_sha256": so.read(tmp_path / "moved.csv").source.sha256}
    (tmp_path / "account.json").write_text(json.dumps(told), encoding="utf-8")
    policy = so.make_policy("research-partner", responsible="A. Owner")
    with pytest.raises(BadInput, match="nothing dealt these records anew, whatever account says"):
        so.gate(tmp_path / "data.csv", policy, released=tmp_path / "moved.csv", account=tmp_path / "account.json")


def test_a_proof_that_attacks_contradict_counts_for_no_rule(tmp_path: Path) -> None:
    """The data itself, under the account of a release: everybody is found, so nothing is proven of it."""
    data = invented(4, 120)
    (tmp_path / "data.csv").write_text(text(data), encoding="utf-8")
    made = so.protect(tmp_path / "data.csv", so.Crowds(k=5), out=tmp_path / "release.csv")
    told = json.loads(made.to_json()) | {"out_sha256": so.read(tmp_path / "data.csv").source.sha256}
    (tmp_path / "account.json").write_text(json.dumps(told), encoding="utf-8")
    likely = (so.Expected(so.Adversary("six", items=6), "a test"),)
    day = so.make_policy("public-release").review
    limits = {"worst-tenth": 0.5, "worst-person": 0.5}
    policy = so.Policy("test", "a test", "A. Owner", day, (so.Recipient("public", likely, limits),))
    data_file, account = tmp_path / "data.csv", tmp_path / "account.json"
    decided = so.gate(data_file, policy, released=data_file, account=account)
    assert [rule.passed for rule in decided.document.rules] == [False, False]
    assert all("more was measured than is said to be proven" in str(rule.why) for rule in decided.document.rules)
