"""The gate on data of which the answer is known, and beside the audit that measures the same."""

from __future__ import annotations

import json
import xml.etree.ElementTree as Tree
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import standout as so
from standout.errors import BadInput
from standout.gating.release_policy import MEASURES
from standout.results.gate import GateDocument
from tests.schemas import check_schema

THREE = so.Adversary("three", items=3, values="unknown")
DAY = date(2027, 1, 31)


def policy(limits: dict[str, float], *adversaries: so.Adversary, **changed: Any) -> so.Policy:
    expected = tuple(so.Expected(each, "a test") for each in adversaries or (THREE,))
    return so.Policy("test", "a test", "A. Owner", DAY, (so.Recipient("public", expected, limits),), **changed)


def table(rows: list[tuple[Any, ...]], *names: str) -> pa.Table:
    return pa.table(dict(zip(names or ("user", "item"), zip(*rows, strict=True), strict=True)))


@pytest.fixture(scope="module")
def own() -> pa.Table:
    """Everybody has eight items that nobody else has."""
    return table([(f"p{person}", f"i{person}-{step}") for person in range(120) for step in range(8)])


@pytest.fixture(scope="module")
def same() -> pa.Table:
    """Everybody has the same eight items."""
    return table([(f"p{person}", f"i{step}") for person in range(120) for step in range(8)])


@pytest.fixture(scope="module")
def mixed() -> pa.Table:
    """People with tastes, values and days, of whom some are found."""
    dice = np.random.default_rng(3)
    rows = []
    for person in range(150):
        chances = np.where(np.arange(40) % 3 == person % 3, 0.35, 0.12)
        for item in np.flatnonzero(dice.random(40) < chances):
            rows.append((f"p{person}", f"i{item}", int(dice.integers(1, 6)), f"2024-0{dice.integers(1, 9)}-15"))
    return table(rows, "user", "item", "rating", "date")


def rules_of(result: so.GateResult) -> dict[str, Any]:
    """The rules by name, as whoever reads them knows what is there."""
    return {rule.name: rule for rule in result.document.rules}


def only(result: so.GateResult) -> Any:
    (rule,) = result.document.rules
    return rule


def test_people_who_are_surely_found_fail_at_once(own: pa.Table) -> None:
    result = so.gate(own, policy({"found": 0.05}), targets=1_000)
    rule = only(result)
    assert (result.verdict, rule.passed, rule.measured) == ("fail", False, 1.0)
    assert (rule.people, rule.attacks) == (120, 250), "decided at the first stage, everybody attacked in turn"
    assert rule.low > 0.9
    assert result.document.exit_status == 3


def test_people_who_are_all_alike_pass(same: pa.Table) -> None:
    result = so.gate(same, policy({"found": 0.05}))
    rule = only(result)
    assert (result.verdict, rule.passed) == ("pass", True)
    assert rule.measured == pytest.approx(1 / 120), "ties are broken by lot"
    assert rule.high <= 0.05


def test_too_few_attacks_are_undecided_and_say_what_is_needed(same: pa.Table) -> None:
    result = so.gate(same, policy({"found": 0.05}), targets=40)
    rule = only(result)
    assert (result.verdict, rule.passed, result.document.exit_status) == ("undecided", None, 4)
    assert any(f"attacks are needed (--targets {rule.needed.option}), about" in line for line in result.lines())
    again = so.gate(same, policy({"found": 0.05}), targets=4 * rule.needed.attacks)
    assert again.verdict == "pass"


def test_what_is_found_is_what_an_audit_finds(mixed: pa.Table) -> None:
    """With as many attacks as there are people, everybody is attacked once, with the knowledge that an audit draws."""
    adversary = so.Adversary("some", items=2, days=3)
    audited = so.audit(mixed, adversaries=adversary, targets="all", draws=1)
    rules = dict.fromkeys(("found", "learned-gain", "wrongly-accused"), 0.5)
    result = so.gate(mixed, policy(rules, adversary), targets=150)
    by_name = rules_of(result)
    found = max(finding.found_by_lot.rate for finding in audited.findings if finding.found_by_lot)
    assert by_name["found"].measured == pytest.approx(found)
    gain = max(finding.learned.gain.rate for finding in audited.findings if finding.learned)
    assert by_name["learned-gain"].measured == pytest.approx(gain)
    wrong = [
        share.rate
        for finding in audited.findings
        for share in (finding.max_false.wrong, finding.max_false.accused_when_absent)
        if share is not None
    ]
    assert by_name["wrongly-accused"].measured == pytest.approx(max(wrong))


