"""A small audit from end to end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.linkage import groups_told
from standout.attacks import attacks
from standout.auditing import setup
from standout.auditing.checkpoint import Checkpoints
from standout.auditing.fingerprints import fingerprint
from standout.auditing.flow import Audit, audit
from standout.auditing.settings import AuditSettings
from standout.auditing.setup import chosen_people
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE
from standout.data.vocabulary import Vocabulary, numbered
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.presets import PRESETS, adversaries
from standout.report.audit.results import audit_document
from tests.worlds import STARS, scale_of

SMALL = AuditSettings(draws=2, sparsity_people=30, seed=7, threads=1)


def dataset(
    values: bool = True, days: bool = True, count: int = 60, items: int = 50, shard_people: int = 65_536
) -> LocalDataset:
    rng = np.random.default_rng(11)
    chances = 1 / np.arange(1, items + 1)
    pairs = [
        (p, i)
        for p in range(count)
        for i in rng.choice(items, rng.integers(3, 16), replace=False, p=chances / chances.sum())
    ]
    who, what = np.array(pairs).T
    return from_arrays(
        who, what, rng.integers(0, 5, len(who)) if values else None, rng.integers(0, 90, len(who)) if days else None,
        scale=scale_of(STARS) if values else NO_SCALE, size=(count, items), shard_people=shard_people,
    )  # fmt: skip


@pytest.fixture(scope="module")
def done() -> Audit:
    return audit(dataset(), SMALL)


def numbers(node: Any) -> Iterator[float]:
    if isinstance(node, dict):
        for value in node.values():
            yield from numbers(value)
    elif isinstance(node, list | tuple):
        for value in node:
            yield from numbers(value)
    elif isinstance(node, float | int):
        yield float(node)


def estimates(node: Any) -> Iterator[dict[str, float]]:
    """All rates; a gain is a difference of two."""
    if isinstance(node, dict):
        if node.keys() >= {"rate", "low", "high"}:
            yield node
        for key, value in node.items():
            if key != "gain":
                yield from estimates(value)
    elif isinstance(node, list):
        for value in node:
            yield from estimates(value)


def said(found: Audit) -> dict[str, Any]:
    return audit_document(found).to_dict()


def by_name(found: Audit) -> dict[tuple[str, str], dict[str, Any]]:
    return {(one["adversary"]["name"], one["attack"]): one for one in said(found)["findings"]}


def test_the_contract_is_kept(done: Audit) -> None:
    findings = said(done)
    assert findings.keys() >= {"standout", "seed", "data", "sparsity", "theory", "findings", "notes"}
    assert findings["data"].keys() >= {"people", "items", "interactions", "sha256"}
    assert (findings["data"]["people"], findings["data"]["items"]) == (60, 50)
    assert len(findings["findings"]) == (len(PRESETS) - 1) * 5
    assert any("'regular' was left out" in note for note in findings["notes"])
    for one in findings["findings"]:
        assert one.keys() >= {"adversary", "attack", "targets", "identified", "declared", "blind_guess", "notes"}
        assert one["adversary"]["name"]
        assert one["targets"] > 0
        assert one["identified"].keys() == {"1", "5", "10", "100"}
        assert one["declared"].keys() == {"correct", "wrong", "silent"}
        assert ("entropy_bits" in one) == (one["attack"] in ("likelihood", "scoreboard-rh", "set-intersection"))
        assert "entropy_bits" in one or any("no entropy" in note for note in one["notes"])


def test_findings_are_json_without_nan_and_rates_are_rates(done: Audit) -> None:
    text = json.dumps(said(done), allow_nan=False)
    assert json.loads(text)["seed"] == 7
    assert all(np.isfinite(number) for number in numbers(said(done)))
    found = list(estimates(said(done)))
    assert len(found) > 500
    for one in found:
        assert 0 <= one["low"] <= one["rate"] <= one["high"] <= 1
    known = [one["learned"] for one in said(done)["findings"] if "learned" in one]
    assert known
    for one in known:
        assert -1 <= one["gain"]["low"] <= one["gain"]["rate"] <= one["gain"]["high"] <= 1
        assert one["gain"]["rate"] == pytest.approx(one["in"]["rate"] - one["out"]["rate"])


def test_shares_of_verdicts_add_up(done: Audit) -> None:
    for one in said(done)["findings"]:
        assert sum(part["rate"] for part in one["declared"].values()) == pytest.approx(1)
        assert sum(part["rate"] for part in one["declared_when_absent"].values()) == pytest.approx(1)
        rates = [one["identified"][k]["rate"] for k in ("1", "5", "10", "100")]
        assert rates == sorted(rates)
        assert one["declared"]["correct"]["rate"] <= rates[0] + 1e-12
        if "failures" in one:
            assert sum(part["rate"] for part in one["failures"].values()) + rates[0] == pytest.approx(1)
        assert sum(row["targets"] for row in one["by_known"]) == one["targets"]
        if "entropy_bits" in one:
            assert one["entropy_bits"]["after"] <= one["entropy_bits"]["before"] + 4


def test_knowing_more_finds_more(done: Audit) -> None:
    found = by_name(done)
    ours = [found[name, "scoreboard-rh"] for name in ("acquaintance", "share")]
    strong, weak = (one["identified"]["1"]["rate"] * one["looked_for"] / one["targets"] for one in ours)
    assert strong > 0.9
    assert strong > weak


def test_the_same_seed_gives_the_same_findings_however_the_work_is_cut(done: Audit) -> None:
    again = audit(dataset(shard_people=17), replace(SMALL, threads=2))
    assert_alike(said(again), said(done))
    np.testing.assert_array_equal(again.personal.found, done.personal.found)
    np.testing.assert_array_equal(again.personal.items, done.personal.items)


def assert_alike(one: Any, other: Any, where: str = "") -> None:
    """The same document; numbers may differ in the last digits."""
    assert type(one) is type(other), where
    if isinstance(one, dict):
        assert one.keys() == other.keys(), where
        for key in one:
            assert_alike(one[key], other[key], f"{where}/{key}")
    elif isinstance(one, list | tuple):
        assert len(one) == len(other), where
        for at, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            assert_alike(mine, theirs, f"{where}/{at}")
    elif isinstance(one, float):
        assert one == pytest.approx(other, rel=1e-9, abs=1e-12), where
    else:
        assert one == other, where


def test_another_seed_draws_other_knowledge(done: Audit) -> None:
    other = audit(dataset(), replace(SMALL, seed=8))
    assert other.findings != done.findings


def test_adding_attacks_and_adversaries_changes_no_other_figure(done: Audit) -> None:
    few = audit(
        dataset(),
        replace(
            SMALL,
            adversaries=tuple(adversaries(["mentions", "no-dates"])),
            attacks=tuple(attacks(["scoring", "tf-idf"])),
        ),
    )
    found, whole = by_name(few), by_name(done)
    assert len(found) == 4
    for name, one in found.items():
        assert_alike(one, whole[name])
    more = audit(
        dataset(),
        replace(
            SMALL,
            adversaries=(Adversary("new", items=3), *adversaries(["no-dates"])),
            attacks=tuple(attacks(["flat", "scoring"])),
        ),
    )
    assert_alike(by_name(more)["no-dates", "scoring"], whole["no-dates", "scoring"])


def test_fewer_targets_are_a_sample_of_the_same_draws(done: Audit) -> None:
    people = chosen_people(dataset(), replace(SMALL, targets=20))
    assert len(set(people.tolist())) == 20
    assert chosen_people(dataset(), replace(SMALL, targets=60)).tolist() == list(range(60))
    few = audit(dataset(), replace(SMALL, targets=20))
    assert few.settings.targets == 20
    kept = np.isin(done.personal.people, people)
    np.testing.assert_array_equal(few.personal.people, people)
    if (few.personal.adversary, few.personal.attack) == (done.personal.adversary, done.personal.attack):
        np.testing.assert_array_equal(few.personal.found, done.personal.found[kept])


class Stop(Exception):  # noqa: N818  (nothing is wrong, it is only the end)
    """The run is killed."""


def test_a_killed_run_goes_on_where_it_stopped(done: Audit, tmp_path: Path) -> None:
    data, told = dataset(), []

    def until_half(what: str, finished: int, total: int) -> None:
        told.append(what)
        if finished >= total // 2:
            raise Stop

    mark = fingerprint(data, None, SMALL)
    with pytest.raises(Stop):
        audit(data, SMALL, checkpoints=Checkpoints(tmp_path / "book", mark), progress=until_half)
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "book").glob("*.npz")}
    assert kept
    book = Checkpoints(tmp_path / "book", mark)
    assert book.resumed == len(kept)
    again = audit(data, SMALL, checkpoints=book)
    assert all(file.stat().st_mtime_ns == when for file, when in kept.items())
    assert json.dumps(said(again)) == json.dumps(said(done))
    third = audit(data, SMALL, checkpoints=Checkpoints(tmp_path / "book", mark))
    assert json.dumps(said(third)) == json.dumps(said(done))
    np.testing.assert_array_equal(third.personal.shares, done.personal.shares)


def test_a_damaged_part_of_a_run_is_computed_again(done: Audit, tmp_path: Path) -> None:
    data, mark = dataset(), fingerprint(dataset(), None, SMALL)
    audit(data, SMALL, checkpoints=Checkpoints(tmp_path / "book", mark))
    file = sorted((tmp_path / "book").glob("*.npz"))[0]
    file.write_bytes(file.read_bytes()[:100])
    again = audit(data, SMALL, checkpoints=Checkpoints(tmp_path / "book", mark))
    assert json.dumps(said(again)) == json.dumps(said(done))


def test_a_fingerprint_knows_data_settings_and_version_but_not_threads() -> None:
    data = dataset()
    mark = json.dumps(fingerprint(data, None, SMALL), default=str)
    assert mark == json.dumps(fingerprint(dataset(shard_people=3), None, replace(SMALL, threads=2)), default=str)
    others = [
        fingerprint(data, None, replace(SMALL, seed=8)),
        fingerprint(data, None, replace(SMALL, draws=3)),
        fingerprint(data, None, replace(SMALL, attacks=tuple(attacks(["flat"])))),
        fingerprint(data, None, replace(SMALL, adversaries=(Adversary("acquaintance", items=7),))),
        fingerprint(dataset(days=False), None, SMALL),
        fingerprint(dataset(values=False), None, SMALL),
        fingerprint(data, dataset(count=59), SMALL),
    ]
    marks = {json.dumps(other, default=str) for other in others}
    assert len(marks) == len(others)
    assert mark not in marks


@pytest.mark.parametrize(("values", "days"), [(True, False), (False, True), (False, False)])
def test_data_without_values_or_days_is_audited_with_what_it_has(values: bool, days: bool) -> None:
    found = said(audit(dataset(values, days), SMALL))
    json.dumps(found, allow_nan=False)
    names = {one["adversary"]["name"] for one in found["findings"]}
    assert names >= {"two-and-a-date", "acquaintance", "length-known", "mentions", "share", "rarest"}
    assert ("receipt" in names) == days
    told = " ".join(found["notes"])
    assert all(name in names or f"adversary '{name}'" in told for name in PRESETS)
    (two,) = {one["adversary"]["sentence"] for one in found["findings"] if one["adversary"]["name"] == "two-and-a-date"}
    assert ("no values" in two or "neither values" in two) == (not values)
    assert ("no days" in two or "nor days" in two) == (not days)
    curves = found["sparsity"]["nearest_neighbour_at_least"]
    assert curves.keys() == {"items"} | ({"values"} if values else set()) | ({"days"} if days else set())


def test_adversaries_that_do_not_fit_the_data_are_refused() -> None:
    with pytest.raises(BadInput, match=r"none of the adversaries asked for fits the data: .*the data has no days"):
        audit(dataset(days=False), replace(SMALL, adversaries=tuple(adversaries(["receipt"]))))


def test_a_release_without_days_is_attacked_with_what_is_known_of_days() -> None:
    chosen = replace(SMALL, adversaries=tuple(adversaries(["receipt", "start", "before"])))
    found = said(audit(dataset(), chosen, released=dataset(days=False)))
    json.dumps(found, allow_nan=False)
    assert len(found["findings"]) == 3 * 5
    assert all(one["targets"] > 0 for one in found["findings"])


def test_an_adversary_nobody_can_be_known_by_leaves_a_reason() -> None:
    found = said(audit(dataset(), replace(SMALL, adversaries=(Adversary("all", items=45, fewer=False),))))
    json.dumps(found, allow_nan=False)
    for one in found["findings"]:
        assert one["targets"] == 0
        assert any("no targets" in note for note in one["notes"])


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (1, 5), (3, 2)])
def test_tiny_data_is_audited(size: tuple[int, int]) -> None:
    people, items = size
    who, what = np.repeat(np.arange(people), items), np.tile(np.arange(items), people)
    data = from_arrays(who, what, np.zeros(len(who), int), np.arange(len(who)), scale=scale_of(STARS), size=size)
    found = said(audit(data, SMALL))
    json.dumps(found, allow_nan=False)
    for one in estimates(found):
        assert 0 <= one["low"] <= one["rate"] <= one["high"] <= 1


def test_another_dataset_is_attacked_with_what_is_known_of_this_one() -> None:
    """A tenth of the people is not released, and items have other codes there."""
    data = dataset()
    records = data.held.records
    who = np.repeat(np.arange(60), data.lengths)
    kept, new = who < 54, np.random.default_rng(3).permutation(50)
    there = from_arrays(
        53 - who[kept], new[records.items[kept]], records.values[kept], records.days[kept],
        scale=data.scale, size=(54, 50),
    )  # fmt: skip
    names = numbered(60, 50)
    there = replace(
        there,
        vocabulary=Vocabulary(names.brought(np.arange(53, -1, -1)).people, names.items.take(np.argsort(new).tolist())),
    )
    found = audit(data, SMALL, released=there)
    one = by_name(found)["acquaintance", "scoreboard-rh"]
    assert said(found)["released"]["people"] == 54
    assert any("not in the released data" in note for note in one["notes"])
    assert one["blind_guess"]["1"] == pytest.approx(1 / 54)
    own = by_name(audit(data, SMALL))["acquaintance", "scoreboard-rh"]
    assert 0.8 * own["identified"]["1"]["rate"] < one["identified"]["1"]["rate"] <= own["identified"]["1"]["rate"]
    assert said(found)["theory"].keys() >= {"theorem_4", "theorem_5"}


@pytest.mark.parametrize("wrong", [{"targets": 0}, {"draws": 0}, {"threads": 0}, {"seed": -1}, {"attacks": ()}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        replace(SMALL, **wrong)


def test_progress_ends_where_it_said_it_would() -> None:
    told: list[tuple[int, int]] = []
    audit(dataset(), SMALL, progress=lambda _what, done, total: told.append((done, total)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] <= told[-1][1]


def test_likelihood_is_calibrated_and_keeps_its_promise(done: Audit) -> None:
    found = [one for one in said(done)["findings"] if one["attack"] == "likelihood"]
    assert len(found) == len(PRESETS) - 1
    for one in found:
        assert one["declared"]["correct"] == one["max_false"]["correct"]
        chances = [row["probability"] for row in one["calibration"]["map"]]
        assert chances == sorted(chances)
        assert sum(row["targets"] for row in one["calibration"]["reliability"]) == 2 * one["targets"]
        assert one["calibration"]["expected_error"] <= 0.3  # sixty people teach little
        assert sum(row["targets"] for row in one["by_length"]) <= one["looked_for"]
    assert all("max_false" in one for one in said(done)["findings"])


def test_only_what_is_typical_of_a_crowd_is_explained(done: Audit) -> None:
    assert done.explained is not None
    assert (done.explained.adversary, done.explained.attack) == ("acquaintance", "likelihood")
    assert done.explained.examples == []
    assert 0 < len(done.explained.typical) <= 3
    assert all(one.people >= 5 for one in done.explained.typical)


def test_single_people_are_explained_only_if_asked_for_and_drawn_with_the_secret_of_the_run(tmp_path: Path) -> None:
    settings = replace(SMALL, adversaries=tuple(adversaries(["acquaintance"])), draws=1)
    settings = replace(settings, attacks=tuple(attacks(["likelihood"])))
    chosen = []
    for secret in (b"one", b"one", b"two", b"three", b"four", b"five"):
        book = Checkpoints(tmp_path / "book", {})
        (tmp_path / "book" / "secret").write_bytes(book._sealed("secret", secret.ljust(16)))
        found = audit(dataset(), settings, checkpoints=book, single_people=True).explained
        assert found is not None
        assert found.typical == []
        assert 0 < len(found.examples) <= 5
        chosen.append(tuple(sorted(one.person for one in found.examples)))
    assert chosen[0] == chosen[1], "a run that is gone on with shows the same people"
    assert len(set(chosen)) > 2, "another run shows others"
    assert any(person >= 10 for people in chosen for person in people), "not those who come first in the data"


def test_a_crowd_is_at_least_two() -> None:
    with pytest.raises(BadInput, match="crowd=1, but must be a whole number from 2 on"):
        replace(SMALL, crowd=1)


def test_no_figure_is_about_fewer_people_than_the_crowd() -> None:
    settings = replace(SMALL, adversaries=tuple(adversaries(["mentions"])), crowd=12, draws=1)
    found = said(audit(dataset(), settings))
    assert found["settings"]["crowd"] == 12
    assert min(groups_told(found)) >= 12
    assert sum(row["people"] for row in found["personal"]["found_share"]) == found["personal"]["people"]
    assert sum(row["count"] for row in found["popularity"]["people_by_items"]) == 60
    for one in found["findings"]:
        assert sum(row["targets"] for row in one["by_known"]) == one["targets"]


def test_told_and_learnt_stand_side_by_side(done: Audit) -> None:
    for finding in done.findings:
        assert finding.noise == "given"
        if finding.attack != "likelihood":
            assert finding.assumed is None
            assert finding.other_noise is None
            continue
        other = finding.other_noise
        assert finding.assumed is not None
        assert other is not None
        assert other.noise == "learned"
        assert finding.found_when("given") == finding.found_by_lot
        assert finding.found_when("learned") == other.found_by_lot
        assert other.looked_for <= finding.of
        if other.looked_for == finding.of:
            assert other.same_people == finding.identified_by_lot


def test_learning_the_noise_finds_about_as_many(done: Audit) -> None:
    settings = replace(SMALL, adversaries=tuple(adversaries(["acquaintance"])), noise="learn", draws=1)
    settings = replace(settings, attacks=tuple(attacks(["likelihood"])))
    learnt = said(audit(dataset(), settings))["findings"][0]["identified"]["1"]["rate"]
    assert learnt == pytest.approx(by_name(done)["acquaintance", "likelihood"]["identified"]["1"]["rate"], abs=0.05)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"noise": "guess"}, "noise='guess', but must be 'given' or 'learn'"),
        ({"max_false": 0.0}, "max_false=0, but must be between 0 and 1"),
    ],
)
def test_settings_of_the_likelihood_are_checked(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        replace(SMALL, **changed)


def test_work_in_chunks_gives_the_same(done: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "CHUNK", 7)
    again = audit(dataset(), SMALL)
    assert_alike(said(again), said(done))
    for name in ("people", "draws", "found", "named", "items"):
        np.testing.assert_array_equal(getattr(again.personal, name), getattr(done.personal, name))
    np.testing.assert_allclose(again.personal.by_item.shares, done.personal.by_item.shares)


@pytest.mark.parametrize("shard_people", [17, 65_536])
def test_of_many_targets_bits_are_measured_on_some(
    shard_people: int, done: Audit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With as few as twenty measured, the mean is theirs, the rest is as before, and the finding says so."""
    monkeypatch.setattr(setup, "BITS_TARGETS", 20)
    found = audit(dataset(shard_people=shard_people), SMALL)
    few, attacked = by_name(found), [one.judged for one in found.attacked]
    for name, one in by_name(done).items():
        assert_alike(few[name]["identified"], one["identified"])
        if name[1] != "scoreboard-rh":
            assert_alike(few[name].get("entropy_bits"), one.get("entropy_bits"))
            continue
        judged = next(row for row in attacked if (row.adversary.name, row.attack.name) == name)
        bits = judged.outcomes.bits[~np.isnan(judged.outcomes.bits)]
        assert few[name]["entropy_bits"]["targets"] == len(bits) <= 20
        assert few[name]["entropy_bits"]["after"] == pytest.approx(bits.mean())
        assert abs(few[name]["entropy_bits"]["after"] - one["entropy_bits"]["after"]) < 1.5
        assert any("the entropy was measured on" in note for note in few[name]["notes"])
        assert one["entropy_bits"]["targets"] == one["targets"]
