"""The headline: one rule, against plain counting; intervals that hold for the worst of many; words that are true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

import standout
from standout.results.audit import AuditResult
from standout.results.estimate import Estimate, exact_rate
from standout.results.finding import Finding
from standout.results.headline import Headline, headline_of, of_everybody, worst_of
from standout.risk.intervals import rate
from tests.report.audited import a_finding, a_rate


def a_share(found: float, of: int) -> dict[str, Any]:
    share = rate(found, of)
    assert share is not None
    return share.to_dict()


def made(adversary: str, attack: str, found: int, by_lot: float | None = None, of: int = 100, **parts: Any) -> Finding:
    """A finding in which so many of so many people come first alone, and so many by lot."""
    fields = {
        "targets": of - parts.get("not_known", 0), "looked_for": of, "not_known": 0,
        "identified": {"1": a_share(found, of)}, "ties_by_lot": {"1": a_share(found if by_lot is None else by_lot, of)},
    }  # fmt: skip
    return msgspec.convert(a_finding({"name": adversary}, attack, **fields | parts), Finding)


def said(*findings: Finding, preferred: str = "") -> Headline:
    headline = headline_of(findings, preferred)
    assert headline is not None
    return headline


def close(share: float) -> dict[str, Any]:
    return {"close_guess": {"items": [{"similarity": 0.9, **a_rate(share)}, {"similarity": 1.0, **a_rate(0)}]}}


# --- the rule ----------------------------------------------------------------------------------------------


def test_the_worst_adversary_is_the_one_who_finds_most_of_everybody() -> None:
    """Eight of the ten of whom something is known are fewer than twelve of a hundred."""
    few = made("few", "scoring", 8, not_known=90)
    many = made("many", "scoring", 12)
    headline = said(few, many)
    assert (headline.adversary, headline.found, headline.of, headline.rate) == ("many", 12, 100, 0.12)
    assert headline.none_finds_more
    assert headline.others(1) == ""
    assert headline.others(2) == "The other adversary tried does not find more."
    assert headline.others(9) == "None of the others tried finds more (8 adversaries)."


def test_attacks_are_compared_by_lot_and_nothing_false_is_said_of_the_others() -> None:
    """Where an attack that never ties has more who come first alone, the one that finds more by lot still counts."""
    alone, tying = made("who", "tf-idf", 63, 63), made("who", "likelihood", 61, 66)
    headline = said(alone, tying)
    assert (headline.attack, headline.found, headline.by_lot.rate) == ("likelihood", 61, 0.66)
    assert not headline.none_finds_more
    assert headline.others(9) == ""
    assert said(made("who", "tf-idf", 60, 63), tying).none_finds_more


def test_among_equals_ties_decide_then_the_preferred_adversary_then_the_first() -> None:
    same = [made(name, "scoring", 5) for name in ("first", "second", "third")]
    assert said(*same).adversary == "first"
    assert said(*same, preferred="third").adversary == "third"
    assert said(*same, made("tied", "scoring", 5, 6), preferred="third").adversary == "tied"


def test_without_a_rate_there_is_no_headline() -> None:
    nobody = made("nobody", "scoring", 0, identified={}, ties_by_lot={}, targets=0)
    assert headline_of([]) is None
    assert headline_of([nobody]) is None
    assert worst_of([nobody]) is None
    assert said(nobody, made("who", "scoring", 0)).compared == 1


def test_a_document_of_before_counts_those_with_enough_items() -> None:
    old = msgspec.convert(a_finding({"name": "old"}, "scoring"), Finding)
    headline = said(old)
    assert (headline.of, headline.found, headline.not_known, headline.by_lot.rate) == (50, 25, 0, 0.5)


# --- what stands beside it ---------------------------------------------------------------------------------


def test_nearly_whole_records_are_told_with_the_attack_that_learns_most() -> None:
    own, other = made("who", "scoring", 9, **close(0.3)), made("who", "tf-idf", 8, **close(0.4))
    headline = said(own, other, made("else", "tf-idf", 1, **close(0.9)))
    assert headline.close_guess is not None
    assert (headline.close_guess.attack, headline.close_guess.rate) == ("tf-idf", 0.4)
    assert "learns at least 90% of the record" in " ".join(headline.beside())
    assert "(with tf-idf)" in " ".join(headline.beside())
    assert "at least 90% of the record of 40%" in headline.said()


def test_what_has_no_reason_is_not_said() -> None:
    plain = said(made("who", "scoring", 9))
    assert plain.beside() == []
    assert plain.corrected() == "Brackets hold with 95% confidence."
    unknown = said(made("who", "scoring", 9, 20, not_known=31))
    first, second = unknown.beside()
    assert first == "Of 31 of the 100 nothing could be known; they count as not found."
    assert second.startswith("If ties are broken by lot, 20% [")
    assert second.endswith(" of the 100 are found.")
    assert of_everybody(2_000) == "of the 2,000 people looked for"


def twins() -> pd.DataFrame:
    """Forty people, each with one other who has the very same."""
    rng = np.random.default_rng(3)
    records = [rng.choice(60, 12, replace=False) for _ in range(20)]
    return pd.DataFrame(
        [(f"{pair}-{one}", item) for pair, record in enumerate(records) for one in "ab" for item in record],
        columns=["user", "item"],
    )


def test_people_who_all_have_a_twin_are_not_called_safe() -> None:
    adversary = standout.Adversary("knows", items=6, values="unknown")
    report = standout.audit(twins(), adversaries=[adversary], attacks=["scoring", "likelihood"], draws=1)
    headline = report.headline()
    assert headline is not None
    assert (headline.found, headline.of, headline.by_lot.rate) == (0, 40, 0.5)
    assert headline.close_guess is not None
    assert headline.close_guess.rate == 1
    assert "0% [0–" in headline.said()
    for screen in (repr(report), report.page, " ".join(headline.beside())):
        assert "at least 90% of the record" in screen
    assert report.to_dict()["headline"] == headline.to_dict()


# --- against plain counting --------------------------------------------------------------------------------


def counted(report: AuditResult, looked_for: int) -> dict[tuple[str, str], tuple[int, float]]:
    """For each adversary and attack: how many come first alone, and how many by lot, row by row."""
    sums: dict[tuple[str, str], tuple[int, float]] = {}
    for row in report.targets.to_pylist():
        alone, by_lot = sums.get((row["adversary"], row["attack"]), (0, 0.0))
        if row["rank"] is not None:
            places = range(row["rank"] - row["rivals"], row["rank"] + 1)
            by_lot += sum(place == 1 for place in places) / len(places)
            alone += row["rank"] == 1
        sums[row["adversary"], row["attack"]] = alone, by_lot
    assert all(alone <= by_lot <= looked_for for alone, by_lot in sums.values())
    return sums


def tying(seed: int) -> pd.DataFrame:
    """People with few items of few, so that many tie; some have a single one, of whom two items cannot be known."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(1, 6, 50)
    rows = [(person, item) for person, many in enumerate(lengths) for item in rng.choice(8, many, replace=False)]
    return pd.DataFrame(rows, columns=["user", "item"])