def test_wrong_names_alone_ask_for_further_attacks_until_they_are_sure(mixed: pa.Table) -> None:
    asked = policy({"wrongly-accused": 0.02}, so.Adversary("some", items=2, days=3))
    few, more = (only(so.gate(mixed, asked, attacks="tf-idf", targets=targets)) for targets in (250, 1_000))
    assert (few.passed, few.attacks, few.people) == (None, 250, 150)
    assert more.attacks == 1_000
    assert more.high - more.low < few.high - few.low


def people_file(folder: Path, people: int) -> Path:
    """A table of people, every second of whom is on one side."""
    file = folder / "people.csv"
    file.write_text("user,side\n" + "".join(f"p{person},{'ab'[person % 2]}\n" for person in range(people)))
    return file


def test_every_measure_has_a_rule_with_its_figures(mixed: pa.Table, tmp_path: Path) -> None:
    asked = policy(dict.fromkeys(MEASURES, 0.5), so.Adversary("two", items=2, days=3))
    result = so.gate(mixed, asked, attacks="tf-idf", targets=300, people=people_file(tmp_path, 150))
    document = result.document
    assert [rule.name for rule in document.rules] == list(MEASURES)
    assert all(rule.measured is not None and rule.people for rule in document.rules)
    assert all(rule.low <= rule.measured <= rule.high for rule in rules_of(result).values())
    assert check_schema(result.to_json())
    assert GateDocument.from_json(result.to_json()) == document
    result.save(tmp_path / "out")
    assert GateDocument.read(tmp_path / "out") == document


def test_the_same_seed_decides_the_same_to_the_last_byte(mixed: pa.Table) -> None:
    asked = policy({"found": 0.3, "worst-tenth": 0.6, "worst-person": 0.9})
    one, other = (so.gate(mixed, asked, targets=300, threads=threads) for threads in (1, 2))
    assert one.to_json() == other.to_json()
    assert one.to_junit() == other.to_junit()
    assert so.gate(mixed, asked, targets=300, seed=2).to_json() != one.to_json()


def test_sample_first_leaves_the_rest_open_once_the_verdict_is_certain(own: pa.Table) -> None:
    asked = policy({"found": 0.05, "worst-tenth": 0.1, "learned-gain": 0.1})
    every, first = (so.gate(own, asked, sample_first=quick) for quick in (False, True))
    assert (every.verdict, first.verdict) == ("fail", "fail")
    assert not every.document.stopped
    assert first.document.stopped
    assert all(rule.measured is not None for rule in every.document.rules[:2])
    assert [rule.passed for rule in first.document.rules] == [False, None, None]
    assert first.document.rules[1].why == "not measured: another rule was broken before"
    assert any("stopped as soon as" in line for line in first.lines())


def test_recipients_have_their_own_rules_and_share_the_doubt(own: pa.Table) -> None:
    someone = so.Expected(THREE, "posts")
    recipients = (
        so.Recipient("public", (someone,), {"found": 0.05}),
        so.Recipient("processor", (someone,), {"found": 1.0}, "our host"),
    )
    result = so.gate(own, so.Policy("two", "a test", "A. Owner", DAY, recipients), targets=400)
    assert [(rule.title, rule.passed) for rule in result.document.rules] == [
        ("found (anybody)", False),
        ("found (our host)", True),
    ]
    assert "each of 2 rules has 2.50% of doubt" in result.document.correction


def test_more_rules_make_intervals_wider(mixed: pa.Table) -> None:
    one = rules_of(so.gate(mixed, policy({"found": 0.5}), targets=200))["found"]
    two = rules_of(so.gate(mixed, policy({"found": 0.5, "worst-tenth": 0.9}), targets=200))["found"]
    assert one.measured == two.measured
    assert two.low < one.low
    assert one.high < two.high


def test_growth_beyond_the_noise_fails_and_none_does_not(own: pa.Table, same: pa.Table, tmp_path: Path) -> None:
    for name, data in (("own", own), ("same", same)):
        so.audit(data, adversaries=THREE, draws=1, out=tmp_path / name)
    asked = policy({"found": 1.0})
    grown = so.gate(own, asked, baseline=tmp_path / "same" / "findings.json", targets=250)
    assert (grown.verdict, grown.document.rules[-1].name) == ("fail", "found-since")
    assert rules_of(grown)["found-since"].low > 0.5
    for baseline in ("own", "same"):
        alike = so.gate(same, asked, baseline=tmp_path / baseline, targets=250)
        assert alike.verdict == "pass"


