"""Options of attacks: the papers' constants, by name, kept in the attack's own name and in findings."""

from __future__ import annotations

import pytest

from standout.attacks import ATTACKS, attacks
from standout.attacks.constants import known_options, options_of, with_options
from standout.attacks.scoreboard import ScoreboardRH
from standout.attacks.scoring import Scoring
from standout.errors import BadInput


def test_options_after_the_name_set_the_constants() -> None:
    (attack,) = attacks(["scoreboard-rh:values=3,days=10,eccentricity=2"])
    assert isinstance(attack, ScoreboardRH)
    assert (attack.value_reach, attack.day_reach, attack.eccentricity) == (3.0, 10.0, 2.0)
    assert attack.name == "scoreboard-rh:values=3,days=10,eccentricity=2"
    assert options_of(attack) == {"values": 3.0, "days": 10.0, "eccentricity": 2.0}


def test_the_usual_constants_by_name_are_the_usual_attack() -> None:
    assert attacks(["scoreboard-rh:values=1.5,days=30"])[0] == ATTACKS["scoreboard-rh"]
    assert attacks(["scoring:longest=1/3"])[0] == ATTACKS["scoring"]


def test_a_name_with_options_makes_the_same_attack_again() -> None:
    for attack in ATTACKS.values():
        if known_options(attack):
            other = with_options(attack, dict.fromkeys(known_options(attack), 0.25))
            assert attacks([other.name])[0] == other
            assert other != attack


def test_every_option_is_a_field_whose_usual_value_is_allowed() -> None:
    for attack in ATTACKS.values():
        for name, value in (options_of(attack) or {}).items():
            option = known_options(attack)[name]
            assert option.above < value <= option.most
            assert not option.tried or value in option.tried, "tuning tries the usual value"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("scoreboard-rh:reach=3", "has no option 'reach'; it has values, days, eccentricity"),
        ("tf-idf:days=3", "has no option 'days'; it has none"),
        ("scoreboard-rh:days", "is not option=value"),
        ("scoreboard-rh:days=0", "must be a number above 0"),
        ("scoreboard-rh:days=nan", "must be a number above 0"),
        ("scoreboard-rh:days=1/0", "must be a number above 0"),
        ("scoring:lacking=1", "and at most 0.999"),
        ("scoreboard-rh:days=3,days=4", "given twice"),
        ("nonsense:days=3", "no attack 'nonsense'"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        attacks([text])


def test_the_third_counts_whole_items() -> None:
    for items in (1, 2, 3, 9, 10, 3_706, 30_000_000):
        assert int(items * Scoring().longest + 1e-6) == items // 3