@pytest.mark.parametrize("seed", range(3))
def test_the_headline_is_what_plain_counting_finds(seed: int) -> None:
    knows = [standout.Adversary(f"knows {many}", items=many, values="unknown", fewer=False) for many in (1, 2, 4)]
    names = ["scoring", "tf-idf", "set-intersection", "likelihood"]
    report = standout.audit(tying(seed), adversaries=knows, attacks=names, draws=1, seed=seed)
    sums = counted(report, 50)
    best = {
        who: max((sums[pair] for pair in sums if pair[0] == who), key=lambda each: each[::-1])
        for who in {pair[0] for pair in sums}
    }
    headline = report.headline()
    assert headline is not None
    assert (headline.found, headline.of) == (max(alone for alone, _ in best.values()), 50)
    assert best[headline.adversary] == sums[headline.adversary, headline.attack]
    assert headline.by_lot.rate == pytest.approx(best[headline.adversary][1] / 50)
    assert headline.none_finds_more == all(alone <= headline.found for alone, _ in sums.values())
    exact = binomtest(headline.found, 50).proportion_ci(1 - 0.05 / len(sums), method="exact")
    assert (headline.low, headline.high) == pytest.approx((exact.low, exact.high))
    for finding in report.findings:
        alone, by_lot = sums[finding.who, finding.attack]
        assert finding.found is not None
        assert finding.found_by_lot is not None
        assert finding.of == 50 == finding.targets + (finding.not_known or 0)
        assert (finding.found.rate, finding.found_by_lot.rate) == pytest.approx((alone / 50, by_lot / 50))
    assert any(finding.not_known for finding in report.findings)
    assert any(by_lot > alone for alone, by_lot in sums.values())


# --- intervals ---------------------------------------------------------------------------------------------


@given(trials=st.integers(1, 2_000), share=st.floats(0, 1), confidence=st.floats(0.5, 0.9999))
def test_exact_intervals_are_those_of_scipy(trials: int, share: float, confidence: float) -> None:
    hits = round(trials * share)
    found = exact_rate(hits, trials, confidence)
    wanted = binomtest(hits, trials).proportion_ci(confidence, method="exact")
    assert (found.rate, found.low, found.high) == pytest.approx((hits / trials, wanted.low, wanted.high), abs=1e-9)


def covered(shares: Sequence[float], together: bool, of: int, runs: int) -> tuple[float, float]:
    """How often the headline's interval holds the share of whichever was chosen; and the interval of it alone."""
    rng = np.random.default_rng(5)
    held = held_alone = 0
    for _ in range(runs):
        draws = np.repeat(rng.random((of, 1)), len(shares), axis=1) if together else rng.random((of, len(shares)))
        counts = (draws < np.array(shares)).sum(axis=0)
        headline = said(*(made(str(number), "scoring", int(count), of=of) for number, count in enumerate(counts)))
        truth = shares[int(headline.adversary)]
        held += headline.low <= truth <= headline.high
        plain: Estimate | None = rate(headline.found, of)
        assert plain is not None
        held_alone += plain.low <= truth <= plain.high
    return held / runs, held_alone / runs


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.97])
def test_the_interval_holds_for_the_worst_of_many(share: float, together: bool) -> None:
    held, alone = covered([share] * 12, together, 60, 400)
    assert held >= 0.95
    if not together and share == 0.5:
        assert alone < 0.9, "the interval of one rate does not hold for the largest of many, so this could have failed"