def test_more_learned_than_in_the_baseline_fails_too(own: pa.Table, same: pa.Table, tmp_path: Path) -> None:
    """Where everybody has items of their own, being in the data tells all; where all are alike, nothing."""
    for name, data in (("own", own), ("same", same)):
        so.audit(data, adversaries=THREE, attacks="likelihood", draws=1, out=tmp_path / name)
    asked = policy({"found": 1.0, "learned-gain": 1.0})
    for data, baseline, passed in ((own, "same", False), (own, "own", True), (same, "own", True)):
        rules = rules_of(so.gate(data, asked, attacks="likelihood", baseline=tmp_path / baseline, targets=250))
        assert list(rules) == ["found", "learned-gain", "found-since", "learned-gain-since"]
        assert rules["learned-gain-since"].passed is passed
    assert rules["learned-gain-since"].high < 0, "surely less than then"


def test_a_baseline_of_other_adversaries_is_refused(own: pa.Table, tmp_path: Path) -> None:
    so.audit(own, adversaries=so.Adversary("three", items=2, values="unknown"), draws=1, out=tmp_path / "before")
    with pytest.raises(BadInput, match="has no finding of an adversary of the policy"):
        so.gate(own, policy({"found": 0.5}), baseline=tmp_path / "before")


def test_records_that_are_nobodys_pass_by_what_is_proven(mixed: pa.Table) -> None:
    crowds = so.protect(mixed, so.Sample(people=0.7), so.Crowds(k=5))
    asked = policy({"found": 0.2, "worst-tenth": 0.2, "worst-person": 0.2, "learned-gain": 0.5})
    rules = rules_of(so.gate(mixed, asked, released=crowds, targets=15))
    assert all(rules[name].passed and rules[name].ceiling == 0.2 for name in ("found", "worst-tenth", "worst-person"))
    assert rules["found"].high > 0.2, "too few attacks to be sure by themselves"
    assert rules["found"].why == "passes by what is proven"
    assert rules["worst-person"].measured is None
    assert rules["learned-gain"].measured is not None, "those who are not released stand for others"
    tighter = so.gate(mixed, policy({"found": 0.01, "worst-person": 0.1}), released=crowds, targets=50).document
    assert [rule.passed for rule in tighter.rules] == [None, None]
    assert "what is proven is more than the limit" in str(tighter.rules[1].why)


def test_who_is_left_out_makes_no_share_smaller(own: pa.Table) -> None:
    """A tenth of the people is released, and each of them is found."""
    rule = only(so.gate(own, policy({"found": 0.2}), released=so.protect(own, so.Sample(people=0.1)), targets=250))
    assert (rule.measured, rule.people, rule.passed) == (1.0, 12, False)
    assert rule.ceiling is None, "what is proven is about who is not in it"


def test_a_release_without_ids_in_common_is_judged_by_what_is_learned_alone(mixed: pa.Table) -> None:
    frame = mixed.to_pandas()
    inside, outside = frame[frame.user < "p3"], frame[frame.user >= "p3"]
    renamed = inside.assign(user="new-" + inside.user)
    asked = policy({"found": 0.5, "worst-person": 0.5, "learned-gain": 0.9})
    rules = rules_of(so.gate(inside, asked, released=renamed, control=outside))
    assert [rules[name].passed for name in ("found", "worst-person")] == [None, None]
    assert "nobody can be looked for" in rules["found"].why
    assert rules["learned-gain"].measured is not None
    with pytest.raises(BadInput, match="no person of the data is in the released data by id"):
        so.gate(inside, asked, released=renamed)


def test_what_is_learned_from_records_of_others_needs_people_outside(mixed: pa.Table) -> None:
    crowds = so.protect(mixed, so.Crowds(k=5))
    rule = only(so.gate(mixed, policy({"learned-gain": 0.5}), released=crowds))
    assert rule.passed is None
    assert "leaving one's own out says too little" in rule.why


def test_who_knows_of_a_protection_counters_it(mixed: pa.Table) -> None:
    moved = so.protect(mixed, so.Perturb())
    asked = policy({"found": 0.9}, so.Adversary("two", items=2))
    knowing = so.gate(mixed, asked, released=moved, targets=60)
    without = so.gate(mixed, asked, released=moved.dataset, targets=60)
    assert (knowing.document.protection, without.document.protection) == ("perturb", None)
    assert only(knowing).measured >= only(without).measured - 1e-9


