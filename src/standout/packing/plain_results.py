"""Results as they go into a pack: without folders of a machine, and without anything that stands in the data itself.

Findings, limits and comparisons stay as they are. What goes are names of items, examples, and quotes in notes.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import msgspec

from standout.results.audit import AuditDocument
from standout.results.compare import CompareResult
from standout.results.gate import GateDocument

_QUOTED = re.compile(r"\s*\((?:such as|for example|e\.g\.) [^()]*\)|,?\s*such as '[^']*'")
"""An example out of the data, in a note."""


def plain_audit(audit: AuditDocument) -> AuditDocument:
    """The findings without names of items, without examples, and with commands that name files alone."""
    advice = audit.advice
    if advice is not None and advice.compare:
        words = " ".join(shlex.quote(without_folder(word)) for word in shlex.split(advice.compare))
        advice = msgspec.structs.replace(advice, compare=words)
    return msgspec.structs.replace(
        audit, notes=plain_notes(audit.notes), revealing_items=(), explained=None, advice=advice
    )


def plain_gate(gate: GateDocument) -> GateDocument:
    """The decision without quotes in its notes."""
    return msgspec.structs.replace(gate, notes=plain_notes(gate.notes))


def plain_comparison(compared: CompareResult) -> CompareResult:
    """The comparison without quotes in its notes."""
    return msgspec.structs.replace(compared, notes=plain_notes(compared.notes))


def plain_notes(notes: Sequence[str]) -> tuple[str, ...]:
    """Notes without the examples that they quote."""
    return tuple(_QUOTED.sub("", note) for note in notes)


def without_folder(word: str) -> str:
    """A path without its folders; any other word as it is."""
    return Path(word).name or word if "/" in word and "://" not in word else word
