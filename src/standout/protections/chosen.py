"""Protections as they are chosen in Python: by text, as on the command line, or as objects."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from standout.errors import BadInput
from standout.protections import PROTECTIONS, protection
from standout.protections.contract import KnowledgeProtection, Protection


def chosen(wanted: Sequence[str | Protection]) -> list[Protection]:
    """The protections of the data, in their order; each at most once."""
    if not wanted:
        raise BadInput(
            f"no protection was chosen; give --with NAME, one of {', '.join(PROTECTIONS)} "
            "('standout protect --help' says what each does)"
        )
    protections: list[Protection] = []
    for choice in wanted:
        resolved = protection(choice) if isinstance(choice, str) else _object(choice)
        if resolved.name in [other.name for other in protections]:
            raise BadInput(f"--with {resolved.name}: is given twice; give it once, with all its options")
        protections.append(resolved)
    return protections


def check_attribute(protections: Sequence[Protection], attribute: object) -> None:
    """Refuse a protection that hides an attribute where none is named."""
    for step in protections:
        if attribute is None and "attribute" in step.needs:
            raise BadInput(
                f"protection '{step.name}' hides an attribute of people; say which with --attribute NAME, and "
                "where it is with --people FILE if the data has no table of people"
            )


def check_object(wanted: object) -> None:
    """Refuse what is no protection: a class instead of an object of it, or anything else."""
    if isinstance(wanted, type):
        raise BadInput(f"{wanted.__name__} is a class; give an object of it: {wanted.__name__}()")
    acts = callable(getattr(wanted, "protect", None)) or isinstance(wanted, KnowledgeProtection)
    if not dataclasses.is_dataclass(wanted) or not acts or not isinstance(getattr(wanted, "name", None), str):
        raise BadInput(
            f"{type(wanted).__name__} is no protection; give a text such as 'trim:keep=20', or an object such as "
            "Trim(keep=20): a frozen dataclass with a name and a method 'protect'"
        )


def _object(wanted: Protection) -> Protection:
    check_object(wanted)
    if isinstance(wanted, KnowledgeProtection):
        raise BadInput(
            f"'{wanted.name}' changes what people say of themselves, not the data; use it in 'standout compare'"
        )
    return wanted
