"""Names or objects: adversaries and attacks as the library takes them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from standout.attacks import DEFAULT_ATTACKS
from standout.attacks import attacks as attacks_named
from standout.attacks.contract import Attack
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.presets import adversaries as adversaries_named

Adversaries = str | Path | Adversary | Iterable[str | Path | Adversary]
Attacks = str | Attack | Iterable[str | Attack]

_PARTS = ("name", "summary", "needs", "verdict", "probabilities")
"""What an attack has besides `gains`."""


def chosen_adversaries(wanted: Adversaries | None) -> tuple[Adversary, ...] | None:
    """Adversaries by name of a preset, by path of a TOML file, or as they are; none for all presets that fit."""
    if wanted is None:
        return None
    adversaries: dict[str, Adversary] = {}
    for choice in listed(wanted):
        for adversary in _adversaries(choice):
            if adversaries.setdefault(adversary.name, adversary) != adversary:
                raise BadInput(f"two different adversaries are called '{adversary.name}'; rename one")
    if not adversaries:
        raise BadInput("no adversary was chosen; leave --adversary out for all that fit the data")
    return tuple(adversaries.values())


def chosen_attacks(wanted: Attacks | None) -> tuple[Attack, ...]:
    """Attacks by name or as they are, each once; the usual ones if none is wanted."""
    attacks: dict[str, Attack] = {}
    for choice in DEFAULT_ATTACKS if wanted is None else listed(wanted):
        attack = _attack(choice)
        if attacks.setdefault(attack.name, attack) != attack:
            raise BadInput(f"two different attacks are called '{attack.name}'; rename one")
    if not attacks:
        raise BadInput("no attack was chosen; leave --attack out for the usual ones")
    return tuple(attacks.values())


def listed(wanted: Any) -> list[Any]:
    """One or several, as several; those of a set by name, so that the same set is always the same list."""
    if isinstance(wanted, str | Path | Adversary) or hasattr(wanted, "gains") or not isinstance(wanted, Iterable):
        return [wanted]
    if isinstance(wanted, set | frozenset):
        return sorted(wanted, key=lambda choice: str(getattr(choice, "name", choice)))
    return list(wanted)


def _adversaries(choice: object) -> list[Adversary]:
    """The adversaries that one choice names: several, if it is a file."""
    if isinstance(choice, Adversary):
        return [choice]
    if isinstance(choice, str | Path):
        return adversaries_named([str(choice)])
    said = _instead(choice, "no adversary")
    raise BadInput(f"--adversary: {said}; give a name, a .toml file, or an object such as Adversary(items=3)")


def _attack(choice: Any) -> Attack:
    """The attack that is meant; what is no attack, or only a part of one, is refused."""
    attack = attacks_named([choice])[0] if isinstance(choice, str) else choice
    if isinstance(attack, type) or not callable(getattr(attack, "gains", None)):
        raise BadInput(f"--attack: {_instead(attack, 'no attack')}; give a name, or an object with gains()")
    if lacking := [part for part in _PARTS if not hasattr(attack, part)]:
        raise BadInput(f"--attack: {type(attack).__name__} has no {' and no '.join(lacking)}; give it, as attacks have")
    if not isinstance(attack.name, str) or not isinstance(attack.summary, str):
        raise BadInput(f"--attack: name and summary of {type(attack).__name__} must be texts; mend them")
    return attack


def _instead(choice: object, wanted: str) -> str:
    """What was given instead of what is taken."""
    if isinstance(choice, type):
        return f"{choice.__name__} is a class, and no object of it"
    return f"{type(choice).__name__} is {wanted}"


def chosen_targets(wanted: int | str | None) -> int | None:
    """How many targets: a whole number, or none for "all"."""
    if wanted is None or wanted == "all":
        return None
    if isinstance(wanted, bool) or not isinstance(wanted, int):
        raise BadInput(f"--targets is {wanted!r}, but must be a whole number or 'all'")
    return wanted