def test_an_account_counts_for_its_own_release_alone(mixed: pa.Table, tmp_path: Path) -> None:
    csv = tmp_path / "data.csv"
    import pyarrow.csv as writing

    writing.write_csv(mixed, csv)
    made = so.protect(csv, so.Crowds(k=5), out=tmp_path / "release.csv")
    account = tmp_path / "account.json"
    account.write_text(made.to_json(), encoding="utf-8")
    asked = policy({"found": 0.2})
    given: dict[str, Any] = {"released": tmp_path / "release.csv", "account": account, "targets": 50}
    assert only(so.gate(csv, asked, **given)).ceiling == 0.2
    (tmp_path / "release.csv").write_text((tmp_path / "release.csv").read_text().replace("p1,", "p2,", 1))
    with pytest.raises(BadInput, match="is not about the release that was named"):
        so.gate(csv, asked, **given)
    with pytest.raises(BadInput, match="is about a release; name that with released"):
        so.gate(csv, asked, account=account)
    told = json.loads(made.to_json())
    told["steps"][0]["options"]["kk"] = 1
    account.write_text(json.dumps(told | {"out_sha256": so.read(given["released"]).source.sha256}), encoding="utf-8")
    with pytest.raises(BadInput, match="'crowds' is not one that there is here"):
        so.gate(csv, asked, **given)


def test_measures_that_the_data_cannot_answer_are_open_with_a_reason(own: pa.Table) -> None:
    document = so.gate(own, policy({"attribute-auc": 0.6, "time-split-link": 0.1})).document
    attribute, linked = document.rules
    assert (attribute.passed, attribute.measured) == (None, None)
    assert "no attributes of people" in str(attribute.why)
    assert (linked.passed, linked.measured) == (True, None)
    assert "the release has no days" in str(linked.why)


def test_an_attribute_is_told_by_the_strongest_attacker(tmp_path: Path) -> None:
    """Everybody has the same items, and only values tell: who looks at items alone would let it pass."""
    dice = np.random.default_rng(5)
    sides = np.arange(100) % 2
    stars = np.clip(3 + (2 * sides[:, None] - 1) * (np.arange(12) % 2) + dice.integers(-1, 2, (100, 12)), 1, 5)
    rows = [(f"p{person}", f"i{item}", int(stars[person, item])) for person in range(100) for item in range(12)]
    rated = table(rows, "user", "item", "rating")
    rule = only(so.gate(rated, policy({"attribute-auc": 0.6}), people=people_file(tmp_path, 100)))
    assert rule.passed is False
    assert rule.low > 0.9


def test_usual_attacks_that_were_left_out_are_named(own: pa.Table) -> None:
    every = so.gate(own, policy({"found": 0.05}), sample_first=True).document
    weak = so.gate(own, policy({"found": 0.05}), attacks="set-intersection", sample_first=True).document
    assert not any("not tried" in note for note in every.notes)
    assert [note for note in weak.notes if "these were not tried: likelihood, " in note]


def test_a_policy_whose_adversaries_do_not_fit_the_data_is_refused(own: pa.Table) -> None:
    receipt = so.Adversary("receipt", items=4, days=0, which="one day")
    with pytest.raises(BadInput, match="none of the adversaries asked for fits the data"):
        so.gate(own, policy({"found": 0.5}, receipt))
    document = so.gate(own, policy({"found": 0.05}, receipt, THREE)).document
    assert any("'receipt' was left out" in note for note in document.notes)
    assert len(document.policy.recipients[0].adversaries) == 2


@pytest.mark.parametrize("targets", [0, -3, True, 2.5])
def test_attacks_are_counted_in_whole_numbers(own: pa.Table, targets: Any) -> None:
    with pytest.raises(BadInput, match="must be a whole number from 1 on"):
        so.gate(own, policy({"found": 0.5}), targets=targets)


def test_a_rule_is_a_test_case(own: pa.Table, same: pa.Table) -> None:
    hostile = so.Policy(
        'a "<b>&\x1b name', "p", "A. Owner", DAY,
        (so.Recipient("public", (so.Expected(THREE, "x"),), {"found": 0.05, "attribute-auc": 0.6}, "who|<script>"),),
    )  # fmt: skip
    result = so.gate(own, hostile)
    suite = Tree.fromstring(result.to_junit()).find("testsuite")
    assert suite is not None
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == ["found", "attribute-auc"]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "1")
    assert cases[0].find("failure") is not None
    assert cases[1].find("error") is not None
    passed = Tree.fromstring(so.gate(same, policy({"found": 0.05})).to_junit())
    assert passed.find(".//failure") is None
    assert passed.find(".//error") is None
    page = result.to_markdown()
    assert "<b>" not in page
    assert "\x1b" not in page
    assert page.startswith("<!-- standout gate -->\n### Standout gate: fail")
