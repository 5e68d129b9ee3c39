"""Tuning: constants are chosen on people who are held out, and what is chosen is said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from standout.attacks import ATTACKS, attacks
from standout.attacks.constants import options_of
from standout.auditing.flow import audit
from standout.auditing.settings import AuditSettings
from standout.auditing.tuning import held_out, variants
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.adversary import Adversary
from tests.worlds import STARS, scale_of

SMALL = AuditSettings(draws=1, sparsity_people=10, seed=3, threads=1)


def dataset(people: int) -> LocalDataset:
    """Everybody has the same 12 items with values and days of their own."""
    rng = np.random.default_rng(4)
    who, what = np.repeat(np.arange(people), 12), np.tile(np.arange(12), people)
    return from_arrays(
        who,
        what,
        rng.integers(0, 5, len(who)),
        rng.integers(0, 400, len(who)),
        scale=scale_of(STARS),
        size=(people, 12),
    )


def test_variants_begin_with_the_attack_itself_and_are_all_different() -> None:
    every = list(variants(ATTACKS["scoreboard-rh"]))
    assert every[0] == ATTACKS["scoreboard-rh"]
    assert len(every) == len(set(every)) == 9
    assert list(variants(ATTACKS["tf-idf"])) == [ATTACKS["tf-idf"]]


def test_people_held_out_are_not_looked_for() -> None:
    data, apart = dataset(200), held_out(dataset(200), 3)
    assert len(apart) == 40
    settings = replace(
        SMALL, tune=True, attacks=tuple(attacks(["scoreboard-rh"])), adversaries=(Adversary(items=2, days=3),)
    )
    found = audit(data, settings)
    assert len(found.attacked[0].people) == 160
    assert not np.isin(found.attacked[0].people, apart).any()


def test_what_was_chosen_is_said_and_kept_in_the_finding() -> None:
    """Values that are off by up to two tell little, days to within three much."""
    adversary = Adversary(items=2, values=2, days=3)
    settings = replace(SMALL, tune=True, attacks=tuple(attacks(["scoreboard-rh"])), adversaries=(adversary,))
    found = audit(dataset(300), settings)
    (note,) = [note for note in found.notes if "was tuned on 60 people" in note]
    chosen = options_of(found.attacked[0].judged.attack)
    assert chosen is not None
    assert chosen != {"values": 1.5, "days": 30.0, "eccentricity": 1.5}, "something else finds more of these people"
    assert f"days = {chosen['days']:g}" in note
    assert found.findings[0].options == chosen
    assert found.findings[0].attack == found.attacked[0].judged.attack.name


def test_with_too_few_people_the_constants_stay() -> None:
    settings = replace(
        SMALL, tune=True, attacks=tuple(attacks(["scoring", "tf-idf"])), adversaries=(Adversary(items=2, days=3),)
    )
    found = audit(dataset(60), settings)
    assert [result.judged.attack.name for result in found.attacked] == ["scoring", "tf-idf"]
    assert any("scoring was not tuned" in note for note in found.notes)
