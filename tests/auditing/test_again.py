"""A finding by itself is the one of the whole audit; what is no single finding is refused."""

from __future__ import annotations

import pytest

from standout.attacks import attacks
from standout.auditing.again import found_again
from standout.auditing.settings import AuditSettings
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary, adversary_of
from standout.knowledge.presets import PRESETS
from tests.worlds import released, sets


def test_an_adversary_comes_back_from_its_description() -> None:
    for adversary in (*PRESETS.values(), Adversary(items=3, values="unknown", days=2)):
        assert adversary_of(adversary.describe()) == adversary


def test_one_adversary_and_one_attack_are_needed() -> None:
    several = AuditSettings(adversaries=(Adversary(items=2),), attacks=tuple(attacks(["tf-idf", "scoring"])))
    for settings in (several, AuditSettings(attacks=tuple(attacks(["tf-idf"])))):
        with pytest.raises(BadInput, match="one adversary and one attack"):
            found_again(released(sets([0, 1], [1, 2])), None, settings)
