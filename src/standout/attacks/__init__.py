"""Attacks: each says what a match is worth; one kernel scores them all."""

from __future__ import annotations

from standout.attacks.contract import Attack
from standout.attacks.likelihood import Likelihood
from standout.attacks.scoreboard import Scoreboard, ScoreboardRH
from standout.attacks.scoring import Scoring
from standout.attacks.set_intersection import SetIntersection
from standout.attacks.tf_idf import TfIdf
from standout.errors import BadInput

ATTACKS: dict[str, Attack] = {
    attack.name: attack
    for attack in (
        SetIntersection(),
        TfIdf(),
        Scoring(),
        Scoring("flat", flat=True),
        Scoring("fuzzy-rating", within=1),
        Scoring("exact-rating", within=0),
        Scoring("scoring-heavy", heavy=True),
        Scoreboard(),
        Scoreboard("scoreboard-graded", similarity="graded"),
        ScoreboardRH(),
        Likelihood(),
    )
}
"""Every attack by its name."""

DEFAULT_ATTACKS = ("likelihood", "scoreboard-rh", "scoring", "tf-idf", "set-intersection")


def attacks(names: list[str]) -> list[Attack]:
    """Attacks by name, each once."""
    for name in names:
        if name not in ATTACKS:
            raise BadInput(f"no attack '{name}'; there are {', '.join(ATTACKS)}")
    return [ATTACKS[name] for name in dict.fromkeys(names)]
