"""Protections: changes to the data that make people harder to find, or an attribute harder to infer.

One file per protection family; `contract.py` says what a protection is. A protection is chosen by name with options,
`blurme:extra=0.05,strategy=sampled`; options are the fields of its dataclass, typed and checked.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, get_args, get_type_hints

from standout.common import named_options, plugins
from standout.errors import BadInput
from standout.protections.blur.blurme import BlurMe
from standout.protections.blur.blurmebetter import BlurMeBetter
from standout.protections.blur.blurmore import BlurMore
from standout.protections.coarsen import CoarsenDays, CoarsenValues
from standout.protections.contract import KnowledgeProtection, Protection
from standout.protections.crowds.crowd_protection import Crowds
from standout.protections.disguise import Disguise
from standout.protections.km import KM
from standout.protections.level.level import Level
from standout.protections.microaggregate import Microaggregate
from standout.protections.person import HideRarest, Misdirect
from standout.protections.perturb import Perturb
from standout.protections.sampling import Sample
from standout.protections.split import Split
from standout.protections.suppress import SuppressRare
from standout.protections.swap import Swap
from standout.protections.trim import Trim
from standout.results.protect import Option, Options

_KINDS: tuple[type[Any], ...] = (
    BlurMe,
    BlurMore,
    BlurMeBetter,
    Disguise,
    Level,
    SuppressRare,
    KM,
    Microaggregate,
    CoarsenValues,
    CoarsenDays,
    Perturb,
    Sample,
    Trim,
    Swap,
    Crowds,
    Split,
)
PROTECTIONS: dict[str, type[Any]] = {kind.name: kind for kind in _KINDS}
"""Every protection of the data by name."""

KNOWLEDGE_PROTECTIONS: dict[str, type[Any]] = {kind.name: kind for kind in (HideRarest, Misdirect)}
"""What people can do themselves, by name: these act on what is known of people."""

_TOO_LARGE = 2**63
"""No option is as large as this."""


def protection(text: str) -> Protection:
    """The protection that `NAME` or `NAME:option=value,option=value` describes."""
    return made(*parted(text))


def knowledge_protection(text: str) -> KnowledgeProtection:
    """What people do themselves, from the same kind of text."""
    name, given = parted(text)
    if name not in KNOWLEDGE_PROTECTIONS:
        raise BadInput(f"people cannot do '{name}' themselves; they can {' or '.join(KNOWLEDGE_PROTECTIONS)}")
    instance: KnowledgeProtection = _filled(name, KNOWLEDGE_PROTECTIONS[name], given)
    return instance


def parted(text: str) -> tuple[str, dict[str, str]]:
    """Name and options of a text."""
    return named_options.parted(text, "with", "blurme:extra=0.05")


def described(protection: Any) -> str:
    """The text that `protection` makes the same protection from; options that have their default are left out."""
    changed = [
        (field.name.replace("_", "-"), getattr(protection, field.name))
        for field in dataclasses.fields(protection)
        if getattr(protection, field.name) != field.default
    ]
    options = ",".join(f"{name}={_text(value)}" for name, value in changed)
    return f"{protection.name}:{options}" if options else protection.name


def compared(kinds: Iterable[type[Any]]) -> list[str]:
    """What is tried of these protections where nobody says what to compare, as texts."""
    settings = [(kind.name, text) for kind in kinds for text in getattr(kind, "compared", ("",))]
    return [f"{name}:{text}" if text else name for name, text in settings]


def option_names(name: str) -> tuple[str, ...]:
    """The fields of a protection's options; none for a name that there is not."""
    kind = kind_of(name)
    return () if kind is None else tuple(field.name for field in dataclasses.fields(kind))


def names() -> list[str]:
    """Every protection of the data by name, ours first."""
    return [name for name in plugins.all_names(plugins.PROTECTIONS, _taken()) if name not in KNOWLEDGE_PROTECTIONS]


def _taken() -> tuple[str, ...]:
    """Names that no other package may register."""
    return (*PROTECTIONS, *KNOWLEDGE_PROTECTIONS)


def kind_of(name: str) -> type[Any] | None:
    """The protection of this name: ours, or one that another package registered; none if there is none."""
    kind: type[Any] | None = PROTECTIONS.get(name)
    if kind is None and name not in KNOWLEDGE_PROTECTIONS:
        kind = plugins.named(plugins.PROTECTIONS, name, _taken(), as_class=True)
    return kind


def options_in_short(kind: type[Any]) -> str:
    """A protection's options with their defaults."""
    fields = dataclasses.fields(kind)
    return ", ".join(f"{field.name.replace('_', '-')}={_text(field.default)}" for field in fields) or "none."


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def made(name: str, given: dict[str, str]) -> Protection:
    """A protection from its name and its options as text; unknown names and options and wrong types are refused."""
    if name in KNOWLEDGE_PROTECTIONS:
        raise BadInput(f"'{name}' changes what people say of themselves, not the data; use it in 'standout compare'")
    if name == "pairs":
        raise BadInput("'pairs' stands in place of records; use 'standout publish DATA --pairs --epsilon E'")
    kind = kind_of(name)
    if kind is None:
        more = f"in 'standout compare' also {', '.join(KNOWLEDGE_PROTECTIONS)}"
        raise BadInput(f"there is no protection '{name}'; there are {', '.join(names())}; {more}")
    instance: Protection = _filled(name, kind, given)
    return instance


def filled(kind: type[Any], text: str) -> Any:
    """An object of this kind with the options that a text gives it, which names it; wrong options are refused."""
    name, given = parted(text)
    return _filled(name, kind, given)


def _filled(name: str, kind: type[Any], given: dict[str, str]) -> Any:
    """A protection of this kind with these options; wrong ones are refused."""
    hints, fields = get_type_hints(kind), {field.name: field for field in dataclasses.fields(kind)}
    options: Options = {}
    for option, text in given.items():
        field = option.replace("-", "_")
        if field not in fields:
            allowed = ", ".join(known.replace("_", "-") for known in fields) or "no options"
            raise BadInput(f"protection '{name}' has no option '{option}'; it has {allowed}")
        options[field] = _typed(name, option, text, hints[field])
    return kind(**options)


def _typed(name: str, option: str, text: str, hint: Any) -> Option:
    """An option's value from its text, by the type of the field."""
    kinds = [kind for kind in (get_args(hint) or (hint,)) if isinstance(kind, type)]
    if type(None) in kinds and text.casefold() in ("none", ""):
        return None
    for kind, word in ((bool, "yes or no"), (int, "a whole number"), (float, "a number")):
        if kind not in kinds:
            continue
        try:
            value = _truth(text) if kind is bool else kind(text)
            if abs(value) >= _TOO_LARGE:
                raise BadInput(f"protection '{name}': {option} is {text[:20]}…, which is too large; give a smaller one")
            return value
        except ValueError:
            if str in kinds or (kind is int and float in kinds):
                continue
            raise BadInput(f"protection '{name}': {option} is '{text}', but must be {word}") from None
    return text


def _truth(text: str) -> bool:
    if text.casefold() not in ("yes", "no", "true", "false"):
        raise ValueError
    return text.casefold() in ("yes", "true")
