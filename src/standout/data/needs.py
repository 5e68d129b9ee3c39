"""What a plug-in needs of the data, in words that attacks, adversaries and protections share."""

from __future__ import annotations

from typing import Final, Literal, Protocol

Need = Literal["values", "days", "attribute"]
"""Values and days of entries, or an attribute of people."""

Needs = frozenset[Need]

NEEDS: Final[tuple[Need, ...]] = ("values", "days", "attribute")
NOTHING: Final[Needs] = frozenset()
"""Who and what is enough."""


class Columns(Protocol):
    """A dataset or the facts about it."""

    @property
    def has_values(self) -> bool: ...
    @property
    def has_days(self) -> bool: ...


def lacking(needs: Needs, data: Columns, *, has_attribute: bool = False) -> str | None:
    """Why this data does not do, or none if it does."""
    has = {"values": data.has_values, "days": data.has_days, "attribute": has_attribute}
    missing = [need for need in NEEDS if need in needs and not has[need]]
    if not missing:
        return None
    return "no attribute of people is given" if missing[0] == "attribute" else f"the data has no {missing[0]}"
