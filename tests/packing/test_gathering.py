"""A pack's document: everything that is asked for is in it, nothing about one person, and again the same."""

from __future__ import annotations

import json

import msgspec
import pytest

from standout.errors import BadInput
from standout.packing.gathering import Gathered, evidence_of, stated
from standout.report.evidence.evidence_figures import crowds
from standout.report.paper.paper import Grid, Listing, Words
from standout.results.estimate import Estimate
from standout.results.evidence import Evidence, MadeWhen, Statement
from standout.results.forecast import AtCrowd, Forecast, HarmlessFrom
from standout.results.gate import GateDocument, Likely, PolicyUsed, ReleasedTo, Rule
from tests.packing.packs import RUN, audited, evidence
from tests.schemas import check_schema


def gate(**more: object) -> GateDocument:
    """A gate on the same data: one rule broken, one held, one without figures."""
    likely = Likely(name="mentions", why="People post.", sentence="Knows some items.")
    other = Likely(name="staff", why="They see it.", sentence="Knows two items.")
    recipient = ReleasedTo(kind="public", who="anybody", adversaries=(likely, other), limits={"found": 0.05})
    policy = PolicyUsed(
        name="short",
        purpose="a test",
        responsible="B. Owner",
        review="2027-01-31",
        confidence=0.95,
        recipients=(recipient,),
    )
    rules = (
        Rule(name="found", limit=0.05, measured=0.5, low=0.4, high=0.6, passed=False, people=40, adversary="mentions"),
        Rule(name="worst-tenth", limit=0.1, measured=0.01, low=0.0, high=0.09, passed=True, people=40),
        Rule(name="attribute-auc", limit=0.6, why="no attributes stand beside the data"),
    )
    given = {
        "standout": "0.2.0", "seed": 1, "verdict": "fail", "rules": rules, "policy": policy, "data": audited().data,
        "targets": 100, "correction": "All hold at once.",
    } | more  # fmt: skip
    return GateDocument(**given)  # type: ignore[arg-type]


def test_everything_that_an_officer_asks_for_is_there() -> None:
    found = evidence()
    assert check_schema(found.to_json())["schema"] == "standout/evidence/1.0"
    assert found.data.people == 40
    assert found.data.sha256 == audited().data.sha256
    assert found.threats[0].sentence == audited().findings[0].adversary.sentence
    assert found.threats[0].found == audited().share_found(audited().findings[0])
    assert found.spread is not None
    assert found.spread.over == audited().personal.over_people
    assert {clause.clause for clause in found.clauses} >= {
        "7.3.2", "7.3.3", "8.2.3", "8.3.4", "Singling out", "Linkability", "Inference", "Motivated intruder",
    }  # fmt: skip
    assert found.commands == (RUN.command,)
    assert found.versions == RUN.versions
    assert found.made == MadeWhen(date="2026-11-17", measured=RUN.date, minutes=0.5, machine=RUN.machine)
    assert found.not_tested
    assert found.verdict is None
    assert "nothing is decided" in found.headline()


def test_only_the_field_made_may_differ() -> None:
    later = msgspec.structs.replace(RUN, date="2027-01-01", minutes=99.0)
    one, other = evidence(), evidence(run=later, audit_run=later)
    assert one.fingerprint() == other.fingerprint()
    apart = [{key: value for key, value in each.to_dict().items() if key != "made"} for each in (one, other)]
    assert apart[0] == apart[1]
    assert one.made != other.made
    assert Evidence.from_json(one.to_json()).fingerprint() == one.fingerprint()
    assert evidence(run=None, audit_run=None).fingerprint() != one.fingerprint()


def test_a_gate_brings_its_policy_and_its_limits() -> None:
    found = evidence(gate=gate())
    assert found.verdict == "fail"
    assert "1 of 3 limits are broken (found)" in found.headline()
    assert [(limit.name, limit.verdict) for limit in found.limits] == [
        ("found", "fail"), ("worst-tenth", "pass"), ("attribute-auc", "undecided"),
    ]  # fmt: skip
    assert found.limits[0].limit == "5%"
    assert found.limits[0].measured.startswith("50%")
    assert found.limits[2].measured == "not measured"
    assert (found.statement.purpose, found.statement.responsible) == ("a test", "B. Owner")
    assert (found.statement.review, found.statement.model) == ("2027-01-31", "to the public")
    assert [(threat.name, threat.why) for threat in found.threats] == [
        ("mentions", "People post."),
        ("staff", "They see it."),
    ]


def test_a_gate_alone_says_what_it_did_not_measure() -> None:
    found = evidence(audit=None, audit_run=None, gate=gate())
    assert found.spread is None
    assert [question.state for question in found.questions] == ["measured", "open", "open"]
    assert "the policy sets no limit on it" in found.questions[1].answer
    assert "no attributes stand beside the data" in found.questions[2].answer
    assert any("only what decides was measured" in line for line in found.not_tested)
    assert found.threats[0].by_lot is not None
    assert found.threats[1].by_lot is None


def test_results_of_other_data_or_with_people_in_them_are_refused() -> None:
    other = msgspec.structs.replace(audited().data, sha256="0" * 64)
    with pytest.raises(BadInput, match="of different data"):
        evidence(gate=gate(data=other))
    with pytest.raises(BadInput, match="shows ids"):
        evidence(audit=msgspec.structs.replace(audited(), ids_shown=True))
    with pytest.raises(BadInput, match="nothing to make a pack from"):
        evidence(audit=None)


def test_no_single_score_and_nobody_is_named() -> None:
    said = json.dumps(evidence().to_dict())
    assert "person-0" not in said
    assert '"score"' not in said
    assert not any(f'"u{person}"' in said for person in range(40))


def test_what_people_state_is_made_harmless() -> None:
    assert stated((None, " a\nb ", "\x1b[31m", "x" * 1_000)) == [None, "a b", "[31m", "x" * 399 + "…"]


def test_a_forecast_stands_in_the_pack_and_in_the_clause_on_populations() -> None:
    """ISO/IEC 27559, 7.3.3: risk in the sample, and what is forecast for a population."""
    at = AtCrowd(people=100_000, found=Estimate(0.4, 0.3, 0.5), against="above")
    law = Forecast(
        adversary="mentions", attack="tf-idf", people=40, looked_for=40, limit=0.05, crowds=(at,),
        harmless_from=HarmlessFrom(people=2_000_000),
    )  # fmt: skip
    none = Forecast(adversary="two-and-a-date", attack="tf-idf", people=40, looked_for=40, limit=0.05, why="too few")
    audit = msgspec.structs.replace(audited(), forecasts=(law, none))
    pack = evidence_of(Gathered(audit=audit), Statement(), "2026-11-17")
    assert check_schema(pack.to_json())["forecasts"][0]["adversary"] == "mentions"
    (answer,) = [clause.answer for clause in pack.clauses if clause.clause == "7.3.3"]
    assert "For 1 adversary, section “In a larger crowd” forecasts" in answer
    blocks = crowds(pack)
    (grid,) = [block for block in blocks if isinstance(block, Grid)]
    assert grid.table.rows == [("mentions", "40% [30–50]", "2 million")]
    assert [list(block.items) for block in blocks if isinstance(block, Listing)] == [["1 adversary: too few."]]
    without = evidence_of(Gathered(gate=gate()), Statement(), "2026-11-17")
    assert without.forecasts == ()
    assert isinstance(crowds(without)[0], Words)
