"""Comparing protections: rows that stand for themselves, runs that go on, figures that depend on nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from standout.attacks import attacks
from standout.auditing.checkpoint import Checkpoints
from standout.auditing.settings import AuditSettings
from standout.errors import BadInput
from standout.knowledge.presets import PRESETS
from standout.protections import protection
from standout.protections.protecting import protect
from standout.protections.trim import Trim
from standout.results.compare import CompareResult
from standout.results.frontier import Budget
from standout.verification import identification
from standout.verification.comparing import CompareSettings, compare, compare_fingerprint
from standout.verification.grid import Wanted
from standout.verification.realism import Halving
from tests.verification.made import ratings, tastes, there

HALVING = Halving(2, 1, ("bernoulli", "multinomial"))
WITH = ("trim:keep=5", "coarsen-days:to=none", "hide-rarest:share=0.5")


def settings(
    *protections: Wanted,
    threads: int = 2,
    budget: Budget | None = None,
    seed: int = 1,
    names: tuple[str, ...] = ("no-dates",),
) -> CompareSettings:
    adversaries = tuple(PRESETS[name] for name in names)
    audit = AuditSettings(adversaries, tuple(attacks(["scoreboard-rh", "tf-idf"])), 60, seed=seed, threads=threads)
    return CompareSettings(protections or None, audit, 2, ("bernoulli", "multinomial"), HALVING, budget or Budget())


@pytest.fixture(scope="module")
def compared() -> CompareResult:
    data = ratings()
    return compare(data, settings(*WITH), tastes(data))


def test_a_row_has_everything_that_was_asked_for(compared: CompareResult) -> None:
    trim, days, hide = compared.protections
    assert [row.text for row in compared.protections] == list(WITH)
    for row in (trim, days):
        found = row.to_dict()
        assert {"name", "options", "changed_share", "identified", "attribute", "realism", "utility"} <= found.keys()
        assert {"before", "after", "adaptive", "change"} <= found["identified"]["no-dates"].keys()
        assert {"static_auc", "adaptive_auc", "worst_auc"} <= found["attribute"].keys()
        assert {"real_vs_protected", "real_vs_real", "spikes"} <= found["realism"].keys()
        assert {"rmse", "rmse_on_protected", "ndcg@10", "recall@10", "statistics"} <= found["utility"].keys()
    assert trim.options == {"keep": 5, "which": "rarest"}
    assert there(trim.utility_loss) > there(days.utility_loss) == 0
    assert there(trim.risk).rate < there(compared.unprotected.risk).rate
    assert hide.changes == "knowledge"
    assert not {"utility", "realism", "attribute", "utility_loss"} & hide.to_dict().keys()
    assert hide.changed_share > 0.2
    assert CompareResult.from_json(compared.to_json()) == compared


def keys_of(found: Any, named: tuple[str, ...] = ("identified", "classifiers", "options")) -> set[str]:
    """All keys of a document, without names that stand as keys."""
    if isinstance(found, list):
        return {key for part in found for key in keys_of(part)}
    if not isinstance(found, dict):
        return set()
    keys = set(found)
    for key, part in found.items():
        inner = [*part.values()] if key in named and isinstance(part, dict) else part
        keys |= keys_of(inner) if key != "options" else set()
    return keys


def test_every_key_is_described(compared: CompareResult) -> None:
    described = (Path(__file__).parents[2] / "docs" / "compare.md").read_text(encoding="utf-8")
    document = json.loads(compared.to_json())
    found = document | {"settings": {}}
    missing = [key for key in keys_of(found) | set(document["settings"]) if f"`{key}`" not in described]
    assert not missing, f"docs/compare.md: describe {', '.join(missing)}"


def test_figures_before_are_those_of_the_unprotected_data(compared: CompareResult) -> None:
    before = compared.unprotected.identified["no-dates"].before
    assert all(row.identified["no-dates"].before == before for row in compared.protections)
    assert there(there(compared.unprotected.attribute).worst_auc) > 0.9


def test_what_people_do_themselves_is_not_on_the_frontier(compared: CompareResult) -> None:
    assert {choice.name for choice in compared.frontier()} <= {"nothing", *WITH[:2]}
    assert there(compared.recommendation.attribute).words


def test_a_row_does_not_depend_on_the_others_nor_on_threads_nor_on_order(compared: CompareResult) -> None:
    data = ratings()
    alone = compare(data, settings(WITH[1], WITH[0], threads=1), tastes(data))
    assert alone.protections == (compared.protections[1], compared.protections[0])
    assert alone.unprotected == compared.unprotected


def test_objects_are_compared_as_their_texts_are(compared: CompareResult) -> None:
    data = ratings()
    own = settings(Trim(keep=5), threads=1)
    assert compare(data, own, tastes(data)).protections == compared.protections[:1]


def test_a_killed_run_goes_on_and_ends_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, wanted = ratings(), settings("trim:keep=5", "swap", threads=1)
    whole = compare(data, wanted)
    mark = compare_fingerprint(data, wanted, None)
    real, calls = identification.found_by, list[int]()

    def dying(*given: Any, **options: Any) -> Any:
        calls.append(1)
        if len(calls) > 6:
            raise KeyboardInterrupt
        return real(*given, **options)

    monkeypatch.setattr(identification, "found_by", dying)
    with pytest.raises(KeyboardInterrupt):
        compare(data, wanted, checkpoints=Checkpoints(tmp_path / "parts", mark))
    calls.clear()

    def counted(*given: Any, **options: Any) -> Any:
        calls.append(1)
        return real(*given, **options)

    monkeypatch.setattr(identification, "found_by", counted)
    book = Checkpoints(tmp_path / "parts", mark)
    assert book.resumed >= 4, "what was known before, and the first row"
    assert compare(data, wanted, checkpoints=book) == whole
    assert 2 <= len(calls) <= 4, "only the second row was attacked again"


def test_protections_in_a_row_are_compared_as_protect_applies_them() -> None:
    data = ratings()
    found = compare(data, settings("coarsen-values:to=presence + trim:keep=5", threads=1))
    (row,) = found.protections
    protected = protect(data, [protection("coarsen-values:to=presence"), protection("trim:keep=5")], seed=1)
    assert row.changed_share == protected.changes.changed_share
    assert there(row.utility).statistics.interactions == protected.data.count
    assert there(row.identified["no-dates"].adaptive).rate < there(row.identified["no-dates"].before).rate


def test_another_seed_or_attribute_does_not_go_on_with_this_run() -> None:
    data, wanted = ratings(), settings(*WITH)
    marks = [
        compare_fingerprint(data, wanted, None),
        compare_fingerprint(data, settings(*WITH, seed=2), None),
        compare_fingerprint(data, wanted, tastes(data)),
        compare_fingerprint(ratings(seed=2), wanted, None),
    ]
    assert len({json.dumps(mark, default=str) for mark in marks}) == 4
    same = settings("swap", threads=7, budget=Budget(0.02))
    assert compare_fingerprint(data, same, None) == marks[0], "rows can be added, and the budget changed"


def test_the_grid_notes_what_the_data_cannot_take_and_a_wish_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = ratings(60, 20, days=False)
    texts = ["coarsen-values:to=likes", "trim:keep=5", "misdirect:add=2,popularity=at-least:999"]
    monkeypatch.setattr("standout.verification.grid.grid_texts", lambda: texts)
    found = compare(data, settings())
    assert [row.name for row in found.protections] == ["coarsen-values", "trim"]
    assert any(
        "misdirect:add=2,popularity=at-least:999 was left out: misdirect: no item" in note for note in found.notes
    )
    with pytest.raises(BadInput, match="the data has no days"):
        compare(data, settings("coarsen-days"))


def test_data_without_values_has_no_rmse_and_is_compared_all_the_same() -> None:
    data = ratings(80, values=False, days=False)
    found = compare(data, settings("trim:keep=5", names=("share",)))
    (row,) = found.protections
    useful = there(row.utility)
    assert useful.rmse is None
    assert row.utility_loss == max(0.0, there(there(useful.loss).ndcg).loss)
    assert "no rmse: the data has no values" in row.notes


@pytest.mark.parametrize(
    ("budget", "told"),
    [
        (Budget(max_utility_loss=1.5), "max_utility_loss=1.5"),
        (Budget(max_risk=-0.1), "max_risk=-0.1"),
        (Budget(max_auc=2.0), "max_auc=2"),
    ],
)
def test_a_budget_is_a_share(budget: Budget, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        settings(budget=budget)


def test_a_limit_for_an_attribute_needs_one() -> None:
    with pytest.raises(BadInput, match="name it with attribute"):
        compare(ratings(), settings("trim", budget=Budget(max_auc=0.6)))
