"""Checkpoints are gone on with only if somebody's own plug-ins are still the same."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from standout.attacks import ATTACKS
from standout.auditing.fingerprints import code_of

OWN = "class Own:\n    name = 'own'\n    weight = {weight}\n"


def test_our_own_attacks_add_nothing() -> None:
    assert code_of(*ATTACKS.values()) == []


def test_an_attack_that_was_mended_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "own_attack_of_a_test.py"
    file.write_text(OWN.format(weight=1), encoding="utf-8")
    module = importlib.import_module("own_attack_of_a_test")
    before = code_of(module.Own())
    assert before == code_of(module.Own(), *ATTACKS.values())
    file.write_text(OWN.format(weight=2), encoding="utf-8")
    assert code_of(module.Own()) != before
    monkeypatch.delitem(sys.modules, "own_attack_of_a_test")


def test_without_a_text_nothing_is_gone_on_with() -> None:
    nowhere = type("Typed", (), {"__module__": "typed_in_a_notebook"})()
    assert code_of(nowhere) != code_of(nowhere)
