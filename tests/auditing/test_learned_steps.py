"""What is learned in audits: of a person who is in the release, of one who is not, and what cannot be compared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from standout.auditing.flow import Audit, audit
from standout.auditing.settings import AuditSettings
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.data.vocabulary import Vocabulary
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.results.learned import VALUES, Learned
from tests.worlds import STARS, scale_of

ITEMS, HELD = 120, 12
SOME = Adversary("some", items=4, values="unknown")


def population(
    seed: int, people: int, name: str = "p", *, values: bool = False, days: bool = False, events: bool = False
) -> LocalDataset:
    """People of four tastes: most of what they have is of their own quarter of the items."""
    rng = np.random.default_rng(seed)
    chances = np.ones((4, ITEMS))
    for taste in range(4):
        chances[taste, taste * ITEMS // 4 : (taste + 1) * ITEMS // 4] = 6.0
    had = [rng.choice(ITEMS, HELD, replace=False, p=chances[p % 4] / chances[p % 4].sum()) for p in range(people)]
    owners, items = np.repeat(np.arange(people), HELD), np.concatenate(had)
    if events:
        owners, items = np.tile(owners, 2), np.tile(items, 2)
    data = from_arrays(
        owners, items, rng.integers(0, 5, len(items)) if values else None,
        rng.integers(0, 100, len(items)) if days else None,
        scale=scale_of(STARS if values else None), size=(people, ITEMS), events=events,
    )  # fmt: skip
    return named(data, name)


def named(data: LocalDataset, name: str) -> LocalDataset:
    ids = pa.array([f"{name}{code}" for code in range(data.people)], pa.large_string())
    items = pa.array([f"i{code}" for code in range(data.items)], pa.large_string())
    return replace(data, vocabulary=Vocabulary(ids, items))


def audited(data: LocalDataset, **beside: LocalDataset) -> Audit:
    settings = AuditSettings(adversaries=(SOME,), draws=1, threads=1)
    return audit(data, settings, **beside)  # type: ignore[arg-type]


def of(audited: Audit, attack: str = "likelihood") -> Learned:
    found = next(finding.learned for finding in audited.findings if finding.attack == attack)
    assert found is not None
    return found


@pytest.mark.parametrize("kind", [{}, {"values": True}, {"days": True}, {"events": True, "days": True}])
def test_being_in_the_data_itself_costs_much(kind: dict[str, bool]) -> None:
    found = of(audited(population(1, 150, "p", **kind)))
    assert (found.outside, found.by, found.targets, found.others) == ("left out", "records", 150, 150)
    assert found.inside.rate > 0.8
    assert found.out.rate < 0.5
    assert found.gain.low > 0.3
    assert (VALUES in found.measures) == ("values" in kind)


def test_of_twins_the_one_gives_the_other_away() -> None:
    """Everybody's record is there twice: leaving one out changes nothing."""
    once = population(2, 60)
    owners, items = np.repeat(np.arange(60), HELD), once.held.records.items
    twice = named(from_arrays(np.concatenate((owners, owners + 60)), np.tile(items, 2), size=(120, ITEMS)), "t")
    found = of(audited(twice))
    assert found.inside.rate > 0.8
    assert abs(found.gain.rate) < 0.05


def test_a_release_of_the_people_themselves_under_other_ids() -> None:
    data = population(3, 120)
    result = audited(data, released=named(data, "other"), control=population(4, 80, "c"))
    found = of(result)
    assert (found.outside, found.others) == ("control", 80)
    assert found.gain.low > 0.3
    first = result.findings[0]
    assert first.identified == {}
    assert first.looked_for == 0
    assert first.membership is not None
    assert first.membership.auc.low > 0.9
    assert any("nobody is looked for" in note for note in result.notes)


def test_a_release_of_other_people_costs_nobody_anything() -> None:
    result = audited(population(5, 150), released=population(6, 150, "r"), control=population(7, 100, "c"))
    found = of(result)
    assert found.gain.low < 0 < found.gain.high
    told = result.findings[0].membership
    assert told is not None
    assert told.auc.low < 0.5 < told.auc.high


