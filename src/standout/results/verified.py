"""What `standout verify` finds: a line for each thing that was looked at, and whether all is as it was sealed."""

from __future__ import annotations

from math import isclose
from typing import Any, ClassVar

from standout.results.base import Document, Part, Rows

FAILED = 3
"""What the command leaves with if something is not as it was sealed."""


class Looked(Part, frozen=True, kw_only=True):
    """One thing that was looked at."""

    name: str
    passed: bool
    said: str


class Verified(Document, frozen=True, kw_only=True):
    """Whether a pack is what was sealed, and whether its figures come out again."""

    KIND: ClassVar[str] = "verify"
    FILE: ClassVar[str] = "verify.json"

    standout: str
    verified: bool
    checks: tuple[Looked, ...]
    fingerprint: str | None = None
    """Of the evidence; absent if its seal cannot be read."""
    signed_by: str | None = None
    """The fingerprint of the key; absent if it is not signed."""

    @property
    def exit_status(self) -> int:
        """What the command leaves with."""
        return 0 if self.verified else FAILED

    def headline(self) -> str:
        """The outcome in a line: the first thing that is wrong."""
        wrong = next((check for check in self.checks if not check.passed), None)
        return f"not verified: {wrong.said}" if wrong else f"verified: {len(self.checks)} checks hold"

    def tables(self) -> dict[str, Rows]:
        """`checks`: a row each."""
        return {"checks": [check.to_dict() for check in self.checks]}


def same(one: Any, other: Any) -> bool:
    """Whether two parts of documents are the same, but for the last digits."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same(*pair) for pair in zip(one, other, strict=True))
    if isinstance(one, float) or isinstance(other, float):
        numbers = isinstance(one, int | float) and isinstance(other, int | float)
        return numbers and isclose(one, other, rel_tol=1e-6, abs_tol=1e-9)
    return bool(one == other)
