"""Attacks: each says what a match is worth; one kernel scores them all."""

from __future__ import annotations

from standout.attacks.constants import configured, named_with_options
from standout.attacks.contract import Attack
from standout.attacks.likelihood import Likelihood
from standout.attacks.scoreboard import Scoreboard, ScoreboardRH
from standout.attacks.scoring import Scoring
from standout.attacks.set_intersection import SetIntersection
from standout.attacks.taste import Taste
from standout.attacks.tf_idf import TfIdf
from standout.common import plugins
from standout.common.attack_summaries import SUMMARIES
from standout.errors import BadInput

ATTACKS: dict[str, Attack] = {
    attack.name: attack
    for attack in (
        SetIntersection(),
        TfIdf(),
        Scoring(),
        Scoring("flat", SUMMARIES["flat"], flat=True),
        Scoring("fuzzy-rating", SUMMARIES["fuzzy-rating"], within=1),
        Scoring("exact-rating", SUMMARIES["exact-rating"], within=0),
        Scoring("scoring-heavy", SUMMARIES["scoring-heavy"], heavy=True),
        Scoreboard(),
        Scoreboard("scoreboard-graded", SUMMARIES["scoreboard-graded"], similarity="graded"),
        ScoreboardRH(),
        Likelihood(),
        Taste(),
    )
}
"""Every attack by its name."""

DEFAULT_ATTACKS = ("likelihood", "scoreboard-rh", "scoring", "tf-idf", "set-intersection")


def attacks(names: list[str]) -> list[Attack]:
    """Attacks by name, each once."""
    return [_attack(name) for name in dict.fromkeys(names)]


def _attack(name: str) -> Attack:
    """An attack of ours, or one that another package registered, with the options that its name gives."""
    plain, given = named_with_options(name)
    attack: Attack | None = ATTACKS.get(plain) or plugins.named(plugins.ATTACKS, plain, ATTACKS)
    if attack is None:
        raise BadInput(f"no attack '{plain}'; there are {', '.join(plugins.all_names(plugins.ATTACKS, ATTACKS))}")
    return configured(attack, name, given)
