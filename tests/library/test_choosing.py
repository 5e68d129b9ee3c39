"""Adversaries and attacks as the library takes them: by name, by file, as objects, one or several of any kind."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from standout.attacks import ATTACKS, DEFAULT_ATTACKS
from standout.attacks.tf_idf import TfIdf
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.presets import PRESETS
from standout.library.choosing import chosen_adversaries, chosen_attacks

PART = SimpleNamespace(gains=lambda *_: None, needs=frozenset(), verdict=None)


def test_adversaries_are_named_by_preset_file_or_object(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[neighbour]\nitems = 4\n[friend]\nitems = 9\n", encoding="utf-8")
    for choice in (file, str(file), [file], (file,)):
        assert [one.name for one in chosen_adversaries(choice) or ()] == ["neighbour", "friend"]
    assert chosen_adversaries("share") == (PRESETS["share"],)
    assert chosen_adversaries(PRESETS["share"]) == (PRESETS["share"],)
    assert chosen_adversaries(None) is None


def test_sets_and_generators_are_taken() -> None:
    shares = (PRESETS["mentions"], PRESETS["share"])
    assert chosen_adversaries({"share", "mentions"}) == shares
    assert chosen_adversaries(name for name in ("mentions", "share")) == shares
    both = (ATTACKS["flat"], ATTACKS["tf-idf"])
    assert chosen_attacks(frozenset(("tf-idf", "flat"))) == both
    assert chosen_attacks({"flat": 1, "tf-idf": 2}.keys()) == both
    assert chosen_attacks(iter(both)) == both
    assert [attack.name for attack in chosen_attacks(None)] == list(DEFAULT_ATTACKS)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ([5], "adversaries: int is no adversary; give a name, a .toml file, or an object such as Adversary(items=3)"),
        (5, "adversaries: int is no adversary; give a name, a .toml file, or an object such as Adversary(items=3)"),
        (Adversary, "adversaries: Adversary is a class, and no object of it; give a name, a .toml file, or an object "),
        ([TfIdf()], "adversaries: TfIdf is no adversary; "),
        ([], "no adversary was chosen; leave adversaries out for all that fit the data"),
        ((), "no adversary was chosen; "),
        (Path("a.csv"), "no adversary 'a.csv'; there are "),
    ],
)
def test_what_is_no_adversary_is_refused(wanted: Any, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        chosen_adversaries(wanted)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ([5], "attacks: int is no attack; give a name, or an object with gains()"),
        (TfIdf, "attacks: TfIdf is a class, and no object of it; give a name, or an object with gains()"),
        ([TfIdf], "attacks: TfIdf is a class, and no object of it; "),
        ([PART], "attacks: SimpleNamespace has no name and no summary and no probabilities; give it, as attacks have"),
        (
            SimpleNamespace(**vars(PART), name=5, summary="", probabilities="none"),
            "attacks: name and summary of SimpleNamespace must be texts; mend them",
        ),
        ([], "no attack was chosen; leave attacks out for the usual ones"),
        (["nothing"], "no attack 'nothing'; there are "),
    ],
)
def test_what_is_no_attack_is_refused(wanted: Any, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        chosen_attacks(wanted)
    assert str(refused.value).startswith(said)