def test_the_control_is_told_from_the_data_itself_without_a_release() -> None:
    result = audited(population(8, 90, values=True), control=population(9, 60, "c", values=True))
    assert of(result).outside == "control"
    assert result.findings[0].found is not None
    assert result.control is not None


def test_people_who_are_not_in_the_release_stand_for_others() -> None:
    data = population(10, 150)
    kept = np.arange(0, 150, 2)
    records = data.held.records
    inside = np.isin(np.repeat(np.arange(150), HELD), kept)
    codes = np.searchsorted(kept, np.repeat(np.arange(150), HELD)[inside])
    released = from_arrays(codes, records.items[inside], size=(75, ITEMS))
    ids = data.vocabulary.everybody().take(pa.array(kept))
    released = replace(released, vocabulary=Vocabulary(ids, data.vocabulary.items))
    found = of(audited(data, released=released))
    assert (found.outside, found.targets, found.others) == ("held out", 75, 75)
    assert found.gain.low > 0.3


def test_of_few_people_nothing_is_said_and_why() -> None:
    result = audited(population(11, 20))
    assert all(finding.learned is None for finding in result.findings)
    assert all(any("learned" in note for note in finding.notes) for finding in result.findings)


def test_the_same_seed_teaches_the_same() -> None:
    one, other = (audited(population(12, 60)) for _ in range(2))
    assert [finding.learned for finding in one.findings] == [finding.learned for finding in other.findings]


def shifted(data: LocalDataset, first_day: int) -> LocalDataset:
    return replace(data, facts=replace(data.facts, first_day=first_day))


def test_days_of_the_control_are_those_of_the_calendar() -> None:
    data = shifted(population(13, 60, days=True), 1_000)
    control = shifted(population(14, 60, "c", days=True), 900)
    assert of(audited(data, control=control)).others == 60


def cut(data: LocalDataset, people: int) -> LocalDataset:
    entries = people * HELD
    few = from_arrays(np.repeat(np.arange(people), HELD), data.held.records.items[:entries], size=(people, ITEMS))
    return named(few, "f")


def renamed_items(data: LocalDataset) -> LocalDataset:
    items = pa.array([f"other{code}" for code in range(data.items)], pa.large_string())
    return replace(data, vocabulary=replace(data.vocabulary, items=items))


@pytest.mark.parametrize(
    ("data", "control", "says"),
    [
        (population(1, 60), population(2, 60), "60 people of the control are in the data by id"),
        (population(1, 60), renamed_items(population(2, 60, "c")), "no item of the control"),
        (population(1, 60), cut(population(2, 60), 12), "the control has 12 people"),
        (cut(population(1, 60), 12), population(2, 60, "c"), "the data has 12 people"),
        (population(1, 60, values=True), population(2, 60, "c"), "the data has values, but the control has none"),
        (population(1, 60), population(2, 60, "c", days=True), "the control has days, but the data has none"),
    ],
)
def test_a_control_that_cannot_be_one_is_refused(data: LocalDataset, control: LocalDataset, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        audited(data, control=control)


def test_values_on_other_scales_come_onto_one() -> None:
    from standout.data.joining import joint_scale, together

    data, control = population(1, 40, values=True), population(2, 40, "c", values=True)
    halves = Scale("numbers", ("0.5", "1", "2", "3", "4"), (0.5, 1.0, 2.0, 3.0, 4.0))
    both = together(data, replace(control, facts=replace(control.facts, scale=halves)))
    assert both.scale.positions == (0.5, 1.0, 2.0, 3.0, 4.0, 5.0)
    theirs = np.array(both.scale.positions)[both.held.records.values[40 * HELD :]]
    assert sorted(theirs) == sorted(np.array(halves.positions)[control.held.records.values])
    bands = Scale("bands", ("0–9", "10–19"), (0.0, 1.0), (0.0, 10.0))
    others = Scale("bands", ("2–11", "12–30"), (0.0, 1.0), (2.0, 12.0))
    scale, ours, codes = joint_scale(bands, others)
    assert scale == bands
    assert ours[:2].tolist() == [0, 1]
    assert codes[:2].tolist() == [0, 1]
