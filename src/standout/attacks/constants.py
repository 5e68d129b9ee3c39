"""Options of attacks: the papers' constants, which may be set to others.

An attack says in `OPTIONS` what can be chosen about it. `scoreboard-rh:days=10` is the attack with another constant; it
is called so, too, and findings hold all its constants.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any, cast

from standout.attacks.contract import Attack
from standout.common.named_options import parted
from standout.errors import BadInput

EXAMPLE = "scoreboard-rh:values=1.5,days=30"


@dataclass(frozen=True)
class Option:
    """One constant of an attack: the field that holds it, what it may be, and what to try when it is tuned."""

    field: str
    says: str
    """What it is, in a few words."""
    above: float = 0.0
    most: float = inf
    tried: tuple[float, ...] = ()
    """Values to choose from for people who are held out; none where it changes no ranks."""


def known_options(attack: Attack) -> Mapping[str, Option]:
    """What can be chosen about an attack; nothing about most."""
    options: Mapping[str, Option] = getattr(attack, "OPTIONS", {})
    return options if dataclasses.is_dataclass(attack) else {}


def options_of(attack: Attack) -> dict[str, float] | None:
    """All constants of an attack by name; none if it has none."""
    return {name: float(getattr(attack, option.field)) for name, option in known_options(attack).items()} or None


def with_options(attack: Attack, chosen: Mapping[str, float]) -> Attack:
    """The attack with other constants; its name says which, unless they are the usual ones."""
    base, known = usual_name(attack), known_options(attack)
    fields: dict[str, Any] = {known[name].field: value for name, value in chosen.items()}
    changed = cast(Attack, dataclasses.replace(cast(Any, attack), **fields))
    usual = {field.name: field.default for field in dataclasses.fields(cast(Any, attack))}
    unusual = [
        f"{name}={value:g}"
        for name, value in (options_of(changed) or {}).items()
        if value != usual[known[name].field]
    ]  # fmt: skip
    name = f"{base}:{','.join(unusual)}" if unusual else base
    return cast(Attack, dataclasses.replace(cast(Any, changed), name=name))


def usual_name(attack: Attack) -> str:
    """The name without options."""
    return attack.name.partition(":")[0]


def named_with_options(text: str) -> tuple[str, dict[str, str]]:
    """Name and options of a text such as `scoreboard-rh:days=10`."""
    return parted(text, "attack", EXAMPLE)


def configured(attack: Attack, text: str, given: Mapping[str, str]) -> Attack:
    """The attack with the options that a text gives."""
    if not given:
        return attack
    known = known_options(attack)
    chosen = {}
    for name, value in given.items():
        if name not in known:
            there = f"it has {', '.join(known)}" if known else "it has none"
            raise BadInput(f"--attack {text}: '{usual_name(attack)}' has no option '{name}'; {there}")
        chosen[name] = _number(text, name, value, known[name])
    return with_options(attack, chosen)


def _number(text: str, name: str, value: str, option: Option) -> float:
    number = _read(value)
    if not isfinite(number) or not option.above < number <= option.most:
        most = "" if option.most == inf else f" and at most {option.most:g}"
        raise BadInput(f"--attack {text}: {name} is '{value}', but must be a number above {option.above:g}{most}")
    return number


def _read(value: str) -> float:
    """A number, or a fraction such as 1/3; infinite for what is neither."""
    top, slash, bottom = value.partition("/")
    try:
        return float(top) / float(bottom) if slash else float(value)
    except (ValueError, ZeroDivisionError):
        return inf
